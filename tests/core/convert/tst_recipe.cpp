#include "core/convert/recipe/recipe_file.h"
#include "core/convert/recipe/recipe_options.h"
#include "core/convert/recipe/recipe_route.h"
#include "core/convert/recipe/slim_presets.h"
#include "core/convert/recipe/target_names.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

namespace cairn::tst_recipe {

using namespace cairn::convert;

namespace {

/// A recipe in which nothing is what it is in another.
Recipe fullRecipe()
{
    devices::MapRule rule{"cuda:*", "cuda:1"};
    rule.when.path = "model.\"odd\"\n*";
    rule.otherwise = {"cpu"};
    Recipe recipe;
    recipe.map = devices::MapLocation({rule, {"*", "cpu"}});
    recipe.mapDevices = true;
    recipe.container = Container::Zip;
    recipe.keep = {"model*", "ema"};
    recipe.drop = {"optimizer*"};
    recipe.dropOptimizer = true;
    recipe.renames = {"module.=", "a.*=b.*"};
    recipe.casts = {"float32=bfloat16:*.bias", "fp32=fp16:head.*", "float32=float8_e4m3fn"};
    recipe.fp8Scales = ScaleConvention::CompressedTensors;
    recipe.compact = true;
    recipe.clone = true;
    recipe.dropOthers = true;
    recipe.shardSize = "1.5GiB";
    recipe.name = "{stem}-\xc3\xa4 \"x\"{ext}";
    recipe.folder = "/copies/of it";
    recipe.existing = ExistingTarget::Skip;
    recipe.skipUnchanged = false;
    recipe.verify = false;
    return recipe;
}

Recipe with(void (*change)(Recipe&))
{
    Recipe recipe;
    change(recipe);
    return recipe;
}

} // namespace

/// Recipes: as files, as options, and what they mean for the name of a copy.
class tst_Recipe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundTrips_data();
    void roundTrips();
    void saysLittle();
    void badFiles_data();
    void badFiles();
    void asOptions();
    void presets();
    void targets_data();
    void targets();
    void freeNames();
    void freeNamesOfShards_data();
    void freeNamesOfShards();
};

void tst_Recipe::roundTrips_data()
{
    QTest::addColumn<Recipe>("recipe");
    QTest::newRow("nothing said") << Recipe();
    QTest::newRow("everything") << fullRecipe();
    QTest::newRow("safetensors") << with([](Recipe& recipe) { recipe.container = Container::Safetensors; });
    QTest::newRow("legacy") << with([](Recipe& recipe) { recipe.container = Container::Legacy; });
    QTest::newRow("no map") << with([](Recipe& recipe) { recipe.map = devices::MapLocation(); });
    QTest::newRow("asks") << with([](Recipe& recipe) { recipe.existing = ExistingTarget::Refuse; });
}

void tst_Recipe::roundTrips()
{
    QFETCH(Recipe, recipe);
    const std::string text = recipeText(recipe);
    const auto read = parseRecipe(text);
    QVERIFY2(read, read ? "" : (read.error().paragraph() + text).c_str());
    QVERIFY2(*read == recipe, text.c_str());
    QTemporaryDir folder;
    const std::string path = folder.filePath("a.cairn-recipe.json").toStdString();
    QVERIFY(writeRecipe(path, fullRecipe()));
    QVERIFY(writeRecipe(path, recipe)); // in the place of the other
    const auto again = readRecipe(path);
    QVERIFY(again && *again == recipe);
}

void tst_Recipe::saysLittle()
{
    const auto least = parseRecipe(R"({"format": "cairn.recipe", "version": 1})");
    QVERIFY(least);
    QVERIFY(*least == Recipe());
    QCOMPARE(QByteArray::fromStdString(recipeText(Recipe())), R"({
  "format": "cairn.recipe",
  "version": 1,
  "to": "keep",
  "name": "{stem}.cpu{ext}",
  "existing": "number",
  "unchanged": "skip",
  "verify": true
}
)");
}

