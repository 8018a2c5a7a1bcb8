#pragma once

#include "app/cli/common/file_inputs.h"
#include "app/cli/common/map_options.h"
#include "core/base/error.h"
#include "core/base/files/file_sink.h"
#include "core/convert/recipe/recipe.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the library's
class App;
}

namespace cairn::cli {

/// What the command line of `convert` says, and the recipe that follows from it.
struct ConvertOptions {
    FileInputs inputs;
    std::string recipeFile;
    std::string out;
    std::string outDir;
    std::string name;
    std::string to;
    MapOptions map;
    bool dropOptimizer = false;    ///< whatever its name is
    bool averages = false;         ///< in the place of the weights that they follow
    std::vector<std::string> keep; ///< patterns over the names of entries
    std::vector<std::string> drop;
    std::vector<std::string> renames; ///< A=B
    std::vector<std::string> casts;   ///< FROM=TO[:PATTERN]
    std::string fp8Scales;
    std::vector<std::string> ties; ///< A=B
    std::string shardSize;
    std::uint64_t files = 0; ///< of a folder; 0: not said
    bool compact = false;
    bool mapDevices = false; ///< torch.device objects too
    bool inPlace = false;
    bool clone = false;
    bool dropOthers = false;
    bool verify = false;
    bool noVerify = false;
    std::string existing;
    bool force = false;
    bool toOutput = false; ///< -o -: the copy goes to standard output, and all that is said to standard error
    bool noDangerous = false;
    bool lenient = false; ///< what matches nothing is a warning
    bool resume = false;  ///< what comes of a file elsewhere is kept until its copy is there
    bool dryRun = false;
    bool json = false;
    bool quiet = false;   ///< no reports
    std::string typed;    ///< the command line; empty where it is too long to be shown
    unsigned workers = 0; ///< inputs at a time; 0: as many as makes sense

    convert::Recipe recipe; ///< what all of that comes to; see settleRecipe()

    [[nodiscard]] Telling telling() const { return json ? Telling::Json : quiet ? Telling::Quiet : Telling::Text; }
    /// Whether the folder of the copies is made where it is not there.
    [[nodiscard]] bool makesFolder() const { return !recipe.folder.empty() && out.empty() && !inPlace; }
};

/// Declares the options on the subcommand; parsing fills `options`, which must live as long as it.
void addConvertOptions(CLI::App& command, ConvertOptions& options);

/// Those of them that say what copies are to be, for a command that has them made later: into a folder, and not now.
void addCopyOptions(CLI::App& command, ConvertOptions& options);

/// Sets the recipe: that of --recipe, if there is one, with what the other options say in the place of what it says.
[[nodiscard]] Result<void> settleRecipe(ConvertOptions& options);

/// Usage, if options contradict each other or lack something.
[[nodiscard]] Result<void> checkConvertOptions(const ConvertOptions& options);

} // namespace cairn::cli
