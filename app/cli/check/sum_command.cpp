#include "app/cli/common/command.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/screen.h"
#include "app/cli/common/usage_error.h"
#include "core/base/files/file_sink.h"
#include "core/base/text/text.h"
#include "core/convert/sums/sums.h"

#include <CLI/CLI.hpp>

#include <map>
#include <memory>
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

The list can be checked by `sha256sum --check`, too, for which the tensors are remarks; and lists of sha256sum can be checked here. Large files in the cache of huggingface_hub are named by their sum, and compared with it.)";

constexpr const char* kSumFooter = R"(EXIT STATUS
    0    the sums were written, or are the same
    1    a file or a tensor is another, or is missing
    2    the command line is wrong, or the list
    4    a file could not be read or written
    130  cancelled

EXAMPLES
    cairn-cli sum model.pth -o model.sums
        Write down what is in it.
    cairn-cli sum --check model.sums
        Are the files still the same?
    cairn-cli sum --check model.sums copy.safetensors
        Does a copy hold the same numbers?
)";

struct SumOptions {
    std::vector<std::string> files;
    std::string list;   ///< to check
    std::string target; ///< empty: standard output
    bool force = false;
};

Result<FileSums> sumsWithBar(Session& session, const std::string& file)
{
    return withBar(session.progress, session.terminal.charset, file,
                   [&] { return convert::sumsOf(file, &session.progress); });
}

Result<std::string> readSums(const std::string& path)
{
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    CAIRN_ASSIGN(file, FileSource::open(path));
    if (file->sizeBytes() > most) {
        return fail(error(ErrorCode::LimitExceeded, "this is no list of sums: it is too long").in(path));
    }
    CAIRN_ASSIGN(bytes, file->readBytes(0, file->sizeBytes()));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<void> writeManifest(const SumOptions& options, const std::string& text)
{
    const auto existing = options.force ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
    CAIRN_ASSIGN(sink, FileSink::create(options.target, existing));
    CAIRN_TRY(sink->write(std::string_view(text)));
    return sink->commit();
}

ExitCode writeSums(Session& session, const SumOptions& options)
{
    std::vector<FileSums> all;
    ExitCode code = ExitCode::Fine;
    for (const std::string& file : options.files) {
        auto sums = sumsWithBar(session, file);
        if (!sums) {
            code = worse(code, session.report(sums.error()));
            continue;
        }
        if (const std::string known = convert::sumOfHubCache(file); !known.empty() && known != sums->sha256) {
            session.warn(file + " is not what its name in the cache of the Hub says: the download is damaged.");
            code = worse(code, ExitCode::NegativeVerdict);
        }
        all.push_back(std::move(*sums));
    }
    const std::string text = convert::manifestText(all);
    if (options.target.empty()) {
        session.output.write(text);
    } else if (const auto written = writeManifest(options, text); !written) {
        return session.report(written.error());
    }
    return code;
}

/// What is said of tensors that should be the same. Empty if they are.
std::string tensorDifference(const std::vector<TensorSum>& wanted, const std::vector<TensorSum>& found)
{
    std::map<std::string_view, const TensorSum*> byName;
    for (const TensorSum& tensor : found) {
        byName.emplace(tensor.name, &tensor);
    }
    std::vector<std::string> other;
    std::vector<std::string> missing;
    for (const TensorSum& tensor : wanted) {
        const auto place = byName.find(tensor.name);
        if (place == byName.end()) {
            missing.push_back(inQuotes(tensor.name));
        } else if (!tensor.isSame(*place->second)) {
            other.push_back(inQuotes(tensor.name));
        }
    }
    constexpr std::size_t mostNamed = 5;
    std::string text = other.empty() ? "" : "other numbers in " + listOf(other, mostNamed).text();
    if (!missing.empty()) {
        text += (text.empty() ? "" : "; ") + std::string("missing: ") + listOf(missing, mostNamed).text();
    }
    return text;
}

ExitCode say(Screen& screen, const std::string& file, const std::string& words, bool isFine)
{
    screen.put(screen.safe(file) + ": ");
    screen.line(screen.safe(words), isFine ? Ink::Green : Ink::Red);
    return isFine ? ExitCode::Fine : ExitCode::NegativeVerdict;
}

/// Are the files of the list still what they were?
ExitCode checkFiles(Session& session, const std::vector<FileSums>& list)
{
    Screen screen(session.output, session.terminal);
    ExitCode code = ExitCode::Fine;
    for (const FileSums& wanted : list) {
        const auto found = sumsWithBar(session, wanted.file);
        if (!found) {
            code = worse(code, session.report(found.error()));
            continue;
        }
        if (found->sha256 == wanted.sha256) {
            code = worse(code, say(screen, wanted.file, "the same", true));
            continue;
        }
        const std::string difference = tensorDifference(wanted.tensors, found->tensors);
        code = worse(code, say(screen, wanted.file,
                               wanted.tensors.empty() ? "other bytes"
                               : difference.empty()
                                   ? "other bytes, and the same numbers in " + countOf(wanted.tensors.size(), "tensor")
                                   : "other bytes, and " + difference,
                               false));
    }
    return code;
}

/// Do other files together hold the tensors of the list?
ExitCode checkTensors(Session& session, const std::vector<FileSums>& list, const std::vector<std::string>& files)
{
    std::vector<TensorSum> wanted;
    for (const FileSums& file : list) {
        wanted.insert(wanted.end(), file.tensors.begin(), file.tensors.end());
    }
    if (wanted.empty()) {
        return session.report(error(ErrorCode::Usage, "the list has no sums of tensors")
                                  .fix("Make one with `cairn-cli sum`; those of sha256sum are of whole files"));
    }
    std::vector<TensorSum> found;
    for (const std::string& file : files) {
        auto sums = sumsWithBar(session, file);
        if (!sums) {
            return session.report(sums.error());
        }
        found.insert(found.end(), sums->tensors.begin(), sums->tensors.end());
    }
    Screen screen(session.output, session.terminal);
    const std::string difference = tensorDifference(wanted, found);
    const std::string names = listOf(files, 3).text();
    return say(screen, names,
               difference.empty() ? "the same numbers in " + countOf(wanted.size(), "tensor") : difference,
               difference.empty());
}

ExitCode sum(Session& session, const SumOptions& options)
{
    if (options.list.empty()) {
        return options.files.empty()
                   ? session.report(error(ErrorCode::Usage, "no file is named").fix("See `cairn-cli sum --help`"))
                   : writeSums(session, options);
    }
    auto text = readSums(options.list);
    if (!text) {
        return session.report(text.error());
    }
    auto list = convert::parseManifest(*text);
    if (!list) {
        return session.report(std::move(list).error().in(options.list));
    }
    return options.files.empty() ? checkFiles(session, *list) : checkTensors(session, *list, options.files);
}

} // namespace

void addSumCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("sum", kSumDescription);
    command->footer(kSumFooter);
    auto options = std::make_shared<SumOptions>();
    command
        ->add_option("FILE", options->files,
                     "Files to sum; with --check those that shall hold the tensors of the list.")
        ->option_text("FILE...");
    auto* check = command->add_option("--check", options->list, "Compare with this list.")->option_text("LIST");
    auto* out = command->add_option("-o,--out", options->target, "Write the list to this file.")
                    ->check(fileToWrite())
                    ->option_text("OUT")
                    ->excludes(check);
    command->add_flag("--force", options->force, "Replace OUT if it exists.")->needs(out);
    command->callback([options, &chosen] { chosen = [options](Session& session) { return sum(session, *options); }; });
}

} // namespace cairn::cli
