#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>
#include <vector>

namespace cairn {
class JsonWriter;
}

namespace cairn::checkpoint {

/// What a whole file would make torch run, where it is loaded without weights_only.
struct TrustVerdict {
    Trust trust = Trust::DataOnly;
    std::vector<Message> names;   ///< what decides that; the first is the one that `why` is about
    Message why;                  ///< without a full stop; empty for data only
    std::vector<Message> reasons; ///< the same for each of the names
};

/// "a.B, c.D and 3 more"
[[nodiscard]] Message someNames(const TrustVerdict& trust);

[[nodiscard]] TrustVerdict trustOf(const Checkpoint& checkpoint);

/// The member "trust" of a JSON object: the verdict, and the names that decide it.
void writeTrust(JsonWriter& json, const TrustVerdict& trust);

} // namespace cairn::checkpoint
