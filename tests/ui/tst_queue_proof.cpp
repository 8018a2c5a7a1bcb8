#include "core/base/progress.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/ui/fixed_answers.h"
#include "tests/ui/queue_files.h"
#include "tests/ui/view_test.h"
#include "ui/document/entry_mime.h"
#include "ui/queue/conversion_queue.h"
#include "ui/queue/convert_file.h"
#include "ui/queue/dropped_files.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_report.h"
#include "ui/queue/queue_view.h"

#include <QApplication>
#include <QDirIterator>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>

#include <csignal>
#include <set>
#include <string>

namespace cairn::tst_queue_proof {

using namespace cairn::test;
using namespace cairn::ui;

namespace {

/// Loads each file without map_location, and says what is not on the cpu.
constexpr char kLoad[] = R"(
import inspect, sys, warnings, pickle
warnings.simplefilter("ignore")
import torch
# What other classes the files name stands among the fixtures: all of it may be made.
options = {"weights_only": False} if "weights_only" in inspect.signature(torch.load).parameters else {}
assert not torch.cuda.is_available()
def tensors(value, seen):
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from tensors(item, seen)
    elif isinstance(value, (list, tuple, set)):
        for item in value:
            yield from tensors(item, seen)
    elif hasattr(value, "__dict__"):
        yield from tensors(vars(value), seen)
for path in sys.argv[2:]:
    sys.path.insert(0, sys.argv[1])
    try:
        value = torch.load(path, **options)
    except Exception as problem:
        print(path, type(problem).__name__, problem)
        continue
    for tensor in tensors(value, set()):
        if tensor.device.type not in ("cpu", "meta"):
            print(path, tensor.device)
)";

std::unique_ptr<QueueView> viewOf(QSettings& settings, FixedAnswers& answers, const QString& state = {})
{
    return std::make_unique<QueueView>(
        QueueSurroundings{.settings = settings, .prompts = answers, .stateFile = state, .currentMap = {}});
}

} // namespace

/// What the queue promises, asked of others: PyTorch loads its copies, and a kill loses nothing.
class tst_QueueProof : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recognisesFinishedSets();
    void tellsWhatOldReadersLack();
    void tellsOfDanger();
    void torchLoadsTheCopies();
    void outlivesAKill();
    void dragsTensorsOut();
};

void tst_QueueProof::recognisesFinishedSets()
{
    const QTemporaryDir folder;
    const auto at = [&](const char* name) { return folder.filePath(name); };
    const auto files = [&] { return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(); };
    writeFile(at("model.pth"), contentOf(kSample));
    cairn::convert::Recipe recipe;
    recipe.container = cairn::convert::Container::Safetensors;
    recipe.dropOthers = true;
    recipe.shardSize = "4KB";
    const auto convertAgain = [&](bool mayBeDone) {
        cairn::convert::TargetNames names; // those of another start
        cairn::Progress progress;
        return convertFile({.path = at("model.pth").toStdString(), .answers = {}, .mayBeDone = mayBeDone}, recipe,
                           names, progress);
    };
    const QueueOutcome first = convertAgain(false);
    QVERIFY2(first.state == QueueState::Done, qPrintable(first.words));
    const auto count = files();
    QVERIFY(count > 3); // the model, an index and shards

    // A file system that cannot rename without replacing gives a file its second name first.
    const QString shard = QDir(folder.path()).entryList({"*-00001-of-*"}).value(0);
    QVERIFY(QFile::copy(folder.filePath(shard), folder.filePath('.' + shard + ".cairn-abcdefghijkl.part")));
    const QueueOutcome second = convertAgain(true);
    QVERIFY2(second.words.contains("before the interruption"), qPrintable(second.words));
    QCOMPARE(second.target, first.target);
    QCOMPARE(second.bytesWritten, first.bytesWritten);
    QCOMPARE(files(), count);

    QVERIFY(QFile::remove(QString::fromStdString(first.target))); // the kill was earlier
    const QueueOutcome third = convertAgain(true);
    QVERIFY2(third.state == QueueState::Done && third.target != first.target, qPrintable(third.words));
    QCOMPARE(files(), 2 * count - 2);
}

