#include "core/checkpoint/trust.h"
#include "core/checkpoint/trust/harmless_names.h"
#include "core/checkpoint/trust/honest_calls.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/written_pickle.h"

namespace cairn::tst_honest_calls {

using namespace cairn::checkpoint;
using test::kSparseTensor;
using test::kTensor;
using test::opened;
using test::plainPickle;
using test::text;

/// A name is data only as picklers call it, and in no other way.
class TestHonestCalls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judgesCalls_data();
    void judgesCalls();
    void judgesKeys_data();
    void judgesKeys();
    void staysCalmAboutMemoryFormats();
    void namesWhatFilesOfRanksRun();
    void calledNamesAreHarmless();
};

namespace {

const QByteArray kNoHooks = "ccollections\nOrderedDict\n)R";
const QByteArray kZero("K\0", 2);

QByteArray call(const QByteArray& name, const QByteArray& arguments)
{
    return "c" + name + "\n(" + arguments + "tR";
}

/// An object of a class with these attributes.
QByteArray object(const QByteArray& name, const QByteArray& attributes)
{
    return "c" + name + "\n)\x81}" + attributes + "b";
}

QByteArray attribute(const char* name, const QByteArray& value)
{
    return text(name) + value + "s";
}

QByteArray storage(const char* type)
{
    return "(" + text("storage") + "ctorch\n" + type + "\n" + text("0") + text("cpu") + kZero + "tQ";
}

Trust trustOfBody(const QByteArray& body)
{
    const auto checkpoint = opened(plainPickle(body));
    return checkpoint ? trustOf(**checkpoint).trust : Trust::Dangerous;
}

} // namespace

