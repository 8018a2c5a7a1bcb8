#include "ui/tree/checkpoint_model.h"

#include "ui/document/entry_text.h"
#include "ui/document/held_by.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"

#include <QFontDatabase>

#include <algorithm>
#include <unordered_set>

namespace cairn::ui {

using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;

namespace {

constexpr int kColumns = static_cast<int>(RowColumn::Count);

bool isNumber(RowColumn column)
{
    return column == RowColumn::Pieces || column == RowColumn::Elements || column == RowColumn::Bytes;
}

int alignment(RowColumn column)
{
    return static_cast<int>(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
}

} // namespace

CheckpointModel::CheckpointModel(QObject* parent)
    : QAbstractItemModel(parent), m_numberFont(QFontDatabase::systemFont(QFontDatabase::FixedFont))
{
    m_groupFont.setBold(true);
}

void CheckpointModel::show(DocumentPtr document, Projection projection)
{
    beginResetModel();
    m_document = std::move(document);
    m_projection = std::move(projection);
    m_lastGroup = kNoId;
    m_lastParent = kNoId;
    endResetModel();
}

void CheckpointModel::setTargets(RowTargetsPtr targets)
{
    m_projection.targets = std::move(targets);
    if (const int rows = rowCount(); rows != 0) {
        Q_EMIT dataChanged(index(0, 0), index(rows - 1, kColumns - 1)); // and all below: views paint once more
    }
}

NodeId CheckpointModel::nodeAt(const QModelIndex& index)
{
    return index.isValid() ? static_cast<NodeId>(index.internalId()) : kNoId;
}

EntryId CheckpointModel::entryAt(const QModelIndex& index) const
{
    const NodeId id = nodeAt(index);
    return id == kNoId || m_projection.tree->isLevel(id) ? kNoId : (*m_projection.tree)[id].entry;
}

/// The root is a row of its own only when it is not a container: a file that holds a single tensor.
bool CheckpointModel::showsRoot() const
{
    return m_document->checkpoint->entries()[0].kind != EntryKind::Group;
}

std::size_t CheckpointModel::rowNumber(NodeId id) const
{
    if (!m_projection.filter) {
        return id;
    }
    const auto& rows = m_projection.filter->rows;
    return static_cast<std::size_t>(std::ranges::lower_bound(rows, id) - rows.begin());
}

CheckpointModel::Children CheckpointModel::childrenOf(const QModelIndex& parent) const
{
    if (!m_document || parent.column() > 0) {
        return {};
    }
    if (!parent.isValid() && showsRoot()) {
        return {.first = 0, .count = m_projection.filter && m_projection.filter->rows.empty() ? 0U : 1U};
    }
    const NodeId group = parent.isValid() ? nodeAt(parent) : 0;
    const RowNode& node = (*m_projection.tree)[group];
    if (node.childCount == 0) {
        return {};
    }
    if (group != m_lastGroup) {
        const std::size_t first = rowNumber(node.firstChild);
        m_lastChildren = {.first = first, .count = rowNumber(node.firstChild + node.childCount) - first};
        m_lastGroup = group;
    }
    return m_lastChildren;
}

QModelIndex CheckpointModel::index(int row, int column, const QModelIndex& parent) const
{
    const Children children = childrenOf(parent);
    if (row < 0 || static_cast<std::size_t>(row) >= children.count || column < 0 || column >= kColumns) {
        return {};
    }
    const std::size_t at = children.first + static_cast<std::size_t>(row);
    return createIndex(row, column, m_projection.filter ? quintptr{m_projection.filter->rows[at]} : quintptr{at});
}

QModelIndex CheckpointModel::indexOf(EntryId id) const
{
    const bool isThere = m_document && id < m_document->checkpoint->entries().size();
    return isThere ? indexOfNode(m_projection.tree->nodeOf(id)) : QModelIndex();
}

QModelIndex CheckpointModel::indexOfNode(NodeId id) const
{
    if (!m_document || id >= m_projection.tree->size() || (id == 0 && !showsRoot())) {
        return {};
    }
    const std::size_t at = rowNumber(id);
    if (m_projection.filter && (at == m_projection.filter->rows.size() || m_projection.filter->rows[at] != id)) {
        return {};
    }
    const RowTree& tree = *m_projection.tree;
    const std::size_t first = id == 0 ? 0 : rowNumber(tree[tree[id].parent].firstChild);
    return createIndex(static_cast<int>(at - first), 0, quintptr{id});
}

QModelIndex CheckpointModel::parent(const QModelIndex& index) const
{
    const NodeId id = nodeAt(index);
    if (!m_document || id == 0 || id == kNoId) {
        return {};
    }
    if (const NodeId parent = (*m_projection.tree)[id].parent; parent != m_lastParent) {
        m_lastParentIndex = indexOfNode(parent);
        m_lastParent = parent;
    }
    return m_lastParentIndex;
}

int CheckpointModel::rowCount(const QModelIndex& parent) const
{
    return static_cast<int>(childrenOf(parent).count);
}

int CheckpointModel::columnCount(const QModelIndex& /*parent*/) const
{
    return kColumns;
}

/// Views ask this of a million rows between two questions about their parent, whose children stay in mind.
bool CheckpointModel::hasChildren(const QModelIndex& parent) const
{
    if (!m_document || !parent.isValid()) {
        return childrenOf(parent).count != 0;
    }
    const RowNode& node = (*m_projection.tree)[nodeAt(parent)];
    if (node.childCount == 0 || parent.column() > 0) {
        return false;
    }
    if (!m_projection.filter) {
        return true;
    }
    const auto& rows = m_projection.filter->rows;
    const std::size_t first = rowNumber(node.firstChild);
    return first < rows.size() && rows[first] < node.firstChild + node.childCount;
}

QStringList CheckpointModel::chips(NodeId id, RowColumn column) const
{
    if (column == RowColumn::MapsTo && m_projection.targets) {
        QStringList texts;
        for (const std::string_view target : m_projection.targets->targetsOf(id)) {
            texts.append(shown(target));
        }
        if (m_projection.targets->isSplit(id)) {
            texts.prepend(QStringLiteral("⚠"));
        }
        return texts;
    }
    return column == RowColumn::SavedOn || column == RowColumn::MapsTo
               ? deviceTexts(*m_document, *m_projection.tree, id)
               : QStringList();
}

QString CheckpointModel::text(NodeId id, RowColumn column) const
{
    const Document& document = *m_document;
    const RowTree& tree = *m_projection.tree;
    switch (column) {
    case RowColumn::Name: return nameText(document, tree, id);
    case RowColumn::SavedOn:
    case RowColumn::MapsTo: return chips(id, column).join(QStringLiteral(", "));
    case RowColumn::HeldBy: return heldByText(document, tree, id);
    case RowColumn::Dtype: return dtypeText(document, tree, id);
    case RowColumn::Shape:
        return tree.isLevel(id) ? itemsText(tree[id].childCount) : contentText(document, tree[id].entry);
    case RowColumn::Pieces: {
        const std::uint64_t pieces = pieceCount(document, tree, id);
        return pieces == 0 ? QString() : countText(pieces);
    }
    case RowColumn::Notes: return tree.isLevel(id) ? QString() : noteText(document, tree[id].entry);
    case RowColumn::Storage: return tree.isLevel(id) ? QString() : storageText(document, tree[id].entry);
    default: break;
    }
    const rows::EntrySum sum = tree.sumOf(document, id);
    return sum.devices == 0                ? QString()
           : column == RowColumn::Elements ? shortCountText(elementsOf(id))
                                           : bytesText(sum.bytes);
}

/// Of parts too, which are counted with the tensor that they are parts of.
std::uint64_t CheckpointModel::elementsOf(NodeId id) const
{
    const RowTree& tree = *m_projection.tree;
    const checkpoint::Checkpoint& file = *m_document->checkpoint;
    const checkpoint::Entry& entry = file.entries()[tree[id].entry];
    return !tree.isLevel(id) && entry.kind == EntryKind::Tensor ? file.elementCount(file.tensors()[entry.payload])
                                                                : tree.sumOf(*m_document, id).elements;
}

/// With all its digits.
QString CheckpointModel::exactText(NodeId id, RowColumn column) const
{
    if (column == RowColumn::Pieces) {
        const std::uint64_t pieces = pieceCount(*m_document, *m_projection.tree, id);
        return grouped(tr("%n piece(s)", nullptr, pluralOf(pieces)), pieces);
    }
    if (column == RowColumn::Elements) {
        return countText(elementsOf(id));
    }
    const std::uint64_t bytes = m_projection.tree->sumOf(*m_document, id).bytes;
    return tr("%1 byte(s)", nullptr, pluralOf(bytes)).arg(countText(bytes));
}

QString CheckpointModel::accessibleText(NodeId id, RowColumn column) const
{
    QString plain = text(id, column);
    if (plain.isEmpty()) {
        return plain;
    }
    switch (column) {
    case RowColumn::Name: {
        QStringList parts{plain, alikeText(id), lostText(id)};
        parts.removeAll(QString());
        return parts.join(QStringLiteral(", "));
    }
    case RowColumn::SavedOn: return tr("saved on %1").arg(plain);
    case RowColumn::MapsTo: return tr("maps to %1").arg(plain);
    case RowColumn::HeldBy: return tr("held by %1").arg(plain);
    case RowColumn::Pieces:
    case RowColumn::Elements: return exactText(id, column);
    default: return plain;
    }
}

/// What a cell may have no room for, and what its number counts.
QString CheckpointModel::tip(NodeId id, RowColumn column) const
{
    switch (column) {
    case RowColumn::Name: {
        const QString name = shown(m_projection.tree->fullNameOf(*m_document, id));
        return lostText(id).isEmpty()
                   ? name.toHtmlEscaped()
                   : plainTip(name + u'\n' + tr("Files or pieces of it are missing: its numbers are not all there"));
    }
    case RowColumn::SavedOn: return devicesTip(id, column);
    case RowColumn::MapsTo:
        return m_projection.targets && m_projection.targets->isSplit(id)
                   ? plainTip(text(id, column) + u'\n' +
                              tr("The rules send tensors of one storage to two devices, and it can only go to one."))
                   : devicesTip(id, column);
    case RowColumn::HeldBy:
    case RowColumn::Shape:
    case RowColumn::Notes: return text(id, column).toHtmlEscaped();
    case RowColumn::Pieces:
    case RowColumn::Elements:
    case RowColumn::Bytes:
        if (text(id, column).isEmpty()) {
            return {};
        }
        return (*m_projection.tree)[id].childCount == 0
                   ? exactText(id, column)
                   : plainTip(exactText(id, column) + u'\n' +
                              tr("All tensors below together; what several share counts for each"));
    default: return {};
    }
}

/// What the bar says by its lengths.
QString CheckpointModel::devicesTip(NodeId id, RowColumn column) const
{
    const QList<DeviceShare> shares =
        column == RowColumn::SavedOn ? deviceShares(*m_document, *m_projection.tree, id) : QList<DeviceShare>();
    if (shares.isEmpty()) {
        return text(id, column).toHtmlEscaped();
    }
    QStringList lines;
    for (const DeviceShare& share : shares) {
        lines.append(QStringLiteral("%1 · %2").arg(share.device, bytesText(share.bytes)));
    }
    return plainTip(lines.join(u'\n'));
}

QString CheckpointModel::alikeText(NodeId id) const
{
    const std::uint32_t alike = m_projection.tree->alikeIn(id);
    return alike == 0 ? QString() : tr("%1 alike").arg(countText(alike));
}

QString CheckpointModel::lostText(NodeId id) const
{
    const std::uint64_t lost = incompleteIn(*m_document, *m_projection.tree, id);
    return lost == 0                                  ? QString()
           : (*m_projection.tree)[id].childCount == 0 ? tr("incomplete")
                                                      : tr("%1 incomplete").arg(countText(lost));
}

double CheckpointModel::shareOf(NodeId id) const
{
    const auto whole = static_cast<double>(m_document->sumOf(0).bytes);
    return whole == 0 ? 0 : static_cast<double>(m_projection.tree->sumOf(*m_document, id).bytes) / whole;
}

QVariant CheckpointModel::font(NodeId id, RowColumn column) const
{
    const RowTree& tree = *m_projection.tree;
    const RowNode& node = tree[id];
    if (column == RowColumn::Name) {
        return node.parent == 0 && node.childCount != 0 ? QVariant(m_groupFont) : QVariant();
    }
    const bool isGroup = tree.isLevel(id) || m_document->checkpoint->entries()[node.entry].kind == EntryKind::Group;
    const bool isFixed = isNumber(column) || (column == RowColumn::Shape && !isGroup);
    return isFixed ? QVariant(m_numberFont) : QVariant();
}

QVariant CheckpointModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_document) {
        return {};
    }
    const NodeId id = nodeAt(index);
    const auto column = static_cast<RowColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole: return leftToRight(text(id, column));
    case Qt::ToolTipRole: return tip(id, column);
    case Qt::AccessibleTextRole: return accessibleText(id, column);
    case Qt::FontRole: return font(id, column);
    case Qt::TextAlignmentRole: return alignment(column);
    case DevicesRole: return chips(id, column);
    case SharesRole:
        return column == RowColumn::SavedOn ? QVariant::fromValue(deviceShares(*m_document, *m_projection.tree, id))
                                            : QVariant();
    case LostRole: return column == RowColumn::Name ? lostText(id) : QString();
    case AlikeRole: return column == RowColumn::Name ? alikeText(id) : QString();
    case ShareRole: return column == RowColumn::Bytes ? QVariant(shareOf(id)) : QVariant();
    case OwnNameRole: return text(id, RowColumn::Name);
    case FullNameRole: return shown(m_projection.tree->fullNameOf(*m_document, id));
    default: break;
    }
    return {};
}

