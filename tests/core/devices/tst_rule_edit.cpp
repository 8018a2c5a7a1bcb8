#include "core/checkpoint/readers/open.h"
#include "core/devices/machine/machine_text.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/map_file.h"
#include "core/devices/map/map_presets.h"
#include "core/devices/map/map_use.h"
#include "core/devices/map/rule_edit.h"
#include "core/devices/map/rule_merge.h"
#include "core/devices/python/python_snippet.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/fixtures.h"
#include "tests/support/map_samples.h"
#include "tests/support/test_program.h"

#include <random>

namespace cairn::tst_rule_edit {

using namespace cairn::devices;
using namespace cairn::test;

namespace {

using Tags = std::vector<std::string>;

/// Storages on cpu, cuda:0 (two), cuda:3 and meta; "body.tied" shares with "head".
CheckpointPtr mixed()
{
    Model made;
    const auto storage = [&made](const char* tag, std::uint64_t bytes) {
        Storage one;
        one.bytes = bytes;
        one.device = made.builder().device(tag);
        return made.builder().addStorage(one, std::to_string(bytes));
    };
    const StorageId head = storage("cuda:3", 400);
    made.tensor("head", head, Dtype::Float32, {100}, {1});
    made.tensor("step", storage("cpu", 8), Dtype::Int64, {1}, {1});
    made.tensor("ghost", storage("meta", 16), Dtype::Float32, {4}, {1});
    made.group("body");
    made.tensor("weight", storage("cuda:0", 800), Dtype::Float32, {200}, {1});
    made.tensor("bias", storage("cuda:0", 40), Dtype::Float32, {10}, {1});
    made.tensor("tied", head, Dtype::Float32, {100}, {1});
    return made.build();
}

/// One random edit.
MapLocation anyEdit(const CheckpointPtr& checkpoint, const MapLocation& map, const DeviceInventory& on,
                    std::mt19937& random)
{
    const auto pick = [&random](const auto& list) { return list[random() % list.size()]; };
    const Tags places{"", "cpu", "cuda:0", "cuda:1", "cuda:3"};
    const auto tags = checkpoint->deviceTags();
    const std::vector<EntryId> rows{1, static_cast<EntryId>(2 + random() % (checkpoint->entries().size() - 2))};
    switch (random() % 8) {
    case 0: return sendTag(map, tags, pick(tags), pick(places));
    case 1:
    case 2: {
        const auto flows = flowsOf(*checkpoint, placeStorages(*checkpoint, map, &on));
        return sendFlow(map, tags, on, pick(flows).flow, pick(places));
    }
    case 3: return sendEntries(map, *checkpoint, std::span(rows).last(1), pick(places));
    case 4: return sendEntries(map, *checkpoint, rows, pick(places));
    case 5: {
        std::vector<MapRule> rules = asRules(map, tags);
        MapRule sized{"cuda:*", pick(places), {"cpu"}};
        sized.when.minBytes = random() % 500;
        rules.insert(rules.begin() + static_cast<std::ptrdiff_t>(random() % (rules.size() + 1)), sized);
        return MapLocation(rules);
    }
    case 6: {
        std::vector<MapRule> rules = asRules(map, tags);
        std::shuffle(rules.begin(), rules.end(), random);
        return MapLocation(rules);
    }
    default:
        return pick(std::vector<MapLocation>{MapLocation::device("cpu"), collapseCuda("cuda:1"),
                                             MapLocation::table({{"cuda:3", "cuda:0"}, {"cpu", "cuda:3"}})});
    }
}

} // namespace

/// Edits of maps: each does what it says and nothing else, whatever the map was before.
class tst_RuleEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asRulesIsTheSame();
    void sendsTags();
    void sendsFlows();
    void sendsEntries();
    void joins();
    void counts();
    void presets();
    void balancesInFewRules_data();
    void balancesInFewRules();
    void mergesRulesByName_data();
    void mergesRulesByName();
    void anySequence();
    void snippetOfTensorFile();
};

void tst_RuleEdit::asRulesIsTheSame()
{
    const CheckpointPtr checkpoint = mixed();
    const DeviceInventory on = machine("4 x 24 GB");
    for (const MapLocation& map :
         {MapLocation(), MapLocation::device("cuda:1"), MapLocation::everythingTo("cpu"),
          MapLocation::table({{"cuda:3", "cpu"}, {"cpu", "cuda:3"}, {"cuda:*", "mps"}, {"meta", "cpu"}})}) {
        const MapLocation rules(asRules(map, checkpoint->deviceTags()));
        QCOMPARE(targets(checkpoint, rules, &on), targets(checkpoint, map, &on));
    }
}

