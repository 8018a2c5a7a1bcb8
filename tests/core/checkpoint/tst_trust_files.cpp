#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/trust.h"
#include "core/devices/machine/machine_text.h"
#include "core/devices/preflight.h"
#include "core/formats/zip/zip_entry.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"
#include "tests/support/written_pickle.h"
#include "tests/support/zip_builder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

/// What is refused of whole files, and what is answered to who asks whether they load.
namespace cairn::tst_trust_files {

using namespace cairn::checkpoint;
using test::kHarm;
using test::legacy;
using test::opened;
using test::text;

class TestTrustFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesHeadersThatRun_data();
    void refusesHeadersThatRun();
    void opensHonestHeaders();
    void refusesInstructionsAcrossFrames_data();
    void refusesInstructionsAcrossFrames();
    void fearsWhatCannotBeRead_data();
    void fearsWhatCannotBeRead();
    void fearsShardsThatCannotBeRead_data();
    void fearsShardsThatCannotBeRead();
    void fearsNestedTensors_data();
    void fearsNestedTensors();
    void fearsStoragesOfTwoSizes();
    void fearsOneRecordAsManyStorages_data();
    void fearsOneRecordAsManyStorages();
    void fearsStoragesWithoutBytes();
    void fearsWhatUnpacksBeyondMeasure();
    void fearsScriptsThatAreNone();
    void fearsWhatOtherReadersTake_data();
    void fearsWhatOtherReadersTake();
    void answersForWhoLoads_data();
    void answersForWhoLoads();
};

void TestTrustFiles::refusesHeadersThatRun_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("the magic number") << legacy("}", "}", "]", kHarm + "0");
    QTest::newRow("the version") << legacy("}", "}", "]", {}, kHarm + "0");
    QTest::newRow("the system") << legacy(kHarm + "0}", "}", "]");
    QTest::newRow("the keys") << legacy("}", "}", kHarm + "0]");
    QTest::newRow("a class in the system") << legacy("}" + text("a") + "cm\nA\ns", "}", "]");
}

void TestTrustFiles::refusesHeadersThatRun()
{
    QFETCH(const QByteArray, bytes);
    const auto checkpoint = opened(bytes);
    QVERIFY(!checkpoint);
    QCOMPARE(checkpoint.error().code, ErrorCode::DangerousGlobal);
}

void TestTrustFiles::opensHonestHeaders()
{
    const QByteArray system =
        "}" + text("little_endian") + "\x88s" + text("type_sizes") + "}" + text("int") + "K\x04ss";
    const auto checkpoint = opened(legacy(system, "}", "]"));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(static_cast<int>(trustOf(**checkpoint).trust), static_cast<int>(Trust::DataOnly));
    // The object is no header: what it runs is told, and the file can be looked at.
    const auto evil = opened(legacy(system, kHarm, "]"));
    QVERIFY(evil);
    QCOMPARE(static_cast<int>(trustOf(**evil).trust), static_cast<int>(Trust::Dangerous));
}

void TestTrustFiles::refusesInstructionsAcrossFrames_data()
{
    QTest::addColumn<QByteArray>("object");
    QTest::addColumn<bool>("opens");
    const auto frame = [](char bytes) { return "\x95" + QByteArray(1, bytes) + QByteArray(7, '\0'); };
    const QByteArray kept = text("a") + "p12\n0" + text("b") + "p2\n0";
    const QByteArray nothings = QByteArray("N0").repeated(40);
    QTest::newRow("two whole frames") << kept + frame(84) + nothings + "g12\n" + frame(1) + "0" + "N" << true;
    QTest::newRow("number of a memo entry") << kept + frame(2) + "g12\n" << false;
    QTest::newRow("the same after much else") << kept + frame(82) + nothings + "g12\n" << false;
    QTest::newRow("name of a class") << frame(3) + "ccollections\nOrderedDict\n)R" << false;
    QTest::newRow("text") << frame(7) + text("abc") << false;
    QTest::newRow("number") << frame(3) + QByteArray("J\1\0\0\0", 5) << false;
    QTest::newRow("frame") << frame(10) + frame(1) + "N" << false;
}