QVariant CheckpointModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) {
        return {};
    }
    const auto column = static_cast<RowColumn>(section);
    if (role == Qt::TextAlignmentRole) {
        return alignment(column);
    }
    if (role == Qt::InitialSortOrderRole) { // of numbers the largest is what one looks for
        return isNumber(column) ? Qt::DescendingOrder : Qt::AscendingOrder;
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case RowColumn::Name: return tr("Name");
    case RowColumn::SavedOn: return tr("Saved on");
    case RowColumn::HeldBy: return tr("Held by");
    case RowColumn::MapsTo: return tr("Maps to");
    case RowColumn::Dtype: return tr("Dtype");
    case RowColumn::Shape: return tr("Shape or value");
    case RowColumn::Pieces: return tr("Pieces");
    case RowColumn::Elements: return tr("Elements");
    case RowColumn::Bytes: return tr("Bytes");
    case RowColumn::Storage: return tr("Storage");
    default: return tr("Notes");
    }
}

Qt::ItemFlags CheckpointModel::flags(const QModelIndex& index) const
{
    if (!index.isValid() || !m_document) {
        return Qt::NoItemFlags;
    }
    const bool isLeaf = (*m_projection.tree)[nodeAt(index)].childCount == 0; // views ask a million times
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemIsDragEnabled |
           (isLeaf ? Qt::ItemNeverHasChildren : Qt::NoItemFlags);
}

