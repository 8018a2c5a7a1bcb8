#include "app/cli/convert/convert_batch.h"

#include "app/cli/common/progress_bar.h"
#include "app/cli/common/screen.h"
#include "app/cli/common/standard_output.h"
#include "app/cli/common/temporary_folder.h"
#include "app/cli/convert/convert_queue.h"
#include "app/cli/convert/convert_targets.h"
#include "core/base/platform/terminal.h"
#include "core/base/stopwatch.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <system_error>

namespace cairn::cli {

namespace {

/// Of many copies, none is given another name by hand.
constexpr Phrase kExistingAdvice =
    phrase("Choose another folder, or say what becomes of such files: --existing update, skip, number or replace");

/// What became of all inputs so far.
struct BatchSums {
    std::size_t taken = 0;
    std::size_t fine = 0;
    std::size_t skipped = 0;
    std::size_t cancelled = 0;
    std::size_t unchanged = 0; ///< in place: of the fine ones, those that were as the map wants them
    std::uint64_t bytes = 0;

    void add(const ConvertTask& task, const ConvertOptions& options)
    {
        ++taken;
        skipped += task.isSkipped ? 1U : 0U;
        cancelled += task.wasCancelled() ? 1U : 0U;
        fine += task.isFine() ? 1U : 0U;
        const bool isUnchanged = options.inPlace && task.isFine() && task.bytesWritten == 0;
        unchanged += isUnchanged ? 1U : 0U;
        bytes += task.bytesWritten;
    }
};

/// Files whose copies run code that is not known to do harm. Of a tree, and of several files with --quiet, it is said
/// once: a line for each would hide the files that do harm.
class CodeNotes {
public:
    explicit CodeNotes(bool isSummed) : m_isSummed(isSummed) {}

    void say(const Session& session, const ConvertTask& task)
    {
        if (task.danger.empty() || task.error) {
            return;
        }
        if (!m_isSummed || task.trust.trust == checkpoint::Trust::Dangerous) {
            session.warn(task.input.path + ": " + task.danger);
        } else if (m_count++ == 0) {
            m_first = task.input.path;
        }
    }

    void sayRest(const Session& session) const
    {
        if (m_count != 0) {
            session.warn(countOf(m_count, "copy runs", "copies run") + " code when loaded, such as that of " +
                         inQuotes(m_first) + "; `cairn-cli inspect` says which code of which file");
        }
    }

private:
    bool m_isSummed;
    std::size_t m_count = 0;
    std::string m_first;
};

/// The rules that match in no file. In some a rule may match nothing, where --lenient says so; in none is a mistake.
class UnusedRules {
public:
    void add(const ConvertTask& task)
    {
        if (!task.unusedRules) { // not opened, or not as far as that
            m_hasUnseen = true;
            return;
        }
        ++m_files;
        std::set<std::string> rules;
        for (const UnusedRule& rule : *task.unusedRules) {
            rules.insert(rule.text);
            if (rule.isNearName) {
                m_mistyped.insert(rule.text);
            }
        }
        if (m_files == 1) {
            m_rules = rules;
        }
        std::erase_if(m_rules, [&](const std::string& rule) { return !rules.contains(rule); });
    }

    [[nodiscard]] ExitCode report(Session& session, const ConvertOptions& options, ExitCode code) const
    {
        for (const std::string& rule : m_files > 1 && !m_hasUnseen ? m_rules : std::set<std::string>()) {
            const std::string what = rule + " matched nothing in any of " + countOf(m_files, "file");
            const bool mayBeDone = options.inPlace && options.lenient && rule.starts_with("--drop");
            if (mayBeDone && !m_mistyped.contains(rule)) { // as after an earlier run
                session.warn(what + ": nothing was left out");
            } else {
                code = worse(code, session.report(error(ErrorCode::UnmetRequest, verbatim(what))));
            }
        }
        return code;
    }

private:
    std::set<std::string> m_rules;
    std::set<std::string> m_mistyped; ///< of these, those that are near to a name in some file
    std::size_t m_files = 0;
    bool m_hasUnseen = false;
};

/// What many files of a batch have in common is said of the first few, and at the end of how many others.
class Repeats {
public:
    /// Whether this is one of the first.
    bool isOneOfFew(const std::string& text) { return ++m_counts[text] <= kFew; }

