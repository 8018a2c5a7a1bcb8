#pragma once

#include "ui/tree/search_query.h"

#include <QStyledItemDelegate>

#include <vector>

namespace cairn::ui {

/// A piece of a text, in characters.
struct TextRange {
    qsizetype start = 0;
    qsizetype length = 0;
    bool operator==(const TextRange&) const = default;
};

/// What a search has found in the last `ownLength` characters of a whole name; counted from where these begin.
[[nodiscard]] std::vector<TextRange> rangesFound(const RowQuery& query, const QString& fullName, qsizetype ownLength);

/// Paints names, marks in them what a search has found, and tells of groups that are alike. Owned by the view.
class NameDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setQuery(RowQuery query) { m_query = std::move(query); }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// As high as a row with a chip, also where no column has one.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    /// Both ends of a name say more than its middle.
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    RowQuery m_query;
};

} // namespace cairn::ui
