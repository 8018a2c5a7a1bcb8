#include "app/cli/convert_batch.h"

#include "app/cli/convert_queue.h"
#include "app/cli/convert_report.h"
#include "app/cli/convert_targets.h"
#include "app/cli/progress_bar.h"
#include "core/base/text.h"

#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace cairn::cli {

namespace {

constexpr int kNoDescriptor = -1; ///< nothing is shown there

/// Prints what became of an input: its report, or why there is none.
ExitCode printTask(Session& session, const ConvertTask& task, bool isQuiet)
{
    session.output.write(isQuiet ? std::string_view() : task.report);
    for (const std::string& warning : isQuiet ? task.warnings : std::vector<std::string>()) {
        session.warn(task.file + ": " + warning);
    }
    ExitCode code = task.code;
    if (task.error) {
        const bool differs = task.error->code == ErrorCode::Internal;
        code = session.report(*task.error);
        code = differs ? ExitCode::NegativeVerdict : code;
    }
    session.output.flush();
    return code;
}

void printSummary(Session& session, const ConvertOptions& options, const ConvertQueue& queue, double seconds)
{
    std::size_t fine = 0;
    std::size_t skipped = 0;
    std::size_t cancelled = 0;
    std::uint64_t bytes = 0;
    for (const ConvertTask& task : queue.tasks()) {
        skipped += task.isSkipped ? 1U : 0U;
        cancelled += task.wasCancelled() ? 1U : 0U;
        fine += task.isFine() ? 1U : 0U;
        bytes += task.bytesWritten;
    }
    const std::size_t failed = queue.tasks().size() - fine - skipped - cancelled;
    std::string text = "\n" + countOf(fine, "file") + (options.dryRun ? " would be converted" : " converted");
    if (failed != 0) {
        text += ", " + groupedDigits(failed) + " failed";
    }
    if (skipped != 0) {
        text += ", " + groupedDigits(skipped) + " skipped";
    }
    if (cancelled != 0) {
        text += ", " + groupedDigits(cancelled) + " not begun";
    }
    session.output.write(text + (options.dryRun ? "" : ", " + humanBytes(bytes) + " written in " + shortTime(seconds)) +
                         "\n");
}

ExitCode runQueue(Session& session, const ConvertOptions& options)
{
    const Stopwatch watch;
    ProgressBar bar(options.quiet ? kNoDescriptor : STDERR_FILENO, session.terminal.charset);
    ConvertQueue queue(options, session.progress);
    ExitCode worst = ExitCode::Fine;
    for (const ConvertTask& task : queue.tasks()) {
        while (!queue.waitFor(task)) {
            bar.draw(queue.state());
        }
        bar.clear();
        worst = worse(worst, printTask(session, task, options.quiet));
    }
    if (queue.tasks().size() > 1 && !options.json && !options.quiet) {
        printSummary(session, options, queue, watch.seconds());
    }
    return worst;
}

} // namespace

ExitCode convertAll(Session& session, ConvertOptions options)
{
    if (auto settled = settleRecipe(options); !settled) {
        return session.reportOptions(settled.error());
    }
    if (auto usable = checkConvertOptions(options); !usable) {
        return session.reportOptions(usable.error());
    }
    if (auto separate = checkConvertTargets(options); !separate) {
        return session.report(separate.error());
    }
    const auto newFolders = makeConvertFolder(options);
    if (!newFolders) {
        return session.report(newFolders.error());
    }
    const ExitCode code = runQueue(session, options);
    for (const std::string& folder : *newFolders) {
        std::error_code isUsed; // one that nothing was written into goes again
        std::filesystem::remove(folder, isUsed);
    }
    return code;
}

} // namespace cairn::cli
