#include "core/checkpoint/python/numpy_dtype.h"
#include "core/checkpoint/python/numpy_value.h"
#include "core/checkpoint/python/python_value.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QFile>

namespace cairn::tst_python_value {

using namespace cairn::checkpoint;
using cairn::test::DecodedPickle;
using cairn::test::PickleBuilder;

/// A source that counts the bytes read from it.
class CountingSource final : public ByteSource {
public:
    explicit CountingSource(std::string bytes) : m_bytes(std::move(bytes)) {}
    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_bytes.size(); }
    mutable std::uint64_t bytesRead = 0;

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        bytesRead += into.size();
        std::memcpy(into.data(), m_bytes.data() + offset, into.size());
        return {};
    }
    std::string m_bytes;
};

namespace {

/// "type: text", or "-" when it is no value.
QByteArray valueOf(const DecodedPickle& pickle)
{
    if (!pickle.graph) {
        return "does not decode";
    }
    const auto value = pythonValue(*pickle.graph, pickle.source, pickle.graph->root());
    return value ? QByteArray::fromStdString(value->type + ": " + value->text) : QByteArray("-");
}

QByteArray reprOf(const DecodedPickle& pickle, std::size_t limit = 80)
{
    return QByteArray::fromStdString(shortRepr(*pickle.graph, pickle.source, pickle.graph->root(), limit));
}

/// _codecs.encode(text, codec)
PickleBuilder encoded(std::string_view text, std::string_view codec = "latin1")
{
    return PickleBuilder().global("_codecs", "encode").string(text).string(codec).tuple(2).reduce();
}

/// numpy's dtype("f4", False, True) without a state.
PickleBuilder& addDtype(PickleBuilder& builder, std::string_view code)
{
    return builder.global("numpy", "dtype").string(code).boolean(false).boolean(true).tuple(3).reduce();
}

PickleBuilder array(std::string_view code, std::initializer_list<std::int64_t> shape, std::string_view data)
{
    PickleBuilder builder;
    builder.global("numpy.core.multiarray", "_reconstruct")
        .global("numpy", "ndarray")
        .integer(0)
        .tuple(1)
        .bytes("b")
        .tuple(3);
    builder.reduce().mark().integer(1).mark();
    for (const std::int64_t size : shape) {
        builder.integer(size);
    }
    addDtype(builder.tuple(), code).boolean(false).bytes(data);
    return builder.tuple().build();
}

} // namespace

class TestPythonValue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void looksThroughFieldsOnce();
    void asPython_data();
    void asPython();
    void torchValues_data();
    void torchValues();
    void misfits_data();
    void misfits();
    void bytesBehindCalls_data();
    void bytesBehindCalls();
    void longBytesAreReadInPart();
    void reprs_data();
    void reprs();
    void nestingAndCyclesEnd();
    void sharedListsCostTheirLimit();
    void hostileArrays_data();
    void hostileArrays();
    void longArraysAreReadInPart();
};

// Rows that real Python made; the first line of make_python_values.py says how.
void TestPythonValue::asPython_data()
{
    QTest::addColumn<QList<QByteArray>>("columns");

    QFile file(CAIRN_TESTS_DIR "/fixtures/python_values.tsv");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QVERIFY(lines.size() >= 200);
    for (const QByteArray& line : lines) {
        const QList<QByteArray> columns = line.split('\t');
        QTest::newRow(QByteArray(columns[0] + ' ' + columns[1]).constData()) << columns;
    }
}

void TestPythonValue::asPython()
{
    QFETCH(const QList<QByteArray>, columns);
    const DecodedPickle pickle(QByteArray::fromHex(columns[2]).toStdString());
    QVERIFY(pickle.graph);
    if (columns[0] == "value") {
        QCOMPARE(valueOf(pickle), columns[3] + ": " + columns[4]);
        return;
    }
    const auto array = numpyArray(*pickle.graph, pickle.source, pickle.graph->root());
    QVERIFY(array);
    QCOMPARE(QByteArray::fromStdString(array->dtype), columns[3]);
    QCOMPARE(QByteArray::fromStdString(array->summary), columns[4]);
    QCOMPARE(QByteArray::fromStdString(shapeText(array->shape)), columns[5]);
    QCOMPARE(valueOf(pickle), QByteArray("-"));
}

