#include "app/cli/inspect/device_advice.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/checkpoint/checkpoint_builder.h"
#include "core/rows/entry_sums.h"
#include "tests/support/files.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <bit>
#include <limits>

namespace cairn::tst_inspect_views {

using namespace cairn::cli;
using namespace cairn::checkpoint;
using formats::Dtype;

namespace {

/// Builds trees a level at a time, as the builder wants them: the children of one entry in one go.
class Tree {
public:
    explicit Tree(Format format = Format::TorchZip) : builder("dir/model.pth", format, 1000)
    {
        Entry root;
        root.type = builder.type("dict");
        static_cast<void>(builder.addEntry(root));
    }

    /// `make(EntryId parent)` adds one child after the other.
    template <typename Make>
    void children(EntryId parent, Make&& make)
    {
        const auto first = static_cast<EntryId>(builder.entryCount());
        make();
        builder.entry(parent).firstChild = first;
        builder.entry(parent).childCount = static_cast<std::uint32_t>(builder.entryCount()) - first;
    }

    EntryId group(EntryId parent, std::string_view key, std::string_view type = "dict")
    {
        return add(parent, key, {.type = builder.type(type), .kind = EntryKind::Group});
    }

    EntryId value(EntryId parent, std::string_view key, std::string_view type, ValueKind kind, std::uint64_t payload)
    {
        return add(parent, key,
                   {.type = builder.type(type), .kind = EntryKind::Value, .valueKind = kind, .payload = payload});
    }

    EntryId text(EntryId parent, std::string_view key, std::string_view value)
    {
        return this->value(parent, key, "str", ValueKind::Text, builder.text(value));
    }

    StorageId storage(std::string_view key, std::string_view tag, std::uint64_t bytes, Dtype dtype = Dtype::Float32)
    {
        return builder.addStorage({.bytes = bytes, .device = builder.device(tag), .dtype = dtype}, key);
    }

    EntryId tensor(EntryId parent, std::string_view key, StorageId where, std::vector<std::int64_t> sizes,
                   const Tensor& rest = {})
    {
        const EntryId id = add(parent, key, {.type = builder.type("torch.Tensor"), .kind = EntryKind::Tensor});
        std::vector<std::int64_t> strides(sizes.size(), 1);
        for (std::size_t i = sizes.size(); i-- > 1;) {
            strides[i - 1] = strides[i] * sizes[i];
        }
        Tensor tensor = rest;
        tensor.entry = id;
        tensor.storage = where;
        tensor.device = builder.storage(where).device;
        tensor.dtype = builder.storage(where).dtype;
        builder.entry(id).payload = builder.addTensor(tensor, sizes, strides);
        return id;
    }

