#include "core/checkpoint/pickles/python2_text.h"

#include "core/base/text/text.h"
#include "core/formats/pickle/pickle_opcodes.h"

#include <algorithm>
#include <string>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;
using formats::PickleOp;

namespace {

/// Of a text that was too long to keep. A letter may lie across two blocks.
bool isUtf8(const ByteSource& source, PickleGraph::Range range)
{
    constexpr std::uint64_t block = 1 << 16;
    std::string rest;
    for (std::uint64_t at = 0; at < range.bytes; at += block) {
        const auto bytes = source.readBytes(range.offset + at, std::min(block, range.bytes - at));
        if (!bytes) {
            return true; // an error of its own
        }
        rest.append(reinterpret_cast<const char*>(bytes->data()), bytes->size()); // NOLINT
        constexpr std::size_t longest = 4;                                        // bytes of a letter
        std::size_t whole = rest.size();
        const bool isLast = at + block >= range.bytes;
        while (!isLast && rest.size() - whole < longest && whole != 0 &&
               !isValidUtf8(std::string_view(rest).substr(0, whole))) {
            --whole;
        }
        if (!isValidUtf8(std::string_view(rest).substr(0, whole))) {
            return false;
        }
        rest.erase(0, whole);
    }
    return true;
}

} // namespace

bool hasTextInOtherEncoding(const PickleDocument& document)
{
    const PickleGraph& graph = document.graph;
    const auto uses = [&](PickleOp op) { return graph.instructions().test(static_cast<std::size_t>(op)); };
    if (!uses(PickleOp::String) && !uses(PickleOp::BinString) && !uses(PickleOp::ShortBinString)) {
        return false; // as in nearly all files
    }
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        if (graph.is(node, NodeKind::Python2String) &&
            !(graph.isExternal(node) ? isUtf8(*document.source, graph.payload(node)) : isValidUtf8(graph.text(node)))) {
            return true;
        }
    }
    return false;
}

} // namespace cairn::checkpoint
