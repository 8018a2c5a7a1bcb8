#include "app/cli/command.h"

#include "core/base/text.h"

#include <unistd.h>

namespace cairn::cli {

ExitCode Session::report(const Error& error) const
{
    output.flush();
    Output standardError(STDERR_FILENO);
    standardError.write("cairn-cli: ");
    appendPrintable(standardError.buffer(), error.paragraph(), terminal.charset);
    standardError.write("\n");
    standardError.flush();
    return exitCode(errorClass(error.code));
}

} // namespace cairn::cli
