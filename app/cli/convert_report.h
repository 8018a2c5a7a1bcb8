#pragma once

#include "app/cli/convert_job.h"
#include "app/cli/json_writer.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cairn::cli {

/// What the reports of all conversions share.
struct ConvertResult {
    std::uint64_t bytes = 0; ///< of the file that was written
    double seconds = 0;
    std::optional<bool> verified;
};

/// Seconds since it was made.
class Stopwatch {
public:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

/// Begins the JSON object of a file: its names, size and time. The caller adds to it and ends with endReport().
void beginReport(JsonWriter& json, const ConvertJob& job, const ConvertResult& result);
void endReport(JsonWriter& json, std::string& out, const ConvertResult& result);

/// The first line of a file's text report, and the last.
void writeTitle(std::string& out, const ConvertJob& job);
void writeEnd(std::string& out, const ConvertJob& job, const ConvertResult& result, std::string_view verified);

/// The failure of a --verify that found a difference.
[[nodiscard]] Error copyDiffers(const std::string& difference, const std::string& target);

} // namespace cairn::cli
