#include "app/cli/common/command.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/table.h"
#include "app/cli/common/usage_error.h"
#include "app/cli/inspect/entry_cells.h"
#include "core/base/text/text.h"
#include "core/checkpoint/salvage/salvage.h"
#include "core/convert/salvage/salvage_folder.h"
#include "core/convert/salvage/save_salvaged.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Salvage;
using checkpoint::SalvagedTensor;
using checkpoint::TensorState;

namespace {

constexpr const char* kSalvageDescription =
    R"(save what is left of a damaged checkpoint
Looks at a file or folder that is cut off, changed, or was never written to its end, such as a download that stopped, and says of every tensor what is left of it. With -o it writes those that are whole or complete to a new file, which is read again and compared before it gets its name; its tensors are tagged for the cpu. What is damaged stays as it is, and nothing in it is executed.

Works for the zips of torch.save and TorchScript, also without their table of contents, for what torch.save wrote before 1.6, for safetensors, for the shards that an index names, and for the folders of torch.distributed.checkpoint and of ranks.

Zeros at the end of a file are taken for lost: where a download sets room aside nothing tells them from numbers that are zero.)";

constexpr const char* kSalvageFooter = R"(WHAT IS SAID OF A TENSOR
    whole     every byte is there, and has the checksum that was saved with it
    complete  every byte is there, and there is no checksum to compare it with:
              a changed number would not show. Better than that nothing can be
              in safetensors, and in files from before torch 1.6
    changed   every byte is there, but they, or what describes them, do not
              have their checksum, or may not be in their places
    partial   only the rows that are named are there
    missing   nothing of it is there

EXIT STATUS
    0    every tensor is whole or complete
    1    some are not
    2    the command line is wrong
    3    nothing can be told of the file, or nothing is left to be written
    4    a file could not be read or written
    130  cancelled

EXAMPLES
    cairn-cli salvage model.pth
        What is left?
    cairn-cli salvage model.pth -o left.pth
        Write the tensors that are whole or complete, nested as they were, and
        the numbers, texts and other values beside them.
    cairn-cli salvage model.safetensors -o all.safetensors --fill-zero
        Write the others, too, with zeros for what is lost, and a note of them.
)";

/// Names that are told of tensors of which nothing else is left.
constexpr std::size_t kMostLost = 8;

struct SalvageOptions {
    std::string file;
    std::string target;
    bool fillZero = false;
    bool force = false;
    bool all = false;
    bool json = false;
};

Ink inkOf(TensorState state)
{
    switch (state) {
    case TensorState::Whole:
    case TensorState::Complete: return Ink::Green;
    case TensorState::Partial: return Ink::Yellow;
    case TensorState::Changed:
    case TensorState::Missing: return Ink::Red;
    }
    return Ink::Plain;
}

void printTensors(Screen& screen, const Salvage& salvage, bool all)
{
    const Checkpoint& source = *salvage.checkpoint;
    const auto isShown = [&](const SalvagedTensor& tensor) { return all || !tensor.isSaved(); };
    std::size_t total = 0;
    for (const SalvagedTensor& tensor : salvage.tensors) {
        total += isShown(tensor) ? 1U : 0U;
    }
    if (total == 0) {
        return;
    }
    screen.newLine();
    const Table table({{.title = "Tensor", .elide = Elide::Middle}, {.title = "Is"}, {.title = "Left"}, {.title = ""}});
    const std::size_t most = all ? total : kMostRows;
    table.print(screen, [&](const Table::Sink& sink) {
        std::size_t shown = 0;
        for (const SalvagedTensor& tensor : salvage.tensors) {
            if (!isShown(tensor) || shown++ == most) {
                continue;
            }
            const checkpoint::Tensor& described = source.tensors()[tensor.tensor];
            Table::Row row(4);
            row[0].set(screen.safe(source.entryName(described.entry)));
            row[1].set(std::string(checkpoint::tensorStateName(tensor.state)), inkOf(tensor.state));
            row[2].set(screen.safe(checkpoint::rowsLeftText(tensor).text()));
            row[3].set(std::string(formats::dtypeInfo(described.dtype).name) + ' ' +
                           shapeText(screen, source, described),
                       Ink::Dim);
            sink(row);
            if (shown == most) {
                return;
            }
        }
    });
    printRest(screen, total, std::min(total, most));
}

