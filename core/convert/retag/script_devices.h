#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cairn::convert {

/// Adds a note for each line of TorchScript code that names a device: "code/__torch__/m.py:12: torch.device("cuda:0")".
/// Such a device is part of the program; no map_location moves it.
void findScriptDevices(std::string_view record, std::string_view code, std::vector<std::string>& notes);

} // namespace cairn::convert
