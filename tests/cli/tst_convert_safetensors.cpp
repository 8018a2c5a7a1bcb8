#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

namespace cairn::tst_convert_safetensors {

using cairn::test::cairnCli;
using cairn::test::contentOf;
using cairn::test::filesIn;
using cairn::test::fixture;
using cairn::test::jsonOf;
using cairn::test::Outcome;

/// `cairn-cli convert --to safetensors` as a user meets it.
class TestConvertSafetensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void usageErrors_data();
    void usageErrors();
    void stateDict();
    void refusesLosses();
    void leavesOutWhenAsked();
    void dryRunListsAll();
    void sharing_data();
    void sharing();
    void manyIntoAFolder();
    void mergesShards();
    void choosesAndCasts();
    void tellsOfLateDtypes();
    void inPlaceOnlyIfNeeded();
    void cutsAndMerges();
    void saysWhatBecomesOfNesting();
    void saysWhatIsCast();
    void mapsTags();
    void theNameSaysTheFormat_data();
    void theNameSaysTheFormat();
    void sparesItsSource();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QStringList files() const { return filesIn(m_folder->path()); }
    [[nodiscard]] Outcome convert(const QString& file, const QStringList& options = {}) const
    {
        return cairnCli(
            QStringList{"convert", fixture(file), "-o", at("out.safetensors"), "--to", "safetensors", "--verify"} +
            options);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestConvertSafetensors::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestConvertSafetensors::usageErrors_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("map") << QStringList{"--to", "safetensors", "--map", "*=cpu"} << QByteArray("no device tags");
    QTest::newRow("clone alone") << QStringList{"--clone"} << QByteArray("belong to copies of the tensors alone");
    QTest::newRow("drop alone") << QStringList{"--drop-others"} << QByteArray("belong to copies of the tensors alone");
    QTest::newRow("shard size") << QStringList{"--to", "safetensors", "--shard-size", "5 apples"}
                                << QByteArray("\"5 apples\" is no size");
    QTest::newRow("shard size without a unit")
        << QStringList{"--to", "safetensors", "--shard-size", "2"} << QByteArray("\"2\" is no size");
    QTest::newRow("cast") << QStringList{"--to", "safetensors", "--cast", "float32=int8"}
                          << QByteArray("cannot be cast");
    QTest::newRow("in front of all") << QStringList{"--to", "safetensors", "--rename", "=module."}
                                     << QByteArray("write \"*=module.*\".");
    QTest::newRow("rename") << QStringList{"--to", "safetensors", "--rename", "module."} << QByteArray("is no rule");
}

void TestConvertSafetensors::usageErrors()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, message);
    const Outcome outcome =
        cairnCli(QStringList{"convert", fixture("torch113/state_dict.pt"), "-o", at("x")} + options);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(message), outcome.err.constData());
    QVERIFY(files().isEmpty());
}

