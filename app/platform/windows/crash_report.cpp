#include "app/crash_report.h"

#include "app/crash_words.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

namespace cairn {

namespace {

/// Never freed: threads that are still running while the process ends may crash too.
struct Words {
    CrashWords said;
    std::wstring path; ///< of the report; empty without
};
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): handlers know nothing else.
const Words* words = nullptr;

void put(HANDLE file, std::string_view text)
{
    DWORD count = 0;
    ::WriteFile(file, text.data(), static_cast<DWORD>(text.size()), &count, nullptr);
}

void describe(HANDLE file, std::string_view reason)
{
    put(file, words->said.before);
    put(file, reason);
    put(file, words->said.after);
    std::array<void*, 62> frames{}; // more at a time, older systems refuse
    const USHORT count = ::CaptureStackBackTrace(0, static_cast<DWORD>(frames.size()), frames.data(), nullptr);
    const auto base = reinterpret_cast<std::uintptr_t>(::GetModuleHandleW(nullptr));
    for (USHORT i = 0; i < count; ++i) {
        std::array<char, 32> line{};
        const int size =
            std::snprintf(line.data(), line.size(), "program+0x%llx\n",
                          static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(frames[i]) - base));
        put(file, {line.data(), static_cast<std::size_t>(size)});
    }
}

void report(std::string_view reason)
{
    HANDLE const standardError = ::GetStdHandle(STD_ERROR_HANDLE);
    describe(standardError, reason);
    if (words->path.empty()) {
        return;
    }
    HANDLE const file =
        ::CreateFileW(words->path.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file != INVALID_HANDLE_VALUE) {
        describe(file, reason);
        ::CloseHandle(file);
        put(standardError, "\nThis is also in the folder of crash reports\n");
    }
}

LONG WINAPI onCrash(EXCEPTION_POINTERS* exception)
{
    switch (exception->ExceptionRecord->ExceptionCode) {
    case EXCEPTION_ACCESS_VIOLATION: report("it used memory that is not there"); break;
    case EXCEPTION_STACK_OVERFLOW: report("its stack is too small"); break;
    case EXCEPTION_IN_PAGE_ERROR: report("memory or a file behind it went away"); break;
    case EXCEPTION_INT_DIVIDE_BY_ZERO: report("it divided by zero"); break;
    case EXCEPTION_ILLEGAL_INSTRUCTION: report("the processor does not know an instruction"); break;
    default: report("the system ended it"); break;
    }
    return EXCEPTION_CONTINUE_SEARCH; // it dies as it would have
}

[[noreturn]] void onUncaught()
{
    std::string reason = "it gave up by itself";
    try {
        if (const std::exception_ptr exception = std::current_exception()) {
            std::rethrow_exception(exception);
        }
    } catch (const std::exception& exception) {
        reason = std::string("nobody caught an exception: ") + exception.what();
    } catch (...) {
        reason = "nobody caught an exception of an unknown type";
    }
    report(reason);
    std::_Exit(3); // as abort() does, without its window
}

} // namespace

void reportCrashes(std::string_view program, std::string_view version, const std::string& folder)
{
    if (words != nullptr) {
        return;
    }
    static const Words* const made =
        new Words{.said = crashWords(program, version),
                  .path = std::filesystem::path(crashReportPath(folder, ::GetCurrentProcessId())).wstring()};
    words = made;
    ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); // no windows of the system
    std::set_terminate(onUncaught);
    ::SetUnhandledExceptionFilter(onCrash);
}

} // namespace cairn
