#include "core/base/progress.h"
#include "core/convert/common/compare.h"
#include "core/convert/retag/in_place_change.h"
#include "core/convert/retag/retag_in_place.h"
#include "core/formats/zip/zip_archive.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn::tst_retag_in_place {

using namespace cairn::convert;
using cairn::test::contentOf;
using cairn::test::fixture;
using cairn::test::openedCheckpoint;
using cairn::test::writeFile;
using checkpoint::CheckpointPtr;
using checkpoint::openCheckpoint;
using devices::MapLocation;

namespace {

/// To a tag that no fixture has, so that every pickle with a storage changes.
const MapLocation kElsewhere = MapLocation::everythingTo("cuda:11");
const MapLocation kNowhere;

/// Why the file at `path` is not `source` with the tags of `map`; empty if it is.
QString differenceFrom(const checkpoint::Checkpoint& source, const QString& path, const MapLocation& map)
{
    const CheckpointPtr copy = openedCheckpoint(path);
    if (copy == nullptr) {
        return "it does not open";
    }
    const auto difference = firstDifference(source, *copy, map, nullptr);
    if (!difference) {
        return QString::fromStdString(difference.error().paragraph());
    }
    return *difference ? QString::fromStdString((**difference).text()) : QString();
}

void put(QByteArray& file, std::uint64_t offset, std::string_view bytes)
{
    const auto at = static_cast<qsizetype>(offset);
    const auto size = static_cast<qsizetype>(bytes.size());
    if (file.size() < at + size) {
        file.append(QByteArray(at + size - file.size(), '\0'));
    }
    file.replace(at, size, QByteArray(bytes.data(), size));
}

/// The writes of a change, in order: the bridge first, then the parts.
std::vector<std::pair<std::uint64_t, std::string>> writesOf(const InPlaceChange& change)
{
    std::vector<std::pair<std::uint64_t, std::string>> writes{{change.newEnd, change.bridge}};
    std::uint64_t offset = change.oldEnd;
    for (const InPlaceChange::Part& part : change.added) {
        std::string bytes = part.bytes;
        if (part.source != nullptr) {
            const auto more = part.source->readBytes(0, part.source->sizeBytes());
            bytes.append(reinterpret_cast<const char*>(more->data()), more->size());
        }
        writes.emplace_back(offset, bytes);
        offset += bytes.size();
    }
    return writes;
}

} // namespace

class TestRetagInPlace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void changesOnlyTags_data() { zips(); }
    void changesOnlyTags();
    void isWholeAtEveryMoment_data() { zips(); }
    void isWholeAtEveryMoment();
    void keepsWhatTheFileIs();
    void followsLinks();
    void leavesAFileThatNeedsNothing();
    void plansWithoutWriting();
    void changesAgainAndAgain();
    void keepsATailThatIsNotOurs();
    void undoes();
    void refusesOtherFormats_data();
    void refusesOtherFormats();
    void refusesAFileThatIsNotItsOwn_data();
    void refusesAFileThatIsNotItsOwn();
    void refusesAFileThatChanged();
    void restoresTheFileIfWritingFails();
    void cancelRestoresTheFile();

