#include "app/cli/check/fit_views.h"
#include "app/cli/common/command.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/usage_error.h"
#include "core/base/text/shell_word.h"
#include "core/convert/common/copy_name.h"
#include "core/model/fit_code.h"
#include "core/model/known_models.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <system_error>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::CheckpointPtr;

namespace {

constexpr const char* kFitDescription =
    R"(tell whether a model's load_state_dict takes a checkpoint
MODEL is what the checkpoint shall be loaded into: a checkpoint of that model; a file with its keys; or the name of a model that is known, such as torchvision/resnet50. Where load_state_dict would raise, it says so in torch's words. Names that would do are looked for: what wraps models, prefixes, and the ways in which other programs call the same tensors. They are told as the options of `cairn-cli convert` that make a copy with them, and as Python.

A file with keys is made by a line of Python, with shapes or without:
    print(list(model.state_dict()), file=open("keys.txt", "w"))
    json.dump({k: list(v.shape) for k, v in model.state_dict().items()}, open("keys.json", "w")))";

constexpr const char* kFitFooter = R"(EXIT STATUS
    0    load_state_dict takes it as it is
    1    it does not, or under other names alone
    2    the command line is wrong, or there is no such model
    3    a file is damaged or no checkpoint
    4    a file could not be read
    130  cancelled

EXAMPLES
    cairn-cli fit best.pth torchvision/resnet50
        Missing key(s) in state_dict: what do I write?
    cairn-cli fit best.pth timm/vit_base_patch16_224 --classes 10
        With a head for ten classes.
    cairn-cli fit run.ckpt model.safetensors
        Does it fit the model that this file is of?
    cairn-cli fit best.pth keys.txt --json | jq -r '.renaming.renames[]'
    cairn-cli fit --models | grep -i whisper
        Which are known by name?
)";

struct FitOptions {
    std::string file;
    std::string model;
    std::int64_t classes = 0;
    std::int64_t channels = 0;
    std::int64_t vocabulary = 0;
    bool models = false;
    bool maps = false;
    bool json = false;
    bool quiet = false;

    [[nodiscard]] model::Variables variables() const
    {
        model::Variables given;
        const auto add = [&](const char* name, std::int64_t value) {
            if (value != 0) {
                given.emplace_back(name, value);
            }
        };
        add("classes", classes);
        add("channels", channels);
        add("vocabulary", vocabulary);
        return given;
    }
};

ExitCode listModels(Session& session, bool isJson)
{
    if (isJson) {
        JsonWriter json(session.output.buffer());
        beginDocument(json);
        json.texts("models", model::KnownModels::ofProgram().fullNames());
        json.endObject();
        session.output.write("\n");
        return ExitCode::Fine;
    }
    for (const std::string& name : model::KnownModels::ofProgram().fullNames()) {
        session.output.write(name + '\n');
    }
    return ExitCode::Fine;
}

void writeMapsJson(Output& output)
{
    JsonWriter json(output.buffer());
    beginDocument(json);
    json.key("maps");
    json.beginArray();
    for (const checkpoint::KeyMap& map : checkpoint::keyMaps()) {
        json.beginObject();
        json.key("name").string(map.name);
        json.key("title").string(map.title.words());
        json.key("note").string(map.note.words());
        json.endObject();
    }
    json.endArray();
    json.endObject();
    output.write("\n");
}

ExitCode listMaps(Session& session, bool isJson)
{
    if (isJson) {
        writeMapsJson(session.output);
        return ExitCode::Fine;
    }
    Screen screen(session.output, session.terminal);
    for (const checkpoint::KeyMap& map : checkpoint::keyMaps()) {
        constexpr std::size_t indent = 4;
        screen.line("@" + std::string(map.name), Ink::Bold);
        screen.spaces(indent);
        screen.paragraph(std::string(map.title.words()) + '.', Ink::Plain, indent);
        if (!map.note.empty()) {
            screen.spaces(indent);
            screen.paragraph("But " + std::string(map.note.words()) + '.', Ink::Dim, indent);
        }
    }
    return ExitCode::Fine;
}

/// The model, and how the checkpoint fits it.
Result<model::ModelFit> fitInto(Session& session, const FitOptions& options, const Checkpoint& checkpoint)
{
    std::error_code failure;
    const bool isFile = isStream(options.model) || std::filesystem::exists(options.model, failure);
    if (!isFile) {
        return model::fitKnownModel(model::KnownModels::ofProgram(), options.model, checkpoint, options.variables());
    }
    if (!options.variables().empty()) {
        return fail(error(ErrorCode::Usage,
                          message("--classes, --channels and --vocabulary are of models that are known by name"))
                        .fix(message("A file says its sizes itself: leave them out")));
    }
    return model::fitModelFile(options.model, openInput(options.model, session.progress), checkpoint);
}

