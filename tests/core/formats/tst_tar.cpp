#include "core/checkpoint/readers/open.h"
#include "core/convert/common/compare.h"
#include "core/convert/retag/tar_tags.h"
#include "core/formats/tar_archive.h"
#include "tests/support/failing_source.h"
#include "tests/support/little.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/tar_builder.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

namespace cairn::tst_tar {

using namespace cairn::checkpoint;
using cairn::formats::TarArchive;
using cairn::test::codeOf;
using cairn::test::listed;
using cairn::test::little;
using cairn::test::PickleBuilder;
using cairn::test::TarBuilder;
using cairn::test::text;

namespace {

std::string count(std::int64_t number)
{
    return PickleBuilder().integer(number).finish();
}

/// (key, tag, class), the number of elements and the bytes.
std::string storage(std::int64_t key, std::string_view tag, std::string_view className, std::int64_t numel,
                    std::size_t bytes)
{
    return PickleBuilder().integer(key).string(tag).global("torch", className).tuple(3).finish() +
           little(static_cast<std::uint64_t>(numel), 8) + std::string(bytes, '\1');
}

/// (key, storage key, class), rank, sizes, strides and offset.
std::string tensor(std::int64_t key, std::int64_t storageKey, const std::vector<std::int64_t>& sizes,
                   const std::vector<std::int64_t>& strides, std::int64_t offset, std::int32_t rank = -1)
{
    std::string out = PickleBuilder().integer(key).integer(storageKey).global("torch", "FloatTensor").tuple(3).finish();
    out += little(static_cast<std::uint32_t>(rank < 0 ? static_cast<std::int32_t>(sizes.size()) : rank), 4) +
           std::string(4, '\0');
    for (const auto* numbers : {&sizes, &strides}) {
        for (const std::int64_t number : *numbers) {
            out += little(static_cast<std::uint64_t>(number), 8);
        }
    }
    return out + little(static_cast<std::uint64_t>(offset), 8);
}

std::string noViews()
{
    return PickleBuilder().emptyList().finish();
}

/// {"w": tensor 1, "v": tensor 2, "s": storage 10}; ids as text, as torch 0.1 wrote them, or as numbers.
std::string object()
{
    PickleBuilder pickle;
    pickle.emptyDict().mark();
    pickle.string("w").string("1").persistentId();
    pickle.string("v").integer(2).persistentId();
    pickle.string("s").integer(10).persistentId();
    return pickle.setItems().finish();
}

struct Parts {
    std::string storages = count(2) + storage(10, "cuda:1", "FloatStorage", 6, 24) +
                           storage(11, "cpu", "FloatStorage", 0, 0) +
                           PickleBuilder()
                               .emptyList()
                               .mark()
                               .mark()
                               .integer(12)
                               .integer(10)
                               .integer(2)
                               .integer(4)
                               .tuple()
                               .appends()
                               .finish();
    std::string tensors = count(2) + tensor(1, 10, {2, 3}, {3, 1}, 0) + tensor(2, 12, {3}, {1}, 1);
    std::string pickle = object();

    [[nodiscard]] TarBuilder tar() const
    {
        TarBuilder builder;
        builder.add("sys_info", PickleBuilder().emptyDict().finish());
        return builder.add("pickle", pickle).add("tensors", tensors).add("storages", storages);
    }
};

Result<CheckpointPtr> open(std::string_view bytes)
{
    return openCheckpoint(std::make_shared<MemorySource>(bytes), "test.pt");
}

/// "w cuda:1 10 [2,3] [3,1] +0" for each tensor
QStringList described(const Checkpoint& checkpoint)
{
    QStringList lines;
    for (const Tensor& tensor : checkpoint.tensors()) {
        lines << text(checkpoint.entryName(tensor.entry)) + u' ' + text(checkpoint.deviceTag(tensor.device)) + u' ' +
                     text(checkpoint.storageKey(checkpoint.storages()[tensor.storage])) + u' ' +
                     listed(checkpoint.shape(tensor)) + u' ' + listed(checkpoint.stride(tensor)) +
                     QStringLiteral(" +") + QString::number(tensor.offset);
    }
    return lines;
}

} // namespace

class TestTar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsMembers();
    void takesLongNamesAndSizesFromPax();
    void headersThatEndATar();
    void refusesBrokenTars_data();
    void refusesBrokenTars();
    void readsACheckpoint();
    void readsWhatTorchWrote();
    void tellsOfOtherReadings_data();
    void tellsOfOtherReadings();
    void explainsOtherTars();
    void refusesBrokenCheckpoints_data();
    void refusesBrokenCheckpoints();
    void tellsOfAnUnknownReference();
    void tagsChange();
    void tagsWithASecondSize();
    void refusesEveryTruncation();
    void reportsFailedReads();
};

