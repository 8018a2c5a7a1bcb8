#include "ui/text/display.h"

#include "core/base/text.h"

namespace cairn::ui {

QString shown(std::string_view text)
{
    return fromUtf8(printable(text));
}

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString bytesText(std::uint64_t bytes)
{
    return fromUtf8(humanBytes(bytes));
}

QString countText(std::uint64_t count)
{
    return fromUtf8(groupedDigits(count));
}

} // namespace cairn::ui
