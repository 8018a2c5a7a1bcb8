#include "app/cli/common/command.h"

#include "app/cli/common/input_stream.h"
#include "app/cli/common/json_writer.h"
#include "app/cli/common/screen.h"
#include "core/base/platform/terminal.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"

namespace cairn::cli {

ExitCode Session::report(const Error& error) const
{
    Error shown = error;
    shown.where = printable(error.where); // a name with a line break in it stays on its line
    say(shown.paragraph());
    return exitCode(errorClass(error.code));
}

void Session::warn(const std::string& text) const
{
    say("warning: " + printable(text));
}

void Session::note(const std::string& text) const
{
    say(printable(text));
}

void Session::say(const std::string& text) const
{
    output.flush();
    Output standardError(platform::kStandardError);
    standardError.write("cairn-cli: ");
    standardError.write(printableLines(text, terminal.charset));
    standardError.write("\n");
    standardError.flush();
}

ExitCode Session::reportOptions(const Error& error) const
{
    if (isJson && !progress.stopRequested()) {
        writeErrorJson(output, error);
    }
    const ExitCode code = report(error);
    return code == ExitCode::BadInput ? ExitCode::Usage : code;
}

ExitCode reportFile(Session& session, const std::string& file, const Error& error, bool isJson, const FailedRow& row)
{
    if (isJson && !session.progress.stopRequested()) {
        writeErrorJson(session.output, file, error);
    } else if (!row.damaged.empty() && !session.progress.stopRequested()) {
        const bool isUnread = errorClass(error.code) == ErrorClass::Io || error.code == ErrorCode::NotACheckpoint;
        Screen screen(session.output, session.terminal);
        screen.put(screen.safe(file) + ": ");
        screen.line(std::string(isUnread ? row.unread : row.damaged) + " (" + std::string(errorCodeText(error.code)) +
                        ")",
                    Ink::Red);
    }
    return session.report(error);
}

ExitCode forEachFile(Session& session, const std::vector<std::string>& files, bool isDense,
                     const std::function<ExitCode(const std::string& file)>& one)
{
    ExitCode worst = ExitCode::Fine;
    for (const std::string& file : files) {
        if (!isDense) {
            session.output.beginSection();
        }
        worst = worse(worst, one(inputPath(file)));
        if (session.progress.stopRequested() || session.output.done()) {
            break;
        }
    }
    return worst;
}

} // namespace cairn::cli
