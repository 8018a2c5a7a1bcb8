#include "core/model/recognition.h"

#include "core/base/text/text.h"
#include "core/model/fingerprint.h"
#include "core/model/fitting.h"

#include <algorithm>
#include <bitset>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace cairn::model {

namespace {

constexpr std::uint64_t kFewestTensors = 8; ///< fewer say too little

/// A module that may be a known model, and what is before its names.
struct Place {
    std::uint32_t module = 0;
    std::string prefix;
    std::uint64_t tensors = 0;
};

/// The modules that a model is looked for in: all of it, then modules near the top, the larger first.
std::vector<Place> placesIn(const ModuleTree& tree)
{
    constexpr std::size_t mostLevels = 4;
    constexpr std::size_t mostPlaces = 12;
    std::vector<std::uint64_t> tensors(tree.modules().size());
    for (auto id = static_cast<std::uint32_t>(tensors.size()); id-- > 0;) { // parents come before their children
        tree.forEachOwn(tree[id], [&](std::uint32_t) { ++tensors[id]; });
        if (id != 0) {
            tensors[tree[id].parent] += tensors[id];
        }
    }
    std::vector<Place> places{{.module = 0, .prefix = {}, .tensors = tensors[0]}};
    std::size_t begin = 0;
    for (std::size_t level = 0; level < mostLevels; ++level) {
        const std::size_t end = places.size();
        for (std::size_t i = begin; i < end; ++i) {
            const Place above = places[i];
            tree.forEachChild(tree[above.module], [&](std::uint32_t id) {
                if (tensors[id] >= std::max(kFewestTensors, tensors[0] / 8)) { // at most a few in each level
                    places.push_back({.module = id,
                                      .prefix = above.prefix + std::string(tree[id].name) + '.',
                                      .tensors = tensors[id]});
                }
            });
        }
        begin = end;
    }
    std::erase_if(places, [](const Place& place) { return place.tensors < kFewestTensors; });
    std::ranges::sort(places, [](const Place& a, const Place& b) {
        return std::pair(b.tensors, a.module) < std::pair(a.tensors, b.module);
    });
    places.resize(std::min(places.size(), mostPlaces));
    return places;
}

class Search {
public:
    Search(const ModuleTree& tree, const KnownModels& known) : m_tree(tree), m_known(known)
    {
        for (const auto& keys : known.headSets()) {
            for (const std::uint64_t key : keys) {
                m_headKeys.insert(key);
                m_headBits.set(key % m_headBits.size());
            }
        }
        for (const KnownKind& kind : known.kinds()) {
            m_mostKeys = std::max<std::uint64_t>(m_mostKeys, kind.keys);
        }
    }

    /// Of a place that has many more tensors than any model has nothing needs to be looked at.
    [[nodiscard]] bool mayBeKnown(const Place& place) const { return place.tensors <= 2 * m_mostKeys; }

    /// The kinds of models that fit all of a place.
    [[nodiscard]] std::vector<Fit> fitsAt(const Place& place)
    {
        addUp(place.module);
        std::vector<Fit> fits;
        std::unordered_set<std::uint32_t> tried;
        for (std::uint32_t set = 0; set < m_known.headSets().size(); ++set) {
            std::uint64_t body = m_sum;
            for (const std::uint64_t key : m_known.headSets()[set]) {
                const auto found = m_heads.find(key);
                body -= found == m_heads.end() ? 0 : found->second;
            }
            for (const auto& [hash, kind] : m_known.withBody(KnownModels::bodyKey(body, set))) {
                if (tried.insert(kind).second) {
                    Fit fit = fitOf(m_tree, place.module, m_known, kind);
                    if (fit.differences() == 0 && fit.fitting >= kFewestTensors) {
                        fits.push_back(std::move(fit));
                    }
                }
            }
        }
        return fits;
    }

    /// The kind of which few tensors are different; to be asked after fitsAt() of the same place.
    [[nodiscard]] std::optional<Fit> closestAt(const Place& place) const
    {
        constexpr std::uint32_t fewestVotes = 4;
        constexpr std::size_t mostTried = 12;
        std::unordered_map<std::uint32_t, std::uint32_t> votes;
        for (const std::uint32_t hash : m_upper) {
            m_known.forEachWithSketch(hash, [&](std::uint32_t kind) { ++votes[kind]; });
        }
        std::vector<std::pair<std::uint32_t, std::uint32_t>> best; // votes, kind
        for (const auto& [kind, count] : votes) {
            const KnownKind& known = m_known.kinds()[kind];
            if (count >= std::min(fewestVotes, known.sketchSize) && mayBeNear(known.keys)) {
                best.emplace_back(count, kind);
            }
        }
        std::ranges::sort(best, [](const auto& a, const auto& b) {
            return std::pair(b.first, a.second) < std::pair(a.first, b.second);
        });
        best.resize(std::min(best.size(), mostTried));
        std::optional<Fit> closest;
        for (const auto& [count, kind] : best) {
            Fit fit = fitOf(m_tree, place.module, m_known, kind);
            const bool isNear = fit.differences() * 10 <= fit.fitting; // nine tenths and more are the same
            if (isNear && (!closest || fit.differences() < closest->differences())) {
                closest = std::move(fit);
            }
        }
        return closest;
    }

private:
    /// Nine tenths and more can be the same only where there are about as many; some keys of a model may be left out.
    [[nodiscard]] bool mayBeNear(std::uint64_t keys) const
    {
        return m_upper.size() * 10 <= keys * 12 && keys <= m_upper.size() * 2;
    }

