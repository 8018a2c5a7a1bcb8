#include "core/base/progress.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/common/changed_records.h"
#include "core/convert/common/compare.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/retag/retag.h"
#include "core/formats/zip/zip_archive.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_samples.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <unistd.h>

namespace cairn::tst_retag {

using namespace cairn::convert;
using cairn::test::bytesOf;
using cairn::test::contentOf;
using cairn::test::filesIn;
using cairn::test::fixture;
using cairn::test::writeFile;
using checkpoint::openCheckpoint;
using devices::MapLocation;

namespace {

using Counts = std::map<std::string, std::uint64_t>;
using Rules = std::vector<devices::MapRule>;

const MapLocation kToCpu = MapLocation::everythingTo("cpu");

std::string path(const QString& text)
{
    return text.toStdString();
}

std::string text(const std::string& value)
{
    return "X" + std::string(1, static_cast<char>(value.size())) + std::string(3, '\0') + value;
}

std::string storage(const std::string& tag, const std::string& key)
{
    return "(" + text("storage") + "ctorch\nFloatStorage\n" + text(key) + text(tag) + "K\x02tQ";
}

/// One storage of two floats with this tag, in a pickle.
std::string pickleOf(const std::string& tag, const std::string& key = "0")
{
    return "\x80\x02" + storage(tag, key) + ".";
}

/// The same as an attribute of a compiled module.
std::string scriptPickleOf(const std::string& tag)
{
    return "\x80\x02"
           "c__torch__\nNet\n)\x81}" +
           text("weight") + storage(tag, "0") + "sb.";
}

} // namespace

class TestRetag : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void maps_data();
    void maps();
    void changesOnlyTags_data();
    void changesOnlyTags();
    void plansWithoutWriting();
    void keepsATorchFileWithoutNeed_data();
    void keepsATorchFileWithoutNeed();
    void keepsAllRecords();
    void sharesBlocks_data();
    void sharesBlocks();
    void countsLookalikes();
    void notesDevicesInCode();
    void refusesItsOwnSource_data();
    void refusesItsOwnSource();
    void refusesOtherFormats_data();
    void refusesOtherFormats();
    void aSourceThatVanished();
    void aSourceThatIsAnotherFileNow();
    void aSourceThatBecameShorter();
    void cancelLeavesNothing();
    void keepsWhatTheTargetWasIfItFails();
    void looksBeforeItNames();
    void comparesEverything();
    void findsChangedRecords();

private:
    [[nodiscard]] QString newFolder()
    {
        const QString name = m_folder.filePath(QString::number(++m_count));
        return QDir().mkpath(name) ? name : QString();
    }

    QTemporaryDir m_folder;
    int m_count = 0;
};

void TestRetag::maps_data()
{
    QTest::addColumn<QStringList>("rules");
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("target");
    QTest::newRow("no rule") << QStringList{} << "cuda:0" << "cuda:0";
    QTest::newRow("everything") << QStringList{"*=cpu"} << "cuda:3" << "cpu";
    QTest::newRow("everything but meta") << QStringList{"*=cpu"} << "meta" << "meta";
    QTest::newRow("meta by name") << QStringList{"meta=cpu"} << "meta" << "cpu";
    QTest::newRow("one index") << QStringList{"cuda:3=cuda:0"} << "cuda:3" << "cuda:0";
    QTest::newRow("another index") << QStringList{"cuda:3=cuda:0"} << "cuda:30" << "cuda:30";
    QTest::newRow("any index") << QStringList{"cuda:*=cpu"} << "cuda:12" << "cpu";
    QTest::newRow("any index, none given") << QStringList{"cuda:*=cpu"} << "cuda" << "cpu";
    QTest::newRow("any index of another") << QStringList{"cuda:*=cpu"} << "cudax:1" << "cudax:1";
    QTest::newRow("without index is exact") << QStringList{"cuda=cpu"} << "cuda:0" << "cuda:0";
    QTest::newRow("first rule wins") << QStringList{"cuda:1=cuda:0", "cuda:*=cpu"} << "cuda:1" << "cuda:0";
    QTest::newRow("next rule") << QStringList{"cuda:1=cuda:0", "cuda:*=cpu"} << "cuda:2" << "cpu";
    QTest::newRow("rules do not chain") << QStringList{"cuda:1=cuda:0", "cuda:0=cpu"} << "cuda:1" << "cuda:0";
    QTest::newRow("a swap") << QStringList{"cuda:1=cuda:0", "cuda:0=cuda:1"} << "cuda:0" << "cuda:1";
}

