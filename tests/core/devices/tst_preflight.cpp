#include "core/devices/machine/machine_text.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/map_file.h"
#include "core/devices/map/placement.h"
#include "core/devices/preflight.h"
#include "core/devices/python/python_snippet.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/files.h"
#include "tests/support/map_samples.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "tests/support/zip_builder.h"

#include <functional>

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTemporaryDir>

namespace cairn::tst_preflight {

using namespace cairn::devices;
using namespace cairn::test;

namespace {

/// Storages without bytes on disk, of these sizes, with these tags; one tensor each.
CheckpointPtr model(const std::vector<std::pair<const char*, std::uint64_t>>& storages)
{
    Model made;
    for (std::size_t i = 0; i < storages.size(); ++i) {
        Storage storage;
        storage.bytes = storages[i].second;
        storage.device = made.builder().device(storages[i].first);
        const StorageId id = made.builder().addStorage(storage, std::to_string(i));
        made.tensor("t" + std::to_string(i), id, Dtype::UInt8, {static_cast<std::int64_t>(storage.bytes)}, {1});
    }
    return made.build();
}

constexpr std::uint64_t kGigabyte = 1'000'000'000;

/// With one storage of four bytes on the CPU.
/// In old streams a storage may be a view, or is None.
PickleBuilder& withStorage(PickleBuilder& pickle, const char* module, const char* name, bool isOld = true)
{
    pickle.mark().string("storage").global(module, name).string("0").string("cpu").integer(4);
    return (isOld ? pickle.none() : pickle).tuple().persistentId();
}

/// As torch.save writes them, around an object with that storage.
std::string legacyStream(const std::string& object)
{
    return PickleBuilder().raw("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19").finish() +
           PickleBuilder().integer(1001).finish() + PickleBuilder().emptyDict().finish() + object +
           PickleBuilder().emptyList().string("0").append().finish() + little(4, 8) + "abcd";
}

std::string torchZip(const std::string& object)
{
    ZipBuilder zip;
    zip.add("archive/data.pkl", object);
    zip.add("archive/version", "3\n");
    zip.add("archive/data/0", "abcd");
    return zip.build().bytes;
}

} // namespace

/// Verdicts before loading: what fails and in which words, and that every fix offered does load.
class tst_Preflight : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void verdicts_data();
    void verdicts();
    void whatTorchDoesNotRead_data();
    void whatTorchDoesNotRead();
    void whatOthersLoad();
    void devicesWithoutStorages();
    void wholeProblem();
    void everyDevice();
    void meta_data();
    void meta();
    void memory();
    void paths();
    void pathsOfFilesThatDoNotLoad();
    void fallbacksInPython();
    void tagsAreNoCode();
    void balances();
    void quick();
};

