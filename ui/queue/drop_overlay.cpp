#include "ui/queue/drop_overlay.h"

#include "ui/queue/dropped_files.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QFileInfo>
#include <QPainter>
#include <QSettings>

namespace cairn::ui {

namespace {

constexpr auto kDropKey = "drop";

} // namespace

std::optional<DropAction> savedDropAction(const QSettings& settings)
{
    const QString word = settings.value(kDropKey).toString();
    return word == QStringLiteral("open")      ? std::optional(DropAction::Open)
           : word == QStringLiteral("convert") ? std::optional(DropAction::Convert)
                                               : std::nullopt;
}

void saveDropAction(QSettings& settings, std::optional<DropAction> wish)
{
    if (wish) {
        settings.setValue(kDropKey, *wish == DropAction::Open ? QStringLiteral("open") : QStringLiteral("convert"));
    } else {
        settings.remove(kDropKey);
    }
}

DropOverlay::DropOverlay(QWidget* window) : QWidget(window)
{
    setObjectName("dropOverlay");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropOverlay::appear(const DroppedFiles& files, std::optional<DropAction> settled)
{
    const QString first = files.paths.isEmpty() ? files.remote.value(0) : QFileInfo(files.paths.front()).fileName();
    m_what = files.count() == 1 ? shown(first.toStdString())
                                : tr("%n files and folders", nullptr, static_cast<int>(files.count()));
    m_settled = settled;
    setGeometry(parentWidget()->rect());
    raise();
    show();
}

DropAction DropOverlay::actionAt(const QPoint& place, Qt::KeyboardModifiers modifiers) const
{
    if (modifiers.testFlag(Qt::ShiftModifier)) {
        return DropAction::Convert;
    }
    if (modifiers.testFlag(Qt::ControlModifier)) {
        return DropAction::Open;
    }
    if (m_settled) {
        return *m_settled;
    }
    const bool isLeft = place.x() < parentWidget()->width() / 2;
    return isLeft == (layoutDirection() == Qt::LeftToRight) ? DropAction::Open : DropAction::Convert;
}

void DropOverlay::light(DropAction wish)
{
    if (m_lit != wish) {
        m_lit = wish;
        update();
    }
}

QRect DropOverlay::zone(DropAction wish) const
{
    constexpr int margin = 28;
    const QRect all = rect().adjusted(margin, margin + 24, -margin, -margin);
    if (m_settled) {
        return all;
    }
    const int half = (all.width() - margin) / 2;
    const bool isLeft = (wish == DropAction::Open) == (layoutDirection() == Qt::LeftToRight);
    return {isLeft ? all.left() : all.right() - half + 1, all.top(), half, all.height()};
}

void DropOverlay::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = palette().color(QPalette::Window);
    veil.setAlphaF(0.93F);
    painter.fillRect(rect(), veil);
    painter.setPen(quietText(palette()));
    painter.drawText(QRect(28, 14, width() - 56, 32), Qt::AlignCenter,
                     fontMetrics().elidedText(m_what, Qt::ElideMiddle, width() - 56));
    const auto withKey = [this](const QString& text, const QString& key) { // nobody needs one for what is settled
        return m_settled ? text : text + u'\n' + key;
    };
    // One that is settled gives way to a held key.
    if (!m_settled || m_lit == DropAction::Open) {
        paintZone(painter, DropAction::Open, tr("Open"),
                  withKey(tr("Look inside: tensors, devices, values."), tr("Or hold Ctrl.")));
    }
    if (!m_settled || m_lit == DropAction::Convert) {
        paintZone(painter, DropAction::Convert, tr("Convert to CPU"),
                  withKey(tr("Write copies that load without a GPU."), tr("Or hold Shift.")));
    }
}

void DropOverlay::paintZone(QPainter& painter, DropAction wish, const QString& title, const QString& text) const
{
    const bool isLit = wish == m_lit;
    const QRectF area = QRectF(zone(wish)).adjusted(1, 1, -1, -1);
    const QColor accent = palette().color(QPalette::Highlight);
    const QColor base = palette().color(QPalette::Base);
    QPen frame(isLit ? accent : blend(base, palette().color(QPalette::Text), 0.35), isLit ? 2.5 : 1.5);
    if (!isLit) {
        frame.setStyle(Qt::DashLine);
    }
    painter.setPen(frame);
    painter.setBrush(isLit ? blend(base, accent, 0.16) : base);
    painter.drawRoundedRect(area, 12, 12);

    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.9);
    large.setBold(true);
    const int line = QFontMetrics(large).height();
    const QRect words = area.toRect().adjusted(16, 0, -16, 0);
    const int middle = words.center().y();
    painter.setFont(large);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRect(words.left(), middle - line - 4, words.width(), line), Qt::AlignCenter, title);
    painter.setFont(font());
    painter.setPen(quietText(palette()));
    painter.drawText(QRect(words.left(), middle + 8, words.width(), 4 * line), Qt::AlignHCenter | Qt::TextWordWrap,
                     text);
}

} // namespace cairn::ui
