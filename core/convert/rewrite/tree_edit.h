#pragma once

#include "core/checkpoint/readers/pickled_tree.h"
#include "core/convert/common/selection.h"
#include "core/formats/pickle/graph_edit.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cairn::convert {

/// What a selection makes of the rows of a checkpoint.
struct TreeEdit {
    std::vector<bool> dropped; ///< by row; everything below a dropped row is dropped too
    std::unordered_map<checkpoint::EntryId, std::string> newKeys;
    checkpoint::EntryId root = 0;     ///< the row whose value becomes the whole object
    std::vector<std::string> leftOut; ///< names of the rows that go, without those below them
    std::vector<std::string> unusedRules;

    /// The name of a row that stays, with its new keys.
    [[nodiscard]] std::string newName(const checkpoint::Checkpoint& rows, checkpoint::EntryId row) const;
};

/// The keys and values of a dictionary as its rows show them: the last value of a key that comes twice, at the place of
/// the first.
[[nodiscard]] std::vector<std::pair<formats::NodeId, formats::NodeId>> shownPairs(const formats::PickleGraph& graph,
                                                                                  formats::NodeId node);

/// Takes values out of the dictionaries of a pickle and gives others new keys. `_metadata` of a state_dict follows.
/// Unsupported, by name, where that would break something: an element of a list or an object that would lose a part of
/// itself, an entry that would move to another dictionary, two entries of one name, one dictionary under two names that
/// are treated differently.
[[nodiscard]] Result<TreeEdit> editTree(const checkpoint::PickledTree& tree, Selection& selection,
                                        formats::GraphEdit& edit);

} // namespace cairn::convert
