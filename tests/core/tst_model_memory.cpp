#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/parameter_count.h"
#include "core/devices/machine/machine_text.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/map_presets.h"
#include "core/devices/map/placement.h"
#include "core/devices/map/training_memory.h"
#include "core/devices/python/python_snippet.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/fixtures.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <array>
#include <map>
#include <set>

namespace cairn::tst_model_memory {

using namespace cairn::devices;
using namespace cairn::test;

namespace {

/// A state_dict of float32 tensors, by name and elements.
CheckpointPtr stateDict(const std::vector<std::pair<std::string, std::int64_t>>& tensors)
{
    Model made;
    for (const auto& [name, elements] : tensors) {
        const StorageId id = made.storage(pattern(static_cast<std::size_t>(elements) * 4), ByteOrder::Little, "cpu");
        made.tensor(name, id, Dtype::Float32, {elements}, {1});
    }
    return made.build();
}

using Sizes = std::vector<std::pair<std::string, std::int64_t>>;

/// Float32 tensors by name and elements, in groups right under the root, which may have a group inside.
class Groups {
public:
    Groups() : m_builder("model.pth", Format::TorchZip, 0)
    {
        Entry root;
        root.type = m_builder.type("dict");
        (void)m_builder.addEntry(root);
    }

    /// All of them before what is in them.
    void open(const std::vector<std::string>& names, EntryId parent = 0)
    {
        const auto first = static_cast<EntryId>(m_builder.entryCount());
        for (const std::string& name : names) {
            Entry entry;
            entry.parent = parent;
            entry.type = m_builder.type("dict");
            entry.kind = EntryKind::Group;
            m_builder.setKey(entry, name);
            m_ids[name] = m_builder.addEntry(entry);
        }
        hasChildren(parent, first);
    }

    void fill(const std::string& group, const Sizes& tensors)
    {
        const auto first = static_cast<EntryId>(m_builder.entryCount());
        for (const auto& [name, elements] : tensors) {
            Storage storage;
            storage.bytes = static_cast<std::uint64_t>(elements) * 4;
            storage.device = m_builder.device("cpu");
            storage.dtype = Dtype::Float32;
            Entry entry;
            entry.parent = m_ids.at(group);
            entry.type = m_builder.type("torch.Tensor");
            entry.kind = EntryKind::Tensor;
            m_builder.setKey(entry, name);
            Tensor tensor;
            tensor.entry = m_builder.addEntry(entry);
            tensor.storage = m_builder.addStorage(storage, std::to_string(first) + name);
            tensor.device = storage.device;
            tensor.dtype = Dtype::Float32;
            m_builder.entry(tensor.entry).payload =
                m_builder.addTensor(tensor, std::array{elements}, std::array<std::int64_t, 1>{1});
        }
        hasChildren(m_ids.at(group), first);
    }

    [[nodiscard]] EntryId idOf(const std::string& name) const { return m_ids.at(name); }
    CheckpointPtr build() { return m_builder.finish(); }

private:
    void hasChildren(EntryId parent, EntryId first)
    {
        m_builder.entry(parent).firstChild = first;
        m_builder.entry(parent).childCount = static_cast<std::uint32_t>(m_builder.entryCount()) - first;
    }

