#pragma once

#include "core/model/content.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cairn::ui {

/// A part of a model where a list shows it. Parts of one part are neighbours.
struct PartRow {
    const model::Part* part = nullptr;
    std::uint32_t parent = 0;
    std::uint32_t depth = 0;
    std::uint32_t firstChild = 0;
    std::uint32_t childCount = 0;
};

/// Which model is in a checkpoint, and what it is made of. Never changed once made; shared.
struct ModelLook {
    model::Identity identity;
    std::vector<Message> memory; ///< that it takes
    std::string python;          ///< loads it; empty where that is not known
    std::vector<PartRow> rows;   ///< [0] is the model itself

    ModelLook() = default;
    ModelLook(const ModelLook&) = delete; // its rows point into it
    ModelLook& operator=(const ModelLook&) = delete;
};

using ModelLookPtr = std::shared_ptr<const ModelLook>;

/// For worker threads: looks at the names of all tensors.
[[nodiscard]] ModelLookPtr lookAtModel(const checkpoint::Checkpoint& checkpoint);

} // namespace cairn::ui