void tst_QueueProof::tellsWhatOldReadersLack()
{
    const QTemporaryDir folder;
    cairn::convert::Recipe recipe;
    recipe.container = cairn::convert::Container::Safetensors;
    recipe.folder = folder.path().toStdString();
    recipe.keep = {"complex64"};
    cairn::convert::TargetNames names;
    cairn::Progress progress;
    const std::string source = fixture("torch113/dtypes.pt").toStdString();
    const QueueOutcome outcome = convertFile({.path = source, .answers = {}}, recipe, names, progress);
    QVERIFY2(outcome.state == QueueState::Done, qPrintable(outcome.words));
    QVERIFY2(outcome.words.contains("from 0.7 on open a file with complex64"), qPrintable(outcome.words));
}

/// A copy with other tags does what its source does. Tensors alone do nothing.
void tst_QueueProof::tellsOfDanger()
{
    const QTemporaryDir folder;
    const auto wordsOf = [&folder](cairn::convert::Container container, bool skipUnchanged) {
        cairn::convert::Recipe recipe;
        recipe.container = container;
        recipe.dropOthers = container == cairn::convert::Container::Safetensors;
        recipe.skipUnchanged = skipUnchanged;
        recipe.folder = folder.path().toStdString();
        cairn::convert::TargetNames names;
        cairn::Progress progress;
        const std::string source = CAIRN_TESTS_DIR "/hostile/01_reduce_os_system.pt";
        return convertFile({.path = source, .answers = {}}, recipe, names, progress).words;
    };
    const QString copied = wordsOf(cairn::convert::Container::Keep, false);
    QVERIFY2(copied.startsWith("The copy runs harmful code when it is loaded, as its source does."),
             qPrintable(copied));
    const QString left = wordsOf(cairn::convert::Container::Keep, true);
    QVERIFY2(left.startsWith("It runs harmful code when it is loaded."), qPrintable(left));
    const QString tensors = wordsOf(cairn::convert::Container::Safetensors, true);
    QVERIFY2(!tensors.contains("harmful"), qPrintable(tensors));
}

