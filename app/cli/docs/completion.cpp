#include "app/cli/common/help_formatter.h"
#include "app/cli/docs/documents.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace cairn::cli {

namespace {

/// The options of a command that have names.
std::vector<const CLI::Option*> namedOptions(const CLI::App& app)
{
    std::vector<const CLI::Option*> named;
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_positional()) {
            named.push_back(option);
        }
    }
    return named;
}

bool takesValue(const CLI::Option& option)
{
    return option.get_items_expected_max() > 0;
}

/// The values that the option is known to take, parted by blanks: of "TEXT:{a,b}" "a b".
std::string valuesOf(const CLI::Option& option)
{
    const std::string type = option.get_type_name();
    const std::size_t begin = type.find('{');
    const std::size_t end = type.find('}', begin);
    if (begin == std::string::npos || end == std::string::npos) {
        return {};
    }
    std::string values = type.substr(begin + 1, end - begin - 1);
    std::replace(values.begin(), values.end(), ',', ' ');
    return values;
}

/// Whether a file may stand there, too.
bool takesFile(const CLI::Option& option)
{
    const std::string type = option.get_type_name();
    return type.find('}') == std::string::npos || type.ends_with("}FILE");
}

/// Whether it is a name of something in a checkpoint, or begins with one.
bool takesName(const CLI::Option& option)
{
    const std::string& text = option.get_option_text();
    return text == "NAME" || text == "GLOB" || text == "A=B";
}

/// Whether a name follows the file.
bool takesNameOfRow(const CLI::App& command)
{
    return std::ranges::any_of(command.get_options(), [](const CLI::Option* option) {
        return option->get_positional() && takesName(*option);
    });
}

/// The words that the command takes in the first place, parted by blanks; empty if they are not known.
std::string firstWords(const CLI::App& command)
{
    const auto options = command.get_options();
    const auto first = std::ranges::find_if(options, &CLI::Option::get_positional);
    return first == options.end() ? std::string() : valuesOf(**first);
}

std::vector<std::string> namesOf(const CLI::Option& option)
{
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) {
        names.push_back('-' + name);
    }
    for (const std::string& name : option.get_lnames()) {
        names.push_back("--" + name);
    }
    return names;
}

std::string joined(const std::vector<std::string>& words, std::string_view between)
{
    std::string out;
    for (const std::string& word : words) {
        out.append(out.empty() ? "" : between).append(word);
    }
    return out;
}

std::string optionWords(const CLI::App& app)
{
    std::vector<std::string> words;
    for (const CLI::Option* option : namedOptions(app)) {
        const auto names = namesOf(*option);
        words.insert(words.end(), names.begin(), names.end());
    }
    return joined(words, " ");
}

std::string commandWords(const CLI::App& app)
{
    std::vector<std::string> words;
    for (const CLI::App* command : shownCommands(app)) {
        words.push_back(command->get_name());
    }
    return joined(words, " ");
}

/// `text` with a backslash before each character of `special`.
std::string guarded(std::string_view text, std::string_view special)
{
    std::string out;
    for (const char c : text) {
        if (special.contains(c)) {
            out += '\\';
        }
        out += c;
    }
    return out;
}

std::string inSingleQuotes(std::string_view text)
{
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += c;
        }
    }
    return out + '\'';
}

std::string zshOption(const CLI::Option& option)
{
    const auto names = namesOf(option);
    const std::string text = '[' + guarded(firstSentence(option.get_description()), "[]:\\") + ']';
    std::string value;
    if (takesValue(option)) {
        const std::string values = valuesOf(option);
        const std::string words = guarded(values, ":\\");
        value = ':' + guarded(option.get_option_text(), ":\\") + ':' +
                (takesName(option)   ? "_cairn_cli_names"
                 : values.empty()    ? "_files"
                 : takesFile(option) ? "{compadd " + words + "; _files}"
                                     : '(' + words + ')');
    }
    const bool repeats = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
    std::string out;
    for (const std::string& name : names) {
        const std::string others = repeats ? "*" : names.size() > 1 ? '(' + joined(names, " ") + ')' : std::string();
        out += " \\\n                " + inSingleQuotes(others + name + text + value);
    }
    return out;
}

} // namespace

