#include "core/checkpoint/pieces/piece_list.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/folder_facts.h"
#include "tests/support/test_program.h"
#include "tests/ui/view_test.h"
#include "ui/contents/pieces_view.h"
#include "ui/contents/ranks_view.h"
#include "ui/document/entry_text.h"
#include "ui/document/held_by.h"
#include "ui/inspector/pieces_picture.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QLabel>
#include <QTreeView>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace cairn::tst_folder_views {

using namespace cairn::ui;
using namespace cairn::test;

/// The views that only folders have: which piece of which tensor is in which file.
class tst_FolderViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranksOfNames_data();
    void ranksOfNames();
    void everyPieceHasItsPlace_data();
    void everyPieceHasItsPlace();
    void pieces();
    void piecesInOrder();
    void piecesThatAreNotThere();
    void factsOfPieces();
    void groupsSayWhoHoldsThem_data();
    void groupsSayWhoHoldsThem();
    void holdersInWords();
    void marksWhatIsIncomplete();
    void drawsWhoHoldsWhat();
    void ranks();
    void ranksThatAreNotThere();

private:
    [[nodiscard]] static QString state(const PiecesModel& model, int row)
    {
        return model.index(row, PiecesModel::State).data().toString();
    }
};

void tst_FolderViews::ranksOfNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("rank");
    const auto row = [](const char* name, int rank) { QTest::newRow(name) << QString(name) << rank; };
    row("__3_0.distcp", 3);
    row("model.safetensors", -1);
    row("model_world_size_2_rank_1.pt", 1);
    row("pytorch_model_fsdp_12.bin", 12);
    row("model.bin", -1);
    row("bf16_zero_pp_rank_7_mp_rank_00_optim_states.pt", 7);
    row("mp_rank_00_model_states.pt", -1);
    row("fp32.pt", -1);
}

void tst_FolderViews::ranksOfNames()
{
    QFETCH(QString, name);
    QFETCH(int, rank);
    const auto found = checkpoint::rankOfFile(name.toStdString());
    QCOMPARE(found ? static_cast<int>(*found) : -1, rank);
}

void tst_FolderViews::everyPieceHasItsPlace_data()
{
    QTest::addColumn<QString>("folder");
    for (const char* folder : {"torch26/dcp_2d", "torch26/dcp_four_ranks", "torch26/dcp_nesting", "torch26/dcp_shapes",
                               "torch26/ranks_fsdp1", "torch26/ranks_verl", "torch26/ranks_twelve", "deepspeed/zero1",
                               "deepspeed/zero2", "deepspeed/zero3", "deepspeed/universal"}) {
        QTest::newRow(folder) << QString(folder);
    }
}

/// Of each tensor as many bytes as it has, each in a file that is there.
void tst_FolderViews::everyPieceHasItsPlace()
{
    QFETCH(QString, folder);
    const DocumentPtr document = opened(fixture("folders/" + folder));
    QVERIFY(document);
    const checkpoint::Checkpoint& checkpoint = *document->checkpoint;
    const checkpoint::PieceList pieces(document->checkpoint);
    QVERIFY(!pieces.files().empty());
    QCOMPARE(pieces.brokenTensors(), std::uint64_t{0});
    for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
        if (tensor.storage == checkpoint::kNoId) {
            continue;
        }
        std::uint64_t bytes = 0;
        const auto own = pieces.piecesOf(tensor);
        for (std::size_t i = own.first; i < own.first + own.count; ++i) {
            const checkpoint::TensorPiece piece = pieces[i];
            QVERIFY(piece.file < pieces.files().size());
            QCOMPARE(piece.state, checkpoint::PieceState::Whole);
            QVERIFY(piece.offset < pieces.files()[piece.file].sizeBytes);
            QCOMPARE(checkpoint.tensors()[checkpoint.entries()[piece.entry].payload].storage, tensor.storage);
            bytes += piece.bytes;
        }
        QCOMPARE(bytes, checkpoint.storages()[tensor.storage].bytes);
    }
    std::uint64_t counted = 0;
    for (const checkpoint::PieceList::File& file : pieces.files()) {
        counted += file.pieces;
    }
    QCOMPARE(counted, pieces.size());
}

