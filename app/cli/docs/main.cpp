#include "app/cli/docs/documents.h"
#include "app/cli/program.h"
#include "app/version.h"

#include <fstream>
#include <iostream>

// Writes the manual page and the shell completions of cairn-cli into a folder. Runs while Cairn is built.
int main(int argc, char** argv)
{
    using namespace cairn::cli;
    if (argc != 2) {
        std::cerr << "usage: cairn-cli-docs FOLDER\n";
        return 2;
    }
    CLI::App app;
    Command chosen;
    describeProgram(app, chosen, [] { return std::string(cairn::kVersion); });

    const std::string folder = std::string(argv[1]) + '/';
    const auto write = [&folder](const char* name, const std::string& text) {
        std::ofstream file(folder + name, std::ios::binary | std::ios::trunc);
        file << text;
        file.close();
        if (!file) {
            std::cerr << "cairn-cli-docs: cannot write " << folder << name << '\n';
        }
        return !file.fail();
    };
    const bool written = write("cairn-cli.1", manualPage(app, std::string(cairn::kVersion))) &&
                         write("cairn-cli.bash", bashCompletion(app)) && write("_cairn-cli", zshCompletion(app)) &&
                         write("cairn-cli.fish", fishCompletion(app));
    return written ? 0 : 1;
}
