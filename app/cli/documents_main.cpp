#include "app/cli/common/help_formatter.h"
#include "app/cli/docs/documents.h"
#include "app/cli/program.h"
#include "app/version.h"

#include <exception>
#include <fstream>
#include <iostream>
#include <string>

namespace {

using namespace cairn::cli;

bool writeDocuments(const std::string& folder)
{
    CLI::App app;
    Command chosen;
    describeProgram(app, chosen, [] { return std::string(cairn::kVersion); });

    const auto write = [&folder](const std::string& name, const std::string& text) {
        std::ofstream file(folder + '/' + name, std::ios::binary | std::ios::trunc);
        file << text;
        file.close();
        if (!file) {
            std::cerr << "cairn-cli-docs: cannot write " << folder << '/' << name << '\n';
        }
        return !file.fail();
    };
    const std::string version(cairn::kVersion);
    bool isWritten = true;
    for (const CLI::App* command : shownCommands(app)) {
        isWritten = write(pageName(*command) + ".1", commandPage(*command, version)) && isWritten;
    }
    return isWritten && write("cairn-cli.1", manualPage(app, version)) &&
           write("cairn-cli.bash", bashCompletion(app)) && write("_cairn-cli", zshCompletion(app)) &&
           write("cairn-cli.fish", fishCompletion(app));
}

} // namespace

// Writes the manual pages and the shell completions of cairn-cli into a folder. Runs while Cairn is built.
int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: cairn-cli-docs FOLDER\n";
        return 2;
    }
    try {
        return writeDocuments(argv[1]) ? 0 : 1;
    } catch (const std::exception& problem) {
        std::cerr << "cairn-cli-docs: " << problem.what() << '\n';
        return 1;
    }
}
