#pragma once

#include "app/cli/convert_job.h"
#include "app/cli/exit_code.h"
#include "app/cli/progress_bar.h"
#include "core/base/progress.h"
#include "core/convert/target_names.h"
#include "core/devices/map_location.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace cairn::cli {

/// One input, and what became of it. Filled by a worker; to be read when the queue says that it is done.
struct ConvertTask {
    ConvertTask(std::string input, const Progress& session) : file(std::move(input)), progress(session) {}

    std::string file;
    Progress progress;
    std::uint64_t fileBytes = 0; ///< 0 if it cannot be told
    std::string report;
    std::vector<std::string> warnings; ///< those in the report
    std::uint64_t bytesWritten = 0;
    std::optional<Error> error;
    ExitCode code = ExitCode::Fine;
    bool isSkipped = false; ///< there is no copy, and that is fine
    std::atomic<bool> running = false;
    bool done = false; ///< under the queue's lock

    [[nodiscard]] bool wasCancelled() const { return error && error->code == ErrorCode::Cancelled; }
    [[nodiscard]] bool isFine() const { return !error && code == ExitCode::Fine && !isSkipped; }
};

/// Runs the inputs of `convert` on a few threads of its own, in their order. Owned by the thread that prints. A stop of
/// the session's progress ends all of them; the destructor waits for that.
class ConvertQueue {
public:
    ConvertQueue(const ConvertOptions& options, const Progress& session);
    ConvertQueue(const ConvertQueue&) = delete;
    ConvertQueue& operator=(const ConvertQueue&) = delete;

    [[nodiscard]] const std::deque<ConvertTask>& tasks() const noexcept { return m_tasks; }
    /// Waits a tenth of a second at most; true if the task is done.
    [[nodiscard]] bool waitFor(const ConvertTask& task);
    /// For the progress bar.
    [[nodiscard]] BarState state();

private:
    void work();
    void convert(ConvertTask& task);
    /// Writes the copy under a name that is free, or says that there is none.
    void convertToFreeName(ConvertTask& task, const std::string& wanted);
    void convertTo(ConvertTask& task, const std::string& target);
    [[nodiscard]] ConvertJob jobFor(ConvertTask& task, const std::string& target) const;

    const ConvertOptions& m_options;
    devices::MapLocation m_map;
    std::deque<ConvertTask> m_tasks; ///< tasks do not move
    convert::TargetNames m_names;
    std::atomic<std::size_t> m_next = 0;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::jthread> m_workers; ///< last: they end before what they use
};

} // namespace cairn::cli