void TestHonestCalls::judgesCalls_data()
{
    QTest::addColumn<QByteArray>("honest");
    QTest::addColumn<QByteArray>("odd");
    const QByteArray empty = kZero + "\x85";
    const QByteArray one = "K\x01\x85";
    const QByteArray flagAndHooks = "\x89" + kNoHooks;
    const QByteArray floats = storage("FloatStorage");
    const QByteArray record = object("argparse\nNamespace", attribute("dtype", "ctorch\nfloat32\n"));
    const QByteArray rebuild = "torch._utils\n_rebuild_tensor_v2";
    const auto size = [&](const QByteArray& ints) { return floats + kZero + ints + one + flagAndHooks; };
    QTest::newRow("a tensor of a storage")
        << call(rebuild, size(empty)) << call(rebuild, record + kZero + empty + one + flagAndHooks);
    QTest::newRow("a size") << call(rebuild, size("ctorch\nSize\n" + empty + "\x85R")) << call(rebuild, size(kTensor));
    QTest::newRow("the offset of a tensor")
        << call(rebuild, size(empty)) << call(rebuild, floats + record + empty + one + flagAndHooks);
    QTest::newRow("all arguments of a tensor") << call(rebuild, size(empty)) << call(rebuild, floats + kZero + empty);
    QTest::newRow("a size of numbers") << "ctorch\nSize\n" + one + "\x85R" << "ctorch\nSize\n" + one + "\x85\x85R";
    const QByteArray layout = call("torch.serialization\n_get_layout", text("torch.sparse_coo"));
    const QByteArray parts = "(" + kTensor + kTensor + "K\x02K\x02\x86t";
    QTest::newRow("a layout") << call("torch._utils\n_rebuild_sparse_tensor", layout + parts)
                              << call("torch._utils\n_rebuild_sparse_tensor", record + parts);
    QTest::newRow("indices") << call("torch._utils\n_rebuild_sparse_tensor", layout + parts)
                             << call("torch._utils\n_rebuild_sparse_tensor",
                                     layout + "(" + kSparseTensor + kTensor + "K\x02K\x02\x86t");
    // 100 000 elements: more than are taken from a storage that has not as many.
    const QByteArray hundredThousand("J\xa0\x86\x01\0", 5);
    const auto manyOf = [&](const QByteArray& count) {
        return call(rebuild, "(" + text("storage") + "ctorch\nFloatStorage\n" + text("0") + text("cpu") + count + "tQ" +
                                 kZero + hundredThousand + "\x85" + one + flagAndHooks);
    };
    const QByteArray sizes = "K\x02K\x02\x86t";
    QTest::newRow("many values, all in their storage")
        << call("torch._utils\n_rebuild_sparse_tensor", layout + "(" + kTensor + manyOf(hundredThousand) + sizes)
        << call("torch._utils\n_rebuild_sparse_tensor", layout + "(" + kTensor + manyOf("K\x01") + sizes);
    const QByteArray type = "ctorch\nfloat32\n";
    QTest::newRow("a tensor for another device")
        << call("torch._utils\n_rebuild_device_tensor_from_cpu_tensor", kTensor + type + text("cpu") + "\x89")
        << call("torch._utils\n_rebuild_device_tensor_from_cpu_tensor", kSparseTensor + type + text("cpu") + "\x89");
    QTest::newRow("a device where torch does not crash")
        << call("torch._utils\n_rebuild_device_tensor_from_cpu_tensor", kTensor + type + text("xla:0") + "\x89")
        << call("torch._utils\n_rebuild_device_tensor_from_cpu_tensor", kTensor + type + text("vulkan") + "\x89");
    QTest::newRow("a parameter of a tensor")
        << call("torch.nn.parameter\nParameter", kTensor) << call("torch.nn.parameter\nParameter", record);
    const QByteArray bare = "ctorch\nFloatTensor\n)\x81";
    QTest::newRow("the state of a tensor")
        << bare + "(" + floats + kZero + empty + one + "tb" << bare + "(" + record + kZero + empty + one + "tb";
    QTest::newRow("a storage of the tensor's type") << bare + "(" + floats + kZero + empty + one + "tb"
                                                    << bare + "(" + storage("HalfStorage") + kZero + empty + one + "tb";
    QTest::newRow("the state of a tensor that has a storage")
        << bare + "(" + floats + kZero + empty + one + "tb"
        << "ctorch.sparse\nFloatTensor\n)\x81(" + floats + kZero + empty + one + "tb";
    const auto ofType = [&](const QByteArray& name) {
        return call("torch._tensor\n_rebuild_from_type_v2",
                    "c" + rebuild + "\n" + "c" + name + "\n(" + size(empty) + "t}");
    };
    QTest::newRow("a class of tensors") << ofType("torch\nTensor") << ofType("torch\nFloatStorage");
    const QByteArray huge = QByteArray("J\0\0\x10\0J\0\0\x04\0\x86", 11);
    const auto quantised = [&](const QByteArray& shape) {
        return call("torch._utils\n_rebuild_qtensor", storage("QUInt8Storage") + kZero + shape + kZero + kZero +
                                                          "\x86(" + "ctorch\nper_tensor_affine\nG" +
                                                          QByteArray(8, '\0') + "K\x03t" + flagAndHooks);
    };
    QTest::newRow("a quantised tensor of its storage's size") << quantised(kZero + "K\x01\x86") << quantised(huge);
    QTest::newRow("numbers that are not quantised")
        << call("torch._utils\n_rebuild_device_tensor_from_cpu_tensor", kTensor + type + text("cpu") + "\x89")
        << call("torch._utils\n_rebuild_device_tensor_from_cpu_tensor",
                kTensor + "ctorch\nquint8\n" + text("cpu") + "\x89");
    QTest::newRow("a storage without a state")
        << QByteArray("ctorch.storage\nTypedStorage\n)\x81")
        << object("torch.storage\nTypedStorage", attribute("_untyped_storage", record));
    QTest::newRow("a codec") << call("_codecs\nencode", text("a") + text("latin1"))
                             << call("_codecs\nencode", text("a") + text("idna"));
    QTest::newRow("bytes of a text") << call("builtins\nbytearray", text("a") + text("latin-1"))
                                     << call("builtins\nbytearray", "J\xff\xff\xff\x7f");
    QTest::newRow("a fraction") << call("fractions\nFraction", text("3/4"))
                                << call("fractions\nFraction", text("1e999999999"));
    QTest::newRow("a date") << call("datetime\ndate", "C\x04\x07\xe4\x01\x01") << call("datetime\ndate", record);
    const QByteArray zone = call("datetime\ntimezone", call("datetime\ntimedelta", kZero + kZero + kZero));
    const QByteArray moment = "C\x0a" + QByteArray("\x07\xe4\x01\x01\0\0\0\0\0\0", 10);
    QTest::newRow("a zone") << call("datetime\ndatetime", moment + zone) << call("datetime\ndatetime", moment + record);
    const QByteArray userString = "ccollections\nUserString\n";
    QTest::newRow("a text of a class of Python")
        << userString + text("a") + "\x85\x81}" + attribute("data", text("a")) + "b"
        << userString + record + "\x85\x81";
    QTest::newRow("a range") << call("builtins\nrange", "K\x01K\x02K\x03") << call("builtins\nrange", record);
    QTest::newRow("a set") << call("builtins\nset", "]K\x01\x61") << call("builtins\nset", record);
    QTest::newRow("a counter") << call("collections\nCounter", "}" + text("a") + "K\x01s")
                               << call("collections\nCounter", record);
    QTest::newRow("the maker of values") << call("collections\ndefaultdict", "cbuiltins\nlist\n")
                                         << call("collections\ndefaultdict", record);
    QTest::newRow("an object of a class")
        << object("argparse\nNamespace", attribute("a", "K\x01")) << call("argparse\nNamespace", "K\x01");
    QTest::newRow("a state in two parts") << object("argparse\nNamespace", attribute("a", "K\x01"))
                                          << QByteArray("cargparse\nNamespace\n)\x81N}\x86"
                                                        "b");
    QTest::newRow("a constant") << type << QByteArray("ctorch\nfloat32\n)R");
    QTest::newRow("the names of groups in a mesh")
        << object("torch.distributed.device_mesh\nDeviceMesh", attribute("_dim_group_names", "]" + text("0") + "\x61"))
        << object("torch.distributed.device_mesh\nDeviceMesh", attribute("_dim_group_names", record));
    const QByteArray device = "torch.distributed.remote_device\n_remote_device";
    QTest::newRow("a device of another process")
        << object(device, attribute("_worker_name", "N") + attribute("_rank", kZero)) << call(device, text("cpu"));
    const QByteArray properties = "ctorch.distributed.checkpoint.metadata\nTensorProperties\n)\x81(";
    const QByteArray memoryFormat = call("torch.distributed.checkpoint.metadata\n_MEM_FORMAT_ENCODING", kZero);
    QTest::newRow("properties") << properties + type + "ctorch\nstrided\n\x89" + memoryFormat + "\x89tb"
                                << properties + type + "ctorch\nstrided\n\x89" + kSparseTensor + "\x89tb";
    const QByteArray arguments = "(" + floats + kZero + empty + one + flagAndHooks + "t";
    const auto tensor = [&](const QByteArray& attributes) {
        return call("torch._tensor\n_rebuild_from_type_v2",
                    "c" + rebuild + "\nctorch\nTensor\n" + arguments + "}" + attributes);
    };
    const QByteArray array = "cnumpy\nndarray\n";
    const char* const reconstruct = "numpy.core.multiarray\n_reconstruct";
    QTest::newRow("an array of nothing") << call(reconstruct, array + empty + text("b"))
                                         << call(reconstruct, array + one + text("b"));
    QTest::newRow("an array of bytes") << call(reconstruct, array + empty + text("b"))
                                       << call(reconstruct, array + empty + text("O"));
    QTest::newRow("attributes of a tensor")
        << tensor(attribute("kept", type)) << tensor(attribute("detach", "cre\n_compile\n"));
    const QByteArray random = "cnumpy.random._mt19937\nMT19937\n)R";
    const auto seeded = [&](const QByteArray& key) {
        return random + "}" + text("bit_generator") + text("MT19937") + "s" + text("state") + "}" + text("key") + key +
               "ssb";
    };
    QTest::newRow("the state of random numbers")
        << seeded(call(reconstruct, array + empty + text("b"))) << seeded("]" + kTensor + "\x61");
    const QByteArray pcg = "cnumpy.random._pcg64\nPCG64\n)";
    const QByteArray seed = "}" + text("bit_generator") + text("PCG64") + "s" + text("state") + "}" + text("state") +
                            one.left(2) + "s" + text("inc") + one.left(2) + "ssb";
    QTest::newRow("an object of C code without its __init__") << pcg + "R" + seed << pcg + "\x81" + seed;
    QTest::newRow("the same as old protocols make it")
        << pcg + "R" + seed << call("copyreg\n_reconstructor", pcg.chopped(1) + "cbuiltins\nobject\nN") + seed;
    QTest::newRow("the same as Python 3 does it with keywords")
        << pcg + "R" + seed << call("copyreg\n__newobj_ex__", pcg.chopped(1) + ")}") + seed;
    const auto fromArray = [&](const char* code) {
        const QByteArray elements = call("numpy\ndtype", text(code) + "\x89\x88");
        return call("torch._utils\n_rebuild_xla_tensor", call(reconstruct, array + empty + text("b")) + "(K\x01" + one +
                                                             elements + "\x89" + QByteArray("C\4\0\0\0\0", 6) + "tb" +
                                                             "ctorch\nuint8\n" + text("cpu") + "\x89");
    };
    QTest::newRow("the elements that torch takes from NumPy") << fromArray("f4") << fromArray("S0");
    const QByteArray ten = call("decimal\nDecimal", text("10"));
    QTest::newRow("a long number beside a Decimal")
        << ten + QByteArray("\x8a\x09\1\1\1\1\1\1\1\1\1", 11) + "\x86"
        << ten + QByteArray("\x8b\0\1\0\0", 5) + QByteArray(256, '\1') + "\x86";
    QTest::newRow("the elements of a list that is called")
        << QByteArray("cbuiltins\nlist\n)RK\x01\x61")
        << "cbuiltins\nlist\n)R" + call("builtins\nslice", kZero + kZero) + "]s";
    const char* const dtype = "numpy\ndtype";
    QTest::newRow("the flags of a type of NumPy")
        << call(dtype, text("f4") + "\x89\x88") << call(dtype, text("f4") + kTensor + "\x88");
    const QByteArray four = call(dtype, text("f4") + "\x89\x88");
    const char* const buffer = "numpy.core.numeric\n_frombuffer";
    QTest::newRow("the size of a buffer") << call(buffer, QByteArray("C\4\0\0\0\0", 6) + four + one + text("C"))
                                          << call(buffer, QByteArray("C\4\0\0\0\0", 6) + four + kTensor + text("C"));
    QTest::newRow("a codec for bytes") << call("builtins\nbytes", text("a") + text("latin1"))
                                       << call("builtins\nbytes", text("a") + text("punycode"));
    QTest::newRow("a text of bytes") << call("numpy\nstr_", text("a")) << call("numpy\nstr_", "C\1a" + text("idna"));
    const char* const regex = "re\n_compile";
    QTest::newRow("a pattern") << call(regex, text("[a-z]+") + "K\x22")
                               << call(regex, text("[\u0100-\uffff]") + "K\x22");
    QTest::newRow("a pattern that is printed") << call(regex, text("a") + "K\x20") << call(regex, text("a") + "K\xa0");
    QTest::newRow("a pattern that says it has no case")
        << call(regex, text("[\u0100-\uffff](?:i)") + "K\x20") << call(regex, text("(?mi)[\u0100-\uffff]") + "K\x20");
    QTest::newRow("a fraction of numbers") << call("fractions\nFraction", "K\x03K\x04")
                                           << call("fractions\nFraction", "\x8a\x09\x01\1\1\1\1\1\1\1\1K\x04");
    const QByteArray many = "J\xff\xff\xff\x7f\x85";
    QTest::newRow("an expanded tensor that is gone through")
        << call("torch._utils\n_rebuild_sparse_tensor", layout + parts)
        << call("torch._utils\n_rebuild_sparse_tensor",
                layout + "(" + call(rebuild, floats + kZero + many + empty + flagAndHooks) + kTensor +
                    "K\x02K\x02\x86t");
    QTest::newRow("a placement that torch makes in C++")
        << object("torch.distributed.tensor.placement_types\nShard", attribute("dim", kZero))
        << QByteArray("ctorch.distributed.tensor.placement_types\nShard\n)\x81");
    QTest::newRow("a class that is made of its fields")
        << call("torch.distributed.tensor._dtensor_spec\nTensorMeta", one + one + type)
        << call("copyreg\n_reconstructor",
                "ctorch.distributed.tensor._dtensor_spec\nTensorMeta\ncbuiltins\ntuple\n" + record + "\x85");
    const QByteArray spec = object("torch.distributed.tensor._dtensor_spec\nDTensorSpec", "");
    const QByteArray ofClass = "(ctorch.distributed.tensor\nDTensor\n" + type + one + one + kZero +
                               "ctorch\nstrided\n" + text("cpu") + "\x89t";
    const auto distributed = [&](const QByteArray& local) {
        return call("torch._tensor\n_rebuild_from_type_v2",
                    "ctorch._utils\n_rebuild_wrapper_subclass\nctorch.distributed.tensor\nDTensor\n" + ofClass + "N}" +
                        attribute("_local_tensor", local) + attribute("_spec", spec) + "\x86");
    };
    QTest::newRow("what a DTensor keeps") << distributed(kTensor) << distributed(QByteArray("G\0\0AABBCC", 9));
    QTest::newRow("what a tensor of a class is made of")
        << tensor("") << call("torch._tensor\n_rebuild_from_type_v2", "c" + rebuild + "\nctorch\nTensor\n)}");
}

