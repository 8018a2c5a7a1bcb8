#include "app/cli/device_advice.h"
#include "app/cli/entry_cells.h"
#include "app/cli/inspect_views.h"
#include "app/cli/table.h"

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::Tensor;

void printTensors(Screen& screen, const Checkpoint& checkpoint)
{
    std::vector<EntryId> shown;
    checkpoint.walk([&](EntryId id, std::size_t /*depth*/) {
        if (shown.size() < kMostTensorRows && checkpoint.entries()[id].kind == EntryKind::Tensor) {
            shown.push_back(id);
        }
    });
    if (shown.empty()) {
        return;
    }
    const Table table({{.title = "Tensor", .elide = Elide::Middle, .least = 16},
                       {.title = "Saved on", .elide = Elide::Middle, .least = 8},
                       {.title = "Dtype"},
                       {.title = "Shape", .elide = Elide::Middle, .least = 12},
                       {.title = "Size", .align = Align::Right},
                       {.title = "Note", .elide = Elide::End, .least = 6}});
    screen.newLine();
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(6);
        for (const EntryId id : shown) {
            const Tensor& tensor = checkpoint.tensors()[checkpoint.entries()[id].payload];
            const std::string_view tag = checkpoint.deviceTag(tensor.device);
            row[0].set(screen.safe(checkpoint.entryName(id)));
            row[1].set(screen.safe(tag), inkOfDevice(tag));
            row[2].set(std::string(formats::dtypeInfo(tensor.dtype).name));
            row[3].set(shapeText(screen, checkpoint, tensor));
            row[4].set(humanBytes(checkpoint.logicalBytes(tensor)));
            row[5].set(tensorNote(screen, checkpoint, tensor), Ink::Dim);
            sink(row);
        }
    });
    const std::size_t total = checkpoint.tensors().size();
    if (total > shown.size()) {
        screen.line("and " + groupedDigits(total - shown.size()) + " more; --tree shows all, --json too", Ink::Dim);
    }
}

} // namespace cairn::cli
