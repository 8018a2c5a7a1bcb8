#pragma once

#include "core/checkpoint/checkpoint.h"

#include <optional>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// Why torch.load does not load a file in which nothing is damaged.
struct PlainLoadRefusal {
    Message what;
    Message why;
    std::string torchError; ///< empty where it depends on the version, or where torch.load takes a part
    Message advice;
};

/// Nothing where it does, or where other functions of torch are there for the format.
[[nodiscard]] std::optional<PlainLoadRefusal> plainLoadRefusal(const Checkpoint& checkpoint);

/// The class of what is in the .metadata file of a folder of torch.distributed.checkpoint.
[[nodiscard]] bool isFolderMetadata(std::string_view className);

} // namespace cairn::checkpoint
