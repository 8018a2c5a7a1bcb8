#include "core/checkpoint/parameter_count.h"

#include "core/checkpoint/own_elements.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn::checkpoint {

namespace {

/// As Optimizer.state_dict() gives it, whatever it is called.
bool looksLikeOptimizer(const Checkpoint& checkpoint, const Entry& group)
{
    bool hasState = false;
    bool hasGroups = false;
    for (const Entry& child : checkpoint.entries().subspan(group.firstChild, group.childCount)) {
        const bool isText = child.keyKind == KeyRef::Kind::Text && !child.attribute;
        const std::string_view key = isText ? checkpoint.keyView(child) : std::string_view();
        hasState = hasState || (key == "state" && child.kind == EntryKind::Group);
        hasGroups = hasGroups || (key == "param_groups" && child.kind == EntryKind::Group);
    }
    return hasState && hasGroups;
}

/// Whether the names of a safetensors file are those of nested groups, as a copy by this program notes them.
bool hasNestedNames(const Checkpoint& checkpoint)
{
    const auto entries = checkpoint.entries();
    const Entry& root = entries.front();
    for (const Entry& child : entries.subspan(root.firstChild, root.childCount)) {
        if (child.attribute && checkpoint.keyView(child) == "__metadata__") {
            return std::ranges::any_of(entries.subspan(child.firstChild, child.childCount),
                                       [&](const Entry& text) { return checkpoint.keyView(text) == "cairn.tree"; });
        }
    }
    return false;
}

/// Whether a name lies in something that is called an optimizer: "optimizer_states.0.state.0.exp_avg".
bool isBelowOptimizer(std::string_view name)
{
    std::size_t begin = 0;
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', begin)) {
        if (namesOptimizer(name.substr(begin, dot - begin))) {
            return true;
        }
        begin = dot + 1;
    }
    return false;
}

/// Indices, masks and counts have no gradient, so none of them is a parameter; weights that are packed into integers
/// are of other types. Generators of random numbers keep bytes, by any name.
bool isIndexOrState(formats::Dtype dtype, std::span<const std::int64_t> shape)
{
    using formats::Dtype;
    const bool isState = dtype == Dtype::UInt8 && shape.size() == 1 && (shape[0] == 816 || shape[0] == 5056); // NOLINT
    return dtype == Dtype::Int64 || dtype == Dtype::Bool || isState;
}

} // namespace

bool namesOptimizer(std::string_view key)
{
    std::string folded(key);
    std::ranges::transform(folded, folded.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return folded.find("optimizer") != std::string::npos || folded.find("optimiser") != std::string::npos ||
           folded.starts_with("optim_") || folded.ends_with("optim");
}

LargeVector<std::uint8_t> optimizerRows(const Checkpoint& checkpoint)
{
    const auto entries = checkpoint.entries();
    LargeVector<std::uint8_t> rows(entries.size()); // parents come before their children
    const bool isNested = hasNestedNames(checkpoint);
    for (EntryId id = 0; id < entries.size(); ++id) {
        const Entry& entry = entries[id];
        const bool isGroup = entry.kind == EntryKind::Group && entry.childCount != 0;
        const bool isOptimizer =
            isGroup ? namesOptimizer(checkpoint.keyView(entry)) || looksLikeOptimizer(checkpoint, entry)
                    : isNested && entry.kind == EntryKind::Tensor && isBelowOptimizer(checkpoint.keyView(entry));
        rows[id] = isOptimizer || (id != 0 && rows[entry.parent] != 0) ? 1 : 0;
    }
    return rows;
}

bool isRandomState(const Checkpoint& checkpoint, const Tensor& tensor)
{
    constexpr std::array<std::int64_t, 4> sizes = {16, 44, 816, 5056}; // of CUDA, Apple's GPUs, older CUDA, the CPU
    const auto shape = checkpoint.shape(tensor);
    if (tensor.dtype != formats::Dtype::UInt8 || shape.size() != 1 ||
        std::ranges::find(sizes, shape.front()) == sizes.end()) {
        return false;
    }
    const std::string name = checkpoint.entryName(tensor.entry);
    if (name.contains("random_state")) {
        return true;
    }
    const auto isLetter = [&name](std::size_t at) {
        return at < name.size() && ((name[at] >= 'a' && name[at] <= 'z') || (name[at] >= 'A' && name[at] <= 'Z'));
    };
    constexpr std::string_view word = "rng";
    for (std::size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + 1)) {
        if (!isLetter(at - 1) && !isLetter(at + word.size())) { // -1 is beyond the end
            return true;
        }
    }
    return false;
}

bool isBuffer(const Checkpoint& checkpoint, const Tensor& tensor)
{
    constexpr std::array<std::string_view, 8> names = {"running_mean", "running_var",     "num_batches_tracked",
                                                       "position_ids", "n_averaged",      "relative_position_index",
                                                       "num_updates",  "best_model_score"};
    const std::string_view key = checkpoint.keyView(checkpoint.entries()[tensor.entry]);
    const std::string_view name = key.substr(key.rfind('.') + 1);
    return tensor.kind == TensorKind::Buffer || std::ranges::find(names, name) != names.end() ||
           isIndexOrState(tensor.dtype, checkpoint.shape(tensor)) || isRandomState(checkpoint, tensor);
}

ParameterCount countParameters(const Checkpoint& checkpoint)
{
    ParameterCount count;
    OwnElements own(checkpoint);
    const LargeVector<std::uint8_t> ofOptimizer = optimizerRows(checkpoint);
    const AveragedWeights averaged = averagedWeights(checkpoint);
    LargeVector<std::uint8_t> isCounter = averaged.rows; // what is in an average and follows nothing
    for (const auto& [copy, original] : averaged.copies) {
        isCounter[copy] = 0;
    }
    for (const Entry& entry : checkpoint.entries()) {
        if (entry.kind != EntryKind::Tensor || checkpoint.tensors()[entry.payload].part) {
            continue;
        }
        const Tensor& tensor = checkpoint.tensors()[entry.payload];
        if (ofOptimizer[tensor.entry] != 0) {
            count.optimizerElements += own.of(tensor);
        } else if (!isBuffer(checkpoint, tensor) && isCounter[tensor.entry] == 0) {
            (averaged.rows[tensor.entry] != 0 ? count.averagedElements : count.parameters) += own.of(tensor);
        }
    }
    return count;
}

} // namespace cairn::checkpoint
