#include "app/cli/common/command.h"
#include "app/cli/common/file_inputs.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/table.h"
#include "app/cli/common/unused_rules.h"
#include "app/cli/common/usage_error.h"
#include "app/cli/inspect/entry_cells.h"
#include "app/cli/inspect/inspect_views.h"
#include "app/cli/values/damage_warning.h"
#include "app/cli/values/stats_groups.h"
#include "core/base/progress.h"
#include "core/base/text/glob.h"
#include "core/checkpoint/folders/whole_of.h"
#include "core/checkpoint/readers/numpy_reader.h"
#include "core/convert/common/wholeness.h"
#include "core/remote/address.h"
#include "core/values/element_text.h"
#include "core/values/histogram.h"
#include "core/values/number_scan.h"
#include "core/values/own_values.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Tensor;
using checkpoint::TensorId;
using values::Histogram;
using values::NumberFormat;
using values::Statistics;

namespace {

constexpr const char* kStatsDescription =
    R"(tell what numbers are in the tensors of a checkpoint
Reads every value once, a few megabytes at a time: smallest, largest, mean, standard deviation (of a sample, as torch.std has it), zeros, NaN and infinite ones. Smallest, largest, mean and deviation are those of the finite numbers.

Quantised tensors are dequantised; of complex numbers it is the absolute value.

With --nan only the tensors are listed that hold NaN or infinite numbers, also arrays of NumPy among the values, and finding one is a failure: a gate for checkpoints of a training. It does not let pass either what is damaged: the records are compared with the checksums that were saved with them.)";

constexpr const char* kStatsFooter = R"(EXIT STATUS
    0    every value was read
    1    some values cannot be read; with --nan also: some are NaN or infinite,
         or there is no tensor to look at in any of the files
    2    the command line is wrong
    3    the file is damaged or no checkpoint
    4    the file could not be read
    130  cancelled

EXAMPLES
    cairn-cli stats model.pth
    cairn-cli stats model.pth --groups 2
        One row for each layer.
    cairn-cli stats model.pth '*.weight' --bins 20
        A histogram under each tensor.
    cairn-cli stats step_*.pth --nan
        Which checkpoints hold NaN, and in which tensors?
)";

struct StatsOptions {
    FileInputs inputs; ///< and maybe a pattern behind them
    std::string pattern = "*";
    std::size_t bins = 0;
    std::size_t groups = 0; ///< parts of a name that make a group; 0: each tensor by itself
    bool nan = false;
    bool json = false;
    bool quiet = false;

    /// Whether each file is a line: a gate over many of them.
    [[nodiscard]] bool isList() const { return nan && inputs.areSeveral() && !json; }
};

/// The last argument is the pattern if it names no file, as two in one command line seldom differ otherwise.
void splitPattern(StatsOptions& options)
{
    std::error_code ignored;
    std::vector<std::string>& given = options.inputs.given;
    const std::size_t fewest = options.inputs.listFile.empty() ? 2 : 1;
    const auto isFile = [&ignored](const std::string& name) {
        return isStream(name) || remote::isAddress(name) || std::filesystem::exists(name, ignored);
    };
    if (given.size() >= fewest && !isFile(given.back())) {
        options.pattern = std::move(given.back());
        given.pop_back();
    } else if (given.size() == fewest && given.front().find_first_of("*?[") != std::string::npos &&
               !std::filesystem::exists(given.front(), ignored)) { // no shell leaves it so beside files
        options.pattern = std::move(given.front());
        given.erase(given.begin());
    }
}

/// What was found out about one tensor, or an array of NumPy, or why nothing was.
struct TensorStats {
    const Checkpoint* checkpoint = nullptr;
    TensorId tensor = checkpoint::kNoId;
    std::string name;
    checkpoint::CheckpointPtr array; ///< keeps that of an array
    Statistics statistics;
    Histogram histogram;
    std::string error;

    [[nodiscard]] bool isAllFinite() const { return statistics.nans == 0 && statistics.infinities() == 0; }
};

bool isWanted(const Checkpoint& checkpoint, const Tensor& tensor, const StatsOptions& options)
{
    return values::hasOwnValues(checkpoint, tensor) && globMatches(options.pattern, checkpoint.entryName(tensor.entry));
}