void tst_QueueProof::torchLoadsTheCopies()
{
    QProcess python;
    python.start(CAIRN_TORCH_PYTHON, {"-c", "import torch"});
    if (!python.waitForFinished(60'000) || python.exitCode() != 0) {
        QSKIP("there is no Python with PyTorch");
    }
    QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    FixedAnswers answers;
    auto view = viewOf(settings, answers);
    QueueOptions options = view->queue().options();
    options.recipe.folder = folder.filePath("copies").toStdString();
    view->queue().setOptions(options);
    view->add({QStringLiteral(CAIRN_TESTS_DIR "/fixtures/torch113")});
    QTRY_VERIFY_WITH_TIMEOUT(!view->queue().isBusy(), 120'000);
    QStringList copies;
    for (const QueueItem& item : view->queue().items()) {
        QVERIFY2(item.state() == QueueState::Done || !item.outcome.words.isEmpty(), item.path.c_str());
        const bool isOther = item.outcome.format == "torchscript" || item.outcome.format == "pickle";
        if (item.state() == QueueState::Done && !isOther) { // which torch.load does not load
            QVERIFY(item.outcome.isVerified);
            copies.append(QString::fromStdString(item.outcome.target));
        }
    }
    QVERIFY2(copies.size() > 5, qPrintable(summaryText(view->queue().totals())));
    python.start(CAIRN_TORCH_PYTHON, QStringList{"-c", kLoad, CAIRN_TESTS_DIR "/fixtures"} + copies);
    QVERIFY(python.waitForFinished(120'000));
    QCOMPARE(python.exitCode(), 0);
    QCOMPARE(QString::fromUtf8(python.readAllStandardOutput()), QString());
    qInfo("PyTorch loads all %d copies", static_cast<int>(copies.size()));
}

void tst_QueueProof::outlivesAKill()
{
    constexpr int files = 400;
    QTemporaryDir folder;
    for (int i = 0; i < files; ++i) {
        writeFile(folder.filePath(QStringLiteral("runs/%1.pth").arg(i)), checkpointOn("cuda:0"));
    }
    const auto copies = [&] { return QDir(folder.filePath("runs")).entryList({"*.cpu*.pth"}, QDir::Files).size(); };
    QProcess cairn;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "TMPDIR"}) {
        QVERIFY(QDir(folder.path()).mkpath(name));
        environment.insert(name, folder.filePath(name));
    }
    cairn.setProcessEnvironment(environment);
    cairn.start(CAIRN_PROGRAM, {"--new-window", "--convert", folder.filePath("runs")});
    QVERIFY(cairn.waitForStarted(60'000));
    const auto state = [&] {
        QDirIterator found(folder.filePath("XDG_DATA_HOME"), {"queue.json"}, QDir::Files, QDirIterator::Subdirectories);
        return found.hasNext() ? found.next() : QString();
    };
    QTRY_VERIFY_WITH_TIMEOUT((copies() > 3 && !state().isEmpty()) || cairn.state() != QProcess::Running, 60'000);
    ::kill(static_cast<pid_t>(cairn.processId()), SIGKILL);
    QVERIFY(cairn.waitForFinished(60'000));
    QCOMPARE(cairn.exitStatus(), QProcess::CrashExit);
    const auto before = copies();
    QVERIFY2(!state().isEmpty(), "there was nothing left to do");
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    FixedAnswers answers;
    auto view = viewOf(settings, answers, state());
    QVERIFY(view->leftCount() != 0);
    view->findChild<QWidget*>("queueOffer")->findChild<QPushButton*>("noticeAccept")->click();
    QTRY_VERIFY_WITH_TIMEOUT(!view->queue().isBusy(), 60'000);
    QCOMPARE(view->queue().totals().done, std::size_t{files});
    QCOMPARE(copies(), files);
    for (int i = 0; i < files; ++i) {
        QCOMPARE(tagsOf(folder.filePath(QStringLiteral("runs/%1.cpu.pth").arg(i))), "cpu");
    }
    QCOMPARE(QDir(folder.filePath("runs")).entryList({".*.part"}, QDir::Files | QDir::Hidden).size(), 0);
    qInfo("%d of %d were converted before the kill", static_cast<int>(before), files);
}

void tst_QueueProof::dragsTensorsOut()
{
    const DocumentPtr document = sample();
    const auto dragged = [&](const EntryRows& rows) {
        cairn::rows::EntrySum sum;
        for (const cairn::checkpoint::EntryId row : rows.entries) {
            sum += document->sumOf(row);
        }
        return std::unique_ptr<QMimeData>(entryMimeData(*document, rows, sum));
    };
    const auto fileOf = [](const QMimeData& data) { return data.urls().value(0).toLocalFile(); };
    const auto entryOf = [&](std::size_t tensor) { return document->checkpoint->tensors()[tensor].entry; };
    QTemporaryDir temporary;
    qputenv("TMPDIR", QFile::encodeName(temporary.path()));
    QVERIFY(QDir().mkpath(temporary.filePath("cairn-drag-999999999-abc"))); // of a process that is no more
    QVERIFY(QDir().mkpath(temporary.filePath("cairn-drag-1-abc")));
    auto data = dragged({.entries = {entryOf(0)}, .levels = {}});
    QVERIFY(data->hasUrls() && data->hasText());
    QVERIFY(droppedFiles(*data).isEmpty()); // in the window they are rows
    const QString file = fileOf(*data);
    QVERIFY2(file.endsWith(".npy"), qPrintable(file));
    QVERIFY(contentOf(file).startsWith("\x93NUMPY"));
    QVERIFY(!QFile::exists(temporary.filePath("cairn-drag-999999999-abc")));
    QVERIFY(QFile::exists(temporary.filePath("cairn-drag-1-abc")));
    QCOMPARE(data->data("text/uri-list").trimmed(), QUrl::fromLocalFile(file).toEncoded());
    data.reset();
    QVERIFY(QFile::exists(file));                           // the other program may copy it yet
    (void)dragged({.entries = {entryOf(0)}, .levels = {}}); // nobody takes it

    const auto tensorsIn = [&](const EntryRows& rows) {
        const QString path = fileOf(*dragged(rows));
        cairn::Progress progress;
        const auto opened = openDocument(path.toStdString(), progress);
        std::set<std::string> names;
        for (std::size_t i = 0; opened && i < (*opened)->checkpoint->tensors().size(); ++i) {
            names.insert((*opened)->checkpoint->entryName((*opened)->checkpoint->tensors()[i].entry));
        }
        return names;
    };
    const auto nameOf = [&](std::size_t tensor) { return document->checkpoint->entryName(entryOf(tensor)); };
    QCOMPARE(tensorsIn({.entries = {entryOf(1), entryOf(2)}, .levels = {}}), (std::set{nameOf(1), nameOf(2)}));
    const cairn::checkpoint::EntryId group = document->checkpoint->pathTo(entryOf(0)).front();
    QCOMPARE(tensorsIn({.entries = {group}, .levels = {}}).size(), document->sumOf(group).tensors);
}

CAIRN_TEST(tst_QueueProof, QApplication);

} // namespace cairn::tst_queue_proof

#include "tst_queue_proof.moc"