void TestPythonValue::torchValues_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* name, const PickleBuilder& builder, const char* value) {
        QTest::newRow(name) << QByteArray::fromStdString(builder.finish()) << QByteArray(value);
    };
    const auto call = [](std::string_view module, std::string_view name) {
        return PickleBuilder().global(module, name);
    };

    row("size", call("torch", "Size").integer(2).integer(3).tuple(2).tuple(1).reduce(),
        "torch.Size: torch.Size([2, 3])");
    row("empty size", call("torch", "Size").tuple(0).tuple(1).reduce(), "torch.Size: torch.Size([])");
    row("device", call("torch", "device").string("cuda").integer(1).tuple(2).reduce(), "torch.device: cuda:1");
    row("device without index", call("torch", "device").string("mps").tuple(1).reduce(), "torch.device: mps");
    row("dtype", call("torch", "float32"), "torch.dtype: torch.float32");
    row("scheme", call("torch", "per_tensor_affine"), "torch.qscheme: torch.per_tensor_affine");
    row("layout", call("torch.serialization", "_get_layout").string("torch.sparse_coo").tuple(1).reduce(),
        "torch.layout: torch.sparse_coo");
    row("memory format",
        call("__builtin__", "getattr").global("torch._utils", "torch").string("channels_last").tuple(2).reduce(),
        "torch.memory_format: torch.channels_last");
    row("no constant of torch", call("torch", "FloatStorage"), "-");
    row("unknown layout", call("torch.serialization", "_get_layout").string("torch.float32").tuple(1).reduce(), "-");
    row("a command", call("os", "system").string("true").tuple(1).reduce(), "os.system: system('true')");
    row("old object",
        call("copy_reg", "_reconstructor").global("m", "C").global("__builtin__", "object").none().tuple(3).reduce(),
        "m.C: C()");
    row("escape in a name", call("m", "C\x1b[31m").tuple(0).reduce(), "m.C\x1b[31m: C\\x1b[31m()");
    row("Python 2 date",
        call("datetime", "date").python2String(std::string_view("\x07\xE8\x02\x1D", 4)).tuple(1).reduce(),
        "datetime.date: datetime.date(2024, 2, 29)");
}

void TestPythonValue::torchValues()
{
    QFETCH(const QByteArray, pickle);
    QFETCH(const QByteArray, value);
    QCOMPARE(valueOf(DecodedPickle(pickle.toStdString())), value);
}