void TestRetag::maps()
{
    QFETCH(QStringList, rules);
    QFETCH(QString, tag);
    QFETCH(QString, target);
    std::vector<devices::MapRule> parsed;
    for (const QString& rule : rules) {
        parsed.push_back({path(rule.section('=', 0, 0)), path(rule.section('=', 1))});
    }
    const std::string saved = path(tag);
    QCOMPARE(QString::fromStdString(std::string(MapLocation(parsed).target(saved))), target);
}

void TestRetag::changesOnlyTags_data()
{
    QTest::addColumn<QString>("file");
    for (const char* folder : {"torch113", "torch26", "torch214", "byhand"}) {
        const QStringList names =
            QDir(fixture(folder)).entryList({"*.pt", "*.pth", "*.pkl", "*.ckpt", "*.ptl"}, QDir::Files);
        for (const QString& name : names) {
            QTest::newRow(qPrintable(QString(folder) + '/' + name)) << fixture(QString(folder) + '/' + name);
        }
    }
}

/// Every fixture to cpu and the copy compared; then to a GPU and back, which must give the copy again.
void TestRetag::changesOnlyTags()
{
    QFETCH(QString, file);
    const auto source = openCheckpoint(path(file));
    QVERIFY2(source.has_value(), source ? "" : source.error().paragraph().c_str());
    const QString folder = newFolder();
    const auto step = [&](const checkpoint::Checkpoint& from, const MapLocation& map, const char* name) {
        const std::string target = path(folder + '/' + name);
        const auto report = retag(from, map, target, FileSink::Existing::Refuse, nullptr);
        if (!report) {
            qWarning("%s", report.error().paragraph().c_str());
            return checkpoint::CheckpointPtr();
        }
        const auto copy = openCheckpoint(target);
        if (!copy) {
            qWarning("%s", copy.error().paragraph().c_str());
            return checkpoint::CheckpointPtr();
        }
        const auto difference = firstDifference(from, **copy, map, nullptr);
        if (!difference || *difference) {
            qWarning("%s", difference ? (*difference)->text().c_str() : difference.error().paragraph().c_str());
            return checkpoint::CheckpointPtr();
        }
        return *copy;
    };
    const auto cpu = step(**source, kToCpu, "cpu");
    QVERIFY(cpu != nullptr);
    for (const std::string& tag : cpu->deviceTags()) {
        // Tensors without a storage may name other devices; no storage may.
        const bool isStorage =
            std::ranges::any_of(cpu->storages(), [&](const auto& s) { return cpu->deviceTag(s.device) == tag; });
        QVERIFY2(!isStorage || tag == "cpu" || tag == "meta", tag.c_str());
    }
    const auto gpu = step(*cpu, MapLocation(Rules{{"cpu", "cuda:12"}}), "gpu");
    QVERIFY(gpu != nullptr);
    const auto back = step(*gpu, MapLocation(Rules{{"cuda:12", "cpu"}}), "back");
    QVERIFY(back != nullptr);
    QCOMPARE(filesIn(folder), (QStringList{"back", "cpu", "gpu"}));
}

