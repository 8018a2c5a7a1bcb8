#pragma once

#include "core/checkpoint/checkpoint.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn::cli {

/// The sums an overview needs, made in one walk.
struct CheckpointSummary {
    /// Tensors of one dtype saved on one device.
    struct Kind {
        std::uint16_t device = 0;
        formats::Dtype dtype = formats::Dtype::Unknown;
        std::uint64_t tensors = 0;
        std::uint64_t elements = 0;
        std::uint64_t bytes = 0; ///< logical ones
    };

    /// The state of one optimizer, shown as one row.
    struct Optimizer {
        std::uint64_t tensors = 0;
        std::uint64_t bytes = 0; ///< logical ones
        std::uint16_t device = 0;
        bool severalDevices = false;
    };

    /// A row of the table of tensors.
    struct Row {
        checkpoint::EntryId entry = 0;
        std::optional<Optimizer> optimizer; ///< then the entry is its group
    };
    static constexpr std::size_t kMostRows = 200;

    std::uint64_t tensors = 0;    ///< parts of sparse and quantised tensors are not counted
    std::uint64_t parameters = 0; ///< elements outside the state of optimizers, and of averaged copies
    std::uint64_t averagedElements = 0;
    std::uint64_t optimizerElements = 0;
    std::uint64_t values = 0; ///< leaves that are no tensors
    std::uint64_t storageBytes = 0;
    std::uint64_t usedBytes = 0;                                    ///< of storageBytes, what tensors can reach
    std::uint64_t sharedStorages = 0;                               ///< with more than one tensor
    std::vector<std::pair<std::string, checkpoint::Usage>> devices; ///< in order of first appearance
    std::vector<Kind> kinds;                                        ///< by device, the largest first
    std::vector<Row> rows;                                          ///< of the table of tensors, at most kMostRows
    std::uint64_t rowCount = 0;                                     ///< with those left out
};

[[nodiscard]] CheckpointSummary summarize(const checkpoint::Checkpoint& checkpoint);

} // namespace cairn::cli
