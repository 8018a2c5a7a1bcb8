#include "core/checkpoint/pieces/boxes_source.h"
#include "core/formats/pickle/tensor_pickle.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>

#include <filesystem>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn::tst_boxes {

using namespace cairn::checkpoint;
using formats::Dtype;
using Numbers = std::vector<std::int64_t>;

namespace {

struct Box {
    Numbers origin;
    Numbers size;
};

/// What is said of a tensor of this shape in these pieces; nothing if it is whole.
std::optional<ErrorCode> wrongWith(const Numbers& shape, const std::vector<Box>& pieces, Dtype dtype = Dtype::Float32)
{
    Boxes boxes;
    boxes.beginTensor(dtype, shape, "it");
    for (const Box& box : pieces) {
        boxes.addPiece({}, box.origin, box.size);
    }
    const auto finished = boxes.finishTensor();
    return finished ? std::nullopt : std::optional(finished.error().code);
}

std::shared_ptr<FileSet> filesIn(const QTemporaryDir& place, const std::vector<std::string>& names)
{
    return std::make_shared<FileSet>(place.path().toStdString(), names);
}

/// Cuts a box at random until its parts are small, and some are empty.
void cut(std::mt19937& random, Box box, std::vector<Box>& pieces)
{
    const std::size_t axis = box.size.empty() ? 0 : random() % box.size.size();
    if (box.size.empty() || random() % 4 == 0 || box.size[axis] < 2) {
        pieces.push_back(std::move(box));
        return;
    }
    const auto at = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(box.size[axis] + 1));
    Box rest = box;
    box.size[axis] = at;
    rest.origin[axis] += at;
    rest.size[axis] -= at;
    cut(random, std::move(box), pieces);
    cut(random, std::move(rest), pieces);
}

std::int64_t product(const Numbers& sizes)
{
    std::int64_t all = 1;
    for (const std::int64_t size : sizes) {
        all *= size;
    }
    return all;
}

/// Strides of a box whose dimensions lie in memory in a random order, with room between some of them.
Numbers someStrides(std::mt19937& random, const Numbers& size)
{
    std::vector<std::size_t> order(size.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::ranges::shuffle(order, random);
    Numbers strides(size.size());
    std::int64_t next = 1;
    for (const std::size_t axis : order) {
        strides[axis] = next;
        next *= std::max<std::int64_t>(size[axis], 1) + (random() % 3 == 0 ? 1 : 0);
    }
    return strides;
}

/// Calls `visit(index)` for each element of a box, row-major.
template <typename Visit>
void forEachIndex(const Numbers& size, Visit&& visit)
{
    const std::int64_t count = product(size);
    const Numbers strides = formats::rowMajorStrides(size);
    Numbers index(size.size());
    for (std::int64_t i = 0; i < count; ++i) {
        for (std::size_t axis = 0; axis < size.size(); ++axis) {
            index[axis] = i / strides[axis] % size[axis];
        }
        visit(index);
    }
}

} // namespace

class TestBoxes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judges_data();
    void judges();
    void readsEveryRange_data();
    void readsEveryRange();
    void tellsOfFilesThatShrink();
    void followsNoLinksOfOthers();
    void opensFewFilesAtATime();
};

void TestBoxes::judges_data()
{
    QTest::addColumn<Numbers>("shape");
    QTest::addColumn<std::vector<Box>>("pieces");
    QTest::addColumn<std::optional<ErrorCode>>("expected");
    const auto row = [](const char* name, Numbers shape, std::vector<Box> pieces,
                        std::optional<ErrorCode> expected = std::nullopt) {
        QTest::newRow(name) << std::move(shape) << std::move(pieces) << expected;
    };
    constexpr std::int64_t huge = std::int64_t{1} << 62;
    row("one piece", {2, 3}, {{{0, 0}, {2, 3}}});
    row("two rows", {2, 3}, {{{1, 0}, {1, 3}}, {{0, 0}, {1, 3}}});
    row("four corners", {4, 4}, {{{0, 0}, {2, 2}}, {{2, 2}, {2, 2}}, {{0, 2}, {2, 2}}, {{2, 0}, {2, 2}}});
    row("an empty piece", {2}, {{{0}, {2}}, {{2}, {0}}});
    row("a scalar", {}, {{{}, {}}});
    row("no elements", {0, 4}, {{{0, 0}, {0, 4}}});
    row("nothing at all", {0, 4}, {});
    row("no piece", {2}, {}, ErrorCode::PieceGap);
    row("a gap", {4}, {{{0}, {1}}, {{2}, {2}}}, ErrorCode::PieceGap);
    row("a gap as large as what is too much", {4}, {{{0}, {2}}, {{0}, {2}}}, ErrorCode::PieceOverlap);
    row("a scalar twice", {}, {{{}, {}}, {{}, {}}}, ErrorCode::PieceOverlap);
    row("a corner over another", {4, 4}, {{{0, 0}, {3, 3}}, {{2, 2}, {2, 2}}}, ErrorCode::PieceOverlap);
    row("beyond the end", {4}, {{{0}, {5}}}, ErrorCode::PieceBounds);
    row("before the beginning", {4}, {{{-1}, {4}}}, ErrorCode::PieceBounds);
    row("a negative size", {4}, {{{0}, {-4}}}, ErrorCode::PieceBounds);
    row("an end that cannot be counted", {4}, {{{huge}, {huge}}}, ErrorCode::PieceBounds);
    row("more than there is", {huge, huge}, {{{0, 0}, {huge, huge}}}, ErrorCode::TensorHuge);
    row("more bytes than there are", {huge}, {{{0}, {huge}}}, ErrorCode::TensorHuge);
    row("a negative shape", {-1}, {{{0}, {1}}}, ErrorCode::TensorHuge);
    row("no elements of a huge shape", {0, huge, huge}, {});
}

