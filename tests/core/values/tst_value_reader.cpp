#include "core/checkpoint/read_budget.h"
#include "core/values/slice_overview.h"
#include "core/values/tensor_slice.h"
#include "core/values/value_reader.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string>

namespace cairn::tst_value_reader {

using namespace cairn::checkpoint;
using namespace cairn::values;
using cairn::test::Dims;
using cairn::test::Model;
using cairn::test::oneByOne;
using cairn::test::pattern;
using cairn::test::text;
using cairn::test::whyNot;
using formats::Dtype;

class tst_ValueReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesInOrder_data();
    void valuesInOrder();
    void layoutRefusals_data();
    void layoutRefusals();
    void swapsByTheSizeOfTheStorage();
    void repeatsShareOneAccount();
    void overlappingTensorsShareIt();
};

void tst_ValueReader::valuesInOrder_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<QList<int>>("sizes");
    QTest::addColumn<QList<int>>("strides");
    QTest::addColumn<int>("offset");
    QTest::addColumn<bool>("big");
    const auto row = [](const char* name, Dtype dtype, const QList<int>& sizes, const QList<int>& strides,
                        int offset = 0, bool big = false) {
        QTest::newRow(name) << static_cast<int>(dtype) << sizes << strides << offset << big;
    };
    row("scalar", Dtype::Float64, {}, {}, 3);
    row("empty", Dtype::Float32, {4, 0}, {1, 1});
    row("contiguous", Dtype::Float32, {3, 4}, {4, 1});
    row("offset", Dtype::Int16, {3, 4}, {4, 1}, 5);
    row("transposed", Dtype::Float32, {3, 4}, {1, 3});
    row("permuted", Dtype::UInt8, {3, 4, 5}, {1, 15, 3});
    row("rows apart", Dtype::BFloat16, {5, 3}, {10, 1});
    row("every other", Dtype::Int64, {7}, {2});
    row("expanded", Dtype::Float32, {4, 3}, {0, 1});
    row("expanded inside", Dtype::Float32, {3, 4}, {1, 0});
    row("one value everywhere", Dtype::Float16, {3, 4}, {0, 0}, 2);
    row("windows", Dtype::Float32, {6, 4}, {1, 1});
    row("diagonal", Dtype::Float32, {5}, {6});
    row("sizes of one", Dtype::Float32, {1, 3, 1, 2, 1}, {99, 2, 77, 1, 55});
    row("channels last", Dtype::Float32, {2, 3, 4, 5}, {60, 1, 15, 3});
    row("six axes", Dtype::Int8, {2, 2, 2, 2, 2, 2}, {1, 4, 2, 32, 8, 16});
    row("big endian", Dtype::Float32, {3, 4}, {4, 1}, 1, true);
    row("big endian, transposed", Dtype::Float64, {3, 4}, {1, 3}, 0, true);
    row("big endian, pairs", Dtype::Complex64, {3}, {1}, 1, true);
    row("big endian, large pairs", Dtype::Complex128, {3}, {1}, 1, true);
    row("big endian, bytes", Dtype::UInt8, {9}, {1}, 0, true);
    // Past one block and one window.
    row("large", Dtype::Float32, {1300, 1000}, {1000, 1});
    row("large, transposed", Dtype::Float32, {1300, 1000}, {1, 1300});
    row("large, every other", Dtype::Float32, {1300000}, {2});
    row("large, tall and transposed", Dtype::Float32, {2, 700000}, {1, 2});
    row("large, wide and transposed", Dtype::Float32, {700000, 2}, {1, 700000});
    row("large, column", Dtype::UInt8, {1000}, {9000}, 17);
    row("large, columns", Dtype::UInt8, {1000, 3}, {9000, 2}, 17);
    row("large, expanded", Dtype::Float64, {100, 9000}, {0, 1});
    row("large, expanded inside", Dtype::UInt8, {9000, 1000}, {1, 0});
    row("large, permuted", Dtype::UInt8, {211, 190, 180}, {1, 37980, 211});
    row("large, rows apart", Dtype::UInt8, {3000, 2000}, {3001, 1}, 5);
    row("large, big endian", Dtype::Int16, {1500, 1600}, {1, 1500}, 0, true);
}

