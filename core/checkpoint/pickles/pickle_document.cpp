#include "core/checkpoint/pickles/pickle_document.h"

#include "core/checkpoint/pickles/python3_name.h"

#include <utility>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;

PickleDocument::PickleDocument(formats::PickleGraph decoded, SourcePtr bytes, std::string where)
    : graph(std::move(decoded)), source(std::move(bytes)), name(std::move(where))
{
    for (const formats::GlobalName& global : graph.globals()) {
        const auto [module, plainName] = python3Name(global, graph.protocol());
        m_constructors.push_back(constructorOf(module, plainName));
        // A name is shown as a person knows it: builtins without their module.
        const bool isBuiltin = module == "builtins";
        m_names.emplace_back(isBuiltin ? "" : module).append(isBuiltin ? "" : ".").append(plainName);
    }
}

NodeId PickleDocument::classOfId(NodeId pid) const
{
    if (!graph.is(graph.persistentId(pid), NodeKind::Tuple)) {
        return pid;
    }
    const std::span<const NodeId> parts = graph.tuple(graph.persistentId(pid));
    if (tensors != nullptr) { // tar: (class, source file, source)
        return parts.empty() ? pid : parts[0];
    }
    // legacy: ("module", class, source file, source)
    const bool isModule = parts.size() >= 2 && (graph.isText(parts[0]) || graph.is(parts[0], NodeKind::Bytes)) &&
                          !graph.isExternal(parts[0]) && graph.text(parts[0]) == "module";
    return isModule ? parts[1] : pid;
}

std::string_view PickleDocument::className(NodeId callable) const
{
    const NodeId node = classBehind(callable);
    return graph.is(node, NodeKind::Global) ? std::string_view(m_names[graph.globalIndex(node)]) : std::string_view{};
}

} // namespace cairn::checkpoint