void TestHonestCalls::judgesCalls()
{
    QFETCH(const QByteArray, honest);
    QFETCH(const QByteArray, odd);
    QCOMPARE(static_cast<int>(trustOfBody(honest)), static_cast<int>(Trust::DataOnly));
    QCOMPARE(static_cast<int>(trustOfBody(odd)), static_cast<int>(Trust::Dangerous));
}

void TestHonestCalls::judgesKeys_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("trust");
    const auto row = [](const char* name, const QByteArray& body, Trust trust) {
        QTest::newRow(name) << body << static_cast<int>(trust);
    };
    const QByteArray index = "torch.distributed.checkpoint.metadata\nMetadataIndex";
    const QByteArray size = "ctorch\nSize\nK\x01\x85\x85R";
    const QByteArray plain = object(index, attribute("fqn", text("a")) + attribute("offset", size));
    const QByteArray loud = object(index, attribute("fqn", object("argparse\nNamespace", "")));
    row("an index that holds a size", "}" + plain + "Ns", Trust::DataOnly);
    row("an index that holds an object", "}" + loud + "Ns", Trust::Dangerous);
    row("the same in a tuple", "}" + loud + "\x85Ns", Trust::Dangerous);
    row("the same in a set", call("builtins\nset", "]" + loud + "\x61"), Trust::Dangerous);
    row("the same in pairs", call("collections\nOrderedDict", "]]" + loud + "\x61N\x61\x61"), Trust::Dangerous);
    row("the same counted", "ccollections\nCounter\n)R" + loud + "K\x01s", Trust::Dangerous);
    row("the same added to a set", "cbuiltins\nset\n)R(" + loud + "\x90", Trust::Dangerous);
    row("a placement", "}" + object("torch.distributed.tensor.placement_types\nShard", attribute("dim", kZero)) + "Ns",
        Trust::Dangerous);
    row("the same as a value", "}" + text("a") + loud + "s", Trust::DataOnly);
    row("a text of an index", "}" + object("collections\nUserString", attribute("data", plain)) + "Ns",
        Trust::Dangerous);
    row("a text of a text", "}" + object("collections\nUserString", attribute("data", text("a"))) + "Ns",
        Trust::DataOnly);
    const QByteArray spec = "torch.distributed.tensor._dtensor_spec\nDTensorSpec";
    row("a dtype of a specification", "}" + object(spec, attribute("dtype", "ctorch\nfloat32\n")) + "Ns",
        Trust::DataOnly);
    row("a class that hides a method of a specification",
        "}" + object(spec, attribute("_check_equals", "cbuiltins\nbytearray\n")) + "Ns", Trust::Dangerous);
    row("what a function hands on", "}" + call("torch.jit._pickle\nrestore_type_tag", loud + text("t")) + "Ns",
        Trust::Dangerous);
    row("the same handed on as a value",
        "}" + text("a") + call("torch.jit._pickle\nrestore_type_tag", loud + text("t")) + "s", Trust::DataOnly);
    row("tensors as keys", object("argparse\nNamespace", "") + "0}" + kTensor + "Ns", Trust::DataOnly);
}

