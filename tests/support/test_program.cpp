#include "tests/support/test_program.h"

#include "core/runtime/host/torch_host.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <system_error>
#include <thread>

namespace cairn::test {

namespace {

std::map<std::string, RunTest>& knownTests()
{
    static std::map<std::string, RunTest> tests;
    return tests;
}

/// Whether a thread of one of Qt's pools, with which it paints, is there. Linux cuts names of threads at 15 letters.
bool hasPooledThread()
{
    std::error_code gone; // of a thread that ends meanwhile
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", gone)) {
        std::string name;
        std::getline(std::ifstream(thread.path() / "comm"), name);
        if (name == "Thread (pooled)") {
            return true;
        }
    }
    return false;
}

} // namespace

TestEntry::TestEntry(const char* file, RunTest run)
{
    knownTests().emplace(std::filesystem::path(file).stem().string(), run);
}

} // namespace cairn::test

int main(int argc, char** argv)
{
    if (const auto status = cairn::runtime::runAsTorchHost(argc, argv)) {
        return *status;
    }
    const auto& tests = cairn::test::knownTests();
    const auto wanted = argc > 1 ? tests.find(argv[1]) : tests.end();
    if (wanted == tests.end()) {
        std::fprintf(stderr, "usage: %s TEST [ARGUMENT OF QT TEST...]\nwith one of these tests:\n", argv[0]);
        for (const auto& [name, run] : tests) {
            std::fprintf(stderr, "%s\n", name.c_str());
        }
        return 2;
    }
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi); // as QTEST_MAIN does
    std::copy(argv + 2, argv + argc + 1, argv + 1);  // the null at the end too
    const int result = wanted->second(argc - 1, argv);
    // Qt waits until the work of its pools is done, not until their threads are gone, and what it keeps for one that is
    // late looks lost to a sanitizer.
    while (cairn::test::hasPooledThread()) {
        std::this_thread::yield();
    }
    return result;
}