    /// Hashes of all tensors of a place.
    void addUp(std::uint32_t module)
    {
        struct Step {
            std::uint32_t module;
            std::uint64_t path;
        };
        hashOnce();
        m_sum = 0;
        m_heads.clear();
        m_upper.clear();
        std::vector<Step> stack{{.module = module, .path = 0}};
        while (!stack.empty()) {
            const Step step = stack.back();
            stack.pop_back();
            m_tree.forEachOwn(m_tree[step.module], [&](std::uint32_t own) {
                const Tensor& tensor = m_tensors[own];
                if (tensor.isOptional) {
                    return;
                }
                const std::uint64_t path = pathHash(step.path, tensor.name);
                const std::uint64_t hash = tensorHash(path, tensor.shape);
                m_sum += hash;
                m_upper.push_back(static_cast<std::uint32_t>(hash >> 32U));
                if (m_headBits.test(path % m_headBits.size()) && m_headKeys.contains(path)) {
                    m_heads.emplace(path, hash);
                }
            });
            m_tree.forEachChild(m_tree[step.module], [&](std::uint32_t child) {
                stack.push_back({.module = child, .path = pathHash(step.path, m_modules[child])});
            });
        }
    }

    /// Of what is in several places in one another, names and shapes are the same in all of them.
    void hashOnce()
    {
        if (!m_modules.empty()) {
            return;
        }
        const ModelWeights& weights = m_tree.weights();
        m_modules.reserve(m_tree.modules().size());
        for (const Module& module : m_tree.modules()) {
            m_modules.push_back(nameHash(module.name));
        }
        m_tensors.reserve(weights.weights.size());
        for (std::uint32_t own = 0; own < weights.weights.size(); ++own) {
            const std::string_view name = m_tree.ownName(own);
            m_tensors.push_back({.name = nameHash(name),
                                 .shape = shapeHash(weights.shape(weights.weights[own])),
                                 .isOptional = isOptionalTensor(name)});
        }
    }

    struct Tensor {
        std::uint64_t name = 0;
        std::uint64_t shape = 0;
        bool isOptional = false;
    };

    const ModuleTree& m_tree;
    const KnownModels& m_known;
    std::unordered_set<std::uint64_t> m_headKeys; ///< path hashes of all that are in a head set
    std::bitset<1U << 18U> m_headBits;            ///< few others have a bit of theirs, and need not be looked for
    std::vector<std::uint64_t> m_modules;         ///< hashes of the names of all modules
    std::vector<Tensor> m_tensors;                ///< hashes of all tensors
    std::uint64_t m_mostKeys = 0;                 ///< of one model
    std::uint64_t m_sum = 0;
    std::unordered_map<std::uint64_t, std::uint64_t> m_heads;
    std::vector<std::uint32_t> m_upper;
};

void addModels(Recognition& found, const KnownModels& known, const Fit& fit)
{
    for (const KnownModel& model : known.models(known.kinds()[fit.kind])) {
        // For few classes and for many it may be made in two ways, and a number between them be both.
        if (std::ranges::none_of(found.models, [&](const KnownModel& other) {
                return other.library == model.library && other.name == model.name;
            })) {
            found.models.push_back(model);
        }
    }
}

Recognition recognitionOf(Recognition::Kind kind, const Place& place, std::uint64_t all, std::vector<Fit> fits,
                          const KnownModels& known)
{
    Recognition found;
    found.kind = kind;
    found.prefix = place.prefix;
    found.outside = all - place.tensors;
    // With a head before without one; then in the order of the database, which has the libraries in theirs.
    std::ranges::sort(fits, [](const Fit& a, const Fit& b) {
        return std::pair(a.isWithoutHead, a.kind) < std::pair(b.isWithoutHead, b.kind);
    });
    std::erase_if(fits, [&](const Fit& fit) { return fit.isWithoutHead != fits.front().isWithoutHead; });
    for (const Fit& fit : fits) {
        addModels(found, known, fit);
    }
    found.fit = std::move(fits.front());
    return found;
}

Message modelsText(const Recognition& recognition)
{
    constexpr std::size_t mostNames = 3;
    const auto& models = recognition.models;
    const auto name = [&](std::size_t i) { return std::string(models[i].library) + ' ' + std::string(models[i].name); };
    std::string names = name(0);
    for (std::size_t i = 1; i < std::min(models.size(), mostNames); ++i) {
        const bool isSame = models[i].library == models[i - 1].library;
        names += ", " + (isSame ? std::string(models[i].name) : name(i));
    }
    if (models.size() > mostNames) {
        return message("%1 or one of %2 more with the same keys and shapes", names,
                       std::to_string(models.size() - mostNames));
    }
    return models.size() > 1 ? message("%1 (their keys and shapes are the same)", names) : verbatim(names);
}

} // namespace

