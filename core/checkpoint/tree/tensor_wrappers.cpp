// The part of TensorReader that peels off Parameter, subclasses and old wrappers.

#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/tree/document_set.h"
#include "core/checkpoint/tree/tensor_reader.h"

#include <algorithm>

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

/// Goes on until the call that makes the tensor itself.
Result<bool> TensorReader::unwrap(NodeRef& ref, Rebuild& rebuild, TensorSpec& spec)
{
    constexpr int maxLayers = 16;
    Layer layer = Layer::Wraps;
    for (int depth = 0; depth < maxLayers; ++depth) {
        const bool isTensor = depth > 0;
        const auto other = [&]() -> Result<bool> {
            return isTensor ? Result<bool>(badArguments(message("it wraps something that is not a tensor")))
                            : Result<bool>(false);
        };
        if (layer == Layer::Wraps) {
            CAIRN_ASSIGN(resolved, m_documents.resolve(ref));
            ref = resolved;
            const PickleDocument& document = m_documents[ref.document];
            const PickleGraph& graph = document.graph;
            if (document.tensors && graph.is(ref.node, NodeKind::PersistentId)) {
                rebuild.constructor = Constructor::Other;
                return document.tensors->read(graph, graph.persistentId(ref.node), spec);
            }
            if (!graph.is(ref.node, NodeKind::Call)) {
                return other();
            }
            rebuild = {document.constructor(graph.callable(ref.node)), graph.arguments(ref.node),
                       graph.state(ref.node)};
        }
        if (!makesTensor(rebuild.constructor)) {
            return other();
        }
        CAIRN_ASSIGN(peeled, peel(ref, rebuild, spec));
        if (peeled == Layer::Tensor || peeled == Layer::Nothing) {
            return peeled == Layer::Tensor;
        }
        layer = peeled;
    }
    return badArguments(message("it is wrapped more than %1 times", std::to_string(maxLayers)));
}

/// Takes what one layer says, and moves on to what is in it.
Result<TensorReader::Layer> TensorReader::peel(NodeRef& ref, Rebuild& rebuild, TensorSpec& spec)
{
    const PickleDocument& document = m_documents[ref.document];
    switch (rebuild.constructor) {
    case Constructor::RebuildParameterWithState:
    case Constructor::RebuildParameter: return parameter(ref, rebuild, spec);
    case Constructor::ParameterClass:
    case Constructor::VariableClass: return oldParameter(ref, rebuild, spec);
    case Constructor::RebuildFromType:
    case Constructor::RebuildFromTypeV2: return subclass(ref, rebuild, spec);
    case Constructor::TensorFromId: {
        // The number is the argument, or the state of an object without arguments.
        const auto parts = tupleOf(document.graph, rebuild.arguments);
        const NodeId id = parts.size() == 1 ? parts[0] : rebuild.state;
        rebuild.constructor = Constructor::Other;
        const bool isThere = document.tensors != nullptr && document.tensors->read(document.graph, id, spec);
        return isThere ? Layer::Tensor : Layer::Nothing;
    }
    case Constructor::TensorClass: // torch.FloatTensor(3): nothing of it is in the file
        return rebuild.state == kNoNode ? Layer::Nothing : Layer::Tensor;
    default:
        if (rebuild.state != kNoNode && !spec.attributes.valid()) {
            spec.attributes = {ref.document, rebuild.state};
        }
        return Layer::Tensor;
    }
}

Result<TensorReader::Layer> TensorReader::parameter(NodeRef& ref, const Rebuild& rebuild, TensorSpec& spec) const
{
    const auto parts = tupleOf(m_documents[ref.document].graph, rebuild.arguments);
    if (parts.size() < 3) {
        return badArguments(message("a parameter has %1 arguments instead of 3", std::to_string(parts.size())));
    }
    spec.kind = TensorKind::Parameter;
    gradFlag({ref.document, parts[1]}, spec);
    if (rebuild.constructor == Constructor::RebuildParameterWithState && parts.size() > 3) {
        spec.attributes = {ref.document, parts[3]};
    }
    ref.node = parts[0];
    return Layer::Wraps;
}

/// The tensor and its flag are the arguments, or the state: (data, requires_grad, ...) and older
/// (data, version, requires_grad, ...).
TensorReader::Layer TensorReader::oldParameter(NodeRef& ref, const Rebuild& rebuild, TensorSpec& spec) const
{
    const PickleDocument& document = m_documents[ref.document];
    const PickleGraph& graph = document.graph;
    const auto parts = tupleOf(graph, rebuild.arguments);
    const auto state = tupleOf(graph, rebuild.state);
    const bool inState = !state.empty() && (parts.empty() || graph.is(parts[0], NodeKind::None));
    const auto from = inState ? state : parts;
    if (from.empty()) {
        return Layer::Nothing; // a parameter without data: shown as an object
    }
    if (rebuild.constructor == Constructor::ParameterClass) {
        spec.kind = TensorKind::Parameter;
    }
    // The first flag is requires_grad; a tensor among them is the gradient.
    const auto rest = from.subspan(1);
    const auto flag = std::ranges::find_if(
        rest, [&](NodeId node) { return graph.is(node, NodeKind::True) || graph.is(node, NodeKind::False); });
    const bool isMade = !inState && rebuild.constructor == Constructor::ParameterClass; // requires_grad=True by default
    spec.requiresGrad = flag != rest.end() ? graph.is(*flag, NodeKind::True) : isMade;
    if (inState && !rest.empty() && graph.is(rest[0], NodeKind::Call) &&
        makesTensor(document.constructor(graph.callable(rest[0])))) {
        spec.parts.push_back({.name = "grad", .value = {ref.document, rest[0]}, .attribute = true});
    }
    ref.node = from[0];
    return Layer::Wraps;
}

Result<TensorReader::Layer> TensorReader::subclass(NodeRef ref, Rebuild& rebuild, TensorSpec& spec) const
{
    const PickleDocument& document = m_documents[ref.document];
    const auto parts = tupleOf(document.graph, rebuild.arguments);
    if (parts.size() < 4) {
        return badArguments(message("a tensor subclass has %1 arguments instead of 4", std::to_string(parts.size())));
    }
    const std::string_view name = document.className(parts[1]);
    if (name != "torch.Tensor" && name != "torch._tensor.Tensor") {
        spec.subclass = name;
    }
    spec.attributes = {ref.document, parts[3]};
    rebuild = {document.constructor(parts[0]), parts[2], kNoNode};
    // An unknown rebuild function is shown as an object, so that nothing is lost.
    return makesTensor(rebuild.constructor) ? Layer::Calls : Layer::Nothing;
}

} // namespace cairn::checkpoint
