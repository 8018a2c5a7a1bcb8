#include "core/formats/pickle/pickle_decoder.h"
#include "core/formats/pickle/pickle_writer.h"
#include "core/formats/pickle/repickle.h"
#include "core/formats/zip/zip_archive.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/pickle_outline.h"
#include "tests/support/same_graph.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QProcess>
#include <QStandardPaths>

namespace cairn::tst_repickle {

using namespace cairn::formats;
using test::DecodedPickle;
using test::PickleBuilder;
using test::PickleOutline;
using test::SameGraph;

namespace {

/// A pickle written anew, and what it decodes to.
struct Rewritten {
    explicit Rewritten(const GraphEdit& edit, const SourcePtr& source)
        : bytes(repickle(edit, source)), graph(bytes ? decodePickle(*bytes) : fail(Error(bytes.error())))
    {
    }

    Result<SourcePtr> bytes;
    Result<PickleGraph> graph;
};

/// Empty if the pickle at `offset` comes out of repickle() as it was, or is none.
std::string problemWith(const SourcePtr& source, std::uint64_t offset, std::uint64_t* end = nullptr)
{
    const auto graph = decodePickle(source, offset);
    if (!graph) {
        return {};
    }
    if (end != nullptr) {
        *end = graph->endOffset();
    }
    const GraphEdit edit(*graph);
    const Rewritten again(edit, source);
    if (!again.graph) {
        return again.graph.error().paragraph();
    }
    return SameGraph::difference({*graph, source}, {*again.graph, *again.bytes});
}

/// All pickles of a file, whatever it is.
std::string problemWithFile(const std::string& path, int& pickles)
{
    const auto file = FileSource::open(path);
    if (!file) {
        return {};
    }
    if (const auto zip = ZipArchive::open(*file)) {
        for (const ZipEntry& entry : (*zip)->entries()) {
            const auto record = (*zip)->recordSource(entry);
            if (record && (*zip)->name(entry).ends_with(".pkl")) {
                ++pickles;
                if (const std::string problem = problemWith(*record, 0); !problem.empty()) {
                    return problem;
                }
            }
        }
        return {};
    }
    std::uint64_t offset = 0;
    for (int i = 0; i < 5; ++i) { // as many as a legacy stream has
        const std::uint64_t before = offset;
        if (const std::string problem = problemWith(*file, offset, &offset); !problem.empty()) {
            return problem;
        }
        pickles += offset == before ? 0 : 1;
        if (offset == before || offset >= (*file)->sizeBytes()) {
            break;
        }
    }
    return {};
}

int rewriteFolder(const QString& folder)
{
    int pickles = 0;
    QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next();
        const std::string problem = problemWithFile(file.toStdString(), pickles);
        if (!problem.empty()) {
            QTest::qFail(qPrintable(file + QStringLiteral(": ") + QString::fromStdString(problem)), __FILE__, __LINE__);
            return 0;
        }
    }
    return pickles;
}

QByteArray runPython(const char* code, const QByteArray& input)
{
    QProcess process;
    process.start(QStringLiteral("python3"), {QStringLiteral("-c"), QString::fromUtf8(code)});
    process.write(input);
    process.closeWriteChannel();
    const bool fine = process.waitForFinished() && process.exitCode() == 0;
    return fine ? process.readAllStandardOutput() : "failed: " + process.readAllStandardError();
}

/// For each pickle, in hex on a line of its own, a line with it and with what repickle() makes of it.
QByteArray rewriteLines(const QByteArray& pickles, int& count)
{
    QByteArray pairs;
    for (const QByteArray& line : pickles.trimmed().split('\n')) {
        const DecodedPickle before(QByteArray::fromHex(line).toStdString());
        const auto after = before.graph ? repickle(GraphEdit(*before.graph), before.source)
                                        : Result<SourcePtr>(fail(Error(before.graph.error())));
        const auto bytes = after ? (*after)->readBytes(0, (*after)->sizeBytes()) : fail(Error(after.error()));
        if (!bytes) {
            return line + ": " + QByteArray::fromStdString(bytes.error().paragraph());
        }
        const auto* data = reinterpret_cast<const char*>(bytes->data());
        pairs += line + ' ' + QByteArray(data, static_cast<qsizetype>(bytes->size())).toHex() + '\n';
        ++count;
    }
    return pairs;
}

} // namespace

