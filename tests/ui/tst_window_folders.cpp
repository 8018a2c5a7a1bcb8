#include "core/convert/batch/batch_plan.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/common/job_strip.h"
#include "ui/common/notice_bar.h"
#include "ui/contents/pieces_view.h"
#include "ui/plan/plan_view.h"
#include "ui/window/view_tabs.h"

#include <QCheckBox>
#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeView>

namespace cairn::tst_window_folders {

using namespace cairn::test;
using namespace cairn::ui;

/// Checkpoints that are folders: their parts, and folders that hold several.
class tst_WindowFolders : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAfresh(); }
    void cleanup() { m_window.reset(); }
    void opensTheWholeOfAPart_data();
    void opensTheWholeOfAPart();
    void saysNothingOfWholes();
    void choosesAmongSteps();
    void offersOneFile_data();
    void offersOneFile();
    void offersOneFileOfNothingElse();
    void hasPagesOfItsOwn();
    void hasRowsAsHighAsOthers();
    void countsPartsOnce_data();
    void countsPartsOnce();
    void opensPlans();
};

void tst_WindowFolders::opensTheWholeOfAPart_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("whole");
    QTest::newRow("rank") << "folders/torch26/ranks_verl/model_world_size_2_rank_1.pt" << "folders/torch26/ranks_verl";
    QTest::newRow("DCP") << "folders/torch26/dcp_two_ranks/__0_0.distcp" << "folders/torch26/dcp_two_ranks";
    QTest::newRow("DeepSpeed") << "folders/deepspeed/zero2/global_step2/zero_pp_rank_0_mp_rank_00_optim_states.pt"
                               << "folders/deepspeed/zero2/global_step2";
    QTest::newRow("shard") << "byhand/sharded_safetensors/model-00002-of-00003.safetensors"
                           << "byhand/sharded_safetensors/model.safetensors.index.json";
}

