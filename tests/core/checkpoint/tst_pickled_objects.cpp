#include "core/checkpoint/python/short_repr.h"
#include "core/checkpoint/readers/open.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

namespace cairn::tst_pickled_objects {

using namespace cairn::checkpoint;
using cairn::test::codeOf;
using cairn::test::DecodedPickle;
using cairn::test::PickleBuilder;
using cairn::test::text;

/// How objects of other libraries are unfolded, in the forms in which those libraries pickle them.
class TestPickledObjects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unfoldsGraphModules();
    void showsWhatOldProtocolsRebuild();
    void showsEntriesThatAreAttributesOnce();
    void tellsOfKeysThatChange();
    void namesTensorsThatAreKeys();
    void showsTensorsThatNoRowHolds_data();
    void showsTensorsThatNoRowHolds();
    void showsTensorsThatThoseHold();
    void takesNamesWithoutAnEncoding();
    void recognisesJoblib();
};

namespace {

Result<CheckpointPtr> open(const std::string& bytes)
{
    return openCheckpoint(std::make_shared<MemorySource>(bytes), "test");
}

/// "name = value" or "name: type" for each row, indented.
QStringList tree(const Checkpoint& checkpoint)
{
    QStringList lines;
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        const Entry& entry = checkpoint.entries()[id];
        const bool isValue = entry.kind == EntryKind::Value;
        lines << QString(static_cast<qsizetype>(depth), u' ') + text(checkpoint.keyText(entry)) +
                     (isValue ? QStringLiteral(" = ") + text(checkpoint.valueRepr(entry))
                              : QStringLiteral(": ") + text(checkpoint.typeName(entry)));
    });
    return lines;
}

/// An object of class m.Output with the entry "logits" and the attributes "logits" and "loss".
PickleBuilder output(int entry, int attribute)
{
    PickleBuilder pickle;
    pickle.global("m", "Output").none().tuple(1).reduce();
    pickle.string("logits").integer(entry).setItem();
    return pickle.emptyDict().mark().string("logits").integer(attribute).string("loss").none().setItems().build();
}

} // namespace

void TestPickledObjects::unfoldsGraphModules()
{
    // torch.fx saves a function, the attributes of the module, and the lines that its code imports.
    PickleBuilder pickle;
    pickle.global("torch.fx.graph_module", "reduce_graph_module").emptyDict().mark();
    pickle.string("_parameters").emptyDict().string("_buffers").emptyDict().string("scale").integer(7).setItem();
    pickle.string("_modules").emptyDict().string("fc").string("a layer").setItem();
    pickle.string("_code").string("def f").setItems().string("import torch").tuple(2).reduce();
    const auto checkpoint = open(pickle.finish());
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(tree(**checkpoint), QStringList({": torch.fx.graph_module.reduce_graph_module", " scale = 7",
                                              " fc = 'a layer'", " _code = 'def f'", " 1 = 'import torch'"}));
}

/// As protocols 0 and 1 write objects of classes that are made of list, dict, int and object.
void TestPickledObjects::showsWhatOldProtocolsRebuild()
{
    PickleBuilder pickle;
    pickle.mark();
    const auto rebuild = [&](const char* base) -> PickleBuilder& {
        return pickle.global("copy_reg", "_reconstructor").global("m", "Own").global("__builtin__", base);
    };
    rebuild("list").emptyList().integer(1).append().tuple(3).reduce();
    pickle.emptyDict().string("note").integer(2).setItem().build();
    rebuild("dict").emptyDict().string("k").integer(3).setItem().tuple(3).reduce();
    rebuild("int").integer(4).tuple(3).reduce();
    rebuild("int").integer(5).tuple(3).reduce().emptyDict().string("note").integer(6).setItem().build();
    rebuild("object").none().tuple(3).reduce().emptyDict().string("note").integer(7).setItem().build();
    const auto checkpoint = open(pickle.tuple().finish());
    QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().paragraph().c_str());
    QCOMPARE(tree(**checkpoint),
             QStringList({": tuple", " 0: m.Own", "  0 = 1", "  note = 2", " 1: m.Own", "  k = 3", " 2 = Own(4)",
                          " 3: m.Own", "  0 = 5", "  note = 6", " 4: m.Own", "  note = 7"}));
}

