#include "core/checkpoint/readers/open.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/common/job.h"
#include "ui/common/notice_bar.h"
#include "ui/document/entry_text.h"
#include "ui/window/running_instance.h"
#include "ui/window/running_saves.h"
#include "ui/window/view_tabs.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialog>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QScopeGuard>
#include <QTabWidget>
#include <QTreeView>
#include <QUrl>

#include <thread>

namespace cairn::tst_window {

using namespace cairn::test;
using namespace cairn::ui;

namespace {

const auto kHostile = QStringLiteral(CAIRN_TESTS_DIR "/hostile/31_truncated.pt");

int countRows(const QAbstractItemModel& model, const QModelIndex& parent = {})
{
    int rows = model.rowCount(parent);
    for (int row = model.rowCount(parent); row-- > 0;) {
        rows += countRows(model, model.index(row, 0, parent));
    }
    return rows;
}

} // namespace

/// Stands where the desktop opens files.
class UrlCatcher : public QObject {
    Q_OBJECT

public:
    QUrl taken;

public Q_SLOTS:
    void take(const QUrl& url) { taken = url; }
};

/// The window as a person meets it: a file opens, or it says why not; search, drop, a copy for the cpu. With
/// CAIRN_SCREENSHOTS set to a folder, the states are drawn there to be looked at.
class tst_Window : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void opens();
    void tellsErrors();
    void startsEmpty();
    void searches();
    void takesDrops();
    void savesCpuCopy();
    void finishesSavesBeforeItCloses();
    void stopsSavesToClose();
    void staysForSavesThatFail();
    void tellsOfSavesCutShort();
    void tellsOfSavesCutShortLater();
    void closes();
    void reloads();
    void keepsWhatItShows();
    void mapsDevices();
    void speaksChinese();
    void turnsRound();
    void writesReports();
    void everyActionSpeaks();
    void cancels();
    void takesFilesOfASecondStart();
    void tellsOfACrashOnce();
};

void tst_Window::init()
{
    startAfresh();
    m_window->resize(1280, 760);
}

