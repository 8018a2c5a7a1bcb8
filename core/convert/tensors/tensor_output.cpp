#include "core/convert/tensors/tensor_output.h"

#include "core/base/files/byte_source.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/convert/common/folder_sink.h"
#include "core/convert/common/target.h"
#include "core/convert/scales/find_scales.h"
#include "core/convert/tensors/shard_files.h"
#include "core/convert/tensors/shard_layout.h"
#include "core/convert/tensors/to_safetensors.h"
#include "core/formats/safetensors/shard_index.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;

namespace {

using Sinks = std::vector<std::unique_ptr<FileSink>>;

/// `placement`: the tags; nothing for safetensors.
Result<OutputPart> planPart(const Checkpoint& source, const TensorSet& set,
                            const std::optional<devices::Placement>& placement, std::string path)
{
    if (!placement) {
        CAIRN_ASSIGN(plan, planSafetensors(source, set));
        return OutputPart{std::move(path), std::move(plan)};
    }
    CAIRN_ASSIGN(plan, planTorchZip(source, set, *placement));
    return OutputPart{std::move(path), std::move(plan)};
}

std::uint64_t fileBytes(const OutputPart& part)
{
    return std::visit([](const auto& plan) { return plan.fileBytes(); }, part.plan);
}

std::uint64_t dataBytes(const OutputPart& part)
{
    return std::visit([](const auto& plan) { return plan.dataBytes; }, part.plan);
}

const std::vector<NamedTensor>& tensorsOf(const OutputPart& part)
{
    return std::visit([](const auto& plan) -> const auto& { return plan.tensors; }, part.plan);
}

bool isFolder(const OutputPlan& plan)
{
    return std::holds_alternative<DcpPlan>(plan.parts.front().plan);
}

bool hasTree(const TensorSet& set)
{
    return std::ranges::find(set.metadata, kTreeKey, &std::pair<std::string, std::string>::first) != set.metadata.end();
}

bool keepsTree(const TensorSet& set, const OutputPart& part)
{
    const auto* const zip = std::get_if<TorchZipPlan>(&part.plan);
    return zip == nullptr ? hasTree(set) : zip->tree.keepsNesting;
}

/// The tags of the storages that are written.
RetagReport countTags(const Checkpoint& source, const TensorSet& set, const devices::Placement& placement)
{
    RetagReport report;
    for (const NamedTensor& named : set.tensors) {
        if (named.sameAs == NamedTensor::kItself) {
            const checkpoint::StorageId storage = source.tensors()[named.tensor].storage;
            ++report.tagsBefore[std::string(source.deviceTag(source.storages()[storage].device))];
            ++report.tagsAfter[std::string(placement.target(storage))];
        }
    }
    return report;
}

/// The texts that a safetensors file carries beside its tensors, by name; what says that torch wrote it is none.
std::string metadataNames(const TensorSet& set)
{
    constexpr std::size_t mostNamed = 5;
    std::string names;
    std::size_t count = 0;
    for (const auto& [key, value] : set.metadata) {
        if (key != "format" && key != kTreeKey && key != kNoteKey && ++count <= mostNamed) {
            names += (count == 1 ? "" : ", ") + key;
        }
    }
    return count <= mostNamed ? names : names + " and " + groupedDigits(count - mostNamed) + " more";
}

/// What safetensors has beside its tensors.
std::vector<Message> dcpWarnings(const Checkpoint& source, const TensorSet& set)
{
    std::vector<Message> warnings;
    if (source.traits().hasOnlyTensors) {
        if (const std::string names = metadataNames(set); !names.empty()) {
            warnings.push_back(message("the metadata of the file has no place in such a folder: %1", names));
        }
    }
    return warnings;
}

/// A state_dict of plain tensors is what is written.
std::vector<Message> torchWarnings(const Checkpoint& source, const TensorSet& set)
{
    std::vector<Message> warnings;
    if (const std::string names = metadataNames(set); !names.empty()) {
        warnings.push_back(message("the metadata of the file has no place in a .pth: %1", names));
    }
    const auto parameters = std::ranges::count_if(set.tensors, [&](const NamedTensor& named) {
        return source.tensors()[named.tensor].kind == checkpoint::TensorKind::Parameter;
    });
    if (parameters != 0) {
        warnings.push_back(message("%1 of the class nn.Parameter will be plain tensors; requires_grad stays",
                                   countOf(static_cast<std::uint64_t>(parameters), "tensor")));
    }
    return warnings;
}

/// Dtypes that came to the format late, with the first release of the safetensors library that opens them.
std::vector<Message> safetensorsWarnings(const TensorSet& set)
{
    using formats::Dtype;
    constexpr std::array<std::pair<Dtype, std::string_view>, 5> lateDtypes = {{{Dtype::Float8E8M0Fnu, "0.6"},
                                                                               {Dtype::Float4E2M1FnX2, "0.6"},
                                                                               {Dtype::Complex64, "0.7"},
                                                                               {Dtype::Float8E4M3FnUz, "0.8"},
                                                                               {Dtype::Float8E5M2FnUz, "0.8"}}};
    std::vector<Message> warnings;
    for (const auto& [late, release] : lateDtypes) {
        if (std::ranges::find(set.tensors, late, &NamedTensor::dtype) != set.tensors.end()) {
            const formats::DtypeInfo& dtype = formats::dtypeInfo(late);
            warnings.push_back(message("only releases of the safetensors library from %1 on open a file with %2 (%3)",
                                       release, dtype.name, dtype.safetensors));
        }
    }
    return warnings;
}

/// All targets at once, so that a name that is taken is known before anything is written.
Result<Sinks> createSinks(const Checkpoint& source, const OutputPlan& plan, FileSink::Existing existing)
{
    Sinks sinks;
    for (const std::string& file : plan.files()) {
        CAIRN_ASSIGN(sink, createTarget(source, file, existing));
        sinks.push_back(std::move(sink));
    }
    return sinks;
}

/// Whether shards take the names of older ones, which an index makes one set of.
bool replacesShards(const Sinks& sinks, const OutputPlan& plan)
{
    return !plan.indexPath.empty() &&
           std::any_of(sinks.begin(), sinks.end() - 1, [](const auto& sink) { return sink->hasOlder(); });
}

/// Gives the files their names, the index last. If that fails in between, those that have theirs go again, unless they
/// took the place of older ones: of new and old ones there is no index then, whenever this is killed.
Result<void> commitAll(Sinks& sinks, const OutputPlan& plan, FileSink::Existing existing)
{
    const bool isMixed = replacesShards(sinks, plan);
    if (isMixed) {
        CAIRN_TRY(sinks.back()->removeOlder());
    }
    for (std::size_t i = 0; i < sinks.size(); ++i) {
        auto committed = sinks[i]->commit();
        if (committed) {
            continue;
        }
        for (std::size_t done = 0; done < i && existing == FileSink::Existing::Refuse; ++done) {
            sinks[done]->remove();
        }
        return !isMixed ? std::move(committed)
                        : fail(std::move(committed).error().fix(message(
                              "Write the set again: the index of the older one is gone, since some of its files "
                              "may be new")));
    }
    return {};
}

/// Files that an earlier set with the same name has, or could have, and the new one has not: whoever reads the folder
/// would take both. If one of them is the source, it stays.
std::vector<std::string> olderFiles(const Checkpoint& source, const OutputPlan& plan)
{
    std::set<std::string> own;
    for (const std::string& file : plan.files()) {
        own.insert(std::filesystem::path(file).filename().string());
    }
    std::vector<std::string> older = filesThere(plan.target, plan.mayBeShards ? Shards::Yes : Shards::No);
    std::erase_if(older, [&](const std::string& file) {
        return own.contains(std::filesystem::path(file).filename().string()) || !refuseOwnSource(source, file);
    });
    std::ranges::sort(older);
    return older;
}

/// Those of them that are known to be of the set that is replaced: its index, what that names, and a file of the very
/// name. Others may be somebody's.
std::vector<std::string> replacedFiles(const Checkpoint& source, const OutputPlan& plan)
{
    const auto nameOf = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
    const std::string index = shardIndexPath(plan.target);
    std::set<std::string> known = {nameOf(plan.target), nameOf(index)};
    if (const auto file = FileSource::open(index)) {
        if (const auto older = formats::readShardIndex(**file)) {
            known.insert(older->shards.begin(), older->shards.end());
        }
    }
    std::vector<std::string> files = olderFiles(source, plan);
    std::erase_if(files, [&](const std::string& file) { return !known.contains(nameOf(file)); });
    return files;
}

/// Those that cannot be removed are told of.
void removeFiles(const std::vector<std::string>& files, OutputReport& report)
{
    for (const std::string& file : files) {
        std::error_code failure;
        if (std::filesystem::remove(file, failure)) {
            report.removed.push_back(file);
        } else if (failure) {
            report.warnings.push_back(message("%1 is left of an earlier set, and could not be removed: %2",
                                              inQuotes(file), failure.message()));
        }
    }
}

Result<void> requireTargets(const Checkpoint& source, const OutputPlan& plan, FileSink::Existing existing)
{
    constexpr std::size_t mostParts = 500; // all of them are open at a time
    if (plan.parts.size() > mostParts) {
        return fail(error(ErrorCode::Unsupported, message("this would make %1", countOf(plan.parts.size(), "shard")))
                        .because(message("Cairn writes %1 at most", countOf(mostParts, "shard")))
                        .fix(message("Choose a larger --shard-size")));
    }
    for (const std::string& file : plan.files()) {
        CAIRN_TRY(refuseOwnSource(source, file, existing));
    }
    return requireSpace(plan.parts.front().path, plan.fileBytes);
}

} // namespace

