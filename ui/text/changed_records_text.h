#pragma once

#include <QString>

#include <string>
#include <vector>

namespace cairn::ui {

/// That a copy has records whose bytes were not what their checksums say; a sentence with a space before it, or nothing
/// if there are none.
[[nodiscard]] QString changedRecordsWords(const std::vector<std::string>& records);

} // namespace cairn::ui
