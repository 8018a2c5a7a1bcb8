#pragma once

#include "core/formats/dtype.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::devices {

/// A storage as one of its entries shows it.
struct StorageView {
    std::string_view tag;
    std::string_view path;
    formats::Dtype dtype = formats::Dtype::Unknown;
    std::uint64_t bytes = 0;
};

/// What of a storage a rule looks at besides its tag. Nothing set: every storage.
struct MapCondition {
    std::string path;                    ///< glob over the names of entries; empty: any
    std::optional<formats::Dtype> dtype; ///< of the tensors
    std::uint64_t minBytes = 0;
    std::uint64_t maxBytes = std::numeric_limits<std::uint64_t>::max();

    [[nodiscard]] bool any() const
    {
        return path.empty() && !dtype && minBytes == 0 && maxBytes == std::numeric_limits<std::uint64_t>::max();
    }
    /// Whether a storage meets it, whatever its tag.
    [[nodiscard]] bool fits(const StorageView& storage) const;
    bool operator==(const MapCondition&) const = default;
};

/// A rule from saved device tags to others. `from` is a tag ("cuda:3"), a backend with any index ("cuda:*"), or "*".
/// An empty `to` keeps a storage where it was saved. `otherwise` are devices to take, in this order, on a machine that
/// does not have `to`.
struct MapRule {
    std::string from = "*";
    std::string to{}; // NOLINT(readability-redundant-member-init): lets rules be written without the rest
    std::vector<std::string> otherwise{}; // NOLINT(readability-redundant-member-init)
    MapCondition when = MapCondition();

    bool operator==(const MapRule&) const = default;
};

/// The kinds of map_location. The first three are torch's own, with its meaning to the letter; Rules are ours, and
/// stand for the functions that torch takes.
enum class MapKind : std::uint8_t {
    None,   ///< every storage to the device of its tag
    Device, ///< every storage to one device, whatever its tag
    Table,  ///< tags looked up whole and once, as in a dict: no wildcards, no chains
    Rules,  ///< the first rule that matches decides; without one a storage stays where it was saved
};

/// Where storages go when a checkpoint is loaded or rewritten. Plain value. "*" in rules leaves "meta" alone, for a
/// meta storage has no bytes that could be elsewhere.
class MapLocation {
public:
    using Table = std::map<std::string, std::string, std::less<>>;

    MapLocation() = default;
    explicit MapLocation(std::vector<MapRule> rules) : m_kind(MapKind::Rules), m_rules(std::move(rules)) {}

    /// All storages that have bytes, by a rule.
    [[nodiscard]] static MapLocation everythingTo(std::string device)
    {
        return MapLocation({{"*", std::move(device)}});
    }
    [[nodiscard]] static MapLocation device(std::string device);
    [[nodiscard]] static MapLocation table(Table entries);

    [[nodiscard]] MapKind kind() const noexcept { return m_kind; }
    [[nodiscard]] const std::string& device() const noexcept { return m_device; }
    [[nodiscard]] const Table& table() const noexcept { return m_table; }
    [[nodiscard]] const std::vector<MapRule>& rules() const noexcept { return m_rules; }

    /// True if the tag alone decides.
    [[nodiscard]] bool looksAtTagsOnly() const;
    /// The target by tag alone: rules with a condition are passed over. Fallbacks are for another machine.
    [[nodiscard]] std::string_view target(std::string_view tag) const;
    /// The rule for a storage, nullptr without one. Only for rules.
    [[nodiscard]] const MapRule* ruleFor(const StorageView& storage) const;

    bool operator==(const MapLocation&) const = default;

private:
    MapKind m_kind = MapKind::None;
    std::string m_device;
    Table m_table;
    std::vector<MapRule> m_rules;
};

/// True if a rule for `pattern` looks at storages of this tag.
[[nodiscard]] bool tagMatches(std::string_view pattern, std::string_view tag);

} // namespace cairn::devices