private:
    void zips();
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QString copyOf(const QString& file, const QString& name = "file.pt") const
    {
        QFile::remove(at(name));
        return QFile::copy(file, at(name)) && QFile::setPermissions(at(name), QFile::ReadOwner | QFile::WriteOwner)
                   ? at(name)
                   : QString();
    }
    [[nodiscard]] static Result<InPlaceReport> change(const QString& path, const MapLocation& map = kElsewhere,
                                                      FilePatch::HardLinks links = FilePatch::HardLinks::Refuse)
    {
        return change(openedCheckpoint(path), map, links);
    }
    [[nodiscard]] static Result<InPlaceReport> change(const CheckpointPtr& source, const MapLocation& map,
                                                      FilePatch::HardLinks links, const Progress* progress = nullptr)
    {
        if (source == nullptr) {
            return fail(ErrorCode::Internal, verbatim("does not open"));
        }
        CAIRN_ASSIGN(plan, planRetagInPlace(*source, map, progress));
        return retagInPlace(*source, plan, links, progress);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRetagInPlace::init()
{
    // Hundreds of syncs: in memory, where that can be had.
    const QString memory = "/dev/shm";
    m_folder = std::make_unique<QTemporaryDir>(QFileInfo(memory).isWritable() ? memory + "/cairn-XXXXXX"
                                                                              : QDir::tempPath() + "/cairn-XXXXXX");
    QVERIFY(m_folder->isValid());
}

void TestRetagInPlace::zips()
{
    QTest::addColumn<QString>("file");
    for (const char* folder : {"torch113", "torch26", "torch214", "byhand"}) {
        for (const QString& name : QDir(fixture(folder)).entryList({"*.pt", "*.pth", "*.ptl"}, QDir::Files)) {
            const QString path = fixture(QString(folder) + '/' + name);
            const bool fitting = contentOf(path).startsWith("PK\3\4") && QFileInfo(path).size() < 300'000;
            const CheckpointPtr source = fitting ? openedCheckpoint(path) : nullptr;
            if (source != nullptr && planRetagInPlace(*source, kElsewhere, nullptr)) {
                QTest::newRow(qPrintable(QString(folder) + '/' + name)) << path;
            }
        }
    }
}

void TestRetagInPlace::changesOnlyTags()
{
    QFETCH(QString, file);
    const CheckpointPtr source = openedCheckpoint(file);
    const QString path = copyOf(file);
    const auto report = change(path);
    QVERIFY2(report.has_value(), report ? "" : report.error().paragraph().c_str());
    QCOMPARE(differenceFrom(*source, path, kElsewhere), QString());
    QVERIFY(contentOf(path).startsWith(contentOf(file)));
    QCOMPARE(report->bytesBefore, static_cast<std::uint64_t>(QFileInfo(file).size()));
    QCOMPARE(report->retag.bytes, static_cast<std::uint64_t>(QFileInfo(path).size()));
    // Nothing lies between the new directory and its end records, which some zip programs could not read.
    QCOMPARE(openedCheckpoint(path)->issues().size(), source->issues().size());
}

/// Each state that a kill can leave opens as the old file, whatever part of the gap was written, and the next run makes
/// of it what an undisturbed run makes.
void TestRetagInPlace::isWholeAtEveryMoment()
{
    QFETCH(QString, file);
    const CheckpointPtr source = openedCheckpoint(file);
    const auto plan = planRetag(*source, kElsewhere, nullptr);
    QVERIFY(plan.has_value());
    if (plan->records.empty()) {
        return;
    }
    const auto change = makeInPlaceChange(*source->archive(), *plan);
    QVERIFY2(change.has_value(), change ? "" : change.error().paragraph().c_str());
    const QString straight = copyOf(file, "straight.pt");
    QVERIFY(TestRetagInPlace::change(straight).has_value());

    const auto writes = writesOf(*change);
    QByteArray state = contentOf(file);
    std::vector<QByteArray> states;
    for (const auto& [offset, bytes] : writes) {
        if (offset != change->newEnd) { // the bridge is one write, the others may stop half-way
            QByteArray half = state;
            put(half, offset, std::string_view(bytes).substr(0, bytes.size() / 2));
            states.push_back(half);
        }
        put(state, offset, bytes);
        states.push_back(state);
    }
    // The disk may write the gap in any order.
    state = contentOf(file);
    put(state, writes.front().first, writes.front().second);
    for (std::size_t i = writes.size(); i-- > 1;) {
        put(state, writes[i].first, writes[i].second);
        states.push_back(state);
    }
    const QString path = at("state.pt");
    for (std::size_t i = 0; i < states.size(); ++i) {
        writeFile(path, states[i]);
        const QString difference = differenceFrom(*source, path, kNowhere);
        QVERIFY2(difference.isEmpty(), qPrintable(QString("state %1: %2").arg(i).arg(difference)));
        const auto again = TestRetagInPlace::change(path);
        QVERIFY2(again.has_value(), again ? "" : again.error().paragraph().c_str());
        QVERIFY2(contentOf(path) == contentOf(straight), qPrintable(QString("state %1, done again").arg(i)));
    }
    state.truncate(static_cast<qsizetype>(change->newEnd));
    QVERIFY(state == contentOf(straight));
}

void TestRetagInPlace::keepsWhatTheFileIs()
{
    const QString path = copyOf(fixture("torch113/tags_two_gpus.pt"));
    QCOMPARE(::chmod(qPrintable(path), 0640), 0);
    struct stat before{};
    struct stat after{};
    QCOMPARE(::stat(qPrintable(path), &before), 0);
    QVERIFY(change(path).has_value());
    QCOMPARE(::stat(qPrintable(path), &after), 0);
    QCOMPARE(after.st_mode, before.st_mode);
    QCOMPARE(after.st_ino, before.st_ino);
    QCOMPARE(after.st_uid, before.st_uid);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
}

void TestRetagInPlace::followsLinks()
{
    const QString path = copyOf(fixture("torch113/tags_two_gpus.pt"));
    QCOMPARE(::symlink("file.pt", qPrintable(at("link.pt"))), 0);
    QVERIFY(change(at("link.pt")).has_value());
    QVERIFY(QFileInfo(at("link.pt")).isSymLink());
    QCOMPARE(differenceFrom(*openedCheckpoint(fixture("torch113/tags_two_gpus.pt")), path, kElsewhere), QString());
}

void TestRetagInPlace::leavesAFileThatNeedsNothing()
{
    const QString path = copyOf(fixture("torch113/state_dict.pt"));
    struct stat before{};
    struct stat after{};
    QCOMPARE(::chmod(qPrintable(path), 0400), 0); // not even opened for writing
    QCOMPARE(::stat(qPrintable(path), &before), 0);
    const auto report = change(path, MapLocation::everythingTo("cpu"));
    QVERIFY2(report.has_value(), report ? "" : report.error().paragraph().c_str());
    QCOMPARE(::stat(qPrintable(path), &after), 0);
    QCOMPARE(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    QCOMPARE(report->retag.bytes, report->bytesBefore);
    QVERIFY(contentOf(path) == contentOf(fixture("torch113/state_dict.pt")));
}

void TestRetagInPlace::plansWithoutWriting()
{
    const QString path = copyOf(fixture("torch113/tags_two_gpus.pt"));
    const auto plan = planRetagInPlace(*openedCheckpoint(path), kElsewhere, nullptr);
    QVERIFY(plan.has_value());
    QVERIFY(contentOf(path) == contentOf(fixture("torch113/tags_two_gpus.pt")));
    const auto done = change(path);
    QVERIFY(done.has_value());
    QCOMPARE(plan->report.retag.bytes, done->retag.bytes);
    QCOMPARE(plan->report.retag.tagsAfter, done->retag.tagsAfter);
}

void TestRetagInPlace::changesAgainAndAgain()
{
    const QString path = copyOf(fixture("torch214/tags_two_gpus.pt"));
    const CheckpointPtr source = openedCheckpoint(fixture("torch214/tags_two_gpus.pt"));
    qint64 size = QFileInfo(path).size();
    for (const char* tag : {"cpu", "cuda:7", "mps", "cpu"}) {
        const MapLocation map = MapLocation::everythingTo(tag);
        QVERIFY(change(path, map).has_value());
        QCOMPARE(differenceFrom(*source, path, map), QString());
        QVERIFY(QFileInfo(path).size() > size);
        size = QFileInfo(path).size();
    }
}

/// Bytes behind the end of a zip that no broken change left there stay.
void TestRetagInPlace::keepsATailThatIsNotOurs()
{
    const QByteArray before = contentOf(fixture("torch113/tags_two_gpus.pt")) + "a signature, say";
    const QString path = at("file.pt");
    writeFile(path, before);
    QVERIFY(change(path).has_value());
    QVERIFY(contentOf(path).startsWith(before));
    QCOMPARE(differenceFrom(*openedCheckpoint(fixture("torch113/tags_two_gpus.pt")), path, kElsewhere), QString());
}

void TestRetagInPlace::undoes()
{
    const QString path = copyOf(fixture("torch113/tags_two_gpus.pt"));
    const auto report = change(path);
    QVERIFY(report.has_value());
    QVERIFY(undoRetagInPlace(path.toStdString(), *report).has_value());
    QVERIFY(contentOf(path) == contentOf(fixture("torch113/tags_two_gpus.pt")));
    QVERIFY(!undoRetagInPlace(path.toStdString(), *report).has_value()); // it is not in that state any more
    QVERIFY(contentOf(path) == contentOf(fixture("torch113/tags_two_gpus.pt")));
}

void TestRetagInPlace::refusesOtherFormats_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name : {"torch113/tags_two_gpus_legacy.pt", "torch113/plain_protocol4.pkl", "byhand/tar_old.pt",
                             "byhand/safe_every_dtype.safetensors"}) {
        QTest::newRow(name) << fixture(name);
    }
}