void TestPythonValue::misfits_data()
{
    QTest::addColumn<QByteArray>("pickle");
    const auto row = [](const char* name, const PickleBuilder& builder) {
        QTest::newRow(name) << QByteArray::fromStdString(builder.finish());
    };
    const auto call = [](std::string_view module, std::string_view name) {
        return PickleBuilder().global(module, name);
    };

    row("no call", PickleBuilder().integer(1));
    row("arguments that are no tuple", call("builtins", "complex").integer(1).reduce());
    row("callable that is no class", PickleBuilder().integer(1).tuple(0).reduce());
    row("complex of strings", call("builtins", "complex").string("1").string("2").tuple(2).reduce());
    row("range without arguments", call("builtins", "range").tuple(0).reduce());
    row("range of step 0", call("builtins", "range").integer(1).integer(2).integer(0).tuple(3).reduce());
    row("date of 3 bytes", call("datetime", "date").bytes("\x07\xE8\x02").tuple(1).reduce());
    row("date of 5 bytes", call("datetime", "date").bytes("\x07\xE8\x02\x02\x02").tuple(1).reduce());
    row("30 February", call("datetime", "date").bytes("\x07\xE8\x02\x1E").tuple(1).reduce());
    row("year 0", call("datetime", "date").bytes(std::string_view("\0\0\1\1", 4)).tuple(1).reduce());
    row("hour 24", call("datetime", "time").bytes(std::string_view("\x18\0\0\0\0\0", 6)).tuple(1).reduce());
    row("timedelta past its end", call("datetime", "timedelta").integer(1'000'000'000).tuple(1).reduce());
    row("timedelta of text", call("datetime", "timedelta").string("1").tuple(1).reduce());
    row("timezone of text", call("datetime", "timezone").string("UTC").tuple(1).reduce());
    row("path of a number", call("pathlib", "PosixPath").integer(1).tuple(1).reduce());
    row("fraction of words", call("fractions", "Fraction").string("a/b").tuple(1).reduce());
    row("UUID without a number", call("uuid", "UUID").tuple(0).newObject().emptyDict().build());
    row("UUID of a negative number",
        call("uuid", "UUID").tuple(0).newObject().emptyDict().string("int").integer(-1).setItem().build());
    row("size of text", call("torch", "Size").string("x").tuple(1).tuple(1).reduce());
    row("device of a number", call("torch", "device").integer(0).tuple(1).reduce());
    row("attribute that is no text", call("builtins", "getattr").global("m", "C").integer(1).tuple(2).reduce());
    row("attribute of a number", call("builtins", "getattr").integer(1).string("real").tuple(2).reduce());
    row("list as an argument", call("m", "C").emptyList().tuple(1).reduce());
    row("state", call("m", "C").tuple(0).newObject().emptyDict().build());
    row("items", call("m", "C").tuple(0).newObject().integer(1).append());
    row("empty container", call("collections", "OrderedDict").tuple(0).reduce());
    row("empty set", call("builtins", "set").emptyList().tuple(1).reduce());
    row("bytes", encoded("abc"));
    row("scalar without dtype", call("numpy.core.multiarray", "scalar").integer(1).bytes("1234").tuple(2).reduce());
    PickleBuilder shortScalar = call("numpy.core.multiarray", "scalar");
    row("scalar of too few bytes", addDtype(shortScalar, "f8").bytes("1234").tuple(2).reduce());
    PickleBuilder objectScalar = call("numpy.core.multiarray", "scalar");
    row("scalar of an object", addDtype(objectScalar, "O8").bytes("12345678").tuple(2).reduce());
    for (const char* code : {"", "f", "f3", "f-4", "f4x", "Q8", "U4294967295", "S99999999999", "i16"}) {
        PickleBuilder dtype;
        row(QByteArray("dtype ").append(code).constData(), addDtype(dtype, code));
    }
    PickleBuilder stated;
    row("dtype with a short state", addDtype(stated, "f4").integer(3).tuple(1).build());
}

void TestPythonValue::misfits()
{
    QFETCH(const QByteArray, pickle);
    const DecodedPickle decoded(pickle.toStdString());
    QVERIFY(decoded.graph);
    QCOMPARE(valueOf(decoded), QByteArray("-"));
    QVERIFY(reprOf(decoded).size() < 200);
}

void TestPythonValue::bytesBehindCalls_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QByteArray>("head"); ///< of at most 4 bytes; "-" for no bytes
    QTest::addColumn<int>("length");
    const auto row = [](const char* name, const PickleBuilder& builder, QByteArray head, int length) {
        QTest::newRow(name) << QByteArray::fromStdString(builder.finish()) << std::move(head) << length;
    };
    const auto call = [](std::string_view name) { return PickleBuilder().global("__builtin__", name); };
    const QByteArray none("-");

    row("bytes", PickleBuilder().bytes("abc"), "abc", 3);
    row("long bytes", PickleBuilder().bytes("abcde"), "abcd", 5);
    row("Python 2 string", PickleBuilder().python2String("\xFF"), "\xFF", 1);
    row("encoded", encoded("\xC3\xBF\xC2\x80!"), "\xFF\x80!", 3);
    row("encoded, long", encoded("\xC3\xBF\xC2\x80!\xC3\x80\xC3\x81\xC3\x82"), "\xFF\x80!\xC0", 6);
    row("other spelling", encoded("a", "latin-1"), "a", 1);
    row("a Python 2 string, encoded",
        PickleBuilder().global("_codecs", "encode").python2String("\xC3\xBF").string("latin1").tuple(2).reduce(),
        "\xFF", 1);
    row("other codec", encoded("a", "rot13"), none, 0);
    row("no Latin-1 character", encoded("\xC4\x80"), none, 0);
    row("half a character", encoded("\xC3"), none, 0);
    row("no characters", encoded("\x80"), none, 0);
    row("empty bytes", call("bytes").tuple(0).reduce(), "", 0);
    row("empty bytearray", call("bytearray").tuple(0).reduce(), "", 0);
    row("bytearray", call("bytearray").bytes("ab").tuple(1).reduce(), "ab", 2);
    row("bytearray of a string", call("bytearray").string("\xC3\xBF").string("latin-1").tuple(2).reduce(), "\xFF", 1);
    row("bytearray of a size", call("bytearray").integer(std::int64_t{1} << 33).tuple(1).reduce(), none, 0);
    row("string", PickleBuilder().string("a"), none, 0);
}

void TestPythonValue::bytesBehindCalls()
{
    QFETCH(const QByteArray, pickle);
    QFETCH(const QByteArray, head);
    QFETCH(const int, length);
    const DecodedPickle decoded(pickle.toStdString());
    QVERIFY(decoded.graph);
    const auto bytes = bytesValue(*decoded.graph, decoded.source, decoded.graph->root(), 4);
    QCOMPARE(bytes ? QByteArray::fromStdString(bytes->head) : QByteArray("-"), head);
    if (bytes) {
        QCOMPARE(bytes->length, static_cast<std::uint64_t>(length));
        QCOMPARE(bytes->complete, length <= 4);
        QVERIFY(bytes->exact);
    }
}

void TestPythonValue::longBytesAreReadInPart()
{
    const std::string payload(8'000'000, 'x');
    for (const bool isEncoded : {false, true}) {
        const PickleBuilder builder = isEncoded ? encoded(payload) : PickleBuilder().bytes(payload);
        const auto source = std::make_shared<CountingSource>(builder.finish());
        const auto graph = formats::decodePickle(source);
        QVERIFY(graph);
        source->bytesRead = 0;
        const auto head = bytesValue(*graph, source, graph->root(), 100);
        QVERIFY(head);
        QCOMPARE(head->head, payload.substr(0, 100));
        QCOMPARE(head->length, std::uint64_t{8'000'000});
        QVERIFY(!head->complete);
        QCOMPARE(head->exact, !isEncoded);
        QVERIFY2(source->bytesRead < 1000, QByteArray::number(qulonglong(source->bytesRead)).constData());

        const auto whole = bytesValue(*graph, source, graph->root(), 100'000'000);
        QVERIFY(whole && whole->complete && whole->exact);
        QVERIFY(whole->head == payload);
    }
    QCOMPARE(bytesRepr("ab", 2), std::string("b'ab'"));
    QCOMPARE(bytesRepr("ab", 70000), std::string("b'ab'... (70 000 bytes)"));
}

void TestPythonValue::reprs_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const PickleBuilder& builder, const char* text) {
        QTest::newRow(name) << QByteArray::fromStdString(builder.finish()) << QByteArray(text);
    };

    row("tuple", PickleBuilder().string("a").integer(1).tuple(2), "('a', 1)");
    row("tuple of one", PickleBuilder().none().tuple(1), "(None,)");
    row("empty tuple", PickleBuilder().tuple(0), "()");
    row("list", PickleBuilder().emptyList().mark().real(1.5).boolean(true).bytes("b").appends(), "[1.5, True, b'b']");
    row("dict", PickleBuilder().emptyDict().mark().integer(1).string("x").integer(2).emptyDict().setItems(),
        "{1: 'x', 2: {}}");
    row("empty set", PickleBuilder(4).op('\x8f'), "set()");
    row("set", PickleBuilder(4).op('\x8f').mark().integer(1).op('\x90'), "{1}");
    row("frozenset", PickleBuilder(4).mark().integer(1).op('\x91'), "frozenset({1})");
    row("class", PickleBuilder().global("m", "C"), "m.C");
    row("storage", PickleBuilder().integer(1).persistentId(), "<storage>");
    row("call", PickleBuilder().global("m", "C").emptyList().tuple(1).reduce(), "C([])");
    row("call with a state", PickleBuilder().global("m", "C").tuple(0).newObject().emptyDict().build(), "C(...)");
    row("call of a call", PickleBuilder().global("m", "C").tuple(0).reduce().emptyList().tuple(1).reduce(), "...([])");
    row("value", PickleBuilder().global("torch", "device").string("cpu").tuple(1).reduce().tuple(1), "(cpu,)");
    row("array", array("u1", {3}, "\1\2\3"), "array([1, 2, 3], dtype=uint8)");
    row("long string", PickleBuilder().string(std::string(100, 'x')).tuple(1),
        "('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'...,)");
    row("big integer", PickleBuilder().raw(std::string_view("\x8a\x09\0\0\0\0\0\0\0\0\1", 11)), "18446744073709551616");
}