void TestConvertSafetensors::stateDict()
{
    const Outcome outcome = convert("torch113/state_dict.pt", {"--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonObject report = jsonOf(outcome);
    QCOMPARE(report["tensors"].toInt(), 8);
    QCOMPARE(report["bytes"].toInt(), static_cast<int>(QFile(at("out.safetensors")).size()));
    QCOMPARE(report["verified"].toBool(), true);
    QCOMPARE(report["refused"].toBool(true), false);
    QCOMPARE(report["left_out"].toArray().size(), 1); // the versions of modules, which nobody misses
    QCOMPARE(report["left_out"][0]["path"].toString(), "_metadata");
    QCOMPARE(files(), QStringList{"out.safetensors"});
}

void TestConvertSafetensors::refusesLosses()
{
    const Outcome outcome = convert("torch113/adam.pt");
    QCOMPARE(outcome.code, 3);
    const QByteArray expected = R"(values that are no tensors, in "optimizer" ()";
    QVERIFY2(outcome.err.contains(expected) && !outcome.err.contains("param_groups"), outcome.err.constData());
    QVERIFY2(outcome.err.contains("--drop-others, or those of the model alone with --keep 'model.*'"),
             outcome.err.constData());
    QCOMPARE(convert("torch113/adam.pt", {"--keep", "model.*"}).code, 0); // which is no empty promise
    QFile::remove(m_folder->filePath("out.safetensors"));
    QVERIFY(files().isEmpty());
}

void TestConvertSafetensors::leavesOutWhenAsked()
{
    const Outcome outcome = convert("torch113/adam.pt", {"--drop-others", "--json"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(jsonOf(outcome)["values_left_out"].toInt() > 5);
    QCOMPARE(files(), QStringList{"out.safetensors"});
    QCOMPARE(convert("torch113/numbers.pt", {"--drop-others", "--force"}).code, 3); // no tensor at all
}

void TestConvertSafetensors::dryRunListsAll()
{
    const Outcome refused = convert("torch113/adam.pt", {"--dry-run", "--json"});
    QCOMPARE(refused.code, 3);
    QCOMPARE(jsonOf(refused)["refused"].toBool(), true);
    QVERIFY(jsonOf(refused)["left_out"].toArray().size() > 5);
    const Outcome fine = convert("torch113/adam.pt", {"--dry-run", "--drop-others"});
    QCOMPARE(fine.code, 0);
    QVERIFY(fine.out.contains("nothing was written"));
    QVERIFY(files().isEmpty());
}

void TestConvertSafetensors::sharing_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("clone");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("aliases");
    QTest::newRow("tied") << "torch113/module_tied.pt" << false << 0 << 1;
    QTest::newRow("tied, a copy each") << "torch113/module_tied.pt" << true << 0 << 0;
    QTest::newRow("views") << "torch113/views.pt" << false << 3 << 0;
    QTest::newRow("views, a copy each") << "torch113/views.pt" << true << 0 << 0;
}

void TestConvertSafetensors::sharing()
{
    QFETCH(QString, file);
    QFETCH(bool, clone);
    QFETCH(int, code);
    QFETCH(int, aliases);
    const Outcome outcome =
        convert(file, QStringList{"--drop-others", "--json"} + (clone ? QStringList{"--clone"} : QStringList{}));
    QCOMPARE(outcome.code, code);
    QCOMPARE(jsonOf(outcome)["aliases"].toObject().size(), aliases);
    QCOMPARE(files().size(), code == 0 ? 1 : 0);
}

void TestConvertSafetensors::manyIntoAFolder()
{
    const Outcome outcome = cairnCli({"convert", fixture("torch113/shapes.pt"), fixture("torch113/sparse.pt"),
                                      fixture("torch113/zip_deflated.pt"), "--out-dir", m_folder->path(), "--to",
                                      "safetensors", "--drop-others"});
    QCOMPARE(outcome.code, 3); // of the sparse one
    QCOMPARE(files(), (QStringList{"shapes.safetensors", "zip_deflated.safetensors"}));
}

void TestConvertSafetensors::mergesShards()
{
    QCOMPARE(convert("byhand/sharded_safetensors/model.safetensors.index.json").code, 0);
    QCOMPARE(convert("byhand/sharded_one_missing/model.safetensors.index.json", {"--force"}).code, 3);
}

void TestConvertSafetensors::choosesAndCasts()
{
    const Outcome outcome = convert("torch113/adam.pt", {"--keep", "model", "--rename", "model.=", "--cast",
                                                         "fp32=bf16", "--drop", "modle.*", "--lenient", "--json"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QJsonObject report = jsonOf(outcome);
    QVERIFY(report["tensors"].toInt() > 0);
    QCOMPARE(report["renamed"].toInt(), report["tensors"].toInt());
    QVERIFY(report["tensors_left_out"].toInt() > 0); // those of the optimizer
    QCOMPARE(report["values_left_out"].toInt(), 0);  // those of the optimizer are not wanted, so they are no loss
    QCOMPARE(report["warnings"][0].toString(), "--drop \"modle.*\" matched nothing; did you mean \"model\"?");
    const QByteArray listing = cairnCli({"inspect", at("out.safetensors")}).out;
    QVERIFY2(listing.contains("bfloat16") && !listing.contains("model."), listing.constData());
    QCOMPARE(convert("torch113/adam.pt", {"--keep", "nothing"}).code, 2);
}

/// A file that the library of the reader may be too old for.
void TestConvertSafetensors::tellsOfLateDtypes()
{
    const QByteArray header =
        R"({"a":{"dtype":"F8_E4M3FNUZ","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"F8_E8M0","shape":[1],)"
        R"("data_offsets":[2,3]},"c":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[3,4]}})";
    QByteArray size(8, '\0');
    size[0] = static_cast<char>(header.size());
    cairn::test::writeFile(at("late.safetensors"), size + header + "four");
    const Outcome outcome =
        cairnCli({"convert", at("late.safetensors"), "-o", at("copy.safetensors"), "--rename", "c=d"});
    QCOMPARE(outcome.code, 0);
    const QByteArray told = outcome.out + outcome.err;
    QVERIFY2(told.contains("library from 0.8 on open a file with float8_e4m3fnuz"), told);
    QVERIFY2(told.contains("library from 0.6 on open a file with float8_e8m0fnu"), told);
    QVERIFY2(!told.contains("float8_e4m3fn "), told);
}

/// As of a .pth: a file that is as it shall be is not written again.
void TestConvertSafetensors::inPlaceOnlyIfNeeded()
{
    QCOMPARE(convert("torch113/state_dict.pt").code, 0);
    const QStringList drop{"convert", at("out.safetensors"), "--in-place", "--force", "--lenient", "--drop"};
    const QByteArray before = contentOf(at("out.safetensors"));
    const Outcome nothing = cairnCli(drop + QStringList{"optimizer*"});
    QVERIFY2(nothing.code == 0 && nothing.out.contains("skipped: nothing had to change"), nothing.out.constData());
    QCOMPARE(contentOf(at("out.safetensors")), before);
    const Outcome less = cairnCli(drop + QStringList{"conv.bias"});
    QVERIFY2(less.code == 0 && less.out.contains(" in the place of "), less.out.constData());
    const Outcome again = cairnCli(drop + QStringList{"conv.bias"});
    QVERIFY2(again.code == 0 && again.out.contains("skipped: nothing had to change"), again.out.constData());
}

void TestConvertSafetensors::cutsAndMerges()
{
    const QStringList cut{"convert",      fixture("torch113/state_dict.pt"),
                          "-o",           at("m.safetensors"),
                          "--to",         "safetensors",
                          "--shard-size", "100B",
                          "--verify"};
    QCOMPARE(cairnCli(cut).code, 0);
    QVERIFY(files().size() > 2 && files().contains("m.safetensors.index.json") && !files().contains("m.safetensors"));
    QCOMPARE(cairnCli(cut).code, 4); // they are there already
    QCOMPARE(cairnCli(cut + QStringList{"--dry-run"}).code, 4);
    const QJsonObject again = jsonOf(cairnCli(cut + QStringList{"--force", "--json"}));
    QCOMPARE(again["out"].toString(), at("m.safetensors.index.json")); // what opens
    QCOMPARE(again["removed"].toArray().size(), 0);
    const int shards = static_cast<int>(files().size());
    QCOMPARE(cairnCli(cut + QStringList{"--existing", "skip"}).code, 0);
    QCOMPARE(files().size(), shards);
    QCOMPARE(cairnCli(cut + QStringList{"--existing", "number"}).code, 0);
    QVERIFY(files().size() == 2 * shards && files().contains("m-2.safetensors.index.json"));
    const Outcome merged =
        cairnCli({"convert", at("m.safetensors.index.json"), "-o", at("m.pth"), "--verify", "--json"});
    QVERIFY2(merged.code == 0, merged.err.constData());
    QCOMPARE(jsonOf(merged)["tensors"].toInt(), 8);
    QVERIFY(cairnCli({"inspect", at("m.pth")}).out.contains("torch zip"));
}

/// Names that the metadata does not know stand at the top of the copy back.
void TestConvertSafetensors::saysWhatBecomesOfNesting()
{
    const auto back = [this](const QStringList& options) {
        return cairnCli(QStringList{"convert", at("m.safetensors"), "-o", at("m.pth"), "--force", "--json"} + options);
    };
    QCOMPARE(cairnCli({"convert", cairn::test::kSample, "-o", at("m.safetensors"), "--keep", "model.head*"}).code, 0);
    QCOMPARE(jsonOf(back({}))["nested"].toBool(), true);
    QCOMPARE(jsonOf(back({}))["warnings"].toArray().size(), 0);
    const QJsonObject renamed = jsonOf(back({"--rename", "model.=net."}));
    QCOMPARE(renamed["nested"].toBool(), false);
    QVERIFY(renamed["warnings"][0].toString().contains("one flat dict"));
    const QJsonObject partly = jsonOf(back({"--rename", "model.head.bias=bias"}));
    QCOMPARE(partly["nested"].toBool(), true);
    QVERIFY(partly["warnings"][0].toString().contains("1 tensor is with other names"));
}

void TestConvertSafetensors::saysWhatIsCast()
{
    for (const char* name : {"cast.safetensors", "cast.pth"}) {
        const QStringList arguments{"convert", fixture("torch113/state_dict.pt"), "-o", at(name), "--cast", "fp16"};
        const Outcome text = cairnCli(arguments + QStringList{"--dry-run"});
        QVERIFY2(text.out.contains("  cast     float32=float16: 7 tensors\n  not cast 1 tensor, "), text.out);
        const QJsonObject casts = jsonOf(cairnCli(arguments + QStringList{"--json"}))["casts"].toObject();
        QCOMPARE(casts, (QJsonObject{{"float32=float16", 7}}));
    }
}

void TestConvertSafetensors::mapsTags()
{
    QCOMPARE(convert("torch113/state_dict.pt").code, 0);
    QFile file(at("rules.devicemap.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": "cairn.devicemap", "version": 1, "map": "rules",
                   "rules": [{"path": "*.bias", "to": "cuda:1"}, {"path": "nosuch*", "to": "cuda:2"}]})");
    file.close();
    const Outcome mapped = cairnCli({"convert", at("out.safetensors"), "-o", at("m.pth"), "--map", "cuda:*=cuda:0",
                                     "--map-file", file.fileName(), "--lenient", "--verify", "--json"});
    QVERIFY2(mapped.code == 0, mapped.err.constData());
    const QJsonObject report = jsonOf(mapped);
    QCOMPARE(report["tags_before"].toObject(), (QJsonObject{{"cpu", 8}}));
    QVERIFY(report["tags_after"].toObject()["cuda:1"].toInt() > 0);
    QVERIFY2(report["warnings"][0].toString().contains("no name fits \"nosuch*\""), mapped.out.constData());
    QVERIFY2(report["warnings"][1].toString().contains("nothing is saved on \"cuda:*\""), mapped.out.constData());

    const Outcome cut = cairnCli(
        {"convert", at("m.pth"), "-o", at("cut.pth"), "--shard-size", "100B", "--map", "cuda:*=cuda:0", "--verify"});
    QVERIFY2(cut.code == 0 && cut.out.contains("cuda:0 ("), cut.out.constData());
    const QByteArray again = cairnCli({"inspect", "--json", at("cut.pth.index.json")}).out;
    QVERIFY(again.contains("cuda:0") && again.contains("\"cpu\"") && !again.contains("cuda:1"));
}

void TestConvertSafetensors::theNameSaysTheFormat_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("format");
    const auto row = [](const char* name, const QString& source, const QString& target, const QStringList& options,
                        const char* format) { QTest::newRow(name) << source << target << options << QString(format); };
    const QString zip = fixture("torch113/state_dict.pt");
    const QString stream = fixture("torch113/legacy_state_dict.pt");
    const QString tensors = fixture("torch214/safe_state_dict.safetensors");
    row("to safetensors", zip, "x.safetensors", {}, "safetensors");
    row("capital letters", zip, "x.SafeTensors", {}, "safetensors");
    row("of an old stream", stream, "x.safetensors", {}, "safetensors");
    row("with rules", zip, "x.safetensors", {"--drop", "conv.weight", "--cast", "BF16"}, "safetensors");
    row("said twice", zip, "x.safetensors", {"--to", "Safetensors"}, "safetensors");
    row("container of the source", stream, "x.pth", {}, "torch-legacy");
    row("container that is asked for", stream, "x.pth", {"--to", "pth"}, "torch-zip");
    row("name that says nothing", zip, "x.model", {}, "torch-zip");
    row("name that says nothing, and --to", zip, "x.model", {"--to", "safetensors"}, "safetensors");
    for (const char* ending : {".pth", ".pt", ".bin", ".ckpt", ".pth.tar", ".PTH"}) {
        row(ending, tensors, QString("x") + ending, {}, "torch-zip");
    }
}

void TestConvertSafetensors::theNameSaysTheFormat()
{
    QFETCH(QString, source);
    QFETCH(QString, target);
    QFETCH(QStringList, options);
    QFETCH(QString, format);
    const Outcome outcome = cairnCli(QStringList{"convert", source, "-o", at(target), "--verify"} + options);
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(files(), QStringList{target});
    QCOMPARE(jsonOf(cairnCli({"inspect", "--json", at(target)}))["format"].toString(), format);
    const Outcome again =
        cairnCli(QStringList{"convert", source, "--out-dir", at("d"), "--name", "{stem}-" + target} + options);
    QVERIFY2(again.code == 0, again.err.constData()); // of a pattern too
    const QString copy = at("d/" + filesIn(at("d")).value(0));
    QCOMPARE(jsonOf(cairnCli({"inspect", "--json", copy}))["format"].toString(), format);
}

void TestConvertSafetensors::sparesItsSource()
{
    QVERIFY(QFile::copy(fixture("byhand/safe_spaces.safetensors"), at("own.safetensors")));
    const qint64 size = QFile(at("own.safetensors")).size();
    const Outcome outcome =
        cairnCli({"convert", at("own.safetensors"), "-o", at("own.safetensors"), "--to", "safetensors", "--force"});
    QCOMPARE(outcome.code, 4);
    QVERIFY2(outcome.err.contains("the source itself"), outcome.err.constData());
    QCOMPARE(QFile(at("own.safetensors")).size(), size);
    QCOMPARE(files(), QStringList{"own.safetensors"});
}

CAIRN_TEST(TestConvertSafetensors, QCoreApplication);

} // namespace cairn::tst_convert_safetensors

#include "tst_convert_safetensors.moc"