void TestBoxes::judges()
{
    QFETCH(Numbers, shape);
    QFETCH(std::vector<Box>, pieces);
    QFETCH(std::optional<ErrorCode>, expected);
    QCOMPARE(wrongWith(shape, pieces), expected);
}

void TestBoxes::readsEveryRange_data()
{
    QTest::addColumn<Numbers>("shape");
    QTest::addColumn<bool>("isStrided");
    for (const Numbers& shape : {Numbers{}, {1}, {17}, {5, 7}, {64, 1}, {1, 64}, {4, 3, 5}, {2, 3, 2, 4}, {300, 500}}) {
        for (const bool isStrided : {false, true}) {
            QString name = isStrided ? "strided" : "row-major";
            for (const std::int64_t size : shape) {
                name += " " + QString::number(size);
            }
            QTest::newRow(qPrintable(name)) << shape << isStrided;
        }
    }
}

/// Two tensors of numbers that go up, cut at random, in two files: whatever range is read has the right bytes.
void TestBoxes::readsEveryRange()
{
    QFETCH(Numbers, shape);
    QFETCH(bool, isStrided);
    std::mt19937 random(static_cast<std::uint32_t>(1 + product(shape)));
    const QTemporaryDir place;
    std::array<std::string, 2> files;
    auto boxes = std::make_shared<Boxes>();
    std::string whole;
    const auto append = [](std::string& to, std::int32_t number) {
        to.append(reinterpret_cast<const char*>(&number), sizeof(number));
    };
    for (std::int32_t tensor = 0; tensor < 2; ++tensor) {
        std::vector<Box> pieces;
        cut(random, {Numbers(shape.size(), 0), shape}, pieces);
        std::ranges::shuffle(pieces, random);
        boxes->beginTensor(Dtype::Int32, shape, "it");
        const Numbers strides = formats::rowMajorStrides(shape);
        const std::int32_t first = tensor * 1'000'000;
        for (const Box& box : pieces) {
            const std::uint32_t file = random() % 2;
            const Numbers own = isStrided ? someStrides(random, box.size) : formats::rowMajorStrides(box.size);
            std::vector<std::int32_t> content;
            forEachIndex(box.size, [&](const Numbers& index) {
                std::int64_t from = 0;
                std::int64_t to = 0;
                for (std::size_t axis = 0; axis < index.size(); ++axis) {
                    from += (index[axis] + box.origin[axis]) * strides[axis];
                    to += index[axis] * own[axis];
                }
                content.resize(std::max(content.size(), static_cast<std::size_t>(to) + 1), -1);
                content[static_cast<std::size_t>(to)] = first + static_cast<std::int32_t>(from);
            });
            files[file].append(random() % 7, 'x');
            boxes->addPiece({.offset = files[file].size(), .file = file}, box.origin, box.size,
                            isStrided ? Boxes::Sizes(own) : Boxes::Sizes());
            for (const std::int32_t number : content) {
                append(files[file], number);
            }
        }
        const auto finished = boxes->finishTensor();
        QVERIFY2(finished, finished ? "" : finished.error().paragraph().c_str());
        for (std::int64_t i = 0; i < product(shape); ++i) {
            append(whole, first + static_cast<std::int32_t>(i));
        }
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < files.size(); ++i) {
        names.push_back(std::to_string(i));
        test::writeFile(place.filePath(QString::fromStdString(names.back())), QByteArray::fromStdString(files[i]));
    }
    const BoxesSource source(boxes, filesIn(place, names));
    QCOMPARE(source.sizeBytes(), std::uint64_t{whole.size()});
    for (int i = 0; i < 200; ++i) {
        const std::size_t begin = i == 0 ? 0 : random() % whole.size();
        const std::size_t count = i == 0 ? whole.size() : random() % (whole.size() - begin + 1);
        const auto bytes = source.readBytes(begin, count);
        QVERIFY2(bytes, bytes ? "" : bytes.error().paragraph().c_str());
        QVERIFY(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()) ==
                std::string_view(whole).substr(begin, count));
    }
    QVERIFY(!source.readBytes(whole.size(), 1));
}

