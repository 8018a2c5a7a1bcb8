#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonObject>
#include <QTemporaryDir>

namespace cairn::tst_convert_recipe {

using cairn::test::cairnCli;
using cairn::test::contentOf;
using cairn::test::filesIn;
using cairn::test::fixture;
using cairn::test::jsonOf;
using cairn::test::kSample;
using cairn::test::Outcome;
using cairn::test::writtenFile;

namespace {

const QString kOnCpu = fixture("torch113/state_dict.pt");

} // namespace

/// `cairn-cli convert` by a recipe, and the options that stand beside one.
class TestConvertRecipe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void followsARecipe();
    void makesTheSameAsItsOptions();
    void optionsCount();
    void numbersAndSkips();
    void skipsWhatWouldNotChange();
    void namesByAPattern();
    void refusals_data();
    void refusals();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QStringList files() const { return filesIn(m_folder->path()); }
    /// The path of a recipe with these fields.
    [[nodiscard]] QString recipe(const QByteArray& fields) const
    {
        return writtenFile(*m_folder, "r.cairn-recipe.json",
                           "{\"format\": \"cairn.recipe\", \"version\": 1" + fields + "}");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestConvertRecipe::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QFile::copy(kSample, at("a model.pth")));
}

void TestConvertRecipe::followsARecipe()
{
    const Outcome outcome = cairnCli({"convert", "--recipe", recipe(""), at("a model.pth")});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("cpu (183)") && outcome.out.contains("verified"), outcome.out.constData());
    QCOMPARE(files(), (QStringList{"a model.cpu.pth", "a model.pth", "r.cairn-recipe.json"}));
}

void TestConvertRecipe::makesTheSameAsItsOptions()
{
    const QStringList options{"--drop", "optimizer*", "--cast", "float32=bfloat16", "--map", "cuda:*=cuda:7"};
    QCOMPARE(cairnCli(QStringList{"convert", kSample, "-o", at("options.pth")} + options).code, 0);
    const QString file =
        recipe(", \"drop\": [\"optimizer*\"], \"cast\": [\"float32=bfloat16\"], \"device_map\": {\"format\": "
               "\"cairn.devicemap\", \"version\": 1, \"map\": \"rules\", \"rules\": [{\"from\": \"cuda:*\", \"to\": "
               "\"cuda:7\"}]}");
    QCOMPARE(cairnCli({"convert", kSample, "-o", at("recipe.pth"), "--recipe", file}).code, 0);
    QVERIFY(contentOf(at("options.pth")) == contentOf(at("recipe.pth")));
}

void TestConvertRecipe::optionsCount()
{
    const QString file = recipe(", \"drop\": [\"model\"], \"to\": \"safetensors\", \"folder\": \"nowhere\"");
    const Outcome outcome =
        cairnCli({"convert", "--json", "--recipe", file, "--to", "keep", "--drop", "optimizer*", "--no-verify", "--map",
                  "*=cuda:3", "--out-dir", at("out"), "--name", "{stem}.x{ext}", at("a model.pth")});
    QCOMPARE(outcome.code, 0);
    const QJsonObject json = jsonOf(outcome);
    QCOMPARE(json["out"].toString(), at("out/a model.x.pth"));
    QVERIFY(json["verified"].isNull());
    QCOMPARE(json["tags_after"].toObject().keys(), QStringList{"cuda:3"});
    QCOMPARE(json["left_out"].toVariant().toStringList(), QStringList{"optimizer"});
}

void TestConvertRecipe::numbersAndSkips()
{
    const QStringList number{"convert", "--recipe", recipe(""), "--out-dir", at("out")};
    QVERIFY(QDir(m_folder->path()).mkdir("b"));
    QVERIFY(QFile::copy(kSample, at("b/a model.pth")));
    QCOMPARE(cairnCli(number + QStringList{at("a model.pth"), at("b/a model.pth")}).code, 0);
    const QDir out(at("out"));
    QCOMPARE(out.entryList(QDir::Files | QDir::Hidden, QDir::Name),
             (QStringList{"a model.cpu-2.pth", "a model.cpu.pth"}));
    const Outcome skipped = cairnCli(number + QStringList{"--existing", "skip", at("a model.pth"), kOnCpu});
    QCOMPARE(skipped.code, 0);
    QVERIFY2(skipped.out.contains("is there already"), skipped.out.constData());
    QVERIFY2(skipped.out.contains("0 files converted, 2 skipped"), skipped.out.constData());
    const Outcome refused = cairnCli(number + QStringList{"--existing", "refuse", at("a model.pth")});
    QCOMPARE(refused.code, 4);
    const QByteArray before = contentOf(at("out/a model.cpu.pth"));
    QCOMPARE(cairnCli(number + QStringList{"--force", "--drop", "optimizer*", at("a model.pth")}).code, 0);
    QVERIFY(contentOf(at("out/a model.cpu.pth")) != before);
    QCOMPARE(out.entryList(QDir::Files | QDir::Hidden).size(), 2);
}

