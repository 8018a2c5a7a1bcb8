#include "ui/contents/storages_model.h"

#include "ui/document/entry_text.h"
#include "ui/text/display.h"
#include "ui/tree/checkpoint_model.h"

#include <QFontDatabase>

namespace cairn::ui {

using checkpoint::StorageId;
using checkpoint::TensorId;

// The internal id of a storage's row is 0, that of a tensor's row one more than the row of its storage.

StoragesModel::StoragesModel(QObject* parent)
    : QAbstractItemModel(parent), m_numberFont(QFontDatabase::systemFont(QFontDatabase::FixedFont))
{
}

void StoragesModel::setRows(DocumentPtr document, StorageRowsPtr rows)
{
    beginResetModel();
    m_document = std::move(document);
    m_rows = std::move(rows);
    endResetModel();
}

bool StoragesModel::isStorage(const QModelIndex& index)
{
    return index.internalId() == 0;
}

StorageId StoragesModel::storageAt(const QModelIndex& index) const
{
    const auto row =
        isStorage(index) ? static_cast<std::size_t>(index.row()) : static_cast<std::size_t>(index.internalId() - 1);
    return m_rows->order[row];
}

checkpoint::EntryId StoragesModel::entryAt(const QModelIndex& index) const
{
    if (!index.isValid() || !m_rows) {
        return checkpoint::kNoId;
    }
    const auto tensors = m_document->checkpoint->tensorsOf(storageAt(index));
    const std::size_t number = isStorage(index) ? 0 : static_cast<std::size_t>(index.row());
    return number < tensors.size() ? m_document->checkpoint->tensors()[tensors[number]].entry : checkpoint::kNoId;
}

QModelIndex StoragesModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex StoragesModel::parent(const QModelIndex& index) const
{
    return !index.isValid() || isStorage(index) ? QModelIndex()
                                                : createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr{0});
}

int StoragesModel::rowCount(const QModelIndex& parent) const
{
    if (!m_rows || parent.column() > 0) {
        return 0;
    }
    if (!parent.isValid()) {
        return static_cast<int>(m_rows->order.size());
    }
    return isStorage(parent) ? static_cast<int>(m_document->checkpoint->tensorsOf(storageAt(parent)).size()) : 0;
}

bool StoragesModel::hasChildren(const QModelIndex& parent) const
{
    // Views ask a million times, and looking each one up is what would take longest.
    const bool isSure = m_rows && m_rows->idle == 0 && parent.isValid() && parent.column() == 0 && isStorage(parent);
    return isSure || rowCount(parent) != 0;
}

Qt::ItemFlags StoragesModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags plain = Qt::ItemIsSelectable | Qt::ItemIsEnabled;
    return !index.isValid() ? Qt::NoItemFlags : isStorage(index) ? plain : plain | Qt::ItemNeverHasChildren;
}

int StoragesModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

QString StoragesModel::storageText(StorageId id, int column) const
{
    const checkpoint::Checkpoint& checkpoint = *m_document->checkpoint;
    const checkpoint::Storage& storage = checkpoint.storages()[id];
    switch (column) {
    case Name: return shown(checkpoint.storageKey(storage));
    case SavedOn: return shown(checkpoint.deviceTag(storage.device));
    case Dtype:
        return storage.dtype == formats::Dtype::Unknown ? tr("untyped")
                                                        : fromUtf8(formats::dtypeInfo(storage.dtype).name);
    case Bytes: return bytesText(storage.bytes);
    case Unused: {
        const std::uint64_t unused = storage.bytes - std::min(m_rows->used[id], storage.bytes);
        return unused == 0 ? QStringLiteral("–") : bytesText(unused);
    }
    case Tensors: {
        const auto tensors = checkpoint.tensorsOf(id);
        return tensors.size() == 1 ? shown(checkpoint.entryName(checkpoint.tensors()[tensors.front()].entry))
                                   : countText(tensors.size());
    }
    default: return placeText(id);
    }
}