void TestRetag::plansWithoutWriting()
{
    const auto source = openCheckpoint(path(fixture("torch113/tags_two_gpus.pt")));
    const auto plan = planRetag(**source, MapLocation(Rules{{"cuda:0", "cpu"}}), nullptr);
    QVERIFY(plan.has_value());
    QCOMPARE(plan->report.tagsBefore, (Counts{{"cuda:0", 2}, {"cuda:3", 2}}));
    QCOMPARE(plan->report.tagsAfter, (Counts{{"cpu", 2}, {"cuda:3", 2}}));
    QCOMPARE(plan->report.bytes, std::uint64_t{0});

    // A tensor that torch moves to its device when it loads: the tag of no storage.
    const auto moved = openCheckpoint(path(fixture("byhand/rebuild_device_tensor.pt")));
    const auto movedPlan = planRetag(**moved, kToCpu, nullptr);
    QVERIFY2(movedPlan.has_value(), movedPlan ? "" : movedPlan.error().paragraph().c_str());
    QCOMPARE(movedPlan->report.tagsBefore, (Counts{{"cpu", 1}, {"xla:0", 1}}));
    QCOMPARE(movedPlan->report.tagsAfter, (Counts{{"cpu", 2}}));
}

void TestRetag::keepsATorchFileWithoutNeed_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name :
         {"torch113/state_dict.pt", "torch113/thousands.pt", "torch113/legacy_shared.pt",
          "torch113/plain_protocol4.pkl", "torch113/script_plain.pt", "torch113/zip_protocol5.pt",
          "torch113/package.pt", "torch113/blob_in_zip.pt", "torch26/state_dict.pt", "torch26/zip_no_crc.pt",
          "torch214/state_dict.pt", "torch214/script_attributes.pt", "torch214/meta.pt", "torch214/zip_skip_data.pt"}) {
        QTest::newRow(name) << fixture(name);
    }
}

/// What torch wrote and needs no other tag comes out the same to the last byte.
void TestRetag::keepsATorchFileWithoutNeed()
{
    QFETCH(QString, file);
    const auto source = openCheckpoint(path(file));
    QVERIFY(source.has_value());
    const QString target = newFolder() + "/copy";
    const auto report = retag(**source, kToCpu, path(target), FileSink::Existing::Refuse, nullptr);
    QVERIFY2(report.has_value(), report ? "" : report.error().paragraph().c_str());
    QVERIFY(contentOf(target) == contentOf(file));
    QCOMPARE(report->bytes, static_cast<std::uint64_t>(QFile(file).size()));
}

/// Records that torch does not know, empty ones, deflated ones, folders, names that begin like the folder of all.
void TestRetag::keepsAllRecords()
{
    test::ZipBuilder zip;
    zip.add("archive/data.pkl", pickleOf("cuda:1"));
    zip.add("archive", "a file named as the folder");
    zip.add("archive/data/0", "12345678");
    zip.add("archive/version", "3\n");
    zip.add("archive/empty");
    zip.addDeflated("archive/empty deflated", "");
    zip.addDeflated("archive/notes.txt", std::string(1000, 'n'));
    zip.add("archive/folder/");
    zip.add("archive2/data.pkl", pickleOf("cuda:1"));
    const QString folder = newFolder();
    writeFile(folder + "/source", bytesOf(zip));
    const auto source = openCheckpoint(path(folder + "/source"));
    QVERIFY2(source.has_value(), source ? "" : source.error().paragraph().c_str());
    const auto report = retag(**source, kToCpu, path(folder + "/copy"), FileSink::Existing::Refuse, nullptr);
    QVERIFY2(report.has_value(), report ? "" : report.error().paragraph().c_str());
    QCOMPARE(report->tagsAfter, (Counts{{"cpu", 1}}));

    const auto copy = openCheckpoint(path(folder + "/copy"));
    QVERIFY2(copy.has_value(), copy ? "" : copy.error().paragraph().c_str());
    const auto& before = *(*source)->archive();
    const auto& after = *(*copy)->archive();
    QCOMPARE(after.entries().size(), before.entries().size());
    for (std::size_t i = 0; i < before.entries().size(); ++i) {
        const auto& x = before.entries()[i];
        const auto& y = after.entries()[i];
        QCOMPARE(std::string(after.name(y)), std::string(before.name(x)));
        if (before.name(x) != "archive/data.pkl") {
            QCOMPARE(y.method, x.method);
            QCOMPARE(*after.readText(y, formats::CrcCheck::Verify), *before.readText(x, formats::CrcCheck::Verify));
        }
    }
}

