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
[[nodiscard]] std::vector<FitLine> fitLines(const ModelKeys& model, const KeyFit& fit, const std::string& group);

/// How many keys of a model have a shape that nothing tells.
[[nodiscard]] std::size_t keysWithoutShape(const ModelKeys& model);

} // namespace cairn::model