void tst_ValueReader::valuesInOrder()
{
    QFETCH(int, dtype);
    QFETCH(QList<int>, sizes);
    QFETCH(QList<int>, strides);
    QFETCH(int, offset);
    QFETCH(bool, big);
    const Dims shape(sizes.begin(), sizes.end());
    const Dims steps(strides.begin(), strides.end());
    const auto type = static_cast<Dtype>(dtype);
    const std::size_t elementBytes = formats::dtypeInfo(type).storageBytes;
    std::int64_t reach = offset + 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        reach += std::max<std::int64_t>(shape[i] - 1, 0) * steps[i];
    }
    const Bytes storage = pattern(static_cast<std::size_t>(reach) * elementBytes); // not a byte more than is needed
    Model model;
    model.tensor("t", model.storage(storage, big ? ByteOrder::Big : ByteOrder::Little), type, shape, steps, offset);
    const CheckpointPtr checkpoint = model.build();
    const auto layout = valueLayout(*checkpoint, checkpoint->tensors()[0]);
    QVERIFY2(layout, qPrintable(layout ? QString() : whyNot(layout.error())));
    ValueReader reader(*checkpoint, *layout);
    Bytes values;
    while (true) {
        const auto block = reader.next();
        QVERIFY2(block, qPrintable(block ? QString() : whyNot(block.error())));
        if (block->empty()) {
            break;
        }
        QVERIFY(block->size() <= ValueReader::kBufferBytes);
        values.insert(values.end(), block->begin(), block->end());
    }
    const bool isPair = type == Dtype::Complex64 || type == Dtype::Complex128;
    const std::size_t swapBytes = !big ? 1 : isPair ? elementBytes / 2 : elementBytes;
    const Bytes expected = oneByOne(storage, elementBytes, swapBytes, shape, steps, offset);
    QCOMPARE(values.size(), expected.size());
    QVERIFY(values == expected);
    QCOMPARE(layout->bytes(), expected.size());
}

void tst_ValueReader::layoutRefusals_data()
{
    QTest::addColumn<QList<qint64>>("sizes");
    QTest::addColumn<QList<qint64>>("strides");
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<int>("dtype");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const QList<qint64>& sizes, const QList<qint64>& strides, qint64 offset,
                        const char* code, Dtype dtype = Dtype::Float32) {
        QTest::newRow(name) << sizes << strides << offset << static_cast<int>(dtype) << code;
    };
    constexpr qint64 huge = qint64{1} << 40;
    row("fits", {4}, {1}, 0, "");
    row("one too many", {5}, {1}, 0, "tensor.bounds");
    row("offset too far", {4}, {1}, 1, "tensor.bounds");
    row("negative offset", {1}, {1}, -1, "tensor.bounds");
    row("negative stride", {4}, {-1}, 3, "tensor.bounds");
    row("offset overflows", {2}, {1}, std::numeric_limits<qint64>::max(), "tensor.bounds");
    row("extent overflows", {huge, 2}, {huge, 1}, 0, "tensor.bounds");
    row("size overflows", {huge, huge}, {0, 0}, 0, "tensor.huge");
    row("negative size", {-1}, {1}, 0, "tensor.huge");
    row("repeated for ever", {huge}, {0}, 0, "tensor.huge");
    row("repeated a little", {1 << 20}, {0}, 0, "");
    row("parts of bytes in order", {4}, {1}, 0, "", Dtype::Float6E2M3);
    row("parts of bytes elsewhere", {4}, {1}, 1, "input.unsupported", Dtype::Float6E2M3);
    row("parts of bytes turned", {2, 2}, {1, 2}, 0, "input.unsupported", Dtype::Float6E2M3);
}

void tst_ValueReader::layoutRefusals()
{
    QFETCH(QList<qint64>, sizes);
    QFETCH(QList<qint64>, strides);
    QFETCH(qint64, offset);
    QFETCH(int, dtype);
    QFETCH(QString, code);
    Model model;
    model.tensor("t", model.storage(pattern(16)), static_cast<Dtype>(dtype), Dims(sizes.begin(), sizes.end()),
                 Dims(strides.begin(), strides.end()), offset);
    const CheckpointPtr checkpoint = model.build();
    const auto layout = valueLayout(*checkpoint, checkpoint->tensors()[0]);
    QCOMPARE(layout ? QString() : text(errorCodeText(layout.error().code)), code);
}

