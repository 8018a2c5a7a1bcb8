#include "core/checkpoint/pickle_document.h"

#include "core/checkpoint/weights_only.h"

#include <utility>

namespace cairn::checkpoint {

PickleDocument::PickleDocument(formats::PickleGraph decoded, SourcePtr bytes, std::string where)
    : graph(std::move(decoded)), source(std::move(bytes)), name(std::move(where))
{
    for (const formats::GlobalName& global : graph.globals()) {
        auto [module, plainName] = python3Name(global.module, global.name);
        m_constructors.push_back(constructorOf(module, plainName));
        // A name is shown as a person knows it: builtins without their module.
        m_names.push_back(module == "builtins" ? std::move(plainName) : module + "." + plainName);
    }
}

Constructor PickleDocument::constructor(formats::NodeId callable) const
{
    return graph.is(callable, formats::NodeKind::Global) ? m_constructors[graph.globalIndex(callable)]
                                                         : Constructor::Other;
}

std::string_view PickleDocument::className(formats::NodeId callable) const
{
    return graph.is(callable, formats::NodeKind::Global) ? std::string_view(m_names[graph.globalIndex(callable)])
                                                         : std::string_view{};
}

} // namespace cairn::checkpoint
