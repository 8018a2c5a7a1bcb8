#include "core/checkpoint/readers/open.h"
#include "core/devices/map/map_file.h"
#include "tests/support/documents.h"
#include "tests/support/fixtures.h"
#include "tests/support/map_samples.h"
#include "tests/support/random_editing.h"
#include "tests/support/test_program.h"
#include "ui/map/model/map_analysis.h"
#include "ui/map/rules/rule_model.h"

#include <QElapsedTimer>

namespace cairn::tst_map_editor {

using namespace cairn::devices;
using namespace cairn::ui;
using namespace cairn::test;

namespace {

std::vector<std::string> targetsOf(const CheckpointPtr& checkpoint, const MapLocation& map,
                                   const DeviceInventory& machine)
{
    const Placement placed = placeStorages(*checkpoint, map, &machine);
    std::vector<std::string> list;
    for (StorageId id = 0; id < checkpoint->storages().size(); ++id) {
        list.emplace_back(placed.target(id));
    }
    return list;
}

/// The slow way: every rule tried on every view.
std::string targetByHand(const checkpoint::Checkpoint& checkpoint, const MapLocation& map, StorageId id,
                         const DeviceInventory& machine)
{
    const Storage& storage = checkpoint.storages()[id];
    const Tensor& tensor = checkpoint.tensors()[checkpoint.tensorsOf(id).front()];
    const std::string path = checkpoint.entryName(tensor.entry);
    return std::string(targetOf(
        map, {.tag = checkpoint.deviceTag(storage.device), .path = path, .dtype = tensor.dtype, .bytes = storage.bytes},
        &machine));
}

} // namespace

/// A map that is edited at random, by every edit there is: what the editor holds, its rules, the cells of the table and
/// the file all say the same. That the Python for it does too is asked of PyTorch elsewhere, with the same edits.
class tst_MapEditor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void allSayTheSame();
    void historyLeadsBack();
    void manyRows();

private:
    DocumentPtr m_document;
    InventoryPtr m_machine;
};

void tst_MapEditor::initTestCase()
{
    auto sample = checkpoint::openCheckpoint(kSample.toStdString());
    QVERIFY(sample);
    m_document = documentOf(*sample);
    m_machine = machineOf("2 x 24 GB");
}

void tst_MapEditor::allSayTheSame()
{
    const CheckpointPtr& checkpoint = m_document->checkpoint;
    std::mt19937 random(11);
    int rulesSeen = 0;
    for (int run = 0; run < 60; ++run) {
        MapEditor editor(m_document, MapHistory({.map = {}, .machine = m_machine}));
        for (int edit = 0; edit < 10; ++edit) {
            anyEdit(editor, random);
            const std::vector<std::string> placed = targetsOf(checkpoint, editor.map(), *m_machine);
            QVERIFY(targetsOf(checkpoint, MapLocation(editor.rules()), *m_machine) == placed);
            QVERIFY2(parseMapFile(mapFileText(editor.map())) == editor.map(), mapFileText(editor.map()).c_str());
            for (StorageId id = 0; id < placed.size(); ++id) {
                QCOMPARE(placed[id], targetByHand(*checkpoint, editor.map(), id, *m_machine));
            }
            // What each rule takes adds up, and the flows do.
            const MapAnalysisPtr analysis = analyseMap(*m_document, editor.state());
            std::uint64_t storages = 0;
            for (const FlowUse& flow : analysis->flows) {
                storages += flow.storages;
            }
            QCOMPARE(storages, checkpoint->storages().size());
            QCOMPARE(analysis->rules.size(), editor.rules().size());
            rulesSeen += static_cast<int>(analysis->rules.size());
        }
        // Every cell of the table, written as it reads, changes nothing.
        RuleModel model;
        model.show(editor);
        const std::vector<MapRule> before = editor.rules();
        std::vector<MapRule> after = before;
        connect(&model, &RuleModel::ruleChanged, this,
                [&after](std::size_t index, const MapRule& rule) { after[index] = rule; });
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                const QModelIndex cell = model.index(row, column);
                if (cell.flags().testFlag(Qt::ItemIsEditable)) {
                    (void)model.setData(cell, cell.data(Qt::EditRole), Qt::EditRole);
                }
            }
        }
        QVERIFY(after == before);
    }
    QVERIFY(rulesSeen > 1'000);
}

void tst_MapEditor::historyLeadsBack()
{
    std::mt19937 random(5);
    MapEditor editor(m_document, MapHistory({.map = {}, .machine = m_machine}));
    std::vector<MapState> states{editor.state()};
    while (states.size() < 50) {
        const MapEditor before = editor;
        anyEdit(editor, random);
        if (editor.history().canRedo() || editor.state() == before.state()) {
            editor = before; // no step forward
        } else if (editor.state() != states.back()) {
            states.push_back(editor.state());
        }
    }
    for (std::size_t i = states.size(); i-- > 0;) {
        QVERIFY(editor.state() == states[i]);
        editor.undo();
    }
    QVERIFY(!editor.history().canUndo());
    for (const MapState& state : states) {
        QVERIFY(editor.state() == state);
        editor.redo();
    }
}

/// Thousands of rows that are chosen one by one are thousands of rules, and still answered at once.
void tst_MapEditor::manyRows()
{
    constexpr int kTensors = 40'000;
    const DocumentPtr document = documentOf(savedOn({{"cuda:0", kTensors, 4096}}));
    MapEditor editor(document, MapHistory({.map = {}, .machine = m_machine}));
    EntryRows rows;
    for (EntryId id = 1; id <= kTensors; id += 2) {
        rows.entries.push_back(id);
    }
    QElapsedTimer clock;
    clock.start();
    editor.send(rows, "cuda:1");
    editor.send(rows, "cpu");
    const MapAnalysisPtr analysis = analyseMap(*document, editor.state());
    QCOMPARE(analysis->flows.size(), std::size_t{2});
    QCOMPARE(analysis->flows[0].storages, std::uint64_t{kTensors / 2});
    QVERIFY2(clock.elapsed() < 20'000, qPrintable(QString::number(clock.elapsed()))); // one by one it takes minutes
}

CAIRN_TEST(tst_MapEditor, QCoreApplication);

} // namespace cairn::tst_map_editor

#include "tst_map_editor.moc"
