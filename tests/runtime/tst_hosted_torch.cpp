#include "core/checkpoint/readers/open.h"
#include "core/runtime/host/host_process.h"
#include "core/runtime/host/hosted_torch.h"
#include "core/runtime/load.h"
#include "core/runtime/open_module.h"
#include "core/runtime/torch_search.h"
#include "core/runtime/usable_devices.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/fake_torch.h"
#include "tests/support/loaded_values.h"
#include "tests/support/map_samples.h"
#include "tests/support/sparse_source.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>
#include <span>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace cairn::tst_hosted_torch {

using namespace cairn::runtime;
using namespace cairn::test;
using cairn::devices::DeviceInventory;
using cairn::devices::LoadPlan;
using cairn::devices::MapLocation;
using cairn::devices::MapRule;

namespace {

/// Of the thread that runs the tests.
QByteArray hosts()
{
    return contentOf("/proc/thread-self/children").trimmed();
}

qsizetype openFiles()
{
    return QDir("/proc/self/fd").entryList(QDir::Files | QDir::System | QDir::NoDotAndDotDot).size();
}

checkpoint::CheckpointPtr someTensors()
{
    Model model;
    const auto shared = model.storage(pattern(24), ByteOrder::Little, "cpu");
    model.tensor("whole", shared, Dtype::Int32, {2, 3}, {3, 1});
    model.tensor("turned", shared, Dtype::Int32, {3, 2}, {1, 3});
    model.tensor("repeated", shared, Dtype::Int32, {4}, {0}, 5);
    model.tensor("strange", shared, Dtype::Float6E2M3, {4}, {1});
    model.tensor("gpu", model.storage(pattern(40), ByteOrder::Little, "cuda:1"), Dtype::Float32, {10}, {1})
        .requiresGrad = true;
    model.tensor("negated", shared, Dtype::Int32, {6}, {1}).neg = true;
    return model.build();
}

} // namespace

/// Loading through a PyTorch that is installed, in a process of its own: by a library that stands for torch and does
/// whatever a stranger's library may do. This program is that process, too.
class tst_HostedTorch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void loads();
    void sparse();
    void notesWhatIsLost();
    void meta();
    void nothingIsLeft();
    void endsInTheMiddle_data();
    void endsInTheMiddle();
    void killedFromOutside();
    void hangsWhenItIsOpened();
    void stops();
    void endsWithTheProgram();
    void fullDevice();
    void allocatorFails();
    void refusesWords();
    void noSuchDevice();
    void findsDevicesThatCairnCannotSee();
    void asksWhereCairnCannotTell();
    void tellsOfOldDrivers();
    void cannotBeOpened_data();
    void cannotBeOpened();

private:
    [[nodiscard]] TorchInstallation torch() const
    {
        return torchInPackages(packagesOf(m_folder.filePath("env")).toStdString(), "the test").value();
    }
    [[nodiscard]] static Result<LoadOutcome> load(const Module& module, const checkpoint::CheckpointPtr& checkpoint,
                                                  const MapLocation& map, Progress& progress)
    {
        return runtime::load(module, LoadPlan(checkpoint, placeStorages(*checkpoint, map)), DeviceInventory(),
                             progress);
    }

    QTemporaryDir m_folder;
};

void tst_HostedTorch::initTestCase()
{
    installCudaTorch(packagesOf(m_folder.filePath("env")));
}

void tst_HostedTorch::init()
{
    qunsetenv("CAIRN_FAKE_TORCH");
    qunsetenv("CAIRN_RUNTIME");
}

void tst_HostedTorch::cleanup()
{
    qputenv("CAIRN_TORCH_AT", "none");
    qunsetenv("VIRTUAL_ENV");
    qunsetenv("CONDA_PREFIX");
}

