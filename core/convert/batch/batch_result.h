#pragma once

#include "core/convert/batch/batch_plan.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::convert {

enum class TaskState : std::uint8_t {
    Done,
    Failed, ///< one of its inputs got no copy
    Stale   ///< an input is not what it was when the plan was made, so nothing was done
};

/// The words for them in files, by their order.
inline constexpr std::array<std::string_view, 3> kTaskStateWords = {"done", "failed", "stale"};

/// What became of a task: one small file beside the plan. It is there as a whole or not at all.
struct TaskResult {
    struct Failure {
        std::string file;
        std::string code;
        std::string text; ///< what a person is told

        bool operator==(const Failure&) const = default;
    };
    struct Output {
        std::string out; ///< below the folder of copies
        std::uint64_t bytes = 0;

        bool operator==(const Output&) const = default;
    };

    TaskState state = TaskState::Done;
    std::uint64_t files = 0;   ///< inputs
    std::uint64_t skipped = 0; ///< of them, those that need no copy
    std::uint64_t bytes = 0;   ///< of the inputs, as the plan weighs them
    double seconds = 0;
    std::int64_t began = 0; ///< seconds since 1970
    std::string host;
    std::vector<Output> outputs;
    std::vector<Failure> failures;
    std::vector<std::string> warnings;

    [[nodiscard]] std::uint64_t bytesWritten() const;
};

/// What is said of an input that got no copy.
[[nodiscard]] TaskResult::Failure failureOf(const std::string& file, const Error& error);

/// Failures, with the tasks that they are of.
using TaskFailures = std::vector<std::pair<std::uint64_t, TaskResult::Failure>>;

/// Puts it in the place of an earlier one, but not of one that is done: another run may have been quicker.
[[nodiscard]] Result<void> writeResult(const BatchPlan& plan, std::uint64_t task, const TaskResult& result);
/// Nothing if there is none, or none of this plan that is whole: then the task is to be done.
[[nodiscard]] std::optional<TaskResult> readResult(const BatchPlan& plan, std::uint64_t task);

/// Says that a task is being done. False: somebody has said so already. It is no lock: whoever does not ask does the
/// task all the same, and that does no harm.
bool markBegun(const BatchPlan& plan, std::uint64_t task);
void unmark(const BatchPlan& plan, std::uint64_t task);
[[nodiscard]] bool isMarked(const BatchPlan& plan, std::uint64_t task);

/// How far a task is, as can be seen from its result and its mark.
enum class TaskProgress : std::uint8_t {
    Waiting,
    Begun, ///< it runs, or was cut off
    Done,
    Failed,
    Stale
};

/// All of them at a glance.
struct BatchState {
    std::uint64_t tasks = 0;
    std::uint64_t done = 0;
    std::uint64_t failed = 0;
    std::uint64_t stale = 0;
    std::uint64_t begun = 0; ///< without a result: they run, or were cut off
    std::uint64_t bytes = 0;
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesWritten = 0;
    std::uint64_t filesDone = 0;
    double workSeconds = 0;      ///< of all tasks that are done, one after the other
    std::int64_t firstBegan = 0; ///< seconds since 1970, as the next
    std::int64_t lastEnded = 0;
    bool isFinished = false;
    std::vector<TaskProgress> each;  ///< by the numbers of tasks
    std::vector<std::uint64_t> left; ///< tasks that are not done
    TaskFailures failures;           ///< the first of them
    std::uint64_t failuresInAll = 0;

    /// Bytes that all machines do together in a second; nothing before a task is done.
    [[nodiscard]] std::optional<double> bytesPerSecond() const;
    /// Until all is done, by that.
    [[nodiscard]] std::optional<double> secondsLeft() const;
};

/// Reads all results there are. Counts tasks in `progress`, which may be null.
[[nodiscard]] Result<BatchState> stateOf(const BatchPlan& plan, std::size_t mostFailures, Progress* progress = nullptr);

/// How many jobs an array of Slurm has unless more are asked for: numbers are less than MaxArraySize, often 1001.
inline constexpr std::uint64_t kArrayJobs = 1000;

/// Numbers of tasks as an expression for sbatch --array: "0-3,7,9-12".
[[nodiscard]] std::string arrayExpression(const std::vector<std::uint64_t>& numbers);

} // namespace cairn::convert
