#include "ui/tree/name_delegate.h"

#include "ui/common/device_chip.h"
#include "ui/text/theme.h"
#include "ui/tree/checkpoint_model.h"

#include <QApplication>
#include <QPainter>

namespace cairn::ui {

namespace {

constexpr std::size_t kMostRanges = 20;
const QString kLostMark = QStringLiteral("⚠ ");

/// Not all of it is there: that is marked where it is cut short, too.
bool isLost(const QModelIndex& index)
{
    return !index.data(CheckpointModel::LostRole).toString().isEmpty();
}

void addText(const QString& name, const QString& wanted, std::vector<TextRange>& ranges)
{
    qsizetype at = wanted.isEmpty() ? -1 : name.indexOf(wanted, 0, Qt::CaseInsensitive);
    while (at >= 0 && ranges.size() < kMostRanges) {
        ranges.push_back({.start = at, .length = wanted.size()});
        at = name.indexOf(wanted, at + wanted.size(), Qt::CaseInsensitive);
    }
}

/// The literal pieces of a glob, one after the other.
void addGlob(const QString& name, const QString& glob, std::vector<TextRange>& ranges)
{
    static const QRegularExpression kWild(QStringLiteral("[*?]|\\[[^\\]]*\\]"));
    qsizetype from = 0;
    for (const QString& piece : glob.split(kWild, Qt::SkipEmptyParts)) {
        if (const qsizetype at = name.indexOf(piece, from, Qt::CaseInsensitive); at >= 0) {
            ranges.push_back({.start = at, .length = piece.size()});
            from = at + piece.size();
        }
    }
}

void addRegex(const QString& name, const QRegularExpression& regex, std::vector<TextRange>& ranges)
{
    for (auto matches = regex.globalMatch(name); matches.hasNext() && ranges.size() < kMostRanges;) {
        const QRegularExpressionMatch match = matches.next();
        ranges.push_back({.start = match.capturedStart(), .length = match.capturedLength()});
    }
}

} // namespace

std::vector<TextRange> rangesFound(const RowQuery& query, const QString& fullName, qsizetype ownLength)
{
    std::vector<TextRange> ranges;
    for (const RowQuery::Term& term : query.terms) {
        switch (term.kind) {
        case RowQuery::Kind::Text: addText(fullName, QString::fromStdString(term.text), ranges); break;
        case RowQuery::Kind::Glob: addGlob(fullName, QString::fromStdString(term.text), ranges); break;
        case RowQuery::Kind::Regex: addRegex(fullName, searchRegex(term.text), ranges); break;
        default: break;
        }
    }
    const qsizetype begin = fullName.size() - ownLength;
    std::vector<TextRange> own;
    for (const TextRange& range : ranges) {
        const qsizetype start = std::max(range.start, begin);
        if (const qsizetype end = range.start + range.length; end > start) {
            own.push_back({.start = start - begin, .length = end - start});
        }
    }
    return own;
}

void NameDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideMiddle;
    if (isLost(index)) {
        option->text.prepend(kLostMark);
        option->palette.setColor(QPalette::Text, cautionText(option->palette));
    }
}

QSize NameDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    constexpr int air = 4;
    const QSize text = QStyledItemDelegate::sizeHint(option, index);
    return text.expandedTo({0, chipSize(QStringLiteral("cpu"), option.font).height() + air});
}

void NameDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const bool isMarked = isLost(index);
    const QString alike = index.data(CheckpointModel::AlikeRole).toString();
    if (m_query.terms.empty() && alike.isEmpty() && !isMarked) {
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, cell.widget) + 1;
    const QRect area =
        style->subElementRect(QStyle::SE_ItemViewItemText, &cell, cell.widget).adjusted(margin, 0, -margin, 0);
    const QFontMetrics metrics(cell.font);
    const QString name = index.data(CheckpointModel::OwnNameRole).toString();
    const int before = isMarked ? metrics.horizontalAdvance(kLostMark) : 0;
    const int width = before + metrics.horizontalAdvance(name);
    if (width > area.width()) {
        return; // it is cut in the middle, and pieces of it are not where they would be
    }
    const bool isTurned = cell.direction == Qt::RightToLeft;
    const int begin = isTurned ? area.right() + 1 - width : area.left() + before;
    const bool selected = (cell.state & QStyle::State_Selected) != 0;
    constexpr int kGap = 8;
    QRect rest = isTurned ? area.adjusted(0, 0, -width - kGap, 0) : area.adjusted(width + kGap, 0, 0, 0);
    const auto tell = [&](const QString& words, const QColor& colour) {
        const QFontMetrics small(option.font);
        painter->setFont(option.font);
        painter->setPen(colour);
        const auto side = static_cast<int>(Qt::AlignVCenter | (isTurned ? Qt::AlignRight : Qt::AlignLeft));
        painter->drawText(rest, side, small.elidedText(words, Qt::ElideRight, rest.width()));
        const int used = words.isEmpty() ? 0 : small.horizontalAdvance(words) + kGap;
        rest.adjust(isTurned ? 0 : used, 0, isTurned ? -used : 0, 0);
    };
    tell(alike, quietText(cell.palette));
    const QColor text = cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    tell(index.data(CheckpointModel::LostRole).toString(), text);
    const QColor mark = selected ? cell.palette.color(QPalette::HighlightedText) : markColor(cell.palette);
    for (const TextRange& range :
         rangesFound(m_query, index.data(CheckpointModel::FullNameRole).toString(), name.size())) {
        const int left = metrics.horizontalAdvance(name.first(range.start));
        const int right = metrics.horizontalAdvance(name.first(range.start + range.length));
        const QRect piece(begin + left, area.center().y() - metrics.height() / 2, right - left, metrics.height());
        if (selected) {
            painter->fillRect(QRect(piece.left(), piece.bottom() - 1, piece.width(), 2), mark);
        } else {
            painter->save();
            painter->setCompositionMode(isDark(cell.palette) ? QPainter::CompositionMode_Screen
                                                             : QPainter::CompositionMode_Multiply);
            painter->fillRect(piece, mark);
            painter->restore();
        }
    }
}

} // namespace cairn::ui
