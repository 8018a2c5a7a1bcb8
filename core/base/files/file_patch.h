#pragma once

#include "core/base/error.h"
#include "core/base/files/file_stamp.h"
#include "core/base/platform/file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cairn {

/// A file that is changed where it lies: the only way in which Cairn writes to a file it was given. Holds a lock, so
/// that two runs do not change one file at once. Owned by one conversion, on one thread.
class FilePatch {
public:
    enum class HardLinks { Refuse, Allow };

    /// Opens the file for writing, links of the user's own followed. Refuses one that is write-protected (also for
    /// root, who could write to it), that is not in the state of `stamp` any more, or that has a second name through a
    /// hard link.
    [[nodiscard]] static Result<std::unique_ptr<FilePatch>> open(const std::string& path, const FileStamp& stamp,
                                                                 HardLinks links);
    ~FilePatch() = default;
    FilePatch(const FilePatch&) = delete;
    FilePatch& operator=(const FilePatch&) = delete;

    [[nodiscard]] Result<void> write(std::uint64_t offset, std::string_view bytes);
    /// Returns when everything written so far is on the disk.
    [[nodiscard]] Result<void> sync();
    /// Makes the file end at `size`, in one step.
    [[nodiscard]] Result<void> cut(std::uint64_t size);

private:
    FilePatch(std::string path, Descriptor file) : m_path(std::move(path)), m_file(std::move(file)) {}
    [[nodiscard]] Result<void> check(const FileStamp& stamp, HardLinks links) const;
    [[nodiscard]] std::unexpected<Error> failed(std::string_view what) const;

    std::string m_path;
    Descriptor m_file;
};

} // namespace cairn