void TestTar::findsMembers()
{
    const std::string bytes =
        TarBuilder().add("a", "one").add("folder/", "", '5').add("link", "", '2').add("a", "second").finish();
    const auto tar = TarArchive::open(MemorySource(bytes));
    QVERIFY2(tar.has_value(), tar ? "" : tar.error().paragraph().c_str());
    QCOMPARE(tar->members().size(), 2U);
    QVERIFY(tar->hasEnd());
    QCOMPARE(tar->find("a")->bytes, 6U); // the last one
    QCOMPARE(bytes.substr(tar->find("a")->offset, 6), "second");
    QVERIFY(tar->find("link") == nullptr);
}

void TestTar::takesLongNamesAndSizesFromPax()
{
    const std::string name(150, 'n');
    std::string bytes =
        TarBuilder().addPax("path", name).addPax("size", "5").add("short", "12345678").add("next", "x").finish();
    const auto tar = TarArchive::open(MemorySource(bytes));
    QVERIFY2(tar.has_value(), tar ? "" : tar.error().paragraph().c_str());
    // A second extended header replaces the first.
    QVERIFY(tar->find(name) == nullptr);
    QCOMPARE(tar->find("short")->bytes, 5U);
    QCOMPARE(tar->find("next")->bytes, 1U);

    bytes = TarBuilder().addPax("path", name).add("short", "1").finish();
    QVERIFY(TarArchive::open(MemorySource(bytes))->find(name) != nullptr);

    // GNU writes sizes that do not fit into octal digits in binary.
    std::string header(512, '\0');
    header.replace(0, 3, "big");
    header[124] = '\x80';
    header[135] = 3;
    header[156] = '0';
    TarBuilder::sign(header);
    bytes = header + "abc" + std::string(509 + 1024, '\0');
    QCOMPARE(TarArchive::open(MemorySource(bytes))->find("big")->bytes, 3U);
}

/// Python takes such a file for no tar, and torch then reads it as a stream from its beginning.
void TestTar::headersThatEndATar()
{
    for (const bool isLast : {false, true}) {
        TarBuilder tar;
        tar.add("a", "text").addPax("mtime", "1.0");
        const std::string bytes = isLast ? tar.finish() : tar.add("b", "").finish();
        QCOMPARE(TarArchive::open(MemorySource(bytes))->oddity().empty(), !isLast);
    }
}