std::string bashCompletion(const CLI::App& app)
{
    std::string options;
    std::string values;
    for (const CLI::App* command : shownCommands(app)) {
        if (const std::string first = firstWords(*command); !first.empty()) {
            values += "        " + inSingleQuotes(command->get_name() + ' ' + command->get_name()) + ") words=\"" +
                      first + "\" ;;\n";
        }
        options += "        " + command->get_name() + ") words=\"" + optionWords(*command) + "\" ;;\n";
        for (const CLI::Option* option : namedOptions(*command)) {
            const std::string of = valuesOf(*option);
            const std::string does = takesName(*option) ? "_cairn_cli_names && return"
                                     : !of.empty()      ? "words=\"" + of + '"'
                                                        : std::string();
            for (const std::string& name : namesOf(*option)) {
                if (!does.empty() || (takesValue(*option) && takesNameOfRow(*command))) {
                    values += "        " + inSingleQuotes(command->get_name() + ' ' + name) + ") " + does + " ;;\n";
                }
            }
        }
        if (takesNameOfRow(*command)) { // where no value of an option stands
            values += "        " + inSingleQuotes(command->get_name() + ' ') + "*) _cairn_cli_names && return ;;\n";
        }
    }
    return R"(# bash completion of cairn-cli. Where nothing is offered, readline offers files.

# The names in the first checkpoint of the line that begin with the current word.
_cairn_cli_names()
{
    local word quoted begin=${current//\\/} names=()
    COMPREPLY=()
    [[ $previous == [:=] ]] && return 1 # a part of a word
    for word in "${COMP_WORDS[@]:2:COMP_CWORD - 2}"; do
        word=${word//[\\\'\"]/}
        word=${word/#\~/$HOME}
        [[ -f $word || -d $word ]] && mapfile -t names < <(cairn-cli inspect --names "$word" 2>/dev/null)
        ((${#names[@]})) && break
    done
    for word in "${names[@]}"; do
        case $current in # whether a quote is open
        \'*) [[ $word == "${begin#\'}"* && $word != *\'* ]] && COMPREPLY+=("$word") ;;
        \"*) [[ $word == "${begin#\"}"* && $word != *[\"\$\`\\]* ]] && COMPREPLY+=("$word") ;;
        *) [[ $word == "$begin"* ]] && printf -v quoted %q "$word" && COMPREPLY+=("$quoted") ;;
        esac
    done
    ((${#COMPREPLY[@]}))
}

)"
           "_cairn_cli()\n{\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        words=\"" +
           commandWords(app) + ' ' + optionWords(app) +
           "\"\n"
           "    elif [[ $current == -* ]]; then\n"
           "        case ${COMP_WORDS[1]} in\n" +
           options +
           "        esac\n"
           "    else\n"
           "        case \"${COMP_WORDS[1]} $previous\" in\n" +
           values +
           "        esac\n"
           "    fi\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
           "}\n"
           "complete -o default -F _cairn_cli cairn-cli\n";
}

std::string zshCompletion(const CLI::App& app)
{
    std::string commands;
    std::string cases;
    for (const CLI::App* command : shownCommands(app)) {
        commands +=
            "                " +
            inSingleQuotes(command->get_name() + ':' + guarded(firstSentence(command->get_description()), ":\\")) +
            '\n';
        cases += "                (" + command->get_name() + ")\n                _arguments";
        for (const CLI::Option* option : namedOptions(*command)) {
            cases += zshOption(*option);
        }
        const std::string first = firstWords(*command);
        const std::string places = !first.empty()             ? inSingleQuotes("1: :(" + first + ')')
                                   : takesNameOfRow(*command) ? "'1:file:_files' '2:name:_cairn_cli_names'"
                                                              : "'*:file:_files'";
        cases += " \\\n                " + places + "\n                ;;\n";
    }
    std::string general;
    for (const CLI::Option* option : namedOptions(app)) {
        general += zshOption(*option);
    }
    return R"(#compdef cairn-cli

# The names in the first checkpoint of the line.
_cairn_cli_names()
{
    local word
    local -a names
    for word in ${(Q)words[2,CURRENT-1]}; do
        word=${word/#\~/$HOME}
        [[ -f $word || -d $word ]] && names=("${(@f)$(cairn-cli inspect --names $word 2>/dev/null)}")
        [[ -n $names[1] ]] && break
    done
    compadd -a names
}

)"
           "_cairn_cli()\n{\n"
           "    local context state state_descr line\n"
           "    typeset -A opt_args\n"
           "    _arguments -C" +
           general +
           " \\\n                ': :->command' '*:: :->argument'\n"
           "    case $state in\n"
           "        (command)\n"
           "            local -a commands=(\n" +
           commands +
           "            )\n"
           "            _describe command commands\n"
           "            _files\n"
           "            ;;\n"
           "        (argument)\n"
           "            case $line[1] in\n" +
           cases +
           "            esac\n"
           "            ;;\n"
           "    esac\n"
           "}\n"
           "_cairn_cli \"$@\"\n";
}

std::string fishCompletion(const CLI::App& app)
{
    const auto optionLines = [](const CLI::App& of, const std::string& condition) {
        std::string lines;
        for (const CLI::Option* option : namedOptions(of)) {
            lines += "complete -c cairn-cli -n " + inSingleQuotes(condition);
            for (const std::string& name : option->get_snames()) {
                lines += " -s " + name;
            }
            for (const std::string& name : option->get_lnames()) {
                lines += " -l " + name;
            }
            if (takesValue(*option)) {
                const std::string values = valuesOf(*option);
                lines += takesFile(*option) && !takesName(*option) ? " -r" : " -x";
                lines += takesName(*option) ? " -a '(__cairn_cli_names)'"
                         : values.empty()   ? std::string()
                                            : " -a " + inSingleQuotes(values);
            }
            lines += " -d " + inSingleQuotes(firstSentence(option->get_description())) + '\n';
        }
        return lines;
    };
    std::string out = R"(# fish completion of cairn-cli.

# The names in the first checkpoint of the line.
function __cairn_cli_names
    for word in (commandline -opc)[3..]
        test -f $word -o -d $word; and set -l names (cairn-cli inspect --names $word 2>/dev/null)
        if set -q names[1]
            printf '%s\n' $names
            return
        end
    end
end

)" + optionLines(app, "__fish_use_subcommand");
    for (const CLI::App* command : shownCommands(app)) {
        out += "complete -c cairn-cli -n __fish_use_subcommand -a " + command->get_name() + " -d " +
               inSingleQuotes(firstSentence(command->get_description())) + '\n' +
               optionLines(*command, "__fish_seen_subcommand_from " + command->get_name());
        if (takesNameOfRow(*command)) {
            out += "complete -c cairn-cli -n " +
                   inSingleQuotes("__fish_seen_subcommand_from " + command->get_name() +
                                  "; and test (count (commandline -opc)) -gt 2") +
                   " -f -a '(__cairn_cli_names)'\n";
        }
        if (const std::string first = firstWords(*command); !first.empty()) {
            out += "complete -c cairn-cli -n " + inSingleQuotes("__fish_seen_subcommand_from " + command->get_name()) +
                   " -f -a " + inSingleQuotes(first) + '\n';
        }
    }
    return out;
}

} // namespace cairn::cli