std::vector<std::string> OutputPlan::files() const
{
    std::vector<std::string> files;
    files.reserve(parts.size() + 1);
    for (const OutputPart& part : parts) {
        files.push_back(part.path);
    }
    if (!indexPath.empty()) {
        files.push_back(indexPath);
    }
    return files;
}

Result<void> checkOlderFiles(const Checkpoint& source, const OutputPlan& plan, FileSink::Existing existing)
{
    const std::vector<std::string> older = olderFiles(source, plan);
    if (older.empty() || existing != FileSink::Existing::Refuse) {
        return {};
    }
    return fail(error(ErrorCode::TargetExists, message("a file of an earlier set with this name exists already"))
                    .in(older.front())
                    .fix(message("Choose another name, or replace the whole set with --force")));
}

OutputPlan onlyPart(OutputPlan plan, std::size_t part)
{
    if (part + 1 != plan.parts.size()) {
        plan.indexPath.clear();
        plan.index.clear();
    }
    OutputPart wanted = std::move(plan.parts.at(part));
    plan.parts.clear();
    plan.dataBytes = dataBytes(wanted);
    plan.fileBytes = fileBytes(wanted) + plan.index.size();
    plan.parts.push_back(std::move(wanted));
    plan.mayBeShards = false;
    return plan;
}

