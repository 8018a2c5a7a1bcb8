#pragma once

#include "core/checkpoint/checkpoint.h"

#include <optional>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// The fact that tells what torch.load makes of a file that is several archives, and its beginning where that is
/// nothing.
inline constexpr std::string_view kPlainLoadFact = "torch.load";
inline constexpr std::string_view kRefuses = "refuses";

/// The fact of a file that holds a pickle.
inline constexpr std::string_view kProtocolFact = "pickle protocol";

/// The fact of an array whose header numpy.load takes only where it is told to.
inline constexpr std::string_view kLongHeaderFact = "header of the array";

/// The fact that tells of bytes behind the pickle that is a file.
inline constexpr std::string_view kFollowedFact = "after its value";

/// The fact that tells how a folder holds tensors where that is not as torch.save writes them.
inline constexpr std::string_view kPieceFormatFact = "format of the pieces";

/// The fact that tells how large tensors in pieces are where only the pieces say it.
inline constexpr std::string_view kShapesFact = "shapes";

/// The fact that tells of a folder in which each rank wrote what it had, and nobody wrote of the whole.
inline constexpr std::string_view kOwnMetadataFact = "metadata files";

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
