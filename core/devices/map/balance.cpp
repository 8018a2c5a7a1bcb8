#include "core/base/stable_sort.h"
#include "core/base/text/glob.h"
#include "core/checkpoint/parameter_count.h"
#include "core/devices/map/entry_names.h"
#include "core/devices/map/map_edit.h"
#include "core/devices/map/training_memory.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::kNoId;
using checkpoint::StorageId;
using checkpoint::Tensor;

namespace {

using ModuleId = std::uint32_t;

constexpr int kDeepest = 64;                  // no real model is deeper, and names can be anything
constexpr std::size_t kMostModules = 150'000; // nor has one more; what is deeper then belongs to what is around it

bool isNumber(std::string_view part)
{
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Finds lists of layers by the names of tensors: modules with numbers for names, two of which hold a tensor of the
/// same name. What else has a number, as the parts of a Sequential, holds different things.
class LayerLists {
public:
    void add(std::string_view tensor)
    {
        std::size_t begin = 0;
        for (int depth = 0; depth < kDeepest; ++depth) {
            const std::size_t end = tensor.find('.', begin);
            if (end == std::string_view::npos) {
                return;
            }
            if (const std::string_view number = tensor.substr(begin, end - begin); isNumber(number)) {
                const std::hash<std::string_view> hash;
                const std::string_view list = tensor.substr(0, begin);
                const std::size_t around = hash(list) * 31 + hash(tensor.substr(end));
                const auto [known, isNew] = m_numbers.try_emplace(around, hash(number));
                if (!isNew && known->second != hash(number)) {
                    m_lists.emplace(list);
                }
            }
            begin = end + 1;
        }
    }

    /// `module` is one of a list.
    [[nodiscard]] bool hasLayer(std::string_view module) const
    {
        const std::size_t begin = module.rfind('.') + 1; // 0 if there is no dot
        return isNumber(module.substr(begin)) && m_lists.contains(std::string(module.substr(0, begin)));
    }

private:
    std::unordered_map<std::size_t, std::size_t> m_numbers; ///< by what is around a number, the first one there
    std::unordered_set<std::string> m_lists;                ///< what stands before their numbers
};

/// The one group right under the root that has tensors, all of them right in it; 0 if there is none. If there are
/// several, or tensors beside it, they are the modules of a model that was saved nested. Optimizers do not count.
EntryId onlyGroupOfTensors(const Checkpoint& checkpoint)
{
    const LargeVector<std::uint8_t> ofOptimizer = checkpoint::optimizerRows(checkpoint);
    EntryId found = 0;
    for (const Tensor& tensor : checkpoint.tensors()) {
        const EntryId group = checkpoint.entries()[tensor.entry].parent;
        if (ofOptimizer[tensor.entry] != 0) {
            continue;
        }
        if (group == 0 || group == kNoId || checkpoint.entries()[group].parent != 0 || (found != 0 && group != found)) {
            return 0;
        }
        found = group;
    }
    return found;
}

/// The modules that the dots in the names of tensors make, in the order of the file; what is around a module comes
/// before it. A tensor right under the root, or in the only group of tensors there, is in no module, and stands for
/// itself. Modules that share a storage are joined, and so is all that is in one layer.
class Modules {
public:
    explicit Modules(const Checkpoint& checkpoint) : m_moduleOf(checkpoint.tensors().size(), kNoId)
    {
        (void)add({}, kNoId);
        EntryNames names(checkpoint);
        LayerLists lists;
        const EntryId flat = onlyGroupOfTensors(checkpoint);
        for (std::size_t i = 0; i < checkpoint.tensors().size(); ++i) {
            const Tensor& tensor = checkpoint.tensors()[i];
            if (tensor.storage != kNoId) {
                const std::string& name = names.of(tensor.entry);
                const checkpoint::Entry& entry = checkpoint.entries()[tensor.entry];
                const bool isFlat = (entry.parent == 0 || entry.parent == flat) &&
                                    checkpoint.keyView(entry).find('.') == std::string_view::npos;
                m_moduleOf[i] = isFlat ? addSingle(name) : moduleOf(name);
                lists.add(name);
            }
        }
        m_joined.resize(m_parents.size());
        std::iota(m_joined.begin(), m_joined.end(), ModuleId{0});
        joinLayers(lists);
        for (StorageId id = 0; id < checkpoint.storages().size(); ++id) {
            const auto tensors = checkpoint.tensorsOf(id);
            for (const checkpoint::TensorId other : tensors) {
                join(m_moduleOf[tensors.front()], m_moduleOf[other]);
            }
        }
    }

    [[nodiscard]] std::size_t count() const { return m_parents.size(); }
    [[nodiscard]] ModuleId parent(ModuleId id) const { return m_parents[id]; }
    [[nodiscard]] const std::string& name(ModuleId id) const { return m_names[id]; }
    /// Fits the names of all that is in it.
    [[nodiscard]] std::string pattern(ModuleId id) const
    {
        return globEscaped(m_names[id]) + (m_isSingle[id] ? "" : ".*");
    }
    [[nodiscard]] ModuleId of(std::size_t tensor) const { return m_moduleOf[tensor]; }
    /// All, in the order of the file, but layers of one list by their numbers, and what comes after all lists last:
    /// names may be sorted as texts, where 10 comes before 2, and "lm_head" before "model".
    [[nodiscard]] std::vector<ModuleId> inOrder() const
    {
        std::vector<ModuleId> order(count());
        std::iota(order.begin(), order.end(), ModuleId{0});
        std::unordered_map<ModuleId, std::vector<ModuleId>> lists;
        for (const ModuleId layer : m_layers) {
            lists[parent(layer)].push_back(layer);
        }
        for (const auto& [list, layers] : lists) {
            std::vector<ModuleId> sorted = layers;
            std::ranges::sort(sorted, [this](ModuleId a, ModuleId b) {
                return name(a).size() != name(b).size() ? name(a).size() < name(b).size() : name(a) < name(b);
            });
            for (std::size_t i = 0; i < layers.size(); ++i) {
                order[layers[i]] = sorted[i];
            }
        }
        constexpr std::array<std::string_view, 4> heads = {"lm_head", "embed_out", "classifier", "score"};
        std::vector<bool> isInHead(count());
        for (ModuleId id = 1; id < count(); ++id) { // what is around a module comes before it
            const std::string_view own = std::string_view(name(id)).substr(name(id).rfind('.') + 1);
            isInHead[id] = isInHead[parent(id)] || std::ranges::find(heads, own) != heads.end();
        }
        stableSort(order, [&](ModuleId a, ModuleId b) { return !isInHead[a] && isInHead[b]; });
        return order;
    }
    /// The first of those that are joined with this one.
    [[nodiscard]] ModuleId group(ModuleId id)
    {
        while (m_joined[id] != id) {
            m_joined[id] = m_joined[m_joined[id]];
            id = m_joined[id];
        }
        return id;
    }

private:
    ModuleId add(std::string_view name, ModuleId parent)
    {
        const auto id = static_cast<ModuleId>(m_parents.size());
        m_parents.push_back(parent);
        m_names.emplace_back(name);
        m_isSingle.push_back(false);
        return id;
    }

    /// A tensor that is in no module. Two of one name, as of the keys 5 and "5", go together: a rule fits both.
    ModuleId addSingle(const std::string& name)
    {
        const auto [known, isNew] = m_singles.try_emplace(name, ModuleId{0});
        if (isNew) {
            known->second = add(name, moduleOf(name));
            m_isSingle.back() = true;
        }
        return known->second;
    }

    /// What is before the last dot, and all around it that is not there yet.
    ModuleId moduleOf(std::string_view tensor)
    {
        const std::string_view module = tensor.substr(0, std::min(tensor.rfind('.'), tensor.size()));
        if (module.size() == tensor.size()) {
            return 0;
        }
        if (const auto known = m_ids.find(std::string(module)); known != m_ids.end()) {
            return known->second;
        }
        ModuleId id = 0;
        std::size_t end = 0;
        for (int depth = 0; depth < kDeepest && end < module.size(); ++depth) {
            end = std::min(module.find('.', end == 0 ? 0 : end + 1), module.size());
            const std::string_view part = module.substr(0, end);
            const auto known = m_ids.find(std::string(part));
            if (known == m_ids.end() && m_parents.size() >= kMostModules) {
                break;
            }
            if (known == m_ids.end()) {
                id = add(part, id);
                m_ids.emplace(part, id);
            } else {
                id = known->second;
            }
        }
        return id;
    }

    void joinLayers(const LayerLists& lists)
    {
        std::vector<ModuleId> layers(count(), kNoId); // by module, the outermost one it is in
        for (ModuleId id = 1; id < count(); ++id) {
            layers[id] = layers[parent(id)];
            if (layers[id] != kNoId) {
                join(layers[id], id);
            } else if (lists.hasLayer(name(id))) {
                layers[id] = id;
                m_layers.push_back(id);
            }
        }
    }

    void join(ModuleId a, ModuleId b)
    {
        a = group(a);
        b = group(b);
        m_joined[std::max(a, b)] = std::min(a, b);
    }

    std::vector<ModuleId> m_parents;
    std::vector<std::string> m_names;
    std::vector<bool> m_isSingle; ///< not a module but a tensor in none
    std::unordered_map<std::string, ModuleId> m_ids;
    std::unordered_map<std::string, ModuleId> m_singles;
    std::vector<ModuleId> m_moduleOf; ///< by tensor
    std::vector<ModuleId> m_joined;
    std::vector<ModuleId> m_layers; ///< the outermost ones
};

using PartId = std::size_t;

/// The parts of a file that are dealt each by itself: else one device would get the model, and another what the
/// optimizer keeps, or a moving average of it.
class Parts {
public:
    explicit Parts(const Checkpoint& checkpoint)
        : m_checkpoint(checkpoint), m_averages(checkpoint::averagedWeights(checkpoint))
    {
    }

    /// The average that a tensor is in, or the group right under the root; 0: it is no group's.
    [[nodiscard]] PartId of(const Tensor& tensor) const
    {
        const auto entries = m_checkpoint.entries();
        if (m_averages.rows[tensor.entry] != 0) {
            const std::string name = m_checkpoint.entryName(tensor.entry);
            const auto isAround = [&name](const std::string& average) { return name.starts_with(average + '.'); };
            return entries.size() +
                   static_cast<PartId>(std::ranges::find_if(m_averages.names, isAround) - m_averages.names.begin());
        }
        EntryId id = tensor.entry;
        while (id != 0 && entries[id].parent != 0) {
            id = entries[id].parent;
        }
        return entries[id].kind == checkpoint::EntryKind::Group ? id : 0;
    }

private:
    const Checkpoint& m_checkpoint;
    checkpoint::AveragedWeights m_averages;
};

/// What there is to deal: groups of modules, and the part of the file that each is in.
struct Load {
    struct Part {
        std::size_t modules = 0;
        double all = 0;
    };

    std::vector<double> bytesOf; ///< by module, of the group that it stands for
    std::vector<PartId> partAt;
    std::unordered_map<PartId, Part> parts;
};

Load loadOf(const Checkpoint& checkpoint, Modules& modules, const std::optional<TrainingPlan>& plan)
{
    const std::vector<bool> planned = plannedStorages(checkpoint, plan);
    Load load{
        .bytesOf = std::vector<double>(modules.count()), .partAt = std::vector<PartId>(modules.count()), .parts = {}};
    const Parts parts(checkpoint);
    for (StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        const auto tensors = checkpoint.tensorsOf(id);
        if (!tensors.empty() && checkpoint.storages()[id].bytes != 0 && planned[id]) {
            const ModuleId group = modules.group(modules.of(tensors.front()));
            if (load.bytesOf[group] == 0) {
                load.partAt[group] = parts.of(checkpoint.tensors()[tensors.front()]);
                ++load.parts[load.partAt[group]].modules;
            }
            load.bytesOf[group] += static_cast<double>(bytesInDtype(checkpoint, id, dtypeOf(plan)));
        }
    }
    for (ModuleId id = 0; id < modules.count(); ++id) {
        if (load.parts[load.partAt[id]].modules == 1) {
            load.partAt[id] = 0; // nothing that could be spread
        }
        load.parts[load.partAt[id]].all += load.bytesOf[id];
    }
    return load;
}

/// How far into its part the middle of a group of modules is, from 0 to 1. Each part of the file goes from 0 to 1 by
/// itself.
std::vector<double> middlesOf(const Load& load, std::span<const ModuleId> order)
{
    std::unordered_map<PartId, double> done;
    std::vector<double> middles(order.size());
    for (const ModuleId id : order) {
        double& before = done[load.partAt[id]];
        const double all = load.parts.at(load.partAt[id]).all;
        middles[id] = all == 0 ? 0 : (before + load.bytesOf[id] / 2) / all;
        before += load.bytesOf[id];
    }
    return middles;
}

/// For each group of modules the device in whose share of the free memory its middle lies. What a part of the file
/// begins with goes to the first device, though, if there is room: one that is large would leave that empty.
std::vector<std::size_t> dealShares(const Load& load, const std::vector<double>& middles,
                                    std::span<const ModuleId> order, const std::vector<double>& room)
{
    const double roomOfAll = std::accumulate(room.begin(), room.end(), 0.0);
    std::vector<std::size_t> dealt(middles.size());
    double end = 0;
    for (std::size_t device = 0; device + 1 < room.size(); ++device) {
        end += room[device] / roomOfAll;
        for (ModuleId id = 0; id < middles.size(); ++id) {
            dealt[id] += middles[id] < end ? 0U : 1U;
        }
    }
    double used = 0; // of the first device
    for (ModuleId id = 0; id < dealt.size(); ++id) {
        used += dealt[id] == 0 ? load.bytesOf[id] : 0;
    }
    std::unordered_set<PartId> begun;
    for (const ModuleId id : order) {
        const bool isFirst = load.bytesOf[id] != 0 && begun.insert(load.partAt[id]).second;
        if (isFirst && dealt[id] != 0 && used + load.bytesOf[id] <= room.front()) {
            dealt[id] = 0;
            used += load.bytesOf[id];
        }
    }
    return dealt;
}

/// For each group of modules the first device with room for it, where no device is filled after a later one. What none
/// of them has room for goes to the last, which takes everything.
std::vector<std::size_t> dealInOrder(const Load& load, const std::vector<double>& middles, std::vector<ModuleId> order,
                                     const std::vector<double>& room)
{
    stableSort(order, [&middles](ModuleId first, ModuleId second) { return middles[first] < middles[second]; });
    const std::size_t last = room.size() - 1;
    const double largest = *std::max_element(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(last));
    std::vector<std::size_t> dealt(middles.size());
    std::size_t device = 0;
    double used = 0;
    for (const ModuleId id : order) {
        if (load.bytesOf[id] > largest) {
            dealt[id] = last;
            continue;
        }
        while (device < last && used + load.bytesOf[id] > room[device]) {
            ++device;
            used = 0;
        }
        dealt[id] = device;
        used += load.bytesOf[id];
    }
    return dealt;
}

/// `idle` is the device of what the plan is not about.
std::vector<std::size_t> deal(const Checkpoint& checkpoint, Modules& modules, const DeviceInventory& machine,
                              std::span<const std::string> devices, const std::optional<TrainingPlan>& plan,
                              std::size_t idle)
{
    const Load load = loadOf(checkpoint, modules, plan);
    const std::vector<ModuleId> order = modules.inOrder();
    const std::vector<double> middles = middlesOf(load, order);
    std::vector<double> room;
    for (const std::string& tag : devices) {
        const Device* device = machine.find(tag);
        room.push_back(device == nullptr ? 0 : std::max(static_cast<double>(device->freeBytes), 1.0));
    }
    const bool hasRest = devices.size() > 1 && devices.back() == "cpu";
    std::vector<std::size_t> dealt =
        hasRest ? dealInOrder(load, middles, order, room) : dealShares(load, middles, order, room);
    for (ModuleId id = 0; plan && id < dealt.size(); ++id) {
        dealt[id] = load.bytesOf[id] == 0 ? idle : dealt[id];
    }
    return dealt;
}

/// What a module says for all that is in it: its own device, or else the one that most modules in it say.
std::vector<std::size_t> labels(const Checkpoint& checkpoint, Modules& modules, const std::vector<std::size_t>& dealt,
                                std::size_t devices)
{
    std::vector<bool> hasOwn(modules.count());
    for (std::size_t tensor = 0; tensor < checkpoint.tensors().size(); ++tensor) {
        if (modules.of(tensor) != kNoId) {
            hasOwn[modules.of(tensor)] = true;
        }
    }
    std::vector<std::uint32_t> votes(modules.count() * devices);
    std::vector<std::size_t> label(modules.count());
    for (ModuleId id = static_cast<ModuleId>(modules.count()); id-- > 0;) {
        const auto first = votes.begin() + static_cast<std::ptrdiff_t>(id * devices);
        const auto most = std::max_element(first, first + static_cast<std::ptrdiff_t>(devices));
        label[id] = hasOwn[id] ? dealt[modules.group(id)] : static_cast<std::size_t>(most - first);
        if (id != 0) {
            ++votes[modules.parent(id) * devices + label[id]];
        }
    }
    return label;
}

} // namespace

std::uint64_t smallestShare(const Checkpoint& checkpoint, const std::optional<TrainingPlan>& plan)
{
    Modules modules(checkpoint);
    double least = 0;
    for (const double bytes : loadOf(checkpoint, modules, plan).bytesOf) {
        least = bytes != 0 && (least == 0 || bytes < least) ? bytes : least;
    }
    return static_cast<std::uint64_t>(least);
}

MapLocation balance(const Checkpoint& checkpoint, const DeviceInventory& machine, std::span<const std::string> devices,
                    const std::optional<TrainingPlan>& plan)
{
    Modules modules(checkpoint);
    std::vector<std::string> targets(devices.begin(), devices.end());
    if (plan && targets.back() != "cpu") {
        targets.emplace_back("cpu");
    }
    const std::vector<std::size_t> label = labels(
        checkpoint, modules, deal(checkpoint, modules, machine, devices, plan, targets.size() - 1), targets.size());
    // A pattern for a module also fits what is inside it, so that comes earlier; it needs a rule only where it differs.
    std::vector<MapRule> rules;
    for (ModuleId id = static_cast<ModuleId>(modules.count()); id-- > 1;) {
        if (label[id] != label[modules.parent(id)]) {
            MapRule& rule = rules.emplace_back(MapRule{"*", targets[label[id]]});
            rule.when.path = modules.pattern(id);
        }
    }
    rules.push_back({"*", targets[label[0]]});
    return MapLocation(std::move(rules));
}

} // namespace cairn::devices
