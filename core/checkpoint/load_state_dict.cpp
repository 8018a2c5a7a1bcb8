#include "core/checkpoint/load_state_dict.h"

#include "core/base/text/text_hash.h"
#include "core/checkpoint/parameter_count.h"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace cairn::checkpoint {

namespace {

/// What torch raises where it looks into a key that is no text.
std::string stopAt(const Checkpoint& checkpoint, const Entry& entry)
{
    const std::string key = checkpoint.keyText(entry);
    const auto begins = [&](std::string_view text) { return key.starts_with(text); };
    if (begins("b'") || begins("b\"")) {
        return "TypeError: startswith first arg must be bytes or a tuple of bytes, not str";
    }
    const bool isNumber = !key.empty() && key.find_first_not_of("0123456789+-.einfa") == std::string::npos;
    const std::string_view type = checkpoint.isIntegerKey(entry)    ? "int"
                                  : key == "True" || key == "False" ? "bool"
                                  : key == "None"                   ? "NoneType"
                                  : begins("(")                     ? "tuple"
                                  : isNumber                        ? "float"
                                                                    : "object";
    return "AttributeError: '" + std::string(type) + "' object has no attribute 'startswith'";
}

/// Items of a group, its attributes left out.
template <typename Visit>
void forEachItem(const StateDict& dict, const Visit& visit)
{
    const Entry& group = dict.checkpoint->entries()[dict.group];
    for (EntryId id = group.firstChild; id < group.firstChild + group.childCount; ++id) {
        const Entry& entry = dict.checkpoint->entries()[id];
        if (!entry.attribute && entry.keyKind == KeyRef::Kind::Text) {
            visit(entry);
        }
    }
}

const Entry* childNamed(const Checkpoint& checkpoint, const Entry& group, std::string_view name, bool attribute)
{
    for (EntryId id = group.firstChild; id < group.firstChild + group.childCount; ++id) {
        const Entry& entry = checkpoint.entries()[id];
        if (entry.attribute == attribute && checkpoint.keyText(entry) == name) {
            return &entry;
        }
    }
    return nullptr;
}

std::string sizeText(std::span<const std::int64_t> shape)
{
    std::string text = "torch.Size([";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    }
    return text + "])";
}

/// What torch says where it copies one tensor into another; empty if it does.
std::string_view copyingError(const StateKey& wanted, const StateKey& loaded)
{
    using Numbers = StateKey::Numbers;
    if (loaded.numbers == wanted.numbers || wanted.numbers == Numbers::Meta) {
        return {};
    }
    switch (loaded.numbers) {
    case Numbers::Plain: return {}; // which sparse and quantised ones are made of
    case Numbers::Meta: return "Cannot copy out of meta tensor; no data!";
    case Numbers::Sparse:
        return "copy_() between dense and sparse Tensors is not implemented! Found self type = torch.FloatTensor and "
               "src type = torch.sparse.FloatTensor";
    case Numbers::Quantized:
        return "Copying from quantized Tensor to non-quantized Tensor is not allowed, please use dequantize to get a "
               "float Tensor from a quantized Tensor";
    }
    return {};
}

StateKey::Numbers numbersOf(const Checkpoint& checkpoint, const Tensor& tensor)
{
    if (checkpoint.deviceTag(tensor.device) == "meta") {
        return StateKey::Numbers::Meta;
    }
    const TensorExtra* extra = checkpoint.extra(tensor);
    return tensor.layout != Layout::Strided                   ? StateKey::Numbers::Sparse
           : extra != nullptr && extra->quantizer.has_value() ? StateKey::Numbers::Quantized
                                                              : StateKey::Numbers::Plain;
}

/// A module as the keys of a state_dict tell of it.
struct Module {
    std::string_view prefix; ///< with its dot
    std::vector<const StateKey*> own;
    std::vector<std::size_t> modules;
    std::vector<std::string_view> unexpected;
};

/// From a module to one in it.
struct Step {
    std::size_t from = 0;
    std::string_view name;

