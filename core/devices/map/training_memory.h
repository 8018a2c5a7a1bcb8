#pragma once

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/inventory.h"
#include "core/devices/map/map_location.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::devices {

/// An optimizer as people name it, and how many numbers it keeps for each one that it trains.
struct OptimizerKind {
    std::string_view name;
    unsigned states = 0;
    bool isQuantized = false; ///< to eight bits, whatever the plan says
};

[[nodiscard]] std::span<const OptimizerKind> optimizerKinds();
/// Whether numbers of this dtype can have gradients.
[[nodiscard]] bool canBeTrained(formats::Dtype dtype);
/// In the place of a kind: the optimizer whose state the file holds.
inline constexpr std::string_view kSavedOptimizer = "saved";

/// How a model shall be trained, or held without that.
struct TrainingPlan {
    std::string optimizer;                    ///< empty: the weights alone
    std::optional<formats::Dtype> dtype;      ///< of weights and gradients; else as they are saved
    std::optional<formats::Dtype> stateDtype; ///< of the optimizer's state; else that of the weights
};

/// What one device holds then.
struct TrainingUse {
    std::string device;
    bool isThere = true;
    std::uint64_t weights = 0;
    std::uint64_t gradients = 0;
    std::uint64_t optimizer = 0;
    std::optional<std::uint64_t> freeBytes;

    [[nodiscard]] std::uint64_t together() const { return weights + gradients + optimizer; }
    [[nodiscard]] bool fits() const { return isThere && (!freeBytes || together() <= *freeBytes); }
};

/// What a file holds under one name: that of a group in it, and for an optimizer that of a state, as "exp_avg".
struct HeldBytes {
    std::string name;
    std::string state; ///< empty for what belongs to no optimizer
    std::uint64_t tensors = 0;
    std::uint64_t bytes = 0;
};

/// The memory that training takes. Not in it is what the batch decides: activations, and buffers of libraries.
struct TrainingEstimate {
    std::vector<TrainingUse> devices;
    std::vector<HeldBytes> inFile; ///< in the order of the file; of very many names the first, then one for the rest
    bool fits = true;
    std::vector<std::string> models;   ///< what is counted, where it is not all that belongs to no optimizer
    std::vector<std::string> averages; ///< not counted, since nothing trains them: copies of the weights
    std::vector<std::string> others;   ///< not counted though there are numbers in them that can be trained
};

/// The bytes that a storage takes when its numbers have this dtype. Whole numbers stay what they are.
[[nodiscard]] std::uint64_t bytesInDtype(const checkpoint::Checkpoint& checkpoint, checkpoint::StorageId storage,
                                         std::optional<formats::Dtype> dtype);

/// Nothing: the numbers keep the dtypes that they have.
[[nodiscard]] inline std::optional<formats::Dtype> dtypeOf(const std::optional<TrainingPlan>& plan)
{
    return plan ? plan->dtype : std::nullopt;
}
/// The storages of what a plan is about: see estimateTraining(). Without a plan it is all of them.
[[nodiscard]] std::vector<bool> plannedStorages(const checkpoint::Checkpoint& checkpoint,
                                                const std::optional<TrainingPlan>& plan);

/// The state_dicts of the models that a plan is about: those of plainStateDicts() that are neither an optimizer's nor
/// averages. Empty where it is all of the file.
[[nodiscard]] std::vector<checkpoint::EntryId> plannedStateDicts(const checkpoint::Checkpoint& checkpoint);

/// What is trained are the weights that plainStateDicts() finds, or else all that belongs to no optimizer, without
/// averaged copies. Whole numbers and buffers have no gradients. An error if the plan is to go on with the file's
/// optimizer and it has none, or if nothing can be trained.
[[nodiscard]] Result<TrainingEstimate> estimateTraining(const checkpoint::Checkpoint& checkpoint,
                                                        const TrainingPlan& plan, const MapLocation& map,
                                                        const DeviceInventory& machine);

} // namespace cairn::devices