void TestTar::refusesBrokenTars_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const std::string& bytes, const char* code) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString::fromLatin1(code);
    };
    const std::string good = TarBuilder().add("a", "text").finish();
    std::string bad = good;
    bad[0] = 'b';
    row("checksum", bad, "tar.broken");
    bad = good;
    bad[124] = '9';
    TarBuilder::sign(bad);
    row("size that is no octal number", bad, "tar.broken");
    bad = good;
    bad.replace(124, 12, std::string("\xFF") + std::string(11, '\xFF'));
    TarBuilder::sign(bad);
    row("negative size", bad, "tar.broken");
    bad = good;
    TarBuilder::putOctal(bad, 124, 11, 077777777777);
    TarBuilder::sign(bad);
    row("size over the file's", bad, "input.truncated");
    row("inside a header", good.substr(0, 1024) + "x", "input.truncated");
    row("pax without a length", TarBuilder().add("p", "path=x\n", 'x').add("a", "").finish(), "tar.broken");
    row("pax longer than itself", TarBuilder().add("p", "99 path=x\n", 'x').add("a", "").finish(), "tar.broken");
    row("pax length of 1", TarBuilder().add("p", "1 path=x\n", 'x').add("a", "").finish(), "tar.broken");
    row("pax size that is no number", TarBuilder().addPax("size", "5x").add("a", "").finish(), "tar.broken");
    row("pax size over the file's", TarBuilder().addPax("size", "18446744073709551615").add("a", "").finish(),
        "input.truncated");
    row("huge pax", TarBuilder().add("p", std::string(100'000, '1'), 'x').add("a", "").finish(), "tar.broken");
}

void TestTar::refusesBrokenTars()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    const auto tar = TarArchive::open(MemorySource(bytes.toStdString()));
    QVERIFY(!tar.has_value());
    QCOMPARE(text(errorCodeText(tar.error().code)), code);
}

void TestTar::readsACheckpoint()
{
    const std::string bytes = Parts().tar().finish();
    const auto opened = open(bytes);
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    const Checkpoint& checkpoint = **opened;
    QVERIFY(checkpoint.format() == Format::TorchTar);
    QVERIFY(checkpoint.issues().empty());
    // A view of a storage is that storage from a later element on.
    QCOMPARE(described(checkpoint), QStringList({"w cuda:1 10 [2,3] [3,1] +0", "v cuda:1 10 [3] [1] +3"}));

    QCOMPARE(checkpoint.storages().size(), 2U);
    QCOMPARE(checkpoint.storages()[0].bytes, 24U);
    QCOMPARE(*checkpoint.fileOffset(0), bytes.find(std::string(24, '\1')));
    const Entry& bare = checkpoint.entries()[3];
    QVERIFY(bare.kind == EntryKind::Storage);
    QCOMPARE(bare.payload, 0U);
}

void TestTar::readsWhatTorchWrote()
{
    const auto opened = openCheckpoint(CAIRN_TESTS_DIR "/fixtures/byhand/tar_old.pt");
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QCOMPARE(described(**opened),
             QStringList({"weight cuda:1 50 [2,4] [4,1] +0", "tail cuda:1 50 [3] [1] +5", "count cpu 51 [2] [1] +0",
                          "of_view cuda:1 50 [2] [1] +5", "empty cpu 52 [0] [1] +0", "same cuda:1 50 [2,4] [4,1] +0"}));
}

void TestTar::tellsOfOtherReadings_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const TarBuilder& tar) {
        QTest::newRow(name) << QByteArray::fromStdString(tar.finish());
    };
    row("pickle twice", Parts().tar().add("pickle", object()));
    row("pickle in the same folder", Parts().tar().add("./pickle", object()));
    row("a link", Parts().tar().add("pickle", "", '2'));
    row("a name as GNU writes long ones", Parts().tar().add("././@LongLink", "pickle", 'L').add("x", "y"));
    row("a sparse file", Parts().tar().addPax("GNU.sparse.name", "pickle").add("x", "y"));
    TarBuilder many = Parts().tar();
    for (int i = 0; i < TarArchive::kMaxHeaders; ++i) {
        many.add("x", "");
    }
    row("more members than are looked at", many);
}

void TestTar::tellsOfOtherReadings()
{
    QFETCH(const QByteArray, bytes);
    const auto opened = open(bytes.toStdString());
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QVERIFY((*opened)->isAmbiguous());
    QVERIFY(!(*open(Parts().tar().finish()))->isAmbiguous());
}

void TestTar::explainsOtherTars()
{
    const auto opened = open(TarBuilder().add("a.wav", "x").add("b.wav", "y").finish());
    QCOMPARE(codeOf(opened), "input.not-a-checkpoint");
    const QString words = text(opened.error().paragraph());
    QVERIFY2(words.contains("\"a.wav\" and \"b.wav\"") && words.contains("Unpack it"), qPrintable(words));
}

