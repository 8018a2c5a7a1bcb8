#include "core/convert/recipe/recipe_route.h"

#include "core/base/platform/path_text.h"
#include "core/base/text/glob.h"
#include "core/base/text/shell_word.h"
#include "core/checkpoint/folders/folder_kind.h"
#include "core/checkpoint/load_state_dict.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/common/tie.h"
#include "core/convert/tensors/shard_layout.h"
#include "core/remote/address.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::FormatTraits;
using checkpoint::PickleForm;
using formats::FileKind;

namespace {

/// What is asked for, by the recipe or else by the name of the target.
std::optional<TensorFormat> tensorFormat(const Recipe& recipe, const std::string& target)
{
    switch (recipe.container) {
    case Container::Safetensors: return TensorFormat::Safetensors;
    case Container::Zip: return TensorFormat::TorchZip;
    case Container::Dcp: return TensorFormat::Dcp;
    case Container::Legacy: return std::nullopt;
    case Container::Keep: break;
    }
    switch (formatOfName(target)) {
    case NamedFormat::Safetensors: return TensorFormat::Safetensors;
    case NamedFormat::Torch: return TensorFormat::TorchZip;
    case NamedFormat::Any:
    case NamedFormat::Other: break;
    }
    return std::nullopt;
}

/// That of a file that is written tensor by tensor.
TensorFormat outputFormat(const Recipe& recipe, const std::string& target)
{
    return tensorFormat(recipe, target).value_or(TensorFormat::Safetensors);
}

Result<Selection> selectionFor(const Recipe& recipe, const Checkpoint& source, SecondNames secondNames)
{
    CAIRN_ASSIGN(selection, Selection::make(recipe.keep, recipe.drop, recipe.renames));
    if (recipe.dropOptimizer) {
        selection.dropOptimizer(source);
    }
    if (recipe.averages) {
        CAIRN_TRY(selection.takeAverages(source, secondNames));
    }
    return std::move(selection);
}

} // namespace

Route routeFor(const Recipe& recipe, const Checkpoint& source, const std::string& target)
{
    // What has only tensors has no container that could be kept with all that is in it.
    const FormatTraits& traits = source.traits();
    const bool isKept = recipe.container == Container::Keep && !recipe.selects() && recipe.shardSize.empty();
    if (recipe.skipUnchanged && isKept && traits.hasOnlyTensors && !traits.isSetOfFiles) {
        return Route::HasNoTags;
    }
    const auto format = tensorFormat(recipe, target);
    const bool isTensors =
        format == TensorFormat::Safetensors || format == TensorFormat::Dcp ||
        ((traits.hasOnlyTensors || !recipe.shardSize.empty() || recipe.dropOthers) && format.has_value());
    if (isTensors) {
        const bool isWhatItIs = recipe.skipUnchanged && traits.kind == FileKind::Safetensors && !recipe.selects() &&
                                recipe.shardSize.empty() && format == TensorFormat::Safetensors;
        return isWhatItIs ? Route::HasNoTags : Route::Tensors;
    }
    const bool isFolder = traits.isFolder; // it becomes a file in any case, as a set of files does
    return isFolder || recipe.selects() || recipe.container != Container::Keep ? Route::Values : Route::Tags;
}

Result<void> checkTarget(const Recipe& recipe, Route route, const Checkpoint& source, const std::string& target)
{
    if (recipe.container == Container::Keep) {
        CAIRN_TRY(checkSpelling(target, source.path()));
    }
    switch (route) {
    case Route::Tags:
    case Route::Values:
        if (source.traits().hasOnlyTensors && formatOfName(target) == NamedFormat::Any && target != source.path()) {
            return fail(error(ErrorCode::Usage, message("the name of the copy does not say its format"))
                            .in(target)
                            .fix(message("Let it end in .safetensors or .pth, or choose the format with --to")));
        }
        return checkCopyName(target, NamedFormat::Torch, source.path());
    case Route::Tensors:
        if (recipe.container == Container::Dcp) { // folders may be called anything, but not as a file
            return checkCopyName(target, NamedFormat::Any);
        }
        if (!recipe.shardSize.empty() && formatOfName(target) == NamedFormat::Any) {
            return fail(error(ErrorCode::Usage, message("the names of the shards would say no format"))
                            .in(target)
                            .because(message("Programs find shards by names that end in .safetensors"))
                            .fix(message("Write %1", target + (outputFormat(recipe, target) == TensorFormat::Safetensors
                                                                   ? ".safetensors"
                                                                   : ".pth"))));
        }
        return checkCopyName(target,
                             outputFormat(recipe, target) == TensorFormat::Safetensors ? NamedFormat::Safetensors
                                                                                       : NamedFormat::Torch,
                             source.path());
    case Route::HasNoTags: break;
    }
    return {};
}

std::string targetFor(const Recipe& recipe, const std::string& source, const std::string& below)
{
    const std::string file(remote::isAddress(source) ? remote::fileNameOf(source) : source);
    std::string_view extension;
    if (recipe.container == Container::Safetensors) {
        extension = ".safetensors";
    } else if (recipe.container == Container::Dcp) {
        extension = ".dcp";
    } else if (recipe.container == Container::Zip &&
               (file.ends_with(".safetensors") || file.ends_with(".safetensors.index.json"))) {
        extension = ".pth";
    }
    const bool isInTree = !recipe.folder.empty() && !below.empty() && below != ".";
    const std::string folder =
        isInTree ? platform::pathText(std::filesystem::path(recipe.folder) / below) : recipe.folder;
    if (const auto checkpoint = checkpoint::folderOf(file)) { // a folder becomes one file
        return copyPath(*checkpoint + ".pth", recipe.name, folder, extension);
    }
    return copyPath(file, recipe.name, folder, extension);
}

