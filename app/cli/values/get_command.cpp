#include "app/cli/common/command.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/screen.h"
#include "app/cli/common/standard_output.h"
#include "app/cli/common/temporary_folder.h"
#include "app/cli/common/unused_rules.h"
#include "app/cli/common/usage_error.h"
#include "app/cli/inspect/inspect_views.h"
#include "app/cli/inspect/path_trail.h"
#include "app/cli/values/damage_warning.h"
#include "app/cli/values/slice_text.h"
#include "core/base/json/json_tree.h"
#include "core/base/text/glob.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/checkpoint/readers/numpy_reader.h"
#include "core/checkpoint/second_names.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/common/target.h"
#include "core/remote/address.h"
#include "core/values/number_scan.h"
#include "core/values/value_export.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::TensorId;

namespace {

constexpr const char* kGetDescription =
    R"(print one value or tensor of a checkpoint, or write it to a file
NAME is the full name, as `cairn-cli inspect --tree` and --json have it. Where several rows have it, since keys may hold dots, it is the path that --json has: '["a","b.c"]'. Of a tensor every number is printed with all its digits, a line for each row of its last axis and an empty line between matrices. A slice as in Python may follow: a whole number, FROM:TO or FROM:TO:STEP for each of the first axes.

Of a group the rows in it are listed, and so are those that a pattern fits: 'layers.*.bias'. With --json it is a document: of a tensor with its numbers, in the order of its elements; of a group with all the tensors and values in it.

An array of NumPy among the values is given as a tensor is. With --out it goes to a file: .npy for NumPy, .csv for tables. NumPy has no bfloat16 and no float8: those become float32, without loss.)";

constexpr const char* kGetFooter = R"(EXIT STATUS
    0    printed or written
    1    its values cannot be read
    2    the command line is wrong, or nothing has that name
    3    the file is damaged or no checkpoint
    4    a file could not be read or written
    130  cancelled

EXAMPLES
    cairn-cli get model.pth epoch
    cairn-cli get model.pth optimizer.param_groups
        All that is in a group.
    cairn-cli get --json model.pth epoch | jq '.values[0].value'
        For a script.
    cairn-cli get model.pth 'fc.weight[0:3, :5]'
        The beginning of the first three rows; ::2 takes every other one.
    cairn-cli get model.pth fc.weight -o fc.npy
        For numpy.load; with -o - into a pipe.
)";

struct GetOptions {
    std::string file;
    std::string name;
    std::string out;
    bool force = false;
    bool json = false;
};

/// Rows whose names begin with `group` and a dot: keys may hold dots, so a group need not be a row itself.
std::vector<EntryId> rowsOfGroup(const Checkpoint& checkpoint, std::string_view group)
{
    const std::string begin = std::string(group) + '.';
    std::vector<EntryId> rows;
    PathTrail trail;
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        trail.enter(checkpoint, checkpoint.entries()[id], depth);
        if (trail.name().starts_with(begin)) {
            rows.push_back(id);
        }
    });
    return rows;
}

/// Rows whose names fit a pattern, without those in another one.
std::vector<EntryId> rowsFitting(const Checkpoint& checkpoint, std::string_view pattern)
{
    const Glob glob(pattern);
    std::vector<EntryId> rows;
    std::size_t inside = 0; // the depth of the last one that fits, while the walk is in it
    PathTrail trail;
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        trail.enter(checkpoint, checkpoint.entries()[id], depth);
        if (inside != 0 && depth > inside) {
            return;
        }
        inside = depth != 0 && glob.matches(trail.name()) ? depth : 0;
        if (inside != 0) {
            rows.push_back(id);
        }
    });
    return rows;
}

/// The path of a row whose name is what was typed, once it is made fit for a terminal; or empty.
std::string pathOfPrinted(const Checkpoint& checkpoint, const std::string& typed)
{
    std::string path;
    PathTrail trail;
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        trail.enter(checkpoint, checkpoint.entries()[id], depth);
        if (path.empty() && depth != 0 && printable(trail.name()) == typed) {
            path = '[' + trail.keys() + ']';
        }
    });
    return path;
}

