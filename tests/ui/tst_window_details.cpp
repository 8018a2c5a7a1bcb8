#include "core/formats/zip/zip_archive.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/common/breakable_label.h"
#include "ui/common/queue_prompts.h"
#include "ui/common/work_line.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/comparison_model.h"
#include "ui/inspector/treemap.h"
#include "ui/values/histogram_plot.h"
#include "ui/values/tensor_glance.h"
#include "ui/verdict/header_panel.h"
#include "ui/window/file_tabs.h"
#include "ui/window/view_tabs.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDirIterator>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QToolButton>
#include <QTreeView>
#include <QtEndian>

#include <algorithm>
#include <numeric>

namespace cairn::tst_window_details {

using namespace cairn::ui;
using namespace cairn::test;

/// What a person meets who looks closer at one file in the window: other colours, groups, searches that go wrong or
/// find nothing, small windows. With CAIRN_SCREENSHOTS set to a folder, the states are drawn there.
class tst_WindowDetails : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAfresh(); }
    void cleanup() { m_window.reset(); }
    void changesColours();
    void keepsColoursOfTexts();
    void fitsChips();
    void showsTensorsAtAGlance();
    void asksBeforeItReadsMuch();
    void followsGroups();
    void survivesWrongSearches();
    void saysThatNothingIsThere();
    void listsWhatWasChanged();
    void listsWhatIsNotFinite();
    void staysNarrowWhenItCompares();
    void readsFilesInTheDialog();
    void beginsSettingsAtTheTop();
    void opensTheWayToHits();
    void tellsOfUnknownKeys();
    void fitsItsColumns();
    void fitsSmallWindows();
    void keepsItsHeader();
    void givesNamesTheRoom();
    void keepsTabsReadable();
    void changesColoursOfLinks();
    void copiesNamesAsTheyAre();
    void tellsAboutItself();
    void comparesRoots();
    void marksTexts();
    void speaksOfFixes();

private:
    void goToTab(const char* page) const;
    /// Makes the row with this whole name the current one.
    void select(const QString& name);
};

void tst_WindowDetails::goToTab(const char* page) const
{
    auto* widget = part<QWidget>(page);
    QVERIFY(widget != nullptr);
    auto* tabs = qobject_cast<ViewTabs*>(widget->parentWidget()->parentWidget());
    QVERIFY(tabs != nullptr);
    tabs->setCurrentWidget(widget);
}

void tst_WindowDetails::select(const QString& name)
{
    const Projection& shown = model().projection();
    for (NodeId node = 0; node < shown.tree->size(); ++node) {
        if (shown.tree->fullNameOf(*model().document(), node) == name.toStdString()) {
            m_window->view()->tree()->setCurrentIndex(model().indexOfNode(node));
            return;
        }
    }
    QFAIL(qPrintable(name));
}

void tst_WindowDetails::changesColours()
{
    open(kSample);
    goToTab("groupPage");
    QTRY_VERIFY(!part<Treemap>("treemap")->cells().empty());
    trigger("settingsAction");
    auto* colours = part<QComboBox>("settingsTheme");
    for (const int key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Up, Qt::Key_Up}) {
        QTest::keyClick(colours, static_cast<Qt::Key>(key));
        picture(QStringLiteral("colours-%1").arg(colours->currentIndex()));
    }
    QVERIFY(!part<Treemap>("treemap")->cells().empty());
}

void tst_WindowDetails::keepsColoursOfTexts()
{
    open(kSample);
    select("model.cls_token");
    goToTab("histogramPage");
    auto* facts = part<QLabel>("fileFacts");
    auto* safe = part<QLabel>("safeNote");
    QTRY_VERIFY(part<QLabel>("histogramTitle") != nullptr);
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        applyTheme(theme);
        QCoreApplication::processEvents();
        const QPalette now = QApplication::palette();
        QCOMPARE(facts->palette().color(facts->foregroundRole()), quietText(now));
        QCOMPARE(safe->palette().color(safe->foregroundRole()), goodText(now));
        auto* title = part<QLabel>("histogramTitle");
        QCOMPARE(title->palette().color(title->foregroundRole()), quietText(now));
    }
}

