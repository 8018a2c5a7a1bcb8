#include "core/model/fit_text.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_set>

namespace cairn::model {

using checkpoint::LoadReport;
using checkpoint::StateKey;

namespace {

constexpr std::size_t kMostKeys = 3; ///< of each kind that are shown

bool hasPart(const std::vector<std::string>& names, std::span<const std::string_view> parts)
{
    return std::ranges::any_of(names, [&](const std::string& name) {
        return std::ranges::any_of(parts, [&](std::string_view part) { return name.find(part) != std::string::npos; });
    });
}

/// What no names can do, where that is why keys are left over.
Message moreThanNames(const LoadReport& report)
{
    constexpr std::array<std::string_view, 5> inOne = {"in_proj_weight", "qkv.weight", "c_attn.weight",
                                                       "query_key_value.weight", "Wqkv.weight"};
    constexpr std::array<std::string_view, 3> inThree = {"q_proj.weight", "query.weight", "to_q.weight"};
    if (hasPart(report.unexpected, inOne) && hasPart(report.missing, inThree)) {
        return message("The file keeps q, k and v of an attention in one tensor, and the model in three: no names make "
                       "the one of the other.");
    }
    if (hasPart(report.unexpected, inThree) && hasPart(report.missing, inOne)) {
        return message("The file keeps q, k and v of an attention in three tensors, and the model in one: no names "
                       "make the one of the other.");
    }
    return {};
}

class Lines {
public:
    Lines(const ModelKeys& model, std::vector<FitLine>& lines) : m_model(model), m_lines(lines) {}

    void add(FitTone tone, Message text) { m_lines.push_back({.tone = tone, .text = std::move(text)}); }

    void addRefusal(const LoadReport& report)
    {
        addTorchWords(report);
        addRest(report);
    }

    void addTorchWords(const LoadReport& report)
    {
        const auto addKeys = [&](const char* title, const std::vector<std::string>& keys) {
            std::string text;
            for (const std::string& key : std::span(keys).first(std::min(keys.size(), kMostKeys))) {
                text += (text.empty() ? "\"" : ", \"") + key + '"';
            }
            const std::string words = title + text;
            if (keys.size() > kMostKeys) {
                add(FitTone::Torch, message("%1 and %2 more.", words, groupedDigits(keys.size() - kMostKeys)));
            } else if (!keys.empty()) {
                add(FitTone::Torch, verbatim(words + '.'));
            }
        };
        add(FitTone::Torch, verbatim("Error(s) in loading state_dict for " + m_model.className + ":"));
        addKeys("Missing key(s) in state_dict: ", report.missing);
        addKeys("Unexpected key(s) in state_dict: ", report.unexpected);
        for (const std::string& error : std::span(report.errors).first(std::min(report.errors.size(), kMostKeys))) {
            add(FitTone::Torch, verbatim(error));
        }
        if (report.errors.size() > kMostKeys) {
            add(FitTone::Torch, message("%1 more of this kind.", groupedDigits(report.errors.size() - kMostKeys)));
        }
    }

    /// What strict=False would do with what is left.
    void addRest(const LoadReport& report)
    {
        if (Message reason = moreThanNames(report); !reason.empty()) {
            add(FitTone::Plain, std::move(reason));
        } else if (report.taken == 0) {
            add(FitTone::Plain, message("None of its tensors is one of this model."));
        } else if (!report.wrong.empty()) {
            add(FitTone::Plain, message("Without what has another shape, and with strict=False, it fills %1 of the "
                                        "model's %2 tensors; the others stay as they were made.",
                                        groupedDigits(report.taken), tensors()));
        } else if (report.missing.empty()) {
            add(FitTone::Plain, message("With strict=False it loads: the whole model is filled, and what is unexpected "
                                        "is left out."));
        } else if (std::ranges::all_of(report.missing, [&](const auto& key) { return m_model.spare.contains(key); })) {
            add(FitTone::Plain, message("With strict=False it loads: what is missing the model makes itself."));
        } else {
            add(FitTone::Plain, message("With strict=False it fills %1 of the model's %2 tensors; the others stay as "
                                        "they were made.",
                                        groupedDigits(report.taken), tensors()));
        }
    }

