#include "core/checkpoint/pickles/key_walk.h"

#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/pickles/word_list.h"

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;

namespace {

constexpr std::string_view kTakeElements = "frozenset set collections.Counter";
constexpr std::string_view kTakeFirstParts = "dict collections.OrderedDict collections.defaultdict";
constexpr std::string_view kTakeAsGiven = "copyreg.__newobj__ copyreg.__newobj_ex__ copyreg._reconstructor";

} // namespace

KeyWalk::KeyWalk(const PickleDocument& document) : m_document(document), m_graph(document.graph)
{
    for (std::uint32_t global = 0; global < m_graph.globals().size(); ++global) {
        const std::string_view name = m_document.globalName(global);
        m_takes.push_back(isListed(kTakeElements, name)     ? Takes::Elements
                          : isListed(kTakeFirstParts, name) ? Takes::FirstParts
                          : isListed(kTakeAsGiven, name)    ? Takes::AsGiven
                                                            : Takes::Nothing);
    }
}

KeyWalk::Takes KeyWalk::takenBy(NodeId call) const
{
    const auto takenByClass = [this](NodeId node) {
        const NodeId type = m_document.classBehind(node);
        return m_graph.is(type, NodeKind::Global) ? m_takes[m_graph.globalIndex(type)] : Takes::Nothing;
    };
    const Takes takes = m_graph.is(call, NodeKind::Call) ? takenByClass(m_graph.callable(call)) : Takes::Nothing;
    if (takes != Takes::AsGiven) {
        return takes;
    }
    const auto arguments = tupleOf(m_graph, m_graph.arguments(call));
    const Takes given = arguments.empty() ? Takes::Nothing : takenByClass(arguments[0]);
    return given == Takes::AsGiven ? Takes::Nothing : given;
}

/// What the class is called with.
std::span<const NodeId> KeyWalk::argumentsOf(NodeId call) const
{
    const auto arguments = tupleOf(m_graph, m_graph.arguments(call));
    const bool areInTuple =
        arguments.size() > 1 && m_document.className(m_graph.callable(call)) == "copyreg.__newobj_ex__";
    return areInTuple ? tupleOf(m_graph, arguments[1]) : arguments;
}

} // namespace cairn::checkpoint
