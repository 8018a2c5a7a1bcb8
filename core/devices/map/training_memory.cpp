#include "core/devices/map/training_memory.h"

#include "core/checkpoint/own_elements.h"
#include "core/checkpoint/parameter_count.h"
#include "core/devices/machine/device_order.h"
#include "core/devices/map/placement.h"
#include "core/devices/map/state_dict.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>
#include <utility>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::kNoId;
using checkpoint::Tensor;
using formats::Dtype;

namespace {

constexpr std::array kOptimizerKinds = {
    OptimizerKind{"adamw", 2},    OptimizerKind{"adam", 2},           OptimizerKind{"sgd", 0},
    OptimizerKind{"momentum", 1}, OptimizerKind{"rmsprop", 1},        OptimizerKind{"adagrad", 1},
    OptimizerKind{"lion", 1},     OptimizerKind{"adam8bit", 2, true},
};

/// An optimizer of eight bits, as bitsandbytes has it, keeps a float32 for each block of a state, and a table of what
/// the 256 values stand for. Small tensors stay in float32.
constexpr std::uint64_t kQuantizedBlock = 256;
constexpr std::uint64_t kQuantizedTable = 256 * sizeof(float);
constexpr std::uint64_t kLeastQuantized = 4096;

std::uint64_t quantizedBytes(std::uint64_t elements)
{
    return elements < kLeastQuantized ? elements * sizeof(float)
                                      : elements + elements / kQuantizedBlock * sizeof(float);
}

/// Of one number. A tensor of int4 has a byte for each in torch, but who asks about int4 has weights packed by a
/// quantiser in mind.
unsigned bitsOf(Dtype dtype)
{
    switch (dtype) {
    case Dtype::Int1:
    case Dtype::UInt1: return 1;
    case Dtype::Int2:
    case Dtype::UInt2: return 2;
    case Dtype::Int3:
    case Dtype::UInt3: return 3;
    case Dtype::Int4:
    case Dtype::UInt4:
    case Dtype::Float4E2M1FnX2: return 4;
    case Dtype::Int5:
    case Dtype::UInt5: return 5;
    case Dtype::Int6:
    case Dtype::UInt6: return 6;
    case Dtype::Int7:
    case Dtype::UInt7: return 7;
    default: return formats::dtypeInfo(dtype).bits;
    }
}

/// As much as counts: tensors without bytes, on meta, can say any shape.
std::uint64_t bytesOf(std::uint64_t elements, unsigned bits)
{
    constexpr std::uint64_t most = std::uint64_t{1} << 48;
    const std::uint64_t counted = std::min(elements, most);
    return counted / 8 * bits + counted % 8 * bits / 8;
}

/// Of tensors as a file has them.
std::uint64_t bytesAs(std::uint64_t elements, Dtype dtype)
{
    return bytesOf(elements, formats::dtypeInfo(dtype).bits);
}

bool isReal(Dtype dtype)
{
    const std::string_view name = formats::dtypeInfo(dtype).name;
    return name.starts_with("float") || name.starts_with("bfloat") || name.starts_with("complex");
}

/// See plannedStateDicts(). What an optimizer keeps, and averages of the weights, can be
/// groups of tensors as well.
std::vector<EntryId> plannedGroups(const Checkpoint& checkpoint, const LargeVector<std::uint8_t>& ofOptimizer,
                                   const LargeVector<std::uint8_t>& averaged)
{
    std::vector<EntryId> groups = plainStateDicts(checkpoint);
    std::erase_if(groups, [&](EntryId id) {
        const checkpoint::Entry& group = checkpoint.entries()[id];
        return std::ranges::all_of(checkpoint.entries().subspan(group.firstChild, group.childCount),
                                   [&](const checkpoint::Entry& row) {
                                       if (row.kind != checkpoint::EntryKind::Tensor) {
                                           return true;
                                       }
                                       const EntryId tensor = checkpoint.tensors()[row.payload].entry;
                                       return ofOptimizer[tensor] != 0 || averaged[tensor] != 0;
                                   });
    });
    return groups;
}

/// By entry, the one below the root that it is in.
std::vector<EntryId> topsOf(const Checkpoint& checkpoint)
{
    const auto entries = checkpoint.entries();
    std::vector<EntryId> tops(entries.size(), kNoId);
    for (EntryId id = 1; id < entries.size(); ++id) { // parents come before their children
        tops[id] = entries[id].parent == 0 ? id : tops[entries[id].parent];
    }
    return tops;
}

class Estimator {
public:
    Estimator(const Checkpoint& checkpoint, const TrainingPlan& plan, const MapLocation& map,
              const DeviceInventory& machine)
        : m_checkpoint(checkpoint), m_plan(plan), m_machine(machine),
          m_placement(placeStorages(checkpoint, map, &machine)), m_ofOptimizer(checkpoint::optimizerRows(checkpoint)),
          m_averaged(checkpoint::averagedWeights(checkpoint)), m_own(checkpoint), m_top(topsOf(checkpoint))
    {
        const auto kind = std::ranges::find(kOptimizerKinds, plan.optimizer, &OptimizerKind::name);
        m_kind = kind == kOptimizerKinds.end() ? nullptr : &*kind;
    }