    CheckpointBuilder m_builder;
    std::map<std::string, EntryId> m_ids;
};

TrainingPlan planFor(std::string_view optimizer)
{
    return {.optimizer = std::string(optimizer), .dtype = {}, .stateDtype = {}};
}

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

/// What people ask before they load or train a model on GPUs: which layer goes where, and is there room.
class tst_ModelMemory : public QObject {
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
    void pythonOfASplit();
    void addsUpTraining();
    void trainsTheModelAlone();
    void takesTheOptimizerOfTheFile();
    void knowsAnOptimizerByItsKeys();
    void countsAnAverageApart_data();
    void countsAnAverageApart();
    void trainsAllModels();
    void optimizerOfAFlatCopy();
    void optimizersOfFewBytes();
    void nothingToTrain();
};

void tst_ModelMemory::layersStayWhole()
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

void tst_ModelMemory::partsOfASequentialAreNoLayers()
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

void tst_ModelMemory::tensorsInNoModuleGoOneByOne_data()
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

void tst_ModelMemory::tensorsInNoModuleGoOneByOne()
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
    QCOMPARE(smallestShare(*checkpoint, Dtype::BFloat16), 200U);
}

void tst_ModelMemory::startsWithTheFirstGpu()
{
    const CheckpointPtr one = stateDict({{"enc.weight", 100}, {"enc.bias", 10}});
    QCOMPARE(devicesOf(one, balanceByMemory(*one, machine("4 x 24 GB")), "enc."), std::set<std::string>{"cuda:0"});
    const CheckpointPtr large = stateDict({{"embed.weight", 1000}, {"head.weight", 10}});
    const MapLocation map = balanceByMemory(*large, machine("2 x 24 GB"));
    QCOMPARE(devicesOf(large, map, "embed."), std::set<std::string>{"cuda:0"});
    QCOMPARE(devicesOf(large, map, "head."), std::set<std::string>{"cuda:1"});
}

void tst_ModelMemory::layersGoByTheirNumbers()
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
void tst_ModelMemory::theHeadGoesLast()
{
    std::vector<std::pair<std::string, std::int64_t>> tensors{{"lm_head.weight", 100}, {"model.embed.weight", 100}};
    for (int layer = 0; layer < 8; ++layer) {
        tensors.emplace_back("model.layers." + std::to_string(layer) + ".weight", 100);
    }
    const CheckpointPtr checkpoint = stateDict(tensors);
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 24 GB"));
    QCOMPARE(devicesOf(checkpoint, map, "model.embed."), std::set<std::string>{"cuda:0"});
    QCOMPARE(devicesOf(checkpoint, map, "model.layers.3."), std::set<std::string>{"cuda:0"});
    QCOMPARE(devicesOf(checkpoint, map, "model.layers.4."), std::set<std::string>{"cuda:1"});
    QCOMPARE(devicesOf(checkpoint, map, "lm_head."), std::set<std::string>{"cuda:1"});
}

/// Else one GPU would hold the model, and the other the average.
void tst_ModelMemory::anAverageGoesWithItsModel()
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

void tst_ModelMemory::optimizerGoesWithItsModel()
{
    // Twice the model's size, and yet no device has it for itself.
    const CheckpointPtr checkpoint = openedCheckpoint(kSample);
    QVERIFY(checkpoint);
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 24 GB"));
    QCOMPARE(devicesOf(checkpoint, map, "model.").size(), 2U);
    QCOMPARE(devicesOf(checkpoint, map, "optimizer.").size(), 2U);
    QVERIFY(placeStorages(*checkpoint, map).conflicts().empty());
}

void tst_ModelMemory::fillsTheGpusFirst_data()
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
void tst_ModelMemory::fillsTheGpusFirst()
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
void tst_ModelMemory::countsInTheDtype()
{
    Model made;
    for (int layer = 0; layer < 10; ++layer) {
        const StorageId id = made.storage(pattern(400), ByteOrder::Little, "cpu");
        made.tensor("layers." + std::to_string(layer) + ".weight", id, Dtype::Float32, {100}, {1});
    }
    const CheckpointPtr checkpoint = made.build();
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 1.3 kB, cpu 64 GB"), Dtype::BFloat16);
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

void tst_ModelMemory::aLayerTooLargeForAGpu()
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
void tst_ModelMemory::fillsWithTheOptimizer()
{
    const CheckpointPtr checkpoint = openedCheckpoint(kSample);
    QVERIFY(checkpoint);
    const MapLocation map = balanceByMemory(*checkpoint, machine("2 x 40 kB, cpu 64 GB"));
    const std::set<std::string> all{"cuda:0", "cuda:1", "cpu"};
    QCOMPARE(devicesOf(checkpoint, map, "model."), all);
    QCOMPARE(devicesOf(checkpoint, map, "optimizer."), all);
}

void tst_ModelMemory::pythonOfASplit()
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

void tst_ModelMemory::addsUpTraining()
{
    const CheckpointPtr checkpoint = stateDict({{"fc.weight", 1000}, {"bn.running_mean", 10}});
    const MapLocation map = MapLocation::everythingTo("cuda:0");
    const auto estimate = [&](TrainingPlan plan, const char* room) {
        return estimateTraining(*checkpoint, plan, map, machine(room)).value();
    };
    // 1000 weights of four bytes with a gradient each, and two numbers more; the mean of a layer is not trained.
    const TrainingEstimate adam = estimate({.optimizer = "adam", .dtype = {}, .stateDtype = {}}, "1 x 24 GB");
    QCOMPARE(adam.devices.size(), 1U);
    QCOMPARE(adam.devices[0].weights, 4040U);
    QCOMPARE(adam.devices[0].gradients, 4000U);
    QCOMPARE(adam.devices[0].optimizer, 8000U);
    QVERIFY(adam.fits);
    // Half as many bytes for each, but for what the optimizer keeps.
    const TrainingEstimate mixed =
        estimate({.optimizer = "adamw", .dtype = Dtype::BFloat16, .stateDtype = Dtype::Float32}, "1 x 0.01 MB");
    QCOMPARE(mixed.devices[0].weights, 2020U);
    QCOMPARE(mixed.devices[0].gradients, 2000U);
    QCOMPARE(mixed.devices[0].optimizer, 8000U);
    QVERIFY(!mixed.fits); // 12 020 bytes into 10 000
    QCOMPARE(estimate({.optimizer = "sgd", .dtype = {}, .stateDtype = {}}, "1 x 24 GB").devices[0].optimizer, 0U);
    QCOMPARE(estimate({.optimizer = "momentum", .dtype = {}, .stateDtype = {}}, "1 x 24 GB").devices[0].optimizer,
             4000U);
    QVERIFY(!estimateTraining(*checkpoint, {.optimizer = "saved", .dtype = {}, .stateDtype = {}}, map,
                              machine("1 x 24 GB")));
}

void tst_ModelMemory::trainsTheModelAlone()
{
    // Its group "model" has 11 163 numbers, of which some count batches or are means.
    const CheckpointPtr checkpoint = openedCheckpoint(kSample);
    QVERIFY(checkpoint);
    const TrainingEstimate all = estimateTraining(*checkpoint, {.optimizer = "sgd", .dtype = {}, .stateDtype = {}},
                                                  MapLocation::everythingTo("cuda:0"), machine("1 x 24 GB"))
                                     .value();
    std::uint64_t model = 0;
    std::set<QString> names;
    for (const HeldBytes& held : all.inFile) {
        model += held.name == "model" ? held.bytes : 0;
        names.insert(text(held.name + ' ' + held.state));
    }
    QCOMPARE(all.devices[0].weights, model);
    QVERIFY(names.contains("optimizer exp_avg") && names.contains("optimizer exp_avg_sq"));

    Model shards(Format::Sharded); // are one state_dict, and no list of tensors
    for (const char* name : {"fc.weight", "fc.bias"}) {
        shards.tensor(name, shards.storage(pattern(40), ByteOrder::Little, "cpu"), Dtype::Float32, {10}, {1});
    }
    shards.builder().entry(0).type = shards.builder().type("sharded");
    const TrainingEstimate flat = estimateTraining(*shards.build(), {.optimizer = "sgd", .dtype = {}, .stateDtype = {}},
                                                   MapLocation::everythingTo("cuda:0"), machine("1 x 24 GB"))
                                      .value();
    QCOMPARE(flat.inFile.size(), 1U);
    QCOMPARE(text(flat.inFile[0].name), QString("state_dict"));
}

void tst_ModelMemory::takesTheOptimizerOfTheFile()
{
    const CheckpointPtr checkpoint = openedCheckpoint(kSample);
    QVERIFY(checkpoint);
    const TrainingEstimate found = estimateTraining(*checkpoint, {.optimizer = "saved", .dtype = {}, .stateDtype = {}},
                                                    MapLocation::everythingTo("cuda:0"), machine("1 x 24 GB"))
                                       .value();
    std::uint64_t held = 0;
    for (const HeldBytes& one : found.inFile) {
        held += one.state.empty() ? 0 : one.bytes;
    }
    QVERIFY(held > 0);
    QCOMPARE(found.devices[0].optimizer, held);
}

/// {'model': ..., 'opt': {'state': ..., 'param_groups': ...}}
void tst_ModelMemory::knowsAnOptimizerByItsKeys()
{
    Groups groups;
    groups.open({"model", "opt"});
    groups.fill("model", {{"fc.weight", 100}});
    groups.open({"state", "param_groups"}, groups.idOf("opt"));
    groups.fill("state", {{"exp_avg", 100}, {"exp_avg_sq", 100}});
    const CheckpointPtr checkpoint = groups.build();
    const checkpoint::ParameterCount count = checkpoint::countParameters(*checkpoint);
    QCOMPARE(count.parameters, 100U);
    QCOMPARE(count.optimizerElements, 200U);
    const MapLocation map = MapLocation::everythingTo("cuda:0");
    const auto found = estimateTraining(*checkpoint, planFor("saved"), map, machine("1 x 24 GB"));
    QVERIFY(found);
    QCOMPARE(found->devices[0].optimizer, 800U);

    Groups other; // a module can be called state
    other.open({"model", "net"});
    other.fill("model", {{"fc.weight", 100}});
    other.open({"state", "groups"}, other.idOf("net"));
    other.fill("state", {{"w", 100}});
    QCOMPARE(checkpoint::countParameters(*other.build()).optimizerElements, 0U);
}

void tst_ModelMemory::countsAnAverageApart_data()
{
    QTest::addColumn<QString>("model"); // names of its two tensors
    QTest::addColumn<QString>("copy");
    QTest::addColumn<QString>("average"); // empty: it is none
    const auto row = [](const char* name, const char* model, const char* copy, const char* average) {
        QTest::newRow(name) << model << copy << average;
    };
    row("of Lightning", "model.%1.weight", "ema_model.%1.weight", "ema_model");
    row("of a diffusion model, without dots", "model.%1.weight", "model_ema.%1weight", "model_ema");
    row("of DDP", "model.%1.weight", "model_ema.module.%1.weight", "model_ema");
    row("beside names without a group", "%1.weight", "ema.%1.weight", "ema");
    row("inside a group", "net.model.%1.weight", "net.ema.%1.weight", "net.ema");
    row("of other weights", "model.%1.weight", "ema_model.layers.%1.weight", "");
    row("two networks alike", "q1.%1.weight", "q2.%1.weight", "");
    row("a word that has it inside", "model.%1.weight", "schema.%1.weight", "");
}

/// Nothing trains the moving average of weights, and it is no second model.
void tst_ModelMemory::countsAnAverageApart()
{
    QFETCH(QString, model);
    QFETCH(QString, copy);
    QFETCH(QString, average);

    Sizes tensors;
    for (const QString& names : {model, copy}) {
        tensors.emplace_back(names.arg("fc1").toStdString(), 100);
        tensors.emplace_back(names.arg("fc2").toStdString(), 20);
    }
    const CheckpointPtr checkpoint = stateDict(tensors);
    const bool isAverage = !average.isEmpty();
    const checkpoint::ParameterCount count = checkpoint::countParameters(*checkpoint);
    QCOMPARE(count.parameters, isAverage ? 120U : 240U);
    QCOMPARE(count.averagedElements, isAverage ? 120U : 0U);
    const MapLocation map = MapLocation::everythingTo("cuda:0");
    const TrainingEstimate found = estimateTraining(*checkpoint, planFor("sgd"), map, machine("1 x 24 GB")).value();
    QCOMPARE(found.devices[0].weights, count.parameters * 4);
    QCOMPARE(found.averages, isAverage ? std::vector<std::string>{average.toStdString()} : std::vector<std::string>());
}

void tst_ModelMemory::trainsAllModels()
{
    Groups groups;
    groups.open({"model_ema", "gen", "disc", "nets"});
    groups.fill("model_ema", {{"fc.weight", 100}});
    groups.fill("gen", {{"fc.weight", 100}});
    groups.fill("disc", {{"conv.weight", 30}});
    groups.open({"inner"}, groups.idOf("nets"));
    groups.fill("inner", {{"w", 8}});
    const CheckpointPtr checkpoint = groups.build();
    const MapLocation map = MapLocation::everythingTo("cuda:0");
    const TrainingEstimate found = estimateTraining(*checkpoint, planFor("sgd"), map, machine("1 x 24 GB")).value();
    QCOMPARE(found.devices[0].weights, 520U);
    QCOMPARE(found.models, (std::vector<std::string>{"gen", "disc"}));
    QCOMPARE(found.averages, (std::vector<std::string>{"model_ema"}));
    QCOMPARE(found.others, (std::vector<std::string>{"nets"}));
}

/// As a copy to safetensors has it, whose metadata tells that its names were nested.
void tst_ModelMemory::optimizerOfAFlatCopy()
{
    for (const char* note : {"cairn.tree", "note"}) {
        Model made(Format::Safetensors);
        for (const char* name : {"optimizer_states.0.state.0.exp_avg", "state_dict.fc.weight"}) {
            made.tensor(name, made.storage(pattern(400), ByteOrder::Little, "cpu"), Dtype::Float32, {100}, {1});
        }
        made.group("__metadata__", true);
        made.value(note);
        const CheckpointPtr checkpoint = made.build();
        const bool isNested = std::string_view(note) == "cairn.tree"; // else it may be any module's name
        QCOMPARE(checkpoint::countParameters(*checkpoint).optimizerElements, isNested ? 100U : 0U);
        const MapLocation map = MapLocation::everythingTo("cuda:0");
        const auto found = estimateTraining(*checkpoint, planFor("saved"), map, machine("1 x 24 GB"));
        QCOMPARE(found.has_value(), isNested);
        if (isNested) {
            QCOMPARE(found->devices[0].weights, 400U);
            QCOMPARE(found->devices[0].optimizer, 400U);
            QCOMPARE(text(found->inFile[0].name + ' ' + found->inFile[0].state), QString("optimizer_states exp_avg"));
            QCOMPARE(text(found->inFile[1].name), QString("state_dict"));
        }
    }
}

void tst_ModelMemory::optimizersOfFewBytes()
{
    const CheckpointPtr checkpoint = stateDict({{"fc.weight", 8192}, {"fc.bias", 100}});
    const MapLocation map = MapLocation::everythingTo("cuda:0");
    const auto bytesFor = [&](std::string_view optimizer) {
        return estimateTraining(*checkpoint, planFor(optimizer), map, machine("1 x 24 GB"))
            .value()
            .devices[0]
            .optimizer;
    };
    QCOMPARE(bytesFor("lion"), 4U * 8292);
    // A byte for each and a float32 for 256 of them, a small tensor in float32, and a table: all that twice.
    QCOMPARE(bytesFor("adam8bit"), 2U * (8192 + 32 * 4 + 100 * 4 + 1024));
}

void tst_ModelMemory::nothingToTrain()
{
    const MapLocation map = MapLocation::everythingTo("cuda:0");
    Model whole;
    whole.tensor("ids", whole.storage(pattern(400), ByteOrder::Little, "cpu"), Dtype::Int32, {100}, {1});
    const CheckpointPtr numbers = whole.build();
    for (const CheckpointPtr& checkpoint : {stateDict({}), numbers}) {
        const auto found = estimateTraining(*checkpoint, planFor("adamw"), map, machine("1 x 24 GB"));
        QVERIFY(!found);
        QVERIFY(found.error().code == ErrorCode::UnmetRequest);
    }
    QVERIFY(estimateTraining(*numbers, planFor(""), map, machine("1 x 24 GB"))); // the room for it is another question
}

CAIRN_TEST(tst_ModelMemory, QCoreApplication);

} // namespace cairn::tst_model_memory

#include "tst_model_memory.moc"
