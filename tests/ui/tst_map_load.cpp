#include "core/checkpoint/readers/open.h"
#include "core/runtime/torch_search.h"
#include "tests/support/fake_torch.h"
#include "tests/support/map_samples.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/map/canvas/map_canvas.h"
#include "ui/map/device_map_panel.h"
#include "ui/map/load/load_page.h"
#include "ui/queue/convert_file.h"
#include "ui/window/torch_box.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QProcess>
#include <QProgressBar>
#include <QPushButton>
#include <QSet>
#include <QTextBrowser>
#include <QToolBar>
#include <QToolButton>

#include <dlfcn.h>

namespace cairn::tst_map_load {

using namespace cairn::devices;
using namespace cairn::test;
using namespace cairn::ui;

namespace {

QByteArray mapsOf(const QString& process)
{
    return contentOf("/proc/" + process + "/maps");
}

/// By their parents, since what a thread started goes to another thread when it ends.
QSet<QString> childProcesses()
{
    const QByteArray self = QByteArray::number(QCoreApplication::applicationPid());
    QSet<QString> children;
    for (const QString& process : QDir("/proc").entryList({"[0-9]*"}, QDir::Dirs)) {
        const QByteArray stat = contentOf("/proc/" + process + "/stat"); // "24640 (a name) S 24600 ..."
        if (stat.mid(stat.lastIndexOf(')')).split(' ').value(2) == self) {
            children.insert(process);
        }
    }
    return children;
}

std::uint64_t aliveBytes()
{
    void* module = ::dlopen(FAKE_MODULE, RTLD_NOW | RTLD_NOLOAD);
    const auto ask = reinterpret_cast<std::uint64_t (*)()>(::dlsym(module, "cairn_fake_alive_bytes"));
    return ask();
}

} // namespace

/// Loading from the window, by a module that stands for a LibTorch with one GPU. A file from four GPUs is loaded here,
/// or saved for here, in three actions with the mouse, and with the keyboard alone.
class tst_MapLoad : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void programStartsWithoutLibTorch();
    void saysWhatToInstall();
    void loadsThroughTheChosenPyTorch();
    void environmentGoesBeforeTheChoice();
    void outlivesThePyTorch_data();
    void outlivesThePyTorch();
    void cancelsAPyTorchThatHangs_data();
    void cancelsAPyTorchThatHangs();
    void loadsByThreeClicks();
    void savesByThreeClicks();
    void loadsByKeyboard();
    void savesByKeyboard();
    void showsProgress();
    void cancels();
    void failsInPlace();
    void deviceThatIsNotThere();

private:
    void openFile();
    void click(QWidget* widget) const { QTest::mouseClick(widget, Qt::LeftButton); }
    [[nodiscard]] QToolButton* tool(const char* action) const;
    [[nodiscard]] DeviceMapPanel& panel() const { return *m_window->findChild<DeviceMapPanel*>(); }
    [[nodiscard]] QString headline() const { return part<QLabel>("loadHeadline")->text(); }
    [[nodiscard]] QString report() const { return part<QTextBrowser>("loadReport")->toPlainText(); }
    void ended() const { QTRY_VERIFY_WITH_TIMEOUT(!panel().loadPage()->isRunning(), 60'000); }
    void tabTo(const char* name) const;

    QString m_file; ///< saved on cuda:0 to cuda:3
};

void tst_MapLoad::initTestCase()
{
    const auto sample = checkpoint::openCheckpoint(kSample.toStdString());
    QVERIFY(sample);
    m_file = m_folder.filePath("four_gpus.pth");
    MapRule blocks{"cuda:1", "cuda:2"};
    blocks.when.path = "*.exp_avg";
    MapRule large{"*", "cuda:3"};
    large.when.minBytes = 4'000;
    Progress progress;
    const QueueOutcome copied =
        saveMapped(*sample, MapLocation({large, blocks}), m_file.toStdString(), FileSink::Existing::Refuse, progress);
    QVERIFY2(copied.state == QueueState::Done, qPrintable(copied.words));
    const auto four = checkpoint::openCheckpoint(m_file.toStdString());
    QVERIFY(four);
    QCOMPARE((*four)->usageByDevice().size(), std::size_t{5}); // and cpu
}

void tst_MapLoad::init()
{
    qputenv("CAIRN_RUNTIME", FAKE_MODULE);
    qputenv("CAIRN_FAKE_GPUS", "1");
    qputenv("CAIRN_FAKE_WAIT", "0");
    qunsetenv("CAIRN_FAKE_FULL");
    m_machine = std::make_unique<Machine>([] {
        DeviceInventory machine = test::machine("1 x 24 GB, cpu 64 GB");
        machine.machine = "this machine";
        return machine;
    });
    m_answers.target = m_folder.filePath("saved.pth");
    m_answers.timesAskedForTarget = 0;
    QFile::remove(m_answers.target);
    startAfresh();
    m_window->resize(1280, 860);
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void tst_MapLoad::openFile()
{
    open(m_file);
    QTRY_VERIFY(part<QPushButton>("verdictFix0") != nullptr);
}

QToolButton* tst_MapLoad::tool(const char* action) const
{
    const auto* wanted = m_window->findChild<QAction*>(action);
    return qobject_cast<QToolButton*>(part<QToolBar>("toolBar")->widgetForAction(const_cast<QAction*>(wanted)));
}

void tst_MapLoad::tabTo(const char* name) const
{
    for (int i = 0; i < 100 && QApplication::focusWidget()->objectName() != QLatin1String(name); ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    QCOMPARE(QApplication::focusWidget()->objectName(), QLatin1String(name));
}

/// The program itself, with a file open and its map shown, as the system sees it.
void tst_MapLoad::programStartsWithoutLibTorch()
{
    QTemporaryDir home;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", home.path());
    environment.insert("XDG_RUNTIME_DIR", home.path());
    environment.insert("XDG_CONFIG_HOME", home.path());
    environment.insert("XDG_DATA_HOME", home.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(CAIRN_PROGRAM, {m_file});
    QVERIFY(program.waitForStarted());
    // It remembers a file when that is open.
    const auto remembers = [&] {
        QDirIterator files(home.path(), {"*.conf"}, QDir::Files, QDirIterator::Subdirectories);
        return files.hasNext() && contentOf(files.next()).contains(QFileInfo(m_file).fileName().toUtf8());
    };
    constexpr int patience = 60'000;
    QTRY_VERIFY_WITH_TIMEOUT(remembers(), patience);
    const QByteArray maps = mapsOf(QString::number(program.processId()));
    program.kill();
    program.waitForFinished();
    QVERIFY(maps.contains("libQt6Widgets"));
    QVERIFY2(!maps.contains("libtorch") && !maps.contains("libc10") && !maps.contains("fake_module"), maps.constData());
}

void tst_MapLoad::saysWhatToInstall() // before the module is open, which it stays
{
    qputenv("CAIRN_RUNTIME", "");
    openFile();
    click(part<QPushButton>("verdictFix0"));
    QTRY_VERIFY(panel().map().kind() != MapKind::None);
    click(tool("loadMappedAction"));
    ended();
    QVERIFY2(headline().contains("was not loaded"), qPrintable(headline()));
    QVERIFY2(report().contains("No LibTorch is installed") && report().contains("in the settings of the window"),
             qPrintable(report()));
    picture("load-missing");

    qputenv("CAIRN_RUNTIME", CAIRN_SOURCE_DIR "/README.md");
    click(tool("loadMappedAction"));
    ended();
    QVERIFY2(report().contains("does not begin as an ELF file"), qPrintable(report()));
    QVERIFY(!mapsOf("self").contains("libtorch"));
}

void tst_MapLoad::loadsThroughTheChosenPyTorch()
{
    const QString active = m_folder.filePath("active");
    const QString old = m_folder.filePath("old");
    const QString other = m_folder.filePath("other");
    installTorch(packagesOf(active));
    installTorch(packagesOf(old), "__version__ = '1.13.1'\n");
    installTorch(packagesOf(other), QByteArray(kFakeVersion).replace("2.99", "2.98"));
    qunsetenv("CAIRN_TORCH_AT");
    qputenv("VIRTUAL_ENV", old.toUtf8());
    qputenv("CONDA_PREFIX", active.toUtf8());
    const auto loadsThrough = [this](const QString& torch) {
        open(m_file);
        panel().setMap(MapLocation::device("cpu"));
        panel().loadAction()->trigger();
        ended();
        QVERIFY2(report().contains(torch) && headline().startsWith("✓"), qPrintable(headline() + report()));
    };

    trigger("settingsAction");
    auto* box = part<QComboBox>("settingsTorch");
    QCOMPARE(box->currentIndex(), 0);
    QTRY_VERIFY(box->findData(active) > 0);
    QVERIFY2(box->itemText(box->findData(old)).contains("cannot be used: it is too old"),
             qPrintable(box->itemText(box->findData(old))));
    const auto choose = [box](int index) {
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    };
    choose(box->findData(active));
    picture("settings-torch");
    part<QDialog>("settingsDialog")->close();
    loadsThrough("Loaded by PyTorch 2.99.0+test in " + active + ',');

    trigger("settingsAction");
    box = m_window->findChildren<QComboBox*>("settingsTorch").constLast();
    QCOMPARE(box->currentData().toString(), active); // it is remembered
    m_answers.folder = other;
    QTRY_VERIFY(box->findData(old) > 0);
    const auto another = box->count() - 1;
    box->setCurrentIndex(another);
    Q_EMIT box->activated(another);
    QCOMPARE(box->currentData().toString(), other);
    startAgain("en");
    runtime::nameTorch("");
    useSavedTorch(*m_settings);
    loadsThrough("PyTorch 2.98.0+test in " + other);

    runtime::nameTorch("");
    qputenv("CAIRN_TORCH_AT", "none");
    qunsetenv("VIRTUAL_ENV");
    qunsetenv("CONDA_PREFIX");
}

void tst_MapLoad::environmentGoesBeforeTheChoice()
{
    m_settings->setValue("torch", "/somewhere/else");
    trigger("settingsAction");
    const auto* box = part<QComboBox>("settingsTorch"); // CAIRN_TORCH_AT is none in tests
    QVERIFY(!box->isEnabled());
    QCOMPARE(box->currentText(), "CAIRN_TORCH_AT=none");
    useSavedTorch(*m_settings);
    QVERIFY(runtime::TorchPlaces::here().isNone());
}

void tst_MapLoad::outlivesThePyTorch_data()
{
    QTest::addColumn<QByteArray>("wish");
    QTest::addColumn<QString>("told");
    QTest::newRow("killed") << QByteArray("killed empty_strided") << "signal 9";
    QTest::newRow("crashes") << QByteArray("crashes view") << "terminate called, says the test";
    QTest::newRow("ends") << QByteArray("ends view") << "exit status 3";
    QTest::newRow("rubbish") << QByteArray("rubbish view") << "answered with rubbish";
    QTest::newRow("killed when it is opened") << QByteArray("killed open") << "signal 9";
    QTest::newRow("no memory") << QByteArray("refuses empty_strided") << "has no room for storage";
}

/// Whatever becomes of it, the page says it, nothing is left, and the next load is as if nothing had been.
void tst_MapLoad::outlivesThePyTorch()
{
    QFETCH(QByteArray, wish);
    QFETCH(QString, told);
    const QString torch = m_folder.filePath(QString::fromLatin1(QTest::currentDataTag()));
    installTorch(packagesOf(torch));
    qputenv("CAIRN_TORCH_AT", torch.toUtf8());
    qputenv("CAIRN_FAKE_TORCH", wish);
    const QSet<QString> before = childProcesses();
    open(m_file);
    panel().setMap(MapLocation::device("cpu"));
    panel().loadAction()->trigger();
    ended();
    qunsetenv("CAIRN_FAKE_TORCH");
    QVERIFY2(headline().startsWith("✗") && report().contains(told), qPrintable(headline() + report()));
    QVERIFY2(report().contains("What to do"), qPrintable(report()));
    if (!told.startsWith("has no room")) { // that one answers still
        QCOMPARE(childProcesses(), before);
    }
    panel().loadAction()->trigger();
    ended();
    qputenv("CAIRN_TORCH_AT", "none");
    QVERIFY2(headline().startsWith("✓"), qPrintable(headline() + report()));
}

void tst_MapLoad::cancelsAPyTorchThatHangs_data()
{
    QTest::addColumn<QByteArray>("wish");
    for (const char* place : {"open", "empty_strided", "view"}) {
        QTest::newRow(place) << QByteArray("hangs ") + place;
    }
}

void tst_MapLoad::cancelsAPyTorchThatHangs()
{
    QFETCH(QByteArray, wish);
    const QString torch = m_folder.filePath(QString::fromLatin1(wish));
    installTorch(packagesOf(torch));
    qputenv("CAIRN_TORCH_AT", torch.toUtf8());
    qputenv("CAIRN_FAKE_TORCH", wish);
    const QSet<QString> before = childProcesses();
    openFile();
    panel().setMap(MapLocation::device("cpu"));
    panel().loadAction()->trigger();
    const auto isThere = [&] {
        return wish == "hangs open" ? childProcesses() != before : part<QProgressBar>("loadBar_cpu") != nullptr;
    };
    QTRY_VERIFY(isThere());
    click(part<QPushButton>("loadCancel"));
    ended();
    qunsetenv("CAIRN_FAKE_TORCH");
    qputenv("CAIRN_TORCH_AT", "none");
    QVERIFY2(headline().startsWith("Cancelled"), qPrintable(headline() + report()));
    QCOMPARE(childProcesses(), before);
}

void tst_MapLoad::loadsByThreeClicks()
{
    openFile();
    click(part<QPushButton>("verdictFix0")); // one
    QTRY_VERIFY(panel().map().kind() != MapKind::None);
    click(tool("loadMappedAction")); // two
    ended();
    QVERIFY2(headline().startsWith("✓ Loaded four_gpus.pth: 183 tensors"), qPrintable(headline()));
    QVERIFY2(report().contains("cuda:0") && report().contains("2.99-test"), qPrintable(report()));
    QVERIFY(panel().isVisible());
    QCOMPARE(aliveBytes(), std::uint64_t{0});
    picture("load-done");
}

void tst_MapLoad::savesByThreeClicks()
{
    openFile();
    click(part<QPushButton>("verdictFix0")); // one
    QTRY_VERIFY(part<QPushButton>("verdictMappedCopy")->isVisible());
    click(part<QPushButton>("verdictMappedCopy")); // two; the dialog's button is the third
    QCOMPARE(m_answers.timesAskedForTarget, 1);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_answers.target), 60'000);
    const auto copy = checkpoint::openCheckpoint(m_answers.target.toStdString());
    QVERIFY(copy);
    for (const auto& [tag, usage] : (*copy)->usageByDevice()) {
        QVERIFY2(tag == "cuda:0" || tag == "cpu", tag.c_str());
    }
}

void tst_MapLoad::loadsByKeyboard()
{
    openFile();
    QTRY_VERIFY(m_window->findChild<QPushButton*>("verdictFix0") != nullptr &&
                m_window->findChild<QPushButton*>("verdictFix0")->isVisible());
    tabTo("verdictFix0");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTRY_VERIFY(panel().map().kind() != MapKind::None);
    QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
    ended();
    QVERIFY2(headline().startsWith("✓ Loaded"), qPrintable(headline()));
}

void tst_MapLoad::savesByKeyboard() // by the picture: each tag to the GPU, and then the copy
{
    openFile();
    QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
    QTRY_VERIFY(panel().isVisible() && panel().analysis() && panel().editor().machine() &&
                panel().analysis()->state == panel().editor().state()); // or the picture would change under the keys
    auto* picture = m_window->findChild<MapCanvas*>();
    QTRY_VERIFY(picture->hasFocus());
    QTest::keyClick(picture, Qt::Key_Down); // cpu, cuda:0, cuda:1, ...
    for (int tag = 1; tag <= 3; ++tag) {
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Return, Qt::Key_Down, Qt::Key_Return}) {
            QTest::keyClick(picture, key);
        }
        QTRY_COMPARE(panel().map().rules().size(), static_cast<std::size_t>(tag));
        QTRY_VERIFY(panel().analysis()->state == panel().editor().state());
    }
    QTest::keyClick(picture, Qt::Key_S, Qt::ControlModifier | Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_answers.target), 60'000);
}

void tst_MapLoad::showsProgress()
{
    qputenv("CAIRN_FAKE_WAIT", "5");
    openFile();
    panel().setMap(MapLocation({{"cuda:3", "cpu"}, {"cuda:*", "cuda:0"}}));
    panel().loadAction()->trigger();
    QTRY_VERIFY(part<QProgressBar>("loadBar_cuda:0") != nullptr || !panel().loadPage()->isRunning());
    QVERIFY(part<QProgressBar>("loadBar_cpu") != nullptr);
    QVERIFY(!panel().loadAction()->isEnabled());
    QTRY_VERIFY(part<QProgressBar>("loadBar_cuda:0")->value() > 0);
    picture("load-progress");
    ended();
    QVERIFY(panel().loadAction()->isEnabled());
    QVERIFY(report().contains("cuda:0") && report().contains("cpu"));
    QVERIFY(!part<QLabel>("loadStale")->isVisible());
    panel().setMap(MapLocation::device("cpu"));
    QVERIFY(part<QLabel>("loadStale")->isVisible());
    open(kSample); // of which nothing is to be told
    QVERIFY(!panel().loadPage()->isVisible());
    m_window->open({m_file}); // comes to the front
    const auto* tabs = qobject_cast<QTabWidget*>(panel().loadPage()->parentWidget()->parentWidget());
    QVERIFY(tabs->isTabVisible(tabs->indexOf(panel().loadPage())));
}

void tst_MapLoad::cancels()
{
    qputenv("CAIRN_FAKE_WAIT", "50");
    openFile();
    panel().setMap(MapLocation::device("cpu"));
    panel().loadAction()->trigger();
    QTRY_VERIFY(aliveBytes() > 0);
    click(part<QPushButton>("loadCancel"));
    ended();
    QVERIFY2(headline().startsWith("Cancelled"), qPrintable(headline()));
    QCOMPARE(aliveBytes(), std::uint64_t{0});

    panel().loadAction()->trigger(); // and a window that is closed meanwhile takes the load with it
    QTRY_VERIFY(aliveBytes() > 0);
    m_window.reset();
    QCOMPARE(aliveBytes(), std::uint64_t{0});
}

void tst_MapLoad::failsInPlace()
{
    qputenv("CAIRN_FAKE_FULL", "cuda:0");
    openFile();
    panel().setMap(MapLocation(std::vector<MapRule>{{"cuda:*", "cuda:0"}}));
    panel().loadAction()->trigger();
    ended();
    QVERIFY2(report().contains("has no room for storage") && report().contains("says the test"), qPrintable(report()));
    QVERIFY2(report().contains("Everything to cpu"), qPrintable(report()));
    picture("load-failed");
    Q_EMIT part<QTextBrowser>("loadReport")->anchorClicked(QUrl("fix:0"));
    QCOMPARE(panel().map(), MapLocation::device("cpu"));
    QCOMPARE(aliveBytes(), std::uint64_t{0});
}

void tst_MapLoad::deviceThatIsNotThere()
{
    openFile();
    panel().loadAction()->trigger();
    ended();
    QVERIFY2(headline().contains("does not load here"), qPrintable(headline()));
    QVERIFY2(report().contains("Attempting to deserialize object on CUDA device") &&
                 report().contains("Maps that load"),
             qPrintable(report()));
    qputenv("CAIRN_FAKE_GPUS", "0"); // a LibTorch without CUDA, where a GPU is
    panel().setMap(MapLocation::device("cuda:0"));
    panel().loadAction()->trigger();
    ended();
    QVERIFY2(report().contains("was built without cuda"), qPrintable(report()));
}

CAIRN_TEST(tst_MapLoad, QApplication);

} // namespace cairn::tst_map_load

#include "tst_map_load.moc"