void TestHonestCalls::judgesKeys()
{
    QFETCH(const QByteArray, body);
    QFETCH(const int, trust);
    QCOMPARE(static_cast<int>(trustOfBody(body)), trust);
}

void TestHonestCalls::staysCalmAboutMemoryFormats()
{
    for (const char* name : {"torch26/torch_objects_2x.pt", "torch214/torch_objects_2x.pt"}) {
        const CheckpointPtr checkpoint = test::openedFixture(name);
        QVERIFY(checkpoint);
        QCOMPARE(trustOf(*checkpoint).trust, Trust::DataOnly);
    }
}

/// A ShardedTensor talks to the other processes; the names of devices in it do not.
void TestHonestCalls::namesWhatFilesOfRanksRun()
{
    for (const char* name : {"torch26", "torch214"}) {
        const QString file = QStringLiteral("folders/%1/ranks_fsdp1/model_world_size_2_rank_0.pt").arg(name);
        const CheckpointPtr checkpoint = test::openedFixture(file);
        QVERIFY(checkpoint);
        const TrustVerdict verdict = trustOf(*checkpoint);
        QCOMPARE(verdict.trust, Trust::RunsCode);
        QVERIFY(verdict.names.front().text() == "torch.distributed._shard.sharded_tensor.api.ShardedTensor");
    }
}

/// A form for a name that is not on the list would never be looked at.
void TestHonestCalls::calledNamesAreHarmless()
{
    QVERIFY(honestCallOf("collections", "OrderedDict") != nullptr);
    QVERIFY(honestCallOf("os", "system") == nullptr);
    for (const auto& [module, name] : {std::pair("torch", "float32"), std::pair("torch.nn.functional", "relu")}) {
        QVERIFY(honestCallOf(module, name) == nullptr);
    }
    QVERIFY(!whyHarmless("torch", "float32").empty());
}

CAIRN_TEST(TestHonestCalls);

} // namespace cairn::tst_honest_calls

#include "tst_honest_calls.moc"
