#include "core/devices/machine/machine_text.h"
#include "core/runtime/open_module.h"
#include "core/runtime/planned_load.h"
#include "core/runtime/usable_devices.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/map_samples.h"
#include "tests/support/test_program.h"

#include <sys/resource.h>

#include <algorithm>

namespace cairn::tst_planned_load {

using namespace cairn::devices;
using namespace cairn::runtime;
using cairn::test::Dtype;
using cairn::test::machine;
using cairn::test::Model;
using cairn::test::pattern;

namespace {

checkpoint::CheckpointPtr onGpus(int count)
{
    Model model;
    for (int i = 0; i < count; ++i) {
        const std::string name = "w" + std::to_string(i);
        const auto id = model.storage(pattern(100), test::ByteOrder::Little, "cuda:" + std::to_string(i));
        model.tensor(name, id, Dtype::UInt8, {100}, {1});
    }
    return model.build();
}

} // namespace

/// Loads as they are planned, by a module that stands for a LibTorch with GPUs: what it cannot use is said before, with
/// maps that do.
class tst_PlannedLoad : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void libTorchWithoutCuda();
    void libTorchSeesFewer();
    void loads();
    void fallsBack();
    void noSpace();
    void noSpaceWithinALimit();

private:
    const Module* m_module = nullptr;
};

void tst_PlannedLoad::initTestCase()
{
    qputenv("CAIRN_RUNTIME", FAKE_MODULE);
    const auto opened = openModule();
    QVERIFY2(opened, opened ? "" : opened.error().paragraph().c_str());
    m_module = *opened;
}

void tst_PlannedLoad::init()
{
    qputenv("CAIRN_FAKE_GPUS", "1");
    qunsetenv("CAIRN_FAKE_FULL");
}

void tst_PlannedLoad::libTorchWithoutCuda()
{
    qputenv("CAIRN_FAKE_GPUS", "0");
    const DeviceInventory usable = usableBy(*m_module, machine("1 x 24 GB, cpu 64 GB"));
    QVERIFY(!usable.has("cuda:0"));
    const auto planned = planLoad(onGpus(1), {}, usable, *m_module);
    const auto* refusal = std::get_if<LoadRefusal>(&planned);
    QVERIFY(refusal != nullptr);
    const LoadProblem& problem = refusal->preflight.problems.front();
    QCOMPARE(problem.code, devices::ProblemCode::DeviceNotAvailable);
    QVERIFY2(problem.cause.text().find("was built without cuda") != std::string::npos, problem.cause.text().c_str());
    QCOMPARE(problem.fixes.front().map, MapLocation::device("cpu"));
}

void tst_PlannedLoad::libTorchSeesFewer()
{
    const DeviceInventory usable = usableBy(*m_module, machine("2 x 24 GB, cpu 64 GB"));
    QVERIFY(usable.has("cuda:0") && !usable.has("cuda:1"));
    QVERIFY(std::holds_alternative<LoadRefusal>(planLoad(onGpus(2), {}, usable, *m_module)));
}

void tst_PlannedLoad::loads()
{
    const DeviceInventory usable = usableBy(*m_module, machine("1 x 24 GB, cpu 64 GB"));
    const LoadRequest wish{.map = MapLocation({{"cuda:1", "cuda:0"}, {"cuda:2", "cpu"}}), .fallback = {}};
    const auto planned = planLoad(onGpus(3), wish, usable, *m_module);
    QVERIFY(std::holds_alternative<PlannedLoad>(planned));
    Progress progress;
    const auto outcome = runLoad(*m_module, std::get<PlannedLoad>(planned), usable, progress);
    QVERIFY2(outcome, outcome ? "" : outcome.error().paragraph().c_str());
    QCOMPARE(outcome->devices.size(), std::size_t{2});
    QCOMPARE(outcome->devices[0].device, "cuda:0");
    QCOMPARE(outcome->devices[0].bytes, std::uint64_t{200});
    QCOMPARE(outcome->devices[1].device, "cpu");
    QCOMPARE(progress.done(), std::uint64_t{300});
}

void tst_PlannedLoad::fallsBack()
{
    const DeviceInventory usable = usableBy(*m_module, machine("1 x 24 GB, cpu 64 GB"));
    const auto planned = planLoad(onGpus(2), {.map = {}, .fallback = "cpu"}, usable, *m_module);
    QVERIFY(std::holds_alternative<PlannedLoad>(planned));
    const LoadPlan& plan = *std::get<PlannedLoad>(planned).plan;
    QCOMPARE(plan.devices()[plan.storages()[0].device], "cuda:0");
    QCOMPARE(plan.devices()[plan.storages()[1].device], "cpu");
}

void tst_PlannedLoad::noSpace()
{
    qputenv("CAIRN_FAKE_FULL", "cuda:0");
    const DeviceInventory usable = usableBy(*m_module, machine("1 x 24 GB, cpu 64 GB"));
    const auto planned = planLoad(onGpus(1), {}, usable, *m_module);
    QVERIFY(std::holds_alternative<PlannedLoad>(planned));
    const PlannedLoad& load = std::get<PlannedLoad>(planned);
    Progress progress;
    const auto outcome = runLoad(*m_module, load, usable, progress);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::RuntimeMemory);
    QVERIFY(outcome.error().paragraph().find("says the test") != std::string::npos);
    const std::vector<MapFix> fixes = waysAround(*load.plan, {}, usable);
    QVERIFY(!fixes.empty());
    QCOMPARE(fixes.front().map, MapLocation::device("cpu"));
}

void tst_PlannedLoad::noSpaceWithinALimit()
{
    qputenv("CAIRN_FAKE_FULL", "cpu");
    const DeviceInventory usable = usableBy(*m_module, machine("cpu 64 GB"));
    const auto planned = planLoad(onGpus(1), {.map = MapLocation::device("cpu"), .fallback = {}}, usable, *m_module);
    QVERIFY(std::holds_alternative<PlannedLoad>(planned));
    const auto told = [&] {
        Progress progress;
        const auto outcome = runLoad(*m_module, std::get<PlannedLoad>(planned), usable, progress);
        return QString::fromStdString(outcome ? std::string() : outcome.error().paragraph());
    };
    QVERIFY2(!told().contains("ulimit") && !told().contains("--map") && told().contains("smaller copy"),
             qPrintable(told()));

    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_AS, &before), 0);
    rlimit limited = before;
    limited.rlim_cur = std::min<rlim_t>(before.rlim_max, rlim_t{1} << 46); // more than anything here takes
    QCOMPARE(::setrlimit(RLIMIT_AS, &limited), 0);
    const QString limitedWords = told();
    QCOMPARE(::setrlimit(RLIMIT_AS, &before), 0);
    QVERIFY2(limitedWords.contains("no more than 70.4 TB") && limitedWords.contains("Raise the limit (ulimit -v"),
             qPrintable(limitedWords));
}

CAIRN_TEST(tst_PlannedLoad);

} // namespace cairn::tst_planned_load

#include "tst_planned_load.moc"
