#include "core/checkpoint/trust.h"
#include "core/formats/pickle/pickle_probe.h"
#include "tests/support/files.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "tests/support/written_pickle.h"
#include "tests/support/zip_samples.h"

#include <QTemporaryDir>

namespace cairn::tst_container_trust {

using namespace cairn::checkpoint;
using namespace cairn::test;

namespace {

const QByteArray kRuns = "cos\nsystem\n(S'true'\ntR.";

/// As numpy.save writes it, but for the type and what follows.
QByteArray npy(const QByteArray& type, const QByteArray& content)
{
    const QByteArray header = "{'descr': " + type + ", 'fortran_order': False, 'shape': (1,), }\n";
    return QByteArray("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header + content;
}

/// A pickle of an ordinary value beside other records.
ZipBuilder torchZip()
{
    ZipBuilder zip;
    zip.torchLayout = true;
    zip.zip64End = true;
    zip.add("a/version", "3\n");
    zip.add("a/data.pkl", "\x80\x02}.");
    return zip;
}

Trust trustOfBytes(const QByteArray& bytes)
{
    const auto checkpoint = opened(bytes);
    return checkpoint ? trustOf(**checkpoint).trust : Trust::Dangerous; // what is refused is not called harmless
}

} // namespace

/// What formats that hold others let run that is not their own pickle.
class TestContainerTrust : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsObjectsInArrays_data();
    void findsObjectsInArrays();
    void staysCalmAboutRecords_data();
    void staysCalmAboutRecords();
    void fearsArraysInTorchZips();
    void looksIntoPackedRecords();
    void looksIntoPackages_data();
    void looksIntoPackages();
    void looksIntoExportedPrograms();
    void judgesNamesInScripts_data();
    void judgesNamesInScripts();
    void fearsConstantsInOtherLetters();
    void fearsShardsElsewhere();
    void followsUnpicklers_data();
    void followsUnpicklers();
};

/// All that makes numpy.load(allow_pickle=True) unpickle what follows, which it does with each of these.
void TestContainerTrust::findsObjectsInArrays_data()
{
    QTest::addColumn<QByteArray>("type");
    for (const char* type :
         {"'O'", "'|O'", "'O8'", "'|O8'", "'O4'", "'=O'", "'<O'", "'2O'", "'(2,)O'", "('O', (2,))", "'object'",
          "'O,i4'", "'i4,O'", "[('a', 'O')]", "[('a', '<i4'), ('b', '|O')]", "[('a', '<i4'), ('b', '|O', (2,))]",
          "[('a', [('b', '|O')])]", "[(('title]', 'a'), '|O')]", "[('a', 'object')]"}) {
        QTest::newRow(type) << QByteArray(type);
    }
}

void TestContainerTrust::findsObjectsInArrays()
{
    QFETCH(const QByteArray, type);
    QCOMPARE(trustOfBytes(npy(type, kRuns)), Trust::Dangerous);
    ZipBuilder archive;
    archive.add("whole.npy", npy("'|u1'", "1").toStdString());
    archive.add("hidden.npy", npy(type, kRuns).toStdString());
    QCOMPARE(trustOfBytes(bytesOf(archive)), Trust::Dangerous);
}

void TestContainerTrust::staysCalmAboutRecords_data()
{
    QTest::addColumn<QByteArray>("type");
    for (const char* type :
         {"'|S5'", "'<U3'", "'|V4'", "'<M8[ns]'", "'<m8[25us]'", "[('x', '<f4'), ('y', '<f4', (2, 3))]",
          "[('a', [('b', '|u1')]), ('', '|V3')]", "[(('title', 'name'), '<i8')]", "[('it\\'s', '|b1')]"}) {
        QTest::newRow(type) << QByteArray(type);
    }
}

void TestContainerTrust::staysCalmAboutRecords()
{
    QFETCH(const QByteArray, type);
    const auto checkpoint = opened(npy(type, QByteArray(64, '\0')));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(trustOf(**checkpoint).trust, Trust::DataOnly);
}

/// torch.load takes the pickle, numpy.load the array.
void TestContainerTrust::fearsArraysInTorchZips()
{
    ZipBuilder zip = torchZip();
    QCOMPARE(trustOfBytes(bytesOf(zip)), Trust::DataOnly);
    zip.add("a/x.npy", npy("'|O'", kRuns).toStdString());
    QCOMPARE(trustOfBytes(bytesOf(zip)), Trust::Dangerous);
}

void TestContainerTrust::looksIntoPackedRecords()
{
    ZipBuilder zip;
    zip.add("p/.data/version", "6\n");
    zip.add("p/.data/extern_modules", "torch\n");
    zip.add("p/res/model.bin", kRuns.toStdString()).deflated = true;
    QCOMPARE(trustOfBytes(bytesOf(zip)), Trust::Dangerous);
}

/// torch.package.PackageImporter.load_pickle() takes any name.
void TestContainerTrust::looksIntoPackages_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("isDangerous");
    QTest::newRow("a pickle") << "res/model.pkl" << kRuns << true;
    QTest::newRow("another name") << "res/model.bin" << kRuns << true;
    QTest::newRow("capital letters") << "res/model.PKL" << kRuns << true;
    QTest::newRow("cut off behind the call") << "res/model.bin" << kRuns.chopped(1) + "\xff" << true;
    QTest::newRow("text") << "res/notes.txt" << QByteArray("in it\nare words\n(and more).") << false;
    QTest::newRow("numbers") << "res/table.bin" << QByteArray(100, '\1') << false;
}