void TestTar::refusesBrokenCheckpoints_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const TarBuilder& tar, const char* code) {
        QTest::newRow(name) << QByteArray::fromStdString(tar.finish()) << QString::fromLatin1(code);
    };
    const auto storages = [](std::string bytes) {
        Parts parts;
        parts.storages = std::move(bytes);
        return parts.tar();
    };
    const auto tensors = [](std::string bytes) {
        Parts parts;
        parts.tensors = std::move(bytes);
        return parts.tar();
    };
    const std::string one = storage(10, "cpu", "FloatStorage", 6, 24);
    row("a member is missing", TarBuilder().add("storages", noViews()).add("tensors", count(0)), "tar.broken");
    row("empty storages", storages(""), "pickle.truncated");
    row("storages without a count", storages(noViews()), "tar.broken");
    row("negative count", storages(count(-1)), "tar.broken");
    row("more storages than there are", storages(count(1LL << 60) + one), "pickle.truncated");
    row("not a storage class", storages(count(1) + storage(10, "cpu", "Thing", 6, 24) + noViews()),
        "globals.dangerous");
    row("negative elements", storages(count(1) + storage(10, "cpu", "FloatStorage", -1, 24) + noViews()), "tar.broken");
    row("2^61 elements", storages(count(1) + storage(10, "cpu", "FloatStorage", 1LL << 61, 24) + noViews()),
        "tar.broken");
    row("2^40 elements", storages(count(1) + storage(10, "cpu", "FloatStorage", 1LL << 40, 24) + noViews()),
        "input.truncated");
    row("no list of views", storages(count(1) + one), "pickle.truncated");
    row("views that are no list", storages(count(1) + one + count(1)), "tar.broken");
    const auto view = [&](std::int64_t root, std::int64_t offset, std::int64_t numel) {
        return storages(count(1) + one +
                        PickleBuilder()
                            .emptyList()
                            .mark()
                            .mark()
                            .integer(12)
                            .integer(root)
                            .integer(offset)
                            .integer(numel)
                            .tuple()
                            .appends()
                            .finish());
    };
    row("view of nothing", view(99, 0, 1), "tar.broken");
    row("view past the end", view(10, 5, 2), "tar.broken");
    row("view from before", view(10, -1, 2), "tar.broken");
    row("view that overflows", view(10, 1, std::numeric_limits<std::int64_t>::max()), "tar.broken");
    row("storage that is not there", tensors(count(1) + tensor(1, 99, {1}, {1}, 0)), "tar.broken");
    row("1 000 dimensions", tensors(count(1) + tensor(1, 10, {1}, {1}, 0, 1000)), "tar.broken");
    row("dimensions past the end", tensors(count(1) + tensor(1, 10, {1}, {1}, 0, 200)), "input.truncated");
    row("offset that overflows", tensors(count(1) + tensor(1, 12, {1}, {1}, std::numeric_limits<std::int64_t>::max())),
        "tar.broken");
    Parts parts;
    parts.pickle.pop_back();
    row("pickle without its end", parts.tar(), "pickle.truncated");
}

void TestTar::refusesBrokenCheckpoints()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    const auto opened = open(bytes.toStdString());
    QCOMPARE(codeOf(opened), code);
    QVERIFY(!opened.error().paragraph().empty());
}

void TestTar::tellsOfAnUnknownReference()
{
    Parts parts;
    parts.pickle = PickleBuilder().emptyDict().string("x").string("77").persistentId().setItem().finish();
    parts.tensors = count(1) + tensor(1, 10, {7}, {1}, 0);
    const auto opened = open(parts.tar().finish());
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().paragraph().c_str());
    QCOMPARE((*opened)->issues().size(), 1U);
    QCOMPARE(text(errorCodeText((*opened)->issues()[0].code)), "storage.persistent-id");
    QCOMPARE(text((*opened)->issues()[0].path), "x");
}

