#include "core/checkpoint/readers/open.h"
#include "core/convert/salvage/salvage_folder.h"
#include "core/convert/salvage/save_salvaged.h"
#include "tests/support/digests.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QDirIterator>
#include <QTemporaryDir>

#include <algorithm>
#include <functional>
#include <random>

namespace cairn::tst_salvage_folders {

using namespace cairn::checkpoint;
using test::byteArray;
using test::contentOf;
using test::digestOf;
using test::Digests;
using test::fixture;

namespace {

QStringList filesIn(const QString& folder)
{
    QStringList files;
    QDirIterator each(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (each.hasNext()) {
        files << QDir(folder).relativeFilePath(each.next());
    }
    files.sort();
    return files;
}

bool copyFolder(const QString& from, const QString& to)
{
    return std::ranges::all_of(filesIn(from), [&](const QString& file) {
        return QDir().mkpath(QFileInfo(to + '/' + file).path()) && QFile::copy(from + '/' + file, to + '/' + file) &&
               QFile::setPermissions(to + '/' + file, QFile::ReadOwner | QFile::WriteOwner);
    });
}

Digests digestsOf(const Checkpoint& checkpoint)
{
    Digests digests;
    for (TensorId id = 0; id < checkpoint.tensors().size(); ++id) {
        digests.insert(byteArray(checkpoint.entryName(checkpoint.tensors()[id].entry)), digestOf(checkpoint, id));
    }
    return digests;
}

} // namespace

/// What is said of damaged folders. What the tensors should be is what is in the whole ones, which other tests compare
/// with PyTorch.
class TestSalvageFolders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void damaged_data();
    void damaged();
    void written();
};

void TestSalvageFolders::damaged_data()
{
    QTest::addColumn<QString>("folder");
    for (const char* name : {"torch214/dcp_2d", "torch214/dcp_four_ranks", "torch26/dcp_dtypes",
                             "torch214/dcp_file_per_item", "torch26/dcp_nesting", "torch214/dcp_two_ranks_threads",
                             "torch214/ranks_2d", "deepspeed/zero2", "deepspeed/zero3"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

/// Each file is taken away, cut and changed in one byte. What is called complete is what was there.
void TestSalvageFolders::damaged()
{
    QFETCH(const QString, folder);
    const QTemporaryDir place;
    const QString copy = place.filePath("copy");
    QVERIFY(copyFolder(fixture("folders/" + folder), copy));
    const std::string path = copy.toStdString();
    const auto whole = openCheckpoint(path);
    QVERIFY2(whole, whole ? "" : whole.error().paragraph().c_str());
    const Digests digests = digestsOf(**whole);
    std::mt19937 random(31);
    std::size_t lost = 0;
    // One file has the names and shapes of all.
    const auto describes = [&](const QString& file) {
        return folder == "deepspeed/zero2" && file.endsWith("_model_states.pt");
    };
    const auto look = [&](const QString& file, const char* how, bool hasChecksums) {
        const auto found = convert::salvageFileOrFolder(path, nullptr);
        if (!found && describes(file)) {
            QVERIFY2(!found.error().advice.text().empty(), found.error().paragraph().c_str());
            return;
        }
        QVERIFY2(found, (file + " " + how + ": " + (found ? "" : found.error().paragraph().c_str())).toUtf8());
        for (const SalvagedTensor& tensor : found->tensors) {
            const QByteArray name =
                byteArray(found->checkpoint->entryName(found->checkpoint->tensors()[tensor.tensor].entry));
            lost += tensor.isSaved() ? 0U : 1U;
            const bool isTrue = !tensor.isSaved() || !hasChecksums ||
                                digests.value(name) == digestOf(*found->checkpoint, tensor.tensor);
            QVERIFY2(isTrue, (file + " " + how + ": " + name).toUtf8());
        }
    };
    for (const QString& file : filesIn(copy)) {
        const QByteArray bytes = contentOf(copy + '/' + file);
        if (file.endsWith(".py") || file.endsWith(".metadata") || file.endsWith("latest")) {
            continue;
        }
        QVERIFY(QFile::remove(copy + '/' + file));
        look(file, "is gone", true);
        for (int i = 0; i < 5; ++i) {
            test::writeFile(copy + '/' + file,
                            bytes.first(static_cast<qsizetype>(random() % static_cast<std::uint32_t>(bytes.size()))));
            look(file, "is cut", true);
            QByteArray changed = bytes;
            const auto at = static_cast<qsizetype>(random() % static_cast<std::uint32_t>(bytes.size()));
            changed[at] = static_cast<char>(changed[at] ^ 4);
            test::writeFile(copy + '/' + file, changed);
            look(file, "is changed", file.endsWith(".distcp"));
        }
        test::writeFile(copy + '/' + file, bytes);
    }
    QVERIFY(lost != 0);
}

/// What is left is written, nested as it was.
void TestSalvageFolders::written()
{
    const QTemporaryDir place;
    const QString copy = place.filePath("copy");
    QVERIFY(copyFolder(fixture("folders/torch214/dcp_four_ranks"), copy));
    const auto whole = openCheckpoint(copy.toStdString());
    QVERIFY(whole);
    const Digests digests = digestsOf(**whole);
    QVERIFY(QFile::remove(copy + "/__3_0.distcp"));
    const auto found = convert::salvageFileOrFolder(copy.toStdString(), nullptr);
    QVERIFY2(found, found ? "" : found.error().paragraph().c_str());
    QVERIFY(found->hasLosses());
    const auto partial = std::ranges::find(found->tensors, TensorState::Partial, &SalvagedTensor::state);
    QVERIFY(partial != found->tensors.end() && !partial->rowsLeft.empty());
    const std::string target = place.filePath("left.pth").toStdString();
    const auto saved =
        convert::saveSalvaged(*found, target, convert::Damaged::LeaveOut, FileSink::Existing::Refuse, nullptr);
    QVERIFY2(saved, saved ? "" : saved.error().paragraph().c_str());
    const auto left = openCheckpoint(target);
    QVERIFY(left);
    QVERIFY(!(*left)->tensors().empty());
    for (TensorId id = 0; id < (*left)->tensors().size(); ++id) {
        const QByteArray name = byteArray((*left)->entryName((*left)->tensors()[id].entry));
        QCOMPARE(digestOf(**left, id), digests.value(name));
    }
}

CAIRN_TEST(TestSalvageFolders);

} // namespace cairn::tst_salvage_folders

#include "tst_salvage_folders.moc"
