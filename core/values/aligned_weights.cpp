#include "core/values/aligned_weights.h"

#include "core/checkpoint/load_state_dict.h"
#include "core/checkpoint/parameter_count.h"
#include "core/checkpoint/second_names.h"
#include "core/checkpoint/wrapper_names.h"
#include "core/values/element_text.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::nameWithoutWrappers;

namespace {

/// The name of a row below `root`.
std::string weightName(const Checkpoint& checkpoint, EntryId root, EntryId id)
{
    std::string full = checkpoint.entryName(id);
    if (root != 0) {
        full.erase(0, std::min(full.size(), checkpoint.entryName(root).size() + 1));
    }
    return nameWithoutWrappers(full);
}

/// What a training keeps beside a model under names like those of its weights: the state of a generator of random
/// numbers, and how many models an average has seen.
class BesideNames {
public:
    explicit BesideNames(const Checkpoint& checkpoint) : m_checkpoint(checkpoint)
    {
        for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
            const std::string_view key = checkpoint.keyView(checkpoint.entries()[tensor.entry]);
            if (isScalar(tensor) && (key.ends_with(kDecay) || key.ends_with(kUpdates))) {
                m_numbers.insert(checkpoint.entryName(tensor.entry));
            }
        }
    }

    [[nodiscard]] bool has(EntryId id) const
    {
        const checkpoint::Tensor& tensor = m_checkpoint.tensors()[m_checkpoint.entries()[id].payload];
        return checkpoint::isRandomState(m_checkpoint, tensor) || (isScalar(tensor) && isOfAverage(id));
    }

private:
    static constexpr std::string_view kDecay = "decay";
    static constexpr std::string_view kUpdates = "num_updates";

    [[nodiscard]] bool isScalar(const checkpoint::Tensor& tensor) const { return m_checkpoint.shape(tensor).empty(); }

    /// Of torch's AveragedModel, and of what diffusion models are trained with, which keeps two numbers.
    [[nodiscard]] bool isOfAverage(EntryId id) const
    {
        const std::string name = m_checkpoint.entryName(id);
        const std::size_t begin = name.rfind('.') + 1;
        const std::string_view own = std::string_view(name).substr(begin);
        const auto hasBeside = [&](std::string_view other) {
            return m_numbers.contains(name.substr(0, begin).append(other));
        };
        return own == "n_averaged" || (own == kDecay && hasBeside(kUpdates)) || (own == kUpdates && hasBeside(kDecay));
    }

    const Checkpoint& m_checkpoint;
    std::unordered_set<std::string> m_numbers; ///< that may be of an average
};

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
    for (const checkpoint::SecondName& second : checkpoint::secondNames(checkpoint)) {
        weights.push_back({nameWithoutWrappers(second.name), second.entry});
    }
    return weights;
}

std::unordered_set<std::string> namesOf(const std::vector<NamedWeight>& side)
{
    std::unordered_set<std::string> names;
    for (const NamedWeight& weight : side) {
        names.insert(weight.name);
    }
    return names;
}

bool isWanted(const Checkpoint& checkpoint, EntryId id, const WeightNames& names)
{
    return !names.isWanted || names.isWanted(checkpoint.entryName(id));
}

/// The tensors of one side in a group around its part: of what is outside of the part those that could be weights, or
/// those that somebody asked for.
class WeightsAround {
public:
    WeightsAround(const Checkpoint& checkpoint, EntryId group, EntryId part, const WeightNames& names)
        : m_checkpoint(checkpoint), m_isOfPart(checkpoint.entries().size()),
          m_ofOptimizer(checkpoint::optimizerRows(checkpoint)), m_isChosen(names.isWanted != nullptr)
    {
        for (EntryId id = 0; id < checkpoint.entries().size(); ++id) { // parents come before their children
            m_isOfPart[id] = id == part || (id != 0 && m_isOfPart[checkpoint.entries()[id].parent] != 0) ? 1 : 0;
        }
        m_weights = namedWeights(checkpoint, group);
        std::unordered_set<EntryId> modules; // what has a weight has no scores beside it
        for (const NamedWeight& weight : m_weights) {
            if (const EntryId parent = checkpoint.entries()[weight.entry].parent; parent != 0 && mayBeWeight(weight)) {
                modules.insert(parent);
            }
        }
        std::erase_if(m_weights, [&](const NamedWeight& weight) {
            return names.isWanted ? !isWanted(checkpoint, weight.entry, names)
                                  : !isOfPart(weight) && !mayBeWeight(weight) &&
                                        !modules.contains(checkpoint.entries()[weight.entry].parent);
        });
    }

