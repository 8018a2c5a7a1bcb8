#include "app/crash_report.h"

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>

#include <sys/resource.h>

// Crashes in the way that it is asked for: crash_victim WAY FOLDER.

namespace {

volatile int depth = 0;

int fillStack(int level)
{
    std::array<volatile char, 4096> room{};
    room[0] = static_cast<char>(level);
    depth = depth + 1;
    return depth > 0 ? fillStack(level + 1) + room[0] : 0;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        return 2;
    }
    const rlimit none{};
    ::setrlimit(RLIMIT_CORE, &none);
    cairn::reportCrashes("victim", "1.0\nbuilt by hand", argv[2]);
    const std::string way = argv[1];
    if (way == "null") {
        volatile int* volatile nothing = nullptr;
        *nothing = 1;
    } else if (way == "stack") {
        return fillStack(0);
    } else if (way == "abort") {
        std::abort();
    } else if (way == "throw") {
        std::thread([] { throw std::runtime_error("nobody catches this"); }).join();
    }
    return 0;
}
