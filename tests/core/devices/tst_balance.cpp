#include "core/devices/machine/machine_text.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/map_presets.h"
#include "core/devices/map/placement.h"
#include "core/devices/map/state_dict.h"
#include "core/devices/map/training_memory.h"
#include "core/devices/python/python_snippet.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/fixtures.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <set>

namespace cairn::tst_balance {

using namespace cairn::devices;
using namespace cairn::test;

namespace {

const TrainingPlan kInBFloat16{.optimizer = {}, .dtype = Dtype::BFloat16, .stateDtype = {}};

DeviceInventory machine(const char* words)
{
    return describeMachine(words).value();
}

/// The devices that tensors go to whose names begin so.
std::set<std::string> devicesOf(const CheckpointPtr& checkpoint, const MapLocation& map, std::string_view prefix)
{
    std::set<std::string> devices;
    const Placement placed = placeStorages(*checkpoint, map);
    for (const Tensor& tensor : checkpoint->tensors()) {
        if (checkpoint->entryName(tensor.entry).starts_with(prefix)) {
            devices.emplace(placed.target(tensor.storage));
        }
    }
    return devices;
}

} // namespace

/// Which layer goes where, if there are several GPUs.
class tst_Balance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersStayWhole();
    void partsOfASequentialAreNoLayers();
    void tensorsInNoModuleGoOneByOne_data();
    void tensorsInNoModuleGoOneByOne();
    void startsWithTheFirstGpu();
    void layersGoByTheirNumbers();
    void theHeadGoesLast();
    void anAverageGoesWithItsModel();
    void optimizerGoesWithItsModel();
    void fillsTheGpusFirst_data();
    void fillsTheGpusFirst();
    void countsInTheDtype();
    void aLayerTooLargeForAGpu();
    void fillsWithTheOptimizer();
    void aPlanIsAboutWeightsAlone();
    void pythonOfASplit();
    void pythonOfWrappedNames();
    void stateDictBesideMoreTensors();
};

void tst_Balance::layersStayWhole()
{
    // Of three layers the middle one lies across the middle of the file, whatever is inside it.
    std::vector<std::pair<std::string, std::int64_t>> tensors{{"embed.weight", 40}};
    for (const char* layer : {"layers.0.", "layers.1.", "layers.2."}) {
        for (const char* part : {"attention.query.weight", "attention.out.weight", "mlp.0.weight", "mlp.2.weight"}) {
            tensors.emplace_back(std::string(layer) + part, 100);
        }
    }
    tensors.emplace_back("layers.2.extra.weight", 30); // layers need not be alike
    tensors.emplace_back("head.weight", 40);
    const CheckpointPtr checkpoint = stateDict(tensors);
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 24 GB"));
    for (const char* layer : {"layers.0.", "layers.1.", "layers.2."}) {
        QCOMPARE(devicesOf(checkpoint, map, layer).size(), 1U);
    }
    QCOMPARE(devicesOf(checkpoint, map, "embed"), std::set<std::string>{"cuda:0"});
    QCOMPARE(devicesOf(checkpoint, map, "head"), std::set<std::string>{"cuda:1"});
}

void tst_Balance::partsOfASequentialAreNoLayers()
{
    // "0" and "1" hold nothing of the same name, so "0" is no layer, which must stay whole, but a model with some.
    std::vector<std::pair<std::string, std::int64_t>> tensors;
    for (int layer = 0; layer < 4; ++layer) {
        tensors.emplace_back("0.layers." + std::to_string(layer) + ".fc1.weight", 100);
        tensors.emplace_back("0.layers." + std::to_string(layer) + ".fc2.weight", 100);
    }
    tensors.emplace_back("1.weight", 10);
    const CheckpointPtr checkpoint = stateDict(tensors);
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 24 GB"));
    QCOMPARE(devicesOf(checkpoint, map, "0.").size(), 2U);
    QCOMPARE(devicesOf(checkpoint, map, "0.layers.1.").size(), 1U);
    QCOMPARE(devicesOf(checkpoint, map, "0.layers.2.").size(), 1U);
}

void tst_Balance::tensorsInNoModuleGoOneByOne_data()
{
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<int>("onFirst"); // of eight tensors of 400 bytes
    QTest::addColumn<int>("onSecond");
    for (const char* group : {"", "state_dict"}) {
        const QString where = *group == '\0' ? "under the root" : "in its only group";
        QTest::addRow("room, %s", qPrintable(where)) << group << "2 x 24 GB" << 4 << 4;
        QTest::addRow("just room, %s", qPrintable(where)) << group << "2 x 1.7 kB" << 4 << 4;
        QTest::addRow("too little, %s", qPrintable(where)) << group << "2 x 0.9 kB" << 2 << 2;
        QTest::addRow("none, %s", qPrintable(where)) << group << "2 x 0.1 kB" << 0 << 0;
    }
}

