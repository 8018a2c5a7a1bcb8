#include "ui/plan/plan_commands.h"

#include "core/base/text/shell_word.h"
#include "core/convert/batch/batch_result.h"
#include "ui/text/display.h"

namespace cairn::ui {

namespace {

QString batchCommand(const char* command, const std::string& plan, const char* rest = "")
{
    return fromUtf8("cairn-cli batch " + (command + (' ' + shellFile(plan))) + rest);
}

} // namespace

QString submitCommand(const std::string& plan, std::uint64_t tasks)
{
    const QString retry = batchCommand("retry", plan, " --sbatch");
    const QString file = fromUtf8(shellFile(plan));
    return tasks <= convert::kArrayJobs // `batch retry --sbatch` prints a line for each so many
               ? QStringLiteral("sbatch $(%1) cairn-batch.sbatch %2").arg(retry, file)
               : QStringLiteral("%1 | while read -r options; do sbatch $options cairn-batch.sbatch %2; done")
                     .arg(retry, file);
}

QString runCommand(const std::string& plan)
{
    return batchCommand("run", plan, " --next");
}

QString statusCommand(const std::string& plan)
{
    return batchCommand("status", plan);
}

QString commitCommand(const std::string& plan)
{
    return batchCommand("commit", plan);
}

} // namespace cairn::ui
