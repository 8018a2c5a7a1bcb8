#include "core/convert/batch/batch_plan.h"
#include "core/convert/recipe/recipe_file.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"
#include "tests/ui/queue_test.h"
#include "ui/common/breakable_label.h"
#include "ui/common/notice_bar.h"
#include "ui/plan/plan_dialog.h"
#include "ui/plan/plan_view.h"
#include "ui/plan/tasks_model.h"
#include "ui/text/display.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDeadlineTimer>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabWidget>
#include <QThread>
#include <QToolButton>
#include <QTreeView>

namespace cairn::tst_plan_view {

using namespace cairn::test;
using namespace cairn::ui;

namespace {

/// Whatever takes the focus can be told from others by somebody who does not see it.
QStringList withoutNames(const QWidget& window)
{
    QStringList found;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool isPart =
            widget->objectName().startsWith("qt_") || widget->parentWidget()->inherits("QAbstractSpinBox");
        const bool hasBuddy = std::ranges::any_of(window.findChildren<QLabel*>(),
                                                  [&](const QLabel* label) { return label->buddy() == widget; });
        if ((widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisibleTo(&window) && !isPart && !hasBuddy &&
            widget->accessibleName().isEmpty() && (button == nullptr || button->text().isEmpty()) &&
            !widget->inherits("QTabBar") && !widget->inherits("QLabel") && !widget->inherits("QTabWidget")) {
            found.append(widget->objectName() + u' ' + QString::fromLatin1(widget->metaObject()->className()));
        }
    }
    return found;
}

/// Where the tab key goes neither down nor to the right, beginning at the top.
QStringList outOfOrder(QWidget& window)
{
    QStringList found;
    QPoint before(-1, -1);
    for (QWidget* widget = window.nextInFocusChain(); widget != &window; widget = widget->nextInFocusChain()) {
        if ((widget->focusPolicy() & Qt::TabFocus) == 0 || widget->focusProxy() != nullptr ||
            !widget->isVisibleTo(&window) || widget->window() != &window) {
            continue;
        }
        const QPoint place(widget->mapTo(&window, QPoint()).x(), widget->mapTo(&window, widget->rect().center()).y());
        constexpr int sameLine = 8;
        if (place.y() < before.y() - sameLine && place.x() <= before.x()) {
            found.append(widget->objectName() + u' ' + QString::fromLatin1(widget->metaObject()->className()));
        }
        before = place;
    }
    return found;
}

} // namespace

/// Plans for a cluster, made of the queue, and the window that shows how far one is.
class tst_PlanView : public QueueTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startAfresh();
        useStyle();
    }
    void cleanup()
    {
        m_plan.reset();
        end();
    }
    void samePlanAsTheCommandLine_data();
    void samePlanAsTheCommandLine();
    void saysWhatIsLeftOut();
    void asksAboutFilesThatAreGone();
    void refusesFoldersThatAreUsed();
    void nothingIsLeftOfAStoppedPlan_data();
    void nothingIsLeftOfAStoppedPlan();
    void saysWhatWasMadeAllTheSame();
    void showsHowFarItIs_data();
    void showsHowFarItIs();
    void copiesWhatIsLeft();
    void followsItsFolder();
    void movesCopies();
    void saysWhyCopiesWereNotMoved();
    void saysWhatIsWrongWithAPlan();
    void showsTextAsText();
    void hasRoomForManyTasks();

