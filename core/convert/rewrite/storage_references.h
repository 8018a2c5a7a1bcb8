#pragma once

#include "core/convert/rewrite/storage_plan.h"
#include "core/convert/rewrite/storage_walk.h"

#include <cstdint>
#include <vector>

namespace cairn::convert {

/// A plan of storages, with what was found on the way to it. Made where it is passed.
struct PlannedStorages {
    const checkpoint::PickledTree& tree;
    const StorageUses& uses;
    const StoragePlan& plan;
    const std::vector<std::uint32_t>& newIds; ///< by old storage, into the plan
    PickleContainer container;
};

/// Makes the references of a pickle fit its new storages: persistent ids, and the offsets and calls of the tensors that
/// look into them. Classes with source code become the classes alone.
[[nodiscard]] Result<void> editReferences(const PlannedStorages& planned, formats::GraphEdit& edit);

} // namespace cairn::convert
