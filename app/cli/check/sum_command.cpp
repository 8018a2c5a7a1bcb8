#include "app/cli/common/command.h"
#include "app/cli/common/file_inputs.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/screen.h"
#include "app/cli/common/usage_error.h"
#include "core/base/files/file_sink.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/convert/common/target.h"
#include "core/convert/sums/sums.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cairn::cli {

using convert::FileSums;
using convert::TensorSum;

namespace {

constexpr const char* kSumDescription =
    R"(write or check the SHA-256 sums of files and of their tensors
The sum of a tensor is that of its numbers, in row-major order and little endian, whatever file they are in: so a copy with other tags, of another format or in other shards can be shown to hold the same numbers.

The list can be checked by `sha256sum --check`, too, for which the tensors are remarks; and lists of sha256sum can be checked here. Large files in the cache of huggingface_hub are named by their sum, and compared with it. A checkpoint that is damaged has sums, too; it is told, and is a failure.)";

constexpr const char* kSumFooter = R"(EXIT STATUS
    0    the sums were written, or are the same
    1    a file or a tensor is another, is missing, or is damaged
    2    the command line is wrong, or the list
    4    a file could not be read or written
    130  cancelled

EXAMPLES
    cairn-cli sum model.pth -o model.sums
        Write down what is in it.
    cairn-cli sum -r runs -o runs.sums
        And of all checkpoints in a folder.
    cairn-cli sum step_1000 -o step.sums
        Of a folder of pieces: of its files, and of the whole tensors.
    cairn-cli sum --check model.sums
        Are the files still the same?
    cairn-cli sum --check model.sums copy.safetensors
        Does a copy hold the same numbers?
    ssh host cat model.sums | cairn-cli sum --check -
        Are they the same as there?
)";

struct SumOptions {
    FileInputs inputs;
    std::string list;   ///< to check
    std::string target; ///< empty: standard output
    bool force = false;
    bool json = false;
    bool quiet = false;

    [[nodiscard]] Telling telling() const
    {
        return json ? Telling::Json : quiet || target.empty() ? Telling::Quiet : Telling::Text;
    }
};

Result<FileSums> sumsWithBar(Session& session, const std::string& file)
{
    return withBar(session.progress, session.terminal.charset, file, [&]() -> Result<FileSums> {
        CAIRN_TRY(keepStream(file, session.progress));
        return convert::sumsOf(file, &session.progress);
    });
}

