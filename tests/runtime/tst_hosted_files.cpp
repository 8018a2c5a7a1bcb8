#include "core/checkpoint/readers/open.h"
#include "core/runtime/host/hosted_torch.h"
#include "core/runtime/load.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/fake_torch.h"
#include "tests/support/loaded_values.h"
#include "tests/support/map_samples.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <span>

namespace cairn::tst_hosted_files {

using namespace cairn::runtime;
using namespace cairn::test;
using cairn::devices::DeviceInventory;
using cairn::devices::LoadPlan;
using cairn::devices::MapLocation;

namespace {

LoadPlan planFor(const checkpoint::CheckpointPtr& checkpoint, const MapLocation& map)
{
    return {checkpoint, placeStorages(*checkpoint, map)};
}

} // namespace

/// How bytes reach the process that holds a PyTorch: out of files, or over shared memory, into memory and onto a GPU.
class tst_HostedFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { qunsetenv("CAIRN_FAKE_TORCH"); }
    void largeStorages();
    void files_data();
    void files();
    void largeFiles_data();
    void largeFiles();
    void shrinkingFile_data() { files_data(); }
    void shrinkingFile();

private:
    [[nodiscard]] TorchInstallation torch() const
    {
        return torchInPackages(packagesOf(m_folder.filePath("env")).toStdString(), "the test").value();
    }

    QTemporaryDir m_folder;
};

void tst_HostedFiles::initTestCase()
{
    qputenv("CAIRN_TORCH_AT", "none");
    installCudaTorch(packagesOf(m_folder.filePath("env")), FAKE_TORCH);
}

/// More than what is under way at once, on the CPU and elsewhere; and more values than fit into one answer.
void tst_HostedFiles::largeStorages()
{
    constexpr std::size_t size = (std::size_t{40} << 20) + 13;
    const Bytes bytes = unlike(size);
    Model model;
    model.tensor("cpu", model.storage(bytes, ByteOrder::Little, "cpu"), Dtype::UInt8, {static_cast<std::int64_t>(size)},
                 {1});
    model.tensor("gpu", model.storage(bytes, ByteOrder::Little, "cuda:0"), Dtype::UInt8,
                 {static_cast<std::int64_t>(size)}, {1});
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    Progress progress;
    const auto loaded = runtime::load(**module, planFor(model.build(), MapLocation()), DeviceInventory(), progress);
    QVERIFY2(loaded, loaded ? "" : loaded.error().paragraph().c_str());
    QCOMPARE(progress.done(), 2 * size);
    QVERIFY(valuesOf(loaded->tensors, 0) == bytes);
    QVERIFY(valuesOf(loaded->tensors, 1) == bytes);
}

/// What lies in a file as it is to be in memory, or on a GPU, the process reads itself.
void tst_HostedFiles::files_data()
{
    QTest::addColumn<std::string>("device");
    QTest::newRow("memory") << std::string("cpu");
    QTest::newRow("a GPU") << std::string("cuda:1");
}

void tst_HostedFiles::files()
{
    QFETCH(std::string, device);
    const auto file = checkpoint::openCheckpoint(CAIRN_SOURCE_DIR "/resources/samples/two_gpus.pth");
    QVERIFY(file);
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    const LoadPlan plan = planFor(*file, MapLocation::device(device));
    Progress progress;
    const auto loaded = runtime::load(**module, plan, DeviceInventory(), progress);
    QVERIFY2(loaded, loaded ? "" : loaded.error().paragraph().c_str());
    QCOMPARE(progress.done(), plan.bytes());
    std::size_t compared = 0;
    for (std::uint32_t id = 0; id < plan.tensors().size(); ++id) {
        const std::uint32_t storage = plan.tensors()[id].storage;
        Bytes bytes(storage == kNoIndex ? 0 : plan.storages()[storage].bytes);
        const Bytes values = valuesOf(loaded->tensors, id);
        if (values.empty() || values.size() != bytes.size()) {
            continue; // not all of its storage
        }
        QVERIFY(plan.fileRange(storage));
        QVERIFY(plan.read(storage, 0, bytes));
        QVERIFY(values == bytes);
        ++compared;
    }
    QVERIFY(compared > 100);
}