    /// Leaves out what is outside of the part if the other side has nothing of that name, but for weights that somebody
    /// asked for. False if nothing is left of it.
    bool keepCommon(const std::unordered_set<std::string>& others)
    {
        std::erase_if(m_weights, [&](const NamedWeight& weight) {
            const bool isAskedFor = m_isChosen && mayBeWeight(weight);
            return !isOfPart(weight) && !isAskedFor && !others.contains(weight.name);
        });
        return !std::ranges::all_of(m_weights, [this](const NamedWeight& weight) { return isOfPart(weight); });
    }
    [[nodiscard]] const std::vector<NamedWeight>& weights() const { return m_weights; }

private:
    [[nodiscard]] bool isOfPart(const NamedWeight& weight) const { return m_isOfPart[weight.entry] != 0; }

    /// Not the state of an optimizer, nor of a generator of random numbers, nor a score.
    [[nodiscard]] bool mayBeWeight(const NamedWeight& weight) const
    {
        const checkpoint::Tensor& tensor = m_checkpoint.tensors()[m_checkpoint.entries()[weight.entry].payload];
        const bool isTrained = tensor.kind == checkpoint::TensorKind::Parameter || tensor.requiresGrad;
        return m_ofOptimizer[weight.entry] == 0 && !isInteger(tensor.dtype) &&
               (isTrained || !m_checkpoint.shape(tensor).empty());
    }

    const Checkpoint& m_checkpoint;
    LargeVector<std::uint8_t> m_isOfPart; ///< by entry
    LargeVector<std::uint8_t> m_ofOptimizer;
    bool m_isChosen;
    std::vector<NamedWeight> m_weights;
};

/// Removes the module that stands before every name of `weights` and before none of `others`, and says which.
std::string dropModuleAround(std::vector<NamedWeight>& weights, const std::vector<NamedWeight>& others)
{
    if (weights.empty()) {
        return {};
    }
    std::string module = weights.front().name.substr(0, weights.front().name.find('.')) + '.';
    const auto isBelow = [&](const NamedWeight& weight) { return weight.name.starts_with(module); };
    if (!std::ranges::all_of(weights, isBelow) || std::ranges::any_of(others, isBelow)) {
        return {};
    }
    for (NamedWeight& weight : weights) {
        weight.name.erase(0, module.size());
    }
    return module;
}

AlignedWeights aligned(const Checkpoint& a, const Checkpoint& b, ComparedParts parts, const WeightNames& names)
{
    AlignedWeights weights;
    weights.parts = parts;
    weights.a = namedWeights(a, parts.a);
    weights.b = namedWeights(b, parts.b);
    if (names.renamed) {
        for (NamedWeight& weight : weights.a) {
            weight.name = names.renamed(weight.name);
        }
    }
    weights.prefixA = dropModuleAround(weights.a, weights.b);
    weights.prefixB = dropModuleAround(weights.b, weights.a);
    return weights;
}

/// How many tensors have a name in both, and are wanted by the name that they have in one of them.
std::size_t namesInCommon(const AlignedWeights& weights, const Checkpoint& a, const Checkpoint& b,
                          const WeightNames& names)
{
    std::unordered_map<std::string_view, EntryId> others;
    for (const NamedWeight& weight : weights.b) {
        others.emplace(weight.name, weight.entry);
    }
    return static_cast<std::size_t>(std::ranges::count_if(weights.a, [&](const NamedWeight& weight) {
        const auto other = others.find(weight.name);
        return other != others.end() &&
               (weights.isChosenInB ? isWanted(b, other->second, names) : isWanted(a, weight.entry, names));
    }));
}

