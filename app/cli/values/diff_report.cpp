#include "app/cli/values/diff_report.h"

#include "app/cli/common/json_writer.h"
#include "app/cli/common/table.h"
#include "app/cli/inspect/entry_cells.h"
#include "app/cli/values/diff_names.h"
#include "app/cli/values/diff_rows.h"
#include "core/base/text/glob.h"
#include "core/base/text/shell_word.h"
#include "core/rows/row_text.h"
#include "core/values/element_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using values::Comparison;
using values::Difference;
using values::kDifferences;
using values::RowPair;

namespace {

std::string shortNumber(double number)
{
    return values::numberText(number, values::NumberFormat::Short);
}

/// A row of one side in one cell: "float32 64×3 cuda:0", or its value.
std::string sideText(const Screen& screen, const Checkpoint& checkpoint, EntryId id)
{
    if (id == kNoId) {
        return {};
    }
    const Entry& entry = checkpoint.entries()[id];
    if (entry.kind == EntryKind::Tensor) {
        const checkpoint::Tensor& tensor = checkpoint.tensors()[entry.payload];
        return std::string(formats::dtypeInfo(tensor.dtype).name) + ' ' + shapeText(screen, checkpoint, tensor) + ' ' +
               screen.safe(checkpoint.deviceTag(tensor.device));
    }
    const std::string value = valueText(screen, checkpoint, entry);
    return value.empty() ? screen.safe(rows::shortTypeName(checkpoint, entry)) : value;
}

Ink inkOf(const RowPair& row)
{
    return row.own.has(Difference::Missing) ? Ink::Red : row.own.has(Difference::Unexpected) ? Ink::Green : Ink::Yellow;
}

std::string wordsOf(const RowPair& row)
{
    std::string words;
    for (std::size_t kind = 0; kind < kDifferences; ++kind) {
        if (row.own.has(static_cast<Difference>(kind))) {
            words += words.empty() ? "" : ", ";
            words += values::differenceName(static_cast<Difference>(kind));
        }
    }
    return words;
}

std::string distanceText(const DiffReport& report, const Screen& screen, std::uint32_t row)
{
    const values::NumberRow* numbers = values::findRow(report.numbers, row);
    if (numbers == nullptr) {
        return {};
    }
    const values::ValueDifference& found = numbers->difference;
    if (!numbers->error.empty()) {
        return screen.safe(numbers->error);
    }
    std::string text;
    if (found.different == 0 && found.otherBytes != 0) {
        return "other bits in " + groupedDigits(found.otherBytes) + " of " + groupedDigits(found.elements);
    }
    if (found.different != found.notFinite) {
        text = shortNumber(found.largest) + " (relative " + shortNumber(found.largestRelative) +
               (report.order == "l2" ? ", L2 " + shortNumber(std::sqrt(found.squares)) : "") + ")";
    }
    if (found.notFinite != 0) {
        text += (text.empty() ? "" : ", ") + groupedDigits(found.notFinite) + " NaN or infinite on one side";
    }
    return text;
}

/// Rows that differ by the saved device alone, from one to one other, as those of a copy do.
class MovedRows {
public:
    explicit MovedRows(const Comparison& comparison) : m_comparison(comparison) {}

    /// Whether it is one of many: the first few are examples enough.
    bool isOneOfMany(std::uint32_t row)
    {
        constexpr std::uint64_t enough = 5;
        const RowPair& pair = m_comparison.rows[row];
        values::Differences device;
        device.add(Difference::Device);
        if (pair.a == kNoId || pair.b == kNoId || pair.own != device) {
            return false;
        }
        return ++m_moves[{tagOf(*m_comparison.a, pair.a), tagOf(*m_comparison.b, pair.b)}] > enough;
    }

