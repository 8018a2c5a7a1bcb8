#include "app/cli/help_formatter.h"

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

std::string section(std::string_view title, const std::string& body)
{
    return body.empty() ? std::string() : std::string(title) + '\n' + body + '\n';
}

std::string listOptions(const CLI::App& app)
{
    std::string body;
    for (const CLI::Option* option : app.get_options()) {
        const bool positional = option->get_positional();
        std::string head = positional ? option->get_option_text() : joinedNames(*option);
        if (!positional && !option->get_option_text().empty()) {
            head += ' ' + option->get_option_text();
        }
        body += "    " + head + '\n' + wrapped(option->get_description(), 8);
    }
    return body;
}

std::string listCommands(const CLI::App& app)
{
    std::string body;
    for (const CLI::App* command : app.get_subcommands({})) {
        const std::string description = command->get_description();
        body += "    " + command->get_name() + '\n' + wrapped(description.substr(0, description.find('\n')), 8);
    }
    return body;
}

std::string usage(const CLI::App& app, const std::string& name)
{
    std::string line = "    " + name;
    if (!app.get_subcommands({}).empty()) {
        return line + " COMMAND [OPTION]... [ARGUMENT]...\n";
    }
    line += " [OPTION]...";
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional()) {
            line += ' ' + (option->get_required() ? option->get_option_text() : '[' + option->get_option_text() + ']');
        }
    }
    return line + '\n';
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

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode /*mode*/) const
{
    // The first line of a description says what the command is for; the rest is the page's text.
    const std::string description = app->get_description();
    const std::size_t firstLine = std::min(description.find('\n'), description.size());
    const std::string rest = description.substr(std::min(firstLine + 1, description.size()));

    const CLI::App* parent = app->get_parent();
    const std::string fullName = parent == nullptr ? name : parent->get_name() + ' ' + app->get_name();
    return section("NAME", wrapped(fullName + " - " + description.substr(0, firstLine), 4)) +
           section("USAGE", usage(*app, fullName)) + section("DESCRIPTION", rest.empty() ? rest : wrapped(rest, 4)) +
           section("COMMANDS", listCommands(*app)) + section("OPTIONS", listOptions(*app)) + app->get_footer();
}

std::string shortHelp(const CLI::App& app)
{
    std::size_t columns = 0;
    for (const CLI::App* command : app.get_subcommands({})) {
        columns = std::max(columns, command->get_name().size());
    }
    std::string text = "Usage:\n" + usage(app, app.get_name()) + "\nCommands:\n";
    for (const CLI::App* command : app.get_subcommands({})) {
        const std::string description = command->get_description();
        text += "    " + command->get_name() + std::string(columns + 2 - command->get_name().size(), ' ') +
                description.substr(0, description.find('\n')) + '\n';
    }
    return text + "\n`cairn-cli inspect FILE` is a good start; `cairn-cli COMMAND --help` has all about a command.\n";
}

} // namespace cairn::cli
