#include "core/devices/map/placement.h"

#include "core/base/text/text.h"
#include "core/devices/map/entry_names.h"
#include "core/devices/map/rule_edit.h"
#include "core/devices/map/rule_matcher.h"
#include "core/devices/map/storage_views.h"

#include <algorithm>
#include <unordered_map>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::kNoId;
using checkpoint::Storage;
using checkpoint::StorageId;

/// Fills one Placement, and counts for each rule if that is wanted.
class Placer {
public:
    Placer(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory* machine,
           std::vector<RuleUse>* uses)
        : m_checkpoint(checkpoint), m_map(map), m_machine(machine), m_uses(uses), m_names(checkpoint)
    {
    }

    Placement run()
    {
        m_result.m_ofStorage.reserve(m_checkpoint.storages().size());
        m_result.m_ruleOf.reserve(m_checkpoint.storages().size());
        if (m_map.looksAtTagsOnly()) {
            byTag();
        } else {
            byView();
        }
        return std::move(m_result);
    }

private:
    /// Who decides about a view, and where that sends it.
    struct Decision {
        EntryId entry = kNoId;
        std::uint32_t rule = kNoId;
        std::uint32_t target = kNoId;
    };

    void byTag()
    {
        const auto tags = m_checkpoint.deviceTags();
        std::vector<std::uint32_t> ofTag(tags.size(), kNoId);
        std::vector<std::uint32_t> ruleOf(tags.size(), kNoId);
        std::vector<RuleUse> sums(tags.size());
        for (const Storage& storage : m_checkpoint.storages()) {
            std::uint32_t& target = ofTag[storage.device];
            if (target == kNoId) {
                const StorageView view{.tag = tags[storage.device], .path = {}};
                const MapRule* rule = m_map.ruleFor(view);
                ruleOf[storage.device] =
                    rule == nullptr ? kNoId : static_cast<std::uint32_t>(rule - m_map.rules().data());
                target = idOf(targetOf(m_map, view, m_machine));
            }
            m_result.m_ofStorage.push_back(target);
            m_result.m_ruleOf.push_back(ruleOf[storage.device]);
            ++sums[storage.device].storages;
            sums[storage.device].bytes += storage.bytes;
        }
        if (m_uses != nullptr) {
            countTags(asRules(m_map, tags), sums);
        }
    }

    void countTags(const std::vector<MapRule>& rules, const std::vector<RuleUse>& sums)
    {
        m_uses->assign(rules.size(), RuleUse());
        for (std::size_t tag = 0; tag < sums.size(); ++tag) {
            std::uint32_t winner = kNoId;
            for (std::uint32_t rule = 0; rule < rules.size() && sums[tag].storages != 0; ++rule) {
                if (tagMatches(rules[rule].from, m_checkpoint.deviceTags()[tag])) {
                    winner = winner == kNoId ? rule : winner;
                    count(rule, winner, sums[tag].storages, sums[tag].bytes);
                }
            }
        }
        finishCounting();
    }

    void byView()
    {
        const auto tags = m_checkpoint.deviceTags();
        const std::vector<MapRule>& rules = m_map.rules();
        RuleMatcher matcher(rules, tags);
        std::vector<std::uint32_t> targets((rules.size() + 1) * tags.size(), kNoId); // by rule, and for none, and tag
        if (m_uses != nullptr) {
            m_uses->assign(rules.size(), RuleUse());
        }
        const StorageViews views(m_checkpoint);
        for (StorageId id = 0; id < m_checkpoint.storages().size(); ++id) {
            const Storage& storage = m_checkpoint.storages()[id];
            Decision first;
            Decision other; // the first of those that send it elsewhere
            views.of(id, [&](EntryId entry, formats::Dtype dtype) {
                const bool isFirst = first.target == kNoId;
                Decision made = decide(matcher, storage, entry, dtype, isFirst);
                const std::size_t row = made.rule == kNoId ? rules.size() : made.rule;
                std::uint32_t& target = targets[row * tags.size() + storage.device];
                if (target == kNoId) {
                    const std::string& tag = tags[storage.device];
                    target = idOf(made.rule == kNoId ? tag : targetOf(rules[made.rule], tag, m_machine));
                }
                made.target = target;
                if (isFirst) {
                    first = made;
                } else if (other.target == kNoId && made.target != first.target) {
                    other = made;
                }
            });
            m_result.m_ofStorage.push_back(first.target);
            m_result.m_ruleOf.push_back(first.rule);
            if (other.target != kNoId) {
                addConflict(id, first, other);
            }
        }
        finishCounting();
    }

