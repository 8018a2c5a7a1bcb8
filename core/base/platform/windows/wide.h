#pragma once

#include <string>
#include <string_view>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/// What the files of this folder share.
namespace cairn::platform {

[[nodiscard]] std::wstring wideText(std::string_view utf8);
[[nodiscard]] std::string narrowText(std::wstring_view wide);
/// A path as the system takes it however long it is: whole, and with the mark that says so. "NUL" and its like stay
/// devices.
[[nodiscard]] std::wstring widePath(const std::string& path);
/// What the system knows a descriptor of the C library by.
[[nodiscard]] HANDLE handleOf(int descriptor);
/// Puts the system's reason into errno, as the calls of POSIX do.
void keepReason(DWORD reason = ::GetLastError());

} // namespace cairn::platform
