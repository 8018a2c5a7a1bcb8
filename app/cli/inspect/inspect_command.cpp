#include "app/cli/common/command.h"
#include "app/cli/common/file_inputs.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/base/progress.h"
#include "core/checkpoint/trust.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace cairn::cli {

namespace {

constexpr const char* kInspectDescription =
    R"(show what is in a checkpoint, and where it was saved
Prints what each FILE holds: its format, its tensors with dtype, shape and size, the devices they were saved on, its other values, what torch.load(weights_only=True) would say, and everything that is wrong with it.

Nothing in a file is executed and no tensor bytes are read, so a file of 100 GB takes as long as one of 100 MB. The index of a sharded checkpoint (*.index.json) opens all its shards as one.)";

constexpr const char* kInspectFooter = R"(OUTPUT
    The overview fits the terminal. It shows the first 200 tensors, and the
    state of an optimizer as one row; --tree and --json hold all. A tensor's
    size is that of its own elements. Device sums count every storage once,
    however many tensors share it.

    With --json each file becomes one document on one line:
        file, format, bytes, parameters
        devices    by tag: storages, tensors, bytes
        dtypes     by name: tensors, bytes
        tensors    path, name, dtype, shape, stride, offset, device, storage,
                   storage_bytes, requires_grad, kind; where they apply also
                   layout, conj, neg, subclass, quantizer
        storages   key, device, dtype, bytes, file_offset, tensors, used_bytes
        values     path, type, value; containers have items instead of a value
        globals    name, weights_only by torch version, why, mentions
        issues     code, severity, message, path
        facts      further facts about the file, by name
        files      of a folder: name, rank, pieces, piece_bytes, bytes, state
        pieces     of a folder: tensor, origin, size, file, rank, offset, bytes,
                   state
        part_of    of a part of a checkpoint alone: the folder or index that
                   opens as the whole
    A file that does not open becomes {"file", "error"}. --json-summary leaves
    out tensors, storages, values and pieces; --json-lines prints each tensor as
    a line after that, with its file. Where a key in a path is neither text nor
    a whole number, python_path has it as Python writes it: [None,"a"].

MODELS
    --model tells by names and shapes which model it is, if all keys fit one
    that is known, or the closest one: of torchvision, timm, transformers,
    diffusers, ultralytics, open_clip, whisper, monai, spandrel and some thirty
    more libraries. Heads of other sizes, prefixes and dtypes do not matter;
    where several have the same keys all are meant. Then what it is made of:
    each layer, and blocks that repeat as one. The group of the file that has
    most tensors is taken for the model, and of a pickled module what its
    state_dict() has. Where blocks are numbered and one is missing that is said.
    Where the library is known, Python that makes the model and loads the file
    is printed. With --json the document has file and model, with place, prefix,
    tensors, parameters, buffers, bytes, recognised, beside, parts (name, times,
    kind, what, parameters, buffers, tensors, bytes, first, parts) and issues.

SEARCHES
    --find 'attn dtype:bf16' leaves the rows that meet every part, wherever they
    are. A part is a text, a glob, a /regular expression/ over whole names, or
        dtype:bf16      device:cuda:1    device:cuda       shape:*x768
        size>10MB       params<=1e6      shared:yes        is:parameter
    In a folder held:3 finds what rank 3 holds a piece of, held:FILE what is in
    that file, and held:missing what is not whole. is: takes tensor, value,
    group, storage, parameter, buffer, sparse, quantized, meta. Texts are looked
    for in names, devices, dtypes, types and values; "two words" keep their
    blank. With --json the tensors and values are those that were found; all
    else is about the whole file.

EXIT STATUS
    0    every file opened, and has what --find asks for
    1    a file opened, but something in it is broken, such as a missing shard,
         it names a function that is dangerous to load, or it has nothing that
         --find asks for
    2    the command line is wrong
    3    a file is damaged or no checkpoint
    4    a file could not be read
    130  cancelled
    One bad file does not stop the others; the highest number counts.

EXAMPLES
    cairn-cli inspect model.pth
        An overview.
    cairn-cli inspect model.pth --tree | less
        Everything in its place: groups with their sums, tensors, values.
    cairn-cli inspect model.pth --model
        Its layers and blocks, and where the parameters are.
    cairn-cli inspect checkpoint.ckpt --globals
        Which classes does it name, and would weights_only=True take them?
    cairn-cli inspect -r runs --short
        A line for each checkpoint of a tree.
    cairn-cli inspect model.pth --find 'device:cuda:1 size>10MB'
        What is large on the second GPU.
    cairn-cli inspect model.pth --names | fzf
        Names, for programs that choose among lines.
    cairn-cli inspect --json-summary *.pth | jq -c '[.file, (.devices | keys)]'
        The devices of many files, one line each.
    cairn-cli inspect pytorch_model.bin.index.json
        All shards as one checkpoint.
    cairn-cli inspect step-1000 --pieces
        Which rank of a folder holds which part of a tensor.
)";

