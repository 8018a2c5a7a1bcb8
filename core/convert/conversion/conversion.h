#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/trust.h"
#include "core/convert/conversion/conversion_report.h"
#include "core/convert/recipe/recipe.h"
#include "core/convert/recipe/target_names.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// What is done where a copy would lack something that nobody asked to leave out.
enum class Losses : std::uint8_t {
    Refuse, ///< values that are no tensors are an error; numbers that are too large for a new dtype are counted
    Ask,    ///< there is no copy, and the report says what it would lack
    Accept
};

/// One file to convert. Made where it is passed: what it refers to is the caller's.
struct ConversionRequest {
    const Recipe& recipe;
    std::string file;             ///< the source as a person named it
    std::string target;           ///< of the copy; the file itself where it is changed in place
    TargetNames* names = nullptr; ///< gives the copy a free name; null: it is that of the target
    ExistingTarget existing = ExistingTarget::Refuse;
    Losses losses = Losses::Refuse;
    std::optional<std::size_t> part = {}; ///< of a set of shards the one file that is written; nothing: all
    bool inPlace = false;
    bool isTrial = false;            ///< nothing is written
    bool requiresIntact = false;     ///< records that do not have their checksum are an error
    bool takesDamagedFolder = false; ///< what refuseDamagedFolder() says is a warning
    bool makesFolder = false;        ///< that of the recipe, if it is not there
    bool mayBeWritten = false;       ///< an earlier run may have written the copy without saying so: look for it first

    // What a program has to say before anything has its name. An error ends the conversion.
    std::function<Result<void>(const checkpoint::TrustVerdict& copy)> reviewCode = {}; ///< that loading the copy runs
    std::function<Result<void>(const ConversionReport& planned)> review = {};
};

/// Makes a plan for a file, writes it, and compares what was written with the source, whichever of the engines that
/// takes. A copy appears only when it is complete and nothing wrong was found with it.
[[nodiscard]] Result<ConversionReport> convertCheckpoint(const checkpoint::Checkpoint& source,
                                                         const ConversionRequest& request, Progress& progress);

} // namespace cairn::convert