void tst_Preflight::verdicts_data()
{
    QTest::addColumn<CheckpointPtr>("checkpoint");
    QTest::addColumn<MapLocation>("map");
    QTest::addColumn<QString>("on");
    QTest::addColumn<QStringList>("codes"); // empty: it loads
    QTest::addColumn<QString>("firstFix");

    const CheckpointPtr cpu = model({{"cpu", 8}});
    const CheckpointPtr two = model({{"cuda:0", 8}, {"cuda:3", 16}});
    const CheckpointPtr blob = openedFixture("torch113/tags_blob_in_zip.pt");
    const CheckpointPtr script = openedFixture("torch113/script_plain.pt");
    const auto row = [](const char* name, const CheckpointPtr& checkpoint, const MapLocation& map, const char* on,
                        const QStringList& codes, const char* fix = "") {
        QTest::newRow(name) << checkpoint << map << QString(on) << codes << QString(fix);
    };
    row("cpu", cpu, {}, "cpu", {});
    row("no GPU", two, {}, "cpu", {"device.not-available"}, "everything to cpu");
    row("mapped", two, MapLocation::device("cpu"), "cpu", {});
    row("one GPU", two, {}, "1 x 24 GB", {"device.no-such-index"}, "everything to cuda:0");
    row("enough GPUs", two, {}, "4 x 24 GB", {});
    row("half mapped", two, MapLocation::table({{"cuda:0", "cpu"}}), "cpu", {"device.not-available"},
        "everything to cpu");
    row("unknown", model({{"npu:0", 8}}), {}, "cpu", {"device.unknown"}, "everything to cpu");
    row("cpu:0", model({{"cpu:0", 8}}), {}, "cpu", {"device.unknown"}, "everything to cpu");
    row("malformed", model({{"cuda:x", 8}}), {}, "1 x 24 GB", {"device.malformed"}, "everything to cuda:0");
    row("two at once", model({{"npu:0", 8}, {"cuda:0", 8}}), {}, "cpu", {"device.unknown", "device.not-available"},
        "everything to cpu");
    row("blob, not mapped", blob, {}, "2 x 24 GB", {"file.trust"});
    row("blob ignores the map", blob, MapLocation::device("cpu"), "cpu", {"map.ignored", "file.trust"});
    row("an unknown instruction", openedFixture("torch26/zip_protocol4.pt"), {}, "cpu", {"file.trust"});
    row("would run code", openedFixture("torch113/objects.pt"), {}, "cpu", {"file.dangerous"});
    row("script", script, {}, "cpu", {"file.code", "file.loader"});
    row("script, one device", script, MapLocation::everythingTo("cuda:0"), "1 x 24 GB", {"file.code", "file.loader"});
    MapRule large{"*", "cuda:0"};
    large.when.minBytes = 16;
    row("script, two devices", script, MapLocation({large}), "1 x 24 GB", {"map.script", "file.code", "file.loader"},
        "everything to cuda:0");
    const CheckpointPtr wrapper = openedFixture("torch26/wrapper_subclass.pt");
    MapRule some{"*", "cuda:0"};
    some.when.path = "scaled.*";
    row("wrapper subclass, a function", wrapper, MapLocation({some}), "1 x 24 GB", {"map.function", "file.trust"},
        "everything to cpu");
    row("wrapper subclass, a device", wrapper, MapLocation::device("cpu"), "cpu", {"file.trust"});
    MapRule odd{"*", "cuda:0"};
    odd.when.path = "embed.*";
    row("conflict", openedFixture("torch113/shared.pt"), MapLocation({odd}), "1 x 24 GB", {"map.conflict"},
        "everything to cuda:0");
}

void tst_Preflight::verdicts()
{
    QFETCH(CheckpointPtr, checkpoint);
    QFETCH(MapLocation, map);
    QFETCH(QString, on);
    QFETCH(QStringList, codes);
    QFETCH(QString, firstFix);

    QVERIFY(checkpoint);
    const DeviceInventory there = machine(on.toUtf8().constData());
    const Preflight found = preflight(*checkpoint, map, there);
    QStringList foundCodes;
    for (const LoadProblem& problem : found.problems) {
        foundCodes << text(problemCodeText(problem.code));
        QVERIFY(!problem.what.empty() && !problem.cause.empty());
        QCOMPARE(problem.storages.empty(), isOfFile(problem.code));
        const QString expected = problem.severity == Severity::Error ? firstFix : QString(); // a warning has none
        QCOMPARE(problem.fixes.empty() ? QString() : text(problem.fixes.front().text.text()), expected);
        for (const MapFix& fix : problem.fixes) {
            QVERIFY2(preflight(*checkpoint, fix.map, there).loads, fix.text.text().c_str());
        }
    }
    QCOMPARE(foundCodes, codes);
    codes.removeAll("file.loader"); // another function than torch.load does it
    QCOMPARE(found.loads, codes.isEmpty() || codes == QStringList{"file.trust"} || codes == QStringList{"file.code"});
}