void tst_FolderViews::pieces()
{
    PiecesView view;
    const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const DocumentPtr document = opened(fixture("folders/torch26/dcp_2d"));
    QVERIFY(document);
    view.resize(900, 420);
    view.show();
    view.showDocument(document);
    QTRY_VERIFY(view.model()->rowCount() != 0);
    QTRY_VERIFY(hasNoJobs(view));
    const QString summary = view.findChild<QLabel*>("piecesSummary")->text();
    QVERIFY2(summary.contains("every tensor whole"), qPrintable(summary));
    draw(view, "pieces");
    QVERIFY(tableText(*view.model()).startsWith("boxes 0 __0_0.distcp [0:3, 0:4] 48 B 0x0 whole\n"));

    const int all = view.model()->rowCount();
    const checkpoint::EntryId wanted = view.model()->entryAt(view.model()->index(0, 0));
    view.findChild<QCheckBox*>("piecesSelected")->setChecked(true);
    QTRY_COMPARE(view.model()->rowCount(), 0); // no tensor is selected
    view.showEntry(wanted);
    QTRY_VERIFY(view.model()->rowCount() > 1 && view.model()->rowCount() < all);
    for (int row = 0; row < view.model()->rowCount(); ++row) {
        QCOMPARE(view.model()->entryAt(view.model()->index(row, 0)), wanted);
    }
    draw(view, "pieces-of-one");
    QSignalSpy activated(&view, &PiecesView::entryActivated);
    Q_EMIT view.findChild<QTreeView*>("piecesList")->activated(view.model()->index(0, 0));
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.front().front().value<checkpoint::EntryId>(), wanted);
}

void tst_FolderViews::piecesInOrder()
{
    PiecesView view;
    view.showDocument(opened(fixture("folders/torch26/dcp_four_ranks")));
    QTRY_VERIFY(view.model()->rowCount() > 3);
    const QString first = tableText(*view.model());
    auto* header = view.findChild<QTreeView*>("piecesList")->header();
    const auto ranks = [&view] {
        std::vector<int> found;
        for (int row = 0; row < view.model()->rowCount(); ++row) {
            found.push_back(view.model()->index(row, PiecesModel::Rank).data().toString().toInt());
        }
        return found;
    };
    header->setSortIndicator(PiecesModel::Rank, Qt::DescendingOrder);
    QTRY_VERIFY(std::ranges::is_sorted(ranks(), std::greater()));
    QVERIFY(ranks().front() > ranks().back());
    header->setSortIndicator(-1, Qt::AscendingOrder);
    QTRY_COMPARE(tableText(*view.model()), first);
}

void tst_FolderViews::piecesThatAreNotThere()
{
    const HarmedFolder folder(QStringLiteral("torch26/dcp_two_ranks"));
    QVERIFY(QFile::remove(QString::fromStdString(folder.file("__1_0.distcp"))));
    QFile cut(QString::fromStdString(folder.file("__0_0.distcp")));
    QVERIFY(cut.resize(cut.size() / 2));
    const DocumentPtr document = opened(QString::fromStdString(folder.path()));
    QVERIFY(document);
    PiecesView view;
    view.resize(900, 420);
    view.show();
    view.showDocument(document);
    QTRY_VERIFY(view.model()->rowCount() != 0);
    QStringList states;
    for (int row = 0; row < view.model()->rowCount(); ++row) {
        states.append(state(*view.model(), row));
        QVERIFY(view.model()->entryAt(view.model()->index(row, 0)) != checkpoint::kNoId);
    }
    QVERIFY2(states.contains(QStringLiteral("⚠ file missing")), qPrintable(states.join(u'\n')));
    QVERIFY2(states.contains(QStringLiteral("⚠ file cut off")), qPrintable(states.join(u'\n')));
    const QString summary = view.findChild<QLabel*>("piecesSummary")->text();
    QVERIFY2(summary.contains("not whole"), qPrintable(summary));
    draw(view, "pieces-missing");
}

/// The inspector tells of a tensor who has it.
void tst_FolderViews::factsOfPieces()
{
    const auto factOf = [](const Document& document, const char* row, const char* name) {
        for (const auto& [fact, value] : factsOf(document, entryOf(document, row))) {
            if (fact == QLatin1String(name)) {
                return value;
            }
        }
        return QString();
    };
    const DocumentPtr dcp = opened(fixture("folders/torch26/dcp_2d"));
    QCOMPARE(factOf(*dcp, "boxes", "Pieces"), "4");
    QCOMPARE(factOf(*dcp, "boxes", "Held by"), "ranks 0-3");
    QCOMPARE(factOf(*dcp, "copied_too", "Held by"), "ranks 1, 3");
    QCOMPARE(factOf(*dcp, "everywhere", "Held by"), "rank 3");
    QCOMPARE(factOf(*dcp, "boxes", "In the file"), QString());
    const DocumentPtr universal = opened(fixture("folders/deepspeed/universal/universal"));
    QCOMPARE(factOf(*universal, "fp32.up.bias", "Held by"), "zero/up.bias/fp32.pt");
    QCOMPARE(factOf(*sample(), "model.cls_token", "Pieces"), QString());
}

void tst_FolderViews::groupsSayWhoHoldsThem_data()
{
    everyPieceHasItsPlace_data();
}

