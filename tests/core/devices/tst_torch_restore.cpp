#include "core/devices/machine/device_string.h"
#include "core/devices/machine/machine_text.h"
#include "core/devices/machine/torch_restore.h"
#include "tests/support/map_samples.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QFile>

namespace cairn::tst_torch_restore {

using namespace cairn::devices;
using cairn::test::machine;
using cairn::test::text;

/// Locations as torch restores them: against what three real versions said on a machine without accelerators, and by
/// the rules of their source on machines that have some.
class tst_TorchRestore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recorded();
    void withDevices_data();
    void withDevices();
    void endsAtZero();
    void indexes();
};

void tst_TorchRestore::recorded()
{
    QFile file(QStringLiteral(CAIRN_TESTS_DIR "/oracle/restore_location.tsv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const DeviceInventory none = machine("cpu only");
    int rows = 0;
    for (const QByteArray& row : file.readAll().split('\n')) {
        const QList<QByteArray> parts = row.split('\t');
        if (parts.size() != 4) {
            continue;
        }
        const auto line = torchLineByName(parts[0].toStdString());
        QVERIFY(line);
        const Restored found = restoreLocation(parts[1].toStdString(), *line, none);
        const bool loads = parts[2] == "ok";
        QVERIFY2((found.problem == Restored::Problem::None) == loads, row.constData());
        QCOMPARE(text(loads ? found.device : found.message), QString::fromUtf8(parts[3]));
        ++rows;
    }
    QVERIFY(rows > 100);
}

void tst_TorchRestore::withDevices_data()
{
    QTest::addColumn<QString>("location");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("message");

    const auto row = [](const char* location, TorchLine line, const char* device, const char* message) {
        QTest::addRow("%s in %s", location, torchLineName(line).data())
            << QString(location) << static_cast<int>(line) << QString(device) << QString(message);
    };
    for (const TorchLine line : {TorchLine::Torch113, TorchLine::Torch25, TorchLine::Torch26, TorchLine::Latest}) {
        row("cuda", line, "cuda:0", "");
        row("cuda:0", line, "cuda:0", "");
        row("cuda:1", line, "cuda:1", "");
        row("cuda:2", line, "",
            "Attempting to deserialize object on CUDA device 2 but torch.cuda.device_count() is 2. Please use "
            "torch.load with map_location to map your storages to an existing device.");
        row("cuda:128", line, "", "Device index must not be negative");
        row("cuda:257", line, "cuda:1", "");
        row("cpu", line, "cpu", "");
    }
}

void tst_TorchRestore::withDevices()
{
    QFETCH(QString, location);
    QFETCH(int, line);
    QFETCH(QString, device);
    QFETCH(QString, message);

    const Restored found = restoreLocation(location.toStdString(), static_cast<TorchLine>(line), machine("2 x 24 GB"));
    QCOMPARE(text(found.device), device);
    QCOMPARE(text(found.message), message);
}

/// What C++ says ends at a zero byte on its way to Python; what Python says does not.
void tst_TorchRestore::endsAtZero()
{
    using namespace std::string_literals;
    const DeviceInventory none = machine("cpu only");
    QCOMPARE(restoreLocation("cuda:0\0"s, TorchLine::Latest, none).message, "Invalid device string: 'cuda:0"s);
    QVERIFY(restoreLocation("npu\0"s, TorchLine::Latest, none).message.ends_with("(tagged with npu\0)"s));
}

void tst_TorchRestore::indexes()
{
    QCOMPARE(indexOf("cuda:3"), std::optional<unsigned>(3));
    QCOMPARE(indexOf("cuda:127"), std::optional<unsigned>(127));
    QVERIFY(!indexOf("cuda:128"));
    QVERIFY(!indexOf("cuda:256"));
    QVERIFY(!indexOf("cuda:01"));
    QVERIFY(!indexOf("cuda"));
    QCOMPARE(text(backendOf("cuda:3")), QString("cuda"));
}

CAIRN_TEST(tst_TorchRestore);

} // namespace cairn::tst_torch_restore

#include "tst_torch_restore.moc"
