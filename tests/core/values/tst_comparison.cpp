#include "core/checkpoint/readers/open.h"
#include "core/formats/sources/edited_source.h"
#include "core/values/number_comparison.h"
#include "tests/support/fixtures.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QDirIterator>

#include <set>

namespace cairn::tst_comparison {

using namespace cairn::checkpoint;
using namespace cairn::values;
using cairn::test::fixture;
using cairn::test::PickleBuilder;
using cairn::test::text;

/// That a file is no different from itself, and that nothing in it can change without being told.
class TestComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFileEqualsItself_data();
    void everyFileEqualsItself();
    void oneBitOfATensorDiffers_data();
    void oneBitOfATensorDiffers();
    void oneValueDiffers_data();
    void oneValueDiffers();
    void matchesKeysOfOneLabelInOrder();
    void comparesTheWholeUnlessAskedForAPart();
};

namespace {

CheckpointPtr opened(const std::string& pickle)
{
    const auto checkpoint = openCheckpoint(std::make_shared<MemorySource>(pickle), "test");
    return checkpoint ? *checkpoint : nullptr;
}

/// The rows that differ, with what differs; "same" if none does, and why not if it could not be found out.
QString differences(const CheckpointPtr& a, const CheckpointPtr& b, ComparedParts parts = {})
{
    if (!a || !b) {
        return QStringLiteral("not opened");
    }
    auto comparison = compareCheckpoints(a, b, parts, nullptr);
    if (!comparison) {
        return text(comparison.error().paragraph());
    }
    if (const auto numbers = compareNumbers(*comparison, nullptr); !numbers) {
        return text(numbers.error().paragraph());
    }
    QStringList lines;
    for (const RowPair& row : comparison->rows) {
        for (std::size_t kind = 0; kind < kDifferences; ++kind) {
            if (row.own.has(static_cast<Difference>(kind))) {
                lines << text(comparison->nameOf(row)) + u' ' + text(differenceName(static_cast<Difference>(kind)));
            }
        }
    }
    if (comparison->isSame() != lines.isEmpty()) {
        return QStringLiteral("isSame() says something else");
    }
    return lines.isEmpty() ? QStringLiteral("same") : lines.join(u'\n');
}

/// Checkpoints among the fixtures.
void addFixtures()
{
    QTest::addColumn<QString>("path");
    QDirIterator files(fixture(QString()), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        if (openCheckpoint(path.toStdString())) {
            QTest::newRow(qPrintable(path.mid(fixture(QString()).size()))) << path;
        }
    }
}

/// A dict with one item.
std::string dictOf(const PickleBuilder& key, const PickleBuilder& value)
{
    const auto inside = [](const PickleBuilder& pickle) {
        const std::string whole = pickle.finish();
        return whole.substr(2, whole.size() - 3); // neither PROTO nor STOP
    };
    return PickleBuilder(4).emptyDict().raw(inside(key)).raw(inside(value)).setItem().finish();
}

} // namespace

void TestComparison::everyFileEqualsItself_data()
{
    addFixtures();
    QTest::newRow("the sample") << test::kSample;
}

void TestComparison::everyFileEqualsItself()
{
    QFETCH(const QString, path);
    const auto first = openCheckpoint(path.toStdString());
    const auto second = openCheckpoint(path.toStdString());
    QVERIFY(first && second);
    QCOMPARE(differences(*first, *second), "same");
}

void TestComparison::oneBitOfATensorDiffers_data()
{
    addFixtures();
}

/// The first, a middle and the last tensor of each file, in a byte of their first number.
void TestComparison::oneBitOfATensorDiffers()
{
    QFETCH(const QString, path);
    const auto file = FileSource::open(path.toStdString());
    QVERIFY(file);
    const auto whole = openCheckpoint(*file, path.toStdString());
    QVERIFY(whole);
    const Checkpoint& checkpoint = **whole;
    const auto tensors = checkpoint.tensors();
    const std::set<std::size_t> chosen =
        tensors.empty() ? std::set<std::size_t>{} : std::set<std::size_t>{0, tensors.size() / 2, tensors.size() - 1};
    for (const std::size_t id : chosen) {
        const Tensor& tensor = tensors[id];
        const auto inFile = tensor.storage != kNoId ? checkpoint.fileOffset(tensor.storage) : std::nullopt;
        const std::uint64_t bits = formats::dtypeInfo(tensor.dtype).bits;
        const bool isHere =
            inFile && checkpoint.sources()[checkpoint.storages()[tensor.storage].source].name == path.toStdString();
        const std::uint64_t at = static_cast<std::uint64_t>(std::max<std::int64_t>(tensor.offset, 0)) * bits / 8;
        if (!isHere || checkpoint.elementCount(tensor) == 0 || at >= checkpoint.storages()[tensor.storage].bytes ||
            tensor.dtype == formats::Dtype::Bool) {
            continue;
        }
        const auto byte = (*file)->readBytes(*inFile + at, 1);
        QVERIFY(byte);
        const char changed = static_cast<char>((*byte)[0] ^ std::byte{1});
        const auto edited = std::make_shared<formats::EditedSource>(
            *file, std::vector<formats::ByteEdit>{{*inFile + at, 1, {changed}}});
        const auto other = openCheckpoint(edited, path.toStdString());
        if (!other) {
            continue; // it lies in a pickle, which says so
        }
        const QString found = differences(*whole, *other);
        QVERIFY2(found != "same", qPrintable(text(checkpoint.entryName(tensor.entry))));
    }
}

