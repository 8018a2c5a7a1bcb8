#include "app/cli/docs/documents.h"
#include "app/cli/help_formatter.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace cairn::cli {

namespace {

/// Text that troff prints as it is.
std::string escaped(std::string_view text)
{
    std::string out;
    bool lineStarts = true;
    for (const char c : text) {
        if (lineStarts && (c == '.' || c == '\'')) {
            out += "\\&";
        }
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-"; // a hyphen that can be copied into a shell
        } else {
            out += c;
        }
        lineStarts = c == '\n';
    }
    return out;
}

std::string_view firstLine(const std::string& text)
{
    return std::string_view(text).substr(0, text.find('\n'));
}

std::string_view afterFirstLine(const std::string& text)
{
    const std::size_t end = text.find('\n');
    return end == std::string::npos ? std::string_view() : std::string_view(text).substr(end + 1);
}

/// Paragraphs, which an empty line parts.
std::string paragraphs(std::string_view text)
{
    std::string out;
    for (const char c : escaped(text)) {
        if (c == '\n') {
            out += out.empty() || out.back() == '\n' ? ".PP\n" : "\n";
        } else {
            out += c;
        }
    }
    return out.empty() ? out : out + '\n';
}

std::string options(const CLI::App& app)
{
    std::string out;
    for (const CLI::Option* option : app.get_options()) {
        const bool positional = option->get_positional();
        std::string head = positional ? std::string() : "\\fB" + escaped(joinedNames(*option)) + "\\fR";
        if (const std::string value = option->get_option_text(); !value.empty()) {
            head += (positional ? "" : " ") + ("\\fI" + escaped(value) + "\\fR");
        }
        out += ".TP\n" + head + '\n' + escaped(option->get_description()) + '\n';
    }
    return out;
}

/// The sections of a help page's end: a heading, then lines that are indented and stay as they are.
std::string sections(const std::string& footer, std::string_view macro)
{
    std::string out;
    bool verbatim = false;
    std::string_view rest = footer;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (!line.empty() && line.front() != ' ') {
            out += verbatim ? ".fi\n" : "";
            out.append(macro).append(" ").append(escaped(line)).append("\n.nf\n");
            verbatim = true;
        } else {
            // Manual pages are indented already.
            out += escaped(line.substr(std::min<std::size_t>(line.size(), 4))) + '\n';
        }
    }
    return verbatim ? out + ".fi\n" : out;
}

std::string usage(const CLI::App& command)
{
    std::string out = ".B cairn\\-cli " + escaped(command.get_name()) + "\n[\\fIOPTION\\fR]...";
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional()) {
            const std::string name = "\\fI" + escaped(option->get_option_text()) + "\\fR";
            out += option->get_required() ? ' ' + name : " [" + name + ']';
        }
    }
    return out + '\n';
}

std::string commandPart(const CLI::App& command)
{
    std::string title = command.get_name();
    for (char& c : title) {
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    const std::string description = command.get_description();
    return ".SH COMMAND " + escaped(title) + '\n' + usage(command) + ".PP\nTo " + escaped(firstLine(description)) +
           ".\n.PP\n" + paragraphs(afterFirstLine(description)) + ".SS Options\n" + options(command) +
           sections(command.get_footer(), ".SS");
}

} // namespace

std::string manualPage(const CLI::App& app, const std::string& version)
{
    const std::string description = app.get_description();
    std::string page = ".TH CAIRN\\-CLI 1 \"\" \"Cairn " + escaped(version) +
                       "\" \"User Commands\"\n.ad l\n.SH NAME\n" + "cairn\\-cli \\- " +
                       escaped(firstLine(description)) + '\n' +
                       ".SH SYNOPSIS\n.B cairn\\-cli\n\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n"
                       ".br\n.B cairn\\-cli\n\\fIFILE\\fR...\n" +
                       ".SH DESCRIPTION\n" + paragraphs(afterFirstLine(description)) + ".SH COMMANDS\n";
    const auto commands = shownCommands(app);
    for (const CLI::App* command : commands) {
        page +=
            ".TP\n.B " + escaped(command->get_name()) + '\n' + escaped(firstLine(command->get_description())) + '\n';
    }
    page += ".SH OPTIONS\n" + options(app);
    for (const CLI::App* command : commands) {
        page += commandPart(*command);
    }
    return page + sections(app.get_footer(), ".SH") + ".SH SEE ALSO\n.BR cairn (1)\n";
}

} // namespace cairn::cli