/// Chips say less where there is less room, and all of them equally much.
void tst_WindowDetails::fitsChips()
{
    open(kSample);
    const auto texts = [&] {
        QStringList all;
        for (const char* name : {"chip cpu", "chip cuda:0", "chip cuda:1"}) {
            all.append(part<QAbstractButton>(name)->text());
        }
        return all;
    };
    m_window->resize(1200, 800);
    QTRY_COMPARE(texts(), QStringList({"cpu · 180 B · 45 tensors", "cuda:0 · 44.7 kB · 48 tensors",
                                       "cuda:1 · 89.0 kB · 90 tensors"}));
    auto* header = view().findChild<HeaderPanel*>();
    int most = 3;
    for (int width = 600; width > 200; width -= 20) {
        header->resize(width, header->height());
        const QStringList now = texts();
        const auto parts = static_cast<int>(now.front().split(QStringLiteral(" · ")).size());
        QVERIFY(parts <= most);
        most = parts;
        for (const QString& text : now) {
            QCOMPARE(static_cast<int>(text.split(QStringLiteral(" · ")).size()), parts);
        }
    }
    QCOMPARE(most, 1);
}

/// Facts, histogram and first values together, each leading to where it is large.
void tst_WindowDetails::showsTensorsAtAGlance()
{
    open(kSample);
    const auto* glance = part<TensorGlance>("tensorGlance");
    const auto* plot = part<HistogramPlot>("glancePlot");
    QVERIFY(!glance->isVisible()); // the first row is a group
    select("model.cls_token");
    QVERIFY(glance->isVisible());
    QTRY_VERIFY(plot->histogram().has_value());
    const auto& counts = plot->histogram()->counts;
    QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), std::uint64_t{16});
    QTRY_COMPARE(part<QLabel>("glanceFirst")->text().simplified().split(u' ').size(), 3);
    picture("glance");
    for (const auto& [button, list] : {std::pair("glanceValues", "valuesView"), {"glanceHistogram", "histogramView"}}) {
        part<QToolButton>(button)->click();
        auto* large = part<QDialog>("largeView");
        QVERIFY(large != nullptr && large->isVisible());
        QVERIFY(large->windowTitle().endsWith("model.cls_token"));
        const auto* numbers = large->findChild<QWidget*>(list);
        QVERIFY(numbers != nullptr && numbers->width() > 2 * glance->width());
        QTRY_VERIFY(hasNoJobs(*large));
        draw(*large, QStringLiteral("large-%1").arg(QLatin1String(list)));
        large->close();
        QTRY_VERIFY(part<QDialog>("largeView") == nullptr);
    }
    select("epoch");
    QVERIFY(!glance->isVisible());
    part<ViewTabs>("inspectorTabs")->setCurrentWidget(part<QWidget>("groupPage"));
    select("model.pos_embed");
    QTRY_VERIFY(hasNoJobs(*m_window));
    QVERIFY2(!plot->histogram(), "nobody looks at it");
    part<ViewTabs>("inspectorTabs")->setCurrentIndex(0);
    QTRY_VERIFY(plot->histogram().has_value());
}

