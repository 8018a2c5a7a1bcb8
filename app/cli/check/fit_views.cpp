#include "app/cli/check/fit_views.h"

#include "app/cli/common/json_writer.h"
#include "core/model/fit_text.h"

namespace cairn::cli {

using checkpoint::LoadReport;
using model::FitTone;
using model::Renaming;

namespace {

Ink inkOf(FitTone tone)
{
    switch (tone) {
    case FitTone::Note: return Ink::Dim;
    case FitTone::Good: return Ink::Green;
    case FitTone::Warning: return Ink::Yellow;
    case FitTone::Bad: return Ink::Red;
    case FitTone::Plain:
    case FitTone::Torch: break;
    }
    return Ink::Plain;
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
    screen.line(screen.safe(report.checkpoint.path()), Ink::Bold);
    if (const Message place = model::placeOfState(report.group, report.fitted.found.beside); !place.empty()) {
        screen.paragraph(screen.safe(place.text()), Ink::Dim);
    }
    for (const model::FitLine& line : model::fitLines(report.fitted)) {
        constexpr std::size_t torchIndent = 4;
        const std::size_t indent = line.tone == FitTone::Torch ? torchIndent : 0;
        screen.spaces(indent);
        screen.paragraph(screen.safe(line.text.text()), inkOf(line.tone), indent);
    }
    if (!report.whyNoPython.empty()) {
        screen.newLine();
        screen.paragraph(report.whyNoPython.text(), Ink::Dim);
    }
    for (const std::string& text : {report.command, report.python}) {
        if (!text.empty()) {
            screen.newLine();
            screen.put(screen.safeLines(text));
            screen.newLine();
        }
    }
}

void writeFitJson(Output& output, const FitReport& report)
{
    JsonWriter json(output.buffer());
    beginDocument(json, report.checkpoint.path());
    json.key("model").string(report.fitted.model.title.text());
    json.key("model_keys").number(report.fitted.model.state.keys.size());
    json.key("not_compared").number(model::keysNotCompared(report.fitted.model, report.fitted.fit));
    json.key("place").string(report.group);
    json.texts("beside", report.fitted.found.beside);
    json.key("instead_of").string(report.fitted.insteadOf);
    json.texts("as_good", report.fitted.asGood);
    json.key("keys").number(report.fitted.found.state.keys.size());
    writeReport(json, report.fitted.fit.report, report.fitted.model.className);
    json.texts("undecided", report.fitted.fit.undecided);
    json.key("renaming");
    if (!report.fitted.fit.renaming) {
        json.null();
    } else {
        const Renaming& renaming = *report.fitted.fit.renaming;
        json.beginObject();
        json.key("renames");
        json.beginArray();
        for (const checkpoint::RenameRule& rule : renaming.rules) {
            json.string(model::ruleInGroup(rule, report.group));
        }
        json.endArray();
        json.texts("left_out", renaming.leftOut);
        json.texts("as_good", renaming.asGood);
        json.texts("dropped", renaming.dropped);
        writeReport(json, renaming.report, report.fitted.model.className);
        json.key("command").string(report.command);
        json.endObject();
    }
    json.key("python").string(report.python);
    json.key("no_python").string(report.whyNoPython.text());
    json.endObject();
    output.write("\n");
}

} // namespace cairn::cli