struct InspectOptions {
    FileInputs inputs;
    bool json = false;
    bool summary = false;
    bool lines = false;
    bool isShort = false;
    bool names = false;
    bool isQuiet = false;
    bool tree = false;
    bool storages = false;
    bool globals = false;
    bool values = false;
    bool pieces = false;
    bool model = false;
    std::string find;

    [[nodiscard]] bool isJson() const { return json || summary || lines; }
    [[nodiscard]] JsonDetail detail() const
    {
        return lines ? JsonDetail::Lines : summary ? JsonDetail::Summary : JsonDetail::Whole;
    }
};

/// What was asked for besides.
void printSections(Screen& screen, const checkpoint::Checkpoint& checkpoint, const InspectOptions& options,
                   const Found* found = nullptr)
{
    if (options.storages) {
        printStorages(screen, checkpoint);
    }
    if (options.values) {
        printValues(screen, checkpoint);
    }
    if (options.globals) {
        printGlobals(screen, checkpoint);
    }
    if (options.pieces) {
        printPieces(screen, checkpoint, found);
    }
}

void printCheckpoint(Screen& screen, const checkpoint::Checkpoint& checkpoint, const InspectOptions& options)
{
    const CheckpointSummary sums = summarize(checkpoint);
    printHeader(screen, checkpoint, sums);
    options.tree ? printTree(screen, checkpoint) : printTensors(screen, checkpoint, sums);
    printSections(screen, checkpoint, options);
    printSummary(screen, checkpoint, sums);
}

ExitCode verdictOn(const checkpoint::Checkpoint& checkpoint)
{
    const bool isBroken =
        std::ranges::any_of(checkpoint.issues(), [](const Issue& issue) { return issue.severity == Severity::Error; });
    const bool isDangerous = checkpoint::trustOf(checkpoint).trust == checkpoint::Trust::Dangerous;
    return isBroken || isDangerous ? ExitCode::NegativeVerdict : ExitCode::Fine;
}

/// What stands before a name: of several files, which one has it.
std::string nameBefore(const checkpoint::Checkpoint& checkpoint, const InspectOptions& options)
{
    return options.inputs.areSeveral() ? printable(checkpoint.path()) + '\t' : std::string();
}

ExitCode findInFile(Session& session, const checkpoint::Checkpoint& checkpoint, const InspectOptions& options)
{
    const auto query = rows::RowQuery::parse(options.find); // which the command line was asked for already
    const Found found = findRows(checkpoint, query.value_or(rows::RowQuery()), session.progress);
    if (options.names) {
        printNames(session.output, checkpoint, nameBefore(checkpoint, options), &found);
    } else if (options.isJson()) {
        writeCheckpointJson(session.output, checkpoint, options.detail(), &found);
    } else if (!options.isQuiet) {
        Screen screen(session.output, session.terminal);
        const CheckpointSummary sums = summarize(checkpoint);
        printHeader(screen, checkpoint, sums);
        printFound(screen, checkpoint, sums, found);
        if (found.isNothing && query && !query->unknownKey.empty()) {
            screen.paragraph("There is no \"" + screen.safe(query->unknownKey) +
                             "\", so it was looked for as text. There are " + rows::RowQuery::knownKeysText() + '.');
        }
        printSections(screen, checkpoint, options, &found);
    }
    return found.isNothing ? ExitCode::NegativeVerdict : ExitCode::Fine;
}

/// Takes a search that is understood.
CLI::Validator search()
{
    const auto check = [](const std::string& value) {
        const auto query = rows::RowQuery::parse(value);
        if (!query) {
            return inQuotes(value) + ", at character " + std::to_string(query.error().position + 1) + ": " +
                   query.error().text.text();
        }
        return query->terms.empty() ? std::string("there is nothing to look for") : std::string();
    };
    return {check, std::string()};
}

