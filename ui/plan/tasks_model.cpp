#include "ui/plan/tasks_model.h"

#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/text/theme.h"

#include <QFileInfo>
#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>
#include <limits>
#include <utility>

namespace cairn::ui {

using convert::TaskProgress;

namespace {

constexpr int kRowsAtATime = 50'000; ///< a view lays them out in some milliseconds

/// Views count rows in an int.
int rowsOf(std::size_t count)
{
    return static_cast<int>(std::min<std::size_t>(count, std::numeric_limits<int>::max()));
}

Qt::Alignment sideOf(bool isNumber)
{
    return Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft);
}

QVariant toneOf(TaskProgress state)
{
    const QPalette palette = QGuiApplication::palette();
    switch (state) {
    case TaskProgress::Done: return goodText(palette);
    case TaskProgress::Failed:
    case TaskProgress::Stale: return badText(palette);
    case TaskProgress::Begun: return {};
    case TaskProgress::Waiting: return quietText(palette);
    }
    return {};
}

} // namespace

TasksModel::TasksModel(QObject* parent)
    : QAbstractTableModel(parent), m_numberFont(QFontDatabase::systemFont(QFontDatabase::FixedFont))
{
}

void TasksModel::show(PlanStatusPtr status)
{
    set(std::move(status), m_onlyLeft);
}

void TasksModel::setOnlyLeft(bool onlyLeft)
{
    set(m_status, onlyLeft);
}

void TasksModel::set(PlanStatusPtr status, bool onlyLeft)
{
    const bool isSame = m_status && status && m_onlyLeft == onlyLeft &&
                        (onlyLeft ? m_status->state.left == status->state.left
                                  : m_status->state.each.size() == status->state.each.size());
    if (isSame) {
        m_status = std::move(status);
        if (const int rows = rowCount(); rows != 0) {
            Q_EMIT dataChanged(index(0, 0), index(rows - 1, ColumnCount - 1));
        }
        return;
    }
    beginResetModel();
    m_status = std::move(status);
    m_onlyLeft = onlyLeft;
    m_rows = std::min(count(), kRowsAtATime);
    endResetModel();
}

bool TasksModel::canFetchMore(const QModelIndex& parent) const
{
    return !parent.isValid() && m_rows < count();
}

void TasksModel::fetchMore(const QModelIndex& parent)
{
    if (canFetchMore(parent)) {
        const int rows = std::min(count() - m_rows, kRowsAtATime);
        beginInsertRows({}, m_rows, m_rows + rows - 1);
        m_rows += rows;
        endInsertRows();
    }
}

int TasksModel::count() const
{
    if (!m_status) {
        return 0;
    }
    return rowsOf(m_onlyLeft ? m_status->state.left.size() : m_status->state.each.size());
}

std::size_t TasksModel::taskAt(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return m_onlyLeft ? static_cast<std::size_t>(m_status->state.left[at]) : at;
}

int TasksModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int TasksModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString TasksModel::text(std::size_t task, int column) const
{
    const TaskSize& size = (*m_status->sizes)[task];
    switch (column) {
    case Task: return QString::number(task);
    case Files: return countText(size.files);
    case Bytes: return bytesText(size.bytes);
    case State: return taskStateText(m_status->state.each[task]);
    default: return {};
    }
}

QVariant TasksModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_status) {
        return {};
    }
    const std::size_t task = taskAt(index.row());
    const bool isNumber = index.column() != State;
    switch (role) {
    case Qt::DisplayRole: return text(task, index.column());
    case Qt::FontRole: return isNumber ? m_numberFont : QVariant();
    case Qt::ForegroundRole: return isNumber ? QVariant() : toneOf(m_status->state.each[task]);
    case Qt::TextAlignmentRole: return static_cast<int>(sideOf(isNumber));
    default: return {};
    }
}

QVariant TasksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(sideOf(section != State));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Task: return tr("Task");
    case Files: return tr("Files");
    case Bytes: return tr("Bytes");
    case State: return tr("State");
    default: return {};
    }
}

namespace {

/// Without the name of the file, which has a column of its own.
QString reasonOf(const convert::TaskResult::Failure& failure)
{
    std::string_view text = failure.text;
    if (text.starts_with(failure.file)) {
        text.remove_prefix(failure.file.size());
        text.remove_prefix(std::min(text.find_first_not_of(":, "), text.size()));
    }
    return shown(text);
}

} // namespace

void FailuresModel::show(PlanStatusPtr status)
{
    if (m_status && status && m_status->state.failures == status->state.failures) {
        m_status = std::move(status);
        return;
    }
    beginResetModel();
    m_status = std::move(status);
    endResetModel();
}

int FailuresModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_status ? 0 : rowsOf(m_status->state.failures.size());
}

int FailuresModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FailuresModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_status) {
        return {};
    }
    const auto& [task, failure] = m_status->state.failures[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(sideOf(index.column() == Task));
    }
    if (role == Qt::ToolTipRole && index.column() != Task) {
        return plainTip(shown(index.column() == File ? failure.file : failure.text));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case Task: return QString::number(task);
    case File: return QFileInfo(shown(failure.file)).fileName();
    case Reason: return reasonOf(failure);
    default: return {};
    }
}

QVariant FailuresModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(sideOf(section == Task));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Task: return tr("Task");
    case File: return tr("File");
    case Reason: return tr("Reason");
    default: return {};
    }
}

} // namespace cairn::ui
