#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/ui/queue_test.h"
#include "ui/common/notice_bar.h"
#include "ui/document/machine.h"
#include "ui/queue/drop_overlay.h"
#include "ui/queue/queue_report.h"
#include "ui/window/main_window.h"
#include "ui/window/running_instance.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>

#include <thread>
#include <unistd.h>

namespace cairn::tst_queue {

using namespace cairn::test;
using namespace cairn::ui;

/// The queue as a person meets it: files and folders are dropped, and each tells what becomes of it.
class tst_Queue : public QueueTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAfresh(); }
    void cleanup() { end(); }
    void startsEmpty();
    void convertsDroppedFiles();
    void writesNothingOver();
    void searchesFolders();
    void tellsWhatFails();
    void takesAFileOnce();
    void convertsAgainWithOtherOptions();
    void refusesAddresses();
    void takesAThousandFiles();
    void pausesAndCancels();
    void retriesAndRemoves();
    void reports();
    void givesCommandLines();
    void looksGood();
    void offersTwoZones();
    void takesFilesOfASecondStart();
    void goesOnAfterACrash();
    void forgetsWhatIsLeft();
    void convertsTheCorpus();

private:
    void drop(const QList<QUrl>& urls);
    void dropFiles(const QStringList& names);
    /// "model.pth: Converted", a line for each file.
    [[nodiscard]] QString states() const;
    [[nodiscard]] QString words(int row) const;
};

void tst_Queue::drop(const QList<QUrl>& urls)
{
    QMimeData data;
    data.setUrls(urls);
    QVERIFY(dropOn(*m_view, data));
}

void tst_Queue::dropFiles(const QStringList& names)
{
    QList<QUrl> urls;
    for (const QString& name : names) {
        urls.append(QUrl::fromLocalFile(at(name)));
    }
    drop(urls);
}

QString tst_Queue::states() const
{
    QString all;
    for (const QueueItem& item : queue().items()) {
        const QString name = QString::fromStdString(item.path.substr(item.path.rfind('/') + 1));
        all += name + QStringLiteral(": ") + stateName(item.state()) + u'\n';
    }
    return all;
}

QString tst_Queue::words(int row) const
{
    return queue().items().at(static_cast<std::size_t>(row)).outcome.words;
}

void tst_Queue::startsEmpty()
{
    cairn::test::draw(*m_view, "queue-empty");
    QVERIFY(!part<QAction>("cancelAllAction")->isEnabled());
    QVERIFY(!part<QAction>("exportAction")->isEnabled());
    QCOMPARE(part<QLabel>("queueSummary")->text(), QString());
}

void tst_Queue::convertsDroppedFiles()
{
    const QStringList names = {"model.pth", "my model.pt", "模型.ckpt", "two\nlines.bin", "no extension", "-x.pth"};
    for (const QString& name : names) {
        writeFile(at(name), checkpointOn("cuda:1"));
    }
    dropFiles(names);
    wait();
    const QStringList copies = {"model.cpu.pth",      "my model.cpu.pt",  "模型.cpu.ckpt",
                                "two\nlines.cpu.bin", "no extension.cpu", "-x.cpu.pth"};
    for (qsizetype i = 0; i < names.size(); ++i) {
        QCOMPARE(tagsOf(at(copies[i])), "cpu");
        QCOMPARE(contentOf(at(names[i])), checkpointOn("cuda:1"));
    }
    QCOMPARE(words(0), "1 tag(s) became cpu; verified, all else is the same.");
    QCOMPARE(queue().totals().done, 6U);
    QVERIFY(part<QLabel>("queueSummary")->text().startsWith("6 converted; "));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden).filter(".part").size(), 0);
}

