#include "tests/support/files.h"
#include "tests/support/test_program.h"
#include "tests/ui/queue_test.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

namespace cairn::tst_queue_window {

using namespace cairn::test;
using namespace cairn::ui;

/// What the window of the queue shows, hides and offers, whatever the conversions do.
class tst_QueueWindow : public QueueTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAfresh(); }
    void cleanup() { end(); }
    void triesFailedAgain();
    void showsWhatIsAdded();
    void tellsItsOptions();
    void fitsSmallWindows();

private:
    void add(const QStringList& names);
    /// "Failed Converted"
    [[nodiscard]] QString states() const;
};

void tst_QueueWindow::add(const QStringList& names)
{
    QStringList paths;
    for (const QString& name : names) {
        paths.append(at(name));
    }
    m_view->add(paths);
    QTRY_VERIFY_WITH_TIMEOUT(!queue().isSearching(), 20'000);
}

QString tst_QueueWindow::states() const
{
    QStringList all;
    for (const QueueItem& item : queue().items()) {
        all.append(stateName(item.state()));
    }
    return all.join(u' ');
}

void tst_QueueWindow::triesFailedAgain()
{
    auto* again = part<QAction>("retryFailedAction");
    QVERIFY(!again->isVisible());
    writeFile(at("a.pth"), checkpointOn("cuda:0").first(200));
    writeFile(at("b.pth"), checkpointOn("cuda:0"));
    add({"a.pth", "b.pth"});
    wait();
    QCOMPARE(states(), "Failed Converted");
    QVERIFY(again->isVisible());
    auto* table = part<QTreeView>("queueTable");
    table->setCurrentIndex(table->model()->index(1, 0));
    QVERIFY(!part<QAction>("earlierAction")->isEnabled()); // it is over
    const int height = table->height();
    table->setCurrentIndex(table->model()->index(0, 0));
    table->clearSelection();
    QCOMPARE(table->height(), height);
    writeFile(at("a.pth"), checkpointOn("cuda:0"));
    again->trigger();
    wait();
    QCOMPARE(states(), "Converted Converted");
    QVERIFY(!again->isVisible());
}

void tst_QueueWindow::showsWhatIsAdded()
{
    queue().setPaused(true);
    for (int i = 0; i < 60; ++i) {
        writeFile(at(QStringLiteral("many/%1.pth").arg(i)), checkpointOn("cuda:0"));
    }
    add({"many"});
    QTRY_VERIFY_WITH_TIMEOUT(queue().items().size() == 60 && !queue().isSearching(), 20'000);
    writeFile(at("last.pth"), checkpointOn("cuda:0"));
    auto* table = part<QTreeView>("queueTable");
    const auto isSeen = [&](int row) {
        return table->viewport()->rect().intersects(table->visualRect(table->model()->index(row, 0)));
    };
    QVERIFY(isSeen(0) && !isSeen(59));
    add({"last.pth"});
    QTRY_COMPARE_WITH_TIMEOUT(queue().items().size(), 61U, 20'000);
    QVERIFY(isSeen(60));
    // A filter that nothing fits any more gives way to all rows.
    const auto buttons = m_view->findChildren<QToolButton*>();
    const auto toDo = std::ranges::find_if(
        buttons, [](const QToolButton* button) { return button->text() == QStringLiteral("To do  61"); });
    QVERIFY(toDo != buttons.end());
    (*toDo)->click();
    queue().cancelAll();
    wait();
    QCOMPARE(table->model()->rowCount(), 61);
}

void tst_QueueWindow::tellsItsOptions()
{
    auto* line = part<QLabel>("queueOptionsLine");
    auto* promise = part<QLabel>("queuePromise");
    QVERIFY(!line->isVisible());
    QVERIFY(promise->text().contains("<b>model.cpu.pth</b>") && promise->text().contains("on the CPU already"));
    part<QComboBox>("optionContainer")->setCurrentIndex(3);
    part<QCheckBox>("slimOptimizer")->setChecked(true);
    part<QCheckBox>("slimBfloat16")->setChecked(true);
    part<QCheckBox>("optionVerify")->setChecked(false);
    const QString summary = "To safetensors, float32 → bfloat16, without the optimizer, copies are not compared";
    QCOMPARE(line->text(), "Options: " + summary);
    QVERIFY(line->isVisible());
    QVERIFY(promise->text().contains("<b>model.cpu.safetensors</b>"));
    QVERIFY(!promise->text().contains("on the CPU") && promise->text().contains("is not compared"));
    draw(*m_view, "queue-empty-options");
    trigger("optionsAction");
    QVERIFY(!line->isVisible()); // they are seen themselves
    trigger("optionsAction");
    part<QPushButton>("defaultOptions")->click();
    QVERIFY(!line->isVisible());
    QVERIFY(promise->text().contains("<b>model.cpu.pth</b>"));
}

void tst_QueueWindow::fitsSmallWindows()
{
    m_view->resize(640, 480);
    trigger("optionsAction");
    part<QCheckBox>("slimAveraged")->setChecked(true);
    QCoreApplication::processEvents();
    draw(*m_view, "queue-options-small");
    QVERIFY2(m_view->width() <= 640 && m_view->height() <= 480, qPrintable(QString::number(m_view->width())));
    QVERIFY(m_view->minimumSizeHint().width() <= 640 && m_view->minimumSizeHint().height() <= 480);
}

CAIRN_TEST(tst_QueueWindow, QApplication);

} // namespace cairn::tst_queue_window

#include "tst_queue_window.moc"
