#include "tests/support/files.h"
#include "tests/support/folder_facts.h"
#include "tests/support/test_program.h"
#include "tests/ui/answers.h"
#include "tests/ui/queue_test.h"
#include "ui/common/notice_bar.h"
#include "ui/queue/drop_overlay.h"
#include "ui/text/plain_tip.h"
#include "ui/text/theme.h"
#include "ui/window/main_window.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
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
    void takesAFolderAsOne();
    void takesAListForItsShards_data();
    void takesAListForItsShards();
    void tellsItsOptions();
    void fitsSmallWindows();
    void showsEveryColumn();
    void showsWholeStates();
    void tellsWhatTorchWouldRun();
    void tellsOfChangedRecords();
    void savesNothingThroughALink();
    void convertsAgainWhatIsGone();
    void forgetsTheTimeOfClearedFiles();
    void lightsUpUnderADrag();
    void offersToRescue();
    void asksBeforeItIsClosed();
    void asksBeforeItIsQuit();

private:
    /// Files of which some are being written and others wait.
    void startMany();
    [[nodiscard]] NoticeBar& closeQuestion() const { return *part<NoticeBar>("closeQuestion"); }
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
    QTRY_VERIFY_WITH_TIMEOUT(!queue().isSearching(), 60'000);
}

QString tst_QueueWindow::states() const
{
    QStringList all;
    for (const QueueItem& item : queue().items()) {
        all.append(stateName(item.state()));
    }
    return all.join(u' ');
}

/// In the words and colours of the header, with the names as they are, and in the reports.
void tst_QueueWindow::tellsWhatTorchWouldRun()
{
    writeFile(at("data.pth"), checkpointOn("cuda:0"));
    writeFile(at("code.pth"), checkpointOn("cuda:0", "cmy_models\nNet\n)\x81"));
    writeFile(at("harm.pth"), checkpointOn("cuda:0", "c<h1>m</h1>\nNet\n)\x81"));
    add({"data.pth", "code.pth", "harm.pth"});
    wait();
    const auto cell = [this](int row, int role) {
        return part<QTreeView>("queueTable")->model()->index(row, QueueModel::Trust).data(role);
    };
    const QPalette palette = QApplication::palette();
    QCOMPARE(cell(0, Qt::DisplayRole).toString(), "✓ Data only");
    QCOMPARE(cell(0, Qt::ForegroundRole).value<QColor>(), goodText(palette));
    QCOMPARE(cell(1, Qt::DisplayRole).toString(), "Runs code: 1");
    QCOMPARE(cell(1, Qt::ForegroundRole).value<QColor>(), cautionText(palette));
    QVERIFY(cell(1, Qt::ToolTipRole).toString().contains("my_models.Net"));
    QCOMPARE(cell(2, Qt::DisplayRole).toString(), "⚠ Dangerous");
    QCOMPARE(cell(2, Qt::ForegroundRole).value<QColor>(), badText(palette));
    QCOMPARE(cell(2, Qt::ToolTipRole).toString(), plainTip("⚠ torch would run harmful code\n<h1>m</h1>.Net"));
    const auto isMarked = [this](int row) {
        return part<QTreeView>("queueTable")
            ->model()
            ->index(row, QueueModel::State)
            .data(QueueModel::HarmRole)
            .toBool();
    };
    QVERIFY(!isMarked(1) && isMarked(2)); // no plain tick for a copy that does harm
    m_answers.answer = at("report.json");
    trigger("exportAction");
    const QByteArray report = contentOf(m_answers.answer);
    for (const char* verdict : {"data only", "runs code", "dangerous"}) {
        QVERIFY2(report.contains(QByteArray(verdict)), verdict);
    }
    cairn::test::draw(*m_view, "queue_code");
}