void tst_RuleEdit::sendsTags()
{
    const CheckpointPtr checkpoint = mixed();
    const DeviceInventory on = machine("4 x 24 GB");
    const auto tags = checkpoint->deviceTags();
    // Storages: cuda:3, cpu, meta, cuda:0, cuda:0
    MapLocation map = sendTag({}, tags, "cuda:3", "cuda:1");
    QCOMPARE(map.rules(), (std::vector<MapRule>{{"cuda:3", "cuda:1"}}));
    map = sendTag(map, tags, "cuda:3", "cpu");
    QCOMPARE(map.rules(), (std::vector<MapRule>{{"cuda:3", "cpu"}}));
    QCOMPARE(sendTag(map, tags, "cuda:3", "").kind(), MapKind::None);
    QCOMPARE(sendTag(map, tags, "cuda:3", "cuda:3").kind(), MapKind::None);

    map = sendTag(MapLocation::everythingTo("cpu"), tags, "cuda:0", "");
    QCOMPARE(targets(checkpoint, map, &on), QStringList({"cpu", "cpu", "meta", "cuda:0", "cuda:0"}));
    MapRule sized{"cuda:*", "cuda:2"};
    sized.when.minBytes = 100;
    map = sendTag(MapLocation({sized}), tags, "cuda:3", "cpu");
    QCOMPARE(targets(checkpoint, map, &on), QStringList({"cpu", "cpu", "meta", "cuda:2", "cuda:0"}));
}

void tst_RuleEdit::sendsFlows()
{
    const CheckpointPtr checkpoint = mixed();
    const DeviceInventory on = machine("4 x 24 GB");
    const auto tags = checkpoint->deviceTags();
    MapRule large{"*", "cuda:1"};
    large.when.minBytes = 100;
    const MapLocation split({large}); // cuda:0 goes two ways: 800 bytes to cuda:1, 40 stay
    MapLocation map = sendFlow(split, tags, on, {"cuda:0", "cuda:1"}, "cpu");
    QCOMPARE(targets(checkpoint, map, &on), QStringList({"cuda:1", "cpu", "meta", "cpu", "cuda:0"}));
    map = sendFlow(split, tags, on, {"cuda:0", "cuda:0"}, "cuda:2");
    QCOMPARE(targets(checkpoint, map, &on), QStringList({"cuda:1", "cpu", "meta", "cuda:1", "cuda:2"}));
    map = sendFlow(split, tags, on, {"cuda:0", "cuda:1"}, "");
    QCOMPARE(targets(checkpoint, map, &on), QStringList({"cuda:1", "cpu", "meta", "cuda:0", "cuda:0"}));

    // By the fallback of this machine, not by the name in the rule.
    const MapLocation fallback({{"cuda:*", "cuda:7", {"cuda:1"}}});
    map = sendFlow(fallback, tags, on, {"cuda:3", "cuda:1"}, "cpu");
    QCOMPARE(targets(checkpoint, map, &on), QStringList({"cpu", "cpu", "meta", "cuda:1", "cuda:1"}));
}

void tst_RuleEdit::sendsEntries()
{
    const CheckpointPtr checkpoint = mixed();
    const DeviceInventory on = machine("4 x 24 GB");
    const std::vector<EntryId> weight{entryNamed(checkpoint, "body.weight")};
    const std::vector<EntryId> body{entryNamed(checkpoint, "body"), weight.front()};
    MapLocation map = sendEntries({}, *checkpoint, weight, "cpu");
    QCOMPARE(map.rules().size(), std::size_t{1});
    QCOMPARE(targets(checkpoint, map, &on), QStringList({"cuda:3", "cpu", "meta", "cpu", "cuda:0"}));
    map = sendEntries(map, *checkpoint, body, "cuda:2");
    QCOMPARE(map.rules().size(), std::size_t{1}); // a row below another, and the rule for it, are covered
    QCOMPARE(targets(checkpoint, map, &on), QStringList({"cuda:3", "cpu", "meta", "cuda:2", "cuda:2"}));
    QCOMPARE(placeStorages(*checkpoint, map, &on).conflicts().size(), std::size_t{1});
    QCOMPARE(sendEntries(map, *checkpoint, body, "").kind(), MapKind::None);
    const std::vector<EntryId> all{0};
    QCOMPARE(sendEntries(map, *checkpoint, all, "cpu"), MapLocation::everythingTo("cpu"));
}

