#include "app/cli/common/command.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/input_stream.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/progress_bar.h"
#include "app/cli/common/unused_rules.h"
#include "app/cli/common/usage_error.h"
#include "app/cli/inspect/inspect_views.h"
#include "app/cli/values/damage_warning.h"
#include "app/cli/values/diff_report.h"
#include "core/base/progress.h"
#include "core/base/text/near_name.h"
#include "core/base/text/text.h"
#include "core/checkpoint/parameter_count.h"
#include "core/checkpoint/wrapper_names.h"
#include "core/convert/common/selection.h"
#include "core/remote/address.h"
#include "core/values/element_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>

namespace cairn::cli {

using checkpoint::Checkpoint;
using values::Comparison;
using values::Difference;

namespace {

constexpr std::size_t kMostParts = 8; ///< of each file that are looked at: all numbers are compared for each

constexpr const char* kDiffDescription =
    R"(tell how two checkpoints differ
Puts rows of the same name side by side and lists what only one has, and where type, shape, dtype, saved device, value or the numbers of tensors differ. Then it says what load_state_dict would raise if B were loaded into a model that saved A.

All tensors that both have are read. --no-values compares what else is there, without reading any.

Where the two keep the same state_dict in different places (one file is a state_dict, the other a dict with one in it), --state-dicts compares those alone. What was not compared is said; weights elsewhere that were not are no "no difference".)";

constexpr const char* kDiffFooter = R"(NUMBERS
    "Largest" is the largest |a - b| of a tensor, and "relative" the largest
    |a - b| over the larger of |a| and |b|. L2, with --sort l2, is the root of
    the sum of all (a - b) squared.

EXIT STATUS
    0    no difference; with --no-values this says nothing of the numbers
    1    there are differences, or not all could be compared: a file is
         damaged, or nested deeper than Cairn goes
    2    an error: the command line, or a file that does not open
    130  cancelled

EXAMPLES
    cairn-cli diff before.pth after.pth
    cairn-cli diff training.pth model.safetensors --same-weights
        Is that the model of this training? Exit status 0 says so.
    cairn-cli diff before.pth after.pth --sort l2 --top 20
        What did the training change most?
    cairn-cli diff a.pth half.pth --same-weights --ignore dtype --rtol 1e-3 \
        --atol 1e-7
        Is one a cast of the other?
    cairn-cli diff training.pth model.safetensors --state-dicts
    cairn-cli diff model.pth model.safetensors --json | jq '.counts'
)";

struct DiffOptions {
    std::string a;
    std::string b;
    bool noValues = false;
    bool stateDicts = false;
    bool sameWeights = false;
    std::vector<std::string> keep;
    std::vector<std::string> drop;
    std::vector<std::string> renames; ///< A=B
    std::vector<std::string> ignore;  ///< words of kIgnored
    values::Tolerance tolerance;
    std::string order = "file";
    std::optional<std::uint64_t> top;
    bool json = false;
    bool quiet = false;

    [[nodiscard]] bool choosesNames() const { return !keep.empty() || !drop.empty() || !renames.empty(); }
};

/// Shapes are no matter of taste: numbers of other shapes cannot be compared.
constexpr std::array kIgnored = {Difference::Device, Difference::Dtype,   Difference::Type,
                                 Difference::Value,  Difference::Missing, Difference::Unexpected};

std::vector<std::string> ignoredWords()
{
    std::vector<std::string> words;
    words.reserve(kIgnored.size());
    for (const Difference kind : kIgnored) {
        words.emplace_back(values::differenceName(kind));
    }
    return words;
}

values::Differences ignoredBy(const DiffOptions& options)
{
    values::Differences ignored;
    for (const Difference kind : kIgnored) {
        if (std::ranges::find(options.ignore, values::differenceName(kind)) != options.ignore.end()) {
            ignored.add(kind);
        }
    }
    return ignored;
}

