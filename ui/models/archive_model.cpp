#include "ui/models/archive_model.h"

#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>

namespace cairn::ui {

using formats::RecordState;
using formats::ZipEntry;

ArchiveModel::ArchiveModel(QObject* parent)
    : QAbstractTableModel(parent), m_numberFont(QFontDatabase::systemFont(QFontDatabase::FixedFont))
{
}

void ArchiveModel::setDocument(DocumentPtr document)
{
    beginResetModel();
    m_document = std::move(document);
    m_states.clear();
    m_rows = archive() == nullptr ? 0 : static_cast<int>(archive()->entries().size());
    endResetModel();
}

void ArchiveModel::setStates(std::vector<RecordState> states)
{
    m_states = std::move(states);
    if (rowCount() != 0) {
        Q_EMIT dataChanged(index(0, State), index(rowCount() - 1, State));
    }
}

RecordState ArchiveModel::stateOf(int row) const
{
    const auto number = static_cast<std::size_t>(row);
    return number < m_states.size() ? m_states[number] : RecordState::NotChecked;
}

const formats::ZipArchive* ArchiveModel::archive() const
{
    return m_document ? m_document->checkpoint->archive() : nullptr;
}

QModelIndex ArchiveModel::index(int row, int column, const QModelIndex& parent) const
{
    const bool isThere = !parent.isValid() && row >= 0 && row < m_rows && column >= 0 && column < ColumnCount;
    return isThere ? createIndex(row, column) : QModelIndex();
}

int ArchiveModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int ArchiveModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ArchiveModel::text(int row, int column) const
{
    const ZipEntry& entry = archive()->entries()[static_cast<std::size_t>(row)];
    switch (column) {
    case Name: return shown(archive()->name(entry));
    case Size: return countText(entry.plainBytes);
    case Packed:
        if (entry.method == ZipEntry::kStored) {
            return tr("as it is");
        }
        return entry.method == ZipEntry::kDeflated ? countText(entry.storedBytes) : tr("method %1").arg(entry.method);
    case Offset: return QStringLiteral("0x%1").arg(entry.dataOffset, 0, 16);
    case Crc:
        return entry.crc == 0 ? QStringLiteral("–") : QStringLiteral("%1").arg(entry.crc, 8, 16, QLatin1Char('0'));
    default: break;
    }
    switch (stateOf(row)) {
    case RecordState::NotChecked: return {};
    case RecordState::Intact: return tr("✓ intact");
    case RecordState::NoChecksum: return tr("no checksum");
    case RecordState::Changed: return tr("✗ bytes changed");
    case RecordState::Unreadable: break;
    }
    return tr("✗ cannot be read");
}

QVariant ArchiveModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || archive() == nullptr) {
        return {};
    }
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return leftToRight(text(index.row(), column));
    case Qt::ToolTipRole: return column == Name ? text(index.row(), column).toHtmlEscaped() : QVariant();
    case Qt::FontRole: return column != Name && column != State ? m_numberFont : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignVCenter | (column >= Size && column <= Crc ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ForegroundRole: {
        const bool isBad = stateOf(index.row()) >= RecordState::Changed;
        const QColor red = isDark(QGuiApplication::palette()) ? QColor(0xff, 0x8a, 0x80) : QColor(0xb3, 0x1d, 0x1d);
        return column == State && isBad ? QVariant(red) : QVariant();
    }
    default: return {};
    }
}

QVariant ArchiveModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter |
                                (section >= Size && section <= Crc ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Record");
    case Size: return tr("Bytes");
    case Packed: return tr("Packed");
    case Offset: return tr("At");
    case Crc: return tr("CRC-32");
    case State: return tr("Check");
    default: return {};
    }
}

} // namespace cairn::ui