Result<OutputPlan> planOutput(const Checkpoint& source, const TensorSet& set, const OutputRules& rules)
{
    OutputPlan plan;
    plan.target = rules.target;
    plan.mayBeShards = rules.shardBytes != 0;
    std::optional<devices::Placement> placement;
    if (rules.format == TensorFormat::TorchZip) {
        CAIRN_ASSIGN(placed, devices::placeWithoutConflict(source, rules.map));
        plan.tags = countTags(source, set, placed);
        placement = std::move(placed);
    }
    if (rules.format == TensorFormat::Dcp) {
        plan.warnings = dcpWarnings(source, set);
        plan.isNested =
            hasTree(set) || std::ranges::any_of(set.items, [](const DcpItem& item) { return item.path.size() > 1; });
        DcpPlan folder = planDcp(source, set, rules.files);
        plan.dataBytes = folder.dataBytes;
        plan.fileBytes = folder.fileBytes();
        plan.parts.push_back({rules.target, std::move(folder)});
        return plan;
    }
    plan.warnings = placement ? torchWarnings(source, set) : safetensorsWarnings(set);
    std::ranges::move(scaleWarnings(source, set.scales), std::back_inserter(plan.warnings));
    std::vector<TensorSet> shards;
    if (rules.shardBytes != 0) {
        shards = splitIntoShards(source, set, rules.shardBytes);
    }
    if (shards.size() <= 1) {
        CAIRN_ASSIGN(part, planPart(source, set, placement, rules.target));
        plan.parts.push_back(std::move(part));
    }
    std::vector<std::pair<std::string, std::string>> weights;
    for (std::size_t i = 0; shards.size() > 1 && i < shards.size(); ++i) {
        if (placement) { // an index has flat names
            std::erase_if(shards[i].metadata, [](const auto& text) { return text.first == kTreeKey; });
        }
        const std::string path = shardPath(rules.target, i, shards.size());
        CAIRN_ASSIGN(part, planPart(source, shards[i], placement, path));
        for (const NamedTensor& named : tensorsOf(part)) {
            weights.emplace_back(named.name, std::filesystem::path(path).filename().string());
        }
        plan.parts.push_back(std::move(part));
    }
    plan.isNested = keepsTree(set, plan.parts.front());
    if (hasTree(set) && !plan.isNested) {
        plan.warnings.push_back(
            plan.parts.size() > 1 ? message("shards that an index lists have flat names, so the copy is not nested")
            : set.renamed != 0
                ? message("the copy is one flat dict: the metadata says how the old names were nested, and --rename "
                          "gave others")
                : message("what the metadata says of nested names is damaged or goes with no tensor here, so the copy "
                          "is one flat dict"));
    }
    if (plan.isNested && set.atTop != 0) {
        plan.warnings.push_back(
            message("%1 by the new name in no group of the file, and will stand at the top of a copy "
                    "back",
                    countOf(set.atTop, "tensor is", "tensors are")));
    }
    if (const auto* zip = std::get_if<TorchZipPlan>(&plan.parts.front().plan);
        zip != nullptr && plan.isNested && zip->tree.unplaced != 0) {
        plan.warnings.push_back(message("%1 with other names than the metadata knows at the top of the copy, and not "
                                        "nested",
                                        countOf(zip->tree.unplaced, "tensor is", "tensors are")));
    }
    for (const OutputPart& part : plan.parts) {
        plan.dataBytes += dataBytes(part);
        plan.fileBytes += fileBytes(part);
    }
    if (!weights.empty()) {
        plan.indexPath = shardIndexPath(rules.target);
        plan.index = shardIndexText(weights, plan.dataBytes);
        plan.fileBytes += plan.index.size();
    }
    return plan;
}

