#pragma once

#include "core/convert/conversion/conversion_report.h"
#include "core/convert/recipe/recipe.h"
#include "ui/queue/queue_item.h"

#include <QStringList>

namespace cairn::ui {

// What became of a file, in words for a person.

/// Of a queue whose application ended before it did.
[[nodiscard]] QString leftWords(std::size_t files);
/// The names of the first of them, a line for each; see isToDo().
[[nodiscard]] QString leftNames(const std::vector<QueueItem>& items);

/// Why a file needs no copy.
[[nodiscard]] QString unchangedWords(const convert::ConversionReport& report, const convert::Recipe& recipe);
/// What its copy has, and whether it was compared with it.
[[nodiscard]] QString convertedWords(const convert::ConversionReport& report, const convert::Recipe& recipe);

/// What a copy lacks without having been asked to, a line for each; the first of many. `isAgreed`: what is no tensor
/// may be left out.
[[nodiscard]] QStringList lossesOf(const convert::ConversionReport& report, bool isAgreed);

} // namespace cairn::ui