Error noSuchName(const Checkpoint& checkpoint, const std::string& name)
{
    if (name.empty()) { // an empty variable of a script
        return error(ErrorCode::UnmetRequest, message("the name is empty"))
            .in(checkpoint.path())
            .fix(message("See the names with `cairn-cli inspect --tree`"));
    }
    if (const std::string path = pathOfPrinted(checkpoint, name); !path.empty()) {
        return error(
                   ErrorCode::UnmetRequest,
                   message("nothing is named so: what is printed as %1 holds characters that are shown in another way",
                           inQuotes(name)))
            .in(checkpoint.path())
            .fix(message("Ask for it by its path, as `cairn-cli inspect --json` has it: %1", shellWord(path)));
    }
    return error(ErrorCode::UnmetRequest,
                 message("nothing is named %1%2", inQuotes(name), nearestEntryHint(name, checkpoint)))
        .in(checkpoint.path())
        .fix(message("See the names with `cairn-cli inspect --tree`"));
}

/// Rows by one name, and the paths that tell them apart.
struct NamedRows {
    std::vector<EntryId> ids;
    std::set<std::string> paths; ///< as `inspect --json` has them: ["a","b"], or [None] where a key is no text

    void add(EntryId id, const PathTrail& trail)
    {
        ids.push_back(id);
        paths.insert('[' + trail.keys() + ']');
    }
    [[nodiscard]] EntryId first() const { return ids.empty() ? checkpoint::kNoId : ids.front(); }
};

/// Whether it can be nothing but a path: the first of its keys stands in quotes.
bool isQuotedPath(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" [");
    return text.starts_with('[') && text.ends_with(']') && first != std::string_view::npos &&
           (text[first] == '"' || text[first] == '\'');
}

/// A path as `inspect --json` has it, without brackets, of one that is spelled in another way: with blanks, or with the
/// quotes that Python prints. Empty where it is no list.
std::string spelledAsJson(std::string_view path)
{
    std::string json;
    char quote = 0; // that of the text that it is in
    for (std::size_t i = 0; i < path.size(); ++i) {
        const char next = path[i];
        if (quote != 0 && next == '\\' && i + 1 < path.size()) {
            ++i;
            json += path[i] == '\'' ? std::string("'") : std::string(path.substr(i - 1, 2));
        } else if (next == '"' && quote == '\'') {
            json += "\\\"";
        } else if ((next == '"' || next == '\'') && (quote == 0 || quote == next)) {
            quote = quote == 0 ? next : '\0';
            json += '"';
        } else {
            json += next;
        }
    }
    const auto tree = JsonTree::parse(json);
    std::string keys;
    if (tree && tree->root().isArray()) {
        for (const JsonValue key : tree->root()) {
            keys += keys.empty() ? "" : ",";
            if (key.isText()) {
                JsonWriter::appendString(keys, key.text());
            } else {
                keys += key.scalarText().value_or("");
            }
        }
    }
    return keys;
}

/// The rows whose name or path it is.
NamedRows rowsNamed(const Checkpoint& checkpoint, std::string_view text)
{
    const bool mayBePath = text.size() > 2 && text.starts_with('[') && text.ends_with(']');
    const std::string_view inside = mayBePath ? text.substr(1, text.size() - 2) : std::string_view();
    const std::string spelled = mayBePath ? spelledAsJson(text) : std::string();
    NamedRows rows;
    NamedRows loose; // by a path in which None is written as "None"
    PathTrail trail;
    checkpoint.walk([&](EntryId id, std::size_t depth) {
        const Entry& entry = checkpoint.entries()[id];
        trail.enter(checkpoint, entry, depth);
        const bool isWhole = depth == 0 && entry.kind == EntryKind::Group; // it has no name, and a key can be empty
        const bool isPath = mayBePath && depth != 0;
        if (!isWhole && (trail.name() == text || (isPath && trail.keys() == inside))) {
            rows.add(id, trail);
        } else if (isPath && (trail.json() == inside || (!spelled.empty() && trail.json() == spelled))) {
            loose.add(id, trail);
        }
    });
    if (rows.ids.empty() && loose.ids.empty()) {
        for (const checkpoint::SecondName& second : checkpoint::secondNames(checkpoint)) {
            if (second.name == text) {
                loose.ids = {second.entry};
            }
        }
    }
    return rows.ids.empty() ? loose : rows;
}

