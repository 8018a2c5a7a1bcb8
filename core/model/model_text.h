#pragma once

#include "core/base/text/message.h"
#include "core/model/outline.h"
#include "core/model/recognition.h"

#include <string>
#include <vector>

namespace cairn::model {

// What is said of a model, once for the command line and the window; see also recognitionText() and layerText().

inline constexpr Phrase kNoModelText = phrase("There is no tensor of a model in it");
inline constexpr Phrase kHowToldText = phrase("Told by names and shapes; nothing was executed.");
/// In place of parameters, of a part that has none.
inline constexpr Phrase kBufferText = phrase("buffer");

/// "a", "a or b", "a, b or one of 7 more": models of which it can be any. Empty for none.
[[nodiscard]] Message alternativesText(const std::vector<std::string>& names);

/// "blocks.0-11 × 12", as the file has the name: not all of it can be shown.
[[nodiscard]] std::string partName(const Part& part, const LayerSigns& signs = {});

/// Where the model is, and what else is in the file: "in "model"; beside it "optimizer" (135 tensors)". Empty for a
/// model that is all there is.
[[nodiscard]] Message placeText(const Outline& outline);

/// Keys that are not as the closest model has them, with a few of them by name, as they are: a line for each kind of
/// difference.
[[nodiscard]] std::vector<Message> differenceTexts(const Recognition& recognition);

} // namespace cairn::model
