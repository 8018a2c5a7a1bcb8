#include "core/checkpoint/folders/deepspeed_pickle.h"

#include "core/checkpoint/extent.h"
#include "core/checkpoint/folders/file_rows.h"
#include "core/checkpoint/folders/saved_values.h"
#include "core/checkpoint/readers/pickled_tree.h"
#include "core/formats/pickle/graph_edit.h"
#include "core/formats/pickle/pickle_writer.h"
#include "core/formats/pickle/repickle.h"
#include "core/formats/pickle/tensor_pickle.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace cairn::checkpoint {

namespace {

using formats::NodeId;

formats::RowMajorTensor rowMajor(const StateTensor& tensor, const std::string& key)
{
    const std::uint64_t elements = productOf(tensor.shape).value_or(0);
    return {.dtype = tensor.dtype,
            .sizes = tensor.shape,
            .bytes = storageBytesFor(elements, tensor.dtype).value_or(0),
            .key = key,
            .tag = tensor.tag};
}

/// The part of the object that comes out of the file of the model: all but the optimizer.
class ModelPart {
public:
    ModelPart(const DeepSpeedContent& content, const PickledTree& tree, formats::GraphEdit& edit)
        : m_content(content), m_rows(*content.model.file), m_tree(tree), m_edit(edit)
    {
        m_module = m_rows.pairs(m_rows.child(0, "module"));
        std::erase_if(m_module, [&](const FileRows::Pair& pair) { // `_metadata`, which torch hangs on it
            return content.model.file->entries()[pair.row].attribute;
        });
        for (const EntryId name : m_rows.children(m_rows.child(0, "buffer_names"))) {
            m_buffers.insert(std::string(m_rows.text(name)));
        }
        for (const FileRows::Pair& alias : m_rows.pairs(m_rows.child(0, "shared_params"))) {
            m_aliases.emplace(alias.key, m_rows.text(alias.row));
        }
        findPlaceholders();
    }

    /// True if there is a whole `module`.
    [[nodiscard]] bool write()
    {
        const bool hasWeights = !m_content.states.empty();
        const bool hasModule = !m_module.empty() && isModuleWhole();
        std::vector<NodeId> pairs;
        const auto add = [&](std::string_view key, NodeId value) {
            pairs.push_back(m_edit.make().text(key));
            pairs.push_back(value);
        };
        const EntryId module = m_rows.child(0, "module");
        if (module != kNoId && (hasModule || !hasWeights)) {
            add("module", m_tree.node(module));
        }
        if (hasWeights) {
            add(kMasters, weights());
        }
        for (const FileRows::Pair& pair : m_rows.pairs(0)) {
            const bool isTold = pair.row == module || (hasWeights && pair.key == "frozen_param_fragments") ||
                                (m_content.optimizer.file != nullptr && pair.key == "optimizer");
            if (!isTold) {
                add(pair.key, m_tree.node(pair.row));
            }
        }
        m_edit.replace(m_tree.graph().root(), filled(pairs));
        return hasModule;
    }

private:
    [[nodiscard]] const StateTensor* master(std::string_view name) const
    {
        const auto state = m_content.states.find(name);
        const bool isThere = state != m_content.states.end() && state->second.master.has_value();
        return isThere ? &*state->second.master : nullptr;
    }

    /// What stage 3 puts into the places of weights: nothing, but tied ones share it.
    void findPlaceholders()
    {
        for (const FileRows::Pair& pair : m_module) {
            const Tensor* tensor = m_rows.tensor(pair.row);
            if (tensor != nullptr && tensor->storage != kNoId && m_content.model.file->elementCount(*tensor) == 0 &&
                master(pair.key) != nullptr) {
                m_placeholders.emplace(tensor->storage, pair.key);
            }
        }
    }