class TestRepickle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesOutAsItWas_data();
    void comesOutAsItWas();
    void isPartOfAnother_data() { comesOutAsItWas_data(); }
    void isPartOfAnother();
    void keepsLongPayloads();
    void nestedDeeply();
    void replaces();
    void refusesWhatTheDecoderLeftOut();
    void endsOnHostileCycles();
    void everyFixture();
    void everyFileOfTheCorpus();
    void isWhatPythonReads();
    void doesTheSameInOrder();
};

void TestRepickle::comesOutAsItWas_data()
{
    QTest::addColumn<QByteArray>("pickle");
    const auto row = [](const char* name, const PickleBuilder& builder) {
        QTest::newRow(name) << QByteArray::fromStdString(builder.finish());
    };
    row("scalars", PickleBuilder()
                       .mark()
                       .none()
                       .boolean(true)
                       .boolean(false)
                       .integer(-7)
                       .integer(1LL << 40)
                       .raw("\x8a\x09")
                       .raw(std::string_view("\0\0\0\0\0\0\0\0\1", 9))
                       .real(-0.0)
                       .tuple());
    row("texts", PickleBuilder(5)
                     .mark()
                     .string("é")
                     .python2String("\xff")
                     .bytes("b")
                     .raw(std::string_view("\x96\1\0\0\0\0\0\0\0a", 10))
                     .tuple());
    row("tuples", PickleBuilder()
                      .mark()
                      .tuple(0)
                      .none()
                      .tuple(1)
                      .none()
                      .none()
                      .tuple(2)
                      .mark()
                      .none()
                      .none()
                      .none()
                      .none()
                      .tuple()
                      .tuple());
    row("dictionary with a key twice",
        PickleBuilder().emptyDict().mark().string("a").integer(1).string("a").integer(2).setItems());
    row("sets", PickleBuilder(4).raw("\x8f(K\1\x90").put(1).raw("(K\2\x91").put(2).get(1).get(2).tuple(3).tuple(1));
    row("call with everything", PickleBuilder()
                                    .global("m", "C")
                                    .integer(1)
                                    .tuple(1)
                                    .reduce()
                                    .put(0)
                                    .none()
                                    .append()
                                    .string("k")
                                    .get(0)
                                    .setItem()
                                    .emptyDict()
                                    .build());
    row("NEWOBJ and NEWOBJ_EX",
        PickleBuilder(4).global("m", "C").tuple(0).newObject().global("m", "C").tuple(0).emptyDict().op('\x92').tuple(
            2));
    row("INST and OBJ", PickleBuilder().mark().none().raw("im\nC\n").mark().global("m", "D").none().op('o').tuple(2));
    row("OBJ without arguments", PickleBuilder().mark().global("m", "D").op('o'));
    row("a list in itself", PickleBuilder().emptyList().put(0).get(0).append());
    row("a tuple in itself", PickleBuilder().emptyList().put(0).get(0).tuple(1).put(1).append().op('0').get(1));
    row("a long tuple in itself",
        PickleBuilder().mark().emptyList().put(0).mark().get(0).raw("NNN").tuple().put(1).append().raw("NNN1").get(1));
    row("an object whose arguments hold it", PickleBuilder()
                                                 .global("m", "C")
                                                 .emptyList()
                                                 .put(0)
                                                 .tuple(1)
                                                 .reduce()
                                                 .put(1)
                                                 .op('0')
                                                 .get(0)
                                                 .get(1)
                                                 .append()
                                                 .op('0')
                                                 .get(1));
    row("the same storage twice",
        PickleBuilder().mark().string("storage").tuple().persistentId().put(0).get(0).tuple(2));
    row("a name that no line can hold", PickleBuilder(4).string("m").string("a\nb").op('\x93'));
    row("invalid text", PickleBuilder().string("\xff\xfe"));
}

void TestRepickle::comesOutAsItWas()
{
    QFETCH(QByteArray, pickle);
    const DecodedPickle before(pickle.toStdString());
    QVERIFY2(before.graph, "it does not decode");
    const Rewritten after(GraphEdit(*before.graph), before.source);
    QVERIFY2(after.graph, after.graph ? "" : after.graph.error().paragraph().c_str());
    QCOMPARE(PickleOutline(*after.graph).text(), PickleOutline(*before.graph).text());
    QCOMPARE(SameGraph::difference({*before.graph, before.source}, {*after.graph, *after.bytes}), std::string());
    QCOMPARE(after.graph->protocol(), std::max(2, before.graph->protocol()));
    QVERIFY(after.graph->issues().empty() || !before.graph->issues().empty());
}

