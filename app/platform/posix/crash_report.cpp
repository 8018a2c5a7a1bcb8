#include "app/crash_report.h"

#include "app/crash_words.h"

#include <fcntl.h>
#include <unistd.h>

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define CAIRN_HAS_BACKTRACE
#endif

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>

// A sanitizer tells more of a crash than this does.
#if defined(__SANITIZE_ADDRESS__)
#define CAIRN_IS_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CAIRN_IS_SANITIZED
#endif
#endif

namespace cairn {

namespace {

#ifdef CAIRN_IS_SANITIZED
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

// A handler may neither allocate nor take a lock, so all it says is made here before. Never freed: threads that are
// still running while the process ends may crash too.
struct Words {
    CrashWords said;
    std::string path; ///< of the report; empty without
};
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): handlers know nothing else.
const Words* words = nullptr;
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::array<char, 512> exceptionText{}; ///< the reason, when it is an exception

struct Signal {
    int number;
    std::string_view reason;
};
constexpr std::array kSignals{
    Signal{SIGSEGV, "it used memory that is not there (SIGSEGV)"},
    Signal{SIGBUS, "memory or a file behind it went away (SIGBUS)"},
    Signal{SIGFPE, "it divided by zero (SIGFPE)"},
    Signal{SIGILL, "the processor does not know an instruction (SIGILL)"},
    Signal{SIGABRT, "it gave up by itself (SIGABRT)"},
};

void put(int file, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t count = ::write(file, text.data(), text.size());
        if (count <= 0) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

/// The calls that led here; the same for every place that a crash is described in.
struct Stack {
    std::array<void*, 64> frames{};
    int count = 0;
};

void describe(int file, std::string_view reason, const Stack& stack)
{
    put(file, words->said.before);
    put(file, reason);
    put(file, words->said.after);
#ifdef CAIRN_HAS_BACKTRACE
    ::backtrace_symbols_fd(stack.frames.data(), stack.count, file);
#endif
}

void onCrash(int number)
{
    // SA_RESETHAND has put the default back: a second crash, in here, ends the process.
    std::string_view reason = exceptionText.data();
    for (const Signal& signal : kSignals) {
        if (signal.number == number && reason.empty()) {
            reason = signal.reason;
        }
    }
    Stack stack;
#ifdef CAIRN_HAS_BACKTRACE
    stack.count = ::backtrace(stack.frames.data(), static_cast<int>(stack.frames.size()));
#endif
    describe(STDERR_FILENO, reason, stack);
    if (!words->path.empty()) {
        const int file = ::open(words->path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file >= 0) {
            describe(file, reason, stack);
            ::close(file);
            put(STDERR_FILENO, "\nThis is also in ");
            put(STDERR_FILENO, words->path);
            put(STDERR_FILENO, "\n");
        }
    }
    ::raise(number);
}

/// Here the exception is still known.
[[noreturn]] void onUncaught()
{
    const char* what = "none"; // std::terminate was called for another reason
    try {
        if (const std::exception_ptr exception = std::current_exception()) {
            std::rethrow_exception(exception);
        }
    } catch (const std::exception& exception) {
        what = exception.what();
    } catch (...) {
        what = "of an unknown type";
    }
    std::snprintf(exceptionText.data(), exceptionText.size(), "nobody caught an exception: %s (SIGABRT)", what);
    std::abort();
}

/// A stack that overflowed has no room for a handler.
void takeOtherStack()
{
    static std::array<std::byte, std::size_t{64} * 1024> room;
    stack_t stack{};
    stack.ss_sp = room.data();
    stack.ss_size = room.size();
    ::sigaltstack(&stack, nullptr);
}

} // namespace

void reportCrashes(std::string_view program, std::string_view version, const std::string& folder)
{
    if (kIsSanitized || words != nullptr) {
        return;
    }
    static const Words* const made = new Words{.said = crashWords(program, version),
                                               .path = crashReportPath(folder, static_cast<unsigned long>(::getpid()))};
    words = made;
#ifdef CAIRN_HAS_BACKTRACE
    std::array<void*, 1> frame{};
    ::backtrace(frame.data(), 1); // its first call loads a library, which a handler must not do
#endif
    takeOtherStack();
    std::set_terminate(onUncaught);
    struct sigaction action{};
    action.sa_handler = onCrash;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK | SA_NODEFER);
    for (const Signal& signal : kSignals) {
        ::sigaction(signal.number, &action, nullptr);
    }
}

} // namespace cairn
