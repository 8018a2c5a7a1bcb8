#include "app/cli/command.h"

#include "core/base/text.h"

#include <unistd.h>

namespace cairn::cli {

ExitCode Session::report(const Error& error) const
{
    output.flush();
    Output standardError(STDERR_FILENO);
    Error shown = error;
    shown.where = printable(error.where); // a name with a line break in it stays on its line
    standardError.write("cairn-cli: ");
    standardError.write(printableLines(shown.paragraph(), terminal.charset));
    standardError.write("\n");
    standardError.flush();
    return exitCode(errorClass(error.code));
}

ExitCode Session::reportOptions(const Error& error) const
{
    const ExitCode code = report(error);
    return code == ExitCode::BadInput ? ExitCode::Usage : code;
}

} // namespace cairn::cli
