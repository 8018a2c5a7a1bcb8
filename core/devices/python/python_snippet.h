#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/machine/torch_restore.h"
#include "core/devices/map/map_location.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::devices {

struct SnippetOptions {
    TorchLine line = TorchLine::Latest;
    bool mapped = false; ///< the file stays where it is, and is read as its tensors are used: see loadsIfMapped()
    std::optional<formats::Dtype> dtype = {}; ///< of the weights that the model gets, if not as they were saved
    bool isCpuFirst = false; ///< tensors are read onto the CPU and cast there, before they go where the map says
};

/// Python that loads a checkpoint as a map says, as short as it can be and still be right for this file: without a
/// map_location, with a device, with a dict, or with a function. Says weights_only as the file needs it in that line of
/// PyTorch, and tells in comments how to go on to load_state_dict and .to(device) where the file is made for that.
/// It runs as it is, where torch is and what the file names.
[[nodiscard]] std::string pythonSnippet(const checkpoint::Checkpoint& checkpoint, const MapLocation& map,
                                        const SnippetOptions& options = {});

/// What says in Python where storages go.
struct MapArgument {
    std::string text;        ///< `"cpu"`, `{"cuda:3": "cuda:0"}`, the name of a function; empty where none is needed
    std::string preparation; ///< lines that must stand before it
    std::string device;      ///< the one that every storage goes to, as an expression; empty if there are several
    std::vector<std::string> choices; ///< that one and what is taken where it is not there
};
/// MapArgument::text where that is a function.
inline constexpr std::string_view kMapFunction = "place";
[[nodiscard]] MapArgument mapLocationArgument(const checkpoint::Checkpoint& checkpoint, const MapLocation& map);

/// Lines that make `device_map`, a dict of modules and devices as libraries take it, and `place(name)`, which finds the
/// device of a tensor in it: for files whose tensors are loaded one by one.
[[nodiscard]] std::string deviceMapByName(const checkpoint::Checkpoint& checkpoint, const MapLocation& map);

/// C++ with LibTorch for TorchScript; empty for other formats.
[[nodiscard]] std::string cppSnippet(const checkpoint::Checkpoint& checkpoint, const MapLocation& map);

} // namespace cairn::devices