private:
    /// Paused, so that nothing is converted here.
    void add(const QStringList& names)
    {
        queue().setPaused(true);
        QStringList paths;
        for (const QString& name : names) {
            paths.append(at(name));
        }
        m_view->add(paths);
        QTRY_VERIFY_WITH_TIMEOUT(!queue().isSearching() && queue().items().size() >= std::size_t(paths.size()), 60'000);
    }
    [[nodiscard]] PlanDialog& dialog() const { return *m_view->findChild<PlanDialog*>(); }
    template <typename Part>
    [[nodiscard]] Part* asked(const char* name) const
    {
        return dialog().findChild<Part*>(name);
    }
    void ask()
    {
        trigger("planAction");
        asked<QLineEdit>("planFolder")->setText(at("plan"));
        asked<QLineEdit>("planCopies")->setText(at("out"));
    }
    void make()
    {
        ask();
        asked<QPushButton>("planMake")->click();
        QTRY_VERIFY_WITH_TIMEOUT(asked<QPushButton>("planShow")->isVisible(), 60'000);
    }
    /// Four tasks of a file each, the last of which fails if it is wanted so.
    void plan(bool hasBroken)
    {
        for (const QString& name : QStringList{"a", "b", "c"}) {
            writeFile(at("runs/" + name + ".pth"), checkpointOn("cuda:0"));
        }
        writeFile(at("runs/d.pth"), hasBroken ? checkpointOn("cuda:0").first(150) : checkpointOn("cuda:0"));
        const Outcome made = cairnCli({"batch", "plan", "-r", at("runs"), "--out-dir", at("out"), "-o", at("plan")});
        QVERIFY2(made.code == 0, made.err.constData());
    }
    [[nodiscard]] int run(int task) const
    {
        return cairnCli({"batch", "run", at("plan"), "--task", QString::number(task)}).code;
    }
    [[nodiscard]] QJsonObject status() const { return jsonOf(cairnCli({"batch", "status", at("plan"), "--json"})); }
    [[nodiscard]] QString left() const { return cairnCli({"batch", "retry", at("plan")}).out.trimmed(); }
    void show()
    {
        m_plan = std::make_unique<PlanView>(at("plan"));
        QSignalSpy settled(m_plan.get(), &PlanView::settled);
        m_plan->show();
        QVERIFY(settled.wait(60'000));
        QTRY_VERIFY_WITH_TIMEOUT(hasNoJobs(*m_plan), 60'000);
    }
    template <typename Part>
    [[nodiscard]] Part* shown(const char* name) const
    {
        return m_plan->findChild<Part*>(name);
    }

    std::unique_ptr<PlanView> m_plan;
};

void tst_PlanView::samePlanAsTheCommandLine_data()
{
    QTest::addColumn<int>("cut");
    QTest::addColumn<bool>("tensors");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("a task for each") << 0 << false << QStringList();
    QTest::newRow("two tasks, with sums") << 1 << false << QStringList{"--tasks", "2", "--sha256"};
    QTest::newRow("by size, as safetensors") << 2 << true << QStringList{"--task-bytes", "1kB"};
}

void tst_PlanView::samePlanAsTheCommandLine()
{
    QFETCH(int, cut);
    QFETCH(bool, tensors);
    QFETCH(QStringList, words);
    const QStringList files{"a.pth", "b.pth", "c.pth"};
    for (const QString& name : files) {
        writeFile(at(name), tensors ? contentOf(kSample) : checkpointOn("cuda:0"));
    }
    if (tensors) {
        trigger("optionsAction");
        part<QComboBox>("optionContainer")->setCurrentIndex(3);
        part<QCheckBox>("optionDropOthers")->setChecked(true);
        trigger("optionsAction"); // closed again: they are scrolled in a small window
    }
    add(files);
    QVERIFY2(withoutNames(*m_view).isEmpty(), qPrintable(withoutNames(*m_view).join(u'\n')));
    QVERIFY2(outOfOrder(*m_view).isEmpty(), qPrintable(outOfOrder(*m_view).join(u'\n')));
    ask();
    QVERIFY2(withoutNames(dialog()).isEmpty(), qPrintable(withoutNames(dialog()).join(u'\n')));
    QVERIFY2(outOfOrder(dialog()).isEmpty(), qPrintable(outOfOrder(dialog()).join(u'\n')));
    draw(dialog(), "plan-ask");
    asked<QComboBox>("planCut")->setCurrentIndex(cut);
    asked<QSpinBox>("planTaskCount")->setValue(2);
    asked<QLineEdit>("planTaskBytes")->setText("1kB");
    asked<QCheckBox>("planSums")->setChecked(words.contains("--sha256"));
    QSignalSpy opened(m_view.get(), &QueueView::openRequested);
    asked<QPushButton>("planMake")->click();
    QTRY_VERIFY_WITH_TIMEOUT(asked<QPushButton>("planShow")->isVisible(), 60'000);
    QVERIFY2(outOfOrder(dialog()).isEmpty(), qPrintable(outOfOrder(dialog()).join(u'\n')));
    draw(dialog(), "plan-made");

    writeFile(at("r.json"), QByteArray::fromStdString(convert::recipeText(queue().options().recipe)));
    const Outcome made = cairnCli(QStringList{"batch", "plan", "--recipe", at("r.json"), "--out-dir", at("out"), "-o",
                                              at("other"), at("a.pth"), at("b.pth"), at("c.pth")} +
                                  words);
    QVERIFY2(made.code == 0, made.err.constData());
    QCOMPARE(contentOf(at("plan/plan.jsonl")), contentOf(at("other/plan.jsonl")));

    // What to type next does what is said, and the queue leaves the files alone.
    const QString submit = asked<QLineEdit>("planEndSubmit")->text();
    QCOMPARE(submit, QString("sbatch $(cairn-cli batch retry %1 --sbatch) cairn-batch.sbatch %1").arg(at("plan")));
    asked<QToolButton>("planEndRunCopy")->click();
    QString line = QGuiApplication::clipboard()->text();
    QCOMPARE(line, QString("cairn-cli batch run %1 --next").arg(at("plan")));
    QCOMPARE(shell(line.replace("cairn-cli", "\"$1\""), {}).code, 0);
    asked<QToolButton>("planEndCommitCopy")->click();
    QCOMPARE(shell(QGuiApplication::clipboard()->text().replace("cairn-cli", "\"$1\""), {}).code, 0);
    QCOMPARE(filesIn(at("out")).size(), 3);
    asked<QPushButton>("planShow")->click();
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened.front().front().toString(), at("plan"));
    QVERIFY(queue().isPaused());
}

void tst_PlanView::saysWhatIsLeftOut()
{
    writeFile(at("done.pth"), checkpointOn("cuda:0"));
    m_view->add(QStringList{at("done.pth")});
    wait();
    writeFile(at("<b>notes</b>.txt"), "no checkpoint");
    writeFile(at("a.pth"), checkpointOn("cuda:0"));
    writeFile(at("cancelled.pth"), checkpointOn("cuda:0"));
    add({"<b>notes</b>.txt", "a.pth", "cancelled.pth"});
    QCOMPARE(queue().items().size(), 4U);
    const auto cancelled = std::ranges::find(queue().items(), at("cancelled.pth").toStdString(), &QueueItem::path);
    QVERIFY(cancelled != queue().items().end());
    queue().cancel(cancelled->id);
    ask();
    const QString names = asked<QPlainTextEdit>("planLeftOut")->toPlainText();
    QVERIFY2(names.contains("done.pth: It has its copy already."), qPrintable(names));
    QVERIFY2(names.contains("<b>notes</b>.txt: "), qPrintable(names));
    QVERIFY2(names.contains("cancelled.pth: Cancelled"), qPrintable(names));
    QVERIFY2(!names.contains("a.pth:"), qPrintable(names));
    QVERIFY(asked<QLabel>("planLeftOutTitle")->text().startsWith("3 file"));
    draw(dialog(), "plan-left-out");
    asked<QPushButton>("planMake")->click();
    QTRY_VERIFY_WITH_TIMEOUT(asked<QPushButton>("planShow")->isVisible(), 60'000);
    QCOMPARE(status()["files"].toInt(), 1);
}

void tst_PlanView::asksAboutFilesThatAreGone()
{
    for (const QString& name : QStringList{"a.pth", "b.pth"}) {
        writeFile(at(name), checkpointOn("cuda:0"));
    }
    add({"a.pth", "b.pth"});
    QVERIFY(QFile::remove(at("b.pth")));
    ask();
    asked<QPushButton>("planMake")->click();
    QTRY_VERIFY_WITH_TIMEOUT(asked<QPlainTextEdit>("planLeftOut")->toPlainText().contains("b.pth: "), 60'000);
    QVERIFY(!QFileInfo::exists(at("plan"))); // nobody has agreed yet
    asked<QPushButton>("planMake")->click();
    QTRY_VERIFY_WITH_TIMEOUT(asked<QPushButton>("planShow")->isVisible(), 60'000);
    QCOMPARE(status()["files"].toInt(), 1);
}

void tst_PlanView::refusesFoldersThatAreUsed()
{
    writeFile(at("a.pth"), checkpointOn("cuda:0"));
    writeFile(at("out/mine"), "mine");
    add({"a.pth"});
    ask();
    asked<QPushButton>("planMake")->click();
    QTRY_VERIFY_WITH_TIMEOUT(asked<QLabel>("planFailure")->text().contains("not empty"), 60'000);
    QVERIFY(!QFileInfo::exists(at("plan")));
    asked<QLineEdit>("planCopies")->setText(at("new"));
    asked<QLineEdit>("planFolder")->setText("plan");
    asked<QPushButton>("planMake")->click();
    QVERIFY(asked<QLabel>("planFailure")->text().contains("whole paths"));
    writeFile(at("plan/plan.jsonl"), "mine");
    asked<QLineEdit>("planFolder")->setText(at("plan"));
    asked<QPushButton>("planMake")->click();
    QTRY_VERIFY_WITH_TIMEOUT(hasNoJobs(dialog()) && !asked<QLabel>("planFailure")->text().isEmpty(), 60'000);
    QCOMPARE(contentOf(at("plan/plan.jsonl")), QByteArray("mine"));
    dialog().reject();
    QVERIFY(queue().isPaused()); // as it was
}

void tst_PlanView::nothingIsLeftOfAStoppedPlan_data()
{
    QTest::addColumn<QString>("how");
    for (const char* how : {"stop", "cancel", "close"}) {
        QTest::newRow(how) << how;
    }
}

void tst_PlanView::nothingIsLeftOfAStoppedPlan()
{
    QFETCH(QString, how);
    writeFile(at("a.pth"), checkpointOn("cuda:0"));
    add({"a.pth"});
    QVERIFY(QFile(at("a.pth")).resize(qint64{64} << 30)); // sparse; its sum takes a minute
    const QStringList before = QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden);
    ask();
    asked<QCheckBox>("planSums")->setChecked(true);
    asked<QPushButton>("planMake")->click();
    QTRY_VERIFY_WITH_TIMEOUT(asked<QToolButton>("workStop")->isVisible(), 60'000);
    if (how != "stop") {
        if (how == "cancel") {
            asked<QPushButton>("planCancel")->click();
        } else {
            dialog().close();
        }
        QVERIFY(dialog().isVisible()); // until the work has stopped
        QTRY_VERIFY_WITH_TIMEOUT(m_view->findChild<PlanDialog*>() == nullptr, 60'000);
    } else {
        asked<QToolButton>("workStop")->click();
        QTRY_COMPARE_WITH_TIMEOUT(asked<QLabel>("planFailure")->text(), "Stopped. Nothing was left behind.", 60'000);
        QVERIFY(asked<QPushButton>("planMake")->isEnabled());
    }
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden), before);
}

void tst_PlanView::saysWhatWasMadeAllTheSame()
{
    for (const QString& name : QStringList{"a.pth", "b.pth"}) {
        writeFile(at(name), checkpointOn("cuda:0"));
    }
    add({"a.pth", "b.pth"});
    QVERIFY(QFile::remove(at("b.pth")));
    ask();
    auto* make = asked<QPushButton>("planMake");
    make->click();
    QTRY_VERIFY_WITH_TIMEOUT(make->text().contains("without them"), 60'000);
    QSignalSpy made(&dialog(), &PlanDialog::made);
    make->click();
    const QDeadlineTimer deadline(60'000);
    while (!QFileInfo::exists(at("plan/plan.jsonl")) && !deadline.hasExpired()) {
        QThread::yieldCurrentThread(); // nobody has heard of the plan yet
    }
    asked<QPushButton>("planCancel")->click();
    QVERIFY(made.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(asked<QPushButton>("planShow")->isVisible(), 60'000);
    QCOMPARE(made.count(), 1);
    QCOMPARE(status()["files"].toInt(), 1);
    asked<QPushButton>("planCancel")->click();
    QTRY_VERIFY_WITH_TIMEOUT(m_view->findChild<PlanDialog*>() == nullptr, 60'000);
}

void tst_PlanView::showsHowFarItIs_data()
{
    QTest::addColumn<int>("tasks"); // that are run
    QTest::addColumn<bool>("hasBroken");
    QTest::addColumn<bool>("commits");
    QTest::addColumn<QString>("title");
    QTest::newRow("nothing") << 0 << false << false << "0 of 4 tasks done";
    QTest::newRow("half") << 2 << false << false << "2 of 4 tasks done";
    QTest::newRow("one failed") << 4 << true << false << "3 of 4 tasks done, 1 failed";
    QTest::newRow("all") << 4 << false << false << "4 of 4 tasks done";
    QTest::newRow("committed") << 4 << false << true << "All copies have their places";
}

void tst_PlanView::showsHowFarItIs()
{
    QFETCH(int, tasks);
    QFETCH(bool, hasBroken);
    QFETCH(bool, commits);
    QFETCH(QString, title);
    plan(hasBroken);
    for (int task = 0; task < tasks; ++task) {
        (void)run(task);
    }
    if (commits) {
        QCOMPARE(cairnCli({"batch", "commit", at("plan")}).code, 0);
    }
    show();
    QVERIFY(m_plan->status());
    const convert::BatchState& state = m_plan->status()->state;
    const QJsonObject said = status();
    QCOMPARE(static_cast<int>(state.done), said["done"].toInt());
    QCOMPARE(static_cast<int>(state.failed), said["failed"].toInt());
    QCOMPARE(static_cast<int>(state.left.size()), said["tasks"].toInt() - said["done"].toInt());
    QCOMPARE(state.isFinished, said["finished"].toBool());
    QCOMPARE(shown<QLabel>("planTitle")->text(), title);
    const QString amounts = shown<QLabel>("planAmounts")->text();
    const auto bytesOf = [&](const char* key) { return bytesText(static_cast<std::uint64_t>(said[key].toDouble())); };
    const QString wanted = QString("%1 of %2 files · %3 of %4, %5 written")
                               .arg(said["files_done"].toInt())
                               .arg(said["files"].toInt())
                               .arg(bytesOf("bytes_done"), bytesOf("bytes"), bytesOf("bytes_written"));
    QVERIFY2(amounts.startsWith(wanted), qPrintable(amounts + " / " + wanted));
    QCOMPARE(amounts.contains(bytesOf("bytes_per_second") + "/s"), tasks != 0 && !commits);
    QCOMPARE(amounts.contains(" left"), tasks != 0 && left() != QString());
    QCOMPARE(shown<QProgressBar>("planBar")->value(),
             static_cast<int>(1000 * said["bytes_done"].toDouble() / said["bytes"].toDouble()));
    QCOMPARE(shown<QLineEdit>("planExpression")->text(), left());
    QCOMPARE(shown<QLineEdit>("planExpression")->isVisible(), !left().isEmpty());
    const QStringList rows = tableText(*shown<QTreeView>("planTasks")->model(), "|").split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(rows.size(), 4);
    QCOMPARE(rows.filter("|Done").size(), said["done"].toInt());
    QCOMPARE(rows.filter("|Failed").size(), said["failed"].toInt());
    QVERIFY2(rows.front().startsWith("0|1|"), qPrintable(rows.front()));
    const QString failures = tableText(*shown<QTreeView>("planFailures")->model(), "|");
    for (const QJsonValue failure : said["failures"].toArray()) {
        QVERIFY2(failures.contains(QString("%1|d.pth|").arg(failure["task"].toInt())), qPrintable(failures));
        const QString reason = failures.section(u'|', 2, 2).trimmed();
        QVERIFY2(!reason.isEmpty() && failure["message"].toString().endsWith(reason), qPrintable(failures));
    }
    QCOMPARE(failures.isEmpty(), said["failures"].toArray().isEmpty());
    QCOMPARE(m_plan->findChild<QAction*>("commitPlanAction")->isEnabled(), title == "4 of 4 tasks done");
    QVERIFY2(withoutNames(*m_plan).isEmpty(), qPrintable(withoutNames(*m_plan).join(u'\n')));
    QVERIFY2(outOfOrder(*m_plan).isEmpty(), qPrintable(outOfOrder(*m_plan).join(u'\n')));
    shown<QCheckBox>("planOnlyLeft")->setChecked(true);
    QCOMPARE(shown<QTreeView>("planTasks")->model()->rowCount(), static_cast<int>(state.left.size()));
    shown<QCheckBox>("planOnlyLeft")->setChecked(false);
    draw(*m_plan, QString("plan-") + QString::fromUtf8(QTest::currentDataTag()).replace(u' ', u'-'));
    if (hasBroken) {
        shown<QTabWidget>("planTabs")->setCurrentIndex(1);
        auto* list = shown<QTreeView>("planFailures");
        list->setCurrentIndex(list->model()->index(0, 0));
        QVERIFY(shown<QLabel>("planReason")->isVisible());
        QCOMPARE(BreakableLabel::unbroken(shown<QLabel>("planReason")->text()),
                 said["failures"].toArray().first()["message"].toString());
        m_plan->resize(800, 600);
        draw(*m_plan, "plan-failures");
    }
}

void tst_PlanView::copiesWhatIsLeft()
{
    plan(false);
    QCOMPARE(run(1), 0);
    show();
    shown<QToolButton>("planExpressionCopy")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), "0,2-3");
    QCOMPARE(QGuiApplication::clipboard()->text(), left());
    shown<QToolButton>("planSubmitCopy")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QString("sbatch $(cairn-cli batch retry %1 --sbatch) cairn-batch.sbatch %1").arg(at("plan")));
}

void tst_PlanView::followsItsFolder()
{
    plan(false);
    show();
    QCOMPARE(run(2), 0);
    QTRY_COMPARE_WITH_TIMEOUT(shown<QLineEdit>("planExpression")->text(), "0-1,3", 60'000);
    QCOMPARE(shown<QTreeView>("planTasks")->model()->index(2, TasksModel::State).data().toString(), "Done");
}

void tst_PlanView::movesCopies()
{
    plan(false);
    for (int task = 0; task < 4; ++task) {
        QCOMPARE(run(task), 0);
    }
    show();
    auto* commit = m_plan->findChild<QAction*>("commitPlanAction");
    commit->trigger();
    const auto* question = shown<NoticeBar>("commitQuestion");
    QVERIFY(question->isVisible() && question->text().contains(at("out")));
    QVERIFY(!QFileInfo::exists(at("out"))); // only asked
    draw(*m_plan, "plan-commit");
    question->findChild<QPushButton*>("noticeAccept")->click();
    QTRY_COMPARE_WITH_TIMEOUT(shown<QLabel>("planTitle")->text(), "All copies have their places", 60'000);
    QCOMPARE(filesIn(at("out")), (QStringList{"a.pth", "b.pth", "c.pth", "d.pth"}));
    QCOMPARE(tagsOf(at("out/a.pth")), "cpu");
    QVERIFY(status()["finished"].toBool());
    QVERIFY(shown<NoticeBar>("planNotice")->text().startsWith("4 file"));
    QVERIFY(!commit->isEnabled());
}

void tst_PlanView::saysWhyCopiesWereNotMoved()
{
    plan(false);
    for (int task = 0; task < 4; ++task) {
        QCOMPARE(run(task), 0);
    }
    show();
    writeFile(at("out/mine"), "mine");
    m_plan->findChild<QAction*>("commitPlanAction")->trigger();
    shown<NoticeBar>("commitQuestion")->findChild<QPushButton*>("noticeAccept")->click();
    auto* notice = shown<NoticeBar>("planNotice");
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), 60'000);
    QVERIFY2(notice->text().startsWith("The copies were not moved."), qPrintable(notice->text()));
    QCOMPARE(filesIn(at("out")), QStringList{"mine"});
    QVERIFY(!status()["finished"].toBool());
}

void tst_PlanView::saysWhatIsWrongWithAPlan()
{
    plan(false);
    const QByteArray whole = contentOf(at("plan/plan.jsonl"));
    writeFile(at("plan/plan.jsonl"), whole.first(whole.size() - 20));
    show();
    QVERIFY(!m_plan->status());
    const auto* problem = shown<QLabel>("planProblem");
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().startsWith("This plan cannot be read.\n") && problem->text().size() > 40,
             qPrintable(problem->text()));
    QVERIFY(!m_plan->findChild<QAction*>("commitPlanAction")->isEnabled());
    draw(*m_plan, "plan-damaged");
    writeFile(at("plan/plan.jsonl"), whole);
    m_plan->findChild<QAction*>("refreshPlanAction")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(shown<QLabel>("planTitle")->text(), "0 of 4 tasks done", 60'000);
}

void tst_PlanView::showsTextAsText()
{
    writeFile(at("runs/<b>x<img src=y>.pth"), checkpointOn("cuda:0").first(150));
    QCOMPARE(cairnCli({"batch", "plan", "-r", at("runs"), "--out-dir", at("<i>out</i>"), "-o", at("plan")}).code, 0);
    QCOMPARE(run(0), 1);
    show();
    for (const QLabel* label : m_plan->findChildren<QLabel*>()) {
        QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->objectName()));
    }
    QVERIFY(shown<QTreeView>("planFailures")->model()->index(0, 1).data().toString().contains("<b>x<img src=y>"));
}

void tst_PlanView::hasRoomForManyTasks()
{
    constexpr std::uint64_t count = 120'000;
    std::vector<convert::BatchUnit> units(count);
    for (std::size_t i = 0; i < count; ++i) {
        units[i].file = "/data/" + std::to_string(i);
        units[i].out = std::to_string(i);
        units[i].bytes = i;
    }
    convert::BatchHead head;
    head.folder = at("out").toStdString();
    head.tasks = count;
    QVERIFY(convert::writeBatchPlan(at("plan").toStdString(), head, std::move(units)));
    show();
    QAbstractItemModel* model = shown<QTreeView>("planTasks")->model();
    QVERIFY(model->rowCount() < static_cast<int>(count));
    const QAbstractItemModelTester tester(model);
    while (model->canFetchMore({})) {
        model->fetchMore({});
    }
    QCOMPARE(model->rowCount(), static_cast<int>(count));
    QCOMPARE(model->index(0, TasksModel::Bytes).data().toString(), bytesText(count - 1)); // the largest first
    QCOMPARE(shown<QLineEdit>("planExpression")->text(), QString("0-%1").arg(count - 1));
    const QString submit = shown<QLineEdit>("planSubmit")->text();
    QVERIFY2(submit.contains("while read -r options"), qPrintable(submit));
}

CAIRN_TEST(tst_PlanView, QApplication);

} // namespace cairn::tst_plan_view

#include "tst_plan_view.moc"
