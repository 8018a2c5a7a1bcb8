#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"
#include "tests/ui/queue_test.h"
#include "ui/common/notice_bar.h"
#include "ui/queue/conversion_text.h"
#include "ui/queue/file_search.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_report.h"
#include "ui/text/core_words.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>

#include <cstring>

namespace cairn::tst_queue_recipe {

using namespace cairn::test;
using namespace cairn::ui;
using cairn::convert::ExistingTarget;

/// The options of the queue: recipes, slim copies, what is asked before something is lost, and the order of the files.
class tst_QueueRecipe : public QueueTest {
    Q_OBJECT

private Q_SLOTS:
    void takesAFolderOnce();
    void init();
    void cleanup() { end(); }
    void sameBytesByCommandLine_data();
    void sameBytesByCommandLine();
    void opensRecipes();
    void refusesBadRecipes();
    void takesTheCurrentMap();
    void showsWhatPresetsLeave();
    void asksBeforeItLoses();
    void asksAboutNumbersThatAreTooLarge();
    void asksAboutExistingOnce();
    void answersOneRow();
    void putsRowsInAnotherOrder();
    void dragsRows();
    void tellsTheDesktop();
    void listsWhatItCounts();
    void tellsWhatIsNoTag();
    void remembersOptions();
    void forgetsWhatLoses();
    void goesOnAsItBegan();
    void namesItsChoices();
    void leavesTensorsThatStayTheSame();

private:
    void add(const QStringList& names);
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] QString states() const;
    void select(const QList<int>& rows) const;

    std::optional<CurrentMap> m_map;
};

void tst_QueueRecipe::init()
{
    m_answers.notifications.clear();
    m_map.reset();
    startAfresh([this] { return m_map; });
}

