#include "core/runtime/module.h"
#include "core/runtime/module_search.h"
#include "tests/support/files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace cairn;
using namespace cairn::runtime;

namespace {

QByteArray mappedFiles()
{
    return test::contentOf("/proc/self/maps");
}

} // namespace

/// Finding and opening the LibTorch module, and every reason why that cannot be. Once it is open it stays so: the tests
/// run in this order.
class tst_Module : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("CAIRN_RUNTIME"); }
    void looksBesideTheProgram();
    void missing();
    void notWhereItIsSaid();
    void noLibrary();
    void anotherLibrary();
    void anotherVersion();
    void opens();
};

void tst_Module::looksBesideTheProgram()
{
    const ModuleSearch search = findModule();
    QVERIFY(!search.isNamed);
    QCOMPARE(search.lookedAt.size(), std::size_t{2});
    QVERIFY(search.lookedAt[0].ends_with("/cairn_torch.so"));
    QVERIFY(search.lookedAt[1].ends_with("/lib/cairn/cairn_torch.so"));

    const QTemporaryDir folder;
    test::writtenFile(folder, "cairn_torch.so", "x");
    qputenv("CAIRN_RUNTIME", folder.path().toUtf8());
    QVERIFY(findModule().isNamed);
    QCOMPARE(findModule().found, folder.filePath("cairn_torch.so").toStdString());
}

void tst_Module::missing()
{
    const auto module = Module::open();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeMissing);
    QVERIFY(module.error().paragraph().find("is not installed") != std::string::npos);
    QVERIFY(module.error().paragraph().find("CAIRN_RUNTIME") != std::string::npos);
    QCOMPARE(errorClass(module.error().code), ErrorClass::Io);
}

void tst_Module::notWhereItIsSaid()
{
    qputenv("CAIRN_RUNTIME", "/nowhere/at/all.so");
    const auto module = Module::open();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeMissing);
    QVERIFY(module.error().what.find("/nowhere/at/all.so") != std::string::npos);
}

void tst_Module::noLibrary()
{
    const QTemporaryDir folder;
    qputenv("CAIRN_RUNTIME", test::writtenFile(folder, "cairn_torch.so", QByteArray(1'000, 't')).toUtf8());
    const auto module = Module::open();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeBroken);
    QVERIFY(module.error().why.find("ELF") != std::string::npos); // the loader's own words
}

void tst_Module::anotherLibrary()
{
    qputenv("CAIRN_RUNTIME", "/lib/x86_64-linux-gnu/libz.so.1");
    if (!QFile::exists("/lib/x86_64-linux-gnu/libz.so.1")) {
        QSKIP("zlib lies elsewhere here");
    }
    const auto module = Module::open();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeBroken);
    QVERIFY(module.error().what.find("not the LibTorch module") != std::string::npos);
}

void tst_Module::anotherVersion()
{
    qputenv("CAIRN_RUNTIME", OTHER_VERSION_MODULE);
    const auto module = Module::open();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeVersion);
    QVERIFY(module.error().why.find("version 77") != std::string::npos);
}

void tst_Module::opens()
{
#ifdef CAIRN_TORCH_MODULE
    QVERIFY(!mappedFiles().contains("libtorch")); // nothing so far has touched it
    qputenv("CAIRN_RUNTIME", CAIRN_TORCH_MODULE);
    const auto module = Module::open();
    QVERIFY2(module, module ? "" : module.error().paragraph().c_str());
    QVERIFY(mappedFiles().contains("libtorch"));
    QVERIFY(isModuleOpen());
    QVERIFY(!(*module)->torchVersion().empty());
    QCOMPARE((*module)->interface().deviceCount("no such backend"), -1);
    QCOMPARE(Module::open().value(), *module);
#else
    QSKIP("Cairn was built without the LibTorch module");
#endif
}

QTEST_APPLESS_MAIN(tst_Module)
#include "tst_module.moc"