/// The left side of a rename speaks of names that are without the modules that only wrap others.
std::string renamedNothing(const std::string& from, const Comparison& comparison)
{
    const Checkpoint& a = *comparison.a;
    const std::string root = checkpoint::nameWithoutWrappers(a.entryName(comparison.parts.a));
    std::vector<std::string> names;
    for (const checkpoint::Tensor& tensor : a.tensors()) {
        std::string name = checkpoint::nameWithoutWrappers(a.entryName(tensor.entry));
        name.erase(0, !root.empty() && name.starts_with(root + '.') ? root.size() + 1 : 0);
        names.push_back(std::move(name));
    }
    std::string wanted = checkpoint::nameWithoutWrappers(from);
    wanted.resize(wanted.find_last_not_of(".*") + 1);
    const std::string hint = nearestHint(wanted, names).text();
    return inQuotes(from) + " matched nothing; --same-weights takes the wrappers module and _orig_mod off all names" +
           (!hint.empty() || names.empty() ? hint : ", so that the first is " + inQuotes(names.front()));
}

/// A rule that matches nothing most likely is mistyped, and then more or less is compared than was meant.
Result<void> refuseUnusedRules(const convert::Selection& selection, const Comparison& comparison)
{
    const std::vector<std::string> unused = selection.unusedRules();
    if (unused.empty()) {
        return {};
    }
    constexpr std::string_view rename = "--rename \"";
    if (const std::string& rule = unused.front(); rule.starts_with(rename)) {
        const std::string text = rule.substr(rename.size());
        const std::string from = checkpoint::unescapedName(text.substr(0, checkpoint::signOfRule(text)));
        if (checkpoint::nameWithoutWrappers(from) != from) {
            return fail(error(ErrorCode::UnmetRequest, message("--rename %1", renamedNothing(from, comparison))));
        }
    }
    return fail(error(ErrorCode::UnmetRequest, verbatim(matchedNothing(unused.front(), *comparison.a))));
}

/// Of nothing, "no difference" would be true, and no answer.
Result<void> refuseNothing(const Comparison& comparison)
{
    if (!comparison.isSame() || comparison.pairs() != 0) {
        return {};
    }
    return fail(
        error(ErrorCode::UnmetRequest, message("with these options nothing is left of it that both files have, so "
                                               "nothing was compared; `cairn-cli inspect` lists the names in a file"))
            .in(comparison.a->path()));
}

Result<Comparison> compare(const Session& session, const DiffOptions& options, checkpoint::CheckpointPtr a,
                           checkpoint::CheckpointPtr b)
{
    CAIRN_ASSIGN(selection, convert::Selection::make(options.keep, options.drop, options.renames));
    const values::ComparedParts parts = options.stateDicts ? values::stateDictsOf(*a, *b) : values::ComparedParts{};
    const auto isWanted = [&selection](std::string_view name) { return selection.keeps(name); };
    values::WeightNames names;
    if (!options.renames.empty()) {
        names.renamed = [&selection](std::string_view name) { return selection.renamed(name); };
    }
    if (!selection.isEmpty()) {
        names.isWanted = isWanted;
    }
    CAIRN_ASSIGN(comparison, options.sameWeights
                                 ? values::compareWeights(std::move(a), std::move(b), &session.progress, names)
                                 : values::compareCheckpoints(std::move(a), std::move(b), parts, &session.progress));
    if (!selection.isEmpty() || !options.ignore.empty()) {
        values::narrow(comparison, isWanted, ignoredBy(options));
        CAIRN_TRY(refuseUnusedRules(selection, comparison));
        CAIRN_TRY(refuseNothing(comparison));
    }
    return std::move(comparison);
}

