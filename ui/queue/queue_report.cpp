#include "ui/queue/queue_report.h"

#include "core/base/json/json_writer.h"
#include "core/base/text/shell_word.h"
#include "core/convert/recipe/recipe_options.h"
#include "ui/queue/queue_model.h"
#include "ui/text/display.h"

#include <QCoreApplication>

#include <array>
#include <map>

namespace cairn::ui {

namespace {

/// The stable word of a state in reports.
std::string_view stateWord(QueueState state)
{
    constexpr std::array<std::string_view, 7> words = {"waiting", "running",   "converted", "skipped",
                                                       "failed",  "cancelled", "held"};
    return words[static_cast<std::size_t>(state)];
}

/// As inspect --json says it; empty for a file that was not opened.
std::string_view trustWord(const QueueOutcome& outcome)
{
    return outcome.trust ? checkpoint::trustName(outcome.trust->verdict) : std::string_view();
}

std::string tagsText(const QueueOutcome& outcome)
{
    std::string text;
    for (const auto& [tag, count] : outcome.tags) {
        text += (text.empty() ? "" : ", ") + tag + " (" + std::to_string(count) + ")";
    }
    return text;
}

void writeItem(JsonWriter& json, const QueueItem& item)
{
    const QueueOutcome& outcome = item.outcome;
    json.beginObject();
    const auto text = [&](std::string_view key, std::string_view value) { json.key(key).string(value); };
    text("file", item.path);
    text("state", stateWord(item.state()));
    text("words", outcome.words.toStdString());
    text("format", outcome.format);
    text("trust", trustWord(outcome));
    json.counts("tags_before", outcome.tags);
    text("target", outcome.bytesWritten == 0 ? std::string_view() : std::string_view(outcome.target));
    json.key("bytes_before").number(item.bytes);
    json.key("bytes").number(outcome.bytesWritten);
    json.key("seconds").number(outcome.seconds);
    json.key("verified").boolean(outcome.isVerified);
    json.endObject();
}

/// Spreadsheets take a cell that begins so for a formula, and would run it.
bool isFormula(const std::string& text)
{
    return !text.empty() && std::string_view("=+-@\t\r\n|%").find(text.front()) != std::string_view::npos;
}

void addCell(std::string& line, std::string text)
{
    line += line.empty() ? "" : ",";
    if (isFormula(text)) {
        text.insert(0, 1, '\''); // stands for a text in front of anything
    }
    if (text.find_first_of(",\"\r\n") != std::string::npos) {
        for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) {
            text.insert(at, 1, '"');
        }
        text = '"' + text + '"';
    }
    line += text;
}

/// Whether a person agreed that what is no tensor is left out of this file's copy.
bool dropsOthers(const QueueItem& item, const convert::Recipe& recipe)
{
    return item.answers.mayLose && recipe.container == convert::Container::Safetensors;
}

} // namespace

QString summaryText(const QueueTotals& totals)
{
    QStringList parts;
    const auto add = [&](std::size_t count, const QString& text) {
        if (count != 0) {
            parts.append(text.arg(countText(count)));
        }
    };
    add(totals.done, QueueModel::tr("%1 converted"));
    add(totals.damaged, QueueModel::tr("%1 of them with the damage of the source"));
    add(totals.skipped, QueueModel::tr("%1 skipped"));
    add(totals.failed, QueueModel::tr("%1 failed"));
    add(totals.cancelled, QueueModel::tr("%1 cancelled"));
    add(totals.held, QueueModel::tr("%1 waiting for an answer"));
    add(totals.waiting + totals.running, QueueModel::tr("%1 to go"));
    QString text = parts.join(QStringLiteral(", "));
    if (totals.bytesWritten != 0) {
        text += QueueModel::tr("; %1 written in %2").arg(bytesText(totals.bytesWritten), durationText(totals.seconds));
    }
    return text;
}

QByteArray reportJson(const ConversionQueue& queue)
{
    std::string text;
    JsonWriter json(text);
    const QueueTotals totals = queue.totals();
    json.beginObject();
    json.key("format").string("cairn.conversion-report");
    json.key("version").number(1);
    const auto number = [&](std::string_view key, std::uint64_t value) { json.key(key).number(value); };
    number("converted", totals.done);
    number("skipped", totals.skipped);
    number("failed", totals.failed);
    number("cancelled", totals.cancelled);
    number("left", totals.waiting + totals.running + totals.held);
    number("bytes", totals.bytesWritten);
    json.key("seconds").number(totals.seconds);
    json.key("files");
    json.beginArray();
    for (const QueueItem& item : queue.items()) {
        writeItem(json, item);
    }
    json.endArray();
    json.endObject();
    text += '\n';
    return QByteArray::fromStdString(text);
}

QByteArray reportCsv(const ConversionQueue& queue)
{
    std::string text = "file,state,words,format,trust,tags_before,target,bytes_before,bytes,seconds,verified\r\n";
    for (const QueueItem& item : queue.items()) {
        const QueueOutcome& outcome = item.outcome;
        std::string line;
        addCell(line, item.path);
        addCell(line, std::string(stateWord(item.state())));
        addCell(line, outcome.words.toStdString());
        addCell(line, outcome.format);
        addCell(line, std::string(trustWord(outcome)));
        addCell(line, tagsText(outcome));
        addCell(line, outcome.bytesWritten == 0 ? std::string() : outcome.target);
        addCell(line, std::to_string(item.bytes));
        addCell(line, std::to_string(outcome.bytesWritten));
        addCell(line, QString::number(outcome.seconds, 'f', 3).toStdString());
        addCell(line, outcome.isVerified ? "yes" : "no");
        text += line + "\r\n";
    }
    return QByteArray::fromStdString(text);
}

std::optional<QString> commandLines(const std::vector<const QueueItem*>& items, const QueueOptions& options)
{
    const std::string recipeFile = pathBytes(options.recipeFile);
    std::string lines;
    std::map<bool, std::string> byRecipe; // whether others are dropped, and the files
    for (const QueueItem* item : items) {
        if (item->outcome.target.empty() || item->state() == QueueState::Skipped) {
            continue;
        }
        convert::Recipe recipe = item->recipe ? *item->recipe : options.recipe; // what it was made with
        if (!recipeFile.empty() && recipe == options.recipe) {
            byRecipe[dropsOthers(*item, recipe)] += " " + shellFile(item->path);
            continue;
        }
        recipe.dropOthers = recipe.dropOthers || dropsOthers(*item, recipe);
        const bool isFromFile = recipe.map == options.recipe.map;
        const auto flags = convert::optionsFor(recipe, isFromFile ? pathBytes(options.mapFile()) : std::string());
        if (!flags) {
            return std::nullopt;
        }
        lines +=
            "cairn-cli convert " + shellFile(item->path) + " -o " + shellFile(item->outcome.target) + *flags + "\n";
    }
    for (const auto& [drops, files] : byRecipe) {
        lines += "cairn-cli convert --recipe " + shellFile(recipeFile) + (drops ? " --drop-others" : "") + files + "\n";
    }
    return fromUtf8(lines);
}

} // namespace cairn::ui