void TestRetag::sharesBlocks_data()
{
    QTest::addColumn<bool>("isFixed");
    QTest::newRow("as torch lays it out") << true;
    QTest::newRow("by another program") << false;
}

/// File systems share blocks between files where data lies at the same place of its block in both.
void TestRetag::sharesBlocks()
{
    QFETCH(bool, isFixed);
    test::ZipBuilder zip;
    std::string references;
    for (int i = 0; i < 40; ++i) { // more than what is padded anyway
        references += storage("cuda:1", i == 0 ? "1" : "0");
    }
    zip.add("archive/data.pkl", "\x80\x02(" + references + "t.");
    if (isFixed) {
        zip.add("archive/.format_version", "1");
    }
    zip.add("archive/data/0", std::string(1 << 20, 'a'));
    zip.add("archive/data/1", std::string((1 << 20) + 64, 'b'));
    zip.add("archive/version", "3\n");
    const QString folder = newFolder();
    writeFile(folder + "/loose", bytesOf(zip));
    // Once without a change of tags, which gives the layout of torch.
    const auto loose = openCheckpoint(path(folder + "/loose"));
    QVERIFY(loose);
    QVERIFY(retag(**loose, MapLocation(Rules{}), path(folder + "/source"), FileSink::Existing::Refuse, nullptr));
    const auto source = openCheckpoint(path(folder + "/source"));
    QVERIFY(source);
    QVERIFY(retag(**source, kToCpu, path(folder + "/copy"), FileSink::Existing::Refuse, nullptr));
    const auto copy = openCheckpoint(path(folder + "/copy"));
    QVERIFY(copy);
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE((*copy)->storages()[i].offset % FileSink::kBlockBytes,
                 (*source)->storages()[i].offset % FileSink::kBlockBytes);
    }
    // Behind the first of them, everything is where torch takes it to be without looking.
    QVERIFY(!isFixed || (*copy)->storages()[1].offset - (*copy)->storages()[0].offset ==
                            (*source)->storages()[1].offset - (*source)->storages()[0].offset);
    const auto difference = firstDifference(**source, **copy, kToCpu, nullptr);
    QVERIFY(difference && !*difference);
}

void TestRetag::countsLookalikes()
{
    const auto source = openCheckpoint(path(fixture("torch113/tags_two_gpus.pt")));
    const auto plan = planRetag(**source, kToCpu, nullptr);
    QCOMPARE(plan->report.lookalikes, (Counts{{"cuda:0", 1}, {"cuda:3", 1}}));
    const auto interned = openCheckpoint(path(fixture("torch113/tags_interned_mps_before.pt")));
    const auto other = planRetag(**interned, kToCpu, nullptr);
    QCOMPARE(other->report.tagsBefore, (Counts{{"mps", 2}}));
    QCOMPARE(other->report.lookalikes, (Counts{{"mps", 6}}));
}