/// Longer and shorter tags, at every place of the end of the member in its last block.
void TestTar::tagsChange()
{
    for (int numel = 6; numel < 6 + 512 / 4; ++numel) {
        Parts parts;
        parts.storages = count(2) + storage(10, "cuda:1", "FloatStorage", numel, 4 * static_cast<std::size_t>(numel)) +
                         storage(11, "mps", "FloatStorage", 1, 4) + noViews();
        parts.tensors = count(2) + tensor(1, 10, {2, 3}, {3, 1}, 0) + tensor(2, 11, {1}, {1}, 0);
        const auto file = std::make_shared<MemorySource>(parts.tar().finish());
        const auto source = openCheckpoint(file, "test.pt");
        QVERIFY(source);
        for (const std::string& to : {std::string("cpu"), std::string("privateuseone:12")}) {
            const auto map = devices::MapLocation::everythingTo(to);
            const auto targets = convert::StorageTargets::resolve(**source, map);
            auto edits = convert::planTarTagEdits(file, **source, *targets, convert::DeviceObjects::Keep, nullptr);
            QVERIFY2(edits, edits ? "" : edits.error().paragraph().c_str());
            QCOMPARE(edits->changed, 2U);
            const auto copy =
                openCheckpoint(std::make_shared<formats::EditedSource>(file, std::move(edits->edits)), "copy.pt");
            QVERIFY2(copy, copy ? "" : copy.error().paragraph().c_str());
            QCOMPARE((*copy)->fileBytes() % 512, 0U);
            QVERIFY((*copy)->issues().empty());
            const auto difference = convert::firstDifference(**source, **copy, map, nullptr);
            QVERIFY(difference);
            QVERIFY2(!*difference, difference->value_or(Message()).text().c_str());
        }
    }
}

void TestTar::tagsWithASecondSize()
{
    const Parts parts;
    TarBuilder tar;
    tar.add("sys_info", PickleBuilder().emptyDict().finish()).add("pickle", parts.pickle).add("tensors", parts.tensors);
    tar.addPax("size", std::to_string(parts.storages.size())).add("storages", parts.storages);
    const auto file = std::make_shared<MemorySource>(tar.finish());
    const auto source = openCheckpoint(file, "test.pt");
    QVERIFY(source);
    const auto map = devices::MapLocation::everythingTo("cpu");
    const auto targets = convert::StorageTargets::resolve(**source, map);
    const auto edits = convert::planTarTagEdits(file, **source, *targets, convert::DeviceObjects::Keep, nullptr);
    QVERIFY(!edits);
    QCOMPARE(edits.error().code, ErrorCode::Unsupported);
}

void TestTar::refusesEveryTruncation()
{
    const TarBuilder tar = Parts().tar();
    const std::string whole = tar.finish();
    const std::size_t dataEnd = whole.rfind(Parts().storages) + Parts().storages.size();
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
        const auto opened = open(std::string_view(whole).substr(0, bytes));
        if (opened.has_value()) {
            // All is there but the end mark, of which half will do.
            QVERIFY2(bytes >= dataEnd, std::to_string(bytes).c_str());
            QVERIFY((*opened)->issues().size() == (bytes < tar.unfinished().size() + 512 ? 1 : 0));
        } else {
            QVERIFY2(bytes < whole.size() - 512, std::to_string(bytes).c_str());
        }
    }
}

void TestTar::reportsFailedReads()
{
    const std::string whole = Parts().tar().finish();
    const auto counting = std::make_shared<FailingSource>(whole);
    QVERIFY(openCheckpoint(counting, "test.pt").has_value());
    QVERIFY(counting->reads() > 5);
    for (int read = 0; read < counting->reads(); ++read) {
        const auto opened = openCheckpoint(std::make_shared<FailingSource>(whole, read), "test.pt");
        QCOMPARE(codeOf(opened), "io.read-failed");
    }
}

CAIRN_TEST(TestTar);

} // namespace cairn::tst_tar

#include "tst_tar.moc"