/// The record of a zip or the file of several, and from which byte on.
QString StoragesModel::placeText(StorageId id) const
{
    const checkpoint::Checkpoint& checkpoint = *m_document->checkpoint;
    const checkpoint::Storage& storage = checkpoint.storages()[id];
    if (m_document->pieces && !checkpoint.tensorsOf(id).empty()) {
        const checkpoint::PieceList& pieces = *m_document->pieces;
        const auto own = pieces.piecesOf(checkpoint.tensors()[checkpoint.tensorsOf(id).front()]);
        const checkpoint::TensorPiece piece = own.count == 1 ? pieces[own.first] : checkpoint::TensorPiece();
        if (piece.file != checkpoint::kNoId) {
            return tr("%1 at 0x%2").arg(shown(pieces.files()[piece.file].name), QString::number(piece.offset, 16));
        }
        if (own.count != 0) {
            return grouped(tr("%n pieces", nullptr, pluralOf(own.count)), own.count);
        }
    }
    if (storage.source == checkpoint::kNoId) {
        return tr("no bytes in the file");
    }
    const auto& source = checkpoint.sources()[storage.source];
    const auto offset = checkpoint.fileOffset(id);
    std::string_view name = std::string_view(source.name).substr(source.name.rfind('/') + 1);
    if (const formats::ZipEntry* record = m_rows->records->of(id)) {
        const formats::ZipArchive& archive = *checkpoint.archive();
        name = archive.name(*record);
        name.remove_prefix(name.starts_with(archive.prefix()) ? archive.prefix().size() : 0);
        name.remove_prefix(name.starts_with('/') ? 1 : 0);
    }
    return offset ? tr("%1 at 0x%2").arg(shown(name), QString::number(*offset, 16))
                  : tr("packed in %1").arg(shown(name));
}

QString StoragesModel::tensorText(TensorId id, int column) const
{
    const checkpoint::Tensor& tensor = m_document->checkpoint->tensors()[id];
    switch (column) {
    case Name: return shown(m_document->checkpoint->entryName(tensor.entry));
    case SavedOn: return shown(m_document->checkpoint->deviceTag(tensor.device));
    case Dtype: return fromUtf8(formats::dtypeInfo(tensor.dtype).name);
    case Bytes: return bytesText(m_document->checkpoint->logicalBytes(tensor));
    case Place: return tr("%1 from element %2").arg(shapeText(*m_document, tensor.entry)).arg(tensor.offset);
    default: return {};
    }
}

QVariant StoragesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_rows) {
        return {};
    }
    const StorageId storage = storageAt(index);
    const auto text = [&] {
        return isStorage(index)
                   ? storageText(storage, index.column())
                   : tensorText(m_document->checkpoint->tensorsOf(storage)[static_cast<std::size_t>(index.row())],
                                index.column());
    };
    const bool isNumber = index.column() >= Bytes && index.column() <= Unused;
    switch (role) {
    case Qt::DisplayRole: return leftToRight(text());
    case Qt::ToolTipRole:
        return index.column() == Name || index.column() == Tensors ? text().toHtmlEscaped() : QVariant();
    case Qt::AccessibleTextRole: return index.column() == SavedOn ? tr("saved on %1").arg(text()) : text();
    case CheckpointModel::DevicesRole: return index.column() == SavedOn ? QStringList{text()} : QVariant();
    case Qt::FontRole: return isNumber || index.column() == Place ? m_numberFont : QVariant();
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

QVariant StoragesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section >= Bytes && section <= Unused;
        return static_cast<int>(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Storage");
    case SavedOn: return tr("Saved on");
    case Dtype: return tr("Dtype");
    case Bytes: return tr("Bytes");
    case Unused: return tr("Unused");
    case Tensors: return tr("Tensors");
    case Place: return tr("Where");
    default: return {};
    }
}

} // namespace cairn::ui
