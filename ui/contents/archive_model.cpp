#include "ui/contents/archive_model.h"

#include "core/checkpoint/storage_records.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>

namespace cairn::ui {

using formats::RecordState;
using formats::ZipEntry;

namespace {

bool isBad(RecordState state)
{
    return state >= RecordState::Changed;
}

/// "layer.weight, layer.bias and 3 more"
QString namesOf(const checkpoint::Checkpoint& checkpoint, std::span<const checkpoint::TensorId> tensors)
{
    constexpr std::size_t most = 3;
    QStringList names;
    for (const checkpoint::TensorId tensor : tensors.first(std::min(most, tensors.size()))) {
        names.append(shown(checkpoint.entryName(checkpoint.tensors()[tensor].entry)));
    }
    const QString text = names.join(QStringLiteral(", "));
    const std::size_t more = tensors.size() - std::min(most, tensors.size());
    return more == 0 ? text : ArchiveModel::tr("%1 and %n more", nullptr, pluralOf(more)).arg(text);
}

} // namespace

ArchiveModel::ArchiveModel(QObject* parent)
    : QAbstractTableModel(parent), m_numberFont(QFontDatabase::systemFont(QFontDatabase::FixedFont))
{
}

void ArchiveModel::setDocument(DocumentPtr document)
{
    beginResetModel();
    m_document = std::move(document);
    m_states.clear();
    m_badTensors.clear();
    m_rows = archive() == nullptr ? 0 : static_cast<int>(archive()->entries().size());
    endResetModel();
}

void ArchiveModel::setStates(std::vector<RecordState> states)
{
    m_states = std::move(states);
    findBadTensors();
    if (rowCount() != 0) {
        Q_EMIT dataChanged(index(0, State), index(rowCount() - 1, State));
    }
}

RecordState ArchiveModel::stateOf(int row) const
{
    const auto number = static_cast<std::size_t>(row);
    return number < m_states.size() ? m_states[number] : RecordState::NotChecked;
}

int ArchiveModel::firstBadRow() const
{
    const auto found = std::ranges::find_if(m_states, isBad);
    return found == m_states.end() ? -1 : static_cast<int>(found - m_states.begin());
}

std::vector<ArchiveModel::BadRecord> ArchiveModel::badRecords() const
{
    std::vector<BadRecord> found;
    for (int row = 0; row < static_cast<int>(m_states.size()); ++row) {
        if (isBad(stateOf(row))) {
            found.push_back({.words = tr("record %1: %2").arg(text(row, Name), stateText(row)),
                             .entry = m_badTensors.value(row).first});
        }
    }
    return found;
}

void ArchiveModel::findBadTensors()
{
    m_badTensors.clear();
    if (firstBadRow() < 0) {
        return;
    }
    const checkpoint::Checkpoint& checkpoint = *m_document->checkpoint;
    const checkpoint::StorageRecords records(checkpoint);
    for (checkpoint::StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        const ZipEntry* record = records.of(id);
        const int row = record == nullptr ? -1 : static_cast<int>(record - archive()->entries().data());
        if (row >= 0 && isBad(stateOf(row)) && !checkpoint.tensorsOf(id).empty()) {
            const auto tensors = checkpoint.tensorsOf(id);
            m_badTensors.insert(row, {namesOf(checkpoint, tensors), checkpoint.tensors()[tensors[0]].entry});
        }
    }
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
    default: return stateText(row);
    }
}

QString ArchiveModel::stateText(int row) const
{
    const QString tensors = m_badTensors.value(row).names;
    const QString inWhat = tensors.isEmpty() ? QString() : tr(", in %1").arg(tensors);
    switch (stateOf(row)) {
    case RecordState::NotChecked: return {};
    case RecordState::Intact: return tr("✓ intact");
    case RecordState::NoChecksum: return tr("no checksum");
    case RecordState::Changed: return tr("✗ bytes changed") + inWhat;
    case RecordState::Unreadable: break;
    }
    return tr("✗ cannot be read") + inWhat;
}

QVariant ArchiveModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || archive() == nullptr) {
        return {};
    }
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return leftToRight(text(index.row(), column));
    case Qt::ToolTipRole:
        return column == Name || column == State ? text(index.row(), column).toHtmlEscaped() : QVariant();
    case Qt::FontRole: return column != Name && column != State ? m_numberFont : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignVCenter | (column >= Size && column <= Crc ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ForegroundRole: {
        const bool isMarked = column == State && isBad(stateOf(index.row()));
        return isMarked ? QVariant(badText(QGuiApplication::palette())) : QVariant();
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