/// The copy has what its source has, and that is not what was saved.
void tst_QueueWindow::tellsOfChangedRecords()
{
    writeFile(at("good.pth"), checkpointOn("cuda:1"));
    writeFile(at("damaged.pth"), checkpointOn("cuda:1").replace("12345678", "12345679"));
    add({"good.pth", "damaged.pth"});
    wait();
    QCOMPARE(queue().items()[1].outcome.words,
             "1 record(s) of the source do not have the checksum that its archive says, and were copied as they are: "
             "archive/data/0. 1 tag(s) became cpu; verified, all else is the same.");
    const auto isMarked = [this](int row) {
        const QAbstractItemModel* rows = part<QTreeView>("queueTable")->model();
        return rows->index(row, QueueModel::State).data(QueueModel::DamageRole).toBool();
    };
    QVERIFY(!isMarked(0) && isMarked(1)); // no plain tick for it
    QVERIFY(summaryText(queue().totals()).startsWith("2 converted, 1 of them with the damage of the source"));
    cairn::test::draw(*m_view, "queue_damaged");
}

/// The dialog takes a link that leads nowhere for a free name; what it leads to may be somebody else's to make.
void tst_QueueWindow::savesNothingThroughALink()
{
    writeFile(at("a.pth"), checkpointOn("cuda:0"));
    add({"a.pth"});
    wait();
    QVERIFY(QFile::link(at("elsewhere.json"), at("report.json")));
    m_answers.answer = at("report.json");
    trigger("exportAction");
    QVERIFY(!QFile::exists(at("elsewhere.json")));
    QVERIFY(QFileInfo(at("report.json")).isSymLink());
    m_answers.answer = at("other.json");
    trigger("exportAction");
    QVERIFY(QFile::exists(at("other.json")));
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

/// A checkpoint in pieces: no piece is one by itself.
void tst_QueueWindow::takesAFolderAsOne()
{
    const HarmedFolder folder("torch26/dcp_two_ranks"); // its copy lies beside it, and not among the fixtures
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QFileInfo(QString::fromStdString(folder.path())).path())});
    QVERIFY(dropOn(*m_view, data));
    wait();
    QCOMPARE(states(), "Converted");
    QVERIFY(queue().items().front().bytes > 4096);
    const auto copy = openedCheckpoint(QString::fromStdString(queue().items().front().outcome.target));
    QVERIFY(copy);
    QCOMPARE(tensorLines(*copy), expectedLines(expectedOf("torch26")["dcp_two_ranks"].toObject()["tensors"].toArray()));
}

void tst_QueueWindow::takesAListForItsShards_data()
{
    QTest::addColumn<QString>("set");
    QTest::addColumn<bool>("asFiles");
    QTest::addColumn<QString>("name");
    QTest::newRow("folder") << "byhand/sharded_safetensors" << false << "model.cpu.safetensors";
    QTest::newRow("its files") << "byhand/sharded_safetensors" << true << "model.cpu.safetensors";
    QTest::newRow("pickles") << "byhand/sharded_bins" << false << "pytorch_model.cpu.bin";
}

void tst_QueueWindow::takesAListForItsShards()
{
    QFETCH(QString, set);
    QFETCH(bool, asFiles);
    QFETCH(QString, name);
    const QTemporaryDir folder;
    QList<QUrl> urls;
    qint64 bytes = 0;
    for (const QFileInfo& file : QDir(fixture(set)).entryInfoList(QDir::Files)) {
        QVERIFY(QFile::copy(file.filePath(), folder.filePath(file.fileName())));
        urls.append(QUrl::fromLocalFile(folder.filePath(file.fileName())));
        bytes += file.size();
    }
    QMimeData data;
    data.setUrls(asFiles ? urls : QList{QUrl::fromLocalFile(folder.path())});
    QVERIFY(dropOn(*m_view, data));
    wait();
    QCOMPARE(states(), "Converted");
    const QueueItem& item = queue().items().front();
    QCOMPARE(static_cast<qint64>(item.bytes), bytes);
    QCOMPARE(QString::fromStdString(item.outcome.target), folder.filePath(name));
    const auto copy = openedCheckpoint(folder.filePath(name));
    const auto whole = openedCheckpoint(QString::fromStdString(item.path));
    QVERIFY(copy && whole);
    QCOMPARE(copy->tensors().size(), whole->tensors().size());
}