/// Of every group, in levels and in the order of the file: the pieces of all tensors below, and whose they are.
void tst_FolderViews::groupsSayWhoHoldsThem()
{
    QFETCH(QString, folder);
    const DocumentPtr document = opened(fixture("folders/" + folder));
    QVERIFY(document);
    const checkpoint::PieceList& pieces = *document->pieces;
    const Progress progress;
    for (const RowOptions& options : {RowOptions{.levels = false}, RowOptions{}, RowOptions{.order = RowColumn::HeldBy},
                                      RowOptions{.order = RowColumn::Pieces, .descending = true}}) {
        const RowTreePtr tree = makeRowTree(*document, options, progress);
        std::map<NodeId, std::pair<std::uint64_t, std::set<std::string>>> wanted;
        for (const checkpoint::Tensor& tensor : document->checkpoint->tensors()) {
            const auto own = pieces.piecesOf(tensor);
            std::set<std::string> holders;
            for (std::size_t i = own.first; i < own.first + own.count; ++i) {
                const checkpoint::PieceList::File& file = pieces.files()[pieces[i].file];
                holders.insert(file.rank ? "rank " + std::to_string(*file.rank) : std::string(file.name));
            }
            const NodeId row = tree->nodeOf(tensor.entry);
            QCOMPARE(pieceCount(*document, *tree, row), own.count);
            for (NodeId above = (*tree)[row].parent; above != checkpoint::kNoId; above = (*tree)[above].parent) {
                wanted[above].first += own.count;
                wanted[above].second.merge(std::set(holders));
            }
        }
        QVERIFY(!wanted.empty());
        for (const auto& [group, sum] : wanted) {
            QCOMPARE(pieceCount(*document, *tree, group), sum.first);
            const GroupPieces counted = tree->piecesIn(group);
            QCOMPARE(counted.ranks + counted.files, sum.second.size());
            const auto ranks = std::ranges::count_if(
                sum.second, [](const std::string& holder) { return holder.starts_with("rank "); });
            QCOMPARE(counted.ranks, static_cast<std::uint32_t>(ranks));
        }
    }
}

/// As words, and in the order of the first who holds something.
void tst_FolderViews::holdersInWords()
{
    const auto texts = [](const char* folder, const RowOptions& options) {
        const DocumentPtr document = opened(fixture("folders/" + QString(folder)));
        const Progress progress;
        const RowTreePtr tree = makeRowTree(*document, options, progress);
        QStringList found;
        for (NodeId id = (*tree)[0].firstChild; id < (*tree)[0].firstChild + (*tree)[0].childCount; ++id) {
            found.append(nameText(*document, *tree, id) + ": " + heldByText(*document, *tree, id));
        }
        return found;
    };
    QCOMPARE(texts("torch26/dcp_2d", {.order = RowColumn::HeldBy}),
             QStringList({"boxes: ranks 0-3", "twice: ranks 0-3", "crossed: ranks 0-3", "inner: ranks 0-3",
                          "integers: ranks 0-3", "copied_too: ranks 1, 3", "copied: ranks 2-3", "everywhere: rank 3"}));
    QVERIFY(texts("torch26/dcp_fsdp_tp", {}).contains("model: 4 rank(s)"));
    const QStringList mixed = texts("deepspeed/zero1", {});
    QVERIFY2(mixed.join(' ').contains("2 rank(s), 1 file(s)"), qPrintable(mixed.join('\n')));
}

/// Each tensor without all of its pieces, and how many there are in each group; who should have had them is said.
void tst_FolderViews::marksWhatIsIncomplete()
{
    const HarmedFolder folder(QStringLiteral("torch26/dcp_two_ranks"));
    QVERIFY(QFile::remove(QString::fromStdString(folder.file("__1_0.distcp"))));
    const DocumentPtr document = opened(QString::fromStdString(folder.path()));
    QVERIFY(document);
    const Progress progress;
    for (const RowOptions& options : {RowOptions{}, RowOptions{.order = RowColumn::Bytes}}) {
        const RowTreePtr tree = makeRowTree(*document, options, progress);
        std::uint64_t all = 0;
        for (const checkpoint::Tensor& tensor : document->checkpoint->tensors()) {
            if (document->checkpoint->logicalBytes(tensor) == 0) {
                continue; // nothing of it can be missing
            }
            const auto own = document->pieces->piecesOf(tensor);
            bool isWhole = true;
            for (std::size_t i = own.first; i < own.first + own.count; ++i) {
                isWhole = isWhole && (*document->pieces)[i].state == checkpoint::PieceState::Whole;
            }
            const NodeId row = tree->nodeOf(tensor.entry);
            QCOMPARE(incompleteIn(*document, *tree, row), isWhole ? 0U : 1U);
            const QString held = heldByText(*document, *tree, row);
            QVERIFY2(isWhole || held.startsWith(QStringLiteral("⚠ rank 1 missing")), qPrintable(held));
            QVERIFY2(!isWhole || !held.contains(QStringLiteral("missing")), qPrintable(held));
            all += isWhole ? 0U : 1U;
        }
        QVERIFY(all != 0);
        QCOMPARE(incompleteIn(*document, *tree, 0), all);
    }
    const DocumentPtr whole = opened(fixture("folders/torch26/dcp_two_ranks"));
    QCOMPARE(incompleteIn(*whole, *makeRowTree(*whole, {}, progress), 0), 0U);
}

