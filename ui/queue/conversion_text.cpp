#include "ui/queue/conversion_text.h"

#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <variant>

namespace cairn::ui {

namespace {

/// The context of these texts for translators.
class ConvertWords {
    Q_DECLARE_TR_FUNCTIONS(ConvertWords)
};

constexpr qsizetype kMostLines = 8;

/// What was saved on a device is not seen any more by whoever loads it.
QString metaNote(const convert::RetagReport& report)
{
    const auto meta = report.tagsAfter.find("meta");
    const auto before = report.tagsBefore.find("meta");
    const bool isMade =
        meta != report.tagsAfter.end() && (before == report.tagsBefore.end() || before->second < meta->second);
    return isMade ? u' ' + ConvertWords::tr("torch.load gives what is tagged meta without its values. They are still "
                                            "in the file: map_location=\"cpu\" reads them.")
                  : QString();
}

/// Devices in the program of a TorchScript archive are no tags; they stay, and a person should know.
QString scriptNote(const convert::RetagReport& report)
{
    return report.notes.empty() ? QString()
                                : u' ' + ConvertWords::tr("Its TorchScript code names devices at %n place(s), which "
                                                          "stay.",
                                                          nullptr, static_cast<int>(report.notes.size()));
}

QStringList firstOf(QStringList lines, std::uint64_t more = 0, qsizetype most = kMostLines)
{
    if (lines.size() > most) {
        more += static_cast<std::uint64_t>(lines.size() - most);
        lines.resize(most);
    }
    if (more != 0) {
        lines.append(grouped(ConvertWords::tr("and %n more", nullptr, pluralOf(more)), more));
    }
    return lines;
}

QStringList shownOf(const std::vector<std::string>& texts)
{
    QStringList all;
    for (const std::string& text : texts) {
        all.append(shown(text));
    }
    return all;
}

/// Other code may still send things to a device that is named there.
QString untaggedNote(const convert::UntaggedDevices& devices)
{
    constexpr qsizetype most = 3;
    QString text;
    if (!devices.texts.empty()) {
        text += u' ' + ConvertWords::tr("Texts that read like a device are no tags and stay: %1.")
                           .arg(firstOf(shownOf(devices.texts), 0, most).join(QStringLiteral(", ")));
    }
    if (!devices.kept.empty()) {
        text +=
            u' ' +
            ConvertWords::tr("Objects of torch.device stay: %1.").arg(shownOf(devices.kept).join(QStringLiteral(", ")));
    }
    return text;
}

std::uint64_t changedTags(const convert::RetagReport& report)
{
    std::uint64_t changed = 0;
    for (const auto& [tag, count] : report.tagsBefore) {
        const auto after = report.tagsAfter.find(tag);
        changed += after == report.tagsAfter.end() ? count : count - std::min(count, after->second);
    }
    return changed;
}

QString tagsWords(const convert::RetagReport& report, const convert::Recipe& recipe)
{
    const std::uint64_t changed = changedTags(report);
    if (changed == 0) {
        return ConvertWords::tr("No tag had to change");
    }
    if (recipe.map && report.tagsAfter.size() != 1) {
        return grouped(ConvertWords::tr("%n tag(s) changed as the map says", nullptr, pluralOf(changed)), changed);
    }
    const std::string device = report.tagsAfter.size() == 1 ? report.tagsAfter.begin()->first : "cpu";
    return grouped(ConvertWords::tr("%n tag(s) became %1", nullptr, pluralOf(changed)), changed).arg(shown(device));
}

QString overflowWords(const convert::Overflows& overflows)
{
    std::uint64_t count = 0;
    for (const auto& [name, each] : overflows) {
        count += each;
    }
    return grouped(ConvertWords::tr("%n number(s) too large for the new dtype", nullptr, pluralOf(count)), count);
}

void addOverflows(QStringList& lines, const convert::Overflows& overflows)
{
    for (const auto& [name, count] : overflows) {
        lines.append(
            grouped(ConvertWords::tr("%1: %n number(s) too large for the new dtype", nullptr, pluralOf(count)), count)
                .arg(shown(name)));
    }
}

QString writtenWords(const std::monostate& /*plan*/, const convert::ConversionReport& /*report*/,
                     const convert::Recipe& /*recipe*/)
{
    return {};
}

QString writtenWords(const convert::RetagPlan& plan, const convert::ConversionReport& /*report*/,
                     const convert::Recipe& recipe)
{
    return tagsWords(plan.report, recipe) +
           (recipe.verify ? ConvertWords::tr("; verified, all else is the same.")
                          : ConvertWords::tr("; not verified.")) +
           metaNote(plan.report) + scriptNote(plan.report);
}

QString writtenWords(const convert::InPlacePlan& plan, const convert::ConversionReport& report,
                     const convert::Recipe& recipe)
{
    return writtenWords(plan.retag, report, recipe);
}

QString writtenWords(const convert::RewritePlan& plan, const convert::ConversionReport& report,
                     const convert::Recipe& recipe)
{
    QStringList parts;
    const auto add = [&](std::size_t count, auto&& words) {
        if (count != 0) {
            parts.append(grouped(words(pluralOf(count)), count));
        }
    };
    if (changedTags(plan.report) != 0) {
        parts.append(tagsWords(plan.report, recipe));
    }
    add(plan.rows.leftOut.size(), [](int n) { return ConvertWords::tr("%n part(s) left out", nullptr, n); });
    add(plan.rows.newKeys.size(), [](int n) { return ConvertWords::tr("%n name(s) changed", nullptr, n); });
    add(static_cast<std::size_t>(std::ranges::count_if(plan.storages.storages, &convert::NewStorage::isCast)),
        [](int n) { return ConvertWords::tr("%n storage(s) of another dtype", nullptr, n); });
    if (plan.storages.bytesCut != 0) {
        parts.append(ConvertWords::tr("%1 that no tensor reaches cut").arg(bytesText(plan.storages.bytesCut)));
    }
    if (!report.overflows.empty()) {
        parts.append(overflowWords(report.overflows));
    }
    if (parts.isEmpty()) {
        parts.append(ConvertWords::tr("Written anew"));
    }
    return sentence(parts.join(QStringLiteral(", ")) +
                    (recipe.verify ? ConvertWords::tr("; verified") : ConvertWords::tr("; not verified")));
}

QString writtenWords(const convert::TensorsPlan& plan, const convert::ConversionReport& report,
                     const convert::Recipe& recipe)
{
    const convert::TensorSet& set = plan.set;
    const std::uint64_t left = set.losses();
    QString text =
        grouped(ConvertWords::tr("%n tensor(s) written", nullptr, pluralOf(set.tensors.size())), set.tensors.size());
    if (!plan.output.indexPath.empty()) {
        text += ConvertWords::tr(" to %n file(s) and an index", nullptr, static_cast<int>(plan.output.parts.size()));
    }
    const auto sum = [](const auto& counts) { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); };
    if (const std::uint64_t used = sum(set.scales.used); used != 0) {
        text += grouped(ConvertWords::tr(", %n of float8 times their scales", nullptr, pluralOf(used)), used);
    }
    if (const std::uint64_t made = sum(set.scales.made); made != 0) {
        text += grouped(ConvertWords::tr(", %n in float8 with scales", nullptr, pluralOf(made)), made);
    }
    if (!set.scales.notMade.empty()) {
        const std::size_t kept = set.scales.notMade.size();
        text +=
            grouped(ConvertWords::tr(", %n that scales are not for keep their dtype", nullptr, pluralOf(kept)), kept);
    }
    if (left != 0) {
        text += grouped(ConvertWords::tr(", %n other value(s) left out", nullptr, pluralOf(left)), left);
    }
    if (!report.overflows.empty()) {
        text += QStringLiteral(", ") + overflowWords(report.overflows);
    }
    text += recipe.verify ? ConvertWords::tr("; verified.") : ConvertWords::tr("; not verified.");
    for (const Message& warning : plan.output.warnings) {
        text += u' ' + inWords(warning);
    }
    return text;
}

} // namespace

