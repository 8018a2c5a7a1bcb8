#include "core/devices/preflight.h"
#include "core/devices/python/python_snippet.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/written_pickle.h"
#include "tests/support/zip_samples.h"

#include <QtEndian>

#include <algorithm>
#include <optional>

namespace cairn::tst_unpicklable {

using namespace cairn::checkpoint;
using test::kTensor;
using test::kTensorArguments;
using test::opened;
using test::plainPickle;
using test::text;

/// What Python, NumPy and torch stop at is not said to load. That they do is what tests/oracle/trust_fuzz.py asks them.
class TestUnpicklable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stopsAtCalls_data();
    void stopsAtCalls();
    void saysWhyItDoesNotLoad();
    void stopsAtClassesOfStorages();
    void stopsAtWhatTensorsAreMadeOf_data();
    void stopsAtWhatTensorsAreMadeOf();
    void stopsAtRecordsOfTheArchive();
    void tellsPathsOfWindows();
    void tellsTextsOfPython2();
    void tellsModulesOfLaterReleases();
};

namespace {

const QByteArray kZero("K\0", 2);

QByteArray call(const QByteArray& name, const QByteArray& arguments)
{
    return "c" + name + "\n(" + arguments + "tR";
}

/// The message of the first issue that says that unpickling stops; empty without one.
QString whyStopped(const QByteArray& body)
{
    const auto checkpoint = opened(plainPickle(body));
    if (!checkpoint) {
        return QStringLiteral("refused");
    }
    const auto& issues = (*checkpoint)->issues();
    const auto found = std::ranges::find(issues, ErrorCode::PickleCall, &Issue::code);
    return found == issues.end() ? QString() : QString::fromStdString(found->message.text());
}

} // namespace