void tst_Recipe::badFiles_data()
{
    QTest::addColumn<QString>("body"); // after the line of the format
    QTest::addColumn<QString>("message");
    QTest::addColumn<int>("line"); // 0: it is about no line alone
    const auto row = [](const char* name, const char* body, const char* message, int line) {
        QTest::newRow(name) << QString(body) << QString(message) << line;
    };
    row("syntax", "\"version\": 1,\n\"to\" \"keep\"}", "is malformed", 3);
    row("no version", "\"to\": \"keep\"}", "\"version\" must be 1", 1);
    row("version", "\n\"version\": 2}", "must be 1, as this Cairn knows it", 3);
    row("unknown field", "\"version\": 1,\n\"verfy\": true}", "no field \"verfy\". The fields here are: format", 3);
    row("twice", "\"version\": 1, \"to\": \"keep\",\n\"to\": \"keep\"}", "\"to\" is there twice", 3);
    row("word", "\"version\": 1,\n\n\"to\": \"zip\"}",
        "must be \"keep\", \"pth\", \"legacy\", \"safetensors\" or \"dcp\"", 4);
    row("no word", "\"version\": 1, \"to\": 3}", "must be \"keep\"", 2);
    row("never replaces", "\"version\": 1, \"existing\": \"replace\"}", "must be \"refuse\", \"number\" or \"skip\"",
        2);
    row("flag", "\"version\": 1,\n\"verify\": \"yes\"}", "\"verify\" must be true or false", 3);
    row("list", "\"version\": 1,\n\"drop\": \"optimizer*\"}", "\"drop\" must be an array of strings", 3);
    row("rename", "\"version\": 1,\n\"rename\": [\"a\"]}", "--rename \"a\" is no rule", 3);
    row("cast", "\"version\": 1,\n\"cast\": [\"float32=int8\"]}", "int8", 3);
    row("size", "\"version\": 1,\n\"shard_size\": \"much\"}", "much", 3);
    row("name", "\"version\": 1,\n\"name\": \"copy.pth\"}", "has no {stem}", 3);
    row("name with a folder", "\"version\": 1,\n\"name\": \"../{stem}\"}", "names a folder", 3);
    row("map", "\"version\": 1, \"device_map\": {\"format\": \"cairn.devicemap\", \"version\": 1,\n\"map\": \"any\"}}",
        "must be \"none\", \"device\", \"table\" or \"rules\"", 3);
    row("another format as map", "\"version\": 1, \"device_map\":\n{\"format\": \"cairn.recipe\"}}",
        "\"format\" must be \"cairn.devicemap\"", 3);
    row("safetensors with a map",
        "\"version\": 1, \"to\": \"safetensors\", \"device_map\": {\"format\": \"cairn.devicemap\", \"version\": 1, "
        "\"map\": \"none\"}}",
        "no meaning for safetensors", 0);
    row("whose scales", "\"version\": 1,\n\"cast\": [\"e4m3\"],\n\"fp8_scales\": \"deepsek\"}", "must be", 4);
    row("scales of what", "\"version\": 1,\n\"fp8_scales\": \"deepseek\"}", "casts to float8_e4m3fn", 0);
    row("shards of a stream", "\"version\": 1, \"to\": \"legacy\", \"shard_size\": \"1GB\"}", "is one file", 0);
}

void tst_Recipe::badFiles()
{
    QFETCH(QString, body);
    QFETCH(QString, message);
    QFETCH(int, line);
    const auto read = parseRecipe("{\"format\": \"cairn.recipe\",\n" + body.toStdString());
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Json);
    const QString found = QString::fromStdString(read.error().paragraph());
    QVERIFY2(found.contains(message), qPrintable(found));
    QVERIFY2(line == 0 || found.startsWith(QString("line %1: ").arg(line)), qPrintable(found));
    QVERIFY(!parseRecipe("{\"format\": \"cairn.devicemap\", \"version\": 1}"));
}

void tst_Recipe::asOptions()
{
    QCOMPARE(optionsFor(Recipe()).value_or("-"), " --verify");
    Recipe recipe = fullRecipe();
    QVERIFY(!optionsFor(recipe)); // the map looks at names
    QCOMPARE(
        optionsFor(recipe, "/my map.json").value_or("-"),
        " --to pth --map-file '/my map.json' --drop-optimizer --keep 'model*' --keep ema --drop 'optimizer*' --rename "
        "module.= "
        "--rename 'a.*=b.*' --cast 'float32=bfloat16:*.bias' --cast 'fp32=fp16:head.*' --cast "
        "float32=float8_e4m3fn --fp8-scales compressed-tensors --lenient --shard-size 1.5GiB --compact "
        "--map-devices --clone --drop-others");
    devices::MapRule rule{"cuda:*", "cuda:1"};
    rule.otherwise = {"cuda:0", "cpu"};
    recipe = Recipe();
    recipe.map = devices::MapLocation({rule, {"mps", "cpu"}});
    QCOMPARE(optionsFor(recipe).value_or("-"), " --map 'cuda:*=cuda:1,cuda:0,cpu' --map mps=cpu --verify");
    recipe.map = devices::MapLocation({{"cuda:0", ""}, {"*", "cpu"}}); // as saved
    QVERIFY(!optionsFor(recipe));
    recipe.map = devices::MapLocation::device("cpu"); // meta storages too
    QVERIFY(!optionsFor(recipe));
}