    /// "cuda:0 to cpu"; empty where they moved between more than two devices.
    [[nodiscard]] std::string text() const
    {
        return m_moves.size() == 1 ? m_moves.begin()->first.first + " to " + m_moves.begin()->first.second : "";
    }

private:
    static std::string tagOf(const Checkpoint& checkpoint, EntryId id)
    {
        const Entry& entry = checkpoint.entries()[id];
        return entry.kind == EntryKind::Tensor
                   ? std::string(checkpoint.deviceTag(checkpoint.tensors()[entry.payload].device))
                   : std::string();
    }

    const Comparison& m_comparison;
    std::map<std::pair<std::string, std::string>, std::uint64_t> m_moves;
};

void printRows(Screen& screen, const DiffReport& report)
{
    constexpr std::uint64_t mostAsText = 50;
    const Comparison& comparison = report.comparison;
    std::vector<std::uint32_t> rows = differingRows(report);
    MovedRows moved(comparison);
    const std::size_t all = rows.size();
    if (!report.most) {
        std::erase_if(rows, [&moved](std::uint32_t row) { return moved.isOneOfMany(row); });
    }
    const std::size_t folded = all - rows.size();
    const std::size_t shown = shownOf(rows.size(), report.most.value_or(mostAsText));
    const Table table({{.title = "Difference", .elide = Elide::End, .least = 10},
                       {.title = "Name", .elide = Elide::Middle, .least = 16},
                       {.title = "A", .elide = Elide::Middle, .least = 12},
                       {.title = "B", .elide = Elide::Middle, .least = 12},
                       {.title = "Largest", .elide = Elide::End, .least = 8}});
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row cells(5);
        for (const std::uint32_t row : std::span(rows).first(shown)) {
            const RowPair& pair = comparison.rows[row];
            const std::string name = comparison.nameOf(pair);
            cells[0].set(wordsOf(pair), inkOf(pair));
            cells[1].set(name.empty() ? "(all)" : screen.safe(name));
            cells[2].set(sideText(screen, *comparison.a, pair.a));
            cells[3].set(sideText(screen, *comparison.b, pair.b));
            cells[4].set(distanceText(report, screen, row));
            sink(cells);
        }
    });
    if (folded != 0) {
        const std::string devices = moved.text();
        screen.paragraph("And " + countOf(folded, "more row") + " that differ" + (folded == 1 ? "s" : "") +
                             " by the saved device alone" + (devices.empty() ? "" : ", " + screen.safe(devices)) +
                             "; --top 0 shows all.",
                         Ink::Dim);
    }
    if (shown != rows.size()) {
        screen.paragraph("And " + countOf(rows.size() - shown, "more row") + "; --top 0 shows all.", Ink::Dim);
    }
}

using Counts = std::array<std::uint64_t, kDifferences>;

/// "shape (2), dtype (1)"; empty if there are none.
std::string summary(const Counts& counts)
{
    std::string text;
    for (std::size_t kind = 0; kind < kDifferences; ++kind) {
        if (counts[kind] != 0) {
            text += (text.empty() ? "" : ", ") + std::string(values::differenceName(static_cast<Difference>(kind))) +
                    " (" + groupedDigits(counts[kind]) + ")";
        }
    }
    return text;
}

std::uint64_t comparedRows(const Comparison& comparison)
{
    return comparison.rows.size() - comparison.leftOut;
}

/// Why something of the two files was compared with nothing.
std::string notComparedParts(const Comparison& comparison)
{
    std::string text;
    for (const auto& [side, checkpoint] : {std::pair("A", &*comparison.a), {"B", &*comparison.b}}) {
        if (const Issue* issue = values::notCompared(*checkpoint)) {
            text += std::string(text.empty() ? "" : " ") + side + (isDamage(*issue) ? " is damaged: " : ": ") +
                    withPlace(*issue).text() + '.';
        }
    }
    return text;
}

std::vector<std::string> namesOf(const Checkpoint& checkpoint, std::span<const EntryId> rows)
{
    std::vector<std::string> names(rows.size());
    std::ranges::transform(rows, names.begin(), [&checkpoint](EntryId id) { return checkpoint.entryName(id); });
    return names;
}

