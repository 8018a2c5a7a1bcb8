#include "app/cli/check/fit_views.h"

#include "app/cli/common/json_writer.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>

namespace cairn::cli {

using checkpoint::LoadReport;
using model::Renaming;

namespace {

bool hasPart(const std::vector<std::string>& names, std::span<const std::string_view> parts)
{
    return std::ranges::any_of(names, [&](const std::string& name) {
        return std::ranges::any_of(parts, [&](std::string_view part) { return name.find(part) != std::string::npos; });
    });
}

/// What no names can do, where that is why keys are left over.
Message moreThanNames(const LoadReport& report)
{
    constexpr std::array<std::string_view, 5> inOne = {"in_proj_weight", "qkv.weight", "c_attn.weight",
                                                       "query_key_value.weight", "Wqkv.weight"};
    constexpr std::array<std::string_view, 3> inThree = {"q_proj.weight", "query.weight", "to_q.weight"};
    if (hasPart(report.unexpected, inOne) && hasPart(report.missing, inThree)) {
        return message(
            "The file keeps q, k and v of an attention in one tensor, and the model in three: no names make the one "
            "of the other");
    }
    if (hasPart(report.unexpected, inThree) && hasPart(report.missing, inOne)) {
        return message(
            "The file keeps q, k and v of an attention in three tensors, and the model in one: no names make the one "
            "of the other");
    }
    return {};
}

/// Whether all that is missing is made by the model itself.
bool missesOnlySpare(const LoadReport& report, const model::ModelKeys& model)
{
    return std::ranges::all_of(report.missing, [&](const std::string& key) { return model.spare.contains(key); });
}

/// Keys of a model of which nothing tells the shape.
std::size_t withoutShape(const model::ModelKeys& model)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        model.state.keys, [](const checkpoint::StateKey& key) { return key.isTensor && !key.isShapeKnown; }));
}

/// What torch says, with a few keys of each kind.
void printTorchWords(Screen& screen, const LoadReport& report, const std::string& className)
{
    constexpr std::size_t most = 3;
    constexpr std::size_t indent = 6;
    const auto line = [&](const std::string& text) {
        screen.spaces(indent);
        screen.paragraph(text, Ink::Plain, indent);
    };
    const auto list = [&](const char* title, const std::vector<std::string>& keys) {
        if (keys.empty()) {
            return;
        }
        std::string text;
        for (std::size_t i = 0; i < std::min(keys.size(), most); ++i) {
            text += (i == 0 ? "" : ", ") + ("\"" + screen.safe(keys[i]) + "\"");
        }
        if (keys.size() > most) {
            text += " and " + groupedDigits(keys.size() - most) + " more";
        }
        line(title + text + ".");
    };
    screen.line("  Error(s) in loading state_dict for " + screen.safe(className) + ":");
    list("Missing key(s) in state_dict: ", report.missing);
    list("Unexpected key(s) in state_dict: ", report.unexpected);
    for (std::size_t i = 0; i < std::min(report.errors.size(), most); ++i) {
        line(screen.safe(report.errors[i]));
    }
    if (report.errors.size() > most) {
        line("and " + groupedDigits(report.errors.size() - most) + " more of this kind");
    }
}

/// What strict=False would do with what is left.
void printRest(Screen& screen, const LoadReport& report, const model::ModelKeys& model)
{
    const std::string filled =
        groupedDigits(report.taken) + " of " +
        countOf(static_cast<std::size_t>(std::ranges::count_if(model.state.keys, &checkpoint::StateKey::isTensor)),
                "tensor");
    if (const Message reason = moreThanNames(report); !reason.empty()) {
        screen.paragraph(reason.text() + ".");
    } else if (report.taken == 0) {
        screen.paragraph("None of its tensors is one of this model.");
    } else if (!report.wrong.empty()) {
        screen.paragraph("Without what has another shape, and with strict=False, it fills " + filled +
                         "; the others stay as the model was made.");
    } else if (report.missing.empty()) {
        screen.paragraph("With strict=False it loads: the whole model is filled, and what is unexpected is left out.");
    } else if (missesOnlySpare(report, model)) {
        screen.paragraph("With strict=False it loads: what is missing the model makes itself.");
    } else {
        screen.paragraph("With strict=False it fills " + filled + "; the others stay as the model was made.");
    }
}

/// A line of its own, set in.
void printNote(Screen& screen, const std::string& text, Ink ink)
{
    screen.spaces(2);
    screen.paragraph(text, ink, 2);
}