void tst_RuleEdit::joins()
{
    const CheckpointPtr checkpoint = mixed();
    const DeviceInventory on = machine("4 x 24 GB");
    const std::vector<EntryId> body{entryNamed(checkpoint, "body")};
    const MapLocation map = sendEntries({}, *checkpoint, body, "cpu");
    const Placement placed = placeStorages(*checkpoint, map, &on);
    QCOMPARE(placed.conflicts().size(), std::size_t{1});
    const MapLocation joined = joinConflicts(map, *checkpoint, on, placed.conflicts());
    QVERIFY(placeStorages(*checkpoint, joined, &on).conflicts().empty());
    QCOMPARE(targets(checkpoint, joined, &on), targets(checkpoint, map, &on));
}

void tst_RuleEdit::counts()
{
    const CheckpointPtr checkpoint = mixed();
    MapRule large{"*", "cpu"};
    large.when.minBytes = 100;
    MapRule named{"cuda:0", "cuda:1"};
    named.when.path = "body.*";
    const std::vector<MapRule> rules{large, named, {"cuda:0", "cuda:2"}, {"mps", "cpu"}};
    const std::vector<RuleUse> uses = useOfRules(*checkpoint, rules);
    QCOMPARE(uses.size(), rules.size());
    QCOMPARE(uses[0].storages, std::uint64_t{2});
    QCOMPARE(uses[0].bytes, std::uint64_t{1200});
    QCOMPARE(uses[1].storages, std::uint64_t{1});
    QCOMPARE(uses[1].shadows.size(), std::size_t{1});
    QCOMPARE(uses[1].shadows[0].rule, std::size_t{0});
    QCOMPARE(uses[2].storages, std::uint64_t{0});
    QCOMPARE(uses[2].shadows.size(), std::size_t{2});
    QVERIFY(uses[3].storages == 0 && uses[3].shadows.empty());
    QVERIFY(uses[0].fits && uses[1].fits && uses[2].fits && !uses[3].fits);

    MapRule second{"*", "cpu"}; // the name that a storage has besides the one that decides
    second.when.path = "body.tied";
    const std::vector<RuleUse> others = useOfRules(*checkpoint, std::vector<MapRule>{second});
    QVERIFY(others[0].fits && others[0].storages == 0 && others[0].shadows.empty());
}

void tst_RuleEdit::presets()
{
    const Tags tags{"cpu", "cuda:2", "cuda:5", "mps", "xpu:1", "cuda:0"};
    QCOMPARE(shiftIndicesDown(tags).rules(),
             (std::vector<MapRule>{{"cuda:2", "cuda:1"}, {"cuda:5", "cuda:2"}, {"xpu:1", "xpu:0"}}));
    QCOMPARE(shiftIndicesDown(Tags{"cpu", "cuda:0", "cuda:1"}).kind(), MapKind::None);

    const CheckpointPtr checkpoint = mixed();
    QCOMPARE(toFirstFreeGpu(*checkpoint, machine("1 x 1000 B, 1 x 24 GB")).rules(),
             (std::vector<MapRule>{{"*", "cuda:1", {"cpu"}}}));
    QCOMPARE(toFirstFreeGpu(*checkpoint, machine("1 x 1000 B")), MapLocation::everythingTo("cpu"));
    const MapLocation none = toFirstFreeGpu(*checkpoint, machine("cpu"));
    const DeviceInventory cpu = machine("cpu");
    QCOMPARE(targets(checkpoint, none, &cpu), QStringList({"cpu", "cpu", "meta", "cpu", "cpu"}));

    const DeviceInventory two = machine("2 x 24 GB");
    QCOMPARE(targets(checkpoint, collapseCuda("cuda:1"), &two),
             QStringList({"cuda:1", "cpu", "meta", "cuda:1", "cuda:1"}));
    QVERIFY(placeStorages(*checkpoint, balanceByMemory(*checkpoint, two), &two).conflicts().empty());
    QCOMPARE(balanceByMemory(*checkpoint, machine("cpu")), MapLocation::everythingTo("cpu"));
}