void TestUnpicklable::stopsAtCalls_data()
{
    QTest::addColumn<QByteArray>("taken");
    QTest::addColumn<QByteArray>("refused");
    const auto row = [](const char* name, const QByteArray& taken, const QByteArray& refused) {
        QTest::newRow(name) << taken << refused;
    };
    const QByteArray none = "N";
    row("a list as a key", "}" + text("a") + "]s", "}]" + none + "s");
    row("a list in a tuple as a key", "}K\1\x85Ns", "}]\x85Ns");
    row("a dictionary in a set", call("builtins\nset", "]K\1\x61"), call("builtins\nset", "]}\x61"));
    row("a pair of an old dictionary", call("collections\nOrderedDict", "]]" + text("a") + "\x61]\x61\x61"),
        call("collections\nOrderedDict", "]]]\x61K\1\x61\x61"));
    row("what is counted", call("collections\nCounter", "]K\1\x61"), call("collections\nCounter", "]]\x61"));
    row("an object that is compared as a key", "}" + call("fractions\nFraction", text("1/2")) + "Ns",
        "}cargparse\nNamespace\n)\x81Ns");
    row("bytes of a text", call("builtins\nbytearray", text("a") + text("latin-1")),
        call("builtins\nbytearray", text("a")));
    row("a letter that a codec has not", call("_codecs\nencode", text("\u00e9") + text("latin1")),
        call("_codecs\nencode", text("\u20ac") + text("latin1")));
    row("a number", call("builtins\nint", text("12")), call("builtins\nint", text("abc")));
    row("a whole number of none", call("builtins\nfloat", "G\x7f\xf8" + QByteArray(6, '\0')),
        call("builtins\nint", "G\x7f\xf8" + QByteArray(6, '\0')));
    row("a day", call("datetime\ndate", "C\x04\x07\xe4\x01\x01"), call("datetime\ndate", "C\x04\x07\xe4\x0d\x01"));
    row("a decimal", call("decimal\nDecimal", text("-1.5E+3")), call("decimal\nDecimal", text("1.5.")));
    row("no decimal number", call("decimal\nDecimal", text("sNaN12")), call("decimal\nDecimal", text("NaNx")));
    row("the length of a deque", call("collections\ndeque", "]K\3"), call("collections\ndeque", "]J\xff\xff\xff\xff"));
    row("a range", call("builtins\nrange", "K\1K\5K\2"), call("builtins\nrange", "K\1K\5" + kZero));
    row("a device", call("torch\ndevice", text("cuda") + "K\1"), call("torch\ndevice", text("cuda:1") + "K\1"));
    row("the number of a device", call("torch\ndevice", text("cuda:0")), call("torch\ndevice", text("cuda:01")));
    row("a device that there is", call("torch\ndevice", text("npu:0")), call("torch\ndevice", text("nosuch")));
    row("the number of a device that C can hold", call("torch\ndevice", text("cuda:2147483647")),
        call("torch\ndevice", text("cuda:2147483648")));
    row("a float as large as there is one", call("builtins\nfloat", "\x8a\x80" + QByteArray(127, '\1') + '\1'),
        call("builtins\nfloat", "\x8a\x90" + QByteArray(144, '\1')));
    row("a number that 64 bits hold", call("numpy\nuint64", "\x8a\x09" + QByteArray(8, '\xff') + QByteArray(1, '\0')),
        call("numpy\nint64", "\x8a\x09" + QByteArray(8, '\xff') + QByteArray(1, '\0')));
    row("a time zone less than a day away",
        call("datetime\ntimezone", call("datetime\ntimedelta", kZero + "J\x7f\x51\x01" + QByteArray(1, '\0'))),
        call("datetime\ntimezone", call("datetime\ntimedelta", "K\2")));
    row("a time zone in the west", call("datetime\ntimezone", call("datetime\ntimedelta", "J\xff\xff\xff\xffK\1")),
        call("datetime\ntimezone", call("datetime\ntimedelta", "J\xff\xff\xff\xff" + kZero)));
    const QByteArray digits(31, 'a');
    row("the digits of an identifier", call("uuid\nUUID", text("{urn:uuid:" + digits + "-0}")),
        call("uuid\nUUID", text("{urn:uuid:" + digits + "-g}")));
    row("as many of them as there are", call("uuid\nUUID", text(digits + "0")), call("uuid\nUUID", text(digits)));
    row("a layout", call("torch.serialization\n_get_layout", text("torch.strided")),
        call("torch.serialization\n_get_layout", text("nosuch")));
    const QByteArray hooks = "ccollections\nOrderedDict\n)R";
    const char* const withState = "torch._utils\n_rebuild_parameter_with_state";
    row("what a parameter keeps", call(withState, kTensor + "\x88" + hooks + "}"),
        call(withState, kTensor + "\x88" + hooks + "K\5"));
    row("both kinds of state", call(withState, kTensor + "\x88" + hooks + "N}\x86"),
        call(withState, kTensor + "\x88" + hooks + "K\1K\2\x86"));
    const auto ofType = [&](const char* type) {
        return call("torch._tensor\n_rebuild_from_type_v2",
                    QByteArray("ctorch._utils\n_rebuild_tensor_v2\nctorch\n") + type + "\n" + kTensorArguments + "}");
    };
    row("the class of a tensor", ofType("Tensor"), ofType("FloatTensor"));
    row("a class, not a dtype", ofType("Tensor"), ofType("float32"));
    const auto withAttributes = [&](const QByteArray& state) {
        return call("torch._tensor\n_rebuild_from_type_v2",
                    "ctorch._utils\n_rebuild_tensor_v2\nctorch\nTensor\n" + kTensorArguments + state);
    };
    const auto withSource = [](const QByteArray& named) {
        return "(" + text("module") + "c" + named + "\n" + text("a.py") + text("class A") + "tQ";
    };
    row("the source of a module", withSource("torch.nn.modules.linear\nIdentity"),
        withSource("collections\nOrderedDict"));
    row("names of attributes", withAttributes("}" + text("a") + "Ns"), withAttributes("}K\1Ns"));
    row("the halves of a state", withAttributes("N}\x86"), withAttributes("}}}\x87"));
    row("a parameter without numbers", call("torch.nn.parameter\nUninitializedParameter", "\x88"),
        call("torch.nn.parameter\nUninitializedParameter", "K\1"));
    const auto array = [&](const QByteArray& bytes) {
        return call("numpy.core.multiarray\n_reconstruct",
                    QByteArray("cnumpy\nndarray\n") + kZero + "\x85" + text("b")) +
               "(K\1K\2\x85" + call("numpy\ndtype", text("u1") + "\x89\x88") + "\x89" + bytes + "tb";
    };
    row("the bytes of an array", array("C\2ab"), array("C\1a"));
    const auto scalar = [&](const QByteArray& bytes) {
        return call("numpy.core.multiarray\nscalar", call("numpy\ndtype", text("u2") + "\x89\x88") + bytes);
    };
    row("the bytes of a number of NumPy", scalar("C\2ab"), scalar("C\1a"));
    const auto generator = [&](const QByteArray& place) {
        return "cnumpy.random._mt19937\nMT19937\n)R}" + text("bit_generator") + text("MT19937") + "s" + text("state") +
               "}" + text("pos") + place + "ssb";
    };
    row("the state of random numbers", generator("K\5"), generator(QByteArray("\x8a\5\0\0\0\0\1", 7)));
}

void TestUnpicklable::stopsAtCalls()
{
    QFETCH(const QByteArray, taken);
    QFETCH(const QByteArray, refused);
    QCOMPARE(whyStopped(taken), QString());
    const QString why = whyStopped(refused);
    QVERIFY2(!why.isEmpty() && why != QStringLiteral("refused"), qPrintable(why));
}

