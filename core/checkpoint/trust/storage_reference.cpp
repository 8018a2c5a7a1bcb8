#include "core/checkpoint/trust/storage_reference.h"

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/tensor_arguments.h"

#include <algorithm>
#include <string>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// What torch can ask anything without running something that the file chose.
bool isStill(const PickleGraph& graph, NodeId node)
{
    return graph.is(node, NodeKind::Global) || graph.kind(node) < NodeKind::Tuple;
}

/// What is no tuple is the number of an object, of which a tar makes an int: of another object, or of many digits, that
/// can take for ever.
bool isNumberOfObject(const PickleGraph& graph, NodeId pid)
{
    constexpr std::size_t mostDigits = 100;
    const auto text = keptText(graph, pid);
    return graph.is(pid, NodeKind::Int) || graph.is(pid, NodeKind::None) || (text && text->size() <= mostDigits);
}

/// None, or a view as streams have it: its key, where it begins, and its size. torch adds and multiplies these.
bool isView(const PickleGraph& graph, NodeId part)
{
    constexpr std::size_t partsOfView = 3;
    const auto view = tupleOf(graph, part);
    return graph.is(part, NodeKind::None) ||
           (view.size() == partsOfView && (graph.isText(view[0]) || graph.is(view[0], NodeKind::Int)) &&
            graph.is(view[1], NodeKind::Int) && graph.is(view[2], NodeKind::Int));
}

/// Whether it is written as picklers write it.
bool isPlain(const PickleDocument& document, NodeId pid)
{
    const PickleGraph& graph = document.graph;
    if (!graph.is(pid, NodeKind::Tuple)) {
        return isNumberOfObject(graph, pid);
    }
    const auto parts = graph.tuple(pid);
    const auto kind = parts.empty() ? std::nullopt : keptText(graph, parts[0]);
    if (parts.empty() || (kind && *kind == "reduce_package")) { // which torch.load refuses, and a package runs
        return true;
    }
    // Tars have classes with their source, which torch asks whether they are there; so do streams of modules.
    if (graph.is(parts[0], NodeKind::Global) || (kind && *kind != "storage")) {
        return std::ranges::all_of(parts.subspan(1), [&](NodeId part) { return isStill(graph, part); });
    }
    const std::size_t wanted = document.locator != nullptr ? document.locator->partsOfId() : parts.size();
    constexpr std::size_t keyAt = 2;
    constexpr std::size_t tagAt = 3;
    constexpr std::size_t sizeAt = 4;
    constexpr std::size_t viewAt = 5;
    // TorchScript up to torch 1.5 has a sixth in zips, which is None, and its reader looks at none after the fifth.
    const bool hasNoView = parts.size() == viewAt + 1 && graph.is(parts.back(), NodeKind::None);
    return kind && (parts.size() == wanted || hasNoView) && parts.size() > sizeAt &&
           graph.is(parts[1], NodeKind::Global) &&
           (graph.isText(parts[keyAt]) || graph.is(parts[keyAt], NodeKind::Int)) &&
           (graph.isText(parts[tagAt]) || graph.is(parts[tagAt], NodeKind::Bytes)) &&
           graph.is(parts[sizeAt], NodeKind::Int) && (parts.size() <= viewAt || isView(graph, parts[viewAt])) &&
           parts.size() <= viewAt + 1;
}

} // namespace

std::optional<TrustFinding> strangeStorageReference(const PickleDocument& document, NodeId pid)
{
    return isPlain(document, pid)
               ? std::nullopt
               : std::optional<TrustFinding>({Trust::Dangerous, phrase("a reference to a storage"),
                                              phrase("No pickler writes it so, and torch would read memory by it "
                                                     "unseen")});
}

} // namespace cairn::checkpoint