/// What PyTorch 1.13, 2.6 and 2.14 raise for these files.
void tst_Preflight::whatTorchDoesNotRead_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<TorchLine>("line");
    QTest::addColumn<QString>("code"); // empty: it loads
    QTest::addColumn<QString>("torchError");

    const auto row = [](const char* name, const QByteArray& content, TorchLine line, const char* code,
                        const char* error = "") {
        QTest::newRow(name) << content << line << QString(code) << QString(error);
    };
    const auto file = [](const char* name) { return contentOf(fixture(name)); };
    constexpr auto v113 = TorchLine::Torch113;
    row("sparse of 2.14 in 1.13", file("torch214/sparse.pt"), v113, "file.other-torch",
        "ValueError: too many values to unpack (expected 3)");
    row("sparse of 2.14 in 2.6", file("torch214/sparse.pt"), TorchLine::Torch26, "");
    row("sparse of 1.13", file("torch113/sparse.pt"), v113, "");
    row("compressed of 2.6 in 1.13", file("torch26/sparse_compressed.pt"), v113, "file.other-torch",
        "NotImplementedError: rebuilding sparse tensor for layout torch.sparse_csc");
    row("conjugated in 1.13", file("torch26/conj_neg.pt"), v113, "file.other-torch",
        "TypeError: _rebuild_tensor_v2() takes 6 positional arguments but 7 were given");
    row("conjugated in 2.6", file("torch26/conj_neg.pt"), TorchLine::Torch26, "");
    row("big-endian in 1.13", file("torch113/big_endian.pt"), v113, "file.other-torch");
    row("big-endian in 2.6", file("torch113/big_endian.pt"), TorchLine::Torch26, "");
    row("big-endian without a type in 2.6", file("torch26/big_endian_untyped.pt"), TorchLine::Torch26,
        "file.other-torch");
    row("empty tensors of two dtypes in 1.13", file("torch26/empty_of_two_dtypes.pt"), v113, "");
    row("DTensor of 2.14 in 2.6", file("torch214/dtensor.pt"), TorchLine::Torch26, "file.other-torch");
    row("no record for no bytes", file("byhand/zip_empty_storage_without_record.pt"), TorchLine::Latest,
        "file.unreadable");

    const auto program = [](const char* version) {
        ZipBuilder zip;
        zip.add("serialized_exported_program.json", "{}");
        zip.add("version", version);
        return QByteArray::fromStdString(zip.build().bytes);
    };
    const auto archive = [](const std::function<void(ZipBuilder&)>& change) {
        ZipBuilder zip;
        zip.add("archive/data.pkl", PickleBuilder().emptyDict().finish());
        zip.add("archive/version", "3\n");
        zip.add("archive/data/0", "abcd");
        change(zip);
        return QByteArray::fromStdString(zip.build().bytes);
    };
    row("an archive", archive([](ZipBuilder&) {}), TorchLine::Latest, "");
    row("a header that is masked, its directory says",
        archive([](ZipBuilder& zip) { zip.record(2).flags = formats::zip::kFlagMaskedHeader; }), TorchLine::Latest,
        "file.damaged");
    row("a record's name that is no text", archive([](ZipBuilder& zip) { zip.add("archive/\xff", "x"); }),
        TorchLine::Latest, "file.damaged");
    row("a program of the first releases", program("2"), TorchLine::Latest, "file.unreadable");
    row("a program of the first releases in 2.6", program("2"), TorchLine::Torch26, "file.unreadable");
    row("a program", program("8.2"), TorchLine::Latest, "");

    const QByteArray one = file("torch214/top_tensor.pt");
    row("archives of which torch takes the first", one + one, TorchLine::Latest, "file.unreadable");
    row("archives that torch refuses", one + file("torch214/state_dict.pt"), v113, "file.unreadable",
        "RuntimeError: PytorchStreamReader failed reading zip archive: invalid header or archive is corrupted");
    const std::string folder = PickleBuilder(4)
                                   .global("torch.distributed.checkpoint.metadata", "Metadata")
                                   .tuple(0)
                                   .newObject()
                                   .emptyDict()
                                   .build()
                                   .finish();
    row("what describes a folder", QByteArray::fromStdString(folder), TorchLine::Latest, "file.unreadable");

    PickleBuilder untyped;
    row("an untyped storage in an old stream",
        QByteArray::fromStdString(legacyStream(withStorage(untyped, "torch.storage", "UntypedStorage").finish())),
        TorchLine::Torch26, "file.unreadable",
        "AttributeError: type object 'torch.storage.UntypedStorage' has no attribute 'dtype'");
    PickleBuilder both;
    withStorage(both.mark(), "torch", "ByteStorage");
    withStorage(both, "torch.storage", "UntypedStorage").tuple();
    row("a storage of bytes that is also an untyped one", QByteArray::fromStdString(legacyStream(both.finish())),
        TorchLine::Torch26, "file.unreadable",
        "AttributeError: type object 'torch.storage.UntypedStorage' has no attribute 'dtype'");
    PickleBuilder gradient;
    withStorage(gradient.global("torch._utils", "_rebuild_tensor_v3").mark(), "torch.storage", "UntypedStorage", false)
        .integer(0)
        .integer(4)
        .tuple(1)
        .integer(1)
        .tuple(1)
        .boolean(true)
        .global("collections", "OrderedDict")
        .tuple(0)
        .reduce()
        .global("torch", "float8_e5m2")
        .tuple()
        .reduce();
    row("an untyped storage of a tensor with requires_grad", QByteArray::fromStdString(torchZip(gradient.finish())),
        TorchLine::Latest, "file.unreadable",
        "RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.");
    row("a script without its GPU", file("torch113/script_tagged.pt"), TorchLine::Torch26, "device.not-available",
        "NotImplementedError: Could not run 'aten::empty_strided' with arguments from the 'CUDA' backend.");
}