void TestContainerTrust::looksIntoPackages()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, content);
    QFETCH(const bool, isDangerous);
    ZipBuilder zip;
    zip.torchLayout = true;
    zip.zip64End = true;
    zip.add("p/.data/version", "6\n");
    zip.add("p/.data/extern_modules", "torch\n");
    zip.add("p/" + name.toStdString(), content.toStdString());
    const auto checkpoint = opened(bytesOf(zip));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(trustOf(**checkpoint).trust, isDangerous ? Trust::Dangerous : Trust::RunsCode);
}

void TestContainerTrust::looksIntoExportedPrograms()
{
    for (const bool isPickle : {false, true}) {
        ZipBuilder zip;
        zip.torchLayout = true;
        zip.zip64End = true;
        zip.add("e/archive_format", "pt2");
        zip.add("e/data/sample_inputs/model.pt", isPickle ? kRuns.toStdString() : std::string("no pickle"));
        const auto checkpoint = opened(bytesOf(zip));
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
        QCOMPARE(trustOf(**checkpoint).trust, isPickle ? Trust::Dangerous : Trust::RunsCode);
    }
}

/// torch.save writes a file wherever it is called; what is only called so does not.
void TestContainerTrust::judgesNamesInScripts_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<bool>("isDangerous");
    const auto row = [](const char* code, bool isDangerous) { QTest::newRow(code) << QByteArray(code) << isDangerous; };
    row("    _0 = torch.save(x, \"f\")\n", true);
    row("    ops.aten.save(x, \"f\")\n", true);
    row("    torch . save(x, \"f\")\n", true);
    row("    (torch.\n  save)(x, \"f\")\n", true);
    row("    (torch. # \n  save)(x, \"f\")\n", true);
    row("    (torch. # \n\n # \n  save)(x, \"f\")\n", true);
    row("    torch.\\\nsave(x, \"f\")\n", true);
    row("    y = torch.from_file(\"f\")\n", true);
    row("  save : bool\n", false);
    row("    save = self.save\n", false);
    row("    _0 = (save).forward()\n", false);
    row("    if save:\n", false);
    row("  def save(self: __torch__.Net) -> None:\n", false);
    row("    mode: str=\"save\")\n", false);
    row("    saved = torch.saved(x)\n", false);
    row("    t = torch\n    t.save(x, \"f\")\n", true);
    row("    a = ops.aten\n    a.save(x, \"f\")\n", true);
    row("    f = torch.save\n", true);
    row("    getattr(torch, \"\\163ave\")(x, \"f\")\n", true);
    row("    getattr(ops.aten, \"save\")(x, \"f\")\n", true);
    row("    getattr(t, \"s\" \"ave\")(x, \"f\")\n", true);
    row("    g = getattr\n", true);
    row("    ops.image.write_file(\"f\", x)\n", true);
    row("    _0 = getattr(self.layers, \"0\")\n", false);
    row("    _0 = torch.add(self.torch, ops.prim.NumToTensor(x))\n", false);
    row("  def forward(self: __torch__.torch.nn.Net, x: torch.jit.Lowered) -> Tensor:\n", false);
    row("    ops.prim.RaiseException(\"torch.save is not \\\"here\\\"\")\n", false);
    row("    x = \"a\\\"; t = torch\n", true);
    QTest::newRow("a long line") << "    x = " + QByteArray("save, ").repeated(1'000'000) << false;
}