/// Calls `visit` with the modules that a name lies in, as "model." and "model.net.", the outermost first.
void forEachModule(std::string_view name, const std::function<void(std::string_view)>& visit)
{
    constexpr int mostParts = 4; // wrappers lie in each other, but not endlessly
    std::size_t dot = name.find('.');
    for (int parts = 0; parts < mostParts && dot != std::string_view::npos; ++parts, dot = name.find('.', dot + 1)) {
        visit(name.substr(0, dot + 1));
    }
}

/// Keeps of one side what is in the module whose tensors have most names of the other side: a training holds the model
/// and an average of it in one state_dict. Of equally good modules it is the first. Says which, if there is one.
std::string keepBestModule(std::vector<NamedWeight>& side, const std::vector<NamedWeight>& others,
                           const std::function<bool(const NamedWeight&, const NamedWeight&)>& counts)
{
    std::unordered_map<std::string_view, const NamedWeight*> known;
    for (const NamedWeight& other : others) {
        known.emplace(other.name, &other);
    }
    std::unordered_map<std::string_view, std::size_t> fits;
    std::string_view best;
    for (const NamedWeight& weight : side) {
        forEachModule(weight.name, [&](std::string_view module) {
            const auto other = known.find(std::string_view(weight.name).substr(module.size()));
            if (other != known.end() && counts(weight, *other->second)) {
                ++fits[module];
            }
        });
    }
    for (const NamedWeight& weight : side) { // in file order
        forEachModule(weight.name, [&](std::string_view module) {
            const auto found = fits.find(module);
            if (found != fits.end() && (best.empty() || found->second > fits[best])) {
                best = module;
            }
        });
    }
    std::string kept(best);
    if (!kept.empty()) {
        std::erase_if(side, [&](const NamedWeight& weight) { return !weight.name.starts_with(kept); });
        std::ranges::for_each(side, [&](NamedWeight& weight) { weight.name.erase(0, kept.size()); });
    }
    return kept;
}

/// For each row of A and of B 1 if it is no weight that is trained; empty where somebody chose names.
struct BesideWeights {
    LargeVector<std::uint8_t> a;
    LargeVector<std::uint8_t> b;

    static bool has(const LargeVector<std::uint8_t>& rows, EntryId id) { return !rows.empty() && rows[id] != 0; }
};

/// Leaves out what is no weight that is trained, if the other side has nothing of that name.
void dropOthers(AlignedWeights& weights, const BesideWeights& beside)
{
    const auto drop = [](std::vector<NamedWeight>& side, const LargeVector<std::uint8_t>& rows,
                         const std::unordered_set<std::string>& others) {
        std::erase_if(side, [&](const NamedWeight& weight) {
            return BesideWeights::has(rows, weight.entry) && !others.contains(weight.name);
        });
    };
    const auto namesOfA = namesOf(weights.a);
    drop(weights.a, beside.a, namesOf(weights.b));
    drop(weights.b, beside.b, namesOfA);
}

/// Leaves out of one side what a training keeps beside its model, where the other side has nothing of that name.
void dropLoneStates(std::vector<NamedWeight>& side, const Checkpoint& checkpoint,
                    const std::vector<NamedWeight>& others)
{
    const BesideNames beside(checkpoint);
    const std::unordered_set<std::string> known = namesOf(others);
    std::erase_if(side,
                  [&](const NamedWeight& weight) { return !known.contains(weight.name) && beside.has(weight.entry); });
}

