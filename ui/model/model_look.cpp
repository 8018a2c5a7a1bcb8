#include "ui/model/model_look.h"

#include "core/devices/map/model_memory.h"
#include "core/model/model_code.h"

namespace cairn::ui {

namespace {

/// Breadth first: the list that grows is the one that is walked.
void addRows(ModelLook& look)
{
    look.rows.push_back({.part = &look.identity.outline.model});
    for (std::uint32_t row = 0; row < look.rows.size(); ++row) {
        const PartRow above = look.rows[row];
        look.rows[row].firstChild = static_cast<std::uint32_t>(look.rows.size());
        look.rows[row].childCount = static_cast<std::uint32_t>(above.part->parts.size());
        for (const model::Part& part : above.part->parts) {
            look.rows.push_back({.part = &part, .parent = row, .depth = above.depth + 1});
        }
    }
}

} // namespace

ModelLookPtr lookAtModel(const checkpoint::Checkpoint& checkpoint)
{
    const model::ModelWeights weights = model::findWeights(checkpoint);
    const model::ModuleTree tree(weights);
    auto look = std::make_shared<ModelLook>();
    look->identity = model::identify(tree);
    look->memory = devices::memoryTexts(devices::memoryOfModel(checkpoint));
    look->python = model::loadingCode(weights, look->identity.recognition);
    addRows(*look);
    return look;
}

} // namespace cairn::ui
