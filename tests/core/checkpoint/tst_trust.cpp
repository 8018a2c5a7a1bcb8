#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/trust.h"
#include "core/checkpoint/trust/name_trust.h"
#include "core/checkpoint/trust/weights_only.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/written_pickle.h"

#include <QDirIterator>
#include <QFile>

#include <algorithm>
#include <string>

namespace cairn::tst_trust {

using namespace cairn::checkpoint;
using test::kHarm;
using test::kSparseTensor;
using test::kTensor;
using test::kTensorArguments;
using test::legacy;
using test::loadFromBytes;
using test::opened;
using test::plainPickle;
using test::text;

class TestTrust : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judgesNames_data();
    void judgesNames();
    void takesWhatWeightsOnlyTakes();
    void looksAtWhatPicklesDo_data();
    void looksAtWhatPicklesDo();
    void fearsStatesOfPersistentIds();
    void looksIntoBytes_data();
    void looksIntoBytes();
    void staysCalmAboutArrays();
    void neverFearsWhatWeightsOnlyTakes();
};

void TestTrust::judgesNames_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("trust");
    const auto rows = [](Trust trust, std::initializer_list<std::pair<const char*, const char*>> names) {
        for (const auto& [module, name] : names) {
            QTest::addRow("%s %s", module, name) << QString(module) << QString(name) << static_cast<int>(trust);
        }
    };
    rows(Trust::DataOnly, {{"argparse", "Namespace"},
                           {"collections", "OrderedDict"},
                           {"collections", "defaultdict"},
                           {"torch", "FloatStorage"},
                           {"torch._utils", "_rebuild_tensor_v2"},
                           {"numpy.core.multiarray", "_reconstruct"},
                           {"numpy._core.multiarray", "scalar"},
                           {"pathlib", "PosixPath"},
                           {"torch._utils", "torch.channels_last"}, // as torch writes it from protocol 4 on
                           {"datetime", "datetime"},
                           {"torch.distributed.checkpoint.metadata", "Metadata"}});
    rows(Trust::RunsCode, {{"__main__", "Net"},
                           {"my_models.net", "Net"},
                           {"my_models.net", "Outer.Inner"},
                           {"my_models.net", "build"},
                           {"code.model", "Net"}, // somebody's package
                           {"torch.nn.modules.linear", "Linear"},
                           {"torch.nn.functional", "relu"},
                           {"torch.optim.adam", "Adam"},
                           {"torch", "relu_"},
                           {"torch.jit", "demoLoweredModule"}, // of TorchScript alone
                           {"builtins", "ValueError"},
                           {"io", "BytesIO"},
                           {"logging", "getLogger"},
                           {"torch.distributed._sharded_tensor", "state_dict_hook"}, // in every LightningModule
                           {"pandas._libs.arrays", "__pyx_unpickle_NDArrayBacked"},
                           {"osmium", "Node"}});
    rows(Trust::Dangerous, {{"os", "system"},
                            {"torch", "_utils._rebuild_tensor_v2"}, // cut elsewhere, and so not seen for what it is
                            {"torch", "storage._load_from_bytes"},
                            {"builtins", "eval"},
                            {"builtins", "getattr"},
                            {"builtins", "map"},
                            {"builtins", "__dict__.get"},
                            {"builtins", "object.__getattribute__"},
                            {"__builtin__", "vars"},
                            {"operator", "getitem"},
                            {"operator", "itemgetter"},
                            {"_operator", "call"},
                            {"functools", "reduce"},
                            {"asyncio.runners", "run"},
                            {"codecs", "builtins.open"},
                            {"collections", "_sys.modules"},
                            {"config.codegen", "os.system"},
                            {"dataclasses", "_create_fn"},
                            {"doctest", "debug_script"},
                            {"gzip", "open"},
                            {"lzma", "open"},
                            {"_pyio", "open"},
                            {"logging", "FileHandler"},
                            {"zipfile", "ZipFile"},
                            {"pathlib", "Path.write_text"},
                            {"pathlib", "Path.unlink"},
                            {"string", "Formatter.get_field"},
                            {"tokenize", "open"},
                            {"typing", "ForwardRef"},
                            {"test.support.script_helper", "assert_python_ok"},
                            {"numpy", "load"},
                            {"numpy", "savetxt"},
                            {"numpy", "memmap"},
                            {"numpy.core", "_ufunc_reconstruct"},
                            {"numpy.ctypeslib", "load_library"},
                            {"numpy.f2py.crackfortran", "myeval"},
                            {"numpy.testing._private.utils", "runstring"},
                            {"torch", "load"},
                            {"torch", "save"},
                            {"torch", "_check"},
                            {"torch", "serialization"},
                            {"torch.utils._pytree", "tree_map"},
                            {"torch.nn.modules.module", "register_module_forward_hook"},
                            {"torch", "from_file"},
                            {"torch", "hub.load"},
                            {"torch._utils", "torch"},
                            {"torch._utils", "torch.load"},
                            {"torch._utils", "torch.channels_last.real"},
                            {"torch.hub", "torch.channels_last"},
                            {"torch", "serialization.load"},
                            {"torch", "os.system"},
                            {"torch", "UntypedStorage.from_file"},
                            {"torch.fx", "graph_module._forward_from_src"},
                            {"torch.fx.graph_module", "reduce_graph_module"},
                            {"torch.jit", "unsupported_tensor_ops.execWrapper"},
                            {"torch.jit", "load.LoweredModule"},
                            {"torch.ops", "load_library"},
                            {"torch.storage", "UntypedStorage._new_shared_filename_cpu"},
                            {"torch.utils.collect_env", "run"},
                            {"torch.utils.data.datapipes.utils.decoder", "basichandlers"},
                            {"my_models.net", "os.system"},
                            {"my_models.net", "Net.__init__"},
                            {"my_models.net", "Net.__init__.__globals__"},
                            {"my models", "Net"},
                            {"my_models.net", ""},
                            {"my_models..net", "Net"}});
}