void TestRetag::notesDevicesInCode()
{
    test::ZipBuilder zip;
    zip.torchLayout = true;
    zip.zip64End = true;
    zip.add("net/version", "3\n");
    zip.add("net/data.pkl", scriptPickleOf("cuda:1"));
    zip.add("net/data/0", "12345678");
    zip.add("net/constants.pkl", "\x80\x02).");
    zip.add("net/code/__torch__/net.py", "class Net(Module):\n  def forward(self):\n    a = torch.device(\"cpu\")\n"
                                         "    b = torch.device(\"cuda:1\"); c = torch.device(\"mps\")\n");
    const QString folder = newFolder();
    writeFile(folder + "/net.pt", bytesOf(zip));
    const auto source = openCheckpoint(path(folder + "/net.pt"));
    QVERIFY2(source.has_value(), source ? "" : source.error().paragraph().c_str());
    QCOMPARE((*source)->format(), checkpoint::Format::TorchScript);
    const auto plan = planRetag(**source, kToCpu, nullptr);
    QVERIFY2(plan.has_value(), plan ? "" : plan.error().paragraph().c_str());
    QCOMPARE(plan->report.notes.size(), std::size_t{2});
    QCOMPARE(plan->report.notes[0], std::string("code/__torch__/net.py:4: torch.device(\"cuda:1\")"));
    QCOMPARE(plan->report.notes[1], std::string("code/__torch__/net.py:4: torch.device(\"mps\")"));
}

void TestRetag::refusesItsOwnSource_data()
{
    QTest::addColumn<QString>("target");
    QTest::newRow("path") << "source.pt";
    QTest::newRow("another spelling") << "./sub/../source.pt";
    QTest::newRow("hard link") << "hard.pt";
    QTest::newRow("symbolic link") << "soft.pt";
    QTest::newRow("link to a link") << "softer.pt";
}

void TestRetag::refusesItsOwnSource()
{
    QFETCH(QString, target);
    const QString folder = newFolder();
    const QString file = folder + "/source.pt";
    QVERIFY(QFile::copy(fixture("torch113/tags_two_gpus.pt"), file));
    QVERIFY(QDir(folder).mkdir("sub"));
    QCOMPARE(::link(qPrintable(file), qPrintable(folder + "/hard.pt")), 0);
    QCOMPARE(::symlink("source.pt", qPrintable(folder + "/soft.pt")), 0);
    QCOMPARE(::symlink("soft.pt", qPrintable(folder + "/softer.pt")), 0);
    const QByteArray before = contentOf(file);
    const QStringList listing = filesIn(folder);
    const auto source = openCheckpoint(path(file));
    for (const auto existing : {FileSink::Existing::Replace, FileSink::Existing::Refuse}) {
        const auto report = retag(**source, kToCpu, path(folder + '/' + target), existing, nullptr);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::TargetExists);
        QVERIFY(report.error().what.text().find("source itself") != std::string::npos);
    }
    QVERIFY(contentOf(file) == before);
    QCOMPARE(filesIn(folder), listing);
}

void TestRetag::refusesOtherFormats_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name : {"byhand/safe_every_dtype.safetensors", "torch26/export.pt2",
                             "byhand/sharded_bins/pytorch_model.bin.index.json"}) {
        QTest::newRow(name) << fixture(name);
    }
}

void TestRetag::refusesOtherFormats()
{
    QFETCH(QString, file);
    const auto source = openCheckpoint(path(file));
    QVERIFY2(source.has_value(), source ? "" : source.error().paragraph().c_str());
    const QString folder = newFolder();
    const auto report = retag(**source, kToCpu, path(folder + "/copy"), FileSink::Existing::Refuse, nullptr);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Unsupported);
    QVERIFY(!report.error().advice.empty());
    QVERIFY(filesIn(folder).isEmpty());
}

void TestRetag::aSourceThatVanished()
{
    for (const char* name : {"torch113/tags_two_gpus.pt", "torch113/tags_two_gpus_legacy.pt"}) {
        const QString folder = newFolder();
        QVERIFY(QFile::copy(fixture(name), folder + "/source"));
        const auto source = openCheckpoint(path(folder + "/source"));
        QVERIFY(QFile::remove(folder + "/source"));
        const auto report = retag(**source, kToCpu, path(folder + "/copy"), FileSink::Existing::Refuse, nullptr);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::FileNotFound);
        QVERIFY(filesIn(folder).isEmpty());
    }
}

