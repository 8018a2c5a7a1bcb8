#include "app/cli/convert_batch.h"

#include "app/cli/convert_job.h"
#include "app/cli/convert_retag.h"
#include "app/cli/convert_targets.h"
#include "app/cli/inspect_views.h"
#include "core/base/progress.h"

namespace cairn::cli {

ExitCode convertAll(Session& session, const ConvertOptions& options)
{
    if (auto usable = checkConvertOptions(options); !usable) {
        return session.report(usable.error());
    }
    if (auto separate = checkConvertTargets(options); !separate) {
        return session.report(separate.error());
    }
    auto map = parseMap(options.maps);
    if (!map) {
        return session.report(map.error());
    }
    if (auto folder = makeConvertFolder(options); !folder) {
        return session.report(folder.error());
    }
    ExitCode worst = ExitCode::Fine;
    for (const std::string& file : options.files) {
        auto done = runConvertJob(
            {options, *map, file, convertTarget(options, file), session.output.buffer(), session.progress});
        if (!done) {
            if (options.json && !session.progress.stopRequested()) {
                writeErrorJson(session.output, file, done.error());
            }
            const bool differs = done.error().code == ErrorCode::Internal;
            const ExitCode code = session.report(done.error());
            worst = worse(worst, differs ? ExitCode::NegativeVerdict : code);
        } else {
            worst = worse(worst, *done);
        }
        session.output.flush();
        if (session.progress.stopRequested()) {
            break;
        }
    }
    return worst;
}

} // namespace cairn::cli