void tst_HostedTorch::loads()
{
    qputenv("CAIRN_FAKE_WORDS", "a library that greets\n");
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY2(module, module ? "" : module.error().paragraph().c_str());
    QCOMPARE((*module)->text(), "PyTorch 2.99.0+test in the test");
    QCOMPARE((*module)->deviceCount("cuda"), 2);
    QCOMPARE((*module)->deviceCount("xpu"), -1);
    Progress progress;
    const auto loaded = load(**module, someTensors(), MapLocation(), progress);
    QVERIFY2(loaded, loaded ? "" : loaded.error().paragraph().c_str());
    QCOMPARE(loaded->bytes, 64U);
    QCOMPARE(progress.done(), 64U);
    QCOMPARE(loaded->devices.size(), std::size_t{2});
    QCOMPARE(loaded->notLoaded.size(), std::size_t{2});
    QCOMPARE(loaded->notLoaded[0].tensor, 3U);
    QCOMPARE(loaded->notLoaded[1].tensor, 5U);
    QVERIFY(loaded->notLoaded[1].reason.starts_with(
        "the C interface of PyTorch 2.99.0+test has nothing for tensors that are negated"));
    QVERIFY(loaded->notes.empty());
    QVERIFY(loaded->tensors.describe(4)->requiresGrad && !loaded->tensors.describe(0)->requiresGrad);
    QCOMPARE(loaded->notLoaded[0].reason, "the C interface of PyTorch 2.99.0+test has no dtype float6_e2m3");
    QVERIFY(loaded->tensors.peakElsewhere() > 0);

    const auto address = loaded->tensors.describe(0)->storageAddress;
    QCOMPARE(loaded->tensors.describe(1)->storageAddress, address);
    QVERIFY(loaded->tensors.describe(4)->storageAddress != address);
    QCOMPARE(QByteArray(loaded->tensors.describe(4)->device), "cuda:1");
    QCOMPARE(QByteArray(loaded->tensors.describe(4)->dtype), "float32");
    QCOMPARE(loaded->tensors.describe(1)->strides[1], 3);
    QVERIFY(!loaded->tensors.describe(3));
    QVERIFY(!loaded->tensors.describe(5));
    const Bytes bytes = pattern(24);
    QCOMPARE(valuesOf(loaded->tensors, 0), bytes);
    QCOMPARE(valuesOf(loaded->tensors, 1), oneByOne(bytes, 4, 1, {3, 2}, {1, 3}, 0));
    QCOMPARE(valuesOf(loaded->tensors, 2), oneByOne(bytes, 4, 1, {4}, {0}, 5));
    QCOMPARE(valuesOf(loaded->tensors, 4), pattern(40));
    qunsetenv("CAIRN_FAKE_WORDS");
}

/// By a torch that knows one kind of them.
void tst_HostedTorch::sparse()
{
    const auto file = checkpoint::openCheckpoint(CAIRN_SOURCE_DIR "/tests/fixtures/torch26/sparse.pt");
    QVERIFY(file);
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    Progress progress;
    const auto loaded = load(**module, *file, MapLocation::device("cpu"), progress);
    QVERIFY2(loaded, loaded ? "" : loaded.error().paragraph().c_str());
    for (std::uint32_t id = 0; id < (*file)->tensors().size(); ++id) {
        const checkpoint::Tensor& tensor = (*file)->tensors()[id];
        const auto facts = loaded->tensors.describe(id);
        const bool isCoo = tensor.layout == checkpoint::Layout::SparseCoo;
        if (tensor.storage == checkpoint::kNoId && !isCoo) {
            QVERIFY(!facts);
        } else if (isCoo) {
            QVERIFY(facts);
            QCOMPARE(QByteArray(facts->layout), "Sparse");
            QCOMPARE(facts->coalesced, tensor.coalesced);
            QVERIFY(facts->strides == nullptr);
            QVERIFY(std::ranges::equal(std::span(facts->sizes, facts->rank), (*file)->shape(tensor)));
            QVERIFY(valuesOf(loaded->tensors, id).empty()); // its parts have them
        }
    }
    QVERIFY(!loaded->notLoaded.empty());
    for (const NotLoaded& one : loaded->notLoaded) {
        QCOMPARE(one.reason, "there is no such operator");
    }
}

/// By a torch that has no way to set it.
void tst_HostedTorch::notesWhatIsLost()
{
    qputenv("CAIRN_FAKE_TORCH", "refuses call");
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    Progress progress;
    const auto loaded = load(**module, someTensors(), MapLocation(), progress);
    QVERIFY(loaded);
    QCOMPARE(loaded->notes, (std::vector<std::string>{"1 tensor is loaded without requires_grad: the C interface of "
                                                      "PyTorch 2.99.0+test cannot set it"}));
    QVERIFY(!loaded->tensors.describe(4)->requiresGrad);
}

