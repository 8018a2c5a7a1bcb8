#include "core/base/text/natural_order.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/documents.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/little.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"
#include "ui/tree/checkpoint_model.h"
#include "ui/tree/name_delegate.h"
#include "ui/tree/projection.h"
#include "ui/tree/row_order.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <random>
#include <set>

namespace cairn::tst_rows {

using namespace cairn::ui;
using cairn::test::byteArray;
using cairn::test::kSample;
using cairn::test::little;
using cairn::test::writeFile;

namespace {

/// A safetensors file of tensors with two numbers each.
void writeTensors(const QString& path, const QStringList& names)
{
    QByteArray header;
    qsizetype offset = 0;
    for (const QString& name : names) {
        const bool isHalf = name.contains("half");
        const qsizetype end = offset + (isHalf ? 4 : 8);
        header += (header.isEmpty() ? "" : ",") +
                  QStringLiteral(R"("%1":{"dtype":"%2","shape":[2,1],"data_offsets":[%3,%4]})")
                      .arg(name, isHalf ? "F16" : "F32")
                      .arg(offset)
                      .arg(end)
                      .toUtf8();
        offset = end;
    }
    header = '{' + header + '}';
    header += QByteArray((8 - header.size() % 8) % 8, ' ');
    const std::string size = little(static_cast<std::uint64_t>(header.size()), 8);
    writeFile(path, byteArray(size) + header + QByteArray(offset, '\0'));
}

/// The tree as text: two blanks for each level.
QString dump(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0)
{
    QString text;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        text += QString(2 * depth, u' ') + index.data().toString() + u'\n' + dump(model, index, depth + 1);
    }
    return text;
}

} // namespace

/// How rows are laid out, ordered and searched, and what is understood of a search.
class tst_Rows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void naturalOrder_data();
    void naturalOrder();
    void ordersAsNamesCompare();
    void layouts_data();
    void layouts();
    void ordersShapesAndValues();
    void searches_data();
    void searches();
    void conditions_data();
    void conditions();
    void mistakes_data();
    void mistakes();
    void hitAncestors();
    void unknownKeys();
    void marks_data();
    void marks();
    void stops();
    void keepsRows();
    void mapsRows();
    void marksSplitStorages();
    void regexGivesUp();

private:
    DocumentPtr open(const QString& path);
    DocumentPtr tensors(const QStringList& names);

    QTemporaryDir m_folder;
    cairn::Progress m_progress;
};

DocumentPtr tst_Rows::open(const QString& path)
{
    const auto document = openDocument(path.toStdString(), m_progress);
    if (!document) {
        qFatal("%s", document.error().paragraph().c_str());
    }
    return *document;
}

DocumentPtr tst_Rows::tensors(const QStringList& names)
{
    const QString path = m_folder.filePath("made.safetensors");
    writeTensors(path, names);
    return open(path);
}

void tst_Rows::naturalOrder_data()
{
    QTest::addColumn<QString>("smaller");
    QTest::addColumn<QString>("larger");
    QTest::newRow("numbers") << "layer2" << "layer10";
    QTest::newRow("in the middle") << "h.2.z" << "h.10.a";
    QTest::newRow("case") << "Alpha" << "beta";
    QTest::newRow("case alone") << "A" << "a";
    QTest::newRow("zeros") << "a007b" << "a8a";
    QTest::newRow("zeros alone") << "a01" << "a1";
    QTest::newRow("beginning") << "conv" << "conv1";
    QTest::newRow("long numbers") << "99999999999999999999998" << "99999999999999999999999";
}

void tst_Rows::naturalOrder()
{
    QFETCH(QString, smaller);
    QFETCH(QString, larger);
    QVERIFY(cairn::compareNaturally(smaller.toStdString(), larger.toStdString()) < 0);
    QVERIFY(cairn::compareNaturally(larger.toStdString(), smaller.toStdString()) > 0);
    QVERIFY(cairn::compareNaturally(smaller.toStdString(), smaller.toStdString()) == 0);
}