/// Leaves out of one side what averages its weights, if the other side has nothing of that average: the weights that
/// are trained may be the same all the same. An average has nearly all of the weights, else it is a part of the model
/// that is called so.
void dropLoneAverages(std::vector<NamedWeight>& side, const Checkpoint& checkpoint,
                      const std::vector<NamedWeight>& others)
{
    const checkpoint::AveragedWeights averages = checkpoint::averagedWeights(checkpoint);
    std::unordered_map<std::string_view, bool> isShared; // by the name of an average
    for (const std::string& name : averages.names) {
        isShared.emplace(name, false);
    }
    const auto averageOf = [&](const NamedWeight& weight) {
        const std::string name = averages.rows[weight.entry] != 0 ? checkpoint.entryName(weight.entry) : std::string();
        auto found = isShared.end();
        for (std::size_t dot = name.find('.'); dot != std::string::npos && found == isShared.end();
             dot = name.find('.', dot + 1)) {
            found = isShared.find(std::string_view(name).substr(0, dot));
        }
        return found;
    };
    const std::unordered_set<std::string> known = namesOf(others);
    std::unordered_map<std::string_view, std::size_t> sizes; // of averages
    std::size_t trained = 0;                                 // of the weights in both
    for (const NamedWeight& weight : side) {
        const bool isBuffer =
            checkpoint::isBuffer(checkpoint, checkpoint.tensors()[checkpoint.entries()[weight.entry].payload]);
        const auto average = averageOf(weight);
        if (average == isShared.end()) {
            trained += known.contains(weight.name) && !isBuffer ? 1U : 0U;
        } else {
            average->second = average->second || known.contains(weight.name);
            ++sizes[average->first];
        }
    }
    for (auto& [name, isKept] : isShared) {
        isKept = isKept || sizes[name] * 10 < trained * 9;
    }
    std::erase_if(side, [&](const NamedWeight& weight) {
        const auto average = averageOf(weight);
        return average != isShared.end() && !average->second;
    });
}

/// The weights in all groups, if both have the same names in others than `parts`, too: a generator and its critic.
std::optional<AlignedWeights> inSeveralGroups(const Checkpoint& a, const Checkpoint& b, ComparedParts parts,
                                              const WeightNames& names)
{
    const ComparedParts around = outermostAlike(a, b, parts, [](const Checkpoint&, EntryId) { return true; });
    if (around.a == parts.a && around.b == parts.b) {
        return std::nullopt;
    }
    WeightsAround ofA(a, around.a, parts.a, names);
    WeightsAround ofB(b, around.b, parts.b, names);
    const std::unordered_set<std::string> namesOfA = namesOf(ofA.weights());
    const bool isMoreInA = ofA.keepCommon(namesOf(ofB.weights()));
    const bool isMoreInB = ofB.keepCommon(namesOfA);
    if (!isMoreInA && !isMoreInB) {
        return std::nullopt;
    }
    AlignedWeights weights;
    weights.parts = around;
    weights.a = ofA.weights();
    weights.b = ofB.weights();
    if (!names.isWanted) {
        dropLoneAverages(weights.a, a, weights.b);
        dropLoneAverages(weights.b, b, weights.a);
    }
    return weights;
}

