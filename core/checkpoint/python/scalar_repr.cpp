#include "core/checkpoint/python/scalar_repr.h"

#include "core/base/text/python_repr.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pickles/bytes_value.h"
#include "core/checkpoint/pickles/pickle_call.h"
#include "core/formats/pickle/pickle_text.h"

namespace cairn::checkpoint {

using formats::NodeKind;

namespace {

std::string cut(std::string text, std::size_t limit)
{
    if (text.size() > limit) {
        text.resize(limit);
        text += "...";
    }
    return text;
}

} // namespace

std::optional<std::string> scalarRepr(const formats::PickleGraph& graph, const SourcePtr& source, formats::NodeId node,
                                      std::size_t limit)
{
    if (node == formats::kNoNode) {
        return std::nullopt;
    }
    switch (graph.kind(node)) {
    case NodeKind::None: return "None";
    case NodeKind::False: return "False";
    case NodeKind::True: return "True";
    case NodeKind::Int: return std::to_string(graph.intValue(node));
    case NodeKind::BigInt: return cut(formats::bigIntegerText(graph.text(node), limit), limit);
    case NodeKind::Float: return pythonFloat(graph.floatValue(node));
    case NodeKind::String:
    case NodeKind::Python2String: {
        // Enough for one character over the limit, so that a cut shows.
        const auto head = payloadHead(graph, source, node, (std::uint64_t{limit} + 1) * 4);
        return head ? std::optional(pythonStringRepr(*head, limit)) : std::nullopt;
    }
    case NodeKind::Global: return cut(printable(className(graph, node)), limit);
    case NodeKind::Bytes:
    case NodeKind::ByteArray:
    case NodeKind::Call: {
        const auto bytes = bytesValue(graph, source, node, limit);
        return bytes ? std::optional(bytesRepr(bytes->head, bytes->length)) : std::nullopt;
    }
    default: return std::nullopt;
    }
}

} // namespace cairn::checkpoint