    bool operator==(const Step&) const = default;
};
struct HashOfStep {
    std::size_t operator()(const Step& step) const noexcept
    {
        constexpr unsigned half = 32;
        return ExactText::hash(step.name) ^ (step.from << half) ^ step.from;
    }
};

/// Collects what is wrong in the order in which torch walks through a model.
class Loading {
public:
    Loading(const StateKeys& model, const StateKeys& loaded)
        : m_model(model), m_loaded(loaded.keys), m_versions(loaded.versions)
    {
    }

    [[nodiscard]] LoadReport report()
    {
        readKeys();
        for (const StateKey& key : m_loaded) {
            if (!m_known.contains(key.name)) {
                moduleOf(key.name, false).unexpected.push_back(key.name);
            }
        }
        std::vector<std::size_t> stack{0};
        while (!stack.empty()) {
            const Module& module = m_modules[stack.back()];
            stack.pop_back();
            load(module);
            stack.insert(stack.end(), module.modules.rbegin(), module.modules.rend());
        }
        return std::move(m_report);
    }

private:
    void readKeys()
    {
        m_modules.emplace_back();
        for (const StateKey& key : m_model.keys) {
            m_known.insert(key.name);
            if (key.isTensor || isExtraState(key.name)) {
                moduleOf(key.name, true).own.push_back(&key);
            }
        }
        takeOldWeightNorm();
        for (const StateKey& key : m_loaded) {
            m_loadedKeys.emplace(key.name, &key);
        }
    }

    /// What a module keeps beside its tensors, whatever that is.
    static bool isExtraState(std::string_view key) { return key.substr(key.rfind('.') + 1) == "_extra_state"; }

    /// The weight_norm of today takes the names of the one before.
    void takeOldWeightNorm()
    {
        std::unordered_map<std::string_view, StateKey*> loaded;
        for (StateKey& key : m_loaded) {
            loaded.emplace(key.name, &key);
        }
        constexpr std::string_view parametrizations = "parametrizations.";
        constexpr std::string_view first = ".original0";
        for (const StateKey& key : m_model.keys) {
            const std::size_t place = key.name.rfind(parametrizations);
            const bool isFirst = key.name.ends_with(first) && place != std::string::npos;
            if (!isFirst || (place != 0 && key.name[place - 1] != '.')) {
                continue;
            }
            const std::string stem = key.name.substr(0, key.name.size() - first.size());
            const std::string weight = key.name.substr(0, place) + stem.substr(place + parametrizations.size());
            const auto length = loaded.find(weight + "_g");
            const auto direction = loaded.find(weight + "_v");
            if (length != loaded.end() && direction != loaded.end()) {
                length->second->name = key.name;
                direction->second->name = stem + ".original1";
            }
        }
    }

    /// The module that a key belongs to; without `create`, the innermost one on the way that is there.
    Module& moduleOf(std::string_view key, bool create)
    {
        constexpr int mostLevels = 100; // a name can have millions of dots, and no model has so many modules in others
        std::size_t at = 0;
        std::size_t begin = 0;
        int level = 0;
        for (std::size_t dot = key.find('.'); dot != std::string_view::npos && level < mostLevels;
             dot = key.find('.', begin), ++level) {
            const Step step{.from = at, .name = key.substr(begin, dot - begin)};
            auto found = m_moduleAt.find(step);
            if (found == m_moduleAt.end()) {
                if (!create) {
                    break;
                }
                found = m_moduleAt.emplace(step, m_modules.size()).first;
                m_modules[at].modules.push_back(m_modules.size());
                m_modules.emplace_back().prefix = key.substr(0, dot + 1);
            }
            at = found->second;
            begin = dot + 1;
        }
        return m_modules[at];
    }