    Result<TrainingEstimate> run()
    {
        const auto entries = m_checkpoint.entries();
        const std::vector<EntryId> trained = plannedGroups(m_checkpoint, m_ofOptimizer, m_averaged.rows);
        const bool isAll = trained.empty() || trained.front() == 0;
        const bool isFlat = hasNoGroups();
        std::vector<bool> isTrained(entries.size());
        for (const EntryId group : trained) {
            isTrained[group] = true;
        }
        for (const Tensor& tensor : m_checkpoint.tensors()) {
            const std::uint64_t elements = tensor.part ? 0 : m_own.of(tensor);
            if (elements == 0) {
                continue;
            }
            hold(tensor, elements, isFlat);
            if (m_ofOptimizer[tensor.entry] != 0) {
                m_saved +=
                    isReal(tensor.dtype) ? bytesOf(elements, stateBits(tensor.dtype)) : bytesAs(elements, tensor.dtype);
            } else if (m_averaged.rows[tensor.entry] != 0) {
                continue;
            } else if (isAll || isTrained[m_top[tensor.entry]]) {
                train(tensor, elements);
            } else {
                leaveOut(tensor);
            }
        }
        if (!isAll) {
            for (const EntryId group : trained) {
                m_estimate.models.push_back(m_checkpoint.keyText(entries[group]));
            }
        }
        m_estimate.averages = m_averaged.names;
        CAIRN_TRY(addOptimizer());
        finish();
        return std::move(m_estimate);
    }

private:
    /// All tensors are right under the root, as in a state_dict or a set of shards.
    [[nodiscard]] bool hasNoGroups() const
    {
        const checkpoint::Entry& root = m_checkpoint.entries().front();
        return std::ranges::none_of(
            m_checkpoint.entries().subspan(root.firstChild, root.childCount),
            [](const checkpoint::Entry& row) { return row.kind == checkpoint::EntryKind::Group && !row.attribute; });
    }

    /// Notes under which name right below the root there is something that is not counted.
    void leaveOut(const Tensor& tensor)
    {
        const EntryId top = m_top[tensor.entry];
        const bool isWeight = isReal(tensor.dtype) && !m_checkpoint.shape(tensor).empty(); // else a score, or a rate
        if (isWeight && m_leftOut.insert(top).second) {
            m_estimate.others.push_back(m_checkpoint.keyText(m_checkpoint.entries()[top]));
        }
    }

    [[nodiscard]] unsigned stateBits(Dtype saved) const
    {
        return bitsOf(m_plan.stateDtype.value_or(m_plan.dtype.value_or(saved)));
    }

