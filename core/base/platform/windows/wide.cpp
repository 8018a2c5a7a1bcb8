#include "core/base/platform/windows/wide.h"

#include <cerrno>
#include <io.h>

namespace cairn::platform {

namespace {

constexpr std::wstring_view kLong = LR"(\\?\)";
constexpr std::wstring_view kLongShare = LR"(\\?\UNC\)";

} // namespace

std::wstring wideText(std::string_view utf8)
{
    const int bytes = static_cast<int>(utf8.size());
    std::wstring wide(static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), bytes, nullptr, 0)),
                      L'\0');
    ::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), bytes, wide.data(), static_cast<int>(wide.size()));
    return wide;
}

std::string narrowText(std::wstring_view wide)
{
    const int units = static_cast<int>(wide.size());
    std::string text(
        static_cast<std::size_t>(::WideCharToMultiByte(CP_UTF8, 0, wide.data(), units, nullptr, 0, nullptr, nullptr)),
        '\0');
    ::WideCharToMultiByte(CP_UTF8, 0, wide.data(), units, text.data(), static_cast<int>(text.size()), nullptr, nullptr);
    return text;
}

std::wstring widePath(const std::string& path)
{
    const std::wstring given = wideText(path);
    const DWORD room = ::GetFullPathNameW(given.c_str(), 0, nullptr, nullptr);
    std::wstring whole(room, L'\0');
    whole.resize(::GetFullPathNameW(given.c_str(), room, whole.data(), nullptr));
    if (whole.starts_with(LR"(\\.\)") || whole.starts_with(kLong)) {
        return whole; // a device, or marked already
    }
    if (whole.starts_with(LR"(\\)")) {
        return std::wstring(kLongShare) + whole.substr(2);
    }
    return whole.empty() ? given : std::wstring(kLong) + whole;
}

HANDLE handleOf(int descriptor)
{
    return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

void keepReason(DWORD reason)
{
    switch (reason) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_INVALID_DRIVE: errno = ENOENT; return;
    case ERROR_DIRECTORY: errno = ENOTDIR; return;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT: errno = EACCES; return;
    case ERROR_SHARING_VIOLATION: errno = ETXTBSY; return;
    case ERROR_LOCK_VIOLATION: errno = EWOULDBLOCK; return;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: errno = EEXIST; return;
    case ERROR_DIR_NOT_EMPTY: errno = ENOTEMPTY; return;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: errno = ENOSPC; return;
    case ERROR_FILE_TOO_LARGE: errno = EFBIG; return;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: errno = EPIPE; return;
    case ERROR_INVALID_HANDLE: errno = EBADF; return;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: errno = ENOMEM; return;
    // A drive or a share that is not there any more.
    case ERROR_NOT_READY:
    case ERROR_DEV_NOT_EXIST:
    case ERROR_DEVICE_NOT_CONNECTED:
    case ERROR_DEVICE_REMOVED:
    case ERROR_NETNAME_DELETED:
    case ERROR_UNEXP_NET_ERR:
    case ERROR_FILE_INVALID:
    case ERROR_MEDIA_CHANGED: errno = ENODEV; return;
    case ERROR_NOT_SUPPORTED:
    case ERROR_INVALID_PARAMETER:
    case ERROR_INVALID_FUNCTION: errno = EINVAL; return;
    default: errno = EIO; return;
    }
}

} // namespace cairn::platform