void TestRetagInPlace::refusesOtherFormats()
{
    QFETCH(QString, file);
    const QString path = copyOf(file, QFileInfo(file).fileName());
    const auto report = change(path);
    QVERIFY(!report.has_value());
    QCOMPARE(report.error().code, ErrorCode::Unsupported);
    QVERIFY(contentOf(path) == contentOf(file));
}

void TestRetagInPlace::refusesAFileThatIsNotItsOwn_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("word");
    QTest::newRow("write-protected") << "protected" << "write-protected";
    QTest::newRow("two names") << "linked" << "hard links";
    QTest::newRow("locked") << "locked" << "locked";
}

void TestRetagInPlace::refusesAFileThatIsNotItsOwn()
{
    QFETCH(QString, kind);
    QFETCH(QString, word);
    const QString path = copyOf(fixture("torch113/tags_two_gpus.pt"));
    int lock = -1;
    if (kind == "protected") {
        QCOMPARE(::chmod(qPrintable(path), 0444), 0);
    } else if (kind == "linked") {
        QCOMPARE(::link(qPrintable(path), qPrintable(at("other.pt"))), 0);
    } else {
        lock = ::open(qPrintable(path), O_RDONLY | O_CLOEXEC);
        QCOMPARE(::flock(lock, LOCK_EX), 0);
    }
    const auto report = change(path);
    QVERIFY(!report.has_value());
    const QString paragraph = QString::fromStdString(report.error().paragraph());
    QVERIFY2(paragraph.contains(kind == "protected" && ::geteuid() != 0 ? "for writing" : word), qPrintable(paragraph));
    QVERIFY(contentOf(path) == contentOf(fixture("torch113/tags_two_gpus.pt")));
    if (kind == "linked") {
        QVERIFY(change(path, kElsewhere, FilePatch::HardLinks::Allow).has_value());
    }
    if (lock >= 0) {
        ::close(lock);
    }
}