void tst_Preflight::whatTorchDoesNotRead()
{
    QFETCH(QByteArray, content);
    QFETCH(TorchLine, line);
    QFETCH(QString, code);
    QFETCH(QString, torchError);

    const QTemporaryDir folder;
    const CheckpointPtr checkpoint = openedCheckpoint(writtenFile(folder, "file", content));
    QVERIFY(checkpoint);
    const Preflight found = preflight(*checkpoint, {}, machine("cpu"), line);
    QCOMPARE(found.loads, code.isEmpty());
    if (!found.loads) {
        QCOMPARE(text(problemCodeText(found.problems.front().code)), code);
        QCOMPARE(text(found.problems.front().torchError), torchError);
    }
}

/// Whole files that load, and not by torch.load.
void tst_Preflight::whatOthersLoad()
{
    const QTemporaryDir folder;
    const auto problems = [](const QString& path, TorchLine line) {
        const CheckpointPtr checkpoint = openedCheckpoint(path);
        QStringList found;
        const Preflight asked = preflight(*checkpoint, MapLocation::device("cpu"), machine("cpu"), line);
        for (const LoadProblem& problem : asked.problems) {
            found << text(problemCodeText(problem.code)) + ' ' + text(problem.what.text());
        }
        return asked.loads ? found : QStringList{"fails"};
    };
    constexpr auto latest = TorchLine::Latest;
    const QString pickle = writtenFile(folder, "plain.pkl", "\x80\x02}.");
    QCOMPARE(problems(pickle, latest), QStringList{"file.loader pickle.load loads it, torch.load does not"});
    QCOMPARE(problems(fixture("others/array_f4.npy"), latest),
             QStringList{"file.loader numpy.load loads it, torch.load does not"});
    QCOMPARE(problems(fixture("folders/torch214/dcp_two_ranks"), latest),
             QStringList{"file.loader torch.distributed.checkpoint.load loads it, torch.load does not"});
    // Which torch writes, but does not read.
    QCOMPARE(problems(fixture("folders/torch214/dcp_safetensors"), latest), QStringList{"fails"});
    const QString script = fixture("torch113/script_plain.pt");
    QVERIFY(problems(script, latest).contains("file.loader torch.jit.load loads it, torch.load does not"));
    QVERIFY(!problems(script, TorchLine::Torch113).join(' ').contains("file.loader"));
    QCOMPARE(problems(fixture("torch214/state_dict.pt"), latest), QStringList());
}

