#include "ui/queue/queue_delegate.h"

#include "ui/queue/queue_model.h"
#include "ui/text/theme.h"

#include <QApplication>
#include <QPainter>

namespace cairn::ui {

namespace {

constexpr int kMargin = 6;

/// A mark and a colour for each state, so that neither has to be read alone.
struct Mark {
    QString sign;
    QColor color;
};

/// A tick only where a copy is all that a person wants.
Mark markOf(const QModelIndex& index, const QPalette& palette)
{
    if (index.data(QueueModel::HarmRole).toBool()) {
        return {QStringLiteral("⚠"), badText(palette)};
    }
    if (index.data(QueueModel::DamageRole).toBool()) {
        return {QStringLiteral("⚠"), cautionText(palette)};
    }
    switch (static_cast<QueueState>(index.data(QueueModel::StateRole).toInt())) {
    case QueueState::Done: return {QStringLiteral("✓"), goodText(palette)};
    case QueueState::Failed: return {QStringLiteral("✗"), badText(palette)};
    case QueueState::Running: return {QStringLiteral("▸"), palette.color(QPalette::Link)};
    case QueueState::Cancelled: return {QStringLiteral("–"), quietText(palette)};
    case QueueState::Skipped: return {QStringLiteral("○"), quietText(palette)};
    case QueueState::Held: return {QStringLiteral("?"), cautionText(palette)};
    case QueueState::Waiting: return {QStringLiteral("·"), quietText(palette)};
    }
    return {};
}

void paintName(QPainter& painter, const QStyleOptionViewItem& cell, const QModelIndex& index, const QColor& text,
               const QColor& quiet)
{
    QRect area = cell.rect.adjusted(kMargin, 0, -kMargin, 0);
    const QString name = cell.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, area.width());
    painter.setPen(text);
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, name);
    area.setLeft(area.left() + cell.fontMetrics.horizontalAdvance(name) + 2 * kMargin);
    painter.setPen(quiet);
    painter.drawText(
        area, Qt::AlignVCenter | Qt::AlignLeft,
        cell.fontMetrics.elidedText(index.data(QueueModel::FolderRole).toString(), Qt::ElideRight, area.width()));
}

void paintBar(QPainter& painter, const QRect& area, double part, const QPalette& palette, const QColor& color)
{
    constexpr int height = 4;
    const QRectF track(area.left(), area.bottom() - height, area.width(), height);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(blend(palette.color(QPalette::Base), palette.color(QPalette::Text), 0.14));
    painter.drawRoundedRect(track, 2, 2);
    QRectF done = track;
    done.setWidth(track.width() * part);
    painter.setBrush(color);
    painter.drawRoundedRect(done, 2, 2);
}

} // namespace

void QueueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.text.clear();
    const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

    painter->save();
    const bool isSelected = (cell.state & QStyle::State_Selected) != 0;
    const QColor selected = cell.palette.color(QPalette::HighlightedText);
    const auto state = static_cast<QueueState>(index.data(QueueModel::StateRole).toInt());
    const bool isQuiet = state == QueueState::Skipped || state == QueueState::Cancelled;
    const QColor quiet = isSelected ? selected : quietText(cell.palette);
    const QColor text = isSelected ? selected : isQuiet ? quiet : cell.palette.color(QPalette::Text);
    if (index.column() == QueueModel::Name) {
        paintName(*painter, cell, index, text, quiet);
        painter->restore();
        return;
    }
    const Mark mark = markOf(index, cell.palette);
    const bool isTold = state == QueueState::Failed || index.data(QueueModel::DamageRole).toBool();
    QRect area = cell.rect.adjusted(kMargin, 0, -kMargin, 0);
    if (state == QueueState::Running) {
        paintBar(*painter, area.adjusted(0, 0, 0, -3), index.data(QueueModel::PartRole).toDouble(), cell.palette,
                 mark.color);
        area.adjust(0, 0, 0, -6);
    }
    painter->setPen(isSelected ? selected : mark.color);
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft, mark.sign);
    area.setLeft(area.left() + cell.fontMetrics.horizontalAdvance(QStringLiteral("✓")) + kMargin);
    painter->setPen(isSelected ? selected : isTold ? mark.color : text);
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                      cell.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, area.width()));
    painter->restore();
}

} // namespace cairn::ui