void tst_Balance::tensorsInNoModuleGoOneByOne()
{
    QFETCH(QString, group);
    QFETCH(QString, machine);
    QFETCH(int, onFirst);
    QFETCH(int, onSecond);

    Model made;
    if (!group.isEmpty()) {
        made.group(group.toStdString());
    }
    constexpr int tensors = 8;
    for (int i = 0; i < tensors; ++i) {
        const StorageId id = made.storage(pattern(400), ByteOrder::Little, "cpu");
        made.tensor("w" + std::to_string(i), id, Dtype::Float32, {100}, {1});
    }
    const CheckpointPtr checkpoint = made.build();
    const MapLocation map = balanceByMemory(*checkpoint, describeMachine(machine.toStdString()).value());
    const std::string prefix = group.isEmpty() ? "" : group.toStdString() + '.';
    for (int i = 0; i < tensors; ++i) {
        const std::string device = i < onFirst ? "cuda:0" : i < onFirst + onSecond ? "cuda:1" : "cpu";
        QCOMPARE(devicesOf(checkpoint, map, prefix + "w" + std::to_string(i)), std::set<std::string>{device});
    }
    QCOMPARE(smallestShare(*checkpoint), 400U);
    QCOMPARE(smallestShare(*checkpoint, kInBFloat16), 200U);
}

void tst_Balance::startsWithTheFirstGpu()
{
    const CheckpointPtr one = stateDict({{"enc.weight", 100}, {"enc.bias", 10}});
    QCOMPARE(devicesOf(one, balanceByMemory(*one, machine("4 x 24 GB")), "enc."), std::set<std::string>{"cuda:0"});
    const CheckpointPtr large = stateDict({{"embed.weight", 1000}, {"head.weight", 10}});
    const MapLocation map = balanceByMemory(*large, machine("2 x 24 GB"));
    QCOMPARE(devicesOf(large, map, "embed."), std::set<std::string>{"cuda:0"});
    QCOMPARE(devicesOf(large, map, "head."), std::set<std::string>{"cuda:1"});
}

void tst_Balance::layersGoByTheirNumbers()
{
    // As safetensors sorts them: 0, 1, 10, 11, 2, ...
    std::vector<std::pair<std::string, std::int64_t>> tensors;
    for (int layer = 0; layer < 12; ++layer) {
        tensors.emplace_back("layers." + std::to_string(layer) + ".weight", 100);
    }
    std::ranges::sort(tensors);
    const CheckpointPtr checkpoint = stateDict(tensors);
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 24 GB"));
    for (int layer = 0; layer < 12; ++layer) {
        QCOMPARE(devicesOf(checkpoint, map, "layers." + std::to_string(layer) + "."),
                 std::set<std::string>{layer < 6 ? "cuda:0" : "cuda:1"});
    }
}

/// safetensors has them sorted, so that "lm_head" comes first, whose place is after the layers.
void tst_Balance::theHeadGoesLast()
{
    for (const std::string prefix : {"", "module."}) {
        std::vector<std::pair<std::string, std::int64_t>> tensors{{prefix + "lm_head.weight", 100},
                                                                  {prefix + "model.embed.weight", 100}};
        for (int layer = 0; layer < 8; ++layer) {
            tensors.emplace_back(prefix + "model.layers." + std::to_string(layer) + ".weight", 100);
        }
        const CheckpointPtr checkpoint = stateDict(tensors);
        const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 24 GB"));
        QCOMPARE(devicesOf(checkpoint, map, prefix + "model.embed."), std::set<std::string>{"cuda:0"});
        QCOMPARE(devicesOf(checkpoint, map, prefix + "model.layers.3."), std::set<std::string>{"cuda:0"});
        QCOMPARE(devicesOf(checkpoint, map, prefix + "model.layers.4."), std::set<std::string>{"cuda:1"});
        QCOMPARE(devicesOf(checkpoint, map, prefix + "lm_head."), std::set<std::string>{"cuda:1"});
    }
}

/// Else one GPU would hold the model, and the other the average.
void tst_Balance::anAverageGoesWithItsModel()
{
    std::vector<std::pair<std::string, std::int64_t>> tensors;
    for (const char* copy : {"model.", "ema_model."}) {
        for (int layer = 0; layer < 4; ++layer) {
            tensors.emplace_back(copy + ("layers." + std::to_string(layer)) + ".weight", 100);
        }
    }
    const CheckpointPtr checkpoint = stateDict(tensors);
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 24 GB"));
    for (const std::string copy : {"model.", "ema_model."}) {
        for (int layer = 0; layer < 4; ++layer) {
            QCOMPARE(devicesOf(checkpoint, map, copy + "layers." + std::to_string(layer) + "."),
                     std::set<std::string>{layer < 2 ? "cuda:0" : "cuda:1"});
        }
    }
}