/// A tensor of a device whose storages torch cannot save: it names the device, and torch.load moves it there.
void tst_Preflight::devicesWithoutStorages()
{
    const auto moved = [](bool isOld) {
        PickleBuilder pickle;
        withStorage(pickle.global("torch._utils", "_rebuild_device_tensor_from_cpu_tensor")
                        .mark()
                        .global("torch._utils", "_rebuild_tensor_v2")
                        .mark(),
                    "torch", "ByteStorage", isOld)
            .integer(0)
            .integer(4)
            .tuple(1)
            .integer(1)
            .tuple(1)
            .boolean(false)
            .global("collections", "OrderedDict")
            .tuple(0)
            .reduce()
            .tuple()
            .reduce()
            .global("torch", "uint8")
            .string("cuda:0")
            .boolean(false)
            .tuple()
            .reduce();
        return pickle.finish();
    };
    const QTemporaryDir folder;
    const auto loads = [&](const std::string& content, const MapLocation& map) {
        const CheckpointPtr checkpoint =
            openedCheckpoint(writtenFile(folder, "file", QByteArray::fromStdString(content)));
        return checkpoint && preflight(*checkpoint, map, machine("cpu"), TorchLine::Latest).loads;
    };
    const MapLocation toCpu = MapLocation::device("cpu");
    QVERIFY(!loads(torchZip(moved(false)), {}));
    QVERIFY(loads(torchZip(moved(false)), toCpu));
    QVERIFY(!loads(legacyStream(moved(true)), toCpu)); // where torch.load does not look at the map for it
}

void tst_Preflight::wholeProblem()
{
    const CheckpointPtr two = model({{"cuda:0", 8}, {"cpu", 4}, {"cuda:3", 16}});
    const Preflight found = preflight(*two, {}, machine("cpu"), TorchLine::Torch113);
    QCOMPARE(found.problems.size(), std::size_t{1});
    const LoadProblem& problem = found.problems.front();
    QCOMPARE(problem.targets, (std::vector<std::string>{"cuda:0", "cuda:3"}));
    QCOMPARE(problem.storages, (std::vector<StorageId>{0, 2}));
    QCOMPARE(problem.bytes, std::uint64_t{24});
    QVERIFY(text(problem.torchError).startsWith("RuntimeError: Attempting to deserialize object on a CUDA device but"));
    QVERIFY(text(problem.cause.text()).contains("has no GPU"));

    const auto whyUnknown = [](const char* tag) {
        const Preflight answer = preflight(*model({{tag, 8}}), {}, machine("cpu"), TorchLine::Latest);
        return answer.problems.empty() ? QString() : text(answer.problems.front().cause.text());
    };
    QCOMPARE(whyUnknown("cpu:0"), QString("It must be \"cpu\", without an index"));
    QCOMPARE(whyUnknown("vulkan:0"), QString("torch.load knows no device of that name"));
    QCOMPARE(text(mapOptions(problem.fixes.front().map)), QString("--map '*=cpu'"));
    QCOMPARE(found.devices.size(), std::size_t{3});
    QVERIFY(found.devices.front().isThere && !found.devices[1].isThere); // cpu comes first
}

void tst_Preflight::everyDevice()
{
    const CheckpointPtr every = openedFixture("torch113/tags_every_device.pt");
    QVERIFY(every);
    for (const TorchLine line : {TorchLine::Torch113, TorchLine::Torch26, TorchLine::Latest}) {
        const Preflight found = preflight(*every, {}, machine("cpu"), line);
        std::size_t storages = 2; // cpu and meta
        for (const LoadProblem& problem : found.problems) {
            storages += problem.storages.size();
        }
        QCOMPARE(storages, every->storages().size());
        QVERIFY(preflight(*every, MapLocation::everythingTo("cpu"), machine("cpu"), line).loads);
    }
}