/// What takes long is not read for whoever only passes by.
void tst_WindowDetails::asksBeforeItReadsMuch()
{
    const std::uint64_t bytes = std::uint64_t{300} << 20;
    const QByteArray header =
        QStringLiteral(R"({"large":{"dtype":"U8","shape":[%1],"data_offsets":[0,%1]}})").arg(bytes).toUtf8();
    QByteArray length(8, '\0');
    qToLittleEndian<quint64>(static_cast<quint64>(header.size()), length.data());
    const QString path = writtenFile(m_folder, "large.safetensors", length + header);
    QVERIFY(QFile::resize(path, 8 + header.size() + static_cast<qint64>(bytes))); // with a hole in it
    open(path);
    select("large");
    const auto* plot = part<HistogramPlot>("glancePlot");
    auto* read = part<QToolButton>("glanceRead");
    QTRY_VERIFY(!part<QLabel>("glanceFirst")->text().isEmpty());
    QVERIFY2(read->isVisible() && read->text().contains("315 MB"), qPrintable(read->text()));
    QVERIFY(!plot->isVisible() && !plot->histogram());
    read->click();
    QVERIFY(!read->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(plot->histogram().has_value(), 60'000);
}

void tst_WindowDetails::followsGroups()
{
    open(kSample);
    goToTab("groupPage");
    const auto* totals = part<QLabel>("groupTotals");
    select("model");
    QTRY_VERIFY2(totals->text().startsWith("48 tensors"), qPrintable(totals->text()));
    select("model.stem");
    QTRY_VERIFY2(totals->text().contains("833 elements"), qPrintable(totals->text()));
    picture("group-of-dots");
    trigger("levelsAction"); // then there is no such row, but those that were in it
    QTRY_VERIFY2(totals->text().startsWith("48 tensors"), qPrintable(totals->text()));
    QVERIFY(m_window->view()->tree()->currentIndex().data().toString().startsWith("stem."));
}

/// What stands when half of a search is typed must not stay when the whole of it is wrong.
void tst_WindowDetails::survivesWrongSearches()
{
    open(kSample);
    auto* search = part<QLineEdit>("search");
    const int all = model().rowCount();
    const auto* mistake = m_window->view()->findChild<QLabel*>("searchMistake");
    for (const char* wrong : {"is:tensro", "shape:("}) {
        search->setText("stem");
        QTRY_VERIFY(part<QLabel>("hits")->text().contains("hit"));
        QCOMPARE(model().rowCount(), 1);
        search->setText(wrong);
        QTRY_COMPARE(model().rowCount(), all);
        QVERIFY(mistake->isVisible());
        QVERIFY2(mistake->text().contains("at character"), qPrintable(mistake->text()));
        QVERIFY(part<QLabel>("hits")->text().isEmpty());
    }
    picture("wrong-search");
    search->clear();
    QTRY_VERIFY(!mistake->isVisible());
}

void tst_WindowDetails::saysThatNothingIsThere()
{
    open(kSample);
    goToTab("groupPage");
    QTRY_VERIFY(!part<QLabel>("groupTotals")->text().isEmpty());
    const auto* tree = m_window->view()->tree();
    const auto* note = tree->findChild<QLabel*>("emptyNote");
    QVERIFY(!note->isVisible());
    part<QLineEdit>("search")->setText("no such thing");
    QTRY_VERIFY(note->isVisible());
    QVERIFY2(note->text().contains("search"), qPrintable(note->text()));
    QVERIFY(part<QLabel>("groupTotals")->text().isEmpty()); // of a row that is not there
    QVERIFY(!part<QWidget>("inspectorCopyName")->isEnabled() || part<QWidget>("inspectorCopyName")->isHidden());
    picture("no-hits");
    part<QLineEdit>("search")->clear();
    QTRY_VERIFY(!note->isVisible());
    QTRY_VERIFY(!part<QLabel>("groupTotals")->text().isEmpty()); // the row from before is back

    QVERIFY(m_window->view()->document()->issues.empty());
    auto* issues = m_window->view()->findChild<QWidget*>("issuesPage");
    m_window->view()->pages()->setCurrentWidget(issues);
    const auto* noIssues = issues->findChild<QLabel*>("emptyNote");
    QVERIFY(noIssues->isVisible());
    QVERIFY2(noIssues->text().contains("checksums are not compared yet"), qPrintable(noIssues->text()));
    const bool loads = part<QLabel>("verdictText")->text().contains("Loads on");
    QTRY_COMPARE(noIssues->text().contains("said above"), !loads);
    picture("no-issues");
    goToTab("archivePage");
    part<QToolButton>("archiveCheckButton")->click();
    QTRY_VERIFY2(noIssues->text().contains("checksums are those of its bytes"), qPrintable(noIssues->text()));
}

/// A record whose bytes are not those that were saved is an issue of the file as soon as somebody has looked.
void tst_WindowDetails::listsWhatWasChanged()
{
    const auto whole = openedCheckpoint(kSample);
    const formats::ZipEntry& record = whole->archive()->entries()[whole->archive()->entries().size() / 2];
    QByteArray bytes = contentOf(kSample);
    const auto place = static_cast<qsizetype>(record.dataOffset);
    bytes[place] = static_cast<char>(~bytes[place]);
    const QTemporaryDir folder;
    open(writtenFile(folder, "changed.pth", bytes));
    auto* issues = m_window->view()->findChild<QListWidget*>("issues");
    goToTab("archivePage");
    for (int times = 0; times < 2; ++times) { // and it is told once
        part<QToolButton>("archiveCheckButton")->click();
        QTRY_VERIFY(part<QToolButton>("archiveCheckButton")->isEnabled());
        QTRY_COMPARE(issues->count(), 1);
    }
    QVERIFY2(issues->item(0)->text().contains("bytes changed, in "), qPrintable(issues->item(0)->text()));
    const ViewTabs* pages = m_window->view()->pages();
    QCOMPARE(pages->tabText(pages->indexOf(pages->page("issuesPage"))), "Issues (1)");
    Q_EMIT issues->itemClicked(issues->item(0));
    QVERIFY(m_window->view()->tree()->isVisible()); // at the tensor in it
}

/// What was seen of a tensor is an issue of its file.
void tst_WindowDetails::listsWhatIsNotFinite()
{
    const QByteArray header = R"({"w":{"dtype":"F32","shape":[3],"data_offsets":[0,12]}} )";
    QByteArray file(8, '\0');
    file[0] = static_cast<char>(header.size());
    file += header + QByteArray::fromHex("0000c07f"
                                         "0000807f"
                                         "0000803f"); // nan, inf, 1
    writeFile(m_folder.filePath("odd.safetensors"), file);
    open(m_folder.filePath("odd.safetensors"));
    auto* issues = m_window->view()->findChild<QListWidget*>("issues");
    QTRY_COMPARE(issues->count(), 1);
    QCOMPARE(issues->item(0)->text(), "w: not all numbers are finite (NaN: 1, infinite: 1)");
    const ViewTabs* pages = m_window->view()->pages();
    QVERIFY(pages->tabText(pages->indexOf(pages->page("issuesPage"))).contains("(1)"));
    trigger("reloadAction");
    QTRY_VERIFY(hasNoJobs(*m_window));
    QCOMPARE(issues->count(), 1);
}

/// Neither for the tools of the page nor for the work that is shown while numbers are compared.
void tst_WindowDetails::staysNarrowWhenItCompares()
{
    open(kSample);
    m_window->resize(700, 600);
    QCoreApplication::processEvents();
    const int width = m_window->width();
    m_window->view()->compareWith(fixture("torch26/adam.pt"), {.stateDicts = false, .numbers = true});
    QTRY_VERIFY(hasNoJobs(*m_window));
    auto* work = m_window->view()->findChild<CompareView*>()->findChild<WorkLine*>();
    QVERIFY(work != nullptr);
    work->show();
    QCoreApplication::processEvents();
    QTest::qWait(50);
    QCOMPARE(m_window->width(), width);
    picture("compare-narrow");
}

void tst_WindowDetails::readsFilesInTheDialog()
{
    const std::unique_ptr<QFileDialog> dialog(makeFileDialog(nullptr, "Open", QFileDialog::ExistingFiles));
    dialog->setDirectory(QFileInfo(kSample).absolutePath());
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    dialog->show();
    const auto* list = dialog->findChild<QTreeView*>("treeView");
    QVERIFY(list != nullptr);
    QTRY_VERIFY(list->model()->rowCount(list->rootIndex()) != 0);
    for (int column = 0; column < list->header()->count(); ++column) {
        const QModelIndex index = list->model()->index(0, column, list->rootIndex());
        QTRY_VERIFY2(list->columnWidth(column) >= list->sizeHintForIndex(index).width(),
                     qPrintable(index.data().toString()));
    }
}

void tst_WindowDetails::beginsSettingsAtTheTop()
{
    trigger("settingsAction");
    const auto* dialog = part<QDialog>("settingsDialog");
    QTRY_VERIFY(dialog->focusWidget() != nullptr);
    QCOMPARE(dialog->focusWidget()->objectName(), "settingsLanguage");
}

void tst_WindowDetails::opensTheWayToHits()
{
    open(kSample);
    part<QLineEdit>("search")->setText("shape:*x16");
    const auto* hits = part<QLabel>("hits");
    QTRY_VERIFY(hits->text().contains("hit"));
    const TreePage& tree = *m_window->view()->tree();
    int rows = 0;
    QModelIndex row = model().index(0, 0);
    for (; row.isValid(); row = tree.indexBelow(row)) {
        rows += model().rowCount(row) == 0 ? 1 : 0;
    }
    QVERIFY2(rows > 30, qPrintable(hits->text()));
    QCOMPARE(rows, hits->text().section(u' ', 0, 0).toInt());
    picture("ways-to-hits");
}

void tst_WindowDetails::tellsOfUnknownKeys()
{
    open(kSample);
    const auto* mistake = m_window->view()->findChild<QLabel*>("searchMistake");
    part<QLineEdit>("search")->setText("dtpye:float32");
    QTRY_COMPARE(part<QLabel>("hits")->text(), "nothing in the tree");
    QVERIFY(mistake->isVisible());
    QVERIFY2(mistake->text().contains("dtpye:") && mistake->text().contains("dtype:, device:"),
             qPrintable(mistake->text()));
    picture("unknown-key");
    part<QLineEdit>("search")->setText("dtype:float32");
    QTRY_VERIFY(part<QLabel>("hits")->text().contains("hits"));
    QVERIFY(!mistake->isVisible());
}

void tst_WindowDetails::fitsItsColumns()
{
    m_window->resize(1280, 800);
    open(kSample);
    const TreePage& tree = *m_window->view()->tree();
    QTRY_VERIFY(tree.header()->length() <= tree.viewport()->width());
    QTRY_VERIFY(!tree.horizontalScrollBar()->isVisible());
    const int numbers = tree.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &tree);
    QVERIFY2(numbers >= 4, "numbers touch the next column");
    picture("columns");
}

void tst_WindowDetails::fitsSmallWindows()
{
    m_window->resize(1280, 800);
    open(kSample);
    QTRY_VERIFY(part<QLabel>("verdictText")->text().contains("on this machine"));
    const auto* fix = part<QPushButton>("verdictFix0");
    QTRY_VERIFY(fix->width() >= fix->sizeHint().width()); // it was laid out, in the one line of a wide window
    m_window->resize(800, 600);
    auto* name = part<QLabel>("fileName");
    QTRY_VERIFY(m_window->width() <= 800);
    QTRY_VERIFY(name->width() >= name->sizeHint().width());
    part<QLineEdit>("search")->setText("device:cuda:0");
    QTRY_VERIFY(part<QLabel>("hits")->text().contains("hits"));
    QVERIFY(part<QLineEdit>("search")->isVisible());
    QVERIFY(part<QLineEdit>("search")->width() >= 150);
    for (const char* tabs : {"inspectorTabs", "pages"}) { // none hides behind arrows
        const auto* bar = part<QTabWidget>(tabs)->tabBar();
        QTRY_VERIFY2(bar->tabRect(bar->count() - 1).right() < bar->width(), tabs);
        QTRY_VERIFY2(std::ranges::none_of(bar->findChildren<QToolButton*>(), &QWidget::isVisible), tabs);
    }
    const auto* banner = part<QLabel>("verdictText");
    QVERIFY(banner->height() >= banner->heightForWidth(banner->width()));
    const auto* facts = part<QWidget>("inspector"); // scrolled, not squeezed
    for (const auto* fact : facts->findChildren<QLabel*>()) {
        QTRY_VERIFY2(fact->height() >= fact->fontMetrics().height(), qPrintable(fact->text()));
    }
    picture("small");
}

/// With the map open there is the least room for what tells most.
void tst_WindowDetails::keepsItsHeader()
{
    m_window->resize(800, 580);
    open(kSample);
    QTRY_VERIFY(part<QLabel>("verdictText")->text().contains("on this machine"));
    trigger("mapDockAction");
    const auto* header = part<QWidget>("header");
    QTRY_VERIFY(header->height() >= header->layout()->heightForWidth(header->width()));
    QVERIFY(part<QWidget>("mapSide")->height() >= 5 * header->fontMetrics().lineSpacing());
    QVERIFY2(m_window->height() <= 580, qPrintable(QString::number(m_window->height())));
    const auto* bar = part<QWidget>("verdictBar");
    QTRY_VERIFY(!part<QWidget>("verdictMachine")->isVisible()); // the map has it
    QTRY_VERIFY(bar->height() >= bar->layout()->heightForWidth(bar->width()));
    for (const QPushButton* button : part<QWidget>("verdictBar")->findChildren<QPushButton*>()) {
        QVERIFY2(!button->isVisible() || button->width() >= button->sizeHint().width(), qPrintable(button->text()));
    }
    picture("map-in-a-small-window");
}

void tst_WindowDetails::givesNamesTheRoom()
{
    m_window->resize(1500, 800);
    open(kSample);
    TreePage& tree = *m_window->view()->tree();
    const int last = static_cast<int>(RowColumn::Notes);
    QTRY_VERIFY(tree.columnWidth(0) > 2 * tree.columnWidth(last));
    tree.header()->resizeSection(0, 200); // by a person: nobody changes it after that
    m_window->resize(1400, 800);
    QCoreApplication::processEvents();
    QCOMPARE(tree.columnWidth(0), 200);
    tree.resetColumns();
    QVERIFY(tree.columnWidth(0) > 200);
}

void tst_WindowDetails::keepsTabsReadable()
{
    ui::FileTabs tabs;
    for (int i = 0; i < 12; ++i) {
        tabs.addTab(new QWidget, QStringLiteral("checkpoint_of_epoch_%1.pth").arg(i));
    }
    tabs.resize(600, 200);
    tabs.show();
    QVERIFY(tabs.tabBar()->tabRect(0).width() >= 15 * tabs.fontMetrics().averageCharWidth());
}

void tst_WindowDetails::changesColoursOfLinks()
{
    open(kSample);
    trigger("closeAction");
    QVERIFY(part<QWidget>("startPage")->findChild<QPushButton*>("messageConvert")->isVisible());
    const auto textOfLink = [this] {
        for (const QLabel* label : part<QWidget>("startPage")->findChildren<QLabel*>()) {
            if (label->text().contains("href")) {
                return label->text();
            }
        }
        return QString();
    };
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        applyTheme(theme);
        const QString link = paletteOf(theme).color(QPalette::Link).name();
        QTRY_VERIFY2(textOfLink().contains(link), qPrintable(textOfLink()));
    }
}

