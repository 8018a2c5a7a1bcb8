#pragma once

#include "core/base/files/file_sink.h"
#include "core/convert/common/difference.h"
#include "core/convert/tensors/tensor_bytes.h"
#include "core/convert/tensors/tensor_set.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cairn::convert {

/// One folder of torch.distributed.checkpoint that will be written.
struct DcpPlan {
    std::vector<NamedTensor> tensors; ///< in the order of the source
    std::vector<DcpItem> items;
    std::vector<std::vector<std::size_t>> files; ///< the items in each, values first, as torch has them
    std::uint64_t dataBytes = 0;
    std::uint64_t valueBytes = 0; ///< of the pickles of values

    [[nodiscard]] std::size_t values() const noexcept; ///< items that are no tensors
    /// An upper bound: each item is a zip of its own.
    [[nodiscard]] std::uint64_t fileBytes() const noexcept;
};

/// Lays out a set as at most so many files, the tensors spread over them by their bytes.
[[nodiscard]] DcpPlan planDcp(const checkpoint::Checkpoint& source, const TensorSet& set, std::size_t files);

/// What writing a folder would say to its name.
[[nodiscard]] Result<void> checkDcpTarget(const checkpoint::Checkpoint& source, const std::string& target,
                                          FileSink::Existing existing);

/// A folder that is written and has not got its name yet.
class FolderSink;
[[nodiscard]] Result<std::unique_ptr<FolderSink>> createDcp(const checkpoint::Checkpoint& source,
                                                            const std::string& target, FileSink::Existing existing);
/// Writes its files, and says how many bytes they have. Memory stays at a few megabytes.
[[nodiscard]] Result<std::uint64_t> writeDcp(const checkpoint::Checkpoint& source, const DcpPlan& plan,
                                             FolderSink& folder, Overflows& overflows, Progress* progress);

/// Opens a written folder and compares it with the plan and the source: nesting, dtypes, shapes, every number and every
/// value. Says the first difference; nothing if there is none.
[[nodiscard]] Result<Difference> firstDifference(const checkpoint::Checkpoint& source, const DcpPlan& plan,
                                                 const std::string& path, Progress* progress);

} // namespace cairn::convert