void tst_Preflight::meta_data()
{
    QTest::addColumn<QString>("fixture");
    QTest::addColumn<TorchLine>("line");
    QTest::addColumn<QStringList>("errors"); // how torch's own texts begin
    const QString quantised = "NotImplementedError: Could not run 'aten::_empty_affine_quantized' with";
    const QString channels = "NotImplementedError: Could not run 'aten::_empty_per_channel_affine_quantized' with";
    const QString inside = "NotImplementedError: Cannot copy out of meta tensor; no data!";
    QTest::newRow("plain") << "torch113/state_dict.pt" << TorchLine::Latest << QStringList();
    QTest::newRow("quantised") << "torch113/quantized.pt" << TorchLine::Latest << QStringList{quantised, channels};
    QTest::newRow("nested") << "torch214/nested_tensor.pt" << TorchLine::Latest
                            << QStringList{"NotImplementedError: aten::_nested_view_from_buffer: attempted"};
    QTest::newRow("sparse, 1.13") << "torch113/sparse.pt" << TorchLine::Torch113
                                  << QStringList{inside, "NotImplementedError: Could not run 'new_compressed_tensor'"};
    QTest::newRow("sparse, 2.6") << "torch113/sparse.pt" << TorchLine::Torch26
                                 << QStringList{
                                        inside,
                                        "RuntimeError: expected nnz to be 0 for sparse CSR meta tensor but got"};
}

void tst_Preflight::meta()
{
    QFETCH(QString, fixture);
    QFETCH(TorchLine, line);
    QFETCH(QStringList, errors);
    const CheckpointPtr checkpoint = openedFixture(fixture.toUtf8().constData());
    QVERIFY(checkpoint);
    const Preflight found = preflight(*checkpoint, MapLocation::device("meta"), machine("cpu"), line);
    QCOMPARE(found.loads, errors.isEmpty());
    for (const LoadProblem& problem : found.problems) {
        if (isOfFile(problem.code)) {
            continue; // the same elsewhere
        }
        QCOMPARE(text(problemCodeText(problem.code)), QString("meta.unsupported"));
        QVERIFY(!problem.storages.empty() && !problem.cause.empty());
        QVERIFY(problem.fixes.empty() || text(problem.fixes.front().text.text()) == "everything to cpu");
    }
    for (const QString& error : errors) {
        QVERIFY2(
            std::ranges::any_of(found.problems,
                                [&](const LoadProblem& problem) { return text(problem.torchError).startsWith(error); }),
            qPrintable(error));
    }
}

void tst_Preflight::memory()
{
    const CheckpointPtr large = model({{"cuda:0", 20 * kGigabyte}, {"cuda:0", 15 * kGigabyte}});
    const Preflight one = preflight(*large, {}, machine("1 x 24 GB, cpu 64 GB"));
    QVERIFY(!one.loads);
    QCOMPARE(one.problems.front().code, ProblemCode::DeviceMemory);
    QCOMPARE(text(one.problems.front().what.text()), QString("cuda:0 needs 35.0 GB, but has 24.0 GB free of 24.0 GB"));
    QCOMPARE(text(one.problems.front().fixes.front().text.text()), QString("everything to cpu"));
    QVERIFY(preflight(*large, {}, machine("1 x 80 GB, cpu 64 GB")).loads);

    // Both tensors lie in one group, which stays together: two small GPUs do not help, a large one does.
    const Preflight mixed = preflight(*large, {}, machine("1 x 24 GB, 1 x 80 GB, cpu 32 GB"));
    QCOMPARE(text(mixed.problems.front().fixes.front().text.text()), QString("everything to cuda:1"));

    // A storage passes through memory on its way; what does not fit there is told, too.
    const Preflight through = preflight(*large, {}, machine("1 x 80 GB, cpu 16 GB"));
    QVERIFY(!through.loads);
    QCOMPARE(text(through.problems.front().what.text()), QString("cpu needs 20.0 GB, but has 16.0 GB free of 16.0 GB"));
    QVERIFY(preflight(*large, MapLocation::device("meta"), machine("cpu, cpu 64 GB")).loads);
}

