#include "core/devices/load_plan.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/test_program.h"

namespace cairn::tst_load_plan {

using namespace cairn::devices;
using cairn::test::ByteOrder;
using cairn::test::Dtype;
using cairn::test::Model;
using cairn::test::pattern;

namespace {

LoadPlan planFor(const checkpoint::CheckpointPtr& checkpoint, const MapLocation& map)
{
    return {checkpoint, placeStorages(*checkpoint, map)};
}

} // namespace

/// What a checkpoint and a map ask of LibTorch.
class tst_LoadPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void devices_data();
    void devices();
    void outside_data();
    void outside();
    void foreignByteOrder();
    void names();
};

void tst_LoadPlan::devices_data()
{
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("device");
    QTest::newRow("cpu") << "cpu" << "cpu";
    QTest::newRow("cpu with an index") << "cpu:0" << "cpu";
    QTest::newRow("cuda") << "cuda" << "cuda:0";
    QTest::newRow("cuda with an index") << "cuda:3" << "cuda:3";
    QTest::newRow("meta") << "meta" << "meta";
    QTest::newRow("nonsense") << "cuda:x" << "cuda:x";
}

void tst_LoadPlan::devices()
{
    QFETCH(QString, tag);
    QFETCH(QString, device);
    Model model;
    model.tensor("a", model.storage(pattern(8)), Dtype::Float32, {2}, {1});
    const LoadPlan plan = planFor(model.build(), MapLocation::device(tag.toStdString()));
    QCOMPARE(plan.devices().size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(plan.devices()[0]), device);
    QCOMPARE(plan.bytes(), device == "meta" ? 0U : 8U);
}

void tst_LoadPlan::outside_data()
{
    QTest::addColumn<qint64>("size");
    QTest::addColumn<qint64>("stride");
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<bool>("isFine");
    QTest::newRow("all of it") << 4LL << 1LL << 0LL << true;
    QTest::newRow("the last") << 1LL << 1LL << 3LL << true;
    QTest::newRow("one too many") << 5LL << 1LL << 0LL << false;
    QTest::newRow("one too far") << 1LL << 1LL << 4LL << false;
    QTest::newRow("before it") << 1LL << 1LL << -1LL << false;
    QTest::newRow("backwards") << 2LL << -1LL << 3LL << false;
    QTest::newRow("negative size") << -2LL << 1LL << 0LL << false;
    QTest::newRow("around the end of numbers") << 2LL << 0x7fff'ffff'ffff'ffffLL << 1LL << false;
    QTest::newRow("repeated") << 1'000'000LL << 0LL << 0LL << true;
    QTest::newRow("nothing, far away") << 0LL << 1LL << 1'000LL << true;
}

void tst_LoadPlan::outside()
{
    QFETCH(qint64, size);
    QFETCH(qint64, stride);
    QFETCH(qint64, offset);
    QFETCH(bool, isFine);
    Model model;
    model.tensor("a", model.storage(pattern(16)), Dtype::Float32, {size}, {stride}, offset);
    const LoadPlan plan = planFor(model.build(), MapLocation::device("cpu"));
    QCOMPARE(plan.tensors()[0].problem == nullptr, isFine);
    QCOMPARE(plan.tensors()[0].shape, isFine ? TensorShape::Strided : TensorShape::None);
}

void tst_LoadPlan::foreignByteOrder()
{
    Model model;
    const Bytes bytes = pattern(8);
    const auto storage = model.storage(bytes, ByteOrder::Big);
    model.builder().storage(storage).dtype = Dtype::Int32;
    model.tensor("a", storage, Dtype::Int32, {2}, {1});
    const LoadPlan plan = planFor(model.build(), MapLocation::device("cpu"));
    Bytes read(8);
    QVERIFY(plan.read(0, 0, read));
    const Bytes turned{bytes[3], bytes[2], bytes[1], bytes[0], bytes[7], bytes[6], bytes[5], bytes[4]};
    QCOMPARE(read, turned);
}

void tst_LoadPlan::names()
{
    Model model;
    model.tensor("weight", model.storage(pattern(4)), Dtype::UInt8, {4}, {1});
    const LoadPlan plan = planFor(model.build(), MapLocation::device("cpu"));
    QCOMPARE(plan.storageName(0).text(), std::string(R"(storage "0" of "weight")"));
}

CAIRN_TEST(tst_LoadPlan);

} // namespace cairn::tst_load_plan

#include "tst_load_plan.moc"