TensorStats statsOf(const Checkpoint& checkpoint, TensorId id, std::size_t bins, Progress& progress)
{
    TensorStats stats;
    stats.checkpoint = &checkpoint;
    stats.tensor = id;
    stats.name = checkpoint.entryName(checkpoint.tensors()[id].entry);
    auto statistics = values::computeStatistics(checkpoint, id, &progress);
    if (!statistics) {
        stats.error = statistics.error().what.text();
        return stats;
    }
    stats.statistics = *statistics;
    if (bins != 0 && statistics->finite() != 0) {
        const values::HistogramRange range = values::histogramRange(statistics->low, statistics->high);
        auto histogram = values::computeHistogram(checkpoint, id, range.low, range.high, bins, &progress, range.origin);
        if (histogram) {
            stats.histogram = std::move(*histogram);
        } else {
            stats.error = histogram.error().what.text();
        }
    }
    return stats;
}

void writeStatsJson(JsonWriter& json, const TensorStats& stats)
{
    const Checkpoint& checkpoint = *stats.checkpoint;
    const Tensor& tensor = checkpoint.tensors()[stats.tensor];
    json.beginObject();
    json.key("name").string(stats.name);
    json.key("dtype").string(formats::dtypeInfo(tensor.dtype).name);
    json.numbers("shape", checkpoint.shape(tensor));
    if (!stats.error.empty()) {
        json.key("error").string(stats.error);
        json.endObject();
        return;
    }
    writeStatistics(json, stats.statistics);
    if (!stats.histogram.counts.empty()) {
        json.key("histogram");
        json.beginObject();
        for (const auto& [name, end] : {std::pair("low", stats.histogram.low), {"high", stats.histogram.high}}) {
            json.key(name);
            stats.histogram.origin ? json.raw(values::wholeText(*stats.histogram.origin, end)) : json.number(end);
        }
        json.numbers("counts", stats.histogram.counts);
        json.endObject();
    }
    json.endObject();
}

void fillRow(Table::Row& row, const Screen& screen, const TensorStats& stats)
{
    const Checkpoint& checkpoint = *stats.checkpoint;
    const Tensor& tensor = checkpoint.tensors()[stats.tensor];
    const Statistics& s = stats.statistics;
    row[0].set(screen.safe(stats.name));
    row[1].set(std::string(formats::dtypeInfo(tensor.dtype).name));
    row[2].set(shapeText(screen, checkpoint, tensor));
    setNumbers(std::span(row).subspan(3), stats.error.empty() ? s : Statistics(),
               values::numberText(s.low, NumberFormat::Short, tensor.dtype),
               values::numberText(s.high, NumberFormat::Short, tensor.dtype));
    row[10].set(s.ofAbsoluteValues && stats.error.empty() ? "absolute values" : screen.safe(stats.error),
                stats.error.empty() ? Ink::Dim : Ink::Yellow);
}

void printHistogram(Screen& screen, const TensorStats& stats)
{
    constexpr std::size_t barColumns = 40;
    const Histogram& histogram = stats.histogram;
    const std::uint64_t largest = std::max<std::uint64_t>(histogram.largest(), 1);
    const double width = (histogram.high - histogram.low) / static_cast<double>(histogram.counts.size());
    std::size_t labelColumns = 12;
    std::vector<std::string> labels(histogram.counts.size());
    for (std::size_t bin = 0; bin < labels.size(); ++bin) {
        const double from = histogram.low + width * static_cast<double>(bin);
        labels[bin] = histogram.origin ? values::wholeText(*histogram.origin, std::ceil(from))
                                       : values::numberText(from, NumberFormat::Short);
        labelColumns = std::max(labelColumns, labels[bin].size());
    }
    screen.newLine();
    screen.line(screen.safe(stats.name), Ink::Bold);
    for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
        screen.spaces(labelColumns - labels[bin].size());
        screen.put(labels[bin] + "  ", Ink::Dim);
        const auto length = static_cast<std::size_t>(static_cast<double>(histogram.counts[bin]) * barColumns /
                                                     static_cast<double>(largest));
        for (std::size_t i = 0; i < length; ++i) {
            screen.put(screen.glyphs().bar, Ink::Blue);
        }
        screen.line((length == 0 ? "" : " ") + groupedDigits(histogram.counts[bin]));
    }
}

void printAll(Screen& screen, std::span<const TensorStats> all)
{
    const Table table(withNumberColumns({{.title = "Tensor", .elide = Elide::Middle, .least = 16},
                                         {.title = "Dtype"},
                                         {.title = "Shape", .elide = Elide::Middle, .least = 9}}));
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(11);
        for (const TensorStats& stats : all) {
            fillRow(row, screen, stats);
            sink(row);
        }
    });
    for (const TensorStats& stats : all) {
        if (!stats.histogram.counts.empty()) {
            printHistogram(screen, stats);
        }
    }
}

