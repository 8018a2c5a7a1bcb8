#pragma once

#include "core/devices/machine/machine_text.h"
#include "core/devices/map/placement.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/texts.h"

#include <QStringList>

#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Checkpoints and machines for tests of device maps.
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

/// "2 x 24 GB"
[[nodiscard]] inline devices::DeviceInventory machine(const char* words)
{
    return devices::describeMachine(words).value_or(devices::DeviceInventory());
}

/// The same, as the map editor holds it.
[[nodiscard]] inline std::shared_ptr<const devices::DeviceInventory> machineOf(const char* words)
{
    auto found = devices::describeMachine(words);
    return found ? std::make_shared<const devices::DeviceInventory>(*found) : nullptr;
}

/// The target of each storage.
[[nodiscard]] inline QStringList targets(const CheckpointPtr& checkpoint, const devices::MapLocation& map,
                                         const devices::DeviceInventory* on = nullptr)
{
    const devices::Placement placed = devices::placeStorages(*checkpoint, map, on);
    QStringList list;
    for (StorageId id = 0; id < checkpoint->storages().size(); ++id) {
        list << text(placed.target(id));
    }
    return list;
}

} // namespace cairn::test