Result<Difference> firstDifference(const Checkpoint& source, const OutputPlan& plan,
                                   const std::vector<std::string>& files, Progress* progress)
{
    beginStage(progress, "comparing", plan.dataBytes);
    for (std::size_t i = 0; i < plan.parts.size(); ++i) {
        CAIRN_ASSIGN(difference,
                     std::visit([&](const auto& part) { return firstDifference(source, part, files[i], progress); },
                                plan.parts[i].plan));
        if (difference) {
            return difference;
        }
    }
    return Difference();
}

Result<std::vector<std::string>> findChangedRecords(const Checkpoint& source, const OutputPlan& plan,
                                                    Progress* progress, const StorageSums& known)
{
    std::vector<checkpoint::StorageId> storages;
    for (const OutputPart& part : plan.parts) {
        for (const NamedTensor& named : tensorsOf(part)) {
            const checkpoint::Tensor& tensor = source.tensors()[named.tensor];
            if (tensor.storage != checkpoint::kNoId) {
                storages.push_back(tensor.storage);
            }
            if (named.scaling != nullptr && named.scaling->scales != checkpoint::kNoId) {
                storages.push_back(source.tensors()[named.scaling->scales].storage);
            }
        }
    }
    return findChangedRecords(source, source, storages, progress, known);
}

