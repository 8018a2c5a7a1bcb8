#include "core/checkpoint/pickles/python3_name.h"
#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/trust/weights_only.h"
#include "tests/support/little.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QSet>

#include <algorithm>
#include <array>

namespace cairn::tst_weights_only {

using namespace cairn::checkpoint;

namespace {

GlobalVerdict verdictOf(const QString& path)
{
    const auto dot = path.lastIndexOf('.');
    return weightsOnlyVerdict(path.left(dot).toStdString(), path.mid(dot + 1).toStdString());
}

std::array<Verdict, 4> lines(const GlobalVerdict& verdict)
{
    return {verdict.torch113, verdict.torch26, verdict.torch214, verdict.latest};
}

/// What the real PyTorch of each line allows.
struct Lists {
    std::array<QSet<QString>, 4> allowed;

    Lists()
    {
        constexpr std::array names = {"torch113.txt", "torch26.txt", "torch214.txt", "torch215.txt"};
        for (std::size_t line = 0; line < names.size(); ++line) {
            QFile file(QString(CAIRN_TESTS_DIR "/fixtures/weights_only/") + names[line]);
            if (file.open(QIODevice::ReadOnly)) {
                const QStringList all = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
                allowed[line] = QSet<QString>(all.begin(), all.end());
            }
        }
    }

    [[nodiscard]] std::array<Verdict, 4> verdicts(const QString& path) const
    {
        const auto verdict = [&](std::size_t line) {
            return allowed[line].contains(path) ? Verdict::Allowed : Verdict::Blocked;
        };
        return {verdict(0), verdict(1), verdict(2), verdict(3)};
    }
};

} // namespace

class TestWeightsOnly : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithPyTorch();
    void allowsNothingElse();
    void ignoresWhereThePathIsCut();
    void seesDanger_data();
    void seesDanger();
    void seesNoDanger_data();
    void seesNoDanger();
    void saysWhy_data();
    void saysWhy();
    void stopsAtTheFirstThing();
    void translatesPython2_data();
    void translatesPython2();
};

void TestWeightsOnly::agreesWithPyTorch()
{
    const Lists lists;
    QCOMPARE(lists.allowed[0].size(), 90);
    QCOMPARE(lists.allowed[1].size(), 128);
    QCOMPARE(lists.allowed[2].size(), 145);
    QCOMPARE(lists.allowed[3].size(), 144);
    for (const auto& line : lists.allowed) {
        for (const QString& path : line) {
            QVERIFY2(lines(verdictOf(path)) == lists.verdicts(path), qPrintable(path));
        }
    }
}

void TestWeightsOnly::allowsNothingElse()
{
    // Every module of the lists with every name of the lists: most of these thousands of paths do not exist.
    const Lists lists;
    QSet<QString> modules;
    QSet<QString> names;
    for (const auto& line : lists.allowed) {
        for (const QString& path : line) {
            const auto dot = path.lastIndexOf('.');
            modules.insert(path.left(dot));
            names.insert(path.mid(dot + 1));
        }
    }
    for (const QString& module : modules) {
        for (const QString& name : names) {
            for (const QString& path : {module + "." + name, module + "." + name + "x", module + ".x" + name}) {
                const auto found = lines(verdictOf(path));
                const auto expected = lists.verdicts(path);
                for (std::size_t line = 0; line < found.size(); ++line) {
                    QVERIFY2((found[line] == Verdict::Allowed) == (expected[line] == Verdict::Allowed),
                             qPrintable(path));
                }
            }
        }
    }
    for (const char* name : {"", "Storage", "Tensor.", "BFloat16 Bool", " ", "."}) {
        QVERIFY(weightsOnlyVerdict("torch", name).latest != Verdict::Allowed);
    }
}

