#include "tests/support/files.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/verdict/message_page.h"

#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolBar>
#include <QToolButton>

namespace cairn::tst_window_small {

using namespace cairn::test;
using namespace cairn::ui;

/// Windows with little room: they are for the tree, and everything else folds.
class tst_WindowSmall : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startAfresh();
        m_window->resize(1280, 800);
        open(kSample);
        QTRY_VERIFY(part<QLabel>("verdictText")->text().contains("on this machine"));
    }
    void cleanup() { m_window.reset(); }
    void givesRowsTheRoom_data();
    void givesRowsTheRoom();
    void keepsTheInspectorClosed();
    void remembersTheInspector();
    void cutsNoTool();
    void tellsThatNamesAreCut();
    void wrapsNamesThatAreOpened();

private:
    [[nodiscard]] bool isInspectorSeen() const { return part<QDockWidget>("inspectorDock")->isVisible(); }
    void resize(const QSize& size)
    {
        // The inspector keeps a window from being smaller until it has folded.
        QTRY_VERIFY((m_window->resize(size), m_window->size() == size));
        QTRY_VERIFY(hasNoJobs(*m_window));
    }
};

void tst_WindowSmall::givesRowsTheRoom_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("rows");
    QTest::newRow("800 x 600") << QSize(800, 600) << 14;
    QTest::newRow("640 x 480") << QSize(640, 480) << 8;
    QTest::newRow("1400 x 900, twice as large") << QSize(700, 450) << 7;
}

void tst_WindowSmall::givesRowsTheRoom()
{
    QFETCH(const QSize, size);
    QFETCH(const int, rows);
    QVERIFY(isInspectorSeen());
    const QString whole = part<QLabel>("verdictText")->text();
    resize(size);
    QVERIFY(!isInspectorSeen());
    const int height = tree().visualRect(model().index(0, 0)).height();
    QTRY_VERIFY2(tree().viewport()->height() >= rows * height,
                 qPrintable(QString::number(tree().viewport()->height())));
    picture(QStringLiteral("small-%1").arg(size.width()));

    // What is said and offered is still there, behind tips and a button.
    const auto* bar = part<QWidget>("verdictBar");
    QTRY_VERIFY(bar->height() < 3 * bar->fontMetrics().lineSpacing());
    QVERIFY(part<QLabel>("verdictText")->toolTip().contains("cuda:0 and cuda:1"));
    QStringList ways;
    for (const QPushButton* button : bar->findChildren<QPushButton*>()) {
        if (button->isVisible()) {
            ways.append(button->text());
            QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
        }
    }
    QMenu* more = part<QPushButton>("verdictMore")->menu();
    Q_EMIT more->aboutToShow();
    for (const QAction* action : more->actions()) {
        QVERIFY2(!ways.contains(action->text()), qPrintable(action->text()));
        ways.append(action->text());
    }
    for (const char* way : {"Why?", "I trust it", "Map to CPU", "Save CPU copy…"}) {
        QVERIFY2(ways.contains(QString(way)), qPrintable(ways.join(u'\n')));
    }
    for (QAction* action : more->actions()) {
        if (action->text() == "Map to CPU") {
            action->trigger();
            QTRY_VERIFY(view().map() == devices::MapLocation::device("cpu"));
        }
    }
    view().setMap({});
    QTRY_VERIFY(hasNoJobs(*m_window));
    resize({1280, 800});
    QVERIFY(isInspectorSeen());
    QTRY_COMPARE(part<QLabel>("verdictText")->text(), whole);
}

/// A person has closed it, or opens it where it is folded away.
void tst_WindowSmall::keepsTheInspectorClosed()
{
    trigger("inspectorDockAction");
    QVERIFY(!isInspectorSeen());
    resize({800, 600});
    resize({1280, 800});
    QVERIFY(!isInspectorSeen());
    resize({800, 600});
    trigger("inspectorDockAction");
    QVERIFY(isInspectorSeen());
    resize({790, 600});
    QVERIFY(isInspectorSeen());
}

void tst_WindowSmall::remembersTheInspector()
{
    resize({800, 600});
    QVERIFY(!isInspectorSeen());
    m_window->close();
    startAgain("en");
    m_window->resize(1280, 800);
    open(kSample);
    QTRY_VERIFY(isInspectorSeen());
}

/// Words, or pictures, but no halves of words.
void tst_WindowSmall::cutsNoTool()
{
    const auto* bar = part<QToolBar>("toolBar");
    for (int width = 1280; width >= 560; width -= 90) {
        resize({width, 600});
        for (QAction* action : bar->actions()) {
            const auto* tool = qobject_cast<QToolButton*>(bar->widgetForAction(action));
            if (tool != nullptr) {
                QTRY_VERIFY2(tool->isVisible() && tool->width() >= tool->sizeHint().width(), qPrintable(tool->text()));
            }
        }
        QVERIFY(!bar->findChild<QToolButton*>("qt_toolbar_ext_button")->isVisible());
    }
    QCOMPARE(bar->toolButtonStyle(), Qt::ToolButtonIconOnly);
    for (QAction* action : bar->actions()) {
        QVERIFY(action->isSeparator() || qobject_cast<QToolButton*>(bar->widgetForAction(action)) == nullptr ||
                !action->toolTip().isEmpty()); // which says what the picture does
    }
}

/// A long name is there with both its ends, or whole where there is room.
void tst_WindowSmall::tellsThatNamesAreCut()
{
    const QString name = "checkpoint_of_the_model_that_was_trained_for_" + QString(20, u'x') + "_epochs.pth";
    open(writtenFile(m_folder, name, contentOf(kSample)));
    const auto* label = view().findChild<QLabel*>("fileName");
    for (const int width : {800, 700}) {
        resize({width, 600});
        QTRY_VERIFY2(label->sizeHint().width() <= label->width(), qPrintable(label->text()));
        QVERIFY2(label->text().contains(u'…') && label->text().endsWith(".pth"), qPrintable(label->text()));
        QCOMPARE(label->accessibleName(), name);
    }
    resize({2200, 600});
    QTRY_COMPARE(label->text(), name);
}

/// The page is hidden when the file is there, and still one of those that a window has room for.
void tst_WindowSmall::wrapsNamesThatAreOpened()
{
    MessagePage page;
    page.showOpening(QString(200, u'x') + ".pth");
    QVERIFY2(page.minimumSizeHint().width() < 300, qPrintable(QString::number(page.minimumSizeHint().width())));
    const auto* title = page.findChild<QLabel*>("messageTitle");
    QVERIFY(title->minimumSizeHint().width() < 300 && title->accessibleName().endsWith("x.pth"));
}

CAIRN_TEST(tst_WindowSmall, QApplication);

} // namespace cairn::tst_window_small

#include "tst_window_small.moc"
