#include "app/cli/common/help_formatter.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <utility>

namespace cairn::cli {

namespace {

constexpr std::size_t kColumns = 80;

/// `text` broken at spaces into lines that begin with `indent` spaces. Its own line breaks are kept.
std::string wrapped(std::string_view text, std::size_t indent)
{
    std::string out;
    std::size_t used = 0;
    const auto startLine = [&] {
        out += '\n';
        used = 0;
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, end);
        if (used != 0 && used + 1 + word.size() > kColumns) {
            startLine();
        }
        if (!word.empty()) {
            out.append(used == 0 ? indent : 1, ' ').append(word);
            used += (used == 0 ? indent : 1) + word.size();
        }
        if (end < text.size() && text[end] == '\n') {
            startLine();
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out + '\n';
}

/// Ends with an empty line.
std::string section(std::string_view title, const std::string& body)
{
    return body.empty() ? std::string() : std::string(title) + '\n' + body + '\n';
}

/// "-o, --out OUT", or what stands for a word that has no name.
std::string headOf(const CLI::Option& option)
{
    if (option.get_positional()) {
        return option.get_option_text();
    }
    return joinedNames(option) + (option.get_option_text().empty() ? "" : ' ' + option.get_option_text());
}

std::string listOptions(const CLI::App& app)
{
    std::string body;
    for (const CLI::Option* option : app.get_options()) {
        body += "    " + headOf(*option) + '\n' + wrapped(option->get_description(), 8);
    }
    return body;
}

std::string listCommands(const CLI::App& app)
{
    std::string body;
    for (const CLI::App* command : shownCommands(app)) {
        const std::string description = command->get_description();
        body += "    " + command->get_name() + '\n' + wrapped(description.substr(0, description.find('\n')), 8);
    }
    return body;
}

/// Rows of a head and a text beside it.
std::string listRows(const std::vector<std::pair<std::string, std::string>>& rows)
{
    constexpr std::size_t indent = 4;
    constexpr std::size_t between = 2;
    std::size_t widest = 0;
    for (const auto& [head, text] : rows) {
        widest = std::max(widest, head.size());
    }
    const std::size_t column = indent + widest + between;
    std::string body;
    for (const auto& [head, text] : rows) {
        const std::string lines = wrapped(text, column);
        body += std::string(indent, ' ') + head + lines.substr(indent + head.size());
    }
    return body;
}

std::string usage(const CLI::App& app, const std::string& name)
{
    std::string line = "    " + name;
    if (!app.get_subcommands({}).empty()) {
        return line + " COMMAND [OPTION]... [ARGUMENT]...\n    " + name + " FILE...\n";
    }
    line += " [OPTION]...";
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional()) {
            line += ' ' + (option->get_required() ? option->get_option_text() : '[' + option->get_option_text() + ']');
        }
    }
    return line + '\n';
}

std::string fullName(const CLI::App& app)
{
    const CLI::App* parent = app.get_parent();
    const std::string& name = app.get_name();
    const std::string_view batch = "batch-"; // "batch plan" is how that is typed; see commandLine()
    const std::string typed = name.starts_with(batch) ? "batch " + name.substr(batch.size()) : name;
    return parent == nullptr ? typed : parent->get_name() + ' ' + typed;
}

std::string firstLine(const std::string& description)
{
    return description.substr(0, description.find('\n'));
}

/// The sections of a footer: the examples, which stand last in it, and what comes before them.
struct Footer {
    std::string examples;
    std::string others;
};

Footer footerOf(const CLI::App& app)
{
    constexpr std::string_view title = "EXAMPLES\n";
    const std::string text = app.get_footer();
    const std::size_t begin = text.find(title);
    if (begin == std::string::npos) {
        return {.examples = {}, .others = text};
    }
    return {.examples = text.substr(begin + title.size()), .others = text.substr(0, begin)};
}

/// The first few examples: what is typed is indented less than what is said about it.
std::string firstExamples(const std::string& examples)
{
    constexpr std::size_t most = 5;
    constexpr std::size_t indent = 4;
    std::size_t shown = 0;
    for (std::size_t line = 0; line < examples.size();
         line = std::min(examples.find('\n', line), examples.size()) + 1) {
        shown += examples.find_first_not_of(' ', line) == line + indent ? 1U : 0U;
        if (shown > most) {
            return examples.substr(0, line);
        }
    }
    return examples;
}

std::string shortCommandHelp(const CLI::App& command)
{
    std::vector<std::pair<std::string, std::string>> rows;
    std::size_t more = 0;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional() || option == command.get_help_ptr() || option == command.get_help_all_ptr()) {
            continue;
        }
        if (option->get_group() == kRareOptions) {
            ++more;
        } else {
            rows.emplace_back(headOf(*option), firstSentence(option->get_description()));
        }
    }
    const std::string name = fullName(command);
    return name + ": " + firstLine(command.get_description()) + "\n\n" + section("Usage:", usage(command, name)) +
           section("Examples:", firstExamples(footerOf(command).examples)) + section("Options:", listRows(rows)) + '`' +
           name + " --help` has everything" + (more == 0 ? "" : ", and " + countOf(more, "more option")) + ".\n";
}