void tst_Preflight::paths()
{
    const CheckpointPtr saved = model({{"cuda:0", 10 * kGigabyte}, {"cuda:0", 2 * kGigabyte}});
    const auto onCpu = compareLoadPaths(*saved, "cpu", machine("cpu 64 GB"), TorchLine::Latest);
    QCOMPARE(onCpu.size(), std::size_t{2});
    QVERIFY(!onCpu[0].works && onCpu[1].works);
    QVERIFY(text(onCpu[0].failure).contains("torch.cuda.is_available() is False"));
    QCOMPARE(onCpu[1].transferredBytes, std::uint64_t{0});

    const auto other = compareLoadPaths(*saved, "cuda:1", machine("2 x 24 GB, cpu 64 GB"), TorchLine::Latest);
    QVERIFY(other[0].works && other[1].works);
    QCOMPARE(other[0].transferredBytes, 24 * kGigabyte);
    QCOMPARE(other[1].transferredBytes, 12 * kGigabyte);
    QCOMPARE(other[0].peaks.size(), std::size_t{3}); // cuda:0, cpu on the way, cuda:1
    QCOMPARE(other[1].peaks.size(), std::size_t{2});
    QCOMPARE(other[1].peaks.front().peakBytes, 12 * kGigabyte);
}

void tst_Preflight::pathsOfFilesThatDoNotLoad()
{
    const CheckpointPtr dangerous = openedFixture("torch113/objects.pt");
    const auto onCpu = compareLoadPaths(*dangerous, "cpu", machine("cpu 64 GB"), TorchLine::Latest);
    QVERIFY(!onCpu[0].works && !onCpu[1].works && onCpu[1].transfers.front().fails);
    QVERIFY(text(onCpu[1].failure).endsWith("which can do harm"));

    const CheckpointPtr quantised = openedFixture("torch113/quantized.pt");
    const auto onMeta = compareLoadPaths(*quantised, "meta", machine("cpu 64 GB"), TorchLine::Latest);
    QVERIFY(!onMeta[1].works && text(onMeta[1].failure).contains("quantised tensors on meta"));
    QVERIFY(compareLoadPaths(*quantised, "cpu", machine("cpu 64 GB"), TorchLine::Latest)[1].works);

    const CheckpointPtr untrusted = openedFixture("torch26/zip_protocol4.pt");
    const auto trusted = compareLoadPaths(*untrusted, "cpu", machine("cpu 64 GB"), TorchLine::Latest);
    QVERIFY(trusted[1].works && text(trusted[1].python).contains("weights_only=False"));
    QVERIFY(!text(compareLoadPaths(*untrusted, "cpu", machine("cpu 64 GB"), TorchLine::Torch113)[1].python)
                 .contains("weights_only"));
}

void tst_Preflight::fallbacksInPython()
{
    const auto snippet = [](const char* fixture, const char* from, const char* to, const char* path) {
        const CheckpointPtr checkpoint = openedFixture(fixture);
        MapRule rule{from, to, {"cpu"}};
        rule.when.path = path;
        return text(pythonSnippet(*checkpoint, MapLocation({rule})) + cppSnippet(*checkpoint, MapLocation({rule})));
    };
    const QString plain = snippet("torch113/state_dict.pt", "*", "cuda:0", "");
    QVERIFY2(plain.contains("\ndevice = \"cuda:0\" if torch.cuda.is_available() else \"cpu\"\n"), qPrintable(plain));
    QVERIFY2(plain.contains("map_location=device") && plain.contains("model.to(device)"), qPrintable(plain));
    const QString other = snippet("torch113/state_dict.pt", "*", "npu:1", "");
    QVERIFY2(other.contains("hasattr(torch, \"npu\") and torch.npu.device_count() > 1"), qPrintable(other));
    const QString byName = snippet("torch113/state_dict.pt", "*", "cuda:0", "*weight");
    QVERIFY2(byName.contains("[(\"cuda:0\" if torch.cuda.is_available() else \"cpu\")] * "), qPrintable(byName));
    const QString script = snippet("torch113/script_plain.pt", "*", "cuda:1", "");
    QVERIFY2(script.contains("torch::cuda::device_count() > 1 ? torch::Device(\"cuda:1\") : torch::Device(\"cpu\")"),
             qPrintable(script));
}

