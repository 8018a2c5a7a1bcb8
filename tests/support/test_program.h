#pragma once

#include <QTest>

/// The tests of a folder are one program, which runs one class at a time: its first argument names the file of the
/// class.
namespace cairn::test {

using RunTest = int (*)(int argc, char** argv);

/// Makes a test known to the program.
class TestEntry {
public:
    TestEntry(const char* file, RunTest run);
};

/// For a test that needs no application.
struct NoApplication {
    NoApplication(int&, char**) {}
};

template <typename Test, typename Application = NoApplication>
int runTest(int argc, char** argv)
{
    [[maybe_unused]] const Application application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace cairn::test

/// CAIRN_TEST(CLASS) or CAIRN_TEST(CLASS, APPLICATION), once in the namespace of a test's file.
#define CAIRN_TEST(...) const ::cairn::test::TestEntry kTestEntry(__FILE__, ::cairn::test::runTest<__VA_ARGS__>)
