#include "ui/map/rules/size_range_text.h"

#include "core/base/text/byte_size.h"

#include <QRegularExpression>
#include <cmath>

namespace cairn::ui {

namespace {

QString exactText(std::uint64_t bytes)
{
    std::uint64_t unit = 1'000'000'000'000;
    for (const char* name : {"TB", "GB", "MB", "kB", "B"}) {
        if (bytes >= unit && bytes % unit == 0) {
            return QStringLiteral("%1 %2").arg(bytes / unit).arg(QLatin1String(name));
        }
        unit /= 1000;
    }
    return QStringLiteral("0 B");
}

std::optional<std::uint64_t> parseBytes(const QString& text)
{
    constexpr long double kMost = 1e18L;
    const auto size = parseByteSize(text.trimmed().toStdString());
    return size && size->bytes <= kMost ? std::optional(static_cast<std::uint64_t>(std::round(size->bytes)))
                                        : std::nullopt;
}

} // namespace

QString sizeRangeText(const SizeRange& range)
{
    const SizeRange any;
    if (range == any) {
        return {};
    }
    if (range.most == any.most) {
        return QStringLiteral("≥ ") + exactText(range.least);
    }
    if (range.least == range.most) {
        return exactText(range.least);
    }
    return range.least == 0 ? QStringLiteral("≤ ") + exactText(range.most)
                            : QStringLiteral("%1 – %2").arg(exactText(range.least), exactText(range.most));
}

std::optional<SizeRange> parseSizeRange(const QString& text)
{
    static const QRegularExpression kBound(QStringLiteral("^(>=|<=|≥|≤|>|<)\\s*(.+)$"));
    static const QRegularExpression kBetween(QStringLiteral("^(.+?)\\s*(?:to|-|–|\\.\\.)\\s*(.+)$"));
    const QString words = text.trimmed();
    if (words.isEmpty()) {
        return SizeRange();
    }
    if (const auto bound = kBound.match(words); bound.hasMatch()) {
        const auto bytes = parseBytes(bound.captured(2));
        const QString sign = bound.captured(1);
        if (!bytes || (sign == u'<' && *bytes == 0)) {
            return std::nullopt;
        }
        const bool isLeast = sign.startsWith(u'>') || sign == u'≥';
        const std::uint64_t end = sign == u'>' ? *bytes + 1 : sign == u'<' ? *bytes - 1 : *bytes;
        return isLeast ? SizeRange{.least = end} : SizeRange{.most = end};
    }
    if (const auto exact = parseBytes(words)) {
        return SizeRange{.least = *exact, .most = *exact};
    }
    const auto between = kBetween.match(words);
    const auto least = parseBytes(between.captured(1));
    const auto most = parseBytes(between.captured(2));
    if (!between.hasMatch() || !least || !most || *least > *most) {
        return std::nullopt;
    }
    return SizeRange{.least = *least, .most = *most};
}

} // namespace cairn::ui
