#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/parameter_count.h"
#include "core/devices/machine/machine_text.h"
#include "core/devices/map/model_memory.h"
#include "core/devices/map/training_memory.h"
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

/// A model of so many numbers, which are nowhere.
CheckpointPtr modelOf(std::int64_t numbers)
{
    Groups groups;
    groups.open({"model"});
    groups.fill("model", {{"fc.weight", numbers}});
    return groups.build();
}

TrainingPlan planFor(std::string_view optimizer)
{
    return {.optimizer = std::string(optimizer), .dtype = {}, .stateDtype = {}};
}

DeviceInventory machine(const char* words)
{
    return describeMachine(words).value();
}

} // namespace

/// What people ask before they train a model on GPUs: is there room?
class tst_ModelMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
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
    void saysWhichGpuHasRoom();
    void saysWhatTrainingTakesOnEachDevice();
};

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

void tst_ModelMemory::saysWhichGpuHasRoom()
{
    // 3 GB, and with gradients and two numbers for each 12 GB; half of that in bfloat16.
    const auto memory = memoryOfModel(*modelOf(750'000'000));
    QCOMPARE(memory.size(), 2U);
    QCOMPARE(memory[0].weights, 3'000'000'000U);
    QCOMPARE(memory[0].training, std::optional<std::uint64_t>(12'000'000'000U));
    QCOMPARE(memory[1].dtype, std::optional(Dtype::BFloat16));
    QCOMPARE(memory[1].weights, 1'500'000'000U);
    QCOMPARE(memory[1].training, std::optional<std::uint64_t>(6'000'000'000U));
    const std::vector<Message> texts = memoryTexts(memory);
    QCOMPARE(texts.size(), 2U);
    QCOMPARE(texts[0].text(),
             std::string("Memory for the weights: 3.0 GB (in bfloat16 1.5 GB); a GPU of 4 GB has room"));
    QCOMPARE(texts[1].text(),
             std::string("To train it with AdamW: 12.0 GB (in bfloat16 6.0 GB), without what the batch "
                         "takes; a GPU of 12 GB has room"));
    QCOMPARE(smallestGpu(12'000'000'001), std::optional<std::uint64_t>(16'000'000'000));
    QCOMPARE(smallestGpu(1'000'000'000'000), std::optional<std::uint64_t>());
    QVERIFY(memoryTexts(memoryOfModel(*modelOf(200'000'000'000)))[0].text().ends_with("no single GPU has room"));
    QVERIFY(memoryOfModel(*stateDict({})).empty());
}

void tst_ModelMemory::saysWhatTrainingTakesOnEachDevice()
{
    const CheckpointPtr model = modelOf(750'000'000); // 12 GB with gradients and two numbers for each
    const auto onGpu = MapLocation::everythingTo("cuda:0");
    QCOMPARE(trainingText(*model, onGpu, machine("1 x 24 GB")).text(),
             std::string("To train it with AdamW: cuda:0 12.0 GB, without what the batch takes"));
    QCOMPARE(trainingText(*model, onGpu, machine("1 x 8 GB")).text(),
             std::string("To train it with AdamW: cuda:0 12.0 GB, and free is only: cuda:0 8.0 GB"));
    QVERIFY(trainingText(*model, MapLocation::everythingTo("meta"), machine("1 x 8 GB")).empty());
    QVERIFY(trainingText(*model, MapLocation::everythingTo("cuda:3"), machine("1 x 8 GB")).empty());
    QVERIFY(trainingText(*stateDict({}), onGpu, machine("1 x 8 GB")).empty());
}

CAIRN_TEST(tst_ModelMemory, QCoreApplication);

} // namespace cairn::tst_model_memory

#include "tst_model_memory.moc"
