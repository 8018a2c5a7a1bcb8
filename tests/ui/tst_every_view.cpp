#include "tests/support/files.h"
#include "tests/support/stall_watch.h"
#include "tests/support/test_program.h"
#include "tests/ui/queue_files.h"
#include "tests/ui/window_test.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/comparison_model.h"
#include "ui/contents/archive_model.h"
#include "ui/contents/archive_view.h"
#include "ui/window/view_tabs.h"

#include <QAbstractItemView>
#include <QDirIterator>
#include <QLabel>
#include <QLayout>
#include <QTemporaryDir>
#include <QTextEdit>

#include <algorithm>
#include <cstdio>
#include <sys/stat.h>

namespace cairn::tst_every_view {

using namespace cairn::ui;
using namespace cairn::test;

namespace {

/// What a file calls things that wants to be taken for HTML. Whoever takes it so opens the picture, and waits for it.
const std::string kMarkup = "<h1>INJECTED</h1><img src=fifo.png>";

/// Whether a text shows the markup as what it stands for.
bool isTaken(const QString& text, Qt::TextFormat format)
{
    const bool isRich = format == Qt::RichText || (format == Qt::AutoText && Qt::mightBeRichText(text));
    return isRich && text.contains("<h1>INJECTED");
}

bool isTakenIn(const QAbstractItemView& view)
{
    const QAbstractItemModel& model = *view.model();
    constexpr int most = 20;
    for (int row = 0; row < std::min(model.rowCount(view.rootIndex()), most); ++row) {
        for (int column = 0; column < model.columnCount(view.rootIndex()); ++column) {
            const QModelIndex index = model.index(row, column, view.rootIndex());
            if (isTaken(index.data(Qt::ToolTipRole).toString(), Qt::AutoText)) {
                return true;
            }
        }
    }
    return false;
}

/// Whether a widget shows the markup of a file, now or when the mouse is on it.
bool showsMarkup(const QWidget& widget)
{
    if (isTaken(widget.toolTip(), Qt::AutoText) || isTaken(widget.whatsThis(), Qt::AutoText)) {
        return true;
    }
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        return isTaken(label->text(), label->textFormat());
    }
    if (const auto* edit = qobject_cast<const QTextEdit*>(&widget)) {
        return edit->toPlainText().contains("INJECTED") && !edit->toPlainText().contains("<h1>INJECTED");
    }
    const auto* view = qobject_cast<const QAbstractItemView*>(&widget);
    return view != nullptr && view->model() != nullptr && isTakenIn(*view);
}

} // namespace

/// Files in the window, and every view of each. A watch tells how long the window ever kept a person waiting.
class tst_EveryView : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void sampleFile();
    void hostileTexts();
    void everyCorpusFile();

private:
    void walk(const QString& path);
    void walkPages(const QString& name);
    void walkRows(const QString& name);
    void compareWithItself(const QString& path);
    [[nodiscard]] bool run(const QString& doing, const std::function<void()>& work)
    {
        return watch().run(doing, *m_window, work);
    }
    [[nodiscard]] static StallWatch& watch() { return *static_cast<StallWatch*>(qApp); }
    [[nodiscard]] bool showsEveryTab(const QString& doing, ViewTabs& tabs);
};

void tst_EveryView::init()
{
    startAfresh();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get())); // which takes long the first time, and no key counts before
    QTRY_VERIFY(hasNoJobs(*m_window));
    watch().forget();
}

void tst_EveryView::cleanup()
{
    const StallWatch::Stall worst = watch().worst();
    std::printf("worst stall %.0f ms, %.0f of them of the processor, %s\n", worst.milliseconds, worst.ofProcessor,
                qPrintable(worst.text));
    m_window.reset();
    constexpr double kMost = 3000; // only what nobody can put down to a busy machine
    QVERIFY2(worst.milliseconds < kMost, qPrintable(worst.text));
}

bool tst_EveryView::showsEveryTab(const QString& doing, ViewTabs& tabs)
{
    for (int tab = 0; tab < tabs.count(); ++tab) {
        const QString title = doing + u' ' + tabs.tabText(tab);
        const bool isShown = run(title, [&tabs, tab] { tabs.setCurrentIndex(tab); });
        const QWidget& page = *tabs.widget(tab);
        const bool isEmpty = page.layout() != nullptr && page.layout()->isEmpty();
        if (!isShown || !page.isVisible() || isEmpty) {
            qWarning("%s: not shown", qPrintable(title));
            return false;
        }
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (showsMarkup(*widget)) {
                qWarning("%s: %s takes a text of the file for HTML", qPrintable(title),
                         qPrintable(widget->metaObject()->className() + (u' ' + widget->objectName())));
                return false;
            }
        }
    }
    return run(doing + " first tab", [&tabs] { tabs.setCurrentIndex(0); });
}