/// Leaves out second names of tensors that are compared by another name, if the other side has none of them: of weights
/// that are tied, libraries save one.
std::vector<EntryId> dropTiedNames(std::vector<NamedWeight>& side, const Checkpoint& checkpoint,
                                   const std::vector<NamedWeight>& others)
{
    using Place =
        std::tuple<checkpoint::StorageId, std::int64_t, formats::Dtype, bool, bool, std::vector<std::int64_t>>;
    const auto placeOf = [&checkpoint](const NamedWeight& weight) {
        const checkpoint::Tensor& tensor = checkpoint.tensors()[checkpoint.entries()[weight.entry].payload];
        const auto shape = checkpoint.shape(tensor);
        const auto stride = checkpoint.stride(tensor);
        std::vector<std::int64_t> sizes(shape.begin(), shape.end());
        sizes.insert(sizes.end(), stride.begin(), stride.end());
        return Place{tensor.storage, tensor.offset, tensor.dtype, tensor.conj, tensor.neg, std::move(sizes)};
    };
    const auto isShared = [&checkpoint](const NamedWeight& weight) {
        const checkpoint::Tensor& tensor = checkpoint.tensors()[checkpoint.entries()[weight.entry].payload];
        return tensor.storage != kNoId && checkpoint.extra(tensor) == nullptr &&
               checkpoint.tensorsOf(tensor.storage).size() > 1;
    };
    const std::unordered_set<std::string> known = namesOf(others);
    std::set<Place> compared;
    for (const NamedWeight& weight : side) {
        if (isShared(weight) && known.contains(weight.name)) {
            compared.insert(placeOf(weight));
        }
    }
    std::vector<EntryId> dropped;
    std::erase_if(side, [&](const NamedWeight& weight) {
        const bool isTied = isShared(weight) && !known.contains(weight.name) && compared.contains(placeOf(weight));
        if (isTied) {
            dropped.push_back(weight.entry);
        }
        return isTied;
    });
    return dropped;
}

/// Looks for all of one side in a module of the other.
void takeOneModule(AlignedWeights& weights, const Checkpoint& a, const Checkpoint& b, const WeightNames& names,
                   const BesideWeights& beside)
{
    const auto isCounted = [&](const NamedWeight& ofA, const NamedWeight& ofB) {
        const bool isTrained = !BesideWeights::has(beside.a, ofA.entry) && !BesideWeights::has(beside.b, ofB.entry);
        return isTrained && (weights.isChosenInB ? isWanted(b, ofB.entry, names) : isWanted(a, ofA.entry, names));
    };
    const auto swapped = [&](const NamedWeight& ofB, const NamedWeight& ofA) { return isCounted(ofA, ofB); };
    if (std::string module = keepBestModule(weights.b, weights.a, swapped); !module.empty()) {
        weights.prefixB += module;
    } else {
        weights.prefixA += keepBestModule(weights.a, weights.b, isCounted);
    }
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
    const EntryId stateDict = likeliest != 0 ? likeliest : checkpoint::largestStateDict(checkpoint);
    std::vector<EntryId> places = upwards(checkpoint, stateDict);
    if (names.isWanted) {
        places.push_back(groupOfWanted(checkpoint, names));
    }
    std::erase_if(places, [&](EntryId id) { return id == kNoId || id == likeliest; });
    places.insert(places.begin(), likeliest);
    places.resize(std::min(places.size(), most));
    return places;
}

/// A group by its name from the root on; kNoId if there is none.
EntryId groupNamed(const Checkpoint& checkpoint, std::string_view name)
{
    for (EntryId id = 1; id < checkpoint.entries().size(); ++id) {
        const Entry& entry = checkpoint.entries()[id];
        if (entry.kind == EntryKind::Group && entry.childCount != 0 && checkpoint.entryName(id) == name) {
            return id;
        }
    }
    return kNoId;
}

/// Whether two groups have the name of a tensor in common.
bool haveCommonNames(const Checkpoint& a, EntryId inA, const Checkpoint& b, EntryId inB)
{
    const std::unordered_set<std::string> names = namesOf(namedWeights(a, inA));
    return std::ranges::any_of(namedWeights(b, inB),
                               [&names](const NamedWeight& weight) { return names.contains(weight.name); });
}

/// Takes groups of one name where there are some: a student is compared with the other student, and not with a teacher.
ComparedParts partsOfOneName(const Checkpoint& a, const Checkpoint& b, ComparedParts parts)
{
    if (parts.a == 0 || parts.b == 0 || a.entryName(parts.a) == b.entryName(parts.b)) {
        return parts;
    }
    if (const EntryId other = groupNamed(a, b.entryName(parts.b));
        other != kNoId && haveCommonNames(a, other, b, parts.b)) {
        return {.a = other, .b = parts.b};
    }
    if (const EntryId other = groupNamed(b, a.entryName(parts.a));
        other != kNoId && haveCommonNames(a, parts.a, b, other)) {
        return {.a = parts.a, .b = other};
    }
    return parts;
}

