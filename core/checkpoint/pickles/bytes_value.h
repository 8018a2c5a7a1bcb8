#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

struct BytesValue {
    std::string head;         ///< the first bytes
    std::uint64_t length = 0; ///< of the whole value
    bool complete = false;    ///< `head` is all of it
    bool exact = true;        ///< false: a long encoded value was not read to its end; `length` is the most it can be
};

/// The bytes behind a bytes-like node, at most `limit` of them: bytes, bytearray, Python 2 strings, and the calls that
/// stand for bytes in protocols that have none. Reads a long payload from `source` only as far as it must.
[[nodiscard]] std::optional<BytesValue> bytesValue(const formats::PickleGraph& graph, const SourcePtr& source,
                                                   formats::NodeId node, std::size_t limit);

/// b'..' as Python prints it; a value that is longer than `head` ends with "... (N bytes)".
[[nodiscard]] std::string bytesRepr(std::string_view head, std::uint64_t length);

/// The first bytes, at most `limit`, of a node that has a payload; nothing if they cannot be read.
[[nodiscard]] std::optional<std::string> payloadHead(const formats::PickleGraph& graph, const SourcePtr& source,
                                                     formats::NodeId node, std::uint64_t limit);

} // namespace cairn::checkpoint
