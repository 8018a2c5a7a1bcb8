#include "tests/support/test_program.h"

#include "core/runtime/host/torch_host.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace cairn::test {

namespace {

std::map<std::string, RunTest>& knownTests()
{
    static std::map<std::string, RunTest> tests;
    return tests;
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
    return wanted->second(argc - 1, argv);
}
