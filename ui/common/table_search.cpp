#include "ui/common/table_search.h"

#include "ui/text/display.h"

#include <QAbstractItemView>
#include <QHeaderView>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr qint64 kSlice = 5; // milliseconds
constexpr int kRowsBetweenLooks = 64;
constexpr qsizetype kMostHits = 10'000;

/// The row below, into groups and out of them; invalid after the last.
QModelIndex rowAfter(const QAbstractItemModel& model, QModelIndex index)
{
    if (model.rowCount(index) != 0) {
        return model.index(0, 0, index);
    }
    while (index.isValid()) {
        const QModelIndex parent = index.parent();
        if (index.row() + 1 < model.rowCount(parent)) {
            return model.index(index.row() + 1, 0, parent);
        }
        index = parent;
    }
    return {};
}

} // namespace

TableSearch::TableSearch(QObject* parent) : QObject(parent)
{
    connect(&m_timer, &QTimer::timeout, this, &TableSearch::lookOn);
}

QAbstractItemView* TableSearch::listOf(QWidget& page)
{
    auto* list = qobject_cast<QAbstractItemView*>(&page);
    for (QAbstractItemView* each : page.findChildren<QAbstractItemView*>()) {
        const bool isPopup = each->window() != page.window();
        const bool isList = !isPopup && !each->isHidden() && qobject_cast<QHeaderView*>(each) == nullptr;
        list = list == nullptr && isList ? each : list;
    }
    return list;
}

void TableSearch::setView(QAbstractItemView* view)
{
    if (view == m_view) {
        return;
    }
    if (m_view) {
        disconnect(m_view->model(), nullptr, this, nullptr);
    }
    m_view = view;
    if (view != nullptr) {
        connect(view->model(), &QAbstractItemModel::modelReset, this, &TableSearch::restart);
        connect(view->model(), &QAbstractItemModel::layoutChanged, this, &TableSearch::restart);
        connect(view->model(), &QAbstractItemModel::rowsInserted, this, &TableSearch::restart);
        connect(view->model(), &QAbstractItemModel::rowsRemoved, this, &TableSearch::restart);
    }
    restart();
}

void TableSearch::search(const QString& text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    if (words != m_words) {
        m_words = words;
        restart();
    }
}

void TableSearch::restart()
{
    m_hits.clear();
    m_current = -1;
    m_timer.stop();
    m_next = QPersistentModelIndex();
    if (m_view && !m_words.isEmpty() && m_view->model()->rowCount() != 0) {
        m_next = m_view->model()->index(0, 0);
        m_timer.start();
    }
    Q_EMIT changed();
}

void TableSearch::lookOn()
{
    if (!m_view) {
        m_timer.stop();
        return;
    }
    QElapsedTimer clock;
    clock.start();
    const qsizetype before = m_hits.size();
    QModelIndex index = m_next;
    const QAbstractItemModel& model = *m_view->model();
    for (int row = 0; index.isValid() && m_hits.size() < kMostHits; index = rowAfter(model, index)) {
        if (++row % kRowsBetweenLooks == 0 && clock.elapsed() >= kSlice) {
            break;
        }
        if (isHit(index)) {
            m_hits.append(index);
        }
    }
    m_next = index;
    if (!index.isValid() || m_hits.size() >= kMostHits) {
        m_timer.stop();
    }
    if (before == 0 && !m_hits.isEmpty()) {
        goTo(0);
    }
    Q_EMIT changed();
}

bool TableSearch::isHit(const QModelIndex& index) const
{
    QString cells;
    const int columns = m_view->model()->columnCount(index.parent());
    for (int column = 0; column < columns; ++column) {
        cells += index.siblingAtColumn(column).data().toString() + u'\n';
    }
    return std::ranges::all_of(m_words, [&](const QString& word) { return cells.contains(word, Qt::CaseInsensitive); });
}

void TableSearch::goTo(qsizetype hit)
{
    m_current = hit;
    m_view->setCurrentIndex(m_hits[hit]);
    m_view->scrollTo(m_hits[hit]);
}

void TableSearch::step(int by)
{
    const qsizetype count = m_hits.size();
    if (m_view && count != 0) {
        goTo((m_current + by + count) % count);
        Q_EMIT changed();
    }
}

QString TableSearch::summary() const
{
    if (m_words.isEmpty() || !m_view) {
        return {};
    }
    if (m_hits.isEmpty()) {
        return isSettled() ? tr("nothing in this view") : tr("searching…");
    }
    const QString count = countText(static_cast<std::uint64_t>(m_hits.size()));
    const bool isAll = isSettled() && m_hits.size() < kMostHits;
    return tr("%1 of %2")
        .arg(countText(static_cast<std::uint64_t>(m_current + 1)), isAll ? count : tr("%1 or more").arg(count));
}

} // namespace cairn::ui
