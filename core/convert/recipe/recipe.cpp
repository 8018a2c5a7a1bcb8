#include "core/convert/recipe/recipe.h"

#include "core/convert/common/cast.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/common/selection.h"
#include "core/convert/common/tie.h"
#include "core/convert/tensors/shard_layout.h"

namespace cairn::convert {

namespace {

NamedFormat namedFormatOf(Container container)
{
    switch (container) {
    case Container::Zip:
    case Container::Legacy: return NamedFormat::Torch;
    case Container::Safetensors: return NamedFormat::Safetensors;
    case Container::Dcp:
    case Container::Keep: break;
    }
    return NamedFormat::Any;
}

Result<void> checkScales(const CastRules& casts, bool hasNoPlace)
{
    if (!casts.hasTarget(formats::Dtype::Float8E4M3Fn) || casts.hasTarget(formats::Dtype::Float8E5M2)) {
        return fail(error(ErrorCode::Usage, message("--fp8-scales is for casts to float8_e4m3fn"))
                        .because(message("Scales spread numbers over what that dtype holds"))
                        .fix(message("Say which tensors with --cast, for instance float8_e4m3fn:*proj.weight")));
    }
    if (hasNoPlace) {
        return fail(error(ErrorCode::Usage, message("--fp8-scales is for safetensors and for a .pth of tensors alone"))
                        .fix(message("Write one of these with --to safetensors, or --to pth --drop-others")));
    }
    return {};
}

} // namespace

Recipe::Recipe() : name(kCopyPattern) {}

Result<void> checkRecipe(const Recipe& recipe)
{
    if (recipe.container == Container::Safetensors && recipe.map) {
        return fail(
            error(ErrorCode::Usage, message("a device map has no meaning for safetensors, which has no device tags")));
    }
    if (recipe.container == Container::Legacy && !recipe.shardSize.empty()) {
        return fail(
            error(ErrorCode::Usage, message("the stream of torch before 1.6 is one file, and shards are several")));
    }
    const bool isFolder = recipe.container == Container::Dcp;
    if (isFolder && recipe.map) {
        return fail(error(ErrorCode::Usage, message("a device map has no meaning for --to dcp: such a folder is loaded "
                                                    "to wherever the tensors are that it is loaded into")));
    }
    if (isFolder && !recipe.shardSize.empty()) {
        return fail(error(ErrorCode::Usage, message("a folder of torch.distributed.checkpoint has no shards"))
                        .fix(message("Say with --files how many files it is to have")));
    }
    if (!isFolder && recipe.files != 0) {
        return fail(error(ErrorCode::Usage, message("--files is for --to dcp, whose folder has as many files as are "
                                                    "wanted"))
                        .because(message("Other copies are one file, or with --shard-size a set of shards"))
                        .fix(message("Add --to dcp, or leave out --files")));
    }
    if (recipe.files > kMostFiles) {
        return fail(error(ErrorCode::Usage, message("--files is at most %1", std::to_string(kMostFiles))));
    }
    CAIRN_TRY(Selection::make(recipe.keep, recipe.drop, recipe.renames));
    CAIRN_ASSIGN(casts, CastRules::make(recipe.casts));
    if (recipe.fp8Scales) {
        CAIRN_TRY(checkScales(casts, isFolder || recipe.container == Container::Legacy));
    }
    CAIRN_TRY(makeTies(recipe.ties));
    if (!recipe.ties.empty() && (isFolder || recipe.clone)) {
        return fail(error(ErrorCode::Usage, isFolder ? message("--tie has no meaning for --to dcp, where each name has "
                                                               "a tensor of its own")
                                                     : message("--tie and --clone contradict each other")));
    }
    if (!recipe.shardSize.empty()) {
        CAIRN_TRY(parseShardSize(recipe.shardSize));
    }
    CAIRN_TRY(checkCopyPattern(recipe.name));
    return checkCopyName(recipe.name, namedFormatOf(recipe.container));
}

} // namespace cairn::convert