void TestTrust::judgesNames()
{
    QFETCH(const QString, module);
    QFETCH(const QString, name);
    QFETCH(const int, trust);
    const NameTrust found = trustOfName(module.toStdString(), name.toStdString());
    QCOMPARE(static_cast<int>(found.trust), trust);
    QVERIFY(!found.why.empty());
}

void TestTrust::takesWhatWeightsOnlyTakes()
{
    int names = 0;
    for (const char* line : {"torch113.txt", "torch26.txt", "torch214.txt"}) {
        QFile file(QString(CAIRN_TESTS_DIR "/fixtures/weights_only/") + line);
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (const QString& path : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)) {
            const auto dot = path.lastIndexOf('.');
            const NameTrust found = trustOfName(path.left(dot).toStdString(), path.mid(dot + 1).toStdString());
            QVERIFY2(found.trust == Trust::DataOnly, qPrintable(path));
            ++names;
        }
    }
    QVERIFY(names > 300);
}

void TestTrust::looksAtWhatPicklesDo_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("trust");
    const auto row = [](const char* name, const QByteArray& body, Trust trust) {
        QTest::newRow(name) << body << static_cast<int>(trust);
    };
    const QByteArray plainState = "(K\x03" + text("|") + QByteArray("NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xff", 13);
    const auto dtype = [&](const char* code, const QByteArray& flags) {
        return "cnumpy\ndtype\n(" + text(code) + "I00\nI01\ntR" + plainState + flags + "tb";
    };
    const QByteArray noFlags("K\0", 2);
    row("numbers", "]K\x01\x61", Trust::DataOnly);
    row("a container", "ccollections\nOrderedDict\n)R", Trust::DataOnly);
    row("a class of somebody", "cm\nA\n)\x81", Trust::RunsCode);
    row("a function", kHarm, Trust::Dangerous);
    row("a function whose value nobody takes", kHarm + "0K\x01", Trust::Dangerous);
    row("a function as a key", "}" + kHarm + "K\x01s", Trust::Dangerous);
    row("what a call gave is called", "cm\nA\n)R)R", Trust::Dangerous);
    row("a class that the file makes", "cm\nA\n)R)\x81", Trust::RunsCode);
    row("a NumPy type", dtype("f4", noFlags), Trust::DataOnly);
    row("a NumPy type of characters, of which the state says the size", dtype("c", noFlags), Trust::Dangerous);
    row("a NumPy type of objects", dtype("O8", "K?"), Trust::DataOnly);
    row("a NumPy type of objects without its flags", dtype("O8", noFlags), Trust::Dangerous);
    row("another name of the type of objects", dtype("|O8", noFlags), Trust::Dangerous);
    row("yet another", dtype("object", noFlags), Trust::Dangerous);
    row("a NumPy type with two states", dtype("O8", noFlags) + plainState + "K?tb", Trust::Dangerous);
    const QByteArray type = "cnumpy\ndtype\n(" + text("f4") + "I00\nI01\ntR";
    const QByteArray bytes("U\x04xxxx", 6);
    row("an array of bytes",
        "cnumpy.core.numeric\n_frombuffer\n(" + QByteArray("B\4\0\0\0xxxx", 9) + type + "K\x01\x85" + text("C") + "tR",
        Trust::DataOnly);
    row("an array over another",
        "cnumpy.core.numeric\n_frombuffer\n(ccollections\ndeque\n)R" + type + "K\x01\x85" + text("C") + "tR",
        Trust::Dangerous);
    const QByteArray number = "cnumpy.core.multiarray\nscalar\n(" + type + bytes + "tR";
    row("a NumPy number", number, Trust::DataOnly);
    row("a NumPy number that is filled", number + "K\x02K\x01s", Trust::Dangerous);
    row("a subclass of a tensor",
        "ctorch._tensor\n_rebuild_from_type_v2\n(ctorch._utils\n_rebuild_tensor_v2\nctorch\nTensor\n" +
            kTensorArguments + "}tR",
        Trust::DataOnly);
    row("a subclass by another function",
        "ctorch._tensor\n_rebuild_from_type_v2\n(ccollections\nOrderedDict\n"
        "ctorch\nTensor\n)}tR",
        Trust::Dangerous);
    const auto subclass = [](const char* function, const QByteArray& state) {
        return QByteArray("ctorch._tensor\n_rebuild_from_type_v2\n(ctorch._utils\n") + function + "\nctorch\nTensor\n" +
               kTensorArguments + state + "tR";
    };
    row("a subclass with an attribute", subclass("_rebuild_tensor_v2", "}" + text("colour") + "K\x01s"),
        Trust::DataOnly);
    row("a member of tensors that copies what it gets", subclass("_rebuild_tensor_v2", "}" + text("real") + "K\x01s"),
        Trust::Dangerous);
    row("the same beside another state", subclass("_rebuild_tensor_v2", "}}" + text("real") + "K\x01s\x86"),
        Trust::Dangerous);
    row("a member of tensors that cannot be set",
        subclass("_rebuild_tensor_v2", "}" + text("_has_grad_dtype_override") + "\x88s"), Trust::Dangerous);
    row("a function that sets attributes, too", subclass("_rebuild_parameter_with_state", "}"), Trust::Dangerous);
    const QByteArray enumeration = "cuuid\nSafeUUID\n" + QByteArray("K\0\x85R", 4);
    row("an enumeration", enumeration, Trust::DataOnly);
    row("an enumeration with a state", enumeration + "}" + text("_value_") + "K\x05sb", Trust::Dangerous);
    const auto textType = [](const QByteArray& size) {
        return "cnumpy\ndtype\n(" + text("S8") + "I00\nI01\ntR(K\x03" + text("|") + "NNN" + size +
               QByteArray("K\1K\0tb", 6);
    };
    row("a NumPy type of a size", textType("K\x08"), Trust::DataOnly);
    row("a NumPy type of another size", textType("J\xc0\xff\xff\xff"), Trust::Dangerous);
    row("a NumPy type without a size", textType(QByteArray("K\0", 2)), Trust::Dangerous);
    // One entry of the memo stored twice, at first where no honest writer would: MEMOIZE counts entries.
    const QByteArray twice = QByteArray("Nr\x50\0\0\0"
                                        "0",
                                        7) +
                             text(QByteArray(80, 'x')) +
                             "0Nq\x4f"
                             "0Nq\x50"
                             "0";
    row("a memo entry that counts once",
        twice + text("list") +
            "q\x03"
            "0" +
            text("exec") +
            "\x94"
            "0" +
            text("builtins") + "h\x03\x93" + text("x") + "\x85R" + QByteArray("N0").repeated(100),
        Trust::Dangerous);
    row("arguments that are made", "ccollections\nOrderedDict\ncbuiltins\ntuple\n)RR", Trust::Dangerous);
    row("an empty tensor", "ctorch\nFloatTensor\n)\x81", Trust::DataOnly);
    row("a tensor at an address", "ctorch\nTensor\n)}" + text("cdata") + QByteArray("K\x08s\x92", 4), Trust::Dangerous);
    row("a tensor at an address, by copyreg",
        "ccopyreg\n__newobj_ex__\n(ctorch\nTensor\n)}" + text("cdata") + "K\x08stR", Trust::Dangerous);
    row("an object with keywords", "ccopyreg\n__newobj_ex__\n(cargparse\nNamespace\n)}tR", Trust::DataOnly);
    row("an attribute of a class", "cargparse\nNamespace\n}" + text("a") + "K\x01sb", Trust::Dangerous);
    row("an object with two states", "cargparse\nNamespace\n)R}b}b", Trust::Dangerous);
    const QByteArray object = "cargparse\nNamespace\n)\x81";
    const QByteArray memory = object + "}" + text("__array_interface__") + "}sb";
    row("an object that says where its memory is", memory, Trust::Dangerous);
    row("an object that says what it does with a state",
        object + "N}" + text("__setstate__") + "cnumpy\nfloat64\ns\x86" + "b", Trust::Dangerous);
    row("attributes that are made", object + "ccollections\nOrderedDict\n]]" + text("__setstate__") + "a]aa\x85Rb",
        Trust::Dangerous);
    row("an attribute whose name is made",
        object + "}cbuiltins\nstr\nC\x03" + QByteArray("abc") + text("ascii") + "\x86RNsb", Trust::Dangerous);
    row("attributes in a dictionary of another class", object + "ccollections\nOrderedDict\n)R" + text("a") + "K\x01sb",
        Trust::DataOnly);
    row("an object that is filled", object + "}" + text("append") + "cnumpy\nfloat64\nsbK\x01\x61", Trust::Dangerous);
    row("a list of a class that fills another", "ccollections\nUserList\n)\x81K\x01\x61", Trust::Dangerous);
    row("a queue that is filled", "ccollections\ndeque\n)RK\x01\x61", Trust::DataOnly);
    row("somebody's object with such a name", "cm\nA\n)\x81}" + text("__orig_class__") + "K\x01sb", Trust::RunsCode);
    row("attributes as an argument", "ctypes\nSimpleNamespace\n}" + text("__setstate__") + "K\x01s\x85R",
        Trust::Dangerous);
    row("attributes of a tensor",
        "ctorch._utils\n_rebuild_parameter_with_state\n(" + kTensor + "\x88N}" + text("__setstate__") + "K\x01stR",
        Trust::Dangerous);
    row("plain attributes of a tensor",
        "ctorch._utils\n_rebuild_parameter_with_state\n(" + kTensor + "\x88N}" + text("tag") + "K\x01stR",
        Trust::DataOnly);
    row("a NumPy number of a literal", "cnumpy\nfloat64\nK\x01\x85R", Trust::DataOnly);
    row("a NumPy date", "cnumpy\ndatetime64\n(" + text("2020") + text("D") + "K\x01\x86tR", Trust::DataOnly);
    row("a NumPy number of an object", "cnumpy\nfloat64\n" + object + "\x85R", Trust::Dangerous);
    row("a NumPy number of an object in a tuple", "cnumpy\nfloat64\n" + object + "\x85\x85R", Trust::Dangerous);
    row("a NumPy number of no value", "cnumpy.core.multiarray\nscalar\n" + dtype("O8", "K?") + "\x85R",
        Trust::Dangerous);
    row("a UUID", "cuuid\nUUID\n)\x81}" + text("int") + "K\x01sb", Trust::DataOnly);
    // Python calls str.replace() of what it is given, and Path.replace() renames files.
    row("a UUID of a class", "cuuid\nUUID\ncpathlib\nPosixPath\n\x85R", Trust::Dangerous);
    row("a path", "cpathlib\nPosixPath\n(" + text("a") + text("b") + "tR", Trust::DataOnly);
    row("a path of an object", "cpathlib\nPosixPath\n" + object + "\x85R", Trust::Dangerous);
    row("a generator", "ctorch._C\nGenerator\n" + text("cpu") + "\x85R(K\x01N" + kTensor + "tb", Trust::DataOnly);
    row("a generator whose state is no tensor",
        "ctorch._C\nGenerator\n" + text("cpu") + "\x85R(K\x01N" + text("x") + "tb", Trust::Dangerous);
    row("a generator with half a state", "ctorch._C\nGenerator\n" + text("cpu") + "\x85R(K\x01tb", Trust::Dangerous);
    row("a generator that was not made whole", "ctorch._C\nGenerator\n)\x81(K\x01NNtb", Trust::Dangerous);
    row("an object of an old protocol", "ccopyreg\n_reconstructor\n(cargparse\nNamespace\ncbuiltins\nobject\nNtR",
        Trust::DataOnly);
    row("an object that is made of another class",
        "ccopyreg\n_reconstructor\n(ctypes\nSimpleNamespace\nctypes\nSimpleNamespace\n}" + text("__setstate__") +
            "K\x01stR",
        Trust::Dangerous);
    row("a path that is given its parts behind its back",
        "cpathlib\nPurePosixPath\n)RN}" + text("_drv") + text("a") + "s\x86" + "b", Trust::Dangerous);
    row("a UUID as it is saved", "cuuid\nUUID\n)\x81}" + text("int") + "K\x05sb", Trust::DataOnly);
    row("a UUID of something else", "cuuid\nUUID\n)\x81}" + text("int") + object + "sb", Trust::Dangerous);
    row("a UUID of an old protocol, of something else",
        "ccopyreg\n_reconstructor\n(cuuid\nUUID\ncbuiltins\nobject\nNtR}" + text("int") + object + "sb",
        Trust::Dangerous);
    row("a text of an object", "cbuiltins\nstr\n" + object + "\x85R", Trust::Dangerous);
    row("a number of a text", "cbuiltins\nint\n" + text("5") + "\x85R", Trust::DataOnly);
    row("an old text of an object", "ccopyreg\n_reconstructor\n(cargparse\nNamespace\ncbuiltins\nstr\n" + object + "tR",
        Trust::Dangerous);
    row("bytes as protocol 2 writes them, in a bytearray",
        "cbuiltins\nbytearray\nc_codecs\nencode\n(" + text("a") + text("latin1") + "tR\x85R", Trust::DataOnly);
    row("a codec that is handed on", "}" + text("a") + "c_codecs\nencode\ns", Trust::Dangerous);
    row("a member of an enumeration of shards, changed",
        "ctorch.distributed._shard.sharded_tensor.metadata\nMEM_FORMAT_ENCODING\nK\1\x85R}" + text("_value_") +
            "K\x05sb",
        Trust::Dangerous);
    const QByteArray& dense = kTensor;
    row("a tensor", dense, Trust::DataOnly);
    row("a tensor with a state", dense + "(K\x01K\x02K\x03K\x04tb", Trust::Dangerous);
    row("a list of a tensor", "cbuiltins\nlist\n]" + dense + "\x61\x85R", Trust::DataOnly);
    row("a list of what is in a tensor", "cbuiltins\nlist\n" + dense + "\x85R", Trust::Dangerous);
    row("a tuple of what is in a tensor", "cbuiltins\ntuple\n" + dense + "\x85\x81", Trust::Dangerous);
    row("the same by copyreg", "ccopyreg\n__newobj__\ncbuiltins\nfrozenset\n" + dense + "\x86R", Trust::Dangerous);
    row("an object that is a list of what is in a tensor",
        "ccopyreg\n_reconstructor\nccollections\nUserList\ncbuiltins\nlist\n" + dense + "\x87R", Trust::Dangerous);
    row("the text of a tensor", "ccollections\nUserString\n" + dense + "\x85R", Trust::Dangerous);
    row("tuples in tuples", ")" + QByteArray("\x85").repeated(900), Trust::DataOnly);
    row("tuples in tuples, deeper than picklers write them", ")" + QByteArray("\x85").repeated(1100), Trust::Dangerous);
    const QByteArray struct_time = "ctime\nstruct_time\n";
    row("a time", struct_time + "(" + QByteArray("K\x01").repeated(9) + "t}" + text("tm_zone") + text("UTC") + "s\x86R",
        Trust::DataOnly);
    row("a time of a tensor", struct_time + dense + "\x85R", Trust::Dangerous);
    row("a time of times", struct_time + struct_time + ")\x85R\x85R", Trust::Dangerous);
    row("a slice", "cbuiltins\nslice\nK\x01K\x02N\x87R", Trust::DataOnly);
    row("a slice of slices", "cbuiltins\nslice\ncbuiltins\nslice\nK\x01\x85RNN\x87R", Trust::Dangerous);
    row("a tuple of numbers, called", "cbuiltins\ntuple\nK\x01K\x02\x86\x85R", Trust::DataOnly);
    row("a tuple of tuples, called", "cbuiltins\ntuple\nK\x01\x85\x85\x85R", Trust::Dangerous);
    row("a tuple by the old protocols", "ccopyreg\n_reconstructor\ncbuiltins\ntuple\ncbuiltins\ntuple\n)\x87R",
        Trust::Dangerous);
    const auto nested = [](const char* name, int levels) {
        QByteArray inner = ")";
        for (int i = 0; i < levels; ++i) {
            inner = QByteArray("ccollections\n") + name + "\n]" + inner + "\x61\x85R";
        }
        return inner;
    };
    row("deques in deques", nested("deque", 900), Trust::DataOnly);
    row("deques in deques, deeper than picklers write them", nested("deque", 4000), Trust::Dangerous);
    row("many deques", "(" + nested("deque", 1).repeated(4000) + "l", Trust::DataOnly);
    const QByteArray& sparse = kSparseTensor;
    row("sparse tensors in a dictionary", "ccollections\nOrderedDict\n)R" + text("a") + sparse + "s", Trust::DataOnly);
    row("a sparse tensor as a parameter", "ctorch._utils\n_rebuild_parameter\n" + sparse + "\x89N\x87R",
        Trust::DataOnly);
    row("a dictionary of what is in a sparse tensor", "cbuiltins\ndict\n]" + sparse + "\x61\x85R", Trust::Dangerous);
    row("the same of what is in a list of its own", "ccollections\nUserDict\n]](" + sparse + "e\x61\x85R",
        Trust::Dangerous);
    row("a record of sparse tensors", "ctorch.distributed.checkpoint.metadata\nMetadataIndex\n" + sparse + "\x85R",
        Trust::Dangerous);
    row("where objects lie in other files", "ctorch.distributed.checkpoint.metadata\nBytesStorageMetadata\n)\x81",
        Trust::RunsCode);
    const QByteArray typed = "ctorch._tensor\n_rebuild_from_type_v2\n(ctorch._utils\n_rebuild_tensor_v2\n";
    row("a tensor of a class", typed + "ctorch\nTensor\n" + kTensorArguments + "}" + text("note") + "K\x01stR",
        Trust::DataOnly);
    row("a tensor with a function as an attribute",
        typed + "ctorch\nTensor\n" + kTensorArguments + "}" + text("set_") + "ctorch._utils\n_rebuild_parameter\nstR",
        Trust::Dangerous);
    row("arguments of a tensor that are handed on", typed + "ctorch\nTensor\n" + kTensorArguments + "}tq\x07R0h\x07",
        Trust::Dangerous);
    row("a function that is handed on", "]ctorch.jit._pickle\nrestore_type_tag\na", Trust::Dangerous);
    row("a memory format", "c__builtin__\ngetattr\nctorch._utils\ntorch\n" + text("channels_last") + "\x86R",
        Trust::DataOnly);
    row("something else of torch", "c__builtin__\ngetattr\nctorch._utils\ntorch\n" + text("load") + "\x86R",
        Trust::Dangerous);
    row("a value that is handed on",
        "ctorch.jit._pickle\nrestore_type_tag\n(cargparse\nNamespace\n" + text("a") + "tR}b", Trust::Dangerous);
    row("another protocol in the middle",
        QByteArray("K\x01"
                   "0\x80\x04"
                   "cUserDict\nUserDict\n)\x81"),
        Trust::Dangerous);
    row("a NumPy type with flags of others", dtype("i8", "K?"), Trust::Dangerous);
    row("a NumPy type with flags of others, and then with its own", dtype("i8", "K?") + plainState + noFlags + "tb",
        Trust::Dangerous);
    row("a NumPy type handed on in a state that another one follows",
        "cm\nA\n)\x81" + QByteArray("cnumpy\ndtype\n\x85"
                                    "bK\x01\x85"
                                    "b"),
        Trust::RunsCode);
    row("a NumPy type with a state nobody sees", "cnumpy\ndtype\n(" + text("O8") + "I00\nI01\ntRcm\nA\n)Rb",
        Trust::Dangerous);
    row("an array over bytes", "cnumpy\nndarray\nK\x01\x85R", Trust::Dangerous);
    row("an array as it is saved",
        "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\n" + QByteArray("K\0\x85", 3) + text("b") + "\x87R",
        Trust::DataOnly);
    // NumPy reads as many objects of the list as the shape says, however long it is.
    const QByteArray made = "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK";
    const QByteArray none = made + QByteArray("\0\x85", 2) + text("b") + "\x87R";
    const auto objects = [&](const QByteArray& shape, const QByteArray& list) {
        return none + "(K\x01" + shape + dtype("O8", "K?") + "I00\n" + list + "tb";
    };
    row("an array of objects", objects("K\x02\x85", "](NNe"), Trust::DataOnly);
    row("an array of one object", objects(")", "]Na"), Trust::DataOnly);
    row("an array of no objects", objects(QByteArray("K\x02K\0\x86", 5), "]"), Trust::DataOnly);
    row("an array of objects in a list that is filled twice",
        objects("K\x02\x85", "]Naccollections\nOrderedDict\n)R0Na"), Trust::DataOnly);
    row("an array with too few objects", objects("K\x03\x85", "](NNe"), Trust::Dangerous);
    row("an array with too many objects", objects("K\x01\x85", "](NNe"), Trust::Dangerous);
    row("an array of objects whose size overflows",
        objects("\x8a\x05" + QByteArray("\0\0\0\0\x01", 5) + "\x8a\x05" + QByteArray("\0\0\0\0\x01", 5) + "\x86", "]"),
        Trust::Dangerous);
    row("an array of objects of a negative size", objects("\x8a\x01\xff\x85", "]"), Trust::Dangerous);
    row("an array of objects whose list comes later",
        "]q\x01"
        "0" +
            objects("K\x01\x85", "h\x01") + "h\x01Na",
        Trust::Dangerous);
    row("an array of objects whose list is made", objects("K\x01\x85", "cbuiltins\nlist\n]Na\x85R"), Trust::Dangerous);
    row("an array whose state is made", none + "cbuiltins\ntuple\n](K\x01)" + dtype("O8", "K?") + "I00\n]e\x85Rb",
        Trust::Dangerous);
    row("an array of a type that is handed through",
        none + "(K\x01)ctorch.jit._pickle\nrestore_type_tag\n" + dtype("O8", "K?") + "N\x86RI00\n]tb",
        Trust::Dangerous);
    const QByteArray texts = "cnumpy\ndtype\n(" + text("U1") + "I00\nI01\ntR";
    const QByteArray textState = "(K\x03" + text("<") + QByteArray("NNNM\0\x10K\x04K\x08tb", 12);
    const QByteArray ownState = "(K\x03" + text("<") + "NNNK\x04K\x04K\x08tb";
    row("an array of texts", none + "(K\x01)" + texts + ownState + "I00\n" + QByteArray("U\x04xxxx", 6) + "tb",
        Trust::DataOnly);
    row("an array of texts that grow later",
        texts +
            "q\x01"
            "0" +
            none + "(K\x01)h\x01I00\n" + QByteArray("U\x04xxxx", 6) + "tbh\x01" + textState,
        Trust::Dangerous);
    row("a NumPy text that grows later",
        texts +
            "q\x01"
            "0cnumpy.core.multiarray\nscalar\nh\x01" +
            QByteArray("U\x04xxxx", 6) + "\x86Rh\x01" + textState,
        Trust::Dangerous);
    row("an array made of a type that grows later",
        texts +
            "q\x01"
            "0" +
            made + "\x64\x85h\x01\x87Rh\x01" + textState,
        Trust::Dangerous);
    // For objects it gives the object itself.
    row("a NumPy number of an object that it hands through",
        "cnumpy.core.multiarray\nscalar\n" + dtype("O8", "K?") + "]\x86R", Trust::Dangerous);
    row("the same by the name of NumPy 2", "cnumpy._core.multiarray\nscalar\n" + dtype("O8", "K?") + "]\x86R",
        Trust::Dangerous);
    row("a class that is changed behind a NumPy number",
        "cnumpy.core.multiarray\nscalar\n" + dtype("O8", "K?") + "ccollections\nUserDict\n\x86R" + "N}" + text("a") +
            "\x88s\x86"
            "b",
        Trust::Dangerous);
    row("a NumPy number with a state", number + "}b", Trust::Dangerous);
    const QByteArray mesh = "ctorch.distributed.device_mesh\nDeviceMesh\n)\x81";
    row("a mesh of devices", mesh + "}" + text("mesh_dim_names") + "Nsb", Trust::DataOnly);
    row("a mesh with attributes in pairs", mesh + "]]" + "(" + text("__array_interface__") + "}eab", Trust::Dangerous);
    row("a mesh with attributes in a pair of pairs",
        mesh + "](" + text("__array_interface__") + "}e](" + text("_hash") +
            "K\x01"
            "e\x86"
            "b",
        Trust::Dangerous);
    row("a dictionary with a function that fills it",
        "ccollections\nOrderedDict\n)R}" + text("append") + "cbuiltins\nstr\nsb" + text("x") + "a", Trust::Dangerous);
    row("a dictionary that is filled like a list",
        "ccollections\nCounter\n)R(K\x01"
        "e",
        Trust::Dangerous);
    row("an option with such a name", object + "}" + text("append") + "\x88sb", Trust::DataOnly);
    row("an object of an old protocol whose class is handed through",
        "ccopyreg\n_reconstructor\n(ctorch.jit._pickle\nrestore_type_tag\ncargparse\nNamespace\n" + text("") +
            "\x86R"
            "cbuiltins\nobject\nNtR}" +
            text("__array_interface__") + "}sb",
        Trust::RunsCode);
    row("a tensor of a class that is handed through",
        "ctorch._tensor\n_rebuild_from_type_v2\n(ctorch._utils\n_rebuild_tensor_v2\n"
        "ctorch.jit._pickle\nrestore_type_tag\nctorch\nTensor\n" +
            text("") + "\x86R)}" + text("__array_interface__") + "}stR",
        Trust::RunsCode);
    row("a NumPy type made by another function",
        "ccopyreg\n_reconstructor\ncnumpy\ndtype\nc__builtin__\nobject\nN\x87R", Trust::Dangerous);
}