void TestUnpicklable::saysWhyItDoesNotLoad()
{
    const auto damage = [](const QByteArray& body) {
        const auto checkpoint = opened(plainPickle(body));
        std::vector<devices::LoadProblem> problems;
        if (checkpoint) {
            problems = devices::preflight(**checkpoint, {}, devices::DeviceInventory()).problems;
            std::erase_if(problems, [](const devices::LoadProblem& problem) {
                return problem.code != devices::ProblemCode::FileDamaged;
            });
        }
        return problems;
    };
    QVERIFY(damage("}" + text("a") + "Ns").empty());
    const auto found = damage("}]Ns");
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found.front().severity, Severity::Error);
    QVERIFY(found.front().what.text().contains("which has no hash"));
}

/// torch asks the class of a storage for its dtype, whether a tensor is made of the storage or not.
void TestUnpicklable::stopsAtClassesOfStorages()
{
    const auto issuesWith = [](const QByteArray& name) {
        const QByteArray storage = "(" + text("storage") + "c" + name + "\n" + text("0") + text("cpu") + "K\1tQ";
        test::ZipBuilder zip;
        zip.add("archive/data.pkl", plainPickle(storage + "0N").toStdString());
        zip.add("archive/data/0", "four");
        zip.add("archive/version", "3\n");
        const auto checkpoint = opened(test::bytesOf(zip));
        return checkpoint ? std::ranges::count((*checkpoint)->issues(), ErrorCode::PickleCall, &Issue::code) : -1;
    };
    QCOMPARE(issuesWith("torch\nFloatStorage"), 0);
    QCOMPARE(issuesWith("datetime\ndatetime"), 1);
}

void TestUnpicklable::stopsAtWhatTensorsAreMadeOf_data()
{
    QTest::addColumn<QByteArray>("taken");
    QTest::addColumn<QByteArray>("refused");
    const auto row = [](const char* name, const QByteArray& taken, const QByteArray& refused) {
        QTest::newRow(name) << taken << refused;
    };
    const auto parameter = [](const char* storage) {
        QByteArray tensor = kTensor;
        return "ctorch.nn.parameter\nParameter\n" + tensor.replace("FloatStorage", storage) + "\x85\x81";
    };
    row("numbers with gradients", parameter("FloatStorage"), parameter("IntStorage"));
    const auto meta = [](const QByteArray& strides) {
        return call("torch._utils\n_rebuild_meta_tensor_no_storage", "ctorch\nfloat32\nK\4\x85" + strides + "\x89");
    };
    row("a stride for each dimension", meta("K\1\x85"), meta(")"));
    const auto quantized = [](const QByteArray& scheme) {
        return call("torch._utils\n_rebuild_qtensor", "(" + text("storage") + "ctorch\nQInt8Storage\n" + text("0") +
                                                          text("cpu") + kZero + "tQ" + kZero + kZero +
                                                          "\x85K\1\x85"
                                                          "ctorch\n" +
                                                          scheme + "\nG?\xf0" + QByteArray(6, '\0') + kZero +
                                                          "\x87\x89"
                                                          "ccollections\nOrderedDict\n)R");
    };
    row("a scheme that torch loads", quantized("per_tensor_affine"), quantized("per_tensor_symmetric"));
    const auto reference = [](const QByteArray& more) {
        QByteArray tensor = kTensor;
        return tensor.replace("tQ", more + "tQ");
    };
    row("the parts of a reference", reference(""), reference("N"));
}

void TestUnpicklable::stopsAtWhatTensorsAreMadeOf()
{
    QFETCH(const QByteArray, taken);
    QFETCH(const QByteArray, refused);
    const auto loads = [](const QByteArray& value) {
        test::ZipBuilder zip;
        zip.add("archive/data.pkl", plainPickle("}" + text("w") + value + "s").toStdString());
        zip.add("archive/data/0", "");
        zip.add("archive/version", "3\n");
        const auto checkpoint = opened(test::bytesOf(zip));
        return checkpoint && devices::preflight(**checkpoint, {}, devices::DeviceInventory()).loads;
    };
    QVERIFY(loads(taken));
    QVERIFY(!loads(refused));
}