void printSalvage(Screen& screen, const SalvageOptions& options, const Salvage& salvage)
{
    screen.line(screen.safe(options.file), Ink::Bold);
    for (const Message& note : salvage.notes) {
        screen.put("  ");
        screen.paragraph(screen.safe(note.text()), Ink::Yellow, 2);
    }
    const auto counts = salvage.counts();
    const std::size_t tensors = salvage.tensors.size() + salvage.lost.size();
    std::string line = countOf(tensors, "tensor") + ":";
    bool isFirst = true;
    for (std::size_t state = 0; state < counts.size(); ++state) {
        if (counts[state] != 0) {
            line += (isFirst ? " " : ", ") + groupedDigits(counts[state]) + " ";
            line += checkpoint::tensorStateName(static_cast<TensorState>(state));
            isFirst = false;
        }
    }
    const std::string none = salvage.hasLosses() ? "no tensor is left of it" : "there are no tensors in it";
    screen.line("  " + (tensors == 0 ? none : line), salvage.hasLosses() ? Ink::Red : Ink::Green);
    if (!salvage.lost.empty()) {
        const std::size_t most = options.all ? salvage.lost.size() : kMostLost;
        screen.put("  ");
        screen.paragraph("nothing but the name is left of " + screen.safe(listOf(salvage.lost, most).text()), Ink::Red,
                         2);
    }
    printTensors(screen, salvage, options.all);
}

void printSaved(Screen& screen, const SalvageOptions& options, const convert::SavedTensors& saved)
{
    screen.newLine();
    screen.line(screen.safe(options.target), Ink::Bold);
    std::string text = countOf(saved.tensors, "tensor") + ", " + humanBytes(saved.bytes) +
                       ", read again: the same as in " + screen.safe(options.file);
    if (saved.damaged != 0) {
        text += ". " + groupedDigits(saved.damaged) + " of them damaged, as the note in it says";
    }
    screen.put("  ");
    screen.paragraph(text, Ink::Green, 2);
    if (saved.valuesLeftOut != 0) {
        screen.put("  ");
        screen.paragraph("left out: " +
                             countOf(saved.valuesLeftOut, "value that is no tensor", "values that are no tensors"),
                         Ink::Yellow, 2);
    }
    if (!saved.notWritten.empty()) {
        screen.put("  ");
        screen.paragraph("left out, since such a file has no place for them: " +
                             screen.safe(listOf(saved.notWritten, 5).text()),
                         Ink::Yellow, 2);
    }
    for (const Message& warning : saved.warnings) {
        screen.put("  ");
        screen.paragraph(screen.safe(warning.text()), Ink::Yellow, 2);
    }
}

void writeTensorJson(JsonWriter& json, const Checkpoint& source, const SalvagedTensor& tensor)
{
    const checkpoint::Tensor& described = source.tensors()[tensor.tensor];
    json.beginObject();
    json.key("name").string(source.entryName(described.entry));
    json.key("dtype").string(formats::dtypeInfo(described.dtype).name);
    json.key("shape");
    json.beginArray();
    for (const std::int64_t size : source.shape(described)) {
        json.number(size);
    }
    json.endArray();
    json.key("state").string(checkpoint::tensorStateName(tensor.state));
    json.key("bytes").number(tensor.bytes);
    json.key("bytes_lost").number(tensor.bytesLost);
    json.key("rows").number(tensor.rows);
    json.key("rows_left");
    json.beginArray();
    for (const auto& [first, last] : tensor.rowsLeft) {
        json.beginArray();
        json.number(first);
        json.number(last);
        json.endArray();
    }
    json.endArray();
    json.endObject();
}

