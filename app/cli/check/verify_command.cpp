#include "app/cli/common/command.h"
#include "app/cli/common/file_inputs.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/base/text/text.h"
#include "core/checkpoint/folders/whole_of.h"
#include "core/checkpoint/trust.h"
#include "core/convert/common/wholeness.h"
#include "core/devices/preflight.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>
#include <ranges>
#include <utility>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Trust;
using convert::Wholeness;

namespace {

constexpr const char* kVerifyDescription =
    R"(tell whether checkpoints are whole, and no trap
Opens each file, reads all of it, and compares every record with the checksum that was saved with it, which PyTorch never does. A file that is damaged, incomplete or changed fails, and so does one that is known to do harm when it is loaded. One line for each file, for scripts and for people.

Only the zips that torch.save has written since PyTorch 1.6 have checksums. Of other formats it can be told that nothing is missing, and the line says that this is all.)";

constexpr const char* kVerifyFooter = R"(EXIT STATUS
    0    every file is whole, and all that was asked for
    1    one is not
    2    the command line is wrong
    3    a file is damaged beyond opening, or no checkpoint
    4    a file could not be read
    130  cancelled
    With several files the highest one counts.

EXAMPLES
    cairn-cli verify model.pth
        Did it arrive as it was saved?
    cairn-cli verify --weights-only release/*.pth
        A gate for a release: whole, and loadable by a plain torch.load.
    cairn-cli verify --json *.pt | jq 'select(.whole | not).file'
        The files that are not whole.
)";

struct VerifyOptions {
    FileInputs inputs;
    bool weightsOnly = false;
    bool dataOnly = false;
    bool noDangerous = false; ///< which is so without it, too
    bool json = false;
    bool quiet = false;
};

/// All that was found out about one file.
struct Finding {
    Wholeness wholeness;
    checkpoint::TrustVerdict trust;
    std::optional<checkpoint::Whole> partOf;
    std::vector<std::string> refusals; ///< what was asked for and is not so

    [[nodiscard]] bool isFine() const { return wholeness.faults.empty() && refusals.empty(); }
};

/// What loading a dangerous file does, by reason.
std::vector<std::string> dangersOf(const checkpoint::TrustVerdict& trust)
{
    std::vector<checkpoint::TrustVerdict> byReason; // few, in the order of the names
    for (std::size_t i = 0; i < trust.names.size(); ++i) {
        const Message& reason = trust.reasons[i];
        auto one = std::ranges::find(byReason, reason.text(), [](const auto& known) { return known.why.text(); });
        if (one == byReason.end()) {
            one = byReason.insert(one, {.trust = trust.trust, .names = {}, .why = reason, .reasons = {}});
        }
        one->names.push_back(trust.names[i]);
    }
    std::vector<std::string> dangers;
    dangers.reserve(byReason.size());
    for (const checkpoint::TrustVerdict& one : byReason) {
        dangers.push_back("dangerous to load: " + checkpoint::someNames(one).text() + ": " + one.why.text());
    }
    return dangers;
}

/// Why a person who does not trust the file could not load it, with the latest PyTorch.
std::vector<std::string> refusalsOf(const Checkpoint& checkpoint, const VerifyOptions& options,
                                    const checkpoint::TrustVerdict& trust)
{
    std::vector<std::string> refusals;
    if (trust.trust == Trust::Dangerous) {
        refusals = dangersOf(trust);
    }
    if (options.dataOnly && trust.trust == Trust::RunsCode) {
        refusals.push_back("loading it runs code of " + checkpoint::someNames(trust).text());
    }
    if (!options.weightsOnly) {
        return refusals;
    }
    if (checkpoint.traits().loader == checkpoint::Loader::TorchJitLoad) {
        refusals.emplace_back("it is TorchScript, which torch.load refuses with weights_only=True, the default since "
                              "torch 2.6; torch.jit.load takes it");
    }
    const checkpoint::Loader loader = checkpoint.traits().loader;
    const bool isOfPython = loader == checkpoint::Loader::PickleLoad || loader == checkpoint::Loader::ExportLoad ||
                            loader == checkpoint::Loader::PackageImporter;
    if (isOfPython) {
        refusals.emplace_back("it is no file of torch.save, which is all that torch.load takes with weights_only=True");
    }
    const devices::Preflight load =
        devices::preflight(checkpoint, devices::MapLocation::everythingTo("cpu"), devices::DeviceInventory(),
                           devices::TorchLine::Latest, devices::FileTrust::Default);
    for (const devices::LoadProblem& problem : load.problems) {
        if (problem.severity == Severity::Error && devices::isOfTrust(problem)) {
            refusals.push_back(problem.what.text());
        }
    }
    return refusals;
}

/// What can be said of a file without a fault: how much of it could be compared.
std::string praise(const Wholeness& wholeness)
{
    const std::string intact =
        countOf(wholeness.intact, "record") + " as saved (" + humanBytes(wholeness.intactBytes) + ")";
    if (wholeness.intact == 0) {
        return "complete; it has no checksums, so changed values would not show";
    }
    std::string blind;
    if (wholeness.withoutChecksum != 0) {
        blind += ", and " + countOf(wholeness.withoutChecksum, "record") + " without a checksum";
    }
    if (wholeness.otherFiles != 0) {
        blind += ", and " + countOf(wholeness.otherFiles, "file") + " without checksums";
    }
    return blind.empty() ? "whole: " + intact : "complete: " + intact + blind + ", where changed values would not show";
}

void printFinding(Screen& screen, const std::string& file, const Finding& finding)
{
    screen.put(screen.safe(file) + ": ");
    if (finding.isFine()) {
        const std::vector<Message>& extras = finding.wholeness.extras;
        std::string doubt = extras.empty() ? "" : "; but " + screen.safe(extras.front().text());
        doubt += extras.size() > 1 ? ", and " + groupedDigits(extras.size() - 1) + " more such" : "";
        if (finding.partOf) {
            doubt += ". " + screen.safe(finding.partOf->words.text() + ": see " + finding.partOf->path);
        }
        screen.line(praise(finding.wholeness) + doubt, doubt.empty() ? Ink::Green : Ink::Yellow);
        return;
    }
    const std::size_t faults = finding.wholeness.faults.size();
    screen.line(faults == 0 ? "REFUSED" : "NOT WHOLE: " + countOf(faults, "fault"), Ink::Red);
    constexpr std::size_t mostFaults = 10;
    std::size_t shown = 0;
    const auto show = [&](const std::string& text) {
        if (shown++ < mostFaults) {
            screen.put("  ");
            screen.paragraph(screen.safe(text), Ink::Plain, 2);
        }
    };
    std::ranges::for_each(finding.wholeness.faults, show, &convert::Fault::text);
    std::ranges::for_each(finding.refusals, show);
    if (shown > mostFaults) {
        screen.line("  and " + groupedDigits(shown - mostFaults) + " more; --json has all", Ink::Dim);
    }
}

void writeFinding(Output& output, const std::string& file, const Finding& finding)
{
    JsonWriter json(output.buffer());
    beginDocument(json, file);
    json.key("fine").boolean(finding.isFine());
    json.key("whole").boolean(finding.wholeness.faults.empty());
    json.key("records_intact").number(finding.wholeness.intact);
    json.key("records_without_checksum").number(finding.wholeness.withoutChecksum);
    json.key("files_without_checksums").number(finding.wholeness.otherFiles);
    json.key("bytes_intact").number(finding.wholeness.intactBytes);
    json.texts("faults", finding.wholeness.faults | std::views::transform(&convert::Fault::text));
    json.texts("extras", finding.wholeness.extras | std::views::transform(&Message::text));
    if (finding.partOf) {
        json.key("part_of").string(finding.partOf->path);
    }
    json.key("trust").string(checkpoint::trustName(finding.trust.trust));
    json.texts("refused", finding.refusals);
    json.endObject();
    output.write("\n");
}

ExitCode verifyFile(Session& session, const VerifyOptions& options, const std::string& file)
{
    const auto opened = openInput(file, session.progress);
    if (!opened) {
        return reportFile(session, file, opened.error(), options.json, options.inputs.failedRow);
    }
    auto wholeness = withBar(session.progress, session.terminal.charset, file,
                             [&] { return convert::checkWholeness(**opened, &session.progress); });
    if (!wholeness) {
        return reportFile(session, file, wholeness.error(), options.json, options.inputs.failedRow);
    }
    Finding finding{.wholeness = std::move(*wholeness),
                    .trust = checkpoint::trustOf(**opened),
                    .partOf = checkpoint::wholeOf((*opened)->path()),
                    .refusals = {}};
    finding.refusals = refusalsOf(**opened, options, finding.trust);
    if (options.quiet && finding.isFine()) {
        return ExitCode::Fine;
    }
    if (options.json) {
        writeFinding(session.output, file, finding);
    } else {
        Screen screen(session.output, session.terminal);
        printFinding(screen, file, finding);
    }
    session.output.flush(); // a gate over many files shows how far it is
    return finding.isFine() ? ExitCode::Fine : ExitCode::NegativeVerdict;
}

ExitCode verify(Session& session, const VerifyOptions& options)
{
    constexpr bool onOneLine = true; // so that a thousand files are a list
    const Telling telling = options.json ? Telling::Json : options.quiet ? Telling::Quiet : Telling::Text;
    return forEachInput(session, options.inputs, telling, onOneLine,
                        [&](const std::string& file) { return verifyFile(session, options, file); });
}

} // namespace

void addVerifyCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("verify", kVerifyDescription);
    command->footer(withJsonSection(kVerifyFooter));
    auto options = std::make_shared<VerifyOptions>();
    addFileInputs(*command, options->inputs, "A checkpoint, or several.");
    options->inputs.failedRow = {"NOT WHOLE: it does not open", "NOT READ"};
    auto* weightsOnly = command->add_flag(
        "--weights-only", options->weightsOnly,
        "Also fail for a file that a plain torch.load of the latest PyTorch refuses, as it loads weights only.");
    command
        ->add_flag("--data-only", options->dataOnly,
                   "Also fail for a file that is anything but data: that names code which is not known to be harmless.")
        ->excludes(weightsOnly);
    command
        ->add_flag("--no-dangerous", options->noDangerous,
                   "Fail for a file that does harm when it is loaded. That is so without this option, too.")
        ->group(kRareOptions);
    command->add_flag("--json", options->json, "Print one line of JSON for each file instead.");
    command->add_flag("-q,--quiet", options->quiet, "Print only the files that fail, with --json, too.");
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return verify(session, *options); }; });
}

} // namespace cairn::cli