    Decision decide(RuleMatcher& matcher, const Storage& storage, EntryId entry, formats::Dtype dtype, bool isFirst)
    {
        const bool isNamed = entry != kNoId && matcher.looksAtNames();
        const StorageView view{.tag = m_checkpoint.deviceTag(storage.device),
                               .path = isNamed ? std::string_view(m_names.of(entry)) : std::string_view(),
                               .dtype = dtype,
                               .bytes = storage.bytes};
        Decision made{.entry = entry, .rule = kNoId, .target = kNoId};
        matcher.visitFitting(storage.device, view, [&](std::uint32_t rule) {
            made.rule = made.rule == kNoId ? rule : made.rule;
            if (m_uses != nullptr) {
                count(rule, made.rule, isFirst ? 1 : 0, isFirst ? storage.bytes : 0);
            }
            return m_uses != nullptr;
        });
        return made;
    }

    void count(std::uint32_t rule, std::uint32_t winner, std::uint64_t storages, std::uint64_t bytes)
    {
        (*m_uses)[rule].fits = true;
        if (rule == winner) {
            (*m_uses)[rule].storages += storages;
            (*m_uses)[rule].bytes += bytes;
        } else if (storages != 0) {
            m_shadows[std::uint64_t{rule} << 32 | winner] += storages;
        }
    }

    void finishCounting()
    {
        for (const auto& [pair, storages] : m_shadows) {
            (*m_uses)[pair >> 32].shadows.push_back({pair & 0xFFFFFFFF, storages});
        }
        if (m_uses != nullptr) {
            for (RuleUse& use : *m_uses) {
                std::ranges::sort(use.shadows, {}, &RuleUse::Shadow::rule);
            }
        }
    }

    void addConflict(StorageId id, const Decision& first, const Decision& other)
    {
        m_result.m_conflicts.push_back({.storage = id,
                                        .first = first.entry,
                                        .second = other.entry,
                                        .firstTarget = m_result.m_targets[first.target],
                                        .secondTarget = m_result.m_targets[other.target],
                                        .firstRule = first.rule,
                                        .secondRule = other.rule});
    }

    std::uint32_t idOf(std::string_view target)
    {
        const auto known = std::ranges::find(m_result.m_targets, target);
        const auto id = static_cast<std::uint32_t>(known - m_result.m_targets.begin());
        if (known == m_result.m_targets.end()) {
            m_result.m_targets.emplace_back(target);
        }
        return id;
    }

    const Checkpoint& m_checkpoint;
    const MapLocation& m_map;
    const DeviceInventory* m_machine;
    std::vector<RuleUse>* m_uses; ///< null: not wanted
    EntryNames m_names;
    Placement m_result;
    std::unordered_map<std::uint64_t, std::uint64_t> m_shadows; ///< storages, by rule << 32 | the rule that takes them
};

std::string_view targetOf(const MapRule& rule, std::string_view tag, const DeviceInventory* machine)
{
    if (rule.to.empty()) {
        return tag;
    }
    if (machine != nullptr && !machine->has(rule.to)) {
        const auto other =
            std::ranges::find_if(rule.otherwise, [&](const std::string& one) { return machine->has(one); });
        return other == rule.otherwise.end() ? rule.to : *other;
    }
    return rule.to;
}

std::string_view targetOf(const MapLocation& map, const StorageView& storage, const DeviceInventory* machine)
{
    if (map.kind() != MapKind::Rules) {
        return map.target(storage.tag);
    }
    const MapRule* rule = map.ruleFor(storage);
    return rule == nullptr ? storage.tag : targetOf(*rule, storage.tag, machine);
}

Placement placeStorages(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory* machine)
{
    return Placer(checkpoint, map, machine, nullptr).run();
}

Placement placeStorages(const Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory* machine,
                        std::vector<RuleUse>& uses)
{
    return Placer(checkpoint, map, machine, &uses).run();
}

Result<Placement> placeWithoutConflict(const Checkpoint& checkpoint, const MapLocation& map)
{
    Placement placement = placeStorages(checkpoint, map);
    if (!placement.conflicts().empty()) {
        return fail(conflictError(checkpoint, placement.conflicts().front()).in(checkpoint.path()));
    }
    return placement;
}

Error conflictError(const Checkpoint& checkpoint, const MapConflict& conflict)
{
    return error(ErrorCode::Unsupported,
                 message("the map sends storage %1 to two devices: %2 to %3, %4 to %5",
                         inQuotes(checkpoint.storageKey(checkpoint.storages()[conflict.storage])),
                         inQuotes(checkpoint.entryName(conflict.first)), conflict.firstTarget,
                         inQuotes(checkpoint.entryName(conflict.second)), conflict.secondTarget))
        .because(message("Tensors that share memory are on one device"))
        .fix(message("Give both the same rule"));
}

} // namespace cairn::devices
