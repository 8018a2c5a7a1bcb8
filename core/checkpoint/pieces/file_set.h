#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace cairn::checkpoint {

/// The files of a folder that tensors lie in. There can be more of them than a process may have open, so they are
/// opened when they are read, and closed when others are. Any thread may read.
class FileSet {
public:
    struct File {
        std::string path;
        std::uint64_t bytes = 0;
        Message problem; ///< why it cannot be read; empty: it can
        bool isMissing = false;
    };

    /// `names` as the folder has them; an empty one is that of no file.
    FileSet(std::string folder, const std::vector<std::string>& names);

    [[nodiscard]] std::span<const File> files() const noexcept { return m_files; }
    [[nodiscard]] std::uint64_t bytes() const noexcept;
    /// FileChanged if it has not the size that it had.
    [[nodiscard]] Result<std::shared_ptr<const FileSource>> open(std::uint32_t file) const;

    /// One of the files as a source, opened whenever it is read.
    [[nodiscard]] static SourcePtr source(std::shared_ptr<const FileSet> set, std::uint32_t file);

private:
    [[nodiscard]] std::string nameOf(const File& file) const;

    std::string m_folder;
    std::vector<File> m_files;
    mutable std::mutex m_mutex;
    mutable std::vector<std::shared_ptr<const FileSource>> m_open; ///< by file
    mutable std::vector<std::uint32_t> m_order;                    ///< of those that are open, the oldest first
};

} // namespace cairn::checkpoint
