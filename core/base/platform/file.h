#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// What systems do differently with files. Descriptors are those of the C library, on Windows too; paths and names are
/// UTF-8, with / between folders. What fails leaves its reason in errno, as the POSIX calls do.
namespace cairn {

/// Closes the descriptor it holds.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] bool isOpen() const noexcept { return m_number >= 0; }
    [[nodiscard]] int number() const noexcept { return m_number; }
    /// For whoever closes it from now on.
    [[nodiscard]] int release() noexcept { return std::exchange(m_number, -1); }

private:
    int m_number = -1;
};

} // namespace cairn

namespace cairn::platform {

/// Who may do what with a file, as the nine bits of POSIX. Windows knows of them only whether a file is read-only.
using FileMode = std::uint32_t;
inline constexpr FileMode kAnyMode = 0777;

enum class FileKind : std::uint8_t { Regular, Folder, Link, Pipe, Socket, Device, Other };

struct FileStatus {
    FileKind kind = FileKind::Other;
    FileMode mode = 0;
    std::uint32_t owner = 0; ///< always 0 where owners have no numbers
    std::uint64_t device = 0;
    std::uint64_t number = 0; ///< of the file on its device
    std::uint64_t names = 1;  ///< hard links
    std::uint64_t sizeBytes = 0;
    std::int64_t modifiedSeconds = 0;
    long modifiedNanoseconds = 0;

