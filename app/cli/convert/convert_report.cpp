#include "app/cli/convert/convert_report.h"

#include "app/cli/common/trust_text.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/convert/common/changed_records.h"
#include "core/convert/common/target.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

namespace cairn::cli {

void beginReport(JsonWriter& json, const ConvertJob& job, const ConvertResult& result, const std::string& target)
{
    beginDocument(json, job.file);
    json.key("out");
    json.string(job.options.toOutput ? "-" : target);
    json.key("bytes");
    json.number(result.bytes);
    if (result.bytesPlanned) {
        json.key("bytes_planned");
        json.number(*result.bytesPlanned);
        json.key("bytes_free");
        result.bytesFree ? json.number(*result.bytesFree) : json.null();
    }
    if (result.bytesReplaced) {
        json.key("bytes_before");
        json.number(*result.bytesReplaced);
    }
    json.key("seconds");
    json.number(result.seconds);
    writeTrust(json, job.trust);
    job.bytesWritten = result.bytes;
}

void endReport(JsonWriter& json, std::string& out, const ConvertResult& result)
{
    json.texts("warnings", result.warnings);
    json.key("verified");
    result.verified ? json.boolean(*result.verified) : json.null();
    json.endObject();
    out.append("\n");
}

void writeTitle(std::string& out, const ConvertJob& job, const std::string& target)
{
    const std::string place = job.options.toOutput ? "standard output" : printable(target);
    out.append(printable(job.file) + (job.options.inPlace ? ", in place" : " -> " + place) + "\n");
}

void writeEnd(std::string& out, const ConvertJob& job, const ConvertResult& result, std::string_view verified)
{
    for (const std::string& warning : result.warnings) {
        out.append("  warning  " + printable(warning) + "\n");
    }
    job.warnings = result.warnings;
    if (job.options.dryRun) {
        if (result.bytesPlanned) {
            const std::string room =
                result.bytesFree ? ", and the disk has " + humanBytes(*result.bytesFree) + " left" : "";
            out.append("  size     " + humanBytes(*result.bytesPlanned) + " at most" + room + "\n");
        }
        job.bytesWritten = result.bytesPlanned.value_or(result.bytes - result.bytesBefore.value_or(0));
        out.append(result.bytesBefore == result.bytes ? "  nothing has to change\n"
                                                      : "  nothing was written (--dry-run)\n");
        return;
    }
    if (result.bytesBefore == result.bytes) {
        out.append("  nothing had to change\n");
        return;
    }
    job.bytesWritten = result.bytes - result.bytesBefore.value_or(0);
    const std::string seconds = shortTime(result.seconds);
    out.append("  written  " + humanBytes(job.bytesWritten) + (result.bytesBefore ? " at its end in " : " in ") +
               seconds);
    if (result.bytesReplaced) {
        out.append(" in the place of " + humanBytes(*result.bytesReplaced));
    }
    if (result.verified) {
        out.append(", verified: ").append(verified);
    }
    out.append("\n");
    if (result.bytesBefore) {
        out.append("  undo     truncate -s " + std::to_string(*result.bytesBefore) + " " + shellFile(job.file) + "\n");
    }
}

void warnOfOverflows(const ConvertJob& job, const convert::Overflows& overflows, ConvertResult& result)
{
    if (!job.options.quiet || overflows.empty()) {
        return;
    }
    std::uint64_t values = 0;
    for (const auto& [name, count] : overflows) {
        values += count;
    }
    result.warnings.push_back(countOf(values, "value") + " in " + countOf(overflows.size(), "tensor") +
                              " too large for the new dtype, the first in " + inQuotes(overflows.begin()->first));
}

Result<bool> isUpToDate(const ConvertJob& job, const checkpoint::Checkpoint& source,
                        const std::vector<std::string>& files, const std::function<Result<bool>()>& differs)
{
    namespace fs = std::filesystem;
    if (job.options.recipe.existing != convert::ExistingTarget::Update) {
        return false;
    }
    std::error_code failure;
    const auto changed = fs::last_write_time(job.file, failure);
    for (const std::string& file : files) {
        CAIRN_TRY(convert::refuseOwnSource(source, file));
        if (failure || fs::last_write_time(file, failure) < changed || failure) {
            return false;
        }
    }
    const auto isOther = differs();
    if (!isOther && isOther.error().code == ErrorCode::Cancelled) {
        return fail(Error(isOther.error()));
    }
    return isOther && !*isOther;
}

Result<void> tellOfCode(const ConvertJob& job, const checkpoint::Checkpoint& source,
                        const checkpoint::TrustVerdict& copy)
{
    const bool isDangerous = copy.trust == checkpoint::Trust::Dangerous;
    const bool isScript = source.traits().loader == checkpoint::Loader::TorchJitLoad;
    if (isDangerous && job.options.noDangerous) {
        return fail(dangerousFile(copy, job.file, "Nothing was written")
                        .fix("Take its tensors alone, in a copy whose name ends in .safetensors"));
    }
    if (copy.trust != checkpoint::Trust::DataOnly) {
        job.danger = trustWarning(copy) + (job.options.inPlace ? "The file" : "The copy") + " still does that when " +
                     (isScript ? "torch.jit.load reads it" : "it is loaded with weights_only=False") +
                     (isDangerous ? "; one in .safetensors has the tensors alone" : "");
    }
    return {};
}

ExitCode skipFile(const ConvertJob& job, std::string_view why)
{
    job.isSkipped = true;
    if (!job.options.inPlace) {
        job.danger.clear(); // of a copy, and none is made
    }
    if (job.options.json) {
        JsonWriter json(job.report);
        beginDocument(json, job.file);
        json.key("skipped");
        json.string(why);
        json.endObject();
        job.report.append("\n");
    } else {
        job.report.append(printable(job.file) + "  skipped: " + printable(why) + "\n");
    }
    return ExitCode::Fine;
}

void writeFailure(const ConvertJob& job, const Error& error)
{
    JsonWriter json(job.report);
    beginDocument(json, job.file);
    json.key("out");
    json.string(job.target);
    writeErrorMember(json, error);
    json.endObject();
    job.report.append("\n");
}

bool isLenient(const ConvertOptions& options)
{
    return options.lenient || !options.recipeFile.empty();
}

Result<void> requireWhole(const ConvertJob& job, const checkpoint::Checkpoint& source, ConvertResult& result)
{
    constexpr std::size_t most = 3;
    std::vector<const Issue*> found;
    for (const Issue& issue : source.issues()) {
        if (isDamage(issue)) {
            found.push_back(&issue);
        }
    }
    if (found.empty()) {
        return {};
    }
    if (!isLenient(job.options)) {
        const std::string more =
            found.size() > 1 ? ", and " + countOf(found.size() - 1, "more fault") + " of it" : std::string();
        return fail(error(found.front()->code, "the source is damaged: " + found.front()->message.text() + more)
                        .in(job.file)
                        .because("A copy would be as damaged; nothing was written")
                        .fix("Get the file again, see what `cairn-cli salvage` says is left of it, or take it as it is "
                             "with --lenient"));
    }
    for (const Issue* issue : std::span(found).first(std::min(found.size(), most))) {
        result.warnings.push_back("the source is damaged, and so is the copy: " + issue->message.text());
    }
    if (found.size() > most) {
        result.warnings.push_back("and " + countOf(found.size() - most, "more fault") +
                                  "; `cairn-cli inspect` lists them");
    }
    return {};
}

Result<void> requireIntact(const ConvertJob& job, const std::vector<std::string>& changedRecords, ConvertResult& result)
{
    if (isLenient(job.options)) {
        std::ranges::transform(convert::changedRecordWarnings(changedRecords), std::back_inserter(result.warnings),
                               &Message::text);
        return {};
    }
    if (changedRecords.empty()) {
        return {};
    }
    const std::string more =
        changedRecords.size() > 1 ? ", nor do " + groupedDigits(changedRecords.size() - 1) + " more" : "";
    return fail(
        error(ErrorCode::ZipCrc, "the source is damaged: record " + printable(changedRecords.front()) +
                                     " does not have the checksum that it was saved with" + more)
            .in(job.file)
            .because("Nothing was written")
            .fix("Get the file again, leave what is damaged out with --drop, or take it as it is with --lenient"));
}

Result<void> requireMet(const ConvertJob& job, ConvertResult& result)
{
    if (isLenient(job.options)) {
        result.warnings.insert(result.warnings.begin(), result.unmet.begin(), result.unmet.end());
        return {};
    }
    if (result.unmet.empty()) {
        return {};
    }
    std::string what;
    for (const std::string& request : result.unmet) {
        what += (what.empty() ? "" : "; ") + request;
    }
    return fail(error(ErrorCode::UnmetRequest, std::move(what))
                    .in(job.file)
                    .because("Nothing was written")
                    .fix("Correct it, or go on all the same with --lenient"));
}

Result<void> planTargets(const ConvertJob& job, const checkpoint::Checkpoint& source,
                         const std::vector<std::string>& targets, std::uint64_t room, ConvertResult& result)
{
    result.bytesFree = convert::roomFor(job.target);
    std::error_code failure;
    const bool willBeMade =
        job.options.makesFolder() && !std::filesystem::exists(std::filesystem::path(job.target).parent_path(), failure);
    for (const std::string& target : willBeMade ? std::vector<std::string>() : targets) {
        CAIRN_TRY(convert::refuseOwnSource(source, target, job.options.existingTarget()));
        CAIRN_TRY(FileSink::check(target, job.options.existingTarget()));
    }
    return convert::requireRoom(job.target, room);
}

} // namespace cairn::cli
