#pragma once

#include "core/base/files/byte_source.h"
#include "core/convert/batch/input_stamp.h"
#include "core/convert/recipe/recipe.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

// A batch: many copies that are made by tasks, on any machines that see the same folders. Its plan is a folder with the
// file plan.jsonl, of which each line is JSON: what all tasks share, an input a line, task by task, where the lines of
// each task begin, and the number of the plan. A task reads its own lines alone, however many there are.

/// One input of a batch, or one file of the set of shards that its copy is.
struct BatchUnit {
    std::string file; ///< from the root
    std::string out;  ///< of its copy, below the folder of copies
    InputStamp stamp;
    std::string sha256;              ///< of the input; empty: nobody asked for it
    std::optional<std::size_t> part; ///< of the copy's files the one that is written, from 0; nothing: all
    std::uint64_t bytes = 0;         ///< what it weighs among the others
};

/// What all tasks share.
struct BatchHead {
    Recipe recipe;
    std::string folder; ///< of the copies, from the root
    bool isLenient = false;
    bool refusesDangerous = false;
    std::uint64_t tasks = 0;
    std::uint64_t units = 0;
    std::uint64_t bytes = 0;       ///< of all units
    std::uint64_t memoryBytes = 0; ///< that a task should have
};

/// A plan that was made earlier. It is input as any other: nothing in it is believed that was not looked at.
class BatchPlan {
public:
    /// Whether a folder has a file that begins as a plan does, damaged after that or not.
    [[nodiscard]] static bool isIn(const std::string& folder);
    /// Json, if the folder holds no plan, or one that makes no sense.
    [[nodiscard]] static Result<BatchPlan> open(const std::string& folder);

    [[nodiscard]] const BatchHead& head() const { return m_head; }
    [[nodiscard]] const std::string& id() const { return m_id; }
    [[nodiscard]] const std::string& folder() const { return m_folder; }
    /// Where copies are until all are there: beside their folder, under a name with the plan's number.
    [[nodiscard]] std::string unfinishedFolder() const;
    /// The file that says what became of a task.
    [[nodiscard]] std::string resultPath(std::uint64_t task) const;
    /// The file that is there while a task runs.
    [[nodiscard]] std::string markPath(std::uint64_t task) const;
    /// The file that says that all copies have their places.
    [[nodiscard]] std::string finishedPath() const;

    /// What a task has to do, in its order. Usage, if there is no such task.
    [[nodiscard]] Result<std::vector<BatchUnit>> task(std::uint64_t number) const;
    /// Bytes of a task.
    [[nodiscard]] Result<std::uint64_t> taskBytes(std::uint64_t number) const;
    /// How many units it has.
    [[nodiscard]] Result<std::uint64_t> taskUnits(std::uint64_t number) const;

private:
    [[nodiscard]] Result<void> readTail();
    [[nodiscard]] Result<void> readHead();
    struct Range {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t bytes = 0;
    };
    [[nodiscard]] Result<Range> rangeOf(std::uint64_t number) const;

    std::string m_folder;
    std::shared_ptr<const FileSource> m_file;
    BatchHead m_head;
    std::string m_id;
    std::uint64_t m_bodyAt = 0;
    std::uint64_t m_indexAt = 0;
};

/// Deals units out to `head.tasks` tasks by their bytes, the largest first and each to the task that has least, and
/// writes the plan; the numbers in the head that follow from the units are set here. The same units, in any order,
/// give the same plan. TargetExists if the folder holds one already. If it fails, or is stopped, no folder is left that
/// was not there.
[[nodiscard]] Result<void> writeBatchPlan(const std::string& folder, BatchHead& head, std::vector<BatchUnit> units,
                                          Progress* progress = nullptr);

} // namespace cairn::convert
