#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QTemporaryDir>

#include <algorithm>

namespace cairn::tst_diff {

using namespace cairn::test;

/// What of two checkpoints is compared, in which order, and what is said of the rest.
class TestDiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void ignores();
    void keepsAndDrops();
    void neverHidesWhatIsMissingBelow();
    void rulesThatMatchNothing();
    void nothingIsNotTheSame();
    void whatIsMissingIsNotTheSame_data();
    void whatIsMissingIsNotTheSame();
    void orders();
    void showsAFewRowsOfMany();
    void quiet();
    void namesWithoutPrefixes();
    void numbersAreCompared();
    void castWeights();

    void averagesAreNotTheModel();

private:
    [[nodiscard]] Outcome diff(const QStringList& options) const
    {
        return cairnCli(QStringList{"diff", kSample, m_copy} + options);
    }

    QTemporaryDir m_folder;
    QString m_copy; ///< of the sample: all on the cpu, without the states of the optimizer
};

void TestDiff::initTestCase()
{
    m_copy = m_folder.filePath("copy.pth");
    const Outcome written = cairnCli({"convert", kSample, "-o", m_copy, "--drop", "optimizer.state"});
    QVERIFY2(written.code == 0, written.err.constData());
}

void TestDiff::ignores()
{
    const QJsonObject all = jsonOf(diff({"--json"}));
    const int devices = all["counts"].toObject()["device"].toInt();
    QVERIFY(devices > 10);
    const Outcome ignored = diff({"--ignore", "DEVICE", "--ignore", "missing", "--ignore", "value", "--json"});
    QVERIFY2(ignored.code == 0, ignored.out.constData());
    QCOMPARE(jsonOf(ignored)["ignored"].toObject()["device"].toInt(), devices);
    QCOMPARE(jsonOf(ignored)["ignored"].toObject()["missing"].toInt(), 1);
    QCOMPARE(jsonOf(ignored)["counts"].toObject()["device"].toInt(), 0);
    const Outcome text = diff({"--ignore", "device", "--ignore", "missing", "--ignore", "value"});
    QVERIFY2(text.out.simplified().contains("Ignored: missing (1), device (" + QByteArray::number(devices) + ")"),
             text.out.constData());
    QVERIFY(diff({"--ignore", "shape"}).err.contains("is none of device, dtype"));
}

void TestDiff::keepsAndDrops()
{
    QCOMPARE(diff({"--keep", "epoch"}).code, 0);
    QCOMPARE(diff({"--keep", "model"}).code, 1);
    const QJsonObject kept = jsonOf(diff({"--keep", "model", "--drop", "*.weight", "--json"}));
    QVERIFY(!kept["rows"].toArray().isEmpty());
    for (const QJsonValue& row : kept["rows"].toArray()) {
        const QString name = row["name"].toString();
        QVERIFY2(name.startsWith("model.") && !name.endsWith(".weight"), qPrintable(name));
    }
    QVERIFY(kept["not_compared"].toObject()["rows_left_out"].toInt() > 100);
    // Nor are numbers read of what is left out.
    const QJsonObject read = jsonOf(diff({"--keep", "epoch", "--json"}));
    QVERIFY(read["same"].toBool());
}

void TestDiff::neverHidesWhatIsMissingBelow()
{
    const Outcome missing = diff({"--keep", "*.exp_avg", "--json"});
    QCOMPARE(missing.code, 1);
    QCOMPARE(jsonOf(missing)["rows"].toArray().at(0)["name"].toString(), QString("optimizer.state"));
    const Outcome other = cairnCli({"diff", m_copy, kSample, "--keep", "*.exp_avg", "--json"});
    QCOMPARE(other.code, 1);
    QCOMPARE(jsonOf(other)["counts"].toObject()["unexpected"].toInt(), 1);
}

void TestDiff::rulesThatMatchNothing()
{
    const Outcome mistyped = diff({"--drop", "optimzer"});
    QCOMPARE(mistyped.code, 2);
    QVERIFY(mistyped.out.isEmpty());
    QVERIFY2(mistyped.err.contains("--drop \"optimzer\" matched nothing") && mistyped.err.contains("\"optimizer"),
             mistyped.err.constData());
    QCOMPARE(diff({"--rename", "model.="}).code, 2); // takes --same-weights
    QCOMPARE(diff({"--same-weights", "--rename", "modle.="}).code, 2);
    QCOMPARE(diff({"--atol", "-1"}).code, 2);
    QCOMPARE(diff({"--rtol", "nan"}).code, 2);
}

