#pragma once

#include "ui/plan/plan_dialog.h"

namespace cairn::ui {

class ConversionQueue;

/// What of a queue a plan for a cluster is wanted of: the files that wait for their copies. Of all others, and of those
/// that a plan cannot convert as a person wants, it says why.
[[nodiscard]] PlanSelection planSelection(const ConversionQueue& queue);

} // namespace cairn::ui