    void load(const Module& module)
    {
        for (const StateKey* key : module.own) {
            const auto found = m_loadedKeys.find(key->name);
            if (found != m_loadedKeys.end()) {
                compare(*key, *found->second);
            } else if (!isFilledIn(module, key->name)) {
                m_report.missing.push_back(key->name);
            }
        }
        m_report.unexpected.insert(m_report.unexpected.end(), module.unexpected.begin(), module.unexpected.end());
    }

    /// Batch norms of version 1 had no such counter, so torch gives them one.
    [[nodiscard]] bool isFilledIn(const Module& module, std::string_view key) const
    {
        const auto isStatistic = [&](const StateKey* one) {
            return one->name.substr(module.prefix.size()) == "running_mean";
        };
        if (key.substr(module.prefix.size()) != "num_batches_tracked" ||
            std::ranges::none_of(module.own, isStatistic)) {
            return false;
        }
        const std::string name(module.prefix.substr(0, std::max<std::size_t>(module.prefix.size(), 1) - 1));
        const auto version = m_versions.find(name);
        return version == m_versions.end() || version->second < 2;
    }

    void compare(const StateKey& wanted, const StateKey& loaded)
    {
        const bool isFitting = loaded.isTensor && takesShape(wanted, loaded.shape);
        const std::string_view refusal = isFitting && wanted.isTensor ? copyingError(wanted, loaded) : "";
        if (!refusal.empty()) {
            addWrong(wanted, "While copying the parameter named \"" + wanted.name +
                                 "\", whose dimensions in the model are " + sizeText(loaded.shape) +
                                 " and whose dimensions in the checkpoint are " + sizeText(loaded.shape) +
                                 ", an exception occurred : ('" + std::string(refusal) + "',).");
        } else if (isExtraState(wanted.name) || isFitting) {
            ++m_report.taken;
        } else if (loaded.isTensor) {
            addWrong(wanted, "size mismatch for " + wanted.name + ": copying a param with shape " +
                                 sizeText(loaded.shape) + " from checkpoint, the shape in current model is " +
                                 sizeText(wanted.shape) + ".");
        } else {
            addWrong(wanted,
                     "While copying the parameter named \"" + wanted.name +
                         "\", expected torch.Tensor or Tensor-like object from checkpoint but received <class '" +
                         loaded.typeName + "'>");
        }
    }

    void addWrong(const StateKey& key, std::string words)
    {
        m_report.wrong.push_back(key.name);
        m_report.errors.push_back(std::move(words));
    }

    const StateKeys& m_model;
    std::vector<StateKey> m_loaded;
    const std::unordered_map<std::string, std::int64_t>& m_versions;
    std::unordered_set<std::string_view> m_known; ///< with what is no tensor: the extra state of modules
    std::unordered_map<std::string_view, const StateKey*> m_loadedKeys;
    std::unordered_map<Step, std::size_t, HashOfStep> m_moduleAt;
    std::deque<Module> m_modules;
    LoadReport m_report;
};

/// "a", "b"
std::string quotedList(const std::vector<std::string>& keys)
{
    std::string list;
    for (const std::string& key : keys) {
        list += (list.empty() ? "\"" : ", \"") + key + "\"";
    }
    return list;
}

/// The group with most tensors of some kind right below it by a text.
template <typename Counts>
EntryId groupOfMostTensors(const Checkpoint& checkpoint, Counts&& countsAsOne)
{
    EntryId best = kNoId;
    std::uint32_t most = 0;
    EntryId group = kNoId;
    std::uint32_t tensors = 0;
    const auto entries = checkpoint.entries();
    for (EntryId id = 1; id < entries.size(); ++id) { // siblings are neighbours
        const Entry& entry = entries[id];
        if (entry.parent != group) {
            group = entry.parent;
            tensors = 0;
        }
        const bool isNamed = entry.kind == EntryKind::Tensor && entry.keyKind == KeyRef::Kind::Text &&
                             !entry.attribute && entries[group].kind == EntryKind::Group;
        if (isNamed && countsAsOne(id) && ++tensors > most) {
            most = tensors;
            best = group;
        }
    }
    return best;
}

} // namespace