void tst_RuleEdit::balancesInFewRules_data()
{
    QTest::addColumn<QByteArray>("tags");
    QTest::addColumn<MapLocation>("map");
    QTest::newRow("each tag to a device of its own")
        << QByteArray("cuda:4 cuda:5") << MapLocation::table({{"cuda:4", "cuda:0"}, {"cuda:5", "cuda:1"}});
    QTest::newRow("there already") << QByteArray("cuda:0 cuda:1") << MapLocation();
    QTest::newRow("one is there already") << QByteArray("cuda:0 cuda:5") << MapLocation::table({{"cuda:5", "cuda:1"}});
}

/// Ten modules on each tag: rules by name would be as many.
void tst_RuleEdit::balancesInFewRules()
{
    QFETCH(const QByteArray, tags);
    Model made;
    for (const QByteArray& tag : tags.split(' ')) {
        for (int i = 0; i < 10; ++i) {
            Storage storage;
            storage.bytes = kMegabyte;
            storage.device = made.builder().device(tag.toStdString());
            const std::string name = tag.toStdString() + "m" + std::to_string(i) + ".w";
            const StorageId id = made.builder().addStorage(storage, name);
            made.tensor(name, id, Dtype::Float32, {250'000}, {1}).device = storage.device;
        }
    }
    const CheckpointPtr checkpoint = made.build();
    const DeviceInventory two = machine("2 x 24 GB");
    const MapLocation map = balanceByMemory(*checkpoint, two);
    QTEST(map, "map");
    const MapLocation byName = balance(*checkpoint, two, Tags{"cuda:0", "cuda:1"});
    QVERIFY(byName.rules().size() > 2);
    QCOMPARE(targets(checkpoint, map, &two), targets(checkpoint, byName, &two));

    // What is on both sides of the border stays a matter of names.
    const CheckpointPtr one = savedOn({{"cuda:3", 4, kMegabyte}, {"cuda:3", 4, kMegabyte}});
    QCOMPARE(inFewerRules(*one, balance(*one, two, Tags{"cuda:0", "cuda:1"})).kind(), MapKind::Rules);
}

void tst_RuleEdit::mergesRulesByName_data()
{
    using Rules = std::vector<std::pair<std::string, std::string>>;
    QTest::addColumn<Rules>("rules");
    QTest::addColumn<Rules>("merged");
    Rules layers;
    for (int layer = 4; layer < 16; ++layer) {
        layers.emplace_back("layers." + std::to_string(layer) + ".*", "cpu");
    }
    QTest::newRow("layers in a row") << layers << Rules{{"layers.[4-9].*", "cpu"}, {"layers.1[0-5].*", "cpu"}};
    QTest::newRow("single ones") << Rules{{"layers.3.w", "cpu"}, {"layers.1.w", "cpu"}, {"layers.8.w", "cpu"}}
                                 << Rules{{"layers.[138].w", "cpu"}};
    QTest::newRow("one inside goes elsewhere, and is asked first")
        << Rules{{"layers.5.w", "cpu"}, {"layers.4.*", "cuda:1"}, {"layers.5.*", "cuda:1"}}
        << Rules{{"layers.5.w", "cpu"}, {"layers.[45].*", "cuda:1"}};
    QTest::newRow("one between them") << Rules{{"layers.4.*", "cuda:1"},
                                               {"layers.5.w", "cpu"},
                                               {"layers.5.*", "cuda:1"}}
                                      << Rules{{"layers.5.w", "cpu"}, {"layers.[45].*", "cuda:1"}};
    Rules single;
    for (int layer = 0; layer < 16; ++layer) {
        for (const char* part : {".w", ".b"}) {
            single.emplace_back("layers." + std::to_string(layer) + part, layer < 8 ? "cpu" : "cuda:1");
        }
    }
    QTest::newRow("every tensor by its name") << single << Rules{{"layers.[0-7].*", "cpu"}, {"layers.*", "cuda:1"}};
    QTest::newRow("both of one layer") << Rules{{"layers.3.w", "cpu"}, {"layers.3.b", "cpu"}}
                                       << Rules{{"layers.3.*", "cpu"}};
    QTest::newRow("one of each layer") << [] {
        Rules weights;
        for (int layer = 15; layer >= 0; --layer) {
            weights.emplace_back("layers." + std::to_string(layer) + ".w", "cpu");
        }
        return weights;
    }() << Rules{{"layers.*.w", "cpu"}};
    const Rules apart{{"layers.4.*", "cuda:1"}, {"layers.5.*", "cpu"}};
    QTest::newRow("to different devices") << apart << apart;
}

void tst_RuleEdit::mergesRulesByName()
{
    using Rules = std::vector<std::pair<std::string, std::string>>;
    QFETCH(const Rules, rules);
    QFETCH(const Rules, merged);
    Model made;
    for (int layer = 0; layer < 16; ++layer) {
        for (const char* part : {".w", ".b"}) {
            made.tensor("layers." + std::to_string(layer) + part, made.storage(pattern(4)), Dtype::Float32, {1}, {1});
        }
    }
    const CheckpointPtr checkpoint = made.build();
    const auto mapOf = [](const Rules& list) {
        std::vector<MapRule> map;
        for (const auto& [path, to] : list) {
            map.push_back({"*", to});
            map.back().when.path = path;
        }
        return MapLocation(map);
    };
    const DeviceInventory two = machine("2 x 24 GB");
    const MapLocation found = mergeByName(*checkpoint, mapOf(rules));
    QVERIFY2(found == mapOf(merged), mapFileText(found).c_str());
    QCOMPARE(targets(checkpoint, found, &two), targets(checkpoint, mapOf(rules), &two));
}

void tst_RuleEdit::anySequence()
{
    auto sample = checkpoint::openCheckpoint(kSample.toStdString());
    QVERIFY(sample);
    std::mt19937 random(20240229); // the same edits every time
    for (const CheckpointPtr& checkpoint : {mixed(), *sample}) {
        const DeviceInventory on = machine("2 x 24 GB");
        const auto tags = checkpoint->deviceTags();
        for (int run = 0; run < 40; ++run) {
            MapLocation map;
            for (int edit = 0; edit < 8; ++edit) {
                map = anyEdit(checkpoint, map, on, random);
                const QStringList placed = targets(checkpoint, map, &on);
                // The same as rules, and through a file.
                QCOMPARE(targets(checkpoint, MapLocation(asRules(map, tags)), &on), placed);
                QVERIFY2(parseMapFile(mapFileText(map)) == map, mapFileText(map).c_str());
                // Every storage is in one flow, and a flow that is sent elsewhere goes there while all others stay.
                const auto flows = flowsOf(*checkpoint, placeStorages(*checkpoint, map, &on));
                const FlowUse& moved = flows[random() % flows.size()];
                const QStringList after = targets(checkpoint, sendFlow(map, tags, on, moved.flow, "mps:0"), &on);
                for (StorageId id = 0; id < checkpoint->storages().size(); ++id) {
                    const bool isMoved = checkpoint->deviceTag(checkpoint->storages()[id].device) == moved.flow.tag &&
                                         placed[id].toStdString() == moved.flow.target;
                    QCOMPARE(after[id], isMoved ? QString("mps:0") : placed[id]);
                }
                QVERIFY(!pythonSnippet(*checkpoint, map).empty());
                const MapLocation merged = mergeByName(*checkpoint, map);
                QCOMPARE(targets(checkpoint, merged, &on), placed);
                QVERIFY(merged.rules().size() <= map.rules().size());
            }
        }
    }
}

void tst_RuleEdit::snippetOfTensorFile()
{
    test::Model model(checkpoint::Format::Safetensors);
    for (const char* name : {"a", "b"}) {
        model.tensor(name, model.storage(test::pattern(4), checkpoint::ByteOrder::Little, "cpu"),
                     formats::Dtype::Float32, {1}, {1});
    }
    const auto checkpoint = model.build();
    const std::string one = pythonSnippet(*checkpoint, MapLocation::everythingTo("cuda:1"));
    QVERIFY2(one.contains("device=\"cuda:1\"") && !one.contains("# load_file"), one.c_str());
    MapRule rule("*", "cuda:1");
    rule.when.path = "a";
    const std::string two = pythonSnippet(*checkpoint, MapLocation({rule}));
    QVERIFY2(two.contains("device_map = {\n    \"\": \"cuda:1\",\n    \"b\": \"cpu\",\n}\n"), two.c_str());
}

CAIRN_TEST(tst_RuleEdit);

} // namespace cairn::tst_rule_edit

#include "tst_rule_edit.moc"
