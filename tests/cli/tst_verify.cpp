#include "core/formats/zip/zip_archive.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>

namespace cairn::tst_verify {

using namespace cairn::test;

namespace {

const QString kWhole = fixture(QStringLiteral("torch214/state_dict.pt"));

/// A byte of each record's data that can be changed, with the record's name.
std::vector<std::pair<qsizetype, QByteArray>> bytesOfRecords(const QByteArray& zip)
{
    const auto archive = formats::ZipArchive::open(std::make_shared<MemorySource>(zip.toStdString()));
    std::vector<std::pair<qsizetype, QByteArray>> places;
    for (const formats::ZipEntry& entry : (*archive)->entries()) {
        if (entry.storedBytes != 0) {
            places.emplace_back(static_cast<qsizetype>(entry.dataOffset + entry.storedBytes / 2),
                                QByteArray((*archive)->name(entry).data(), entry.nameLength));
        }
    }
    return places;
}

qsizetype byteOfStorage(const QByteArray& zip)
{
    const auto places = bytesOfRecords(zip);
    return std::ranges::find_if(places, [](const auto& place) { return place.second.contains("/data/"); })->first;
}

QByteArray changed(QByteArray bytes, qsizetype at)
{
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    return bytes;
}

Outcome verify(const QStringList& arguments)
{
    return cairnCli(QStringList{"verify"} + arguments);
}

} // namespace

/// `cairn-cli verify` as a script runs it.
class TestVerify : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsWhatItCompared();
    void findsEveryChangedByte();
    void looksIntoShards();
    void looksIntoEveryItem();
    void saysWhatHasNoChecksums();
    void saysWhatWasAdded();
    void verdicts_data();
    void verdicts();
    void quietIsOfWhatFails();
    void saysWhyOfEachName();
    void saysWhatWasNotRead();
};

void TestVerify::countsWhatItCompared()
{
    const QByteArray bytes = contentOf(kWhole);
    const QJsonObject found = jsonOf(verify({"--json", kWhole}));
    QVERIFY(found["fine"].toBool());
    QVERIFY(found["whole"].toBool());
    QCOMPARE(found["records_intact"].toInt(), static_cast<int>(bytes.count("PK\x01\x02"))); // one in the directory each
    QCOMPARE(found["records_without_checksum"].toInt(), 0);
    QCOMPARE(found["trust"].toString(), "data only");
    const Outcome text = verify({kWhole, kWhole});
    QCOMPARE(text.code, 0);
    QCOMPARE(text.out.count('\n'), 2);
    QVERIFY2(text.out.contains("state_dict.pt: whole: "), text.out);
}

void TestVerify::findsEveryChangedByte()
{
    const QTemporaryDir folder;
    const QByteArray whole = contentOf(kWhole);
    const auto places = bytesOfRecords(whole);
    QVERIFY(places.size() > 5);
    for (const auto& [at, record] : places) {
        const QString path = writtenFile(folder, "changed.pt", changed(whole, at));
        const Outcome outcome = verify({path});
        QVERIFY2(outcome.code == 1 || outcome.code == 3, record + " gives " + QByteArray::number(outcome.code));
        QVERIFY2((outcome.out + outcome.err).contains(record.mid(record.lastIndexOf('/') + 1)),
                 record + ": " + outcome.out + outcome.err);
        QVERIFY2(!outcome.out.contains("whole: "), outcome.out);
    }
    // The values of a tensor, of which no other command takes notice, by the name that people know.
    const QString path = writtenFile(folder, "changed.pt", changed(whole, byteOfStorage(whole)));
    const Outcome outcome = verify({path, "--json"});
    QCOMPARE(outcome.code, 1);
    QVERIFY(!jsonOf(outcome)["whole"].toBool());
    QCOMPARE(jsonOf(outcome)["faults"].toArray().size(), 1);
}

