#include "core/checkpoint/open.h"
#include "core/checkpoint/pickled_tree.h"
#include "core/convert/rewrite.h"
#include "tests/support/files.h"
#include "tests/support/pickle_builder.h"
#include "tests/support/zip_builder.h"

#include <QTemporaryDir>
#include <QTest>

using namespace cairn;
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

private:
    struct Wanted {
        QString drop = {};
        QString rename = {};
        bool compact = false;
        PickleContainer container = PickleContainer::Zip;
    };
    struct Made {
        CheckpointPtr source;
        Result<RewritePlan> plan = fail(ErrorCode::Internal, "not made");
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
        CAIRN_ASSIGN(difference, firstDifference(*made.source, *made.plan, m_map, file, nullptr));
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

QTEST_GUILESS_MAIN(TestEffects)
#include "tst_effects.moc"
