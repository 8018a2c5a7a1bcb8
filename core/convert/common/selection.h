#pragma once

#include "core/base/error.h"
#include "core/checkpoint/names/rename_rule.h"
#include "core/convert/common/averages_as_model.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::convert {

/// What of a checkpoint goes into a conversion, and under which names. Names are those of Checkpoint::entryName, keys
/// joined by dots. A pattern means an entry and all below it: `optimizer`, `optimizer*` and `optimizer.*` drop the same
/// tree. Made from the command line, copied for each input; remembers which rules found something.
class Selection {
public:
    Selection() = default;
    /// Renames are what parseRename() takes. Usage if one is no rule.
    [[nodiscard]] static Result<Selection> make(std::vector<std::string> keep, std::vector<std::string> drop,
                                                std::span<const std::string> renames);

    /// Puts the averaged weights (EMA) of a checkpoint in the place of those that they follow. What the rules say is
    /// said of the entries as they are then, but for --drop of one of several averages. See averagesAsModel().
    [[nodiscard]] Result<void> takeAverages(const checkpoint::Checkpoint& source, SecondNames secondNames);

    /// Drops what an optimizer keeps in this checkpoint, by what it looks like: see optimizerRows().
    void dropOptimizer(const checkpoint::Checkpoint& source);

    [[nodiscard]] bool isEmpty() const noexcept
    {
        return m_keep.empty() && m_drop.empty() && m_renames.empty() && !m_averages && !m_dropsOptimizer;
    }
    /// Null unless it takes averages.
    [[nodiscard]] const AveragesAsModel* averages() const noexcept { return m_averages.get(); }
    /// Whether an entry stays: under a pattern to keep, if there are any, and under none to drop.
    [[nodiscard]] bool keeps(std::string_view name);
    /// Whether an entry and all below it are dropped, so that nobody need look at what is in it.
    [[nodiscard]] bool dropsAll(std::string_view name);
    /// The new name of an entry that stays. Rules act in their order, each on what the one before made; it can come out
    /// empty, and equal to that of another.
    [[nodiscard]] std::string renamed(std::string_view name);
    /// The same of what does not say whether a rule is of use.
    [[nodiscard]] std::string nameGiven(std::string_view name) const;
    /// keeps() and renamed() in one.
    [[nodiscard]] std::optional<std::string> nameFor(std::string_view name);

    /// The options whose rules have matched nothing so far, as they were written: `--drop "optimzer*"`.
    [[nodiscard]] std::vector<std::string> unusedRules() const;

private:
    struct Pattern {
        std::string text;
        bool used = false;
    };
    struct Rename {
        checkpoint::RenameRule rule;
        bool used = false;
    };

    [[nodiscard]] bool isOfOptimizer(std::string_view name) const;
    [[nodiscard]] static bool anyCovers(std::vector<Pattern>& patterns, std::string_view name);
    [[nodiscard]] std::string nameAsModel(std::string_view name) const;
    template <typename Used>
    [[nodiscard]] std::string renamed(std::string_view name, Used&& isUsed) const;

    std::vector<Pattern> m_keep;
    std::vector<Pattern> m_drop;
    std::vector<Rename> m_renames;
    bool m_dropsOptimizer = false;
    std::set<std::string, std::less<>> m_optimizers; ///< the outermost names of what they keep
    std::shared_ptr<const AveragesAsModel> m_averages;
};

/// Whether a pattern fits a name or one of the entries it is in.
[[nodiscard]] bool patternCovers(std::string_view pattern, std::string_view name);

/// Unsupported, with both old names, if two entries would get one name, or one would get none. The lists go together.
[[nodiscard]] Result<void> refuseNameCollisions(std::span<const std::string> oldNames,
                                                std::span<const std::string> newNames);

} // namespace cairn::convert