ExitCode inspectFile(Session& session, const std::string& file, const InspectOptions& options)
{
    auto opened = openInput(file, session.progress);
    if (!opened) {
        return reportFile(session, file, opened.error(), options.isJson(), options.inputs.failedRow);
    }
    const checkpoint::Checkpoint& checkpoint = **opened;
    if (options.model) {
        if (options.isJson()) {
            writeModelJson(session.output, checkpoint);
        } else if (!options.isQuiet) {
            Screen screen(session.output, session.terminal);
            printModel(screen, checkpoint);
        }
        return verdictOn(checkpoint);
    }
    if (!options.find.empty()) {
        return std::max(findInFile(session, checkpoint, options), verdictOn(checkpoint));
    }
    if (options.names) {
        printNames(session.output, checkpoint, nameBefore(checkpoint, options));
    } else if (options.isJson()) {
        writeCheckpointJson(session.output, checkpoint, options.detail());
    } else if (!options.isQuiet) {
        Screen screen(session.output, session.terminal);
        options.isShort ? printShort(screen, checkpoint) : printCheckpoint(screen, checkpoint, options);
    }
    return verdictOn(checkpoint);
}

} // namespace

void addInspectCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("inspect", kInspectDescription);
    command->footer(withJsonSection(kInspectFooter));
    auto options = std::make_shared<InspectOptions>();
    addFileInputs(*command, options->inputs, "A checkpoint of any format that `cairn-cli formats` lists.");
    auto* json = command->add_flag("--json", options->json, "Print JSON with everything instead, one line a file.");
    auto* summary = command->add_flag("--json-summary", options->summary,
                                      "The same without the lists of tensors, storages, values and pieces.");
    auto* lines = command->add_flag("--json-lines", options->lines,
                                    "That summary, then a line for each tensor: for files with very many of them.");
    summary->excludes(json)->excludes(lines);
    lines->excludes(json);
    auto* brief = command->add_flag("-s,--short", options->isShort, "Print one line for each file instead.")
                      ->excludes(json)
                      ->excludes(summary)
                      ->excludes(lines);
    auto* tree = command->add_flag("--tree", options->tree, "Print the whole tree instead of the table of tensors.")
                     ->excludes(json)
                     ->excludes(summary)
                     ->excludes(lines)
                     ->excludes(brief);
    auto* find =
        command
            ->add_option("--find", options->find,
                         "Print the rows that this search of the window finds, such as 'device:cuda:1 size>10MB'.")
            ->option_text("SEARCH")
            ->check(search())
            ->excludes(brief)
            ->excludes(summary)
            ->excludes(tree);
    auto* names =
        command
            ->add_flag("--names", options->names,
                       "Print the full name of every row instead, a line each; with --find of those that are found. "
                       "Of several files with the file and a tab before it.")
            ->excludes(json)
            ->excludes(summary)
            ->excludes(lines)
            ->excludes(brief)
            ->excludes(tree);
    auto* storages =
        command
            ->add_flag("--storages", options->storages,
                       "Add the storages: key, device, size, place in the file, who shares them, how much is used.")
            ->excludes(brief)
            ->excludes(names);
    auto* globals =
        command
            ->add_flag("--globals", options->globals,
                       "Add the classes and functions that the pickles name, and whether weights_only=True takes them.")
            ->excludes(brief)
            ->excludes(names);
    auto* values = command->add_flag("--values", options->values, "Add all values that are no tensors.")
                       ->excludes(brief)
                       ->excludes(names);
    auto* pieces = command
                       ->add_flag("--pieces", options->pieces,
                                  "Add the files of a folder, and which of them has which piece of which tensor.")
                       ->excludes(brief)
                       ->excludes(names);
    command
        ->add_flag("--model", options->model,
                   "Print which model it is, and what it is made of: layers, blocks that repeat, how many parameters "
                   "each has.")
        ->excludes(summary)
        ->excludes(lines)
        ->excludes(brief)
        ->excludes(tree)
        ->excludes(find)
        ->excludes(names)
        ->excludes(storages)
        ->excludes(globals)
        ->excludes(values)
        ->excludes(pieces);
    command->add_flag("-q,--quiet", options->isQuiet, "Print nothing but errors: the exit status tells.")
        ->excludes(brief)
        ->excludes(names);
    command->callback([options, &chosen] {
        options->inputs.failedRow = options->isShort ? "does not open" : "";
        chosen = [options](Session& session) {
            const Telling telling = options->isJson()  ? Telling::Json
                                    : options->isQuiet ? Telling::Quiet
                                                       : Telling::Text;
            return forEachInput(session, options->inputs, telling,
                                telling != Telling::Text || options->isShort || options->names,
                                [&](const std::string& file) { return inspectFile(session, file, *options); });
        };
    });
}

} // namespace cairn::cli
