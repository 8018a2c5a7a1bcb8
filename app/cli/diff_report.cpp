#include "app/cli/diff_report.h"

#include "app/cli/entry_cells.h"
#include "app/cli/table.h"
#include "core/base/json_writer.h"
#include "core/values/element_text.h"

#include <algorithm>

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
    return value.empty() ? screen.safe(shortTypeName(checkpoint, entry)) : value;
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
        text = shortNumber(found.largest) + " (relative " + shortNumber(found.largestRelative) + ")";
    }
    if (found.notFinite != 0) {
        text += (text.empty() ? "" : ", ") + groupedDigits(found.notFinite) + " NaN or infinite on one side";
    }
    return text;
}

void printRows(Screen& screen, const DiffReport& report)
{
    const Comparison& comparison = report.comparison;
    const Table table({{.title = "Difference", .elide = Elide::End, .least = 10},
                       {.title = "Name", .elide = Elide::Middle, .least = 16},
                       {.title = "A", .elide = Elide::Middle, .least = 12},
                       {.title = "B", .elide = Elide::Middle, .least = 12},
                       {.title = "Largest", .elide = Elide::End, .least = 8}});
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row cells(5);
        for (std::uint32_t row = 0; row < comparison.rows.size(); ++row) {
            const RowPair& pair = comparison.rows[row];
            if (pair.own.isEmpty()) {
                continue;
            }
            const std::string name = comparison.nameOf(pair);
            cells[0].set(wordsOf(pair), inkOf(pair));
            cells[1].set(name.empty() ? "(all)" : screen.safe(name));
            cells[2].set(sideText(screen, *comparison.a, pair.a));
            cells[3].set(sideText(screen, *comparison.b, pair.b));
            cells[4].set(distanceText(report, screen, row));
            sink(cells);
        }
    });
}

std::string summary(const DiffReport& report)
{
    std::string text;
    for (std::size_t kind = 0; kind < kDifferences; ++kind) {
        if (report.comparison.counts[kind] != 0) {
            text += (text.empty() ? "" : ", ") + groupedDigits(report.comparison.counts[kind]) + ' ' +
                    std::string(values::differenceName(static_cast<Difference>(kind)));
        }
    }
    return text;
}

/// What the verdict does not speak of.
std::string notComparedText(const DiffReport& report)
{
    const Comparison& comparison = report.comparison;
    std::string text = report.withNumbers ? "" : " The numbers in tensors were not compared (--values).";
    if (comparison.outside != 0) {
        text += " " + countOf(comparison.outside, "row") + " outside the state_dicts " +
                (comparison.outside == 1 ? "was" : "were") + " not compared.";
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
    if (!comparison.hasCommonName() && comparison.parts.areWhole() && hasOthers) {
        screen.paragraph("The files have no name in common at the top. --state-dicts compares the state_dicts in them.",
                         Ink::Dim);
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
    const std::string numbers = notComparedText(report);
    if (comparison.isSame()) {
        screen.paragraph(comparison.weightsAlone
                             ? "The same weights: " + countOf(comparison.rows.size() - 1, "tensor") + "." + numbers
                             : "No difference: " + countOf(comparison.rows.size(), "row") + ", " +
                                   countOf(comparison.tensors, "tensor") + "." + numbers);
        return;
    }
    printRows(screen, report);
    screen.newLine();
    screen.paragraph("Differences: " + summary(report) + "." + numbers);
    printOtherParts(screen, comparison);
    if (const std::string message = comparison.loadMessage(); !message.empty()) {
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
    json.key("type");
    json.string(checkpoint.typeName(entry));
    if (entry.kind == EntryKind::Tensor) {
        const checkpoint::Tensor& tensor = checkpoint.tensors()[entry.payload];
        json.key("dtype");
        json.string(formats::dtypeInfo(tensor.dtype).name);
        json.numbers("shape", checkpoint.shape(tensor));
        json.key("device");
        json.string(checkpoint.deviceTag(tensor.device));
    } else if (entry.kind == EntryKind::Value) {
        json.key("value");
        json.string(checkpoint.valueRepr(entry));
    }
    json.endObject();
}

void writeRow(JsonWriter& json, const DiffReport& report, std::uint32_t row)
{
    const RowPair& pair = report.comparison.rows[row];
    json.beginObject();
    json.key("name");
    json.string(report.comparison.nameOf(pair));
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
        json.key("error");
        json.string(numbers->error);
    } else if (numbers != nullptr) {
        json.key("elements");
        json.number(numbers->difference.elements);
        json.key("different");
        json.number(numbers->difference.different);
        json.key("not_finite");
        json.number(numbers->difference.notFinite);
        json.key("other_bytes");
        json.number(numbers->difference.otherBytes);
        json.key("max_abs");
        json.number(numbers->difference.largest);
        json.key("max_relative");
        json.number(numbers->difference.largestRelative);
    }
    json.endObject();
}

} // namespace

void writeDiffJson(Output& output, const DiffReport& report)
{
    const Comparison& comparison = report.comparison;
    JsonWriter json(output.buffer());
    json.beginObject();
    json.key("a");
    json.string(comparison.a->path());
    json.key("b");
    json.string(comparison.b->path());
    json.key("root_a");
    json.string(comparison.a->entryName(comparison.parts.a));
    json.key("root_b");
    json.string(comparison.b->entryName(comparison.parts.b));
    json.key("same");
    json.boolean(comparison.isSame());
    json.key("weights_alone");
    json.boolean(comparison.weightsAlone);
    json.key("values_compared");
    json.boolean(report.withNumbers);
    json.key("not_compared");
    json.beginObject();
    json.key("rows_outside");
    json.number(comparison.outside);
    json.key("attributes");
    json.number(comparison.attributes);
    json.key("large_values");
    json.number(comparison.cut);
    json.endObject();
    json.key("counts");
    json.beginObject();
    for (std::size_t kind = 0; kind < kDifferences; ++kind) {
        json.key(values::differenceName(static_cast<Difference>(kind)));
        json.number(comparison.counts[kind]);
    }
    json.endObject();
    json.key("load_state_dict");
    json.string(comparison.loadMessage());
    json.key("rows");
    json.beginArray();
    for (std::uint32_t row = 0; row < comparison.rows.size() && !output.done(); ++row) {
        if (!comparison.rows[row].own.isEmpty()) {
            writeRow(json, report, row);
            output.drain();
        }
    }
    json.endArray();
    json.endObject();
    output.write("\n");
}

} // namespace cairn::cli
