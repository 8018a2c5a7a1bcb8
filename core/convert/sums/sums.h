#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cairn {
class ByteSource;
class Progress;
class Sha256;
} // namespace cairn

namespace cairn::convert {

/// The SHA-256 of a tensor's numbers: in row-major order, little endian, whatever file they are in.
struct TensorSum {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::string sha256;

    /// Whether two are the same numbers.
    [[nodiscard]] bool isSame(const TensorSum& other) const
    {
        return sha256 == other.sha256 && dtype == other.dtype && shape == other.shape;
    }
};

struct FileSums {
    std::string file;
    std::string sha256;              ///< of a folder: of the list of its files, as sha256sum writes it there
    std::vector<FileSums> members;   ///< the files of a folder, without their tensors, which are those of the whole
    std::vector<TensorSum> tensors;  ///< empty for files that are no checkpoints
    std::uint64_t notSummed = 0;     ///< tensors without numbers in a row: sparse, meta
    std::vector<std::string> faults; ///< what of a checkpoint is missing, damaged or changed: see Wholeness
};

/// The SHA-256 of all bytes of a source, added to `sum`.
[[nodiscard]] Result<void> addToSum(Sha256& sum, const ByteSource& source, Progress* progress);

/// Reads all of a file, or of the files of a folder: for its own sum, for those of its tensors, and to see whether it
/// is whole.
[[nodiscard]] Result<FileSums> sumsOf(const std::string& path, Progress* progress);

/// The sum that the cache of huggingface_hub has for a file: it names large ones by their SHA-256, and links to them.
/// Empty for other files.
[[nodiscard]] std::string sumOfHubCache(const std::string& path);

/// A list that `sha256sum --check` reads, too: tensors stand in remarks behind the line of their file.
[[nodiscard]] std::string manifestText(std::span<const FileSums> files);
/// Reads such a list, or one of sha256sum.
[[nodiscard]] Result<std::vector<FileSums>> parseManifest(const std::string& text);

} // namespace cairn::convert