/// The plan was made from the file that was opened; bytes of another one must not be copied by it.
void TestRetag::aSourceThatIsAnotherFileNow()
{
    for (const char* name : {"torch113/tags_two_gpus.pt", "torch113/tags_two_gpus_legacy.pt"}) {
        const QString folder = newFolder();
        QVERIFY(QFile::copy(fixture(name), folder + "/source"));
        const auto source = openCheckpoint(path(folder + "/source"));
        writeFile(folder + "/other", QByteArray(contentOf(folder + "/source").size(), '!'));
        QCOMPARE(::rename(qPrintable(folder + "/other"), qPrintable(folder + "/source")), 0);
        const auto report = retag(**source, kToCpu, path(folder + "/copy"), FileSink::Existing::Refuse, nullptr);
        if (report) { // then from the file that was opened
            const auto copy = openCheckpoint(path(folder + "/copy"));
            QVERIFY2(copy.has_value(), "the copy is made of two files");
            const auto difference = firstDifference(**source, **copy, kToCpu, nullptr);
            QVERIFY(difference && !*difference);
        } else {
            QCOMPARE(filesIn(folder), QStringList{"source"});
        }
    }
}

void TestRetag::aSourceThatBecameShorter()
{
    for (const char* name : {"torch113/thousands.pt", "torch113/legacy_shared.pt"}) {
        const QString folder = newFolder();
        QVERIFY(QFile::copy(fixture(name), folder + "/source"));
        const auto source = openCheckpoint(path(folder + "/source"));
        QVERIFY(QFile(folder + "/source").resize(QFile(folder + "/source").size() - 700));
        const auto report = retag(**source, kToCpu, path(folder + "/copy"), FileSink::Existing::Refuse, nullptr);
        QVERIFY(!report);
        QCOMPARE(filesIn(folder), QStringList{"source"});
    }
}

void TestRetag::cancelLeavesNothing()
{
    for (const char* name : {"torch113/tags_two_gpus.pt", "torch113/tags_two_gpus_legacy.pt"}) {
        const QString folder = newFolder();
        const auto source = openCheckpoint(path(fixture(name)));
        Progress progress;
        progress.requestStop();
        const auto report = retag(**source, kToCpu, path(folder + "/copy"), FileSink::Existing::Refuse, &progress);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        QVERIFY(filesIn(folder).isEmpty());
    }
}

void TestRetag::keepsWhatTheTargetWasIfItFails()
{
    const QString folder = newFolder();
    const QString target = folder + "/copy";
    writeFile(target, "precious");
    const auto source = openCheckpoint(path(fixture("torch113/tags_two_gpus.pt")));
    const auto refused = retag(**source, kToCpu, path(target), FileSink::Existing::Refuse, nullptr);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::TargetExists);
    Progress progress;
    progress.requestStop();
    QVERIFY(!retag(**source, kToCpu, path(target), FileSink::Existing::Replace, &progress));
    QCOMPARE(contentOf(target), QByteArray("precious"));
    QVERIFY(retag(**source, kToCpu, path(target), FileSink::Existing::Replace, nullptr));
    QVERIFY(contentOf(target).startsWith("PK"));
    QCOMPARE(filesIn(folder), QStringList{"copy"});
}

/// What --verify relies on: a copy with one thing changed is found out.
void TestRetag::comparesEverything()
{
    const auto saved = [this](const std::string& tag, const std::string& data, const std::string& key = "0") {
        test::ZipBuilder zip;
        zip.add("archive/data.pkl", pickleOf(tag, key));
        zip.add("archive/data/" + key, data);
        zip.add("archive/version", "3\n");
        const QString name = newFolder() + "/file";
        writeFile(name, bytesOf(zip));
        return *openCheckpoint(path(name));
    };
    const auto source = saved("cuda:1", "12345678");
    const auto same = [&](const checkpoint::CheckpointPtr& copy) {
        const auto difference = firstDifference(*source, *copy, kToCpu, nullptr);
        return difference && !*difference;
    };
    QVERIFY(same(saved("cpu", "12345678")));
    QVERIFY(!same(saved("cuda:1", "12345678")));
    QVERIFY(!same(saved("cpu", "12345679")));
    QVERIFY(!same(saved("cpu", "12345678", "1")));
    QVERIFY(!same(*openCheckpoint(path(fixture("torch113/state_dict.pt")))));
}

