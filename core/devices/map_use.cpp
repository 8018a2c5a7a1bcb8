#include "core/devices/map_use.h"

#include "core/devices/entry_names.h"
#include "core/devices/storage_views.h"

#include <algorithm>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::kNoId;
using checkpoint::Storage;
using checkpoint::StorageId;

std::vector<FlowUse> flowsOf(const Checkpoint& checkpoint, const Placement& placement)
{
    const std::size_t targets = placement.targets().size();
    std::vector<FlowUse> all(checkpoint.deviceTags().size() * targets);
    for (StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        const Storage& storage = checkpoint.storages()[id];
        FlowUse& use = all[storage.device * targets + placement.targetId(id)];
        ++use.storages;
        use.bytes += storage.bytes;
    }
    std::vector<FlowUse> used;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].storages != 0) {
            all[i].flow = {checkpoint.deviceTags()[i / targets], placement.targets()[i % targets]};
            used.push_back(std::move(all[i]));
        }
    }
    return used;
}

namespace {

/// Counts for each rule. Most storages of a file are alike to most rules, so what the tag decides is asked once.
class RuleCounter {
public:
    RuleCounter(const Checkpoint& checkpoint, std::span<const MapRule> rules)
        : m_checkpoint(checkpoint), m_rules(rules), m_uses(rules.size()), m_names(checkpoint)
    {
        for (const std::string& tag : checkpoint.deviceTags()) {
            std::vector<std::size_t>& fitting = m_rulesOf.emplace_back();
            for (std::size_t rule = 0; rule < rules.size(); ++rule) {
                if (tagMatches(rules[rule].from, tag)) {
                    fitting.push_back(rule);
                }
            }
        }
    }

    std::vector<RuleUse> run()
    {
        const StorageViews views(m_checkpoint);
        for (StorageId id = 0; id < m_checkpoint.storages().size(); ++id) {
            bool isFirst = true;
            views.of(id, [&](EntryId entry, formats::Dtype dtype) {
                if (isFirst) {
                    count(m_checkpoint.storages()[id], entry, dtype);
                }
                isFirst = false;
            });
        }
        return std::move(m_uses);
    }

private:
    void count(const Storage& storage, EntryId entry, formats::Dtype dtype)
    {
        std::string path;
        bool isNamed = false;
        std::size_t winner = m_rules.size();
        for (const std::size_t index : m_rulesOf[storage.device]) {
            const MapRule& rule = m_rules[index];
            if (!rule.when.path.empty() && !isNamed && entry != kNoId) {
                path = m_names.of(entry);
                isNamed = true;
            }
            if (!rule.when.fits({.tag = {}, .path = path, .dtype = dtype, .bytes = storage.bytes})) {
                continue;
            }
            if (winner == m_rules.size()) {
                winner = index;
                ++m_uses[index].storages;
                m_uses[index].bytes += storage.bytes;
            } else {
                shadow(m_uses[index], winner);
            }
        }
    }

    static void shadow(RuleUse& use, std::size_t winner)
    {
        const auto known = std::ranges::find(use.shadows, winner, &RuleUse::Shadow::rule);
        if (known == use.shadows.end()) {
            use.shadows.push_back({winner, 1});
        } else {
            ++known->storages;
        }
    }

    const Checkpoint& m_checkpoint;
    std::span<const MapRule> m_rules;
    std::vector<RuleUse> m_uses;
    std::vector<std::vector<std::size_t>> m_rulesOf; ///< by tag
    EntryNames m_names;
};

} // namespace

std::vector<RuleUse> useOfRules(const Checkpoint& checkpoint, std::span<const MapRule> rules)
{
    return RuleCounter(checkpoint, rules).run();
}

} // namespace cairn::devices
