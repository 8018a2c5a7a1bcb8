#include "ui/inspector/pieces_picture.h"

#include "core/base/checked.h"
#include "core/checkpoint/pieces/piece_list.h"
#include "ui/common/device_chip.h"
#include "ui/document/piece_text.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/text/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace cairn::ui {

using checkpoint::PieceList;
using checkpoint::PieceState;
using checkpoint::TensorPiece;

namespace {

constexpr std::size_t kMostPieces = 1024; // more are too small to be told apart
constexpr int kNumbers = 18;              // the height of the numbers of columns
constexpr int kLeast = 46;
constexpr int kMost = 190;
constexpr int kBand = 32;

/// The axes that a tensor was cut along, the first two of them; -1: none.
std::pair<int, int> cutAxes(const PieceList& pieces, PieceList::Range own)
{
    std::set<int> cut;
    const TensorPiece first = pieces[own.first];
    for (std::size_t i = own.first; i < own.first + own.count; ++i) {
        const TensorPiece piece = pieces[i];
        for (std::size_t axis = 0; axis < std::min(piece.origin.size(), first.origin.size()); ++axis) {
            if (piece.origin[axis] != first.origin[axis] || piece.size[axis] != first.size[axis]) {
                cut.insert(static_cast<int>(axis));
            }
        }
    }
    const auto second = cut.empty() ? cut.end() : std::next(cut.begin());
    return {cut.empty() ? -1 : *cut.begin(), second == cut.end() ? -1 : *second};
}

/// Where a piece begins along an axis, and how far it reaches.
std::pair<std::int64_t, std::int64_t> along(const TensorPiece& piece, int axis)
{
    const auto at = static_cast<std::size_t>(axis);
    return axis < 0 || at >= piece.origin.size() ? std::pair(std::int64_t{0}, std::int64_t{1})
                                                 : std::pair(piece.origin[at], piece.size[at]);
}

/// The files say these numbers.
std::int64_t endOf(std::int64_t begin, std::int64_t length)
{
    return checkedAdd(begin, length).value_or(std::numeric_limits<std::int64_t>::max());
}

} // namespace

PiecesPicture::PiecesPicture(QWidget* parent) : QWidget(parent)
{
    setObjectName("piecesPicture");
    hide();
}

void PiecesPicture::showTensor(const DocumentPtr& document, checkpoint::EntryId id)
{
    m_boxes.clear();
    if (document && document->pieces && id != checkpoint::kNoId) {
        const checkpoint::Entry& entry = document->checkpoint->entries()[id];
        if (entry.kind == checkpoint::EntryKind::Tensor) {
            findBoxes(*document, document->checkpoint->tensors()[entry.payload]);
        }
    }
    setAccessibleName(text());
    setVisible(!m_boxes.empty());
    update();
}

void PiecesPicture::findBoxes(const Document& document, const checkpoint::Tensor& tensor)
{
    const PieceList& pieces = *document.pieces;
    const PieceList::Range own = pieces.piecesOf(tensor);
    if (own.count == 0 || own.count > kMostPieces) {
        return;
    }
    const auto [rowAxis, columnAxis] = cutAxes(pieces, own);
    m_rows = 1;
    m_columns = 1;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>, std::size_t> known;
    for (std::size_t i = own.first; i < own.first + own.count; ++i) {
        const TensorPiece piece = pieces[i];
        Box box;
        std::tie(box.row, box.rows) = along(piece, rowAxis);
        std::tie(box.column, box.columns) = along(piece, columnAxis);
        m_rows = std::max(m_rows, endOf(box.row, box.rows));
        m_columns = std::max(m_columns, endOf(box.column, box.columns));
        const auto [found, isNew] =
            known.emplace(std::tuple(box.row, box.rows, box.column, box.columns), m_boxes.size());
        if (isNew) {
            box.place = piece.origin.empty() ? QString() : fromUtf8(checkpoint::boxText(piece.origin, piece.size));
            m_boxes.push_back(box);
        }
        Box& place = m_boxes[found->second];
        const PieceList::File* file = piece.file == checkpoint::kNoId ? nullptr : &pieces.files()[piece.file];
        const QString holder = file == nullptr ? QString()
                               : file->rank    ? tr("rank %1").arg(*file->rank)
                                               : shown(file->name);
        if (!holder.isEmpty() && !place.holders.contains(holder)) {
            place.holders.append(holder);
        }
        if (file != nullptr && file->rank && !place.hasRank) {
            place.hasRank = true;
            place.colour = *file->rank;
        }
        if (piece.state != PieceState::Whole && piece.state != PieceState::Unplaced) {
            place.state = pieceStateText(piece.state, piece.failure);
        }
    }
    const int bands = static_cast<int>(std::min<std::size_t>(m_boxes.size(), kMost));
    const bool isGrid = columnAxis >= 0;
    m_top = isGrid ? kNumbers : 2;
    setFixedHeight(isGrid ? kMost : m_top + std::clamp(bands * kBand, kLeast, kMost));
}