void tst_Balance::optimizerGoesWithItsModel()
{
    // Twice the model's size, and yet no device has it for itself.
    const CheckpointPtr checkpoint = openedCheckpoint(kSample);
    QVERIFY(checkpoint);
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 24 GB"));
    QCOMPARE(devicesOf(checkpoint, map, "model.").size(), 2U);
    QCOMPARE(devicesOf(checkpoint, map, "optimizer.").size(), 2U);
    QVERIFY(placeStorages(*checkpoint, map).conflicts().empty());
}

void tst_Balance::fillsTheGpusFirst_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<int>("onFirst"); // of ten layers of 400 bytes
    QTest::addColumn<int>("onSecond");
    QTest::newRow("a large CPU") << "2 x 1.3 kB, cpu 64 GB" << 3 << 3;
    QTest::newRow("a CPU of unknown size") << "2 x 1.3 kB" << 3 << 3;
    QTest::newRow("one GPU") << "1 x 1.3 kB, cpu 64 GB" << 3 << 0;
    QTest::newRow("one GPU with room") << "1 x 24 GB, cpu 64 GB" << 10 << 0;
    QTest::newRow("room for all together, but not for whole layers") << "2 x 2.1 kB, cpu 64 GB" << 5 << 5;
    QTest::newRow("no room") << "2 x 100 B, cpu 64 GB" << 0 << 0;
}

/// What the GPUs have no room for goes to the CPU, and nothing else.
void tst_Balance::fillsTheGpusFirst()
{
    QFETCH(QString, machine);
    QFETCH(int, onFirst);
    QFETCH(int, onSecond);

    std::vector<std::pair<std::string, std::int64_t>> tensors;
    for (int layer = 0; layer < 10; ++layer) {
        tensors.emplace_back("layers." + std::to_string(layer) + ".weight", 100);
    }
    const CheckpointPtr checkpoint = stateDict(tensors);
    const MapLocation map = balanceByMemory(*checkpoint, describeMachine(machine.toStdString()).value());
    for (int layer = 0; layer < 10; ++layer) {
        const std::string device = layer < onFirst ? "cuda:0" : layer < onFirst + onSecond ? "cuda:1" : "cpu";
        QCOMPARE(devicesOf(checkpoint, map, "layers." + std::to_string(layer) + "."), std::set<std::string>{device});
    }
}

/// Ten layers of 400 bytes in float32, of which 1.3 kB hold three, and of 200 in bfloat16, of which they hold five of
/// two GPUs each. Whole numbers stay as large as they are.
void tst_Balance::countsInTheDtype()
{
    Model made;
    for (int layer = 0; layer < 10; ++layer) {
        const StorageId id = made.storage(pattern(400), ByteOrder::Little, "cpu");
        made.tensor("layers." + std::to_string(layer) + ".weight", id, Dtype::Float32, {100}, {1});
    }
    const CheckpointPtr checkpoint = made.build();
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 1.3 kB, cpu 64 GB"), kInBFloat16);
    for (int layer = 0; layer < 10; ++layer) {
        QCOMPARE(devicesOf(checkpoint, map, "layers." + std::to_string(layer) + "."),
                 std::set<std::string>{layer < 5 ? "cuda:0" : "cuda:1"});
    }

    Model whole;
    whole.tensor("ids", whole.storage(pattern(400), ByteOrder::Little, "cpu"), Dtype::Int32, {100}, {1});
    const CheckpointPtr numbers = whole.build();
    QCOMPARE(bytesInDtype(*numbers, 0, Dtype::BFloat16), 400U);
    QCOMPARE(bytesInDtype(*checkpoint, 0, Dtype::BFloat16), 200U);
    QCOMPARE(bytesInDtype(*checkpoint, 0, std::nullopt), 400U);
}

void tst_Balance::aLayerTooLargeForAGpu()
{
    std::vector<std::pair<std::string, std::int64_t>> tensors{{"embed.weight", 1000}};
    for (int layer = 0; layer < 4; ++layer) {
        tensors.emplace_back("layers." + std::to_string(layer) + ".weight", 100);
    }
    const CheckpointPtr checkpoint = stateDict(tensors);
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 0.9 kB, cpu 64 GB"));
    QCOMPARE(devicesOf(checkpoint, map, "embed."), std::set<std::string>{"cpu"});
    QCOMPARE(devicesOf(checkpoint, map, "layers.1."), std::set<std::string>{"cuda:0"});
    QCOMPARE(devicesOf(checkpoint, map, "layers.2."), std::set<std::string>{"cuda:1"});
}