void tst_Queue::writesNothingOver()
{
    writeFile(at("model.pth"), checkpointOn("cuda:0"));
    writeFile(at("model.cpu.pth"), "precious");
    QVERIFY(QFile::link(at("nowhere"), at("model.cpu-2.pth")));
    dropFiles({"model.pth"});
    wait();
    QCOMPARE(contentOf(at("model.cpu.pth")), "precious");
    QVERIFY(!QFile::exists(at("nowhere")));
    QCOMPARE(tagsOf(at("model.cpu-3.pth")), "cpu");
    QueueOptions options = queue().options();
    options.recipe.existing = cairn::convert::ExistingTarget::Skip;
    queue().setOptions(options);
    writeFile(at("other/model.pth"), checkpointOn("cuda:0"));
    writeFile(at("other/model.cpu.pth"), "precious");
    dropFiles({"other"});
    wait();
    QCOMPARE(words(2), "model.cpu.pth is there already.");
}

void tst_Queue::searchesFolders()
{
    writeFile(at("runs/model10.pth"), checkpointOn("cuda:0"));
    writeFile(at("runs/model2.pth"), checkpointOn("mps"));
    writeFile(at("runs/on_cpu.pth"), checkpointOn("cpu"));
    writeFile(at("runs/notes.txt"), "some notes\n");
    writeFile(at("runs/config.json"), "{\"a\": 1}");
    writeFile(at("runs/lfs.pth"),
              "version https://git-lfs.github.com/spec/v1\noid sha256:" + QByteArray(64, 'a') + "\nsize 100000\n");
    writeFile(at("runs/deep/er/named_like_text.txt"), checkpointOn("cuda:0"));
    writeFile(at("runs/.git/object"), checkpointOn("cuda:0"));
    QVERIFY(QFile::link(at("runs"), at("runs/deep/loop")));
    dropFiles({"runs"});
    wait();
    QCOMPARE(states(), ".git: Skipped\n"
                       "config.json: Skipped\n"
                       "lfs.pth: Skipped\n"
                       "model2.pth: Converted\n"
                       "model10.pth: Converted\n"
                       "notes.txt: Skipped\n"
                       "on_cpu.pth: Skipped\n"
                       "named_like_text.txt: Converted\n");
    QVERIFY(words(2).contains("Git LFS"));
    QCOMPARE(words(6), "Already on the CPU.");
    QCOMPARE(tagsOf(at("runs/deep/er/named_like_text.cpu.txt")), "cpu");
    QVERIFY(!QFile::exists(at("runs/on_cpu.cpu.pth")));
}

