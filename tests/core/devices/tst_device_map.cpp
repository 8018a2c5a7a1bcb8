#include "core/devices/machine/machine_text.h"
#include "core/devices/map/map_file.h"
#include "core/devices/map/placement.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/map_samples.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

namespace cairn::tst_device_map {

using namespace cairn::devices;
using namespace cairn::test;

namespace {

/// Three storages, all on cuda:0: 40 bytes float32 under "model", 16 bytes int64 under "model", 8 bytes that two share.
CheckpointPtr threeStorages()
{
    Model model;
    const StorageId weights = model.storage(pattern(40));
    const StorageId counts = model.storage(pattern(16));
    const StorageId shared = model.storage(pattern(8));
    model.tensor("extra", shared, Dtype::Float32, {1}, {1}, 1);
    model.group("model");
    model.tensor("weight", weights, Dtype::Float32, {10}, {1});
    model.tensor("count", counts, Dtype::Int64, {2}, {1});
    model.tensor("tied", shared, Dtype::Float32, {2}, {1});
    return model.build();
}

MapRule rule(const char* from, const char* to, const char* path)
{
    MapRule made{from, to};
    made.when.path = path;
    return made;
}

} // namespace

/// Maps: what they make of tags and storages, and how they are written.
class tst_DeviceMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byTag_data();
    void byTag();
    void byStorage();
    void conflicts();
    void fallbacks();
    void files_data();
    void files();
    void badFiles_data();
    void badFiles();
    void options();
};

void tst_DeviceMap::byTag_data()
{
    QTest::addColumn<MapLocation>("map");
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("target");

    const auto row = [](const char* name, const MapLocation& map, const char* tag, const char* target) {
        QTest::newRow(name) << map << QString(tag) << QString(target);
    };
    row("none", MapLocation(), "cuda:1", "cuda:1");
    row("device", MapLocation::device("cpu"), "cuda:1", "cpu");
    row("device ignores nonsense", MapLocation::device("cpu"), "where?", "cpu");
    row("device takes meta too", MapLocation::device("cpu"), "meta", "cpu");
    const MapLocation chain = MapLocation::table({{"cuda:0", "cuda:1"}, {"cuda:1", "cpu"}, {"cuda", "cpu"}});
    row("table", chain, "cuda:1", "cpu");
    row("a table is not transitive", chain, "cuda:0", "cuda:1");
    row("a table compares whole tags", chain, "cuda:2", "cuda:2");
    row("a table has no wildcards", MapLocation::table({{"cuda:*", "cpu"}}), "cuda:2", "cuda:2");
    const MapLocation rules({{"cuda:3", "cuda:0"}, {"cuda:*", "cpu"}, {"*", "mps"}});
    row("first rule", rules, "cuda:3", "cuda:0");
    row("backend", rules, "cuda:5", "cpu");
    row("backend without index", rules, "cuda", "cpu");
    row("anything", rules, "npu:0", "mps");
    row("not meta", rules, "meta", "meta");
    row("as saved", MapLocation({{"cuda:0", ""}, {"*", "cpu"}}), "cuda:0", "cuda:0");
    row("no rule", MapLocation(std::vector<MapRule>{{"cuda:3", "cpu"}}), "cuda:1", "cuda:1");
}

void tst_DeviceMap::byTag()
{
    QFETCH(MapLocation, map);
    QFETCH(QString, tag);
    QFETCH(QString, target);
    QVERIFY(map.looksAtTagsOnly());
    QCOMPARE(text(map.target(tag.toStdString())), target);
}

