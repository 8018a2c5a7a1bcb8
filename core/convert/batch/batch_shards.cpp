#include "core/convert/batch/batch_shards.h"

#include "core/base/progress.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/recipe/recipe_route.h"

#include <utility>
#include <variant>

namespace cairn::convert {

Result<std::vector<std::uint64_t>> filesOfCopy(const std::string& input, const std::string& target,
                                               const Recipe& recipe, Progress& progress)
{
    CAIRN_ASSIGN(source, checkpoint::openCheckpoint(input, &progress));
    if (routeFor(recipe, *source, target) != Route::Tensors) {
        return std::vector{source->fileBytes()};
    }
    CAIRN_ASSIGN(rules, tensorRules(recipe, *source));
    CAIRN_ASSIGN(set, planTensorSet(*source, std::move(rules), &progress));
    if (auto lossless = recipe.dropOthers ? requireTensors(set) : requireNothingLost(set); !lossless) {
        return fail(std::move(lossless).error().in(input));
    }
    CAIRN_ASSIGN(output, outputRules(recipe, target));
    CAIRN_ASSIGN(plan, planOutput(*source, set, output));
    std::vector<std::uint64_t> bytes;
    bytes.reserve(plan.parts.size());
    for (const OutputPart& part : plan.parts) {
        bytes.push_back(std::visit([](const auto& one) { return one.fileBytes(); }, part.plan));
    }
    return bytes;
}

} // namespace cairn::convert