void TestWeightsOnly::ignoresWhereThePathIsCut()
{
    QVERIFY(weightsOnlyVerdict("torch", "cuda.FloatStorage").torch113 == Verdict::Allowed);
    QVERIFY(weightsOnlyVerdict("torch", "_utils._rebuild_tensor_v3").torch26 == Verdict::Allowed);
    QVERIFY(weightsOnlyVerdict("torch", "_utils._rebuild_tensor_v3").torch113 == Verdict::Blocked);
}

void TestWeightsOnly::seesDanger_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* module, const char* name) {
        QTest::addRow("%s %s", module, name) << QString(module) << QString(name);
    };
    row("os", "system");
    row("posix", "system");
    row("nt", "system");
    row("sys", "exit");
    row("subprocess", "Popen");
    row("builtins", "eval");
    row("builtins", "exec");
    row("builtins", "compile");
    row("builtins", "open");
    row("builtins", "getattr");
    row("builtins", "__import__");
    row("builtins", "getattr.__call__");
    row("importlib", "import_module");
    row("importlib._bootstrap", "_load");
    row("runpy", "run_path");
    row("shutil", "rmtree");
    row("socket", "socket");
    row("pty", "spawn");
    row("webbrowser", "open");
    row("ctypes", "CDLL");
    row("pickle", "loads");
    row("_pickle", "loads");
    row("marshal", "loads");
    row("types", "FunctionType");
    row("types", "CodeType");
    row("operator", "attrgetter");
    row("operator", "itemgetter");
    row("builtins", "map");
    row("operator", "methodcaller");
    row("functools", "partial");
    row("torch", "load");
    row("torch.serialization", "load");
    row("dill._dill", "_create_function");
    row("torch.fx.graph_module", "reduce_graph_module");
    // Through a module that another one has imported
    row("torch._utils", "torch.os.system");
    row("torch.serialization", "os.system");
    row("collections", "_sys.exit");
    row("torch", "_utils.importlib.import_module");
}

void TestWeightsOnly::seesDanger()
{
    QFETCH(QString, module);
    QFETCH(QString, name);
    const GlobalVerdict verdict = weightsOnlyVerdict(module.toStdString(), name.toStdString());
    QVERIFY(std::ranges::count(lines(verdict), Verdict::Dangerous) == 4);
    QVERIFY(!verdict.why.empty());
    QVERIFY(!std::string_view(verdict.why.words()).ends_with('.'));
}

void TestWeightsOnly::seesNoDanger_data()
{
    QTest::addColumn<QString>("path");
    for (const char* path : {"argparse.Namespace",
                             "pathlib.PosixPath",
                             "datetime.datetime",
                             "osmium.Node",
                             "os_utils.Thing",
                             "model.os",
                             "code.model.Net",
                             "trace.net.Net",
                             "io.BytesIO",
                             "builtins.bytes",
                             "distutils.version.LooseVersion",
                             "signal.Signals",
                             "collections.defaultdict",
                             "torch.storage._load_from_bytes",
                             "torch.nn.modules.linear.Linear",
                             "types.SimpleNamespace",
                             "functools.cached_property",
                             "my.getattr",
                             "numpy.core.multiarray._reconstruct",
                             "joblib.numpy_pickle.NumpyArrayWrapper",
                             "__main__.evaluate"}) {
        QTest::newRow(path) << QString(path);
    }
}

void TestWeightsOnly::seesNoDanger()
{
    QFETCH(QString, path);
    const GlobalVerdict verdict = verdictOf(path);
    QVERIFY(std::ranges::count(lines(verdict), Verdict::Blocked) == 4);
    QVERIFY(!verdict.why.empty());
}

