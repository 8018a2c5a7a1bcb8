#pragma once

#include "app/cli/common/screen.h"
#include "core/checkpoint/checkpoint.h"

#include <span>
#include <string>
#include <utility>

namespace cairn::cli {

/// A stable ink per device: cpu stays plain, cuda devices go round by their index.
[[nodiscard]] Ink inkOfDevice(std::string_view tag);

/// What the saved tags mean to somebody who wants to load the file.
struct DeviceAdvice {
    bool loadsAnywhere = true;
    std::string text; ///< a sentence or two; empty when there is nothing to load
};

[[nodiscard]] DeviceAdvice adviseOnDevices(const checkpoint::Checkpoint& checkpoint,
                                           std::span<const std::pair<std::string, checkpoint::Usage>> devices);
[[nodiscard]] DeviceAdvice adviseOnDevices(const checkpoint::FormatTraits& traits,
                                           std::span<const std::pair<std::string, checkpoint::Usage>> devices);

} // namespace cairn::cli