/// A key may hold dots, and 1 and "1" are two keys, as None and "None" are.
Error ambiguousName(const Checkpoint& checkpoint, const std::string& name, const NamedRows& rows)
{
    constexpr std::size_t most = 5;
    std::string paths;
    std::size_t count = 0;
    for (const std::string& path : rows.paths) {
        if (++count <= most) {
            paths += (count == 1 ? "" : " or ") + shellWord(path);
        }
    }
    Error problem = error(ErrorCode::UnmetRequest,
                          message("%1 is the name of %2 rows", inQuotes(name), groupedDigits(rows.ids.size())))
                        .in(checkpoint.path());
    return rows.paths.size() == 1
               ? std::move(problem)
                     .because(
                         message("No path tells them apart: an object can have an item and an attribute of one name"))
                     .fix(message("See both with `cairn-cli inspect --tree`"))
               : std::move(problem).fix(
                     message("Ask for one by its path, as `cairn-cli inspect --json` has it: %1", paths));
}

/// What was asked for: a row, and of a tensor a part; or a group.
struct Wanted {
    std::string name;
    EntryId entry = checkpoint::kNoId; ///< kNoId: a group that is no row itself
    std::vector<EntryId> rows;         ///< the row, or those of the group
    std::string slice;                 ///< what stands between brackets behind the name; empty: all

    [[nodiscard]] bool isGroup(const Checkpoint& checkpoint) const
    {
        return entry == checkpoint::kNoId || checkpoint.entries()[entry].kind == EntryKind::Group;
    }
    [[nodiscard]] bool isTensor(const Checkpoint& checkpoint) const
    {
        return entry != checkpoint::kNoId && checkpoint.entries()[entry].kind == EntryKind::Tensor;
    }
};

/// Lists as Python writes them, groups[0].lr, by the names that rows have: groups.0.lr
std::string withDots(std::string_view text)
{
    std::string name;
    for (const char c : text) {
        name += c == '[' ? "." : c == ']' ? "" : std::string(1, c);
    }
    return name;
}

/// Names may have brackets of their own, so the whole text comes first.
Result<Wanted> findWanted(const Checkpoint& checkpoint, const std::string& text)
{
    NamedRows rows = rowsNamed(checkpoint, text);
    const std::size_t bracket = text.rfind('[');
    std::string name = text;
    std::string slice;
    const bool isPath = bracket == 0 && checkpoint.entries().front().kind != EntryKind::Tensor;
    if (rows.ids.empty() && bracket != std::string::npos && !isPath) {
        const std::string front = text.substr(0, bracket);
        NamedRows sliced = rowsNamed(checkpoint, front);
        NamedRows inList = rowsNamed(checkpoint, withDots(text));
        const bool isOfTensor =
            !sliced.ids.empty() && checkpoint.entries()[sliced.first()].kind == EntryKind::Tensor; // then it is a slice
        if (!isOfTensor && !inList.ids.empty()) {
            rows = std::move(inList);
        } else if (text.ends_with(']')) {
            name = front;
            slice = text.substr(bracket + 1, text.size() - bracket - 2);
            rows = sliced.ids.empty() ? rowsNamed(checkpoint, withDots(front)) : std::move(sliced);
        } else if (text.find(']', bracket) == std::string::npos && !sliced.ids.empty()) {
            return fail(
                error(ErrorCode::UnmetRequest, message("the slice behind %1 has no end: ] is missing", inQuotes(front)))
                    .in(checkpoint.path()));
        }
    }
    const bool mayBePattern = slice.empty() && !isQuotedPath(text);
    if (rows.ids.empty() && mayBePattern && text.find_first_of("*?[") != std::string::npos) {
        std::vector<EntryId> fitting = rowsFitting(checkpoint, text);
        if (fitting.size() > 1) {
            return Wanted{.name = text, .rows = std::move(fitting), .slice = {}};
        }
        if (fitting.size() == 1) {
            rows.ids = std::move(fitting);
        }
    }
    if (rows.ids.empty()) {
        const std::string group = text.substr(0, text.find_last_not_of(".*") + 1);
        if (std::vector<EntryId> inGroup = rowsOfGroup(checkpoint, group); !group.empty() && !inGroup.empty()) {
            return Wanted{.name = group, .rows = std::move(inGroup), .slice = {}};
        }
        return fail(noSuchName(checkpoint, name));
    }
    if (rows.ids.size() > 1) {
        return fail(ambiguousName(checkpoint, name, rows));
    }
    return Wanted{.name = checkpoint.entryName(rows.first()),
                  .entry = rows.first(),
                  .rows = {rows.first()},
                  .slice = std::move(slice)};
}

