#include "ui/models/checkpoint_model.h"

#include "ui/state/entry_text.h"
#include "ui/text/display.h"

#include <QFontDatabase>

#include <algorithm>

namespace cairn::ui {

using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;

CheckpointModel::CheckpointModel(QObject* parent)
    : QAbstractItemModel(parent), m_numberFont(QFontDatabase::systemFont(QFontDatabase::FixedFont))
{
}

void CheckpointModel::setDocument(DocumentPtr document)
{
    beginResetModel();
    m_document = std::move(document);
    m_filter = nullptr;
    endResetModel();
}

void CheckpointModel::setFilter(RowFilterPtr filter)
{
    beginResetModel();
    m_filter = std::move(filter);
    endResetModel();
}

EntryId CheckpointModel::entryAt(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<EntryId>(index.internalId()) : checkpoint::kNoId;
}

/// The root is a row of its own only when it is not a container: a file that holds a single tensor.
bool CheckpointModel::showsRoot() const
{
    return m_document->checkpoint->entries()[0].kind != EntryKind::Group;
}

std::size_t CheckpointModel::rowNumber(EntryId id) const
{
    if (!m_filter) {
        return id;
    }
    return static_cast<std::size_t>(std::ranges::lower_bound(m_filter->rows, id) - m_filter->rows.begin());
}

CheckpointModel::Children CheckpointModel::childrenOf(const QModelIndex& parent) const
{
    if (!m_document || m_document->checkpoint->entries().empty() || parent.column() > 0) {
        return {};
    }
    if (!parent.isValid() && showsRoot()) {
        return {.first = 0, .count = m_filter && m_filter->rows.empty() ? 0U : 1U};
    }
    const Entry& entry = m_document->checkpoint->entries()[parent.isValid() ? entryAt(parent) : 0];
    if (entry.childCount == 0) {
        return {};
    }
    const std::size_t first = rowNumber(entry.firstChild);
    return {.first = first, .count = rowNumber(entry.firstChild + entry.childCount) - first};
}

QModelIndex CheckpointModel::index(int row, int column, const QModelIndex& parent) const
{
    const Children children = childrenOf(parent);
    if (row < 0 || static_cast<std::size_t>(row) >= children.count || column < 0 || column >= ColumnCount) {
        return {};
    }
    const std::size_t at = children.first + static_cast<std::size_t>(row);
    return createIndex(row, column, m_filter ? quintptr{m_filter->rows[at]} : quintptr{at});
}

QModelIndex CheckpointModel::indexOf(EntryId id) const
{
    if (!m_document || id >= m_document->checkpoint->entries().size() || (id == 0 && !showsRoot())) {
        return {};
    }
    const std::size_t at = rowNumber(id);
    if (m_filter && (at == m_filter->rows.size() || m_filter->rows[at] != id)) {
        return {};
    }
    const auto entries = m_document->checkpoint->entries();
    const std::size_t first = id == 0 ? 0 : rowNumber(entries[entries[id].parent].firstChild);
    return createIndex(static_cast<int>(at - first), 0, quintptr{id});
}

QModelIndex CheckpointModel::parent(const QModelIndex& index) const
{
    const EntryId id = entryAt(index);
    return !m_document || id == 0 || id == checkpoint::kNoId ? QModelIndex()
                                                             : indexOf(m_document->checkpoint->entries()[id].parent);
}

int CheckpointModel::rowCount(const QModelIndex& parent) const
{
    return static_cast<int>(childrenOf(parent).count);
}

int CheckpointModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

bool CheckpointModel::hasChildren(const QModelIndex& parent) const
{
    return childrenOf(parent).count != 0;
}

QString CheckpointModel::text(EntryId id, int column) const
{
    const Document& document = *m_document;
    switch (column) {
    case Name: return nameText(document, id);
    case SavedOn: return deviceTexts(document, id).join(QStringLiteral(", "));
    case Dtype: return dtypeText(document, id);
    case Shape: return shapeText(document, id);
    case Value: return valueText(document, id);
    default: break;
    }
    const EntrySum sum = document.sumOf(id);
    if (sum.devices == 0) {
        return {};
    }
    return column == Params ? countText(sum.elements) : bytesText(sum.bytes);
}

QString CheckpointModel::accessibleText(EntryId id, int column) const
{
    const QString plain = text(id, column);
    return column == SavedOn && !plain.isEmpty() ? tr("saved on %1").arg(plain) : plain;
}

QVariant CheckpointModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_document) {
        return {};
    }
    const EntryId id = entryAt(index);
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text(id, column);
    case Qt::ToolTipRole: return column == Name ? fullName(*m_document, id).toHtmlEscaped() : QVariant();
    case Qt::AccessibleTextRole: return accessibleText(id, column);
    case DevicesRole: return column == SavedOn ? deviceTexts(*m_document, id) : QVariant();
    case Qt::FontRole:
        return column == Shape || column == Params || column == Bytes || column == Value ? m_numberFont : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignVCenter |
                                (column == Params || column == Bytes ? Qt::AlignRight : Qt::AlignLeft));
    default: break;
    }
    return {};
}

QVariant CheckpointModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter |
                                (section == Params || section == Bytes ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Name");
    case SavedOn: return tr("Saved on");
    case Dtype: return tr("Dtype");
    case Shape: return tr("Shape");
    case Params: return tr("Params");
    case Bytes: return tr("Bytes");
    default: return tr("Value");
    }
}

} // namespace cairn::ui