/// The same values twice in one pickle: each with a memo of its own.
void TestRepickle::isPartOfAnother()
{
    QFETCH(QByteArray, pickle);
    const DecodedPickle before(pickle.toStdString());
    QVERIFY2(before.graph, "it does not decode");
    PickleWriter writer;
    for (int i = 0; i < 2; ++i) {
        QVERIFY(appendPickle(writer, GraphEdit(*before.graph), before.source));
    }
    writer.tuple(2);
    const SourcePtr written = writer.finish();
    const auto both = decodePickle(written);
    QVERIFY2(both, both ? "" : both.error().paragraph().c_str());
    QCOMPARE(both->endOffset(), written->sizeBytes());
    const std::string one = PickleOutline(*before.graph).text();
    const auto halves = both->tuple(both->root());
    QCOMPARE(halves.size(), std::size_t{2});
    for (const NodeId half : halves) {
        QCOMPARE(PickleOutline(*both, half).text(), one);
    }
}

void TestRepickle::keepsLongPayloads()
{
    const std::string text(5'000'000, 'x');
    const std::string bytes(3'000, 'y');
    const DecodedPickle before(PickleBuilder(3).mark().string(text).put(0).bytes(bytes).get(0).tuple());
    QVERIFY(before.graph);
    QVERIFY(before.graph->isExternal(before.graph->tuple(before.graph->root())[0]));
    const Rewritten after(GraphEdit(*before.graph), before.source);
    QVERIFY(after.graph);
    QCOMPARE(SameGraph::difference({*before.graph, before.source}, {*after.graph, *after.bytes}), std::string());
}

void TestRepickle::nestedDeeply()
{
    constexpr std::size_t depth = 300'000;
    const DecodedPickle before("\x80\x02" + std::string(depth, ']') + "N" + std::string(depth, 'a') + ".");
    const DecodedPickle tuples("\x80\x02N" + std::string(depth, '\x85') + ".");
    for (const DecodedPickle* pickle : {&before, &tuples}) {
        QVERIFY(pickle->graph);
        const Rewritten after(GraphEdit(*pickle->graph), pickle->source);
        QVERIFY(after.graph);
        QCOMPARE(SameGraph::difference({*pickle->graph, pickle->source}, {*after.graph, *after.bytes}), std::string());
    }
}

void TestRepickle::replaces()
{
    const DecodedPickle before(
        PickleBuilder().emptyDict().mark().string("a").emptyList().put(0).string("b").get(0).setItems());
    QVERIFY(before.graph);
    const NodeId list = before.graph->lookup(before.graph->root(), "a");
    GraphEdit edit(*before.graph);
    auto& make = edit.make();
    const NodeId one = make.integer(1);
    const NodeId pair[] = {make.text("k"), make.persistentId(make.tuple(std::span(&one, 1)))};
    edit.replace(list, make.call({.callable = make.global("collections", "OrderedDict"),
                                  .arguments = make.tuple({}),
                                  .state = make.dict({}),
                                  .elements = std::span(&one, 1),
                                  .pairs = pair}));
    const Rewritten after(edit, before.source);
    QVERIFY2(after.graph, after.graph ? "" : after.graph.error().paragraph().c_str());
    QCOMPARE(PickleOutline(*after.graph).text(),
             std::string("['a':collections.OrderedDict[][1,'k':@[1,],]<-[],'b':#1,]"));
}

void TestRepickle::refusesWhatTheDecoderLeftOut()
{
    const DecodedPickle before(PickleBuilder().emptyDict().emptyDict().build());
    QVERIFY(before.graph);
    const auto after = repickle(GraphEdit(*before.graph), before.source);
    QVERIFY(!after);
    QCOMPARE(after.error().code, ErrorCode::Unsupported);
}

/// Tuples (L0, (L1, (L2, ...))) whose lists hold the outermost tuple would be begun again from each list.
void TestRepickle::endsOnHostileCycles()
{
    PickleBuilder builder;
    constexpr std::uint32_t count = 3000;
    for (std::uint32_t i = 0; i < count; ++i) {
        builder.emptyList().put(i);
    }
    builder.none();
    for (std::uint32_t i = 0; i < count; ++i) {
        builder.tuple(2);
    }
    builder.put(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        builder.get(i).get(count).append().op('0');
    }
    const DecodedPickle before(builder);
    QVERIFY(before.graph);
    const Rewritten after(GraphEdit(*before.graph), before.source);
    if (after.graph) {
        QCOMPARE(SameGraph::difference({*before.graph, before.source}, {*after.graph, *after.bytes}), std::string());
    } else {
        QCOMPARE(after.graph.error().code, ErrorCode::LimitExceeded);
    }
}

void TestRepickle::everyFixture()
{
    QVERIFY(rewriteFolder(QStringLiteral(CAIRN_TESTS_DIR "/fixtures")) > 200);
    QVERIFY(rewriteFolder(QStringLiteral(CAIRN_TESTS_DIR "/hostile")) > 0);
}

void TestRepickle::everyFileOfTheCorpus()
{
    const QString corpus = qEnvironmentVariable("CAIRN_CORPUS");
    if (corpus.isEmpty()) {
        QSKIP("CAIRN_CORPUS is not set");
    }
    QVERIFY(rewriteFolder(corpus) > 50);
}

/// What Python pickles of the unpickled object says everything: types, order, sharing.
void TestRepickle::isWhatPythonReads()
{
    if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty()) {
        QSKIP("there is no python3");
    }
    const QByteArray pickles = runPython(R"(
import collections, datetime, fractions, pickle, sys
cycle = []
cycle += [(cycle, cycle), 1]
shared = [1]
text = "text"
objects = [
    [None, True, -1, 2**70, 1.5, "a\u00e9\ud800", b"", b"\xff", bytearray(b"x"), 1j, ..., {1, 2}, frozenset((3, 4))],
    collections.OrderedDict([("a", {}), ("b", [()]), (3, collections.Counter("aab"))]),
    [datetime.timedelta(3), fractions.Fraction(1, 3), slice(1), range(3), collections.defaultdict(list, a=1)],
    collections.deque([1], 3),
    cycle,
    [shared, shared, text, text, (shared,), {"k": shared}],
    list(range(2500)),
    dict.fromkeys(range(2500)),
]
for protocol in range(6):
    for value in objects:
        print(pickle.dumps(value, protocol).hex())
)",
                                         {});
    int count = 0;
    const QByteArray pairs = rewriteLines(pickles, count);
    QCOMPARE(count, 48);
    const QByteArray verdict = runPython(R"(
import pickle, sys
for number, line in enumerate(sys.stdin):
    before, after = (pickle.loads(bytes.fromhex(word)) for word in line.split())
    if pickle.dumps(before, 5) != pickle.dumps(after, 5):
        print("pickle", number, before, after)
print("done")
)",
                                         pairs);
    QCOMPARE(verdict, QByteArray("done\n"));
}