/// What is known once the tensors of a file were read.
struct Reading {
    ExitCode code = ExitCode::Fine;  ///< the worst
    std::uint64_t read = 0;          ///< tensors
    std::uint64_t arrays = 0;        ///< of NumPy
    std::vector<std::string> unread; ///< of these, by name
};

/// The same of the arrays of NumPy among the values: what looks for NaN passes over none.
template <typename Take>
void readArrays(Session& session, const Checkpoint& checkpoint, const StatsOptions& options, Reading& reading,
                const Take& take)
{
    for (const auto& [entry, array] : checkpoint.pickledArrays()) {
        const std::string name = checkpoint.entryName(entry);
        if (session.progress.stopRequested() || session.output.done() || !globMatches(options.pattern, name)) {
            continue;
        }
        auto opened = checkpoint::openPickledArray(checkpoint, array, &session.progress);
        if (!opened) {
            session.warn(checkpoint.path() + (name.empty() ? "" : ": " + cairn::inQuotes(name)) + ": " +
                         opened.error().what.text());
            reading.code = ExitCode::NegativeVerdict;
            reading.unread.push_back(name);
            continue;
        }
        if ((*opened)->tensors().empty()) { // of a type that torch does not have
            continue;
        }
        TensorStats stats = statsOf(**opened, 0, options.bins, session.progress);
        stats.name = name;
        stats.array = std::move(*opened);
        const bool isBad = !stats.error.empty() || !stats.isAllFinite();
        reading.code = isBad ? ExitCode::NegativeVerdict : reading.code;
        reading.arrays += stats.error.empty() ? 1U : 0U;
        if (isBad || options.groups != 0) {
            take(stats);
        }
    }
}

/// Hands the statistics of each wanted tensor to `take`.
template <typename Take>
Reading forEach(Session& session, const Checkpoint& checkpoint, const StatsOptions& options,
                std::span<const TensorId> wanted, const Take& take)
{
    ProgressBar bar(platform::kStandardError, session.terminal.charset);
    BarState state;
    state.stage = "reading";
    for (const TensorId id : wanted) {
        state.totalBytes += checkpoint.logicalBytes(checkpoint.tensors()[id]);
    }
    Reading reading;
    for (const TensorId id : wanted) {
        if (bar.isOn()) {
            state.name = checkpoint.entryName(checkpoint.tensors()[id].entry);
            bar.draw(state);
        }
        const TensorStats stats = statsOf(checkpoint, id, options.bins, session.progress);
        if (session.progress.stopRequested() || session.output.done()) {
            break;
        }
        const bool hasValues = values::checkHasValues(checkpoint, checkpoint.tensors()[id]).has_value();
        const bool isBad = (hasValues && !stats.error.empty()) || (options.nan && !stats.isAllFinite());
        reading.code = isBad ? ExitCode::NegativeVerdict : reading.code;
        reading.read += stats.error.empty() ? 1U : 0U;
        state.doneBytes += checkpoint.logicalBytes(checkpoint.tensors()[id]);
        if (!options.nan || isBad || options.groups != 0) {
            take(stats);
        }
    }
    if (options.nan && !session.progress.stopRequested()) {
        readArrays(session, checkpoint, options, reading, take);
    }
    return reading;
}

std::vector<TensorId> wantedTensors(const Checkpoint& checkpoint, const StatsOptions& options)
{
    std::vector<TensorId> wanted;
    for (TensorId id = 0; id < checkpoint.tensors().size(); ++id) {
        if (isWanted(checkpoint, checkpoint.tensors()[id], options)) {
            wanted.push_back(id);
        }
    }
    return wanted;
}

