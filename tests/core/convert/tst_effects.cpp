#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/readers/pickled_tree.h"
#include "core/convert/rewrite/pickle_comparison.h"
#include "core/convert/rewrite/rewrite.h"
#include "tests/support/files.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_builder.h"

#include <QTemporaryDir>

namespace cairn::tst_effects {

using namespace cairn::convert;
using checkpoint::CheckpointPtr;
using checkpoint::openCheckpoint;
using checkpoint::PickledTree;
using devices::MapLocation;
using formats::NodeId;
using formats::PickleGraph;
using test::PickleBuilder;

namespace {

/// Four float32, all of a storage.
PickleBuilder& tensor(PickleBuilder& pickle, const char* key)
{
    pickle.global("torch._utils", "_rebuild_tensor_v2").mark().mark().string("storage").global("torch", "FloatStorage");
    pickle.string(key).string("cuda:0").integer(4).tuple().persistentId();
    pickle.integer(0).integer(4).tuple(1).integer(1).tuple(1).boolean(false);
    return pickle.global("collections", "OrderedDict").tuple(0).reduce().tuple().reduce();
}

/// {"shared": {"x": 1, "y": tensor 0}, "object": m.make(), "epoch": 7}; and m.setter(object, {"hidden": tensor 1,
/// "seen": shared}) whose result nothing holds.
std::string withSetter()
{
    PickleBuilder pickle;
    pickle.emptyDict().mark().string("shared").emptyDict().put(1).mark().string("x").integer(1).string("y");
    tensor(pickle, "0").setItems().string("object").global("m", "make").tuple(0).reduce().put(2);
    pickle.global("m", "setter").get(2).emptyDict().mark().string("hidden");
    tensor(pickle, "1").string("seen").get(1).setItems().tuple(2).reduce().op('0');
    return pickle.string("epoch").integer(7).setItems().finish();
}

/// A value of every kind, calls, states and contents in an order of their own. `flip` makes one thing different; 0
/// none.
std::string everything(int flip)
{
    int part = 0;
    const auto is = [&](auto usual, auto other) { return ++part == flip ? other : usual; };
    const auto isFlipped = [&] { return ++part == flip; };
    PickleBuilder p(4);
    p.mark();
    p.integer(is(1, 2)).real(is(0.0, -0.0)).string(is("a", "b")).bytes(is("a", "b")).python2String(is("a", "b"));
    p.boolean(is(true, false));
    p.raw(is(std::string_view("\x8a\x09\0\0\0\0\0\0\0\0\1", 11), std::string_view("\x8a\x09\0\0\0\0\0\0\0\0\2", 11)));
    p.global("m", is("C", "D"));
    p.emptyList().put(10).get(10);
    p.emptyList().put(11);
    p.get(is(10U, 11U)); // shared
    p.mark().emptyList().integer(1).append().integer(is(2, 3)).append().tuple();
    p.emptyDict().mark().string("k").integer(is(1, 2)).string("l").none().setItems();
    p.raw("\x8f(").integer(is(1, 2)).op('\x90');
    p.mark().integer(is(1, 2)).op('\x91');
    p.raw(is(std::string_view("\x96\1\0\0\0\0\0\0\0a", 10), std::string_view("\x96\1\0\0\0\0\0\0\0b", 10)));
    if (isFlipped()) {
        p.global("m", "f").tuple(0).newObject();
    } else {
        p.global("m", "f").tuple(0).reduce();
    }
    p.put(1).integer(is(1, 2)).append().string("k").integer(is(1, 2)).setItem().integer(is(1, 2)).build();
    const bool swapsStates = isFlipped();
    p.integer(swapsStates ? 5 : 4).build().integer(swapsStates ? 4 : 5).build(); // states
    p.global("m", is("set", "unset")).get(1).string(is("x", "y")).tuple(2).reduce().op('0');
    const auto call = [&](const char* name) { p.global("m", name).get(1).tuple(1).reduce().op('0'); };
    call(is("first", "second"));
    if (!isFlipped()) {
        call("missing");
    }
    const bool swapsCalls = isFlipped();
    call(swapsCalls ? "two" : "one");
    call(swapsCalls ? "one" : "two");
    const bool isLate = isFlipped(); // contents, before or after a call that sees the object
    if (!isLate) {
        p.integer(9).append();
    }
    call("sees");
    if (isLate) {
        p.integer(9).append();
    }
    const bool isStateLate = isFlipped();
    if (!isStateLate) {
        p.integer(8).build();
    }
    call("sees");
    if (isStateLate) {
        p.integer(8).build();
    }
    for (const bool isState : {false, true}) { // a list that a call or an object gets, empty or not
        p.emptyList().put(12).op('0');
        const bool isEmpty = isFlipped();
        const auto fill = [&] { p.get(12).get(10).append().op('0'); };
        if (!isEmpty) {
            fill();
        }
        if (isState) {
            p.get(1).get(12).build().op('0');
        } else {
            p.global("m", "takes").get(12).tuple(1).reduce();
        }
        if (isEmpty) {
            fill();
        }
    }
    if (isFlipped()) {
        call("added");
    }
    p.global("m", "D").tuple(0).emptyDict().string("k").integer(is(1, 2)).setItem().op('\x92');
    p.mark().global("m", "E").integer(is(1, 2)).op('o');
    p.global("m", "keep").emptyDict().mark().string("hidden");
    tensor(p, is("0", "1")).setItems().tuple(1).reduce().op('0');
    tensor(p, is("1", "0"));
    p.tuple();
    return flip > part ? std::string() : p.finish();
}

std::string zipOf(const std::string& pickle)
{
    test::ZipBuilder zip;
    zip.add("archive/data.pkl", pickle);
    zip.add("archive/data/0", "zero and its 4s.");
    zip.add("archive/data/1", "one and its four");
    zip.add("archive/version", "3\n");
    return zip.build().bytes;
}

} // namespace

class TestEffects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areKept_data();
    void areKept();
    void areNotSeparated_data();
    void areNotSeparated();
    void hiddenTargetsAreNamed();
    void everyDifferenceIsFound();
    void wrongCopiesAreRemoved();

private:
    struct Wanted {
        QString drop = {};
        QString rename = {};
        bool compact = false;
        PickleContainer container = PickleContainer::Zip;
    };
    struct Made {
        CheckpointPtr source;
        Result<RewritePlan> plan = fail(ErrorCode::Internal, verbatim("not made"));
    };

