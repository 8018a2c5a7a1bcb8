#include "app/cli/convert_report.h"

#include "core/base/text.h"

#include <cstdio>

namespace cairn::cli {

void beginReport(JsonWriter& json, const ConvertJob& job, const ConvertResult& result)
{
    json.beginObject();
    json.key("file");
    json.string(job.file);
    json.key("out");
    json.string(job.target);
    json.key("bytes");
    json.number(result.bytes);
    json.key("seconds");
    json.number(result.seconds);
}

void endReport(JsonWriter& json, std::string& out, const ConvertResult& result)
{
    json.key("verified");
    result.verified ? json.boolean(*result.verified) : json.null();
    json.endObject();
    out.append("\n");
}

void writeTitle(std::string& out, const ConvertJob& job)
{
    out.append(printable(job.file) + " -> " + printable(job.target) + "\n");
}

void writeEnd(std::string& out, const ConvertJob& job, const ConvertResult& result, std::string_view verified)
{
    if (job.options.dryRun) {
        out.append("  nothing was written (--dry-run)\n");
        return;
    }
    char seconds[32];
    std::snprintf(seconds, sizeof(seconds), "%.2f s", result.seconds);
    out.append("  written  " + humanBytes(result.bytes) + " in " + seconds);
    if (result.verified) {
        out.append(", verified: ");
        out.append(verified);
    }
    out.append("\n");
}

Error copyDiffers(const std::string& difference, const std::string& target)
{
    return error(ErrorCode::Internal, "the copy differs from what it should be: " + difference)
        .in(target)
        .fix("Please report this with both files' `cairn-cli inspect --json`");
}

} // namespace cairn::cli
