#include "core/base/text/text.h"
#include "core/model/content.h"
#include "core/model/key_fit.h"
#include "core/model/outline.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn::model {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::RenameRule;

namespace {

/// How good a fit is: 2 as it is, 1 under other names, 0 not whole.
int rankOf(const ModelFit& fitted)
{
    const KeyFit& fit = fitted.fit;
    return fit.report.loads() ? 2 : fit.renaming && fit.renaming->report.loads() ? 1 : 0;
}

using FitWeights = std::function<Result<ModelFit>(const ModelWeights&)>;

/// Of several state_dicts in a file, as of a generator and a discriminator, the one that fits.
Result<ModelFit> fitBestState(const Checkpoint& checkpoint, const FitWeights& fitWeights)
{
    const ModelWeights likeliest = findWeights(checkpoint);
    CAIRN_ASSIGN(best, fitWeights(likeliest));
    for (const auto& [group, tensors] : statesIn(checkpoint, (best.model.state.keys.size() + 1) / 2)) {
        if (group == likeliest.group) {
            continue;
        }
        CAIRN_ASSIGN(other, fitWeights(weightsIn(checkpoint, group)));
        if (rankOf(other) > rankOf(best)) {
            other.insteadOf = checkpoint.entryName(likeliest.group);
            other.asGood = std::move(best.asGood);
            best = std::move(other);
        } else if (rankOf(other) != 0) {
            best.asGood.push_back(checkpoint.entryName(group));
        }
    }
    return best;
}

Result<ModelFit> fitKnownWeights(const KnownModels& known, const NamedModel& named, ModelWeights weights,
                                 const Variables& given)
{
    const FoundState found = stateOf(weights);
    const std::string group = weights.checkpoint->entryName(found.group);
    CAIRN_ASSIGN(model, keysOfKnownModel(known, named, weights, given));
    KeyFit fit = fitKeys(model, found.state, group);
    if (!fit.renaming) {
        return ModelFit{.model = std::move(model), .found = found, .fit = std::move(fit)};
    }
    // Under the names of the model the weights tell more of its sizes.
    const Renaming& renaming = *fit.renaming;
    std::deque<std::string> names;
    std::erase_if(weights.weights, [&](const Weight& weight) {
        const std::string name = weights.prefix + std::string(weight.name);
        const auto begins = [&](const std::string& prefix) { return name.starts_with(prefix); };
        return !renaming.kept.empty() && std::ranges::none_of(renaming.kept, begins);
    });
    for (Weight& weight : weights.weights) {
        std::string& renamed = names.emplace_back(weights.prefix + std::string(weight.name));
        for (const RenameRule& rule : renaming.rules) {
            renameInGroup(rule, group, renamed);
        }
        weight.name = renamed;
    }
    weights.prefix.clear();
    CAIRN_ASSIGN(sized, keysOfKnownModel(known, named, weights, given));
    fit = fitKeys(sized, found.state, group);
    return ModelFit{.model = std::move(sized), .found = found, .fit = std::move(fit)};
}

} // namespace

Result<ModelFit> fitKnownModel(const KnownModels& known, std::string_view name, const Checkpoint& checkpoint,
                               const Variables& given)
{
    CAIRN_ASSIGN(named, modelNamed(known, name, findWeights(checkpoint)));
    if (auto why = whyNoModel(checkpoint)) {
        return fail(std::move(*why));
    }
    return fitBestState(checkpoint,
                        [&](const ModelWeights& weights) { return fitKnownWeights(known, named, weights, given); });
}

Result<ModelFit> fitModelFile(const std::string& path, Result<checkpoint::CheckpointPtr> opened,
                              const Checkpoint& checkpoint)
{
    CAIRN_ASSIGN(keys, keysOfFile(path, std::move(opened)));
    if (auto why = whyNoModel(checkpoint)) {
        return fail(std::move(*why));
    }
    return fitBestState(checkpoint, [&](const ModelWeights& weights) -> Result<ModelFit> {
        FoundState found = stateOf(weights);
        KeyFit fit = fitKeys(keys, found.state, checkpoint.entryName(found.group));
        return ModelFit{.model = keys, .found = std::move(found), .fit = std::move(fit)};
    });
}

std::optional<Error> whyNoModel(const Checkpoint& checkpoint)
{
    const ModelWeights weights = findWeights(checkpoint);
    const auto isBytes = [&](const Weight& weight) { return weights.tensor(weight).dtype == formats::Dtype::UInt8; };
    if (!std::ranges::all_of(weights.weights, isBytes)) { // as the states of generators are
        return std::nullopt;
    }
    const ModuleTree tree(weights);
    const Content content = contentOf(tree, outlineOf(weights, tree), KnownModels::ofProgram());
    Error none = error(ErrorCode::UnmetRequest, message("there is no tensor of a model in it"));
    switch (content.kind) {
    case ContentKind::Optimizer:
        return std::move(none)
            .because(content.text)
            .fix(message(
                "The load_state_dict() of an optimizer of the same class takes it, made for the same parameters in "
                "the same order. The model is in another file"));
    case ContentKind::Schedule:
    case ContentKind::RandomState:
        return std::move(none).because(content.text).fix(message("The model is in another file"));
    default: break;
    }
    const FoundState found = stateOf(weights);
    if (found.state.keys.empty() && found.state.oddKeys.empty()) {
        return none;
    }
    return std::nullopt;
}

} // namespace cairn::model
