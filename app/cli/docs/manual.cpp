#include "app/cli/common/help_formatter.h"
#include "app/cli/docs/documents.h"

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

/// "CAIRN-CLI-CONVERT"
std::string inCapitals(std::string text)
{
    for (char& c : text) {
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    return text;
}

/// The beginning of a page, with what it is about.
std::string head(const std::string& name, const std::string& description, const std::string& version)
{
    return ".TH " + escaped(inCapitals(name)) + " 1 \"\" \"Cairn " + escaped(version) +
           "\" \"User Commands\"\n.ad l\n.SH NAME\n" + escaped(name) + " \\- " + escaped(firstLine(description)) +
           "\n.SH SYNOPSIS\n";
}

} // namespace

std::string manualPage(const CLI::App& app, const std::string& version)
{
    const std::string description = app.get_description();
    std::string page = head("cairn-cli", description, version) +
                       ".B cairn\\-cli\n\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n"
                       ".br\n.B cairn\\-cli\n\\fIFILE\\fR...\n" +
                       ".SH DESCRIPTION\n" + paragraphs(afterFirstLine(description)) + ".SH COMMANDS\n";
    for (const CLI::App* command : shownCommands(app)) {
        page += ".TP\n.BR " + escaped(pageName(*command)) + " (1)\n" + escaped(firstLine(command->get_description())) +
                '\n';
    }
    return page + ".SH OPTIONS\n" + options(app) + sections(app.get_footer(), ".SH") + ".SH SEE ALSO\n.BR cairn (1)\n";
}

std::string commandPage(const CLI::App& command, const std::string& version)
{
    const std::string description = command.get_description();
    const std::string text = paragraphs(afterFirstLine(description));
    return head(pageName(command), description, version) + usage(command) +
           (text.empty() ? text : ".SH DESCRIPTION\n" + text) + ".SH OPTIONS\n" + options(command) +
           sections(command.get_footer(), ".SH") + ".SH SEE ALSO\n.BR cairn\\-cli (1)\n";
}

std::string pageName(const CLI::App& command)
{
    return "cairn-cli-" + command.get_name();
}

} // namespace cairn::cli