    CheckpointBuilder builder;

private:
    EntryId add(EntryId parent, std::string_view key, Entry entry)
    {
        entry.parent = parent;
        if (key.starts_with('#')) {
            CheckpointBuilder::setIndex(entry, std::stoull(std::string(key.substr(1))));
        } else {
            builder.setKey(entry, key);
        }
        return builder.addEntry(entry);
    }
};

/// {"net": {"w": cuda:0 tensor, "tied": the same storage, "b": cpu tensor}, "optimizer": [tensor], "epoch": 12,
///  "lr": nan, "name": text that would steer a terminal}
CheckpointPtr trainingCheckpoint()
{
    Tree tree;
    EntryId net = 0;
    EntryId optimizer = 0;
    tree.children(0, [&] {
        net = tree.group(0, "net", "collections.OrderedDict");
        optimizer = tree.group(0, "optimizer", "list");
        tree.value(0, "epoch", "int", ValueKind::Int, static_cast<std::uint64_t>(-12));
        tree.value(0, "lr", "float", ValueKind::Float,
                   std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN()));
        tree.text(0, "name", "evil\x1b]0;title\x07\nline");
    });
    const StorageId shared = tree.storage("0", "cuda:0", 96);
    tree.children(net, [&] {
        tree.tensor(net, "w", shared, {2, 3, 4}, {.kind = TensorKind::Parameter, .requiresGrad = true});
        tree.tensor(net, "tied", shared, {24});
        tree.tensor(net, "b\xFF\x1b[2J", tree.storage("1", "cpu", 8, Dtype::Int64), {});
    });
    tree.children(optimizer, [&] { tree.tensor(optimizer, "#0", tree.storage("2", "cuda:1", 40'000), {10}); });
    tree.builder.addFact(verbatim("pickle protocol"), verbatim("2"));
    tree.builder.addGlobal(
        {"collections.OrderedDict", 2, Verdict::Allowed, Verdict::Allowed, Verdict::Allowed, Verdict::Allowed, {}});
    tree.builder.addIssue(ErrorCode::ZipCrc, Severity::Warning, verbatim("record data/1 has another CRC"));
    return tree.builder.finish();
}

CheckpointPtr manyTensors(int count)
{
    Tree tree;
    const StorageId storage = tree.storage("0", "cpu", 4);
    tree.children(0, [&] {
        for (int i = 0; i < count; ++i) {
            tree.tensor(0, "t" + std::to_string(i), storage, {1});
        }
    });
    return tree.builder.finish();
}

template <typename Print>
QString printed(Print&& print, int columns = 80, Charset charset = Charset::Utf8)
{
    Output output(-1);
    Screen screen(output, {.interactive = false, .colour = false, .charset = charset, .columns = columns});
    print(screen);
    return QString::fromStdString(output.buffer());
}

QString overview(const Checkpoint& checkpoint, int columns = 80, Charset charset = Charset::Utf8)
{
    return printed(
        [&](Screen& screen) {
            const CheckpointSummary sums = summarize(checkpoint);
            printHeader(screen, checkpoint, sums);
            printTensors(screen, checkpoint, sums);
            printSummary(screen, checkpoint, sums);
        },
        columns, charset);
}

QByteArray jsonOf(const Checkpoint& checkpoint, JsonDetail detail = JsonDetail::Whole)
{
    Output output(-1);
    writeCheckpointJson(output, checkpoint, detail);
    return QByteArray::fromStdString(output.buffer());
}

/// Keys of the outermost object in the order they are written; QJsonObject would sort them.
QStringList keysInOrder(const QByteArray& json)
{
    QStringList keys;
    int depth = 0;
    for (qsizetype i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        } else if (c == '"') {
            qsizetype end = i + 1;
            while (json[end] != '"') {
                end += json[end] == '\\' ? 2 : 1;
            }
            if (depth == 1 && json[end + 1] == ':') {
                keys.append(QString::fromUtf8(json.mid(i + 1, end - i - 1)));
            }
            i = end;
        }
    }
    return keys;
}

} // namespace

class TestInspectViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jsonHasItsKeysInOrder();
    void jsonInPieces();
    void jsonTellsTensors();
    void jsonTellsWholeNumbers();
    void jsonTellsValues();
    void jsonTellsTheRest();
    void jsonOfAFileThatDidNotOpen();
    void overviewTellsTheStory();
    void treeIsDrawn();
    void deepTreesKeepNamesInSight();
    void sectionsList();
    void tensorsAreCutOff();
    void everythingFits_data();
    void tellsTheModel();
    void everythingFits();
    void nothingSteersTheTerminal();
    void devicesAreJudged_data();
    void devicesAreJudged();
    void optimizerStateIsNoParameter();
};

void TestInspectViews::jsonHasItsKeysInOrder()
{
    const QByteArray json = jsonOf(*trainingCheckpoint());
    QVERIFY(json.endsWith("}\n"));
    QCOMPARE(json.count('\n'), 1);
    QCOMPARE(keysInOrder(json), QStringList({"schema", "file", "format", "bytes", "parameters", "devices", "dtypes",
                                             "tensors", "storages", "values", "globals", "trust", "issues", "facts"}));
    const auto innerKeys = [&](const char* list) {
        const qsizetype start = json.indexOf(QByteArray("\"") + list + "\":[{") + qsizetype(strlen(list)) + 4;
        return keysInOrder(json.mid(start, json.indexOf("},", start) - start + 1));
    };
    QCOMPARE(innerKeys("tensors"), QStringList({"path", "name", "dtype", "shape", "stride", "offset", "device",
                                                "storage", "storage_bytes", "requires_grad", "kind"}));
    QCOMPARE(innerKeys("storages").first(6),
             QStringList({"key", "device", "dtype", "bytes", "file_offset", "tensors"}));
    QCOMPARE(innerKeys("values").first(3), QStringList({"path", "type", "value"}));
    QVERIFY(json.contains(R"("globals":[{"name":"collections.OrderedDict","weights_only":{"1.13":)"));
    QVERIFY(json.contains(R"("issues":[{"code":"zip.crc","severity":"warning","message":)"));
}

/// The summary is the whole without its long lists, and the lines are the list of tensors.
void TestInspectViews::jsonInPieces()
{
    QJsonObject whole = QJsonDocument::fromJson(jsonOf(*trainingCheckpoint())).object();
    const QJsonArray tensors = whole["tensors"].toArray();
    QVERIFY(whole["parameters"].toInt() > 0);
    qsizetype counted = 0;
    for (const QJsonValue& dtype : whole["dtypes"].toObject()) {
        counted += dtype["tensors"].toInteger();
    }
    QCOMPARE(counted, tensors.size());
    for (const char* list : {"tensors", "storages", "values"}) {
        whole.remove(list);
    }
    const QByteArray summary = jsonOf(*trainingCheckpoint(), JsonDetail::Summary);
    QCOMPARE(QJsonDocument::fromJson(summary).object(), whole);
    const QByteArrayList lines = jsonOf(*trainingCheckpoint(), JsonDetail::Lines).chopped(1).split('\n');
    QCOMPARE(lines.size(), tensors.size() + 1);
    QCOMPARE(lines[0] + '\n', summary);
    for (qsizetype i = 0; i < tensors.size(); ++i) {
        QJsonObject tensor = tensors[i].toObject();
        tensor.insert("file", whole["file"]); // each is read for itself
        QCOMPARE(QJsonDocument::fromJson(lines[i + 1]).object(), tensor);
    }
}

void TestInspectViews::jsonTellsTensors()
{
    const QJsonArray tensors = QJsonDocument::fromJson(jsonOf(*trainingCheckpoint())).object()["tensors"].toArray();
    QCOMPARE(tensors.size(), 4);
    QCOMPARE(tensors[0].toObject().toVariantMap(), QVariantMap({
                                                       {"path", QVariantList({"net", "w"})},
                                                       {"name", "net.w"},
                                                       {"dtype", "float32"},
                                                       {"shape", QVariantList({2, 3, 4})},
                                                       {"stride", QVariantList({12, 4, 1})},
                                                       {"offset", 0},
                                                       {"device", "cuda:0"},
                                                       {"storage", "0"},
                                                       {"storage_bytes", 96},
                                                       {"requires_grad", true},
                                                       {"kind", "parameter"},
                                                   }));
    QCOMPARE(tensors[1].toObject()["storage"], QJsonValue("0"));
    QCOMPARE(tensors[2].toObject()["name"].toString(), QString("net.b\uFFFD\x1b[2J"));
    QCOMPARE(tensors[3].toObject()["path"].toArray().toVariantList(), QVariantList({"optimizer", 0}));
}

/// Keys that are whole numbers stay numbers, however large, and texts stay texts.
void TestInspectViews::jsonTellsWholeNumbers()
{
    test::PickleBuilder pickle;
    pickle.emptyDict();
    for (const std::int64_t key : {std::int64_t{7}, std::int64_t{-1}, std::int64_t{1} << 32, std::int64_t{1} << 62}) {
        pickle.integer(key).none().setItem();
    }
    pickle.raw({"\x8a\x09\0\0\0\0\0\0\0\0\x40", 11}).none().setItem(); // 2 ** 70
    const QByteArray content = QByteArray::fromStdString(pickle.string("-7").none().setItem().finish());
    const QTemporaryDir folder;
    const CheckpointPtr checkpoint = test::openedCheckpoint(test::writtenFile(folder, "keys.pkl", content));
    QVERIFY(checkpoint);
    const QByteArray json = jsonOf(*checkpoint);
    for (const char* path :
         {"[7]", "[-1]", "[4294967296]", "[4611686018427387904]", "[1180591620717411303424]", R"(["-7"])"}) {
        QVERIFY2(json.contains(QByteArray(R"("path":)") + path), json.constData());
    }
}

void TestInspectViews::jsonTellsValues()
{
    const QJsonArray values = QJsonDocument::fromJson(jsonOf(*trainingCheckpoint())).object()["values"].toArray();
    QStringList lines;
    for (const QJsonValue& value : values) {
        const QJsonObject object = value.toObject();
        QJsonObject rest = object;
        rest.remove("path");
        rest.remove("type");
        lines.append(object["path"].toVariant().toStringList().join('/') + ' ' + object["type"].toString() + ' ' +
                     QJsonDocument(rest).toJson(QJsonDocument::Compact));
    }
    QCOMPARE(lines, QStringList({
                        R"( dict {"items":5,"value":null})",
                        R"(net collections.OrderedDict {"items":3,"value":null})",
                        R"(optimizer list {"items":1,"value":null})",
                        R"(epoch int {"value":-12})",
                        R"(lr float {"value":"NaN"})",
                        R"(name str {"value":"evil\u001b]0;title\u0007\nline"})",
                    }));
}

void TestInspectViews::jsonTellsTheRest()
{
    const QJsonObject json = QJsonDocument::fromJson(jsonOf(*trainingCheckpoint())).object();
    QCOMPARE(json["file"].toString(), QString("dir/model.pth"));
    QCOMPARE(json["format"].toString(), QString("torch-zip"));
    QCOMPARE(json["bytes"].toInt(), 1000);
    const QVariantMap onGpu{{"storages", 1}, {"tensors", 2}, {"bytes", 96}};
    QCOMPARE(json["devices"].toObject()["cuda:0"].toVariant().toMap(), onGpu);
    QCOMPARE(json["storages"].toArray().size(), 3);
    QCOMPARE(json["storages"].toArray()[0].toObject()["tensors"].toInt(), 2);
    QVERIFY(json["storages"].toArray()[0].toObject()["file_offset"].isNull());
    QCOMPARE(json["storages"].toArray()[2].toObject()["used_bytes"].toInt(), 40);
    QCOMPARE(json["facts"].toObject()["pickle protocol"].toString(), QString("2"));
}

void TestInspectViews::jsonOfAFileThatDidNotOpen()
{
    Output output(-1);
    writeErrorJson(output, "bad\n.pt", error(ErrorCode::Truncated, verbatim("it ends")).at(7).in("bad.pt"));
    const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(output.buffer())).object();
    QCOMPARE(json["file"].toString(), QString("bad\n.pt"));
    QCOMPARE(json["error"].toObject()["code"].toString(), QString("input.truncated"));
    QCOMPARE(json["error"].toObject()["offset"].toInt(), 7);
    QVERIFY(!json.contains("tensors"));
}