QString leftWords(std::size_t files)
{
    return grouped(ConvertWords::tr("The last conversion ended before it was done: %n file(s) are left.", nullptr,
                                    pluralOf(files)),
                   files);
}

QString leftNames(const std::vector<QueueItem>& items)
{
    QStringList names;
    for (const QueueItem& item : items) {
        if (isToDo(item.state())) {
            names.append(shown(item.path));
        }
    }
    return firstOf(std::move(names)).join(u'\n');
}

QString unchangedWords(const convert::ConversionReport& report, const convert::Recipe& recipe)
{
    if (std::holds_alternative<convert::TensorsPlan>(report.plan)) {
        return ConvertWords::tr("It is safetensors already, with nothing to change.");
    }
    const convert::RetagReport& tags = report.tags();
    if (tags.tagsBefore.empty()) {
        return ConvertWords::tr("It holds no tensors.") + scriptNote(tags);
    }
    return (recipe.map ? ConvertWords::tr("Its tags are what the map makes of them.")
                       : ConvertWords::tr("Already on the CPU.")) +
           scriptNote(tags);
}

QString convertedWords(const convert::ConversionReport& report, const convert::Recipe& recipe)
{
    return std::visit([&](const auto& plan) { return writtenWords(plan, report, recipe); }, report.plan) +
           untaggedNote(report.devices);
}

QStringList lossesOf(const convert::ConversionReport& report, bool isAgreed)
{
    QStringList lines;
    addOverflows(lines, report.overflows);
    std::uint64_t more = 0;
    if (const auto* rewrite = std::get_if<convert::RewritePlan>(&report.plan)) {
        for (const std::string& record : rewrite->lostRecords) {
            lines.append(ConvertWords::tr("the record %1 has no place there").arg(shown(record)));
        }
    } else if (const auto* tensors = std::get_if<convert::TensorsPlan>(&report.plan); tensors != nullptr && !isAgreed) {
        for (const convert::LeftOut& part : tensors->set.leftOut) {
            if (!part.harmless) {
                lines.append(QStringLiteral("%1: %2").arg(shown(part.path), inWordsAlone(part.why)));
            }
        }
        more = tensors->set.unnamedValues();
    }
    return firstOf(std::move(lines), more);
}

} // namespace cairn::ui