void TestDiff::nothingIsNotTheSame()
{
    for (const QStringList& options : {QStringList{"--same-weights", "--drop", "*"}, QStringList{"--drop", "*"},
                                       QStringList{"--state-dicts", "--keep", "epoch"}}) {
        const Outcome nothing = diff(options);
        QCOMPARE(nothing.code, 2);
        QVERIFY(nothing.out.isEmpty());
        QVERIFY2(nothing.err.contains("nothing was compared"), nothing.err.constData());
    }
    const QStringList ignoring{"--ignore", "missing", "--ignore", "unexpected", "--ignore", "type"};
    const QString other = fixture("torch113/legacy_shared.pt");
    QCOMPARE(cairnCli(QStringList{"diff", kSample, other, "--same-weights"} + ignoring).code, 2);
    QCOMPARE(cairnCli(QStringList{"diff", kSample, other} + ignoring).code, 2);
    const Outcome weights = diff({"--same-weights", "--keep", "model.norm.*"});
    QVERIFY2(weights.out.contains("The same weights: 2 tensors."), weights.out.constData());
}

void TestDiff::whatIsMissingIsNotTheSame_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("opened");
    QTest::addColumn<QString>("missing");
    QTest::newRow("a shard") << "byhand/sharded_safetensors" << "model.safetensors.index.json"
                             << "model-00002-of-00003.safetensors";
    QTest::newRow("a file of a rank") << "folders/torch26/dcp_two_ranks" << "" << "__1_0.distcp";
}

/// A file that lacks something is not the same as itself, nor free of NaN, nor does torch load it.
void TestDiff::whatIsMissingIsNotTheSame()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, opened);
    QFETCH(const QString, missing);
    const QString source = fixture(folder);
    const QTemporaryDir copy;
    for (const QString& name : filesIn(source)) {
        QVERIFY(QFile::copy(source + '/' + name, copy.filePath(name)));
    }
    const QString path = copy.filePath(opened);
    QCOMPARE(cairnCli({"diff", source + '/' + opened, path}).code, 0);
    QCOMPARE(cairnCli({"stats", path, "--nan"}).code, 0);
    QVERIFY(QFile::remove(copy.filePath(missing)));

    for (const char* option : {"--values", "--no-values", "--same-weights"}) {
        const Outcome text = cairnCli({"diff", path, path, option});
        QCOMPARE(text.code, 1);
        const QByteArray said = text.out.simplified();
        QVERIFY2(said.contains("A is damaged: ") && said.contains("B is damaged: ") &&
                     !said.contains("No difference: ") && !said.contains("The same weights: "),
                 said.constData());
        const QJsonObject json = jsonOf(cairnCli({"diff", path, path, option, "--json"}));
        QVERIFY(!json["same"].toBool() && !json["damage_a"].toString().isEmpty());
    }
    const Outcome stats = cairnCli({"stats", path, "--nan"});
    QCOMPARE(stats.code, 1);
    QVERIFY2(stats.out.contains("The file is damaged: "), stats.out.constData());
    const Outcome quiet = cairnCli({"stats", path, "--nan", "-q"});
    QVERIFY2(quiet.code == 1 && quiet.out.contains("The file is damaged: "), quiet.out.constData());
    const Outcome list = cairnCli({"stats", path, kSample, "--nan"});
    QVERIFY2(list.code == 1 && list.out.contains("1 of 2 files holds"), list.out.constData());
    const QJsonObject json = jsonOf(cairnCli({"stats", path, "--json"}));
    QVERIFY(!json["damage"].toString().isEmpty());
    const Outcome check = cairnCli({"check", path, "--machine", "cpu"});
    QVERIFY2(check.code == 1 && !check.out.contains("Loads"), check.out.constData());
}

void TestDiff::orders()
{
    const auto names = [&](const QString& order) {
        QStringList found;
        const QJsonObject document = jsonOf(diff({"--sort", order, "--json"}));
        for (const QJsonValue& row : document["rows"].toArray()) {
            found.append(row["name"].toString());
        }
        return found;
    };
    const QStringList inFile = names("file");
    QStringList sorted = inFile;
    std::ranges::sort(sorted);
    QVERIFY(sorted != inFile);
    QCOMPARE(names("name"), sorted);
    QCOMPARE(names("size").at(0), QString("optimizer.state")); // all states together
}