void TestInspectViews::overviewTellsTheStory()
{
    const QString text = overview(*trainingCheckpoint());
    for (const char* part : {
             "dir/model.pth\n",
             "torch zip · 1.0 kB · 4 tensors · 24 parameters · 10 in optimizer state\n",
             "pickle protocol 2\n",
             "● cuda:0         1        2     96 B  █\n",
             "● cuda:1         1        1  40.0 kB  ████████████████████\n",
             "Saved on cuda:0 and cuda:1: torch.load without map_location needs those devices.",
             "net.w             cuda:0    float32  2×3×4     96 B  shared\n",
             "net.b\\xff\\x1b[2J  cpu       int64    scalar     8 B\n",
             "optimizer         cuda:1             1 tensor  40 B\n",
             "float32  cuda:0          2        48  192 B\n",
             "Other values  3: epoch=-12, lr=nan, name='evil\\x1b]0;title\\x07\\n…",
             "Sharing       1 storage has several tensors",
             "Unused        40.0 kB of the 40.1 kB stored",
             "weights_only  True, the default since torch 2.6, accepts every class in it\n",
             "Executed      nothing",
             "1 issue\n  warning record data/1 has another CRC [zip.crc]\n",
         }) {
        QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(QString("missing: %1\nin:\n%2").arg(part, text)));
    }
    // All its names are allowed, but not what its pickle is made of.
    const QString refused = overview(*test::openedFixture("torch26/zip_protocol4.pt")).simplified();
    QVERIFY2(refused.contains("since torch 2.6, refuses the pickle instruction "), qPrintable(refused));
}

