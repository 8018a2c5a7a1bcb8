#pragma once

#include "core/base/error.h"
#include "core/model/module_tree.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cairn::model {

/// Modules of one module that follow each other: one, or several with numbers in a row and the same in them.
struct Run {
    std::vector<std::uint32_t> modules;
    std::string stem;    ///< what stands before the number: "layer" of "layer1"
    std::string numbers; ///< "0-11", of more than one
};

/// In the order of the file, or where that is the order of the alphabet by number.
[[nodiscard]] std::vector<Run> runsOf(const ModuleTree& tree, const Module& module);

/// Names such as "model-00002-of-00005.safetensors" without which a set is not whole: of the sets that these files
/// belong to, by their names. A list of files can be shorter than the set is.
[[nodiscard]] std::vector<std::string> namesMissingAmong(std::span<const std::string> paths);

/// Blocks of which some are missing: most that are there have the same in them, and their numbers have gaps. And files
/// of a set, as "model-00001-of-00003", where others of it are not beside it.
[[nodiscard]] std::vector<Issue> numberingIssues(const ModuleTree& tree);

/// Numbered blocks of which one lacks what all others have, and has nothing else in its place.
[[nodiscard]] std::vector<Issue> oddBlocks(const ModuleTree& tree);

} // namespace cairn::model
