#pragma once

#include "core/rows/row_query.h"

#include <QRegularExpression>
#include <QString>

#include <expected>

namespace cairn::ui {

using rows::RowQuery;

/// What of a search is wrong, in words, and where: characters of the text.
struct SearchMistake {
    qsizetype position = 0;
    qsizetype length = 0;
    QString text;
};

/// A search as it was typed, with all that Qt's regular expressions know.
[[nodiscard]] std::expected<RowQuery, SearchMistake> parseSearch(QString text);

/// One that gives up where it would take forever.
[[nodiscard]] QRegularExpression searchRegex(const std::string& pattern);

} // namespace cairn::ui