void tst_FolderViews::drawsWhoHoldsWhat()
{
    PiecesPicture picture;
    picture.setBackgroundRole(QPalette::Base);
    picture.setAutoFillBackground(true);
    picture.resize(330, 190);
    const DocumentPtr whole = opened(fixture("folders/torch26/dcp_2d"));
    picture.showTensor(whole, entryOf(*whole, "boxes"));
    QVERIFY(!picture.isHidden());
    QCOMPARE(picture.text().split(u'\n').size(), 4);
    QVERIFY2(picture.text().startsWith("[0:3, 0:4]: rank 0"), qPrintable(picture.text()));
    draw(picture, "who-holds-what");
    picture.showTensor(whole, entryOf(*whole, "copied_too"));
    QVERIFY2(picture.text().contains("rank 1") && picture.text().contains("rank 3"), qPrintable(picture.text()));
    draw(picture, "who-holds-copies");
    picture.showTensor(sample(), entryOf(*sample(), "model.cls_token"));
    QVERIFY(picture.isHidden()); // it is one file

    const HarmedFolder folder(QStringLiteral("torch26/dcp_two_ranks"));
    QVERIFY(QFile::remove(QString::fromStdString(folder.file("__1_0.distcp"))));
    const DocumentPtr harmed = opened(QString::fromStdString(folder.path()));
    for (const checkpoint::Tensor& tensor : harmed->checkpoint->tensors()) {
        if (!harmed->pieces->isWhole(tensor)) {
            picture.showTensor(harmed, tensor.entry);
            QVERIFY2(picture.text().contains(QStringLiteral("rank 1 ⚠ file missing")), qPrintable(picture.text()));
        }
    }
    draw(picture, "who-holds-what-missing");
}

void tst_FolderViews::ranks()
{
    RanksView view;
    const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    view.resize(900, 300);
    view.show();
    view.showDocument(opened(fixture("folders/torch26/dcp_four_ranks")));
    QTRY_COMPARE(view.model()->rowCount(), 4);
    const QString summary = view.findChild<QLabel*>("ranksSummary")->text();
    QVERIFY2(summary.contains("4 files of 4 ranks") && summary.contains("all there"), qPrintable(summary));
    draw(view, "ranks");
    auto* list = view.findChild<QTreeView*>("ranksList");
    list->sortByColumn(RanksModel::Rank, Qt::DescendingOrder);
    QCOMPARE(view.model()->index(0, RanksModel::File).data().toString(), "__3_0.distcp");
    QSignalSpy wanted(&view, &RanksView::fileRequested);
    Q_EMIT list->activated(view.model()->index(0, 0));
    QCOMPARE(wanted.front().front().toString(), fixture("folders/torch26/dcp_four_ranks/__3_0.distcp"));
}

void tst_FolderViews::ranksThatAreNotThere()
{
    const HarmedFolder folder(QStringLiteral("torch26/dcp_two_ranks"));
    QVERIFY(QFile::remove(QString::fromStdString(folder.file("__1_0.distcp"))));
    RanksView view;
    view.resize(900, 300);
    view.show();
    view.showDocument(opened(QString::fromStdString(folder.path())));
    QTRY_COMPARE(view.model()->rowCount(), 2);
    QCOMPARE(view.model()->index(1, RanksModel::State).data().toString(), QStringLiteral("⚠ file missing"));
    const QString summary = view.findChild<QLabel*>("ranksSummary")->text();
    QVERIFY2(summary.contains("1 missing"), qPrintable(summary));
    QSignalSpy wanted(&view, &RanksView::fileRequested);
    Q_EMIT view.findChild<QTreeView*>("ranksList")->activated(view.model()->index(1, 0));
    QVERIFY(wanted.isEmpty());
    draw(view, "ranks-missing");

    const HarmedFolder files(QStringLiteral("torch26/ranks_verl")); // no list names the file of the other rank
    QVERIFY(QFile::remove(QString::fromStdString(files.file("model_world_size_2_rank_1.pt"))));
    view.showDocument(opened(QString::fromStdString(files.path())));
    const auto said = [&view] { return view.findChild<QLabel*>("ranksSummary")->text(); };
    QTRY_VERIFY2(said().contains("not all there"), qPrintable(said()));
}

CAIRN_TEST(tst_FolderViews, QApplication);

} // namespace cairn::tst_folder_views

#include "tst_folder_views.moc"