void TestDiff::showsAFewRowsOfMany()
{
    const QString onCpu = m_folder.filePath("cpu.pth"); // each tensor is a difference
    QCOMPARE(cairnCli({"convert", kSample, "-o", onCpu}).code, 0);
    const auto compared = [&](const QStringList& options) {
        return cairnCli(QStringList{"diff", kSample, onCpu} + options);
    };
    // Of many that differ by the device alone a few are enough: five of each pair of devices.
    const Outcome moved = compared({});
    QCOMPARE(moved.out.count("\ndevice "), 10);
    QVERIFY2(
        moved.out.simplified().contains("And 128 more rows that differ by the saved device alone; --top 0 shows all"),
        moved.out.constData());
    const Outcome one = compared({"--keep", "model"});
    QVERIFY2(one.out.contains("the saved device alone, cuda:0 to cpu; --top 0"), one.out.constData());
    const QString half = m_folder.filePath("half.pth");
    QCOMPARE(cairnCli({"convert", kSample, "-o", half, "--cast", "fp16"}).code, 0);
    const Outcome brief = cairnCli({"diff", kSample, half});
    QVERIFY(brief.out.count('\n') < 60);
    QVERIFY2(brief.out.contains("more rows; --top 0 shows all"), brief.out.constData());
    const qsizetype rows = jsonOf(compared({"--json"}))["rows"].toArray().size();
    QVERIFY(rows > 50);
    QVERIFY(compared({"--top", "0"}).out.count('\n') > rows);
    const QJsonObject top = jsonOf(compared({"--top", "3", "--json"}));
    QCOMPARE(top["rows"].toArray().size(), 3);
    QCOMPARE(top["rows_not_shown"].toInt(), rows - 3);
}

void TestDiff::quiet()
{
    const Outcome outcome = diff({"-q"});
    QCOMPARE(outcome.code, 1);
    QVERIFY(outcome.out.isEmpty() && outcome.err.isEmpty());
}

/// What was taken off the names is said, since other weights may be called so.
void TestDiff::namesWithoutPrefixes()
{
    const auto renamed = [&](const QString& prefix) {
        const QString path = m_folder.filePath(prefix + ".pth");
        const Outcome made = cairnCli(
            {"convert", fixture("torch113/state_dict.pt"), "-o", path, "--force", "--rename", "*=" + prefix + ".*"});
        return made.code == 0 ? path : QString();
    };
    const Outcome other = cairnCli({"diff", renamed("encoder"), renamed("decoder"), "--same-weights"});
    QCOMPARE(other.code, 0);
    QVERIFY2(other.out.simplified().contains(R"(Names are compared without "encoder." of A and "decoder." of B.)"),
             other.out.constData());
    // What wraps a model is said, too, also beside a prefix, unless it wraps both.
    const auto said = [&](const QString& a, const QString& b) {
        const Outcome outcome = cairnCli({"diff", renamed(a), renamed(b), "--same-weights"});
        return outcome.code == 0 ? outcome.out.simplified() : outcome.err;
    };
    QVERIFY2(said("module", "net").contains(R"(without "module." of A and "net." of B.)"), said("module", "net"));
    QVERIFY2(said("module.net", "_orig_mod").contains(R"(without "module." and "net." of A and "_orig_mod." of B.)"),
             said("module.net", "_orig_mod"));
    QVERIFY2(!said("module", "module").contains("Names are compared"), said("module", "module"));
    const QJsonObject json =
        jsonOf(cairnCli({"diff", renamed("encoder"), fixture("torch113/state_dict.pt"), "--same-weights", "--json"}));
    QCOMPARE(json["prefix_a"].toString(), "encoder.");
    QCOMPARE(json["prefix_b"].toString(), "");

    const QString part =
        m_folder.filePath("one.safetensors"); // what is a module of the other, which has others besides
    const QStringList alone{"--keep", "conv.*", "--rename", "conv.="};
    QCOMPARE(cairnCli(QStringList{"convert", fixture("torch113/state_dict.pt"), "-o", part} + alone).code, 0);
    for (const bool isSwapped : {false, true}) {
        QStringList files{part, fixture("torch113/state_dict.pt")};
        files = isSwapped ? QStringList{files[1], files[0]} : files;
        const Outcome inModule = cairnCli(QStringList{"diff"} + files + QStringList{"--same-weights"});
        QVERIFY2(inModule.code == 1 && inModule.out.contains(isSwapped ? R"("conv." of A)" : R"("conv." of B)") &&
                     inModule.out.contains("The same where both have them: 2 tensors") &&
                     inModule.out.contains("--keep conv asks"),
                 inModule.out.constData());
        const Outcome kept = cairnCli(QStringList{"diff"} + files + QStringList{"--same-weights", "--keep", "conv"});
        QVERIFY2(kept.code == 0 && kept.out.contains("The same weights: 2 tensors"), kept.out + kept.err);
    }

    const QString wrapped = renamed("module");
    const Outcome plain = cairnCli({"diff", wrapped, fixture("torch113/state_dict.pt")});
    QVERIFY2(plain.code == 1 && plain.out.contains("No tensor has one name in both. --same-weights"),
             plain.out.constData());
    const QStringList same{"diff", wrapped, fixture("torch113/state_dict.pt"), "--same-weights", "--rename"};
    QCOMPARE(cairnCli(same.first(4)).code, 0);
    const Outcome all = cairnCli(same + QStringList{"module=model"});
    QCOMPARE(all.code, 2);
    QVERIFY2(all.err.contains("takes the wrappers module and _orig_mod off all names, so that the first is "
                              "\"conv.weight\""),
             all.err.constData());
    const Outcome one = cairnCli(same + QStringList{"module.cnov.weight=x"});
    QVERIFY2(one.code == 2 && one.err.contains("off all names; did you mean \"conv.weight\"?"), one.err.constData());
}

