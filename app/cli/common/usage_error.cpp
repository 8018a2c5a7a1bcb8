#include "app/cli/common/usage_error.h"

#include "core/base/text/near_name.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

namespace cairn::cli {

namespace {

bool isOption(const std::string& word)
{
    return word.size() > 1 && word.starts_with('-');
}

bool isSameFolded(std::string_view a, std::string_view b)
{
    return inSmallLetters(a) == inSmallLetters(b);
}

bool isFile(const std::string& path)
{
    std::error_code failure;
    return std::filesystem::exists(path, failure);
}

std::vector<std::string> optionNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

std::vector<std::string> commandNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) {
        names.push_back(command->get_name());
    }
    return names;
}

/// The commands that have this option.
std::vector<std::string> commandsWith(const CLI::App* program, const std::string& option)
{
    std::vector<std::string> names;
    for (const CLI::App* command : program == nullptr ? std::vector<const CLI::App*>() : program->get_subcommands({})) {
        if (command->get_option_no_throw(option) != nullptr) {
            names.push_back(command->get_name());
        }
    }
    return names;
}

using OtherName = std::pair<std::string_view, std::string_view>;

/// What other programs call an option, and this one calls differently.
constexpr OtherName kOtherOptions[] = {
    {"--output", "--out"},      {"--only", "--keep"},     {"--include", "--keep"},  {"--exclude", "--drop"},
    {"--remove", "--drop"},     {"--device", "--map"},    {"--to-device", "--map"}, {"--map-location", "--map"},
    {"--dtype", "--cast"},      {"--parallel", "--jobs"}, {"--workers", "--jobs"},  {"--threads", "--jobs"},
    {"--overwrite", "--force"},
};

Error unknownOption(const CLI::App& app, const std::string& word)
{
    const std::string name = word.substr(0, word.find('='));
    std::vector<std::string> names = optionNames(app);
    std::vector<OtherName> others;
    for (const OtherName& one : kOtherOptions) { // which may be mistyped, too
        if (app.get_option_no_throw(std::string(one.first)) == nullptr &&
            app.get_option_no_throw(std::string(one.second)) != nullptr) {
            names.emplace_back(one.first);
            others.push_back(one);
        }
    }
    const auto nearest = nearestName(name, names);
    const auto other = std::ranges::find(others, nearest.value_or(""), &OtherName::first);
    const Message hint = !nearest ? Message() : meantHint(other == others.end() ? *nearest : other->second);
    Error problem = error(ErrorCode::Usage, message("unknown option %1%2", inQuotes(name), hint));
    if (isFile(word) || (!word.starts_with("--") && word.find_first_of("./") != std::string::npos)) {
        return std::move(problem).fix(
            message("Write %1 for the file of that name, or put -- in front", shellFile(word)));
    }
    for (const CLI::App* command : app.get_subcommands({})) {
        if (command->get_option_no_throw(name) != nullptr) {
            return std::move(problem).fix(
                message("Write it behind the command, as in `cairn-cli %1 %2`", command->get_name(), name));
        }
    }
    const std::vector<std::string> commands = commandsWith(app.get_parent(), name);
    std::string list;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        list += i == 0 ? "`cairn-cli " : i + 1 == commands.size() ? " and `" : ", `";
        list += commands[i] + '`';
    }
    return list.empty() ? problem : std::move(problem).fix(message("It is an option of %1", list));
}

/// The same for commands.
constexpr OtherName kOtherNames[] = {
    {"info", "inspect"},    {"show", "inspect"},   {"list", "inspect"}, {"ls", "inspect"},     {"view", "inspect"},
    {"print", "get"},       {"cat", "get"},        {"extract", "get"},  {"compare", "diff"},   {"copy", "convert"},
    {"cp", "convert"},      {"export", "convert"}, {"save", "convert"}, {"repair", "salvage"}, {"recover", "salvage"},
    {"validate", "verify"}, {"scan", "verify"},    {"hash", "sum"},     {"sha256", "sum"},     {"checksum", "sum"},
    {"strip", "convert"},   {"rename", "convert"}, {"cast", "convert"}, {"split", "check"},    {"explain", "check"},
    {"file", "inspect"},    {"nan", "stats"},
};

Error unknownCommand(const CLI::App& app, const std::string& word)
{
    std::string ofFamily; // as those of "batch"
    for (const std::string& name : commandNames(app)) {
        if (name.starts_with(word + '-')) {
            ofFamily += (ofFamily.empty() ? "" : ", ") + word + ' ' + name.substr(word.size() + 1);
        }
    }
    if (!ofFamily.empty()) {
        return error(ErrorCode::Usage, message("%1 alone is no command: there are %2", inQuotes(word), ofFamily));
    }
    const auto* other = std::ranges::find(kOtherNames, word, &OtherName::first);
    const Message hint =
        other == std::end(kOtherNames) ? nearestHint(word, commandNames(app)) : meantHint(other->second);
    return error(ErrorCode::Usage, message("unknown command %1%2", inQuotes(word), hint));
}

