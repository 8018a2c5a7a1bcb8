#include "core/devices/machine/cuda_facts.h"
#include "core/devices/machine/machine_text.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

namespace cairn::tst_inventory {

using namespace cairn::devices;
using cairn::test::text;

namespace {

CudaFacts asked(CudaFacts::Answer answer, int driver = 0)
{
    CudaFacts facts;
    facts.asked = true;
    facts.answer = answer;
    facts.driverVersion = driver;
    facts.runtimeVersion = 13000;
    return facts;
}

} // namespace

/// What a machine has, and why it lacks the rest: from facts made here, from descriptions, and from this machine.
class tst_Inventory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cuda_data();
    void cuda();
    void described_data();
    void described();
    void files();
    void thisOne();
};

void tst_Inventory::cuda_data()
{
    QTest::addColumn<CudaFacts>("facts");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("reason");

    const auto row = [](const char* name, const CudaFacts& facts, const char* state, const char* reason) {
        QTest::newRow(name) << facts << QString(state) << QString(reason);
    };
    using Answer = CudaFacts::Answer;
    row("no toolkit", CudaFacts(), "not-asked", "made without the CUDA toolkit");
    row("no driver", asked(Answer::NoDriver), "no-driver", "no NVIDIA driver is installed, and no NVIDIA GPU");
    row("no driver, as the runtime says it", asked(Answer::DriverTooOld), "no-driver", "no NVIDIA driver is installed");
    CudaFacts bus = asked(Answer::DriverTooOld);
    bus.pciGpus = 2;
    row("GPU without driver", bus, "no-driver", "but there is 2 NVIDIA GPUs on the PCI bus");
    bus.hasDriverModule = true;
    row("container without libraries", bus, "no-driver", "libcuda, the driver's library, is not found");
    row("driver too old", asked(Answer::DriverTooOld, 12040), "driver-too-old",
        "supports CUDA 12.4, which is too old for the CUDA 13.0 runtime");
    row("no device", asked(Answer::NoDevice, 12040), "no-device", "driver (CUDA 12.4) is there, but it finds no GPU");
    CudaFacts hidden = asked(Answer::NoDevice, 12040);
    hidden.visibleDevices = "-1";
    row("hidden", hidden, "hidden", "CUDA_VISIBLE_DEVICES is \"-1\"");
    hidden.visibleDevices = "";
    row("hidden by nothing", hidden, "hidden", "CUDA_VISIBLE_DEVICES is \"\"");
    hidden.visibleDevices = "0";
    row("nothing to hide", hidden, "no-device", "finds no GPU; CUDA_VISIBLE_DEVICES is \"0\"");
    hidden.pciGpus = 1;
    row("hidden by its index", hidden, "hidden", "CUDA_VISIBLE_DEVICES is \"0\"");
    CudaFacts failed = asked(Answer::Other, 13000);
    failed.error = "unknown error";
    row("other error", failed, "failed", "the CUDA runtime answers: unknown error");
    CudaFacts fine = asked(Answer::Fine, 13000);
    fine.devices.push_back({.tag = "cuda:0", .name = "GPU", .capability = {}, .pciId = {}, .uuid = {}});
    row("ready", fine, "ready", "");
    fine.visibleDevices = "0";
    row("some hidden", fine, "ready", "CUDA_VISIBLE_DEVICES is \"0\", which may hide others");
}

void tst_Inventory::cuda()
{
    QFETCH(CudaFacts, facts);
    QFETCH(QString, state);
    QFETCH(QString, reason);
    const Backend found = explainCuda(facts);
    QCOMPARE(text(backendStateName(found.state)), state);
    QVERIFY2(text(found.reason.text()).contains(reason), found.reason.text().c_str());
    QCOMPARE(found.devices.empty(), state != "ready");
}

