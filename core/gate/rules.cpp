#include "core/gate/rules.h"

#include <algorithm>
#include <array>

namespace cairn::gate {

namespace {

constexpr std::array kRules = {
    RuleInfo{Rule::DoesNotOpen, "does-not-open", Severity::Error, phrase("The file does not open"),
             phrase("Nothing in it was looked at. Get the file again, or see what `cairn-cli salvage` finds in it.")},
    RuleInfo{Rule::Damaged, "damaged", Severity::Error, phrase("Bytes are missing, damaged or changed"),
             phrase("What was saved is not what is there. Get the file again, or save it again where it was made.")},
    RuleInfo{Rule::MissingFile, "missing-file", Severity::Error, phrase("A file of a set is missing"),
             phrase("The checkpoint lies in several files, and not all of them are here. Get the others.")},
    RuleInfo{Rule::PartOfSet, "part-of-set", Severity::Warning, phrase("The file is a part of a checkpoint"),
             phrase("By itself it gives a part of the tensors. Ask about the folder or the index that stands for all "
                    "of them.")},
    RuleInfo{Rule::DoesNotLoad, "does-not-load", Severity::Error, phrase("PyTorch does not load it there"),
             phrase("`cairn-cli check` says why, and which maps and which versions of PyTorch do.")},
    RuleInfo{Rule::DangerousCode, "dangerous-code", Severity::Error, phrase("Loading the file can do harm"),
             phrase("Do not load it. `cairn-cli convert --to safetensors` keeps its tensors and nothing else.")},
    RuleInfo{Rule::RunsCode, "runs-code", Severity::Warning, phrase("The file names code not known to be harmless"),
             phrase("torch.load(weights_only=False) would import and call it. Save the state_dict alone, or convert "
                    "the file.")},
    RuleInfo{
        Rule::RefusedName, "refused-name", Severity::Warning, phrase("weights_only=True refuses the file"),
        phrase("Since PyTorch 2.6 that is the default of torch.load. Save the state_dict alone, or convert the file.")},
    RuleInfo{Rule::AddedBytes, "added-bytes", Severity::Warning, phrase("Bytes were put to what was saved"),
             phrase("PyTorch takes no notice of them; another program may. Save the file again.")},
    RuleInfo{Rule::Irregular, "irregular", Severity::Warning, phrase("The file is not as its format wants it"),
             phrase("Programs may read it differently. Save it again with the program that made it.")},
    RuleInfo{Rule::NotANumber, "nan", Severity::Error, phrase("A tensor holds NaN"),
             phrase("One NaN makes every result NaN. Take an earlier checkpoint; a learning rate or loss scale was too "
                    "large.")},
    RuleInfo{Rule::Infinite, "infinite", Severity::Warning, phrase("A tensor holds infinite numbers"),
             phrase("A mask of attention may; a weight that does has overflowed, as in float16. Let masks pass by "
                    "their names.")},
    RuleInfo{Rule::AllZero, "all-zero", Severity::Warning, phrase("A weight is nothing but zeros"),
             phrase("It does nothing: it was never trained, as the B of a LoRA, or was lost on the way.")},
    RuleInfo{Rule::NotANumberValue, "nan-value", Severity::Warning, phrase("A number beside the tensors is NaN"),
             phrase("A loss or a setting that was saved with the model is NaN: see what became of that training.")},
    RuleInfo{Rule::NoValues, "no-values", Severity::Warning, phrase("The file has the shape of a tensor and no values"),
             phrase("It was saved from the meta device, or by a class that keeps its values elsewhere.")},
    RuleInfo{Rule::Unread, "unread", Severity::Error, phrase("Values could not be looked at"),
             phrase("What was not read may be anything. Save it again in a way that can be read.")},
    RuleInfo{Rule::HiddenFile, "hidden-file", Severity::Warning, phrase("A value is bytes that look like a checkpoint"),
             phrase("What is in it was not looked at. Save it as a file of its own, and ask about that.")},
    RuleInfo{Rule::NumberingGap, "numbering-gap", Severity::Warning, phrase("A block of the model is missing"),
             phrase("Its neighbours are there, and alike. Compare with the model that it was saved from.")},
    RuleInfo{Rule::ZeroValues, "zero-values", Severity::Info, phrase("A bias or a state is nothing but zeros"),
             phrase("So layers and optimizers begin; after a training it may be worth a look.")},
    RuleInfo{Rule::InfiniteValue, "infinite-value", Severity::Info, phrase("A number beside the tensors is infinite"),
             phrase("Trainings keep an infinite best loss until they have one.")},
    RuleInfo{Rule::NotDecoded, "not-decoded", Severity::Info, phrase("Numbers are of a kind that is not read"),
             phrase("Its bytes are there, but were not taken for numbers: NaN would not show.")},
    RuleInfo{Rule::OtherTotal, "other-total", Severity::Info,
             phrase("An index counts other bytes than its shards have"),
             phrase("Programs count in more than one way, and PyTorch does not look at it; or shards are of another "
                    "set.")},
    RuleInfo{Rule::OddBlock, "odd-block", Severity::Info, phrase("One block of the model lacks what all others have"),
             phrase("The first or last may be made so. Compare with the model that it was saved from.")},
    RuleInfo{Rule::Unlisted, "unlisted", Severity::Info, phrase("A zip holds what its directory does not list"),
             phrase("A change in place leaves old records so. PyTorch takes no notice of it; write a copy to be rid of "
                    "it.")},
};

/// Whether each stands where its number is.
constexpr bool areInOrder()
{
    std::size_t place = 0;
    return std::ranges::all_of(kRules, [&place](const RuleInfo& info) { return info.rule == Rule(place++); });
}
static_assert(areInOrder());

} // namespace

const RuleInfo& ruleInfo(Rule rule)
{
    return kRules.at(static_cast<std::size_t>(rule));
}

std::span<const RuleInfo> allRules()
{
    return kRules;
}

std::optional<Rule> ruleById(std::string_view id)
{
    const auto* const found = std::ranges::find(kRules, id, &RuleInfo::id);
    return found == kRules.end() ? std::nullopt : std::optional(found->rule);
}

std::string_view levelName(Severity level)
{
    return level == Severity::Info ? "note" : severityText(level);
}

} // namespace cairn::gate