void TestPickledObjects::showsEntriesThatAreAttributesOnce()
{
    PickleBuilder pickle; // the very same value, as transformers does
    pickle.global("m", "Output").tuple(0).reduce().string("logits").emptyList().put(5).setItem();
    pickle.emptyDict().mark().string("logits").get(5).string("loss").none().setItems().build();
    const auto same = open(pickle.finish());
    QVERIFY2(same, same ? "" : same.error().paragraph().c_str());
    QCOMPARE(tree(**same), QStringList({": m.Output", " logits: list", " loss = None"}));
    QCOMPARE((*same)->issues().size(), std::size_t{0});

    const auto other = open(output(1, 2).finish());
    QVERIFY2(other, other ? "" : other.error().paragraph().c_str());
    QCOMPARE(tree(**other), QStringList({": m.Output", " 0 = None", " logits = 1", " loss = None"}));
    QCOMPARE((*other)->issues().size(), std::size_t{1});
    QCOMPARE(text((*other)->issues().front().message.text()),
             QStringLiteral("\"logits\" is an entry and an attribute; the entry is shown"));
}

/// dill sets some keys a second time, to what they have.
void TestPickledObjects::tellsOfKeysThatChange()
{
    const auto issuesOf = [](bool isSame) {
        PickleBuilder pickle;
        pickle.emptyDict().string("k").string("same").put(1).setItem().string("k");
        const auto checkpoint = open((isSame ? pickle.get(1) : pickle.string("other")).setItem().finish());
        return checkpoint ? (*checkpoint)->issues().size() : std::size_t{99};
    };
    QCOMPARE(issuesOf(true), std::size_t{0});
    QCOMPARE(issuesOf(false), std::size_t{1});
}

void TestPickledObjects::namesTensorsThatAreKeys()
{
    const auto tensor = [](PickleBuilder& pickle) {
        pickle.global("torch._utils", "_rebuild_tensor_v2").mark().integer(1).persistentId().integer(0);
        pickle.integer(4).integer(3).tuple(2).integer(3).integer(1).tuple(2).boolean(false).none().tuple().reduce();
    };
    PickleBuilder plain;
    tensor(plain);
    PickleBuilder parameter;
    parameter.global("torch._utils", "_rebuild_parameter");
    tensor(parameter);
    parameter.boolean(true).none().tuple(3).reduce();
    for (const auto& [pickle, name] : {std::pair{&plain, "Tensor(4, 3)"}, std::pair{&parameter, "Parameter(4, 3)"}}) {
        const DecodedPickle decoded(*pickle);
        QVERIFY(decoded.graph);
        QCOMPARE(text(shortRepr(*decoded.graph, decoded.source, decoded.graph->root())), QString::fromLatin1(name));
    }
}

void TestPickledObjects::showsTensorsThatNoRowHolds_data()
{
    QTest::addColumn<std::string>("pickle");
    QTest::addColumn<QString>("name");

    const auto tensor = [](PickleBuilder& pickle) -> PickleBuilder& {
        pickle.global("torch._utils", "_rebuild_meta_tensor_no_storage").mark().global("torch", "float32");
        return pickle.integer(3).tuple(1).integer(1).tuple(1).boolean(false).tuple().reduce();
    };
    PickleBuilder key;
    key.emptyDict().string("d").emptyDict();
    tensor(key).integer(1).setItem().setItem();
    QTest::newRow("a key") << key.finish() << "held by a key of d";
    PickleBuilder inKey;
    inKey.emptyDict().string("a");
    tensor(inKey).tuple(2).integer(1).setItem();
    QTest::newRow("in a key") << inKey.finish() << "held by a key";
    PickleBuilder function;
    function.emptyDict().string("c").global("functools", "partial").global("m", "build");
    tensor(function).tuple(2).reduce().tuple(0).reduce().setItem();
    QTest::newRow("a function") << function.finish() << "held by a function of c";
    PickleBuilder state;
    state.emptyDict().string("s").global("m", "build").tuple(0).reduce().put(0).global("m", "setter").get(0);
    tensor(state).tuple(2).reduce().op('0').setItem();
    QTest::newRow("a state that a function sets") << state.finish() << "used in unpickling";
}

