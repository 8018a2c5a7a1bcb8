#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// The name of a class or function as Python 3 has it, with private homes of public things opened up:
/// `__builtin__.xrange` is builtins.range, `pathlib._local` is pathlib, `numpy._core` is numpy.core.
/// A view: the graph outlives it.
struct PythonName {
    std::string_view module;
    std::string_view name;
    [[nodiscard]] bool is(std::string_view wantedModule, std::string_view wantedName) const
    {
        return name == wantedName && module == wantedModule;
    }
};

/// Nothing unless `node` is a Global.
[[nodiscard]] std::optional<PythonName> pythonName(const formats::PickleGraph& graph, formats::NodeId node);

/// "module.Outer.Inner" for a Global, or for the getattr() calls by which old protocols name nested classes; builtins
/// go without their module. Empty for anything else.
[[nodiscard]] std::string className(const formats::PickleGraph& graph, formats::NodeId node);

/// What follows the last dot.
[[nodiscard]] std::string_view lastName(std::string_view qualified);
/// Whether it names a function of torch that puts a tensor together: "torch._utils._rebuild_tensor_v2".
[[nodiscard]] bool isRebuilder(std::string_view qualified);

/// One call in a pickle with its arguments, as the recognisers of values see it. A view: the graph outlives it.
/// Questions about an argument that is missing or of another kind are answered with nothing.
class PickleCall {
public:
    /// Nothing unless `node` is a call with a tuple of arguments.
    [[nodiscard]] static std::optional<PickleCall> at(const formats::PickleGraph& graph, const SourcePtr& source,
                                                      formats::NodeId node);

    [[nodiscard]] const formats::PickleGraph& graph() const { return *m_graph; }
    [[nodiscard]] const SourcePtr& source() const { return *m_source; }
    [[nodiscard]] formats::NodeId node() const { return m_node; }
    [[nodiscard]] formats::NodeId callable() const { return m_graph->callable(m_node); }
    /// Empty when what is called is not a Global.
    [[nodiscard]] const PythonName& name() const { return m_name; }
    [[nodiscard]] std::span<const formats::NodeId> arguments() const { return m_arguments; }
    [[nodiscard]] std::size_t count() const { return m_arguments.size(); }
    [[nodiscard]] formats::NodeId argument(std::size_t i) const
    {
        return i < count() ? m_arguments[i] : formats::kNoNode;
    }
    [[nodiscard]] formats::NodeId keywords() const { return m_graph->keywords(m_node); }
    [[nodiscard]] formats::NodeId state() const { return m_graph->state(m_node); }
    [[nodiscard]] bool hasItems() const
    {
        return m_graph->elementCount(m_node) != 0 || m_graph->pairCount(m_node) != 0;
    }

    [[nodiscard]] std::optional<std::int64_t> integer(std::size_t i) const;
    [[nodiscard]] std::optional<double> number(std::size_t i) const; ///< Int or Float
    [[nodiscard]] std::optional<std::string_view> text(std::size_t i) const;

private:
    PickleCall(const formats::PickleGraph& graph, const SourcePtr& source, formats::NodeId node);

    const formats::PickleGraph* m_graph;
    const SourcePtr* m_source;
    formats::NodeId m_node;
    PythonName m_name;
    std::span<const formats::NodeId> m_arguments;
};

/// The characters of a String or Python2String that was kept in the graph.
[[nodiscard]] std::optional<std::string_view> keptText(const formats::PickleGraph& graph, formats::NodeId node);

} // namespace cairn::checkpoint
