#include "core/checkpoint/trust.h"
#include "tests/support/files.h"
#include "tests/support/folder_facts.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>

#include <filesystem>

namespace cairn::tst_deepspeed {

using namespace cairn::checkpoint;
using cairn::test::codesOf;
using cairn::test::HarmedFolder;
using cairn::test::tensorLines;
using cairn::test::text;

namespace {

namespace fs = std::filesystem;

/// Those below one name, without it.
QStringList below(const QStringList& lines, const QString& name)
{
    QStringList found;
    for (const QString& line : lines) {
        if (line.startsWith(name)) {
            found << line.mid(name.size());
        }
    }
    return found;
}

/// What the optimizer keeps of one name, by parameter.
QStringList stateLines(const QStringList& lines, const QString& key)
{
    QStringList found;
    for (QString line : below(lines, "optimizer/state/")) {
        if (line.contains("/" + key + " ")) {
            found << line.replace("/" + key + " ", " ");
        }
    }
    return found;
}

QString issuesOf(const Checkpoint& checkpoint)
{
    QStringList lines;
    for (const Issue& issue : checkpoint.issues()) {
        lines << text(issue.path) + ": " + text(issue.message.text());
    }
    return lines.join("\n");
}

/// A whole folder in which one file was replaced by a harmed one.
class HostileFolder : public HarmedFolder {
public:
    HostileFolder(const QString& folder, const QString& tag, const QString& harm) : HarmedFolder("deepspeed/" + folder)
    {
        const fs::path files = test::fixture("folders/deepspeed/hostile/" + harm).toStdString();
        for (const auto& file : fs::directory_iterator(files)) {
            const fs::path to = fs::path(path()) / tag.toStdString() / file.path().filename();
            fs::remove(to);
            fs::copy_file(file.path(), to);
        }
    }
};

} // namespace

class TestDeepSpeed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasWhatDeepSpeedFinds_data();
    void hasWhatDeepSpeedFinds();
    void becomesOneFile_data() { hasWhatDeepSpeedFinds_data(); }
    void becomesOneFile();
    void offersTheModule_data();
    void offersTheModule();
    void keepsTies_data() { hasWhatDeepSpeedFinds_data(); }
    void keepsTies();
    void namesTheParameters();
    void opensByItsTag();
    void takesAnotherTag();
    void tellsWhatIsMissing();
    void copiesWhatIsLeft();
    void tellsWhatWasCut();
    void refusesHostileFiles_data();
    void refusesHostileFiles();
    void ignoresPaddingThatLies();
    void judgesEachFile();
    void followsNoLatestOutside();
    void refusesCutModels_data();
    void refusesCutModels();
};

void TestDeepSpeed::hasWhatDeepSpeedFinds_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QJsonObject>("expected");
    const QJsonObject all = test::expectedOf("deepspeed");
    for (auto folder = all.begin(); folder != all.end(); ++folder) {
        QTest::newRow(qPrintable(folder.key()))
            << test::fixture("folders/deepspeed/" + folder.key()) << folder.value().toObject();
    }
}

void TestDeepSpeed::hasWhatDeepSpeedFinds()
{
    QFETCH(QString, folder);
    QFETCH(QJsonObject, expected);
    const auto checkpoint = test::openedCheckpoint(folder);
    QVERIFY(checkpoint);
    QCOMPARE(checkpoint->format(), Format::DeepSpeed);
    const QStringList lines = tensorLines(*checkpoint);
    QCOMPARE(below(lines, "fp32/"), test::expectedLines(expected["tensors"].toArray()));
    for (const QString& state : {QStringLiteral("exp_avg"), QStringLiteral("exp_avg_sq")}) {
        QCOMPARE(stateLines(lines, state), test::expectedLines(expected[state].toArray()));
    }
    QCOMPARE(issuesOf(*checkpoint), QString());
    QCOMPARE(trustOf(*checkpoint).trust, Trust::DataOnly);
}

