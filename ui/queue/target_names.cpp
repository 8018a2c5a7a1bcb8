#include "ui/queue/target_names.h"

#include "core/convert/copy_name.h"

#include <filesystem>
#include <system_error>

namespace cairn::ui {

namespace {

bool isThere(const std::string& path)
{
    std::error_code failure;
    // A link into nothing is there too: a copy would be written through it.
    return std::filesystem::exists(std::filesystem::symlink_status(path, failure));
}

} // namespace

std::optional<std::string> TargetNames::take(const std::string& wanted, QueueOptions::Existing existing)
{
    const std::lock_guard lock(m_mutex);
    std::string name = wanted;
    for (unsigned number = 2; m_taken.contains(name) || isThere(name); ++number) {
        if (existing == QueueOptions::Existing::Skip && !m_taken.contains(name)) {
            return std::nullopt;
        }
        name = convert::numberedPath(wanted, number);
    }
    m_taken.insert(name);
    return name;
}

void TargetNames::giveBack(const std::string& name)
{
    const std::lock_guard lock(m_mutex);
    m_taken.erase(name);
}

} // namespace cairn::ui