void tst_HostedTorch::meta()
{
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    Progress progress;
    const auto loaded = load(**module, someTensors(), MapLocation::device("meta"), progress);
    QVERIFY2(loaded, loaded ? "" : loaded.error().paragraph().c_str());
    QCOMPARE(QByteArray(loaded->tensors.describe(4)->device), "meta");
    QVERIFY(valuesOf(loaded->tensors, 4).empty());
}

void tst_HostedTorch::nothingIsLeft()
{
    const qsizetype before = openFiles();
    const QByteArray shared = filesIn("/dev/shm").join(' ').toUtf8();
    {
        const auto module = HostedTorch::open(torch(), {});
        QVERIFY(module);
        QVERIFY(!hosts().isEmpty());
        for (int i = 0; i < 3; ++i) {
            Progress progress;
            const QByteArray process = hosts();
            QVERIFY(load(**module, someTensors(), MapLocation::device("cpu"), progress));
            QCOMPARE(hosts(), process); // the same one for all
        }
        QVERIFY(openFiles() > before);
    }
    QCOMPARE(hosts(), "");
    QCOMPARE(openFiles(), before);
    QCOMPARE(filesIn("/dev/shm").join(' ').toUtf8(), shared);
}

void tst_HostedTorch::endsInTheMiddle_data()
{
    QTest::addColumn<QByteArray>("wish");
    QTest::addColumn<QString>("told");
    for (const char* place : {"empty_strided", "copy_", "view"}) { // allocating, filling a device, making tensors
        QTest::addRow("killed, %s", place) << QByteArray("killed ") + place << "signal 9";
        QTest::addRow("ends, %s", place) << QByteArray("ends ") + place << "exit status 3";
        QTest::addRow("crashes, %s", place) << QByteArray("crashes ") + place << "terminate called, says the test";
        QTest::addRow("rubbish, %s", place) << QByteArray("rubbish ") + place << "answered with rubbish";
    }
}

void tst_HostedTorch::endsInTheMiddle()
{
    QFETCH(QByteArray, wish);
    QFETCH(QString, told);
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    auto* hosted = dynamic_cast<HostedTorch*>(module->get());
    hosted->takeBack(nullptr); // the one that waits knows nothing of the wish
    const qsizetype before = openFiles();
    qputenv("CAIRN_FAKE_TORCH", wish);
    Progress progress;
    const auto loaded = load(**module, someTensors(), MapLocation(std::vector<MapRule>{{"*", "cuda:0"}}), progress);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::RuntimeEnded);
    const QString text = QString::fromStdString(loaded.error().paragraph());
    QVERIFY2(text.contains(told) && text.contains("--torch-at"), qPrintable(text));
    QCOMPARE(hosts(), "");
    QCOMPARE(openFiles(), before);

    qunsetenv("CAIRN_FAKE_TORCH"); // and the next load is as if nothing had been
    QVERIFY(load(**module, someTensors(), MapLocation::device("cuda:0"), progress));
}

/// As the system does when memory runs out.
void tst_HostedTorch::killedFromOutside()
{
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    Progress progress;
    const auto loaded = load(**module, someTensors(), MapLocation::device("cpu"), progress);
    QVERIFY(loaded);
    QCOMPARE(::kill(static_cast<pid_t>(hosts().toInt()), SIGKILL), 0);
    const auto given = loaded->tensors.values(0, [](std::span<const std::byte>) {});
    QVERIFY(!given);
    QCOMPARE(given.error().code, ErrorCode::RuntimeEnded);
    QVERIFY2(given.error().paragraph().find("memory runs out") != std::string::npos, given.error().paragraph().c_str());
    QCOMPARE(hosts(), "");
    QVERIFY(!loaded->tensors.values(0, [](std::span<const std::byte>) {})); // nor later
    QVERIFY(load(**module, someTensors(), MapLocation::device("cpu"), progress));
}