QStringList CheckpointModel::mimeTypes() const
{
    return {kEntryMimeType};
}

std::pair<EntryRows, rows::EntrySum> CheckpointModel::rowsAt(const QModelIndexList& indexes) const
{
    const RowTree& tree = *m_projection.tree;
    std::unordered_set<NodeId> chosen;
    for (const QModelIndex& index : indexes) {
        chosen.insert(nodeAt(index));
    }
    std::pair<EntryRows, rows::EntrySum> found;
    for (const NodeId node : chosen) {
        NodeId above = tree[node].parent;
        while (above != kNoId && !chosen.contains(above)) {
            above = tree[above].parent;
        }
        if (above != kNoId) {
            continue;
        }
        found.second += tree.sumOf(*m_document, node);
        if (tree.isLevel(node)) {
            found.first.levels.push_back(tree.fullNameOf(*m_document, node));
        } else {
            found.first.entries.push_back(tree[node].entry);
        }
    }
    std::ranges::sort(found.first.levels);
    std::ranges::sort(found.first.entries);
    return found;
}

QMimeData* CheckpointModel::mimeData(const QModelIndexList& indexes) const
{
    const auto [rows, sum] = rowsAt(indexes);
    return entryMimeData(*m_document, rows, sum);
}

} // namespace cairn::ui
