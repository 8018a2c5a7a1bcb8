#include "app/cli/load/script_process.h"

namespace cairn::cli {

namespace {

Error notHere()
{
    return error(ErrorCode::Unsupported, message("running the code of a file is not available on this system"))
        .because(message("It needs a process that can do no harm, which is made of what Linux has"))
        .fix(message("Load it without --run-script-code"));
}

} // namespace

bool isScriptProcess()
{
    return false;
}

Result<void> beginScriptProcess(bool /*mayBeUnconfined*/)
{
    return fail(notHere());
}

ExitCode runScriptProcess(Session& session)
{
    return session.report(notHere());
}

} // namespace cairn::cli
