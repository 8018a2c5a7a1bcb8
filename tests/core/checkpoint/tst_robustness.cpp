#include "core/checkpoint/readers/open.h"
#include "tests/support/allocation_watch.h"
#include "tests/support/failing_source.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <string>

namespace cairn::tst_robustness {

using namespace cairn::checkpoint;
using cairn::test::contentOf;
using cairn::test::fixture;
using cairn::test::view;

namespace {

/// Windows, tables and messages that do not depend on the file.
constexpr std::size_t kAllocationBudget = 256 * 1024;

std::string dimensions(std::span<const std::int64_t> numbers)
{
    std::string text;
    for (const std::int64_t number : numbers) {
        text += std::to_string(number) + ',';
    }
    return text;
}

/// Everything a person would be shown, issues left out, as text: equal for equal checkpoints.
std::string describe(const Checkpoint& checkpoint)
{
    std::string text(checkpoint.traits().name);
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        const Entry& entry = checkpoint.entries()[id];
        text += '\n' + std::string(depth, ' ') + checkpoint.keyText(entry) + ": ";
        text += checkpoint.typeName(entry);
        if (entry.kind == EntryKind::Value) {
            text += ' ' + checkpoint.valueRepr(entry);
        } else if (entry.kind == EntryKind::Tensor) {
            const Tensor& tensor = checkpoint.tensors()[entry.payload];
            text += ' ' + dimensions(checkpoint.shape(tensor)) + '/' + dimensions(checkpoint.stride(tensor)) + '+' +
                    std::to_string(tensor.offset) + " of " + std::to_string(tensor.storage);
        }
    });
    for (const Storage& storage : checkpoint.storages()) {
        text += "\nstorage ";
        text += checkpoint.storageKey(storage);
        text += ' ' + std::to_string(storage.offset) + '+' + std::to_string(storage.bytes) + " on ";
        text += checkpoint.deviceTag(storage.device);
    }
    return text;
}

bool hasIssue(const Checkpoint& checkpoint, ErrorCode code)
{
    return std::ranges::any_of(checkpoint.issues(), [&](const Issue& issue) { return issue.code == code; });
}

void addFormats()
{
    QTest::addColumn<QString>("path");
    for (const char* name :
         {"torch113/state_dict.pt", "torch113/zip_deflated.pt", "torch214/blob_in_zip.pt", "byhand/zip_comment.pt",
          "torch113/legacy_state_dict.pt", "torch113/legacy_module_source.pt", "byhand/tar_old.pt",
          "torch113/script_plain.pt", "torch113/package.pt", "byhand/safe_every_dtype.safetensors",
          "torch113/plain_protocol2.pkl", "torch113/plain_protocol4.pkl",
          "byhand/sharded_bins/pytorch_model.bin.index.json"}) {
        QTest::newRow(name) << fixture(QString::fromLatin1(name));
    }
}

/// A copy of a file of the fixtures that a test may damage.
struct Copy {
    explicit Copy(const QString& original) : path(folder.filePath(QFileInfo(original).fileName()))
    {
        good = QFile::copy(original, path) &&
               QFile::setPermissions(path, QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    }
    [[nodiscard]] bool shrink(qint64 bytes) const { return QFile::resize(path, bytes); }

    QTemporaryDir folder;
    QString path;
    bool good = false;
};

} // namespace

/// What a checkpoint is like whose bytes end early, cannot be read, or vanish.
class TestRobustness : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void truncated_data() { addFormats(); }
    void truncated();
    void shardTruncated_data();
    void shardTruncated();
    void readFails_data() { addFormats(); }
    void readFails();
    void shardIsAFolder();
    void hostileAllocations();
    void shrinksBeforeItIsRead_data() { addFormats(); }
    void shrinksBeforeItIsRead();
    void shrinksWhileItIsOpen_data();
    void shrinksWhileItIsOpen();
    void writtenOverWhileItIsOpen();
};