void tst_WindowFolders::opensTheWholeOfAPart()
{
    QFETCH(QString, part);
    QFETCH(QString, whole);
    open(fixture(part));
    const auto* notice = view().findChild<NoticeBar*>("partNotice");
    QVERIFY(notice != nullptr && notice->isVisible());
    picture("part");
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(notice->findChild<QPushButton*>("noticeAccept"), Qt::LeftButton);
    QVERIFY(settled.wait(60'000));
    QCOMPARE(view().path(), fixture(whole));
    QVERIFY(view().document());
    QTRY_COMPARE(m_window->findChild<QTabWidget*>("files")->count(), 1); // in place of its part
    QVERIFY(!view().findChild<NoticeBar*>("partNotice")->isVisible());
}

void tst_WindowFolders::saysNothingOfWholes()
{
    for (const QString& file : {kSample, fixture("folders/torch26/dcp_two_ranks"), fixture("torch113/adam.pt")}) {
        open(file);
        QVERIFY(!view().findChild<NoticeBar*>("partNotice")->isVisible());
    }
}

/// A training run saves them beside each other; the last is what most want.
void tst_WindowFolders::choosesAmongSteps()
{
    open(fixture("folders/torch26/titan_steps"));
    auto* choice = view().findChild<QListWidget*>("messageChoice");
    QTRY_VERIFY(choice != nullptr && choice->isVisible());
    QStringList steps;
    for (int row = 0; row < choice->count(); ++row) {
        steps.append(choice->item(row)->text());
    }
    QCOMPARE(steps, (QStringList{"step-5", "step-10", "step-20"}));
    QCOMPARE(choice->currentRow(), 2);
    picture("steps");
    choice->setCurrentRow(1);
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(view().findChild<QPushButton*>("messageChoose"), Qt::LeftButton);
    QVERIFY(settled.wait(60'000));
    QCOMPARE(view().path(), fixture("folders/torch26/titan_steps/step-10"));
    QVERIFY(view().document());
    QTRY_COMPARE(m_window->findChild<QTabWidget*>("files")->count(), 1);
}

void tst_WindowFolders::offersOneFile_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("proposal");
    QTest::newRow("DCP") << "folders/torch26/dcp_two_ranks" << "folders/torch26/dcp_two_ranks.pth";
    QTest::newRow("metadata") << "folders/torch26/dcp_two_ranks/.metadata" << "folders/torch26/dcp_two_ranks.pth";
    QTest::newRow("FSDP1") << "folders/torch26/ranks_fsdp1" << "folders/torch26/ranks_fsdp1.pth";
    QTest::newRow("FSDP2") << "folders/torch26/ranks_verl" << "folders/torch26/ranks_verl.pth";
    QTest::newRow("DeepSpeed") << "folders/deepspeed/zero2" << "folders/deepspeed/zero2.pth";
}

/// What most want of a folder is a file that torch.load takes.
void tst_WindowFolders::offersOneFile()
{
    QFETCH(const QString, path);
    QFETCH(const QString, proposal);
    open(fixture(path));
    auto* button = view().findChild<QPushButton*>("verdictOneFile");
    QTRY_VERIFY(button->isVisible());
    QVERIFY(!view().findChild<QPushButton*>("verdictCpuCopy")->isVisible()); // which it is
    const QString said = view().findChild<QLabel*>("verdictText")->text();
    QVERIFY2(!said.contains("cairn-cli"), qPrintable(said)); // the button is the way
    picture(QStringLiteral("one-file-%1").arg(QString::fromLatin1(QTest::currentDataTag())));
    m_answers.target = m_folder.filePath(QStringLiteral("%1.pth").arg(QString::fromLatin1(QTest::currentDataTag())));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(m_answers.suggestion, fixture(proposal));
    const auto told = [this] {
        const auto* strip = m_window->findChild<JobStrip*>();
        return strip == nullptr ? QString() : strip->findChild<QLabel*>("jobText")->text();
    };
    QTRY_VERIFY2_WITH_TIMEOUT(told().startsWith(QStringLiteral("✓ ")), qPrintable(told()), 60'000);
    const DocumentPtr file = opened(m_answers.target);
    QVERIFY(file);
    QCOMPARE(file->checkpoint->tensors().size(), view().document()->checkpoint->tensors().size());
    for (const std::string& tag : file->checkpoint->deviceTags()) {
        QCOMPARE(QString::fromStdString(tag), "cpu");
    }
}

void tst_WindowFolders::offersOneFileOfNothingElse()
{
    const QString broken = m_folder.filePath(QStringLiteral("broken"));
    for (const QString& name : filesIn(fixture("folders/torch26/dcp_two_ranks"))) {
        if (name != QLatin1String("__1_0.distcp")) {
            writeFile(broken + u'/' + name, contentOf(fixture("folders/torch26/dcp_two_ranks/" + name)));
        }
    }
    for (const QString& path : {kSample, broken}) {
        open(path);
        QTRY_VERIFY(view().findChild<QPushButton*>("verdictWhy")->isVisible());
        QVERIFY(!view().findChild<QPushButton*>("verdictOneFile")->isVisible());
    }
}

/// Pieces and ranks only folders have; the selected row is that of the tree, and a rank's file opens from there.
void tst_WindowFolders::hasPagesOfItsOwn()
{
    m_window->resize(1280, 800);
    const auto isSeen = [this](const char* name) {
        return view().pages()->isTabVisible(view().pages()->indexOf(view().pages()->page(QLatin1String(name))));
    };
    open(kSample);
    QVERIFY(isSeen("archivePage") && !isSeen("piecesPage") && !isSeen("ranksPage"));
    trigger("page8Action"); // Ctrl+9 leads nowhere
    QCOMPARE(view().pages()->currentWidget(), &tree());
    open(fixture("folders/torch26/dcp_2d"));
    QVERIFY(!isSeen("archivePage") && isSeen("piecesPage") && isSeen("ranksPage"));
    view().goTo(entryOf(*view().document(), "boxes"));
    picture("folder-tree");
    trigger("page8Action");
    auto* pieces = view().findChild<PiecesView*>();
    QVERIFY(pieces != nullptr);
    view().findChild<QCheckBox*>("piecesSelected")->setChecked(true);
    QTRY_COMPARE(pieces->model()->rowCount(), 4);
    picture("folder-pieces");
    QCOMPARE(part<QAction>("page9Action")->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_0));
    trigger("page9Action");
    auto* ranks = view().findChild<QTreeView*>("ranksList");
    QCOMPARE(m_window->focusWidget(), ranks); // though it was made only now
    picture("folder-ranks");
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    Q_EMIT ranks->activated(ranks->model()->index(1, 0));
    QVERIFY(settled.wait(60'000));
    QCOMPARE(view().path(), fixture("folders/torch26/dcp_2d/__1_0.distcp"));
}

/// All is on the cpu, which no column says then, and no chip makes the rows high.
void tst_WindowFolders::hasRowsAsHighAsOthers()
{
    const auto height = [this] { return tree().visualRect(tree().model()->index(0, 0)).height(); };
    open(kSample);
    const int usual = height();
    QVERIFY(!tree().isColumnHidden(static_cast<int>(RowColumn::SavedOn)));
    open(fixture("folders/torch214/dcp_four_ranks"));
    QVERIFY(tree().isColumnHidden(static_cast<int>(RowColumn::SavedOn)));
    QCOMPARE(height(), usual);
}

void tst_WindowFolders::countsPartsOnce_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("sum");
    QTest::newRow("DTensor") << "ranks_verl/model_world_size_2_rank_0.pt" << "· 21 elements ·";
    QTest::newRow("ShardedTensor") << "ranks_fsdp1/model_world_size_2_rank_0.pt" << "· 10 elements ·";
}

/// Alone, a rank's file has the whole of a tensor, of which it says the shape, and below it the part that the rank has.
void tst_WindowFolders::countsPartsOnce()
{
    QFETCH(const QString, part);
    QFETCH(const QString, sum);
    open(fixture("folders/torch26/" + part));
    const bool isFlat = part.startsWith(QLatin1String("ranks_verl"));
    view().goTo(entryOf(*view().document(), isFlat ? "embed.weight" : "weight"));
    const auto* said = this->part<QLabel>("selectionSum");
    QVERIFY2(said->text().contains(sum), qPrintable(said->text()));
    const checkpoint::ParameterCount& count = view().document()->parameters;
    QVERIFY(view().document()->sumOf(0).elements <= count.parameters + count.optimizerElements + 6); // and meshes
}

void tst_WindowFolders::opensPlans()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("plan");
    convert::BatchHead head;
    head.folder = folder.filePath("out").toStdString();
    convert::BatchUnit unit;
    unit.file = "/a.pt";
    unit.out = "a.pt";
    QVERIFY(convert::writeBatchPlan(path.toStdString(), head, {unit}));
    const auto plans = [] {
        QList<PlanView*> found;
        for (QWidget* window : QApplication::topLevelWidgets()) {
            if (auto* view = qobject_cast<PlanView*>(window); view != nullptr && view->isVisible()) {
                found.append(view);
            }
        }
        return found;
    };
    m_answers.folder = path;
    trigger("openFolderAction");
    QCOMPARE(plans().size(), 1);
    QCOMPARE(plans().front()->folder(), path);
    QVERIFY(m_window->view() == nullptr); // it is no checkpoint
    QTRY_VERIFY_WITH_TIMEOUT(plans().front()->status() != nullptr, 60'000);

    // However it comes, there is one window for it.
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QVERIFY(dropOn(*m_window, data));
    m_window->open({path + "/plan.jsonl"});
    QCOMPARE(plans().size(), 1);
    QVERIFY(m_window->view() == nullptr);
    QSignalSpy wanted(m_window.get(), &MainWindow::conversionRequested);
    QVERIFY(dropOn(*m_window, data, QPointF(m_window->width() - 20, m_window->height() / 2)));
    QCOMPARE(wanted.count(), 0); // there is nothing to convert in it
    plans().front()->findChild<QAction*>("planHelpAction")->trigger();
    QVERIFY(part<QDockWidget>("helpDock")->isVisible());
    m_window.reset();
    QVERIFY(plans().isEmpty());
}

CAIRN_TEST(tst_WindowFolders, QApplication);

} // namespace cairn::tst_window_folders

#include "tst_window_folders.moc"