    [[nodiscard]] bool isSameFile(const FileStatus& other) const
    {
        return device == other.device && number == other.number;
    }
};

enum class Links : std::uint8_t { Follow, Keep };
[[nodiscard]] std::optional<FileStatus> statusOf(int descriptor);
[[nodiscard]] std::optional<FileStatus> statusOf(const std::string& path, Links links);
/// Whether two names lead to one file, or pipe.
[[nodiscard]] inline bool areOneFile(const std::string& first, const std::string& second)
{
    const auto status = statusOf(first, Links::Follow);
    const auto another = status ? statusOf(second, Links::Follow) : std::nullopt;
    return another && status->isSameFile(*another);
}
/// Of a name in a folder; a link is not followed.
[[nodiscard]] std::optional<FileStatus> statusIn(const Descriptor& folder, const std::string& name);
/// The owner of what this process makes, as FileStatus has it.
[[nodiscard]] std::uint32_t ownUser();

enum class Open : std::uint8_t {
    Read,       ///< without waiting for the other end of a pipe
    ReadStream, ///< which may be a pipe
    Change,     ///< to read and write what is there; no link
    MakeNew,    ///< to read and write, for the user alone; fails with EEXIST where there is something of that name
    Folder,     ///< good for the calls ...In()
    OwnFolder,  ///< the same, and no link
    LockFolder, ///< the same, and good for lock() where folders can be locked
    Itself      ///< to look at it alone, and a link is not followed
};
[[nodiscard]] Descriptor open(const std::string& path, Open how);
[[nodiscard]] Descriptor openIn(const Descriptor& folder, const std::string& name, Open how);
/// A file without a name, gone when it is closed, of which nobody else knows.
[[nodiscard]] Descriptor makeNameless(const std::string& folder);
/// Where large files may lie for a while; TMPDIR goes before it.
[[nodiscard]] std::string usualTemporaryPlace();
/// A folder of its own in another: its path; empty if there can be none.
[[nodiscard]] std::string makeTemporaryFolder(const std::string& place);
[[nodiscard]] Descriptor duplicate(int descriptor);
/// Lets a descriptor be one of what another leads to.
[[nodiscard]] bool replaceDescriptor(int descriptor, int by);

/// As pread, pwrite, read and write; a signal ends write() alone. -1: it failed.
[[nodiscard]] std::ptrdiff_t readAt(int descriptor, void* into, std::size_t bytes, std::uint64_t offset);
[[nodiscard]] std::ptrdiff_t writeAt(int descriptor, const void* from, std::size_t bytes, std::uint64_t offset);
/// Until all of it is written. False: it failed.
[[nodiscard]] inline bool writeWholeAt(int descriptor, const void* from, std::size_t bytes, std::uint64_t offset)
{
    const char* next = static_cast<const char*>(from);
    while (bytes != 0) {
        const std::ptrdiff_t count = writeAt(descriptor, next, bytes, offset);
        if (count < 0) {
            return false;
        }
        next += count;
        offset += static_cast<std::uint64_t>(count);
        bytes -= static_cast<std::size_t>(count);
    }
    return true;
}
[[nodiscard]] std::ptrdiff_t read(int descriptor, void* into, std::size_t bytes);
[[nodiscard]] std::ptrdiff_t write(int descriptor, const void* from, std::size_t bytes);
/// Whether a pipe or terminal has something to read, or has ended, within this time.
[[nodiscard]] bool waitForInput(int descriptor, std::chrono::milliseconds patience);

/// Copies inside the system from one file to the position of another: the bytes copied; 0 or less if it cannot.
[[nodiscard]] std::ptrdiff_t copyRange(int from, std::uint64_t offset, int to, std::size_t bytes);
/// Whether files in this folder can share the first block of a file.
[[nodiscard]] bool sharesBlocks(int file, const std::string& folder, std::uint32_t blockBytes);
/// Advice: the disk may begin to write this range.
void beginWriting(int descriptor, std::uint64_t offset, std::uint64_t bytes);
/// Returns when what was written is on the disk.
[[nodiscard]] bool sync(int descriptor);
/// The same, without times and other notes about the file.
[[nodiscard]] bool syncData(int descriptor);
/// Some file systems cannot; the data itself is safe then, too.
void syncFolder(const std::string& path);
void syncFolder(const Descriptor& folder);
[[nodiscard]] bool cut(int descriptor, std::uint64_t size);
/// Keeps a file from others who ask for the same; waits for them, or not. It ends with the descriptor.
enum class Lock : std::uint8_t { Wait, OrLeave };
[[nodiscard]] bool lock(int descriptor, Lock how);
/// Whether lock() failed because another has it.
[[nodiscard]] bool isLockedByOther();

void setMode(int descriptor, FileMode mode);
/// What files that are made new do not get: the umask.
[[nodiscard]] FileMode maskOfNewFiles();
[[nodiscard]] bool mayWriteIn(const Descriptor& folder);
[[nodiscard]] bool mayWriteIn(const std::string& folder);
void forEachName(const Descriptor& folder, const std::function<void(const std::string& name)>& use);
[[nodiscard]] bool removeIn(const Descriptor& folder, const std::string& name);
/// Makes a folder, with the rights that the system gives new ones; fails with EEXIST where there is something.
[[nodiscard]] bool makeFolderIn(const Descriptor& folder, const std::string& name);
/// Of an empty folder alone.
[[nodiscard]] bool removeFolderIn(const Descriptor& folder, const std::string& name);
/// Gives a folder, which nobody here may hold open on some systems, a name that is free; else it fails with EEXIST.
[[nodiscard]] bool renameFolderIn(const Descriptor& folder, const std::string& from, const std::string& to);
/// Gives an open file of this folder, or one whose path from the root is `from`, a name in it: in one step where the
/// file system can. Without `replaces` it fails with EEXIST if there is something of that name.
[[nodiscard]] bool renameIn(const Descriptor& folder, const Descriptor& file, const std::string& from,
                            const std::string& to, bool replaces);
[[nodiscard]] bool rename(const std::string& from, const std::string& to);
[[nodiscard]] bool remove(const std::string& path);
/// A path that leads to an open file, `name` in this folder, whatever becomes of the name if the system can.
[[nodiscard]] std::string pathOfOpen(int descriptor, const std::string& folder, const std::string& name);

/// Whether errno is of a disk, or a user's part of it, that is full.
[[nodiscard]] bool isDiskFull(int reason);
[[nodiscard]] bool isTooLarge(int reason);
/// Bytes that nobody can guess.
void fillRandom(unsigned char* bytes, std::size_t count);

} // namespace cairn::platform