void TestPythonValue::reprs()
{
    QFETCH(const QByteArray, pickle);
    QFETCH(const QByteArray, text);
    const DecodedPickle decoded(pickle.toStdString());
    QVERIFY(decoded.graph);
    QCOMPARE(reprOf(decoded), text);
}

void TestPythonValue::nestingAndCyclesEnd()
{
    PickleBuilder cycle;
    cycle.emptyList().put(0).get(0).append();
    QCOMPARE(reprOf(DecodedPickle(cycle)), QByteArray("[[[[[...]]]]]"));

    constexpr int depth = 250'000; // more than any stack holds
    PickleBuilder tuples;
    PickleBuilder calls;
    PickleBuilder zones;
    PickleBuilder bytes;
    PickleBuilder classes;
    tuples.none();
    calls.none();
    zones.none();
    bytes.bytes("x");
    classes.global("m", "C");
    // The last value of each level is the level below, so it is fetched from the memo between the new parts.
    for (int level = 0; level < depth; ++level) {
        tuples.tuple(1);
        calls.put(0).global("m", "C").get(0).tuple(1).reduce();
        zones.put(0).global("datetime", "time").bytes("123456").get(0).tuple(2).reduce();
        bytes.put(0).global("builtins", "bytearray").get(0).tuple(1).reduce();
        classes.put(0).global("builtins", "getattr").get(0).string("D").tuple(2).reduce();
    }
    for (const PickleBuilder* builder : {&tuples, &calls, &zones, &bytes, &classes}) {
        const DecodedPickle decoded(*builder);
        QVERIFY(decoded.graph);
        QVERIFY(valueOf(decoded).size() < 200);
        const QByteArray text = reprOf(decoded);
        QVERIFY2(text.contains("...") && text.size() < 200, text.constData());
    }
    QCOMPARE(reprOf(DecodedPickle(tuples)), QByteArray("(((((...,),),),),)"));
}