/// What of a damaged file no number speaks of, or where numbers are not those that were saved; empty for others. Where
/// it was not asked for what is wrong, it warns of that in the tensors that are wanted; of a file afar it would take
/// another download.
Result<std::string> damageOf(Session& session, const Checkpoint& checkpoint, const StatsOptions& options,
                             const std::vector<TensorId>& wanted)
{
    if (const Issue* damage = checkpoint.damage()) {
        return withPlace(*damage).text();
    }
    if (!options.nan && remote::isAddress(checkpoint.path())) {
        return std::string();
    }
    if (!options.nan) {
        std::vector<checkpoint::StorageId> storages;
        std::ranges::transform(wanted, std::back_inserter(storages),
                               [&](TensorId id) { return checkpoint.tensors()[id].storage; });
        CAIRN_TRY(withBar(session.progress, session.terminal.charset, checkpoint.path(),
                          [&] { return warnOfDamage(session, checkpoint, std::move(storages)); }));
        return std::string();
    }
    const auto check = [&] { return convert::checkWholeness(checkpoint, &session.progress); };
    CAIRN_ASSIGN(wholeness, withBar(session.progress, session.terminal.charset, checkpoint.path(), check));
    return wholeness.faults.empty() ? std::string() : wholeness.faults.front().text;
}

Error noTensorNamed(const StatsOptions& options, const Checkpoint& checkpoint, const std::string& file)
{
    const bool mayBeFile = options.pattern.find_first_of("*?[") == std::string::npos;
    return error(ErrorCode::UnmetRequest, message("no tensor is named %1%2", cairn::inQuotes(options.pattern),
                                                  nearestEntryHint(options.pattern, checkpoint)))
        .in(file)
        .fix(mayBeFile ? message("There is no file of that name either; see the names with `cairn-cli inspect --tree`")
                       : message("See the names with `cairn-cli inspect --tree`"));
}

std::string foundNothing(const Reading& reading, bool isDamaged)
{
    return std::string("no NaN and no infinite number in ") + (isDamaged ? "what can be read: " : "") +
           countOf(reading.read, "tensor") +
           (reading.arrays == 0 ? "" : " and " + countOf(reading.arrays, "array") + " of NumPy");
}

/// One shard is not the model.
void warnOfPart(const Session& session, const Checkpoint& checkpoint)
{
    if (const auto part = checkpoint::wholeOf(checkpoint.path())) {
        session.warn(part->words.text() + ": see " + part->path);
    }
}

void printDamage(Screen& screen, const Checkpoint& checkpoint, const std::string& damage)
{
    const Issue* issue = checkpoint.damage();
    const bool isPacked = issue != nullptr && issue->code == ErrorCode::PiecePacked;
    screen.paragraph((isPacked ? "Not all of it can be read: " : "The file is damaged: ") + screen.safe(damage) +
                         (damage.ends_with('.') ? "" : "."),
                     Ink::Red);
}

/// Adds the tensors and arrays that were read to `looked`.
ExitCode statsOfFile(Session& session, const StatsOptions& options, const std::string& file, std::uint64_t& looked)
{
    auto opened = openInput(file, session.progress);
    if (!opened) {
        return reportFile(session, file, opened.error(), options.json, options.inputs.failedRow);
    }
    const Checkpoint& checkpoint = **opened;
    warnOfPart(session, checkpoint);
    const std::vector<TensorId> wanted = wantedTensors(checkpoint, options);
    const auto damage = damageOf(session, checkpoint, options, wanted);
    if (!damage) {
        return reportFile(session, file, damage.error(), options.json, options.inputs.failedRow);
    }
    const ExitCode least = damage->empty() ? ExitCode::Fine : ExitCode::NegativeVerdict;
    const bool hasArrays = options.nan && !checkpoint.pickledArrays().empty();
    if (checkpoint.tensors().empty() && !hasArrays && options.pattern == "*" && !options.json && damage->empty()) {
        if (!options.quiet) {
            session.output.write("No tensor is in " + cairn::inQuotes(file) + ".\n");
        }
        return ExitCode::Fine;
    }
    if (wanted.empty() && !hasArrays && options.pattern != "*") {
        return reportFile(session, file, noTensorNamed(options, checkpoint, file), options.json);
    }
    StatsGroups groups(options.groups);
    const auto addToGroup = [&](const TensorStats& stats) {
        groups.add(stats.name, stats.error.empty() ? &stats.statistics : nullptr);
    };
    if (options.json) {
        JsonWriter json(session.output.buffer());
        beginDocument(json, file);
        if (!damage->empty()) {
            json.key("damage").string(*damage);
        }
        json.key("tensors");
        json.beginArray();
        const Reading reading = forEach(session, checkpoint, options, wanted, [&](const TensorStats& stats) {
            if (options.groups != 0) {
                addToGroup(stats);
                return;
            }
            writeStatsJson(json, stats);
            session.output.drain();
        });
        json.endArray();
        looked += reading.read + reading.arrays;
        json.key("read").number(reading.read);
        if (!reading.unread.empty()) {
            json.texts("not_read", reading.unread);
        }
        if (options.groups != 0) {
            groups.write(json, options.nan);
        }
        json.endObject();
        session.output.write("\n");
        return worse(least, reading.code);
    }
    std::vector<TensorStats> all;
    const Reading reading = forEach(session, checkpoint, options, wanted, [&](const TensorStats& stats) {
        if (options.groups != 0) {
            addToGroup(stats);
        } else if (!options.quiet || options.nan || !stats.error.empty()) {
            all.push_back(stats);
        }
    });
    looked += reading.read + reading.arrays;
    Screen screen(session.output, session.terminal);
    const std::string nothing = foundNothing(reading, !damage->empty() || !reading.unread.empty());
    if (worse(least, reading.code) == ExitCode::Fine && (options.quiet || options.isList())) {
        if (!options.quiet && !session.progress.stopRequested()) {
            screen.line(screen.safe(file) + ": " + nothing);
        }
        return reading.code;
    }
    if (options.inputs.areSeveral()) {
        screen.line(screen.safe(file), Ink::Bold);
    }
    if (!all.empty()) {
        printAll(screen, all);
    } else if (!groups.print(screen, options.nan) && !options.quiet && !session.progress.stopRequested()) {
        screen.line("N" + nothing.substr(1) + ".");
    }
    if (!damage->empty()) {
        printDamage(screen, checkpoint, *damage);
    }
    return worse(least, reading.code);
}