    /// What a tensor is counted under, and for an optimizer its state. In a file without nesting the names of tensors
    /// say it.
    [[nodiscard]] std::pair<std::string, std::string> heldAs(const Tensor& tensor, bool isFlat) const
    {
        const checkpoint::Entry& entry = m_checkpoint.entries()[tensor.entry];
        const std::string key = m_checkpoint.keyText(entry);
        const std::string state = m_ofOptimizer[tensor.entry] != 0 ? key.substr(key.rfind('.') + 1) : "";
        if (!state.empty() && entry.parent == 0) {
            return {key.substr(0, key.find('.')), state};
        }
        const bool isAll = isFlat || tensor.entry == 0;
        return {isAll ? "state_dict" : m_checkpoint.keyText(m_checkpoint.entries()[m_top[tensor.entry]]), state};
    }

    void hold(const Tensor& tensor, std::uint64_t elements, bool isFlat)
    {
        constexpr std::size_t most = 50;
        auto [name, state] = heldAs(tensor, isFlat);
        auto [known, isNew] = m_held.try_emplace({name, state}, m_estimate.inFile.size());
        if (isNew && known->second >= most) {
            m_held.erase(known);
            known = m_held.try_emplace({}, most).first;
            name = "others";
            state.clear();
        }
        if (known->second == m_estimate.inFile.size()) {
            m_estimate.inFile.push_back({.name = std::move(name), .state = std::move(state)});
        }
        HeldBytes& held = m_estimate.inFile[known->second];
        ++held.tensors;
        held.bytes += bytesAs(elements, tensor.dtype);
    }

    void train(const Tensor& tensor, std::uint64_t elements)
    {
        const std::string_view device =
            tensor.storage == kNoId ? m_checkpoint.deviceTag(tensor.device) : m_placement.target(tensor.storage);
        TrainingUse& use = m_uses.try_emplace(std::string(device)).first->second;
        const bool hasGradient =
            !m_plan.optimizer.empty() && isReal(tensor.dtype) && !checkpoint::isBuffer(m_checkpoint, tensor);
        const std::uint64_t bytes = isReal(tensor.dtype) && m_plan.dtype ? bytesOf(elements, bitsOf(*m_plan.dtype))
                                                                         : bytesAs(elements, tensor.dtype);
        use.weights += bytes;
        if (hasGradient) {
            use.gradients += bytes;
            const bool isQuantized = m_kind != nullptr && m_kind->isQuantized; // once; see addOptimizer()
            use.optimizer += isQuantized ? quantizedBytes(elements) : bytesOf(elements, stateBits(tensor.dtype));
        }
    }

    Result<void> addOptimizer()
    {
        if (m_plan.optimizer.empty()) {
            return {};
        }
        if (std::ranges::all_of(m_uses, [](const auto& use) { return use.second.gradients == 0; })) {
            return fail(error(ErrorCode::UnmetRequest, message("the file holds nothing that can be trained"))
                            .in(m_checkpoint.path())
                            .because(message("There are no weights in it that are floating-point numbers")));
        }
        if (m_kind != nullptr) {
            for (auto& [device, use] : m_uses) {
                const bool hasTable = m_kind->isQuantized && use.optimizer != 0;
                use.optimizer = (use.optimizer + (hasTable ? kQuantizedTable : 0)) * m_kind->states;
            }
            return {};
        }
        if (m_saved == 0) {
            return fail(error(ErrorCode::UnmetRequest, message("the file holds no state of an optimizer"))
                            .in(m_checkpoint.path())
                            .fix(message("Name the optimizer, as in --train adamw")));
        }
        // Which weight a state belongs to is the order of the parameters, which the file need not tell.
        std::uint64_t all = 0;
        for (const auto& [device, use] : m_uses) {
            all += use.optimizer;
        }
        for (auto& [device, use] : m_uses) {
            const double share = all == 0 ? 0 : static_cast<double>(use.optimizer) / static_cast<double>(all);
            use.optimizer = static_cast<std::uint64_t>(share * static_cast<double>(m_saved));
        }
        return {};
    }

