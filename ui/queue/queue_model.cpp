#include "ui/queue/queue_model.h"

#include "ui/queue/conversion_queue.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/text/trust_text.h"
#include "ui/tree/checkpoint_model.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QGuiApplication>
#include <QIODevice>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace cairn::ui {

namespace {

const QString kRowsMimeType = QStringLiteral("application/x-cairn-queue-rows");

std::string_view fileName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

/// "run1" of "/home/me/run1/model.pth"
std::string_view folderName(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : fileName(path.substr(0, slash));
}

/// None was written, and none will be.
bool hasNoCopy(QueueState state)
{
    return state == QueueState::Skipped || state == QueueState::Failed || state == QueueState::Cancelled;
}

/// The verdict, and under it the names that decide it.
QString trustTip(const QueueItem& item)
{
    QStringList lines;
    if (const auto& trust = item.outcome.trust) {
        lines.append(trustText(trust->verdict, trust->count));
        for (const std::string& name : trust->names) {
            lines.append(shown(name));
        }
        if (trust->count > trust->names.size()) {
            lines.append(QStringLiteral("…"));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString stateName(QueueState state)
{
    switch (state) {
    case QueueState::Waiting: return QueueModel::tr("Waiting");
    case QueueState::Running: return QueueModel::tr("Converting");
    case QueueState::Done: return QueueModel::tr("Converted");
    case QueueState::Skipped: return QueueModel::tr("Skipped");
    case QueueState::Failed: return QueueModel::tr("Failed");
    case QueueState::Cancelled: return QueueModel::tr("Cancelled");
    case QueueState::Held: return QueueModel::tr("Asks");
    }
    return {};
}

QString progressText(const QueueProgress& progress)
{
    if (progress.part <= 0) {
        return fromUtf8(progress.stage);
    }
    QString text = QueueModel::tr("%1 %").arg(static_cast<int>(100 * progress.part));
    if (progress.bytesPerSecond > 0) {
        text += QueueModel::tr(" · %1/s").arg(bytesText(static_cast<std::uint64_t>(progress.bytesPerSecond)));
    }
    if (progress.secondsLeft >= 1) {
        text += QueueModel::tr(" · %1 left").arg(durationText(progress.secondsLeft));
    }
    return text;
}

QueueModel::QueueModel(ConversionQueue& queue, QObject* parent) : QAbstractTableModel(parent), m_queue(queue)
{
    connect(&queue, &ConversionQueue::aboutToAdd, this, [this](int count) {
        const int rows = rowCount();
        beginInsertRows({}, rows, rows + count - 1);
    });
    connect(&queue, &ConversionQueue::added, this, [this] { endInsertRows(); });
    connect(&queue, &ConversionQueue::aboutToReset, this, [this] { beginResetModel(); });
    connect(&queue, &ConversionQueue::wasReset, this, [this] { endResetModel(); });
    connect(&queue, &ConversionQueue::aboutToReorder, this, &QueueModel::rememberPlaces);
    connect(&queue, &ConversionQueue::reordered, this, &QueueModel::restorePlaces);
    connect(&queue, &ConversionQueue::itemChanged, this,
            [this](int row) { Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1)); });
}

Qt::ItemFlags QueueModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? QAbstractTableModel::flags(index) | Qt::ItemIsDragEnabled : Qt::ItemIsDropEnabled;
}

QStringList QueueModel::mimeTypes() const
{
    return {kRowsMimeType};
}

QMimeData* QueueModel::mimeData(const QModelIndexList& indexes) const
{
    std::set<int> rows;
    for (const QModelIndex& index : indexes) {
        rows.insert(index.row());
    }
    QByteArray ids;
    QDataStream stream(&ids, QIODevice::WriteOnly);
    stream << QCoreApplication::applicationPid();
    QList<QUrl> copies;
    for (const int row : rows) {
        const QueueItem& item = itemAt(row);
        stream << quint64{item.id};
        if (item.state() == QueueState::Done) {
            copies.append(QUrl::fromLocalFile(pathFromBytes(item.outcome.target)));
        }
    }
    auto* data = new QMimeData;
    data->setData(kRowsMimeType, ids);
    if (!copies.isEmpty()) {
        data->setUrls(copies);
    }
    return data;
}

bool QueueModel::dropMimeData(const QMimeData* data, Qt::DropAction /*action*/, int row, int /*column*/,
                              const QModelIndex& parent)
{
    QDataStream stream(data->data(kRowsMimeType));
    qint64 process = 0;
    stream >> process;
    std::vector<std::uint64_t> ids;
    while (!stream.atEnd() && stream.status() == QDataStream::Ok) {
        quint64 id = 0;
        stream >> id;
        ids.push_back(id);
    }
    if (process != QCoreApplication::applicationPid() || ids.empty()) {
        return false;
    }
    const int place = parent.isValid() ? parent.row() : row < 0 ? rowCount() : row;
    m_queue.move(ids, static_cast<std::size_t>(place));
    return true;
}

void QueueModel::rememberPlaces()
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    m_places = persistentIndexList();
    m_placeIds.clear();
    for (const QModelIndex& place : std::as_const(m_places)) {
        m_placeIds.push_back(itemAt(place.row()).id);
    }
}

