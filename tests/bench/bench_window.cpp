#include "core/checkpoint/readers/open.h"
#include "tests/support/stall_watch.h"
#include "tests/ui/answers.h"
#include "ui/document/machine.h"
#include "ui/tree/tree_page.h"
#include "ui/window/document_view.h"
#include "ui/window/main_window.h"
#include "ui/window/view_tabs.h"

#include <QAction>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdio>
#include <malloc.h>
#include <unistd.h>

// What a person does with a large file in the window: how long it takes until the window shows the answer, and how long
// the window was deaf at worst meanwhile. A line each: milliseconds, those of the worst stall, those of the processor
// in it, what was done.

namespace {

using namespace cairn::ui;
using cairn::test::StallWatch;

class Bench {
public:
    Bench(StallWatch& watch, MainWindow& window) : m_watch(watch), m_window(window) {}

    void measure(const QString& doing, const std::function<void()>& work)
    {
        m_watch.forget();
        const auto begin = std::chrono::steady_clock::now();
        m_watch.run(doing, m_window, work);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        std::printf("%.1f %.1f %.1f %s\n", took.count(), m_watch.worst().milliseconds, m_watch.worst().ofProcessor,
                    qPrintable(doing));
        if (qEnvironmentVariableIsSet("CAIRN_STALLS")) {
            std::printf("    %s\n", qPrintable(m_watch.worst().text));
        }
    }

    void walk(const QString& path);

private:
    void walkTree(TreePage& tree);
    void walkPages();

    StallWatch& m_watch;
    MainWindow& m_window;
};

/// The group with the most children, which is as bad as it gets.
QModelIndex largestGroup(const CheckpointModel& model)
{
    const RowTree& tree = *model.projection().tree;
    NodeId largest = 0;
    for (NodeId id = 0; id < tree.size(); ++id) {
        if (tree[id].childCount > tree[largest].childCount || largest == 0) {
            largest = id;
        }
    }
    return model.indexOfNode(largest);
}

void Bench::walkTree(TreePage& tree)
{
    auto* search = m_window.findChild<QLineEdit*>("search");
    const auto action = [this](const char* name) { return m_window.findChild<QAction*>(name); };
    measure("open the largest group", [&] { tree.expand(largestGroup(*tree.checkpointModel())); });
    measure("go to the end", [&] { tree.verticalScrollBar()->setValue(tree.verticalScrollBar()->maximum()); });
    measure("select all rows", [&] { tree.selectAll(); });
    measure("copy a name", [&] { action("copyNameAction")->trigger(); });
    measure("select one row", [&] { tree.setCurrentIndex(tree.checkpointModel()->index(0, 0)); });
    for (const char* text : {"w", "weight", "*.weight", "/\\d+9\\.w/", "size>1kB"}) {
        measure(QStringLiteral("search for %1").arg(QLatin1String(text)),
                [&] { search->setText(QLatin1String(text)); });
    }
    measure("end the search", [&] { search->clear(); });
    for (const auto& [column, title] : {std::pair(RowColumn::Name, "name"), std::pair(RowColumn::Bytes, "bytes")}) {
        measure(QStringLiteral("sort by %1").arg(QLatin1String(title)),
                [&] { tree.header()->setSortIndicator(static_cast<int>(column), Qt::DescendingOrder); });
    }
    measure("order of the file", [&] { action("fileOrderAction")->trigger(); });
    measure("all rows flat", [&] { action("levelsAction")->trigger(); });
    measure("as levels again", [&] { action("levelsAction")->trigger(); });
    measure("map everything", [&] { m_window.view()->setMap(cairn::devices::MapLocation::everythingTo("cpu")); });
    measure("show the map", [&] { action("mapDockAction")->trigger(); });
    measure("hide the map", [&] { action("mapDockAction")->trigger(); });
}

void Bench::walkPages()
{
    ViewTabs& pages = *m_window.view()->pages();
    for (int page = 1; page < pages.count(); ++page) {
        measure("page " + pages.tabText(page), [&] { pages.setCurrentIndex(page); });
    }
    pages.setCurrentIndex(0);
    auto& inspector = *m_window.findChild<ViewTabs*>("inspectorTabs");
    for (int tab = 1; tab < inspector.count(); ++tab) {
        measure("inspector " + inspector.tabText(tab), [&] { inspector.setCurrentIndex(tab); });
    }
}

void Bench::walk(const QString& path)
{
    bool isSettled = false;
    QObject::connect(&m_window, &MainWindow::settled, &m_window, [&] { isSettled = true; });
    measure("open", [&] { m_window.open({path}); });
    if (!isSettled || !m_window.view()->document()) {
        std::fputs("it did not open\n", stderr);
        std::exit(1);
    }
    walkTree(*m_window.view()->tree());
    walkPages();
    measure("close the tab", [&] { m_window.findChild<QAction*>("closeAction")->trigger(); });
}

/// Bytes an entry of the window's own: what it holds beside the checkpoint that core makes.
void printMemory(const QString& path, MainWindow& window)
{
    const auto inUse = [] {
        ::malloc_trim(0);
        QFile memory(QStringLiteral("/proc/self/statm"));
        (void)memory.open(QIODevice::ReadOnly);
        return memory.readAll().split(' ').value(1).toDouble() * static_cast<double>(::sysconf(_SC_PAGESIZE));
    };
    const double before = inUse();
    const auto checkpoint = cairn::checkpoint::openCheckpoint(path.toStdString());
    const double core = inUse() - before;
    const auto entries = static_cast<double>((*checkpoint)->entries().size());
    const double beside = inUse();
    auto& watch = *static_cast<StallWatch*>(qApp);
    watch.run("memory", window, [&] { window.open({path}); });
    watch.run("memory", window, [&] {
        TreePage& tree = *window.view()->tree();
        tree.expand(largestGroup(*tree.checkpointModel()));
    });
    std::printf("%.0f %.0f bytes an entry: of the window, of the core\n", (inUse() - beside - core) / entries,
                core / entries);
    watch.run("memory", window, [&] { window.findChild<QAction*>("closeAction")->trigger(); });
}

} // namespace

int main(int argc, char* argv[])
{
    StallWatch app(argc, argv);
    const QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    cairn::test::Answers prompts;
    Machine machine;
    MainWindow window({.settings = settings, .prompts = prompts, .machine = machine});
    window.show();
    app.run("appear", window, [] {});
    const QString path = QString::fromLocal8Bit(argc > 1 ? argv[1] : "");
    printMemory(path, window);
    Bench(app, window).walk(path);
    return 0;
}
