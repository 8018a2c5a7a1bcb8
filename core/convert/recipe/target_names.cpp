#include "core/convert/recipe/target_names.h"

#include "core/convert/common/copy_name.h"

namespace cairn::convert {

std::optional<std::string> TargetNames::take(const std::string& wanted, const std::string& source,
                                             ExistingTarget existing, Shards shards)
{
    const std::lock_guard lock(m_mutex);
    std::string name = wanted;
    for (unsigned number = 2;; ++number) {
        const auto given = m_sources.find(name);
        const bool isOfAnother = given != m_sources.end() && given->second != source;
        if (!isOfAnother && !isThere(name, shards)) {
            break;
        }
        if (!isOfAnother && existing != ExistingTarget::Number) {
            return std::nullopt;
        }
        name = numberedPath(wanted, number);
    }
    m_sources.insert_or_assign(name, source);
    return name;
}

void TargetNames::giveBack(const std::string& name)
{
    const std::lock_guard lock(m_mutex);
    m_sources.erase(name);
}

} // namespace cairn::convert
