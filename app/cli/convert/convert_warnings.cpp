#include "app/cli/convert/convert_warnings.h"

#include "app/cli/common/map_warnings.h"
#include "app/cli/common/unused_rules.h"
#include "core/base/text/near_name.h"
#include "core/base/text/text.h"
#include "core/devices/machine/torch_restore.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::cli {

using checkpoint::Checkpoint;
using convert::RetagReport;

namespace {

/// What is wrong with the source is wrong with its copy.
void addDamage(const Checkpoint& source, std::vector<std::string>& warnings)
{
    constexpr std::size_t most = 3;
    std::size_t count = 0;
    for (const Issue& issue : source.issues()) {
        if (isDamage(issue) && count++ < most) {
            warnings.push_back("the source is damaged, and so is the copy: " + issue.message.text());
        }
    }
    if (count > most) {
        warnings.push_back("and " + countOf(count - most, "more fault") + "; `cairn-cli inspect` lists them");
    }
}

/// A copy of pieces looks like whole tensors.
void addPieces(const Checkpoint& source, std::vector<std::string>& warnings)
{
    if (source.holdsPieces()) {
        warnings.emplace_back(
            "the tensors of the source are pieces of larger ones, and those of the copy do not say so: "
            "convert the folder that all of its files are in");
    }
    if (source.traits().loader != checkpoint::Loader::HuggingFaceLoad) {
        return;
    }
    warnings.emplace_back("shapes are as far as the pieces reach, as the files of the source do not say them: if its "
                          "last file is lost, the copy ends earlier");
    const auto isTold = [](const Issue& issue) {
        return issue.code == ErrorCode::ShardTensor && issue.severity == Severity::Warning;
    };
    const auto told = std::ranges::find_if(source.issues(), isTold);
    const auto count = static_cast<std::size_t>(std::ranges::count_if(source.issues(), isTold));
    if (count != 0) {
        warnings.push_back(
            withPlace(*told).text() +
            (count == 1 ? "" : "; and " + countOf(count - 1, "more fault") + ": `cairn-cli inspect` lists them"));
    }
}

/// What may have been meant by a tag that is none.
std::string meantDevice(std::string_view tag)
{
    const std::string_view backend = tag.substr(0, tag.find(':'));
    if (inSmallLetters(backend) == "gpu") {
        return ". A GPU is \"cuda\"";
    }
    static const std::vector<std::string> known = {"cpu", "cuda", "mps", "xpu", "meta"};
    const auto near = nearestName(backend, known);
    const std::string_view index = near == "cpu" || near == "meta" ? std::string_view() : tag.substr(backend.size());
    return near ? meantHint(*near + std::string(index)).text() : std::string();
}

/// New tags that only an extension of PyTorch could know: met, if there is such an extension.
void addStrangeTags(const RetagReport& report, PlanWarnings& found)
{
    if (report.tagsAfter.contains("meta") && !report.tagsBefore.contains("meta")) {
        found.warnings.emplace_back("what has the tag meta is loaded without its numbers, which stay in the file");
    }
    for (const auto& [tag, count] : report.tagsAfter) {
        if (!report.tagsBefore.contains(tag) &&
            devices::problemWithoutDevices(tag) == devices::Restored::Problem::UnknownTag) {
            const bool isKnown = devices::isBackendOfOthers(std::string_view(tag).substr(0, tag.find(':')));
            (isKnown ? found.warnings : found.unmet)
                .push_back(cairn::inQuotes(tag) +
                           " is no device of PyTorch itself: the copy loads only where an extension brings it" +
                           (isKnown ? "" : meantDevice(tag)));
        }
    }
}

/// What is wrong with the map.
void addMap(const ConvertJob& job, const Checkpoint& rows, const RetagReport& report, PlanWarnings& found)
{
    if (job.options.recipe.map) {
        const TagCounts counts{.storages = report.tagsBefore, .objects = report.devices};
        for (UselessRule& rule : uselessRules(job.map, rows, counts)) {
            (rule.mayBeMeant ? found.warnings : found.unmet).push_back(std::move(rule.text));
        }
    }
    addStrangeTags(report, found);
}

} // namespace

PlanWarnings warningsOf(const ConvertJob& job, const Checkpoint& source, const convert::ConversionReport& planned)
{
    PlanWarnings found;
    addPieces(source, found.warnings);
    const auto addUnused = [&](const std::vector<std::string>& rules) {
        for (const std::string& rule : rules) {
            found.unmet.push_back(matchedNothing(rule, source));
            found.unusedRules.push_back({.text = rule, .isNearName = found.unmet.back().contains("did you mean")});
        }
    };
    if (const auto* tensors = std::get_if<convert::TensorsPlan>(&planned.plan)) {
        addUnused(tensors->set.unusedRules);
        std::ranges::transform(tensors->output.warnings, std::back_inserter(found.warnings), &Message::text);
        if (std::holds_alternative<convert::TorchZipPlan>(tensors->output.parts.front().plan)) {
            addMap(job, source, planned.tags(), found);
        } else if (!job.options.map.empty()) {
            found.unmet.emplace_back("safetensors stores no devices, so the map has no effect");
        } else if (job.options.mapDevices) {
            found.unmet.emplace_back("safetensors has no torch.device objects, so --map-devices has no effect");
        }
        return found;
    }
    const auto* rewrite = std::get_if<convert::RewritePlan>(&planned.plan);
    const Checkpoint& rows = rewrite != nullptr ? rewrite->tree->rows() : source;
    addMap(job, rows, planned.tags(), found);
    if (rewrite == nullptr) {
        addDamage(source, found.warnings);
    } else {
        addUnused(rewrite->rows.unusedRules);
        addUnused(rewrite->storages.unusedRules);
    }
    return found;
}

} // namespace cairn::cli