void tst_QueueRecipe::add(const QStringList& names)
{
    QStringList paths;
    for (const QString& name : names) {
        paths.append(at(name));
    }
    m_view->add(paths);
    QTRY_VERIFY_WITH_TIMEOUT(!queue().isSearching(), 60'000);
}

QStringList tst_QueueRecipe::names() const
{
    QStringList all;
    for (const QueueItem& item : queue().items()) {
        all.append(QFileInfo(QString::fromStdString(item.path)).fileName());
    }
    return all;
}

QString tst_QueueRecipe::states() const
{
    QStringList all;
    for (const QueueItem& item : queue().items()) {
        all.append(stateName(item.state()));
    }
    return all.join(u' ');
}

void tst_QueueRecipe::select(const QList<int>& rows) const
{
    auto* table = part<QTreeView>("queueTable");
    table->setCurrentIndex(table->model()->index(rows.front(), 0));
    for (const int row : rows) {
        table->selectionModel()->select(table->model()->index(row, 0),
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
}

void tst_QueueRecipe::sameBytesByCommandLine_data()
{
    QTest::addColumn<QStringList>("boxes");
    QTest::addColumn<int>("container");
    QTest::newRow("tags alone") << QStringList() << 0;
    QTest::newRow("slim") << QStringList{"slimOptimizer", "slimBfloat16"} << 0;
    QTest::newRow("for old readers") << QStringList{"slimOptimizer"} << 2;
    QTest::newRow("safetensors") << QStringList{"optionDropOthers", "slimOptimizer"} << 3;
}

void tst_QueueRecipe::sameBytesByCommandLine()
{
    QFETCH(QStringList, boxes);
    QFETCH(int, container);
    trigger("optionsAction");
    part<QComboBox>("optionContainer")->setCurrentIndex(container);
    for (const QString& box : boxes) {
        part<QCheckBox>(box)->setChecked(true);
    }
    m_answers.answer = at("made by hand.cairn-recipe.json");
    part<QPushButton>("saveRecipe")->click();
    QTRY_VERIFY_WITH_TIMEOUT(part<NoticeBar>("queueNotice")->text().contains("--recipe"), 60'000);
    writeFile(at("two.pth"), contentOf(kSample));
    writeFile(at("server/two.pth"), contentOf(kSample));
    add({"two.pth"});
    wait();
    QCOMPARE(states(), "Converted");
    const QString copy = container == 3 ? "two.cpu.safetensors" : "two.cpu.pth";
    const Outcome outcome = cairnCli({"convert", "--recipe", m_answers.answer, at("server/two.pth")});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY(contentOf(at("server/" + copy)) == contentOf(at(copy)));

    // The command that the queue offers says the same.
    trigger("commandAction");
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QString("cairn-cli convert --recipe '%1' %2\n").arg(m_answers.answer, at("two.pth")));
    part<QCheckBox>("optionVerify")->setChecked(false);
    QVERIFY(queue().options().recipeFile.isEmpty()); // the file says something else now
    trigger("commandAction");
    const QString line = QGuiApplication::clipboard()->text();
    QVERIFY2(line.startsWith("cairn-cli convert " + at("two.pth") + " -o " + at(copy)), qPrintable(line));
    QVERIFY(QFile::remove(at(copy)));
    QCOMPARE(shell(line.trimmed().replace("cairn-cli", "\"$1\""), {}).code, 0);
    QVERIFY(contentOf(at("server/" + copy)) == contentOf(at(copy)));
}

void tst_QueueRecipe::opensRecipes()
{
    writeFile(
        at("nightly.cairn-recipe.json"),
        R"({"format": "cairn.recipe", "version": 1, "cast": ["float32=float16:model.*"], "name": "{stem}.half{ext}",
              "folder": ")" +
            at("out").toUtf8() + R"(", "device_map": {"format": "cairn.devicemap", "version": 1, "map": "rules",
              "rules": [{"from": "*", "path": "model.*", "to": "cuda:4"}]}})");
    trigger("optionsAction");
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(at("nightly.cairn-recipe.json"))});
    QVERIFY(dropOn(*m_view, data));
    QTRY_VERIFY_WITH_TIMEOUT(part<NoticeBar>("queueNotice")->isVisible(), 60'000);
    QVERIFY2(part<NoticeBar>("queueNotice")->text().contains("as nightly"),
             qPrintable(part<NoticeBar>("queueNotice")->text()));
    QCOMPARE(part<QLabel>("optionRecipe")->text(), "As in nightly.cairn-recipe.json");
    QCOMPARE(part<QLabel>("optionOthers")->text(), "And: --cast 'float32=float16:model.*'");
    QCOMPARE(part<QComboBox>("optionTags")->currentText(), "As the recipe says");
    QCOMPARE(part<QLineEdit>("optionPattern")->text(), "{stem}.half{ext}");
    QVERIFY(queue().items().empty());
    QVERIFY(savedOptions(*m_settings).recipe.casts.empty() && !savedOptions(*m_settings).recipe.map);
    draw(*m_view, "queue-recipe");
    writeFile(at("two.pth"), contentOf(kSample));
    add({"two.pth"});
    wait();
    QCOMPARE(tagsOf(at("out/two.half.pth")), "cuda:4 cpu cuda:1");
    part<QPushButton>("defaultOptions")->click();
    QVERIFY(queue().options() == QueueOptions());
}

void tst_QueueRecipe::refusesBadRecipes()
{
    const QueueOptions before = queue().options();
    writeFile(at("bad.cairn-recipe.json"), "{\"format\": \"cairn.recipe\", \"version\": 1,\n\"cats\": []}");
    add({"bad.cairn-recipe.json"});
    QTRY_VERIFY_WITH_TIMEOUT(part<NoticeBar>("queueNotice")->isVisible(), 60'000);
    const QString words = part<NoticeBar>("queueNotice")->text();
    QVERIFY2(words.contains("no field \"cats\"") && words.contains("ine 2"), qPrintable(words));
    QVERIFY(queue().options() == before);
    QVERIFY(queue().items().empty());
}

void tst_QueueRecipe::takesTheCurrentMap()
{
    auto* tags = part<QComboBox>("optionTags");
    Q_EMIT tags->activated(2);
    QVERIFY(part<NoticeBar>("queueNotice")->text().contains("No file is open"));
    QVERIFY(!queue().options().recipe.map);
    m_map =
        CurrentMap{cairn::devices::MapLocation(std::vector{cairn::devices::MapRule{"cuda:0", "cuda:5"}}), "model.pth"};
    Q_EMIT tags->activated(2);
    QCOMPARE(tags->currentText(), "The map of model.pth");
    writeFile(at("a.pth"), checkpointOn("cuda:0"));
    add({"a.pth"});
    wait();
    QCOMPARE(tagsOf(at("a.cpu.pth")), "cuda:5");
    Q_EMIT tags->activated(0);
    QVERIFY(!queue().options().recipe.map);
}

void tst_QueueRecipe::showsWhatPresetsLeave()
{
    auto* averaged = part<QCheckBox>("slimAveraged");
    averaged->setChecked(true);
    writeFile(at("two.pth"), contentOf(kSample));
    add({"two.pth"});
    wait();
    QCOMPARE(states(), "Failed"); // there is no average in it, and that is said
    QVERIFY2(!queue().items()[0].outcome.words.isEmpty(), "no reason");
    averaged->setChecked(false);
    part<QCheckBox>("slimOptimizer")->setChecked(true);
    select({0});
    trigger("retryAction");
    wait();
    const QString words = queue().items()[0].outcome.words;
    QVERIFY2(words.contains("1 part(s) left out") && words.contains("verified"), qPrintable(words));
    QVERIFY(QFileInfo(at("two.cpu.pth")).size() < QFileInfo(at("two.pth")).size());
}

void tst_QueueRecipe::asksBeforeItLoses()
{
    part<QComboBox>("optionContainer")->setCurrentIndex(3);
    writeFile(at("two.pth"), contentOf(kSample));
    writeFile(at("three.pth"), contentOf(kSample));
    add({"two.pth", "three.pth"});
    QTRY_COMPARE_WITH_TIMEOUT(states(), "Asks Asks", 60'000);
    auto* question = part<NoticeBar>("lossQuestion");
    QVERIFY(question->isVisible());
    QVERIFY(queue().items()[0].outcome.losses.size() > 1);
    select({0});
    draw(*m_view, "queue-loss");
    QVERIFY(!QFile::exists(at("two.cpu.safetensors")));
    question->findChild<QPushButton*>("noticeDismiss")->click();
    QCOMPARE(states(), "Skipped Skipped");
    select({1});
    trigger("retryAction");
    QTRY_COMPARE_WITH_TIMEOUT(states(), "Skipped Asks", 60'000);
    QVERIFY(question->isVisible());
    question->findChild<QPushButton*>("noticeAccept")->click();
    wait();
    QCOMPARE(states(), "Skipped Converted");
    QVERIFY(QFile::exists(at("three.cpu.safetensors")));
    QVERIFY(!QFile::exists(at("two.cpu.safetensors")));
    QVERIFY(!question->isVisible());
}

void tst_QueueRecipe::asksAboutNumbersThatAreTooLarge()
{

    const QByteArray plan =
        QByteArrayLiteral(R"({"format": "cairn.recipe", "version": 1, "cast": ["float32=float16"]})");
    writeFile(at("half.cairn-recipe.json"), plan);
    ZipBuilder zip;
    zip.torchLayout = true;
    zip.zip64End = true;
    const float large = 1e30F;
    std::string record(8, '\0');
    std::memcpy(record.data(), &large, sizeof(large));
    zip.add("archive/data.pkl", "\x80\x02"
                                "ctorch._utils\n_rebuild_tensor_v2\n((" +
                                    pickled("storage") + "ctorch\nFloatStorage\n" + pickled("0") + pickled("cuda:0") +
                                    std::string("K\x02tQK\0K\x02\x85K\x01\x85\x89}tR.", 17));
    zip.add("archive/data/0", record);
    zip.add("archive/version", "3\n");
    writeFile(at("large.pth"), QByteArray::fromStdString(zip.build().bytes));
    add({"half.cairn-recipe.json"});
    QTRY_VERIFY_WITH_TIMEOUT(!queue().options().recipe.casts.empty(), 60'000);
    add({"large.pth"});
    QTRY_VERIFY_WITH_TIMEOUT(states() != "Waiting" && states() != "Converting", 60'000);
    QVERIFY2(states() == "Asks", qPrintable(queue().items()[0].outcome.words));
    QVERIFY2(queue().items()[0].outcome.words.contains("too large for the new dtype"),
             qPrintable(queue().items()[0].outcome.words));
    select({0});
    QCOMPARE(part<QAction>("retryAction")->text(), "Convert &anyway");
    trigger("retryAction");
    wait();
    QCOMPARE(states(), "Converted");
    QVERIFY(queue().items()[0].outcome.words.contains("too large"));
}

void tst_QueueRecipe::asksAboutExistingOnce()
{
    part<QComboBox>("optionExisting")->setCurrentIndex(0);
    for (const char* name : {"a.pth", "b.pth", "c.pth"}) {
        writeFile(at(name), checkpointOn("cuda:0"));
    }
    writeFile(at("a.cpu.pth"), "precious");
    writeFile(at("c.cpu.pth"), "precious");
    add({"a.pth", "b.pth", "c.pth"});
    QTRY_COMPARE_WITH_TIMEOUT(states(), "Asks Converted Asks", 60'000);
    auto* question = part<NoticeBar>("existingQuestion");
    draw(*m_view, "queue-existing");
    question->findChild<QPushButton*>("noticeAccept")->click();
    wait();
    QCOMPARE(states(), "Converted Converted Converted");
    QCOMPARE(contentOf(at("a.cpu.pth")), "precious");
    QCOMPARE(tagsOf(at("c.cpu-2.pth")), "cpu");
    writeFile(at("d.pth"), checkpointOn("cuda:0"));
    writeFile(at("d.cpu.pth"), "precious");
    add({"d.pth"});
    QTRY_VERIFY_WITH_TIMEOUT(question->isVisible(), 60'000);
    question->findChild<QPushButton*>("noticeDismiss")->click();
    wait();
    QCOMPARE(stateName(queue().items()[3].state()), "Skipped");
    QVERIFY(!QFile::exists(at("d.cpu-2.pth")));
}

void tst_QueueRecipe::answersOneRow()
{
    part<QComboBox>("optionExisting")->setCurrentIndex(0);
    writeFile(at("a.pth"), checkpointOn("cuda:0"));
    writeFile(at("a.cpu.pth"), "precious");
    add({"a.pth"});
    QTRY_COMPARE_WITH_TIMEOUT(states(), "Asks", 60'000);
    select({0});
    trigger("cancelAction");
    QCOMPARE(states(), "Cancelled");
    QVERIFY(!part<NoticeBar>("existingQuestion")->isVisible());
    part<QComboBox>("optionExisting")->setCurrentIndex(2);
    trigger("retryAction");
    wait();
    QCOMPARE(states(), "Skipped");
    part<QComboBox>("optionExisting")->setCurrentIndex(1);
    trigger("retryAction");
    wait();
    QCOMPARE(states(), "Converted");
    QCOMPARE(contentOf(at("a.cpu.pth")), "precious");
}

void tst_QueueRecipe::putsRowsInAnotherOrder()
{
    queue().setPaused(true);
    for (const char* name : {"a.pth", "b.pth", "c.pth", "d.pth"}) {
        writeFile(at(name), checkpointOn("cuda:0"));
    }
    add({"a.pth", "b.pth", "c.pth", "d.pth"});
    select({2, 3});
    trigger("earlierAction");
    QCOMPARE(names(), (QStringList{"a.pth", "c.pth", "d.pth", "b.pth"}));
    QCOMPARE(part<QTreeView>("queueTable")->selectionModel()->selectedRows().size(), 2); // it moves with them
    trigger("earlierAction");
    trigger("earlierAction");
    QCOMPARE(names(), (QStringList{"c.pth", "d.pth", "a.pth", "b.pth"}));
    trigger("laterAction");
    QCOMPARE(names(), (QStringList{"a.pth", "c.pth", "d.pth", "b.pth"}));
    QueueOptions options = queue().options();
    options.workers = 1;
    queue().setOptions(options);
    QStringList begun;
    connect(&queue(), &ConversionQueue::itemChanged, m_view.get(), [&](int row) {
        const QString name = names()[row];
        if (queue().items()[static_cast<std::size_t>(row)].state() == QueueState::Running && !begun.contains(name)) {
            begun.append(name);
        }
    });
    queue().setPaused(false);
    wait();
    QCOMPARE(begun, names());
}

void tst_QueueRecipe::dragsRows()
{
    writeFile(at("a.pth"), checkpointOn("cuda:0"));
    add({"a.pth"});
    wait();
    queue().setPaused(true);
    writeFile(at("b.pth"), checkpointOn("cuda:0"));
    add({"b.pth"});
    const auto* model = m_view->findChild<QueueModel*>();
    const std::unique_ptr<QMimeData> done(model->mimeData({model->index(0, 0), model->index(0, 1)}));
    QCOMPARE(done->urls(), QList<QUrl>{QUrl::fromLocalFile(at("a.cpu.pth"))});
    const std::unique_ptr<QMimeData> waiting(model->mimeData({model->index(1, 0)}));
    QVERIFY(!waiting->hasUrls());
    auto* table = part<QTreeView>("queueTable");
    QVERIFY(table->model()->canDropMimeData(waiting.get(), Qt::CopyAction, 0, 0, {}));
    QVERIFY(table->model()->dropMimeData(waiting.get(), Qt::CopyAction, 0, 0, {}));
    QCOMPARE(names(), (QStringList{"b.pth", "a.pth"}));
    QVERIFY(table->model()->dropMimeData(waiting.get(), Qt::CopyAction, -1, -1, {}));
    QCOMPARE(names(), (QStringList{"a.pth", "b.pth"}));
    QMimeData foreign;
    foreign.setUrls({QUrl::fromLocalFile(at("b.pth"))});
    QVERIFY(!table->model()->canDropMimeData(&foreign, Qt::CopyAction, 0, 0, {})); // the view takes these
}

void tst_QueueRecipe::tellsTheDesktop()
{
    QWidget other; // a person looks at something else
    other.show();
    other.activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(!m_view->isActiveWindow(), 10'000);
    writeFile(at("a.pth"), checkpointOn("cuda:0"));
    add({"a.pth"});
    wait();
    QTRY_COMPARE_WITH_TIMEOUT(m_answers.notifications.size(), 1, 10'000);
    QVERIFY2(m_answers.notifications[0].startsWith("Converted: 1 converted; "), qPrintable(m_answers.notifications[0]));
    QVERIFY(m_answers.mostProgress >= 0);
    QCOMPARE(m_answers.progress, -1.0);
    m_view->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(m_view->isActiveWindow(), 10'000);
    writeFile(at("b.pth"), checkpointOn("cuda:0"));
    add({"b.pth"});
    wait();
    QCOMPARE(m_answers.notifications.size(), 1);
}

void tst_QueueRecipe::listsWhatItCounts()
{
    cairn::convert::TensorSet set;
    set.tensors.resize(1);
    set.leftOut.push_back({"_metadata", cairn::verbatim("readers do without it"), true});
    for (std::size_t i = 0; i < cairn::convert::TensorSet::kNamedValues; ++i) {
        set.leftOut.push_back({std::to_string(i), cairn::verbatim("no tensor")});
    }
    set.valuesLeftOut = 80;
    cairn::convert::ConversionReport report;
    report.plan = cairn::convert::TensorsPlan{.set = std::move(set), .output = {}};
    const QString words = convertedWords(report, {});
    QVERIFY2(words.contains(", 80 other value(s) left out"), qPrintable(words));
    const QStringList lines = lossesOf(report, false);
    QCOMPARE(lines.size(), 9);
    QCOMPARE(lines.back(), "and 72 more");
}

/// The code that reads a checkpoint may still send things to a device that a text in it names.
void tst_QueueRecipe::tellsWhatIsNoTag()
{
    QVERIFY(QFile::copy(kSample, at("texts.pth")));
    add({"texts.pth"});
    wait();
    const QString words = queue().items().front().outcome.words;
    QVERIFY2(words.contains("no tags and stay: "), qPrintable(words));
}

void tst_QueueRecipe::remembersOptions()
{
    trigger("optionsAction");
    auto* pattern = part<QLineEdit>("optionPattern");
    const auto type = [&](const QString& words) {
        pattern->selectAll();
        QTest::keyClicks(pattern, words);
    };
    type("{stem}-here{ext}");
    QCOMPARE(queue().options().recipe.name, "{stem}-here{ext}");
    type("all the same");
    QVERIFY(queue().options().recipe.name.starts_with("{stem}"));
    type("{stem}.loads{ext}");
    m_answers.answer = at("copies");
    QVERIFY(QDir().mkpath(m_answers.answer));
    auto* place = part<QComboBox>("optionPlace");
    Q_EMIT place->activated(1);
    QCOMPARE(queue().options().recipe.folder, at("copies").toStdString());
    draw(*m_view, "queue-options");
    QVERIFY(savedOptions(*m_settings) == queue().options());
    writeFile(at("model.pth"), checkpointOn("cuda:0"));
    add({"model.pth"});
    wait();
    QCOMPARE(tagsOf(at("copies/model.loads.pth")), "cpu");
    part<QComboBox>("optionContainer")->setCurrentIndex(3);
    part<QCheckBox>("optionDropOthers")->setChecked(true);
    writeFile(at("two.pth"), contentOf(kSample));
    add({"two.pth"});
    wait();
    QCOMPARE(states(), "Converted Converted");
    QVERIFY(QFile::exists(at("copies/two.loads.safetensors")));
}

/// Who asks for copies on the CPU another day gets all of each file.
void tst_QueueRecipe::forgetsWhatLoses()
{
    trigger("optionsAction");
    part<QComboBox>("optionContainer")->setCurrentIndex(1);
    for (const char* box : {"slimOptimizer", "slimAveraged", "slimBfloat16", "optionDropOthers"}) {
        part<QCheckBox>(box)->setChecked(true);
    }
    QVERIFY(queue().options().recipe.averages && !queue().options().recipe.casts.empty());
    convert::Recipe kept;
    kept.container = convert::Container::Zip;
    QVERIFY(savedOptions(*m_settings).recipe == kept);
    QVERIFY(savedOptions(*m_settings).recipeFile.isEmpty());
}

/// What the core advises as options of the command line are choices here.
void tst_QueueRecipe::namesItsChoices()
{
    const auto quoted = [](const QString& text) { return QStringLiteral("“%1”").arg(text); };
    const auto* container = part<QComboBox>("optionContainer");
    const QString clone = inWords(message("Write each with a copy of its own: --clone"));
    QVERIFY2(clone.contains(quoted(part<QCheckBox>("optionClone")->text())) && !clone.contains("--"),
             qPrintable(clone));
    const QString tensors = inWords(message("Write its tensors with --to safetensors --drop-others"));
    QVERIFY2(tensors.contains(quoted(container->itemText(3))) && !tensors.contains("--"), qPrintable(tensors));
    QVERIFY(tensors.contains(quoted(part<QCheckBox>("optionDropOthers")->text())));
    QVERIFY(inWords(message("Write it with --to pth")).contains(quoted(container->itemText(1))));
    const QString command = inWords(message("Make one file of it: `cairn-cli convert --to pth`"));
    QCOMPARE(command, QStringLiteral("Make one file of it: “cairn-cli convert --to pth”."));
    part<QComboBox>("optionContainer")->setCurrentIndex(3);
    part<QCheckBox>("optionClone")->setChecked(true);
    QVERIFY(queue().options().recipe.clone);
    QVERIFY(!savedOptions(*m_settings).recipe.clone);
}

/// What an application left undone is gone on with as it was begun.
void tst_QueueRecipe::goesOnAsItBegan()
{
    const QString state = at("data/queue.json");
    const auto view = [&] {
        auto made = std::make_unique<QueueView>(
            QueueSurroundings{.settings = *m_settings, .prompts = m_answers, .stateFile = state});
        made->show();
        return made;
    };
    writeFile(at("two.pth"), contentOf(kSample));
    auto first = view();
    first->queue().setPaused(true);
    first->findChild<QCheckBox*>("slimBfloat16")->setChecked(true);
    first->add({at("two.pth")});
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(state).contains("two.pth"), 60'000);
    const convert::Recipe recipe = first->queue().options().recipe;
    first.reset();
    const auto second = view();
    QVERIFY(second->queue().options().recipe.casts.empty());
    second->findChild<NoticeBar*>("queueOffer")->findChild<QPushButton*>("noticeAccept")->click();
    QVERIFY(second->queue().options().recipe == recipe);
    QTRY_VERIFY_WITH_TIMEOUT(!second->queue().isBusy(), 60'000);
    QCOMPARE(second->queue().totals().done, 1U);
}

/// Safetensors that a recipe would not change need no copy of a copy, neither here nor on the command line.
void tst_QueueRecipe::leavesTensorsThatStayTheSame()
{
    part<QComboBox>("optionContainer")->setCurrentIndex(3);
    for (const char* box : {"optionDropOthers", "slimOptimizer", "slimBfloat16"}) {
        part<QCheckBox>(box)->setChecked(true);
    }
    writeFile(at("two.pth"), contentOf(kSample));
    add({"two.pth"});
    wait();
    add({"two.cpu.safetensors"});
    wait();
    QCOMPARE(states(), "Converted Skipped");
    QCOMPARE(queue().items()[1].outcome.words, "It is safetensors already, with nothing to change.");
    QVERIFY(!QFile::exists(at("two.cpu.cpu.safetensors")));
    m_answers.answer = at("same.cairn-recipe.json");
    part<QPushButton>("saveRecipe")->click();
    QTRY_VERIFY_WITH_TIMEOUT(part<NoticeBar>("queueNotice")->text().contains("--recipe"), 60'000);
    const Outcome outcome = cairnCli({"convert", "--recipe", m_answers.answer, at("two.cpu.safetensors")});
    QVERIFY2(outcome.out.contains("safetensors with these names and dtypes already"), outcome.out.constData());
    QVERIFY(!QFile::exists(at("two.cpu.cpu.safetensors")));
    // Another dtype is something to change.
    part<QCheckBox>("slimBfloat16")->setChecked(false);
    writeFile(at("float.pth"), contentOf(kSample));
    add({"float.pth"});
    wait();
    part<QCheckBox>("slimBfloat16")->setChecked(true);
    add({"float.cpu.safetensors"});
    wait();
    QCOMPARE(states(), "Converted Skipped Converted Converted");
}

/// Also where somebody drops it together with the folder that it is in.
void tst_QueueRecipe::takesAFolderOnce()
{
    const std::string folders = fixture("folders/torch26").toStdString();
    const std::string one = fixture("folders/torch26/dcp_2d").toStdString();
    for (const std::vector<std::string>& dropped : {std::vector{one, folders}, {folders, one}}) {
        Progress progress;
        const FoundFiles found = searchFiles(dropped, convert::Recipe(), {}, progress);
        QCOMPARE(std::ranges::count(found.files, one, &FoundFile::path), 1);
    }
}

CAIRN_TEST(tst_QueueRecipe, QApplication);

} // namespace cairn::tst_queue_recipe

#include "tst_queue_recipe.moc"