void tst_QueueWindow::showsWhatIsAdded()
{
    queue().setPaused(true);
    for (int i = 0; i < 60; ++i) {
        writeFile(at(QStringLiteral("many/%1.pth").arg(i)), checkpointOn("cuda:0"));
    }
    add({"many"});
    QTRY_VERIFY_WITH_TIMEOUT(queue().items().size() == 60 && !queue().isSearching(), 60'000);
    writeFile(at("last.pth"), checkpointOn("cuda:0"));
    auto* table = part<QTreeView>("queueTable");
    const auto isSeen = [&](int row) {
        return table->viewport()->rect().intersects(table->visualRect(table->model()->index(row, 0)));
    };
    QVERIFY(isSeen(0) && !isSeen(59));
    add({"last.pth"});
    QTRY_COMPARE_WITH_TIMEOUT(queue().items().size(), 61U, 60'000);
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

/// On a screen of 1024 no column is out of sight, and none that cannot be guessed is cut.
void tst_QueueWindow::showsEveryColumn()
{
    writeFile(at("harm.pth"), checkpointOn("cuda:0", "cos\nsystem\n)\x81"));
    writeFile(at("a_model_with_quite_a_long_name.pth"), checkpointOn("cuda:0"));
    m_view->resize(1000, 600);
    add({"harm.pth", "a_model_with_quite_a_long_name.pth"});
    wait();
    QCoreApplication::processEvents();
    draw(*m_view, "queue-1000");
    auto* table = part<QTreeView>("queueTable");
    QVERIFY2(table->header()->length() <= table->viewport()->width(), qPrintable(QString::number(table->width())));
    const auto textOf = [table](int column) { return table->model()->index(0, column).data().toString(); };
    QVERIFY2(table->columnWidth(QueueModel::Trust) > table->fontMetrics().horizontalAdvance(textOf(QueueModel::Trust)),
             qPrintable(textOf(QueueModel::Trust)));
    table->header()->resizeSection(QueueModel::Name, 333); // as somebody likes it, and so it stays
    m_view->resize(1100, 600);
    QCoreApplication::processEvents();
    QCOMPARE(table->columnWidth(QueueModel::Name), 333);
}

/// While the column beside it is half empty.
void tst_QueueWindow::showsWholeStates()
{
    writeFile(at("a_model_with_quite_a_long_name.pth"), checkpointOn("cuda:0"));
    m_view->resize(1260, 600);
    add({"a_model_with_quite_a_long_name.pth"});
    wait();
    QCoreApplication::processEvents();
    draw(*m_view, "queue-1260");
    auto* table = part<QTreeView>("queueTable");
    const QString state = table->model()->index(0, QueueModel::State).data().toString();
    QVERIFY2(table->columnWidth(QueueModel::State) > table->fontMetrics().horizontalAdvance(state), qPrintable(state));
    QVERIFY(table->header()->length() <= table->viewport()->width());
}

/// Not while the copy is there.
void tst_QueueWindow::convertsAgainWhatIsGone()
{
    writeFile(at("model.pth"), checkpointOn("cuda:0"));
    writeFile(at("other.pth"), checkpointOn("cuda:0"));
    add({"model.pth", "other.pth"});
    wait();
    QVERIFY(QFile::remove(at("model.cpu.pth")));
    const std::uint64_t before = queue().items().front().id;
    add({"model.pth", "other.pth"});
    wait();
    QVERIFY(QFile::exists(at("model.cpu.pth")));
    QCOMPARE(states(), "Converted Converted");
    QVERIFY(queue().items().back().id != before); // the row of what is gone went, too
    QVERIFY(part<NoticeBar>("queueNotice")->text().contains("converted with these options already"));
    QVERIFY(!QFile::exists(at("other.cpu-2.pth")));
}

/// Bytes and seconds are those of the same files.
void tst_QueueWindow::forgetsTheTimeOfClearedFiles()
{
    writeFile(at("model.pth"), checkpointOn("cuda:0"));
    add({"model.pth"});
    wait();
    const double first = queue().totals().seconds;
    QVERIFY(first > 0);
    trigger("clearAction");
    QCOMPARE(queue().totals().bytesWritten, 0U);
    QCOMPARE(queue().totals().seconds, 0.0);
    writeFile(at("next.pth"), checkpointOn("cuda:0"));
    QElapsedTimer clock;
    clock.start();
    add({"next.pth"});
    wait();
    QVERIFY(queue().totals().seconds > 0);
    QVERIFY(queue().totals().seconds <= static_cast<double>(clock.elapsed() + 1) / 1000.0);
}

void tst_QueueWindow::lightsUpUnderADrag()
{
    const auto* overlay = part<DropOverlay>("dropOverlay");
    QVERIFY(overlay != nullptr && !overlay->isVisible());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(at("model.pth"))});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_view.get(), &enter);
    QVERIFY(enter.isAccepted());
    QVERIFY(overlay->isVisible());
    QCOMPARE(overlay->size(), m_view->size());
    draw(*m_view, "queue-drag");
    QDragLeaveEvent leave;
    QApplication::sendEvent(m_view.get(), &leave);
    QVERIFY(!overlay->isVisible());
}