    void finish()
    {
        for (auto& [device, use] : m_uses) {
            use.device = device;
            use.isThere = m_machine.has(device);
            if (const Device* there = m_machine.find(device); there != nullptr && there->totalBytes != 0) {
                use.freeBytes = there->freeBytes;
            }
            m_estimate.fits = m_estimate.fits && use.fits();
            m_estimate.devices.push_back(use);
        }
        std::ranges::sort(m_estimate.devices, deviceLess, &TrainingUse::device);
    }

    const Checkpoint& m_checkpoint;
    const TrainingPlan& m_plan;
    const DeviceInventory& m_machine;
    Placement m_placement;
    LargeVector<std::uint8_t> m_ofOptimizer; ///< by entry
    checkpoint::AveragedWeights m_averaged;
    checkpoint::OwnElements m_own;
    const OptimizerKind* m_kind = nullptr; ///< null: that of the file, or none
    std::vector<EntryId> m_top;            ///< see topsOf()
    std::unordered_set<EntryId> m_leftOut; ///< of these, those that are named as not counted
    std::map<std::string, TrainingUse> m_uses;
    std::map<std::pair<std::string, std::string>, std::size_t> m_held;
    std::uint64_t m_saved = 0; ///< bytes of what the file keeps of an optimizer
    TrainingEstimate m_estimate;
};

} // namespace

std::vector<bool> plannedStorages(const Checkpoint& checkpoint, const std::optional<TrainingPlan>& plan)
{
    std::vector<bool> planned(checkpoint.storages().size(), !plan);
    if (!plan) {
        return planned;
    }
    const LargeVector<std::uint8_t> ofOptimizer = checkpoint::optimizerRows(checkpoint);
    const checkpoint::AveragedWeights averaged = checkpoint::averagedWeights(checkpoint);
    const std::vector<EntryId> groups = plannedGroups(checkpoint, ofOptimizer, averaged.rows);
    const std::unordered_set<EntryId> tops(groups.begin(), groups.end());
    const std::vector<EntryId> topOf = topsOf(checkpoint);
    for (const Tensor& tensor : checkpoint.tensors()) {
        const bool isInGroup = tops.empty() || tops.contains(0) || tops.contains(topOf[tensor.entry]);
        if (tensor.storage != kNoId && isInGroup && ofOptimizer[tensor.entry] == 0 &&
            averaged.rows[tensor.entry] == 0) {
            planned[tensor.storage] = true;
        }
    }
    return planned;
}

std::vector<EntryId> plannedStateDicts(const Checkpoint& checkpoint)
{
    return plannedGroups(checkpoint, checkpoint::optimizerRows(checkpoint),
                         checkpoint::averagedWeights(checkpoint).rows);
}

bool canBeTrained(Dtype dtype)
{
    return isReal(dtype);
}

std::span<const OptimizerKind> optimizerKinds()
{
    return kOptimizerKinds;
}

std::uint64_t bytesInDtype(const Checkpoint& checkpoint, checkpoint::StorageId storage, std::optional<Dtype> dtype)
{
    const std::uint64_t bytes = checkpoint.storages()[storage].bytes;
    const auto tensors = checkpoint.tensorsOf(storage);
    const Dtype saved = tensors.empty() ? Dtype::Unknown : checkpoint.tensors()[tensors.front()].dtype;
    return dtype && isReal(saved) ? bytesOf(bytes * 8 / formats::dtypeInfo(saved).bits, bitsOf(*dtype)) : bytes;
}

Result<TrainingEstimate> estimateTraining(const Checkpoint& checkpoint, const TrainingPlan& plan,
                                          const MapLocation& map, const DeviceInventory& machine)
{
    return Estimator(checkpoint, plan, map, machine).run();
}

} // namespace cairn::devices
