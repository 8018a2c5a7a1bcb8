#pragma once

#include "core/base/error.h"

#include <string>

namespace cairn::cli {

/// Where large temporary files belong: TMPDIR, or /var/tmp, which is no memory as /tmp may be.
[[nodiscard]] std::string temporaryPlace();

/// A folder for nobody else, which is gone with this object and all that is in it.
class TemporaryFolder {
public:
    [[nodiscard]] static Result<TemporaryFolder> make();
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::string& path() const noexcept { return m_path; }

private:
    explicit TemporaryFolder(std::string path);

    std::string m_path;
};

} // namespace cairn::cli
