#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string>
#include <vector>

namespace cairn::cli {

/// The path of a walk, kept as JSON, as a dotted name and with its keys as Python writes them, so that an entry costs
/// no more than its own key.
class PathTrail {
public:
    /// The next row of the walk.
    void enter(const checkpoint::Checkpoint& checkpoint, const checkpoint::Entry& entry, std::size_t depth);

    /// The elements, without brackets.
    [[nodiscard]] const std::string& json() const { return m_json; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    /// As json(), but that keys which are neither text nor whole numbers are no text here either: None is not "None".
    [[nodiscard]] const std::string& keys() const { return m_keys; }

private:
    struct Lengths {
        std::size_t json = 0;
        std::size_t name = 0;
        std::size_t keys = 0;
    };

    std::vector<Lengths> m_lengths; ///< of each level of the path
    std::string m_json;
    std::string m_name;
    std::string m_keys;
};

} // namespace cairn::cli