/// Whatever is looked at first of a name, the order is that of whole names.
void tst_Rows::ordersAsNamesCompare()
{
    std::mt19937 random(20260229);
    const std::string letters = "0011299abAB_.-";
    for (int run = 0; run < 30; ++run) {
        std::set<std::string> names;
        const std::string start = run % 3 == 0 ? "" : run % 3 == 1 ? "layers.1" : "a.name.that.is.longer.than.a.key.";
        while (names.size() < 60) {
            std::string name = start;
            for (std::size_t i = 0; i < 1 + random() % 24; ++i) {
                name += letters[random() % letters.size()];
            }
            names.insert(name);
        }
        names.insert(start + std::string(300, '7'));
        names.insert(start + std::string(299, '8'));
        QStringList given;
        for (const std::string& name : names) {
            given.append(QString::fromStdString(name));
        }
        std::ranges::shuffle(given, random);
        const DocumentPtr document = tensors(given);
        std::vector<std::string> expected(names.begin(), names.end());
        std::ranges::sort(expected, [](const auto& a, const auto& b) { return cairn::compareNaturally(a, b) < 0; });
        const RowTreePtr tree = makeRowTree(*document, {.levels = false, .order = RowColumn::Name}, m_progress);
        std::vector<std::string> found;
        for (NodeId id = 1; id < tree->size(); ++id) {
            found.push_back(tree->nameOf(*document, id));
        }
        QCOMPARE(found, expected);
        const RowTreePtr again =
            reorderRows(*document, tree->inFileOrder(), {.levels = false, .order = RowColumn::Name, .descending = true},
                        m_progress);
        std::ranges::reverse(found);
        for (NodeId id = 1; id < again->size(); ++id) {
            QCOMPARE(again->nameOf(*document, id), found[id - 1]);
        }
    }
}

void tst_Rows::layouts_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<RowOptions>("options");
    QTest::addColumn<QString>("rows");
    const QStringList net{"net.10.w", "net.10.b", "net.2.w", "net.2.b", "head"};
    const RowOptions inFile;
    const RowOptions byName{.levels = true, .order = RowColumn::Name};
    QTest::newRow("levels") << net << inFile << "net\n  10\n    w\n    b\n  2\n    w\n    b\nhead\n";
    QTest::newRow("levels by name") << net << byName << "head\nnet\n  2\n    b\n    w\n  10\n    b\n    w\n";
    QTest::newRow("flat") << net << RowOptions{.levels = false} << "net.10.w\nnet.10.b\nnet.2.w\nnet.2.b\nhead\n";
    QTest::newRow("flat by name") << net << RowOptions{.levels = false, .order = RowColumn::Name}
                                  << "head\nnet.2.b\nnet.2.w\nnet.10.b\nnet.10.w\n";
    QTest::newRow("descending") << net << RowOptions{.levels = false, .order = RowColumn::Name, .descending = true}
                                << "net.10.w\nnet.10.b\nnet.2.w\nnet.2.b\nhead\n";
    QTest::newRow("single rows keep one name")
        << QStringList{"a.b.c.w", "d.e.w", "d.e.b"} << inFile << "a.b.c.w\nd.e\n  w\n  b\n";
    QTest::newRow("scattered") << QStringList{"a.x", "b.x", "a.y", "b.y"} << inFile << "a\n  x\n  y\nb\n  x\n  y\n";
    QTest::newRow("level and tensor") << QStringList{"a", "a.b", "a.c"} << inFile << "a\na\n  b\n  c\n";
    QTest::newRow("odd dots") << QStringList{".a.b", ".a.c", "a..b", "a..c", "x.", "x.y.", "..."} << inFile
                              << ".a.b\n.a.c\na..b\na..c\nx.\nx.y.\n...\n";
    QTest::newRow("prefix of a name") << QStringList{"ab.x", "ab.y", "abc.x", "abc.y"} << inFile
                                      << "ab\n  x\n  y\nabc\n  x\n  y\n";
    QTest::newRow("by bytes") << QStringList{"a", "half", "b"} << RowOptions{.levels = true, .order = RowColumn::Bytes}
                              << "half\na\nb\n";
    QTest::newRow("by dtype") << QStringList{"half", "a", "b"} << RowOptions{.levels = true, .order = RowColumn::Dtype}
                              << "a\nb\nhalf\n";
}

void tst_Rows::layouts()
{
    QFETCH(QStringList, names);
    QFETCH(RowOptions, options);
    QFETCH(QString, rows);
    const DocumentPtr document = tensors(names);
    CheckpointModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(document, {.tree = makeRowTree(*document, options, m_progress), .filter = {}, .targets = {}});
    QCOMPARE(dump(model), rows);
}