/// Takes `parts`, or those that fit better.
Result<AlignedWeights> bestAligned(const Checkpoint& a, const Checkpoint& b, ComparedParts parts,
                                   const WeightNames& names)
{
    parts = partsOfOneName(a, b, parts);
    const bool isChosenInB = names.isWanted && groupOfWanted(a, names) == kNoId;
    AlignedWeights best = aligned(a, b, parts, names);
    best.isChosenInB = isChosenInB;
    if (best.a.empty() || best.b.empty()) {
        return fail(error(ErrorCode::UnmetRequest, message("there is no tensor in it to compare"))
                        .in((best.a.empty() ? a : b).path()));
    }
    if (auto groups = names.renamed || isChosenInB ? std::nullopt : inSeveralGroups(a, b, parts, names)) {
        return std::move(*groups);
    }
    std::size_t most = namesInCommon(best, a, b, names);
    if (most != 0) {
        if (!names.isWanted) {
            dropLoneAverages(best.a, a, best.b);
            dropLoneAverages(best.b, b, best.a);
        }
        return best;
    }
    const BesideWeights beside =
        names.isWanted ? BesideWeights{}
                       : BesideWeights{.a = checkpoint::rowsBesideModel(a), .b = checkpoint::rowsBesideModel(b)};
    // Of places with as many names in common, those are taken with fewest that only one of them has.
    std::size_t others = 0;
    const std::vector<EntryId> placesInA = placesOfWeights(a, parts.a, names);
    const std::vector<EntryId> placesInB = placesOfWeights(b, parts.b, names);
    const auto tryPlaces = [&](bool isInModule) {
        for (const EntryId inA : placesInA) {
            for (const EntryId inB : placesInB) {
                AlignedWeights tried = aligned(a, b, {.a = inA, .b = inB}, names);
                tried.isChosenInB = isChosenInB;
                if (isInModule) {
                    takeOneModule(tried, a, b, names, beside);
                }
                dropOthers(tried, beside);
                const std::size_t found = namesInCommon(tried, a, b, names);
                const std::size_t rest = tried.a.size() + tried.b.size() - 2 * std::min(found, tried.a.size());
                if (found > most || (found == most && found != 0 && rest < others)) {
                    most = found;
                    others = rest;
                    best = std::move(tried);
                }
            }
        }
    };
    tryPlaces(false);
    if (most == 0) { // a module is what is left of a file: that may be less than is to be compared
        tryPlaces(true);
    }
    return best;
}

} // namespace

ComparedParts outermostAlike(const Checkpoint& a, const Checkpoint& b, ComparedParts parts,
                             const std::function<bool(const Checkpoint&, EntryId)>& mayLeave)
{
    const auto key = [](const Checkpoint& checkpoint, EntryId id) {
        return nameWithoutWrappers(checkpoint.keyText(checkpoint.entries()[id]));
    };
    while (parts.a != 0 && parts.b != 0 && mayLeave(a, parts.a) && mayLeave(b, parts.b) &&
           key(a, parts.a) == key(b, parts.b)) {
        parts = {.a = a.entries()[parts.a].parent, .b = b.entries()[parts.b].parent};
    }
    return parts;
}

Result<AlignedWeights> alignWeights(const Checkpoint& a, const Checkpoint& b, ComparedParts parts,
                                    const WeightNames& names)
{
    CAIRN_ASSIGN(weights, bestAligned(a, b, parts, names));
    if (!names.isWanted) {
        dropLoneStates(weights.a, a, weights.b);
        dropLoneStates(weights.b, b, weights.a);
    }
    weights.tiedA = dropTiedNames(weights.a, a, weights.b);
    weights.tiedB = dropTiedNames(weights.b, b, weights.a);
    return std::move(weights);
}

} // namespace cairn::values