void tst_QueueWindow::offersToRescue()
{
    writeFile(at("cut.pth"), contentOf(kSample).first(120'000));
    add({"cut.pth"});
    wait();
    QCOMPARE(states(), "Failed");
    const QString words = queue().items().front().outcome.words;
    QVERIFY2(words.contains("can be rescued"), qPrintable(words));
    auto* table = part<QTreeView>("queueTable");
    table->setCurrentIndex(table->model()->index(0, 0));
    auto* action = part<QAction>("openResultAction");
    QVERIFY2(action->text().contains("Rescue"), qPrintable(action->text()));
    QVERIFY(action->isEnabled());
    QSignalSpy opened(m_view.get(), &QueueView::openRequested);
    action->trigger();
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.front().front().toString(), at("cut.pth"));
    draw(*m_view, "queue-cut");
}

void tst_QueueWindow::startMany()
{
    static int number = 0;
    const QString folder = QStringLiteral("many%1").arg(number++);
    for (int i = 0; i < 20; ++i) {
        writeFile(at(QStringLiteral("%1/%2.pth").arg(folder).arg(i)), checkpointOn("cuda:0"));
    }
    queue().setPaused(true);
    add({folder});
    queue().setPaused(false);
    QVERIFY(queue().totals().running != 0);
}

/// A window that is closed goes on unseen, and ends with the application.
void tst_QueueWindow::asksBeforeItIsClosed()
{
    startMany();
    QVERIFY(!m_view->close());
    QVERIFY(m_view->isVisible() && closeQuestion().isVisible());
    closeQuestion().findChild<QPushButton*>("noticeAccept")->click();
    QVERIFY(m_view->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!m_view->isVisible(), 60'000);
    QCOMPARE(queue().totals().done, 20U);

    m_view->show();
    startMany();
    QVERIFY(!m_view->close());
    closeQuestion().findChild<QPushButton*>("noticeDismiss")->click();
    QVERIFY(!m_view->isVisible() && queue().isPaused());
    QTRY_VERIFY_WITH_TIMEOUT(queue().totals().running == 0, 60'000);
    QVERIFY(queue().totals().waiting != 0);
    QVERIFY(m_view->close()); // what is paused runs into nothing
}

void tst_QueueWindow::asksBeforeItIsQuit()
{
    Answers answers;
    Machine machine;
    MainWindow window({.settings = *m_settings, .prompts = answers, .machine = machine});
    window.show();
    startMany();
    window.findChild<QAction*>("quitAction")->trigger();
    QVERIFY(!window.isVisible());
    QVERIFY(m_view->isVisible() && closeQuestion().isVisible());
    wait();
    QVERIFY(m_view->isVisible() && !closeQuestion().isVisible()); // nobody answered, and now nothing is lost
    QVERIFY(m_view->close());
}

CAIRN_TEST(tst_QueueWindow, QApplication);

} // namespace cairn::tst_queue_window

#include "tst_queue_window.moc"