/// Groups, then scalars and values, then shapes of one, two and more dimensions.
void tst_Rows::ordersShapesAndValues()
{
    const DocumentPtr document = open(kSample);
    CheckpointModel model;
    const auto cells = [&](const char* group) {
        const QModelIndex above = model.match(model.index(0, 0), Qt::DisplayRole, QString(group), 1,
                                              Qt::MatchExactly | Qt::MatchRecursive)[0];
        QStringList texts;
        for (int row = 0; row < model.rowCount(above); ++row) {
            texts.append(model.index(row, static_cast<int>(RowColumn::Shape), above).data().toString());
        }
        return texts;
    };
    const auto show = [&](std::optional<RowColumn> order) {
        const RowTreePtr tree = makeRowTree(*document, {.levels = true, .order = order}, m_progress);
        model.show(document, {.tree = tree, .filter = {}, .targets = {}});
    };
    show(std::nullopt);
    const QStringList inFile = cells("args");
    show(RowColumn::Notes); // there are none
    QCOMPARE(cells("args"), inFile);
    show(RowColumn::Shape);
    const QStringList values = cells("args");
    QVERIFY2(values.first().startsWith("list, 2 "), qPrintable(values.first()));
    QVERIFY2(values.indexOf("0.0003") < values.indexOf("256"), qPrintable(values.join(u'|')));
    QVERIFY2(values.indexOf("256") < values.indexOf("2024"), qPrintable(values.join(u'|')));
    const QStringList shapes = cells("model");
    QVERIFY2(shapes.contains("1 × 1 × 16"), qPrintable(shapes.join(u'|')));
    QVERIFY2(shapes.indexOf("1 × 1 × 16") < shapes.indexOf("1 × 17 × 16"), qPrintable(shapes.join(u'|')));
}

void tst_Rows::searches_data()
{
    QTest::addColumn<QString>("search");
    QTest::addColumn<QString>("rows");
    QTest::addColumn<int>("hits");
    const QString all = "net\n  10\n    half\n    b\n  2\n    half\n    b\nhead\n";
    QTest::newRow("word") << "HEA" << "head\n" << 1;
    QTest::newRow("level") << "net" << all.chopped(5) << 4;
    QTest::newRow("two words") << "net b" << "net\n  10\n    b\n  2\n    b\n" << 2;
    QTest::newRow("dotted") << "10.b" << "net\n  10\n    b\n" << 1;
    QTest::newRow("glob") << "net.*.b" << "net\n  10\n    b\n  2\n    b\n" << 2;
    QTest::newRow("glob of all") << "*" << all << 5;
    QTest::newRow("regex") << "/^net\\.\\d\\./" << "net\n  2\n    half\n    b\n" << 2;
    QTest::newRow("dtype") << "dtype:fp16" << "net\n  10\n    half\n  2\n    half\n" << 2;
    QTest::newRow("dtype as a word") << "float16" << "net\n  10\n    half\n  2\n    half\n" << 2;
    QTest::newRow("combined") << "dtype:f32 net.2" << "net\n  2\n    b\n" << 1;
    QTest::newRow("size") << "size<=4" << "net\n  10\n    half\n  2\n    half\n" << 2;
    QTest::newRow("params") << "params>1e6" << "" << 0;
    QTest::newRow("shape") << "shape:2x*" << all << 5;
    QTest::newRow("other shape") << "shape:*x2" << "" << 0;
    QTest::newRow("nothing") << "nothing" << "" << 0;
    QTest::newRow("quoted") << "\"net.2\"" << "net\n  2\n    half\n    b\n" << 2;
}

void tst_Rows::searches()
{
    QFETCH(QString, search);
    const DocumentPtr document = tensors({"net.10.half", "net.10.b", "net.2.half", "net.2.b", "head"});
    const auto query = parseSearch(search);
    QVERIFY(query);
    const RowTreePtr tree = makeRowTree(*document, {}, m_progress);
    const RowFilterPtr filter = filterRows(*document, *tree, *query, m_progress);
    CheckpointModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(document, {.tree = tree, .filter = filter, .targets = {}});
    QTEST(dump(model), "rows");
    QTEST(static_cast<int>(filter->hits), "hits");
}

