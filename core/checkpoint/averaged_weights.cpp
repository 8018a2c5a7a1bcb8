#include "core/checkpoint/parameter_count.h"
#include "core/checkpoint/wrapper_names.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

namespace cairn::checkpoint {

namespace {

constexpr std::array<std::string_view, 6> kWords = {"ema", "swa", "polyak", "average", "averaged", "shadow"};

/// A bit for each small letter.
constexpr std::uint32_t letterBit(char letter)
{
    return letter >= 'a' && letter <= 'z' ? std::uint32_t{1} << static_cast<unsigned>(letter - 'a') : 0;
}

/// By the first letter of a word, the second ones.
constexpr auto kSecondLetters = [] {
    std::array<std::uint32_t, 256> seconds{};
    for (const std::string_view word : kWords) {
        seconds[static_cast<unsigned char>(word[0])] |= letterBit(word[1]);
    }
    return seconds;
}();

/// "model_ema", "ema", "state_dict_ema", "averaged_model": one of the words of a key says what it is.
bool namesAverage(std::string_view key)
{
    std::size_t begin = 0;
    while (begin <= key.size()) {
        const std::size_t end = std::min(key.find('_', begin), key.size());
        if (std::ranges::find(kWords, key.substr(begin, end - begin)) != kWords.end()) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

/// Whether a name can have one of these words in it: most have none, and are done with at once.
bool mayNameAverage(std::string_view name)
{
    for (std::size_t i = 0; i + 1 < name.size(); ++i) {
        const bool mayBegin = (kSecondLetters[static_cast<unsigned char>(name[i])] & letterBit(name[i + 1])) != 0;
        const auto begins = [rest = name.substr(i)](std::string_view word) { return rest.starts_with(word); };
        if (mayBegin && std::ranges::any_of(kWords, begins)) {
            return true;
        }
    }
    return false;
}

/// Whether a decimal number begins at the end of one part of a name and goes on in the next one: "ema_0", "999".
bool goesOn(std::string_view part, std::string_view next)
{
    const auto isDigits = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return part.contains('_') && isDigits(part.substr(part.rfind('_') + 1)) && isDigits(next);
}

/// Where in the name of a tensor the first group ends that is called an average; npos if there is none.
std::size_t firstEndOfAverage(std::string_view name)
{
    std::size_t begin = 0;
    std::size_t dot = name.find('.');
    while (dot != std::string_view::npos && !namesAverage(name.substr(begin, dot - begin))) {
        begin = dot + 1;
        dot = name.find('.', begin);
    }
    const std::size_t next = dot == std::string_view::npos ? dot : name.find('.', dot + 1);
    return next != std::string_view::npos &&
                   goesOn(name.substr(begin, dot - begin), name.substr(dot + 1, next - dot - 1))
               ? next
               : dot;
}

/// The same of the last of several such groups that lie in each other: "ema.shadow".
std::size_t endOfAverage(std::string_view name)
{
    std::size_t end = firstEndOfAverage(name);
    while (end != std::string_view::npos) {
        const std::size_t next = name.find('.', end + 1);
        if (next == std::string_view::npos || !namesAverage(name.substr(end + 1, next - end - 1))) {
            break;
        }
        end = next;
    }
    return end;
}

/// What a name and a shape have in common with those of the copy: there may be no dots in it, DDP adds "module", as
/// AveragedModel does, and torch.compile "_orig_mod".
std::string signature(const Checkpoint& checkpoint, const Tensor& tensor, std::string_view name)
{
    std::string text(name.substr(wrappersBefore(name).size()));
    std::erase(text, '.');
    for (const std::int64_t size : checkpoint.shape(tensor)) {
        text += ',' + std::to_string(size);
    }
    return text;
}

/// Who saves the averages in the place of the weights, "state_dict", and the trained ones in another group.
struct Swap {
    std::string_view trained;
    std::string_view beside; ///< what else there is in such files
};
constexpr std::array kSwaps = {Swap{"ema_state_dict", "message_hub"},           // MMEngine
                               Swap{"current_model_state", "averaging_state"}}; // WeightAveraging of Lightning

/// The name of the group with the weights as they were trained, if a file has the averages in their place, else empty.
std::string_view trainedBesideAverages(const Checkpoint& checkpoint)
{
    if (checkpoint.entries().empty()) {
        return {};
    }
    const Entry& root = checkpoint.entries().front();
    const auto rows = checkpoint.entries().subspan(root.firstChild, root.childCount);
    const auto isTop = [&](std::string_view key) {
        return std::ranges::any_of(rows,
                                   [&](const Entry& row) { return !row.attribute && checkpoint.keyView(row) == key; });
    };
    const auto* const swap = std::ranges::find_if(
        kSwaps, [&](const Swap& one) { return isTop(one.trained) && isTop(one.beside) && isTop("state_dict"); });
    return swap == kSwaps.end() ? std::string_view() : swap->trained;
}

/// The name that the weights have by that of their average: "model" of "model_ema", "state_dict" of "ema_state_dict".
std::string nameOfWeights(std::string_view average)
{
    const std::size_t begin = average.rfind('.') + 1;
    std::string own;
    for (std::string_view rest = average.substr(begin); !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find('_'));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        const bool isNumber = word.find_first_not_of("0123456789") == std::string_view::npos;
        if (!isNumber && std::ranges::find(kWords, word) == kWords.end()) {
            own += (own.empty() ? "" : "_") + std::string(word);
        }
    }
    std::string name(average.substr(0, begin));
    name += own;
    name.resize(name.find_last_not_of('.') + 1);
    return name;
}

/// Weights of the name and shape of some in a copy, and the group that they have this name in: empty for the file.
struct Original {
    std::string group;
    EntryId entry = kNoId;
};

/// Tensors under one name that may be a copy.
struct Candidate {
    std::string name;
    std::vector<const Tensor*> tensors;
    std::vector<std::string> signatures; ///< of each of them
    std::vector<EntryId> originals;      ///< what each of them follows; kNoId: nothing
    std::vector<std::string> groups;     ///< that have all that it follows; of several, nobody can tell which is meant

    [[nodiscard]] std::string holder() const { return name.substr(0, firstEndOfAverage(name + '.')); }
};

/// All tensors but those of optimizers, as candidates and as what they may be copies of.
class Finder {
public:
    Finder(const Checkpoint& checkpoint, const std::function<bool(std::string_view)>& isLeftOut)
        : m_checkpoint(checkpoint), m_trained(trainedBesideAverages(checkpoint)), m_isLeftOut(isLeftOut)
    {
    }

    AveragedWeights find()
    {
        AveragedWeights found{.trained = std::string(m_trained),
                              .rows = LargeVector<std::uint8_t>(m_checkpoint.entries().size()),
                              .names = {},
                              .holders = {},
                              .copies = {},
                              .followed = {},
                              .notCopies = {}};
        const bool isNamed =
            !m_trained.empty() || std::ranges::any_of(m_checkpoint.entries(), [this](const Entry& entry) {
                const std::string_view key = m_checkpoint.keyView(entry);
                return !mayNameAverage(key)             ? false
                       : entry.kind == EntryKind::Group ? namesAverage(key)
                                                        : endOfAverage(key) != std::string_view::npos;
            });
        if (!isNamed) { // most files, and the names of all tensors take a while
            return found;
        }
        collect();
        for (const Tensor& tensor : m_checkpoint.tensors()) {
            found.rows[tensor.entry] = isCollected(tensor) ? 1 : 0;
        }
        for (const Candidate& candidate : m_candidates) {
            const Tensor* unlike = firstUnlike(candidate);
            if (unlike != nullptr) {
                found.notCopies.emplace_back(candidate.name, unlike->entry);
            } else if (hasWeights(candidate)) {
                found.names.push_back(candidate.name);
                found.holders.push_back(candidate.holder());
                found.followed.push_back(candidate.groups);
                for (std::size_t i = 0; i < candidate.tensors.size(); ++i) {
                    const EntryId copy = candidate.tensors[i]->entry;
                    found.rows[copy] = 1;
                    if (candidate.originals[i] != kNoId) {
                        found.copies.emplace_back(copy, candidate.originals[i]);
                    }
                }
            }
        }
        return found;
    }

private:
    /// The first that follows nothing, or null. Single numbers need not: there are counts of updates among them.
    [[nodiscard]] const Tensor* firstUnlike(const Candidate& candidate) const
    {
        for (std::size_t i = 0; i < candidate.tensors.size(); ++i) {
            if (!isNumber(*candidate.tensors[i]) && candidate.originals[i] == kNoId) {
                return candidate.tensors[i];
            }
        }
        return nullptr;
    }

    [[nodiscard]] bool hasWeights(const Candidate& candidate) const
    {
        return !std::ranges::all_of(candidate.tensors, [this](const Tensor* tensor) { return isNumber(*tensor); });
    }

    [[nodiscard]] bool isNumber(const Tensor& tensor) const { return m_checkpoint.shape(tensor).empty(); }

    /// Only what is named as a copy is kept: there can be many other tensors, with long names.
    void collect()
    {
        const LargeVector<std::uint8_t> ofOptimizer = optimizerRows(m_checkpoint);
        for (const Tensor& tensor : m_checkpoint.tensors()) {
            const bool isOther = (ofOptimizer[tensor.entry] != 0 && !isInList(tensor)) || isCollected(tensor);
            const std::string name = isOther ? std::string() : nameOf(tensor);
            if (const std::size_t end = endOfCopy(name); end != std::string_view::npos) {
                add(tensor, name, end);
            }
        }
        for (const Candidate& candidate : m_candidates) {
            for (const std::string& signature : candidate.signatures) {
                m_originals.try_emplace(signature);
            }
        }
        constexpr int mostParts = 2;
        for (const Tensor& tensor : m_checkpoint.tensors()) {
            const std::string name =
                m_originals.empty() || ofOptimizer[tensor.entry] != 0 ? std::string() : nameOf(tensor);
            if (name.empty() || isCollected(tensor) || endOfCopy(name) != std::string_view::npos) {
                continue;
            }
            std::size_t begin = 0; // of the whole name, or of what is below the first or the second part
            find(tensor, name, begin);
            for (int parts = 0; parts < mostParts && name.find('.', begin) != std::string::npos; ++parts) {
                begin = name.find('.', begin) + 1;
                find(tensor, name, begin);
            }
        }
        int lists = 0;
        for (Candidate& candidate : m_candidates) {
            match(candidate);
            constexpr int mostLists = 8; // each takes a look at all tensors
            if (lists < mostLists && firstUnlike(candidate) != nullptr && isList(candidate)) {
                matchList(candidate, ofOptimizer);
                ++lists;
            }
        }
    }

    /// The same as endOfAverage(), and of what follows averages as an average follows weights.
    [[nodiscard]] std::size_t endOfCopy(std::string_view name) const
    {
        const bool isTrained =
            !m_trained.empty() && name.starts_with(m_trained) && name.substr(m_trained.size()).starts_with('.');
        return isTrained ? m_trained.size() : endOfAverage(name);
    }

    /// Whether a tensor is right in what is called an average, and has no name there but its number: optimizers that
    /// average the weights save them so, as that of NeMo.
    [[nodiscard]] bool isInList(const Tensor& tensor) const
    {
        const Entry& entry = m_checkpoint.entries()[tensor.entry];
        const std::string_view key = m_checkpoint.keyView(entry);
        return entry.parent != kNoId && namesAverage(m_checkpoint.keyView(m_checkpoint.entries()[entry.parent])) &&
               key.find_first_not_of("0123456789") == std::string_view::npos;
    }

    /// What torch_ema puts aside while it evaluates the averages: what was trained, once more.
    [[nodiscard]] bool isCollected(const Tensor& tensor) const
    {
        const EntryId parent = m_checkpoint.entries()[tensor.entry].parent;
        return parent != kNoId && m_checkpoint.keyView(m_checkpoint.entries()[parent]) == "collected_params";
    }

    /// Whether they are the elements of a list, by their names: 0, 1, 2, ...
    [[nodiscard]] bool isList(const Candidate& candidate) const
    {
        for (std::size_t i = 0; i < candidate.tensors.size(); ++i) {
            if (m_checkpoint.keyText(m_checkpoint.entries()[candidate.tensors[i]->entry]) != std::to_string(i)) {
                return false;
            }
        }
        return true;
    }

    /// Of several groups the one that is meant by the name of the average, if there is one.
    void choose(Candidate& candidate) const
    {
        std::erase_if(candidate.groups, [this](const std::string& group) { return m_isLeftOut && m_isLeftOut(group); });
        const std::string whole = nameOfWeights(candidate.holder());
        const auto isOwn = [&](const std::string& group) { return group == whole; };
        const auto endsSo = [&](const std::string& group) {
            const std::string_view own = std::string_view(whole).substr(whole.rfind('.') + 1);
            return !own.empty() && std::string_view(group).substr(group.rfind('.') + 1) == own;
        };
        for (const auto& isMeant : {std::function<bool(const std::string&)>(isOwn), {endsSo}}) {
            if (std::ranges::count_if(candidate.groups, isMeant) == 1) {
                candidate.groups = {*std::ranges::find_if(candidate.groups, isMeant)};
            }
        }
    }

    /// By names: one group has all that a copy follows. Where none has, as of modules in groups of their own, each is
    /// looked for by itself.
    void match(Candidate& candidate) const
    {
        std::map<std::string, std::size_t> counts; // of weights, by group
        std::size_t weights = 0;
        for (std::size_t i = 0; i < candidate.tensors.size(); ++i) {
            if (isNumber(*candidate.tensors[i])) {
                continue;
            }
            ++weights;
            for (const Original& original : m_originals.at(candidate.signatures[i])) {
                ++counts[original.group];
            }
        }
        for (const auto& [group, count] : counts) {
            if (count >= weights) {
                candidate.groups.push_back(group);
            }
        }
        choose(candidate);
        const bool isOfOne = !candidate.groups.empty();
        const std::string group = isOfOne ? candidate.groups.front() : std::string();
        for (const std::string& signature : candidate.signatures) {
            const std::vector<Original>& originals = m_originals.at(signature);
            const auto found = isOfOne ? std::ranges::find(originals, group, &Original::group) : originals.begin();
            candidate.originals.push_back(found == originals.end() ? kNoId : found->entry);
            if (!isOfOne && originals.size() > 1) {
                for (const Original& original : originals) {
                    if (std::ranges::find(candidate.groups, original.group) == candidate.groups.end()) {
                        candidate.groups.push_back(original.group);
                    }
                }
            }
        }
    }

    /// A list has the averages of all parameters in their order, as torch_ema saves them. A group with as many, of the
    /// same shapes, is what they follow.
    void matchList(Candidate& candidate, const LargeVector<std::uint8_t>& ofOptimizer) const
    {
        std::map<EntryId, std::vector<EntryId>> groups; // by the row at the top that they are in
        for (const Tensor& tensor : m_checkpoint.tensors()) {
            if (ofOptimizer[tensor.entry] != 0 || isBuffer(m_checkpoint, tensor) || isCollected(tensor) ||
                endOfCopy(nameOf(tensor)) != std::string_view::npos) {
                continue;
            }
            EntryId top = m_checkpoint.entries()[tensor.entry].parent;
            while (top != 0 && m_checkpoint.entries()[top].parent != 0) {
                top = m_checkpoint.entries()[top].parent;
            }
            groups[top].push_back(tensor.entry);
        }
        const auto shapeOf = [this](EntryId entry) {
            return m_checkpoint.shape(m_checkpoint.tensors()[m_checkpoint.entries()[entry].payload]);
        };
        const auto isSame = [&](EntryId original, const Tensor* copy) {
            return std::ranges::equal(shapeOf(original), m_checkpoint.shape(*copy));
        };
        std::erase_if(groups,
                      [&](const auto& group) { return !std::ranges::equal(group.second, candidate.tensors, isSame); });
        candidate.groups.clear();
        for (const auto& [top, parameters] : groups) {
            candidate.groups.push_back(m_checkpoint.entryName(top));
        }
        choose(candidate);
        for (const auto& [top, parameters] : groups) {
            if (!candidate.groups.empty() && m_checkpoint.entryName(top) == candidate.groups.front()) {
                candidate.originals = parameters;
            }
        }
    }

    /// Whether a copy has the name of a tensor from a place on.
    void find(const Tensor& tensor, const std::string& name, std::size_t begin)
    {
        constexpr std::size_t most = 16; // groups that are alike
        const auto wanted = m_originals.find(signature(m_checkpoint, tensor, std::string_view(name).substr(begin)));
        if (wanted == m_originals.end() || wanted->second.size() == most ||
            std::ranges::find(wanted->second, tensor.entry, &Original::entry) != wanted->second.end()) {
            return; // "module" before a name is no group of its own
        }
        wanted->second.push_back(
            {.group = begin == 0 ? std::string() : name.substr(0, begin - 1), .entry = tensor.entry});
    }

    /// Empty for one that is longer than anybody writes: a key can have megabytes, before many tensors.
    [[nodiscard]] std::string nameOf(const Tensor& tensor) const
    {
        constexpr std::size_t longest = 1000;
        std::string name = m_checkpoint.entryName(tensor.entry);
        return name.size() <= longest ? name : std::string();
    }

    void add(const Tensor& tensor, const std::string& name, std::size_t end)
    {
        const auto [known, isNew] = m_places.try_emplace(name.substr(0, end), m_candidates.size());
        if (isNew) {
            m_candidates.push_back(
                {.name = known->first, .tensors = {}, .signatures = {}, .originals = {}, .groups = {}});
        }
        Candidate& candidate = m_candidates[known->second];
        candidate.tensors.push_back(&tensor);
        candidate.signatures.push_back(signature(m_checkpoint, tensor, std::string_view(name).substr(end + 1)));
    }

    const Checkpoint& m_checkpoint;
    std::string_view m_trained; ///< see AveragedWeights
    std::vector<Candidate> m_candidates;
    std::unordered_map<std::string, std::size_t> m_places;              ///< of candidates, by their names
    std::unordered_map<std::string, std::vector<Original>> m_originals; ///< by what copies hold
    const std::function<bool(std::string_view)>& m_isLeftOut;
};

} // namespace

AveragedWeights averagedWeights(const Checkpoint& checkpoint, const std::function<bool(std::string_view)>& isLeftOut)
{
    return Finder(checkpoint, isLeftOut).find();
}

LargeVector<std::uint8_t> rowsBesideModel(const Checkpoint& checkpoint, const AveragedWeights& averages)
{
    LargeVector<std::uint8_t> rows = optimizerRows(checkpoint);
    for (std::size_t id = 0; id < rows.size(); ++id) {
        rows[id] |= averages.rows[id];
    }
    return rows;
}

LargeVector<std::uint8_t> rowsBesideModel(const Checkpoint& checkpoint)
{
    return rowsBesideModel(checkpoint, averagedWeights(checkpoint));
}

} // namespace cairn::checkpoint
