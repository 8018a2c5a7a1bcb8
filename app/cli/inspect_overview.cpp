#include "app/cli/device_advice.h"
#include "app/cli/entry_cells.h"
#include "app/cli/formats_table.h"
#include "app/cli/inspect_views.h"
#include "app/cli/table.h"
#include "app/cli/text_width.h"

#include <algorithm>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::Format;
using checkpoint::GlobalUse;
using checkpoint::Verdict;

namespace {

constexpr std::size_t kMostRows = 32; ///< of a table that is short but for hostile files
constexpr std::size_t kBarColumns = 20;

std::string joined(const Screen& screen, const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts) {
        text += text.empty() ? "" : screen.glyphs().separator;
        text += part;
    }
    return text;
}

/// " and 7 more", for lists that were cut short.
void printRest(Screen& screen, std::size_t total, std::string_view where)
{
    if (total > kMostRows) {
        screen.line("and " + groupedDigits(total - kMostRows) + " more; " + std::string(where), Ink::Dim);
    }
}

void printDevices(Screen& screen, const Checkpoint& checkpoint)
{
    const auto usage = checkpoint.usageByDevice();
    if (usage.empty()) {
        return;
    }
    std::uint64_t most = 1;
    for (const auto& [tag, sums] : usage) {
        most = std::max(most, sums.bytes);
    }
    const Table table({{.title = "Saved on", .elide = Elide::Middle},
                       {.title = "Storages", .align = Align::Right},
                       {.title = "Tensors", .align = Align::Right},
                       {.title = "Bytes", .align = Align::Right},
                       {.title = ""}});
    screen.newLine();
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(5);
        for (const auto& [tag, sums] : std::span(usage).first(std::min(usage.size(), kMostRows))) {
            const Ink ink = inkOfDevice(tag);
            row[0].set(std::string(screen.glyphs().bullet) + ' ' + screen.safe(tag), ink);
            row[1].set(groupedDigits(sums.storages));
            row[2].set(groupedDigits(sums.tensors));
            row[3].set(humanBytes(sums.bytes));
            row[4].set({}, ink);
            if (usage.size() > 1 && sums.bytes != 0) {
                const auto share = static_cast<double>(sums.bytes) / static_cast<double>(most);
                const auto length =
                    std::max<std::size_t>(1, static_cast<std::size_t>(share * double(kBarColumns) + 0.5));
                for (std::size_t i = 0; i < length; ++i) {
                    row[4].text += screen.glyphs().bar;
                }
            }
            sink(row);
        }
    });
    printRest(screen, usage.size(), "--json lists them all");
}

void printKinds(Screen& screen, const Checkpoint& checkpoint, const Digest& digest)
{
    if (digest.kinds.empty()) {
        return;
    }
    const bool severalDevices = checkpoint.usageByDevice().size() > 1;
    const Table table({{.title = "Dtype"},
                       {.title = "Saved on", .elide = Elide::Middle},
                       {.title = "Tensors", .align = Align::Right},
                       {.title = "Elements", .align = Align::Right},
                       {.title = "Size", .align = Align::Right}});
    screen.newLine();
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(5);
        for (const Digest::Kind& kind : std::span(digest.kinds).first(std::min(digest.kinds.size(), kMostRows))) {
            const std::string_view tag = checkpoint.deviceTag(kind.device);
            row[0].set(std::string(formats::dtypeInfo(kind.dtype).name));
            row[1].set(severalDevices ? screen.safe(tag) : std::string(), inkOfDevice(tag));
            row[2].set(groupedDigits(kind.tensors));
            row[3].set(humanCount(kind.elements));
            row[4].set(humanBytes(kind.bytes));
            sink(row);
        }
    });
    printRest(screen, digest.kinds.size(), "--json has every tensor");
}

/// Values next to the top: "epoch 12, arch 'resnet50'". Most checkpoints tell there what they are.
std::string exampleValues(const Screen& screen, const Checkpoint& checkpoint)
{
    constexpr std::size_t kMostExamples = 5;
    constexpr std::size_t kMostColumns = 24;
    std::string text;
    std::size_t shown = 0;
    const Entry& root = checkpoint.entries().front();
    for (const Entry& entry : checkpoint.entries().subspan(root.firstChild, root.childCount)) {
        if (entry.kind != EntryKind::Value || shown == kMostExamples) {
            continue;
        }
        text += shown++ == 0 ? ": " : ", ";
        text += elideMiddle(screen.safe(checkpoint.keyText(entry)), kMostColumns, screen.glyphs().ellipsis) + ' ';
        text += elideEnd(valueText(screen, checkpoint, entry), kMostColumns, screen.glyphs().ellipsis);
    }
    return text;
}

