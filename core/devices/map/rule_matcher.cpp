#include "core/devices/map/rule_matcher.h"

#include <algorithm>

namespace cairn::devices {

RuleMatcher::RuleMatcher(std::span<const MapRule> rules, std::span<const std::string> tags)
    : m_rules(rules), m_paths(rules.size()), m_triedFor(tags.size())
{
    std::vector<std::uint32_t> named;
    for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
        if (const std::string& path = rules[rule].when.path; !path.empty()) {
            m_looksAtNames = true;
            m_paths[rule].emplace(path);
            if (m_paths[rule]->isLiteral() ||
                (m_paths[rule]->isPrefix() && m_paths[rule]->beginning().ends_with('.'))) {
                named.push_back(rule);
            }
        }
    }
    constexpr std::size_t kFew = 12; // are tried faster than looked up
    if (named.size() <= kFew) {
        named.clear();
    }
    for (const std::uint32_t rule : named) {
        (m_paths[rule]->isLiteral() ? m_ofName : m_below)[m_paths[rule]->beginning()].push_back(rule);
    }
    for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
        if (std::ranges::binary_search(named, rule)) {
            continue;
        }
        for (std::size_t tag = 0; tag < tags.size(); ++tag) {
            if (tagMatches(rules[rule].from, tags[tag])) {
                m_triedFor[tag].push_back(rule);
            }
        }
    }
}

void RuleMatcher::addFound(const Index& index, std::string_view key, const StorageView& view)
{
    const auto known = index.find(key);
    if (known == index.end()) {
        return;
    }
    for (const std::uint32_t rule : known->second) {
        if (tagMatches(m_rules[rule].from, view.tag) && fits(rule, view)) {
            m_found.push_back(rule);
        }
    }
}

void RuleMatcher::findNamed(const StorageView& view)
{
    m_found.clear();
    if (!m_ofName.empty()) {
        addFound(m_ofName, view.path, view);
    }
    if (!m_below.empty()) {
        for (std::size_t dot = view.path.find('.'); dot != std::string_view::npos; dot = view.path.find('.', dot + 1)) {
            addFound(m_below, view.path.substr(0, dot + 1), view);
        }
    }
    std::ranges::sort(m_found);
}

} // namespace cairn::devices
