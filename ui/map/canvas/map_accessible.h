#pragma once

namespace cairn::ui {

/// Tells screen readers of the tags, curves and devices in every MapCanvas. Cheap to call again.
void installMapAccessibility();

} // namespace cairn::ui