/// Python's unpickler in C would forget the beginnings of them, and read another number, name or text.
void TestTrustFiles::refusesInstructionsAcrossFrames()
{
    QFETCH(const QByteArray, object);
    QFETCH(const bool, opens);
    const auto checkpoint = opened(legacy("}", object, "]"));
    QCOMPARE(checkpoint.has_value(), opens);
    QVERIFY(opens || checkpoint.error().what.text().contains("over the end of its frame"));
}

void TestTrustFiles::fearsWhatCannotBeRead_data()
{
    QTest::addColumn<QStringList>("records");
    QTest::addColumn<QString>("unread");
    const QStringList script = {QStringLiteral("data.pkl"), QStringLiteral("constants.pkl")};
    const QStringList package = {QStringLiteral(".data/extern_modules"), QStringLiteral(".data/version"),
                                 QStringLiteral("m/a.pkl"), QStringLiteral("m/b.pkl")};
    const QStringList model = {QStringLiteral("model.json"), QStringLiteral("attributes.pkl")};
    QTest::newRow("constants of a script") << script << script.last();
    QTest::newRow("one pickle of a package") << package << package.last();
    QTest::newRow("pickles of another reader") << script + package << package.last();
    QTest::newRow("attributes of an old script") << model << model.last();
}

/// A pickle that torch would load beside others that are fine.
void TestTrustFiles::fearsWhatCannotBeRead()
{
    QFETCH(const QStringList, records);
    QFETCH(const QString, unread);
    const auto verdict = [&](const QByteArray& content) {
        test::ZipBuilder zip;
        for (const QString& name : records) {
            const QByteArray plain =
                name.endsWith(QStringLiteral(".json")) ? "{\"tensors\":[],\"mainModule\":{}}" : "6\n";
            const QByteArray pickle = name == unread ? content : test::plainPickle("}");
            zip.add("archive/" + name.toStdString(),
                    (name.endsWith(QStringLiteral(".pkl")) ? pickle : plain).toStdString());
        }
        zip.add("archive/version", "3\n");
        const auto checkpoint = opened(QByteArray::fromStdString(zip.build().bytes));
        return checkpoint ? trustOf(**checkpoint) : TrustVerdict{};
    };
    const auto isFeared = [&](const TrustVerdict& found) {
        return found.trust == Trust::Dangerous && std::ranges::find(found.names, "what is in " + unread.toStdString(),
                                                                    &Message::text) != found.names.end();
    };
    QVERIFY(isFeared(verdict(test::plainPickle(kHarm + "0" + QByteArray("\x82\x05")))));
    QVERIFY(!isFeared(verdict(test::plainPickle("}"))));
}

void TestTrustFiles::fearsShardsThatCannotBeRead_data()
{
    QTest::addColumn<QString>("shard");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("trust");
    const QString pickled = QStringLiteral("b.bin");
    const QByteArray broken = test::plainPickle(kHarm + "0" + QByteArray("\x82\x05"));
    QTest::newRow("a good one") << pickled << test::plainPickle("}") << static_cast<int>(Trust::DataOnly);
    QTest::newRow("a broken one") << pickled << broken << static_cast<int>(Trust::Dangerous);
    QTest::newRow("one that is not there") << pickled << QByteArray() << static_cast<int>(Trust::DataOnly);
    QTest::newRow("one that nobody unpickles")
        << QStringLiteral("b.safetensors") << broken << static_cast<int>(Trust::DataOnly);
}

void TestTrustFiles::fearsShardsThatCannotBeRead()
{
    QFETCH(const QString, shard);
    QFETCH(const QByteArray, content);
    QFETCH(const int, trust);
    const QTemporaryDir folder;
    test::writtenFile(folder, QStringLiteral("a.bin"), test::plainPickle("}"));
    if (!content.isEmpty()) {
        test::writtenFile(folder, shard, content);
    }
    const QString index = test::writtenFile(folder, QStringLiteral("pytorch_model.bin.index.json"),
                                            R"({"weight_map": {"x": "a.bin", "y": ")" + shard.toUtf8() + "\"}}");
    const auto checkpoint = openCheckpoint(index.toStdString());
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(static_cast<int>(trustOf(**checkpoint).trust), trust);
}