/// A file of tensors of one number, and of those that averages keep about themselves, which have no dimensions.
QByteArray safetensorsOf(const QMap<QString, float>& tensors)
{
    static const QStringList kScalars{"n_averaged", "decay", "num_updates"};
    QByteArray header = "{";
    QByteArray numbers;
    for (const auto& [key, value] : tensors.asKeyValueRange()) {
        header += (numbers.isEmpty() ? "\"" : ",\"") + key.toUtf8() + R"(":{"dtype":"F32","shape":)" +
                  (kScalars.contains(key) ? "[]" : "[1]") + R"(,"data_offsets":[)" +
                  QByteArray::number(numbers.size()) + ',' + QByteArray::number(numbers.size() + 4) + "]}";
        numbers += QByteArray(reinterpret_cast<const char*>(&value), sizeof(value));
    }
    header += '}';
    const auto length = static_cast<std::uint64_t>(header.size());
    return QByteArray(reinterpret_cast<const char*>(&length), sizeof(length)) + header + numbers;
}

/// A training keeps an average beside the weights, under any name and in any order.
void TestDiff::averagesAreNotTheModel()
{
    const QTemporaryDir folder;
    const auto written = [&folder](const QString& name, const QMap<QString, float>& tensors) {
        return writtenFile(folder, name, safetensorsOf(tensors));
    };
    const QString both = written("both.safetensors", {{"ema_model.w", 2.0F}, {"model.w", 1.0F}});
    const QString model = written("model.safetensors", {{"w", 1.0F}});
    const QString average = written("average.safetensors", {{"w", 2.0F}});
    for (const auto& [a, b] : {std::pair(both, model), std::pair(model, both)}) {
        const Outcome same = cairnCli({"diff", a, b, "--same-weights"});
        QVERIFY2(same.code == 0 && same.out.contains("The same weights: 1 tensor"), same.out.constData());
        QVERIFY2(same.out.simplified().contains(R"(Moving averages were not compared: "ema_model" of )"),
                 same.out.constData());
        QVERIFY(!cairnCli({"diff", a, b, "--same-weights", "--drop", "ema*"}).out.contains("averages"));
    }
    // An average in one of two trainings, and the count that AveragedModel adds, are no difference of the weights.
    const QString before = written("before.safetensors", {{"model.w", 1.0F}});
    const QString counted = written("counted.safetensors", {{"module.w", 1.0F}, {"n_averaged", 4.0F}});
    const QString decayed = written("decayed.safetensors", {{"w", 1.0F}, {"decay", 0.9F}, {"num_updates", 4.0F}});
    QCOMPARE(cairnCli({"diff", decayed, model, "--same-weights"}).code, 0);
    const QString decays = written("decays.safetensors", {{"w", 1.0F}, {"decay", 0.9F}}); // as a model may, too
    QCOMPARE(cairnCli({"diff", decays, model, "--same-weights"}).code, 1);
    for (const QString& file : {before, counted}) {
        const Outcome same = cairnCli({"diff", file, both, "--same-weights"});
        QVERIFY2(same.code == 0 && same.out.contains(R"(not compared: "ema_model" of B)"), same.out.constData());
    }
    const Outcome other = cairnCli({"diff", both, average, "--same-weights"});
    QCOMPARE(other.code, 1);
    QVERIFY2(other.out.simplified().contains(R"(The same weights as in B are in "ema_model" of A)"),
             other.out.constData());
    QCOMPARE(cairnCli({"diff", both, average, "--same-weights", "--keep", "ema_model"}).code, 0);
    // A module of which all is the same is not the whole file, and an average that both have is compared.
    const QString two = written("two.safetensors", {{"net.a", 1.0F}, {"net.b", 2.0F}, {"out.w", 3.0F}});
    const QString three = written("three.safetensors", {{"net.a", 1.0F}, {"net.b", 2.0F}, {"fc.w", 3.0F}});
    QCOMPARE(cairnCli({"diff", two, three, "--same-weights"}).code, 1);
    const QString wrapped =
        written("wrapped.safetensors", {{"model.a", 1.0F}, {"model.ema.a", 2.0F}, {"loss.w", 0.0F}});
    const QString plain = written("plain.safetensors", {{"a", 1.0F}, {"ema.a", 2.5F}});
    QCOMPARE(cairnCli({"diff", wrapped, plain, "--same-weights"}).code, 1);
    QVERIFY(!cairnCli({"diff", both, written("third.safetensors", {{"w", 3.0F}}), "--same-weights"})
                 .out.contains("moving average"));
}

