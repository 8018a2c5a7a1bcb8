#include "ui/tree/selected_names.h"

#include "ui/text/display.h"
#include "ui/tree/tree_page.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace cairn::ui {

namespace {

/// The places of a row and of the groups that it is in, from the top: in the order of these rows are seen.
std::vector<int> placesOf(QModelIndex row)
{
    std::vector<int> places;
    for (; row.isValid(); row = row.parent()) {
        places.push_back(row.row());
    }
    std::ranges::reverse(places);
    return places;
}

} // namespace

QString selectedNames(const TreePage& page, NameKind kind)
{
    QModelIndexList rows = page.selectionModel()->selectedRows();
    if (rows.isEmpty() && page.currentIndex().isValid()) {
        rows.append(page.currentIndex().siblingAtColumn(0));
    }
    std::vector<std::pair<std::vector<int>, QModelIndex>> ordered; // a selection is in the order it was made in
    for (const QModelIndex& row : std::as_const(rows)) {
        ordered.emplace_back(placesOf(row), row);
    }
    std::ranges::sort(ordered, {}, &std::pair<std::vector<int>, QModelIndex>::first);
    const CheckpointModel& model = *page.checkpointModel();
    QStringList names;
    for (const auto& [places, row] : ordered) {
        names.append(kind == NameKind::Own ? row.data(CheckpointModel::OwnNameRole).toString()
                                           : fromUtf8(model.projection().tree->fullNameOf(
                                                 *model.document(), CheckpointModel::nodeAt(row))));
    }
    return names.join(u'\n');
}

} // namespace cairn::ui
