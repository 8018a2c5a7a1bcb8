#pragma once

#include <QString>

#include <string>
#include <vector>

namespace cairn::ui {

/// That a copy has records whose bytes were not what their checksums say; nothing if there are none.
[[nodiscard]] QString changedRecordsWords(const std::vector<std::string>& records);

} // namespace cairn::ui
