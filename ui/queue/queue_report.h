#pragma once

#include "ui/queue/conversion_queue.h"

#include <QByteArray>

#include <optional>

namespace cairn::ui {

/// "12 converted, 3 skipped, 1 failed; 3.4 GB written in 12 s"
[[nodiscard]] QString summaryText(const QueueTotals& totals);

/// Every file and what became of it, and the sums.
[[nodiscard]] QByteArray reportJson(const ConversionQueue& queue);
[[nodiscard]] QByteArray reportCsv(const ConversionQueue& queue);

/// Lines for a shell that convert the same files into the same copies: those that were or will be converted. By the
/// file of the recipe, if there is one. Nothing if the map needs a file, and has none.
[[nodiscard]] std::optional<QString> commandLines(const std::vector<const QueueItem*>& items,
                                                  const QueueOptions& options);

} // namespace cairn::ui
