#pragma once

#include "core/checkpoint/names/rename_rule.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// The name of a tensor, and its shape.
struct NamedShape {
    std::string_view name;
    std::span<const std::int64_t> shape;
};

/// Modules of one state_dict that another has under other names, with the same names and shapes in them: stages.0 is
/// layer1, blocks.3.inner is blocks.3.
struct ModuleAlignment {
    std::vector<RenameRule> rules;      ///< for the names that are loaded, one after the other
    std::vector<std::string> undecided; ///< modules that are wanted and that several of those loaded may be
};

/// Where several modules are alike their numbers have to tell which is which: the same ones, or all of them as much
/// larger or smaller. No module gets the name of another one on a guess.
[[nodiscard]] ModuleAlignment alignModules(std::span<const NamedShape> wanted, std::span<const NamedShape> loaded);

} // namespace cairn::checkpoint