void TestDeepSpeed::becomesOneFile()
{
    QFETCH(QString, folder);
    QFETCH(QJsonObject, expected);
    const auto checkpoint = test::openedCheckpoint(folder);
    QVERIFY(checkpoint);
    const QTemporaryDir to;
    const auto copy = test::asOneFile(*checkpoint, to.filePath("one.pth").toStdString());
    QVERIFY(copy);
    QCOMPARE(copy->format(), Format::TorchZip);
    QCOMPARE(tensorLines(*copy), tensorLines(*checkpoint));
    // torch loads it as data: nothing of DeepSpeed's own is left in it.
    for (const GlobalUse& global : copy->globals()) {
        QVERIFY2(global.latest == Verdict::Allowed, global.name.c_str());
    }
}

void TestDeepSpeed::offersTheModule_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<bool>("isThere");
    QTest::newRow("stage 1") << "zero1" << true;
    QTest::newRow("stage 2") << "zero2_bf16" << true;
    QTest::newRow("stage 3") << "zero3" << false; // its module is empty
    QTest::newRow("universal") << "universal" << true;
}

/// In front of everything else, and only where it is whole.
void TestDeepSpeed::offersTheModule()
{
    QFETCH(QString, folder);
    QFETCH(bool, isThere);
    const auto checkpoint = test::openedFixture("folders/deepspeed/" + folder);
    QVERIFY(checkpoint);
    const Entry& first = checkpoint->entries()[checkpoint->entries().front().firstChild];
    QCOMPARE(text(checkpoint->keyText(first)), QString(isThere ? "module" : "fp32"));
    QCOMPARE(below(tensorLines(*checkpoint), "module/").size(), isThere ? 7 : 0);
}

void TestDeepSpeed::keepsTies()
{
    QFETCH(QString, folder);
    const auto checkpoint = test::openedCheckpoint(folder);
    QVERIFY(checkpoint);
    QSet<StorageId> storages;
    QSet<StorageId> steps;
    for (const Tensor& tensor : checkpoint->tensors()) {
        const QString name = text(checkpoint->entryName(tensor.entry));
        if (name == "fp32.embed.weight" || name == "fp32.head.weight") {
            storages << tensor.storage;
        }
        if (name.startsWith("optimizer.") && name.endsWith(".step")) {
            steps << tensor.storage;
        }
    }
    QCOMPARE(storages.size(), 1);
    // An optimizer counts up in place: parameters may not share what it counts in.
    QCOMPARE(steps.size(), 3);
}

void TestDeepSpeed::namesTheParameters()
{
    const auto checkpoint = test::openedFixture("folders/deepspeed/zero3");
    QVERIFY(checkpoint);
    QStringList names;
    for (EntryId id = 0; id < checkpoint->entries().size(); ++id) {
        const QString name = text(checkpoint->entryName(id));
        if (name.contains(QRegularExpression("^optimizer\\.param_groups\\.\\d\\.params\\.\\d$"))) {
            names << name.mid(23, 1) + text(checkpoint->valueRepr(checkpoint->entries()[id]));
        }
    }
    QCOMPARE(names, QStringList({"0'up.weight'", "0'embed.weight'", "1'up.bias'"}));
}

void TestDeepSpeed::opensByItsTag()
{
    const auto root = test::openedFixture("folders/deepspeed/zero2");
    const auto tag = test::openedFixture("folders/deepspeed/zero2/global_step2");
    QVERIFY(root && tag);
    QCOMPARE(tensorLines(*tag), tensorLines(*root));
}

/// Where the latest is not there, the others are offered.
void TestDeepSpeed::takesAnotherTag()
{
    const HarmedFolder folder("deepspeed/zero2");
    fs::copy(folder.file("global_step2"), folder.file("global_step1"));
    QVERIFY(openCheckpoint(folder.path()));
    fs::rename(folder.file("global_step2"), folder.file("global_step3"));
    const auto several = openCheckpoint(folder.path());
    QVERIFY(!several);
    QVERIFY2(several.error().what.text().contains("\"global_step1\", \"global_step3\""),
             several.error().what.text().c_str());
}