/// The command that gives a copy the names that fit.
std::string convertCommand(const Checkpoint& checkpoint, checkpoint::EntryId group, const model::Renaming& renaming)
{
    const model::RenamedCopy copy = model::renamedCopy(checkpoint, group, renaming);
    std::string command = "cairn-cli convert " + shellFile(checkpoint.path()) + " -o " +
                          shellFile(convert::copyPath(checkpoint.path(), copy.pattern));
    for (const std::string& pattern : copy.keep) {
        command += " --keep " + shellWord(pattern);
    }
    for (const std::string& pattern : copy.drop) {
        command += " --drop " + shellWord(pattern);
    }
    for (const std::string& rule : copy.renames) {
        command += " --rename " + shellWord(rule);
    }
    return copy.isTensorFile ? command + " --drop-others" : command;
}

ExitCode run(Session& session, const FitOptions& options)
{
    if (options.models) {
        return listModels(session, options.json);
    }
    if (options.maps) {
        return listMaps(session, options.json);
    }
    if (options.file.empty() || options.model.empty()) {
        return session.reportOptions(
            error(ErrorCode::Usage, message("a checkpoint and a model are needed"))
                .fix(message(
                    "Write `cairn-cli fit FILE MODEL`; MODEL is a checkpoint of it, a file with its keys, or a name "
                    "that `cairn-cli fit --models` lists")));
    }
    if (const auto once = checkReadOnce(options.file, {{options.model}}, "the checkpoint and the model"); !once) {
        return session.reportOptions(once.error());
    }
    const auto opened = openInput(options.file, session.progress);
    if (!opened) {
        const bool isSwapped = model::keysOfFile(options.file, fail(Error(opened.error()))).has_value();
        return isSwapped ? session.reportOptions(
                               error(ErrorCode::Usage, message("the checkpoint comes first, and then the model"))
                                   .fix(message("Write `cairn-cli fit %1 %2`", shellFile(options.model),
                                                shellFile(options.file))))
                         : reportFile(session, options.file, opened.error(), options.json);
    }
    const Checkpoint& checkpoint = **opened;
    if (auto why = model::whyNoModel(checkpoint)) {
        return reportFile(session, options.file, std::move(*why).in(options.file), options.json);
    }
    const auto fitted = fitInto(session, options, checkpoint);
    if (!fitted) {
        return session.reportOptions(fitted.error());
    }
    const model::KeyFit& fit = fitted->fit;
    const bool isPiped = isStream(options.file); // which nothing can open again
    const FitReport report{.checkpoint = checkpoint,
                           .fitted = *fitted,
                           .group = checkpoint.entryName(fitted->found.group),
                           .command = fit.renaming ? convertCommand(checkpoint, fitted->found.group, *fit.renaming)
                                                   : std::string(),
                           .python = isPiped ? std::string() : model::fitCode(checkpoint, *fitted),
                           .whyNoPython = isPiped ? Message() : model::whyNoFitCode(checkpoint, *fitted)};
    if (options.json) {
        writeFitJson(session.output, report);
    } else if (!options.quiet) {
        Screen screen(session.output, session.terminal);
        printFit(screen, report);
    }
    return fit.report.loads() ? ExitCode::Fine : ExitCode::NegativeVerdict;
}

} // namespace

void addFitCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("fit", kFitDescription);
    command->footer(withJsonSection(kFitFooter));
    auto options = std::make_shared<FitOptions>();
    command->add_option("FILE", options->file, "A checkpoint.")->option_text("FILE");
    command->add_option("MODEL", options->model, "A checkpoint of the model, a file with its keys, or its name.")
        ->option_text("MODEL");
    constexpr unsigned most = 1'000'000'000;
    command->add_option("--classes", options->classes, "How many classes a model that is known by name shall have.")
        ->option_text("N")
        ->check(wholeNumber(1, most));
    command->add_option("--channels", options->channels, "How many channels its input has.")
        ->option_text("N")
        ->check(wholeNumber(1, most))
        ->group(kRareOptions);
    command->add_option("--vocabulary", options->vocabulary, "How many words it knows.")
        ->option_text("N")
        ->check(wholeNumber(1, most))
        ->group(kRareOptions);
    command->add_flag("--models", options->models, "List the models that are known by name instead.");
    command->add_flag("--maps", options->maps, "List the maps of keys instead that --rename @MAP of `convert` takes.");
    command->add_flag("--json", options->json, "Print one JSON document instead.");
    command->add_flag("-q,--quiet", options->quiet, "Print nothing but errors: the exit status tells.");
    command->callback([options, &chosen] { chosen = [options](Session& session) { return run(session, *options); }; });
}

} // namespace cairn::cli
