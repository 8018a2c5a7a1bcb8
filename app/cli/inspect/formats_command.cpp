#include "app/cli/common/command.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/screen.h"
#include "core/checkpoint/format.h"
#include "core/formats/sniff/foreign.h"

#include <CLI/CLI.hpp>

namespace cairn::cli {

namespace {

constexpr const char* kFormatsDescription =
    R"(list the formats that open
The content of a file decides, never its name. Files of many other kinds are recognised too, so that the error says what they are and what to do; they are listed after the formats that open.)";

constexpr const char* kFormatsFooter = R"(EXAMPLES
    cairn-cli formats
    cairn-cli formats --json | jq -r '.formats[].format'
)";

/// Files that are named but not opened, in the words of the error they give.
std::vector<Error> foreignFiles()
{
    std::vector<Error> errors;
    for (std::uint8_t number = 0; number < static_cast<std::uint8_t>(formats::FileKind::Unknown); ++number) {
        const auto kind = static_cast<formats::FileKind>(number);
        if (checkpoint::readerOf(kind) == nullptr) {
            errors.push_back(formats::explainForeign({.kind = kind, .detail = {}}));
        }
    }
    return errors;
}

/// "this is a web page" -> "a web page"
std::string_view subjectOf(std::string_view what)
{
    constexpr std::string_view lead = "this is ";
    return what.starts_with(lead) ? what.substr(lead.size()) : what;
}

void writeFormatsText(Session& session)
{
    Screen screen(session.output, session.terminal);
    screen.line("Opens", Ink::Bold);
    for (const checkpoint::FormatTraits& format : checkpoint::allFormats()) {
        constexpr std::size_t kTitleColumns = 23;
        screen.put("  ");
        const std::string_view title = format.title.words();
        screen.put(title);
        screen.spaces(kTitleColumns - 2 - title.size());
        screen.paragraph(format.origin, Ink::Plain, kTitleColumns);
        screen.spaces(kTitleColumns);
        screen.paragraph(format.recognised, Ink::Dim, kTitleColumns);
    }
    screen.newLine();
    screen.line("Named, with what to do, but not opened", Ink::Bold);
    for (const Error& file : foreignFiles()) {
        screen.put("  ");
        screen.paragraph(subjectOf(file.what.text()), Ink::Plain, 2);
    }
}

void writeFormatsJson(Session& session)
{
    JsonWriter json(session.output.buffer());
    beginDocument(json);
    json.key("formats");
    json.beginArray();
    for (const checkpoint::FormatTraits& format : checkpoint::allFormats()) {
        json.beginObject();
        json.key("format").string(format.name);
        json.key("title").string(format.title.words());
        json.key("made_by").string(format.origin);
        json.key("recognised_by").string(format.recognised);
        json.endObject();
    }
    json.endArray();
    json.key("named");
    json.beginArray();
    for (const Error& file : foreignFiles()) {
        json.beginObject();
        json.key("what").string(subjectOf(file.what.text()));
        json.key("why").string(file.why.text());
        json.key("advice").string(file.advice.text());
        json.endObject();
    }
    json.endArray();
    json.endObject();
    session.output.write("\n");
}

} // namespace

void addFormatsCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("formats", kFormatsDescription);
    command->footer(kFormatsFooter);
    auto asJson = std::make_shared<bool>(false);
    command->add_flag("--json", *asJson, "Print one JSON document instead.");
    command->callback([&chosen, asJson] {
        chosen = [asJson](Session& session) {
            *asJson ? writeFormatsJson(session) : writeFormatsText(session);
            return ExitCode::Fine;
        };
    });
}

} // namespace cairn::cli