void tst_Rows::hitAncestors()
{
    const DocumentPtr document = tensors({"net.10.half", "net.10.b", "net.2.half", "net.2.b", "head"});
    const RowTreePtr tree = makeRowTree(*document, {}, m_progress);
    const auto ways = [&](const char* search) {
        QStringList names;
        const RowFilterPtr filter = filterRows(*document, *tree, *parseSearch(search), m_progress);
        for (const NodeId node : filter->hitAncestors) {
            names.append(QString::fromStdString(tree->fullNameOf(*document, node)));
        }
        return names.join(u' ');
    };
    QCOMPARE(ways("b"), "net net.10 net.2");
    QCOMPARE(ways("net.2.b"), "net net.2");
    QCOMPARE(ways("head"), "");
    QCOMPARE(ways("nothing"), "");
}

void tst_Rows::unknownKeys()
{
    QCOMPARE(parseSearch("a dtpye:float32 sise>1")->unknownKey, "dtpye:");
    QCOMPARE(parseSearch("dtype:float32 size>1 a.b cuda:")->unknownKey, "");
    QCOMPARE(parseSearch("\"dtpye:float32\" /dtpye:a/")->unknownKey, "");
    QVERIFY2(RowQuery::knownKeysText().starts_with("dtype:, device:"), RowQuery::knownKeysText().c_str());
}

void tst_Rows::conditions_data()
{
    QTest::addColumn<QString>("search");
    QTest::addColumn<int>("hits");
    QTest::newRow("device") << "device:cuda:1" << 90;
    QTest::newRow("backend") << "device:cuda" << 138;
    QTest::newRow("device glob") << "device:c*" << 183;
    QTest::newRow("not shared") << "is:tensor shared:no" << 183;
    QTest::newRow("values and tensors") << "is:value device:cpu" << 0;
    QTest::newRow("tensors") << "is:tensors" << 183;
    QTest::newRow("held, of one file") << "held:0" << 0;
    QTest::newRow("missing, of one file") << "held:missing" << 0;
    QTest::newRow("scalars") << "shape:scalar device:cuda:0" << 1;
}

void tst_Rows::conditions()
{
    QFETCH(QString, search);
    const DocumentPtr document = open(kSample);
    const RowTreePtr tree = makeRowTree(*document, {}, m_progress);
    QTEST(static_cast<int>(filterRows(*document, *tree, *parseSearch(search), m_progress)->hits), "hits");
}

void tst_Rows::mistakes_data()
{
    QTest::addColumn<QString>("search");
    QTest::addColumn<int>("position");
    QTest::newRow("dtype") << "a dtype:bf99" << 8;
    QTest::newRow("size") << "size>many" << 5;
    QTest::newRow("is") << "is:thing" << 3;
    QTest::newRow("shared") << "shared:perhaps" << 7;
    QTest::newRow("shape") << "shape:2by3" << 6;
    QTest::newRow("no order") << "dtype>float32" << 5;
    QTest::newRow("regex without an end") << "x /abc" << 2;
    QTest::newRow("broken regex") << "/a(b/" << 4;
    QTest::newRow("device") << "device:" << 7;
}

void tst_Rows::mistakes()
{
    QFETCH(QString, search);
    const auto query = parseSearch(search);
    QVERIFY(!query);
    QVERIFY(!query.error().text.isEmpty());
    QTEST(static_cast<int>(query.error().position), "position");
}

void tst_Rows::marks_data()
{
    QTest::addColumn<QString>("search");
    QTest::addColumn<QString>("marked"); // pieces of "weight" in "net.2.weight"
    QTest::newRow("word") << "eig" << "eig";
    QTest::newRow("across levels") << "2.wei" << "wei";
    QTest::newRow("elsewhere") << "net" << "";
    QTest::newRow("glob") << "n*we*t" << "we,t";
    QTest::newRow("regex") << "/[ei]+/" << "ei";
    QTest::newRow("condition") << "is:tensor" << "";
}

void tst_Rows::marks()
{
    QFETCH(QString, search);
    QStringList marked;
    for (const TextRange& range : rangesFound(*parseSearch(search), "net.2.weight", 6)) {
        marked.append(QStringLiteral("weight").mid(range.start, range.length));
    }
    QTEST(marked.join(u','), "marked");
}

