#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn::formats {
class PickleWriter;
}

namespace cairn::checkpoint {

/// Named values put back into the nested object that they were taken from, for writing it as one pickle.
class ValueTree {
public:
    /// The key of a mapping, or the place in a list.
    struct Step {
        std::string key;
        std::optional<std::int64_t> index;
    };

    ValueTree() : m_nodes(1) {}

    /// `leaf` is a number of the caller's. False if something else is there already, or where it would be.
    [[nodiscard]] bool add(std::span<const Step> path, std::uint32_t leaf);

    /// Writes dictionaries and lists as they were filled; `write(leaf)` puts one value on the stack of the pickle.
    /// Where a list has no value it gets None; one that is mostly gaps is an error.
    [[nodiscard]] Result<void> write(formats::PickleWriter& pickle,
                                     const std::function<Result<void>(std::uint32_t leaf)>& write) const;

private:
    static constexpr std::uint32_t kNoLeaf = 0xFFFFFFFF;
    struct Node {
        Step step;
        std::uint32_t leaf = kNoLeaf;
        bool isList = false;
        std::vector<std::uint32_t> children;
        std::unordered_map<std::string, std::uint32_t> known;
    };
    /// The children of a list by their places, kNoLeaf where nothing is. Nothing if it is mostly gaps.
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> places(const Node& node) const;

    std::vector<Node> m_nodes;
};

} // namespace cairn::checkpoint