    [[nodiscard]] std::string save(const std::string& pickle)
    {
        const QString name = QString::number(++m_count) + QStringLiteral(".pth");
        return test::writtenFile(m_folder, name, QByteArray::fromStdString(zipOf(pickle))).toStdString();
    }
    [[nodiscard]] Made plan(const std::string& pickle, const Wanted& wanted);
    [[nodiscard]] Result<CheckpointPtr> write(const Made& made);

    QTemporaryDir m_folder;
    int m_count = 0;
    MapLocation m_map = MapLocation::everythingTo("cpu");
};

TestEffects::Made TestEffects::plan(const std::string& pickle, const Wanted& wanted)
{
    Made made;
    if (auto source = openCheckpoint(save(pickle))) {
        made.source = *source;
        const auto list = [](const QString& rule) {
            return rule.isEmpty() ? std::vector<std::string>() : std::vector{rule.toStdString()};
        };
        RewriteRules rules;
        rules.selection = Selection::make({}, list(wanted.drop), list(wanted.rename)).value();
        rules.storages = {CastRules(), wanted.compact, wanted.container};
        made.plan = planRewrite(*made.source, std::move(rules), m_map, nullptr);
    }
    return made;
}

Result<CheckpointPtr> TestEffects::write(const Made& made)
{
    const std::string target = m_folder.filePath(QString::number(++m_count) + QStringLiteral(".out")).toStdString();
    const auto check = [&](const std::string& file) -> Result<void> {
        CAIRN_ASSIGN(copy, openCheckpoint(file));
        CAIRN_ASSIGN(difference, firstDifference(*made.source, *made.plan, m_map, *copy, nullptr));
        return difference ? fail(ErrorCode::Internal, *difference) : Result<void>{};
    };
    CAIRN_TRY(writeRewrite(*made.source, *made.plan, target, FileSink::Existing::Refuse, nullptr, check));
    return openCheckpoint(target);
}

void TestEffects::areKept_data()
{
    QTest::addColumn<PickleContainer>("container");
    QTest::addColumn<bool>("compact");
    QTest::addColumn<QString>("drop");
    QTest::newRow("zip") << PickleContainer::Zip << false << QString();
    QTest::newRow("compact") << PickleContainer::Zip << true << QString();
    QTest::newRow("legacy") << PickleContainer::Legacy << false << QString();
    QTest::newRow("without the rest") << PickleContainer::Zip << false << QStringLiteral("epoch");
}