void tst_Rows::stops()
{
    const DocumentPtr document = open(kSample);
    const RowTreePtr tree = makeRowTree(*document, {}, m_progress);
    cairn::Progress stopped;
    stopped.requestStop();
    QVERIFY(!makeRowTree(*document, {}, stopped));
    QVERIFY(!filterRows(*document, *tree, *parseSearch("a"), stopped));
}

void tst_Rows::keepsRows()
{
    const DocumentPtr document = tensors({"net.10.w", "net.10.b", "net.2.w", "net.2.b", "head"});
    const RowTreePtr before = makeRowTree(*document, {}, m_progress);
    const RowTreePtr after = makeRowTree(*document, {.levels = true, .order = RowColumn::Name}, m_progress);
    const RowTreePtr flat = makeRowTree(*document, {.levels = false}, m_progress);
    for (NodeId id = 0; id < before->size(); ++id) {
        const auto found = after->find(before->keyOf(id));
        QVERIFY(found);
        QCOMPARE(after->fullNameOf(*document, *found), before->fullNameOf(*document, id));
        QCOMPARE(flat->find(before->keyOf(id)).has_value(), !before->isLevel(id));
    }
}

void tst_Rows::mapsRows()
{
    const DocumentPtr document = open(kSample);
    const ProjectionRequest plain;
    ProjectionRequest wish;
    wish.map = cairn::devices::MapLocation(std::vector<cairn::devices::MapRule>{{"cuda:1", "cpu"}});
    const auto before = project(*document, plain, {}, plain, m_progress);
    QVERIFY(before && before->tree && !before->targets);
    const auto after = project(*document, wish, *before, plain, m_progress);
    QCOMPARE(after->tree, before->tree); // only the map is new
    CheckpointModel model;
    model.show(document, *after);
    const auto targets = [&](int row) {
        return model.index(row, static_cast<int>(RowColumn::MapsTo)).data().toString();
    };
    QCOMPARE(targets(0), "cuda:0");
    QCOMPARE(targets(1), "cpu");
}

/// Two tensors in one storage, one of which a rule sends elsewhere; beside them one by itself.
void tst_Rows::marksSplitStorages()
{
    test::Model made;
    const auto shared = made.storage(test::pattern(8));
    made.tensor("net.a", shared, formats::Dtype::Float32, {2}, {1});
    made.tensor("net.b", shared, formats::Dtype::Float32, {2}, {1});
    made.tensor("c", made.storage(test::pattern(8)), formats::Dtype::Float32, {2}, {1});
    const DocumentPtr document = test::documentOf(made.build());
    cairn::devices::MapRule half{"*", "meta"};
    half.when.path = "net.b";
    ProjectionRequest wish;
    wish.map = cairn::devices::MapLocation(std::vector<cairn::devices::MapRule>{half});
    const auto projection = project(*document, wish, {}, {}, m_progress);
    CheckpointModel model;
    model.show(document, *projection);
    const auto cell = [&](const QModelIndex& row, int role) {
        return row.siblingAtColumn(static_cast<int>(RowColumn::MapsTo)).data(role).toString();
    };
    const QModelIndex net = model.index(0, 0);
    QCOMPARE(net.data().toString(), "net");
    QVERIFY(cell(net, Qt::DisplayRole).startsWith("⚠")); // the way there
    for (int row = 0; row < 2; ++row) {
        QVERIFY(cell(model.index(row, 0, net), Qt::DisplayRole).startsWith("⚠"));
        QVERIFY(cell(model.index(row, 0, net), Qt::ToolTipRole).contains("two devices"));
    }
    QVERIFY(!cell(model.index(1, 0), Qt::DisplayRole).contains("⚠"));
}

/// An expression that would take longer than the universe is old gives up on a name.
void tst_Rows::regexGivesUp()
{
    const DocumentPtr document = tensors({QString(60, u'a') + "!"});
    const RowTreePtr tree = makeRowTree(*document, {}, m_progress);
    QElapsedTimer timer;
    timer.start();
    (void)filterRows(*document, *tree, *parseSearch("/^(a+)+$/"), m_progress);
    QVERIFY(timer.elapsed() < 10'000);
}

CAIRN_TEST(tst_Rows, QApplication);

} // namespace cairn::tst_rows

#include "tst_rows.moc"