/// "No difference" speaks of the numbers, unless somebody does not want them read.
void TestDiff::numbersAreCompared()
{
    const QTemporaryDir folder;
    const QStringList pair{"diff", writtenFile(folder, "a.safetensors", safetensorsOf({{"w", 1.0F}})),
                           writtenFile(folder, "b.safetensors", safetensorsOf({{"w", 2.0F}}))};
    const Outcome whole = cairnCli(pair);
    QVERIFY2(whole.code == 1 && whole.out.contains("Differences: numbers (1)."), whole.out.constData());
    const Outcome structure = cairnCli(pair + QStringList{"--no-values"});
    QVERIFY2(structure.code == 0 && structure.out.simplified().contains("were not compared (--no-values)"),
             structure.out.constData());
    for (const QStringList& options :
         {QStringList{"--same-weights"}, {"--rtol", "1"}, {"--sort", "l2"}, {"--values"}}) {
        QCOMPARE(cairnCli(pair + QStringList{"--no-values"} + options).code, 2);
    }
}

void TestDiff::castWeights()
{
    const QString copy = m_folder.filePath("bf16.pth");
    QCOMPARE(cairnCli({"convert", kSample, "-o", copy, "--cast", "bf16"}).code, 0);
    const QStringList same{"diff", kSample, copy, "--same-weights"};
    const Outcome rounded = cairnCli(same);
    QVERIFY2(rounded.code == 1 && rounded.out.simplified().contains("--ignore dtype, and --rtol 0.004 for bfloat16"),
             rounded.out.constData());
    const Outcome near = cairnCli(same + QStringList{"--rtol", "0.004"});
    QVERIFY2(near.code == 1 && near.out.contains("Dtypes are no difference with --ignore dtype."),
             near.out.constData());
    QCOMPARE(cairnCli(same + QStringList{"--rtol", "0.004", "--ignore", "dtype"}).code, 0);
    const QString half = m_folder.filePath("fp16.pth");
    QCOMPARE(cairnCli({"convert", kSample, "-o", half, "--cast", "fp16"}).code, 0);
    const QStringList advice{"--rtol", "0.0005", "--atol", "1e-7", "--ignore", "dtype"};
    QCOMPARE(cairnCli(QStringList{"diff", kSample, half, "--same-weights"} + advice).code, 0);
}

CAIRN_TEST(TestDiff, QCoreApplication);

} // namespace cairn::tst_diff

#include "tst_diff.moc"