/// Reads and compares the numbers of all tensors that both have.
Result<values::NumberRows> compareNumbers(const Session& session, const DiffOptions& options, Comparison& comparison)
{
    ProgressBar bar(options.quiet ? kNoDescriptor : platform::kStandardError, session.terminal.charset);
    BarState state;
    state.stage = "comparing";
    const auto draw = [&](std::uint32_t row) {
        if (bar.isOn()) {
            state.name = comparison.nameOf(comparison.rows[row]);
            state.doneBytes = session.progress.done();
            state.totalBytes = session.progress.total();
            bar.draw(state);
        }
    };
    return values::compareNumbers(comparison, &session.progress, draw, options.tolerance);
}

/// The name of a row below `part`, up to its first dot, after that of the part.
std::string moduleOf(const std::string& name, const std::string& part)
{
    const std::size_t begin = part.empty() ? 0 : part.size() + 1;
    return name.substr(0, name.find('.', begin));
}

/// Groups and modules of one side that hold weights and were not compared: a student and its teacher.
std::vector<std::string> partsLeft(const Comparison& comparison, bool isOfA,
                                   const checkpoint::AveragedWeights& averages)
{
    const Checkpoint& checkpoint = isOfA ? *comparison.a : *comparison.b;
    const LargeVector<std::uint8_t> beside = checkpoint::rowsBesideModel(checkpoint, averages);
    const std::string part = checkpoint.entryName(isOfA ? comparison.parts.a : comparison.parts.b);
    const bool isOneModule = !(isOfA ? comparison.prefixA : comparison.prefixB).empty();
    std::vector<std::string> names;
    for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
        const std::string name = checkpoint.entryName(tensor.entry);
        const bool isInside = part.empty() || name.starts_with(part + '.');
        const std::string other = isInside && isOneModule ? moduleOf(name, part) : moduleOf(name, {});
        const bool isLooked = isInside && !isOneModule;
        if (beside[tensor.entry] == 0 && !isLooked && other != name && std::ranges::find(names, other) == names.end()) {
            names.push_back(other);
        }
        if (names.size() == kMostParts) {
            break;
        }
    }
    return names;
}

/// The tensors of one side that are compared with something, and, `withMissing`, those that the other side lacks.
std::vector<checkpoint::EntryId> comparedTensors(const Comparison& comparison, bool isOfA, bool withMissing)
{
    const Checkpoint& checkpoint = isOfA ? *comparison.a : *comparison.b;
    std::vector<checkpoint::EntryId> found;
    for (const values::RowPair& row : comparison.rows) {
        const checkpoint::EntryId own = isOfA ? row.a : row.b;
        const bool isAlone = (isOfA ? row.b : row.a) == checkpoint::kNoId;
        if (own != checkpoint::kNoId && !row.isLeftOut && (withMissing || !isAlone) &&
            checkpoint.entries()[own].kind == checkpoint::EntryKind::Tensor) {
            found.push_back(own);
        }
    }
    std::ranges::sort(found);
    return found;
}