/// Python tells what each call gets and each object is given, and in which order.
void TestRepickle::doesTheSameInOrder()
{
    if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty()) {
        QSKIP("there is no python3");
    }
    QByteArray pickles = runPython(R"(
import pickle, types
class Reduces:
    def __init__(self, *parts): self.parts = parts
    def __reduce_ex__(self, protocol): return self.parts
module = types.ModuleType("m")
exec("def f(*a): pass\ndef g(*a): pass\nclass C: pass", module.__dict__)
import sys
sys.modules["m"] = module
f, g = module.f, module.g
set_by_call = lambda *state: Reduces(f, (1,), {"s": state}, None, None, g)
inner = set_by_call(2)
looped = []
objects = [
    {"a": set_by_call(1), "b": [set_by_call(inner), inner]},
    [Reduces(f, (), {"x": [set_by_call(3)]}, iter([1, inner]), iter([("k", set_by_call())])), inner],
    {set_by_call(4): 1, "k": Reduces(f, (Reduces(g, ()),), 5)},
    [Reduces(f, (looped,)), looped],
]
looped.append(Reduces(f, (looped,), set_by_call(looped)))
for protocol in (2, 4):
    for value in objects:
        print(pickle.dumps(value, protocol).hex())
)",
                                   {});
    const auto add = [&](const PickleBuilder& builder) {
        pickles += QByteArray::fromStdString(builder.finish()).toHex() + '\n';
    };
    const auto object = [] { return PickleBuilder().global("m", "f").tuple(0).reduce().put(0); };
    const auto use = [](PickleBuilder& builder) -> PickleBuilder& {
        return builder.global("m", "g").get(0).tuple(1).reduce();
    };
    // two states, with a call between them that sees the first
    PickleBuilder states = object().integer(1).build();
    add(use(states).op('0').integer(2).build());
    // contents before and after a state, and after a call
    PickleBuilder contents = object().integer(1).append().integer(2).build();
    add(use(contents).op('0').integer(3).append().string("k").integer(4).setItem());
    // a list and a dictionary that a call sees before they get what they have
    add(PickleBuilder().emptyList().put(0).global("m", "g").get(0).tuple(1).reduce().op('0').integer(1).append());
    add(PickleBuilder()
            .emptyDict()
            .put(0)
            .global("m", "g")
            .get(0)
            .tuple(1)
            .reduce()
            .op('0')
            .string("k")
            .none()
            .setItem());
    // a call whose result is held only by what is dropped, and one whose result is used at the end
    PickleBuilder late = object();
    add(use(late)
            .put(1)
            .op('0')
            .emptyList()
            .get(1)
            .append()
            .op('0')
            .global("m", "f")
            .get(0)
            .tuple(1)
            .reduce()
            .get(1)
            .tuple(2));
    // an object whose state comes when others have used it
    PickleBuilder shared = PickleBuilder().mark().global("m", "f").tuple(0).reduce().put(0);
    add(use(shared).get(0).integer(7).build().op('0').global("m", "f").get(0).tuple(1).reduce().tuple());
    // a list that a call gets when it has something, met again in what it gets then: the value begins with the list, or
    // with what the call made
    for (const bool beginsInside : {false, true}) {
        PickleBuilder loop;
        loop.emptyList().put(0).emptyList().put(1).op('0').get(1).append().integer(1).append().op('0');
        loop.global("m", "g").get(0).tuple(1).reduce().put(2).op('0');
        loop.get(1).get(2).append().get(0).append().op('0').get(beginsInside ? 1 : 0);
        add(loop);
    }
    // the same with a state, and nothing new between
    PickleBuilder inState = object();
    inState.op('0').emptyDict().put(1).emptyList().put(2).op('0').op('0');
    inState.get(1).string("k").put(3).get(2).setItem().op('0').get(0).get(1).build().op('0');
    inState.get(2).get(0).append().get(1).append().op('0').get(2);
    add(inState);
    // left on the stack
    PickleBuilder left = object();
    add(use(left).none());

    int count = 0;
    const QByteArray pairs = rewriteLines(pickles, count);
    QVERIFY2(count == 8 + 10, pairs.constData());
    const QByteArray verdict = runPython(R"(
import io, pickle, sys

class Recorder(pickle.Unpickler):
    def __init__(self, data):
        super().__init__(io.BytesIO(data))
        self.log, self.things = [], 0
    def say(self, *what):
        self.log.append(tuple(self.show(part) for part in what))
    def show(self, value, above=()):
        if isinstance(value, (list, tuple, dict)):
            if id(value) in above:
                return "again"
            above = (*above, id(value))
            parts = value.items() if isinstance(value, dict) else value
            return type(value).__name__ + repr([self.show(part, above) for part in parts])
        return repr(value)
    def find_class(self, module, name):
        recorder = self
        class Thing:
            def __init__(self, number): self.number = number
            def __repr__(self): return f"{name}{self.number}"
            def __setstate__(self, state): recorder.say(self, "state", state)
            def append(self, item): recorder.say(self, "append", item)
            def extend(self, items): [self.append(item) for item in items]
            def __setitem__(self, key, value): recorder.say(self, "set", key, value)
        def call(*arguments):
            recorder.things += 1
            recorder.say(name, recorder.things, *arguments)
            return Thing(recorder.things)
        return call

for number, line in enumerate(sys.stdin):
    before, after = (Recorder(bytes.fromhex(word)) for word in line.split())
    results = before.show(before.load()), after.show(after.load())
    if before.log != after.log or results[0] != results[1] or not before.log:
        print("pickle", number, results, before.log, after.log)
print("done")
)",
                                         pairs);
    QCOMPARE(verdict, QByteArray("done\n"));
}

CAIRN_TEST(TestRepickle, QCoreApplication);

} // namespace cairn::tst_repickle

#include "tst_repickle.moc"