void TestContainerTrust::judgesNamesInScripts()
{
    QFETCH(const QByteArray, code);
    QFETCH(const bool, isDangerous);
    ZipBuilder zip;
    zip.torchLayout = true;
    zip.zip64End = true;
    zip.add("net/version", "3\n");
    zip.add("net/data.pkl", "\x80\x02"
                            "c__torch__\nNet\n)\x81}b.");
    zip.add("net/constants.pkl", "\x80\x02).");
    zip.add("net/code/__torch__.py", "class Net(Module):\n  training : bool\n" + code.toStdString());
    const auto checkpoint = opened(bytesOf(zip));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(trustOf(**checkpoint).trust, isDangerous ? Trust::Dangerous : Trust::RunsCode);
}

/// torch.jit.load finds records whatever their case, and runs the code of what torch.load takes for values.
void TestContainerTrust::fearsConstantsInOtherLetters()
{
    ZipBuilder zip;
    zip.add("net/data.pkl", "\x80\x02}.");
    zip.add("net/CONSTANTS.PKL", "\x80\x02"
                                 "c__torch__\nNet\n)\x81}b\x85.");
    zip.add("net/code/__torch__.py", "class Net(Module):\n  training : bool\n");
    zip.add("net/version", "3\n");
    const auto checkpoint = opened(bytesOf(zip));
    QVERIFY(checkpoint && trustOf(**checkpoint).trust == Trust::Dangerous);
}

/// They are not opened, and so they are not harmless.
void TestContainerTrust::fearsShardsElsewhere()
{
    const QTemporaryDir folder;
    (void)writtenFile(folder, "good.bin", contentOf(fixture("torch214/state_dict.pt")));
    for (const char* name : {"sub/evil.bin", "../evil.bin", "/evil.bin", "sub\\\\evil.bin"}) {
        const QString index = writtenFile(folder, "pytorch_model.bin.index.json",
                                          QByteArray(R"({"weight_map":{"weight":"good.bin","b":")") + name + "\"}}");
        const CheckpointPtr checkpoint = openedCheckpoint(index);
        QVERIFY(checkpoint);
        QCOMPARE(trustOf(*checkpoint).trust, Trust::Dangerous);
    }
}

void TestContainerTrust::followsUnpicklers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("calls");
    QTest::newRow("a pickle") << kRuns << true;
    QTest::newRow("rubbish behind the call") << kRuns.chopped(1) + "\xff\xff" << true;
    QTest::newRow("a mark first") << "(0" + kRuns << true;
    QTest::newRow("an old call") << QByteArray("(S'true'\nios\nsystem\n.") << true;
    QTest::newRow("a call that has no mark") << QByteArray("import torch\nprint(torch.__version__)\n") << false;
    QTest::newRow("a long line first") << QByteArray("I1") + QByteArray(100'000, '\0') + '\n' + kRuns << true;
    QTest::newRow("a long line that is no number")
        << QByteArray("Ix") + QByteArray(100'000, '\0') + '\n' + kRuns << false;
    QTest::newRow("a name that is long first")
        << QByteArray("cos\n") + QByteArray(100'000, 'a') + "\n0" + kRuns << true;
    QTest::newRow("a stream behind its number")
        << QByteArray("\x80\x02\x8a\x0a\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19.", 15) + kRuns << true;
    QTest::newRow("no call") << QByteArray("\x80\x02}.") << false;
    QTest::newRow("nothing") << QByteArray() << false;
}

void TestContainerTrust::followsUnpicklers()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, calls);
    QCOMPARE(formats::mayCall(std::make_shared<MemorySource>(bytes.toStdString())), calls);
}

CAIRN_TEST(TestContainerTrust);

} // namespace cairn::tst_container_trust

#include "tst_container_trust.moc"