void TestInspectViews::treeIsDrawn()
{
    const auto checkpoint = trainingCheckpoint();
    const QString text = printed([&](Screen& screen) { printTree(screen, *checkpoint); });
    QCOMPARE(text.split('\n', Qt::SkipEmptyParts),
             QStringList({
                 "Name                Saved on  Type         Shape or value           Size  Note",
                 "model.pth                     dict         4 tensors               144 B",
                 "├─ net                        OrderedDict  3 tensors               104 B",
                 "│  ├─ w             cuda:0    float32      2×3×4                    96 B  shared",
                 "│  ├─ tied          cuda:0    float32      24                       96 B  shared",
                 "│  └─ b\\xff\\x1b[2J  cpu       int64        scalar                    8 B",
                 "├─ optimizer                  list         1 tensor                 40 B",
                 "│  └─ 0             cuda:1    float32      10                       40 B",
                 "├─ epoch                      int          -12",
                 "├─ lr                         float        nan",
                 "└─ name                       str          'evil\\x1b]0;title\\x07…",
             }));
    // Tied tensors count once, as in the window.
    QCOMPARE(rows::EntrySums(*checkpoint).of(*checkpoint, 0).bytes, 144U);
    const QString ascii = printed([&](Screen& screen) { printTree(screen, *checkpoint); }, 100, Charset::Ascii);
    QVERIFY(ascii.contains("|  |- w             cuda:0    float32      2x3x4"));
    QVERIFY(ascii.contains("\n`- name"));
    QVERIFY(ascii.toLatin1() == ascii.toUtf8()); // nothing but ASCII
}