void TestBoxes::tellsOfFilesThatShrink()
{
    const QTemporaryDir place;
    const QString path = place.filePath("piece");
    test::writeFile(path, QByteArray(64, 'a'));
    auto boxes = std::make_shared<Boxes>();
    boxes->beginTensor(Dtype::UInt8, Numbers{64}, "it");
    boxes->addPiece({}, Numbers{0}, Numbers{64});
    QVERIFY(boxes->finishTensor());
    const auto files = filesIn(place, {"piece"});
    std::filesystem::resize_file(path.toStdString(), 32);
    const auto closed = BoxesSource(boxes, files).readBytes(0, 64);
    QVERIFY(!closed);
    QCOMPARE(closed.error().code, ErrorCode::FileChanged);

    test::writeFile(path, QByteArray(64, 'a'));
    const BoxesSource source(boxes, filesIn(place, {"piece"}));
    QVERIFY(source.readBytes(0, 64));
    std::filesystem::resize_file(path.toStdString(), 32);
    const auto open = source.readBytes(0, 64);
    QVERIFY(!open);
    QCOMPARE(open.error().code, ErrorCode::FileChanged);
    std::filesystem::remove(path.toStdString());
    const auto gone = BoxesSource(boxes, filesIn(place, {"piece"})).readBytes(0, 64);
    QVERIFY(!gone);
    QCOMPARE(gone.error().code, ErrorCode::ShardMissing);
}

/// A folder in the name of a piece may be a link of somebody else to where only the user may read.
void TestBoxes::followsNoLinksOfOthers()
{
    if (::geteuid() != 0) {
        QSKIP("making links of somebody else needs root");
    }
    const QTemporaryDir place;
    QVERIFY(QDir(place.path()).mkdir("home"));
    test::writeFile(place.filePath("home/secret"), QByteArray(64, 'a'));
    const QByteArray link = place.filePath("step").toUtf8();
    QCOMPARE(::symlink("home", link.constData()), 0);
    constexpr uid_t nobody = 65534;
    const auto problemOf = [&](uid_t ofLink, uid_t ofFolder) {
        const bool isSet = ::lchown(link.constData(), ofLink, ofLink) == 0 &&
                           ::chown(place.filePath("home").toUtf8().constData(), ofFolder, ofFolder) == 0;
        return isSet ? QString::fromStdString(filesIn(place, {"step/secret"})->files()[0].problem.text()) : "not set";
    };
    QCOMPARE(problemOf(0, 0), QString());
    QCOMPARE(problemOf(nobody, nobody), QString()); // as in a cache that many share
    QVERIFY(problemOf(nobody, 0).contains("a link that somebody else made"));
    QVERIFY(problemOf(nobody, nobody - 1).contains("a link that somebody else made"));
}

void TestBoxes::opensFewFilesAtATime()
{
    constexpr int count = 2000; // more than a process may usually have open
    const QTemporaryDir place;
    auto boxes = std::make_shared<Boxes>();
    boxes->beginTensor(Dtype::UInt8, Numbers{count}, "it");
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) {
        names.push_back(std::to_string(i));
        test::writeFile(place.filePath(QString::number(i)), QByteArray(1, static_cast<char>(i % 100)));
        boxes->addPiece({.file = static_cast<std::uint32_t>(i)}, Numbers{i}, Numbers{1});
    }
    QVERIFY(boxes->finishTensor());
    const BoxesSource source(boxes, filesIn(place, names));
    const auto bytes = source.readBytes(0, count);
    QVERIFY2(bytes, bytes ? "" : bytes.error().paragraph().c_str());
    for (std::size_t i = 0; i < bytes->size(); ++i) {
        QCOMPARE(static_cast<int>((*bytes)[i]), static_cast<int>(i % 100));
    }
}

CAIRN_TEST(TestBoxes);

} // namespace cairn::tst_boxes

#include "tst_boxes.moc"