void writeSalvageJson(Output& output, const SalvageOptions& options, const Salvage& salvage,
                      const std::optional<convert::SavedTensors>& saved)
{
    JsonWriter json(output.buffer());
    beginDocument(json, options.file);
    json.key("notes");
    json.beginArray();
    for (const Message& note : salvage.notes) {
        json.string(note.text());
    }
    json.endArray();
    const auto counts = salvage.counts();
    json.key("counts");
    json.beginObject();
    for (std::size_t state = 0; state < counts.size(); ++state) {
        json.key(checkpoint::tensorStateName(static_cast<TensorState>(state))).number(counts[state]);
    }
    json.endObject();
    json.key("tensors");
    json.beginArray();
    for (const SalvagedTensor& tensor : salvage.tensors) {
        writeTensorJson(json, *salvage.checkpoint, tensor);
    }
    json.endArray();
    if (!salvage.lost.empty()) {
        json.texts("lost", salvage.lost);
    }
    if (saved) {
        json.key("out").string(options.target);
        json.key("bytes").number(saved->bytes);
        json.key("written").number(saved->tensors);
        json.key("written_damaged").number(saved->damaged);
        json.key("values_left_out").number(saved->valuesLeftOut);
        json.texts("not_written", saved->notWritten);
    }
    json.endObject();
    output.write("\n");
}

ExitCode salvageFile(Session& session, const SalvageOptions& options)
{
    const std::string& path = options.file;
    auto found = withBar(session.progress, session.terminal.charset, options.file, [&]() -> Result<Salvage> {
        CAIRN_TRY(keepStream(path, session.progress));
        return convert::salvageFileOrFolder(path, &session.progress);
    });
    if (!found) {
        Error failure = std::move(found).error();
        return reportFile(session, options.file,
                          failure.code == ErrorCode::FileNotFound ? withNearestName(std::move(failure), path) : failure,
                          options.json);
    }
    Screen screen(session.output, session.terminal);
    if (!options.json) {
        printSalvage(screen, options, *found);
    }
    std::optional<convert::SavedTensors> saved;
    if (!options.target.empty()) {
        auto written = withBar(session.progress, session.terminal.charset, options.target, [&] {
            return convert::saveSalvaged(
                *found, options.target, options.fillZero ? convert::Damaged::FillZero : convert::Damaged::LeaveOut,
                options.force ? FileSink::Existing::Replace : FileSink::Existing::Refuse, &session.progress);
        });
        if (!written) {
            return reportFile(session, options.file, written.error(), options.json);
        }
        saved = std::move(*written);
    }
    if (options.json) {
        writeSalvageJson(session.output, options, *found, saved);
    } else if (saved) {
        printSaved(screen, options, *saved);
    }
    return found->hasLosses() ? ExitCode::NegativeVerdict : ExitCode::Fine;
}

} // namespace

void addSalvageCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("salvage", kSalvageDescription);
    command->footer(withJsonSection(kSalvageFooter));
    auto options = std::make_shared<SalvageOptions>();
    command->add_option("FILE", options->file, "The damaged checkpoint, a file or a folder.")
        ->required()
        ->option_text("FILE");
    auto* out = command
                    ->add_option("-o,--out", options->target,
                                 "Write what is left to this file: a .pth or a .safetensors, as its name says.")
                    ->check(fileToWrite())
                    ->option_text("OUT");
    command
        ->add_flag(
            "--fill-zero", options->fillZero,
            "Also write tensors that are changed, partial or missing, with zeros where bytes are lost. A note in "
            "the file names them: the record cairn.note.json of a .pth, the metadata cairn.note of a .safetensors.")
        ->needs(out);
    command->add_flag("--force", options->force, "Replace OUT if it exists.")->needs(out);
    command->add_flag("--all", options->all, "List the tensors that are whole or complete, too.");
    command->add_flag("--json", options->json, "Print one JSON document instead.");
    command->callback([options, &chosen] {
        options->file = inputPath(options->file);
        chosen = [options](Session& session) { return salvageFile(session, *options); };
    });
}

} // namespace cairn::cli