    /// The name of the weight that this is another name of.
    [[nodiscard]] const std::string* tiedTo(const FileRows::Pair& pair) const
    {
        if (const auto alias = m_aliases.find(pair.key); alias != m_aliases.end()) {
            return master(alias->second) == nullptr ? nullptr : &alias->second;
        }
        const Tensor* tensor = m_rows.tensor(pair.row);
        const bool isEmpty = tensor != nullptr && m_content.model.file->elementCount(*tensor) == 0;
        const auto placeholder = isEmpty ? m_placeholders.find(tensor->storage) : m_placeholders.end();
        const bool isOther = placeholder != m_placeholders.end() && placeholder->second != pair.key;
        return isOther && master(pair.key) == nullptr ? &placeholder->second : nullptr;
    }

    /// Whether it has all weights, with the shapes that they should have.
    [[nodiscard]] bool isModuleWhole() const
    {
        const Checkpoint& file = *m_content.model.file;
        std::unordered_map<std::string, const Tensor*> found;
        for (const FileRows::Pair& pair : m_module) {
            found.emplace(pair.key, m_rows.tensor(pair.row));
        }
        const auto isThere = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
            const auto known = found.find(name);
            return known != found.end() && known->second != nullptr &&
                   std::ranges::equal(file.shape(*known->second), shape);
        };
        for (const ZeroGroup& group : m_content.groups) {
            for (const ZeroParameter& parameter : group) {
                if (!isThere(parameter.name, parameter.shape)) {
                    return false;
                }
            }
        }
        return std::ranges::all_of(m_content.states, [&](const auto& state) {
            return !state.second.master || isThere(state.first, state.second.master->shape);
        });
    }

    [[nodiscard]] NodeId weightNode(const std::string& name)
    {
        const auto [known, isNew] = m_made.emplace(name, formats::kNoNode);
        if (isNew) {
            const StateTensor& tensor = *master(name);
            known->second = formats::makeTensor(m_edit.make(), rowMajor(tensor, std::to_string(tensor.key)));
        }
        return known->second;
    }

    /// A whole state_dict, in the order of the module where there is one.
    [[nodiscard]] NodeId weights()
    {
        std::set<std::string, std::less<>> done;
        std::vector<NodeId> pairs;
        const auto add = [&](const std::string& name, NodeId value) {
            if (done.insert(name).second) {
                pairs.push_back(m_edit.make().text(name));
                pairs.push_back(value);
            }
        };
        for (const FileRows::Pair& pair : m_module) {
            if (const std::string* tied = tiedTo(pair)) {
                add(pair.key, weightNode(*tied));
            } else if (master(pair.key) != nullptr && !m_buffers.contains(pair.key)) {
                add(pair.key, weightNode(pair.key));
            } else {
                add(pair.key, m_tree.node(pair.row));
            }
        }
        for (const auto& [name, state] : m_content.states) {
            if (state.master) {
                add(name, weightNode(name));
            }
        }
        for (const auto& [alias, name] : m_aliases) {
            if (master(name) != nullptr) {
                add(alias, weightNode(name));
            }
        }
        for (const FileRows::Pair& pair : m_rows.pairs(m_rows.child(0, "frozen_param_fragments"))) {
            add(pair.key, m_tree.node(pair.row));
        }
        return filled(pairs);
    }

    /// A dictionary that is filled when the one of the file is: all that it holds was made by then.
    [[nodiscard]] NodeId filled(std::span<const NodeId> pairs)
    {
        return m_edit.make().dict(pairs, m_tree.graph().whenFilled(m_tree.graph().root()));
    }

    const DeepSpeedContent& m_content;
    FileRows m_rows;
    const PickledTree& m_tree;
    formats::GraphEdit& m_edit;
    std::vector<FileRows::Pair> m_module;
    std::set<std::string, std::less<>> m_buffers;
    std::map<std::string, std::string, std::less<>> m_aliases;
    std::unordered_map<StorageId, std::string> m_placeholders;
    std::unordered_map<std::string, NodeId> m_made;
};