void tst_EveryView::walk(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QVERIFY2(run(name + ", opening", [&] { m_window->open({path}); }), qPrintable(path));
    QVERIFY2(!settled.isEmpty() || settled.wait(60'000), qPrintable(path));
    if (m_window->view()->document()) {
        walkPages(name);
        walkRows(name);
        compareWithItself(path);
    } else {
        QVERIFY2(!m_window->view()->findChild<QLabel*>("messageText")->text().isEmpty(), qPrintable(path));
    }
    QVERIFY(run(name + ", closing", [&] { trigger("closeAction"); }));
    QVERIFY(m_window->view() == nullptr);
}

void tst_EveryView::walkPages(const QString& name)
{
    QVERIFY2(showsEveryTab(name + ", page", *m_window->view()->pages()), qPrintable(name));
    const auto* summary = m_window->view()->findChild<QLabel*>("storagesSummary");
    QVERIFY2(summary != nullptr && !summary->text().contains("Counting"), qPrintable(name));
}

void tst_EveryView::walkRows(const QString& name)
{
    TreePage& tree = *m_window->view()->tree();
    const auto count = static_cast<EntryId>(m_window->view()->document()->checkpoint->entries().size());
    auto& tabs = *m_window->findChild<ViewTabs*>("inspectorTabs");
    for (EntryId id = 0; id < count; id += std::max(1U, count / 3)) {
        const QString row = name + u' ' + QString::number(id);
        QVERIFY2(run(row, [&tree, id] { tree.goTo(id); }), qPrintable(row));
        QVERIFY2(showsEveryTab(row, tabs), qPrintable(row));
    }
}

void tst_EveryView::compareWithItself(const QString& path)
{
    auto* compare = m_window->view()->findChild<CompareView*>();
    QVERIFY2(compare != nullptr, qPrintable(path));
    QVERIFY2(run(path + ", comparing", [&] { compare->compareWith(path); }), qPrintable(path));
    const auto& result = compare->model()->result();
    QVERIFY2(result && result->comparison.isSame(), qPrintable(path));
    if (m_window->view()->document()->checkpoint->archive() != nullptr) {
        auto* archive = m_window->view()->findChild<ArchiveView*>();
        QVERIFY2(run(path + ", checking records", [&] { archive->check(); }), qPrintable(path));
    }
}

void tst_EveryView::sampleFile()
{
    walk(kSample);
}

/// Names, values and devices that are HTML, in a file that is called so. The picture would freeze who opens it.
void tst_EveryView::hostileTexts()
{
    const QTemporaryDir folder;
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folder.path()));
    QCOMPARE(mkfifo("fifo.png", 0600), 0);
    ZipBuilder zip;
    zip.torchLayout = true;
    const auto storage = [](const std::string& device) {
        return "(" + pickled("storage") + "ctorch\nFloatStorage\n" + pickled("0") + pickled(device) + "K\x02tQ";
    };
    const std::string tensor = "ctorch._utils\n_rebuild_tensor_v2\n(" + storage("x" + kMarkup) +
                               std::string("K\0K\x02\x85K\x01\x85\x89}tR", 12);
    zip.add("archive/data.pkl", "\x80\x02}(" + pickled(kMarkup) + tensor + pickled("group" + kMarkup) + "}" +
                                    pickled("text") + pickled(kMarkup) + "s" + pickled("object") + "c" + kMarkup +
                                    "\n" + kMarkup + "\n)\x81u.");
    zip.add("archive/data/0", "12345678");
    zip.add("archive/version", "3\n");
    zip.add("archive/" + kMarkup, kMarkup);
    const QString path = folder.filePath("<h1>INJECTED<h1><img src=fifo.png>.pth");
    writeFile(path, QByteArray::fromStdString(zip.build().bytes));
    walk(path);
    QVERIFY(QDir::setCurrent(before));
}

void tst_EveryView::everyCorpusFile()
{
    const QString corpus = qEnvironmentVariable("CAIRN_CORPUS");
    if (corpus.isEmpty()) {
        QSKIP("CAIRN_CORPUS is not set");
    }
    int files = 0;
    for (QDirIterator found(corpus, QDir::Files, QDirIterator::Subdirectories); found.hasNext(); ++files) {
        walk(found.next());
        if (QTest::currentTestFailed()) {
            return;
        }
    }
    QVERIFY(files > 0);
}

CAIRN_TEST(tst_EveryView, test::StallWatch);

} // namespace cairn::tst_every_view

#include "tst_every_view.moc"