void TestDeepSpeed::tellsWhatIsMissing()
{
    const HarmedFolder folder("deepspeed/zero2");
    const QStringList before = tensorLines(*test::openedCheckpoint(QString::fromStdString(folder.path())));
    fs::remove(folder.file("global_step2/zero_pp_rank_0_mp_rank_00_optim_states.pt"));
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QVERIFY(codesOf(**checkpoint).contains("shards.missing"));
    QVERIFY2(issuesOf(**checkpoint).contains("zero_pp_rank_0_mp_rank_00_optim_states.pt"),
             qPrintable(issuesOf(**checkpoint)));
    // The model itself, what was not trained, and what lies on the other rank alone.
    const QStringList after = tensorLines(**checkpoint);
    QCOMPARE(below(after, "module/"), below(before, "module/"));
    for (const char* whole : {"fp32/embed.weight ", "fp32/head.weight ", "fp32/frozen.weight ", "fp32/scale "}) {
        QCOMPARE(below(after, whole), below(before, whole));
    }
    for (const char* lost : {"fp32/up.weight ", "fp32/up.bias ", "optimizer/state/up.weight/exp_avg "}) {
        QVERIFY2(below(after, lost) != below(before, lost), lost);
    }
    QVERIFY(codesOf(**checkpoint).contains("pieces.gap"));
}

/// The rest is a copy that can be asked for.
void TestDeepSpeed::copiesWhatIsLeft()
{
    const HarmedFolder folder("deepspeed/zero2");
    for (const char* rank : {"0", "1"}) {
        fs::remove(
            folder.file((std::string("global_step2/zero_pp_rank_") + rank + "_mp_rank_00_optim_states.pt").c_str()));
    }
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    const QTemporaryDir to;
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression("the files of all ranks are missing"));
    QVERIFY(!test::asOneFile(**checkpoint, to.filePath("all.pth").toStdString()));
    // What shares its values with something that is kept is not left out.
    auto selection = convert::Selection::make({"fp32.head.weight"}, {}, {});
    QVERIFY(selection);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression("the files of all ranks are missing"));
    QVERIFY(!test::asOneFile(**checkpoint, to.filePath("tied.pth").toStdString(), std::move(*selection)));
    selection = convert::Selection::make({"module.*"}, {}, {});
    QVERIFY(selection);
    const auto copy = test::asOneFile(**checkpoint, to.filePath("module.pth").toStdString(), std::move(*selection));
    QVERIFY(copy);
    QCOMPARE(tensorLines(*copy), tensorLines(*test::openedFixture("folders/deepspeed/zero2")).filter("module/"));
}

void TestDeepSpeed::tellsWhatWasCut()
{
    const HarmedFolder folder("deepspeed/zero3");
    const std::string file = folder.file("global_step2/bf16_zero_pp_rank_1_mp_rank_00_optim_states.pt");
    fs::resize_file(file, fs::file_size(file) / 2);
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QVERIFY2(issuesOf(**checkpoint).contains("bf16_zero_pp_rank_1_mp_rank_00_optim_states.pt"),
             qPrintable(issuesOf(**checkpoint)));
    QVERIFY(codesOf(**checkpoint).contains("pieces.gap"));
    QCOMPARE(trustOf(**checkpoint).trust, Trust::Dangerous); // nobody knows what is in the rest
}

void TestDeepSpeed::refusesHostileFiles_data()
{
    QTest::addColumn<QString>("harm");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("told");
    QTest::newRow("fillings that lie") << "alignments"
                                       << "pieces.broken"
                                       << "the parts of the ranks have 36 elements, and the parameters take 40";
    QTest::newRow("a vector that is too short") << "short_vector"
                                                << "pieces.broken"
                                                << "the ranks have parts of different sizes: 17 and 18 elements";
    QTest::newRow("state that is too short") << "short_state"
                                             << "pieces.broken"
                                             << "the part of rank 0 has 17 elements, and should have 18 at least";
    QTest::newRow("places that lie") << "slices"
                                     << "pieces.broken"
                                     << "its place in the part of rank 0 is told in two ways";
    QTest::newRow("a number of ranks that lies")
        << "count"
        << "pieces.broken"
        << "it says that there were 4611686018427387904 ranks, and the model says 2";
    QTest::newRow("a shape beyond all numbers") << "shapes"
                                                << "tensor.huge"
                                                << "the shape has more elements than a tensor can have";
    QTest::newRow("ranks beyond all numbers") << "ranks"
                                              << "pieces.broken"
                                              << "it says that there were 2 ranks, and the model says 1048576";
}

