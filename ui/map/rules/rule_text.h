#pragma once

#include "core/base/error.h"
#include "core/devices/map/map_location.h"

#include <QString>

namespace cairn::ui {

/// The parts of a rule that a person writes.
enum class RulePart { From, Path, Dtype, Size, To, Else };

/// As it stands in a cell. Text in rules is a person's own, so it is shown as it is.
[[nodiscard]] QString ruleText(const devices::MapRule& rule, RulePart part);
/// The rule with this part as written, or why it cannot be so.
[[nodiscard]] Result<devices::MapRule> withText(devices::MapRule rule, RulePart part, const QString& text);
/// What stands for a target that keeps a storage where it was.
[[nodiscard]] QString asSavedText();

} // namespace cairn::ui
