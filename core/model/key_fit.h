#pragma once

#include "core/checkpoint/load_state_dict.h"
#include "core/checkpoint/names/rename_rule.h"
#include "core/model/model_keys.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn::model {

/// Other names under which a model takes the tensors of a file.
struct Renaming {
    std::vector<checkpoint::RenameRule> rules; ///< one after the other, for names in the state_dict
    std::vector<std::string> kept;             ///< prefixes of the names that the model is made of; empty: all
    std::vector<std::string> leftOut;          ///< names that have none of these
    std::vector<std::string> asGood;           ///< other prefixes in the file, of which each fills as much: a teacher's
    std::vector<std::string> dropped = {};     ///< keys that are no text, at which torch stops
    checkpoint::LoadReport report;             ///< of load_state_dict with those names
};

/// Whether load_state_dict takes a file's state_dict, and which names would do.
struct KeyFit {
    checkpoint::LoadReport report;
    std::optional<Renaming> renaming;        ///< with which more of the model is filled
    std::vector<std::string> undecided = {}; ///< modules of it that several of the file's may be, by all that they have
};

/// Tries what wraps names, prefixes, keyMaps() and modules that have the same in them. `group` is the name of the group
/// that the state_dict is in: rules are tried as `convert` applies them, on whole names.
[[nodiscard]] KeyFit fitKeys(const ModelKeys& model, const checkpoint::StateKeys& loaded, const std::string& group);

/// Changes a name in a group by a rule for names without it.
void renameInGroup(const checkpoint::RenameRule& rule, const std::string& group, std::string& name);

/// A model, and how a checkpoint fits it.
struct ModelFit {
    ModelKeys model;
    FoundState found; ///< of several state_dicts the one that fits, else the likeliest
    KeyFit fit;
    std::string insteadOf = {};           ///< the group of the likeliest one, where another one fits better
    std::vector<std::string> asGood = {}; ///< other groups that fit, too, if under other names: an average
};
/// Of a model that is known by name. Sizes that depend on the number of classes and the like are those of the file,
/// unless they are given.
[[nodiscard]] Result<ModelFit> fitKnownModel(const KnownModels& known, std::string_view name,
                                             const checkpoint::Checkpoint& checkpoint, const Variables& given);

/// Of a file of the model or of its keys: what became of opening it as a checkpoint.
[[nodiscard]] Result<ModelFit> fitModelFile(const std::string& path, Result<checkpoint::CheckpointPtr> opened,
                                            const checkpoint::Checkpoint& checkpoint);

/// A rule as `convert --rename` takes it: of names that begin with those of the group.
[[nodiscard]] std::string ruleInGroup(const checkpoint::RenameRule& rule, const std::string& group);

} // namespace cairn::model
