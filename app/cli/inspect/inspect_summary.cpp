#include "app/cli/common/table.h"
#include "app/cli/common/text_width.h"
#include "app/cli/inspect/device_advice.h"
#include "app/cli/inspect/entry_cells.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/checkpoint/trust.h"
#include "core/checkpoint/trust/weights_only.h"
#include "core/model/content.h"

#include <algorithm>
#include <ranges>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::Format;
using checkpoint::GlobalUse;
using checkpoint::Verdict;

namespace {

void printKinds(Screen& screen, const Checkpoint& checkpoint, const CheckpointSummary& summary)
{
    if (summary.kinds.empty()) {
        return;
    }
    const Table table({{.title = "Dtype"},
                       {.title = "Saved on", .elide = Elide::Middle},
                       {.title = "Tensors", .align = Align::Right},
                       {.title = "Elements", .align = Align::Right},
                       {.title = "Size", .align = Align::Right}});
    screen.newLine();
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(5);
        for (const CheckpointSummary::Kind& kind :
             std::span(summary.kinds).first(std::min(summary.kinds.size(), kMostRows))) {
            const std::string_view tag = checkpoint.deviceTag(kind.device);
            row[0].set(std::string(formats::dtypeInfo(kind.dtype).name));
            row[1].set(summary.devices.size() > 1 ? screen.safe(tag) : std::string(), inkOfDevice(tag));
            row[2].set(groupedDigits(kind.tensors));
            row[3].set(humanCount(kind.elements));
            row[4].set(humanBytes(kind.bytes));
            sink(row);
        }
    });
    printRest(screen, summary.kinds.size(), kMostRows);
}

/// One line of facts: a label, then text that wraps beside it. Names that are longer than a line are cut.
void summaryField(Screen& screen, std::string_view label, std::string_view text, Ink ink = Ink::Plain)
{
    constexpr std::size_t kSummaryColumns = 14;
    screen.put(label, Ink::Dim);
    screen.spaces(kSummaryColumns - label.size());
    const std::size_t room = screen.columns() - std::min(screen.columns(), kSummaryColumns);
    std::string fitting;
    for (const auto word : std::views::split(text, ' ')) {
        fitting += fitting.empty() ? "" : " ";
        fitting += elideMiddle(std::string_view(word), room, screen.glyphs().ellipsis);
    }
    screen.paragraph(fitting, ink, kSummaryColumns);
}

/// ": epoch 12, arch 'resnet50'": values next to the top, where most checkpoints say what they are.
std::string exampleValues(const Screen& screen, const Checkpoint& checkpoint)
{
    constexpr std::size_t kMostExamples = 5;
    constexpr std::size_t kMostColumns = 24;
    std::string text;
    std::size_t shown = 0;
    const Entry& root = checkpoint.entries().front();
    for (const Entry& entry : checkpoint.entries().subspan(root.firstChild, root.childCount)) {
        const bool tells = entry.kind == EntryKind::Value && entry.valueKind != checkpoint::ValueKind::None;
        if (!tells || shown == kMostExamples) {
            continue;
        }
        text += shown++ == 0 ? ": " : ", ";
        text += elideMiddle(screen.safe(checkpoint.keyText(entry)), kMostColumns, screen.glyphs().ellipsis) + '=';
        text += elideEnd(valueText(screen, checkpoint, entry), kMostColumns, screen.glyphs().ellipsis);
    }
    return text;
}

void printContents(Screen& screen, const Checkpoint& checkpoint, const CheckpointSummary& summary)
{
    constexpr std::uint64_t kWorthMentioning = 4096;
    if (summary.values != 0) {
        summaryField(screen, "Other values",
                     groupedDigits(summary.values) + exampleValues(screen, checkpoint) + " (--values lists them)");
    }
    if (summary.sharedStorages != 0) {
        summaryField(screen, "Sharing",
                     countOf(summary.sharedStorages, "storage has", "storages have") +
                         " several tensors (--storages shows which)");
    }
    const std::uint64_t unused = summary.storageBytes - std::min(summary.usedBytes, summary.storageBytes);
    if (unused > summary.storageBytes / 10 && unused >= kWorthMentioning) {
        summaryField(screen, "Unused",
                     humanBytes(unused) + " of the " + humanBytes(summary.storageBytes) +
                         " stored: no tensor reaches them (--storages shows where, and `cairn-cli convert --compact` "
                         "leaves them out)");
    }
}

