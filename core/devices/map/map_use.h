#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/devices/map/placement.h"
#include "core/devices/map/rule_edit.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cairn::devices {

// What a map does to a checkpoint, in numbers.

/// How much goes one way.
struct FlowUse {
    TagFlow flow;
    std::uint64_t storages = 0;
    std::uint64_t bytes = 0;
};

/// From every saved tag to every target, in the order of the tags in the file.
[[nodiscard]] std::vector<FlowUse> flowsOf(const checkpoint::Checkpoint& checkpoint, const Placement& placement);

/// What each rule of a list takes.
[[nodiscard]] std::vector<RuleUse> useOfRules(const checkpoint::Checkpoint& checkpoint, std::span<const MapRule> rules);

} // namespace cairn::devices