Message withVariables(Message text, const Fit& fit)
{
    for (const auto& [variable, value] : fit.variables) {
        const std::string number = std::to_string(value);
        if (variable == "classes") {
            text = value == 1 ? message("%1, 1 class", text) : message("%1, %2 classes", text, number);
        } else if (variable == "channels" && value != 3) {
            text = value == 1 ? message("%1, 1 channel", text) : message("%1, %2 channels", text, number);
        } else if (variable == "vocabulary") {
            text = message("%1, a vocabulary of %2", text, number);
        }
    }
    return text;
}

Recognition recognise(const ModuleTree& tree, const KnownModels& known)
{
    Search search(tree, known);
    const std::vector<Place> places = placesIn(tree);
    std::optional<Fit> closest;
    const Place* closestPlace = nullptr;
    std::vector<Fit> withoutHead;
    const Place* withoutHeadPlace = nullptr;
    const std::uint64_t all = tree.weights().weights.size();
    for (const Place& place : places) {
        if (withoutHeadPlace != nullptr && place.tensors != withoutHeadPlace->tensors) {
            break;
        }
        if (!search.mayBeKnown(place)) {
            continue;
        }
        if (std::vector<Fit> fits = search.fitsAt(place); !fits.empty()) {
            if (!std::ranges::all_of(fits, &Fit::isWithoutHead)) {
                return recognitionOf(Recognition::Kind::Fits, place, all, std::move(fits), known);
            }
            // The same tensors may be all of a model that has no head: "bert." before what is a BertModel.
            if (withoutHeadPlace == nullptr) {
                withoutHead = std::move(fits);
                withoutHeadPlace = &place;
            }
            continue;
        }
        auto near = search.closestAt(place);
        if (near && (!closest || near->differences() < closest->differences())) {
            closest = std::move(near);
            closestPlace = &place;
        }
    }
    if (withoutHeadPlace != nullptr) {
        return recognitionOf(Recognition::Kind::Fits, *withoutHeadPlace, all, std::move(withoutHead), known);
    }
    if (!closest) {
        return {};
    }
    return recognitionOf(Recognition::Kind::Closest, *closestPlace, all, {std::move(*closest)}, known);
}

std::vector<OtherModel> otherModels(const ModelWeights& taken, const KnownModels& known)
{
    const checkpoint::Checkpoint& checkpoint = *taken.checkpoint;
    const auto isInTaken = [&](checkpoint::EntryId group) {
        while (group != checkpoint::kNoId && group != taken.group) {
            group = checkpoint.entries()[group].parent;
        }
        return group == taken.group;
    };
    std::vector<OtherModel> found;
    for (const auto& [group, tensors] : statesIn(checkpoint, kFewestTensors)) {
        if (isInTaken(group)) {
            continue;
        }
        const ModelWeights weights = weightsIn(checkpoint, group);
        const ModuleTree tree(weights);
        if (Recognition other = recognise(tree, known); other.kind == Recognition::Kind::Fits) {
            found.push_back({.place = checkpoint.entryName(group), .recognition = std::move(other)});
        }
    }
    return found;
}

Message recognitionText(const Recognition& recognition)
{
    if (recognition.kind == Recognition::Kind::None) {
        return {};
    }
    Message text = withVariables(modelsText(recognition), recognition.fit);
    text = recognition.fit.isWithoutHead ? message("%1, without its head", text) : text;
    const std::uint64_t keys = recognition.fit.fitting;
    if (recognition.kind == Recognition::Kind::Closest) {
        const std::uint64_t others = recognition.fit.differences();
        text = others == 1
                   ? message("closest: %1; 1 key differs, %2 fit", text, groupedDigits(keys))
                   : message("closest: %1; %2 keys differ, %3 fit", text, groupedDigits(others), groupedDigits(keys));
    } else {
        text = message("%1; all %2 keys fit", text, groupedDigits(keys));
    }
    if (recognition.prefix.empty()) {
        return text;
    }
    const std::string prefix = inQuotes(recognition.prefix);
    return recognition.outside == 0
               ? message("%1 behind %2", text, prefix)
               : message("%1 behind %2; other keys beside it: %3", text, prefix, groupedDigits(recognition.outside));
}

} // namespace cairn::model
