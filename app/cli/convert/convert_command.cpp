#include "app/cli/common/command.h"
#include "app/cli/convert/convert_batch.h"
#include "app/cli/convert/convert_help.h"
#include "app/cli/convert/convert_options.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace cairn::cli {

void addConvertCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("convert", kConvertDescription);
    command->footer(kConvertFooter);
    auto options = std::make_shared<ConvertOptions>();
    addConvertOptions(*command, *options);
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return convertAll(session, *options); }; });
}

} // namespace cairn::cli
