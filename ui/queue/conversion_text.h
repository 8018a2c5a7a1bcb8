#pragma once

#include "core/convert/recipe/recipe_route.h"
#include "ui/queue/queue_item.h"

#include <QStringList>

namespace cairn::ui {

// What became of a file, in words for a person.

/// Of a queue whose application ended before it did.
[[nodiscard]] QString leftWords(std::size_t files);
/// The names of the first of them, a line for each; see isToDo().
[[nodiscard]] QString leftNames(const std::vector<QueueItem>& items);

/// Why a file needs no copy.
[[nodiscard]] QString unchangedWords(const convert::RetagReport& report, const convert::Recipe& recipe);

[[nodiscard]] QString retaggedWords(const convert::RetagReport& report, const convert::Recipe& recipe);
[[nodiscard]] QString rewrittenWords(const convert::RewritePlan& plan, const convert::RewriteReport& report,
                                     const convert::Recipe& recipe);
[[nodiscard]] QString tensorsWords(const convert::TensorSet& set, const convert::OutputPlan& plan,
                                   const convert::OutputReport& report, const convert::Recipe& recipe);

// What a copy lacks without having been asked to, a line for each; the first of many.

[[nodiscard]] QStringList lossesOf(const convert::RewritePlan& plan, const convert::Overflows& overflows);
/// `isAgreed`: what is no tensor may be left out.
[[nodiscard]] QStringList lossesOf(const convert::TensorSet& set, bool isAgreed, const convert::Overflows& overflows);

} // namespace cairn::ui
