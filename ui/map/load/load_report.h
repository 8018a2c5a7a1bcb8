#pragma once

#include "ui/map/load/load_run.h"

#include <QPalette>
#include <QString>

namespace cairn::ui {

// What LoadPage tells when a load has ended. Links are "fix:N", by index in the list of maps.

[[nodiscard]] QString summaryHeadline(const LoadSummary& summary, const QString& file);
[[nodiscard]] QString summaryHtml(const LoadSummary& summary, const QPalette& palette);
[[nodiscard]] QString failureHeadline(const LoadFailure& failure, const QString& file);
[[nodiscard]] QString failureHtml(const LoadFailure& failure, std::vector<devices::MapFix>& fixes);

/// "2.9 GB/s"; nothing for a time that is too short to say.
[[nodiscard]] QString rateText(std::uint64_t bytes, double seconds);

} // namespace cairn::ui