// Every element of a tuple is the same long list: the work must follow the limit, not the list.
void TestPythonValue::sharedListsCostTheirLimit()
{
    PickleBuilder builder;
    builder.emptyList().put(0).mark();
    for (int i = 0; i < 1'000'000; ++i) {
        builder.none();
    }
    builder.appends();
    const DecodedPickle decoded(builder);
    QVERIFY(decoded.graph);
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 10'000; ++i) {
        QVERIFY(reprOf(decoded).size() < 200);
    }
    QVERIFY2(timer.elapsed() < 5'000, QByteArray::number(timer.elapsed()).constData());
}

void TestPythonValue::hostileArrays_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QByteArray>("summary"); ///< "-": no array
    const auto row = [](const char* name, const PickleBuilder& builder, const char* summary) {
        QTest::newRow(name) << QByteArray::fromStdString(builder.finish()) << QByteArray(summary);
    };

    row("as it should be", array("u1", {1, 3}, "\1\2\3"), "[[1, 2, 3]]");
    row("too few bytes", array("u2", {3}, "\1\2\3"), "-");
    row("too many bytes", array("u1", {2}, "\1\2\3"), "-");
    row("negative size", array("u1", {-3}, "\1\2\3"), "-");
    row("product over 64 bits", array("u1", {std::int64_t{1} << 40, std::int64_t{1} << 40}, "\1\2\3"), "-");
    row("zero times much", array("u1", {std::int64_t{1} << 62, std::int64_t{1} << 62, 0}, ""), "[]");
    row("elements of no bytes", array("V0", {std::int64_t{1} << 62}, ""), nullptr);
    row("objects in bytes", array("O8", {1}, "12345678"), "-");

    PickleBuilder axes(5);
    axes.global("numpy._core.numeric", "_frombuffer").mark().bytes("\1\2");
    addDtype(axes, "u1").integer(1).integer(2).tuple(2).string("K").integer(1).integer(1).tuple(2).tuple().reduce();
    row("an axis twice", axes, "-");

    PickleBuilder deep; // a sub-array of a sub-array of ...
    addDtype(deep, "u1");
    for (int level = 0; level < 100'000; ++level) {
        addDtype(deep.put(0), "V1").mark().integer(3).string("|").get(0).integer(1).tuple(1).tuple(2);
        deep.none().none().integer(1).integer(1).integer(0).tuple().build();
    }
    deep.put(0)
        .global("numpy.core.numeric", "_frombuffer")
        .mark()
        .bytes("\1")
        .get(0)
        .integer(1)
        .string("C")
        .tuple()
        .reduce();
    row("dtype without end", deep, "-");

    PickleBuilder many; // each level holds the level below 60 times
    addDtype(many, "V0");
    for (int level = 0; level < 4; ++level) {
        addDtype(many.put(0), "V0").mark().integer(3).string("|").none().mark();
        for (int field = 0; field < 60; ++field) {
            many.string("f" + std::to_string(field));
        }
        many.tuple().emptyDict().mark();
        for (int field = 0; field < 60; ++field) {
            many.string("f" + std::to_string(field)).get(0).integer(0).tuple(2);
        }
        many.setItems().integer(0).integer(1).integer(0).tuple().build();
    }
    many.put(0)
        .global("numpy.core.numeric", "_frombuffer")
        .mark()
        .bytes("")
        .get(0)
        .integer(1)
        .string("C")
        .tuple()
        .reduce();
    row("dtypes by the million", many, "-");
}

