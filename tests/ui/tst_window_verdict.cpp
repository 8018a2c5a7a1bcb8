#include "tests/support/fixtures.h"
#include "tests/support/map_samples.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/map/device_map_panel.h"
#include "ui/verdict/problem_page.h"
#include "ui/verdict/verdict_bar.h"

#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace cairn::tst_window_verdict {

using namespace cairn::devices;
using namespace cairn::test;
using namespace cairn::ui;

namespace {

const auto kHarmful = QStringLiteral(CAIRN_TESTS_DIR "/hostile/01_reduce_os_system.pt");

/// How well text of one colour is read on another, as WCAG counts it: 4.5 is enough.
double contrast(const QColor& a, const QColor& b)
{
    const auto light = [](const QColor& colour) {
        const auto part = [](double share) {
            return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * part(static_cast<double>(colour.redF())) + 0.7152 * part(static_cast<double>(colour.greenF())) +
               0.0722 * part(static_cast<double>(colour.blueF()));
    };
    const auto [low, high] = std::minmax({light(a), light(b)});
    return (high + 0.05) / (low + 0.05);
}

/// What is behind the words of a verdict.
QColor groundOf(QWidget& verdict)
{
    const QImage picture = verdict.grab().toImage();
    return picture.pixelColor(picture.width() - 3, 2);
}

} // namespace

/// What the window says of a file's chances: once, for the machine that is chosen there, with every way out.
class tst_WindowVerdict : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { startWith("1 x 24 GB, cpu 64 GB"); }
    void cleanup() { m_window.reset(); }
    void coloursOfAnswers();
    void promisesNoRefusal();
    void oneMachineForBoth();
    void describesOtherMachines();
    void saysWhatCheckSays_data();
    void saysWhatCheckSays();
    void takesTrustForAnswer();
    void mapsFromItsReasons();
    void offersWaysOutOfShortMemory();
    void offersHalfTheSize();
    void advisesWhatTheFileHas();
    void takesMapsBackAnywhere();
    void leavesMachinesOutOfUndo();
    void cutsNoButton_data();
    void cutsNoButton();

private:
    /// On a machine like this.
    void startWith(const char* words, std::uint64_t cpuBytes = 0)
    {
        m_window.reset();
        m_machine = std::make_unique<Machine>([words = std::string(words), cpuBytes] {
            DeviceInventory machine = test::machine(words.c_str());
            machine.machine = kThisMachine;
            if (cpuBytes != 0) {
                machine.cpu.totalBytes = cpuBytes;
                machine.cpu.freeBytes = cpuBytes;
            }
            return machine;
        });
        startAfresh();
        m_window->resize(1280, 800);
    }
    void openSample()
    {
        open(kSample);
        QTRY_VERIFY(said().contains("load"));
    }
    [[nodiscard]] DeviceMapPanel& panel() const { return *m_window->findChild<DeviceMapPanel*>(); }
    [[nodiscard]] VerdictBar& bar() const { return *view().findChild<VerdictBar*>(); }
    [[nodiscard]] QString said() const { return view().findChild<QLabel*>("verdictText")->text(); }
    [[nodiscard]] QString saidByMap() const { return part<QLabel>("mapVerdictHeadline")->text(); }
    [[nodiscard]] QPushButton* button(const char* name) const { return view().findChild<QPushButton*>(name); }
    [[nodiscard]] bool offers(const char* name) const { return button(name) != nullptr && button(name)->isVisible(); }
    void choose(const QString& machine, const QString& where = QStringLiteral("verdictMachine")) const
    {
        auto* box = part<QComboBox>(where);
        box->lineEdit()->setFocus();
        box->lineEdit()->selectAll();
        QTest::keyClicks(box->lineEdit(), machine);
        QTest::keyClick(box->lineEdit(), Qt::Key_Return);
    }
};

