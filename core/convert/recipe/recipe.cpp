#include "core/convert/recipe/recipe.h"

#include "core/convert/common/cast.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/common/selection.h"
#include "core/convert/tensors/shard_layout.h"

namespace cairn::convert {

namespace {

NamedFormat namedFormatOf(Container container)
{
    switch (container) {
    case Container::Zip:
    case Container::Legacy: return NamedFormat::Torch;
    case Container::Safetensors: return NamedFormat::Safetensors;
    case Container::Keep: break;
    }
    return NamedFormat::Any;
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
    CAIRN_TRY(Selection::make(recipe.keep, recipe.drop, recipe.renames));
    CAIRN_TRY(CastRules::make(recipe.casts));
    if (!recipe.shardSize.empty()) {
        CAIRN_TRY(parseShardSize(recipe.shardSize));
    }
    CAIRN_TRY(checkCopyPattern(recipe.name));
    return checkCopyName(recipe.name, namedFormatOf(recipe.container));
}

} // namespace cairn::convert