Result<void> printTensor(Session& session, const Checkpoint& checkpoint, TensorId id,
                         const std::vector<AxisRange>& part)
{
    const auto print = [&](std::string_view text) -> Result<void> {
        session.output.write(text);
        session.output.drain();
        return session.output.done() ? fail(ErrorCode::Cancelled, message("cancelled")) : Result<void>();
    };
    bool isFirst = true;
    return forEachMatrix(part, [&](const values::SlicePlace& place) -> Result<void> {
        if (!std::exchange(isFirst, false)) {
            session.output.write("\n");
        }
        return values::giveText(checkpoint, id, place, ' ', print, &session.progress);
    });
}

Result<void> writeTensor(Session& session, const Checkpoint& checkpoint, TensorId id, const Wanted& wanted,
                         const std::vector<AxisRange>& part, const GetOptions& options)
{
    CAIRN_TRY(convert::refuseOwnSource(checkpoint, options.out));
    const auto existing = options.force ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
    if (options.out.ends_with(".npy")) {
        if (wanted.slice.empty()) {
            return values::writeNpy(checkpoint, id, options.out, existing, &session.progress);
        }
        return values::writeNpyPart(
            checkpoint, id, shapeOf(part), [&](const values::MatrixVisit& visit) { return forEachMatrix(part, visit); },
            options.out, existing, &session.progress);
    }
    if (!options.out.ends_with(".csv")) {
        const convert::NamedFormat format = convert::formatOfName(options.out);
        const bool isCheckpoint = format == convert::NamedFormat::Torch || format == convert::NamedFormat::Safetensors;
        return fail(
            error(ErrorCode::UnmetRequest, message("a tensor cannot be written to %1", inQuotes(options.out)))
                .fix(isCheckpoint
                         ? message("A checkpoint with it alone is what `cairn-cli convert %1 -o %2 --keep %3` writes",
                                   shellFile(options.file), shellFile(options.out), shellWord(wanted.name))
                         : message("Give the file a name that ends in .npy or .csv")));
    }
    const auto place = onlyMatrix(part);
    if (!place) {
        return fail(error(ErrorCode::UnmetRequest, message("a .csv has two axes, and this has more"))
                        .fix(message("Choose one index of the others: NAME[0]; or write a .npy")));
    }
    return values::writeCsv(checkpoint, id, *place, options.out, existing, &session.progress);
}

/// Through standard output, as a .npy that was written whole.
Result<void> sendTensor(Session& session, const Checkpoint& checkpoint, TensorId id, const Wanted& wanted,
                        const std::vector<AxisRange>& part, GetOptions options)
{
    CAIRN_TRY(refuseTerminal());
    CAIRN_ASSIGN(folder, TemporaryFolder::make());
    options.out = folder.path() + "/tensor.npy";
    CAIRN_TRY(writeTensor(session, checkpoint, id, wanted, part, options));
    return sendFile(session, options.out);
}

/// A number as JSON has it: what JSON has no number for is a text.
std::string jsonOf(std::string_view number)
{
    const auto named = [&](std::string_view text, const char* json) { return number == text ? json : nullptr; };
    for (const char* json : {named("nan", "\"NaN\""), named("inf", "\"Infinity\""), named("-inf", "\"-Infinity\""),
                             named("True", "true"), named("False", "false")}) {
        if (json != nullptr) {
            return json;
        }
    }
    const bool isNumber = number.find_first_not_of("+-.0123456789e") == std::string_view::npos; // no complex one
    return isNumber ? std::string(number) : inQuotes(number);
}

