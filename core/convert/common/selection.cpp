#include "core/convert/common/selection.h"

#include "core/base/text/duplicate_name.h"
#include "core/base/text/glob.h"
#include "core/base/text/text.h"
#include "core/checkpoint/parameter_count.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace cairn::convert {

bool patternCovers(std::string_view pattern, std::string_view name)
{
    if (globMatches(pattern, name)) {
        return true;
    }
    if (pattern.ends_with(".*") && globMatches(pattern.substr(0, pattern.size() - 2), name)) {
        return true; // what is in it goes, so it goes
    }
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
        if (globMatches(pattern, name.substr(0, dot))) {
            return true;
        }
    }
    return false;
}

Result<Selection> Selection::make(std::vector<std::string> keep, std::vector<std::string> drop,
                                  std::span<const std::string> renames)
{
    Selection selection;
    for (std::string& text : keep) {
        selection.m_keep.push_back({std::move(text)});
    }
    for (std::string& text : drop) {
        selection.m_drop.push_back({std::move(text)});
    }
    for (const std::string& text : renames) {
        CAIRN_ASSIGN(rule, checkpoint::parseRename(text));
        selection.m_renames.push_back({std::move(rule)});
    }
    return selection;
}

bool Selection::anyCovers(std::vector<Pattern>& patterns, std::string_view name)
{
    bool found = false;
    for (Pattern& pattern : patterns) { // all of them: each has to be known as used
        if ((!found || !pattern.used) && patternCovers(pattern.text, name)) {
            pattern.used = true;
            found = true;
        }
    }
    return found;
}

bool Selection::dropsAll(std::string_view name)
{
    return anyCovers(m_drop, name) || isOfOptimizer(name);
}

void Selection::dropOptimizer(const checkpoint::Checkpoint& source)
{
    m_dropsOptimizer = true;
    const LargeVector<std::uint8_t> rows = checkpoint::optimizerRows(source);
    for (checkpoint::EntryId id = 1; id < rows.size(); ++id) {
        if (rows[id] != 0 && rows[source.entries()[id].parent] == 0) {
            m_optimizers.insert(source.entryName(id));
        }
    }
}

bool Selection::isOfOptimizer(std::string_view name) const
{
    if (m_optimizers.empty()) {
        return false;
    }
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
        if (m_optimizers.contains(name.substr(0, dot))) {
            return true;
        }
    }
    return m_optimizers.contains(name);
}

Result<void> Selection::takeAverages(const checkpoint::Checkpoint& source, SecondNames secondNames)
{
    CAIRN_ASSIGN(averages,
                 averagesAsModel(source, [this](std::string_view name) { return dropsAll(name); }, secondNames));
    m_averages = std::make_shared<const AveragesAsModel>(std::move(averages));
    return {};
}

/// A group can be named with the dot that follows it.
std::string Selection::nameAsModel(std::string_view name) const
{
    if (!m_averages) {
        return std::string(name);
    }
    const bool hasDot = name.ends_with('.');
    const auto found = m_averages->newNames.find(std::string(hasDot ? name.substr(0, name.size() - 1) : name));
    if (found == m_averages->newNames.end()) {
        return std::string(name);
    }
    return hasDot ? found->second + "." : found->second;
}

bool Selection::keeps(std::string_view name)
{
    if (m_averages && m_averages->leftOut.contains(std::string(name))) {
        return false;
    }
    const std::string asModel = nameAsModel(name);
    const bool wanted = m_keep.empty() || anyCovers(m_keep, asModel);
    return !dropsAll(asModel) && wanted;
}

std::string Selection::renamed(std::string_view name)
{
    return renamed(name, [this](std::size_t rule) { m_renames[rule].used = true; });
}

std::string Selection::nameGiven(std::string_view name) const
{
    return renamed(name, [](std::size_t) {});
}

template <typename Used>
std::string Selection::renamed(std::string_view name, Used&& isUsed) const
{
    std::string current = nameAsModel(name);
    for (std::size_t rule = 0; rule < m_renames.size(); ++rule) {
        if (auto next = checkpoint::applyRename(m_renames[rule].rule, current)) {
            current = std::move(*next);
            isUsed(rule);
        }
    }
    return current;
}

std::optional<std::string> Selection::nameFor(std::string_view name)
{
    return keeps(name) ? std::optional(renamed(name)) : std::nullopt;
}

std::vector<std::string> Selection::unusedRules() const
{
    std::vector<std::string> unused;
    const auto add = [&](std::string_view option, const std::string& text) {
        unused.push_back(std::string(option) + " " + inQuotes(text));
    };
    for (const Pattern& pattern : m_keep) {
        if (!pattern.used) {
            add("--keep", pattern.text);
        }
    }
    for (const Pattern& pattern : m_drop) {
        if (!pattern.used) {
            add("--drop", pattern.text);
        }
    }
    if (m_dropsOptimizer && m_optimizers.empty()) {
        unused.emplace_back("--drop-optimizer");
    }
    for (const Rename& rename : m_renames) {
        if (!rename.used) {
            add("--rename", checkpoint::renameText(rename.rule));
        }
    }
    return unused;
}

Result<void> refuseNameCollisions(std::span<const std::string> oldNames, std::span<const std::string> newNames)
{
    const auto empty = std::ranges::find(newNames, std::string());
    if (empty != newNames.end()) {
        const std::string& old = oldNames[static_cast<std::size_t>(empty - newNames.begin())];
        if (!old.empty()) {
            return fail(error(ErrorCode::UnmetRequest, message("%1 would have no name left", inQuotes(old)))
                            .fix(message("Change the --rename that takes it away")));
        }
    }
    const auto nameOf = [&](std::uint32_t index) { return std::string_view(newNames[index]); };
    const auto twin = findDuplicateName(newNames.size(), nameOf);
    if (!twin) {
        return {};
    }
    const auto first = std::ranges::find(newNames, newNames[*twin]);
    const std::string& other = oldNames[static_cast<std::size_t>(first - newNames.begin())];
    if (other == oldNames[*twin]) { // in a format that has names alone
        return fail(error(ErrorCode::Unsupported, message("two entries are called %1", inQuotes(other)))
                        .because(message("Keys may hold dots, and 1 and \"1\" are two keys"))
                        .fix(message("Write a .pth, which keeps them apart, or leave both out with --drop")));
    }
    return fail(error(ErrorCode::UnmetRequest, message("%1 and %2 would both be called %3", inQuotes(other),
                                                       inQuotes(oldNames[*twin]), inQuotes(*first)))
                    .fix(message("Change the --rename that brings them together, or --drop one of them")));
}

} // namespace cairn::convert
