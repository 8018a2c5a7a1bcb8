#include "core/formats/pickle/pickle_decoder.h"
#include "core/formats/pickle/pickle_writer.h"
#include "tests/support/pickle_outline.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QStandardPaths>

#include <functional>
#include <limits>

namespace cairn::tst_pickle_writer {

using namespace cairn::formats;

using Write = std::function<void(PickleWriter&)>;
namespace {

QByteArray bytesOf(const ByteSource& source)
{
    const auto bytes = source.readBytes(0, source.sizeBytes());
    return bytes ? QByteArray(reinterpret_cast<const char*>(bytes->data()), static_cast<qsizetype>(bytes->size()))
                 : QByteArray("unreadable");
}

QByteArray written(const Write& write, int protocol = PickleWriter::kProtocol)
{
    PickleWriter writer(protocol);
    write(writer);
    return bytesOf(*writer.finish());
}

/// A dictionary of small numbers: {0: 0, 1: 1, ...}
void dictionary(PickleWriter& writer, int count)
{
    writer.emptyDict();
    PickleBatches batches(writer, PickleOp::SetItems);
    for (int i = 0; i < count; ++i) {
        batches.item();
        writer.integer(i);
        writer.integer(i);
    }
    batches.close();
}

} // namespace

class TestPickleWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void instructions_data();
    void instructions();
    void batches();
    void wideMemo();
    void splices();
    void isWhatPythonReads_data();
    void isWhatPythonReads();
};

void TestPickleWriter::instructions_data()
{
    QTest::addColumn<Write>("write");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const Write& write, const char* hex) {
        QTest::newRow(name) << write << QByteArray::fromHex(hex);
    };
    const auto number = [&](const char* name, std::int64_t value, const char* hex) {
        row(name, [value](PickleWriter& w) { w.integer(value); }, hex);
    };
    row("None", [](PickleWriter& w) { w.none(); }, "4e");
    row("True, False", [](PickleWriter& w) { w.boolean(true), w.boolean(false); }, "88 89");
    number("0", 0, "4b 00");
    number("255", 255, "4b ff");
    number("256", 256, "4d 0001");
    number("65535", 65535, "4d ffff");
    number("65536", 65536, "4a 00000100");
    number("-1", -1, "4a ffffffff");
    number("2**31-1", 2147483647, "4a ffffff7f");
    number("2**31", 2147483648, "8a 05 0000008000");
    number("-2**31", -2147483648LL, "4a 00000080");
    number("-2**31-1", -2147483649LL, "8a 05 ffffff7fff");
    number("2**39", 549755813888LL, "8a 06 000000008000");
    number("the largest", std::numeric_limits<std::int64_t>::max(), "8a 08 ffffffffffffff7f");
    number("the smallest", std::numeric_limits<std::int64_t>::min(), "8a 08 0000000000000080");
    row("2**64", [](PickleWriter& w) { w.bigInteger(std::string(8, '\0') + '\1'); }, "8a 09 000000000000000001");
    row("0.1", [](PickleWriter& w) { w.real(0.1); }, "47 3fb999999999999a");
    row("str", [](PickleWriter& w) { w.string("ab"); }, "58 02000000 6162");
    row(
        "str, twice", [](PickleWriter& w) { w.text("a"), w.text("b"), w.text("a"); },
        "58 01000000 61 71 00  58 01000000 62 71 01  68 00");
    row("bytes", [](PickleWriter& w) { w.bytes("a"); }, "43 01 61");
    row("a global, twice", [](PickleWriter& w) { w.global("m", "n"), w.global("m", "n"); }, "63 6d0a6e0a 71 00 68 00");
    row(
        "a global that no line can hold", [](PickleWriter& w) { w.global("m", "a\nb"); },
        "58 01000000 6d  58 03000000 610a62  93 71 00");
    row(
        "tuples", [](PickleWriter& w) { w.tuple(0), w.tuple(1), w.tuple(2), w.tuple(3), w.tuple(4); },
        "29 85 86 87 74");
    row("containers", [](PickleWriter& w) { w.emptyList(), w.emptyDict(), w.emptyTuple(); }, "5d 7d 29");
    row("calls", [](PickleWriter& w) { w.reduce(), w.newObject(), w.build(), w.persistentId(); }, "52 81 62 51");
    row(
        "OrderedDict", [](PickleWriter& w) { w.emptyOrderedDict(); },
        "63 636f6c6c656374696f6e730a4f726465726564446963740a 71 00 29 52");
    row(
        "a storage", [](PickleWriter& w) { w.storage("torch", "FloatStorage", "7", "cpu", 300); },
        "28 58 07000000 73746f72616765 71 00  63 746f7263680a466c6f617453746f726167650a 71 01"
        "58 01000000 37  58 03000000 637075 71 02  4d 2c01 74 51");
}

void TestPickleWriter::instructions()
{
    QFETCH(Write, write);
    QFETCH(QByteArray, expected);
    QCOMPARE(written(write).toHex(' '), ("\x80\x02" + expected + ".").toHex(' '));
}

