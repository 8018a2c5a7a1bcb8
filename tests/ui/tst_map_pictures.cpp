#include "core/devices/map/map_presets.h"
#include "tests/support/documents.h"
#include "tests/support/jobs.h"
#include "tests/support/map_samples.h"
#include "tests/support/test_program.h"
#include "ui/map/canvas/map_canvas.h"
#include "ui/map/device_map_panel.h"
#include "ui/map/rules/rule_table.h"
#include "ui/text/theme.h"

#include <QAction>
#include <QApplication>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolBar>
#include <QToolButton>

namespace cairn::tst_map_pictures {

using namespace cairn::ui;
using namespace cairn::test;

namespace {

/// cuda:0 to cuda:N-1 and cpu, of different sizes.
CheckpointPtr savedOnMany(int tags)
{
    std::vector<SavedOn> list;
    for (int i = 0; i < tags - 1; ++i) {
        list.push_back(
            {"cuda:" + std::to_string(i), 40 + 37 * (i % 5), (1 + static_cast<unsigned>(i) % 3) * 8 * kMegabyte});
    }
    list.push_back({"cpu", 8, 12});
    return savedOn(list);
}

} // namespace

/// The map editor with few and many tags and devices, light and dark. With CAIRN_SCREENSHOTS set to a folder they are
/// drawn there to be looked at.
class tst_MapPictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void draws_data();
    void draws();
    void fitsSmallScreens();

private:
    QTemporaryDir m_folder;
};

void tst_MapPictures::draws_data()
{
    QTest::addColumn<int>("tags");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QSize>("size");

    const QSize page(1280, 720);
    QTest::newRow("1-1") << 1 << "1 x 24 GB, cpu 64 GB" << "presetAsSaved" << page;
    QTest::newRow("4-0") << 4 << "cpu 64 GB" << "presetAsSaved" << page;
    QTest::newRow("4-1") << 4 << "1 x 24 GB, cpu 64 GB" << "presetAsSaved" << page;
    QTest::newRow("4-1-cpu") << 4 << "1 x 24 GB, cpu 64 GB" << "presetCpu" << page;
    QTest::newRow("4-2-balance") << 4 << "2 x 24 GB, cpu 64 GB" << "presetBalance" << page;
    QTest::newRow("4-8") << 4 << "8 x 80 GB, cpu 1 TB" << "presetShift" << page;
    QTest::newRow("12-1") << 12 << "1 x 8 GB, cpu 64 GB" << "presetCollapse" << page;
    QTest::newRow("12-2") << 12 << "2 x 24 GB, cpu 64 GB" << "presetBalance" << page;
    QTest::newRow("12-8") << 12 << "8 x 80 GB, cpu 1 TB" << "presetBalance" << page;
    QTest::newRow("12-8-low") << 12 << "8 x 80 GB, cpu 1 TB" << "presetBalance" << QSize(1280, 360);
    QTest::newRow("4-2-low") << 4 << "2 x 24 GB, cpu 64 GB" << "presetBalance" << QSize(1000, 300);
}

void tst_MapPictures::draws()
{
    QFETCH(int, tags);
    QFETCH(QString, machine);
    QFETCH(QString, preset);
    QFETCH(QSize, size);
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        useStyle();
        QApplication::setPalette(paletteOf(theme));
        QSettings settings(m_folder.filePath("settings.ini"), QSettings::IniFormat);
        settings.clear();
        DeviceMapPanel panel(settings);
        panel.resize(size);
        panel.show();
        QSignalSpy analysed(&panel, &DeviceMapPanel::analysed);
        panel.setMachine(machineOf(machine.toUtf8()));
        panel.showDocument(documentOf(savedOnMany(tags)));
        panel.findChild<QAction*>(preset)->trigger();
        QTRY_VERIFY(panel.analysis() != nullptr && panel.analysis()->state.map == panel.map());
        const auto* picture = panel.findChild<MapCanvas*>();
        QTRY_COMPARE(picture->scene().tags.size(), static_cast<std::size_t>(tags));
        QTRY_VERIFY(!picture->scene().curves.empty());
        const QString folder = qEnvironmentVariable("CAIRN_SCREENSHOTS");
        if (!folder.isEmpty()) {
            const QString name =
                QString("map-%1-%2").arg(QTest::currentDataTag(), theme == Theme::Dark ? "dark" : "light");
            const int tab = tags == 4 ? static_cast<int>(machine.size()) % 4 : 0;
            panel.findChild<QTabWidget*>("mapTabs")->setCurrentIndex(tab);
            QTRY_VERIFY(hasNoJobs(panel));
            QVERIFY(panel.grab().save(folder + u'/' + name + ".png"));
        }
    }
}

/// With larger text the rules scroll, and nothing asks for more than a small screen has.
void tst_MapPictures::fitsSmallScreens()
{
    const QFont before = QApplication::font();
    const auto restore = qScopeGuard([&] { QApplication::setFont(before); });
    QFont large = before;
    large.setPointSizeF(before.pointSizeF() * 1.75);
    QApplication::setFont(large);
    QSettings settings(m_folder.filePath("settings.ini"), QSettings::IniFormat);
    DeviceMapPanel panel(settings);
    panel.show();
    QSignalSpy analysed(&panel, &DeviceMapPanel::analysed);
    panel.setMachine(machineOf("1 x 24 GB, cpu 64 GB"));
    panel.showDocument(documentOf(savedOnMany(4)));
    QTRY_VERIFY(!analysed.isEmpty());
    const int lines = 10;
    QVERIFY2(panel.minimumSizeHint().height() < lines * QFontMetrics(large).lineSpacing(),
             qPrintable(QString::number(panel.minimumSizeHint().height())));
    panel.resize(1280, 220);
    const auto* side = panel.findChild<QScrollArea*>("mapSide");
    QTRY_VERIFY(side->verticalScrollBar()->maximum() > 0);
    const auto* table = panel.findChild<RuleTable*>();
    QVERIFY(table->height() >= table->minimumSizeHint().height()); // whole, a scroll away
    panel.resize(1280, 900);
    QTRY_COMPARE(side->verticalScrollBar()->maximum(), 0);
    for (int width = 800; width < 1600; width += 16) { // each button is whole, or in the menu of the arrow
        panel.resize(width, 500);
        QCoreApplication::processEvents();
        auto* bar = panel.findChild<QToolBar*>("mapToolBar");
        bool isAllThere = true;
        for (QAction* action : bar->actions()) {
            const QWidget* button = bar->widgetForAction(action);
            isAllThere = isAllThere && button->isVisible();
            QVERIFY2(!button->isVisible() || qobject_cast<const QToolButton*>(button) == nullptr ||
                         button->width() >= button->sizeHint().width(),
                     qPrintable(action->text()));
        }
        QVERIFY(isAllThere || bar->findChild<QToolButton*>("qt_toolbar_ext_button")->isVisible());
    }
}

CAIRN_TEST(tst_MapPictures, QApplication);

} // namespace cairn::tst_map_pictures

#include "tst_map_pictures.moc"