void TestPythonValue::hostileArrays()
{
    QFETCH(const QByteArray, pickle);
    QFETCH(const QByteArray, summary);
    const DecodedPickle decoded(pickle.toStdString());
    QVERIFY(decoded.graph);
    const auto array = numpyArray(*decoded.graph, decoded.source, decoded.graph->root());
    if (summary.isNull()) {
        QVERIFY(array && array->summary.size() < 200);
        return;
    }
    QCOMPARE(array ? QByteArray::fromStdString(array->summary) : QByteArray("-"), summary);
}

void TestPythonValue::longArraysAreReadInPart()
{
    const auto source =
        std::make_shared<CountingSource>(array("f4", {1000, 2000}, std::string(8'000'000, '\0')).finish());
    const auto graph = formats::decodePickle(source);
    QVERIFY(graph);
    source->bytesRead = 0;
    const auto found = numpyArray(*graph, source, graph->root());
    QVERIFY(found);
    QCOMPARE(found->summary,
             std::string("[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, ...]]"));
    QVERIFY(source->bytesRead < 10'000);
}

/// Many values can have one type, and many types the same fields.
void TestPythonValue::looksThroughFieldsOnce()
{
    constexpr std::uint32_t names = 1;
    constexpr std::uint32_t fields = 2;
    PickleBuilder pickle;
    pickle.string("a").string("b").tuple(2).put(names).op('0').emptyDict();
    for (const int offset : {0, 1}) {
        pickle.string(offset == 0 ? "a" : "b");
        addDtype(pickle, "u1").integer(offset).tuple(2).setItem();
    }
    pickle.put(fields).op('0').emptyList().mark();
    for (const char* code : {"V2", "V3", "V1"}) {
        addDtype(pickle, code).mark().integer(3).string("|").none().get(names).get(fields);
        pickle.integer(code[1] - '0').integer(1).integer(0).tuple().build();
    }
    const DecodedPickle decoded(pickle.appends());
    QVERIFY(decoded.graph.has_value());
    std::vector<std::optional<NumpyDtype>> dtypes;
    decoded.graph->forEachElement(decoded.graph->root(), [&](formats::NodeId node) {
        dtypes.push_back(numpyDtype(*decoded.graph, decoded.source, node));
    });
    QCOMPARE(dtypes.size(), 3U);
    QVERIFY(dtypes[0] && dtypes[1]);
    QCOMPARE(dtypes[0]->name(), "[('a', 'u1'), ('b', 'u1')]");
    QVERIFY(dtypes[0]->fields == dtypes[1]->fields);
    QVERIFY(!dtypes[2]); // "b" would lie outside of it
}

CAIRN_TEST(TestPythonValue);

} // namespace cairn::tst_python_value

#include "tst_python_value.moc"