ExitCode stats(Session& session, const StatsOptions& options)
{
    std::uint64_t files = 0;
    std::uint64_t bad = 0;
    std::uint64_t unread = 0;
    std::uint64_t looked = 0;
    const auto one = [&](const std::string& file) {
        const ExitCode code = statsOfFile(session, options, file, looked);
        ++files;
        bad += code == ExitCode::NegativeVerdict ? 1U : 0U;
        unread += code != ExitCode::Fine && code != ExitCode::NegativeVerdict ? 1U : 0U;
        return code;
    };
    const Telling telling = options.json ? Telling::Json : options.quiet ? Telling::Quiet : Telling::Text;
    const ExitCode code = forEachInput(session, options.inputs, telling, options.json || options.isList(), one);
    if (options.isList() && !options.quiet && !session.progress.stopRequested()) {
        session.output.write("\n" + groupedDigits(bad) + " of " + countOf(files, "file") +
                             (bad == 1 ? " holds" : " hold") + " NaN or infinite numbers, or damage" +
                             (unread == 0 ? "" : "; " + groupedDigits(unread) + " could not be read") + "\n");
    }
    // Of nothing, "no NaN" would be true, and no answer. One file without tensors beside others, as that of a
    // scheduler, is none of the model.
    if (options.nan && code == ExitCode::Fine && looked == 0 && !session.progress.stopRequested()) {
        if (!options.json) {
            session.output.write("There is no tensor to look at, so this says nothing of NaN.\n");
        }
        return ExitCode::NegativeVerdict;
    }
    return code;
}

} // namespace

void addStatsCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("stats", kStatsDescription);
    command->footer(withJsonSection(kStatsFooter));
    auto options = std::make_shared<StatsOptions>();
    addFileInputs(*command, options->inputs,
                  "A checkpoint, or several. After them may come a GLOB, such as '*.weight': only tensors whose name "
                  "fits.",
                  "FILE... [GLOB]");
    command->add_option("--bins", options->bins, "Add a histogram of so many bins.")
        ->option_text("N")
        ->check(wholeNumber(1, 1000));
    command
        ->add_option("--groups", options->groups,
                     "One row for all tensors whose names begin with the same N parts: 2 is for layers.0.")
        ->option_text("N")
        ->check(wholeNumber(1, 64))
        ->excludes("--bins");
    command->add_flag("--nan", options->nan, "Only tensors with NaN or infinite numbers; there shall be none.");
    command->add_flag("--json", options->json, "Print one line of JSON for each file instead.");
    command->add_flag("-q,--quiet", options->quiet,
                      "Print only what cannot be read, and with --nan the files that have some.");
    command->callback([options, &chosen] {
        splitPattern(*options);
        options->inputs.failedRow = options->isList() ? "not read" : "";
        chosen = [options](Session& session) { return stats(session, *options); };
    });
}

} // namespace cairn::cli