void TestVerify::looksIntoShards()
{
    const QTemporaryDir folder;
    const QByteArray whole = contentOf(kWhole);
    (void)writtenFile(folder, "one.bin", whole);
    const QString index = writtenFile(folder, "pytorch_model.bin.index.json",
                                      R"({"metadata":{},"weight_map":{"weight":"one.bin","bias":"one.bin"}})");
    const QJsonObject before = jsonOf(verify({index, "--json"}));
    QVERIFY(before["records_intact"].toInt() > 5);
    const auto changedShards = [](const QJsonObject& found) {
        int count = 0;
        for (const QJsonValue fault : found["faults"].toArray()) {
            count += fault.toString().contains("its bytes are not those that were saved") ? 1 : 0;
        }
        return count;
    };
    QCOMPARE(changedShards(before), 0);
    (void)writtenFile(folder, "one.bin", changed(whole, byteOfStorage(whole)));
    const Outcome after = verify({index, "--json"});
    QCOMPARE(after.code, 1);
    QCOMPARE(changedShards(jsonOf(after)), 1);
    QVERIFY2(after.out.contains("one.bin: "), after.out);
}

void TestVerify::looksIntoEveryItem()
{
    const QTemporaryDir folder;
    const QByteArray whole = contentOf(kWhole);
    const QByteArray broken = changed(whole, byteOfStorage(whole));
    QCOMPARE(verify({writtenFile(folder, "__0_0.distcp", whole + whole)}).code, 0);
    const Outcome outcome = verify({writtenFile(folder, "__0_0.distcp", whole + broken)});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.out.contains("item 1: "), outcome.out);
}

void TestVerify::saysWhatHasNoChecksums()
{
    const QTemporaryDir folder;
    (void)writtenFile(folder, "one.bin", contentOf(kWhole));
    (void)writtenFile(folder, "two.safetensors", contentOf(fixture("torch214/safe_state_dict.safetensors")));
    const QString index = writtenFile(folder, "pytorch_model.bin.index.json",
                                      R"({"metadata":{},"weight_map":{"weight":"one.bin","bias":"two.safetensors"}})");
    const QJsonObject found = jsonOf(verify({index, "--json"}));
    QVERIFY(found["records_intact"].toInt() > 5);
    QCOMPARE(found["files_without_checksums"].toInt(), 1);
    QVERIFY(!verify({index}).out.contains(": whole"));
}

void TestVerify::saysWhatWasAdded()
{
    const QTemporaryDir folder;
    const QString longer = writtenFile(folder, "longer.pt", contentOf(kWhole) + "junk\n");
    const Outcome text = verify({longer});
    QCOMPARE(text.code, 0); // all that was saved is there
    QVERIFY2(text.out.contains("; but 5 bytes follow the end of the zip"), text.out);
    QCOMPARE(text.out.count('\n'), 1);
    const QJsonObject found = jsonOf(verify({longer, "--json"}));
    QVERIFY(found["whole"].toBool());
    QCOMPARE(found["extras"].toArray().size(), 1);
    QVERIFY(jsonOf(verify({kWhole, "--json"}))["extras"].toArray().isEmpty());
}

void TestVerify::verdicts_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const auto hostile = [](const char* name) {
        return QStringLiteral(CAIRN_SOURCE_DIR "/tests/hostile/") + QLatin1StringView(name);
    };
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* says) {
        QTest::newRow(name) << arguments << code << QByteArray(says);
    };
    const QString objects = fixture("torch113/objects.pt");
    row("a format without checksums", {fixture("torch214/safe_state_dict.safetensors")}, 0, "it has no checksums");
    row("an old stream", {fixture("torch113/legacy_state_dict.pt")}, 0, "it has no checksums");
    row("saved with checksums off", {hostile("27_crc_zero.pt")}, 0, "without a checksum");
    row("a record is missing", {hostile("23_missing_record.pt")}, 1, "NOT WHOLE");
    row("a shard is missing", {hostile("49_missing_shard.safetensors.index.json")}, 1, "NOT WHOLE");
    row("a changed storage", {hostile("27_crc_of_storage.pt")}, 1, "its bytes are not those that were saved");
    row("dangerous", {objects}, 1, "dangerous to load: builtins.getattr: It ");
    row("dangerous, as it is without being said", {objects, "--no-dangerous"}, 1, "dangerous to load: builtins");
    row("not dangerous", {kSample, "--no-dangerous"}, 0, "whole: ");
    row("dangerous, quiet", {objects, "-q"}, 1, "dangerous to load: builtins");
    row("a script, which a plain torch.load refuses", {"--weights-only", fixture("torch113/script_tagged.pt")}, 1,
        "torch.jit.load takes it");
    row("a script", {fixture("torch113/script_tagged.pt")}, 0, "hole: ");
    row("code that is not known", {kSample}, 0, "whole: ");
    row("code that weights_only refuses", {"--weights-only", kSample}, 1, "REFUSED");
    row("code, where only data will do", {"--data-only", fixture("torch113/module_own_class.pt")}, 1, "REFUSED");
    row("what weights_only refuses and is data", {"--data-only", kSample}, 0, "whole: ");
    row("weights alone", {"--weights-only", kWhole}, 0, "whole: ");
    row("data alone", {"--data-only", kWhole}, 0, "whole: ");
    row("the worst counts", {kWhole, objects, kWhole}, 1, "dangerous to load");
    row("no checkpoint", {QStringLiteral(CAIRN_SOURCE_DIR "/README.md")}, 3, "");
    row("no file", {"/nonexistent.pth"}, 4, "");
    row("no argument", {}, 2, "");
}

