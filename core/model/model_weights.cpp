#include "core/model/model_weights.h"

#include "core/checkpoint/parameter_count.h"
#include "core/checkpoint/wrapper_names.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::model {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;

namespace {

/// Numbers of a model: no state of an optimizer, no average, no part of another tensor.
bool isOfModel(const Checkpoint& checkpoint, EntryId id, const LargeVector<std::uint8_t>& beside)
{
    const Entry& entry = checkpoint.entries()[id];
    return entry.kind == EntryKind::Tensor && beside[id] == 0 && !checkpoint.tensors()[entry.payload].part;
}

/// Which rows are pickled nn.Modules: no other object has this attribute, and each of them does.
LargeVector<std::uint8_t> pickledModules(const Checkpoint& checkpoint)
{
    LargeVector<std::uint8_t> modules(checkpoint.entries().size());
    for (const Entry& entry : checkpoint.entries()) {
        if (entry.attribute && checkpoint.keyView(entry) == "_backward_hooks") {
            modules[entry.parent] = 1;
        }
    }
    return modules;
}

/// Marks what a pickled module keeps in other attributes, as a detector its grids, and buffers that it says are not
/// saved: its state_dict() has none of them. A module in such an attribute stays a model.
void addUnsaved(const Checkpoint& checkpoint, const LargeVector<std::uint8_t>& modules,
                LargeVector<std::uint8_t>& beside)
{
    const auto entries = checkpoint.entries();
    const auto below = [&](EntryId id) { return entries.subspan(entries[id].firstChild, entries[id].childCount); };
    LargeVector<std::uint8_t> inAttribute(entries.size());
    for (EntryId id = 1; id < entries.size(); ++id) { // parents come before their children
        const EntryId parent = entries[id].parent;
        const bool isAttribute = entries[id].attribute && modules[parent] != 0;
        inAttribute[id] = modules[id] == 0 && (isAttribute || inAttribute[parent] != 0) ? 1 : 0;
        if (inAttribute[id] != 0 && entries[id].kind == EntryKind::Tensor) {
            beside[id] = 1;
        }
        if (!isAttribute || entries[id].childCount == 0 ||
            checkpoint.keyView(entries[id]) != "_non_persistent_buffers_set") {
            continue;
        }
        std::unordered_set<std::string_view> unsaved;
        for (const Entry& name : below(id)) {
            if (name.kind == EntryKind::Value && name.valueKind == checkpoint::ValueKind::Text) {
                unsaved.insert(checkpoint.valueText(name));
            }
        }
        EntryId row = entries[parent].firstChild;
        for (const Entry& one : below(parent)) {
            if (one.kind == EntryKind::Tensor && unsaved.contains(checkpoint.keyView(one))) {
                beside[row] = 1;
            }
            ++row;
        }
    }
}

/// How many tensors of the model each row has below it.
LargeVector<std::uint32_t> tensorsBelow(const Checkpoint& checkpoint, const LargeVector<std::uint8_t>& beside)
{
    const auto entries = checkpoint.entries();
    LargeVector<std::uint32_t> below(entries.size());
    for (auto id = static_cast<EntryId>(entries.size()); id-- > 0;) { // parents come before their children
        below[id] += isOfModel(checkpoint, id, beside) ? 1U : 0U;
        if (id != 0) {
            below[entries[id].parent] += below[id];
        }
    }
    return below;
}

/// Of modules in modules the outermost, whose state_dict() it is.
EntryId outermostModule(const Checkpoint& checkpoint, const LargeVector<std::uint8_t>& modules, EntryId group)
{
    const auto entries = checkpoint.entries();
    const auto isModule = [&](EntryId id) { // those of torch.jit are told by their class
        return modules[id] != 0 || checkpoint.typeName(entries[id]).starts_with("__torch__.");
    };
    while (group != 0 && isModule(group) && isModule(entries[group].parent)) {
        group = entries[group].parent;
    }
    return group;
}

/// The group with most tensors right below it, or one above it that has half of all.
EntryId groupOfModel(const Checkpoint& checkpoint, const LargeVector<std::uint8_t>& modules,
                     const LargeVector<std::uint8_t>& beside, const LargeVector<std::uint32_t>& below)
{
    const auto entries = checkpoint.entries();
    EntryId best = 0;
    std::uint32_t most = 0;
    EntryId group = kNoId;
    std::uint32_t tensors = 0;
    for (EntryId id = 1; id < entries.size(); ++id) { // siblings are neighbours
        if (entries[id].parent != group) {
            group = entries[id].parent;
            tensors = 0;
        }
        if (isOfModel(checkpoint, id, beside) && ++tensors > most) {
            most = tensors;
            best = group;
        }
    }
    while (best != 0 && std::uint64_t{below[best]} * 2 < below[0]) {
        best = entries[best].parent;
    }
    return outermostModule(checkpoint, modules, best);
}

void listOthers(const Checkpoint& checkpoint, EntryId group, ModelWeights& found)
{
    std::unordered_map<EntryId, std::uint64_t>
        counts; // by the row that stands beside the group, or beside what is above
    std::vector<EntryId> order;
    const auto entries = checkpoint.entries();
    std::vector<EntryId> above;
    for (EntryId id = group; id != kNoId; id = entries[id].parent) {
        above.push_back(id);
    }
    for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
        EntryId id = tensor.entry;
        while (id != kNoId && entries[id].parent != kNoId &&
               std::ranges::find(above, entries[id].parent) == above.end()) {
            id = entries[id].parent;
        }
        const bool isInGroup = id == kNoId || entries[id].parent == group || id == group;
        if (!isInGroup && !tensor.part && ++counts[id] == 1) {
            order.push_back(id);
        }
    }
    for (const EntryId id : order) {
        found.beside.push_back({.name = checkpoint.entryName(id), .tensors = counts[id]});
    }
}