void TestPickledObjects::showsTensorsThatNoRowHolds()
{
    QFETCH(const std::string, pickle);
    QFETCH(const QString, name);
    const auto opened = open(pickle);
    QVERIFY(opened);
    const Checkpoint& checkpoint = **opened;
    QCOMPARE(checkpoint.tensors().size(), std::size_t{1});
    const Entry& entry = checkpoint.entries()[checkpoint.tensors()[0].entry];
    QCOMPARE(text(checkpoint.keyText(entry)), name);
    QVERIFY(entry.attribute);
    QCOMPARE(text(checkpoint.deviceTag(checkpoint.tensors()[0].device)), "meta");
}

/// What no row holds can have attributes, and these hold the next.
void TestPickledObjects::showsTensorsThatThoseHold()
{
    const auto meta = [](PickleBuilder& pickle) -> PickleBuilder& {
        return pickle.global("torch._utils", "_rebuild_meta_tensor_no_storage")
            .mark()
            .global("torch", "float32")
            .integer(3)
            .tuple(1)
            .integer(1)
            .tuple(1)
            .boolean(false)
            .tuple()
            .reduce();
    };
    PickleBuilder pickle;
    pickle.emptyDict().string("c").global("functools", "partial").global("m", "build");
    // A parameter whose attribute is an object that a function with a tensor makes.
    pickle.global("torch._utils", "_rebuild_parameter_with_state").mark();
    meta(pickle).boolean(true).emptyDict().emptyDict().string("note").global("functools", "partial").global("m", "f");
    meta(pickle).tuple(2).reduce().tuple(0).reduce().setItem().tuple().reduce();
    pickle.tuple(2).reduce().tuple(0).reduce().setItem();
    const auto opened = open(pickle.finish());
    QVERIFY(opened);
    QStringList names;
    for (const Tensor& tensor : (*opened)->tensors()) {
        names << text((*opened)->entryName(tensor.entry));
    }
    QVERIFY2(names.size() >= 2 && names.contains(QStringLiteral("held by a function of c")),
             qPrintable(names.join(u' ')));
    QVERIFY2(names.contains(QStringLiteral("held by a function of held by a function of c.note")),
             qPrintable(names.join(u' ')));
}

void TestPickledObjects::takesNamesWithoutAnEncoding()
{
    // STACK_GLOBAL with texts of Python 2: Python 3 takes them, as they are read as UTF-8.
    const DecodedPickle decoded(
        PickleBuilder().python2String("m").python2String("Class").op('\x93').tuple(0).newObject());
    QVERIFY(decoded.graph);
    QCOMPARE(decoded.graph->globals().size(), std::size_t{1});
    QCOMPARE(text(decoded.graph->globals().front().qualified()), QStringLiteral("m.Class"));
    QVERIFY(!DecodedPickle(PickleBuilder().python2String("m").integer(1).op('\x93')).graph);
}

void TestPickledObjects::recognisesJoblib()
{
    PickleBuilder pickle;
    pickle.global("joblib.numpy_pickle", "NumpyArrayWrapper").tuple(0).newObject().emptyDict().build();
    const auto damaged = open(pickle.raw("\xff\xff\xff\xff").finish());
    QVERIFY(!damaged);
    QCOMPARE(codeOf(damaged), QStringLiteral("input.not-a-checkpoint"));
    QVERIFY(damaged.error().paragraph().contains("joblib"));
    const auto other = open(PickleBuilder().global("m", "C").raw("\xff\xff\xff\xff").finish());
    QVERIFY(!other);
    QVERIFY(!other.error().paragraph().contains("joblib"));
}

CAIRN_TEST(TestPickledObjects);

} // namespace cairn::tst_pickled_objects

#include "tst_pickled_objects.moc"