void TestInspectViews::deepTreesKeepNamesInSight()
{
    constexpr int kDepth = 1000;
    Tree tree;
    EntryId parent = 0;
    for (int level = 1; level <= kDepth; ++level) {
        tree.children(parent, [&] { tree.group(parent, "level" + std::to_string(level)); });
        parent = static_cast<EntryId>(level);
    }
    const auto checkpoint = tree.builder.finish();
    const QStringList lines =
        printed([&](Screen& screen) { printTree(screen, *checkpoint); }).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), kDepth + 2);
    QVERIFY2(lines.last().startsWith("+992 "), qPrintable(lines.last()));
    QVERIFY(lines.last().contains("└─ level1000"));
    for (const QString& line : lines) {
        QVERIFY(line.size() <= 80);
    }
}

void TestInspectViews::sectionsList()
{
    const auto checkpoint = trainingCheckpoint();
    const QString storages = printed([&](Screen& screen) { printStorages(screen, *checkpoint); });
    QVERIFY2(storages.contains("0    cuda:0    float32      96   all   packed        2  net.w\n"),
             qPrintable(storages));
    QVERIFY2(storages.contains("2    cuda:1    float32  40 000  40 B   packed        1  optimizer.0\n"),
             qPrintable(storages));

    const QString values = printed([&](Screen& screen) { printValues(screen, *checkpoint); });
    QVERIFY2(values.contains("epoch  int    -12\n"), qPrintable(values));
    QVERIFY(!values.contains("net"));

    const QString globals = printed([&](Screen& screen) { printGlobals(screen, *checkpoint); });
    QVERIFY2(globals.contains("collections.OrderedDict  allowed  allowed  allowed     2"), qPrintable(globals));

    const auto empty = Tree().builder.finish();
    QCOMPARE(printed([&](Screen& screen) { printStorages(screen, *empty); }), QString("\nStorages\nnone\n"));
}