void TestPickleWriter::batches()
{
    const auto marks = [](int count) {
        const QByteArray bytes = written([count](PickleWriter& w) { dictionary(w, count); });
        return std::pair(bytes.count('('), bytes.count('u'));
    };
    QCOMPARE(marks(0), std::pair(qsizetype(0), qsizetype(0)));
    QCOMPARE(marks(40), std::pair(qsizetype(1), qsizetype(1))); // '(' is 40, 'u' is 117
    PickleWriter writer;
    dictionary(writer, 2001);
    const auto graph = decodePickle(writer.finish());
    QVERIFY(graph);
    QCOMPARE(graph->pairCount(graph->root()), 2001U);
}

void TestPickleWriter::wideMemo()
{
    PickleWriter writer;
    writer.emptyList();
    writer.mark();
    for (int i = 0; i < 300; ++i) {
        writer.text(std::to_string(i));
    }
    writer.text("299");
    writer.appends();
    const auto source = writer.finish();
    const auto graph = decodePickle(source);
    QVERIFY(graph);
    std::vector<NodeId> elements;
    graph->forEachElement(graph->root(), [&](NodeId node) { elements.push_back(node); });
    QCOMPARE(elements.size(), 301U);
    QCOMPARE(elements[300], elements[299]);
    QVERIFY(bytesOf(*source).contains(QByteArray("r\x2b\x01\x00\x00", 5)));
}

void TestPickleWriter::splices()
{
    const auto source = std::make_shared<MemorySource>(std::string(1000, 'x') + "payload" + std::string(1000, 'y'));
    const auto make = [&](PickleOp family, std::uint64_t offset, std::uint64_t bytes) {
        return written([&](PickleWriter& w) {
            w.literal(family, source, offset, bytes);
            w.literal(family, source, offset, 0);
            w.none();
        });
    };
    const QByteArray head("\x80\x02", 2);
    QCOMPARE(make(PickleOp::BinUnicode, 1000, 7), head + QByteArray("X\7\0\0\0payloadX\0\0\0\0N.", 19));
    QCOMPARE(make(PickleOp::ShortBinBytes, 1000, 256),
             head + QByteArray("B\0\1\0\0payload", 12) + QByteArray(249, 'y') + QByteArray("C\0N.", 4));
    PickleWriter writer;
    writer.literal(PickleOp::BinUnicode, source, 0, 2007);
    QCOMPARE(writer.sizeBytes(), std::uint64_t(2 + 5 + 2007));
    const auto pickle = writer.finish();
    for (std::uint64_t at = 0; at < pickle->sizeBytes(); at += 97) { // reads that begin anywhere
        const auto part = pickle->readBytes(at, pickle->sizeBytes() - at);
        QVERIFY(part);
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(part->data()), static_cast<qsizetype>(part->size())),
                 bytesOf(*pickle).mid(static_cast<qsizetype>(at)));
    }
}

void TestPickleWriter::isWhatPythonReads_data()
{
    QTest::addColumn<Write>("write");
    QTest::addColumn<QString>("expected"); // a Python expression
    const auto row = [](const char* name, const Write& write, const char* expected) {
        QTest::newRow(name) << write << QString::fromUtf8(expected);
    };
    row(
        "numbers",
        [](PickleWriter& w) {
            w.mark();
            for (const std::int64_t value :
                 {0LL, 255LL, 256LL, 65536LL, -1LL, 1LL << 31, -(1LL << 31) - 1, 1LL << 47}) {
                w.integer(value);
            }
            w.bigInteger(std::string(8, '\0') + '\1');
            w.real(-0.5);
            w.tuple(10);
        },
        "(0, 255, 256, 65536, -1, 2**31, -2**31 - 1, 2**47, 2**64, -0.5)");
    row("a large dictionary", [](PickleWriter& w) { dictionary(w, 2500); }, "{i: i for i in range(2500)}");
    row(
        "an ordered dictionary with an attribute",
        [](PickleWriter& w) {
            w.emptyOrderedDict();
            w.text("k");
            w.none();
            w.setItem();
            w.emptyDict();
            w.text("_metadata");
            w.text("k");
            w.setItem();
            w.build();
        },
        "__import__('collections').OrderedDict(k=None)");
    row(
        "the same list twice",
        [](PickleWriter& w) {
            w.emptyList();
            const auto list = w.put();
            w.mark();
            w.integer(1);
            w.appends();
            w.get(list);
            w.tuple(2);
        },
        "([1], [1])");
}

void TestPickleWriter::isWhatPythonReads()
{
    QFETCH(Write, write);
    QFETCH(QString, expected);
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty()) {
        QSKIP("there is no python3");
    }
    QProcess process;
    process.start(python, {QStringLiteral("-c"), QStringLiteral(R"(
import pickle, pickletools, sys
data = sys.stdin.buffer.read()
pickletools.dis(data, open("/dev/null", "w"))
found = pickle.loads(data)
wanted = %1
assert type(found) is type(wanted) and found == wanted, found
)")
                                                     .arg(expected)});
    process.write(written(write));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
}

CAIRN_TEST(TestPickleWriter, QCoreApplication);

} // namespace cairn::tst_pickle_writer

#include "tst_pickle_writer.moc"
