#include "app/cli/common/temporary_folder.h"

#include "core/base/platform/file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace cairn::cli {

std::string temporaryPlace()
{
    const char* wanted = std::getenv("TMPDIR");
    return wanted != nullptr && *wanted != '\0' ? wanted : platform::usualTemporaryPlace();
}

TemporaryFolder::TemporaryFolder(std::string path) : m_path(std::move(path)) {}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}

TemporaryFolder::~TemporaryFolder()
{
    if (!m_path.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
}

Result<TemporaryFolder> TemporaryFolder::make()
{
    const std::string place = temporaryPlace();
    std::string path = platform::makeTemporaryFolder(place);
    if (path.empty()) {
        return fail(error(ErrorCode::WriteFailed, message("cannot make a temporary folder: %1", systemReason(errno)))
                        .in(place)
                        .fix(message("Set TMPDIR to a folder that can be written to")));
    }
    return TemporaryFolder(std::move(path));
}

} // namespace cairn::cli
