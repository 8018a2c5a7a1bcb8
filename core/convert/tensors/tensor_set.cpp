#include "core/convert/tensors/tensor_set.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/scales/make_scales.h"
#include "core/convert/tensors/dcp_items.h"
#include "core/convert/tensors/safetensors_limits.h"
#include "core/convert/tensors/safetensors_sharing.h"
#include "core/convert/tensors/tensor_sorter.h"
#include "core/convert/tensors/tie_tensors.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_map>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::EntryId;

namespace {

std::string keysText(const Checkpoint& source, const NamedTensor& tensor)
{
    std::string text;
    for (const EntryId id : source.pathTo(source.tensors()[tensor.tensor].entry)) {
        text += "[" + inQuotes(source.keyText(source.entries()[id])) + "]";
    }
    return text;
}

Result<void> refuseCollisions(const Checkpoint& source, const std::vector<NamedTensor>& tensors)
{
    std::unordered_map<std::string_view, const NamedTensor*> seen;
    seen.reserve(tensors.size());
    for (const NamedTensor& tensor : tensors) {
        const auto [first, isNew] = seen.emplace(tensor.name, &tensor);
        if (!isNew) {
            const auto oldName = [&](const NamedTensor& named) {
                return source.entryName(source.tensors()[named.tensor].entry);
            };
            const bool areAlike = oldName(tensor) == oldName(*first->second);
            return fail(
                error(areAlike ? ErrorCode::Unsupported : ErrorCode::UnmetRequest,
                      message("two tensors would get the name %1: %2 and %3", inQuotes(tensor.name),
                              keysText(source, *first->second), keysText(source, tensor)))
                    .because(message("There is one flat list of names, and nested keys are joined by dots"))
                    .fix(areAlike
                             ? message("No rule can tell them apart: leave out both with --drop, or give one another "
                                       "key in Python")
                             : message(
                                   "Rename one of them to something else with --rename, or leave it out with --drop")));
        }
    }
    return {};
}

/// A set without one of its files is not what anybody wants to keep.
Result<void> refuseMissingShards(const Checkpoint& source)
{
    for (const Issue& issue : source.issues()) {
        if (issue.code == ErrorCode::ShardMissing || issue.code == ErrorCode::ShardBroken) {
            return fail(error(issue.code, issue.code == ErrorCode::ShardMissing
                                              ? message("the shard %1 is missing", inQuotes(issue.path))
                                              : message("the shard %1 cannot be read", inQuotes(issue.path)))
                            .because(issue.message)
                            .fix(message("Put the shard beside the index, whole and under this name")));
        }
    }
    return {};
}

/// Puts the scales of tensors that become codes, and what else their convention wants, behind each of them.
void addScales(const Checkpoint& source, ScaleConvention convention, TensorSet& set)
{
    std::vector<NamedTensor> tensors;
    std::vector<std::size_t> places; // of the old ones
    for (const NamedTensor& named : set.tensors) {
        const auto made =
            named.becomesCodes() ? makeScales(source, named.tensor, named.name, convention) : std::vector<MadeTensor>();
        const bool isItself = named.sameAs == NamedTensor::kItself;
        const std::size_t kept = isItself ? named.sameAs : places[named.sameAs];
        places.push_back(tensors.size());
        tensors.push_back(named);
        tensors.back().sameAs = kept;
        for (std::size_t i = 1; i < made.size(); ++i) {
            tensors.push_back({.name = made[i].name,
                               .tensor = named.tensor,
                               .dtype = made[i].dtype,
                               .sameAs = isItself ? kept : kept + i,
                               .scaling = made[i].scaling});
        }
        set.scales.made[static_cast<std::size_t>(convention)] += named.becomesCodes() ? 1U : 0U;
    }
    set.tensors = std::move(tensors);
}

/// A folder is written from the nested object, in which the scales would stay.
Result<void> refuseScales(const TensorSet& set)
{
    const auto scaled = std::ranges::find_if(set.tensors, [](const auto& named) { return named.scaling != nullptr; });
    if (scaled == set.tensors.end()) {
        return {};
    }
    return fail(
        error(ErrorCode::Unsupported, message("tensor %1 would have to be cast by its scales", inQuotes(scaled->name)))
            .because(message("On the way into a folder of torch.distributed.checkpoint Cairn does not do that"))
            .fix(message("Make a .safetensors with --cast first, and the folder out of that")));
}

} // namespace

