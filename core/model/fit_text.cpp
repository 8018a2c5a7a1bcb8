#include "core/model/fit_text.h"

#include "core/base/text/text.h"
#include "core/model/adapter.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <unordered_set>

namespace cairn::model {

using checkpoint::LoadReport;
using checkpoint::StateKey;

namespace {

constexpr std::size_t kMostKeys = 3; ///< of each kind that are shown

/// Those of the names that have one of the parts in them.
std::vector<std::string> withPart(const std::vector<std::string>& names, std::span<const std::string_view> parts)
{
    std::vector<std::string> found;
    std::ranges::copy_if(names, std::back_inserter(found), [&](const std::string& name) {
        return std::ranges::any_of(parts, [&](std::string_view part) { return name.find(part) != std::string::npos; });
    });
    return found;
}

/// What no names can do, where that is why keys are left over.
Message moreThanNames(const LoadReport& report)
{
    constexpr std::array<std::string_view, 5> inOne = {"in_proj_weight", "qkv.weight", "c_attn.weight",
                                                       "query_key_value.weight", "Wqkv.weight"};
    constexpr std::array<std::string_view, 3> inThree = {"q_proj.weight", "query.weight", "to_q.weight"};
    if (const auto joined = withPart(report.unexpected, inOne);
        !joined.empty() && !withPart(report.missing, inThree).empty()) {
        return message("The file keeps q, k and v of an attention in one tensor, and the model in three: no names make "
                       "the one of the other. These have to be split: %1.",
                       listOf(joined, kMostKeys));
    }
    if (const auto split = withPart(report.unexpected, inThree);
        !split.empty() && !withPart(report.missing, inOne).empty()) {
        return message("The file keeps q, k and v of an attention in three tensors, and the model in one: no names "
                       "make the one of the other. These have to be joined with those beside them: %1.",
                       listOf(split, kMostKeys));
    }
    return {};
}

bool isAdapterKey(const StateKey& key)
{
    return isOfAdapter(key.name);
}

/// What holds the words that a model knows, by its name.
bool namesEmbedding(std::string_view name)
{
    constexpr std::array<std::string_view, 4> words = {"embed", "wte.", "shared.", "tok_"};
    return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

/// What a model says its words with, which many have in common with what they read them with.
bool namesOutput(std::string_view name)
{
    constexpr std::array<std::string_view, 7> ends = {
        "lm_head.weight", "embed_out.weight",         "proj_out.weight",    "decoder.weight",
        "output.weight",  "output_projection.weight", "embed_tokens.weight"};
    return std::ranges::any_of(ends, [&](std::string_view end) { return name.ends_with(end); });
}

class Lines {
public:
    Lines(const ModelFit& fitted, std::vector<FitLine>& lines)
        : m_model(fitted.model), m_loaded(fitted.found.state.keys), m_lines(lines)
    {
    }

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
        if (!report.stop.empty()) { // before it looks at anything
            add(FitTone::Torch, verbatim(report.stop));
            return;
        }
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
        const bool isAdapter = isOfAdapterAlone(report);
        if (isAdapter && !isForAdapters()) {
            add(FitTone::Plain, message("It is an adapter, and the model has no place for one. What made it puts it on "
                                        "the model: PeftModel.from_pretrained(model, FOLDER) of PEFT, "
                                        "load_lora_weights() of diffusers."));
        } else if (Message reason = moreThanNames(report); !reason.empty()) {
            add(FitTone::Plain, std::move(reason));
        } else if (report.taken == 0) {
            add(FitTone::Plain, message("None of its tensors has a name of this model."));
        } else if (!report.wrong.empty()) {
            add(FitTone::Plain, message("Without what has another shape, and with strict=False, it fills %1 of the "
                                        "model's %2 tensors; the others stay as they were made.",
                                        groupedDigits(report.taken), tensors()));
        } else if (report.missing.empty()) {
            add(FitTone::Plain, message("With strict=False it loads: the whole model is filled, and what is unexpected "
                                        "is left out."));
        } else if (std::ranges::all_of(report.missing, [&](const auto& key) { return m_model.spare.contains(key); })) {
            add(FitTone::Plain, message("With strict=False it loads: what is missing the model makes itself."));
        } else if (const std::string tied = embeddingOfOutput(report); !tied.empty()) {
            add(FitTone::Plain,
                message("With strict=False it fills %1 of the model's %2 tensors. Whether what is missing is the same "
                        "tensor as %3, as in many models, a list of keys does not tell: if it is, the whole model is "
                        "filled; if not, it stays as it was made.",
                        groupedDigits(report.taken), tensors(), inQuotes(tied)));
        } else {
            add(FitTone::Plain, message("With strict=False it fills %1 of the model's %2 tensors; the others stay as "
                                        "they were made.",
                                        groupedDigits(report.taken), tensors()));
        }
        addAdapter(report, isAdapter);
    }

    /// What was trained beside a model is easily lost.
    void addAdapter(const LoadReport& report, bool isAdapter)
    {
        const auto lost = static_cast<std::size_t>(
            std::ranges::count_if(report.unexpected, [](const std::string& key) { return isOfAdapter(key); }));
        if (!isAdapter && lost != 0 && report.taken != 0) {
            add(FitTone::Warning,
                message("But an adapter was trained with it, of %1 tensors, and is lost then: what the "
                        "model learned is in it. Merge it into the weights first, as "
                        "merge_and_unload() of PEFT does.",
                        groupedDigits(lost)));
        }
        if (isAdapter && isForAdapters() && report.taken != 0 && !report.missing.empty()) {
            add(FitTone::Note,
                message("An adapter has none of the weights of the model that it is on. PEFT itself gives it "
                        "the names of that model: set_peft_model_state_dict(model, state)."));
        }
    }

    void addRenaming(const Renaming& renaming)
    {
        const bool loads = renaming.report.loads();
        if (!renaming.dropped.empty()) {
            add(FitTone::Warning,
                message("Keys that are no text have to be left out: %1.", listOf(renaming.dropped, kMostKeys)));
        }
        if (!renaming.rules.empty()) {
            add(loads ? FitTone::Good : FitTone::Warning,
                loads ? message("With other names it loads.") : message("With other names it fits better."));
        } else if (loads) {
            add(FitTone::Good, message("Without them it loads."));
        }
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
    [[nodiscard]] bool isForAdapters() const { return std::ranges::any_of(m_model.state.keys, isAdapterKey); }

    /// Whether what is loaded is an adapter, and not a model that has one.
    [[nodiscard]] bool isOfAdapterAlone(const LoadReport& report) const
    {
        const auto count = static_cast<std::size_t>(std::ranges::count_if(m_loaded, isAdapterKey));
        const bool hasModel = std::ranges::any_of(
            m_loaded, [](const StateKey& key) { return key.name.find("base_layer.") != std::string::npos; });
        return count * 2 > m_loaded.size() && !hasModel && (isForAdapters() || report.taken == 0);
    }

    /// What is missing may be a second name of an embedding, of which it is the name; empty if it is something else.
    [[nodiscard]] std::string embeddingOfOutput(const LoadReport& report) const
    {
        if (!m_model.isList || !std::ranges::all_of(report.missing, [](const auto& key) { return namesOutput(key); })) {
            return {};
        }
        const auto named = [&](std::string_view name) {
            return std::ranges::find(m_model.state.keys, name, &StateKey::name);
        };
        for (const StateKey& key : m_model.state.keys) {
            const bool isThere = std::ranges::find(report.missing, key.name) == report.missing.end();
            const bool hasShapes = std::ranges::all_of(
                report.missing, [&](const std::string& missing) { return named(missing)->shape == key.shape; });
            if (isThere && hasShapes && key.name.ends_with("weight") && namesEmbedding(key.name)) {
                return key.name;
            }
        }
        return {};
    }

    /// A side of a rule whose last star stands for the rest of a name.
    [[nodiscard]] static std::string withStars(const std::vector<std::string>& texts)
    {
        std::string side = texts.front();
        for (const std::string& text : std::span(texts).subspan(1, texts.size() - 2)) {
            side += '*' + text;
        }
        return side;
    }

    /// What fitKeys() finds.
    [[nodiscard]] static Message ruleWords(const checkpoint::RenameRule& rule)
    {
        if (rule.map != nullptr) {
            return message("@%1: %2.", std::string(rule.map->name), rule.map->title);
        }
        const std::string& from = rule.from.front();
        const std::string& to = rule.to.front();
        if (rule.from.size() == 2 && rule.from.back().empty()) {
            return message("%1 is put in front of all names.", inQuotes(to));
        }
        if (rule.from.size() == 2) { // of an adapter: what is behind the dots
            return message("%1 in names becomes %2.", inQuotes(rule.from.back().substr(1)),
                           inQuotes(rule.to.back().substr(1)));
        }
        const bool isTakenOut = rule.from.size() == 3 && from.empty() && rule.to[1] == ".";
        if (isTakenOut) {
            return message("%1 is taken out of names.", inQuotes(rule.from[1].substr(1, rule.from[1].size() - 2)));
        }
        if (!rule.isPrefix()) {
            return message("%1 in front of names becomes %2; each * is a number.", inQuotes(withStars(rule.from)),
                           inQuotes(withStars(rule.to)));
        }
        return to.empty() ? message("%1 in front of names is taken away.", inQuotes(from))
                          : message("%1 in front of names becomes %2.", inQuotes(from), inQuotes(to));
    }

    [[nodiscard]] std::string tensors() const
    {
        return groupedDigits(static_cast<std::size_t>(std::ranges::count_if(m_model.state.keys, &StateKey::isTensor)));
    }

    const ModelKeys& m_model;
    std::span<const StateKey> m_loaded;
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

std::vector<FitLine> fitLines(const ModelFit& fitted)
{
    const ModelKeys& model = fitted.model;
    const KeyFit& fit = fitted.fit;
    std::vector<FitLine> found;
    Lines lines(fitted, found);
    const std::size_t shapeless = keysNotCompared(model, fit);
    if (!fitted.insteadOf.empty()) {
        lines.add(FitTone::Note,
                  message("There is %1 in it, too, which does not fit as well.", inQuotes(fitted.insteadOf)));
    }
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
    if (!fit.undecided.empty()) {
        lines.add(FitTone::Warning, message("Which modules of the file these are, neither names nor shapes tell, as "
                                            "several are alike: %1. No name is given on a guess.",
                                            listOf(fit.undecided, kMostKeys)));
    }
    if (!fitted.asGood.empty()) {
        lines.add(FitTone::Warning,
                  message("In the same file this fits, too, as it is or under other names: %1. Choose the one "
                          "that you want.",
                          listOf(fitted.asGood, kMostKeys)));
    }
    if (shapeless != 0) {
        lines.add(FitTone::Warning,
                  message("Not compared, as nothing tells them, are the shapes of this many keys: %1.",
                          groupedDigits(shapeless)));
    }
    if (model.repeated != 0) {
        lines.add(FitTone::Note,
                  message("Keys that stand in the list more than once count once: %1.", groupedDigits(model.repeated)));
    }
    return found;
}

} // namespace cairn::model