/// Of weights that are not the same: a moving average, or other weights, in one of the files that is what the other
/// has.
Result<std::optional<SamePart>> findSamePart(const Session& session, const DiffOptions& options,
                                             const Comparison& comparison)
{
    if (!options.sameWeights || options.choosesNames() || comparison.isSame()) {
        return std::nullopt;
    }
    const checkpoint::AveragedWeights ofA = checkpoint::averagedWeights(*comparison.a);
    const checkpoint::AveragedWeights ofB = checkpoint::averagedWeights(*comparison.b);
    const auto isSame = [&](char side, const std::string& name) -> Result<bool> {
        DiffOptions one = options;
        one.keep = {name};
        auto part = compare(session, one, comparison.a, comparison.b);
        if (!part) { // the name is of no use as a pattern, or the other has no such weights
            return false;
        }
        CAIRN_TRY(compareNumbers(session, options, *part));
        const auto isAverage = [&](const values::RowPair& pair) {
            return (side == 'a' ? ofB.rows[pair.b] : ofA.rows[pair.a]) != 0;
        };
        const bool isWithWeights =
            std::ranges::none_of(part->tensorRows(), [&](std::uint32_t row) { return isAverage(part->rows[row]); });
        const bool isAllOfOther = std::ranges::includes(comparedTensors(*part, side != 'a', false),
                                                        comparedTensors(comparison, side != 'a', true));
        return isWithWeights && isAllOfOther && part->isKnownSame() && part->pairs() != 0;
    };
    for (const char side : {'a', 'b'}) {
        const bool isOfA = side == 'a';
        const checkpoint::AveragedWeights& own = isOfA ? ofA : ofB;
        for (const std::string& name : own.names | std::views::take(kMostParts)) {
            CAIRN_ASSIGN(same, isSame(side, name));
            if (same) {
                return SamePart{.side = side, .name = name, .isAverage = name != own.trained};
            }
        }
    }
    for (const char side : {'a', 'b'}) {
        for (const std::string& name : partsLeft(comparison, side == 'a', side == 'a' ? ofA : ofB)) {
            CAIRN_ASSIGN(same, isSame(side, name));
            if (same) {
                return SamePart{.side = side, .name = name};
            }
        }
    }
    return std::nullopt;
}

/// Whether a tensor that was compared with nothing is a weight: of what was compared all but buffers, and in other
/// groups what is called so, a table of numbers, or a row of them with a name, for trainings keep scores and counts
/// there and lists of such rows.
bool isLikeWeight(const Checkpoint& checkpoint, const checkpoint::Tensor& tensor, bool isInside)
{
    const std::string_view key = checkpoint.keyView(checkpoint.entries()[tensor.entry]);
    const bool isCalledSo = key == "weight" || key == "bias" || key.ends_with(".weight") || key.ends_with(".bias");
    const bool isNamed = key.find_first_not_of("0123456789") != std::string_view::npos;
    const std::size_t axes = checkpoint.shape(tensor).size();
    const bool isTable = axes > 1 && formats::dtypeInfo(tensor.dtype).bits > 8; // of whole numbers, too: packed weights
    const bool isOfNumbers = isTable || (!values::isInteger(tensor.dtype) && axes >= (isNamed ? 1U : 2U));
    return isCalledSo || ((isInside || isOfNumbers) && !checkpoint::isBuffer(checkpoint, tensor));
}

/// The groups of one side that hold weights which were compared with nothing, though what was compared is the same: a
/// head beside a backbone. Not counted is what a training keeps beside them.
std::vector<std::string> weightsLeft(const Comparison& comparison, bool isOfA)
{
    const Checkpoint& checkpoint = isOfA ? *comparison.a : *comparison.b;
    const LargeVector<std::uint8_t> beside = checkpoint::rowsBesideModel(checkpoint);
    const bool isOneModule = !(isOfA ? comparison.prefixA : comparison.prefixB).empty();
    std::vector<checkpoint::EntryId> tied = isOfA ? comparison.tiedA : comparison.tiedB;
    std::ranges::sort(tied);
    const std::vector<checkpoint::EntryId> compared = comparedTensors(comparison, isOfA, true);
    const std::string part = checkpoint.entryName(isOfA ? comparison.parts.a : comparison.parts.b);
    std::vector<std::string> names;
    for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
        std::string name = checkpoint.entryName(tensor.entry);
        const bool isInside = part.empty() ? isOneModule : name.starts_with(part + '.');
        if (tensor.part || !isLikeWeight(checkpoint, tensor, isInside) || beside[tensor.entry] != 0 ||
            std::ranges::binary_search(compared, tensor.entry) || std::ranges::binary_search(tied, tensor.entry)) {
            continue;
        }
        name = moduleOf(name, isInside ? part : std::string());
        if (std::ranges::find(names, name) == names.end() && names.size() < kMostParts) {
            names.push_back(std::move(name));
        }
    }
    return names;
}