void TestVerify::verdicts()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, code);
    QFETCH(const QByteArray, says);
    const Outcome outcome = verify(arguments);
    QVERIFY2(outcome.code == code, outcome.out + outcome.err);
    QVERIFY2(outcome.out.contains(says), outcome.out + outcome.err);
    QCOMPARE(outcome.err.isEmpty(), code < 2);
}

void TestVerify::quietIsOfWhatFails()
{
    const Outcome fine = verify({kWhole, "-q"});
    QVERIFY2(fine.code == 0 && fine.out.isEmpty() && fine.err.isEmpty(), fine.out + fine.err);
    const Outcome several = verify({kWhole, fixture("torch113/objects.pt"), kWhole, "--quiet"});
    QVERIFY2(several.code == 1 && several.out.startsWith(fixture("torch113/objects.pt").toUtf8()), several.out);
    const Outcome documents = verify({kWhole, fixture("torch113/objects.pt"), kWhole, "-q", "--json"});
    QCOMPARE(documents.code, 1);
    QCOMPARE(documents.out.count('\n'), 1);
    QCOMPARE(jsonOf(documents)["fine"].toBool(true), false);
}

/// A reason is that of the names beside it.
void TestVerify::saysWhyOfEachName()
{
    const QTemporaryDir folder;
    const QString evil =
        writtenFile(folder, "evil.pkl", "(cos\nsystem\n(S'true'\ntRcbuiltins\neval\n(S'1'\ntRcsocket\nsocket\n)Rl.");
    const Outcome outcome = verify({evil, "--json"});
    QCOMPARE(outcome.code, 1);
    QHash<QString, QString> reasons;
    for (const QJsonValue refused : jsonOf(outcome)["refused"].toArray()) {
        const QStringList parts = refused.toString().split(": ");
        QVERIFY2(parts.size() >= 3 && parts[0] == "dangerous to load", outcome.out);
        for (const QString& name : parts[1].split(", ")) {
            reasons.insert(name, parts[2]);
        }
    }
    QCOMPARE(reasons.size(), 3);
    QVERIFY2(reasons["os.system"] != reasons["builtins.eval"] && !reasons["os.system"].isEmpty(), outcome.out);
}

/// Nothing is known of a file that could not be read, not even that it is broken.
void TestVerify::saysWhatWasNotRead()
{
    const QTemporaryDir folder;
    for (const QStringList& arguments :
         {QStringList{folder.filePath("gone.pth")}, QStringList{"-r", folder.path()}, QStringList{folder.path()}}) {
        const Outcome outcome = verify(arguments);
        QVERIFY2(outcome.code >= 3 && outcome.out.contains(": NOT READ (") && !outcome.out.contains("WHOLE"),
                 outcome.out);
    }
    const Outcome cut = verify({writtenFile(folder, "cut.pth", contentOf(kWhole).first(500))});
    QVERIFY2(cut.code == 3 && cut.out.contains(": NOT WHOLE: it does not open ("), cut.out);
}

CAIRN_TEST(TestVerify, QCoreApplication);

} // namespace cairn::tst_verify

#include "tst_verify.moc"
