#pragma once

#include "core/values/whole_number.h"

#include <QString>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace cairn::ui {

/// Text out of a file as it may be shown: on one line, without characters that hide or turn others.
[[nodiscard]] QString shown(std::string_view text);
/// Text that reads from left to right whatever the language of the window does: names out of a file, numbers, shapes.
[[nodiscard]] QString leftToRight(const QString& text);
/// Words of our own, which need no escapes.
[[nodiscard]] QString fromUtf8(std::string_view text);
/// A path of Qt as the core takes it, and one of the core for Qt: the core has UTF-8 on every system.
[[nodiscard]] std::string pathBytes(const QString& path);
[[nodiscard]] QString pathFromBytes(std::string_view path);
/// A part of a message as a sentence: the first letter large and a full stop. A device keeps its small letters.
[[nodiscard]] QString sentence(const QString& text);
/// The name of a format in words: "torch zip".
[[nodiscard]] QString formatText(std::string_view name);
/// "37.6 kB"
[[nodiscard]] QString bytesText(std::uint64_t bytes);
/// "12 s", "3 min 20 s", "2 h 5 min"
[[nodiscard]] QString durationText(double seconds);
/// "1 234 567"
[[nodiscard]] QString countText(std::uint64_t count);
/// "999 999", "6.74 B": of any size in as much room as that.
[[nodiscard]] QString shortCountText(std::uint64_t count);
/// "1 234 567 rows", of "1234567 rows": a text whose plural the number has chosen.
[[nodiscard]] QString grouped(QString text, std::uint64_t count);
/// What a plural can be chosen by.
[[nodiscard]] int pluralOf(std::uint64_t count);
/// A value beside a plot: "0.0312"
[[nodiscard]] QString numberText(double number);
/// With all its digits, if it is a distance from an origin.
[[nodiscard]] QString numberText(double number, const values::WholeNumber& origin);
/// Both ends of a scale, with as many digits as tell one from the other.
[[nodiscard]] std::pair<QString, QString> rangeTexts(double low, double high, const values::WholeNumber& origin = {});

} // namespace cairn::ui