void tst_DeviceMap::byStorage()
{
    const CheckpointPtr checkpoint = threeStorages();
    QCOMPARE(targets(checkpoint, MapLocation::everythingTo("cpu")), QStringList({"cpu", "cpu", "cpu"}));

    MapRule ints{"*", "cpu"};
    ints.when.dtype = Dtype::Int64;
    QCOMPARE(targets(checkpoint, MapLocation({ints, {"*", "cuda:1"}})), QStringList({"cuda:1", "cpu", "cuda:1"}));

    MapRule large{"cuda:*", "cuda:1"};
    large.when.minBytes = 16;
    large.when.maxBytes = 39;
    QCOMPARE(targets(checkpoint, MapLocation({large})), QStringList({"cuda:0", "cuda:1", "cuda:0"}));

    const MapLocation paths({rule("*", "cpu", "model.wei*"), rule("*", "cuda:2", "model.c?unt")});
    QVERIFY(!paths.looksAtTagsOnly());
    QCOMPARE(targets(checkpoint, paths), QStringList({"cpu", "cuda:2", "cuda:0"}));
    QVERIFY(placeStorages(*checkpoint, paths).conflicts().empty());
}

void tst_DeviceMap::conflicts()
{
    const CheckpointPtr checkpoint = threeStorages();
    const Placement placed = placeStorages(*checkpoint, MapLocation({rule("*", "cpu", "model.*")}));
    QCOMPARE(placed.conflicts().size(), std::size_t{1});
    const MapConflict& conflict = placed.conflicts().front();
    QCOMPARE(conflict.storage, StorageId{2});
    const QString message = text(conflictError(*checkpoint, conflict).paragraph());
    QVERIFY2(message.contains("\"extra\" to cuda:0, \"model.tied\" to cpu"), qPrintable(message));
}

void tst_DeviceMap::fallbacks()
{
    const CheckpointPtr checkpoint = threeStorages();
    MapRule chained{"cuda:*", "cuda:3"};
    chained.otherwise = {"mps", "cuda:0", "cpu"};
    const MapLocation map({chained});
    const DeviceInventory cpu = machine("cpu");
    const DeviceInventory one = machine("1 x 24 GB");
    const DeviceInventory four = machine("4 x 24 GB");
    QCOMPARE(targets(checkpoint, map).front(), QString("cuda:3"));
    QCOMPARE(targets(checkpoint, map, &four).front(), QString("cuda:3"));
    QCOMPARE(targets(checkpoint, map, &one).front(), QString("cuda:0"));
    QCOMPARE(targets(checkpoint, map, &cpu).front(), QString("cpu"));
}

void tst_DeviceMap::files_data()
{
    QTest::addColumn<MapLocation>("map");
    MapRule full = rule("cuda:*", "cuda:1", "model.\"odd\"\n*");
    full.otherwise = {"cuda:0", "cpu"};
    full.when.dtype = Dtype::BFloat16;
    full.when.minBytes = 1;
    full.when.maxBytes = 1 << 20;
    QTest::newRow("none") << MapLocation();
    QTest::newRow("device") << MapLocation::device("cuda:1");
    QTest::newRow("table") << MapLocation::table({{"cuda:1", "cpu"}, {"mps", "cuda:0"}});
    QTest::newRow("rules") << MapLocation({full, {"*", ""}, {"meta", "cpu"}});
    QTest::newRow("no rules") << MapLocation(std::vector<MapRule>());
}

void tst_DeviceMap::files()
{
    QFETCH(MapLocation, map);
    const std::string written = mapFileText(map);
    const auto read = parseMapFile(written);
    QVERIFY2(read, read ? "" : read.error().paragraph().c_str());
    QVERIFY2(*read == map, written.c_str());
}

