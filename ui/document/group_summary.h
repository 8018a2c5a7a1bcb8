#pragma once

#include "ui/document/row_tree.h"

#include <memory>
#include <string>
#include <vector>

namespace cairn::ui {

/// What lies below a row of the tree. Made on a worker thread.
struct GroupSummary {
    struct Share {
        std::string name; ///< of a dtype or a device
        std::uint64_t tensors = 0;
        std::uint64_t elements = 0;
        std::uint64_t bytes = 0; ///< logical ones
    };
    struct Part {
        checkpoint::EntryId entry = checkpoint::kNoId;
        std::uint64_t bytes = 0;
    };

    std::uint64_t tensors = 0;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0;        ///< logical ones: of what tensors share, once for each
    std::uint64_t storageBytes = 0; ///< of the storages that the tensors lie in, once each
    std::uint64_t values = 0;       ///< rows that are no tensor and no group
    std::vector<Share> dtypes;
    std::vector<Share> devices;
    std::vector<Part> largest;    ///< the largest tensors, the largest first
    std::uint64_t otherBytes = 0; ///< of tensors that are not among them
};

using GroupSummaryPtr = std::shared_ptr<const GroupSummary>;

/// Null when a stop was asked for.
[[nodiscard]] GroupSummaryPtr summarise(const Document& document, const RowTree& tree, NodeId group,
                                        std::size_t mostParts, const Progress& progress);

} // namespace cairn::ui