QRectF PiecesPicture::area() const
{
    const int left = fontMetrics().horizontalAdvance(countText(static_cast<std::uint64_t>(m_rows))) + 8;
    return QRectF(rect()).adjusted(m_rows == 1 ? 1 : left, m_top, -1, -1);
}

QRectF PiecesPicture::rectOf(const Box& box) const
{
    const QRectF all = area();
    const double row = all.height() / static_cast<double>(m_rows);
    const double column = all.width() / static_cast<double>(m_columns);
    return {all.left() + column * static_cast<double>(box.column), all.top() + row * static_cast<double>(box.row),
            column * static_cast<double>(box.columns), row * static_cast<double>(box.rows)};
}

QString PiecesPicture::labelOf(const Box& box)
{
    const QString holders = box.holders.join(QStringLiteral(", "));
    return box.state.isEmpty() ? holders : holders.isEmpty() ? box.state : holders + QStringLiteral(" ") + box.state;
}

QString PiecesPicture::lineOf(const Box& box)
{
    return box.place.isEmpty() ? labelOf(box) : QStringLiteral("%1: %2").arg(box.place, labelOf(box));
}

QString PiecesPicture::text() const
{
    QStringList lines;
    for (const Box& box : m_boxes) {
        lines.append(lineOf(box));
    }
    return lines.join(u'\n');
}

void PiecesPicture::paintBox(QPainter& painter, const Box& box) const
{
    const bool isThere = box.state.isEmpty();
    const QColor base = palette().color(QPalette::Base);
    const QString device = box.hasRank ? QStringLiteral("cuda:%1").arg(box.colour) : QStringLiteral("cpu");
    const QColor colour = isThere ? deviceColor(device, palette()) : badText(palette());
    const QRectF place = rectOf(box).adjusted(0.5, 0.5, -1.5, -1.5);
    painter.setPen(colour);
    painter.setBrush(isThere ? QBrush(blend(base, colour, 0.2)) : QBrush(blend(base, colour, 0.4), Qt::BDiagPattern));
    painter.drawRect(place);
    const QRectF inside = place.adjusted(6, 0, -6, 0);
    if (place.height() < painter.fontMetrics().height() ||
        inside.width() < 3 * painter.fontMetrics().averageCharWidth()) {
        return; // its tip says it
    }
    const QString label =
        painter.fontMetrics().elidedText(labelOf(box), Qt::ElideRight, static_cast<int>(inside.width()));
    if (!isThere) { // words are not read over lines
        QRectF ground(inside.left() - 3, inside.center().y() - painter.fontMetrics().height() / 2.0,
                      painter.fontMetrics().horizontalAdvance(label) + 6, painter.fontMetrics().height());
        painter.fillRect(ground, base);
    }
    painter.setPen(isThere ? palette().color(QPalette::Text) : colour);
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft, label);
}

/// Where boxes begin, as far as the numbers do not touch.
void PiecesPicture::paintTicks(QPainter& painter) const
{
    const QRectF all = area();
    const QFontMetrics metrics = painter.fontMetrics();
    painter.setPen(quietText(palette()));
    std::map<std::int64_t, double> rows;
    std::map<std::int64_t, double> columns;
    for (const Box& box : m_boxes) {
        rows.emplace(box.row, rectOf(box).top());
        columns.emplace(box.column, rectOf(box).left());
    }
    double free = all.top() - metrics.height();
    for (const auto& [row, at] : rows) {
        if (m_rows > 1 && at >= free + metrics.height()) {
            painter.drawText(QRectF(0, at, all.left() - 5, metrics.height()), Qt::AlignRight | Qt::AlignTop,
                             countText(static_cast<std::uint64_t>(row)));
            free = at;
        }
    }
    free = all.left();
    for (const auto& [column, at] : columns) {
        const QString number = countText(static_cast<std::uint64_t>(column));
        const int width = metrics.horizontalAdvance(number);
        if (m_columns > 1 && at >= free) {
            painter.drawText(QRectF(at, 0, width + 4, m_top - 2), Qt::AlignLeft | Qt::AlignBottom, number);
            free = at + width + metrics.averageCharWidth();
        }
    }
}

void PiecesPicture::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    painter.setFont(small);
    for (const Box& box : m_boxes) {
        paintBox(painter, box);
    }
    paintTicks(painter);
}

bool PiecesPicture::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto found =
            std::ranges::find_if(m_boxes, [&](const Box& box) { return rectOf(box).contains(QPointF(help->pos())); });
        QToolTip::showText(help->globalPos(), found == m_boxes.end() ? QString() : plainTip(lineOf(*found)), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace cairn::ui