void TestComparison::oneValueDiffers_data()
{
    QTest::addColumn<std::string>("first");
    QTest::addColumn<std::string>("second");
    const PickleBuilder name = PickleBuilder(4).string("name");
    const auto values = [&](const char* what, const PickleBuilder& first, const PickleBuilder& second) {
        QTest::newRow(what) << dictOf(name, first) << dictOf(name, second);
    };
    const auto keys = [](const char* what, const PickleBuilder& first, const PickleBuilder& second) {
        const PickleBuilder one = PickleBuilder(4).integer(1);
        QTest::newRow(what) << dictOf(first, one) << dictOf(second, one);
    };
    const std::string length(3'000'000, 'a');
    values("numbers", PickleBuilder(4).integer(1), PickleBuilder(4).integer(2));
    values("zeros", PickleBuilder(4).real(0.0), PickleBuilder(4).real(-0.0));
    values("types", PickleBuilder(4).integer(1), PickleBuilder(4).boolean(true));
    values("texts", PickleBuilder(4).string(length + "b"), PickleBuilder(4).string(length + "c"));
    values("short texts", PickleBuilder(4).string("b"), PickleBuilder(4).string("c"));
    values("bytes", PickleBuilder(4).bytes(std::string(300, 'a') + "b"),
           PickleBuilder(4).bytes(std::string(300, 'a') + "c"));
    values("long bytes", PickleBuilder(4).bytes(length + "b"), PickleBuilder(4).bytes(length + "c"));
    values("classes", PickleBuilder(4).global("m", "A"), PickleBuilder(4).global("m", "B"));
    const auto array = [&](char last) {
        return PickleBuilder(4)
            .global("numpy.core.multiarray", "_reconstruct")
            .global("numpy", "ndarray")
            .integer(0)
            .tuple(1)
            .string("b")
            .tuple(3)
            .reduce()
            .mark()
            .integer(1)
            .integer(400)
            .tuple(1)
            .global("numpy", "dtype")
            .string("u1")
            .boolean(false)
            .boolean(true)
            .tuple(3)
            .reduce()
            .boolean(false)
            .bytes(std::string(399, 'a') + last)
            .tuple()
            .build();
    };
    values("arrays", array('b'), array('c'));
    const auto key = [](int number) {
        return PickleBuilder(4)
            .global("m", "Key")
            .tuple(0)
            .newObject()
            .emptyDict()
            .string("i")
            .integer(number)
            .setItem()
            .build();
    };
    keys("keys that are objects", key(1), key(2));
    keys("keys", PickleBuilder(4).integer(1), PickleBuilder(4).string("1"));
}

void TestComparison::oneValueDiffers()
{
    QFETCH(const std::string, first);
    QFETCH(const std::string, second);
    QCOMPARE(differences(opened(first), opened(first)), "same");
    QCOMPARE(differences(opened(second), opened(second)), "same");
    const QString found = differences(opened(first), opened(second));
    QVERIFY2(found != "same" && found != "not opened", qPrintable(found));
}

void TestComparison::matchesKeysOfOneLabelInOrder()
{
    const auto file = [](std::int64_t second) {
        PickleBuilder pickle(4);
        pickle.emptyDict();
        for (const std::int64_t value : {std::int64_t{1}, second}) {
            pickle.global("m", "Key").tuple(0).newObject().emptyDict().string("i").integer(0).setItem().build();
            pickle.integer(value).setItem();
        }
        return opened(pickle.finish());
    };
    QCOMPARE(differences(file(2), file(2)), "same");
    QCOMPARE(differences(file(2), file(3)), "Key(...) value");
}

void TestComparison::comparesTheWholeUnlessAskedForAPart()
{
    const QString path = test::kSample;
    const auto sample = openCheckpoint(path.toStdString());
    const auto other = openCheckpoint(fixture(QStringLiteral("torch113/state_dict.pt")).toStdString());
    QVERIFY(sample && other);
    const ComparedParts parts = stateDictsOf(**sample, **other);
    QCOMPARE(text((*sample)->entryName(parts.a)), "model");
    QCOMPARE(parts.b, 0U);
    const auto whole = compareCheckpoints(*sample, *other, {}, nullptr);
    QVERIFY(whole && whole->rows[0].a == 0 && whole->rows[0].b == 0);
    QVERIFY(!whole->hasCommonName());
    QCOMPARE(whole->outside, 0U);
    const auto part = compareCheckpoints(*sample, *sample, {parts.a, parts.a}, nullptr);
    QVERIFY(part && part->isSame());
    QVERIFY(part->outside > 0);
    QCOMPARE(part->rows.size() + part->outside / 2, (*sample)->entries().size());
}

CAIRN_TEST(TestComparison);

} // namespace cairn::tst_comparison

#include "tst_comparison.moc"