void TestRetagInPlace::refusesAFileThatChanged()
{
    const QString path = copyOf(fixture("torch113/tags_two_gpus.pt"));
    const CheckpointPtr source = openedCheckpoint(path);
    const auto plan = planRetag(*source, kElsewhere, nullptr);
    QVERIFY(plan.has_value());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    // The clock of a file system moves on in steps: until it has, nobody can see that something was written.
    QTRY_VERIFY(file.seek(100) && file.write("x") == 1 && file.flush() &&
                FileStamp::of(file.handle()) != plan->file.stamp());
    file.close();
    const auto patch = FilePatch::open(path.toStdString(), *plan->file.stamp(), FilePatch::HardLinks::Refuse);
    QVERIFY(!patch.has_value());
    QCOMPARE(patch.error().code, ErrorCode::FileChanged);

    QVERIFY(QFile::resize(path, QFileInfo(path).size() - 1));
    const auto report = change(source, kElsewhere, FilePatch::HardLinks::Refuse, nullptr);
    QVERIFY(!report.has_value());
    QCOMPARE(report.error().code, ErrorCode::FileChanged);
}

/// A limit on the size of files stands for a disk that is full.
void TestRetagInPlace::restoresTheFileIfWritingFails()
{
    const QString path = copyOf(fixture("torch113/tags_two_gpus.pt"));
    const QByteArray before = contentOf(path);
    const CheckpointPtr source = openedCheckpoint(path);
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &old), 0);
    rlimit tight = old;
    tight.rlim_cur = static_cast<rlim_t>(before.size()) + 50; // the bridge begins behind it
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    const auto report = change(source, kElsewhere, FilePatch::HardLinks::Refuse, nullptr);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &old), 0);
    QVERIFY(!report.has_value());
    QVERIFY(report.error().why.text().find("as it was before") != std::string::npos);
    QVERIFY(contentOf(path) == before);
}

void TestRetagInPlace::cancelRestoresTheFile()
{
    const QString path = copyOf(fixture("torch113/tags_two_gpus.pt"));
    const QByteArray before = contentOf(path);
    const CheckpointPtr source = openedCheckpoint(path);
    Progress progress;
    progress.requestStop();
    const auto report = change(source, kElsewhere, FilePatch::HardLinks::Refuse, &progress);
    QVERIFY(!report.has_value());
    QCOMPARE(report.error().code, ErrorCode::Cancelled);
    QVERIFY(contentOf(path) == before);
}

CAIRN_TEST(TestRetagInPlace, QCoreApplication);

} // namespace cairn::tst_retag_in_place

#include "tst_retag_in_place.moc"