void tst_HostedTorch::hangsWhenItIsOpened()
{
    qputenv("CAIRN_FAKE_TORCH", "hangs open");
    const auto late = HostProcess::start(torch(), {.isStopped = {}, .limit = std::chrono::milliseconds(300)});
    QVERIFY(!late);
    QCOMPARE(late.error().code, ErrorCode::RuntimeEnded);
    QVERIFY(late.error().why.text().find("no answer") != std::string::npos);
    QCOMPARE(hosts(), "");
    int asked = 0;
    const auto stopped = HostedTorch::open(torch(), [&asked] { return ++asked > 2; });
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    QCOMPARE(hosts(), "");
}

void tst_HostedTorch::stops()
{
    for (const char* wish : {"hangs copy_", "hangs view"}) {
        qputenv("CAIRN_FAKE_TORCH", wish);
        const auto module = HostedTorch::open(torch(), {});
        QVERIFY(module);
        Progress progress;
        std::thread person([&progress] {
            while (progress.total() == 0) {
                std::this_thread::yield();
            }
            progress.requestStop();
        });
        const auto loaded = load(**module, someTensors(), MapLocation::device("cuda:0"), progress);
        person.join();
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().code, ErrorCode::Cancelled);
        QCOMPARE(hosts(), "");
    }
}

/// Whatever torch is doing then.
void tst_HostedTorch::endsWithTheProgram()
{
    qputenv("CAIRN_FAKE_TORCH", "hangs view");
    QByteArray host;
    const pid_t program = ::fork();
    if (program == 0) {
        const auto module = HostedTorch::open(torch(), {});
        Progress progress;
        (void)load(**module, someTensors(), MapLocation::device("cuda:0"), progress);
        ::_exit(0);
    }
    const QString tasks = QStringLiteral("/proc/%1/task/%1/children").arg(program);
    QTRY_VERIFY_WITH_TIMEOUT(!(host = contentOf(tasks).trimmed()).isEmpty(), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(contentOf("/proc/" + host + "/maps").contains("libtorch_cpu"), 60'000);
    QCOMPARE(::kill(program, SIGKILL), 0);
    QCOMPARE(::waitpid(program, nullptr, 0), program);
    QTRY_VERIFY_WITH_TIMEOUT(!contentOf("/proc/" + host + "/maps").contains("libtorch_cpu"), 60'000);
}

void tst_HostedTorch::fullDevice()
{
    qputenv("CAIRN_FAKE_TORCH", "full cuda");
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    Progress progress;
    const auto loaded = load(**module, someTensors(), MapLocation(), progress);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::RuntimeMemory);
    const QString text = QString::fromStdString(loaded.error().paragraph());
    QVERIFY2(text.contains("\"gpu\"") && text.contains("CUDA out of memory. Tried to allocate more"), qPrintable(text));
    QVERIFY2(!text.contains("frame #") && !text.contains("Exception in") && !text.contains("raised from"),
             qPrintable(text));
}

void tst_HostedTorch::allocatorFails()
{
    Model model;
    checkpoint::Storage storage;
    storage.bytes = std::uint64_t{1} << 50;
    storage.source =
        model.builder().addSource({std::make_shared<SparseSource>("", 0, std::uint64_t{1} << 50), "a hole", false});
    storage.device = model.builder().device("cpu");
    model.tensor("weight", model.builder().addStorage(storage, "17"), Dtype::UInt8, {std::int64_t{1} << 50}, {1});
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    Progress progress;
    const auto loaded = load(**module, model.build(), MapLocation(), progress);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::RuntimeMemory);
}

void tst_HostedTorch::refusesWords()
{
    qputenv("CAIRN_FAKE_TORCH", "refuses copy_");
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    Progress progress;
    const auto loaded = load(**module, someTensors(), MapLocation(), progress);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::RuntimeTorch);
    const QString text = QString::fromStdString(loaded.error().paragraph());
    QVERIFY2(text.contains("an illegal memory access was encountered, says the test"), qPrintable(text));
}

void tst_HostedTorch::noSuchDevice()
{
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    for (const char* device : {"cuda:2", "mps:0"}) {
        Progress progress;
        const auto loaded = load(**module, someTensors(), MapLocation(std::vector<MapRule>{{"*", device}}), progress);
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().code, ErrorCode::RuntimeDevice);
        QVERIFY(loaded.error().paragraph().find("PyTorch 2.99.0+test in the test") != std::string::npos);
    }
}