    void sayRest(const Session& session) const
    {
        for (const auto& [text, count] : m_counts) {
            if (count > kFew) {
                session.note(countOf(count - kFew, "more file") + ": " + text);
            }
        }
    }

private:
    static constexpr std::size_t kFew = 3;

    std::map<std::string, std::size_t> m_counts;
};

/// Prints what became of an input: its report, or why there is none. Of several, a list says of each that it failed.
ExitCode printTask(Session& session, const ConvertTask& task, bool isQuiet, bool isList, Repeats& repeats)
{
    session.output.write(isQuiet ? std::string_view() : task.report);
    if (isList && task.error) {
        Screen screen(session.output, session.terminal);
        screen.line(screen.safe(task.input.path) + "  failed (" + std::string(errorCodeText(task.error->code)) + ")");
    }
    for (const std::string& warning : isQuiet ? task.warnings : std::vector<std::string>()) {
        if (repeats.isOneOfFew(warning)) {
            session.warn(task.input.path + ": " + warning);
        }
    }
    ExitCode code = task.code;
    if (task.error) {
        const bool differs = task.error->code == ErrorCode::Internal;
        const bool isTold = !isList || repeats.isOneOfFew(task.error->what.text()); // the list has the file
        code = isTold ? session.report(*task.error) : exitCode(errorClass(task.error->code));
        code = differs ? ExitCode::NegativeVerdict : code;
    }
    session.output.flush();
    return code;
}

void printSummary(Session& session, const ConvertOptions& options, const BatchSums& sums, const FoundInputs& inputs,
                  double seconds)
{
    const std::size_t failed = inputs.failures.size() + sums.taken - sums.fine - sums.skipped - sums.cancelled;
    const std::size_t notBegun = inputs.files.size() - sums.taken + sums.cancelled;
    std::string text = "\n" + countOf(sums.fine - sums.unchanged, "file") +
                       (options.dryRun    ? " would be converted"
                        : options.inPlace ? " changed"
                                          : " converted");
    if (sums.unchanged != 0) {
        text += ", " + groupedDigits(sums.unchanged) +
                (!options.dryRun       ? " needed no change"
                 : sums.unchanged == 1 ? " needs no change"
                                       : " need no change");
    }
    if (failed != 0) {
        text += ", " + groupedDigits(failed) + " failed";
    }
    if (sums.skipped != 0) {
        text += ", " + groupedDigits(sums.skipped) + " skipped";
    }
    if (notBegun != 0) {
        text += ", " + groupedDigits(notBegun) + " not begun";
    }
    session.output.write(
        text + (options.dryRun ? "" : ", " + humanBytes(sums.bytes) + " written in " + shortTime(seconds)) + "\n");
}

/// Said once, and not of each file.
Error stopped(const BatchSums& sums, const FoundInputs& inputs)
{
    return error(ErrorCode::Cancelled, message("cancelled after %1 of %2", groupedDigits(sums.fine),
                                               countOf(inputs.files.size(), "copy", "copies")))
        .because(message("Those are complete, and of the others nothing is left"))
        .fix(message("The same command with --existing update goes on from here"));
}

/// Folders that nothing was written into go again.
void removeEmpty(const std::vector<std::string>& folders)
{
    for (const std::string& folder : folders) {
        std::error_code isUsed;
        std::filesystem::remove(folder, isUsed);
    }
}

ExitCode runQueue(Session& session, const ConvertOptions& options, const FoundInputs& inputs)
{
    const Stopwatch watch;
    ProgressBar bar(options.quiet ? kNoDescriptor : platform::kStandardError, session.terminal.charset);
    ConvertQueue queue(options, inputs.files, session.progress);
    BatchSums sums;
    UnusedRules unused;
    Repeats repeats;
    CodeNotes notes((options.quiet || options.inputs.isRecursive) && inputs.files.size() > 1);
    ExitCode worst = inputs.code;
    const bool isList = inputs.files.size() + inputs.failures.size() > 1 && options.telling() == Telling::Text;
    while (!queue.isAtEnd()) {
        const auto task = queue.takeNext();
        if (task == nullptr) {
            bar.draw(queue.state());
            continue;
        }
        bar.clear();
        if (task->error && task->error->code == ErrorCode::TargetExists && inputs.files.size() > 1) {
            task->error->advice = kExistingAdvice;
        }
        notes.say(session, *task);
        if (!task->wasCancelled() || inputs.files.size() == 1) {
            worst = worse(worst, printTask(session, *task, options.telling() == Telling::Quiet, isList, repeats));
        }
        sums.add(*task, options);
        unused.add(*task);
    }
    notes.sayRest(session);
    repeats.sayRest(session);
    if (inputs.files.size() > 1 && session.progress.stopRequested()) {
        worst = session.report(stopped(sums, inputs));
    } else if (isList) {
        printSummary(session, options, sums, inputs, watch.seconds());
    }
    worst = session.progress.stopRequested() ? worst : unused.report(session, options, worst);
    removeEmpty(queue.newFolders());
    return worst;
}

/// "3 inputs are copies of others, such as "a.cpu.pth", and get none"
std::string copiesText(const std::vector<std::string>& copies)
{
    return countOf(copies.size(), "input is the copy of another", "inputs are copies of others") + ", such as " +
           inQuotes(copies.front()) + (copies.size() == 1 ? ", and gets none itself" : ", and get none themselves");
}

ExitCode convertFiles(Session& session, ConvertOptions& options)
{
    if (auto settled = settleRecipe(options); !settled) {
        return session.reportOptions(settled.error());
    }
    if (auto usable = checkConvertOptions(options); !usable) {
        return session.reportOptions(usable.error());
    }
    const TreeUse use = options.inPlace ? TreeUse::InPlace : TreeUse::Copy;
    auto found = findInputs(session, options.inputs, use, options.telling(), options.recipe.folder);
    if (!found) {
        return session.reportOptions(found.error());
    }
    if (!options.out.empty() && found->files.size() > 1) {
        return session.reportOptions(error(ErrorCode::Usage, message("-o names one file, but there are several inputs"))
                                         .fix(message("Use --out-dir")));
    }
    const auto copies = separateTargets(options, found->files);
    if (!copies) {
        return session.reportOptions(copies.error());
    }
    if (!copies->empty() && !options.quiet) {
        session.note(copiesText(*copies));
    }
    const auto newFolders = makeConvertFolder(options);
    if (!newFolders) {
        return session.reportOptions(newFolders.error());
    }
    const ExitCode code = runQueue(session, options, *found);
    removeEmpty(*newFolders);
    return code;
}

/// The copy is made in a file, as any other, and goes through standard output when it is complete.
ExitCode convertToOutput(Session& session, ConvertOptions& options)
{
    if (const auto isPipe = refuseTerminal(); !isPipe && !options.dryRun) {
        return session.report(isPipe.error());
    }
    const auto folder = TemporaryFolder::make();
    if (!folder) {
        return session.report(folder.error());
    }
    options.toOutput = true;
    options.out = folder->path() + "/copy";
    Output messages(platform::kStandardError, &session.progress);
    Session said{.output = messages,
                 .terminal = Terminal::detect(platform::kStandardError),
                 .progress = session.progress,
                 .isJson = session.isJson};
    const ExitCode code = convertFiles(said, options);
    messages.flush();
    if (code != ExitCode::Fine || options.dryRun) {
        return code;
    }
    std::error_code failure;
    if (!std::filesystem::exists(options.out, failure)) { // it was skipped, and the report says why
        return session.report(error(ErrorCode::UnmetRequest, message("there is no copy for standard output")));
    }
    const auto sent = sendFile(session, options.out);
    return sent ? code : session.report(sent.error());
}

} // namespace

ExitCode convertAll(Session& session, ConvertOptions options)
{
    options.typed = session.typed;
    return isStandardOutput(options.out) ? convertToOutput(session, options) : convertFiles(session, options);
}

} // namespace cairn::cli