Result<TensorSet> planTensorSet(const Checkpoint& source, TensorRules rules, const Progress* progress)
{
    CAIRN_TRY(refuseAmbiguous(source));
    if (!rules.isWhatIsLeft) {
        CAIRN_TRY(refuseMissingShards(source));
    }
    TensorSorter sorter(source, rules);
    bool stopped = false;
    source.walk([&](EntryId id, std::size_t depth) {
        constexpr EntryId askEvery = 1U << 14;
        stopped = stopped || (id % askEvery == 0 && progress != nullptr && progress->stopRequested());
        if (!stopped) {
            sorter.visit(id, depth);
        }
    });
    if (stopped) {
        return fail(ErrorCode::Cancelled, message("cancelled"));
    }
    CAIRN_ASSIGN(sorted, sorter.take());
    TensorSet set = std::move(sorted);
    if (rules.format == TensorFormat::Dcp) {
        CAIRN_TRY(refuseScales(set));
        CAIRN_TRY(findDcpItems(source, rules.selection, set, progress));
    }
    if (set.tensors.empty() && set.items.empty() && set.leftOut.empty() && !rules.selection.isEmpty() &&
        !source.tensors().empty()) {
        return fail(error(ErrorCode::UnmetRequest, message("nothing would be left"))
                        .because(message("The rules leave out every tensor"))
                        .fix(message("See the names with cairn-cli inspect")));
    }
    CAIRN_TRY(refuseCollisions(source, set.tensors));
    if (rules.sharing == Sharing::Alias && rules.format != TensorFormat::Dcp) { // there each tensor is one of its own
        CAIRN_ASSIGN(pairs, findAliases(source, set.tensors));
        for (const auto& [alias, kept] : pairs) {
            set.tensors[alias].sameAs = kept;
        }
    }
    CAIRN_TRY(tieTensors(source, rules.ties, set, progress));
    if (rules.fp8Scales) {
        addScales(source, *rules.fp8Scales, set);
        CAIRN_TRY(refuseCollisions(source, set.tensors));
    }
    const auto unusedNames = rules.selection.unusedRules();
    set.unusedRules.insert(set.unusedRules.end(), unusedNames.begin(), unusedNames.end());
    const auto unusedCasts = rules.casts.unusedRules();
    set.unusedRules.insert(set.unusedRules.end(), unusedCasts.begin(), unusedCasts.end());
    return set;
}

Result<void> requireTensors(const TensorSet& set)
{
    if (!set.tensors.empty() || !set.items.empty() || (set.leftOut.empty() && set.unusedRules.empty())) {
        return {};
    }
    const auto keep =
        std::ranges::find_if(set.unusedRules, [](const std::string& rule) { return rule.starts_with("--keep"); });
    if (keep != set.unusedRules.end()) {
        return fail(error(ErrorCode::UnmetRequest, message("no tensor is left to write"))
                        .because(message("Nothing in the checkpoint fits %1", *keep))
                        .fix(message("See the names with cairn-cli inspect")));
    }
    Message why;
    if (!set.leftOut.empty()) {
        const LeftOut& first = set.leftOut.front();
        why = set.leftOut.size() == 1 ? message("%1: %2", inQuotes(first.path), first.why)
                                      : message("%1: %2, and so on", inQuotes(first.path), first.why);
    }
    return fail(error(ErrorCode::Unsupported, message("the checkpoint has no tensor that safetensors can hold"))
                    .because(std::move(why))
                    .fix(message("See all with --dry-run")));
}

std::uint64_t TensorSet::losses() const
{
    return static_cast<std::uint64_t>(std::ranges::count(leftOut, false, &LeftOut::harmless)) + unnamedValues();
}

namespace {

/// 33 values that are no tensors, in "epoch", "optimizer_states" (28) and "callbacks" (4)
std::string valuesText(const TensorSet& set)
{
    std::string text = countOf(set.valuesLeftOut, "value that is no tensor", "values that are no tensors") + ", in ";
    std::uint64_t rest = set.valuesLeftOut;
    for (const auto& [row, count] : set.valuesIn) {
        text += (rest == set.valuesLeftOut ? "" : ", ") + inQuotes(row);
        text += count == 1 ? "" : " (" + groupedDigits(count) + ')';
        rest -= count;
    }
    return rest == 0 ? text : text + " and " + groupedDigits(rest) + " more";
}

} // namespace

Result<void> requireNothingLost(const TensorSet& set)
{
    CAIRN_TRY(requireTensors(set));
    if (set.losses() == 0) {
        return {};
    }
    constexpr std::size_t mostNamed = 12;
    const std::size_t named = set.leftOut.size() - (set.valuesLeftOut - set.unnamedValues()); // the values are last
    std::string names;
    std::size_t losses = 0;
    for (const LeftOut& part : std::span(set.leftOut).first(named)) {
        if (!part.harmless && losses++ < mostNamed) {
            names += (losses == 1 ? "" : "; ") + inQuotes(part.path) + ": " + printable(part.why.text());
        }
    }
    if (losses > mostNamed) {
        names += "; " + groupedDigits(losses - mostNamed) + " more";
    }
    if (set.valuesLeftOut != 0) {
        names += (names.empty() ? "" : "; ") + valuesText(set);
    }
    return fail(
        error(ErrorCode::Unsupported,
              set.items.empty()
                  ? message("not everything in this checkpoint can be carried into a file of tensors alone: %1", names)
                  : message("not everything in this checkpoint can be carried into such a folder: %1", names))
            .fix(message("Leave them out with --drop-others; --dry-run lists them")));
}

std::span<const std::int64_t> writtenShape(const Checkpoint& source, const NamedTensor& named)
{
    return named.isMade() ? std::span(named.scaling->shape) : source.shape(source.tensors()[named.tensor]);
}

std::uint64_t writtenBytes(const Checkpoint& source, const NamedTensor& named)
{
    if (named.isMade()) {
        return checkpoint::productOf(named.scaling->shape).value_or(0) * (formats::dtypeInfo(named.dtype).bits / 8U);
    }
    const checkpoint::Tensor& tensor = source.tensors()[named.tensor];
    return named.dtype == tensor.dtype ? source.logicalBytes(tensor)
                                       : source.elementCount(tensor) * (formats::dtypeInfo(named.dtype).bits / 8U);
}

} // namespace cairn::convert