void TestTrustFiles::fearsNestedTensors_data()
{
    QTest::addColumn<QByteArray>("object");
    QTest::addColumn<int>("trust");
    const auto row = [](const char* name, const QByteArray& object, Trust trust) {
        QTest::newRow(name) << object << static_cast<int>(trust);
    };
    const auto tensor = [](const char* storage, const char* key, const QByteArray& shape) {
        return "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + "ctorch\n" + storage + "\n" + text(key) +
               text("cpu") + QByteArray("K\2tQK\0", 6) + shape + "\x89" + "ccollections\nOrderedDict\n)RtR";
    };
    const QByteArray pair = "K\2\x85K\1\x85";
    const QByteArray table = "K\2K\1\x86K\1K\1\x86";
    const auto nested = [&](const QByteArray& sizes, const QByteArray& offsets) {
        return "ctorch._utils\n_rebuild_nested_tensor\n(" + tensor("FloatStorage", "0", pair) + sizes +
               tensor("LongStorage", "2", table) + offsets + "tR";
    };
    const QByteArray sizes = tensor("LongStorage", "1", table);
    const QByteArray honest = nested(sizes, tensor("LongStorage", "3", pair));
    row("honest", honest, Trust::DataOnly);
    row("offsets in a list", nested(sizes, QByteArray("](K\0K\1e", 7)), Trust::DataOnly);
    row("one offset for two", nested(sizes, QByteArray("](K\0e", 5)), Trust::Dangerous);
    row("no offsets", nested(sizes, tensor("LongStorage", "3", QByteArray("K\2K\0\x86K\1K\1\x86", 10))),
        Trust::Dangerous);
    row("offsets that are one number", nested(sizes, tensor("LongStorage", "3", QByteArray("K\2\x85K\0\x85", 6))),
        Trust::Dangerous);
    row("sizes of another kind", nested(tensor("DoubleStorage", "1", table), tensor("LongStorage", "3", pair)),
        Trust::Dangerous);
    const QByteArray copy = "ctorch._utils\n_rebuild_device_tensor_from_cpu_tensor\n(";
    const QByteArray rest = "ctorch\nfloat64\n" + text("cpu") + "\x89tR";
    row("a copy", copy + tensor("FloatStorage", "0", pair) + rest, Trust::DataOnly);
    row("a copy of a nested one", copy + honest + rest, Trust::Dangerous);
}

/// torch takes their numbers without looking at them.
void TestTrustFiles::fearsNestedTensors()
{
    QFETCH(const QByteArray, object);
    QFETCH(const int, trust);
    test::ZipBuilder zip;
    zip.add("archive/data.pkl", test::plainPickle(object).toStdString());
    for (const char* key : {"0", "1", "2", "3"}) {
        zip.add(std::string("archive/data/") + key, std::string(16, '\0'));
    }
    zip.add("archive/version", "3\n");
    const auto checkpoint = opened(QByteArray::fromStdString(zip.build().bytes));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(static_cast<int>(trustOf(**checkpoint).trust), trust);
}

/// torch makes a storage as large as the first of its references says, whatever the record has.
void TestTrustFiles::fearsStoragesOfTwoSizes()
{
    const auto storage = [](char count) {
        return "(" + text("storage") + "ctorch\nFloatStorage\n" + text("0") + text("cpu") + "K" + count + "tQ";
    };
    const auto trustOfBoth = [&](char first, char second) {
        test::ZipBuilder zip;
        zip.add("archive/data.pkl", test::plainPickle("](" + storage(first) + storage(second) + "e").toStdString());
        zip.add("archive/data/0", std::string(8, '\0'));
        zip.add("archive/version", "3\n");
        const auto checkpoint = opened(QByteArray::fromStdString(zip.build().bytes));
        return checkpoint ? trustOf(**checkpoint).trust : Trust::RunsCode;
    };
    QCOMPARE(trustOfBoth(2, 2), Trust::DataOnly);
    QCOMPARE(trustOfBoth(9, 2), Trust::Dangerous);
    QCOMPARE(trustOfBoth(2, 9), Trust::Dangerous);
    QCOMPARE(trustOfBoth(2, 1), Trust::Dangerous);
}

/// torch keeps storages by the keys of the pickle, and looks for records without regard to case.
void TestTrustFiles::fearsOneRecordAsManyStorages_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<int>("trust");
    const auto row = [](const char* name, const QByteArray& first, const QByteArray& second, Trust trust) {
        QTest::newRow(name) << first << second << static_cast<int>(trust);
    };
    row("one key", text("abc"), text("abc"), Trust::DataOnly);
    row("two cases", text("abc"), text("aBc"), Trust::Dangerous);
    row("none as the record has it", text("ABC"), text("aBc"), Trust::Dangerous);
    row("a number", text("5"), "K\5", Trust::Dangerous);
    row("numbers alone", "K\5", "K\5", Trust::DataOnly);
}