/// Names may break their lines anywhere, and what is copied of them has none of the places where they may.
void tst_WindowDetails::copiesNamesAsTheyAre()
{
    const QString name = QStringLiteral("encoder.layers.0.self_attention.output_projection.weight");
    BreakableLabel label(name);
    label.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QVERIFY(label.text() != name);
    QCOMPARE(label.accessibleName(), name);
    label.setSelection(0, static_cast<int>(label.text().size()));
    QTest::keySequence(&label, QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text(), name);
}

void tst_WindowDetails::tellsAboutItself()
{
    trigger("aboutAction");
    auto* about = part<QWidget>("aboutDialog");
    QVERIFY(about != nullptr && about->isVisible());
    QVERIFY(about->findChild<QPlainTextEdit*>("aboutLicence")->toPlainText().contains("Permission is hereby granted"));
    QVERIFY(about->findChild<QLabel*>("aboutParts")->text().contains("LGPL-3.0-only"));
    if (const QString folder = qEnvironmentVariable("CAIRN_SCREENSHOTS"); !folder.isEmpty()) {
        QVERIFY(about->grab().save(folder + "/about.png"));
    }
    about->close();
}

/// The only difference of two files may be the type of what holds everything.
void tst_WindowDetails::comparesRoots()
{
    values::RowPair root;
    root.a = 0;
    root.b = 0;
    root.own.add(values::Difference::Type);
    auto result = std::make_shared<ComparisonResult>();
    result->comparison.a = sample()->checkpoint;
    result->comparison.b = result->comparison.a;
    result->comparison.rows.push_back(root);
    ComparisonModel model;
    model.setResult(result, std::make_shared<const values::ComparedRows>(
                                values::ComparedRows::make(result->comparison, result->numbers, {})));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, ComparisonModel::Name).data().toString(), "(the whole file)");
    QCOMPARE(model.index(0, ComparisonModel::Difference).data().toString(), "type");
}

/// Texts that go through a function of their own are found for translation only when they are marked.
void tst_WindowDetails::marksTexts()
{
    int files = 0;
    for (QDirIterator found(CAIRN_SOURCE_DIR "/ui", {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
         found.hasNext(); ++files) {
        QFile file(found.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains(" translated(\""), qPrintable(file.fileName()));
    }
    QVERIFY(files > 50);
}

void tst_WindowDetails::speaksOfFixes()
{
    startAgain("zh_CN");
    open(kSample);
    QTRY_VERIFY(m_window->view()->findChild<QPushButton*>("verdictFix0") != nullptr);
    QCOMPARE(m_window->view()->findChild<QPushButton*>("verdictFix0")->text(), QString::fromUtf8("全部映射到 CPU"));
    picture("chinese");
    installLanguage("en");
}

CAIRN_TEST(tst_WindowDetails, QApplication);

} // namespace cairn::tst_window_details

#include "tst_window_details.moc"
