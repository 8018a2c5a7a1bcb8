#include "tests/ui/window_test.h"
#include "ui/map/device_map_panel.h"
#include "ui/map/load/load_page.h"

#include <QLabel>
#include <QProgressBar>
#include <QTextBrowser>

namespace cairn::tst_gpu_load {

using namespace cairn::devices;
using namespace cairn::test;
using namespace cairn::ui;

/// The window on a machine with a GPU: CAIRN_GPU_CHECKPOINT names a file that takes a while, and CAIRN_TORCH_AT or
/// CAIRN_RUNTIME what is to load it.
class tst_GpuLoad : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void loads();
};

void tst_GpuLoad::loads()
{
    const QString file = qEnvironmentVariable("CAIRN_GPU_CHECKPOINT");
    if (file.isEmpty()) {
        QSKIP("CAIRN_GPU_CHECKPOINT names no file to load onto a GPU");
    }
    startAfresh();
    m_window->resize(1280, 860);
    open(file);
    auto* panel = m_window->findChild<DeviceMapPanel*>();
    panel->setMap(MapLocation::device("cuda:0"));
    QTRY_VERIFY_WITH_TIMEOUT(panel->loadAction()->isEnabled(), 120'000);
    panel->loadAction()->trigger();
    const auto* bar = part<QProgressBar>("loadBar_cuda:0");
    QTRY_VERIFY_WITH_TIMEOUT((bar = part<QProgressBar>("loadBar_cuda:0")) != nullptr && bar->value() > 0, 120'000);
    const QPixmap underWay = m_window->grab(); // picture() waits until it is not
    if (const QString folder = qEnvironmentVariable("CAIRN_SCREENSHOTS"); !folder.isEmpty()) {
        QVERIFY(underWay.save(folder + "/gpu-progress.png"));
    }
    QTRY_VERIFY_WITH_TIMEOUT(!panel->loadPage()->isRunning(), 120'000);
    picture("gpu-loaded");
    const QString headline = part<QLabel>("loadHeadline")->text();
    const QString report = part<QTextBrowser>("loadReport")->toPlainText();
    qInfo().noquote() << headline << report;
    QVERIFY(headline.startsWith("✓"));
    QVERIFY(report.contains("cuda:0"));
}

CAIRN_TEST(tst_GpuLoad, QApplication);

} // namespace cairn::tst_gpu_load

#include "tst_gpu_load.moc"
