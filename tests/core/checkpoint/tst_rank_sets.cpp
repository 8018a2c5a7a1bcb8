#include "core/checkpoint/folders/folder_kind.h"
#include "core/checkpoint/readers/open.h"
#include "tests/support/files.h"
#include "tests/support/folder_facts.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <filesystem>

namespace cairn::tst_rank_sets {

using namespace cairn::checkpoint;
using cairn::test::HarmedFolder;
using cairn::test::tensorLines;
using cairn::test::text;

/// Several sets of files of ranks in one folder: never is one taken for the parts of another.
class TestRankSets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensTheModelAndTellsOfTheOthers();
    void opensTheOthersByTheirNames();
    void asksWhichModel();
    void opensTheModelBesideThem();
    void keepsExtensionsApart();
    void takesAFileOfThatNameFirst();
};

void TestRankSets::opensTheModelAndTellsOfTheOthers()
{
    const auto checkpoint = test::openedFixture("folders/torch214/ranks_verl");
    QVERIFY(checkpoint);
    QString beside;
    for (const Fact& fact : checkpoint->facts()) {
        beside += fact.name.text() == "beside it" ? text(fact.value.text()) : QString();
    }
    QVERIFY2(beside.contains("extra_state_world_size_2_rank_*.pt and optim_world_size_2_rank_*.pt"),
             qPrintable(beside));
}

void TestRankSets::opensTheOthersByTheirNames()
{
    const QString folder = test::fixture("folders/torch214/ranks_verl");
    const auto optimizer = test::openedCheckpoint(folder + "/optim_world_size_2_rank_*.pt");
    QVERIFY(optimizer);
    QCOMPARE(optimizer->format(), Format::RankFiles);
    QCOMPARE(text(optimizer->path()), folder + "/optim_world_size_2_rank_*.pt");
    QVERIFY(tensorLines(*optimizer).join('\n').contains("exp_avg"));
    const auto model = test::openedCheckpoint(folder + "/model_world_size_2_rank_*.pt");
    QVERIFY(model);
    QCOMPARE(tensorLines(*model), tensorLines(*test::openedCheckpoint(folder)));
    QVERIFY(!openCheckpoint((folder + "/other_rank_*.pt").toStdString()));
}

/// What an earlier run with more ranks left, beside what a later one wrote.
void TestRankSets::asksWhichModel()
{
    const HarmedFolder folder("torch214/ranks_verl");
    for (const char* rank : {"0", "1", "2", "3"}) {
        const std::string from = rank[0] < '2' ? rank : "0";
        std::filesystem::copy_file(folder.file(("model_world_size_2_rank_" + from + ".pt").c_str()),
                                   folder.file((std::string("model_world_size_16_rank_") + rank + ".pt").c_str()));
    }
    const auto several = openCheckpoint(folder.path());
    QVERIFY(!several);
    const QString told = text(several.error().paragraph());
    QVERIFY2(told.contains("\"model_world_size_2_rank_*.pt\", \"model_world_size_16_rank_*.pt\""), qPrintable(told));
    QVERIFY2(told.contains("model_world_size_16_rank_*.pt'"), qPrintable(told)); // in quotes, as a shell needs it
    const auto chosen = openCheckpoint(folder.file("model_world_size_2_rank_*.pt"));
    QVERIFY(chosen);
    QCOMPARE(tensorLines(**chosen), tensorLines(*test::openedFixture("folders/torch214/ranks_verl")));
}

/// What is the model has its own file, and the ranks have their optimizers.
void TestRankSets::opensTheModelBesideThem()
{
    const HarmedFolder folder("torch214/ranks_verl");
    for (const char* rank : {"model_world_size_2_rank_0.pt", "model_world_size_2_rank_1.pt"}) {
        std::filesystem::remove(folder.file(rank));
    }
    QVERIFY(!openCheckpoint(folder.path())); // two sets
    std::filesystem::copy_file(test::fixture("torch214/safe_state_dict.safetensors").toStdString(),
                               folder.file("model.safetensors"));
    const auto model = openCheckpoint(folder.path());
    QVERIFY(model);
    QCOMPARE((*model)->format(), Format::Safetensors);
}

void TestRankSets::keepsExtensionsApart()
{
    const HarmedFolder folder("torch214/ranks_verl");
    std::filesystem::rename(folder.file("model_world_size_2_rank_1.pt"), folder.file("model_world_size_2_rank_1.pth"));
    QVERIFY(!openCheckpoint(folder.path()));
    const auto first = openCheckpoint(folder.file("model_world_size_2_rank_*.pt"));
    QVERIFY(first);
    QVERIFY(test::codesOf(**first).contains("shards.missing"));
}

void TestRankSets::takesAFileOfThatNameFirst()
{
    const HarmedFolder folder("torch214/ranks_verl");
    const std::string name = folder.file("optim_world_size_2_rank_*.pt");
    std::filesystem::copy_file(folder.file("model_world_size_2_rank_0.pt"), name);
    QVERIFY(!guessRankSet(name));
    QVERIFY(!folderOf(name));
    const auto file = openCheckpoint(name);
    QVERIFY(file);
    QCOMPARE((*file)->format(), Format::TorchZip);
}

CAIRN_TEST(TestRankSets);

} // namespace cairn::tst_rank_sets

#include "tst_rank_sets.moc"