/// torch swaps the bytes of a storage by its own dtype, whatever a tensor makes of them.
void tst_ValueReader::swapsByTheSizeOfTheStorage()
{
    const auto isRead = [](Dtype stored, Dtype seen, ByteOrder order) {
        Model model;
        model.tensor("t", model.storage(pattern(16), order, "cpu", stored), seen, {2}, {1});
        const CheckpointPtr checkpoint = model.build();
        return valueLayout(*checkpoint, checkpoint->tensors()[0]).has_value();
    };
    QVERIFY(isRead(Dtype::Float32, Dtype::Int32, ByteOrder::Big));
    QVERIFY(isRead(Dtype::Unknown, Dtype::Int16, ByteOrder::Big));
    QVERIFY(isRead(Dtype::Float32, Dtype::Int16, ByteOrder::Little));
    QVERIFY(!isRead(Dtype::Float32, Dtype::Int16, ByteOrder::Big));
}

/// 64 KiB of a file, made into 256 MiB again and again.
void tst_ValueReader::repeatsShareOneAccount()
{
    constexpr std::int64_t side = 8192;
    constexpr std::uint64_t bytes = std::uint64_t{side} * side * 4;
    constexpr std::size_t fitting = RepeatBudget::kBase / bytes;
    Model model;
    const StorageId storage = model.storage(pattern(4 * 2 * side));
    for (std::size_t i = 0; i <= fitting; ++i) {
        model.tensor("window" + std::to_string(i), storage, Dtype::Float32, {side, side}, {1, 1});
    }
    model.tensor("late", model.storage(pattern(16)), Dtype::Float32, {4}, {1});
    const CheckpointPtr checkpoint = model.build();
    for (std::size_t i = 0; i <= fitting; ++i) {
        const auto layout = valueLayout(*checkpoint, checkpoint->tensors()[i]);
        QCOMPARE(layout.has_value(), i < fitting);
    }
    const auto refused = valueLayout(*checkpoint, checkpoint->tensors()[fitting]);
    QCOMPARE(refused.error().code, ErrorCode::TensorHuge);
    QVERIFY(!refused.error().advice.text().empty());
    QVERIFY(valueLayout(*checkpoint, checkpoint->tensors()[fitting + 1]));
    // A part of it is read as ever: number i + j of the storage at row i and column j.
    SlicePlace place;
    place.index = {0, 0};
    place.rowAxis = 0;
    place.columnAxis = 1;
    place.rows = 2;
    place.columns = 2;
    const auto corner = readSlice(*checkpoint, static_cast<TensorId>(fitting), place);
    QVERIFY2(corner, qPrintable(corner ? QString() : whyNot(corner.error())));
    QCOMPARE(corner->bytes.size(), std::size_t{16});
    QVERIFY(std::ranges::equal(std::span(corner->bytes).first(8), pattern(8)));
    place.rows = side;
    place.columns = side;
    QVERIFY(!overviewOf(*checkpoint, static_cast<TensorId>(fitting), place, 10, 10, nullptr));
}

/// No tensor repeats anything, all of them together do. What is there twice, as tied weights are, costs once.
void tst_ValueReader::overlappingTensorsShareIt()
{
    constexpr std::int64_t elements = std::int64_t{4} << 20;
    constexpr std::uint64_t bytes = elements * 4;
    constexpr std::size_t fitting = 1 + RepeatBudget::kBase / bytes;
    Model model;
    const StorageId storage = model.storage(pattern(bytes));
    for (std::size_t i = 0; i <= fitting; ++i) {
        model.tensor("same" + std::to_string(i), storage, Dtype::Float32, {elements}, {1});
    }
    const CheckpointPtr checkpoint = model.build();
    for (std::size_t i = 0; i <= fitting; ++i) {
        QCOMPARE(valueLayout(*checkpoint, checkpoint->tensors()[i]).has_value(), i < fitting);
    }
}

CAIRN_TEST(tst_ValueReader);

} // namespace cairn::tst_value_reader

#include "tst_value_reader.moc"