void TestInspectViews::tensorsAreCutOff()
{
    const auto checkpoint = manyTensors(int(CheckpointSummary::kMostRows) + 1);
    const QString text = printed([&](Screen& screen) { printTensors(screen, *checkpoint, summarize(*checkpoint)); });
    QVERIFY(text.contains("\nt199 "));
    QVERIFY(!text.contains("t200"));
    QVERIFY(text.endsWith("and 1 more; --tree shows all, --json too\n"));
    const QString tree = printed([&](Screen& screen) { printTree(screen, *checkpoint); });
    QVERIFY(tree.contains("└─ t200 "));
    QCOMPARE(QJsonDocument::fromJson(jsonOf(*checkpoint)).object()["tensors"].toArray().size(), 201);

    const auto exactly = manyTensors(int(CheckpointSummary::kMostRows));
    QVERIFY(!printed([&](Screen& screen) { printTensors(screen, *exactly, summarize(*exactly)); }).contains("more"));
}

void TestInspectViews::everythingFits_data()
{
    QTest::addColumn<int>("columns");
    for (const int columns : {80, 100, 160}) {
        QTest::addRow("%d", columns) << columns;
    }
}

/// In a line, and which blocks are not there.
void TestInspectViews::tellsTheModel()
{
    Tree tree;
    tree.children(0, [&] {
        for (const int number : {0, 1, 3}) {
            const std::string block = "layers." + std::to_string(number);
            tree.tensor(0, block + ".fc.weight", tree.storage(block, "cpu", 256), {8, 8});
            tree.tensor(0, block + ".norm.weight", tree.storage(block + "n", "cpu", 32), {8});
        }
    });
    const QString text = overview(*tree.builder.finish(), 100);
    QVERIFY2(text.contains("Model         No model that is known by name: 3 Linear and 3 Norm (--model shows its"),
             qPrintable(text));
    QVERIFY2(text.simplified().contains("nothing of \"layers.2\", though all others up to 3 are there"),
             qPrintable(text));
}

