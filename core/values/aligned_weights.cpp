#include "core/values/aligned_weights.h"

#include "core/checkpoint/load_state_dict.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <unordered_set>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;

namespace {

/// The name of a row below `root`, without the modules that only wrap others.
std::string weightName(const Checkpoint& checkpoint, EntryId root, EntryId id)
{
    constexpr std::array<std::string_view, 4> wrappers = {"module", "_orig_mod", "_fsdp_wrapped_module",
                                                          "_checkpoint_wrapped_module"};
    std::string full = checkpoint.entryName(id);
    if (root != 0) {
        full.erase(0, std::min(full.size(), checkpoint.entryName(root).size() + 1));
    }
    std::string name;
    for (const auto part : std::views::split(full, '.')) {
        const std::string_view word(part);
        if (std::ranges::find(wrappers, word) == wrappers.end()) {
            name += name.empty() ? "" : ".";
            name += word;
        }
    }
    return name;
}

/// All tensors below `root`, in file order.
std::vector<NamedWeight> namedWeights(const Checkpoint& checkpoint, EntryId root)
{
    std::vector<NamedWeight> weights;
    std::size_t within = 0; // depth of the root, while the walk is below it
    bool isInside = false;
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        isInside = id == root || (isInside && depth > within);
        within = id == root ? depth : within;
        if (isInside && checkpoint.entries()[id].kind == EntryKind::Tensor) {
            weights.push_back({weightName(checkpoint, root, id), id});
        }
    });
    return weights;
}

/// Removes the module that stands before every name of `weights` and before none of `others`.
void dropModuleAround(std::vector<NamedWeight>& weights, const std::vector<NamedWeight>& others)
{
    if (weights.empty()) {
        return;
    }
    const std::string module = weights.front().name.substr(0, weights.front().name.find('.')) + '.';
    const auto isBelow = [&](const NamedWeight& weight) { return weight.name.starts_with(module); };
    if (std::ranges::all_of(weights, isBelow) && std::ranges::none_of(others, isBelow)) {
        for (NamedWeight& weight : weights) {
            weight.name.erase(0, module.size());
        }
    }
}

AlignedWeights aligned(const Checkpoint& a, const Checkpoint& b, ComparedParts parts, const WeightNames& names)
{
    AlignedWeights weights{.parts = parts, .a = namedWeights(a, parts.a), .b = namedWeights(b, parts.b)};
    if (names.renamed) {
        for (NamedWeight& weight : weights.a) {
            weight.name = names.renamed(weight.name);
        }
    }
    dropModuleAround(weights.a, weights.b);
    dropModuleAround(weights.b, weights.a);
    return weights;
}

bool isWanted(const Checkpoint& checkpoint, EntryId id, const WeightNames& names)
{
    return !names.isWanted || names.isWanted(checkpoint.entryName(id));
}

/// How many wanted tensors of A have a name of B.
std::size_t namesInCommon(const AlignedWeights& weights, const Checkpoint& a, const WeightNames& names)
{
    std::unordered_set<std::string_view> others;
    for (const NamedWeight& weight : weights.b) {
        others.insert(weight.name);
    }
    return static_cast<std::size_t>(std::ranges::count_if(weights.a, [&](const NamedWeight& weight) {
        return others.contains(weight.name) && isWanted(a, weight.entry, names);
    }));
}

std::vector<EntryId> upwards(const Checkpoint& checkpoint, EntryId id)
{
    std::vector<EntryId> found;
    for (; id != kNoId; id = checkpoint.entries()[id].parent) {
        found.push_back(id);
    }
    return found;
}

/// The innermost group that has all wanted tensors in it; kNoId if none is wanted.
EntryId groupOfWanted(const Checkpoint& checkpoint, const WeightNames& names)
{
    std::vector<EntryId> common; // from the root on
    for (EntryId id = 0; id < checkpoint.entries().size(); ++id) {
        if (checkpoint.entries()[id].kind != EntryKind::Tensor || !isWanted(checkpoint, id, names)) {
            continue;
        }
        std::vector<EntryId> above = upwards(checkpoint, checkpoint.entries()[id].parent);
        std::ranges::reverse(above);
        if (common.empty()) {
            common = std::move(above);
        } else {
            common.erase(std::ranges::mismatch(common, above).in1, common.end());
        }
    }
    return common.empty() ? kNoId : common.back();
}

/// Where the weights of a checkpoint may be, the likeliest place first.
std::vector<EntryId> placesOfWeights(const Checkpoint& checkpoint, EntryId likeliest, const WeightNames& names)
{
    constexpr std::size_t most = 6; // each is looked through
    const EntryId stateDict = likeliest != 0 ? likeliest : checkpoint::stateDictOf(checkpoint);
    std::vector<EntryId> places = upwards(checkpoint, stateDict);
    if (names.isWanted) {
        places.push_back(groupOfWanted(checkpoint, names));
    }
    std::erase_if(places, [&](EntryId id) { return id == kNoId || id == likeliest; });
    places.insert(places.begin(), likeliest);
    places.resize(std::min(places.size(), most));
    return places;
}

} // namespace

Result<AlignedWeights> alignWeights(const Checkpoint& a, const Checkpoint& b, ComparedParts parts,
                                    const WeightNames& names)
{
    for (const auto& [checkpoint, root] : {std::pair(&a, parts.a), std::pair(&b, parts.b)}) {
        if (namedWeights(*checkpoint, root).empty()) {
            return fail(error(ErrorCode::UnmetRequest, "there is no tensor in it to compare").in(checkpoint->path()));
        }
    }
    AlignedWeights best = aligned(a, b, parts, names);
    std::size_t most = namesInCommon(best, a, names);
    if (most != 0) {
        return best;
    }
    for (const EntryId inA : placesOfWeights(a, parts.a, names)) {
        for (const EntryId inB : placesOfWeights(b, parts.b, names)) {
            AlignedWeights tried = aligned(a, b, {.a = inA, .b = inB}, names);
            if (const std::size_t found = namesInCommon(tried, a, names); found > most) {
                most = found;
                best = std::move(tried);
            }
        }
    }
    return best;
}

} // namespace cairn::values
