#pragma once

#include "core/formats/pickle_graph.h"

#include <cstdint>

namespace cairn {
class Progress;
}

namespace cairn::formats {

struct PickleLimits {
    std::uint32_t maxNodes = 400'000'000; ///< a hundred million tensors need more than any machine this runs on
};

/// Decodes one pickle that starts at `offset` into a graph. Nothing is imported, constructed or called.
/// Stops after STOP; what follows belongs to the caller (legacy files hold several pickles in a row).
[[nodiscard]] Result<PickleGraph> decodePickle(const SourcePtr& source, std::uint64_t offset = 0,
                                               const PickleLimits& limits = {}, const Progress* progress = nullptr);

} // namespace cairn::formats
