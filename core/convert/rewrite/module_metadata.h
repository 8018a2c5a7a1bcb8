#pragma once

#include "core/convert/common/selection.h"
#include "core/formats/pickle/graph_edit.h"

#include <string>
#include <utility>
#include <vector>

namespace cairn::convert {

/// Lets the `_metadata` of a state_dict, versions by the names of modules, follow what became of its tensors. `node` is
/// the dictionary, `left` what stays of it with the new keys; the names are those of the dictionary itself. A module
/// stays if one of its tensors does, or, without any, if the selection keeps its name.
void editModuleMetadata(const formats::PickleGraph& graph, formats::NodeId node, const std::string& name,
                        const std::string& newName,
                        const std::vector<std::pair<formats::NodeId, formats::NodeId>>& left, Selection& selection,
                        formats::GraphEdit& edit);

} // namespace cairn::convert