/// The words that `command` has no place for.
Error tooMany(const CLI::App& command, std::span<const std::string> rest)
{
    constexpr std::size_t mostShown = 3;
    std::string places;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional()) {
            places += (places.empty() ? "" : " and ") + option->get_option_text();
        }
    }
    std::string words;
    for (const std::string& word : rest.first(std::min(rest.size(), mostShown))) {
        words += ' ' + inQuotes(word);
    }
    words += rest.size() > mostShown ? " and " + std::to_string(rest.size() - mostShown) + " more" : "";
    return error(ErrorCode::Usage,
                 message("%1 takes %2; there is no place for%3", command.get_name(),
                         places.empty() ? message("nothing but options") : message("%1 and no more", places), words));
}

std::string requiredWords(const CLI::App& command)
{
    std::string words;
    for (const CLI::Option* option : command.get_options()) {
        words += option->get_positional() && option->get_required() ? ' ' + option->get_option_text() : "";
    }
    return words;
}

/// What the library says, in words of this program where its own are those of a programmer.
std::string wordsOf(const CLI::App& command, const CLI::ParseError& problem)
{
    std::string said = problem.what();
    if (dynamic_cast<const CLI::RequiredError*>(&problem) != nullptr) {
        return command.get_name() + " needs" + requiredWords(command);
    }
    const std::size_t nameBegin = said.find("--");
    const std::size_t nameEnd = said.find(" = ");
    // Of a flag: all other values were checked before.
    const bool isConversion = dynamic_cast<const CLI::ConversionError*>(&problem) != nullptr;
    if (isConversion && nameBegin < nameEnd && nameEnd != std::string::npos) {
        return said.substr(nameBegin, nameEnd - nameBegin) + " takes no value";
    }
    const std::string name = said.substr(0, said.find_first_of(": "));
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) {
        return said;
    }
    if (dynamic_cast<const CLI::ExcludesError*>(&problem) != nullptr) {
        return name + " and " + said.substr(said.rfind(' ') + 1) + " cannot be asked for together";
    }
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&problem) == nullptr) {
        return said;
    }
    const bool isMissing = option->count() == 0 || said.ends_with("missing");
    return isMissing ? name + " needs a value: " + name + ' ' + option->get_option_text()
                     : name + " is given more than once";
}

Message helpOf(const std::vector<CLI::App*>& commands)
{
    return commands.empty() ? message("See `cairn-cli -h`")
                            : message("See `cairn-cli %1 -h`", commands.front()->get_name());
}

} // namespace

Error unknownWord(const CLI::App& app)
{
    const std::string word = app.remaining().front();
    const auto commands = app.get_subcommands();
    return (isOption(word) ? unknownOption(app, word) : unknownCommand(app, word)).fix(helpOf(commands));
}

Error usageError(const CLI::App& app, const CLI::ParseError& problem)
{
    const auto commands = app.get_subcommands();
    const auto withHelp = [&commands](Error found) { return std::move(found).fix(helpOf(commands)); };
    if (!app.remaining().empty()) {
        return unknownWord(app);
    }
    if (commands.empty()) {
        return withHelp(error(ErrorCode::Usage, message("a command is missing")));
    }
    const CLI::App& command = *commands.front();
    const auto rest = command.remaining();
    if (const auto option = std::ranges::find_if(rest, isOption); option != rest.end()) {
        return withHelp(unknownOption(command, *option));
    }
    return withHelp(rest.empty() ? error(ErrorCode::Usage, verbatim(wordsOf(command, problem)))
                                 : tooMany(command, rest));
}

CLI::Validator oneOf(std::vector<std::string> words)
{
    std::string list;
    for (const std::string& word : words) {
        list += (list.empty() ? "" : ",") + word;
    }
    const auto check = [words = std::move(words), list](std::string& value) {
        const auto word = std::ranges::find_if(words, [&](const std::string& one) { return isSameFolded(one, value); });
        if (word != words.end()) {
            value = *word;
            return std::string();
        }
        std::string choices = list;
        for (std::size_t comma = choices.find(','); comma != std::string::npos; comma = choices.find(',', comma + 2)) {
            choices.insert(comma + 1, " ");
        }
        return inQuotes(value) + " is none of " + choices + nearestHint(value, words).text();
    };
    return {check, '{' + list + '}'};
}

CLI::Option* addRepeatable(CLI::App& command, const char* name, std::vector<std::string>& values, const char* help)
{
    return command.add_option(name, values, help)
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Validator fileToWrite()
{
    const auto check = [](const std::string& value) {
        return value == "-" ? "it writes a file, and - is standard output; a file of that name is ./-" : std::string();
    };
    return {check, std::string()};
}

CLI::Validator notNegative()
{
    const auto check = [](const std::string& value) {
        double number = 0;
        const char* end = value.data() + value.size();
        const auto [parsed, failure] = std::from_chars(value.data(), end, number);
        const bool fits = failure == std::errc() && parsed == end && number >= 0 && std::isfinite(number);
        return fits ? std::string() : inQuotes(value) + " is no number from 0 up";
    };
    return {check, std::string()};
}

CLI::Validator wholeNumber(unsigned low, unsigned high)
{
    const auto check = [low, high](const std::string& value) {
        unsigned number = 0;
        const char* end = value.data() + value.size();
        const auto [parsed, failure] = std::from_chars(value.data(), end, number);
        const bool fits = failure == std::errc() && parsed == end && number >= low && number <= high;
        return fits ? std::string()
                    : inQuotes(value) + " is no whole number from " + std::to_string(low) + " to " +
                          std::to_string(high);
    };
    return {check, std::string()};
}

} // namespace cairn::cli
