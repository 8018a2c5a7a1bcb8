#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <span>
#include <string_view>

/// Texts of core and texts of Qt, each as the other.
namespace cairn::test {

[[nodiscard]] inline QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

[[nodiscard]] inline QByteArray byteArray(std::string_view bytes)
{
    return {bytes.data(), static_cast<qsizetype>(bytes.size())};
}

/// As long as the bytes live.
[[nodiscard]] inline std::string_view view(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

[[nodiscard]] inline QString whyNot(const Error& error)
{
    return text(error.paragraph());
}

/// "[2,3]"
[[nodiscard]] inline QString listed(std::span<const std::int64_t> numbers)
{
    QStringList texts;
    for (const std::int64_t number : numbers) {
        texts << QString::number(number);
    }
    return u'[' + texts.join(u',') + u']';
}

/// "io.read-failed"
template <typename T>
[[nodiscard]] QString codeOf(const Result<T>& result)
{
    return result ? QStringLiteral("opens") : text(errorCodeText(result.error().code));
}

} // namespace cairn::test