/// What the verdict does not speak of. Names in it are as they are in the files.
std::string notComparedText(const DiffReport& report)
{
    const Comparison& comparison = report.comparison;
    std::string text = report.withNumbers ? "" : " The numbers in tensors were not compared (--no-values).";
    if (comparison.outside != 0) {
        text += comparison.weightsAlone ? " " + countOf(comparison.outside, "tensor") + " elsewhere in the files "
                                        : " " + countOf(comparison.outside, "row") + " outside the state_dicts ";
        text += std::string(comparison.outside == 1 ? "was" : "were") + " not compared.";
    }
    for (const auto& [side, checkpoint, tied] :
         {std::tuple("A", &*comparison.a, &comparison.tiedA), {"B", &*comparison.b, &comparison.tiedB}}) {
        if (!tied->empty()) {
            constexpr std::size_t most = 3;
            const bool isOne = tied->size() == 1;
            text += " " + listOf(namesOf(*checkpoint, *tied), most).text() + " of " + side + " alone " +
                    (isOne ? "is a second name" : "are second names") + " of what was compared.";
        }
    }
    if (comparison.leftOut != 0) {
        text += " " + countOf(comparison.leftOut, "row") + " of other names " +
                (comparison.leftOut == 1 ? "was" : "were") + " left out.";
    }
    if (const std::string ignored = summary(comparison.ignored); !ignored.empty()) {
        text += " Ignored: " + ignored + ".";
    }
    const auto isTolerated = [](const values::NumberRow& row) { return row.difference.tolerated != 0; };
    if (const auto tolerated = std::ranges::count_if(report.numbers, isTolerated); tolerated != 0) {
        text += " In " + countOf(static_cast<std::uint64_t>(tolerated), "tensor") +
                " are numbers that differ within the tolerance.";
    }
    if (comparison.weightsAlone) {
        text += " Nothing but tensors was compared.";
    }
    if (comparison.attributes != 0) {
        text += " " + countOf(comparison.attributes, "attribute") + " of objects " +
                (comparison.attributes == 1 ? "was" : "were") + " not compared: one of the formats has none.";
    }
    if (comparison.cut != 0) {
        text += " Of " + countOf(comparison.cut, "large value") + " the beginning alone was compared.";
    }
    return text;
}

/// Files without a name in common may hold the same state_dict in different places.
void printOtherParts(Screen& screen, const Comparison& comparison)
{
    const bool hasOthers = !values::stateDictsOf(*comparison.a, *comparison.b).areWhole();
    const auto has = [&](Difference kind) { return comparison.counts[static_cast<std::size_t>(kind)] != 0; };
    if (comparison.tensors == 0 && !comparison.weightsAlone && has(Difference::Missing) &&
        has(Difference::Unexpected)) {
        screen.paragraph("No tensor has one name in both. --same-weights compares them whatever wraps the model, as "
                         "DistributedDataParallel and torch.compile do.",
                         Ink::Dim);
    } else if (!comparison.hasCommonName() && comparison.parts.areWhole() && hasOthers) {
        screen.paragraph("The files have no name in common at the top. --state-dicts compares the state_dicts in them.",
                         Ink::Dim);
    }
}

/// Whether numbers are as near as a cast to a dtype of two bytes leaves them.
bool mayBeRounded(const DiffReport& report)
{
    constexpr double mostOfBFloat16 = 0.008;
    constexpr double mostOfFloat16 = 1e-7; // below the smallest numbers that it has with all digits
    return std::ranges::all_of(report.numbers, [](const values::NumberRow& row) {
        const values::ValueDifference& found = row.difference;
        return row.error.empty() && (found.largestRelative <= mostOfBFloat16 || found.largest <= mostOfFloat16);
    });
}