void QueueModel::restorePlaces()
{
    std::unordered_map<std::uint64_t, int> rows;
    for (int row = 0; row < rowCount(); ++row) {
        rows[itemAt(row).id] = row;
    }
    QModelIndexList moved;
    for (qsizetype i = 0; i < m_places.size(); ++i) {
        moved.append(index(rows[m_placeIds[static_cast<std::size_t>(i)]], m_places[i].column()));
    }
    changePersistentIndexList(m_places, moved);
    m_places.clear();
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

int QueueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_queue.items().size());
}

int QueueModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const QueueItem& QueueModel::itemAt(int row) const
{
    return m_queue.items()[static_cast<std::size_t>(row)];
}

void QueueModel::refreshRunning()
{
    for (int row = 0; row < rowCount(); ++row) {
        if (itemAt(row).state() == QueueState::Running) {
            Q_EMIT dataChanged(index(row, State), index(row, State));
        }
    }
}

QVariant QueueModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const QueueItem& item = itemAt(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(item, index.column());
    case Qt::ToolTipRole: return toolTip(item, index.column());
    case Qt::ForegroundRole:
        return index.column() == Trust && item.outcome.trust
                   ? QVariant(trustTone(item.outcome.trust->verdict)(QGuiApplication::palette()))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (index.column() == Size ? Qt::AlignRight : Qt::AlignLeft));
    case CheckpointModel::DevicesRole: {
        QStringList tags;
        for (const auto& [tag, count] : item.outcome.tags) {
            tags.append(shown(tag));
        }
        // There is room for one, and cpu is not why the file is here.
        if (tags.removeAll(QStringLiteral("cpu")) != 0) {
            tags.append(QStringLiteral("cpu"));
        }
        return index.column() == SavedOn ? tags : QStringList();
    }
    case StateRole: return static_cast<int>(item.state());
    case HarmRole: return item.outcome.runsHarm;
    case DamageRole: return item.outcome.hasDamage;
    case PartRole: return m_queue.progressOf(item).part;
    case FolderRole: return shown(folderName(item.path));
    case IdRole: return QVariant::fromValue<qulonglong>(item.id);
    default: return {};
    }
}

QString QueueModel::text(const QueueItem& item, int column) const
{
    const QueueOutcome& outcome = item.outcome;
    switch (column) {
    case Name: return shown(fileName(item.path));
    case Format: return formatText(outcome.format);
    case Trust: return outcome.trust ? shortTrustText(outcome.trust->verdict, outcome.trust->count) : QString();
    case SavedOn: {
        QStringList tags;
        for (const auto& [tag, count] : outcome.tags) {
            tags.append(QStringLiteral("%1 (%2)").arg(shown(tag), countText(count)));
        }
        return tags.join(QStringLiteral(", "));
    }
    case Copy: return hasNoCopy(item.state()) ? QString() : shown(fileName(outcome.target));
    case Size:
        if (outcome.bytesWritten != 0) {
            return tr("%1 → %2").arg(bytesText(item.bytes), bytesText(outcome.bytesWritten));
        }
        return item.bytes == 0 ? QString() : bytesText(item.bytes);
    case State: return stateText(item);
    default: return {};
    }
}

QString QueueModel::stateText(const QueueItem& item) const
{
    if (item.state() == QueueState::Running) {
        return progressText(m_queue.progressOf(item));
    }
    return item.outcome.words.isEmpty() ? stateName(item.state())
                                        : tr("%1: %2").arg(stateName(item.state()), item.outcome.words);
}

QString QueueModel::toolTip(const QueueItem& item, int column) const
{
    switch (column) {
    case Name: return shown(item.path).toHtmlEscaped();
    case Trust: return plainTip(trustTip(item));
    case SavedOn: return text(item, SavedOn).toHtmlEscaped();
    case Copy: return hasNoCopy(item.state()) ? QString() : shown(item.outcome.target).toHtmlEscaped();
    case State: return stateText(item).toHtmlEscaped();
    default: return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignVCenter | (section == Size ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("File");
    case Format: return tr("Format");
    case Trust: return tr("Code");
    case SavedOn: return tr("Saved on");
    case Copy: return tr("Copy");
    case Size: return tr("Size");
    case State: return tr("State");
    default: return {};
    }
}

} // namespace cairn::ui
