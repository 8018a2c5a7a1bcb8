#include "core/checkpoint/trust/storage_reference.h"

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/tensor_arguments.h"

#include <algorithm>
#include <string>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

std::optional<TrustFinding> strangeStorageReference(const PickleDocument& document, NodeId pid)
{
    const PickleGraph& graph = document.graph;
    const auto parts = tupleOf(graph, pid);
    const auto kind = parts.empty() ? std::nullopt : keptText(graph, parts[0]);
    // Tars have numbers, and classes with their source; packages have kinds of their own. torch.load refuses all else.
    const bool isOther = parts.empty() || graph.is(parts[0], NodeKind::Global) || (kind && *kind != "storage");
    // A class and its source, which torch asks whether they are there.
    const bool isModule = kind && *kind == "module";
    if (isOther && (!isModule || std::ranges::all_of(parts.subspan(1), [&](NodeId part) {
            return graph.is(part, NodeKind::Global) || graph.kind(part) < NodeKind::Tuple;
        }))) {
        return std::nullopt;
    }
    const std::size_t wanted = document.locator != nullptr ? document.locator->partsOfId() : parts.size();
    constexpr std::size_t keyAt = 2;
    constexpr std::size_t tagAt = 3;
    constexpr std::size_t sizeAt = 4;
    // TorchScript up to torch 1.5 has a sixth in zips, which is None, and its reader looks at none after the fifth.
    const bool hasNoView = parts.size() == sizeAt + 2 && graph.is(parts.back(), NodeKind::None);
    const bool isPlain = kind && (parts.size() == wanted || hasNoView) && parts.size() > sizeAt &&
                         graph.is(parts[1], NodeKind::Global) &&
                         (graph.isText(parts[keyAt]) || graph.is(parts[keyAt], NodeKind::Int)) &&
                         (graph.isText(parts[tagAt]) || graph.is(parts[tagAt], NodeKind::Bytes)) &&
                         graph.is(parts[sizeAt], NodeKind::Int);
    return isPlain ? std::nullopt
                   : std::optional(
                         TrustFinding{Trust::Dangerous, "a reference to a storage",
                                      phrase("No pickler writes it so, and torch would read memory by it unseen")});
}

} // namespace cairn::checkpoint
