#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cairn::convert {

// How plan.jsonl is laid out, for those who write and read it.

inline constexpr std::string_view kPlanFormat = "cairn.batch";
inline constexpr std::size_t kIdDigits = 16;
/// [begin of the lines of a task, its bytes], a line each, all of one length.
inline constexpr std::size_t kIndexBytes = 44;
/// {"id":"...","body_at":...,"index_at":...}
inline constexpr std::size_t kTailBytes = 89;

[[nodiscard]] inline std::string planPath(const std::string& folder)
{
    return folder + "/plan.jsonl";
}

} // namespace cairn::convert