/// Storages are read to be compared, and a record that is not what its checksum says is found on the way.
void TestRetag::findsChangedRecords()
{
    test::ZipBuilder zip;
    zip.add("archive/data.pkl",
            "\x80\x02(" + storage("cuda:1", "0") + storage("cuda:1", "1") + storage("cuda:1", "2") + "t.");
    zip.add("archive/data/0", "12345678");
    zip.add("archive/data/1", "12345678").crc = 77;
    zip.add("archive/data/2", "12345678").crc = 0; // saved without checksums
    zip.add("archive/version", "3\n");
    const QString folder = newFolder();
    writeFile(folder + "/source", bytesOf(zip));
    const auto source = openCheckpoint(path(folder + "/source"));
    QVERIFY2(source.has_value(), source ? "" : source.error().paragraph().c_str());
    std::vector<std::string> changed;
    const FileCheck check = [&](const std::string& file) -> Result<void> {
        CAIRN_ASSIGN(copy, openCheckpoint(file));
        CAIRN_ASSIGN(difference, firstDifference(**source, *copy, kToCpu, nullptr, &changed));
        return difference ? fail(ErrorCode::Internal, *difference) : Result<void>{};
    };
    const auto report = retag(**source, kToCpu, path(folder + "/copy"), FileSink::Existing::Refuse, nullptr, check);
    QVERIFY2(report.has_value(), report ? "" : report.error().paragraph().c_str());
    QCOMPARE(changed, std::vector<std::string>{"archive/data/1"});
    QCOMPARE(changedRecordWarnings(changed),
             std::vector<Message>{
                 verbatim("record archive/data/1 does not have the checksum that the archive says: its bytes "
                          "are not those that were saved, and they are taken as they are")});
    QCOMPARE(changedRecordWarnings(std::vector<std::string>(9, "x")).back().text(),
             "the same is true of 4 more records");
}

/// A copy that does not stand the check never has its name, and what was there before stays.
void TestRetag::looksBeforeItNames()
{
    const auto source = openCheckpoint(path(fixture("torch113/tags_two_gpus.pt")));
    const QString folder = newFolder();
    const QString target = folder + "/copy.pt";
    QVERIFY(QFile::copy(fixture("torch113/state_dict.pt"), target));
    std::string seen;
    const auto refuse = [&](const std::string& file) -> Result<void> {
        seen = file;
        const auto copy = openCheckpoint(file); // it is whole
        return fail(ErrorCode::Internal, verbatim(copy ? "not good enough" : "not there"));
    };
    const auto report = retag(**source, kToCpu, path(target), FileSink::Existing::Replace, nullptr, refuse);
    QVERIFY(!report.has_value());
    QCOMPARE(report.error().what.text(), std::string("not good enough"));
    QVERIFY(seen != path(target));
    QCOMPARE(filesIn(folder), QStringList{"copy.pt"});
    QVERIFY(contentOf(target) == contentOf(fixture("torch113/state_dict.pt")));

    const auto agree = [](const std::string&) { return Result<void>{}; };
    QVERIFY(retag(**source, kToCpu, path(target), FileSink::Existing::Replace, nullptr, agree).has_value());
    QVERIFY(contentOf(target) != contentOf(fixture("torch113/state_dict.pt")));
}

CAIRN_TEST(TestRetag);

} // namespace cairn::tst_retag

#include "tst_retag.moc"