void printRenaming(Screen& screen, const FitReport& report)
{
    const Renaming& renaming = *report.fit.renaming;
    screen.newLine();
    const bool loads = renaming.report.loads();
    screen.line(loads ? "With other names it loads:" : "With other names it fits better:",
                loads ? Ink::Green : Ink::Yellow);
    for (const checkpoint::RenameRule& rule : renaming.rules) {
        if (rule.map == nullptr) {
            continue;
        }
        printNote(screen, "@" + std::string(rule.map->name) + ": " + rule.map->title.words() + ".", Ink::Plain);
        if (!rule.map->note.empty()) {
            printNote(screen, "But " + std::string(rule.map->note.words()) + ".", Ink::Yellow);
        }
    }
    constexpr std::size_t mostNames = 3;
    if (!renaming.leftOut.empty()) {
        printNote(screen,
                  "Left out, as they are beside it: " + screen.safe(listOf(renaming.leftOut, mostNames).text()) + ".",
                  Ink::Plain);
    }
    if (!renaming.asGood.empty()) {
        printNote(screen,
                  "What begins with " + screen.safe(listOf(renaming.asGood, mostNames).text()) +
                      " fits as well: choose the one that you want.",
                  Ink::Yellow);
    }
    if (!loads) {
        printTorchWords(screen, renaming.report, report.model.className);
        printRest(screen, renaming.report, report.model);
    }
    screen.newLine();
    screen.line(screen.safe(report.command));
}

void writeReport(JsonWriter& json, const LoadReport& report, const std::string& className)
{
    json.key("loads").boolean(report.loads());
    json.key("taken").number(report.taken);
    json.key("message").string(report.text(className));
    json.texts("missing", report.missing);
    json.texts("unexpected", report.unexpected);
    json.texts("wrong", report.wrong);
}

} // namespace

void printFit(Screen& screen, const FitReport& report)
{
    const LoadReport& asItIs = report.fit.report;
    screen.line(screen.safe(report.checkpoint.path()), Ink::Bold);
    if (!report.group.empty()) {
        screen.paragraph("Its state_dict is " + screen.safe(inQuotes(report.group)), Ink::Dim);
    }
    const std::string title = screen.safe(report.model.title);
    const std::size_t shapeless = withoutShape(report.model);
    if (asItIs.loads()) {
        const std::string keys = groupedDigits(report.model.state.keys.size());
        screen.paragraph("load_state_dict of " + title + " takes it: all " + keys +
                             (shapeless == 0 ? " keys fit." : " keys are there."),
                         Ink::Green);
    } else {
        screen.paragraph("load_state_dict of " + title + " refuses it as it is:",
                         report.fit.renaming ? Ink::Yellow : Ink::Red);
        printTorchWords(screen, asItIs, report.model.className);
        if (!report.fit.renaming) {
            printRest(screen, asItIs, report.model);
        }
    }
    if (report.fit.renaming) {
        printRenaming(screen, report);
    }
    if (shapeless != 0) {
        screen.paragraph("Not compared, as nothing tells what they shall be: the shapes of " +
                             countOf(shapeless, "key") + ".",
                         Ink::Yellow);
    }
    if (!report.python.empty()) {
        screen.newLine();
        screen.put(screen.safeLines(report.python));
        screen.newLine();
    }
}

void writeFitJson(Output& output, const FitReport& report)
{
    JsonWriter json(output.buffer());
    beginDocument(json, report.checkpoint.path());
    json.key("model").string(report.model.title);
    json.key("model_keys").number(report.model.state.keys.size());
    json.key("shapes_unknown").number(withoutShape(report.model));
    json.key("place").string(report.group);
    json.key("keys").number(report.found.state.keys.size());
    writeReport(json, report.fit.report, report.model.className);
    json.key("renaming");
    if (!report.fit.renaming) {
        json.null();
    } else {
        const Renaming& renaming = *report.fit.renaming;
        json.beginObject();
        json.key("renames");
        json.beginArray();
        for (const checkpoint::RenameRule& rule : renaming.rules) {
            json.string(model::ruleInGroup(rule, report.group));
        }
        json.endArray();
        json.texts("left_out", renaming.leftOut);
        json.texts("as_good", renaming.asGood);
        writeReport(json, renaming.report, report.model.className);
        json.key("command").string(report.command);
        json.endObject();
    }
    json.key("python").string(report.python);
    json.endObject();
    output.write("\n");
}

} // namespace cairn::cli