void tst_HostedTorch::findsDevicesThatCairnCannotSee()
{
    const QTemporaryDir folder;
    installCudaTorch(packagesOf(folder.path()), FAKE_TORCH);
    const auto module = HostedTorch::open(torchInPackages(packagesOf(folder.path()).toStdString(), "here").value(), {});
    QVERIFY(module);
    DeviceInventory here = machine("cpu 64 GB");
    const DeviceInventory described = withDevicesOf(**module, here);
    QCOMPARE(described.count("cuda"), std::size_t{0}); // of a machine that is elsewhere it says nothing
    here.machine = devices::kThisMachine;
    const DeviceInventory found = withDevicesOf(**module, here);
    QCOMPARE(found.count("cuda"), std::size_t{2});
    const devices::Device* second = found.find("cuda:1");
    QVERIFY(second != nullptr);
    QCOMPARE(second->name, "Test GPU number 1");
    QCOMPARE(second->capability, "9.5");
    QCOMPARE(second->totalBytes, std::uint64_t{24} << 30);
    QCOMPARE(second->freeBytes, std::uint64_t{20} << 30);
    QCOMPARE(found.backend("cuda")->state, devices::BackendState::Ready);
    QCOMPARE(usableBy(**module, here).count("cuda"), std::size_t{2});
    Progress progress;
    const auto loaded = load(**module, someTensors(), MapLocation(std::vector<MapRule>{{"*", "cuda:1"}}), progress);
    QVERIFY2(loaded, loaded ? "" : loaded.error().paragraph().c_str());
}

void tst_HostedTorch::asksWhereCairnCannotTell()
{
    const QTemporaryDir folder;
    installCudaTorch(packagesOf(folder.path()), FAKE_TORCH);
    qputenv("CAIRN_TORCH_AT", folder.path().toUtf8());
    DeviceInventory here = machine("cpu 64 GB");
    here.machine = devices::kThisMachine;
    QCOMPARE(withUnseenDevices(here).count("cuda"), std::size_t{0}); // Cairn knows that there are none
    devices::CudaFacts facts;
    facts.asked = true;
    facts.answer = devices::CudaFacts::Answer::DriverTooOld;
    facts.driverVersion = 12'040;
    facts.runtimeVersion = 13'000;
    here.backends.front() = explainCuda(facts);
    QCOMPARE(withUnseenDevices(here).count("cuda"), std::size_t{2});
}

void tst_HostedTorch::tellsOfOldDrivers()
{
    const QTemporaryDir folder;
    installCudaTorch(packagesOf(folder.path()), FAKE_TORCH);
    qputenv("CAIRN_FAKE_TORCH", "old driver");
    const auto module = HostedTorch::open(torchInPackages(packagesOf(folder.path()).toStdString(), "here").value(), {});
    QVERIFY(module);
    DeviceInventory here = machine("1 x 24 GB, cpu 64 GB");
    const DeviceInventory usable = usableBy(**module, here);
    QCOMPARE(usable.count("cuda"), std::size_t{0});
    const std::string& reason = usable.backend("cuda")->reason.text();
    QVERIFY2(reason.ends_with("the NVIDIA driver supports CUDA 12.4, which is too old for the CUDA 12.9 runtime of "
                              "PyTorch 2.99.0+test"),
             reason.c_str());
}

void tst_HostedTorch::cannotBeOpened_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("told");
    QTest::newRow("musl") << FOREIGN_TORCH << "It was built for a system with the C library musl";
    QTest::newRow("no torch") << OTHER_VERSION_MODULE << "its stable C interface lacks aoti_torch_empty_strided";
}

void tst_HostedTorch::cannotBeOpened()
{
    QFETCH(QString, library);
    QFETCH(QString, told);
    const QTemporaryDir folder;
    installTorch(packagesOf(folder.path()), kFakeVersion, library);
    const auto module = HostedTorch::open(
        torchInPackages(packagesOf(folder.path()).toStdString(), folder.path().toStdString()).value(), {});
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::RuntimeBroken);
    QVERIFY2(QString::fromStdString(module.error().why.text()).contains(told), module.error().why.text().c_str());
    QCOMPARE(hosts(), "");
}

CAIRN_TEST(tst_HostedTorch);

} // namespace cairn::tst_hosted_torch

#include "tst_hosted_torch.moc"