/// Of weights that were cast to another dtype, how to ask whether they are the same but for that.
void printOtherDtypes(Screen& screen, const DiffReport& report)
{
    const Comparison& comparison = report.comparison;
    const auto countOfKind = [&](Difference kind) { return comparison.counts[static_cast<std::size_t>(kind)]; };
    if (!comparison.weightsAlone || countOfKind(Difference::Dtype) == 0) {
        return;
    }
    if (countOfKind(Difference::Numbers) != 0 && !mayBeRounded(report)) {
        return;
    }
    screen.paragraph(countOfKind(Difference::Numbers) == 0
                         ? "Dtypes are no difference with --ignore dtype."
                         : "Weights that a cast has rounded are the same with --ignore dtype, and --rtol 0.004 for "
                           "bfloat16 or --rtol 0.0005 --atol 1e-7 for float16.",
                     Ink::Dim);
}

/// Where the same weights are, if it is not where they were looked for.
void printSamePart(Screen& screen, const DiffReport& report)
{
    if (report.samePart) {
        const bool isOfA = report.samePart->side == 'a';
        screen.paragraph("The same weights as in " + std::string(isOfA ? "B" : "A") + " are in " +
                             screen.safe(inQuotes(report.samePart->name)) + " of " + (isOfA ? "A" : "B") +
                             (report.samePart->isAverage ? ", a moving average: " : ": ") +
                             screen.safe("--keep " + shellWord(globEscaped(report.samePart->name))) +
                             " compares it alone.",
                         Ink::Yellow);
    }
}

/// ""ema" of A and "net" of B"; empty where there are none.
std::string namesOfSides(const std::vector<std::string>& ofA, const std::vector<std::string>& ofB)
{
    constexpr std::size_t most = 3;
    std::string text;
    for (const auto& [side, names] : {std::pair("A", &ofA), {"B", &ofB}}) {
        std::vector<std::string> quoted;
        std::ranges::transform(*names, std::back_inserter(quoted), inQuotes);
        if (!names->empty()) {
            text += (text.empty() ? "" : " and ") + listOf(quoted, most).text() + " of " + side;
        }
    }
    return text;
}

/// The name that all weights which were compared begin with, in the file that has others, too.
std::string comparedModule(const DiffReport& report)
{
    const Comparison& comparison = report.comparison;
    const bool isOfA = !report.weightsLeftA.empty();
    std::string name =
        isOfA ? comparison.a->entryName(comparison.parts.a) : comparison.b->entryName(comparison.parts.b);
    const std::string& prefix = isOfA ? comparison.prefixA : comparison.prefixB;
    name += (name.empty() || prefix.empty() ? "" : ".") + prefix;
    name.resize(name.find_last_not_of('.') + 1);
    return name;
}

/// Why files are not the same in which all is the same that has a place in both.
void printWeightsLeft(Screen& screen, const DiffReport& report)
{
    if (report.hasWeightsLeft()) {
        const std::string module = comparedModule(report);
        const bool isOfWeights = report.comparison.weightsAlone;
        const std::string way = isOfWeights
                                    ? "--keep " + shellWord(globEscaped(module)) + " asks about those that both have."
                                    : "Leave out --state-dicts, or see --same-weights.";
        screen.paragraph((isOfWeights ? "Weights that only one of them has: " : "Weights elsewhere, not compared: ") +
                             screen.safe(namesOfSides(report.weightsLeftA, report.weightsLeftB)) + '.' +
                             (isOfWeights && module.empty() ? "" : ' ' + screen.safe(way)),
                         Ink::Red);
    }
}

/// Weights that are the same may be averaged to others.
void printAveragesLeft(Screen& screen, const DiffReport& report)
{
    const std::string text = screen.safe(namesOfSides(report.averagesLeftA, report.averagesLeftB));
    if (!text.empty()) {
        const std::string& first = (report.averagesLeftA.empty() ? report.averagesLeftB : report.averagesLeftA).front();
        screen.paragraph("Moving averages were not compared: " + text + ". " +
                             screen.safe("--keep " + shellWord(globEscaped(first))) + " compares one alone.",
                         Ink::Yellow);
    }
}

} // namespace

