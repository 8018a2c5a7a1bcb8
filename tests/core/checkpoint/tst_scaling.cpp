#include "core/checkpoint/readers/open.h"
#include "tests/support/allocation_watch.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_builder.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>

namespace cairn::tst_scaling {

using namespace cairn::checkpoint;
using cairn::test::PickleBuilder;
using cairn::test::ZipBuilder;

using Make = std::function<std::string(int count)>; ///< a file with `count` of something
namespace {

struct Cost {
    double seconds = 0; ///< of this process, so that a busy machine does not matter
    double bytes = 0;   ///< the most that was in use at once
    std::string outcome;
};

/// The least of up to three runs; of less when one took less than `enough` seconds.
Cost costOf(const std::string& file, double enough = 0)
{
    Cost best;
    constexpr int runs = 3;
    for (int run = 0; run < runs && (run == 0 || best.seconds >= enough); ++run) {
        const auto source = std::make_shared<MemorySource>(file);
        const test::AllocationWatch watch;
        const std::clock_t begin = std::clock();
        const auto opened = openCheckpoint(source, "made in the test");
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        best.seconds = run == 0 ? seconds : std::min(best.seconds, seconds);
        best.bytes = static_cast<double>(watch.peakBytes());
        best.outcome = opened ? std::to_string((*opened)->entries().size()) + " rows" : opened.error().paragraph();
    }
    return best;
}

// --- ways to have many of something -------------------------------------------------------------

std::string zipOf(const std::string& pickle, int records)
{
    ZipBuilder zip;
    zip.torchLayout = true;
    zip.zip64End = true;
    zip.add("a/data.pkl", pickle);
    for (int i = 0; i < records; ++i) {
        zip.add("a/data/" + std::to_string(i), "four");
    }
    zip.add("a/version", "3\n");
    return zip.build().bytes;
}

PickleBuilder& pushTensor(PickleBuilder& pickle, const std::string& key)
{
    pickle.global("torch._utils", "_rebuild_tensor_v2").mark();
    pickle.mark().string("storage").global("torch", "FloatStorage").string(key).string("cpu").integer(1).tuple();
    pickle.persistentId().integer(0).integer(1).tuple(1).integer(1).tuple(1).boolean(false);
    return pickle.global("collections", "OrderedDict").tuple(0).reduce().tuple().reduce();
}

std::string tensors(int count)
{
    PickleBuilder pickle;
    pickle.emptyDict().mark();
    for (int i = 0; i < count; ++i) {
        pickle.string("layer." + std::to_string(i));
        pushTensor(pickle, std::to_string(i));
    }
    return zipOf(pickle.setItems().finish(), count);
}

/// A list of `count` things that `push` makes, after what `prepare` puts into the memo.
Make listOf(const std::function<void(PickleBuilder&, int count)>& prepare,
            const std::function<void(PickleBuilder&, int index)>& push)
{
    return [=](int count) {
        PickleBuilder pickle;
        prepare(pickle, count);
        pickle.emptyList().mark();
        for (int i = 0; i < count; ++i) {
            push(pickle, i);
        }
        return zipOf(pickle.appends().finish(), 0);
    };
}

constexpr std::uint32_t kBig = 1; ///< memo index of the one thing that all others share

void bigDict(PickleBuilder& pickle, int count)
{
    pickle.emptyDict().mark();
    for (int i = 0; i < count; ++i) {
        pickle.string("k" + std::to_string(i)).none();
    }
    pickle.setItems().put(kBig).op('0');
}

void bigModuleState(PickleBuilder& pickle, int count)
{
    pickle.emptyDict().mark();
    for (const char* member : {"_parameters", "_buffers", "_modules"}) {
        pickle.string(member).emptyDict();
    }
    for (int i = 0; i < count; ++i) {
        pickle.string("k" + std::to_string(i)).none();
    }
    pickle.setItems().put(kBig).op('0');
}

void bigTuple(PickleBuilder& pickle, int count)
{
    pickle.mark();
    for (int i = 0; i < count; ++i) {
        pickle.integer(i);
    }
    pickle.tuple().put(kBig).op('0');
}

void bigText(PickleBuilder& pickle, int count)
{
    pickle.string(std::string(static_cast<std::size_t>(count) * 8, 'x')).put(kBig).op('0');
}

void bigBlob(PickleBuilder& pickle, int count)
{
    std::string blob =
        PickleBuilder().raw(std::string("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 12)).finish();
    blob += PickleBuilder().integer(1001).finish() + PickleBuilder().emptyDict().finish();
    PickleBuilder object;
    bigDict(object, count);
    blob += object.get(kBig).finish() + PickleBuilder().emptyList().finish();
    pickle.bytes(blob).put(kBig).op('0');
}

void bigList(PickleBuilder& pickle, int count)
{
    pickle.emptyList().mark();
    for (int i = 0; i < count; ++i) {
        pickle.integer(i);
    }
    pickle.appends().put(kBig).op('0');
}

void nothing(PickleBuilder&, int) {}

struct Shape {
    const char* name;
    Make make;
};

std::vector<Shape> shapes()
{
    const auto call = [](PickleBuilder& pickle, const char* module, const char* name) {
        pickle.global(module, name).get(kBig).tuple(1).reduce();
    };
    return {
        {"tensors", tensors},
        {"numbers", listOf(nothing, [](PickleBuilder& pickle, int i) { pickle.integer(i); })},
        {"classes", listOf(nothing, [](PickleBuilder& p, int i) { p.global("m", "C" + std::to_string(i)); })},
        {"calls of classes",
         listOf(nothing,
                [](PickleBuilder& pickle, int i) { pickle.global("m", "C" + std::to_string(i)).tuple(0).reduce(); })},
        {"memo indexes far apart",
         listOf(nothing, [](PickleBuilder& pickle,
                            int i) { pickle.none().put(0x7F000000 + static_cast<std::uint32_t>(i) * 20753); })},
        {"broken tensors",
         listOf(nothing, [](PickleBuilder& pickle,
                            int) { pickle.global("torch._utils", "_rebuild_tensor_v2").tuple(0).reduce(); })},
        {"one dict again and again", listOf(bigDict, [](PickleBuilder& pickle, int) { pickle.get(kBig); })},
        {"one tuple as arguments of many calls",
         listOf(bigTuple, [](PickleBuilder& p, int) { p.global("m", "C").get(kBig).reduce(); })},
        {"one dict as state of many objects",
         listOf(bigDict, [](PickleBuilder& p, int) { p.global("m", "C").tuple(0).newObject().get(kBig).build(); })},
        {"one state of many modules",
         listOf(bigModuleState,
                [](PickleBuilder& pickle, int) { pickle.global("m", "C").tuple(0).newObject().get(kBig).build(); })},
        {"one dict in many counters",
         listOf(bigDict, [=](PickleBuilder& p, int) { call(p, "collections", "Counter"); })},
        {"one tuple in many sets", listOf(bigTuple, [=](PickleBuilder& p, int) { call(p, "builtins", "set"); })},
        {"one tuple as key of many dictionaries",
         listOf(bigTuple,
                [](PickleBuilder& p, int) { p.emptyDict().mark().get(kBig).none().get(kBig).none().setItems(); })},
        {"one tuple as size of many tensors",
         listOf(bigTuple,
                [](PickleBuilder& pickle, int) {
                    pickle.global("torch._utils", "_rebuild_tensor_v2").mark().none().integer(0).get(kBig).get(kBig);
                    pickle.boolean(false).none().tuple().reduce();
                })},
        {"findings",
         listOf(nothing, [](PickleBuilder& p, int i) { p.global("m", "C" + std::to_string(i)).none().reduce(); })},
        {"one tuple as arguments of many NumPy numbers",
         listOf(bigTuple, [](PickleBuilder& p, int) { p.global("numpy", "float64").get(kBig).reduce(); })},
        {"one tuple as unit of many NumPy dates",
         listOf(bigTuple, [=](PickleBuilder& p, int) { call(p, "numpy", "datetime64"); })},
        {"one tuple as arguments of many NumPy arrays",
         listOf(bigTuple,
                [](PickleBuilder& p, int) { p.global("numpy.core.multiarray", "_reconstruct").get(kBig).reduce(); })},
        {"one tuple as arguments of many generators", listOf(bigTuple,
                                                             [](PickleBuilder& p, int) {
                                                                 p.global("numpy.random._pickle", "__generator_ctor");
                                                                 p.get(kBig).reduce();
                                                             })},
        {"one tuple as shape of many NumPy arrays",
         listOf(bigTuple,
                [](PickleBuilder& p, int) {
                    p.global("numpy.core.multiarray", "_reconstruct").global("numpy", "ndarray");
                    p.integer(0).tuple(1).string("b").tuple(3).reduce();
                    p.mark().integer(1).get(kBig).none().boolean(false).emptyList().tuple().build();
                })},
        {"one dict as state of many dictionaries",
         listOf(bigDict, [](PickleBuilder& p,
                            int) { p.global("collections", "OrderedDict").tuple(0).reduce().get(kBig).build(); })},
        {"one dict as attributes of many parameters",
         listOf(bigDict,
                [](PickleBuilder& p, int) {
                    p.global("torch._utils", "_rebuild_parameter_with_state").mark().none().none().none().get(kBig);
                    p.tuple().reduce();
                })},
        {"one dict as argument of many objects", listOf(bigDict, [=](PickleBuilder& p, int) { call(p, "m", "C"); })},
        {"one tuple as parts of many paths",
         listOf(
             [](PickleBuilder& p, int count) {
                 p.mark();
                 for (int i = 0; i < count; ++i) {
                     p.string("a");
                 }
                 p.tuple().put(kBig).op('0');
             },
             [](PickleBuilder& p, int) { p.global("pathlib", "PosixPath").get(kBig).reduce(); })},
        {"one dict as metadata of many tensors",
         listOf(bigDict,
                [](PickleBuilder& p, int) {
                    p.global("torch._utils", "_rebuild_tensor_v2").mark().mark().string("storage");
                    p.global("torch", "FloatStorage").string("0").string("cpu").integer(1).tuple().persistentId();
                    p.integer(0).integer(1).tuple(1).integer(1).tuple(1).boolean(false).none().get(kBig).tuple();
                    p.reduce();
                })},
        {"one dict as state of many UUIDs",
         listOf(bigDict,
                [](PickleBuilder& p, int) { p.global("uuid", "UUID").tuple(0).newObject().get(kBig).build(); })},
        {"one dict as attributes of many tensors",
         listOf(
             bigDict,
             [](PickleBuilder& p, int) {
                 p.global("torch._tensor", "_rebuild_from_type_v2").mark().global("torch._utils", "_rebuild_tensor_v2");
                 p.global("torch", "Tensor").tuple(0).get(kBig).tuple().reduce();
             })},
        {"one list that has no pairs in many dictionaries",
         listOf(bigList, [=](PickleBuilder& p, int) { call(p, "collections", "OrderedDict"); })},
        {"one text as member of many objects", listOf(bigText,
                                                      [](PickleBuilder& p, int) {
                                                          p.global("builtins", "getattr").global("m", "C").get(kBig);
                                                          p.tuple(2).reduce();
                                                      })},
        {"one text as code of many NumPy types",
         listOf([](PickleBuilder& p,
                   int count) { p.string("f" + std::string(std::size_t(count) * 8, '4')).put(kBig).op('0'); },
                [=](PickleBuilder& p, int) { call(p, "numpy", "dtype"); })},
        {"one text again and again", listOf(bigText, [](PickleBuilder& pickle, int) { pickle.get(kBig); })},
        {"one text as key of many dicts",
         listOf(bigText, [](PickleBuilder& p, int) { p.emptyDict().get(kBig).none().setItem(); })},
        {"one text encoded by many calls", listOf(bigText,
                                                  [](PickleBuilder& pickle, int) {
                                                      pickle.global("_codecs", "encode").get(kBig).string("latin1");
                                                      pickle.tuple(2).reduce();
                                                  })},
        {"one blob loaded by many calls",
         listOf(bigBlob, [=](PickleBuilder& p, int) { call(p, "torch.storage", "_load_from_bytes"); })},
        {"one tuple as key of many dicts",
         listOf(bigTuple, [](PickleBuilder& p, int) { p.emptyDict().get(kBig).none().setItem(); })},
    };
}

} // namespace

/// Four times as much of something takes about four times the time and the memory, however it is shared.
class TestScaling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void growsWithTheFile_data();
    void growsWithTheFile();
};

void TestScaling::growsWithTheFile_data()
{
    QTest::addColumn<Make>("make");
    for (const Shape& shape : shapes()) {
        QTest::newRow(shape.name) << shape.make;
    }
}

void TestScaling::growsWithTheFile()
{
    QFETCH(const Make, make);
    constexpr int few = 2'000;
    constexpr int times = 8;
    const Cost small = costOf(make(few));
    // Squared growth would be a factor of 64. What does not grow is granted.
    constexpr double most = 2.5 * times;
    constexpr double freeSeconds = 0.02;
    constexpr double freeBytes = 1'000'000;
    const double enough = (small.seconds + freeSeconds) * most;
    const Cost large = costOf(make(few * times), enough);
    const auto text = QStringLiteral("%1 s and %2 MB, then %3 s and %4 MB (%5)")
                          .arg(small.seconds)
                          .arg(small.bytes / 1e6)
                          .arg(large.seconds)
                          .arg(large.bytes / 1e6)
                          .arg(QString::fromStdString(large.outcome));
    QVERIFY2(large.seconds < enough, qPrintable(text));
    QVERIFY2(large.bytes < (small.bytes + freeBytes) * most, qPrintable(text));
}

CAIRN_TEST(TestScaling, QCoreApplication);

} // namespace cairn::tst_scaling

#include "tst_scaling.moc"