/// The moving averages of one side that were not compared: weights that are the same may be averaged to others.
std::vector<std::string> averagesLeft(const Comparison& comparison, bool isOfA)
{
    const Checkpoint& checkpoint = isOfA ? *comparison.a : *comparison.b;
    std::vector<std::string> names = checkpoint::averagedWeights(checkpoint).names;
    for (const std::uint32_t row : names.empty() ? std::vector<std::uint32_t>() : comparison.tensorRows()) {
        const std::string compared = checkpoint.entryName(isOfA ? comparison.rows[row].a : comparison.rows[row].b);
        std::erase_if(names, [&](const std::string& name) { return compared.starts_with(name + '.'); });
    }
    return names;
}

/// Whether numbers that were compared are not those that were saved. Afar it would take another download.
Result<bool> findDamage(Session& session, const Comparison& comparison)
{
    bool isDamaged = false;
    for (const bool isOfA : {true, false}) {
        const Checkpoint& checkpoint = isOfA ? *comparison.a : *comparison.b;
        std::vector<checkpoint::StorageId> storages;
        for (const std::uint32_t row : comparison.tensorRows()) {
            const checkpoint::EntryId entry = isOfA ? comparison.rows[row].a : comparison.rows[row].b;
            storages.push_back(checkpoint.tensors()[checkpoint.entries()[entry].payload].storage);
        }
        if (!remote::isAddress(checkpoint.path())) {
            CAIRN_ASSIGN(found, warnOfDamage(session, checkpoint, std::move(storages)));
            isDamaged = isDamaged || found;
        }
    }
    return isDamaged;
}

/// Any trouble is 2, as with other programs that tell differences.
ExitCode trouble(const Session& session, const DiffOptions& options, const Error& error)
{
    if (options.json && !session.progress.stopRequested()) {
        JsonWriter json(session.output.buffer());
        beginDocument(json);
        json.key("a").string(options.a);
        json.key("b").string(options.b);
        writeErrorMember(json, error);
        json.endObject();
        session.output.write("\n");
    }
    return session.report(error) == ExitCode::Cancelled ? ExitCode::Cancelled : ExitCode::Usage;
}

ExitCode run(Session& session, const DiffOptions& options)
{
    if (const auto once = checkReadOnce(options.a, {{options.b}}, "the checkpoints to compare"); !once) {
        return session.report(once.error());
    }
    if (options.noValues && ordersByNumbers(options.order)) {
        return session.report(
            error(ErrorCode::Usage,
                  message("--sort %1 needs the numbers that --no-values does not read", options.order))
                .fix(message("Leave one of them out")));
    }
    auto a = openInput(options.a, session.progress);
    if (!a) {
        return trouble(session, options, a.error());
    }
    auto b = openInput(options.b, session.progress);
    if (!b) {
        return trouble(session, options, b.error());
    }
    auto comparison = compare(session, options, *a, *b);
    if (!comparison) {
        return trouble(session, options, comparison.error());
    }
    values::NumberRows numbers;
    if (!options.noValues) {
        auto compared = compareNumbers(session, options, *comparison);
        if (!compared) {
            return trouble(session, options, compared.error());
        }
        numbers = std::move(*compared);
    }
    const auto damaged = options.noValues ? Result<bool>(false) : findDamage(session, *comparison);
    if (!damaged) {
        return trouble(session, options, damaged.error());
    }
    auto same = findSamePart(session, options, *comparison);
    if (!same) {
        return trouble(session, options, same.error());
    }
    const bool isSame = !options.choosesNames() && comparison->isSame();
    const bool isSameModel = options.sameWeights && isSame;
    const bool isSamePart = isSameModel || (options.stateDicts && isSame);
    const DiffReport report{.comparison = *comparison,
                            .numbers = numbers,
                            .withNumbers = !options.noValues,
                            .order = options.order,
                            .most = options.top,
                            .samePart = std::move(*same),
                            .averagesLeftA = isSameModel ? averagesLeft(*comparison, true) : std::vector<std::string>(),
                            .averagesLeftB =
                                isSameModel ? averagesLeft(*comparison, false) : std::vector<std::string>(),
                            .weightsLeftA = isSamePart ? weightsLeft(*comparison, true) : std::vector<std::string>(),
                            .weightsLeftB = isSamePart ? weightsLeft(*comparison, false) : std::vector<std::string>(),
                            .isDamaged = *damaged};
    if (options.json) {
        writeDiffJson(session.output, report);
    } else if (!options.quiet) {
        Screen screen(session.output, session.terminal);
        printDiff(screen, report);
    }
    return report.isKnownSame() ? ExitCode::Fine : ExitCode::NegativeVerdict;
}

} // namespace

void addDiffCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("diff", kDiffDescription);
    command->footer(withJsonSection(kDiffFooter));
    auto options = std::make_shared<DiffOptions>();
    command->add_option("A", options->a, "A checkpoint.")->option_text("A")->required();
    command->add_option("B", options->b, "The checkpoint that is compared with it.")->option_text("B")->required();
    auto* noValues = command->add_flag("--no-values", options->noValues,
                                       "Compare all but the numbers of the tensors, without reading any.");
    command->add_flag("--values")
        ->description("Compare the numbers of the tensors, too, as is done without it.")
        ->group(kRareOptions)
        ->excludes(noValues);
    command->add_flag(
        "--state-dicts", options->stateDicts,
        "Compare the state_dicts in the files instead of the files: in each the group with most tensors.");
    auto* sameWeights = command->add_flag(
        "--same-weights", options->sameWeights,
        "Are the weights the same? Only tensors are compared, with their numbers: whatever device they "
        "were saved on, and whatever wraps the model.");
    sameWeights->excludes(noValues);
    addRepeatable(*command, "--keep", options->keep, "Compare only entries whose names fit; may be repeated.")
        ->option_text("GLOB");
    addRepeatable(*command, "--drop", options->drop, "Leave out entries whose names fit; may be repeated.")
        ->option_text("GLOB");
    addRepeatable(*command, "--rename", options->renames,
                  "With --same-weights: compare A's entries by other names, as in `convert`.")
        ->option_text("A=B")
        ->needs(sameWeights);
    addRepeatable(*command, "--ignore", options->ignore,
                  "No difference: device, dtype, type, value, missing or unexpected; may be repeated.")
        ->option_text("WHAT")
        ->transform(oneOf(ignoredWords()));
    auto* atol =
        command->add_option("--atol", options->tolerance.absolute, "Numbers so close are the same; see --rtol.")
            ->option_text("NUMBER")
            ->check(notNegative())
            ->excludes(noValues);
    auto* rtol =
        command
            ->add_option("--rtol", options->tolerance.relative,
                         "And so are those within this share of B's: |a - b| <= atol + rtol * |b|, as torch.allclose.")
            ->option_text("NUMBER")
            ->check(notNegative())
            ->excludes(noValues);
    command
        ->add_option("--sort", options->order,
                     "The order of rows: file (default), name, size; or by numbers, largest first: max, relative, l2.")
        ->option_text("ORDER")
        ->transform(oneOf(rowOrders()));
    command
        ->add_option("--top", options->top,
                     "Show so many rows at most (default: 50 as text, all as JSON); 0 shows all.")
        ->option_text("N")
        ->check(wholeNumber(0, 1'000'000'000));
    command->add_flag("--json", options->json, "Print one JSON document instead.");
    command->add_flag("-q,--quiet", options->quiet, "Print nothing but errors: the exit status tells.");
    command->callback([options, atol, rtol, &chosen] {
        options->tolerance.isGiven = atol->count() + rtol->count() != 0;
        chosen = [options](Session& session) { return run(session, *options); };
    });
}

} // namespace cairn::cli
