#pragma once

#include "ui/common/job.h"

#include <algorithm>

namespace cairn::test {

/// Whether nothing is worked on for the widget and what is in it.
[[nodiscard]] inline bool hasNoJobs(const QObject& widget)
{
    return std::ranges::none_of(widget.findChildren<ui::Job*>(), &ui::Job::isRunning);
}

} // namespace cairn::test
