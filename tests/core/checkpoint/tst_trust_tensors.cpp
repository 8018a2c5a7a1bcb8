#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/trust.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/written_pickle.h"

namespace cairn::tst_trust_tensors {

using namespace cairn::checkpoint;
using test::kSparseTensor;
using test::kTensor;
using test::legacy;
using test::opened;
using test::plainPickle;
using test::text;

/// What pickles give to the functions that make tensors.
class TestTrustTensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judges_data();
    void judges();
    void countsThePartsOfReferences();
    void knowsThatWeightsOnlyTakesNoSource();
    void knowsThatMoreFollowsAPickle();
};

void TestTrustTensors::judges_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("trust");
    const auto row = [](const char* name, const QByteArray& body, Trust trust) {
        QTest::newRow(name) << body << static_cast<int>(trust);
    };
    const QByteArray& dense = kTensor;
    const QByteArray& sparse = kSparseTensor;
    row("a sparse tensor as an attribute", "cargparse\nNamespace\n)\x81}" + text("a") + sparse + "sb", Trust::DataOnly);
    row("a sparse tensor as the state of a generator",
        "cnumpy.random._mt19937\nMT19937\n)R}" + text("state") + "}" + text("key") + sparse + "ssb", Trust::Dangerous);
    const auto rebuilt = [&](const QByteArray& shape, const QByteArray& hooks, const QByteArray& metadata) {
        return "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + "ctorch\nFloatStorage\n" + text("0") +
               text("cpu") + "K\x03tQK\x01" + shape + "K\x01\x85\x89" + hooks + metadata + "tR";
    };
    const QByteArray size = "K\x02\x85";
    row("a tensor with empty hooks", rebuilt(size, "ccollections\nOrderedDict\n)R", "N"), Trust::DataOnly);
    row("a tensor with a function as its hook",
        rebuilt(size,
                "}K\x01"
                "ctorch.nn.functional\nrelu\ns",
                "N"),
        Trust::RunsCode);
    row("a tensor with a tensor in its hooks", rebuilt(size, "}K\x01" + dense + "s", "N"), Trust::Dangerous);
    row("a tensor with a tensor in an ordered dictionary of hooks",
        rebuilt(size, "ccollections\nOrderedDict\n)RK\x01" + dense + "s", "N"), Trust::Dangerous);
    row("a parameter with a tensor as its hooks",
        "ctorch._utils\n_rebuild_parameter\n" + dense + "\x89" + dense + "\x87R", Trust::Dangerous);
    row("a conjugated tensor", rebuilt(size, "N", "}" + text("conj") + "\x88s"), Trust::DataOnly);
    row("a conjugated tensor by a number", rebuilt(size, "N", "}" + text("conj") + "K\x01s"), Trust::Dangerous);
    row("flags in an ordered dictionary", rebuilt(size, "N", "ccollections\nOrderedDict\n)R"), Trust::Dangerous);
    row("flags of other devices", rebuilt(size, "N", "}" + text("npu_format") + "K\x02s"), Trust::DataOnly);
    row("a flag that comes later", "(" + rebuilt(size, "N", "}q\x07") + "h\x07" + text("conj") + "\x88st",
        Trust::Dangerous);
    row("a shape in a list", rebuilt("]K\x02\x61", "N", "N"), Trust::DataOnly);
    row("a shape that grows", "(" + rebuilt("]q\x07K\x02\x61", "N", "N") + "h\x07K\x01\x61t", Trust::Dangerous);
    const auto reference = [](const QByteArray& what, const QByteArray& ofClass, const QByteArray& key,
                              const QByteArray& tag,
                              const QByteArray& count) { return "(" + what + ofClass + key + tag + count + "tQ"; };
    const QByteArray kind = text("storage");
    const QByteArray floats = "ctorch\nFloatStorage\n";
    const QByteArray noElements = "K" + QByteArray(1, '\0');
    const auto madeOf = [](const char* maker, const QByteArray& value) {
        return QByteArray("cbuiltins\n") + maker + "\n" + value + "\x85R";
    };
    row("a storage", reference(kind, floats, text("0"), text("cpu"), noElements), Trust::DataOnly);
    row("a storage by a number", reference(kind, floats, "K\x01", text("cpu"), noElements), Trust::DataOnly);
    row("a storage by bytes",
        reference(kind, floats,
                  "C\x01"
                  "0",
                  text("cpu"), noElements),
        Trust::Dangerous);
    row("a storage by a truth value", reference(kind, floats, "\x88", text("cpu"), noElements), Trust::Dangerous);
    row("a storage with a made tag", reference(kind, floats, text("0"), madeOf("str", text("cpu")), noElements),
        Trust::Dangerous);
    row("a storage with a made size", reference(kind, floats, text("0"), text("cpu"), madeOf("int", noElements)),
        Trust::Dangerous);
    row("a storage of a made class", reference(kind, "ctypes\nSimpleNamespace\n)R", text("0"), text("cpu"), noElements),
        Trust::Dangerous);
    row("a made kind of storage", reference(madeOf("str", kind), floats, text("0"), text("cpu"), noElements),
        Trust::Dangerous);
    const QByteArray parameter = "ctorch.nn.parameter\nParameter\n" + dense + "\x85R";
    row("a parameter", parameter, Trust::DataOnly);
    row("a parameter with flags, as torch 0.3 wrote it", parameter + "\x89\x89N\x87" + "b", Trust::DataOnly);
    row("a parameter that is given another tensor", parameter + "(" + dense + "K\x01K\x01K\x01tb", Trust::Dangerous);
    const auto textType = [](const QByteArray& sizes) {
        return "cnumpy.core.multiarray\nscalar\ncnumpy\ndtype\n(" + text("S3") + "I00\nI01\ntR(K\x03" + text("|") +
               "NNN" + sizes + QByteArray("K\0tb", 4) + "U\x03" + "abc\x86R";
    };
    row("a NumPy text", textType("K\x03K\x01"), Trust::DataOnly);
    row("a NumPy text without a size", textType("J\xff\xff\xff\xffJ\xff\xff\xff\xff"), Trust::Dangerous);
    row(
        "deques by copyreg, deeper than picklers write them",
        [] {
            QByteArray inner = ")";
            for (int i = 0; i < 4000; ++i) {
                inner = "ccopyreg\n__newobj__\nccollections\ndeque\n]" + inner + "\x61\x86R";
            }
            return inner;
        }(),
        Trust::Dangerous);
}