void printNotes(Screen& screen, const Checkpoint& checkpoint, const Digest& digest)
{
    constexpr std::uint64_t kWorthMentioning = 4096;
    if (digest.values != 0) {
        screen.paragraph(countOf(digest.values, "other value") + exampleValues(screen, checkpoint) +
                         " (--values lists them)");
    }
    if (digest.sharedStorages != 0) {
        screen.paragraph(countOf(digest.sharedStorages, "storage is", "storages are") +
                         " shared by several tensors (--storages shows which)");
    }
    const std::uint64_t unused = digest.storageBytes - std::min(digest.usedBytes, digest.storageBytes);
    if (unused > digest.storageBytes / 10 && unused >= kWorthMentioning) {
        screen.paragraph("Tensors reach " + humanBytes(digest.usedBytes) + " of the " +
                         humanBytes(digest.storageBytes) + " stored; the rest is carried along unused");
    }
}

/// "numpy.dtype, numpy.ndarray and 5 more (--globals tells why)"
std::string listed(const Screen& screen, const std::vector<const GlobalUse*>& globals)
{
    constexpr std::size_t kShown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(globals.size(), kShown); ++i) {
        text += i == 0 ? "" : ", ";
        text += screen.safe(globals[i]->name);
    }
    if (globals.size() > kShown) {
        text += " and " + groupedDigits(globals.size() - kShown) + " more";
    }
    return text;
}

bool isLoadedByTorchLoad(Format format)
{
    return format == Format::TorchZip || format == Format::TorchLegacy || format == Format::TorchTar ||
           format == Format::Sharded;
}

void printSafety(Screen& screen, const Checkpoint& checkpoint)
{
    std::vector<const GlobalUse*> blocked;
    std::vector<const GlobalUse*> dangerous;
    for (const GlobalUse& global : checkpoint.globals()) {
        if (global.latest == Verdict::Dangerous) {
            dangerous.push_back(&global);
        }
        if (global.latest != Verdict::Allowed) {
            blocked.push_back(&global);
        }
    }
    if (!dangerous.empty()) {
        screen.paragraph("Dangerous: unpickling it would call " + listed(screen, dangerous) +
                             ". Do not load this file.",
                         Ink::Red, "! ", 2);
    }
    if (!blocked.empty() && isLoadedByTorchLoad(checkpoint.format())) {
        screen.paragraph("weights_only=True, the default since torch 2.6, refuses it because of " +
                         listed(screen, blocked) + " (--globals tells why)");
    } else if (!checkpoint.globals().empty() && isLoadedByTorchLoad(checkpoint.format())) {
        screen.paragraph("weights_only=True allows every class it names");
    }
    screen.line("Nothing in the file was executed", Ink::Dim);
}

void printIssues(Screen& screen, const Checkpoint& checkpoint)
{
    const auto issues = checkpoint.issues();
    if (issues.empty()) {
        return;
    }
    screen.newLine();
    screen.line(countOf(issues.size(), "issue"), Ink::Bold);
    for (const Issue& issue : issues.first(std::min(issues.size(), kMostRows))) {
        const Ink ink = issue.severity == Severity::Error     ? Ink::Red
                        : issue.severity == Severity::Warning ? Ink::Yellow
                                                              : Ink::Plain;
        const std::string place = issue.path.empty() ? std::string() : screen.safe(issue.path) + ": ";
        screen.put("  " + std::string(severityText(issue.severity)) + ": ", ink);
        screen.paragraph(place + screen.safe(issue.message) + " [" + std::string(errorCodeText(issue.code)) + "]",
                         Ink::Plain, {}, 4);
    }
    printRest(screen, issues.size(), "--json lists them all");
}

} // namespace

void printHeader(Screen& screen, const Checkpoint& checkpoint, const Digest& digest)
{
    std::vector<std::string> parts{std::string(formatTitle(checkpoint.format())), humanBytes(checkpoint.fileBytes()),
                                   countOf(digest.tensors, "tensor")};
    if (digest.parameters != 0) {
        parts.push_back(humanCount(digest.parameters) + " parameters");
    }
    if (digest.optimizerElements != 0) {
        parts.push_back(humanCount(digest.optimizerElements) + " in optimizer state");
    }
    std::vector<std::string> facts;
    for (const checkpoint::Fact& fact : checkpoint.facts()) {
        facts.push_back(screen.safe(fact.name) + ' ' + screen.safe(fact.value));
    }
    screen.line(screen.safe(checkpoint.path()), Ink::Bold);
    screen.paragraph(joined(screen, parts));
    if (!facts.empty()) {
        screen.paragraph(joined(screen, facts), Ink::Dim);
    }
    printDevices(screen, checkpoint);
    const DeviceAdvice advice = adviseOnDevices(checkpoint);
    if (!advice.text.empty()) {
        screen.newLine();
        screen.paragraph(advice.text, advice.loadsAnywhere ? Ink::Plain : Ink::Yellow);
    }
}

void printSummary(Screen& screen, const Checkpoint& checkpoint, const Digest& digest)
{
    printKinds(screen, checkpoint, digest);
    screen.newLine();
    printNotes(screen, checkpoint, digest);
    printSafety(screen, checkpoint);
    printIssues(screen, checkpoint);
}

} // namespace cairn::cli