void TestWeightsOnly::saysWhy_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* path, const char* why) { QTest::newRow(path) << QString(path) << QString(why); };
    row("collections.OrderedDict", "");
    row("torch._utils._rebuild_tensor_v3", "PyTorch 1.13 does not allow it");
    row("torch.uint4", "PyTorch 2.6 and before do not know it");
    row("torch._utils._rebuild_sparse_csr_tensor", "PyTorch 2 has it no more");
    row("torch._utils._rebuild_nested_tensor", "PyTorch 2.6 to 2.14 allow it, before and after it is not on the list");
    row("torch.distributed.tensor.DTensor",
        "Allowed in PyTorch 2.6 and later once torch.distributed.tensor is imported");
    row("numpy._core.multiarray.scalar",
        "NumPy is not on PyTorch's list; torch.serialization.add_safe_globals can add it");
    row("numpyro.Thing", "Not on PyTorch's list; torch.serialization.add_safe_globals can add it");
    row("__torch__.Net", "weights_only=True does not open TorchScript");
    row("os.system", "It can start programs and change files");
}

void TestWeightsOnly::saysWhy()
{
    QFETCH(QString, path);
    const Phrase why = verdictOf(path).why;
    QTEST(QString::fromUtf8(why.words()), "why");
}

/// torch 2.6 and 2.14 say "Unsupported operand 149", which is FRAME, of what protocol 4 writes, whatever it names.
void TestWeightsOnly::stopsAtTheFirstThing()
{
    const auto refusedOf = [](bool isFramed) {
        const std::string named = "cflair.data\nDictionary\n.";
        const std::string frame = isFramed ? "\x95" + test::little(named.size(), 8) : std::string();
        const auto checkpoint = openCheckpoint(std::make_shared<MemorySource>("\x80\x04" + frame + named), "in memory");
        return checkpoint ? weightsOnlyVerdict(**checkpoint, &GlobalUse::latest).what : checkpoint.error().paragraph();
    };
    QCOMPARE(refusedOf(true), std::string("the pickle instruction FRAME"));
    QCOMPARE(refusedOf(false), std::string("flair.data.Dictionary"));

    // The pickles around the object in an old stream are read in the same way.
    const std::string stream =
        std::string("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15) + "I1001\n." + "}." + "]." + "].";
    const auto old = openCheckpoint(std::make_shared<MemorySource>(stream), "in memory");
    QVERIFY(old);
    QCOMPARE(weightsOnlyVerdict(**old, &GlobalUse::latest).what, std::string("the pickle instruction INT"));
}

void TestWeightsOnly::translatesPython2_data()
{
    QTest::addColumn<QString>("old");
    QTest::addColumn<QString>("now");
    const auto row = [](const char* old, const char* now) { QTest::newRow(old) << QString(old) << QString(now); };
    row("__builtin__ set", "builtins set");
    row("__builtin__ long", "builtins int");
    row("__builtin__ unicode", "builtins str");
    row("__builtin__ xrange", "builtins range");
    row("__builtin__ eval", "builtins eval");
    row("copy_reg _reconstructor", "copyreg _reconstructor");
    row("itertools izip", "builtins zip");
    row("itertools izip_longest", "itertools zip_longest");
    row("itertools chain", "itertools chain");
    row("UserDict IterableUserDict", "collections UserDict");
    row("exceptions ValueError", "builtins ValueError");
    row("exceptions StandardError", "builtins Exception");
    row("cPickle loads", "pickle loads");
    row("commands getoutput", "subprocess getoutput");
    row("urllib urlopen", "urllib.request urlopen");
    row("urllib2 URLError", "urllib.error URLError");
    row("urllib2 Request", "urllib.request Request");
    row("torch FloatStorage", "torch FloatStorage");
    row("builtins long", "builtins long");
}

void TestWeightsOnly::translatesPython2()
{
    QFETCH(QString, old);
    const QStringList parts = old.split(' ');
    const formats::GlobalName global{
        .module = parts[0].toStdString(), .name = parts[1].toStdString(), .offset = 0, .mentions = 1};
    const auto [module, name] = python3Name(global, 2);
    QTEST(QString::fromStdString(std::string(module) + " " + std::string(name)), "now");
}

CAIRN_TEST(TestWeightsOnly);

} // namespace cairn::tst_weights_only

#include "tst_weights_only.moc"