void TestTrustTensors::judges()
{
    QFETCH(const QByteArray, body);
    QFETCH(const int, trust);
    const auto checkpoint = opened(plainPickle(body));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(static_cast<int>(trustOf(**checkpoint).trust), trust);
}

/// torch unpacks them in old streams into six parts, and stops at any other number.
void TestTrustTensors::countsThePartsOfReferences()
{
    const auto trustOfReference = [](const QByteArray& view) {
        const QByteArray id = "(" + text("storage") + "ctorch\nFloatStorage\n" + text("0") + text("cpu") +
                              QByteArray("K\0", 2) + view + "tQ";
        const auto checkpoint = opened(legacy("}", id, "]" + text("0") + "a") + QByteArray(8, '\0'));
        return checkpoint ? std::optional(trustOf(**checkpoint).trust) : std::nullopt;
    };
    QVERIFY(trustOfReference("N") == Trust::DataOnly);
    QVERIFY(trustOfReference("") == Trust::Dangerous);
    QVERIFY(trustOfReference("NN") != Trust::DataOnly);
}

void TestTrustTensors::knowsThatWeightsOnlyTakesNoSource()
{
    const QByteArray name = "ccollections\nOrderedDict\n";
    const QByteArray withSource = "(" + text("module") + name + text("a.py") + text("class OrderedDict") + "tQ";
    const auto verdict = [](const QByteArray& callable) {
        const auto checkpoint = opened(legacy("}", callable + ")R", "]"));
        return checkpoint && !(*checkpoint)->globals().empty() ? std::optional((*checkpoint)->globals().front().torch26)
                                                               : std::nullopt;
    };
    QVERIFY(verdict(name) == Verdict::Allowed);
    QVERIFY(verdict(withSource) == Verdict::Blocked);
}

void TestTrustTensors::knowsThatMoreFollowsAPickle()
{
    for (const auto& [bytes, refuses] :
         {std::pair(plainPickle("}"), false), {plainPickle("}") + plainPickle("N"), true}}) {
        const auto checkpoint = opened(bytes);
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
        QCOMPARE(plainLoadRefusal(**checkpoint).has_value(), refuses);
    }
}

CAIRN_TEST(TestTrustTensors);

} // namespace cairn::tst_trust_tensors

#include "tst_trust_tensors.moc"