void TestConvertRecipe::skipsWhatWouldNotChange()
{
    const QString safetensors = fixture("torch26/safe_state_dict.safetensors");
    const QStringList inputs{kOnCpu, safetensors};
    for (const char* fields : {"", ", \"drop\": [\"optimizer*\"]", ", \"to\": \"pth\""}) {
        const Outcome outcome =
            cairnCli(QStringList{"convert", "--json", "--recipe", recipe(fields), "--out-dir", at("out"), kOnCpu});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(jsonOf(outcome).contains("skipped"), outcome.out.constData());
    }
    const Outcome both = cairnCli(QStringList{"convert", "--recipe", recipe(""), "--out-dir", at("out")} + inputs);
    QVERIFY2(both.out.contains("loads on any machine as it is"), both.out.constData());
    QVERIFY(QDir(at("out")).isEmpty());
    const Outcome copied = cairnCli(
        QStringList{"convert", "--recipe", recipe(", \"unchanged\": \"copy\""), "--out-dir", at("out")} + inputs);
    QCOMPARE(copied.code, 0);
    QCOMPARE(QDir(at("out")).entryList(QDir::Files).size(), 2);
}

void TestConvertRecipe::namesByAPattern()
{
    QCOMPARE(cairnCli({"convert", at("a model.pth"), "--name", "{stem}-copy{ext}"}).code, 0);
    QCOMPARE(files(), (QStringList{"a model-copy.pth", "a model.pth"}));
}

void TestConvertRecipe::refusals_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const char* fields, const QStringList& options, const char* message,
                        int code) {
        QTest::newRow(name) << QByteArray(fields) << options << QByteArray(message) << code;
    };
    row("wrong file", ",\n\"verfy\": true", {}, "r.cairn-recipe.json, line 2: there is no field \"verfy\"", 2);
    row("tensors with --map", ", \"to\": \"safetensors\"", {"--map", "cuda:0=cpu"}, "no meaning", 2);
    row("--to against the map",
        ", \"device_map\": {\"format\": \"cairn.devicemap\", \"version\": 1, \"map\": \"none\"}",
        {"--to", "safetensors"}, "options and ", 2);
    row("in place", ", \"drop\": [\"optimizer*\"]", {"--in-place"}, "cast in place is gone for good", 2);
    row("name and -o", "", {"-o", "x.pth", "--name", "{stem}{ext}"}, "--name names copies", 2);
    row("bad name", "", {"--name", "copy"}, "has no {stem}", 2);
    row("name with an unknown part", "", {"--name", "{stem}.{device}{ext}"}, "\"{device}\", which stands for nothing",
        2);
    row("force and skip", "", {"--force", "--existing", "skip"}, "--force replaces", 2);
    row("two places", "", {"-o", "x.pth", "--out-dir", "y"}, "exclude each other", 2);
}

void TestConvertRecipe::refusals()
{
    QFETCH(QByteArray, fields);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, message);
    QFETCH(int, code);
    const QByteArray before = contentOf(at("a model.pth"));
    const Outcome outcome = cairnCli(QStringList{"convert", "--recipe", recipe(fields), at("a model.pth")} + options);
    QCOMPARE(outcome.code, code);
    QVERIFY2(outcome.err.contains(message), outcome.err.constData());
    QCOMPARE(files(), (QStringList{"a model.pth", "r.cairn-recipe.json"}));
    QVERIFY(contentOf(at("a model.pth")) == before);
    const Outcome missing = cairnCli({"convert", "--recipe", at("none.json"), at("a model.pth")});
    QCOMPARE(missing.code, 4);
}

CAIRN_TEST(TestConvertRecipe, QCoreApplication);

} // namespace cairn::tst_convert_recipe

#include "tst_convert_recipe.moc"
