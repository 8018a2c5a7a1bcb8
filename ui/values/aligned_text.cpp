#include "ui/values/aligned_text.h"

#include "core/values/block_decoder.h"
#include "ui/text/display.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace cairn::ui {

namespace {

constexpr int kDigits = 4; // that the largest number has

/// How all numbers are written: with so many digits behind the point, as 'f' or 'e' of QString::number().
struct Notation {
    char format = 'f';
    int digits = 0;
};

/// Nothing where each number says best itself how it is written: whole and complex ones.
std::optional<Notation> notationOf(const values::TensorSlice& slice)
{
    if (values::isComplex(slice.dtype) || (values::isInteger(slice.dtype) && !slice.isComputed)) {
        return std::nullopt;
    }
    double most = 0;
    double least = HUGE_VAL;
    for (std::uint64_t row = 0; row < slice.rows; ++row) {
        for (std::uint64_t column = 0; column < slice.columns; ++column) {
            if (const double size = std::abs(slice.number(row, column)); size != 0 && std::isfinite(size)) {
                most = std::max(most, size);
                least = std::min(least, size);
            }
        }
    }
    if (most == 0) {
        return Notation{};
    }
    constexpr int mostPlaces = 6; // before the point or behind it
    const int first = static_cast<int>(std::floor(std::log10(most)));
    const int last = static_cast<int>(std::floor(std::log10(least)));
    const int behind = std::max(kDigits - 1 - first, 0);
    return behind > mostPlaces || first >= mostPlaces || -last > behind ? Notation{.format = 'e', .digits = kDigits - 1}
                                                                        : Notation{.format = 'f', .digits = behind};
}

QString numberText(const values::TensorSlice& slice, std::uint64_t row, std::uint64_t column,
                   const std::optional<Notation>& notation)
{
    const double number = slice.number(row, column);
    return notation && std::isfinite(number) ? QString::number(number, notation->format, notation->digits)
                                             : fromUtf8(slice.text(row, column, values::NumberFormat::Short));
}

} // namespace

QString alignedText(const values::TensorSlice& slice)
{
    const std::optional<Notation> notation = notationOf(slice);
    std::vector<QStringList> rows(slice.rows);
    qsizetype widest = 0;
    for (std::uint64_t row = 0; row < slice.rows; ++row) {
        for (std::uint64_t column = 0; column < slice.columns; ++column) {
            rows[row].append(numberText(slice, row, column, notation));
            widest = std::max(widest, rows[row].back().size());
        }
    }
    QStringList lines;
    for (const QStringList& row : rows) {
        QString line;
        for (const QString& number : row) {
            line += number.rightJustified(widest + (line.isEmpty() ? 0 : 2));
        }
        lines.append(line);
    }
    return lines.join(u'\n');
}

} // namespace cairn::ui
