#pragma once

#include "core/checkpoint/checkpoint.h"
#include "ui/text/theme.h"

#include <QString>

#include <cstdint>

namespace cairn::ui {

/// What torch.load would do with a file, in the words that stand wherever a file is shown. `names`: how many decide it.
[[nodiscard]] QString trustText(checkpoint::Trust trust, std::uint64_t names);
/// The same for the narrow cell of a table.
[[nodiscard]] QString shortTrustText(checkpoint::Trust trust, std::uint64_t names);
/// The colour of that.
[[nodiscard]] Tone trustTone(checkpoint::Trust trust);

} // namespace cairn::ui
