#include "core/checkpoint/load_state_dict.h"

#include "core/checkpoint/parameter_count.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace cairn::checkpoint {

namespace {

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

/// A module as the keys of a state_dict tell of it.
struct Module {
    std::string prefix; ///< with its dot
    std::vector<std::string> own;
    std::vector<std::size_t> modules;
    std::vector<std::string> unexpected;
};

/// Collects what is wrong in the order in which torch walks through a model.
class Loading {
public:
    Loading(const StateDict& model, const StateDict& loaded) : m_model(model), m_loaded(loaded) {}

    [[nodiscard]] std::string message(std::string_view className)
    {
        readKeys();
        readVersions();
        for (const std::string& key : m_loadedOrder) {
            if (!m_known.contains(key)) {
                placeUnexpected(key);
            }
        }
        std::vector<std::size_t> stack{0};
        while (!stack.empty()) {
            const Module& module = m_modules[stack.back()];
            stack.pop_back();
            load(module);
            stack.insert(stack.end(), module.modules.rbegin(), module.modules.rend());
        }
        std::string text;
        const auto add = [&text](const std::string& line) { text += "\n\t" + line; };
        if (!m_missing.empty()) {
            add("Missing key(s) in state_dict: " + m_missing + ". ");
        }
        if (!m_unexpected.empty()) {
            add("Unexpected key(s) in state_dict: " + m_unexpected + ". ");
        }
        std::ranges::for_each(m_errors, add);
        return text.empty() ? text : "Error(s) in loading state_dict for " + std::string(className) + ":" + text;
    }

private:
    void readKeys()
    {
        m_modules.emplace_back();
        forEachItem(m_model, [this](const Entry& entry) {
            const std::string key = m_model.checkpoint->keyText(entry);
            m_known.insert(key);
            if (entry.kind == EntryKind::Tensor) {
                m_modelTensors.emplace(key, &m_model.checkpoint->tensors()[entry.payload]);
                moduleOf(key, true).own.push_back(key);
            }
        });
        forEachItem(m_loaded, [this](const Entry& entry) {
            const std::string key = m_loaded.checkpoint->keyText(entry);
            if (m_loadedEntries.emplace(key, &entry).second) {
                m_loadedOrder.push_back(key);
            }
        });
    }

    /// Versions of modules, which torch keeps beside the tensors.
    void readVersions()
    {
        const Checkpoint& checkpoint = *m_loaded.checkpoint;
        const Entry* metadata = childNamed(checkpoint, checkpoint.entries()[m_loaded.group], "_metadata", true);
        if (metadata == nullptr) {
            return;
        }
        for (EntryId id = metadata->firstChild; id < metadata->firstChild + metadata->childCount; ++id) {
            const Entry& module = checkpoint.entries()[id];
            const Entry* version = childNamed(checkpoint, module, "version", false);
            if (version != nullptr && version->valueKind == ValueKind::Int) {
                m_versions.emplace(checkpoint.keyText(module), static_cast<std::int64_t>(version->payload));
            }
        }
    }

    /// The module that a key belongs to; without `create`, the innermost one on the way that is there.
    Module& moduleOf(std::string_view key, bool create)
    {
        std::size_t at = 0;
        std::size_t begin = 0;
        for (std::size_t dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.', begin)) {
            const std::string prefix(key.substr(0, dot + 1));
            auto found = m_moduleAt.find(prefix);
            if (found == m_moduleAt.end()) {
                if (!create) {
                    break;
                }
                found = m_moduleAt.emplace(prefix, m_modules.size()).first;
                m_modules[at].modules.push_back(m_modules.size());
                m_modules.emplace_back().prefix = prefix;
            }
            at = found->second;
            begin = dot + 1;
        }
        return m_modules[at];
    }

    void placeUnexpected(const std::string& key) { moduleOf(key, false).unexpected.push_back(key); }

    void load(const Module& module)
    {
        for (const std::string& key : module.own) {
            const auto found = m_loadedEntries.find(key);
            if (found == m_loadedEntries.end()) {
                if (!isFilledIn(module, key)) {
                    append(m_missing, key);
                }
            } else {
                compare(key, *m_modelTensors.at(key), *found->second);
            }
        }
        for (const std::string& key : module.unexpected) {
            append(m_unexpected, key);
        }
    }

    /// Batch norms of version 1 had no such counter, so torch gives them one.
    [[nodiscard]] bool isFilledIn(const Module& module, const std::string& key) const
    {
        const auto version =
            m_versions.find(module.prefix.substr(0, std::max<std::size_t>(module.prefix.size(), 1) - 1));
        return key.substr(module.prefix.size()) == "num_batches_tracked" &&
               (version == m_versions.end() || version->second < 2);
    }

    void compare(const std::string& key, const Tensor& expected, const Entry& entry)
    {
        const Checkpoint& loaded = *m_loaded.checkpoint;
        if (entry.kind != EntryKind::Tensor) {
            m_errors.push_back("While copying the parameter named \"" + key +
                               "\", expected torch.Tensor or Tensor-like object from checkpoint but received <class '" +
                               std::string(loaded.typeName(entry)) + "'>");
            return;
        }
        const auto shape = loaded.shape(loaded.tensors()[entry.payload]);
        const auto wanted = m_model.checkpoint->shape(expected);
        const bool isOldScalar = wanted.empty() && shape.size() == 1; // torch takes its first element
        if (!isOldScalar && !std::ranges::equal(shape, wanted)) {
            m_errors.push_back("size mismatch for " + key + ": copying a param with shape " + sizeText(shape) +
                               " from checkpoint, the shape in current model is " + sizeText(wanted) + ".");
        }
    }

    static void append(std::string& list, const std::string& key)
    {
        list += (list.empty() ? "\"" : ", \"") + key + "\"";
    }

    StateDict m_model;
    StateDict m_loaded;
    std::unordered_set<std::string> m_known; ///< with what is no tensor: the extra state of modules
    std::unordered_map<std::string, const Tensor*> m_modelTensors;
    std::unordered_map<std::string, const Entry*> m_loadedEntries;
    std::vector<std::string> m_loadedOrder;
    std::unordered_map<std::string, std::int64_t> m_versions;
    std::unordered_map<std::string, std::size_t> m_moduleAt;
    std::vector<Module> m_modules;
    std::string m_missing;
    std::string m_unexpected;
    std::vector<std::string> m_errors;
};

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

EntryId largestStateDict(const Checkpoint& checkpoint)
{
    const LargeVector<std::uint8_t> beside = rowsBesideModel(checkpoint);
    const EntryId ofModel = groupOfMostTensors(checkpoint, [&](EntryId id) { return beside[id] == 0; });
    return ofModel != kNoId ? ofModel : groupOfMostTensors(checkpoint, [](EntryId) { return true; });
}

std::string loadStateDictMessage(const StateDict& model, const StateDict& loaded, std::string_view className)
{
    if (model.group == kNoId || loaded.group == kNoId) {
        return {};
    }
    return Loading(model, loaded).message(className);
}

} // namespace cairn::checkpoint
