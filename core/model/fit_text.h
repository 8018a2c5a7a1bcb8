#pragma once

#include "core/model/key_fit.h"

#include <string>
#include <vector>

namespace cairn::model {

/// What a line is about, for its colour and place.
enum class FitTone : std::uint8_t {
    Plain,
    Note,    ///< of less weight
    Good,    ///< it loads
    Warning, ///< it could
    Bad,     ///< it does not
    Torch,   ///< what torch says, some of many keys
};

struct FitLine {
    FitTone tone = FitTone::Plain;
    Message text;
};

/// What is said of a state_dict and a model, once for the command line and the window.
[[nodiscard]] std::vector<FitLine> fitLines(const ModelFit& fitted);

/// Where a state_dict is in its file, and what lies beside it; empty for one that is all there is.
[[nodiscard]] Message placeOfState(const std::string& group, const std::vector<std::string>& beside);

/// How many keys of a model are filled though nothing tells which shape they shall have.
[[nodiscard]] std::size_t keysNotCompared(const ModelKeys& model, const KeyFit& fit);

} // namespace cairn::model