void printDiff(Screen& screen, const DiffReport& report)
{
    const Comparison& comparison = report.comparison;
    if (!comparison.parts.areWhole()) {
        const auto nameOf = [&](const Checkpoint& checkpoint, EntryId id) {
            return id == 0 ? "the whole" : screen.safe(inQuotes(checkpoint.entryName(id)));
        };
        screen.paragraph("Comparing " + nameOf(*comparison.a, comparison.parts.a) + " of A with " +
                             nameOf(*comparison.b, comparison.parts.b) + " of B.",
                         Ink::Dim);
    }
    if (const std::string prefixes = namesWithout(screen, comparison); !prefixes.empty()) {
        screen.paragraph("Names are compared without " + prefixes + '.', Ink::Dim);
    }
    const std::string numbers = screen.safe(notComparedText(report));
    const std::string missing = screen.safe(notComparedParts(comparison));
    if (comparison.isSame()) {
        const std::string where = missing.empty() ? ": " : " in what could be compared: ";
        screen.paragraph(comparison.weightsAlone
                             ? (report.hasWeightsLeft() ? "The same where both have them" : "The same weights") +
                                   where + countOf(comparison.pairs(), "tensor") + "." + numbers
                             : "No difference" + where + countOf(comparedRows(comparison), "row") + ", " +
                                   countOf(comparison.tensors, "tensor") + "." + numbers);
    }
    if (!missing.empty()) {
        screen.paragraph(missing, Ink::Red);
    }
    if (report.isDamaged) {
        screen.paragraph("Numbers that were compared are not those that were saved, as the warnings say.", Ink::Red);
    }
    if (comparison.isSame()) {
        printWeightsLeft(screen, report);
        printAveragesLeft(screen, report);
        return;
    }
    printRows(screen, report);
    screen.newLine();
    screen.paragraph("Differences: " + summary(comparison.counts) + "." + numbers);
    printOtherParts(screen, comparison);
    printOtherDtypes(screen, report);
    printSamePart(screen, report);
    // Whoever asks for the weights alone knows that the names may have other beginnings.
    if (const std::string message = comparison.loadMessage(); !message.empty() && !comparison.weightsAlone) {
        screen.newLine();
        screen.line("load_state_dict(B) into a model that saved A raises", Ink::Bold);
        std::size_t begin = 0;
        for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
            end = message.find('\n', begin);
            const std::string line = message.substr(begin, end - begin);
            screen.line(line.starts_with('\t') ? "    " + screen.safe(line.substr(1)) : screen.safe(line));
        }
    }
}

