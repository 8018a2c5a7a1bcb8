#include "app/cli/program.h"

#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/usage_error.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

namespace cairn::cli {

namespace {

constexpr const char* kDescription =
    R"(look into PyTorch checkpoints without running them
Opens checkpoints as data: structure, tensors, saved devices, values. No code in a file is executed, and no Python and no PyTorch is needed. Numbers in tensors are read where a command is about them: by convert, load, stats and diff.)";

constexpr const char* kFooter = R"(PIPES
    - in the place of a file is standard input. A checkpoint that comes through
    a pipe, one with a name or <(...) of a shell among them, is put into a
    temporary file without a name first, as none can be read from its beginning
    to its end.
    `cairn-cli convert FILE -o -` writes the copy to standard output, and all
    that is said to standard error.

EXIT STATUS
    0    fine
    1    a negative verdict: the file opened, but something in it is wrong
    2    the command line, or a map, recipe or machine that it names, is wrong
    3    the input is bad: damaged, hostile, or no checkpoint at all
    4    a file could not be read or written
    130  cancelled
    With several files the highest one counts. Errors go to standard error.

ENVIRONMENT
    CAIRN_RUNTIME  the LibTorch module, or its folder, for `cairn-cli load`
    CAIRN_TORCH_AT  the PyTorch to load through, see `cairn-cli load --help`
    NO_COLOR       when set, nothing is coloured; without a terminal nothing is
    PAGER          what shows help that is longer than the terminal; else less,
                   and cat for none
    TMPDIR         where what comes through a pipe is kept; else /var/tmp
    COLUMNS        the width to print for, instead of the terminal's

EXAMPLES
    cairn-cli model.pth
        What is in the file, and on which devices was it saved? The same as
        `cairn-cli inspect model.pth`.
    cairn-cli convert model.pth -o model.cpu.pth
        "Attempting to deserialize object on a CUDA device", says torch.load?
        This makes a copy that loads on any machine.
    cairn-cli inspect --json *.pt | jq .devices
        The devices of many files, for a script.
    ssh server cat model.pth | cairn-cli -
        One that is elsewhere.
    cairn-cli formats
        Everything that opens.
    cairn-cli convert -h
        Examples of a command, and the options that are used most.
    cairn-cli help convert
        All about it.
)";

constexpr const char* kColourOption = "--color";
constexpr const char* kOnlyFiles = "--"; ///< what comes after it is no option

void addColourOption(CLI::App& app)
{
    app.add_option(kColourOption, "Colours: on a terminal (auto), always or never.")
        ->option_text("WHEN")
        ->group(kRareOptions)
        ->transform(oneOf({"auto", "always", "never"}));
}

bool looksLikeFile(const std::string& word)
{
    std::error_code failure;
    return isStream(word) || word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, failure);
}

/// "batch plan" is the command batch-plan; "help batch" and "batch -h" are about it, too.
void joinBatch(std::vector<std::string>& words, std::vector<std::string>::iterator word)
{
    const bool isHelp = word != words.end() && *word == "help";
    const auto batch = isHelp ? word + 1 : word;
    if (batch == words.end() || *batch != "batch") {
        return;
    }
    const auto next = batch + 1;
    if (next == words.end() ? isHelp : next->starts_with('-')) { // what comes first says what there is
        *batch = "batch-plan";
    } else if (next != words.end()) {
        *batch += '-' + *next;
        words.erase(next);
    }
}

} // namespace

void describeProgram(CLI::App& app, Command& chosen, std::function<std::string()> version)
{
    app.name("cairn-cli");
    app.description(kDescription);
    app.footer(kFooter);
    // Two flags: commands inherit both.
    app.set_help_flag("-h", "Print a short page, and exit: examples, and what is used most.");
    app.set_help_all_flag("--help", "Print this page, or that of a command, and exit.");
    app.set_version_flag("-V,--version", version, "Print the version and what it stands on, and exit.");
    app.require_subcommand(1);
    addInspectCommand(app, chosen);
    addConvertCommand(app, chosen);
    addBatchCommands(app, chosen);
    addCheckCommand(app, chosen);
    addDevicesCommand(app, chosen);
    addDiffCommand(app, chosen);
    addFitCommand(app, chosen);
    addLoadCommand(app, chosen);
    addFormatsCommand(app, chosen);
    addStatsCommand(app, chosen);
    addGetCommand(app, chosen);
    addVerifyCommand(app, chosen);
    addSalvageCommand(app, chosen);
    addSumCommand(app, chosen);
    addCompletionCommand(app, chosen);
    addVersionCommand(app, chosen, std::move(version));
    addHelpCommand(app, chosen); // last: it knows the names of all

    addColourOption(app);
    for (CLI::App* command : app.get_subcommands({})) {
        addColourOption(*command);
    }
}

void followColourOption(const CLI::App& app, Terminal& terminal)
{
    const CLI::Option* given = nullptr;
    std::vector<const CLI::App*> levels{&app};
    std::ranges::copy(app.get_subcommands(), std::back_inserter(levels));
    for (const CLI::App* level : levels) { // the command's own counts
        const CLI::Option* option = level->get_option_no_throw(kColourOption);
        given = option != nullptr && option->count() != 0 ? option : given;
    }
    const std::string wanted = given == nullptr ? "auto" : inSmallLetters(given->results().front());
    if (wanted != "auto") {
        terminal.colour = wanted == "always";
    }
}

std::vector<std::string> commandLine(const CLI::App& app, std::vector<std::string> words)
{
    for (std::string& one : words) {
        if (one == kOnlyFiles) {
            break;
        }
        if (one.size() > 3 && one[0] == '-' && one[1] != '-' && one[2] == '=') { // -o=x.pth, as many programs take it
            one.erase(2, 1);
        }
    }
    auto word = words.begin();
    while (word != words.end() && word->starts_with('-') && *word != kOnlyFiles && !isStream(*word)) {
        word += *word == kColourOption && word + 1 != words.end() ? 2 : 1;
    }
    if (word != words.end() && *word == kOnlyFiles) {
        words.insert(words.begin(), "inspect");
        return words;
    }
    joinBatch(words, word);
    const auto isWord = [&](const CLI::App* command) { return command->get_name() == *word; };
    if (word != words.end() && app.get_subcommands(isWord).empty() && looksLikeFile(*word)) {
        words.insert(words.begin(), "inspect"); // with the options in front of it
    }
    return words;
}

bool wantsJson(const std::vector<std::string>& words)
{
    const auto end = std::ranges::find(words, kOnlyFiles);
    return std::find_if(words.begin(), end, [](const std::string& word) { return word.starts_with("--json"); }) != end;
}

std::optional<Error> valueOfHelp(const std::vector<std::string>& words)
{
    const auto end = std::ranges::find(words, kOnlyFiles);
    const auto found = std::find_if(words.begin(), end, [](const std::string& word) {
        return word.starts_with("--help=") || word.starts_with("--version=");
    });
    if (found == end) {
        return std::nullopt;
    }
    return error(ErrorCode::Usage, message("%1 takes no value", found->substr(0, found->find('='))))
        .fix(message("See `cairn-cli -h`"));
}

std::string typedText(const std::vector<std::string>& words)
{
    constexpr std::size_t longest = 200;
    if (std::ranges::find(words, kOnlyFiles) != words.end()) {
        return {}; // what is added to it would be a file
    }
    std::string text = "cairn-cli";
    for (const std::string& word : words) {
        const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size()); // quoted, they would be odd
        text += ' ' + word.substr(0, dashes) + shellWord(word.substr(dashes));
    }
    return text.size() <= longest ? text : std::string();
}

} // namespace cairn::cli
