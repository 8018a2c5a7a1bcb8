#pragma once

#include "core/devices/map/map_use.h"
#include "core/devices/map/placement.h"
#include "ui/map/model/map_editor.h"

#include <random>
#include <string>
#include <vector>

/// Edits of a map as somebody makes them who tries everything.
namespace cairn::test {

[[nodiscard]] inline devices::MapRule anyRule(std::mt19937& random)
{
    const auto pick = [&random](std::vector<std::string> list) { return list[random() % list.size()]; };
    devices::MapRule rule{pick({"*", "cuda:*", "cuda:0", "cuda:1", "cpu"}),
                          pick({"", "cpu", "cuda:0", "cuda:1", "cuda:2"})};
    rule.when.path =
        random() % 2 == 0 ? "" : pick({"model.*", "*weight*", "*.0", "optimizer.*", "*.b*", "model.head.?*"});
    if (random() % 4 == 0) {
        rule.when.minBytes = 1 + random() % 600;
    }
    if (random() % 6 == 0) {
        rule.when.dtype = random() % 2 == 0 ? formats::Dtype::Float32 : formats::Dtype::Int64;
    }
    return rule;
}

/// One edit, by mouse, table, menu or history.
inline void anyEdit(ui::MapEditor& editor, std::mt19937& random)
{
    const checkpoint::Checkpoint& checkpoint = *editor.document()->checkpoint;
    const auto tags = checkpoint.deviceTags();
    const std::vector<std::string> places{"", "cpu", "cuda:0", "cuda:1"};
    const std::string& to = places[random() % places.size()];
    const std::size_t rules = editor.rules().size();
    const std::size_t at = rules == 0 ? 0 : random() % rules;
    switch (random() % 11) {
    case 0:
    case 1: editor.send(tags[random() % tags.size()], to); break;
    case 2: {
        const auto flows =
            devices::flowsOf(checkpoint, devices::placeStorages(checkpoint, editor.map(), editor.machine().get()));
        editor.send(flows[random() % flows.size()].flow, to);
        break;
    }
    case 3: {
        ui::EntryRows rows;
        for (std::size_t count = 1 + random() % 20; count != 0; --count) { // so many that they are looked up, too
            rows.entries.push_back(static_cast<checkpoint::EntryId>(1 + random() % (checkpoint.entries().size() - 1)));
        }
        editor.send(rows, to);
        break;
    }
    case 4: editor.send(ui::EntryRows{.entries = {}, .levels = {"model.blocks.0"}}, to); break;
    case 5: editor.insertRule(at, anyRule(random)); break;
    case 6: editor.setRule(at, anyRule(random)); break;
    case 7: editor.removeRules(at, 1 + random() % 2); break;
    case 8: editor.moveRule(at, rules == 0 ? 0 : random() % rules); break;
    case 9: editor.undo(); break;
    default: editor.redo(); break;
    }
}

} // namespace cairn::test