namespace {

/// The look at what was written, before it has its names; whether it may have them.
Result<bool> lookAt(const Checkpoint& source, const OutputPlan& plan, const std::vector<std::string>& files,
                    Verify verify, const StorageSums& sums, OutputReport& report, Progress* progress)
{
    if (verify == Verify::Yes || verify == Verify::Intact) {
        CAIRN_ASSIGN(difference, firstDifference(source, plan, files, progress));
        if (difference) {
            report.difference = *difference;
            return false;
        }
    }
    if (verify != Verify::No) {
        CAIRN_ASSIGN(changedRecords, findChangedRecords(source, plan, progress, sums));
        report.changedRecords = std::move(changedRecords);
        if ((verify == Verify::Intact || verify == Verify::IntactRecords) && !report.changedRecords.empty()) {
            return false;
        }
    }
    CAIRN_TRY(checkStop(progress));
    return true;
}

Result<OutputReport> writeFolder(const Checkpoint& source, const OutputPlan& plan, const DcpPlan& planned,
                                 FileSink::Existing existing, Verify verify, Progress* progress)
{
    CAIRN_TRY(requireSpace(plan.target, plan.fileBytes));
    CAIRN_ASSIGN(folder, createDcp(source, plan.target, existing));
    beginStage(progress, "writing", plan.dataBytes);
    OutputReport report;
    CAIRN_ASSIGN(bytes, writeDcp(source, planned, *folder, report.overflows, progress));
    report.bytes = bytes;
    CAIRN_ASSIGN(mayHaveName, lookAt(source, plan, {folder->path()}, verify, {}, report, progress));
    if (mayHaveName) {
        CAIRN_TRY(folder->commit());
    }
    return report;
}

} // namespace

Result<void> checkTargets(const Checkpoint& source, const OutputPlan& plan, FileSink::Existing existing)
{
    if (isFolder(plan)) {
        return checkDcpTarget(source, plan.target, existing);
    }
    for (const std::string& file : plan.files()) {
        CAIRN_TRY(refuseOwnSource(source, file, existing));
        CAIRN_TRY(FileSink::check(file, existing));
    }
    return {};
}

Result<OutputReport> writeOutput(const Checkpoint& source, const OutputPlan& plan, FileSink::Existing existing,
                                 Verify verify, Progress* progress)
{
    if (const auto* folder = std::get_if<DcpPlan>(&plan.parts.front().plan)) {
        return writeFolder(source, plan, *folder, existing, verify, progress);
    }
    CAIRN_TRY(requireTargets(source, plan, existing));
    CAIRN_TRY(checkOlderFiles(source, plan, existing));
    CAIRN_ASSIGN(sinks, createSinks(source, plan, existing));
    beginStage(progress, "writing", plan.dataBytes);
    OutputReport report;
    StorageSums sums;
    for (std::size_t i = 0; i < plan.parts.size(); ++i) {
        const auto* zip = std::get_if<TorchZipPlan>(&plan.parts[i].plan);
        auto written = zip != nullptr ? writeTorchZip(source, *zip, *sinks[i], report.overflows, progress)
                                      : writeSafetensors(source, std::get<SafetensorsPlan>(plan.parts[i].plan),
                                                         *sinks[i], report.overflows, sums, progress);
        if (!written) {
            return fail(std::move(written).error().in(plan.parts[i].path));
        }
    }
    if (!plan.indexPath.empty()) {
        CAIRN_TRY(sinks.back()->write(plan.index));
    }
    setStage(progress, "syncing");
    for (const auto& sink : sinks) {
        CAIRN_TRY(sink->sync());
        report.bytes += sink->position();
    }
    std::vector<std::string> files;
    files.reserve(sinks.size());
    for (const auto& sink : sinks) {
        files.push_back(sink->temporaryPath());
    }
    CAIRN_ASSIGN(mayHaveNames, lookAt(source, plan, files, verify, sums, report, progress));
    if (!mayHaveNames) {
        return report;
    }
    const std::vector<std::string> replaced = replacedFiles(source, plan); // the new index takes the place of the old
    CAIRN_TRY(commitAll(sinks, plan, existing));
    removeFiles(replaced, report);
    for (const std::string& file : olderFiles(source, plan)) {
        report.warnings.push_back(
            message("%1 is named like a part of this set, and no index says that it was one of the "
                    "set that was replaced: it stays. Whoever reads all files of this name would "
                    "take it",
                    inQuotes(file)));
    }
    return report;
}

} // namespace cairn::convert