namespace {

void writeSide(JsonWriter& json, const Checkpoint& checkpoint, EntryId id)
{
    if (id == kNoId) {
        json.null();
        return;
    }
    const Entry& entry = checkpoint.entries()[id];
    json.beginObject();
    json.key("type").string(checkpoint.typeName(entry));
    if (entry.kind == EntryKind::Tensor) {
        const checkpoint::Tensor& tensor = checkpoint.tensors()[entry.payload];
        json.key("dtype").string(formats::dtypeInfo(tensor.dtype).name);
        json.numbers("shape", checkpoint.shape(tensor));
        json.key("device").string(checkpoint.deviceTag(tensor.device));
    } else if (entry.kind == EntryKind::Value) {
        json.key("value").string(checkpoint.valueRepr(entry));
    }
    json.endObject();
}

void writeCounts(JsonWriter& json, std::string_view name, const Counts& counts)
{
    json.key(name);
    json.beginObject();
    for (std::size_t kind = 0; kind < kDifferences; ++kind) {
        json.key(values::differenceName(static_cast<Difference>(kind))).number(counts[kind]);
    }
    json.endObject();
}

void writeRow(JsonWriter& json, const DiffReport& report, std::uint32_t row)
{
    const RowPair& pair = report.comparison.rows[row];
    json.beginObject();
    json.key("name").string(report.comparison.nameOf(pair));
    json.key("differences");
    json.beginArray();
    for (std::size_t kind = 0; kind < kDifferences; ++kind) {
        if (pair.own.has(static_cast<Difference>(kind))) {
            json.string(values::differenceName(static_cast<Difference>(kind)));
        }
    }
    json.endArray();
    json.key("a");
    writeSide(json, *report.comparison.a, pair.a);
    json.key("b");
    writeSide(json, *report.comparison.b, pair.b);
    if (const values::NumberRow* numbers = values::findRow(report.numbers, row);
        numbers != nullptr && !numbers->error.empty()) {
        json.key("error").string(numbers->error);
    } else if (numbers != nullptr) {
        json.key("elements").number(numbers->difference.elements);
        json.key("different").number(numbers->difference.different);
        json.key("not_finite").number(numbers->difference.notFinite);
        json.key("other_bytes").number(numbers->difference.otherBytes);
        json.key("tolerated").number(numbers->difference.tolerated);
        json.key("l2").number(std::sqrt(numbers->difference.squares));
        json.key("max_abs").number(numbers->difference.largest);
        json.key("max_relative").number(numbers->difference.largestRelative);
    }
    json.endObject();
}

} // namespace

void writeDiffJson(Output& output, const DiffReport& report)
{
    const Comparison& comparison = report.comparison;
    JsonWriter json(output.buffer());
    beginDocument(json);
    json.key("a").string(comparison.a->path());
    json.key("b").string(comparison.b->path());
    json.key("root_a").string(comparison.a->entryName(comparison.parts.a));
    json.key("root_b").string(comparison.b->entryName(comparison.parts.b));
    json.key("prefix_a").string(comparison.prefixA);
    json.key("prefix_b").string(comparison.prefixB);
    json.key("same").boolean(report.isKnownSame());
    for (const auto& [side, checkpoint] : {std::pair("_a", &*comparison.a), {"_b", &*comparison.b}}) {
        if (const Issue* issue = values::notCompared(*checkpoint)) {
            json.key(std::string(isDamage(*issue) ? "damage" : "limit") + side).string(issue->message.text());
        }
    }
    if (report.samePart) {
        const std::string key = report.samePart->isAverage ? "same_average" : "same_part";
        json.key(key + "_in").string(std::string_view(&report.samePart->side, 1));
        json.key(key).string(report.samePart->name);
    }
    json.key("weights_alone").boolean(comparison.weightsAlone);
    json.key("values_compared").boolean(report.withNumbers);
    json.key("not_compared");
    json.beginObject();
    json.key("rows_outside").number(comparison.outside);
    json.key("attributes").number(comparison.attributes);
    json.key("large_values").number(comparison.cut);
    json.key("rows_left_out").number(comparison.leftOut);
    json.texts("averages_a", report.averagesLeftA);
    json.texts("averages_b", report.averagesLeftB);
    json.texts("weights_a", report.weightsLeftA);
    json.texts("weights_b", report.weightsLeftB);
    json.texts("tied_a", namesOf(*comparison.a, comparison.tiedA));
    json.texts("tied_b", namesOf(*comparison.b, comparison.tiedB));
    json.endObject();
    writeCounts(json, "counts", comparison.counts);
    writeCounts(json, "ignored", comparison.ignored);
    json.key("load_state_dict").string(comparison.loadMessage());
    json.key("rows");
    json.beginArray();
    const std::vector<std::uint32_t> rows = differingRows(report);
    const std::size_t shown = shownOf(rows.size(), report.most);
    for (const std::uint32_t row : std::span(rows).first(shown)) {
        if (output.done()) {
            break;
        }
        writeRow(json, report, row);
        output.drain();
    }
    json.endArray();
    json.key("rows_not_shown").number(rows.size() - shown);
    json.endObject();
    output.write("\n");
}

} // namespace cairn::cli
