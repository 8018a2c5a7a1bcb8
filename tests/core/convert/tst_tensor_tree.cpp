#include "core/convert/tensors/tensor_set.h"
#include "core/convert/tensors/tensor_tree.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

namespace cairn::tst_tensor_tree {

using namespace cairn::convert;
using namespace cairn::test;

namespace {

std::vector<NamedTensor> tensorsNamed(std::initializer_list<const char*> names)
{
    std::vector<NamedTensor> tensors;
    for (const char* name : names) {
        tensors.push_back({.name = name});
    }
    return tensors;
}

} // namespace

/// How tensors were nested, in a text that may come from anywhere.
class tst_TensorTree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItWrites();
    void flatNeedsNoText();
    void refusesNonsense_data();
    void refusesNonsense();
    void newNamesStandAtTheRoot();
    void newNamesStandInTheirGroups_data();
    void newNamesStandInTheirGroups();
};

void tst_TensorTree::readsWhatItWrites()
{
    const auto checkpoint = openedFixture("torch113/lightning.ckpt");
    QVERIFY(checkpoint);
    const auto set = planTensorSet(*checkpoint, {}, nullptr);
    QVERIFY(set);
    const auto written = treeText(*checkpoint, set->tensors);
    QVERIFY(written);
    const auto tree = parseTree(written->text, set->tensors);
    QVERIFY(tree && tree->keepsNesting);
    std::size_t tensors = 0;
    for (const TensorTree::Group& group : tree->groups) {
        for (const TensorTree::Child& child : group.children) {
            tensors += child.what == TensorTree::Child::What::Tensor ? 1 : 0;
        }
    }
    QCOMPARE(tensors, set->tensors.size());
}

void tst_TensorTree::flatNeedsNoText()
{
    const auto checkpoint = openedFixture("torch113/state_dict.pt");
    QVERIFY(checkpoint);
    const auto set = planTensorSet(*checkpoint, {}, nullptr);
    QVERIFY(set && set->metadata.empty());
}

void tst_TensorTree::refusesNonsense_data()
{
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<bool>("makesSense");
    const auto row = [](const char* name, const char* written, bool makesSense) {
        QTest::newRow(name) << QByteArray(written) << makesSense;
    };
    row("good", R"({"version":1,"groups":[["dict"],["list",0,"x"]],"tensors":{"a":[1,0],"b":[1,2]}})", true);
    row("of other tensors", R"({"version":1,"groups":[["dict"]],"tensors":{"c":[0,"c"]}})", true);
    row("a number that is too large", R"({"version":1,"groups":[["dict"]],"tensors":{"a":[0,99999999999999999999]}})",
        false);
    row("no JSON", R"({"version")", false);
    row("a list", "[]", false);
    row("of later", R"({"version":2,"groups":[["dict"]],"tensors":{}})", false);
    row("no groups", R"({"version":1,"groups":[],"tensors":{}})", false);
    row("no tensors", R"({"version":1,"groups":[["dict"]]})", false);
    row("no such kind", R"({"version":1,"groups":[["set"]],"tensors":{}})", false);
    row("a group in itself", R"({"version":1,"groups":[["dict"],["dict",1,"x"]],"tensors":{"a":[1,"a"]}})", false);
    row("a group that is not there", R"({"version":1,"groups":[["dict"]],"tensors":{"a":[1,"a"]}})", false);
    row("a negative group", R"({"version":1,"groups":[["dict"]],"tensors":{"a":[-1,"a"]}})", false);
    row("two in one place", R"({"version":1,"groups":[["dict"]],"tensors":{"a":[0,"x"],"b":[0,"x"]}})", false);
    row("one in two places", R"({"version":1,"groups":[["dict"]],"tensors":{"a":[0,"x"],"a":[0,"y"]}})", false);
    row("a tensor and a group",
        R"({"version":1,"groups":[["dict"],["dict",0,"x"]],"tensors":{"a":[1,"a"],"b":[0,"x"]}})", false);
    row("text in a list", R"({"version":1,"groups":[["dict"],["list",0,"x"]],"tensors":{"a":[1,"0"]}})", false);
    row("before a list", R"({"version":1,"groups":[["dict"],["list",0,"x"]],"tensors":{"a":[1,-1]}})", false);
    row("far behind a list", R"({"version":1,"groups":[["dict"],["list",0,"x"]],"tensors":{"a":[1,9000000000]}})",
        false);
    row("a number as name", R"({"version":1,"groups":[["dict"]],"tensors":{"a":5}})", false);
    QByteArray deep = R"({"version":1,"groups":[["dict"])";
    for (int i = 0; i < 1000; ++i) {
        deep += ",[\"dict\"," + QByteArray::number(i) + ",\"x\"]";
    }
    row("deep", (deep + R"(],"tensors":{"a":[1000,"a"]}})").constData(), false);
}

