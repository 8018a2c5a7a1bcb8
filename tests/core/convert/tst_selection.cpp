#include "core/convert/common/selection.h"
#include "tests/support/test_program.h"

#include <string>
#include <vector>

namespace cairn::tst_selection {

using namespace cairn::convert;

/// What --keep, --drop and --rename make of names.
class SelectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void covers_data();
    void covers();
    void renames_data();
    void renames();
    void refusesWhatIsNoRule_data();
    void refusesWhatIsNoRule();
    void dropsBeatKeeps();
    void rulesActInTheirOrder();
    void tellsWhatMatchedNothing();
    void refusesCollisions();
};

namespace {

Selection make(std::vector<std::string> keep, std::vector<std::string> drop,
               const std::vector<std::string>& renames = {})
{
    auto selection = Selection::make(std::move(keep), std::move(drop), renames);
    return selection ? *selection : Selection();
}

std::string nameOr(Selection& selection, const std::string& name, const std::string& otherwise)
{
    return selection.nameFor(name).value_or(otherwise);
}

} // namespace

void SelectionTest::covers_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char* pattern, const char* name, bool expected) {
        QTest::addRow("%s on %s", pattern, name) << QByteArray(pattern) << QByteArray(name) << expected;
    };
    row("optimizer", "optimizer.state.0.exp_avg", true);
    row("optimizer*", "optimizer.state.0.exp_avg", true);
    row("optimizer*", "optimizers", true);
    row("optimizer.*", "optimizer.state", true);
    row("optimizer.*", "optimizer", true);
    row("optimizer", "optimizers", false);
    row("optimizer", "model.optimizer", false);
    row("*.bias", "a.b.bias", true);
    row("*.bias", "bias", false);
    row("layers.?", "layers.3.weight", true);
    row("layers.?", "layers.12.weight", false);
}

void SelectionTest::covers()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, name);
    QFETCH(bool, expected);
    QCOMPARE(patternCovers(pattern.toStdString(), name.toStdString()), expected);
}

void SelectionTest::renames_data()
{
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* rule, const char* name, const char* expected) {
        QTest::addRow("%s on %s", rule, name) << QByteArray(rule) << QByteArray(name) << QByteArray(expected);
    };
    row("module.=", "module.conv.weight", "conv.weight");
    row("module.=", "conv.module.weight", "conv.module.weight");
    row("module=", "module.conv.weight", "conv.weight");
    row("model_ema.*=model.*", "model_ema.conv", "model.conv");
    row("model_ema=model", "model_ema.conv", "model.conv");
    row("model_ema=model", "model_ema", "model");
    row("model=net", "model_ema.conv", "model_ema.conv");
    row("model_*=net_*", "model_ema.conv", "net_ema.conv");
    row("*.gamma=*.weight", "bert.norm.gamma", "bert.norm.weight");
    row("*.gamma=*.weight", "bert.gammas", "bert.gammas");
    row("layers.*.attn.*=blocks.*.attention.*", "layers.0.attn.q.w", "blocks.0.attention.q.w");
    row("layers.*.linear1=blocks.*.fc", "layers.0.linear1", "blocks.0.fc");
    row("layers.*.linear1=blocks.*.fc", "layers.0.linear1.weight", "blocks.0.fc.weight");
    row("layers.*.linear1=blocks.*.fc", "layers.0.linear10.weight", "layers.0.linear10.weight");
    row("*=model.*", "conv.weight", "model.conv.weight");
    row("layer*.=blocks.*.", "layer1.0.weight", "blocks.1.0.weight");
    row("layer*.=blocks.*.", "layers", "layers");
    row("a*a=b*b", "a", "a");
    row("a=b=c", "a", "b=c");
    row("a\\=b=c", "a=b.w", "c.w");
    row("a\\*.*=b\\=\\*.*", "a*.w", "b=*.w");
    row("a\\*.*=b.*", "ax.w", "ax.w");
    row("a\\\\.=b.", "a\\.w", "b.w");
    row("\\@a=b", "@a.w", "b.w");
    row("@a=b", "@a.w", "b.w");
    row("a=\\>b", "a", ">b");
}

void SelectionTest::renames()
{
    QFETCH(QByteArray, rule);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, expected);
    Selection selection = make({}, {}, {rule.toStdString()});
    QVERIFY(!selection.isEmpty());
    QCOMPARE(nameOr(selection, name.toStdString(), "dropped"), expected.toStdString());
}

void SelectionTest::refusesWhatIsNoRule_data()
{
    QTest::addColumn<QByteArray>("rule");
    for (const char* rule : {"module.", "=model", "model_ema.*=model.", "a=*", "a=>b", "a\\=b", "a\\*=b*", ""}) {
        QTest::addRow("%s", rule) << QByteArray(rule);
    }
}

void SelectionTest::refusesWhatIsNoRule()
{
    QFETCH(QByteArray, rule);
    const std::vector<std::string> rules{rule.toStdString()};
    const auto selection = Selection::make({}, {}, rules);
    QVERIFY(!selection);
    QCOMPARE(selection.error().code, ErrorCode::Usage);
    QVERIFY(selection.error().paragraph().find(rule.toStdString()) != std::string::npos);
}

void SelectionTest::dropsBeatKeeps()
{
    Selection selection = make({"model.*"}, {"*.num_batches_tracked"});
    QCOMPARE(nameOr(selection, "model.bn.weight", "dropped"), std::string("model.bn.weight"));
    QCOMPARE(nameOr(selection, "model.bn.num_batches_tracked", "dropped"), std::string("dropped"));
    QCOMPARE(nameOr(selection, "optimizer.step", "dropped"), std::string("dropped"));
    QVERIFY(!selection.dropsAll("optimizer"));
    QVERIFY(make({}, {"optimizer*"}).dropsAll("optimizer"));
}

void SelectionTest::rulesActInTheirOrder()
{
    Selection selection = make({}, {}, {"module.=", "conv=convolution"});
    QCOMPARE(nameOr(selection, "module.conv.weight", "dropped"), std::string("convolution.weight"));
    QVERIFY(selection.unusedRules().empty());
}

void SelectionTest::tellsWhatMatchedNothing()
{
    Selection selection = make({"model*", "modle*"}, {"optimzer*"}, {"modul.=", "model=net"});
    QCOMPARE(nameOr(selection, "model.a", "dropped"), std::string("net.a"));
    const std::vector<std::string> expected{R"(--keep "modle*")", R"(--drop "optimzer*")", R"(--rename "modul.=")"};
    QCOMPARE(selection.unusedRules(), expected);
    for (const char* const rule : {R"(a\=b=c)", R"(a\\.*=b\=\*.*)", R"(a=\>)"}) { // as they were written
        QCOMPARE(checkpoint::renameText(*checkpoint::parseRename(rule)), std::string(rule));
    }
}

void SelectionTest::refusesCollisions()
{
    const std::vector<std::string> names{"a.x", "b.x", "c"};
    QVERIFY(refuseNameCollisions(names, names));
    const std::vector<std::string> same{"x", "x", "c"};
    const auto refused = refuseNameCollisions(names, same);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::UnmetRequest);
    QVERIFY(refused.error().what.text().find(R"("a.x" and "b.x" would both be called "x")") != std::string::npos);
    const std::vector<std::string> nothing{"a.x", "", "c"};
    const auto nameless = refuseNameCollisions(names, nothing);
    QVERIFY(!nameless);
    QVERIFY(nameless.error().what.text().find(R"("b.x" would have no name)") != std::string::npos);
}

CAIRN_TEST(SelectionTest);

} // namespace cairn::tst_selection

#include "tst_selection.moc"
