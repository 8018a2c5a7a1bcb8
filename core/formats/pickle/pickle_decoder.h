#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>

namespace cairn {
class Progress;
}

namespace cairn::formats {

struct PickleLimits {
    std::uint32_t maxNodes = 400'000'000;       ///< a hundred million tensors need more than any machine this runs on
    std::uint64_t maxBytes = ~std::uint64_t{0}; ///< of memory, for the graph and the stack and memo beside it
};

/// Where in the stream things are that a rewriter may have to change. Filled while decoding, if asked for.
struct PickleTrace {
    struct StorageReference {
        NodeId tuple = kNoNode;      ///< the persistent id
        std::uint64_t tagOffset = 0; ///< of the instruction that pushed its fourth part
    };
    /// A call with four arguments, the third of which is a string: so tensors are moved to a device.
    struct Call {
        NodeId node = kNoNode;
        std::uint64_t thirdOffset = 0; ///< of the instruction that pushed the third argument
    };
    /// A call that makes a torch.device object.
    struct Device {
        NodeId node = kNoNode;
        std::uint64_t typeOffset = 0; ///< of the instruction that pushed the first argument
    };
    /// An instruction that pushes a string which could be a device tag, or bytes which could hold a pickle.
    struct Text {
        NodeId node = kNoNode;
        std::uint64_t offset = 0;
        bool literal = false; ///< false: it comes from the memo
    };
    bool everyText = false; ///< asks for all strings, however unlike a tag; millions of them need room
    std::vector<StorageReference> references;
    std::vector<Call> calls;
    std::vector<Device> devices;
    std::vector<Text> texts;
    std::vector<std::uint64_t> frames; ///< offsets of FRAME instructions
};

/// Decodes one pickle that starts at `offset` into a graph. Nothing is imported, constructed or called.
/// Stops after STOP; what follows belongs to the caller (legacy files hold several pickles in a row).
[[nodiscard]] Result<PickleGraph> decodePickle(const SourcePtr& source, std::uint64_t offset = 0,
                                               const PickleLimits& limits = {}, const Progress* progress = nullptr,
                                               PickleTrace* trace = nullptr);

} // namespace cairn::formats