std::string shortProgramHelp(const CLI::App& app)
{
    std::vector<std::pair<std::string, std::string>> rows;
    for (const CLI::App* command : shownCommands(app)) {
        const std::string& name = command->get_name();
        if (name == "batch-plan") { // one line for all of them, or the list would not fit a screen
            rows.emplace_back("batch", "plan, run, status, retry, commit: conversions on many machines");
        } else if (!name.starts_with("batch-")) {
            rows.emplace_back(name, firstLine(command->get_description()));
        }
    }
    return section("Usage:", usage(app, app.get_name())) + section("Commands:", listRows(rows)) +
           "`cairn-cli COMMAND -h` has examples, `cairn-cli COMMAND --help` everything.\n";
}

} // namespace

std::string joinedNames(const CLI::Option& option)
{
    std::string names = option.get_name(false, true);
    for (std::size_t comma = names.find(','); comma != std::string::npos; comma = names.find(',', comma + 2)) {
        names.insert(comma + 1, 1, ' ');
    }
    return names;
}

std::string firstSentence(const std::string& text)
{
    std::string sentence = firstLine(text);
    sentence.resize(std::min(sentence.find(". "), sentence.size()));
    if (sentence.ends_with('.')) {
        sentence.pop_back();
    }
    return sentence;
}

std::vector<const CLI::App*> shownCommands(const CLI::App& app)
{
    return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::string helpPage(const CLI::App& app)
{
    // The first line of a description says what the command is for; the rest is the page's text.
    const std::string description = app.get_description();
    const std::size_t textBegin = std::min(firstLine(description).size() + 1, description.size());
    const std::string text = description.substr(textBegin);
    const std::string name = fullName(app);
    const Footer footer = footerOf(app);
    return section("NAME", wrapped(name + " - " + firstLine(description), 4)) + section("USAGE", usage(app, name)) +
           section("EXAMPLES", footer.examples) + section("DESCRIPTION", text.empty() ? text : wrapped(text, 4)) +
           section("COMMANDS", listCommands(app)) + section("OPTIONS", listOptions(app)) + footer.others;
}

std::string shortHelp(const CLI::App& app)
{
    return app.get_parent() == nullptr ? shortProgramHelp(app) : shortCommandHelp(app);
}

void printHelp(Screen& screen, std::string_view page)
{
    constexpr std::string_view indent = "    ";
    while (!page.empty()) {
        const std::string_view line = page.substr(0, page.find('\n'));
        page.remove_prefix(std::min(line.size() + 1, page.size()));
        const std::string_view body = line.substr(std::min(line.find_first_not_of(' '), line.size()));
        const bool isHead = line.size() - body.size() == indent.size();
        if (line.size() == body.size()) {
            screen.line(line, Ink::Bold);
        } else if (isHead && body.starts_with("cairn-cli ")) {
            screen.line(line, Ink::Green);
        } else if (isHead && body.starts_with('-')) {
            const std::size_t end = std::min(line.find("  ", indent.size()), line.size());
            screen.put(line.substr(0, end), Ink::Cyan);
            screen.line(line.substr(end));
        } else {
            screen.line(line);
        }
    }
}

std::string withJsonSection(std::string footer)
{
    return footer.insert(std::min(footer.find("EXIT STATUS"), footer.size()), R"(JSON
    What --json prints is written down in cairn-cli.schema.json, a JSON Schema
    that the packages install in /usr/share/cairn. `schema`, the first key, is
    its number.

)");
}

} // namespace cairn::cli
