#include "ui/tree/projection.h"

#include "ui/tree/row_order.h"

namespace cairn::ui {

std::optional<Projection> project(const Document& document, const ProjectionRequest& wish, const Projection& before,
                                  const ProjectionRequest& wishBefore, const Progress& progress)
{
    Projection result;
    const bool isSameTree = before.tree && wish.options == wishBefore.options;
    if (isSameTree) {
        result.tree = before.tree;
    } else if (before.tree && wish.options.levels == before.tree->options().levels) {
        result.tree = reorderRows(document, before.tree->inFileOrder() ? before.tree->inFileOrder() : before.tree,
                                  wish.options, progress);
    } else {
        result.tree = makeRowTree(document, wish.options, progress);
    }
    if (!result.tree) {
        return std::nullopt;
    }
    if (!wish.query.terms.empty()) {
        result.filter = filterRows(document, *result.tree, wish.query, progress);
        if (!result.filter) {
            return std::nullopt;
        }
    }
    if (wish.map.kind() != devices::MapKind::None) {
        const bool isSameMap =
            isSameTree && before.targets && wish.map == wishBefore.map && wish.machine == wishBefore.machine;
        result.targets = isSameMap ? before.targets
                                   : std::make_shared<RowTargets>(document, *result.tree, wish.map, wish.machine.get());
    }
    return result;
}

} // namespace cairn::ui
