#pragma once

#include "core/convert/retag/tag_rewriter.h"
#include "core/formats/pickle/pickle_decoder.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace cairn::convert {

/// The torch.device objects that torch.load maps as it maps the tags of storages: arguments of calls that rebuild
/// tensors without a storage of their own, or wrap others.
[[nodiscard]] std::unordered_set<formats::NodeId> devicesOfTensors(const formats::PickleGraph& graph);

/// Adds what gives the torch.device objects of a pickle other devices: the types they should be made of go into
/// `wantedAt`, by the instruction that pushes the old one, and the edits of their index into `result`. Those that say
/// where a tensor without a storage goes are tags: torch.load maps them. The others follow only if `objects` says so,
/// and those in keys of dictionaries stay.
[[nodiscard]] Result<void> editDeviceObjects(const SourcePtr& source, const formats::PickleGraph& graph,
                                             const formats::PickleTrace& trace, const TagOf& tagOf,
                                             DeviceObjects objects,
                                             std::unordered_map<std::uint64_t, std::string>& wantedAt,
                                             TagEdits& result);

} // namespace cairn::convert