/// Averages that lie in the group of the model, under names that begin alike.
void listAveragesInside(const Checkpoint& checkpoint, const checkpoint::AveragedWeights& averages, ModelWeights& found)
{
    std::unordered_map<std::string_view, std::uint64_t> counts(averages.names.size());
    std::size_t longest = 0;
    for (const std::string& name : averages.names) {
        counts.emplace(name, 0);
        longest = std::max(longest, name.size());
    }
    for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
        if (averages.rows[tensor.entry] == 0 || checkpoint.entries()[tensor.entry].parent != found.group) {
            continue;
        }
        const std::string full = checkpoint.entryName(tensor.entry);
        for (std::size_t dot = full.find('.'); dot <= longest; dot = full.find('.', dot + 1)) {
            if (const auto one = counts.find(std::string_view(full).substr(0, dot)); one != counts.end()) {
                ++one->second;
                break;
            }
        }
    }
    for (const std::string& name : averages.names) {
        if (const std::uint64_t tensors = counts.at(name); tensors != 0) {
            found.beside.push_back({.name = name, .tensors = tensors});
        }
    }
}

std::string_view firstModule(std::string_view name)
{
    return name.substr(0, name.find('.') + 1); // npos + 1 is 0: none
}

/// Takes away what wraps the model: names that are known for it. A few names may lack it, such as the count of an
/// average of weights.
void dropWrappers(ModelWeights& found)
{
    while (!found.weights.empty()) {
        const std::string_view first = firstModule(found.weights.back().name); // the first ones may be counts
        const auto has = [&](const Weight& weight) { return weight.name.starts_with(first); };
        const bool isWrapper = !first.empty() && checkpoint::isWrapperName(first.substr(0, first.size() - 1));
        const auto without = found.weights.size() - static_cast<std::size_t>(std::ranges::count_if(found.weights, has));
        if (!isWrapper || without > 2 || without * 2 >= found.weights.size()) {
            return;
        }
        found.prefix += first;
        const std::size_t length = first.size();
        for (Weight& weight : found.weights) {
            if (has(weight)) {
                weight.name.remove_prefix(length);
            }
        }
    }
}

} // namespace