void TestTrustFiles::fearsOneRecordAsManyStorages()
{
    QFETCH(const QByteArray, first);
    QFETCH(const QByteArray, second);
    QFETCH(const int, trust);
    const auto storage = [](const QByteArray& key) {
        return "(" + text("storage") + "ctorch\nFloatStorage\n" + key + text("cpu") + "K\2tQ";
    };
    test::ZipBuilder zip;
    zip.add("archive/data.pkl", test::plainPickle("](" + storage(first) + storage(second) + "e").toStdString());
    zip.add("archive/data/abc", std::string(8, '\0'));
    zip.add("archive/data/5", std::string(8, '\0'));
    zip.add("archive/version", "3\n");
    const auto checkpoint = opened(QByteArray::fromStdString(zip.build().bytes));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(static_cast<int>(trustOf(**checkpoint).trust), trust);
}

/// The pickle of an old stream names a storage that the list behind it does not have.
void TestTrustFiles::fearsStoragesWithoutBytes()
{
    const auto trustOfOne = [](const QByteArray& count) {
        const auto checkpoint = opened(legacy(
            "}", "(" + text("storage") + "ctorch\nFloatStorage\n" + text("0") + text("cpu") + count + "NtQ", "]"));
        return checkpoint ? trustOf(**checkpoint).trust : Trust::RunsCode;
    };
    QCOMPARE(trustOfOne(QByteArray("\x8a\5\0\0\0\0\2", 7)), Trust::Dangerous); // 2^33
    QCOMPARE(trustOfOne("K\2"), Trust::Dangerous);                             // what was in memory
    QCOMPARE(trustOfOne(QByteArray("K\0", 2)), Trust::DataOnly);
}

/// Zeros may be zipped, as far as whoever loads them can be expected to have the memory.
void TestTrustFiles::fearsWhatUnpacksBeyondMeasure()
{
    constexpr std::uint64_t recordBytes = std::uint64_t{32} << 20;
    const std::string zeros = test::deflateRaw(std::string(recordBytes, '\0'));
    const auto check = [&](std::size_t records, bool isTold, Trust trust) {
        test::ZipBuilder zip;
        QByteArray storages;
        for (std::size_t i = 0; i < records; ++i) {
            const QByteArray key = QByteArray::number(static_cast<qulonglong>(i));
            test::ZipRecord& record = zip.add("archive/data/" + key.toStdString());
            record.method = formats::ZipEntry::kDeflated;
            record.packed = zeros;
            record.plainBytes = recordBytes;
            storages += "(" + text("storage") + "ctorch\nByteStorage\n" + text(key.constData()) + text("cpu") +
                        QByteArray("J\0\0\0\2tQ", 7);
        }
        zip.add("archive/data.pkl", test::plainPickle("](" + storages + "e").toStdString());
        zip.add("archive/version", "3\n");
        const auto checkpoint = opened(QByteArray::fromStdString(zip.build().bytes));
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
        const bool isSaid = std::ranges::any_of(
            (*checkpoint)->issues(), [](const Issue& issue) { return issue.code == ErrorCode::LimitExceeded; });
        QCOMPARE(isSaid, isTold);
        QCOMPARE(trustOf(**checkpoint).trust, trust);
    };
    check(2, false, Trust::DataOnly);
    check(4, true, Trust::DataOnly);
    check(128, true, Trust::Dangerous);
}

/// torch.load goes by the names of records.
void TestTrustFiles::fearsScriptsThatAreNone()
{
    test::ZipBuilder zip;
    zip.add("archive/data.pkl", test::plainPickle("K\x01").toStdString());
    zip.add("archive/constants.pkl", test::plainPickle(")").toStdString());
    zip.add("archive/version", "3\n");
    const auto checkpoint = opened(QByteArray::fromStdString(zip.build().bytes));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(trustOf(**checkpoint).trust, Trust::Dangerous);
}

