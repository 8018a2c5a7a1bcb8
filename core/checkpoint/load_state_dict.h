#pragma once

#include "core/checkpoint/checkpoint.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn::checkpoint {

/// The group of a checkpoint that is most likely a state_dict: the one with the most tensors of the model right below
/// it, the first of several. kNoId if no group has a tensor.
[[nodiscard]] EntryId largestStateDict(const Checkpoint& checkpoint);

/// Whether a group is a dict, or an OrderedDict as state_dict() gives it, and no object that has one.
[[nodiscard]] bool isDictionary(const Checkpoint& checkpoint, const Entry& group);

/// A group of a checkpoint that is read as a state_dict.
struct StateDict {
    const Checkpoint* checkpoint = nullptr;
    EntryId group = kNoId;
};

/// A size that depends on what nothing tells, such as the number of classes.
inline constexpr std::int64_t kAnySize = -1;

/// A key of a state_dict: of one that is loaded, or of the model that it is loaded into.
struct StateKey {
    /// Of what kind the numbers of a tensor are: torch copies none into those of another kind.
    enum class Numbers : std::uint8_t { Plain, Meta, Sparse, Quantized };

    std::string name;
    bool isTensor = true;                 ///< or the extra state of a module
    bool isShapeKnown = true;             ///< a list of keys need not tell it
    std::vector<std::int64_t> shape = {}; ///< of a tensor
    std::string typeName = {};            ///< of what is no tensor
    Numbers numbers = Numbers::Plain;

    /// Whether nothing tells the shape, or a part of it.
    [[nodiscard]] bool isOfAnyShape() const
    {
        return !isShapeKnown || std::ranges::find(shape, kAnySize) != shape.end();
    }
};

/// What load_state_dict looks at.
struct StateKeys {
    std::vector<StateKey> keys = {};                             ///< in their order
    std::unordered_map<std::string, std::int64_t> versions = {}; ///< of modules, which torch keeps beside the tensors
    std::vector<std::string> oddKeys = {};                       ///< those that are no text, as Python prints them
    std::string stop = {};                                       ///< what torch raises at the first of these
};

[[nodiscard]] StateKeys stateKeysOf(const StateDict& stateDict);

/// What load_state_dict(strict=True) complains about, each list in the order in which torch walks through a model.
struct LoadReport {
    std::vector<std::string> missing;
    std::vector<std::string> unexpected;
    std::vector<std::string> wrong;  ///< keys of another shape, and of what is no tensor
    std::vector<std::string> errors; ///< of each of these, in torch's words
    std::size_t taken = 0;           ///< tensors of the model that get their values
    std::string stop = {};           ///< what ends it before all that, with strict=False too: "AttributeError: ..."

    [[nodiscard]] bool loads() const { return missing.empty() && unexpected.empty() && wrong.empty() && stop.empty(); }
    /// What torch raises, word for word; empty if it loads. `className` is the model's.
    [[nodiscard]] std::string text(std::string_view className = "Model") const;
};

/// Whether a tensor of a shape can be loaded into one of a model, as far as that is known.
[[nodiscard]] bool takesShape(const StateKey& wanted, std::span<const std::int64_t> shape);

/// Loads one into a model that has the other. Modules are taken from the dots in keys.
[[nodiscard]] LoadReport loadStateDict(const StateKeys& model, const StateKeys& loaded);

} // namespace cairn::checkpoint