Result<std::string> readSums(const std::string& name, const Progress& progress)
{
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    const std::string path = inputPath(name);
    CAIRN_TRY(keepStream(path, progress));
    CAIRN_ASSIGN(file, FileSource::open(path));
    if (file->sizeBytes() > most) {
        return fail(error(ErrorCode::LimitExceeded, message("this is no list of sums: it is too long")).in(path));
    }
    CAIRN_ASSIGN(bytes, file->readBytes(0, file->sizeBytes()));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<void> writeManifest(const SumOptions& options, const std::vector<std::string>& summed, const std::string& text)
{
    for (const std::string& file : summed) {
        CAIRN_TRY(convert::refuseSameFile(file, options.target));
    }
    const auto existing = options.force ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
    CAIRN_ASSIGN(sink, FileSink::create(options.target, existing));
    CAIRN_TRY(sink->write(std::string_view(text)));
    return sink->commit();
}

void writeSumsJson(JsonWriter& json, const FileSums& sums)
{
    beginDocument(json, sums.file);
    json.key("sha256").string(sums.sha256);
    json.key("tensors");
    json.beginArray();
    for (const TensorSum& tensor : sums.tensors) {
        json.beginObject();
        json.key("name").string(tensor.name);
        json.key("dtype").string(tensor.dtype);
        json.numbers("shape", tensor.shape);
        json.key("sha256").string(tensor.sha256);
        json.endObject();
    }
    json.endArray();
    json.key("tensors_without_sum").number(sums.notSummed);
    json.texts("faults", sums.faults);
    json.endObject();
}

/// What of a file is not as it was saved: its sums are those of the damage.
ExitCode warnOfFaults(const Session& session, const FileSums& sums)
{
    ExitCode code = ExitCode::Fine;
    if (const std::string known = convert::sumOfHubCache(sums.file); !known.empty() && known != sums.sha256) {
        session.warn(sums.file + " is not what its name in the cache of the Hub says: the download is damaged.");
        code = ExitCode::NegativeVerdict;
    }
    if (!sums.faults.empty()) {
        const std::string more =
            sums.faults.size() > 1 ? "; and " + countOf(sums.faults.size() - 1, "more fault") : std::string();
        session.warn(sums.file + " is not whole, and its sums are of what is there: " + sums.faults.front() + more +
                     '.');
        code = ExitCode::NegativeVerdict;
    }
    return code;
}

ExitCode writeSums(Session& session, const SumOptions& options)
{
    std::string list; // for a file, which is written once all are summed
    std::vector<std::string> summed;
    const ExitCode code = forEachInput(session, options.inputs, options.telling(), true, [&](const std::string& file) {
        const auto sums = sumsWithBar(session, file);
        if (!sums) {
            return reportFile(session, file, sums.error(), options.json);
        }
        if (options.json) {
            JsonWriter json(session.output.buffer());
            writeSumsJson(json, *sums);
            session.output.write("\n");
        } else if (const std::string text = convert::manifestText({&*sums, 1}); !options.target.empty()) {
            list += text;
            summed.push_back(file);
        } else if (session.terminal.interactive) {
            session.output.write(Screen(session.output, session.terminal).safeLines(text));
        } else {
            session.output.write(text);
        }
        session.output.flush();
        return warnOfFaults(session, *sums);
    });
    if (options.target.empty() || code == ExitCode::Usage || session.progress.stopRequested()) {
        return code;
    }
    const auto written = writeManifest(options, summed, list);
    return written ? code : worse(code, session.report(written.error()));
}

/// What is said of tensors that should be the same. Empty if they are: each that is wanted is there, and none has its
/// name and other numbers.
std::string tensorDifference(const std::vector<TensorSum>& wanted, const std::vector<TensorSum>& found)
{
    using ByName = std::multimap<std::string_view, const TensorSum*>; // files of one training have the same names
    const auto byName = [](const std::vector<TensorSum>& tensors) {
        ByName names;
        for (const TensorSum& tensor : tensors) {
            names.emplace(tensor.name, &tensor);
        }
        return names;
    };
    const auto holds = [](const ByName& names, const TensorSum& tensor) {
        const auto [begin, end] = names.equal_range(tensor.name);
        return std::any_of(begin, end, [&](const auto& one) { return tensor.isSame(*one.second); });
    };
    const ByName foundNames = byName(found);
    const ByName wantedNames = byName(wanted);
    std::set<std::string> other;
    std::vector<std::string> missing;
    for (const TensorSum& tensor : wanted) {
        if (!foundNames.contains(tensor.name)) {
            missing.push_back(inQuotes(tensor.name));
        } else if (!holds(foundNames, tensor)) {
            other.insert(inQuotes(tensor.name));
        }
    }
    for (const TensorSum& tensor : found) {
        if (wantedNames.contains(tensor.name) && !holds(wantedNames, tensor)) {
            other.insert(inQuotes(tensor.name));
        }
    }
    constexpr std::size_t mostNamed = 5;
    std::string text =
        other.empty() ? "" : "other numbers in " + listOf(std::vector(other.begin(), other.end()), mostNamed).text();
    if (!missing.empty()) {
        text += (text.empty() ? "" : "; ") + std::string("missing: ") + listOf(missing, mostNamed).text();
    }
    return text;
}

/// What a comparison came to, of one file or of several together.
struct Compared {
    std::string file;
    bool isSame = false;
    std::string text;
};

ExitCode tell(Session& session, const SumOptions& options, const Compared& compared)
{
    if (options.json) {
        JsonWriter json(session.output.buffer());
        beginDocument(json, compared.file);
        json.key("same").boolean(compared.isSame);
        json.key("text").string(compared.text);
        json.endObject();
        session.output.write("\n");
    } else if (!options.quiet || !compared.isSame) {
        Screen screen(session.output, session.terminal);
        screen.put(screen.safe(compared.file) + ": ");
        screen.line(screen.safe(compared.text), compared.isSame ? Ink::Green : Ink::Red);
    }
    session.output.flush();
    return compared.isSame ? ExitCode::Fine : ExitCode::NegativeVerdict;
}

Compared compare(const FileSums& wanted, const FileSums& found)
{
    if (found.sha256 == wanted.sha256) {
        return {wanted.file, true, "the same"};
    }
    if (wanted.tensors.empty()) {
        return {wanted.file, false, "other bytes"};
    }
    const std::string difference = tensorDifference(wanted.tensors, found.tensors);
    return {wanted.file, false,
            "other bytes, and " +
                (difference.empty() ? "the same numbers in " + countOf(wanted.tensors.size(), "tensor") : difference)};
}

/// Are the files of the list still what they were?
ExitCode checkFiles(Session& session, const SumOptions& options, const std::vector<FileSums>& list)
{
    ExitCode code = ExitCode::Fine;
    for (const FileSums& wanted : list) {
        const auto found = sumsWithBar(session, wanted.file);
        if (session.progress.stopRequested()) {
            break;
        }
        if (!found && found.error().code == ErrorCode::FileNotFound) {
            code = worse(code, tell(session, options, {wanted.file, false, "missing"}));
        } else if (!found) {
            code = worse(code, reportFile(session, wanted.file, found.error(), options.json));
        } else {
            code = worse(code, tell(session, options, compare(wanted, *found)));
            code = worse(code, warnOfFaults(session, *found));
        }
    }
    return code;
}

/// Do other files together hold the tensors of the list?
ExitCode checkTensors(Session& session, const SumOptions& options, const std::vector<FileSums>& list)
{
    std::vector<TensorSum> wanted;
    for (const FileSums& file : list) {
        wanted.insert(wanted.end(), file.tensors.begin(), file.tensors.end());
    }
    if (wanted.empty()) {
        return session.report(
            error(ErrorCode::Usage, message("the list has no sums of tensors"))
                .fix(message("Make one with `cairn-cli sum`; those of sha256sum are of whole files")));
    }
    std::vector<TensorSum> found;
    std::vector<std::string> files;
    const ExitCode code = forEachInput(session, options.inputs, options.telling(), true, [&](const std::string& file) {
        auto sums = sumsWithBar(session, file);
        if (!sums) {
            return reportFile(session, file, sums.error(), options.json);
        }
        files.push_back(file);
        found.insert(found.end(), sums->tensors.begin(), sums->tensors.end());
        return warnOfFaults(session, *sums);
    });
    if (files.empty() || session.progress.stopRequested()) {
        return code;
    }
    const std::string difference = tensorDifference(wanted, found);
    return worse(code,
                 tell(session, options,
                      {listOf(files, 3).text(), difference.empty(),
                       difference.empty() ? "the same numbers in " + countOf(wanted.size(), "tensor") : difference}));
}

ExitCode sum(Session& session, const SumOptions& options)
{
    if (options.list.empty()) {
        return writeSums(session, options);
    }
    std::vector<std::string> others = options.inputs.given;
    others.push_back(options.inputs.listFile);
    if (const auto once = checkReadOnce(options.list, others, "the list and what is compared with it"); !once) {
        return session.report(once.error());
    }
    auto text = readSums(options.list, session.progress);
    if (!text) {
        return session.report(text.error());
    }
    auto list = convert::parseManifest(*text);
    if (!list) {
        return session.report(std::move(list).error().in(options.list));
    }
    if (list->empty()) { // which a full disk can make of one
        return session.report(error(ErrorCode::Usage, message("no file is in the list"))
                                  .in(options.list)
                                  .fix(message("Make it again with `cairn-cli sum`")));
    }
    const bool namesFiles = !options.inputs.given.empty() || !options.inputs.listFile.empty();
    return namesFiles ? checkTensors(session, options, *list) : checkFiles(session, options, *list);
}

} // namespace

void addSumCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("sum", kSumDescription);
    command->footer(withJsonSection(kSumFooter));
    auto options = std::make_shared<SumOptions>();
    addFileInputs(*command, options->inputs,
                  "Files or folders to sum; with --check those that together shall hold the tensors of the list.");
    auto* check = command->add_option("--check", options->list, "Compare with this list.")->option_text("LIST");
    auto* out = command->add_option("-o,--out", options->target, "Write the list to this file.")
                    ->check(fileToWrite())
                    ->option_text("OUT")
                    ->excludes(check);
    command->add_flag("--force", options->force, "Replace OUT if it exists.")->needs(out);
    command->add_flag("--json", options->json, "Print one line of JSON for each file instead.")->excludes(out);
    command->add_flag("-q,--quiet", options->quiet, "With --check, print only what is another.")->needs(check);
    command->callback([options, &chosen] { chosen = [options](Session& session) { return sum(session, *options); }; });
}

} // namespace cairn::cli