Error withWayOut(Error refused, const Checkpoint& source, const TensorSet& set, const Recipe& recipe)
{
    const checkpoint::EntryId model = checkpoint::largestStateDict(source);
    const bool isWhole = recipe.keep.empty() && recipe.drop.empty();
    const bool isInTraining = model != 0 && model != checkpoint::kNoId;
    const std::string_view type = isInTraining ? source.typeName(source.entries()[model]) : std::string_view();
    const bool isStateDict = type == "dict" || type == "OrderedDict"; // and no layer of a pickled model
    if (isWhole && isStateDict && !recipe.dropOthers && !set.tensors.empty()) {
        refused.advice = message("Write all its tensors with --drop-others, or those of the model alone with --keep "
                                 "%1; --dry-run lists what is left out",
                                 shellWord(globEscaped(source.entryName(model)) + ".*"));
    }
    return refused;
}

Result<RewriteRules> rewriteRules(const Recipe& recipe, const Checkpoint& source)
{
    RewriteRules rules;
    CAIRN_ASSIGN(selection, selectionFor(recipe, source, SecondNames::LeaveOut));
    CAIRN_ASSIGN(casts, CastRules::make(recipe.casts));
    CAIRN_ASSIGN(ties, makeTies(recipe.ties));
    if (recipe.fp8Scales) {
        return fail(error(ErrorCode::Unsupported, message("where all of a pickle is written anew no scales are made"))
                        .fix(message("Write the tensors alone: -o COPY.safetensors, or a .pth with --to pth and "
                                     "--drop-others")));
    }
    rules.selection = std::move(selection);
    rules.storages.casts = std::move(casts);
    rules.storages.ties = std::move(ties);
    rules.storages.compact = recipe.compact;
    rules.storages.container = recipe.container == Container::Legacy ? PickleContainer::Legacy : PickleContainer::Zip;
    return rules;
}

Result<TensorRules> tensorRules(const Recipe& recipe, const Checkpoint& source)
{
    TensorRules rules;
    rules.format = recipe.container == Container::Dcp ? TensorFormat::Dcp : TensorFormat::Safetensors;
    rules.sharing = recipe.clone ? Sharing::Clone : Sharing::Alias;
    const bool isFolder = rules.format == TensorFormat::Dcp; // which is written from the nested object
    CAIRN_ASSIGN(selection, selectionFor(recipe, source, isFolder ? SecondNames::LeaveOut : SecondNames::Tie));
    CAIRN_ASSIGN(casts, CastRules::make(recipe.casts));
    rules.selection = std::move(selection);
    CAIRN_ASSIGN(ties, makeTies(recipe.ties));
    rules.casts = std::move(casts);
    rules.fp8Scales = recipe.fp8Scales;
    rules.ties = std::move(ties);
    return rules;
}

Result<OutputRules> outputRules(const Recipe& recipe, const std::string& target)
{
    OutputRules rules{.format = outputFormat(recipe, target), .target = target, .map = recipe.mapOrCpu()};
    rules.files = std::max<std::size_t>(1, recipe.files);
    if (!recipe.shardSize.empty()) {
        CAIRN_ASSIGN(bytes, parseShardSize(recipe.shardSize));
        rules.shardBytes = bytes;
    }
    return rules;
}

bool changesNothing(const Checkpoint& source, const RewritePlan& plan)
{
    const auto same = plan.container == PickleContainer::Zip ? PickleForm::ZipRecord : PickleForm::Stream;
    return source.traits().pickle == same && changesNoValue(plan);
}

bool changesNoValue(const RewritePlan& plan)
{
    const StoragePlan& storages = plan.storages;
    return !plan.report.changesTags && plan.report.devices.empty() && plan.rows.root == 0 &&
           plan.rows.leftOut.empty() && plan.rows.newKeys.empty() && plan.lostRecords.empty() &&
           storages.bytesCut == 0 && storages.storagesLeftOut == 0 && storages.tied.empty() &&
           std::ranges::none_of(storages.storages, &NewStorage::isCast);
}

bool changesNothing(const Checkpoint& source, const TensorSet& set, const OutputPlan& plan)
{
    const auto* file = plan.parts.size() == 1 ? std::get_if<SafetensorsPlan>(&plan.parts.front().plan) : nullptr;
    if (source.traits().kind != FileKind::Safetensors || file == nullptr || !set.leftOut.empty() ||
        set.valuesLeftOut != 0 || file->tensors.size() != source.tensors().size()) {
        return false;
    }
    std::uint64_t texts = 0; // of the metadata, second names among them
    for (const checkpoint::Entry& entry : source.entries()) {
        texts += entry.kind == checkpoint::EntryKind::Value ? 1 : 0;
    }
    return texts == set.metadata.size() + file->aliases.size() &&
           std::ranges::all_of(file->tensors, [&](const NamedTensor& named) {
               const checkpoint::Tensor& tensor = source.tensors()[named.tensor];
               return named.dtype == tensor.dtype && named.name == source.entryName(tensor.entry);
           });
}

} // namespace cairn::convert
