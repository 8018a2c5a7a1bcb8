#include "core/runtime/load.h"
#include "core/runtime/open_module.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/test_program.h"

#include <atomic>
#include <fstream>
#include <unistd.h>

namespace cairn::tst_load {

using namespace cairn::runtime;
using cairn::devices::DeviceInventory;
using cairn::devices::LoadPlan;
using cairn::devices::MapLocation;
using cairn::devices::MapRule;
using cairn::test::Dtype;
using cairn::test::Model;
using cairn::test::pattern;

namespace {

/// Bytes from nowhere; stops the load, or fails, at one of them.
class WatchedSource final : public ByteSource {
public:
    explicit WatchedSource(std::uint64_t sizeBytes) : m_sizeBytes(sizeBytes) {}

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_sizeBytes; }

    std::function<Result<void>(std::uint64_t offset)> onRead;

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        std::ranges::fill(into, std::byte{7});
        return onRead ? onRead(offset) : Result<void>{};
    }

    std::uint64_t m_sizeBytes;
};

checkpoint::CheckpointPtr oneTensor(const std::shared_ptr<WatchedSource>& source, const char* tag = "cuda:0")
{
    Model model;
    checkpoint::Storage storage;
    storage.bytes = source->sizeBytes();
    storage.source = model.builder().addSource({source, "watched", false});
    storage.device = model.builder().device(tag);
    const auto id = model.builder().addStorage(storage, "17");
    model.tensor("weight", id, Dtype::UInt8, {static_cast<std::int64_t>(storage.bytes)}, {1});
    return model.build();
}

LoadPlan planFor(const checkpoint::CheckpointPtr& checkpoint, const std::string& device)
{
    return {checkpoint, placeStorages(*checkpoint, MapLocation::device(device))};
}

DeviceInventory roomyMachine()
{
    DeviceInventory machine;
    machine.cores = 2;
    return machine; // memory of 0 bytes: not known
}

std::uint64_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::uint64_t pages = 0;
    file >> pages >> pages;
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

Bytes valuesOf(const LoadedTensors& tensors, std::uint32_t id)
{
    Bytes all;
    const auto given = tensors.values(
        id, [&all](std::span<const std::byte> piece) { all.insert(all.end(), piece.begin(), piece.end()); });
    return given && *given ? all : Bytes();
}

} // namespace

/// Loading through LibTorch itself: views, sharing, devices, what stops it and what is left then.
class tst_Load : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void viewsShareTheirStorage();
    void meta();
    void largeStorage();
    void unknownDtype();
    void stopFreesEverything();
    void readingFails();
    void noSpace();
    void allocatorFails();
    void noSuchDevice();

private:
    const Module* m_module = nullptr;
};

void tst_Load::initTestCase()
{
    qputenv("CAIRN_RUNTIME", CAIRN_TORCH_MODULE);
    const auto opened = openModule();
    QVERIFY2(opened, opened ? "" : opened.error().paragraph().c_str());
    m_module = *opened;
}

void tst_Load::viewsShareTheirStorage()
{
    Model model;
    const Bytes bytes = pattern(24);
    const auto shared = model.storage(bytes);
    model.tensor("whole", shared, Dtype::Int32, {2, 3}, {3, 1});
    model.tensor("turned", shared, Dtype::Int32, {3, 2}, {1, 3}).requiresGrad = false;
    model.tensor("repeated", shared, Dtype::Int32, {4}, {0}, 5);
    model.tensor("alone", model.storage(pattern(2)), Dtype::Int8, {2}, {1});
    const LoadPlan plan = planFor(model.build(), "cpu");
    Progress progress;
    const auto loaded = load(*m_module, plan, roomyMachine(), progress);
    QVERIFY2(loaded, loaded ? "" : loaded.error().paragraph().c_str());
    QVERIFY(loaded->notLoaded.empty());
    QCOMPARE(loaded->devices.size(), std::size_t{1});
    QCOMPARE(loaded->devices[0].storages, 2U);
    QCOMPARE(loaded->bytes, 26U);
    QCOMPARE(progress.done(), 26U);

    const auto turned = loaded->tensors.describe(1);
    QVERIFY(turned);
    QCOMPARE(QByteArray(turned->dtype), "int32");
    QCOMPARE(QByteArray(turned->device), "cpu");
    QCOMPARE(turned->strides[1], 3);
    const auto address = turned->storageAddress;
    QCOMPARE(loaded->tensors.describe(0)->storageAddress, address);
    QVERIFY(loaded->tensors.describe(3)->storageAddress != address);
    QVERIFY(!loaded->tensors.describe(4));

    QCOMPARE(valuesOf(loaded->tensors, 0), bytes);
    QCOMPARE(valuesOf(loaded->tensors, 1), test::oneByOne(bytes, 4, 1, {3, 2}, {1, 3}, 0));
    QCOMPARE(valuesOf(loaded->tensors, 2), test::oneByOne(bytes, 4, 1, {4}, {0}, 5));
}

