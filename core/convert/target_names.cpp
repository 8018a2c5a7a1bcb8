#include "core/convert/target_names.h"

#include "core/convert/copy_name.h"

#include <filesystem>
#include <system_error>

namespace cairn::convert {

bool isThere(const std::string& path)
{
    std::error_code failure;
    return std::filesystem::exists(std::filesystem::symlink_status(path, failure));
}

std::optional<std::string> TargetNames::take(const std::string& wanted, const std::string& source,
                                             ExistingTarget existing)
{
    const std::lock_guard lock(m_mutex);
    std::string name = wanted;
    for (unsigned number = 2;; ++number) {
        const auto given = m_sources.find(name);
        const bool isOfAnother = given != m_sources.end() && given->second != source;
        if (!isOfAnother && !isThere(name)) {
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