void TestTrust::looksAtWhatPicklesDo()
{
    QFETCH(const QByteArray, body);
    QFETCH(const int, trust);
    const auto checkpoint = opened(plainPickle(body));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    const TrustVerdict found = trustOf(**checkpoint);
    QCOMPARE(static_cast<int>(found.trust), trust);
    QCOMPARE(found.names.empty(), found.trust == Trust::DataOnly);
    QCOMPARE(found.why.empty(), found.trust == Trust::DataOnly);
}

/// What such an id gives is what the pickle put into it, and no dictionary that can be seen.
void TestTrust::fearsStatesOfPersistentIds()
{
    const QByteArray id = "(" + text("module") + "}" + text("__array_interface__") + "}sNNtQ";
    const auto checkpoint = opened(legacy("}", "cargparse\nNamespace\n)\x81" + id + "b", "]"));
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QVERIFY(trustOf(**checkpoint).trust == Trust::Dangerous);
}

void TestTrust::looksIntoBytes_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("trust");
    const auto row = [](const char* name, const QByteArray& body, Trust trust) {
        QTest::newRow(name) << body << static_cast<int>(trust);
    };
    row("honest bytes", loadFromBytes(legacy("}", "}", "]")), Trust::DataOnly);
    row("honest bytes that nobody takes", loadFromBytes(legacy("}", "}", "]")) + "0}", Trust::DataOnly);
    row("a function inside", loadFromBytes(legacy("}", kHarm, "]")), Trust::Dangerous);
    row("a function inside of what nobody takes", loadFromBytes(legacy("}", kHarm, "]")) + "0}", Trust::Dangerous);
    row("a function in a header", loadFromBytes(legacy(kHarm, "}", "]")), Trust::Dangerous);
    row("two levels down", loadFromBytes(legacy("}", loadFromBytes(legacy("}", kHarm, "]")) + "0}", "]")),
        Trust::Dangerous);
    row("bytes that are something else", loadFromBytes("PK\x03\x04"), Trust::Dangerous);
    row("bytes that are made",
        "ctorch.storage\n_load_from_bytes\n(c_codecs\nencode\n(" + text("a") + text("zlib") + "tRtR", Trust::Dangerous);
    row("bytes that an array lies over, too",
        "C\x01}q\x05"
        "0cnumpy.core.numeric\n_frombuffer\n(h\x05K\x01tR0ctorch.storage\n_load_from_bytes\nh\x05\x85R",
        Trust::Dangerous);
    row("the loader handed on", "]ctorch.storage\n_load_from_bytes\na", Trust::Dangerous);
}

