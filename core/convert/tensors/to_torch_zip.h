#pragma once

#include "core/base/files/file_sink.h"
#include "core/convert/common/difference.h"
#include "core/convert/tensors/tensor_bytes.h"
#include "core/convert/tensors/tensor_set.h"
#include "core/convert/tensors/tensor_tree.h"
#include "core/devices/map/placement.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::convert {

/// The metadata of a safetensors file that a note on a copy is kept in; in a zip it is kNoteRecord.
inline constexpr std::string_view kNoteKey = "cairn.note";

/// One file of torch.save that will be written: an OrderedDict of tensors, or the tree that they had.
struct TorchZipPlan {
    std::vector<NamedTensor> tensors; ///< in the order of the source; those that are the same memory share a storage
    TensorTree tree;
    std::vector<std::string> tags; ///< of their storages
    std::shared_ptr<const ByteSource> pickle;
    std::string note; ///< what kNoteKey of the metadata says; it becomes a record of its own
    std::uint64_t dataBytes = 0;

    /// An upper bound: what is between the records depends on where they come to lie.
    [[nodiscard]] std::uint64_t fileBytes() const noexcept;
};

/// Lays out a set, or a part of one, as one file, as torch.save would write the state_dict, nested as kTreeKey of the
/// metadata says; `placement` has the tags.
/// Unsupported if PyTorch has no such dtype.
[[nodiscard]] Result<TorchZipPlan> planTorchZip(const checkpoint::Checkpoint& source, const TensorSet& set,
                                                const devices::Placement& placement);

/// Writes the zip, each storage on a multiple of 64 bytes, so that it can be mapped.
[[nodiscard]] Result<void> writeTorchZip(const checkpoint::Checkpoint& source, const TorchZipPlan& plan, FileSink& sink,
                                         Overflows& overflows, Progress* progress);

/// Opens a written file and compares it with the plan and the source: names, order, dtypes, shapes, tags, sharing and
/// every value. Says the first difference; nothing if there is none.
[[nodiscard]] Result<Difference> firstDifference(const checkpoint::Checkpoint& source, const TorchZipPlan& plan,
                                                 const std::string& path, Progress* progress);

} // namespace cairn::convert