/// All numbers of the part, one after the other.
Result<void> writeNumbers(Session& session, JsonWriter& json, const Checkpoint& checkpoint, TensorId id,
                          const std::vector<AxisRange>& part)
{
    json.numbers("numbers_shape", shapeOf(part));
    json.key("numbers");
    json.beginArray();
    const auto take = [&](std::string_view text) -> Result<void> {
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
            json.raw(jsonOf(text.substr(begin, end - begin)));
            begin = end + 1;
        }
        session.output.drain();
        return session.output.done() ? fail(ErrorCode::Cancelled, message("cancelled")) : Result<void>();
    };
    const auto given = forEachMatrix(part, [&](const values::SlicePlace& place) {
        return values::giveText(checkpoint, id, place, ' ', take, &session.progress);
    });
    json.endArray();
    return given;
}

/// What is given has no checksum that could tell later that it is not what was saved. A part of a file afar is not
/// worth a download of the whole record.
Result<void> warnOfDamageIn(Session& session, const Checkpoint& checkpoint, TensorId id,
                            const std::vector<AxisRange>& part)
{
    const checkpoint::Tensor& tensor = checkpoint.tensors()[id];
    if (remote::isAddress(checkpoint.path()) && !std::ranges::equal(shapeOf(part), checkpoint.shape(tensor))) {
        return {};
    }
    CAIRN_TRY(warnOfDamage(session, checkpoint, {tensor.storage}));
    return {};
}

Result<void> giveJson(Session& session, const Checkpoint& checkpoint, const Wanted& wanted)
{
    TensorId id = checkpoint::kNoId;
    std::vector<AxisRange> part;
    if (wanted.isTensor(checkpoint)) {
        id = static_cast<TensorId>(checkpoint.entries()[wanted.entry].payload);
        const checkpoint::Tensor& tensor = checkpoint.tensors()[id];
        CAIRN_ASSIGN(read, readSliceWords(wanted.slice, checkpoint.shape(tensor)));
        part = std::move(read);
        CAIRN_TRY(warnOfDamageIn(session, checkpoint, id, part));
    }
    Result<void> given;
    writePartJson(session.output, checkpoint, wanted.name, findBelow(checkpoint, wanted.rows), [&](JsonWriter& json) {
        if (id != checkpoint::kNoId) {
            given = writeNumbers(session, json, checkpoint, id, part);
        }
    });
    return given;
}

Result<void> giveTensor(Session& session, const Checkpoint& checkpoint, const Wanted& wanted, const GetOptions& options)
{
    const auto id = static_cast<TensorId>(checkpoint.entries()[wanted.entry].payload);
    CAIRN_ASSIGN(part, readSliceWords(wanted.slice, checkpoint.shape(checkpoint.tensors()[id])));
    const bool isNothing = std::ranges::any_of(part, [](const AxisRange& axis) { return axis.count == 0; });
    if (isNothing && !wanted.slice.empty()) { // as in Python, where one sees the brackets
        session.warn(checkpoint.path() + ": " + inQuotes(wanted.name) + '[' + wanted.slice + "] holds no numbers");
    }
    CAIRN_TRY(warnOfDamageIn(session, checkpoint, id, part));
    if (options.out.empty()) {
        return printTensor(session, checkpoint, id, part);
    }
    return withBar(session.progress, session.terminal.charset, options.file, [&] {
        return isStandardOutput(options.out) ? sendTensor(session, checkpoint, id, wanted, part, options)
                                             : writeTensor(session, checkpoint, id, wanted, part, options);
    });
}

/// That a tensor has none, and where they are.
Result<void> requireNumbers(const Checkpoint& checkpoint, const Wanted& wanted, const GetOptions& options)
{
    const Entry& entry = checkpoint.entries()[wanted.entry];
    auto has = values::checkHasValues(checkpoint, checkpoint.tensors()[entry.payload]);
    if (has) {
        return has;
    }
    Error problem = std::move(has).error();
    problem.what = message("%1 has no numbers of its own: %2", inQuotes(wanted.name), problem.what);
    for (EntryId part = entry.firstChild; part < entry.firstChild + entry.childCount; ++part) {
        if (checkpoint.entries()[part].kind == EntryKind::Tensor) {
            problem.advice = message("Ask for one of them: `cairn-cli get %1 %2`", shellFile(options.file),
                                     shellWord(checkpoint.entryName(part)));
            break;
        }
    }
    return fail(std::move(problem).in(checkpoint.path()));
}

