#include "core/checkpoint/pickles/pickle_call.h"

#include "core/checkpoint/pickles/python3_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// Modules that moved behind an underscore while what is in them kept its public name.
struct Home {
    std::string_view actual;
    std::string_view known;
};
constexpr std::array kHomes = {
    Home{"pathlib._local", "pathlib"},
    Home{"numpy._core.multiarray", "numpy.core.multiarray"},
    Home{"numpy._core.numeric", "numpy.core.numeric"},
};

} // namespace

std::optional<PythonName> pythonName(const PickleGraph& graph, NodeId node)
{
    if (!graph.is(node, NodeKind::Global)) {
        return std::nullopt;
    }
    auto [module, name] = python3Name(graph.global(node), graph.protocol());
    const auto* const home = std::ranges::find(kHomes, module, &Home::actual);
    if (home != kHomes.end()) {
        module = home->known;
    }
    return PythonName{module, name};
}

std::string className(const PickleGraph& graph, NodeId node)
{
    constexpr int maxNesting = 8;
    std::string inner;
    for (int level = 0; level < maxNesting; ++level) {
        if (const auto name = pythonName(graph, node)) {
            std::string qualified(name->module == "builtins" ? "" : name->module);
            return qualified.append(qualified.empty() ? "" : ".").append(name->name).append(inner);
        }
        if (!graph.is(node, NodeKind::Call) || !graph.is(graph.arguments(node), NodeKind::Tuple)) {
            return {};
        }
        const auto getter = pythonName(graph, graph.callable(node));
        const auto arguments = graph.tuple(graph.arguments(node));
        const auto attribute = arguments.size() == 2 ? keptText(graph, arguments[1]) : std::nullopt;
        if (!getter || !getter->is("builtins", "getattr") || !attribute) {
            return {};
        }
        inner.insert(0, *attribute).insert(0, ".");
        node = arguments[0];
    }
    return {};
}

std::string_view lastName(std::string_view qualified)
{
    const std::size_t dot = qualified.rfind('.');
    return dot == std::string_view::npos ? qualified : qualified.substr(dot + 1);
}

bool isRebuilder(std::string_view qualified)
{
    return qualified.starts_with("torch.") && lastName(qualified).starts_with("_rebuild_");
}

std::optional<std::string_view> keptText(const PickleGraph& graph, NodeId node)
{
    return graph.isText(node) && !graph.isExternal(node) ? std::optional(graph.text(node)) : std::nullopt;
}

PickleCall::PickleCall(const PickleGraph& graph, const SourcePtr& source, NodeId node)
    : m_graph(&graph), m_source(&source), m_node(node),
      m_name(pythonName(graph, graph.callable(node)).value_or(PythonName{})),
      m_arguments(graph.tuple(graph.arguments(node)))
{
}

std::optional<PickleCall> PickleCall::at(const PickleGraph& graph, const SourcePtr& source, NodeId node)
{
    if (!graph.is(node, NodeKind::Call) || !graph.is(graph.arguments(node), NodeKind::Tuple)) {
        return std::nullopt;
    }
    return PickleCall(graph, source, node);
}

std::optional<std::int64_t> PickleCall::integer(std::size_t i) const
{
    const NodeId node = argument(i);
    return m_graph->is(node, NodeKind::Int) ? std::optional(m_graph->intValue(node)) : std::nullopt;
}

std::optional<double> PickleCall::number(std::size_t i) const
{
    if (m_graph->is(argument(i), NodeKind::Float)) {
        return m_graph->floatValue(argument(i));
    }
    const auto whole = integer(i);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

std::optional<std::string_view> PickleCall::text(std::size_t i) const
{
    return keptText(*m_graph, argument(i));
}

} // namespace cairn::checkpoint