/// Each is read by the versions of torch that know it.
void TestUnpicklable::stopsAtRecordsOfTheArchive()
{
    const auto loads = [](const std::string& name, const std::string& bytes, devices::TorchLine line) {
        test::ZipBuilder zip;
        zip.add("archive/data.pkl", plainPickle("}").toStdString());
        zip.add("archive/version", "3\n");
        zip.add("archive/" + name, bytes);
        const auto checkpoint = opened(test::bytesOf(zip));
        return checkpoint && devices::preflight(**checkpoint, {}, devices::DeviceInventory(), line).loads;
    };
    using devices::TorchLine;
    QVERIFY(loads(".storage_alignment", "64", TorchLine::Latest));
    QVERIFY(!loads(".storage_alignment", "64.0", TorchLine::Latest));
    QVERIFY(loads(".storage_alignment", "64.0", TorchLine::Torch26));
    QVERIFY(loads(".data/serialization_id", "12", TorchLine::Torch26));
    QVERIFY(!loads(".data/serialization_id", "\xff", TorchLine::Torch26));
    QVERIFY(loads(".data/serialization_id", "\xff", TorchLine::Torch113));
}

/// What programs save with their settings; the pure paths of all systems are made on each.
void TestUnpicklable::tellsPathsOfWindows()
{
    const auto isTold = [](const QByteArray& name) {
        const auto checkpoint = opened(plainPickle("cpathlib\n" + name + "\n" + text("runs") + "\x85R"));
        const auto problems = devices::preflight(**checkpoint, {}, devices::DeviceInventory()).problems;
        return std::ranges::count(problems, devices::ProblemCode::FileOtherSystem, &devices::LoadProblem::code) != 0;
    };
    QVERIFY(isTold("WindowsPath"));
    QVERIFY(!isTold("PureWindowsPath") && !isTold("PosixPath"));
}

/// torch takes them for UTF-8, also what is made and thrown away again, and long ones.
void TestUnpicklable::tellsTextsOfPython2()
{
    const auto isTold = [](const QByteArray& pickle) {
        const auto checkpoint = opened(plainPickle(pickle));
        const auto problems = devices::preflight(**checkpoint, {}, devices::DeviceInventory()).problems;
        const bool isProblem =
            std::ranges::count(problems, devices::ProblemCode::FileOtherSystem, &devices::LoadProblem::code) != 0;
        const std::string code = devices::pythonSnippet(**checkpoint, {});
        if (isProblem != (code.find("encoding=\"latin1\"") != std::string::npos)) {
            qFatal("the code and the verdict are of two minds");
        }
        return isProblem;
    };
    const auto saved = [](const QByteArray& bytes) {
        QByteArray length(4, '\0');
        qToLittleEndian(static_cast<quint32>(bytes.size()), length.data());
        return 'T' + length + bytes;
    };
    QVERIFY(!isTold(saved("plain")));
    QVERIFY(!isTold(saved("\xC3\xA9")));
    QVERIFY(isTold(saved("\xE9")));
    QVERIFY(isTold(saved("\xE9") + "0N"));
    QVERIFY(isTold("U\1\x80"));
    const QByteArray letters = QByteArray("\xC3\xA9").repeated(3'000'000);
    QVERIFY(!isTold(saved(letters)));
    QVERIFY(!isTold(saved('a' + letters))); // which are cut by every block
    QVERIFY(isTold(saved(letters + '\xE9')));
    QVERIFY(isTold(saved('\xE9' + letters)));
}

/// By the names that Python 3.13 and NumPy 2 have for what others have, too.
void TestUnpicklable::tellsModulesOfLaterReleases()
{
    using devices::TorchLine;
    const auto severityOf = [](const QByteArray& call, TorchLine line) -> std::optional<Severity> {
        const auto checkpoint = opened(plainPickle(call + "R"));
        for (const auto& problem : devices::preflight(**checkpoint, {}, devices::DeviceInventory(), line).problems) {
            if (problem.code == devices::ProblemCode::FileOtherSystem) {
                return problem.severity;
            }
        }
        return std::nullopt;
    };
    const QByteArray path = "cpathlib._local\nPosixPath\n" + text("runs") + "\x85";
    QVERIFY(severityOf(path, TorchLine::Torch113) == Severity::Error);
    QVERIFY(severityOf(path, TorchLine::Latest) == Severity::Warning);
    QVERIFY(!severityOf("cpathlib\nPosixPath\n" + text("runs") + "\x85", TorchLine::Torch113));
    const QByteArray scalar = "numpy\ndtype\n" + text("f4") + "\x89\x88\x87R" + text("four") + "\x86";
    QVERIFY(severityOf("cnumpy._core.multiarray\nscalar\nc" + scalar, TorchLine::Torch113) == Severity::Warning);
    QVERIFY(!severityOf("cnumpy._core.multiarray\nscalar\nc" + scalar, TorchLine::Latest));
    QVERIFY(!severityOf("cnumpy.core.multiarray\nscalar\nc" + scalar, TorchLine::Torch113));
}

CAIRN_TEST(TestUnpicklable);

} // namespace cairn::tst_unpicklable

#include "tst_unpicklable.moc"
