#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/trust.h"
#include "tests/support/files.h"
#include "tests/support/little.h"
#include "tests/support/resident_peak.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>

namespace cairn::tst_hostile {

using namespace cairn::checkpoint;
using cairn::test::byteArray;
using cairn::test::little;
using cairn::test::text;
using cairn::test::writtenFile;

namespace {

constexpr qint64 kMaxMilliseconds = 20'000; // milliseconds in fact; against freezing only
constexpr std::int64_t kMaxGrowthBytes = 100 * 1024 * 1024;

struct Row {
    QString file;
    bool opens = false;
    QString code;
    bool showsGood = false;
};

QString folder()
{
    return QStringLiteral(CAIRN_TESTS_DIR "/hostile");
}

std::vector<Row> readTable()
{
    QFile table(folder() + QStringLiteral("/expected.tsv"));
    std::vector<Row> rows;
    if (!table.open(QIODevice::ReadOnly)) {
        return rows;
    }
    const QStringList lines = QString::fromUtf8(table.readAll()).split(u'\n', Qt::SkipEmptyParts);
    for (const QString& line : lines) {
        const QStringList fields = line.split(u'\t');
        if (fields.size() == 6 && !line.startsWith(u'#')) {
            rows.push_back(
                {fields[0], fields[1] == QStringLiteral("opens"), fields[2], fields[4] == QStringLiteral("good")});
        }
    }
    return rows;
}

QString issueCodes(const Checkpoint& checkpoint)
{
    QStringList codes;
    for (const Issue& issue : checkpoint.issues()) {
        codes << text(errorCodeText(issue.code));
    }
    return codes.join(u' ');
}

/// The tensor of four floats that most files hold beside the bad part.
bool showsGood(const Checkpoint& checkpoint)
{
    return std::ranges::any_of(checkpoint.entries(), [&](const Entry& entry) {
        return entry.kind == EntryKind::Tensor && checkpoint.keyText(entry) == "good";
    });
}

/// Whether a torch, perhaps one of long ago, reads behind what the file holds.
bool leavesItsMemory(const Checkpoint& checkpoint)
{
    return std::ranges::any_of(checkpoint.issues(), [](const Issue& issue) {
        const bool isOfMemory = issue.code == ErrorCode::RecordSize || issue.code == ErrorCode::TensorBounds;
        return isOfMemory && issue.severity == Severity::Error;
    });
}

/// A record header of either kind: they differ in what surrounds these fields.
void appendFields(QByteArray& out, std::uint64_t value, int bytes)
{
    out += byteArray(little(value, bytes));
}

/// A state_dict of no tensors and `count` empty records; zip64 records are left out, so the count saturates.
QByteArray manyRecords(std::uint32_t count, std::uint32_t countWritten)
{
    const QByteArray pickle("\x80\x02}.", 4);
    constexpr std::uint32_t pickleCrc = 0x89DEB73D;
    QByteArray out;
    QByteArray directory;
    for (std::uint32_t i = 0; i < count; ++i) {
        const QByteArray name = i == 0 ? QByteArray("a/data.pkl") : "a/data/" + QByteArray::number(i);
        const QByteArray data = i == 0 ? pickle : QByteArray();
        const auto offset = static_cast<std::uint32_t>(out.size());
        QByteArray shared;
        appendFields(shared, 20, 2);
        appendFields(shared, 0, 8); // flags, method, time, date
        appendFields(shared, i == 0 ? pickleCrc : 0, 4);
        appendFields(shared, static_cast<std::uint32_t>(data.size()), 4);
        appendFields(shared, static_cast<std::uint32_t>(data.size()), 4);
        appendFields(shared, static_cast<std::uint32_t>(name.size()), 2);
        appendFields(shared, 0, 2);
        out += "PK\3\4" + shared + name + data;
        directory += "PK\1\2";
        appendFields(directory, 20, 2);
        directory += shared;
        appendFields(directory, 0, 4); // comment, disk
        appendFields(directory, 0, 6); // attributes
        appendFields(directory, offset, 4);
        directory += name;
    }
    const auto start = static_cast<std::uint32_t>(out.size());
    out += directory + "PK\5\6";
    appendFields(out, 0, 4);
    appendFields(out, countWritten, 2);
    appendFields(out, countWritten, 2);
    appendFields(out, static_cast<std::uint32_t>(directory.size()), 4);
    appendFields(out, start, 4);
    appendFields(out, 0, 2);
    return out;
}

} // namespace

/// Files made to do harm: each gives its error, or opens with its issue, quickly and in little memory.
class TstHostile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tableListsTheFolder();
    void file_data();
    void file();
    void moreRecordsThanTheCountHolds();
    void countThatWrapsAround();
};

void TstHostile::tableListsTheFolder()
{
    QStringList listed;
    for (const Row& row : readTable()) {
        listed << row.file;
    }
    QStringList present = QDir(folder()).entryList({QStringLiteral("[0-9][0-9]_*")}, QDir::Files);
    listed.sort();
    present.sort();
    QVERIFY(!listed.isEmpty());
    QCOMPARE(present, listed);
}

void TstHostile::file_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("opens");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("good");
    for (const Row& row : readTable()) {
        QTest::newRow(qPrintable(row.file)) << folder() + u'/' + row.file << row.opens << row.code << row.showsGood;
    }
}

void TstHostile::file()
{
    QFETCH(const QString, path);
    QFETCH(const bool, opens);
    QFETCH(const QString, code);
    QFETCH(const bool, good);

    const test::ResidentPeak peak;
    QElapsedTimer timer;
    timer.start();
    const auto opened = openCheckpoint(path.toStdString());
    const qint64 milliseconds = timer.elapsed();
    const std::int64_t growthBytes = peak.growthBytes();

    if (!opened) {
        QVERIFY2(!opens, opened.error().paragraph().c_str());
        QCOMPARE(text(errorCodeText(opened.error().code)), code);
    } else {
        const QString codes = issueCodes(**opened);
        QVERIFY2(opens, qPrintable(QStringLiteral("opened with issues: ") + codes));
        if (code != QStringLiteral("-")) {
            QVERIFY2(codes.split(u' ').contains(code), qPrintable(QStringLiteral("issues: ") + codes));
        }
        QCOMPARE(good && !showsGood(**opened), false);
        QVERIFY(!leavesItsMemory(**opened) || trustOf(**opened).trust == Trust::Dangerous);
        if (leavesItsMemory(**opened)) {
            QCOMPARE(trustOf(**opened).trust, Trust::Dangerous);
        }
    }
    if (!test::kSanitized) {
        QVERIFY2(milliseconds < kMaxMilliseconds, qPrintable(QString::number(milliseconds)));
        QVERIFY2(growthBytes < kMaxGrowthBytes, qPrintable(QString::number(growthBytes)));
    }
}

void TstHostile::moreRecordsThanTheCountHolds()
{
    const QTemporaryDir dir;
    const QString path = writtenFile(dir, QStringLiteral("52_saturated.pt"), manyRecords(70'000, 0xFFFF));
    const auto opened = openCheckpoint(path.toStdString());
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
}

void TstHostile::countThatWrapsAround()
{
    const QTemporaryDir dir;
    const QString path = writtenFile(dir, QStringLiteral("52_wrapped.pt"), manyRecords(70'000, 70'000 - 65'536));
    const auto opened = openCheckpoint(path.toStdString());
    QVERIFY(!opened.has_value());
    QCOMPARE(opened.error().code, ErrorCode::ZipDirectory);
}

CAIRN_TEST(TstHostile, QCoreApplication);

} // namespace cairn::tst_hostile

#include "tst_hostile.moc"