void writeStates(const StateByName& states, formats::PickleWriter& pickle)
{
    pickle.emptyDict();
    formats::PickleBatches parameters(pickle, formats::PickleOp::SetItems);
    for (const auto& [name, state] : states) {
        if (state.values.empty()) {
            continue;
        }
        parameters.item();
        pickle.text(name);
        pickle.emptyDict();
        formats::PickleBatches values(pickle, formats::PickleOp::SetItems);
        for (const StateValue& value : state.values) {
            values.item();
            pickle.text(value.name);
            if (const auto* tensor = std::get_if<StateTensor>(&value.value)) {
                formats::writeTensor(pickle, rowMajor(*tensor, std::to_string(tensor->key)));
            } else if (const auto* number = std::get_if<std::int64_t>(&value.value)) {
                pickle.integer(*number);
            } else {
                pickle.real(std::get<double>(value.value));
            }
        }
        values.close();
    }
    parameters.close();
}

/// Numbers of groups become the names of the parameters that are in them.
void nameParameters(const PickledTree& tree, const DeepSpeedContent& content, EntryId groups, formats::GraphEdit& edit)
{
    const FileRows rows(*content.optimizer.file);
    for (const EntryId group : rows.children(groups)) {
        const EntryId parameters = rows.child(group, "params");
        std::vector<NodeId> names;
        for (const std::int64_t number : rows.integers(parameters).value_or(std::vector<std::int64_t>())) {
            if (number < 0 || static_cast<std::uint64_t>(number) >= content.groups.size()) {
                continue;
            }
            for (const ZeroParameter& parameter : content.groups[static_cast<std::size_t>(number)]) {
                names.push_back(edit.make().text(parameter.name));
            }
        }
        if (!names.empty()) {
            const NodeId old = tree.node(parameters);
            edit.replace(old, edit.make().list(names, tree.graph().whenFilled(old)));
        }
    }
}

} // namespace

Result<bool> writeDeepSpeedPickle(const DeepSpeedContent& content, Assembly& assembly, CheckpointBuilder& builder,
                                  const Progress* progress)
{
    FileSources sources(assembly);
    SavedValueWriter values(assembly, sources, builder, progress);
    const auto open = [&](const OpenedFile& opened) { return PickledTree::read(*opened.file, progress); };
    CAIRN_ASSIGN(model, open(content.model));
    if (!model->graph().is(model->graph().root(), formats::NodeKind::Dict)) {
        return fail(error(ErrorCode::PieceBroken, message("the file of the model holds no dictionary"))
                        .because(message("DeepSpeed writes one, with the weights as \"module\"")));
    }
    formats::GraphEdit edit(model->graph());
    CAIRN_TRY(values.moveStorages(*content.model.file, model->graph(), 0, sources.of(content.model.number), edit));
    const bool hasModule = ModelPart(content, *model, edit).write();
    formats::PickleWriter pickle;
    CAIRN_TRY(formats::appendPickle(pickle, edit, model->document().source, progress));
    if (content.optimizer.file != nullptr) {
        pickle.text("optimizer");
        pickle.emptyDict();
        pickle.mark();
        pickle.text("state");
        writeStates(content.states, pickle);
        const FileRows rows(*content.optimizer.file);
        const EntryId ofPartition = zeroParameterGroups(*content.optimizer.file);
        const EntryId groups = ofPartition == kNoId ? rows.child(0, "param_groups") : ofPartition;
        if (groups != kNoId) {
            CAIRN_ASSIGN(tree, open(content.optimizer));
            formats::GraphEdit settings(tree->graph());
            CAIRN_TRY(values.moveStorages(*content.optimizer.file, tree->graph(), 0,
                                          sources.of(content.optimizer.number), settings));
            nameParameters(*tree, content, groups, settings);
            settings.replace(tree->graph().root(), tree->node(groups));
            pickle.text("param_groups");
            CAIRN_TRY(formats::appendPickle(pickle, settings, tree->document().source, progress));
        }
        pickle.setItems();
        pickle.setItem();
    }
    assembly.pickle = pickle.finish();
    return hasModule;
}

} // namespace cairn::checkpoint
