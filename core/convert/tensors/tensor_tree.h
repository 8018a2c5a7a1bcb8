#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::convert {

struct NamedTensor;

/// How tensors are nested. safetensors has one flat list of names, so a copy of a nested checkpoint keeps this beside
/// them, as a text of the metadata, and a copy back has the same tree.
struct TensorTree {
    enum class Kind : std::uint8_t { Dict, OrderedDict, List, Tuple };

    struct Key {
        std::string text;
        std::optional<std::int64_t> number; ///< then the text is its digits

        bool operator==(const Key&) const = default;
    };

    /// What a group holds: a tensor or a group, by its place among them, or, in a list, nothing, where was no tensor.
    struct Child {
        enum class What : std::uint8_t { Tensor, Group, Nothing };

        Key key;
        What what = What::Tensor;
        std::size_t index = 0;
    };

    struct Group {
        Kind kind = Kind::Dict;
        std::vector<Child> children; ///< in their order
    };

    std::vector<Group> groups; ///< the root is the first
    std::size_t unplaced = 0;  ///< tensors that stand at the root since nothing says where they belong
    bool keepsNesting = false; ///< whether it is what the metadata says, at least for one of them
};

/// The metadata that it is kept in.
inline constexpr std::string_view kTreeKey = "cairn.tree";

struct TreeText {
    std::string text;
    std::size_t atTop = 0; ///< tensors that were nested and will stand at the root, as their new names fit in no group
};

/// The text for tensors of a checkpoint; nothing if they are flat. A tensor that got another name stands in the
/// innermost of the groups around it whose own name the new one begins with: at the root if there is no such group.
[[nodiscard]] std::optional<TreeText> treeText(const checkpoint::Checkpoint& source,
                                               std::span<const NamedTensor> tensors);

/// One OrderedDict of all, as of a state_dict.
[[nodiscard]] TensorTree flatTree(std::span<const NamedTensor> tensors);

/// What such a text says of these tensors; those that it does not name stand at the root. Nothing if it makes no sense.
[[nodiscard]] std::optional<TensorTree> parseTree(std::string text, std::span<const NamedTensor> tensors);

} // namespace cairn::convert
