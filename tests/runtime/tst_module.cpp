#include "core/runtime/module_search.h"
#include "core/runtime/open_module.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>

namespace cairn::tst_module {

using namespace cairn::runtime;

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
    void otherMachine();
    void cutShort_data();
    void cutShort();
    void relativeName();
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
    const auto module = openModule();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeMissing);
    const std::string told = module.error().paragraph();
    for (const char* part : {"no LibTorch is installed", "cairn_torch.so", "no PyTorch is looked for", "--torch-at"}) {
        QVERIFY2(told.find(part) != std::string::npos, told.c_str());
    }
    QCOMPARE(errorClass(module.error().code), ErrorClass::Io);
}

void tst_Module::notWhereItIsSaid()
{
    qputenv("CAIRN_RUNTIME", "/nowhere/at/all.so");
    const auto module = openModule();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeMissing);
    QVERIFY(module.error().what.text().find("/nowhere/at/all.so") != std::string::npos);
}

void tst_Module::noLibrary()
{
    const QTemporaryDir folder;
    qputenv("CAIRN_RUNTIME", test::writtenFile(folder, "cairn_torch.so", QByteArray(1'000, 't')).toUtf8());
    const auto module = openModule();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeBroken);
    QVERIFY(module.error().why.text().find("ELF") != std::string::npos);
}

/// The system's loader says of some of these that there is no such file.
void tst_Module::otherMachine()
{
    constexpr qsizetype classAt = 4;
    constexpr qsizetype processorAt = 18;
    for (const qsizetype at : {classAt, processorAt}) {
        QByteArray changed = test::contentOf(OTHER_VERSION_MODULE);
        changed[at] = static_cast<char>(changed[at] ^ 3);
        const QTemporaryDir folder;
        qputenv("CAIRN_RUNTIME", test::writtenFile(folder, "cairn_torch.so", changed).toUtf8());
        const auto module = openModule();
        QVERIFY(!module);
        QCOMPARE(module.error().code, ErrorCode::RuntimeBroken);
        QVERIFY2(module.error().what.text().ends_with("is for another kind of machine"),
                 module.error().what.text().c_str());
    }
}

/// The system's loader would end the process, with the signal SIGBUS.
void tst_Module::cutShort_data()
{
    QTest::addColumn<QByteArray>("content");
    const QByteArray whole = test::contentOf(OTHER_VERSION_MODULE);
    QVERIFY(whole.size() > 10'000);
    for (const qsizetype size : {qsizetype{0}, qsizetype{4}, qsizetype{40}, qsizetype{64}, qsizetype{100},
                                 qsizetype{500}, qsizetype{5'000}, whole.size() / 2, whole.size() - 1}) {
        QTest::addRow("%lld bytes", static_cast<long long>(size)) << whole.first(size);
    }
    QByteArray far = whole; // the offset of the first segment's bytes, as large as it can be
    far.replace(64 + 8, 8, QByteArray(8, '\xff'));
    QTest::addRow("a segment at the end of all numbers") << far;
}

void tst_Module::cutShort()
{
    QFETCH(QByteArray, content);
    const QTemporaryDir folder;
    qputenv("CAIRN_RUNTIME", test::writtenFile(folder, "cairn_torch.so", content).toUtf8());
    const auto module = openModule();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeBroken);
    QVERIFY(!module.error().why.empty() && !module.error().advice.empty());
    QVERIFY(module.error().where.starts_with(folder.path().toStdString()));
}

/// To the loader a name without a slash would be a library of the system.
void tst_Module::relativeName()
{
    const QTemporaryDir folder;
    test::writtenFile(folder, "libz.so.1", test::contentOf(OTHER_VERSION_MODULE));
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folder.path()));
    qputenv("CAIRN_RUNTIME", "libz.so.1");
    const auto module = openModule();
    QVERIFY(QDir::setCurrent(before));
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeVersion);
}

void tst_Module::anotherLibrary()
{
    qputenv("CAIRN_RUNTIME", "/lib/x86_64-linux-gnu/libz.so.1");
    if (!QFile::exists("/lib/x86_64-linux-gnu/libz.so.1")) {
        QSKIP("zlib lies elsewhere here");
    }
    const auto module = openModule();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeBroken);
    QVERIFY(module.error().what.text().find("not the LibTorch module") != std::string::npos);
}

void tst_Module::anotherVersion()
{
    qputenv("CAIRN_RUNTIME", OTHER_VERSION_MODULE);
    const auto module = openModule();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeVersion);
    QVERIFY(module.error().why.text().find("version 77") != std::string::npos);
}

void tst_Module::opens()
{
#ifdef CAIRN_TORCH_MODULE
    const auto mappedFiles = [] { return test::contentOf("/proc/self/maps"); };
    QVERIFY(!mappedFiles().contains("libtorch")); // nothing so far has touched it
    qputenv("CAIRN_RUNTIME", CAIRN_TORCH_MODULE);
    const auto module = openModule();
    QVERIFY2(module, module ? "" : module.error().paragraph().c_str());
    QVERIFY(mappedFiles().contains("libtorch"));
    QVERIFY(isModuleOpen());
    QVERIFY(!(*module)->torchVersion().empty());
    QCOMPARE((*module)->deviceCount("no such backend"), -1);
    QCOMPARE(openModule().value(), *module);
#else
    QSKIP("Cairn was built without the LibTorch module");
#endif
}

CAIRN_TEST(tst_Module);

} // namespace cairn::tst_module

#include "tst_module.moc"