/// Red fails, amber is to be read, green loads; and what would do harm looks like none of these.
void tst_WindowVerdict::coloursOfAnswers()
{
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        applyTheme(theme);
        VerdictBar bar;
        bar.resize(800, 50);
        std::vector<QColor> grounds;
        for (const Answer answer : {Answer::Loads, Answer::Caution, Answer::Fails, Answer::Harmful}) {
            LoadVerdict verdict;
            verdict.answer = answer;
            verdict.headline = QStringLiteral("words");
            bar.showVerdict(verdict);
            const QColor ground = groundOf(bar);
            const auto* text = bar.findChild<QLabel*>("verdictText");
            const double read = contrast(text->palette().color(text->foregroundRole()), ground);
            QVERIFY2(read >= 4.5, qPrintable(QString::number(read)));
            const auto* whole = bar.findChild<ProblemPage*>("verdictWhole");
            QVERIFY(contrast(whole->palette().color(QPalette::Text), ground) >= 4.5);
            QVERIFY(std::ranges::find(grounds, ground) == grounds.end());
            grounds.push_back(ground);
        }
        const auto [loads, caution, fails, harmful] = std::tie(grounds[0], grounds[1], grounds[2], grounds[3]);
        QVERIFY(loads.green() > loads.red());
        QVERIFY(fails.red() > fails.green() && fails.red() > fails.blue());
        QVERIFY(caution.green() > fails.green()); // yellow, not red
        QVERIFY(harmful.saturation() > 2 * fails.saturation());
        QVERIFY(contrast(harmful, fails) > 1.5);
    }
    applyTheme(Theme::Light);
    open(kHarmful);
    QTRY_VERIFY2(said().contains("harmful"), qPrintable(said()));
    trigger("mapDockAction");
    QTRY_VERIFY2(saidByMap().contains("harmful"), qPrintable(saidByMap()));
    QTRY_COMPARE(groundOf(*part<QWidget>("mapVerdict")), groundOf(bar()));
    picture("danger-light");
    applyTheme(Theme::Dark);
    picture("danger-dark");
}

/// Who has a torch before 2.6 must not read that it refuses what it runs.
void tst_WindowVerdict::promisesNoRefusal()
{
    open(kHarmful);
    QTRY_VERIFY2(said().contains("Since torch 2.6 torch.load refuses it"), qPrintable(said()));
    QVERIFY2(said().contains("older ones run it at once"), qPrintable(said()));
}

void tst_WindowVerdict::oneMachineForBoth()
{
    openSample();
    trigger("mapDockAction");
    QTRY_VERIFY(panel().analysis() != nullptr);
    QVERIFY2(said().contains("Will not load on this machine"), qPrintable(said())); // there is no cuda:1
    QTRY_VERIFY2(saidByMap().contains("Will not load"), qPrintable(saidByMap()));
    QTRY_COMPARE(groundOf(*part<QWidget>("mapVerdict")), groundOf(bar()));

    QTest::mouseClick(button("verdictTrust"), Qt::LeftButton);
    choose("8 x 80 GB");
    QTRY_VERIFY2(said().contains("Loads on"), qPrintable(said()));
    QTRY_VERIFY2(saidByMap().contains("Loads on"), qPrintable(saidByMap()));
    QTRY_COMPARE(groundOf(*part<QWidget>("mapVerdict")), groundOf(bar()));
    QCOMPARE(part<QComboBox>("machineBox")->currentText(), "8 x 80 GB");

    choose("This machine", "machineBox"); // and the other way
    QTRY_VERIFY2(said().contains("Will not load on this machine"), qPrintable(said()));
    QCOMPARE(view().findChild<QComboBox*>("verdictMachine")->currentText(), "This machine");
    picture("one-machine");
}

void tst_WindowVerdict::describesOtherMachines()
{
    openSample();
    choose("blah 3 q");
    auto* notice = view().findChild<QWidget*>("noticeBar");
    QTRY_VERIFY(notice->isVisible());
    QVERIFY(said().contains("on this machine"));
    choose("2 x 24 GB, cpu 64 GB");
    QTRY_VERIFY2(said().contains("on the machine"), qPrintable(said()));
}

