#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::convert {

/// What copies are called when nobody says otherwise.
inline constexpr std::string_view kCopyPattern = "{stem}.cpu{ext}";
/// And those whose tags go to other places than the cpu.
inline constexpr std::string_view kMappedPattern = "{stem}.mapped{ext}";

/// Usage, unless the pattern makes a file name of its own for each file: it needs {stem}, and no folder.
[[nodiscard]] Result<void> checkCopyPattern(std::string_view pattern);

/// The path of a copy: in `folder`, or beside the file if that is empty, "model.cpu.pth" for "model.pth". `extension`
/// stands for {ext} if it is not empty, and {dir} is the name of the folder that the file lies in. A set of shards is
/// named after what it would be as one file.
[[nodiscard]] std::string copyPath(const std::string& file, std::string_view pattern, const std::string& folder = {},
                                   std::string_view extension = {});

/// What the ending of a name says about a file: people and programs go by names here.
enum class NamedFormat : std::uint8_t {
    Any,         ///< nothing
    Torch,       ///< .pth and the like: torch.load reads it
    Safetensors, ///< .safetensors
    Other        ///< a format that Cairn does not write, such as .onnx
};
[[nodiscard]] NamedFormat formatOfName(std::string_view name);

/// Usage, if the name of a copy, or a pattern of such names, says another format than the copy will have. `source`: the
/// file that is copied. A checkpoint may be called anything, and its copy the same.
[[nodiscard]] Result<void> checkCopyName(const std::string& target, NamedFormat format, const std::string& source = {});
/// Usage, if a copy's name ends nearly as checkpoints do, such as "model.saftensors": it would say no format, and the
/// copy would have another than was meant. Of a source with that ending it is meant so.
[[nodiscard]] Result<void> checkSpelling(const std::string& target, const std::string& source);

/// What a file of nothing but tensors can be.
enum class TensorFileFormat : std::uint8_t { Npy, Safetensors, Torch };
/// The one that the name of a file says. Usage if it says none, or another, or one that does not hold so many tensors.
[[nodiscard]] Result<TensorFileFormat> formatOfTensors(const std::string& target, std::size_t tensors);

/// "model.cpu-2.pth" for "model.cpu.pth" and 2.
[[nodiscard]] std::string numberedPath(const std::string& path, unsigned number);

/// And back, for what an earlier run may have called a second copy; empty for other names.
[[nodiscard]] std::string withoutNumber(const std::string& path);

} // namespace cairn::convert