void TestTrustFiles::fearsWhatOtherReadersTake_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QByteArray>("unicodeName");
    QTest::addColumn<bool>("isFeared");
    QTest::newRow("a storage") << QByteArray("archive/data/7") << QByteArray() << false;
    QTest::newRow("a library that AOTInductor loads")
        << QByteArray("archive/data/aotinductor/model/m.so") << QByteArray() << true;
    QTest::newRow("the same at the top") << QByteArray("data/AOTInductor/model/m.so") << QByteArray() << true;
    // What Python's zipfile calls by another name, it gives to torch.export.load.
    QTest::newRow("another record in Unicode") << QByteArray("archive/data/7") << QByteArray("archive/version") << true;
    QTest::newRow("a record outside of the folder in Unicode")
        << QByteArray("archive/data.txt") << QByteArray("data.txt") << true;
    QTest::newRow("the same name in Unicode") << QByteArray("archive/data/7") << QByteArray("archive/data/7") << false;
    QTest::newRow("another spelling of the folder")
        << QByteArray("archive/data/7") << QByteArray("\xd0\xb0/data/7") << false;
}

void TestTrustFiles::fearsWhatOtherReadersTake()
{
    QFETCH(const QByteArray, record);
    QFETCH(const QByteArray, unicodeName);
    QFETCH(const bool, isFeared);
    test::ZipBuilder zip;
    zip.add("archive/data.pkl", test::plainPickle("}").toStdString());
    zip.add("archive/version", "3\n");
    test::ZipRecord& other = zip.add(record.toStdString(), "bytes");
    if (!unicodeName.isEmpty()) {
        const auto bytes = static_cast<char>(5 + unicodeName.size());
        other.directoryExtra = std::string("\x75\x70") + bytes + std::string("\0\1????", 6) + unicodeName.toStdString();
    }
    const auto checkpoint = opened(QByteArray::fromStdString(zip.build().bytes));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(trustOf(**checkpoint).trust, isFeared ? Trust::Dangerous : Trust::DataOnly);
}

void TestTrustFiles::answersForWhoLoads_data()
{
    QTest::addColumn<QByteArray>("object");
    QTest::addColumn<int>("trust");
    QTest::addColumn<bool>("latest");
    QTest::addColumn<bool>("torch113");
    const auto rows = [](const char* name, const QByteArray& object, std::array<bool, 6> loads) {
        constexpr std::array trusts = {devices::FileTrust::Trusted, devices::FileTrust::Default,
                                       devices::FileTrust::DataOnly};
        constexpr std::array words = {"trusted", "plain", "strict"};
        for (std::size_t i = 0; i < trusts.size(); ++i) {
            QTest::addRow("%s, %s", name, words[i])
                << object << static_cast<int>(trusts[i]) << loads[2 * i] << loads[2 * i + 1];
        }
    };
    rows("data", "}", {true, true, true, true, true, true});
    rows("what only the new weights_only takes", "ccollections\nCounter\n}\x85R",
         {true, true, true, true, true, false});
    rows("data that weights_only refuses", "ccollections\ndeque\n)R", {true, true, false, true, false, false});
    rows("code", "cm\nA\n)\x81", {true, true, false, true, false, false});
    rows("harm", kHarm, {false, false, false, false, false, false});
}

void TestTrustFiles::answersForWhoLoads()
{
    QFETCH(const QByteArray, object);
    QFETCH(const int, trust);
    QFETCH(const bool, latest);
    QFETCH(const bool, torch113);
    const auto checkpoint = opened(legacy("}", object, "]"));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    const auto machine = devices::findMachine("cpu");
    QVERIFY(machine);
    const auto loads = [&](devices::TorchLine line) {
        const devices::Preflight answer =
            devices::preflight(**checkpoint, {}, *machine, line, static_cast<devices::FileTrust>(trust));
        const auto isMendedByAMap = [](const devices::LoadProblem& problem) { return !problem.fixes.empty(); };
        return std::ranges::any_of(answer.problems, isMendedByAMap) ? std::nullopt : std::optional(answer.loads);
    };
    QVERIFY(loads(devices::TorchLine::Latest) == latest); // and no map mends what is wrong with a file
    QVERIFY(loads(devices::TorchLine::Torch113) == torch113);
}

CAIRN_TEST(TestTrustFiles);

} // namespace cairn::tst_trust_files

#include "tst_trust_files.moc"
