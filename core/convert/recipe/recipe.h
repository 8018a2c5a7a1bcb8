#pragma once

#include "core/base/error.h"
#include "core/convert/scales/scaling.h"
#include "core/devices/map/map_location.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::convert {

/// What a copy is to be.
enum class Container : std::uint8_t {
    Keep,        ///< what its source is
    Zip,         ///< as torch.save writes since 1.6
    Legacy,      ///< as it wrote before
    Safetensors, ///< the tensors alone
    Dcp          ///< a folder of torch.distributed.checkpoint
};

/// What happens where a file has the name of a copy already.
enum class ExistingTarget : std::uint8_t {
    Refuse,  ///< an error, or a question where a person is there to answer
    Number,  ///< the copy gets a number
    Skip,    ///< there is no copy
    Replace, ///< it takes the place of the file; no recipe file asks for that, or for the next
    Update   ///< the same, unless the file is that copy already
};

/// How copies are made: everything that two programs must agree on to make the same ones. Plain value; what is set here
/// is what a recipe without that field means, and what the window does before anybody changes its options.
struct Recipe {
    std::optional<devices::MapLocation> map; ///< nothing: everything goes to cpu
    bool mapDevices = false;                 ///< torch.device objects too
    Container container = Container::Keep;
    bool averages = false;         ///< in the place of the weights that they follow, see Selection::takeAverages()
    bool dropOptimizer = false;    ///< whatever its name is, see Selection::dropOptimizer()
    std::vector<std::string> keep; ///< patterns over the names of entries
    std::vector<std::string> drop;
    std::vector<std::string> renames;         ///< A=B
    std::vector<std::string> casts;           ///< FROM=TO[:PATTERN]
    std::optional<ScaleConvention> fp8Scales; ///< casts to float8_e4m3fn make scales as these have them
    std::vector<std::string> ties;            ///< A=B: two names of one tensor
    bool compact = false;
    bool clone = false;      ///< tensor files: tensors that share memory get a copy each
    bool dropOthers = false; ///< tensor files: leave out what is no tensor
    std::string shardSize;   ///< empty: one file
    std::uint64_t files = 0; ///< that a folder has; 0: one
    std::string name;        ///< pattern of the names of copies
    std::string folder;      ///< empty: each beside its source
    ExistingTarget existing = ExistingTarget::Number;
    bool skipUnchanged = true; ///< no copy of a file that would come out as it is
    bool verify = true;

    Recipe();
    bool operator==(const Recipe&) const = default;

    /// Whether not everything of a source is wanted, or not as it is.
    [[nodiscard]] bool selects() const
    {
        return averages || dropOptimizer || !keep.empty() || !drop.empty() || !renames.empty() || !casts.empty() ||
               !ties.empty() || compact;
    }
    [[nodiscard]] devices::MapLocation mapOrCpu() const
    {
        return map.value_or(devices::MapLocation::everythingTo("cpu"));
    }
};

/// Most files of a folder that are written: as many as large trainings have ranks.
inline constexpr std::uint64_t kMostFiles = 10'000;

/// The words for them in recipe files and on the command line, by their order.
inline constexpr std::array<std::string_view, 5> kContainerWords = {"keep", "pth", "legacy", "safetensors", "dcp"};
inline constexpr std::array<std::string_view, 5> kExistingWords = {"refuse", "number", "skip", "replace", "update"};

/// Usage, if parts of it contradict each other or are no rules.
[[nodiscard]] Result<void> checkRecipe(const Recipe& recipe);

} // namespace cairn::convert
