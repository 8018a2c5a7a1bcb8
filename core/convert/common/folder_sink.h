#pragma once

#include "core/base/files/file_sink.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::convert {

/// A new folder that exists under its name only when it is whole. Files are written into a temporary one beside the
/// target, which commit() renames. Destroyed without commit(), it leaves nothing. One file, the last to be complete,
/// stays open from the beginning: its lock tells other runs that the folder is in use.
class FolderSink {
public:
    /// Whether a file of this name may be in a folder that is replaced.
    using IsOurs = std::function<bool(std::string_view name)>;

    /// Refuses a target that is no folder, or one that has anything in it, unless told to replace it: then it must have
    /// nothing but files of ours. Removes what killed runs left for the same target.
    [[nodiscard]] static Result<std::unique_ptr<FolderSink>> create(const std::string& target,
                                                                    FileSink::Existing existing, const IsOurs& isOurs,
                                                                    std::string_view lastFile,
                                                                    platform::FileMode mostMode);
    /// What create() would say to the target, without making anything.
    [[nodiscard]] static Result<void> check(const std::string& target, FileSink::Existing existing,
                                            const IsOurs& isOurs);
    ~FolderSink();
    FolderSink(const FolderSink&) = delete;
    FolderSink& operator=(const FolderSink&) = delete;

    /// The folder as it is before commit().
    [[nodiscard]] const std::string& path() const noexcept { return m_temporary; }
    [[nodiscard]] Result<std::unique_ptr<FileSink>> addFile(std::string_view name) const;
    [[nodiscard]] FileSink& last() noexcept { return *m_last; }
    /// Ends the last file, so that the folder can be looked at.
    [[nodiscard]] Result<void> finish();
    [[nodiscard]] Result<void> commit();

private:
    explicit FolderSink(std::string target, std::string temporary, platform::FileMode mode)
        : m_target(std::move(target)), m_temporary(std::move(temporary)), m_mode(mode)
    {
    }

    std::string m_target;
    std::string m_temporary; ///< empty once it has its name
    platform::FileMode m_mode;
    std::unique_ptr<FileSink> m_last;
};

} // namespace cairn::convert