void tst_Inventory::described_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("devices"); // -1: refused
    QTest::addColumn<quint64>("bytes");

    const auto row = [](const char* words, int devices, quint64 bytes) {
        QTest::newRow(words) << QString(words) << devices << bytes;
    };
    row("cpu", 0, 0);
    row("CPU only", 0, 0);
    row("1 x 24 GB", 1, 24'000'000'000);
    row("8x80GB", 8, 80'000'000'000);
    row("24 GB", 1, 24'000'000'000);
    row("2 x 24gb", 2, 24'000'000'000);
    row("2 x 1.5 TB + cpu 64 GB", 2, 1'500'000'000'000);
    row("2x8GB,cpu64GB", 2, 8'000'000'000);
    row("1 x 24", -1, 0);
    row("1 x 16 GiB", 1, quint64(16) << 30);
    row("H100", 1, 80'000'000'000);
    row("2 x RTX 4090", 2, 24'000'000'000);
    row("4xa100-40gb", 4, 40'000'000'000);
    row("NVIDIA A100 80 GB", 1, 80'000'000'000);
    row("H100 80GB", 1, 80'000'000'000);
    row("H100 94 GB", 1, 94'000'000'000);
    row("8×h200, cpu 1 TB", 8, 141'000'000'000);
    row("A10 24 GB", 1, 23'000'000'000); // of which a driver leaves less
    row("A100", -1, 0);
    row("A100 0 GB", -1, 0);
    row("H1O0", -1, 0);
    row("", -1, 0);
    row("0 x 24 GB", -1, 0);
    row("gpu", -1, 0);
    row("2 x", -1, 0);
    row("2 x 24 XB", -1, 0);
    row("-1 x 24 GB", -1, 0);
    row("1 x -24 GB", -1, 0);
    row("1 x nan GB", -1, 0);
    row("1000 x 24 GB", -1, 0);
    row("1 x 1e300 GB", -1, 0);
}

void tst_Inventory::described()
{
    QFETCH(QString, words);
    QFETCH(int, devices);
    QFETCH(quint64, bytes);
    const auto machine = describeMachine(words.toStdString());
    QCOMPARE(machine.has_value(), devices >= 0);
    if (!machine) {
        return;
    }
    QCOMPARE(static_cast<int>(machine->count("cuda")), devices);
    QVERIFY(machine->has("cpu") && machine->has("meta") && !machine->has("mps"));
    QCOMPARE(machine->has("cuda"), devices > 0);
    if (devices > 0) {
        QCOMPARE(quint64(machine->find("cuda:0")->totalBytes), bytes);
        const std::string past = "cuda:" + std::to_string(devices);
        QVERIFY(!machine->has(past));
        QVERIFY(text(machine->whyAbsent(past).text()).contains(" has " + QString::number(devices) + " cuda device"));
    } else {
        QVERIFY(text(machine->whyAbsent("cuda:0").text()).contains("has no GPU"));
    }
}

void tst_Inventory::files()
{
    DeviceInventory machine = *describeMachine("2 x 24 GB, cpu 64 GB");
    machine.cores = 8;
    machine.libtorch = "2.11.0";
    machine.backends.front().devices.front().uuid = "GPU-1";
    const std::string written = machineFileText(machine);
    const auto read = parseMachineFile(written);
    QVERIFY2(read, read ? "" : read.error().paragraph().c_str());
    QCOMPARE(text(machineFileText(*read)), text(written));

    const auto bad = parseMachineFile("{\"format\": \"cairn.machine\", \"version\": 1, \"backends\": [\n"
                                      "{\"backend\": \"cuda\",\n\"devices\": [{\"device\": \"cuda:1\"}]}]}");
    QVERIFY(!bad);
    const QString message = text(bad.error().paragraph());
    QVERIFY2(message.contains("must be called \"cuda:0\"") && message.startsWith("line 3: "), qPrintable(message));
}

void tst_Inventory::thisOne()
{
    const DeviceInventory machine = thisMachine();
    QVERIFY(machine.cores > 0);
    QVERIFY(machine.cpu.totalBytes > machine.cpu.freeBytes && machine.cpu.freeBytes > 0);
    const Backend* cuda = machine.backend("cuda");
    QVERIFY(cuda != nullptr);
    QCOMPARE(cuda->devices.empty(), cuda->state != BackendState::Ready);
    QCOMPARE(cuda->devices.empty(), !cuda->reason.empty());
    QVERIFY(machine.backend("mps") != nullptr);
}

CAIRN_TEST(tst_Inventory);

} // namespace cairn::tst_inventory

#include "tst_inventory.moc"