void tst_TensorTree::refusesNonsense()
{
    QFETCH(QByteArray, written);
    QFETCH(bool, makesSense);
    const auto tensors = tensorsNamed({"a", "b"});
    const auto tree = parseTree(written.toStdString(), tensors);
    QCOMPARE(tree.has_value(), makesSense);
}

void tst_TensorTree::newNamesStandAtTheRoot()
{
    const auto tensors = tensorsNamed({"new", "a"});
    const auto tree =
        parseTree(R"({"version":1,"groups":[["OrderedDict"],["list",0,"x"]],"tensors":{"a":[1,1]}})", tensors);
    QVERIFY(tree);
    QCOMPARE(tree->groups[0].children.size(), 2U);
    QCOMPARE(text(tree->groups[0].children[0].key.text), "x");
    QCOMPARE(text(tree->groups[0].children[1].key.text), "new");
    // The list held something else before it.
    const auto& list = tree->groups[1].children;
    QCOMPARE(list.size(), 2U);
    QVERIFY(list[0].what == TensorTree::Child::What::Nothing);
    QCOMPARE(list[1].index, 1U);
}

void tst_TensorTree::newNamesStandInTheirGroups_data()
{
    QTest::addColumn<QString>("rename");
    QTest::addColumn<QString>("group"); // by the key at the top; empty: the top itself
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("atTop");
    // "state_dict" has the keys "model.weight" and "model.bias".
    QTest::newRow("in its group") << "state_dict.model.weight=state_dict.net.w" << "state_dict" << "net.w" << 0;
    QTest::newRow("out of its group") << "state_dict.model.weight=weight" << "" << "weight" << 0;
    QTest::newRow("as if in another") << "state_dict.model.weight=net.weight" << "" << "net.weight" << 1;
}

void tst_TensorTree::newNamesStandInTheirGroups()
{
    QFETCH(const QString, rename);
    QFETCH(const QString, group);
    QFETCH(const QString, key);
    QFETCH(const int, atTop);
    const auto checkpoint = openedFixture("torch113/lightning.ckpt");
    QVERIFY(checkpoint);
    const std::vector<std::string> renames{rename.toStdString()};
    auto selection = Selection::make({}, {}, renames);
    QVERIFY(selection);
    const auto set = planTensorSet(*checkpoint, {.selection = std::move(*selection)}, nullptr);
    QVERIFY(set);
    QCOMPARE(set->renamed, 1U);
    QCOMPARE(set->atTop, static_cast<std::uint64_t>(atTop));
    const auto tree = parseTree(set->metadata.front().second, set->tensors);
    QVERIFY(tree && tree->unplaced == 0);
    const auto& top = tree->groups[0].children;
    const auto place = std::ranges::find(top, group, [](const auto& child) { return text(child.key.text); });
    QVERIFY(group.isEmpty() || place != top.end());
    const auto& children = group.isEmpty() ? top : tree->groups[place->index].children;
    QCOMPARE(std::ranges::count(children, key, [](const auto& child) { return text(child.key.text); }), 1);
}

CAIRN_TEST(tst_TensorTree, QCoreApplication);

} // namespace cairn::tst_tensor_tree

#include "tst_tensor_tree.moc"
