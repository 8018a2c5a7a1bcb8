#pragma once

#include "core/devices/machine_text.h"
#include "tests/support/checkpoint_model.h"
#include "ui/state/document.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Documents and machines for tests of the map editor.
namespace cairn::test {

constexpr std::uint64_t kMegabyte = 1'000'000;

/// Storages on these tags, so many of so many bytes each, without bytes on disk. Names: "m0.w0", "m0.w1", ...
struct SavedOn {
    std::string tag;
    int count = 1;
    std::uint64_t bytes = 0;
};

[[nodiscard]] inline CheckpointPtr savedOn(const std::vector<SavedOn>& list)
{
    Model made;
    int group = 0;
    for (const SavedOn& one : list) {
        for (int i = 0; i < one.count; ++i) {
            Storage storage;
            storage.bytes = one.bytes;
            storage.device = made.builder().device(one.tag);
            const std::string name = "m" + std::to_string(group) + ".w" + std::to_string(i);
            const StorageId id = made.builder().addStorage(storage, name);
            made.tensor(name, id, Dtype::Float32, {static_cast<std::int64_t>(one.bytes / 4)}, {1}).device =
                storage.device;
        }
        ++group;
    }
    return made.build();
}

[[nodiscard]] inline ui::DocumentPtr documentOf(const CheckpointPtr& checkpoint)
{
    auto document = std::make_shared<ui::Document>();
    document->checkpoint = checkpoint;
    document->sums = ui::EntrySums(*checkpoint);
    document->devices = checkpoint->usageByDevice();
    return document;
}

/// "2 x 24 GB"
[[nodiscard]] inline std::shared_ptr<const devices::DeviceInventory> machineOf(const char* words)
{
    auto found = devices::describeMachine(words);
    return found ? std::make_shared<const devices::DeviceInventory>(*found) : nullptr;
}

} // namespace cairn::test