bool isDictionary(const Checkpoint& checkpoint, const Entry& group)
{
    const std::string_view type = checkpoint.typeName(group);
    return type == "dict" || type.ends_with("OrderedDict");
}

EntryId largestStateDict(const Checkpoint& checkpoint)
{
    const LargeVector<std::uint8_t> beside = rowsBesideModel(checkpoint);
    const EntryId ofModel = groupOfMostTensors(checkpoint, [&](EntryId id) { return beside[id] == 0; });
    return ofModel != kNoId ? ofModel : groupOfMostTensors(checkpoint, [](EntryId) { return true; });
}

StateKeys stateKeysOf(const StateDict& stateDict)
{
    StateKeys found;
    if (stateDict.group == kNoId) {
        return found;
    }
    const Checkpoint& checkpoint = *stateDict.checkpoint;
    std::unordered_set<std::string> known;
    forEachItem(stateDict, [&](const Entry& entry) {
        StateKey key{.name = checkpoint.keyText(entry), .isTensor = entry.kind == EntryKind::Tensor};
        if (!known.insert(key.name).second) {
            return;
        }
        if (key.isTensor) {
            const Tensor& tensor = checkpoint.tensors()[entry.payload];
            const auto shape = checkpoint.shape(tensor);
            key.shape.assign(shape.begin(), shape.end());
            key.numbers = numbersOf(checkpoint, tensor);
        } else {
            key.typeName = checkpoint.typeName(entry);
        }
        found.keys.push_back(std::move(key));
    });
    const Entry& group = checkpoint.entries()[stateDict.group];
    if (isDictionary(checkpoint, group)) {
        for (const Entry& entry : checkpoint.entries().subspan(group.firstChild, group.childCount)) {
            if (!entry.attribute && (entry.keyKind == KeyRef::Kind::Index || entry.keyKind == KeyRef::Kind::Other)) {
                found.stop = found.oddKeys.empty() ? stopAt(checkpoint, entry) : found.stop;
                found.oddKeys.push_back(checkpoint.keyText(entry));
            }
        }
    }
    const Entry* metadata = childNamed(checkpoint, group, "_metadata", true);
    if (metadata == nullptr) {
        return found;
    }
    for (EntryId id = metadata->firstChild; id < metadata->firstChild + metadata->childCount; ++id) {
        const Entry& module = checkpoint.entries()[id];
        const Entry* version = childNamed(checkpoint, module, "version", false);
        if (version != nullptr && version->valueKind == ValueKind::Int) {
            found.versions.emplace(checkpoint.keyText(module), static_cast<std::int64_t>(version->payload));
        }
    }
    return found;
}

bool takesShape(const StateKey& wanted, std::span<const std::int64_t> shape)
{
    const bool isOldScalar = wanted.shape.empty() && shape.size() == 1; // torch takes its first element
    return !wanted.isShapeKnown || isOldScalar || std::ranges::equal(wanted.shape, shape, [](auto size, auto there) {
        return size == kAnySize || size == there;
    });
}

LoadReport loadStateDict(const StateKeys& model, const StateKeys& loaded)
{
    LoadReport report = Loading(model, loaded).report();
    report.stop = loaded.stop;
    return report;
}

std::string LoadReport::text(std::string_view className) const
{
    if (loads()) {
        return {};
    }
    if (!stop.empty()) {
        return stop.substr(stop.find(' ') + 1); // without the name of the exception, as others have it
    }
    std::string text = "Error(s) in loading state_dict for " + std::string(className) + ":";
    const auto add = [&text](const std::string& line) { text += "\n\t" + line; };
    if (!missing.empty()) {
        add("Missing key(s) in state_dict: " + quotedList(missing) + ". ");
    }
    if (!unexpected.empty()) {
        add("Unexpected key(s) in state_dict: " + quotedList(unexpected) + ". ");
    }
    std::ranges::for_each(errors, add);
    return text;
}

} // namespace cairn::checkpoint