    void addRenaming(const Renaming& renaming)
    {
        const bool loads = renaming.report.loads();
        add(loads ? FitTone::Good : FitTone::Warning,
            loads ? message("With other names it loads.") : message("With other names it fits better."));
        for (const checkpoint::RenameRule& rule : renaming.rules) {
            add(FitTone::Note, ruleWords(rule));
            if (rule.map != nullptr && !rule.map->note.empty()) {
                add(FitTone::Warning, message("But %1.", rule.map->note));
            }
        }
        if (!renaming.leftOut.empty()) {
            add(FitTone::Note, message("Left out, as they are beside it: %1.", listOf(renaming.leftOut, kMostKeys)));
        }
        if (!renaming.asGood.empty()) {
            add(FitTone::Warning, message("What begins with %1 fits as well: choose the one that you want.",
                                          listOf(renaming.asGood, kMostKeys)));
        }
        if (!loads) {
            addRefusal(renaming.report);
        }
    }

private:
    /// What fitKeys() finds.
    [[nodiscard]] static Message ruleWords(const checkpoint::RenameRule& rule)
    {
        if (rule.map != nullptr) {
            return message("@%1: %2.", std::string(rule.map->name), rule.map->title);
        }
        if (rule.from == "*") {
            return message("%1 is put in front of all names.", inQuotes(rule.to.substr(0, rule.to.size() - 1)));
        }
        if (rule.from.starts_with('*')) {
            return message("%1 is taken out of names.", inQuotes(rule.from.substr(2, rule.from.size() - 4)));
        }
        return rule.to.empty() ? message("%1 in front of names is taken away.", inQuotes(rule.from))
                               : message("%1 in front of names becomes %2.", inQuotes(rule.from), inQuotes(rule.to));
    }

    [[nodiscard]] std::string tensors() const
    {
        return groupedDigits(static_cast<std::size_t>(std::ranges::count_if(m_model.state.keys, &StateKey::isTensor)));
    }

    const ModelKeys& m_model;
    std::vector<FitLine>& m_lines;
};

} // namespace

std::size_t keysNotCompared(const ModelKeys& model, const KeyFit& fit)
{
    const LoadReport& report = fit.renaming ? fit.renaming->report : fit.report;
    const std::unordered_set<std::string_view> missing(report.missing.begin(), report.missing.end());
    return static_cast<std::size_t>(std::ranges::count_if(model.state.keys, [&](const StateKey& key) {
        return key.isTensor && key.isOfAnyShape() && !missing.contains(key.name);
    }));
}

Message placeOfState(const std::string& group, const std::vector<std::string>& beside)
{
    if (!beside.empty()) {
        return message("Its state_dict is %1; beside it: %2.", inQuotes(group), listOf(beside, kMostKeys));
    }
    return group.empty() ? Message() : message("Its state_dict is %1.", inQuotes(group));
}

std::vector<FitLine> fitLines(const ModelKeys& model, const KeyFit& fit)
{
    std::vector<FitLine> found;
    Lines lines(model, found);
    const std::size_t shapeless = keysNotCompared(model, fit);
    if (fit.report.loads()) {
        const std::string keys = groupedDigits(model.state.keys.size());
        lines.add(FitTone::Good,
                  shapeless == 0
                      ? message("load_state_dict of %1 takes it: all %2 keys fit.", model.title, keys)
                      : message("load_state_dict of %1 takes it: all %2 keys are there.", model.title, keys));
    } else {
        lines.add(fit.renaming ? FitTone::Warning : FitTone::Bad,
                  message("load_state_dict of %1 refuses it as it is.", model.title));
        lines.addTorchWords(fit.report);
        if (fit.renaming) {
            lines.addRenaming(*fit.renaming);
        } else {
            lines.addRest(fit.report);
        }
    }
    if (shapeless != 0) {
        lines.add(FitTone::Warning,
                  message("Not compared, as nothing tells them, are the shapes of this many keys: %1.",
                          groupedDigits(shapeless)));
    }
    return found;
}

} // namespace cairn::model