void tst_Queue::tellsWhatFails()
{
    writeFile(at("broken.pth"), checkpointOn("cuda:0").first(200));
    writeFile(at("vanishes.pth"), checkpointOn("cuda:0"));
    writeFile(at("secret.pth"), checkpointOn("cuda:0"));
    QVERIFY(QFile::setPermissions(at("secret.pth"), {}));
    queue().setPaused(true);
    dropFiles({"broken.pth", "vanishes.pth", "secret.pth", "never_there.pth"});
    QTRY_VERIFY_WITH_TIMEOUT(!queue().isSearching(), 60'000);
    QVERIFY(QFile::remove(at("vanishes.pth")));
    queue().setPaused(false);
    wait();
    QCOMPARE(queue().items().size(), 4U);
    QCOMPARE(stateName(queue().items()[0].state()), "Failed");
    QCOMPARE(stateName(queue().items()[1].state()), "Failed");
    QVERIFY2(words(1).contains("no such file", Qt::CaseInsensitive), qPrintable(words(1)));
    QCOMPARE(stateName(queue().items()[2].state()), ::geteuid() == 0 ? "Converted" : "Failed");
    QCOMPARE(stateName(queue().items()[3].state()), "Failed");
    QCOMPARE(words(3), words(1));
}

void tst_Queue::takesAFileOnce()
{
    writeFile(at("model.pth"), checkpointOn("cuda:0"));
    QVERIFY(QFile::link(at("model.pth"), at("link.pth")));
    dropFiles({"model.pth", "model.pth", "link.pth"});
    wait();
    dropFiles({"model.pth"});
    wait();
    QCOMPARE(states(), "model.pth: Converted\n");
    const auto* notice = part<NoticeBar>("queueNotice");
    QVERIFY(notice->isVisible());
    QVERIFY2(notice->text().contains("with these options already"), qPrintable(notice->text()));
    QVERIFY(!QFile::exists(at("model.cpu-2.pth")));
    trigger("clearAction");
    QVERIFY(!notice->isVisible());
    dropFiles({"model.pth"});
    wait();
    QVERIFY(!notice->isVisible());
    QCOMPARE(tagsOf(at("model.cpu-2.pth")), "cpu");
    queue().setPaused(true);
    writeFile(at("next.pth"), checkpointOn("cuda:0"));
    dropFiles({"next.pth"});
    QTRY_COMPARE_WITH_TIMEOUT(queue().totals().waiting, 1U, 60'000);
    dropFiles({"next.pth"});
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), 60'000);
    QVERIFY2(notice->text().contains("in the queue already"), qPrintable(notice->text()));
}

void tst_Queue::convertsAgainWithOtherOptions()
{
    writeFile(at("runs/model.pth"), checkpointOn("cuda:0"));
    writeFile(at("runs/on_cpu.pth"), checkpointOn("cpu"));
    dropFiles({"runs"});
    wait();
    QueueOptions options = queue().options();
    options.recipe.name = "{stem}.again{ext}";
    queue().setOptions(options);
    dropFiles({"runs/model.pth", "runs/on_cpu.pth"});
    wait();
    QCOMPARE(states(), "model.pth: Converted\non_cpu.pth: Skipped\n"); // each in place of its row
    QVERIFY(!part<NoticeBar>("queueNotice")->isVisible());
    QCOMPARE(tagsOf(at("runs/model.again.pth")), "cpu");
    options.recipe.existing = cairn::convert::ExistingTarget::Refuse;
    queue().setOptions(options);
    dropFiles({"runs/model.pth"});
    wait();
    QCOMPARE(states(), "on_cpu.pth: Skipped\nmodel.pth: Asks\n");
    options.recipe.existing = cairn::convert::ExistingTarget::Number;
    queue().setOptions(options);
    wait();
    QCOMPARE(tagsOf(at("runs/model.again-2.pth")), "cpu");
    queue().setOptions({}); // with these its copy was made before, but the queue no longer says so
    dropFiles({"runs/model.pth"});
    wait();
    QCOMPARE(tagsOf(at("runs/model.cpu-2.pth")), "cpu");
}

void tst_Queue::refusesAddresses()
{
    writeFile(at("model.pth"), checkpointOn("cuda:0"));
    drop({QUrl("https://example.org/model.pth"), QUrl::fromLocalFile(at("model.pth"))});
    wait();
    QCOMPARE(queue().items().size(), 2U);
    QCOMPARE(queue().items()[0].path, "https://example.org/model.pth");
    QVERIFY(words(0).contains("not on this machine"));
    QCOMPARE(tagsOf(at("model.cpu.pth")), "cpu");
}

void tst_Queue::takesAThousandFiles()
{
    m_tester.reset(); // it asks for every row at every change
    constexpr int files = 1000;
    constexpr int onGpu = 20;
    for (int i = 0; i < files; ++i) {
        writeFile(at(QStringLiteral("many/%1.pth").arg(i)), checkpointOn(i < onGpu ? "cuda:0" : "cpu"));
    }
    qint64 longest = 0; // time between two turns of the event loop
    QElapsedTimer since;
    QTimer pulse;
    connect(&pulse, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
    since.start();
    pulse.start(1);
    QStringList names;
    for (int i = 0; i < files; ++i) {
        names.append(QStringLiteral("many/%1.pth").arg(i));
    }
    dropFiles(names);
    wait();
    QCOMPARE(queue().totals().done, std::size_t{onGpu});
    QCOMPARE(queue().totals().skipped, std::size_t{files - onGpu});
    QVERIFY2(longest < 2000, qPrintable(QString::number(longest)));
    qInfo("the longest turn of the event loop took %lld ms", longest);
}

void tst_Queue::pausesAndCancels()
{
    for (int i = 0; i < 5; ++i) {
        writeFile(at(QStringLiteral("%1.pth").arg(i)), checkpointOn("cuda:0"));
    }
    queue().setPaused(true);
    dropFiles({"0.pth", "1.pth", "2.pth", "3.pth", "4.pth"});
    QTRY_COMPARE_WITH_TIMEOUT(queue().totals().waiting, 5U, 60'000);
    queue().cancel(queue().items()[1].id);
    QCOMPARE(queue().totals().waiting, 4U);
    trigger("pauseAction");
    wait();
    QCOMPARE(queue().totals().done, 4U);
    QVERIFY(!QFile::exists(at("1.cpu.pth")));
    writeFile(at("5.pth"), checkpointOn("cuda:0"));
    dropFiles({"5.pth"});
    trigger("cancelAllAction");
    wait();
    auto* table = part<QTreeView>("queueTable");
    QCOMPARE(table->model()->index(1, QueueModel::State).data().toString(), "Cancelled: It had not begun.");
    QVERIFY(queue().items().size() < 6 || queue().items()[5].state() == QueueState::Cancelled);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden).filter(".part").size(), 0);
}

void tst_Queue::retriesAndRemoves()
{
    writeFile(at("model.pth"),
              "version https://git-lfs.github.com/spec/v1\noid sha256:" + QByteArray(64, 'a') + "\nsize 100000\n");
    dropFiles({"model.pth"});
    wait();
    QCOMPARE(states(), "model.pth: Skipped\n");
    writeFile(at("model.pth"), checkpointOn("cuda:0"));
    auto* table = part<QTreeView>("queueTable");
    table->setCurrentIndex(table->model()->index(0, 0));
    trigger("retryAction");
    wait();
    QCOMPARE(states(), "model.pth: Converted\n");
    table->setCurrentIndex(table->model()->index(0, 0));
    QVERIFY(part<QLabel>("queueDetails")->text().contains("model.cpu.pth"));
    QSignalSpy opened(m_view.get(), &QueueView::openRequested);
    trigger("openResultAction");
    QCOMPARE(opened[0][0].toString(), at("model.cpu.pth"));
    trigger("showFolderAction");
    QCOMPARE(m_answers.folderShown, at("model.cpu.pth"));
    trigger("removeAction");
    QVERIFY(queue().items().empty());
    QVERIFY(QFile::exists(at("model.pth")));
}

void tst_Queue::reports()
{
    writeFile(at("a, \"b\".pth"), checkpointOn("cuda:0"));
    writeFile(at("notes.txt"), "some notes\n");
    dropFiles({"a, \"b\".pth", "notes.txt"});
    wait();
    m_answers.answer = at("report.json");
    trigger("exportAction");
    const QJsonObject report = QJsonDocument::fromJson(contentOf(m_answers.answer)).object();
    QCOMPARE(report["converted"].toInt(), 1);
    QCOMPARE(report["skipped"].toInt(), 1);
    const QJsonObject file = report["files"].toArray()[0].toObject();
    QCOMPARE(file["file"].toString(), at("a, \"b\".pth"));
    QCOMPARE(file["target"].toString(), at("a, \"b\".cpu.pth"));
    QCOMPARE(file["tags_before"].toObject()["cuda:0"].toInt(), 1);
    QVERIFY(file["verified"].toBool());
    QCOMPARE(file["format"].toString(), "torch-zip");
    m_answers.answer = at("report.csv");
    trigger("exportAction");
    const QList<QByteArray> lines = contentOf(m_answers.answer).split('\n');
    QCOMPARE(lines.size(), 4); // the last one is empty
    QVERIFY(lines[1].contains("a, \"\"b\"\".pth\",converted,"));
}

void tst_Queue::givesCommandLines()
{
    QueueItem item;
    item.path = "/a b/it's.pth";
    item.outcome.target = "/a b/it's.cpu.pth";
    QCOMPARE(commandLines({&item}, {}).value_or("-"),
             "cairn-cli convert '/a b/it'\\''s.pth' -o '/a b/it'\\''s.cpu.pth' --verify\n");
    item.path = "/two\nlines\xff.pth";
    item.outcome.target = "/x.pth";
    QueueOptions options;
    options.recipe.verify = false;
    options.recipe.container = cairn::convert::Container::Safetensors;
    QCOMPARE(commandLines({&item}, options).value_or("-"),
             "cairn-cli convert \"$(printf '/two\\012lines\\377.pth')\" -o /x.pth --to safetensors\n");
    item.recipe = std::make_shared<const cairn::convert::Recipe>(); // what it was made with, before they were changed
    QVERIFY(commandLines({&item}, options).value_or("-").endsWith(" -o /x.pth --verify\n"));
}

void tst_Queue::looksGood()
{
    writeFile(at("runs/two_gpus.pth"), contentOf(kSample));
    writeFile(at("runs/on_cpu.pth"), checkpointOn("cpu"));
    writeFile(at("runs/broken.pth"), checkpointOn("cuda:0").first(200));
    writeFile(at("runs/README.md"), "# Models\n");
    writeFile(at("runs/ema/model.pth"), checkpointOn("mps"));
    dropFiles({"runs"});
    wait();
    queue().setPaused(true);
    writeFile(at("next/model.pth"), checkpointOn("cuda:0"));
    dropFiles({"next"});
    QTRY_COMPARE_WITH_TIMEOUT(queue().totals().waiting, 1U, 60'000);
    auto* table = part<QTreeView>("queueTable");
    table->setCurrentIndex(table->model()->index(1, 0));
    cairn::test::draw(*m_view, "queue");
    QCOMPARE(table->model()->index(3, QueueModel::Format).data().toString(), "torch zip");
    QCOMPARE(table->model()->rowCount(), 6);
}

void tst_Queue::offersTwoZones()
{
    Machine machine;
    Answers answers;
    MainWindow window({.settings = *m_settings, .prompts = answers, .machine = machine});
    window.resize(1000, 700);
    window.show();
    QSignalSpy wanted(&window, &MainWindow::conversionRequested);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(at("model.pth")), QUrl::fromLocalFile(at("folder"))});
    QDragEnterEvent enter(QPoint(900, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    auto* overlay = window.findChild<DropOverlay*>("dropOverlay");
    QVERIFY(overlay->isVisible());
    QCOMPARE(overlay->size(), window.size());
    cairn::test::draw(window, "drop-zones");
    QCOMPARE(overlay->actionAt(QPoint(900, 300), Qt::ControlModifier), DropAction::Open);
    QCOMPARE(overlay->actionAt(QPoint(10, 300), Qt::NoModifier), DropAction::Open);
    QCOMPARE(overlay->actionAt(QPoint(10, 300), Qt::ShiftModifier), DropAction::Convert);
    QDragLeaveEvent leave;
    QApplication::sendEvent(&window, &leave);
    QVERIFY(!overlay->isVisible());
    QApplication::sendEvent(&window, &enter);
    QDropEvent drop(QPointF(900, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &drop);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<DroppedFiles>().paths, (QStringList{at("model.pth"), at("folder")}));
    saveDropAction(*m_settings, DropAction::Convert); // settled: wherever it is dropped
    QApplication::sendEvent(&window, &enter);
    QCOMPARE(overlay->actionAt(QPoint(10, 300), Qt::NoModifier), DropAction::Convert);
    QCOMPARE(overlay->actionAt(QPoint(10, 300), Qt::ControlModifier), DropAction::Open);
    cairn::test::draw(window, "drop-settled");
    QApplication::sendEvent(&window, &leave);
    QCOMPARE(savedDropAction(*m_settings), std::optional(DropAction::Convert));
    QGuiApplication::clipboard()->setMimeData([&] {
        auto* copied = new QMimeData;
        copied->setUrls({QUrl::fromLocalFile(at("model.pth"))});
        return copied;
    }());
    window.findChild<QAction*>("pasteFilesAction")->trigger();
    QCOMPARE(wanted.takeLast()[0].value<DroppedFiles>().paths, QStringList{at("model.pth")});
    saveDropAction(*m_settings, std::nullopt);
    QVERIFY(!savedDropAction(*m_settings));
    window.findChild<QAction*>("convertAction")->trigger();
    QVERIFY(wanted[1][0].value<DroppedFiles>().isEmpty());
    window.tellOfQueue(3);
    const auto* left = window.findChild<NoticeBar*>("queueLeft");
    QVERIFY(left->isVisible() && left->text().contains("3 file(s) are left"));
    cairn::test::draw(window, "queue-left");
    left->findChild<QPushButton*>("noticeAccept")->click();
    QCOMPARE(wanted.size(), 3);
    QVERIFY(wanted[2][0].value<DroppedFiles>().isEmpty());
    QVERIFY(!left->isVisible());
}

void tst_Queue::takesFilesOfASecondStart()
{
    RunningInstance first;
    QVERIFY(first.listen(at("socket")));
    QSignalSpy received(&first, &RunningInstance::conversionReceived);
    bool taken = false;
    std::thread second(
        [&] { taken = RunningInstance::hand(at("socket"), {"/a folder"}, RunningInstance::Action::Convert); });
    QVERIFY(received.wait(10'000));
    second.join();
    QVERIFY(taken);
    QCOMPARE(received[0][0].toStringList(), QStringList{"/a folder"});
}

void tst_Queue::goesOnAfterACrash()
{
    for (const char* name : {"done.pth", "running.pth", "waiting.pth", "odd\xc3\xa4 \n.pth"}) {
        writeFile(at(name), checkpointOn("cuda:0"));
    }
    const QString state = at("data/queue.json");
    const auto view = [&] {
        return std::make_unique<QueueView>(
            QueueSurroundings{.settings = *m_settings, .prompts = m_answers, .stateFile = state});
    };
    auto first = view();
    QCOMPARE(first->leftCount(), 0U);
    first->add({at("done.pth")});
    QTRY_VERIFY_WITH_TIMEOUT(!first->queue().isBusy(), 60'000);
    first->queue().setPaused(true);
    first->add({at("running.pth"), at("waiting.pth"), at("odd\xc3\xa4 \n.pth")});
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(state).contains("waiting.pth"), 60'000);
    const QByteArray asItWas = contentOf(state);
    first->queue().setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(!first->queue().isBusy(), 60'000);
    first.reset();
    QVERIFY(!QFile::exists(state)); // nothing is left to do

    QVERIFY(QFile::remove(at("waiting.cpu.pth"))); // the crash: one copy was made and not noted, the others were not
    QVERIFY(QFile::remove(at("odd\xc3\xa4 \n.cpu.pth")));
    writeFile(state, asItWas);
    auto second = view();
    QCOMPARE(second->leftCount(), 3U);
    second->show();
    cairn::test::draw(*second, "queue-offer");
    QVERIFY(second->queue().items().empty());
    auto* offer = second->findChild<QWidget*>("queueOffer");
    offer->findChild<QPushButton*>("noticeAccept")->click();
    QTRY_VERIFY_WITH_TIMEOUT(!second->queue().isBusy(), 60'000);
    QCOMPARE(second->queue().totals().done, 4U);
    QVERIFY(second->queue().items()[1].outcome.words.contains("before the interruption"));
    for (const char* name : {"done", "running", "waiting", "odd\xc3\xa4 \n"}) {
        QCOMPARE(tagsOf(at(QString(name) + ".cpu.pth")), "cpu");
        QVERIFY(!QFile::exists(at(QString(name) + ".cpu-2.pth")));
    }
    second.reset();
    QVERIFY(!QFile::exists(state));
    writeFile(state, "{\"format\": \"something else\"");
    QCOMPARE(view()->leftCount(), 0U);
}

void tst_Queue::forgetsWhatIsLeft()
{
    writeFile(at("left.pth"), checkpointOn("cuda:0"));
    const QString state = at("data/queue.json");
    const auto view = [&] {
        auto made = std::make_unique<QueueView>(
            QueueSurroundings{.settings = *m_settings, .prompts = m_answers, .stateFile = state});
        made->show();
        return made;
    };
    auto first = view();
    first->queue().setPaused(true);
    first->add({at("left.pth")});
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(state).contains("left.pth"), 60'000);
    first.reset();
    const QStringList leftovers = {".left.cpu.pth.cairn-abcdefghijkl.part", ".left.cpu-2.pth.cairn-abcdefghijkl.part",
                                   ".left.cpu-00001-of-00002.pth.cairn-abcdefghijkl.part"};
    for (const QString& name : leftovers) {
        writeFile(at(name), "half");
    }
    writeFile(at(".other.cpu.pth.cairn-abcdefghijkl.part"), "of another file");

    auto second = view();
    const auto* offer = second->findChild<NoticeBar*>("queueOffer");
    offer->findChild<QPushButton*>("noticeLater")->click();
    QVERIFY(!offer->isVisible());
    second.reset();
    QVERIFY(QFile::exists(state));
    second = view();
    offer = second->findChild<NoticeBar*>("queueOffer");
    QVERIFY(offer->isVisible());
    auto* forget = offer->findChild<QPushButton*>("noticeDismiss");
    QCOMPARE(forget->text(), "Forget it");
    cairn::test::draw(*second, "queue-forget");
    forget->click();
    QVERIFY(!offer->isVisible());
    QCOMPARE(second->leftCount(), 0U);
    second.reset(); // waits for what is being removed
    QVERIFY(!QFile::exists(state));
    for (const QString& name : leftovers) {
        QVERIFY2(!QFile::exists(at(name)), qPrintable(name));
    }
    QVERIFY(QFile::exists(at(".other.cpu.pth.cairn-abcdefghijkl.part")));
    QVERIFY(QFile::exists(at("left.pth")));
    QCOMPARE(view()->leftCount(), 0U);
}

void tst_Queue::convertsTheCorpus()
{
    const QString corpus = qEnvironmentVariable("CAIRN_CORPUS");
    if (corpus.isEmpty()) {
        QSKIP("CAIRN_CORPUS names no folder of checkpoints");
    }
    QueueOptions options = queue().options();
    options.recipe.folder = at("copies").toStdString();
    queue().setOptions(options);
    drop({QUrl::fromLocalFile(corpus)});
    QTRY_VERIFY_WITH_TIMEOUT(!queue().isBusy(), 540'000);
    QVERIFY(queue().totals().done > 0);
    for (const QueueItem& item : queue().items()) {
        const QueueOutcome& outcome = item.outcome;
        if (outcome.state == QueueState::Done) {
            QVERIFY(outcome.isVerified);
            const QString tags = tagsOf(QFile::decodeName(outcome.target.c_str()));
            QVERIFY2(tags == "cpu" || tags == "cpu meta" || tags == "meta cpu",
                     qPrintable(QString::fromStdString(item.path) + u' ' + tags));
        } else {
            QVERIFY2(!outcome.words.isEmpty(), item.path.c_str());
            qInfo("%s: %s", item.path.c_str(), qPrintable(stateName(outcome.state) + u' ' + outcome.words));
        }
    }
    qInfo("%s", qPrintable(summaryText(queue().totals())));
}

CAIRN_TEST(tst_Queue, QApplication);

} // namespace cairn::tst_queue

#include "tst_queue.moc"