void TestTrust::looksIntoBytes()
{
    looksAtWhatPicklesDo();
}

/// Structured arrays, subarrays, dates and arrays of objects as NumPy saves them.
void TestTrust::staysCalmAboutArrays()
{
    for (const char* name : {"torch113/numpy_arrays.pt", "torch26/numpy_arrays.pt", "torch214/numpy_arrays.pt"}) {
        const CheckpointPtr checkpoint = test::openedFixture(name);
        QVERIFY(checkpoint);
        const TrustVerdict verdict = trustOf(*checkpoint);
        QCOMPARE(verdict.trust, Trust::RunsCode);
        QCOMPARE(verdict.names, std::vector<Message>{verbatim("numpy.dtype")});
    }
}

/// Of all fixtures, and of the files in the folder that CAIRN_CORPUS names.
void TestTrust::neverFearsWhatWeightsOnlyTakes()
{
    QStringList folders{QStringLiteral(CAIRN_TESTS_DIR "/fixtures")};
    if (const QString corpus = qEnvironmentVariable("CAIRN_CORPUS"); !corpus.isEmpty()) {
        folders.append(corpus);
    }
    int taken = 0;
    for (const QString& folder : folders) {
        QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            const auto checkpoint = openCheckpoint(path.toStdString());
            if (!checkpoint) {
                continue;
            }
            const auto isTaken = [](const GlobalUse& global) {
                const auto dot = global.name.rfind('.');
                return isOnAnyWeightsOnlyList(global.name.substr(0, dot), global.name.substr(dot + 1));
            };
            if (!(*checkpoint)->isAmbiguous() && std::ranges::all_of((*checkpoint)->globals(), isTaken)) {
                QVERIFY2(trustOf(**checkpoint).trust != Trust::Dangerous, qPrintable(path));
                ++taken;
            }
        }
    }
    QVERIFY(taken > 200);
}

CAIRN_TEST(TestTrust);

} // namespace cairn::tst_trust

#include "tst_trust.moc"