void tst_DeviceMap::badFiles_data()
{
    QTest::addColumn<QString>("body"); // after the format line
    QTest::addColumn<QString>("message");
    QTest::addColumn<int>("line");
    const auto row = [](const char* name, const char* body, const char* message, int line) {
        QTest::newRow(name) << QString(body) << QString(message) << line;
    };
    row("syntax", "\"version\": 1,\n\"map\" \"none\"}", "is malformed", 3);
    row("version", "\"version\": 2, \"map\": \"none\"}", "must be 1, as this Cairn knows it", 2);
    row("no version", "\"map\": \"none\"}", "\"version\" must be 1", 1);
    row("kind", "\"version\": 1,\n\"map\": \"any\"}", "must be \"none\", \"device\", \"table\" or \"rules\"", 3);
    row("unknown field", "\"version\": 1, \"map\": \"none\",\n\"device\": \"cpu\"}", "no field \"device\"", 3);
    row("twice", "\"version\": 1, \"map\": \"none\",\n\n\"map\": \"none\"}", "\"map\" is there twice", 4);
    row("unknown field of a rule",
        "\"version\": 1, \"map\": \"rules\", \"rules\": [\n{\"to\": \"cpu\"},\n{\"too\": \"x\"}]}", "no field \"too\"",
        4);
    row("no target", "\"version\": 1, \"map\": \"rules\", \"rules\": [\n{\"from\": \"cuda:0\"}]}",
        "needs the field \"to\"", 3);
    row("bad target", "\"version\": 1, \"map\": \"rules\", \"rules\": [{\"from\": \"*\",\n\"to\": \"cpu:0\"}]}",
        "torch accepts only \"cpu\"", 3);
    row("index wraps", "\"version\": 1, \"map\": \"device\",\n\"device\": \"cuda:256\"}", "not a number from 0 to 127",
        3);
    row("leading zero", "\"version\": 1, \"map\": \"device\",\n\"device\": \"cuda:00\"}", "leading zeros, which torch",
        3);
    row("no device", "\"version\": 1, \"map\": \"device\", \"device\": \"\"}", "\"device\" must name a device", 1);
    row("bad else", "\"version\": 1, \"map\": \"rules\", \"rules\": [{\"to\": \"cpu\", \"else\": [\"mps\",\n 3]}]}",
        "\"else\" must be an array of strings", 3);
    row("dtype", "\"version\": 1, \"map\": \"rules\", \"rules\": [{\"to\": \"cpu\",\n \"dtype\": \"float33\"}]}",
        "torch has no dtype \"float33\"", 3);
    row("negative size", "\"version\": 1, \"map\": \"rules\", \"rules\": [{\"to\": \"cpu\",\n \"min_bytes\": -1}]}",
        "\"min_bytes\" must be a whole number", 3);
    row("sizes cross",
        "\"version\": 1, \"map\": \"rules\", \"rules\": [{\"to\": \"cpu\", \"min_bytes\": 2, \"max_bytes\": 1}]}",
        "never applies", 2);
    row("table of lists", "\"version\": 1, \"map\": \"table\", \"table\": {\n\"cuda:0\": []}}", "must be a string", 3);
    row("no table", "\"version\": 1, \"map\": \"table\"}", "\"table\" must be an object", 1);
}

void tst_DeviceMap::badFiles()
{
    QFETCH(QString, body);
    QFETCH(QString, message);
    QFETCH(int, line);
    const auto read = parseMapFile("{\"format\": \"cairn.devicemap\",\n" + body.toStdString());
    QVERIFY(!read);
    const QString found = text(read.error().paragraph());
    QVERIFY2(found.contains(message), qPrintable(found));
    QVERIFY2(found.startsWith(QString("line %1: ").arg(line)), qPrintable(found));
}

void tst_DeviceMap::options()
{
    const auto kept = parseMapOption("cuda:0=saved");
    QVERIFY(kept && kept->from == "cuda:0" && kept->to.empty());
    const auto chained = parseMapOption("cuda:*=cuda:1,cuda:0,cpu");
    QVERIFY(chained);
    MapRule expected{"cuda:*", "cuda:1"};
    expected.otherwise = {"cuda:0", "cpu"};
    QVERIFY(*chained == expected);
    const auto savedFirst = parseMapOption("cuda:*=saved,cpu");
    QVERIFY(savedFirst && savedFirst->to.empty() && savedFirst->otherwise == std::vector<std::string>{"cpu"});
    for (const char* bad : {"cpu", "=cpu", "cuda:0=", "cuda:0=cpu:0", "cuda:0=,cpu", "cuda:0=cuda:300",
                            "cuda:0=cuda:01", "cuda:0=cpu,saved", "cu*=cpu"}) {
        QVERIFY2(!parseMapOption(bad), bad);
    }
}

CAIRN_TEST(tst_DeviceMap);

} // namespace cairn::tst_device_map

#include "tst_device_map.moc"