void tst_HostedFiles::largeFiles_data()
{
    QTest::addColumn<QByteArray>("wish");
    QTest::addColumn<bool>("showsValues"); // which this torch copies
    QTest::newRow("through buffers of its own") << QByteArray() << true;
    QTest::newRow("and without torch") << QByteArray("refuses copy_;refuses cudaSetDevice 0") << false;
    // Then torch copies.
    QTest::newRow("no page-locked memory") << QByteArray("refuses cudaHostRegister") << true;
    QTest::newRow("no copy") << QByteArray("refuses cudaMemcpyAsync") << true;
    QTest::newRow("a copy that fails on its way") << QByteArray("refuses cudaStreamSynchronize") << true;
}

/// Many batches, several threads, and each buffer is used again: the copies of this CUDA arrive as late as they may.
void tst_HostedFiles::largeFiles()
{
    QFETCH(QByteArray, wish);
    QFETCH(bool, showsValues);
    constexpr std::size_t count = 3;
    constexpr std::size_t size = (std::size_t{13} << 20) + 13;
    const Bytes bytes = unlike(count * size);
    QByteArray header = "{";
    for (std::size_t i = 0; i < count; ++i) {
        header += QStringLiteral(R"(%1"t%2":{"dtype":"U8","shape":[%3],"data_offsets":[%4,%5]})")
                      .arg(i == 0 ? "" : ",")
                      .arg(i)
                      .arg(size)
                      .arg(i * size)
                      .arg((i + 1) * size)
                      .toLatin1();
    }
    header += "}";
    const auto length = static_cast<std::uint64_t>(header.size());
    QFile file(m_folder.filePath("large.safetensors"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char*>(&length), sizeof length);
    file.write(header);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
    file.close();
    const auto opened = checkpoint::openCheckpoint(file.fileName().toStdString());
    QVERIFY(opened);
    qputenv("CAIRN_FAKE_TORCH", wish);
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    DeviceInventory machine;
    machine.cores = 2;
    Progress progress;
    const auto loaded = runtime::load(**module, planFor(*opened, MapLocation::device("cuda:1")), machine, progress);
    QVERIFY2(loaded, loaded ? "" : loaded.error().paragraph().c_str());
    QCOMPARE(progress.done(), bytes.size());
    for (std::uint32_t id = 0; id < count && showsValues; ++id) {
        const Bytes values = valuesOf(loaded->tensors, id);
        const auto wanted = std::span(bytes).subspan(id * size, size);
        QVERIFY(std::ranges::equal(values, wanted));
    }
}

void tst_HostedFiles::shrinkingFile()
{
    QFETCH(std::string, device);
    const QString path = m_folder.filePath("shrinks.pth");
    QFile::remove(path);
    QVERIFY(QFile::copy(CAIRN_SOURCE_DIR "/resources/samples/two_gpus.pth", path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
    const auto file = checkpoint::openCheckpoint(path.toStdString());
    QVERIFY(file);
    QVERIFY(QFile::resize(path, QFileInfo(path).size() / 2));
    const auto module = HostedTorch::open(torch(), {});
    QVERIFY(module);
    Progress progress;
    const auto loaded =
        runtime::load(**module, planFor(*file, MapLocation::device(device)), DeviceInventory(), progress);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::FileChanged);
    QVERIFY2(loaded.error().paragraph().find("shrinks.pth") != std::string::npos, loaded.error().paragraph().c_str());
    QCOMPARE(contentOf("/proc/thread-self/children").trimmed(), "");
}

CAIRN_TEST(tst_HostedFiles);

} // namespace cairn::tst_hosted_files

#include "tst_hosted_files.moc"