/// A tag can say anything; in code it is a text, or not there.
void tst_Preflight::tagsAreNoCode()
{
    for (const char* tag : {"cuda or evil() or torch.cuda:01", "cuda:0\"), evil(), torch::Device(\"cpu",
                            "cuda\nevil()\n#", "cuda:0\\\"; evil(); //", "cuda?\?/\", evil(), \"", "evil()"}) {
        const MapLocation map({MapRule{"*", tag, {"cpu"}}});
        for (const char* fixture : {"torch113/state_dict.pt", "torch113/script_plain.pt"}) {
            const CheckpointPtr checkpoint = openedFixture(fixture);
            const QString python = text(pythonSnippet(*checkpoint, map));
            const QString cpp = text(cppSnippet(*checkpoint, map));
            QVERIFY2(python.contains(" if False else \"cpu\""), qPrintable(python));
            static const QRegularExpression kLiterals(R"('(\\.|[^'\\\n])*'|"(\\.|[^"\\\n])*")");
            QVERIFY2(!QString(python).remove(kLiterals).contains("evil"), qPrintable(python));
            QVERIFY2(!QString(cpp).remove(kLiterals).contains("evil"), qPrintable(cpp));
            QVERIFY2(!cpp.contains("??"), qPrintable(cpp));
        }
    }
}

void tst_Preflight::balances()
{
    Model made;
    for (int group = 0; group < 1; ++group) {
        made.tensor("head", made.storage(pattern(600)), Dtype::UInt8, {600}, {1});
    }
    made.group("body.0[x]");
    made.tensor("weight", made.storage(pattern(300)), Dtype::UInt8, {300}, {1});
    made.tensor("bias", made.storage(pattern(100)), Dtype::UInt8, {100}, {1});
    const CheckpointPtr checkpoint = made.build();
    const std::vector<std::string> devices{"cuda:0", "cuda:1"};
    const MapLocation map = balance(*checkpoint, machine("2 x 24 GB"), devices);
    const Placement placed = placeStorages(*checkpoint, map);
    QVERIFY(placed.conflicts().empty());
    QCOMPARE(text(placed.target(0)), QString("cuda:0"));
    QCOMPARE(text(placed.target(1)), QString("cuda:1"));
    QCOMPARE(text(placed.target(2)), QString("cuda:1"));
    QVERIFY2(parseMapFile(mapFileText(map)) == map, mapFileText(map).c_str());

    const CheckpointPtr shared = openedFixture("torch113/shared.pt");
    QVERIFY(shared);
    QVERIFY(placeStorages(*shared, balance(*shared, machine("2 x 24 GB"), devices)).conflicts().empty());
}

void tst_Preflight::quick()
{
    Model made;
    constexpr int tensors = 100'000;
    const std::uint32_t source = made.builder().addSource({nullptr, "memory", true});
    for (int i = 0; i < tensors; ++i) {
        Storage storage;
        storage.bytes = 64;
        storage.source = source;
        storage.device = made.builder().device("cuda:" + std::to_string(i % 8));
        made.tensor("layers." + std::to_string(i / 2) + ".weight",
                    made.builder().addStorage(storage, std::to_string(i)), Dtype::Float32, {16}, {1});
    }
    const CheckpointPtr checkpoint = made.build();
    MapRule layers{"cuda:*", "cuda:0"};
    layers.when.path = "layers.1*";
    const MapLocation map({layers, {"cuda:*", "cpu"}});
    const DeviceInventory there = machine("2 x 24 GB");
    QElapsedTimer timer;
    timer.start();
    const Preflight found = preflight(*checkpoint, map, there);
    const qint64 milliseconds = timer.elapsed();
    QVERIFY(found.loads);
    qInfo("preflight of %d tensors by path: %lld ms", tensors, static_cast<long long>(milliseconds));
    QVERIFY2(milliseconds < 30'000, "a thousand times what it should take");
}

CAIRN_TEST(tst_Preflight);

} // namespace cairn::tst_preflight

#include "tst_preflight.moc"