void TestInspectViews::everythingFits()
{
    QFETCH(int, columns);
    Tree tree;
    EntryId net = 0;
    tree.children(0, [&] {
        net = tree.group(0, "state_dict", "some.package.with.a.long.name.ModuleDict");
        tree.text(0, "note", std::string(1000, 'x'));
    });
    tree.children(net, [&] {
        tree.tensor(net, "module.backbone." + std::string(200, 'n') + ".weight",
                    tree.storage("0", "cuda:12", 1'000'000'000), {512, 512, 3, 3, 1, 1, 1, 1, 1, 1});
    });
    tree.builder.addIssue(ErrorCode::TensorBounds, Severity::Error,
                          verbatim(std::string(30, 'a') + " and some more words " + std::string(30, 'b')), net);
    const auto checkpoint = tree.builder.finish();
    const QString text = overview(*checkpoint, columns) + printed(
                                                              [&](Screen& screen) {
                                                                  printTree(screen, *checkpoint);
                                                                  printStorages(screen, *checkpoint);
                                                                  printValues(screen, *checkpoint);
                                                              },
                                                              columns);
    for (const QString& line : text.split('\n')) {
        QVERIFY2(line.size() <= columns, qPrintable(QString("%1: %2").arg(line.size()).arg(line)));
    }
}

void TestInspectViews::nothingSteersTheTerminal()
{
    static const QRegularExpression kControl("[\\x{00}-\\x{09}\\x{0b}-\\x{1f}\\x{7f}-\\x{9f}]");
    const auto checkpoint = trainingCheckpoint();
    const QString all = overview(*checkpoint) + printed([&](Screen& screen) {
                            printTree(screen, *checkpoint);
                            printStorages(screen, *checkpoint);
                            printValues(screen, *checkpoint);
                            printGlobals(screen, *checkpoint);
                        });
    QVERIFY(!all.contains(kControl));
    QVERIFY(!QString::fromUtf8(jsonOf(*checkpoint)).contains(kControl));
}

void TestInspectViews::devicesAreJudged_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<QStringList>("tags");
    QTest::addColumn<bool>("anywhere");
    QTest::addColumn<QString>("beginning");

    const int zip = int(Format::TorchZip);
    QTest::newRow("cpu") << zip << QStringList{"cpu"} << true << "Saved on cpu: loads on any machine.";
    QTest::newRow("cpu with an index") << zip << QStringList{"cpu:0"} << false
                                       << "Saved on cpu:0, which torch takes for no device: it loads on no machine";
    QTest::newRow("cpu and meta") << zip << QStringList{"cpu", "meta"} << true
                                  << "Saved on cpu and meta: loads on any machine.";
    QTest::newRow("nothing") << zip << QStringList() << true << "";
    QTest::newRow("one gpu") << zip << QStringList{"cpu", "cuda:3"} << false
                             << "Saved on cuda:3: torch.load without map_location needs that device.";
    QTest::newRow("many") << zip << QStringList{"cuda:0", "cuda:1", "cuda:2", "cuda:3", "cuda:4"} << false
                          << "Saved on cuda:0, cuda:1, cuda:2 and 2 more: torch.load";
    QTest::newRow("script") << int(Format::TorchScript) << QStringList{"mps"} << false
                            << "Saved on mps: torch.jit.load without map_location";
    QTest::newRow("pickle") << int(Format::Pickle) << QStringList{"cuda:0"} << false
                            << "Saved on cuda:0: pickle.load needs that device, and it takes no map_location.";
    QTest::newRow("safetensors") << int(Format::Safetensors) << QStringList{"cpu"} << true
                                 << "safetensors keeps no devices";
}

void TestInspectViews::devicesAreJudged()
{
    QFETCH(int, format);
    QFETCH(QStringList, tags);
    std::vector<std::pair<std::string, Usage>> devices;
    for (const QString& tag : tags) {
        devices.emplace_back(tag.toStdString(), Usage{});
    }
    const DeviceAdvice advice = adviseOnDevices(checkpoint::traitsOf(static_cast<Format>(format)), devices);
    QTEST(advice.loadsAnywhere, "anywhere");
    QFETCH(QString, beginning);
    QVERIFY2(QString::fromStdString(advice.text).startsWith(beginning), advice.text.c_str());
}

void TestInspectViews::optimizerStateIsNoParameter()
{
    const CheckpointSummary sums = summarize(*trainingCheckpoint());
    QCOMPARE(sums.tensors, 4U);
    QCOMPARE(sums.parameters, 24U); // "tied" is "w" once more
    QCOMPARE(sums.optimizerElements, 10U);
    QCOMPARE(sums.values, 3U);
    QCOMPARE(sums.sharedStorages, 1U);
    QCOMPARE(sums.storageBytes, 40'104U);
    QCOMPARE(sums.usedBytes, 144U);
}

CAIRN_TEST(TestInspectViews);

} // namespace cairn::tst_inspect_views

#include "tst_inspect_views.moc"
