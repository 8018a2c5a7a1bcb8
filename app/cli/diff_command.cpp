#include "app/cli/command.h"
#include "app/cli/diff_report.h"
#include "app/cli/input_stream.h"
#include "app/cli/inspect_views.h"
#include "app/cli/progress_bar.h"
#include "core/base/progress.h"
#include "core/base/text.h"

#include <CLI/CLI.hpp>

#include <unistd.h>

namespace cairn::cli {

using values::Comparison;

namespace {

constexpr const char* kDiffDescription =
    R"(tell how two checkpoints differ
Puts rows of the same name side by side and lists what only one has, and where type, shape, dtype, saved device or value differ. With --values the numbers of all tensors are read and compared too. Then it says what load_state_dict would raise if B were loaded into a model that saved A.

Where the two keep the same state_dict in different places (one file is a state_dict, the other a dict with one in it), --state-dicts compares those alone. What was not compared is said.)";

constexpr const char* kDiffFooter = R"(EXIT STATUS
    0    no difference; without --values the numbers were not looked at
    1    there are differences
    2    an error: the command line, or a file that does not open
    130  cancelled

EXAMPLES
    cairn-cli diff before.pth after.pth --values
    cairn-cli diff training.pth model.safetensors --same-weights
        Is that the model of this training? Exit status 0 says so.
    cairn-cli diff training.pth model.safetensors --state-dicts
    cairn-cli diff model.pth model.safetensors --values --json | jq '.counts'
)";

struct DiffOptions {
    std::string a;
    std::string b;
    bool values = false;
    bool stateDicts = false;
    bool sameWeights = false;
    bool json = false;
    bool quiet = false;
};

/// Reads and compares the numbers of all tensors that both have.
Result<values::NumberRows> compareNumbers(const Session& session, Comparison& comparison)
{
    ProgressBar bar(STDERR_FILENO, session.terminal.charset);
    BarState state;
    state.stage = "comparing";
    return values::compareNumbers(comparison, &session.progress, [&](std::uint32_t row) {
        if (bar.isOn()) {
            state.name = comparison.nameOf(comparison.rows[row]);
            state.doneBytes = session.progress.done();
            state.totalBytes = session.progress.total();
            bar.draw(state);
        }
    });
}

/// Any trouble is 2, as with other programs that tell differences.
ExitCode trouble(const Session& session, const DiffOptions& options, const Error& error)
{
    if (options.json && !session.progress.stopRequested()) {
        JsonWriter json(session.output.buffer());
        json.beginObject();
        json.key("a");
        json.string(options.a);
        json.key("b");
        json.string(options.b);
        writeErrorMember(json, error);
        json.endObject();
        session.output.write("\n");
    }
    return session.report(error) == ExitCode::Cancelled ? ExitCode::Cancelled : ExitCode::Usage;
}

ExitCode run(Session& session, const DiffOptions& options)
{
    auto a = openInput(options.a, session.progress);
    if (!a) {
        return trouble(session, options, a.error());
    }
    auto b = openInput(options.b, session.progress);
    if (!b) {
        return trouble(session, options, b.error());
    }
    const values::ComparedParts parts = options.stateDicts ? values::stateDictsOf(**a, **b) : values::ComparedParts{};
    auto comparison = options.sameWeights ? values::compareWeights(*a, *b, &session.progress)
                                          : values::compareCheckpoints(*a, *b, parts, &session.progress);
    if (!comparison) {
        return trouble(session, options, comparison.error());
    }
    values::NumberRows numbers;
    const bool withNumbers = options.values || options.sameWeights;
    if (withNumbers) {
        auto compared = compareNumbers(session, *comparison);
        if (!compared) {
            return trouble(session, options, compared.error());
        }
        numbers = std::move(*compared);
    }
    const DiffReport report{.comparison = *comparison, .numbers = numbers, .withNumbers = withNumbers};
    if (options.json) {
        writeDiffJson(session.output, report);
    } else if (!options.quiet) {
        Screen screen(session.output, session.terminal);
        printDiff(screen, report);
    }
    return comparison->isSame() ? ExitCode::Fine : ExitCode::NegativeVerdict;
}

} // namespace

void addDiffCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("diff", kDiffDescription);
    command->footer(kDiffFooter);
    auto options = std::make_shared<DiffOptions>();
    command->add_option("A", options->a, "A checkpoint.")->option_text("A")->required();
    command->add_option("B", options->b, "The checkpoint that is compared with it.")->option_text("B")->required();
    command->add_flag("--values", options->values, "Compare the numbers of the tensors too.");
    command->add_flag(
        "--state-dicts", options->stateDicts,
        "Compare the state_dicts in the files instead of the files: in each the group with most tensors.");
    command->add_flag("--same-weights", options->sameWeights,
                      "Are the weights the same? Only tensors are compared, with their numbers: whatever device they "
                      "were saved on, and whatever wraps the model.");
    auto* json = command->add_flag("--json", options->json, "Print one JSON document instead.");
    command->add_flag("-q,--quiet", options->quiet, "Print nothing but errors: the exit status tells.")->excludes(json);
    command->callback([options, &chosen] { chosen = [options](Session& session) { return run(session, *options); }; });
}

} // namespace cairn::cli
