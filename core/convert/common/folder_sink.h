#pragma once

#include "core/base/files/file_sink.h"
#include "core/base/files/write_place.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cairn::convert {

/// A new folder that exists under its name only when it is whole. Files are written into a temporary one beside the
/// target, which commit() renames. Destroyed without commit(), it leaves nothing. One file, the last to be complete,
/// stays open from the beginning: its lock tells other runs that the folder is in use.
///
/// As with FileSink, others may be able to write where the folder is made: they can spoil it, but nothing of theirs or
/// of the user's is ever written over or removed. What is replaced is looked at again when it is put aside.
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

    /// The folder as it is before commit(), whatever becomes of its name.
    [[nodiscard]] std::string path() const;
    [[nodiscard]] Result<std::unique_ptr<FileSink>> addFile(std::string_view name) const;
    [[nodiscard]] FileSink& last() noexcept { return *m_last; }
    /// Ends the last file, so that the folder can be looked at.
    [[nodiscard]] Result<void> finish();
    [[nodiscard]] Result<void> commit();

private:
    FolderSink(std::string target, WritePlace place, FileSink::Existing existing, IsOurs isOurs,
               platform::FileMode mode)
        : m_target(std::move(target)), m_place(std::move(place)), m_existing(existing), m_isOurs(std::move(isOurs)),
          m_mode(mode)
    {
    }
    [[nodiscard]] Result<void> makeTemporary();
    [[nodiscard]] bool isOurFolder(const std::string& name) const;
    [[nodiscard]] Result<bool> putAside(const std::string& aside);
    [[nodiscard]] std::unexpected<Error> appeared() const;
    [[nodiscard]] std::unexpected<Error> spoiled() const;

    std::string m_target; ///< as it was asked for
    WritePlace m_place;
    FileSink::Existing m_existing;
    IsOurs m_isOurs;
    platform::FileMode m_mode;
    std::string m_temporary; ///< a name beside the target; empty once it is gone
    Descriptor m_folder;
    platform::FileStatus m_status; ///< which folder it is
    std::unique_ptr<FileSink> m_last;
};

} // namespace cairn::convert