/// "numpy.dtype, numpy.ndarray and 5 more"
std::string listed(const Screen& screen, const std::vector<std::string>& names)
{
    constexpr std::size_t kShown = 4;
    return screen.safe(listOf(names, kShown).text());
}

void printSafety(Screen& screen, const Checkpoint& checkpoint)
{
    std::vector<std::string> blocked;
    for (const GlobalUse& global : checkpoint.globals()) {
        if (global.latest != Verdict::Allowed) {
            blocked.push_back(global.name);
        }
    }
    if (checkpoint.traits().usesTorchLoad()) {
        const std::string line = "True, the default since torch 2.6, ";
        const auto whole = checkpoint::weightsOnlyVerdict(checkpoint, &GlobalUse::latest);
        if (whole.isGlobal) {
            summaryField(screen, "weights_only", line + "refuses " + listed(screen, blocked) + " (--globals tells why)",
                         Ink::Yellow);
        } else if (whole.verdict != Verdict::Allowed) {
            summaryField(screen, "weights_only", line + "refuses " + whole.what, Ink::Yellow);
        } else if (!checkpoint.globals().empty()) {
            summaryField(screen, "weights_only", line + "accepts every class in it");
        }
    }
    const checkpoint::TrustVerdict run = checkpoint::trustOf(checkpoint);
    std::vector<std::string> names;
    names.reserve(run.names.size());
    for (const Message& name : run.names) {
        names.push_back(name.text());
    }
    if (run.trust == checkpoint::Trust::Dangerous) {
        summaryField(screen, "Dangerous",
                     listed(screen, names) +
                         ": unpickling this file can do harm. Do not load it unless you know its author" +
                         (checkpoint.isAmbiguous() ? ""
                                                   : "; `cairn-cli convert` to a .safetensors takes the tensors "
                                                     "alone, and runs nothing"),
                     Ink::Red);
    } else if (run.trust == checkpoint::Trust::RunsCode) {
        summaryField(screen, "Runs code", "of " + listed(screen, names) + ", where it is loaded without weights_only",
                     Ink::Yellow);
    } else {
        summaryField(screen, "Runs code", "no: it is data only", Ink::Green);
    }
    summaryField(screen, "Executed", "nothing by Cairn: the file was only read");
}

void printIssues(Screen& screen, const std::vector<Issue>& issues)
{
    if (issues.empty()) {
        return;
    }
    screen.newLine();
    screen.line(countOf(issues.size(), "issue"), Ink::Bold);
    for (const Issue& issue : std::span(issues).first(std::min(issues.size(), kMostRows))) {
        const Ink ink = issue.severity == Severity::Error     ? Ink::Red
                        : issue.severity == Severity::Warning ? Ink::Yellow
                                                              : Ink::Plain;
        const std::string place = issue.path.empty() ? std::string() : screen.safe(shortened(issue.path)) + ": ";
        const std::string label = "  " + std::string(severityText(issue.severity)) + ' ';
        screen.put(label, ink);
        screen.paragraph(place + screen.safe(issue.message.text()) + " [" + std::string(errorCodeText(issue.code)) +
                             "]",
                         Ink::Plain, label.size());
    }
    printRest(screen, issues.size(), kMostRows);
}

} // namespace

void printSummary(Screen& screen, const Checkpoint& checkpoint, const CheckpointSummary& summary)
{
    printKinds(screen, checkpoint, summary);
    screen.newLine();
    std::vector<Issue> issues(checkpoint.issues().begin(), checkpoint.issues().end());
    if (!checkpoint.tensors().empty()) {
        const model::ModelWeights weights = model::findWeights(checkpoint);
        const model::Identity identity = model::identify(model::ModuleTree(weights));
        const bool hasLayers = !identity.outline.model.parts.empty();
        summaryField(screen, "Model",
                     screen.safe(identity.line().text()) + (hasLayers ? " (--model shows its layers)" : ""));
        issues.insert(issues.end(), identity.outline.issues.begin(), identity.outline.issues.end());
    }
    printContents(screen, checkpoint, summary);
    printSafety(screen, checkpoint);
    printIssues(screen, issues);
}

} // namespace cairn::cli