/// An error wherever it is cut, or the same checkpoint where the bytes that are gone say nothing of it.
void TestRobustness::truncated()
{
    QFETCH(const QString, path);
    const QByteArray whole = contentOf(path);
    QVERIFY(!whole.isEmpty());
    const auto opened = openCheckpoint(std::make_shared<MemorySource>(view(whole)), path.toStdString());
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    const std::string expected = describe(**opened);

    for (qsizetype size = 0; size < whole.size(); ++size) {
        const auto source = std::make_shared<MemorySource>(view(whole).substr(0, static_cast<std::size_t>(size)));
        const test::AllocationWatch watch;
        const auto cut = openCheckpoint(source, path.toStdString());
        const std::string place = "cut at byte " + std::to_string(size);
        QVERIFY2(watch.largestBytes() <= static_cast<std::size_t>(size) + kAllocationBudget, place.c_str());
        if (cut) {
            QVERIFY2(describe(**cut) == expected, (place + "\n" + describe(**cut)).c_str());
            QVERIFY2((*cut)->issues().size() >= (*opened)->issues().size(), place.c_str());
        } else {
            QVERIFY2(errorClass(cut.error().code) == ErrorClass::BadInput && !cut.error().what.empty(), place.c_str());
        }
    }
}

void TestRobustness::shardTruncated_data()
{
    QTest::addColumn<QString>("index");
    QTest::addColumn<QString>("shard");
    QTest::newRow("bins") << QStringLiteral("byhand/sharded_bins/pytorch_model.bin.index.json")
                          << QStringLiteral("pytorch_model-00002-of-00002.bin");
    QTest::newRow("safetensors") << QStringLiteral("byhand/sharded_safetensors/model.safetensors.index.json")
                                 << QStringLiteral("model-00001-of-00003.safetensors");
}

