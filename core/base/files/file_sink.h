#pragma once

#include "core/base/files/byte_source.h"
#include "core/base/files/file_stamp.h"
#include "core/base/files/write_place.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn {

/// Whether writing may go well in another folder.
[[nodiscard]] inline bool isOfPlace(const Error& failure)
{
    return failure.code == ErrorCode::DiskFull || failure.code == ErrorCode::WriteFailed;
}

/// A new file that exists under its name only when it is whole. Writes go to a temporary file beside the target
/// (".NAME.cairn-XXXXXX.part"); commit() syncs it and renames it. Destroyed without commit(), it leaves nothing.
///
/// Others may be able to write to the folder: they can spoil what is written there, but lead nothing anywhere else. The
/// folder is held open, a name that is new to us is made new, and links are followed only where findWritePlace() does.
class FileSink {
public:
    enum class Existing {
        Refuse,
        Replace,
        ReplaceSource ///< the same, of the file that is being read, and of no other that got its name meanwhile
    };
    /// What file systems share between files, if source and copy have it at the same place in the block.
    static constexpr std::uint32_t kBlockBytes = 4096;

    /// Refuses a target that is a folder, a device or a FIFO, and an existing file unless told to replace it; a link
    /// exists, wherever it leads. A link of the user's stays one when it is replaced: the file it points to is
    /// replaced, or made. Removes temporary files that a killed run left for the same target. Only those get in who
    /// may read what is replaced and who are in `mostMode`, which copies have from their source.
    [[nodiscard]] static Result<std::unique_ptr<FileSink>>
    create(const std::string& path, Existing existing, std::optional<platform::FileMode> mostMode = std::nullopt);
    /// A new file in a folder that is open, and that nobody else writes to. `shownPath` is what errors call it.
    [[nodiscard]] static Result<std::unique_ptr<FileSink>> createIn(const Descriptor& folder, const std::string& name,
                                                                    std::string shownPath, platform::FileMode mostMode);
    /// What create() would say to the name of a target, without making anything.
    [[nodiscard]] static Result<void> check(const std::string& path, Existing existing);
    /// Removes temporary files that killed runs left in a folder. `isWanted` gets the name of each one's target, of
    /// which long names have only the first 200 bytes.
    static void removeLeftovers(const std::string& folder,
                                const std::function<bool(std::string_view target)>& isWanted);
    /// Removes those of one target, as create() would; how many bytes they were.
    static std::uint64_t removeLeftoversOf(const std::string& path);
    /// A name in the folder of a target that a temporary file or folder for it can have, and which nobody can guess.
    [[nodiscard]] static std::string temporaryName(const std::string& target);
    /// The target of such a name, of which long ones have only the first 200 bytes; nothing if it is none.
    [[nodiscard]] static std::optional<std::string_view> targetOf(std::string_view temporary);
    [[nodiscard]] static bool isTemporaryName(std::string_view name, const std::string& target);
    ~FileSink();
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    /// With ReplaceSource: the file that is being read. Without this it is the one that create() found.
    void replaces(const FileStamp& source) { m_replaced = source; }

    [[nodiscard]] std::uint64_t position() const noexcept { return m_position; }
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
    [[nodiscard]] Result<void> write(std::string_view text);
    /// Copies a range of a file inside the kernel where it can, which costs no memory and on some file systems no disk.
    [[nodiscard]] Result<void> copyFrom(const FileSource& file, std::uint64_t offset, std::uint64_t bytes);
    /// Returns when everything written so far is on the disk.
    [[nodiscard]] Result<void> sync();
    /// The file as it is before commit(), for a look at it: a path that leads to it whatever becomes of its name.
    [[nodiscard]] std::string temporaryPath() const;
    [[nodiscard]] Result<void> commit();
    /// Whether something had the name when this was made.
    [[nodiscard]] bool hasOlder() const noexcept { return m_place.status.has_value(); }
    /// Takes that away before commit() does.
    [[nodiscard]] Result<void> removeOlder();
    /// Takes a file that commit() made away again, unless another has its name by now.
    void remove();

private:
    FileSink(std::string target, WritePlace place, Existing existing);
    [[nodiscard]] static Result<std::unique_ptr<FileSink>>
    createAt(WritePlace place, std::string target, Existing existing, std::optional<platform::FileMode> mostMode);
    [[nodiscard]] Result<void> makeTemporary();
    /// Whether the name in the folder is that of the file that was written.
    [[nodiscard]] bool isOurs(const std::string& name) const;
    [[nodiscard]] bool takeName() const;
    /// Whether what has the name is what may be replaced.
    [[nodiscard]] bool mayReplace() const;
    [[nodiscard]] std::unexpected<Error> spoiled() const;
    void advance(std::uint64_t written);
    [[nodiscard]] std::unexpected<Error> writeFailed(int reason) const;
    [[nodiscard]] Result<void> copyThroughMemory(const FileSource& file, std::uint64_t offset, std::uint64_t bytes);

    std::string m_target; ///< as it was asked for
    WritePlace m_place;
    std::string m_temporary; ///< a name in the folder; empty once it is gone
    Descriptor m_file;
    Existing m_existing;
    std::optional<FileStamp> m_replaced; ///< nothing: whatever has the name
    std::uint64_t m_position = 0;
    std::uint64_t m_begun = 0; ///< up to where the disk was told to write
};

} // namespace cairn