void tst_Load::meta()
{
    const auto source = std::make_shared<WatchedSource>(std::uint64_t{1} << 40); // far more than there is
    const LoadPlan plan = planFor(oneTensor(source), "meta");
    source->onRead = [](std::uint64_t) -> Result<void> {
        return fail(ErrorCode::Internal, verbatim("meta needs no bytes"));
    };
    Progress progress;
    const auto loaded = load(*m_module, plan, roomyMachine(), progress);
    QVERIFY2(loaded, loaded ? "" : loaded.error().paragraph().c_str());
    QCOMPARE(QByteArray(loaded->tensors.describe(0)->device), "meta");
    QCOMPARE(loaded->tensors.describe(0)->sizes[0], std::int64_t{1} << 40);
    QVERIFY(valuesOf(loaded->tensors, 0).empty());
}

void tst_Load::largeStorage() // several threads, several pieces, and a rest
{
    constexpr std::uint64_t size = (std::uint64_t{40} << 20) + 13;
    const auto source = std::make_shared<WatchedSource>(size);
    Progress progress;
    const LoadPlan plan = planFor(oneTensor(source), "cpu");
    const auto loaded = load(*m_module, plan, roomyMachine(), progress);
    QVERIFY(loaded);
    QCOMPARE(progress.done(), size);
    const Bytes values = valuesOf(loaded->tensors, 0);
    QCOMPARE(values.size(), size);
    QVERIFY(std::ranges::all_of(values, [](std::byte b) { return b == std::byte{7}; }));
}

void tst_Load::unknownDtype()
{
    Model model;
    const auto storage = model.storage(pattern(4));
    model.tensor("strange", storage, Dtype::Float6E2M3, {4}, {1});
    model.tensor("usual", storage, Dtype::UInt8, {4}, {1});
    const LoadPlan plan = planFor(model.build(), "cpu");
    Progress progress;
    const auto loaded = load(*m_module, plan, roomyMachine(), progress);
    QVERIFY(loaded);
    QCOMPARE(loaded->notLoaded.size(), std::size_t{1});
    QCOMPARE(loaded->notLoaded[0].tensor, 0U);
    QVERIFY(loaded->notLoaded[0].reason.find("has no dtype float6_e2m3") != std::string::npos);
    QVERIFY(loaded->tensors.describe(1));
}

void tst_Load::stopFreesEverything()
{
    constexpr std::uint64_t size = std::uint64_t{512} << 20;
    const auto source = std::make_shared<WatchedSource>(size);
    Progress progress;
    std::atomic<std::uint64_t> most = 0;
    source->onRead = [&](std::uint64_t offset) -> Result<void> {
        most = std::max<std::uint64_t>(most, residentBytes());
        if (offset > size / 2) {
            progress.requestStop();
        }
        return {};
    };
    const LoadPlan plan = planFor(oneTensor(source), "cpu");
    const std::uint64_t before = residentBytes();
    const auto loaded = load(*m_module, plan, roomyMachine(), progress);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::Cancelled);
    QVERIFY(most > before + size / 4); // it was there
    QVERIFY2(residentBytes() < before + size / 16, qPrintable(QString::number(residentBytes() - before)));
    QVERIFY(progress.done() < size);
}

void tst_Load::readingFails()
{
    const auto source = std::make_shared<WatchedSource>(std::uint64_t{64} << 20);
    source->onRead = [](std::uint64_t offset) -> Result<void> {
        return offset < (8U << 20) ? Result<void>{} : fail(ErrorCode::FileChanged, verbatim("the file became shorter"));
    };
    const LoadPlan plan = planFor(oneTensor(source), "cpu");
    Progress progress;
    const auto loaded = load(*m_module, plan, roomyMachine(), progress);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::FileChanged);
}

void tst_Load::noSpace()
{
    Model model;
    model.tensor("small", model.storage(pattern(1'000)), Dtype::UInt8, {1'000}, {1});
    model.tensor("large", model.storage(pattern(5'000)), Dtype::UInt8, {5'000}, {1});
    const LoadPlan plan = planFor(model.build(), "cpu");
    DeviceInventory machine = roomyMachine();
    machine.cpu.tag = "cpu";
    machine.cpu.totalBytes = 8'000;
    machine.cpu.freeBytes = 4'000;
    Progress progress;
    const auto loaded = load(*m_module, plan, machine, progress);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::RuntimeMemory);
    const QString told = QString::fromStdString(loaded.error().paragraph());
    for (const char* part : {"\"large\"", "5.0 kB", "4.0 kB of 8.0 kB are free", "1.0 kB of this file", "mmap=True"}) {
        QVERIFY2(told.contains(part), qPrintable(told));
    }
}

void tst_Load::allocatorFails() // what no machine has: the allocator itself says no
{
    const auto source = std::make_shared<WatchedSource>(std::uint64_t{1} << 50);
    const LoadPlan plan = planFor(oneTensor(source), "cpu");
    Progress progress;
    const auto loaded = load(*m_module, plan, roomyMachine(), progress);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::RuntimeMemory);
    const QString told = QString::fromStdString(loaded.error().paragraph());
    QVERIFY2(told.contains("storage \"17\" of \"weight\"") && told.contains("LibTorch says: "), qPrintable(told));
}

void tst_Load::noSuchDevice()
{
    const LoadPlan plan = planFor(oneTensor(std::make_shared<WatchedSource>(8)), "cuda:99");
    Progress progress;
    const auto loaded = load(*m_module, plan, devices::thisMachine(), progress);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::RuntimeDevice);
    QVERIFY(loaded.error().paragraph().find("cuda:99") != std::string::npos);
}

CAIRN_TEST(tst_Load);

} // namespace cairn::tst_load

#include "tst_load.moc"