void tst_WindowVerdict::saysWhatCheckSays_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("map");
    QTest::addColumn<bool>("isTrusted");
    for (const bool isTrusted : {false, true}) {
        const auto row = [isTrusted](const char* name, const QString& file, const char* machine, const char* map) {
            QTest::addRow("%s%s", name, isTrusted ? ", trusted" : "") << file << machine << map << isTrusted;
        };
        row("no GPU", kSample, "cpu", "");
        row("mapped", kSample, "cpu", "*=cpu");
        row("on another machine", kSample, "8 x 80 GB", "");
        row("one GPU, mapped", kSample, "1 x 24 GB", "cuda:1=cuda:0");
        row("plain tensors", fixture("torch113/adam.pt"), "cpu", "");
        row("harmful", kHarmful, "cpu", "");
    }
}

/// One truth: whoever asks the window and whoever asks the command line get the same sentence and the same answer.
void tst_WindowVerdict::saysWhatCheckSays()
{
    QFETCH(const QString, file);
    QFETCH(const QString, machine);
    QFETCH(const QString, map);
    QFETCH(const bool, isTrusted);
    QStringList arguments{"check", file, "--machine", machine};
    arguments += map.isEmpty() ? QStringList() : QStringList{"--map", map};
    arguments += isTrusted ? QStringList{"--trusted"} : QStringList();
    QProcess check;
    check.start(QStringLiteral(CAIRN_CLI), arguments);
    QVERIFY(check.waitForFinished(60'000));
    const QString found = QString::fromUtf8(check.readAllStandardOutput()).section(u'\n', 1, 2).simplified();

    const DocumentPtr document = opened(file);
    QVERIFY(document);
    const QStringList rule = map.split(u'=');
    const MapLocation wanted =
        map.isEmpty() ? MapLocation() : MapLocation({{rule[0].toStdString(), rule[1].toStdString()}});
    const LoadVerdict verdict =
        judgeLoading(*document->checkpoint, wanted, test::machine(machine.toStdString().c_str()),
                     isTrusted ? FileTrust::Trusted : FileTrust::Default);
    QVERIFY2(!verdict.headline.isEmpty() && found.startsWith(verdict.headline),
             qPrintable(verdict.headline + " | " + found));
    QCOMPARE(verdict.loads, check.exitCode() == 0);
}

/// What the command line asks by --trusted.
void tst_WindowVerdict::takesTrustForAnswer()
{
    startWith("2 x 24 GB");
    openSample();
    QTRY_VERIFY2(said().contains("Loads on this machine, but only with weights_only=False"), qPrintable(said()));
    QVERIFY(!offers("verdictFix0")); // no map mends that
    trigger("mapDockAction");
    QTRY_VERIFY2(saidByMap().contains("only with weights_only=False"), qPrintable(saidByMap()));
    QVERIFY(offers("verdictTrust"));
    picture("asks-for-trust");
    QTest::mouseClick(button("verdictTrust"), Qt::LeftButton);
    QTRY_VERIFY2(said().contains("Loads on this machine.") || said().contains("Loads on this machine<"),
                 qPrintable(said()));
    QTRY_VERIFY2(!saidByMap().contains("weights_only=False.") && saidByMap().contains("Loads on this machine"),
                 qPrintable(saidByMap()));
    QTRY_COMPARE(groundOf(*part<QWidget>("mapVerdict")), groundOf(bar()));
    picture("trusted");
    QTest::mouseClick(button("verdictTrust"), Qt::LeftButton);
    QTRY_VERIFY2(said().contains("but only with weights_only=False"), qPrintable(said()));
}

void tst_WindowVerdict::mapsFromItsReasons()
{
    startWith("cpu 64 GB");
    openSample();
    QTRY_VERIFY(offers("verdictWhy"));
    button("verdictWhy")->click();
    auto* why = view().findChild<ProblemPage*>("verdictWhole");
    QVERIFY2(why->toHtml().contains("fix:0"), qPrintable(why->toHtml()));
    Q_EMIT why->anchorClicked(QUrl("fix:0"));
    QTRY_VERIFY2(said().contains("Loads on"), qPrintable(said()));
    QVERIFY(view().map().kind() != MapKind::None);
}

/// A file that no device has room for, with its GPUs missing, too.
void tst_WindowVerdict::offersWaysOutOfShortMemory()
{
    startWith("cpu 64 GB", 50'000);
    openSample();
    QTRY_VERIFY(offers("verdictFix0"));
    QVERIFY2(said().contains("mmap=True") && said().contains("cpu needs"), qPrintable(said()));
    QVERIFY(offers("verdictCpuCopy"));
    picture("short-of-memory");
    button("verdictWhy")->click();
    auto* why = view().findChild<ProblemPage*>("verdictWhole");
    QVERIFY(why->toPlainText().contains("but has 50.0 kB free"));
    QTRY_VERIFY(why->isVisible() && why->height() > 3 * why->fontMetrics().lineSpacing());
    picture("why");
    QTest::mouseClick(button("verdictFix0"), Qt::LeftButton);
    QTRY_VERIFY(offers("verdictPython"));
    QCOMPARE(view().map(), MapLocation::device("cpu"));
    QVERIFY(offers("verdictMappedCopy"));
    QTest::mouseClick(button("verdictPython"), Qt::LeftButton);
    const QString code = QApplication::clipboard()->text();
    QVERIFY2(code.contains("map_location=\"cpu\"") && code.contains("mmap=True"), qPrintable(code));
    picture("short-of-memory-mapped");
    trigger("mapDockAction"); // where the code is that loads it
    QTRY_VERIFY(part<QPlainTextEdit>("codeText")->toPlainText().contains("mmap=True"));
}

/// Where all of it does not fit, and half of it does.
void tst_WindowVerdict::offersHalfTheSize()
{
    startWith("2 x 24 GB, cpu 64 GB", 100'000); // the file has 134 kB of float32
    openSample();
    QTRY_VERIFY(offers("verdictTrust"));
    QVERIFY(!offers("verdictBFloat16")); // the GPUs have room
    view().setMap(MapLocation::device("cpu"));
    QTRY_VERIFY(offers("verdictBFloat16"));
    picture("half-the-size");
    m_answers.target = m_folder.filePath("half.pth");
    QTest::mouseClick(button("verdictBFloat16"), Qt::LeftButton);
    QVERIFY2(m_answers.suggestion.endsWith("two_gpus.bf16.pth"), qPrintable(m_answers.suggestion));
    const auto isSaved = [this] { return opened(m_answers.target) != nullptr; };
    QTRY_VERIFY_WITH_TIMEOUT(isSaved(), 60'000);
    open(m_answers.target);
    QTRY_VERIFY2(said().contains("Loads on"), qPrintable(said()));
    QVERIFY(!offers("verdictBFloat16"));

    startWith("2 x 24 GB, cpu 64 GB", 50'000); // for which half is too much, too
    openSample();
    view().setMap(MapLocation::device("cpu"));
    QTRY_VERIFY(offers("verdictPython"));
    QVERIFY(!offers("verdictBFloat16"));
}

void tst_WindowVerdict::advisesWhatTheFileHas()
{
    const auto adviceFor = [](Model& model) {
        DeviceInventory small = test::machine("cpu 64 GB");
        small.cpu.totalBytes = small.cpu.freeBytes = 1;
        const Preflight found = preflight(*model.build(), MapLocation::device("cpu"), small);
        const auto memory = std::ranges::find(found.problems, devices::ProblemCode::DeviceMemory, &LoadProblem::code);
        return memory == found.problems.end() ? QString() : QString::fromStdString(memory->advice.text());
    };
    Model plain;
    plain.tensor("weight", plain.storage(pattern(8)), Dtype::Float32, {2}, {1});
    const QString ofPlain = adviceFor(plain);
    QVERIFY2(ofPlain.contains("mmap=True") && ofPlain.contains("--cast float32=bfloat16"), qPrintable(ofPlain));
    QVERIFY2(!ofPlain.contains("optimizer"), qPrintable(ofPlain));

    Model trained;
    trained.group("optimizer");
    trained.tensor("exp_avg", trained.storage(pattern(8)), Dtype::Float16, {4}, {1});
    const QString ofTrained = adviceFor(trained);
    QVERIFY2(ofTrained.contains("--drop-optimizer") && !ofTrained.contains("--cast"), qPrintable(ofTrained));

    Model old(Format::TorchLegacy); // which is no zip
    old.tensor("weight", old.storage(pattern(8)), Dtype::Float16, {4}, {1});
    const QString ofOld = adviceFor(old);
    QVERIFY2(!ofOld.isEmpty() && !ofOld.contains("mmap") && !ofOld.contains("--"), qPrintable(ofOld));
}

/// Wherever the focus is, and whether the map is shown.
void tst_WindowVerdict::cutsNoButton_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {1280, 960, 720}) {
        QTest::addRow("%d", width) << width;
    }
}

/// With the inspector beside it the bar has half of a small window.
void tst_WindowVerdict::cutsNoButton()
{
    QFETCH(int, width);
    startWith("cpu 20 kB"); // too little, so that there is much to offer
    open(kSample);
    m_window->resize(width, 600);
    auto* bar = part<VerdictBar>("verdictBar");
    QTRY_VERIFY(std::ranges::count_if(bar->findChildren<QPushButton*>(), &QWidget::isVisible) >= 2); // or in a menu
    QTRY_VERIFY(hasNoJobs(*m_window));
    picture(QStringLiteral("verdict-%1").arg(width));
    QCOMPARE(m_window->width(), width);
    for (const QPushButton* button : bar->findChildren<QPushButton*>()) {
        if (button->isVisible()) {
            const QRect place(button->mapTo(bar, QPoint()), button->size());
            QVERIFY2(bar->rect().contains(place), qPrintable(button->text()));
            QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->text()));
        }
    }
    QVERIFY(m_window->rect().contains(QRect(bar->mapTo(m_window.get(), QPoint()), bar->size())));
}

void tst_WindowVerdict::takesMapsBackAnywhere()
{
    openSample();
    QTRY_VERIFY(offers("verdictFix0"));
    QTest::mouseClick(button("verdictFix0"), Qt::LeftButton);
    const MapLocation wanted = view().map();
    QVERIFY(wanted.kind() != MapKind::None);
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    tree().setFocus();
    QTest::keySequence(&tree(), QKeySequence::Undo);
    QCOMPARE(view().map(), MapLocation());
    QTest::keySequence(&tree(), QKeySequence::Redo);
    QCOMPARE(view().map(), wanted);
}

void tst_WindowVerdict::leavesMachinesOutOfUndo()
{
    openSample();
    QTRY_VERIFY(offers("verdictFix0"));
    QTest::mouseClick(button("verdictFix0"), Qt::LeftButton);
    choose("8 x 80 GB");
    QTRY_VERIFY2(said().contains("on the machine"), qPrintable(said()));
    trigger("mapUndoAction");
    QCOMPARE(view().map(), MapLocation());
    QCOMPARE(part<QComboBox>("machineBox")->currentText(), "8 x 80 GB");
    QVERIFY(!part<QAction>("mapUndoAction")->isEnabled());
}

CAIRN_TEST(tst_WindowVerdict, QApplication);

} // namespace cairn::tst_window_verdict

#include "tst_window_verdict.moc"
