#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/pickle/pickle_graph.h"
#include "core/formats/sources/edited_source.h"

#include <cstdint>
#include <string_view>

namespace cairn::convert {

/// Puts a text in the place of the instruction at `offset`, as a string of the same kind. The new instruction is one
/// that every protocol since 1 has and every unpickler of torch reads.
[[nodiscard]] Result<formats::ByteEdit> replaceText(const SourcePtr& source, std::uint64_t offset,
                                                    formats::NodeKind kind, std::string_view text);

} // namespace cairn::convert