void TestEffects::areKept()
{
    QFETCH(PickleContainer, container);
    QFETCH(bool, compact);
    QFETCH(QString, drop);
    const Made made = plan(withSetter(), {.drop = drop, .compact = compact, .container = container});
    QVERIFY2(made.plan, made.plan ? "" : made.plan.error().paragraph().c_str());
    QCOMPARE(made.plan->storages.storages.size(), std::size_t(2));
    const auto copy = write(made);
    QVERIFY2(copy, copy ? "" : copy.error().paragraph().c_str());
    const auto tree = PickledTree::read(**copy, nullptr);
    QVERIFY(tree);
    QCOMPARE((*tree)->rows().storages().size(), std::size_t(2));
    const PickleGraph& graph = (*tree)->graph();
    QVERIFY(!graph.effects().empty());
    const NodeId call = graph.effects().back();
    QCOMPARE(graph.globalText(graph.callable(call)), std::string("m.setter"));
    const auto arguments = graph.tuple(graph.arguments(call));
    QCOMPARE(arguments.size(), std::size_t(2));
    QCOMPARE(arguments[0], graph.lookup(graph.root(), "object"));
    QVERIFY(graph.lookup(arguments[1], "hidden") != formats::kNoNode);
    QCOMPARE(graph.lookup(arguments[1], "seen"), graph.lookup(graph.root(), "shared"));
}

void TestEffects::areNotSeparated_data()
{
    QTest::addColumn<QString>("drop");
    QTest::addColumn<QString>("rename");
    QTest::addColumn<QString>("expected");
    QTest::newRow("the target") << "object" << "" << "\"object\" cannot be left out";
    QTest::newRow("a part of an argument") << "shared.x" << "" << "\"shared\" cannot be changed";
    QTest::newRow("a key in an argument") << "" << "shared.x=shared.z" << "\"shared\" cannot be changed";
}

void TestEffects::areNotSeparated()
{
    QFETCH(QString, drop);
    QFETCH(QString, rename);
    QFETCH(QString, expected);
    const Made made = plan(withSetter(), {.drop = drop, .rename = rename});
    QVERIFY(!made.plan);
    QCOMPARE(made.plan.error().code, ErrorCode::Unsupported);
    const std::string text = made.plan.error().paragraph();
    QVERIFY2(text.starts_with(expected.toStdString()), text.c_str());
    QVERIFY2(text.find("\"m.setter\"") != std::string::npos, text.c_str());
}

/// What the call is given has no row of its own, so the row that has it somewhere is named.
void TestEffects::hiddenTargetsAreNamed()
{
    PickleBuilder pickle;
    pickle.emptyDict().mark().string("kept").integer(1);
    for (int i = 0; i < 3; ++i) {
        pickle.string("k" + std::to_string(i)).emptyDict().global("m", "K").tuple(0).reduce();
        pickle.put(static_cast<std::uint32_t>(10 + i)).none().setItem();
    }
    const Made made =
        plan(pickle.setItems().global("m", "g").get(11).tuple(1).reduce().op('0').finish(), {.drop = "k[0-9]"});
    QVERIFY(!made.plan);
    const std::string text = made.plan.error().paragraph();
    QVERIFY2(text.starts_with("\"k1\" cannot be left out"), text.c_str());
}

void TestEffects::everyDifferenceIsFound()
{
    m_map = MapLocation::everythingTo("cuda:0"); // as it is: the copies are written by hand
    const Made made = plan(everything(0), {});
    QVERIFY2(made.plan, made.plan ? "" : made.plan.error().paragraph().c_str());
    int flips = 0;
    int onlyByBytes = 0;
    for (std::string pickle = everything(0); !pickle.empty(); pickle = everything(++flips)) {
        const auto copy = openCheckpoint(save(pickle));
        QVERIFY(copy);
        const auto tree = PickledTree::read(**copy, nullptr);
        QVERIFY(tree);
        auto found = comparePickles(*made.plan, **tree, m_map);
        QVERIFY(found);
        const auto whole = firstDifference(*made.source, *made.plan, m_map, **copy, nullptr);
        QVERIFY(whole);
        const auto text = QStringLiteral("flip %1").arg(flips);
        QVERIFY2(whole->has_value() == (flips != 0), qPrintable(text));
        onlyByBytes += flips != 0 && !found->difference ? 1 : 0;
    }
    QCOMPARE(onlyByBytes, 2); // tensors that look into each other's storages: which is which, their bytes tell
    QVERIFY(flips > 30);
}

void TestEffects::wrongCopiesAreRemoved()
{
    Made made = plan(withSetter(), {});
    QVERIFY(made.plan);
    std::string other = withSetter();
    other.replace(other.find("setter"), 6, "forget");
    made.plan->pickle = std::make_shared<MemorySource>(other);
    const QStringList before = test::filesIn(m_folder.path());
    const auto copy = write(made);
    QVERIFY(!copy);
    QVERIFY2(copy.error().what.text().find("\"m.setter\" became \"m.forget\"") != std::string::npos,
             copy.error().what.text().c_str());
    QCOMPARE(test::filesIn(m_folder.path()), before);
}

CAIRN_TEST(TestEffects, QCoreApplication);

} // namespace cairn::tst_effects

#include "tst_effects.moc"
