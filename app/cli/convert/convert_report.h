#pragma once

#include "app/cli/common/json_writer.h"
#include "app/cli/convert/convert_job.h"
#include "core/base/text/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/convert/common/cast.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::cli {

/// What the reports of all conversions share.
struct ConvertResult {
    std::uint64_t bytes = 0; ///< of the file that was written
    double seconds = 0;
    std::optional<bool> verified;
    std::optional<std::uint64_t> bytesPlanned;  ///< --dry-run: of the file that would be written, at most
    std::optional<std::uint64_t> bytesFree;     ///< and what its disk has left, if it tells
    bool isSameFile = false;                    ///< a copy that is the source, byte for byte
    std::optional<std::uint64_t> bytesBefore;   ///< changed in place: of the file before; the first bytes of it now
    std::optional<std::uint64_t> bytesReplaced; ///< written anew in place: of the file that is gone
    std::vector<std::string> deviceObjects;     ///< torch.device objects that changed, and how
    std::vector<std::string> keptObjects;       ///< those that --map-devices would change
    std::vector<std::string> leftIn;            ///< entries with ordinary strings that read like a device
    std::vector<std::string> unmet;             ///< what was asked for and cannot be met with this file
    std::vector<std::string> warnings;
};

/// Why a file is skipped with --existing update; the name of the copy follows.
inline const std::string kUpToDate = "its copy is there already: ";

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
void beginReport(JsonWriter& json, const ConvertJob& job, const ConvertResult& result, const std::string& target);
void endReport(JsonWriter& json, std::string& out, const ConvertResult& result);

/// The first line of a file's text report, and the last.
void writeTitle(std::string& out, const ConvertJob& job, const std::string& target);
void writeEnd(std::string& out, const ConvertJob& job, const ConvertResult& result, std::string_view verified);

/// Writes the first of some lines, and how many more there are.
template <typename Items, typename Line>
void writeFirst(std::string& out, const Items& items, std::string_view label, std::uint64_t unnamed, const Line& line)
{
    constexpr std::size_t mostShown = 20;
    const std::size_t shown = std::min(items.size(), mostShown);
    for (std::size_t i = 0; i < shown; ++i) {
        out.append(i == 0 ? label : std::string_view("           "));
        out.append(line(items[i]) + "\n");
    }
    if (const std::uint64_t more = items.size() - shown + unnamed; more != 0) {
        out.append("           and " + groupedDigits(more) + " more\n");
    }
}

/// Where no report will name them: numbers that were too large for their new dtype, by tensor.
void warnOfOverflows(const ConvertJob& job, const convert::Overflows& overflows, ConvertResult& result);

/// With --existing update: whether these files are the copy already, so that there is nothing to write. One that is
/// older than its source is not; of others `differs` says whether they differ from what would be written. That it
/// cannot be read is a difference.
[[nodiscard]] Result<bool> isUpToDate(const ConvertJob& job, const checkpoint::Checkpoint& source,
                                      const std::vector<std::string>& files,
                                      const std::function<Result<bool>()>& differs);

/// Has it said that a copy runs code when it is loaded. DangerousFile, if that does harm and is not wanted.
[[nodiscard]] Result<void> tellOfCode(const ConvertJob& job, const checkpoint::Checkpoint& source,
                                      const checkpoint::TrustVerdict& copy);

/// The report of a file that gets no copy, and why it needs none.
ExitCode skipFile(const ConvertJob& job, std::string_view why);
/// The JSON object of a file whose conversion failed.
void writeFailure(const ConvertJob& job, const Error& error);

/// UnmetRequest, if there is something that cannot be met. With --lenient, and in a recipe, it is a warning.
[[nodiscard]] Result<void> requireMet(const ConvertJob& job, ConvertResult& result);

/// What is wrong with the source, if its copy would have the same faults. With --lenient, and in a recipe, it is a
/// warning.
[[nodiscard]] Result<void> requireWhole(const ConvertJob& job, const checkpoint::Checkpoint& source,
                                        ConvertResult& result);

/// ZipCrc, if the source has records that are not what was saved, by recordText(): such a copy is not verified, however
/// exact. With --lenient, and in a recipe, it is a warning.
[[nodiscard]] Result<void> requireIntact(const ConvertJob& job, const std::vector<std::string>& changedRecords,
                                         ConvertResult& result);

/// Whether what cannot be met is a warning, as with --lenient and in a recipe: one bad file of many is no reason to
/// stop.
[[nodiscard]] bool isLenient(const ConvertOptions& options);

/// Adds what the disk of a copy has left. DiskFull if that is less than the room it takes, and what writing would say
/// to the names of its files.
[[nodiscard]] Result<void> planTargets(const ConvertJob& job, const checkpoint::Checkpoint& source,
                                       const std::vector<std::string>& targets, std::uint64_t room,
                                       ConvertResult& result);

} // namespace cairn::cli
