#pragma once

#include "ui/document/document.h"
#include "ui/document/row_tree.h"

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace cairn::ui {

// What rows say, as text. Safe to show: nothing out of a file passes unescaped.

[[nodiscard]] QString nameText(const Document& document, checkpoint::EntryId id);
[[nodiscard]] QString nameText(const Document& document, const RowTree& tree, NodeId id);
/// Saved tags at and below a row, in order of first appearance in the file.
[[nodiscard]] QStringList deviceTexts(const Document& document, checkpoint::EntryId id);
[[nodiscard]] QStringList deviceTexts(const Document& document, const RowTree& tree, NodeId id);
/// What of a group is on one device.
struct DeviceShare {
    QString device;
    std::uint64_t bytes = 0;

    bool operator==(const DeviceShare&) const = default;
};
/// Of a group with bytes on several devices, in the order of devices; else empty, also where there are too many.
[[nodiscard]] QList<DeviceShare> deviceShares(const Document& document, const RowTree& tree, NodeId id);
/// "304 storages"
[[nodiscard]] QString storagesText(std::uint64_t count);
[[nodiscard]] QString dtypeText(const Document& document, checkpoint::EntryId id);
[[nodiscard]] QString dtypeText(const Document& document, const RowTree& tree, NodeId id);
/// About as much room as dtypeText() needs at most for tensors of this file and groups of them.
[[nodiscard]] QString widestDtypeText(const Document& document);
/// "17", or "17, shared"
[[nodiscard]] QString storageText(const Document& document, checkpoint::EntryId id);
/// "3 items"
[[nodiscard]] QString itemsText(std::uint64_t count);
/// "64 × 3 × 7 × 7"
[[nodiscard]] QString shapeText(const Document& document, checkpoint::EntryId id);
/// The shape of a tensor, or else the value of the row.
[[nodiscard]] QString contentText(const Document& document, checkpoint::EntryId id);
/// What is unusual about a tensor.
[[nodiscard]] QString noteText(const Document& document, checkpoint::EntryId id);
/// The beginning of a value; the type and size of a group.
[[nodiscard]] QString valueText(const Document& document, checkpoint::EntryId id, std::size_t limit = 200);
/// The dotted name as it is in the file, for the clipboard.
[[nodiscard]] QString fullName(const Document& document, checkpoint::EntryId id);
/// checkpoint["model"]["fc.weight"]
[[nodiscard]] QString pythonExpression(const Document& document, checkpoint::EntryId id);

using FactRow = std::pair<QString, QString>;
/// Everything known about a row, for the inspector. Devices are not among them: they are chips.
[[nodiscard]] std::vector<FactRow> factsOf(const Document& document, checkpoint::EntryId id);
/// The same of a level, which is no entry.
[[nodiscard]] std::vector<FactRow> factsOfLevel(const Document& document, const RowTree& tree, NodeId id);

} // namespace cairn::ui