void tst_Recipe::presets()
{
    Recipe recipe;
    recipe.drop = {"step"};
    for (const SlimPreset preset : {SlimPreset::DropOptimizer, SlimPreset::AveragedAsModel, SlimPreset::BFloat16}) {
        QVERIFY(!hasPreset(recipe, preset));
        setPreset(recipe, preset, true);
        setPreset(recipe, preset, true);
        QVERIFY(hasPreset(recipe, preset));
    }
    QVERIFY(recipe.dropOptimizer && recipe.drop.size() == 1);
    QVERIFY(checkRecipe(recipe));
    QCOMPARE(rulesBesidePresets(recipe), std::vector<std::string>{"--drop step"});
    Recipe cleared = recipe;
    removeRulesBesidePresets(cleared);
    QVERIFY(rulesBesidePresets(cleared).empty());
    QVERIFY(hasPreset(cleared, SlimPreset::DropOptimizer));
    setPreset(recipe, SlimPreset::DropOptimizer, false);
    setPreset(recipe, SlimPreset::AveragedAsModel, false);
    setPreset(recipe, SlimPreset::BFloat16, false);
    QCOMPARE(recipe.drop, std::vector<std::string>{"step"});
    QVERIFY(recipe.keep.empty() && recipe.renames.empty() && recipe.casts.empty() && !recipe.dropOptimizer);
}

void tst_Recipe::targets_data()
{
    QTest::addColumn<Container>("container");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("target");
    QTest::newRow("beside") << Container::Keep << "/a/model.pth" << "/a/model.cpu.pth";
    QTest::newRow("no extension") << Container::Keep << "/a/model" << "/a/model.cpu";
    QTest::newRow("old") << Container::Zip << "/a/model.tar" << "/a/model.cpu.tar";
    QTest::newRow("tensors") << Container::Safetensors << "/a/model.ckpt" << "/a/model.cpu.safetensors";
    QTest::newRow("from tensors") << Container::Zip << "/a/model.safetensors" << "/a/model.cpu.pth";
    QTest::newRow("from shards") << Container::Zip << "/a/m.safetensors.index.json" << "/a/m.cpu.pth";
    QTest::newRow("shards") << Container::Keep << "/a/m.safetensors.index.json" << "/a/m.cpu.safetensors";
}

void tst_Recipe::targets()
{
    QFETCH(Container, container);
    QFETCH(QString, file);
    QFETCH(QString, target);
    Recipe recipe;
    recipe.container = container;
    QCOMPARE(QString::fromStdString(targetFor(recipe, file.toStdString())), target);
    recipe.folder = "/b";
    QCOMPARE(QString::fromStdString(targetFor(recipe, file.toStdString())), QString(target).replace("/a/", "/b/"));
}

void tst_Recipe::freeNames()
{
    QTemporaryDir folder;
    const auto at = [&](const char* name) { return folder.filePath(name).toStdString(); };
    test::writtenFile(folder, "there.pth", {});
    TargetNames names;
    const auto no = Shards::No;
    QCOMPARE(names.take(at("new.pth"), "a", ExistingTarget::Refuse, no).value_or("-"), at("new.pth"));
    // a is writing it
    QCOMPARE(names.take(at("new.pth"), "b", ExistingTarget::Skip, no).value_or("-"), at("new-2.pth"));
    names.giveBack(at("new.pth"));
    QCOMPARE(names.take(at("new.pth"), "c", ExistingTarget::Skip, no).value_or("-"), at("new.pth"));
    QVERIFY(!names.take(at("there.pth"), "a", ExistingTarget::Skip, no));
    QVERIFY(!names.take(at("there.pth"), "a", ExistingTarget::Refuse, no));
    QCOMPARE(names.take(at("there.pth"), "a", ExistingTarget::Number, no).value_or("-"), at("there-2.pth"));
}

void tst_Recipe::freeNamesOfShards_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("nothing") << "other.pth" << false;
    QTest::newRow("the target") << "m.pth" << true;
    QTest::newRow("index") << "m.pth.index.json" << true;
    QTest::newRow("a shard") << "m-00002-of-00007.pth" << true;
    QTest::newRow("a shard of another") << "m-2-00001-of-00002.pth" << false;
    QTest::newRow("another format") << "m-00001-of-00002.safetensors" << false;
    QTest::newRow("no number") << "m-0000x-of-00002.pth" << false;
}

void tst_Recipe::freeNamesOfShards()
{
    QFETCH(QString, file);
    QFETCH(bool, isTaken);
    QTemporaryDir folder;
    test::writtenFile(folder, file, {});
    const std::string wanted = folder.filePath("m.pth").toStdString();
    TargetNames names;
    QCOMPARE(names.take(wanted, "a", ExistingTarget::Skip, Shards::Yes).has_value(), !isTaken);
    QCOMPARE(names.take(wanted, "a", ExistingTarget::Number, Shards::Yes).value_or("-"),
             folder.filePath(isTaken ? "m-2.pth" : "m.pth").toStdString());
}

CAIRN_TEST(tst_Recipe);

} // namespace cairn::tst_recipe

#include "tst_recipe.moc"
