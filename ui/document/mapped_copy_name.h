#pragma once

#include "core/devices/map/map_location.h"

#include <QString>

#include <string_view>

namespace cairn::ui {

/// What a copy is called beside its source, by a pattern as that of kCopyPattern. The copy of a folder is a file.
[[nodiscard]] QString copyNameBeside(const QString& path, std::string_view pattern);

/// "model.cpu.pth" beside "model.pth", or "model.mapped.pth" where not all goes to the cpu.
[[nodiscard]] QString mappedCopyName(const QString& path, const devices::MapLocation& map);

} // namespace cairn::ui
