#include "app/cli/common/table.h"
#include "app/cli/inspect/device_advice.h"
#include "app/cli/inspect/entry_cells.h"
#include "app/cli/inspect/inspect_views.h"

namespace cairn::cli {

using checkpoint::Checkpoint;

namespace {

void fillOptimizer(Table::Row& row, const Screen& screen, const Checkpoint& checkpoint,
                   const CheckpointSummary::Row& what)
{
    const std::string_view tag = checkpoint.deviceTag(what.optimizer->device);
    row[0].set(screen.safe(checkpoint.entryName(what.entry)), Ink::Dim);
    if (what.optimizer->severalDevices) {
        row[1].set("several", Ink::Dim);
    } else {
        row[1].set(screen.safe(tag), inkOfDevice(tag));
    }
    row[2].set({});
    row[3].set(countOf(what.optimizer->tensors, "tensor"), Ink::Dim);
    row[4].set(humanBytes(what.optimizer->bytes), Ink::Dim);
    row[5].set({});
    row[6].set({});
}

} // namespace

void printTensors(Screen& screen, const Checkpoint& checkpoint, const CheckpointSummary& summary)
{
    if (summary.rows.empty()) {
        return;
    }
    const Table table({{.title = "Tensor", .elide = Elide::Middle, .least = 16},
                       {.title = "Saved on", .elide = Elide::Middle, .least = 8},
                       {.title = "Dtype"},
                       {.title = "Shape", .elide = Elide::Middle, .least = 12},
                       {.title = "Size", .align = Align::Right},
                       {.title = "Note", .elide = Elide::End, .least = 6},
                       {.title = "Held by", .elide = Elide::End, .least = 8}});
    const HolderCells holders(checkpoint);
    screen.newLine();
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(7);
        for (const CheckpointSummary::Row& what : summary.rows) {
            if (what.optimizer) {
                fillOptimizer(row, screen, checkpoint, what);
            } else {
                const checkpoint::Tensor& tensor = checkpoint.tensors()[checkpoint.entries()[what.entry].payload];
                row[0].set(screen.safe(checkpoint.entryName(what.entry)));
                fillTensor(row, screen, checkpoint, tensor);
                holders.fill(row[6], screen, tensor);
            }
            sink(row);
        }
    });
    if (summary.rowCount > summary.rows.size()) {
        screen.line("and " + groupedDigits(summary.rowCount - summary.rows.size()) +
                        " more; --tree shows all, --json too",
                    Ink::Dim);
    }
}

} // namespace cairn::cli