void tst_Window::opens()
{
    open(kSample);
    const QAbstractItemModelTester tester(&model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(part<QLabel>("fileFacts")->text().contains("183 tensors"));
    QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("verdictText")->text().contains("on this machine"), 60'000);

    const QModelIndex weights = model().index(0, 0);
    const QModelIndex tensor = model().index(0, 0, weights);
    const auto cell = [](const QModelIndex& row, RowColumn column) {
        return row.siblingAtColumn(static_cast<int>(column)).data().toString();
    };
    QCOMPARE(weights.data().toString(), "model");
    QCOMPARE(cell(tensor, RowColumn::SavedOn), "cuda:0");
    QCOMPARE(cell(tensor, RowColumn::MapsTo), "cuda:0");
    QCOMPARE(cell(tensor, RowColumn::Shape), "1 × 1 × 16");
    QCOMPARE(cell(tensor, RowColumn::Bytes), "64 B");
    const auto rows = model().match(model().index(0, 0), Qt::DisplayRole, QStringLiteral("epoch"), 1, Qt::MatchExactly);
    QCOMPARE(rows.size(), 1);
    QCOMPARE(cell(rows[0], RowColumn::Dtype), "int");
    QCOMPARE(cell(rows[0], RowColumn::Shape), "17"); // where no shape is, the value is
    QCOMPARE(pythonExpression(*model().document(), model().entryAt(tensor)), "checkpoint['model']['cls_token']");
    m_window->view()->tree()->select(model().entryAt(tensor));
    picture("main-light");
    applyTheme(Theme::Dark);
    picture("main-dark");
}

void tst_Window::tellsErrors()
{
    open(kHostile);
    const DocumentView& view = *m_window->view();
    QVERIFY(view.findChild<QLabel*>("messageTitle")->text().contains("did not open"));
    QVERIFY(view.findChild<QLabel*>("messageText")->text().contains("What to do:"));
    QVERIFY(model().document() == nullptr);
    picture("error");
}

void tst_Window::startsEmpty()
{
    QVERIFY(part<QLabel>("messageTitle")->text().contains("Drop"));
    QVERIFY(!part<QAction>("cpuCopyAction")->isEnabled());
    picture("empty");
}

void tst_Window::searches()
{
    open(kSample);
    const QAbstractItemModelTester tester(&model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const int all = countRows(model());
    part<QLineEdit>("search")->setText("CLS_token");
    QTRY_COMPARE(part<QLabel>("hits")->text(), "1 hit");
    QCOMPARE(countRows(model()), 2); // with its group
    picture("search");
    part<QLineEdit>("search")->setText("no such thing");
    QTRY_COMPARE(part<QLabel>("hits")->text(), "nothing in the tree");
    QCOMPARE(countRows(model()), 0);
    part<QLineEdit>("search")->clear();
    QTRY_COMPARE(countRows(model()), all);
}

void tst_Window::takesDrops()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(kSample), QUrl::fromLocalFile(kHostile)});
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QVERIFY(dropOn(*m_window, data));
    QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 2, 60'000);
    auto* files = part<QTabWidget>("files");
    QCOMPARE(files->count(), 2);
    QCOMPARE(files->tabText(0), "two_gpus.pth");
    QVERIFY(m_window->view()->document() == nullptr); // the second one, which does not open, is in front
    trigger("nextTabAction");
    QVERIFY(m_window->view()->document() != nullptr);
    QTest::keyClick(m_window.get(), Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(files->currentIndex(), 1);
    QTest::keyClick(m_window.get(), Qt::Key_Backtab, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(files->currentIndex(), 0);
    picture("tabs");
    m_window->open({kHostile}); // is there already
    QCOMPARE(files->count(), 2);
    QCOMPARE(files->currentIndex(), 1);
}

void tst_Window::savesCpuCopy()
{
    open(kSample);
    m_answers.target = m_folder.filePath("two_gpus.cpu.pth");
    trigger("cpuCopyAction");
    QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("jobText")->text().contains("Saved"), 60'000);
    picture("saved");
    open(m_answers.target);
    QCOMPARE(model().document()->devices.size(), std::size_t{1});
    QCOMPARE(model().document()->devices[0].first, "cpu");
}

/// No event has been handled yet when the window is to close, so the copy is not finished however quick the machine is.
void tst_Window::finishesSavesBeforeItCloses()
{
    open(kSample);
    m_answers.target = m_folder.filePath("finished.pth");
    trigger("cpuCopyAction");
    QVERIFY(!m_window->close());
    QVERIFY(m_window->isVisible());
    auto* notice = part<NoticeBar>("closeNotice");
    QVERIFY(notice->isVisible() && notice->text().contains("finished.pth"));
    notice->findChild<QPushButton*>("noticeAccept")->click();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 60'000);
    QVERIFY(checkpoint::openCheckpoint(m_answers.target.toStdString()));
    QVERIFY(m_settings->allKeys().filter("saving").isEmpty());
}

void tst_Window::stopsSavesToClose()
{
    RunningSaves saves(*m_settings);
    QSignalSpy ended(&saves, &RunningSaves::ended);
    bool isStopped = false;
    Job* job = startJob(
        this,
        [](Progress& progress) {
            while (!progress.stopRequested()) {
                std::this_thread::yield();
            }
            return true;
        },
        [&](bool stopped) { isStopped = stopped; });
    saves.add(job, "/folder/slow.pth");
    QCOMPARE(saves.names(), "slow.pth");
    QVERIFY(!saves.isEmpty());
    QVERIFY(!m_settings->allKeys().filter("saving").isEmpty());
    saves.stop();
    QVERIFY(ended.wait(60'000));
    QVERIFY(isStopped && saves.isEmpty());
    QVERIFY(m_settings->allKeys().filter("saving").isEmpty());

    open(kSample);
    m_answers.target = m_folder.filePath("stopped.pth");
    trigger("cpuCopyAction");
    trigger("quitAction");
    QVERIFY(m_window->isVisible());
    part<NoticeBar>("closeNotice")->findChild<QPushButton*>("noticeDismiss")->click();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 60'000);
}

void tst_Window::staysForSavesThatFail()
{
    open(kSample);
    m_answers.target = m_folder.filePath("no such folder/failed.pth");
    trigger("cpuCopyAction");
    QVERIFY(!m_window->close());
    part<NoticeBar>("closeNotice")->findChild<QPushButton*>("noticeAccept")->click();
    QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("jobText")->text().startsWith(u'\u26a0'), 60'000);
    QTRY_VERIFY(m_settings->allKeys().filter("saving").isEmpty());
    QVERIFY(m_window->isVisible());
    QVERIFY(m_window->close()); // said once
}

void tst_Window::tellsOfSavesCutShort()
{
    QProcess ended;
    ended.start(QCoreApplication::applicationFilePath(), {"-help"});
    QVERIFY(ended.waitForStarted());
    const qint64 number = ended.processId();
    QVERIFY(ended.waitForFinished());
    const QString lost = m_folder.filePath("lost.pth");
    const QString part = writtenFile(m_folder, ".lost.pth.cairn-abcdefghijkl.part", QByteArray(2000, 'x'));
    const QString others = writtenFile(m_folder, ".other.pth.cairn-abcdefghijkl.part", "of another copy");
    m_settings->setValue(QStringLiteral("saving/%1").arg(number), QStringList{lost});
    m_settings->setValue(QStringLiteral("saving/%1").arg(QCoreApplication::applicationPid()),
                         QStringList{"/folder/alive.pth"});
    m_window->tellOfCutShort();
    QTRY_COMPARE(m_window->findChildren<NoticeBar*>("cutShortNotice").size(), 1);
    auto notices = m_window->findChildren<NoticeBar*>("cutShortNotice");
    QVERIFY(notices[0]->isVisible() && notices[0]->text().contains(lost));
    QVERIFY2(notices[0]->text().contains("2.0 kB, was removed"), qPrintable(notices[0]->text()));
    QVERIFY(!QFile::exists(part));
    QVERIFY(QFile::exists(others));
    picture("cut-short");
    m_window->tellOfCutShort();
    QTRY_VERIFY(hasNoJobs(*m_window));
    QCOMPARE(m_window->findChildren<NoticeBar*>("cutShortNotice").size(), 1);
}

/// One that is killed while the disk is busy goes some time later.
void tst_Window::tellsOfSavesCutShortLater()
{
    QProcess dying;
    dying.start(QStringLiteral("sleep"), {"600"});
    QVERIFY(dying.waitForStarted());
    m_settings->setValue(QStringLiteral("saving/%1").arg(dying.processId()), QStringList{"/folder/lost.pth"});
    m_window->tellOfCutShort();
    QTRY_VERIFY(hasNoJobs(*m_window));
    QCOMPARE(m_window->findChildren<NoticeBar*>("cutShortNotice").size(), 0);
    dying.kill();
    QVERIFY(dying.waitForFinished());
    QTRY_COMPARE_WITH_TIMEOUT(m_window->findChildren<NoticeBar*>("cutShortNotice").size(), 1, 30'000);
}

void tst_Window::closes()
{
    open(kSample);
    trigger("closeAction");
    QVERIFY(m_window->view() == nullptr);
    QVERIFY(!part<QAction>("reloadAction")->isEnabled());
}

void tst_Window::reloads()
{
    const QString path = m_folder.filePath("changing.pth");
    QFile::remove(path);
    QVERIFY(QFile::copy(kSample, path));
    open(path);
    const auto* notice = part<QWidget>("noticeBar");
    const auto* verdict = part<QLabel>("verdictText");
    QTRY_VERIFY2(verdict->text().contains("oad"), qPrintable(verdict->text()));
    const QString loads = verdict->text();
    QVERIFY(notice->isHidden());
    QVERIFY(QFile::rename(path, path + ".away"));
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), 10'000);
    QVERIFY(part<QLabel>("noticeText")->text().contains("no longer there"));
    QVERIFY2(verdict->text().contains("The file is gone"), qPrintable(verdict->text())); // what is not there loads not
    QVERIFY(QFile::rename(path + ".away", path));
    QTRY_VERIFY_WITH_TIMEOUT(notice->isHidden(), 10'000);
    QCOMPARE(verdict->text(), loads);
    QVERIFY(QFile::remove(path));
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), 10'000);
    QVERIFY(QFile::copy(kSample, path));
    QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("noticeText")->text().contains("has changed"), 10'000);
    QVERIFY2(verdict->text().contains("another one now"), qPrintable(verdict->text()));
    picture("changed");
    const DocumentPtr before = m_window->view()->document();
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    part<QPushButton>("noticeAccept")->click();
    QVERIFY(settled.wait(60'000));
    QVERIFY(m_window->view()->document() != before);
    QVERIFY(notice->isHidden());
}

void tst_Window::keepsWhatItShows()
{
    const QString path = m_folder.filePath("broken.pth");
    QFile::remove(path);
    QVERIFY(QFile::copy(kSample, path));
    open(path);
    const DocumentPtr before = m_window->view()->document();
    QVERIFY(QFile::resize(path, 1000));
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    trigger("reloadAction");
    QVERIFY(settled.wait(60'000));
    QCOMPARE(m_window->view()->document(), before);
    QVERIFY(part<QLabel>("noticeText")->text().contains("not read again"));
    picture("not-read-again");
}

void tst_Window::mapsDevices()
{
    open(kSample);
    auto* fix = m_window->view()->findChild<QPushButton*>("verdictFix0");
    QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("verdictText")->text().contains("on this machine") &&
                                 (fix = m_window->view()->findChild<QPushButton*>("verdictFix0")) != nullptr,
                             60'000);
    fix->click();
    QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("verdictText")->text().contains("Loads on"), 60'000);
    QTRY_COMPARE(model().index(0, static_cast<int>(RowColumn::MapsTo)).data().toString(), "cpu");
    trigger("mapDockAction");
    picture("map");
    part<QPushButton>("verdictUnmap")->click();
    QTRY_COMPARE(model().index(0, static_cast<int>(RowColumn::MapsTo)).data().toString(), "cuda:0");
}

void tst_Window::speaksChinese()
{
    startAgain("zh_CN");
    m_window->resize(1280, 760);
    picture("empty-zh");
    open(kSample);
    QVERIFY(part<QLabel>("fileFacts")->text().contains("183 个张量"));
    picture("main-zh");
}

/// In languages that are written from right to left.
void tst_Window::turnsRound()
{
    QApplication::setLayoutDirection(Qt::RightToLeft);
    open(kSample);
    const TreePage& tree = *m_window->view()->tree();
    m_window->view()->tree()->goTo(model().entryAt(model().index(0, 0, model().index(0, 0))));
    const QRect name = tree.visualRect(tree.currentIndex());
    const QRect device = tree.visualRect(tree.currentIndex().siblingAtColumn(1));
    picture("main-right-to-left");
    QApplication::setLayoutDirection(Qt::LeftToRight);
    QVERIFY(name.left() > device.left());
    QVERIFY(!tree.currentIndex().data().toString().contains(QChar(0x2066))); // only while it has to be
}

void tst_Window::writesReports()
{
    open(kSample);
    QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("verdictText")->text().contains("on this machine"), 60'000);
    m_window->view()->tree()->goTo(model().entryAt(model().index(0, 0, model().index(0, 0))));
    const auto written = [this](const QString& name) {
        m_answers.target = m_folder.filePath(name);
        trigger("reportAction");
        (void)QTest::qWaitFor([this] { return QFile::exists(m_answers.target); }, 60'000);
        return QString::fromUtf8(contentOf(m_answers.target));
    };
    ViewTabs& pages = *m_window->view()->pages();
    auto& inspector = *part<ViewTabs>("inspectorTabs");
    for (int page = 0; page < pages.count(); ++page) {
        if (!pages.isTabVisible(page)) {
            continue; // those of folders
        }
        pages.setCurrentIndex(page);
        inspector.setCurrentIndex(page % inspector.count());
        QString text;
        // What a page shows is often found out in the background.
        const auto isTold = [&, attempt = 0]() mutable {
            text = written(QStringLiteral("report%1_%2.md").arg(page).arg(attempt++));
            const QString section = text.section("## " + pages.tabText(page) + u'\n', 1).section("\n## ", 0, 0);
            return section.trimmed().size() > 20 || pages.tabText(page) == "Issues";
        };
        QVERIFY2(QTest::qWaitFor(isTold, 60'000), qPrintable(text));
        QVERIFY2(text.startsWith("# two_gpus.pth\n"), qPrintable(text));
        QVERIFY2(text.contains("\nWill not load on this machine as it is. cuda:0"), qPrintable(text));
        QVERIFY2(text.contains("## model.cls_token\n"), qPrintable(text));
    }
    pages.setCurrentIndex(0);
    const QString tree = written("tree.md");
    QVERIFY2(tree.contains("| \u2003\u2003cls_token | cuda:0 | float32 | 1 × 1 × 16 | 16 | 64 B |"), qPrintable(tree));
    const QString html = written("report.html");
    QVERIFY2(html.startsWith("<!DOCTYPE html>") && html.contains("<td>float32</td>"), qPrintable(html));
    trigger("copyReportAction");
    QCOMPARE(QGuiApplication::clipboard()->text(), tree);
    trigger("copyJsonAction");
    const auto json = QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).object();
    QCOMPARE(json["name"].toString(), "model.cls_token");
    QCOMPARE(json["device"].toString(), "cuda:0");
    QCOMPARE(json["shape"].toArray().size(), 3);
}

/// Whatever is in a menu has a name for tests and a sentence for people, and does nothing bad with a file or without.
void tst_Window::everyActionSpeaks()
{
    for (const bool isOpen : {false, true}) {
        if (isOpen) {
            open(kSample);
        }
        m_answers.target = m_folder.filePath("any.md");
        m_answers.files = {m_answers.target};
        for (const QAction* menu : m_window->menuBar()->actions()) {
            for (QAction* action : menu->menu()->actions()) {
                if (action->isSeparator() || action->menu() != nullptr) {
                    continue;
                }
                QVERIFY2(!action->objectName().isEmpty(), qPrintable(action->text()));
                QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->text()));
                QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->text()));
                const QString name = action->objectName();
                if (name != "quitAction" && name != "closeAction" && name != "openAction") {
                    action->trigger();
                    QTRY_VERIFY(hasNoJobs(*m_window));
                }
            }
        }
        qDeleteAll(m_window->findChildren<QDialog*>());
    }
}

void tst_Window::cancels()
{
    m_window->open({kSample});
    m_window->view()->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->view() == nullptr || m_window->view()->document(), 60'000);
    m_window->open({kSample, kHostile}); // and goes away while it reads both
}

void tst_Window::takesFilesOfASecondStart()
{
    const QString address = m_folder.filePath("socket");
    QVERIFY(!RunningInstance::hand(address, {kSample}));
    RunningInstance first;
    QVERIFY(first.listen(address));
    QSignalSpy received(&first, &RunningInstance::filesReceived);
    const auto hand = [&](const QStringList& files, const QByteArray& token) {
        received.clear();
        bool taken = false;
        std::thread second(
            [&] { taken = RunningInstance::hand(address, files, RunningInstance::Action::Open, token); });
        const bool isReceived = received.wait(10'000);
        second.join();
        return taken && isReceived && received[0][0].toStringList() == files;
    };
    const char* token = RunningInstance::kActivationToken;
    const auto restored = qScopeGuard([token, before = qgetenv(token)] { qputenv(token, before); });
    qunsetenv(token);
    QVERIFY(hand({kSample, kHostile}, {}));
    QVERIFY(!qEnvironmentVariableIsSet(token));
    QVERIFY(hand({}, "from the desktop")); // Qt takes it from there when the window asks to be in front
    QCOMPARE(qgetenv(token), "from the desktop");
}

void tst_Window::tellsOfACrashOnce()
{
    const QString report = m_folder.filePath("crash-7.txt");
    QVERIFY(QFile::copy(kSample, report));
    m_window->tellOfCrash({});
    QVERIFY(m_window->findChild<NoticeBar*>("crashNotice") == nullptr);
    m_window->tellOfCrash(report);
    const auto* notice = m_window->findChild<NoticeBar*>("crashNotice");
    QVERIFY(notice != nullptr && notice->isVisible());
    QVERIFY2(notice->text().contains(QDir::toNativeSeparators(report)), qPrintable(notice->text()));
    QVERIFY(notice->text().contains("nothing was sent"));
    picture("crash");
    UrlCatcher catcher;
    QDesktopServices::setUrlHandler("file", &catcher, "take");
    notice->findChild<QPushButton*>("noticeAccept")->click();
    QDesktopServices::unsetUrlHandler("file");
    QCOMPARE(catcher.taken, QUrl::fromLocalFile(report));
    QVERIFY(!notice->isVisible());
    delete notice;
    m_window->tellOfCrash(report); // known
    QVERIFY(m_window->findChild<NoticeBar*>("crashNotice") == nullptr);
}

CAIRN_TEST(tst_Window, QApplication);

} // namespace cairn::tst_window

#include "tst_window.moc"
