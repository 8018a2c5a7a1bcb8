#pragma once

#include "app/cli/map_options.h"
#include "core/base/error.h"
#include "core/base/file_sink.h"

#include <string>
#include <string_view>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the library's
class App;
}

namespace cairn::cli {

inline constexpr std::string_view kToSafetensors = "safetensors"; ///< a value of --to
inline constexpr std::string_view kToPth = "pth";                 ///< another
inline constexpr std::string_view kToLegacy = "legacy";           ///< another

/// What the command line of `convert` says.
struct ConvertOptions {
    std::vector<std::string> files;
    std::string out;
    std::string outDir;
    std::string to; ///< empty: the container stays what it is
    MapOptions map;
    std::vector<std::string> keep; ///< patterns over the names of entries
    std::vector<std::string> drop;
    std::vector<std::string> renames; ///< A=B
    std::vector<std::string> casts;   ///< FROM=TO[:PATTERN]
    std::string shardSize;
    bool compact = false;
    bool mapDevices = false; ///< torch.device objects too
    bool inPlace = false;
    bool clone = false;
    bool dropOthers = false;
    bool verify = false;
    bool force = false;
    bool dryRun = false;
    bool json = false;
    unsigned workers = 0; ///< inputs at a time; 0: as many as makes sense

    /// Whether not everything of an input is wanted, or not as it is.
    [[nodiscard]] bool selects() const
    {
        return !keep.empty() || !drop.empty() || !renames.empty() || !casts.empty() || compact;
    }
    [[nodiscard]] FileSink::Existing existing() const
    {
        return force ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
    }
};

/// Declares the options on the subcommand; parsing fills `options`, which must live as long as it.
void addConvertOptions(CLI::App& command, ConvertOptions& options);

/// Usage, if options contradict each other or lack something.
[[nodiscard]] Result<void> checkConvertOptions(const ConvertOptions& options);

} // namespace cairn::cli