/// Else the GPUs would hold the model, and the CPU what its optimizer keeps.
void tst_Balance::fillsWithTheOptimizer()
{
    const CheckpointPtr checkpoint = openedCheckpoint(kSample);
    QVERIFY(checkpoint);
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 40 kB, cpu 64 GB"));
    const std::set<std::string> all{"cuda:0", "cuda:1", "cpu"};
    QCOMPARE(devicesOf(checkpoint, map, "model."), all);
    QCOMPARE(devicesOf(checkpoint, map, "optimizer."), all);
}

/// What the optimizer of the file keeps takes no room from the weights that a plan is about.
void tst_Balance::aPlanIsAboutWeightsAlone()
{
    const CheckpointPtr checkpoint = openedCheckpoint(kSample);
    QVERIFY(checkpoint);
    for (const TrainingPlan& plan : {kInBFloat16, TrainingPlan{.optimizer = "adamw", .dtype = {}, .stateDtype = {}}}) {
        const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 40 kB, cpu 64 GB"), plan);
        QCOMPARE(devicesOf(checkpoint, map, "model."), (std::set<std::string>{"cuda:0", "cuda:1"}));
        QCOMPARE(devicesOf(checkpoint, map, "optimizer."), std::set<std::string>{"cpu"});
    }
}

void tst_Balance::pythonOfASplit()
{
    MapRule rule{"*", "cuda:1"};
    rule.when.path = "layers.1.*";
    const MapLocation map({rule, {"*", "cuda:0"}});
    Model made(Format::Safetensors);
    for (const char* name : {"layers.0.a", "layers.0.b", "layers.1.a", "layers.1.b", "layers.10.a"}) {
        made.tensor(name, made.storage(pattern(8), ByteOrder::Little, "cpu"), Dtype::Float32, {2}, {1});
    }
    const QString python = text(pythonSnippet(*made.build(), map));
    QVERIFY2(python.contains("device_map = {\n    \"\": \"cuda:0\",\n    \"layers.1\": \"cuda:1\",\n}\n"),
             qPrintable(python));

    // A tensor with the name of a module says nothing of what is in it.
    MapRule inside{"*", "cuda:1"};
    inside.when.path = "a.b";
    Model nested(Format::Safetensors);
    for (const char* name : {"a", "a.b", "a.c"}) {
        nested.tensor(name, nested.storage(pattern(8), ByteOrder::Little, "cpu"), Dtype::Float32, {2}, {1});
    }
    const QString each = text(pythonSnippet(*nested.build(), MapLocation({inside, {"*", "cuda:0"}})));
    QVERIFY2(each.contains("    \"a\": \"cuda:0\",\n    \"a.b\": \"cuda:1\",\n    \"a.c\": \"cuda:0\",\n"),
             qPrintable(each));
}

/// One wrapper may be around another; a module called so in the model itself is none.
void tst_Balance::pythonOfWrappedNames()
{
    const auto pythonOf = [](std::initializer_list<const char*> names) {
        Model made;
        for (const char* name : names) {
            made.tensor(name, made.storage(pattern(8)), Dtype::Float32, {2}, {1});
        }
        return text(pythonSnippet(*made.build(), MapLocation()));
    };
    QVERIFY(
        pythonOf({"_orig_mod.module.a", "_orig_mod.module.b"}).contains("present(state_dict, \"_orig_mod.module.\")"));
    QVERIFY(pythonOf({"module.module.a", "module.b"}).contains("present(state_dict, \"module.\")"));
    QVERIFY(!pythonOf({"module.a", "b"}).contains("present("));
}

void tst_Balance::stateDictBesideMoreTensors()
{
    const auto found = [](int beside) {
        Model made;
        for (int i = 0; i < beside; ++i) {
            made.tensor("t" + std::to_string(i), made.storage(pattern(8)), Dtype::Float32, {2}, {1});
        }
        made.value("epoch");
        made.group("p");
        made.tensor("a", made.storage(pattern(8)), Dtype::Float32, {2}, {1});
        made.tensor("b", made.storage(pattern(8)), Dtype::Float32, {2}, {1});
        return plainStateDict(*made.build());
    };
    QVERIFY(found(0) != checkpoint::kNoId);
    QVERIFY(found(2) != checkpoint::kNoId); // as scores that are kept
    QCOMPARE(found(3), checkpoint::kNoId);
}

CAIRN_TEST(tst_Balance, QCoreApplication);

} // namespace cairn::tst_balance

#include "tst_balance.moc"
