#include "core/base/text/text.h"
#include "core/convert/retag/tag_rewriter.h"
#include "core/formats/sources/edited_source.h"
#include "tests/support/little.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/pickle_outline.h"
#include "tests/support/test_program.h"

#include <map>

namespace cairn::tst_tag_rewriter {

using namespace cairn::convert;
using cairn::test::DecodedPickle;
using cairn::test::little;
using cairn::test::PickleBuilder;
using cairn::test::PickleOutline;

namespace {

using Map = std::map<std::string, std::string, std::less<>>;

// Pieces of pickles as bytes, so that a test can say what must come out to the last one.
std::string unicode(std::string_view text)
{
    return "X" + little(text.size(), 4).append(text);
}
std::string shortUnicode(std::string_view text)
{
    return "\x8c" + little(text.size(), 1).append(text);
}
std::string python2(std::string_view text)
{
    return "U" + little(text.size(), 1).append(text);
}
std::string put(int index)
{
    return "q" + little(static_cast<std::uint64_t>(index), 1);
}
std::string get(int index)
{
    return "h" + little(static_cast<std::uint64_t>(index), 1);
}
const std::string kMemoize = "\x94";

/// A storage reference whose tag is pushed by the given instructions.
std::string storage(const std::string& key, const std::string& tag)
{
    return "(" + unicode("storage") + "ctorch\nFloatStorage\n" + unicode(key) + tag + "K\x04tQ";
}

std::string pickle(const std::string& body, int protocol = 2)
{
    return "\x80" + little(static_cast<std::uint64_t>(protocol), 1) + body + ".";
}

std::string framed(const std::string& body, int protocol = 4)
{
    return "\x80" + little(static_cast<std::uint64_t>(protocol), 1) + "\x95" + little(body.size() + 1, 8) + body + ".";
}

std::string legacyHead(const std::string& object)
{
    return pickle("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19") + pickle("M\xe9\x03") + pickle("}") + object;
}

/// What `_load_from_bytes` gets: a legacy stream of five pickles and the bytes of one storage.
std::string legacyStream(const std::string& object)
{
    return legacyHead(object) + pickle("]" + unicode("0") + "a") + little(4, 8) + std::string(16, '\xff');
}

/// The same without a storage of its own.
std::string legacyStreamAround(const std::string& object)
{
    return legacyHead(object) + pickle("]");
}

std::string loadFromBytes(const std::string& argument)
{
    return "ctorch.storage\n_load_from_bytes\n" + argument + "\x85R";
}

std::string binBytes(std::string_view bytes)
{
    return "B" + little(bytes.size(), 4).append(bytes);
}
std::string shortBytes(std::string_view bytes)
{
    return "C" + little(bytes.size(), 1).append(bytes);
}

/// How protocol 2 writes bytes: characters up to 255, by way of a codec.
std::string encodedBytes(std::string_view bytes)
{
    std::string text;
    for (const char byte : bytes) {
        appendUtf8(text, static_cast<unsigned char>(byte));
    }
    return "c_codecs\nencode\n" + unicode(text) + unicode("latin1") + "\x86R";
}

struct Outcome {
    std::string bytes;
    TagEdits edits;
    std::string error;
};

Outcome rewrite(const std::string& bytes, const TagOf& tagOf)
{
    const SourcePtr source = std::make_shared<MemorySource>(bytes);
    auto edits = planTagEdits(source, 0, {tagOf});
    if (!edits) {
        return {{}, {}, edits.error().paragraph()};
    }
    const formats::EditedSource edited(source, edits->edits);
    const auto result = edited.readBytes(0, edited.sizeBytes());
    return {std::string(reinterpret_cast<const char*>(result->data()), result->size()), std::move(*edits), {}};
}

Outcome rewrite(const std::string& bytes, const Map& map)
{
    return rewrite(bytes, [&map](std::string_view, std::string_view tag) {
        const auto found = map.find(tag);
        return found == map.end() ? std::string(tag) : found->second;
    });
}

QByteArray bytesOf(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

} // namespace

class TestTagRewriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rewrites_data();
    void rewrites();
    void changesNothingWithoutNeed_data() { rewrites_data(); }
    void changesNothingWithoutNeed();
    void goesThereAndBack_data();
    void goesThereAndBack();
    void oneMemoEntryTwoTargets();
    void growsBlobs_data();
    void growsBlobs();
    void growsBlobsInsideFrames();
    void changesTagsThatLookLikeNone();
    void keepsBlobsThatAreShared();
    void countsLookalikes();
    void mapsDeviceObjects_data();
    void mapsDeviceObjects();
    void leavesOtherCallsAlone();
    void mapsDevicesOfWrappers();
    void leavesOtherPersistentIdsAlone();
    void refuses_data();
    void refuses();
};

void TestTagRewriter::rewrites_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* name, const std::string& before, const std::string& after) {
        QTest::newRow(name) << bytesOf(before) << bytesOf(after);
    };
    const std::string gpu = unicode("cuda:0");
    const std::string cpu = unicode("cpu");

    row("literal", pickle(storage("0", gpu)), pickle(storage("0", cpu)));
    row("literal that is stored", pickle(storage("0", gpu + put(7))), pickle(storage("0", cpu + put(7))));
    row("two tags through the memo", pickle("(" + storage("0", gpu + put(7)) + storage("1", get(7)) + "t"),
        pickle("(" + storage("0", cpu + put(7)) + storage("1", get(7)) + "t"));
    row("an ordinary string after the tag keeps its text",
        pickle("(" + storage("0", gpu + put(7)) + get(7) + storage("1", get(7)) + "t"),
        pickle("(" + storage("0", cpu + put(7)) + gpu + storage("1", get(7)) + "t"));
    row("an ordinary string before the tag keeps its text",
        pickle("(" + gpu + put(7) + storage("0", get(7)) + get(7) + storage("1", get(7)) + "t"),
        pickle("(" + gpu + put(7) + storage("0", cpu) + get(7) + storage("1", cpu) + "t"));
    row("a key of a dict is no tag", pickle("}(" + gpu + put(1) + storage("0", get(1)) + "u"),
        pickle("}(" + gpu + put(1) + storage("0", cpu) + "u"));
    row("LONG_BINGET", pickle("(" + gpu + "r" + little(300, 4) + storage("0", "j" + little(300, 4)) + "t"),
        pickle("(" + gpu + "r" + little(300, 4) + storage("0", cpu) + "t"));
    row("GET and PUT in text", pickle("(" + gpu + "p12\n" + storage("0", "g12\n") + "t"),
        pickle("(" + gpu + "p12\n" + storage("0", cpu) + "t"));
    row("a memo entry that is stored anew",
        pickle("(" + unicode("cpux") + put(1) + storage("0", gpu + put(1)) + storage("1", get(1)) + "t"),
        pickle("(" + unicode("cpux") + put(1) + storage("0", cpu + put(1)) + storage("1", get(1)) + "t"));
    row("a reference that is used twice",
        pickle("(" + storage("0", gpu).insert(storage("0", gpu).size() - 1, put(3)) + get(3) + "Qt"),
        pickle("(" + storage("0", cpu).insert(storage("0", cpu).size() - 1, put(3)) + get(3) + "Qt"));

    row("protocol 1 without PROTO", storage("0", gpu) + ".", storage("0", cpu) + ".");
    row("protocol 3", pickle(storage("0", gpu), 3), pickle(storage("0", cpu), 3));
    row("SHORT_BINUNICODE", pickle(storage("0", shortUnicode("cuda:0") + kMemoize), 4),
        pickle(storage("0", cpu + kMemoize), 4));
    row("MEMOIZE keeps counting",
        pickle("(" + unicode("a") + kMemoize + storage("0", shortUnicode("cuda:0") + kMemoize) + unicode("b") +
                   kMemoize + storage("1", get(1)) + get(2) + get(1) + "t",
               4),
        pickle("(" + unicode("a") + kMemoize + storage("0", cpu + kMemoize) + unicode("b") + kMemoize +
                   storage("1", get(1)) + get(2) + unicode("cuda:0") + "t",
               4));
    row("frame that shrinks", framed(storage("0", gpu + kMemoize)), framed(storage("0", cpu + kMemoize)));
    row("frame that grows, protocol 5", framed("(" + shortUnicode("cuda:0") + kMemoize + storage("0", get(0)) + "t", 5),
        framed("(" + shortUnicode("cuda:0") + kMemoize + storage("0", cpu) + "t", 5));
    const auto twoFrames = [](const std::string& first, const std::string& second) {
        const std::string body = "(" + storage("0", first);
        const std::string rest = storage("1", second) + "t.";
        return "\x80\x05\x95" + little(body.size(), 8) + body + "N0\x95" + little(rest.size(), 8) + rest;
    };
    row("two frames", twoFrames(gpu, unicode("cuda:00")), twoFrames(cpu, unicode("cuda:00")));
    row("two frames, both", twoFrames(gpu, gpu), twoFrames(cpu, cpu));

    const auto moved = [&](const std::string& name, const std::string& device) {
        return "ctorch._utils\n" + name + "\n(" + storage("0", unicode("cpu")) + "ctorch\nfloat32\n" + device +
               "\x89tR";
    };
    for (const char* name :
         {"_rebuild_device_tensor_from_cpu_tensor", "_rebuild_device_tensor_from_numpy", "_rebuild_xla_tensor"}) {
        row(name, pickle(moved(name, gpu)), pickle(moved(name, cpu)));
    }
    const std::string toDevice = "_rebuild_device_tensor_from_cpu_tensor";
    row("a call whose device is an ordinary string too",
        pickle("(" + gpu + put(1) + moved(toDevice, get(1)) + get(1) + "t"),
        pickle("(" + gpu + put(1) + moved(toDevice, cpu) + get(1) + "t"));

    row("SHORT_BINSTRING of Python 2", pickle(storage("0", python2("cuda:0"))), pickle(storage("0", python2("cpu"))));
    row("BINSTRING of Python 2", pickle(storage("0", "T" + little(6, 4) + "cuda:0")),
        pickle(storage("0", python2("cpu"))));
    row("an ordinary str of Python 2 stays one", pickle("(" + storage("0", python2("cuda:0") + put(1)) + get(1) + "t"),
        pickle("(" + storage("0", python2("cpu") + put(1)) + python2("cuda:0") + "t"));

    const std::string inner = legacyStream(pickle(storage("0", gpu)));
    const std::string innerAfter = legacyStream(pickle(storage("0", cpu)));
    row("blob", pickle(loadFromBytes(binBytes(inner)), 3), pickle(loadFromBytes(binBytes(innerAfter)), 3));
    row("blob in a short instruction", pickle(loadFromBytes(shortBytes(inner)), 3),
        pickle(loadFromBytes(shortBytes(innerAfter)), 3));
    row("blob in characters", pickle(loadFromBytes(encodedBytes(inner))),
        pickle(loadFromBytes(encodedBytes(innerAfter))));
    row("blob in a str of Python 2", pickle(loadFromBytes("T" + little(inner.size(), 4) + inner)),
        pickle(loadFromBytes("T" + little(innerAfter.size(), 4) + innerAfter)));
    row("blob inside a blob",
        pickle(loadFromBytes(encodedBytes(legacyStreamAround(pickle(loadFromBytes(binBytes(inner)), 3))))),
        pickle(loadFromBytes(encodedBytes(legacyStreamAround(pickle(loadFromBytes(binBytes(innerAfter)), 3))))));
    row("blob with frames in a frame", framed(loadFromBytes(shortBytes(legacyStream(framed(storage("0", gpu)))))),
        framed(loadFromBytes(shortBytes(legacyStream(framed(storage("0", cpu)))))));
    row("tags around a blob",
        pickle("(" + storage("0", gpu) + loadFromBytes(binBytes(inner)) + storage("1", gpu) + "t", 3),
        pickle("(" + storage("0", cpu) + loadFromBytes(binBytes(innerAfter)) + storage("1", cpu) + "t", 3));
    const std::string large =
        legacyStream(pickle("(" + unicode(std::string(200'000, '\x7f')) + storage("0", gpu) + "t"));
    const std::string largeAfter =
        legacyStream(pickle("(" + unicode(std::string(200'000, '\x7f')) + storage("0", cpu) + "t"));
    row("large blob", pickle(loadFromBytes(binBytes(large)), 3), pickle(loadFromBytes(binBytes(largeAfter)), 3));
    row("large blob in characters", pickle(loadFromBytes(encodedBytes(large))),
        pickle(loadFromBytes(encodedBytes(largeAfter))));
}

void TestTagRewriter::rewrites()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const Outcome outcome = rewrite(before.toStdString(), Map{{"cuda:0", "cpu"}});
    QVERIFY2(outcome.error.empty(), outcome.error.c_str());
    QCOMPARE(bytesOf(outcome.bytes), after);
    QVERIFY(outcome.edits.changed > 0);
    const DecodedPickle decoded(outcome.bytes);
    QVERIFY2(decoded.graph.has_value(), "the result does not decode");
    QCOMPARE(decoded.graph->endOffset(), static_cast<std::uint64_t>(after.size()));
}

void TestTagRewriter::changesNothingWithoutNeed()
{
    QFETCH(QByteArray, before);
    const Outcome outcome = rewrite(before.toStdString(), Map{});
    QVERIFY2(outcome.error.empty(), outcome.error.c_str());
    QVERIFY(outcome.edits.edits.empty());
    QVERIFY(outcome.edits.references > 0);
    QCOMPARE(outcome.edits.changed, std::uint64_t{0});
}

void TestTagRewriter::goesThereAndBack_data()
{
    QTest::addColumn<QByteArray>("before");
    const std::string gpu = shortUnicode("cuda:0");
    const std::string inner = legacyStream(pickle(storage("0", unicode("cuda:0"))));
    QTest::newRow("plain") << bytesOf(pickle(storage("0", unicode("cuda:0"))));
    QTest::newRow("shared, strings after")
        << bytesOf(framed("(" + storage("0", gpu + kMemoize) + get(0) + storage("1", get(0)) + "t"));
    QTest::newRow("shared, strings before")
        << bytesOf(framed("(" + gpu + kMemoize + storage("0", get(0)) + get(0) + storage("1", get(0)) + "t"));
    QTest::newRow("blobs") << bytesOf(pickle("(" + loadFromBytes(encodedBytes(inner)) + loadFromBytes(binBytes(inner)) +
                                             storage("3", unicode("cuda:0")) + "t"));
}

void TestTagRewriter::goesThereAndBack()
{
    QFETCH(QByteArray, before);
    const Outcome there = rewrite(before.toStdString(), Map{{"cuda:0", "cpu"}});
    QVERIFY2(there.error.empty(), there.error.c_str());
    const Outcome back = rewrite(there.bytes, Map{{"cpu", "cuda:0"}});
    QVERIFY2(back.error.empty(), back.error.c_str());
    const DecodedPickle first(before.toStdString());
    const DecodedPickle last(back.bytes);
    QVERIFY(first.graph && last.graph);
    QCOMPARE(bytesOf(PickleOutline(*last.graph).text()), bytesOf(PickleOutline(*first.graph).text()));
    const DecodedPickle middle(there.bytes);
    QVERIFY(PickleOutline(*middle.graph).text() != PickleOutline(*first.graph).text());
}

void TestTagRewriter::oneMemoEntryTwoTargets()
{
    const std::string tag = unicode("cuda:0");
    const std::string before =
        pickle("(" + storage("0", tag + put(1)) + storage("1", get(1)) + storage("2", get(1)) + "t");
    const auto byKey = [](Map targets) {
        return [targets = std::move(targets)](std::string_view key, std::string_view text) {
            const auto found = targets.find(key);
            return found == targets.end() ? std::string(text) : found->second;
        };
    };
    const Outcome both = rewrite(before, byKey({{"0", "cpu"}, {"1", "cuda:1"}, {"2", "cpu"}}));
    QCOMPARE(bytesOf(both.bytes), bytesOf(pickle("(" + storage("0", unicode("cpu") + put(1)) +
                                                 storage("1", unicode("cuda:1")) + storage("2", get(1)) + "t")));
    const Outcome second = rewrite(before, byKey({{"1", "cpu"}}));
    QCOMPARE(bytesOf(second.bytes), bytesOf(pickle("(" + storage("0", tag + put(1)) + storage("1", unicode("cpu")) +
                                                   storage("2", get(1)) + "t")));
    const Outcome first = rewrite(before, byKey({{"0", "cpu"}}));
    QCOMPARE(bytesOf(first.bytes), bytesOf(pickle("(" + storage("0", unicode("cpu") + put(1)) + storage("1", tag) +
                                                  storage("2", tag) + "t")));
}

void TestTagRewriter::growsBlobs_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<bool>("wider");
    QTest::newRow("254 -> 257") << 254 << true;
    QTest::newRow("253 -> 256") << 253 << true;
    QTest::newRow("252 -> 255") << 252 << false;
    QTest::newRow("255 -> 258") << 255 << true;
}

/// A length of one byte does not hold more than 255.
void TestTagRewriter::growsBlobs()
{
    QFETCH(int, size);
    QFETCH(bool, wider);
    const auto stream = [&](const char* tag) {
        const auto object = [&](std::size_t padding) {
            return legacyStream(pickle("(" + unicode(std::string(padding, '-')) + storage("0", unicode(tag)) + "t"));
        };
        const std::size_t bare = legacyStream(pickle("(" + unicode("") + storage("0", unicode("cpu")) + "t")).size();
        return object(static_cast<std::size_t>(size) - bare);
    };
    const std::string before = stream("cpu");
    const std::string after = stream("cuda:0");
    QCOMPARE(before.size(), static_cast<std::size_t>(size));
    const Map map{{"cpu", "cuda:0"}};

    const auto bytesLiteral = [&](const std::string& bytes) { return wider ? binBytes(bytes) : shortBytes(bytes); };
    QCOMPARE(bytesOf(rewrite(pickle(loadFromBytes(shortBytes(before)), 3), map).bytes),
             bytesOf(pickle(loadFromBytes(bytesLiteral(after)), 3)));
    const auto oldLiteral = [&](const std::string& bytes) {
        return wider ? "T" + little(bytes.size(), 4) + bytes : python2(bytes);
    };
    QCOMPARE(bytesOf(rewrite(pickle(loadFromBytes(python2(before))), map).bytes),
             bytesOf(pickle(loadFromBytes(oldLiteral(after)))));

    // In characters the bytes over 127 take two, so the limit is met elsewhere: only the meaning is compared.
    const std::string text = encodedBytes(before);
    const std::size_t lengthAt = text.find('X') + 1;
    const std::size_t length =
        static_cast<unsigned char>(text[lengthAt]) + 256U * static_cast<unsigned char>(text[lengthAt + 1]);
    if (length <= 255) {
        const std::string shortText =
            text.substr(0, lengthAt - 1) + "\x8c" + little(length, 1) + text.substr(lengthAt + 4);
        const DecodedPickle found(rewrite(framed(loadFromBytes(shortText)), map).bytes);
        const DecodedPickle wanted(framed(loadFromBytes(encodedBytes(after))));
        QVERIFY(found.graph && wanted.graph);
        QCOMPARE(bytesOf(PickleOutline(*found.graph).text()), bytesOf(PickleOutline(*wanted.graph).text()));
    }
}

void TestTagRewriter::growsBlobsInsideFrames()
{
    const auto padded = [](std::size_t padding, const char* tag) {
        return legacyStream(framed("(" + unicode(std::string(padding, '-')) + storage("0", unicode(tag)) + "t"));
    };
    const auto stream = [&](const char* tag) { return padded(253 - padded(0, "cpu").size(), tag); };
    const auto outer = [](const std::string& literal, const char* tag) {
        return framed("(" + loadFromBytes(literal) + storage("1", unicode(tag)) + "t");
    };
    QCOMPARE(stream("cpu").size(), std::size_t{253});
    QCOMPARE(bytesOf(rewrite(outer(shortBytes(stream("cpu")), "cpu"), Map{{"cpu", "cuda:10"}}).bytes),
             bytesOf(outer(binBytes(stream("cuda:10")), "cuda:10")));
}

/// One bytes object that two calls load is rewritten once.
void TestTagRewriter::changesTagsThatLookLikeNone()
{
    for (const std::string& tag : {std::string("CUDA:0"), std::string("0"), std::string(), std::string("storage"),
                                   std::string(40, 'c'), std::string("cuda:0 ")}) {
        const Outcome outcome = rewrite(pickle(storage("0", unicode(tag))), Map{{tag, "cpu"}});
        QVERIFY2(outcome.error.empty(), outcome.error.c_str());
        QCOMPARE(bytesOf(outcome.bytes), bytesOf(pickle(storage("0", unicode("cpu")))));
    }
}

void TestTagRewriter::keepsBlobsThatAreShared()
{
    const auto twice = [](const char* tag) {
        const std::string inner = legacyStream(pickle(storage("0", unicode(tag))));
        return pickle("(" + loadFromBytes(binBytes(inner) + put(1)) + loadFromBytes(get(1)) + "t", 3);
    };
    QCOMPARE(bytesOf(rewrite(twice("cuda:0"), Map{{"cuda:0", "cpu"}}).bytes), bytesOf(twice("cpu")));
}

void TestTagRewriter::countsLookalikes()
{
    const std::string device = "ctorch\ndevice\n" + unicode("cuda:3") + "\x85R";
    const Outcome outcome = rewrite(pickle("(" + storage("0", unicode("mps") + put(1)) + get(1) + get(1) + device +
                                           unicode("cpu") + unicode("cudart") + "t"),
                                    Map{{"mps", "cpu"}, {"cuda:3", "cpu"}});
    QVERIFY2(outcome.error.empty(), outcome.error.c_str());
    QCOMPARE(outcome.edits.lookalikes, (std::map<std::string, std::uint64_t>{{"mps", 2}}));
    QCOMPARE(outcome.edits.references, std::uint64_t{1});
    QCOMPARE(outcome.edits.changed, std::uint64_t{1});
    QVERIFY(outcome.bytes.find(device) != std::string::npos);
}

void TestTagRewriter::mapsDeviceObjects_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("change");
    const auto row = [](const char* name, const std::string& before, const std::string& after, const char* change) {
        QTest::newRow(name) << bytesOf(before) << bytesOf(after) << QString(change);
    };
    const std::string make = "ctorch\ndevice\n";
    row("an index goes", pickle(make + unicode("cuda") + put(1) + "K\x03\x86" + put(2) + "R"),
        pickle(make + unicode("mps") + put(1) + "\x85" + put(2) + "R"), "cuda:3 -> mps");
    row("an index comes", pickle(make + unicode("mps") + "\x85R"), pickle(make + unicode("cuda") + "K\x07\x86R"),
        "mps -> cuda:7");
    row("an index changes", pickle(make + unicode("cuda") + "K\x02\x86R"),
        pickle(make + unicode("cuda") + std::string("K\x00\x86R", 4)), "cuda:2 -> cuda:0");
    row("written by protocol 1", pickle(make + "(" + unicode("cuda") + "K\x03tR", 1),
        pickle(make + "(" + unicode("mps") + "tR", 1), "cuda:3 -> mps");
    row("a wide index", pickle(make + unicode("cuda") + std::string("J\x03\0\0\0\x86R", 7)),
        pickle(make + unicode("mps") + "\x85R"), "cuda:3 -> mps");
    // The type is one string with a value that stays.
    row("a type shared through the memo",
        pickle("(" + unicode("cuda") + put(1) + make + get(1) + "K\x03\x86R" + get(1) + "t"),
        pickle("(" + unicode("cuda") + put(1) + make + unicode("mps") + "\x85R" + get(1) + "t"), "cuda:3 -> mps");
    const std::string three = make + unicode("cuda") + "K\x03\x86R";
    row("keys stay", pickle("}(" + three + "K\x01" + three + "K\x05\x86" + three + "u"),
        pickle("}(" + three + "K\x01" + three + "K\x05\x86" + make + unicode("mps") + "\x85Ru"), "cuda:3 -> mps");
    row("no rule for it", pickle(make + unicode("xpu") + "K\x03\x86R"), pickle(make + unicode("xpu") + "K\x03\x86R"),
        "");
    row("the call of something else", pickle("cm\ndevice\n" + unicode("cuda") + "K\x03\x86R"),
        pickle("cm\ndevice\n" + unicode("cuda") + "K\x03\x86R"), "");
    const auto blob = [&](const std::string& device) {
        return pickle(loadFromBytes(binBytes(legacyStream(pickle("(" + storage("0", unicode("cpu")) + device + "t")))),
                      3);
    };
    row("inside a blob", blob(make + unicode("cuda") + "K\x03\x86R"), blob(make + unicode("mps") + "\x85R"),
        "cuda:3 -> mps");
    row("in a frame",
        "\x80\x04\x95" + little(27, 8) + make + shortUnicode("cuda") + kMemoize + "K\x03\x86" + kMemoize + "R.",
        "\x80\x04\x95" + little(27, 8) + make + unicode("mps") + kMemoize + "\x85" + kMemoize + "R.", "cuda:3 -> mps");
}

void TestTagRewriter::mapsDeviceObjects()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, change);
    const SourcePtr source = std::make_shared<MemorySource>(before.toStdString());
    const Map map{{"cuda:3", "mps"}, {"mps", "cuda:7"}, {"cuda:2", "cuda:0"}};
    const TagOf tagOf = [&map](std::string_view, std::string_view tag) {
        const auto found = map.find(tag);
        return found == map.end() ? std::string(tag) : found->second;
    };
    auto edits = planTagEdits(source, 0, {tagOf, nullptr, DeviceObjects::Map});
    QVERIFY2(edits.has_value(), edits ? "" : edits.error().paragraph().c_str());
    QCOMPARE(edits->devices.size(), change.isEmpty() ? std::size_t{0} : std::size_t{1});
    if (!change.isEmpty()) {
        QCOMPARE(QString::fromStdString(edits->devices.begin()->first), change);
    }
    const formats::EditedSource edited(source, edits->edits);
    const auto result = edited.readBytes(0, edited.sizeBytes());
    QCOMPARE(QByteArray(reinterpret_cast<const char*>(result->data()), static_cast<qsizetype>(result->size())), after);
    QVERIFY(planTagEdits(source, 0, {tagOf})->edits.empty()); // only when asked to
}

/// torch.load maps these, and no other torch.device object.
void TestTagRewriter::mapsDevicesOfWrappers()
{
    const auto file = [](const std::string& device) {
        const std::string other = "ctorch\ndevice\n" + unicode("cuda") + "K\x03\x86R";
        const std::string arguments = "(cm\nW\nctorch\nfloat32\n))" + std::string("K\0N", 3) + device + "\x89t";
        return pickle("(ctorch._tensor\n_rebuild_from_type_v2\n(ctorch._utils\n_rebuild_wrapper_subclass\ncm\nW\n" +
                      arguments + "}tR" + other + "t");
    };
    const std::string before = file("ctorch\ndevice\n" + unicode("cuda") + "K\x03\x86R");
    const Outcome outcome = rewrite(before, Map{{"cuda:3", "cpu"}});
    QCOMPARE(bytesOf(outcome.bytes), bytesOf(file("ctorch\ndevice\n" + unicode("cpu") + "\x85R")));
    QCOMPARE(outcome.edits.calls, (std::map<std::string, std::uint64_t>{{"cuda:3", 1}}));
    QCOMPARE(outcome.edits.changed, std::uint64_t{1});
    QVERIFY(outcome.edits.devices.empty());
}

void TestTagRewriter::leavesOtherCallsAlone()
{
    const std::string arguments = "(N" + unicode("a") + unicode("cuda:0") + "\x89tR";
    const std::string before = pickle("(" + storage("0", unicode("cpu")) + "cm\nf\n" + arguments + "t");
    const Outcome outcome = rewrite(before, Map{{"cuda:0", "cpu"}});
    QCOMPARE(bytesOf(outcome.bytes), bytesOf(before));
    QVERIFY(outcome.edits.calls.empty());
    QCOMPARE(outcome.edits.lookalikes, (std::map<std::string, std::uint64_t>{{"cuda:0", 1}}));
}

void TestTagRewriter::leavesOtherPersistentIdsAlone()
{
    const std::string module = "(" + unicode("module") + "cm\nNet\n" + unicode("net.py") + unicode("cuda:0") + "tQ";
    const std::string name = unicode("cuda:0") + "Q";
    const std::string five = "(" + unicode("thing") + unicode("a") + unicode("b") + unicode("cuda:0") + "K\x01tQ";
    const std::string before = pickle("(" + module + name + five + "t");
    const Outcome outcome = rewrite(before, Map{{"cuda:0", "cpu"}});
    QVERIFY2(outcome.error.empty(), outcome.error.c_str());
    QCOMPARE(bytesOf(outcome.bytes), bytesOf(before));
    QCOMPARE(outcome.edits.references, std::uint64_t{0});
}

void TestTagRewriter::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const std::string gpu = unicode("cuda:0");
    QTest::newRow("a tag from DUP") << bytesOf(
        pickle("(" + unicode("storage") + "ctorch\nFloatStorage\n" + gpu + "2K\x04tQ"));
    QTest::newRow("a tag in a line of text") << bytesOf(pickle(storage("0", "Vcuda:0\n")));
    QTest::newRow("a tag in a line of Python 2") << bytesOf(pickle(storage("0", "S'cuda:0'\n")));
    QTest::newRow("a device in the arguments of another call")
        << bytesOf(pickle("ctorch._tensor\n_rebuild_from_type_v2\n(ctorch._utils\n"
                          "_rebuild_device_tensor_from_cpu_tensor\nctorch\nTensor\n(" +
                          storage("0", unicode("cpu")) + "ctorch\nfloat32\n" + gpu + "\x89t}tR"));
    QTest::newRow("a blob that is no legacy stream") << bytesOf(pickle(loadFromBytes(binBytes("\x80\x02N.PK")), 3));
    QTest::newRow("a blob that is a zip") << bytesOf(pickle(loadFromBytes(binBytes("PK\x03\x04 and so on")), 3));
    QTest::newRow("a zip as characters") << bytesOf(
        pickle(loadFromBytes("c_codecs\nencode\n" + unicode("PK\x03\x04") + unicode("latin1") + "\x86R")));
    QTest::newRow("a blob in a line of text")
        << bytesOf(pickle(loadFromBytes("c_codecs\nencode\nV\\u0080\x02N.\nVlatin1\n\x86R")));
    QTest::newRow("a blob that ends early")
        << bytesOf(pickle(loadFromBytes(binBytes(legacyStream(pickle(storage("0", gpu))).substr(0, 60))), 3));
    std::string unlisted = legacyStream(pickle(storage("0", gpu)));
    unlisted.replace(unlisted.rfind(unicode("0")), unicode("0").size(), unicode("1"));
    QTest::newRow("a blob whose list of storages names another")
        << bytesOf(pickle(loadFromBytes(binBytes(unlisted)), 3));
    std::string nested = legacyStream(pickle(storage("0", gpu)));
    constexpr int manyTimes = 5000; // each a call of a function that calls itself would be far too many
    for (int i = 0; i < manyTimes; ++i) {
        nested = legacyStreamAround(pickle(loadFromBytes(binBytes(nested)), 3));
    }
    QTest::newRow("blobs in blobs") << bytesOf(pickle(loadFromBytes(binBytes(nested)), 3));
    QTest::newRow("a blob with a character that is no byte")
        << bytesOf(pickle(loadFromBytes("c_codecs\nencode\n" +
                                        unicode("\xC2\x80\x02"
                                                "\xE2\x82\xAC") +
                                        unicode("latin1") + "\x86R")));
}

void TestTagRewriter::refuses()
{
    QFETCH(QByteArray, bytes);
    const Outcome outcome = rewrite(bytes.toStdString(), Map{{"cuda:0", "cpu"}});
    QVERIFY(!outcome.error.empty());
}

CAIRN_TEST(TestTagRewriter);

} // namespace cairn::tst_tag_rewriter

#include "tst_tag_rewriter.moc"
