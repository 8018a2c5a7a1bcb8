#include "core/base/platform/file.h"

#include "core/base/platform/path_text.h"
#include "core/base/platform/windows/wide.h"

#include <algorithm>
#include <array>
#include <bcrypt.h>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <io.h>
#include <memory>
#include <vector>
#include <winternl.h>

namespace cairn {

Descriptor::~Descriptor()
{
    if (m_number >= 0) {
        ::_close(m_number);
    }
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    if (this != &other) {
        if (m_number >= 0) {
            ::_close(m_number);
        }
        m_number = std::exchange(other.m_number, -1);
    }
    return *this;
}

} // namespace cairn

namespace cairn::platform {

namespace {

/// Others may read, write, rename and remove what is open here, as on other systems.
constexpr DWORD kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr DWORD kReadOnly = FILE_ATTRIBUTE_READONLY;

bool done(BOOL isDone)
{
    if (isDone == 0) {
        keepReason();
    }
    return isDone != 0;
}

/// Closes a handle that no descriptor has.
struct CloseHandle {
    using pointer = HANDLE;
    void operator()(HANDLE handle) const { ::CloseHandle(handle); }
};
using Handle = std::unique_ptr<HANDLE, CloseHandle>;

bool succeeded(NTSTATUS status)
{
    if (status < 0) {
        keepReason(::RtlNtStatusToDosError(status));
    }
    return status >= 0;
}

/// A path, or a name in an open folder, whatever the path of that is by now; without a name it is the folder.
struct Place {
    std::wstring name;
    HANDLE folder = nullptr;
};

/// As CreateFileW, which knows no names in open folders.
Handle handleIn(const Place& place, DWORD access, DWORD share, DWORD making, DWORD flags, ULONG options = 0)
{
    std::wstring name = place.name;
    const auto bytes = static_cast<USHORT>(name.size() * sizeof(wchar_t));
    UNICODE_STRING text{.Length = bytes, .MaximumLength = bytes, .Buffer = name.data()};
    OBJECT_ATTRIBUTES object{};
    InitializeObjectAttributes(&object, &text, OBJ_CASE_INSENSITIVE, place.folder, nullptr);
    IO_STATUS_BLOCK state{};
    HANDLE handle = nullptr;
    const NTSTATUS status =
        ::NtCreateFile(&handle, access | SYNCHRONIZE | FILE_READ_ATTRIBUTES, &object, &state, nullptr,
                       FILE_ATTRIBUTE_NORMAL, share, making == CREATE_NEW ? FILE_CREATE : FILE_OPEN,
                       FILE_SYNCHRONOUS_IO_NONALERT | FILE_OPEN_FOR_BACKUP_INTENT |
                           ((flags & FILE_FLAG_OPEN_REPARSE_POINT) == 0 ? 0 : FILE_OPEN_REPARSE_POINT) | options,
                       nullptr, 0);
    return Handle(succeeded(status) ? handle : nullptr);
}

Handle handleAt(const Place& place, DWORD access, DWORD share, DWORD making, DWORD flags)
{
    if (place.folder != nullptr) {
        return handleIn(place, access, share, making, flags);
    }
    HANDLE handle = ::CreateFileW(place.name.c_str(), access, share, nullptr, making, flags, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        keepReason();
        handle = nullptr;
    }
    return Handle(handle);
}

Descriptor descriptorOf(Handle handle)
{
    if (handle == nullptr) {
        return {};
    }
    Descriptor made(::_open_osfhandle(reinterpret_cast<intptr_t>(handle.get()), _O_BINARY | _O_NOINHERIT));
    if (made.isOpen()) {
        (void)handle.release(); // the descriptor closes it
    }
    return made;
}

bool isLinkTag(DWORD tag)
{
    return tag == IO_REPARSE_TAG_SYMLINK || tag == IO_REPARSE_TAG_MOUNT_POINT;
}

std::optional<FileStatus> statusOfHandle(HANDLE handle)
{
    FileStatus status;
    switch (::GetFileType(handle)) {
    case FILE_TYPE_PIPE: status.kind = FileKind::Pipe; return status;
    case FILE_TYPE_CHAR: status.kind = FileKind::Device; return status;
    case FILE_TYPE_DISK: break;
    default: keepReason(ERROR_INVALID_HANDLE); return std::nullopt;
    }
    BY_HANDLE_FILE_INFORMATION facts{};
    if (!done(::GetFileInformationByHandle(handle, &facts))) {
        return std::nullopt;
    }
    FILE_ATTRIBUTE_TAG_INFO tag{};
    const bool isLink = (facts.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
                        ::GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof(tag)) != 0 &&
                        isLinkTag(tag.ReparseTag);
    const bool isFolder = (facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    status.kind = isLink ? FileKind::Link : isFolder ? FileKind::Folder : FileKind::Regular;
    const auto whole = [](DWORD high, DWORD low) { return (std::uint64_t{high} << 32U) | low; };
    status.mode = (facts.dwFileAttributes & kReadOnly) != 0 && !isFolder ? 0444 : 0666;
    status.device = facts.dwVolumeSerialNumber;
    status.number = whole(facts.nFileIndexHigh, facts.nFileIndexLow);
    status.names = facts.nNumberOfLinks;
    status.sizeBytes = whole(facts.nFileSizeHigh, facts.nFileSizeLow);
    constexpr std::int64_t ticks = 10'000'000;              // in a second
    constexpr std::int64_t from1601To1970 = 11'644'473'600; // seconds
    const auto time =
        static_cast<std::int64_t>(whole(facts.ftLastWriteTime.dwHighDateTime, facts.ftLastWriteTime.dwLowDateTime));
    status.modifiedSeconds = time / ticks - from1601To1970;
    status.modifiedNanoseconds = static_cast<long>(time % ticks) * 100;
    return status;
}

/// Folders open with these flags alone, and a link opens itself with the second.
constexpr DWORD kAnything = FILE_FLAG_BACKUP_SEMANTICS;
constexpr DWORD kNoFollowing = FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT;

std::optional<FileStatus> statusAt(const Place& place, Links links)
{
    const Handle handle = handleAt(place, FILE_READ_ATTRIBUTES, kShareAll, OPEN_EXISTING,
                                   links == Links::Keep ? kNoFollowing : kAnything);
    return handle == nullptr ? std::nullopt : statusOfHandle(handle.get());
}

/// Nobody can rename, remove or replace a folder while it is held so.
Handle openFolder(const Place& place, DWORD flags)
{
    Handle folder = handleAt(place, FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING, flags);
    if (folder == nullptr && errno == EACCES) { // a folder that may be entered, and not be listed
        folder = handleAt(place, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING, flags);
    }
    const auto status = folder == nullptr ? std::nullopt : statusOfHandle(folder.get());
    if (status && status->kind != FileKind::Folder) {
        errno = ENOTDIR;
        return nullptr;
    }
    return folder;
}

/// To be changed: no link, as none is followed.
Handle openNoLink(const Place& place)
{
    Handle file = handleAt(place, GENERIC_READ | GENERIC_WRITE | DELETE, kShareAll, OPEN_EXISTING,
                           FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT);
    const auto status = file == nullptr ? std::nullopt : statusOfHandle(file.get());
    if (status && status->kind == FileKind::Link) {
        errno = ELOOP;
        return nullptr;
    }
    return file;
}

Descriptor openAt(const Place& place, Open how)
{
    switch (how) {
    case Open::Read:
    case Open::ReadStream: return descriptorOf(handleAt(place, GENERIC_READ, kShareAll, OPEN_EXISTING, kAnything));
    case Open::Change: return descriptorOf(openNoLink(place));
    case Open::MakeNew:
        return descriptorOf(
            handleAt(place, GENERIC_READ | GENERIC_WRITE | DELETE, kShareAll, CREATE_NEW, FILE_ATTRIBUTE_NORMAL));
    case Open::Folder: return descriptorOf(openFolder(place, kAnything));
    case Open::OwnFolder:
    case Open::LockFolder: return descriptorOf(openFolder(place, kNoFollowing));
    case Open::Itself:
        return descriptorOf(handleAt(place, FILE_READ_ATTRIBUTES, kShareAll, OPEN_EXISTING, kNoFollowing));
    }
    return {};
}

Place placeIn(const Descriptor& folder, const std::string& name)
{
    return {.name = name == "." ? std::wstring() : wideText(name), .folder = handleOf(folder.number())};
}

Place placeOf(const std::string& path)
{
    return {.name = widePath(path)};
}

OVERLAPPED placeAt(std::uint64_t offset)
{
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32U);
    return place;
}

/// More at a time, some drivers refuse.
DWORD fewBytes(std::size_t bytes)
{
    constexpr std::size_t most = std::size_t{64} << 20U;
    return static_cast<DWORD>(std::min(bytes, most));
}

/// Where a byte is locked: files do not reach so far, and what is locked there stands in nobody's way.
constexpr std::uint64_t kLockedByte = std::uint64_t{1} << 62U;

/// Files that were made read-only go, too: what is removed is always our own.
bool removeAt(const Place& place)
{
    const Handle file = handleAt(place, DELETE | FILE_WRITE_ATTRIBUTES, kShareAll, OPEN_EXISTING, kNoFollowing);
    if (file == nullptr) {
        return false;
    }
    FILE_BASIC_INFO facts{}; // without times, which stay as they are
    facts.FileAttributes = FILE_ATTRIBUTE_NORMAL;
    (void)::SetFileInformationByHandle(file.get(), FileBasicInfo, &facts, sizeof(facts));
    FILE_DISPOSITION_INFO removal{.DeleteFile = TRUE};
    return done(::SetFileInformationByHandle(file.get(), FileDispositionInfo, &removal, sizeof(removal)));
}

struct Renaming { // FILE_RENAME_INFO, as Windows 10 has it
    DWORD flags;
    HANDLE root;
    DWORD bytes;
    WCHAR name[1];
};

constexpr int kPlainRenaming = 10; // FileRenameInformation

/// Through the file's own handle: whatever becomes of its old name meanwhile, it is this file that gets the new one.
bool renameHandle(HANDLE file, const Place& to, int how, DWORD flags)
{
    const std::size_t bytes = to.name.size() * sizeof(WCHAR);
    std::vector<std::byte> room(sizeof(Renaming) + bytes);
    auto* renaming =
        new (room.data()) Renaming{.flags = flags, .root = to.folder, .bytes = static_cast<DWORD>(bytes), .name = {}};
    std::ranges::copy(to.name, renaming->name);
    IO_STATUS_BLOCK state{};
    return succeeded(::NtSetInformationFile(file, &state, room.data(), static_cast<ULONG>(room.size()),
                                            static_cast<FILE_INFORMATION_CLASS>(how)));
}

} // namespace

std::optional<FileStatus> statusOf(int descriptor)
{
    return statusOfHandle(handleOf(descriptor));
}

std::optional<FileStatus> statusOf(const std::string& path, Links links)
{
    return statusAt(placeOf(path), links);
}

std::optional<FileStatus> statusIn(const Descriptor& folder, const std::string& name)
{
    return statusAt(placeIn(folder, name), Links::Keep);
}

std::uint32_t ownUser()
{
    return 0;
}

std::string pathText(const std::filesystem::path& path)
{
    std::string text = path.string();
    std::ranges::replace(text, '\\', '/');
    return text;
}

Descriptor open(const std::string& path, Open how)
{
    if (path == "/dev/stdin") { // as command lines call it
        return duplicate(0);
    }
    return openAt(placeOf(path), how);
}

Descriptor openIn(const Descriptor& folder, const std::string& name, Open how)
{
    return openAt(placeIn(folder, name), how);
}

namespace {

/// A name that nobody else has.
std::wstring newName(const std::string& folder)
{
    std::array<unsigned char, 12> bytes{};
    fillRandom(bytes.data(), bytes.size());
    std::wstring name = widePath(folder) + L"\\cairn-";
    for (const unsigned char byte : bytes) {
        name += static_cast<wchar_t>(L'a' + byte % 26);
    }
    return name;
}

} // namespace

Descriptor makeNameless(const std::string& folder)
{
    return descriptorOf(handleAt({.name = newName(folder)}, GENERIC_READ | GENERIC_WRITE | DELETE, kShareAll,
                                 CREATE_NEW, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE));
}

std::string usualTemporaryPlace()
{
    std::array<wchar_t, MAX_PATH + 1> place{};
    const DWORD units = ::GetTempPathW(static_cast<DWORD>(place.size()), place.data());
    std::string text = pathText(narrowText({place.data(), units}));
    return text.ends_with('/') ? text.substr(0, text.size() - 1) : text;
}

std::string makeTemporaryFolder(const std::string& place)
{
    const std::wstring path = newName(place);
    return done(::CreateDirectoryW(path.c_str(), nullptr))
               ? place + "/" + narrowText(path.substr(path.rfind(L'\\') + 1))
               : std::string();
}

Descriptor duplicate(int descriptor)
{
    HANDLE made = nullptr;
    HANDLE const self = ::GetCurrentProcess();
    if (!done(::DuplicateHandle(self, handleOf(descriptor), self, &made, 0, FALSE, DUPLICATE_SAME_ACCESS))) {
        return {};
    }
    return descriptorOf(Handle(made));
}

bool replaceDescriptor(int descriptor, int by)
{
    return ::_dup2(by, descriptor) == 0;
}

std::ptrdiff_t readAt(int descriptor, void* into, std::size_t bytes, std::uint64_t offset)
{
    OVERLAPPED place = placeAt(offset);
    DWORD count = 0;
    if (::ReadFile(handleOf(descriptor), into, fewBytes(bytes), &count, &place) != 0) {
        return count;
    }
    if (::GetLastError() == ERROR_HANDLE_EOF) {
        return 0;
    }
    keepReason();
    return -1;
}

std::ptrdiff_t writeAt(int descriptor, const void* from, std::size_t bytes, std::uint64_t offset)
{
    OVERLAPPED place = placeAt(offset);
    DWORD count = 0;
    return done(::WriteFile(handleOf(descriptor), from, fewBytes(bytes), &count, &place)) ? std::ptrdiff_t{count} : -1;
}

std::ptrdiff_t read(int descriptor, void* into, std::size_t bytes)
{
    DWORD count = 0;
    if (::ReadFile(handleOf(descriptor), into, fewBytes(bytes), &count, nullptr) != 0) {
        return count;
    }
    if (::GetLastError() == ERROR_BROKEN_PIPE) { // whoever wrote is done
        return 0;
    }
    keepReason();
    return -1;
}

std::ptrdiff_t write(int descriptor, const void* from, std::size_t bytes)
{
    DWORD count = 0;
    return done(::WriteFile(handleOf(descriptor), from, fewBytes(bytes), &count, nullptr)) ? std::ptrdiff_t{count} : -1;
}

/// Pipes cannot be waited for: they are looked at again and again.
bool waitForInput(int descriptor, std::chrono::milliseconds patience)
{
    constexpr std::chrono::milliseconds step{5};
    HANDLE const pipe = handleOf(descriptor);
    for (std::chrono::milliseconds passed{0}; passed < patience; passed += step) {
        DWORD waiting = 0;
        if (::PeekNamedPipe(pipe, nullptr, 0, nullptr, &waiting, nullptr) == 0 || waiting > 0) {
            return true; // reading says what is wrong, or that this is the end
        }
        ::Sleep(static_cast<DWORD>(step.count()));
    }
    return false;
}

/// Windows copies whole files alone.
std::ptrdiff_t copyRange(int /*from*/, std::uint64_t /*offset*/, int /*to*/, std::size_t /*bytes*/)
{
    errno = EINVAL;
    return -1;
}

bool sharesBlocks(int /*file*/, const std::string& /*folder*/, std::uint32_t /*blockBytes*/)
{
    return false;
}

void beginWriting(int /*descriptor*/, std::uint64_t /*offset*/, std::uint64_t /*bytes*/) {}

bool sync(int descriptor)
{
    return done(::FlushFileBuffers(handleOf(descriptor)));
}

bool syncData(int descriptor)
{
    return sync(descriptor);
}

/// NTFS keeps a journal of names, and renames are written through.
void syncFolder(const std::string& /*path*/) {}
void syncFolder(const Descriptor& /*folder*/) {}

bool cut(int descriptor, std::uint64_t size)
{
    FILE_END_OF_FILE_INFO end{};
    end.EndOfFile.QuadPart = static_cast<LONGLONG>(size);
    return done(::SetFileInformationByHandle(handleOf(descriptor), FileEndOfFileInfo, &end, sizeof(end)));
}

bool lock(int descriptor, Lock how)
{
    OVERLAPPED place = placeAt(kLockedByte);
    const DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | (how == Lock::Wait ? 0U : LOCKFILE_FAIL_IMMEDIATELY);
    return done(::LockFileEx(handleOf(descriptor), flags, 0, 1, 0, &place));
}

bool isLockedByOther()
{
    return errno == EWOULDBLOCK;
}

void setMode(int descriptor, FileMode mode)
{
    constexpr FileMode anyWrite = 0222;
    FILE_BASIC_INFO facts{};
    HANDLE const handle = handleOf(descriptor);
    if (::GetFileInformationByHandleEx(handle, FileBasicInfo, &facts, sizeof(facts)) == 0) {
        return;
    }
    const bool wasReadOnly = (facts.FileAttributes & kReadOnly) != 0;
    if (const bool isReadOnly = (mode & anyWrite) == 0; isReadOnly != wasReadOnly) {
        facts.FileAttributes ^= kReadOnly;
        (void)::SetFileInformationByHandle(handle, FileBasicInfo, &facts, sizeof(facts));
    }
}

FileMode maskOfNewFiles()
{
    return 0;
}

namespace {

/// Only trying tells: what a folder allows is a long list of rules.
bool mayAddFile(const Place& folder)
{
    return handleAt(folder, FILE_ADD_FILE, kShareAll, OPEN_EXISTING, kAnything) != nullptr;
}

} // namespace

bool mayWriteIn(const Descriptor& folder)
{
    return mayAddFile(placeIn(folder, "."));
}

bool mayWriteIn(const std::string& folder)
{
    return mayAddFile(placeOf(folder));
}

void forEachName(const Descriptor& folder, const std::function<void(const std::string& name)>& use)
{
    constexpr std::size_t room = 65536;
    std::vector<std::uint64_t> entries(room / sizeof(std::uint64_t)); // as they want to lie
    auto how = FileIdBothDirectoryRestartInfo;
    while (::GetFileInformationByHandleEx(handleOf(folder.number()), how, entries.data(), room) != 0) {
        how = FileIdBothDirectoryInfo;
        const auto* at = reinterpret_cast<const std::byte*>(entries.data());
        for (DWORD step = 1; step != 0; at += step) {
            const auto& entry = *reinterpret_cast<const FILE_ID_BOTH_DIR_INFO*>(at);
            use(narrowText({entry.FileName, entry.FileNameLength / sizeof(wchar_t)}));
            step = entry.NextEntryOffset;
        }
    }
}

bool removeIn(const Descriptor& folder, const std::string& name)
{
    return removeAt(placeIn(folder, name));
}

bool makeFolderIn(const Descriptor& folder, const std::string& name)
{
    return handleIn(placeIn(folder, name), FILE_LIST_DIRECTORY, kShareAll, CREATE_NEW, 0, FILE_DIRECTORY_FILE) !=
           nullptr;
}

bool removeFolderIn(const Descriptor& folder, const std::string& name)
{
    const auto status = statusIn(folder, name);
    return status && status->kind == FileKind::Folder && removeAt(placeIn(folder, name)); // which has to be empty
}

bool renameFolderIn(const Descriptor& folder, const std::string& from, const std::string& to)
{
    const Handle handle = handleAt(placeIn(folder, from), DELETE, kShareAll, OPEN_EXISTING, kNoFollowing);
    return handle != nullptr && renameHandle(handle.get(), placeIn(folder, to), kPlainRenaming, 0);
}

bool renameIn(const Descriptor& folder, const Descriptor& file, const std::string& /*from*/, const std::string& to,
              bool replaces)
{
    constexpr int asPosix = 65; // FileRenameInformationEx, since Windows 10
    constexpr DWORD replaceIfExists = 1;
    constexpr DWORD goneAtOnce = 2; // what had the name, although somebody has it open
    const Place target = placeIn(folder, to);
    HANDLE const handle = handleOf(file.number());
    const bool isRenamed = replaces ? renameHandle(handle, target, asPosix, replaceIfExists | goneAtOnce) ||
                                          renameHandle(handle, target, kPlainRenaming, replaceIfExists)
                                    : renameHandle(handle, target, kPlainRenaming, 0);
    return isRenamed && sync(file.number());
}

bool rename(const std::string& from, const std::string& to)
{
    return done(::MoveFileExW(widePath(from).c_str(), widePath(to).c_str(), MOVEFILE_WRITE_THROUGH));
}

bool remove(const std::string& path)
{
    return removeAt(placeOf(path));
}

std::string pathOfOpen(int /*descriptor*/, const std::string& folder, const std::string& name)
{
    return folder + "/" + name;
}

bool isDiskFull(int reason)
{
    return reason == ENOSPC;
}

bool isTooLarge(int reason)
{
    return reason == EFBIG;
}

void fillRandom(unsigned char* bytes, std::size_t count)
{
    ::BCryptGenRandom(nullptr, bytes, static_cast<ULONG>(count), BCRYPT_USE_SYSTEM_PREFERRED_RNG);
}

} // namespace cairn::platform
