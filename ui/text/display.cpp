#include "ui/text/display.h"

#include "core/base/text/text.h"
#include "core/values/element_text.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn::ui {

QString shown(std::string_view text)
{
    return fromUtf8(printable(text));
}

QString leftToRight(const QString& text)
{
    constexpr QChar begin(0x2066);
    constexpr QChar end(0x2069);
    return text.isEmpty() || !QGuiApplication::isRightToLeft() ? text : begin + text + end;
}

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string pathBytes(const QString& path)
{
    return path.toStdString();
}

QString pathFromBytes(std::string_view path)
{
    return fromUtf8(path);
}

QString sentence(const QString& text)
{
    if (text.isEmpty()) {
        return text;
    }
    const bool isEnded = text.endsWith(u'.') || text.endsWith(u'!') || text.endsWith(u'?') || text.endsWith(u':');
    const QString word = text.section(u' ', 0, 0);
    // What looks like a device, a path or a name in a file is not a word.
    static const QSet<QString> kDevices{QStringLiteral("cpu"),  QStringLiteral("cuda"), QStringLiteral("hip"),
                                        QStringLiteral("hpu"),  QStringLiteral("meta"), QStringLiteral("mps"),
                                        QStringLiteral("mtia"), QStringLiteral("npu"),  QStringLiteral("xla"),
                                        QStringLiteral("xpu")};
    const bool isName = kDevices.contains(word) || word.contains(u':') || word.contains(u'/') || word.contains(u'.') ||
                        word.contains(u'_');
    return (isName ? text.left(1) : text.left(1).toUpper()) + text.mid(1) + (isEnded ? QString() : QStringLiteral("."));
}

QString formatText(std::string_view name)
{
    return fromUtf8(name).replace(u'-', u' ');
}

QString bytesText(std::uint64_t bytes)
{
    return fromUtf8(humanBytes(bytes));
}

QString durationText(double seconds)
{
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    if (whole < 60) {
        return QCoreApplication::translate("Duration", "%1 s").arg(whole);
    }
    if (whole < 3600) {
        return QCoreApplication::translate("Duration", "%1 min %2 s").arg(whole / 60).arg(whole % 60);
    }
    return QCoreApplication::translate("Duration", "%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

QString countText(std::uint64_t count)
{
    return fromUtf8(groupedDigits(count));
}

QString shortCountText(std::uint64_t count)
{
    constexpr std::uint64_t kFirstShort = 1'000'000;
    if (count < kFirstShort) {
        return countText(count);
    }
    constexpr std::string_view kUnits = "MBTPE";
    double number = static_cast<double>(count) / static_cast<double>(kFirstShort);
    std::size_t unit = 0;
    for (; number >= 999.5; ++unit) {
        number /= 1000;
    }
    const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
    return QString::number(number, 'f', decimals) + u' ' + QLatin1Char(kUnits[unit]);
}

int pluralOf(std::uint64_t count)
{
    return static_cast<int>(std::min<std::uint64_t>(count, std::numeric_limits<int>::max()));
}

QString grouped(QString text, std::uint64_t count)
{
    return text.replace(QString::number(pluralOf(count)), countText(count));
}

QString numberText(double number)
{
    return fromUtf8(values::numberText(number, values::NumberFormat::Short));
}

QString numberText(double number, const values::WholeNumber& origin)
{
    return origin ? fromUtf8(values::wholeText(*origin, number)) : numberText(number);
}

std::pair<QString, QString> rangeTexts(double low, double high, const values::WholeNumber& origin)
{
    if (origin) {
        return {numberText(low, origin), numberText(high, origin)};
    }
    std::pair texts(numberText(low), numberText(high));
    constexpr int kAllDigits = 17;
    for (int digits = 7; texts.first == texts.second && low != high && digits <= kAllDigits; ++digits) {
        texts = {QString::number(low, 'g', digits), QString::number(high, 'g', digits)};
    }
    return texts;
}

} // namespace cairn::ui