const checkpoint::Tensor& ModelWeights::tensor(const Weight& weight) const
{
    return checkpoint->tensors()[checkpoint->entries()[weight.entry].payload];
}

std::span<const std::int64_t> ModelWeights::shape(const Weight& weight) const
{
    return checkpoint->shape(tensor(weight));
}

namespace {

/// Without a group, of the likeliest one.
ModelWeights weightsOf(const Checkpoint& checkpoint, std::optional<EntryId> group)
{
    ModelWeights found;
    found.checkpoint = &checkpoint;
    if (checkpoint.entries().empty()) {
        return found;
    }
    checkpoint::AveragedWeights averages = checkpoint::averagedWeights(checkpoint);
    const LargeVector<std::uint8_t> modules = pickledModules(checkpoint);
    LargeVector<std::uint8_t> beside = checkpoint::rowsBesideModel(checkpoint, averages);
    addUnsaved(checkpoint, modules, beside);
    LargeVector<std::uint32_t> below = tensorsBelow(checkpoint, beside);
    if (group && below[*group] == 0) { // an average that is asked for is a model
        beside = checkpoint::optimizerRows(checkpoint);
        addUnsaved(checkpoint, modules, beside);
        below = tensorsBelow(checkpoint, beside);
        averages.names.clear();
    }
    found.group = group ? *group : groupOfModel(checkpoint, modules, beside, below);
    found.weights.reserve(below[found.group]);
    const std::string outer = checkpoint.entryName(found.group);
    std::size_t within = 0;
    bool isInside = false;
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        isInside = id == found.group || (isInside && depth > within);
        within = id == found.group ? depth : within;
        if (!isInside || !isOfModel(checkpoint, id, beside)) {
            return;
        }
        const Entry& entry = checkpoint.entries()[id];
        std::string_view name = checkpoint.keyView(entry);
        if (entry.parent != found.group || name.empty()) {
            found.names.push_back(checkpoint.entryName(id));
            name = found.names.back();
            name.remove_prefix(outer.empty() ? 0 : std::min(name.size(), outer.size() + 1));
        }
        found.weights.push_back({.name = name, .entry = id});
    });
    listOthers(checkpoint, found.group, found);
    listAveragesInside(checkpoint, averages, found);
    dropWrappers(found);
    return found;
}

} // namespace

ModelWeights findWeights(const Checkpoint& checkpoint)
{
    return weightsOf(checkpoint, std::nullopt);
}

ModelWeights weightsIn(const Checkpoint& checkpoint, EntryId group)
{
    return weightsOf(checkpoint, group);
}

std::vector<StateGroup> statesIn(const Checkpoint& checkpoint, std::uint64_t fewestTensors)
{
    const LargeVector<std::uint8_t> ofOptimizer = checkpoint::optimizerRows(checkpoint);
    const LargeVector<std::uint8_t> modules = pickledModules(checkpoint);
    std::vector<StateGroup> groups;
    std::unordered_map<EntryId, std::size_t> places;
    for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
        const EntryId parent = tensor.entry == kNoId ? kNoId : checkpoint.entries()[tensor.entry].parent;
        if (parent == kNoId || tensor.part || ofOptimizer[tensor.entry] != 0) {
            continue;
        }
        const EntryId group = outermostModule(checkpoint, modules, parent);
        const auto [place, isNew] = places.emplace(group, groups.size());
        if (isNew) {
            groups.push_back({.group = group});
        }
        ++groups[place->second].tensors;
    }
    std::erase_if(groups, [&](const StateGroup& one) { return one.tensors < fewestTensors; });
    std::ranges::sort(groups, [](const StateGroup& a, const StateGroup& b) {
        return std::pair(b.tensors, a.group) < std::pair(a.tensors, b.group);
    });
    constexpr std::size_t most = 8; // each takes a look at the whole file
    groups.resize(std::min(groups.size(), most));
    return groups;
}

} // namespace cairn::model