void TestDeepSpeed::refusesHostileFiles()
{
    QFETCH(QString, harm);
    QFETCH(QString, code);
    QFETCH(QString, told);
    const HostileFolder folder("zero2", "global_step2", harm);
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QVERIFY2(codesOf(**checkpoint).contains(code), qPrintable(codesOf(**checkpoint).join(" ")));
    QVERIFY2(issuesOf(**checkpoint).contains(told), qPrintable(issuesOf(**checkpoint)));
    const QTemporaryDir to;
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression("cannot be written anew"));
    QVERIFY(!test::asOneFile(**checkpoint, to.filePath("one.pth").toStdString()));
}

/// How long the parts are is known from the other ranks. Where it is not, what does not fit is no value.
void TestDeepSpeed::ignoresPaddingThatLies()
{
    const HostileFolder folder("zero2", "global_step2", "paddings");
    const auto whole = openCheckpoint(folder.path());
    QVERIFY(whole);
    QCOMPARE(tensorLines(**whole), tensorLines(*test::openedFixture("folders/deepspeed/zero2")));
    fs::remove(folder.file("global_step2/zero_pp_rank_0_mp_rank_00_optim_states.pt"));
    const auto last = openCheckpoint(folder.path());
    QVERIFY(last);
    QVERIFY2(issuesOf(**last).contains("and the parameters take 36"), qPrintable(issuesOf(**last)));
}

/// torch would unpickle every one of them.
void TestDeepSpeed::judgesEachFile()
{
    const HostileFolder folder("zero2", "global_step2", "runs");
    const auto checkpoint = openCheckpoint(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE(trustOf(**checkpoint).trust, Trust::Dangerous);
}

/// Names of parameters are no names of files, and a `latest` names a folder beside it.
void TestDeepSpeed::followsNoLatestOutside()
{
    const HostileFolder names("universal", "universal", "names");
    fs::create_directories(names.file("../secret"));
    fs::copy_file(names.file("universal/zero/up.bias/fp32.pt"), names.file("../secret/fp32.pt"));
    const auto universal = openCheckpoint(names.path());
    QVERIFY(universal);
    QCOMPARE(tensorLines(**universal).filter("secret"), QStringList());

    const HarmedFolder folder("deepspeed/zero2");
    fs::rename(folder.file("global_step2"), folder.file("../outside"));
    fs::remove(folder.file("latest"));
    test::writeFile(QString::fromStdString(folder.file("latest")), "../outside");
    QVERIFY(!openCheckpoint(folder.path()));
}

void TestDeepSpeed::refusesCutModels_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("told");
    QTest::newRow("tensor parallel") << "mp_rank_01_model_states.pt"
                                     << "cut between 2 ranks";
    QTest::newRow("pipeline") << "layer_00-model_00-model_states.pt"
                              << "trained in a pipeline";
    QTest::newRow("experts") << "layer_0_expert_1_mp_rank_00_model_states.pt"
                             << "experts lie in files of their own";
}

void TestDeepSpeed::refusesCutModels()
{
    QFETCH(QString, file);
    QFETCH(QString, told);
    const HarmedFolder folder("deepspeed/zero2");
    fs::copy_file(folder.file("global_step2/mp_rank_00_model_states.pt"),
                  folder.file(("global_step2/" + file.toStdString()).c_str()));
    const auto opened = openCheckpoint(folder.path());
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Unsupported);
    QVERIFY2(text(opened.error().what.text()).contains(told), opened.error().what.text().c_str());
}

CAIRN_TEST(TestDeepSpeed);

} // namespace cairn::tst_deepspeed

#include "tst_deepspeed.moc"
