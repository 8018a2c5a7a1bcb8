#pragma once

#include "app/cli/common/exit_code.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/convert/convert_job.h"
#include "core/base/progress.h"
#include "core/convert/recipe/target_names.h"
#include "core/devices/map/map_location.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace cairn::cli {

/// One input, and what became of it. Filled by a worker; to be read when the queue says that it is done.
struct ConvertTask {
    ConvertTask(const InputFile& wanted, std::size_t place, const Progress& session)
        : input(wanted), number(place), progress(session)
    {
    }

    const InputFile& input;
    std::size_t number; ///< of the input, from 1
    Progress progress;
    std::uint64_t fileBytes = 0; ///< 0 if it cannot be told
    std::string report;
    std::vector<std::string> warnings; ///< those in the report
    std::uint64_t bytesWritten = 0;
    std::optional<Error> error;
    ExitCode code = ExitCode::Fine;
    checkpoint::TrustVerdict trust;
    std::string danger;                                 ///< said even with --quiet
    bool isSkipped = false;                             ///< there is no copy, and that is fine
    std::optional<std::vector<UnusedRule>> unusedRules; ///< of the options; nothing if it did not come to a plan
    std::atomic<bool> running = false;
    bool done = false; ///< under the queue's lock

    [[nodiscard]] bool wasCancelled() const { return error && error->code == ErrorCode::Cancelled; }
    [[nodiscard]] bool isFine() const { return !error && code == ExitCode::Fine && !isSkipped; }
};

/// Runs the inputs of `convert` on a few threads of its own, in their order. Owned by the thread that prints, which
/// takes each task when it is done: however many inputs there are, few of them are held. A stop of the session's
/// progress ends all of them; the destructor waits for that.
class ConvertQueue {
public:
    ConvertQueue(const ConvertOptions& options, const std::vector<InputFile>& inputs, const Progress& session);
    ~ConvertQueue();
    ConvertQueue(const ConvertQueue&) = delete;
    ConvertQueue& operator=(const ConvertQueue&) = delete;

    /// Whether everything was taken; after a stop, all that was begun.
    [[nodiscard]] bool isAtEnd();
    /// The next task, in the order of the inputs. Waits a tenth of a second at most; nothing if it is not done by then.
    [[nodiscard]] std::unique_ptr<ConvertTask> takeNext();
    /// Folders that were made for copies, in the order in which they can go again.
    [[nodiscard]] std::vector<std::string> newFolders();
    /// For the progress bar.
    [[nodiscard]] BarState state();

private:
    void work();
    /// The next input, when there is room for its result.
    [[nodiscard]] ConvertTask* begin();
    void convert(ConvertTask& task);
    /// Makes the folder of a copy in a tree.
    [[nodiscard]] Result<void> makeFolderOf(const std::string& target);
    [[nodiscard]] ConvertJob jobFor(ConvertTask& task, const std::string& target);

    const ConvertOptions& m_options;
    const std::vector<InputFile>& m_inputs;
    const Progress& m_session;
    devices::MapLocation m_map;
    convert::TargetNames m_names;
    std::uint64_t m_totalBytes = 0; ///< of all inputs

    std::mutex m_mutex;                               ///< of what follows
    std::deque<std::unique_ptr<ConvertTask>> m_tasks; ///< begun, and not taken yet
    std::size_t m_taken = 0;
    std::uint64_t m_takenBytes = 0;
    std::set<std::string> m_newFolders;
    bool m_isAbandoned = false;
    std::condition_variable m_changed;
    std::vector<std::jthread> m_workers; ///< last: they end before what they use
};

} // namespace cairn::cli
