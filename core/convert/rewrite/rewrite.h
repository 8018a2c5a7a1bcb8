#pragma once

#include "core/base/files/file_sink.h"
#include "core/convert/common/cast.h"
#include "core/convert/common/changed_records.h"
#include "core/convert/common/difference.h"
#include "core/convert/common/source_file.h"
#include "core/convert/retag/retag.h"
#include "core/convert/retag/storage_targets.h"
#include "core/convert/rewrite/storage_plan.h"
#include "core/convert/rewrite/tree_edit.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cairn::convert {

/// What is wanted of the values of a checkpoint, and in which container.
struct RewriteRules {
    Selection selection = Selection();
    StorageRules storages = StorageRules();
};

/// A file whose pickle is written anew: fewer values, other names, dtypes or container, and the rest as it was. Found
/// before anything is written.
struct RewritePlan {
    std::unique_ptr<checkpoint::PickledTree> tree;
    std::optional<StorageTargets> targets; ///< tags of the storages of the tree
    TreeEdit rows;
    StoragePlan storages;
    std::vector<std::size_t> otherRecords; ///< of the source's archive, which somebody put beside the values
    std::uint64_t otherBytes = 0;          ///< of them
    std::vector<std::string> lostRecords;  ///< those that the new container has no place for
    std::string note;                      ///< becomes a record of its own; empty: there is none
    PickleContainer container = PickleContainer::Zip;
    bool isBigEndian = false;
    SourcePtr pickle;               ///< with the new tags
    RetagReport report;             ///< on tags
    std::optional<SourceFile> file; ///< none of a folder: what reads its files watches them

    /// An upper bound: what is between the records depends on where they come to lie.
    [[nodiscard]] std::uint64_t fileBytes() const noexcept;
};

[[nodiscard]] Result<RewritePlan> planRewrite(const checkpoint::Checkpoint& source, RewriteRules rules,
                                              const TagMap& map, const Progress* progress);

/// What writing a plan would find too large for its new dtype. Reads what will be cast.
[[nodiscard]] Result<Overflows> findOverflows(const RewritePlan& plan, Progress* progress);

struct RewriteReport {
    std::uint64_t bytes = 0;
    Overflows overflows;
};

/// Writes a plan's file. It appears only when it is complete and `check`, if there is one, found nothing wrong with it.
[[nodiscard]] Result<RewriteReport> writeRewrite(const checkpoint::Checkpoint& source, const RewritePlan& plan,
                                                 const std::string& target, FileSink::Existing existing,
                                                 Progress* progress, const FileCheck& check = {});

/// Compares a written file with the plan: rows, names, values, tensors, sharing, tags and every byte of
/// the storages. Says the first difference; nothing if there is none.
[[nodiscard]] Result<Difference> firstDifference(const checkpoint::Checkpoint& source, const RewritePlan& plan,
                                                 const TagMap& map, const checkpoint::Checkpoint& copy,
                                                 Progress* progress);

/// What is said of the source's records that go into the copy and do not have their checksum: see recordText().
[[nodiscard]] Result<std::vector<std::string>>
findChangedRecords(const checkpoint::Checkpoint& source, const RewritePlan& plan, Looked looked, Progress* progress);

} // namespace cairn::convert