Result<void> give(Session& session, const Checkpoint& checkpoint, Wanted wanted, const GetOptions& options)
{
    const bool isPlain = wanted.slice.empty() && options.out.empty();
    if (!wanted.isTensor(checkpoint) && !isPlain) {
        const std::string type =
            wanted.isGroup(checkpoint) ? "a group" : inQuotes(checkpoint.typeName(checkpoint.entries()[wanted.entry]));
        return fail(error(ErrorCode::UnmetRequest, message("%1 is no tensor but %2", inQuotes(wanted.name), type))
                        .in(checkpoint.path())
                        .fix(wanted.isGroup(checkpoint)
                                 ? message("Ask for one of the tensors in it; without more `cairn-cli get` lists them")
                                 : message("Ask for the value alone")));
    }
    if (wanted.isTensor(checkpoint)) {
        CAIRN_TRY(requireNumbers(checkpoint, wanted, options));
    }
    if (options.json) {
        return giveJson(session, checkpoint, wanted);
    }
    if (wanted.isTensor(checkpoint)) {
        return giveTensor(session, checkpoint, wanted, options);
    }
    Screen screen(session.output, session.terminal);
    if (wanted.isGroup(checkpoint) || checkpoint.entries()[wanted.entry].kind != EntryKind::Value) {
        printFoundRows(screen, checkpoint, findBelow(checkpoint, wanted.rows));
        return {};
    }
    const Entry& entry = checkpoint.entries()[wanted.entry];
    constexpr std::size_t noLimit = std::size_t{1} << 30;
    screen.line(screen.safe(entry.valueKind == checkpoint::ValueKind::Text ? std::string(checkpoint.valueText(entry))
                                                                           : checkpoint.valueRepr(entry, noLimit)));
    return {};
}

/// An array of NumPy is a tensor of a file of its own.
Result<void> giveNamed(Session& session, const Checkpoint& checkpoint, const GetOptions& options)
{
    CAIRN_ASSIGN(wanted, findWanted(checkpoint, options.name));
    const auto array = checkpoint.pickledArrays().find(wanted.entry);
    if (array == checkpoint.pickledArrays().end() || array->second.bytes == nullptr) {
        return give(session, checkpoint, std::move(wanted), options);
    }
    CAIRN_ASSIGN(file, checkpoint::openPickledArray(checkpoint, array->second, &session.progress));
    wanted.entry = 0;
    wanted.rows = {0};
    return give(session, *file, std::move(wanted), options);
}

/// Tells why not; with JSON its document does, too.
ExitCode failed(Session& session, const GetOptions& options, const Error& failure)
{
    return reportFile(session, options.file, failure, options.json);
}

ExitCode get(Session& session, const GetOptions& options)
{
    const auto opened = openInput(options.file, session.progress);
    if (!opened) {
        std::error_code failure;
        if (opened.error().code == ErrorCode::FileNotFound && std::filesystem::exists(options.name, failure)) {
            return failed(
                session, options,
                error(ErrorCode::Usage, message("the file comes first, and then the name"))
                    .fix(message("Write `cairn-cli get %1 %2`", shellFile(options.name), shellWord(options.file))));
        }
        return failed(session, options, opened.error());
    }
    if (const auto given = giveNamed(session, **opened, options); !given && !session.output.done()) {
        const ExitCode code = failed(session, options, given.error());
        return code == ExitCode::BadInput ? ExitCode::NegativeVerdict : code;
    }
    return ExitCode::Fine;
}

} // namespace

void addGetCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("get", kGetDescription);
    command->footer(withJsonSection(kGetFooter));
    auto options = std::make_shared<GetOptions>();
    command->add_option("FILE", options->file, "A checkpoint.")->option_text("FILE")->required();
    command->add_option("NAME", options->name, "The full name of a row; of a tensor a slice may follow: NAME[0:3, :5].")
        ->option_text("NAME")
        ->required();
    auto* out =
        command
            ->add_option("-o,--out", options->out,
                         "Write the tensor to this file, a .npy or .csv, instead; - is standard output, as .npy.")
            ->option_text("OUT");
    command->add_flag("--force", options->force, "Replace OUT if it exists.");
    command->add_flag("--json", options->json, "Print one JSON document instead.")->excludes(out);
    command->callback([options, &chosen] { chosen = [options](Session& session) { return get(session, *options); }; });
}

} // namespace cairn::cli