/// One broken shard is an issue; the others are there.
void TestRobustness::shardTruncated()
{
    QFETCH(const QString, index);
    QFETCH(const QString, shard);
    const QString source = QFileInfo(fixture(index)).path();
    const QTemporaryDir folder;
    for (const QString& name : QDir(source).entryList(QDir::Files)) {
        QVERIFY(QFile::copy(source + u'/' + name, folder.filePath(name)));
    }
    const std::string path = folder.filePath(QFileInfo(index).fileName()).toStdString();
    QVERIFY(QFile::setPermissions(folder.filePath(shard), QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    const auto opened = openCheckpoint(path);
    QVERIFY2(opened.has_value() && (*opened)->issues().empty(), opened ? "" : opened.error().paragraph().c_str());

    for (qint64 size = QFileInfo(folder.filePath(shard)).size(); size-- > 0;) {
        QVERIFY(QFile::resize(folder.filePath(shard), size));
        const auto cut = openCheckpoint(path);
        const std::string place = "cut at byte " + std::to_string(size);
        QVERIFY2(cut.has_value(), place.c_str());
        QVERIFY2(hasIssue(**cut, ErrorCode::ShardBroken), place.c_str());
        QVERIFY2(!(*cut)->tensors().empty() && (*cut)->tensors().size() < (*opened)->tensors().size(), place.c_str());
    }
}

/// Every read that fails is told: as the error, or as an issue where the rest can be shown.
void TestRobustness::readFails()
{
    QFETCH(const QString, path);
    const QByteArray whole = contentOf(path);
    const auto counting = std::make_shared<FailingSource>(view(whole));
    QVERIFY(openCheckpoint(counting, path.toStdString()).has_value());
    QVERIFY(counting->reads() > 0);

    for (int read = 0; read < counting->reads(); ++read) {
        const auto failing = std::make_shared<FailingSource>(view(whole), read);
        const auto opened = openCheckpoint(failing, path.toStdString());
        const std::string place = "read " + std::to_string(read) + " of " + std::to_string(counting->reads());
        if (opened) {
            QVERIFY2(hasIssue(**opened, ErrorCode::ReadFailed), (place + "\n" + describe(**opened)).c_str());
        } else {
            QVERIFY2(opened.error().code == ErrorCode::ReadFailed, (place + ": " + opened.error().paragraph()).c_str());
        }
    }
}

void TestRobustness::shardIsAFolder()
{
    const QTemporaryDir folder;
    const QString name = QStringLiteral("pytorch_model.bin.index.json");
    QVERIFY(QFile::copy(fixture(QStringLiteral("byhand/sharded_bins/") + name), folder.filePath(name)));
    for (const char* shard : {"pytorch_model-00001-of-00002.bin", "pytorch_model-00002-of-00002.bin"}) {
        QVERIFY(QDir(folder.path()).mkdir(QString::fromLatin1(shard)));
    }
    const auto opened = openCheckpoint(folder.filePath(name).toStdString());
    QVERIFY(!opened.has_value());
    QCOMPARE(opened.error().code, ErrorCode::ShardBroken);
}

/// No declared size is believed: nothing is allocated that the bytes of the file do not account for.
void TestRobustness::hostileAllocations()
{
    const QDir folder(QStringLiteral(CAIRN_TESTS_DIR "/hostile"));
    const QStringList names = folder.entryList({QStringLiteral("[0-9][0-9]_*")}, QDir::Files);
    QVERIFY(!names.isEmpty());
    for (const QString& name : names) {
        const QByteArray bytes = contentOf(folder.filePath(name));
        const auto source = std::make_shared<MemorySource>(view(bytes));
        const test::AllocationWatch watch;
        const auto opened = openCheckpoint(source, folder.filePath(name).toStdString());
        // Rows and nodes are larger than the bytes that make them.
        const std::size_t allowed = static_cast<std::size_t>(bytes.size()) * 64 + 16 * 1024 * 1024;
        QVERIFY2(watch.largestBytes() <= allowed,
                 qPrintable(name + QStringLiteral(": %1 bytes").arg(watch.largestBytes())));
    }
}

void TestRobustness::shrinksBeforeItIsRead()
{
    QFETCH(const QString, path);
    const Copy copy(path);
    QVERIFY(copy.good);
    for (const qint64 size : {QFileInfo(path).size() / 2, qint64{0}}) {
        const auto source = FileSource::open(copy.path.toStdString());
        QVERIFY(source.has_value());
        QVERIFY(copy.shrink(size));
        const auto opened = openCheckpoint(*source, copy.path.toStdString());
        QVERIFY(!opened.has_value());
        QCOMPARE(opened.error().code, ErrorCode::FileChanged);
        QVERIFY(QFile::remove(copy.path));
        QVERIFY(QFile::copy(path, copy.path));
        QVERIFY(QFile::setPermissions(copy.path, QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    }
}

void TestRobustness::shrinksWhileItIsOpen_data()
{
    QTest::addColumn<QString>("path");
    for (const char* name :
         {"torch113/state_dict.pt", "torch113/zip_deflated.pt", "torch113/legacy_state_dict.pt", "byhand/tar_old.pt",
          "torch113/script_plain.pt", "byhand/safe_every_dtype.safetensors", "torch113/plain_protocol4.pkl"}) {
        QTest::newRow(name) << fixture(QString::fromLatin1(name));
    }
}

/// Storages are read long after the file was opened: an error then, and no signal.
void TestRobustness::shrinksWhileItIsOpen()
{
    QFETCH(const QString, path);
    const Copy copy(path);
    QVERIFY(copy.good);
    const auto opened = openCheckpoint(copy.path.toStdString());
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QVERIFY(copy.shrink(16));
    int changed = 0;
    for (StorageId id = 0; id < (*opened)->storages().size(); ++id) {
        Bytes bytes((*opened)->storages()[id].bytes);
        const auto read = (*opened)->readStorage(id, 0, bytes);
        // Small values that lie inside the pickle are in memory since it was read.
        const bool inMemory = !(*opened)->sources()[(*opened)->storages()[id].source].isFile && read.has_value();
        if (!bytes.empty() && !inMemory) {
            QVERIFY(!read.has_value());
            QCOMPARE(read.error().code, ErrorCode::FileChanged);
            ++changed;
        }
    }
    QVERIFY(changed > 0);
}

/// What is read then is not what was shown: numbers of one file beside the names of another.
void TestRobustness::writtenOverWhileItIsOpen()
{
    const Copy copy(fixture("torch113/state_dict.pt"));
    QVERIFY(copy.good);
    const auto opened = openCheckpoint(copy.path.toStdString());
    QVERIFY(opened.has_value());
    Bytes bytes((*opened)->storages()[0].bytes);
    QVERIFY((*opened)->readStorage(0, 0, bytes));
    QFile file(copy.path);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(file.size() / 2) && file.write("x") == 1);
    file.close();
    const auto read = (*opened)->readStorage(0, 0, bytes);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().code, ErrorCode::FileChanged);
    QVERIFY(openCheckpoint(copy.path.toStdString()).has_value());
}

CAIRN_TEST(TestRobustness, QCoreApplication);

} // namespace cairn::tst_robustness

#include "tst_robustness.moc"
