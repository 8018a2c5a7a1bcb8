#include "app/cli/common/table.h"
#include "app/cli/inspect/device_advice.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/base/text/shell_word.h"
#include "core/checkpoint/folders/whole_of.h"
#include "core/checkpoint/trust.h"

#include <algorithm>
#include <cmath>

namespace cairn::cli {

using checkpoint::Checkpoint;

namespace {

constexpr std::size_t kBarColumns = 20;

/// A bar whose full length stands for `most`; something is always to be seen of what is not nothing.
std::string bar(const Screen& screen, std::uint64_t bytes, std::uint64_t most)
{
    std::string text;
    if (bytes != 0) {
        const double share = static_cast<double>(bytes) / static_cast<double>(most);
        const auto length = static_cast<std::size_t>(std::lround(share * static_cast<double>(kBarColumns)));
        for (std::size_t i = 0; i < std::max<std::size_t>(length, 1); ++i) {
            text += screen.glyphs().bar;
        }
    }
    return text;
}

void printDevices(Screen& screen, const CheckpointSummary& summary)
{
    if (summary.devices.empty()) {
        return;
    }
    std::uint64_t most = 0;
    for (const auto& [tag, usage] : summary.devices) {
        most = std::max(most, usage.bytes);
    }
    const Table table({{.title = "Saved on", .elide = Elide::Middle},
                       {.title = "Storages", .align = Align::Right},
                       {.title = "Tensors", .align = Align::Right},
                       {.title = "Bytes", .align = Align::Right},
                       {.title = ""}});
    constexpr std::size_t enoughColumns = 60;
    const bool withBars = summary.devices.size() > 1 && screen.columns() >= enoughColumns;
    screen.newLine();
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(5);
        for (const auto& [tag, usage] : std::span(summary.devices).first(std::min(summary.devices.size(), kMostRows))) {
            const Ink ink = inkOfDevice(tag);
            row[0].set(std::string(screen.glyphs().bullet) + ' ' + screen.safe(tag), ink);
            row[1].set(groupedDigits(usage.storages));
            row[2].set(groupedDigits(usage.tensors));
            row[3].set(humanBytes(usage.bytes));
            row[4].set(withBars ? bar(screen, usage.bytes, most) : std::string(), ink);
            sink(row);
        }
    });
    printRest(screen, summary.devices.size(), kMostRows);
}

} // namespace

void printShort(Screen& screen, const Checkpoint& checkpoint)
{
    const CheckpointSummary sums = summarize(checkpoint);
    screen.put(screen.safe(checkpoint.path()), Ink::Bold);
    screen.put(": " + std::string(checkpoint.traits().title.words()) + ", " + humanBytes(checkpoint.fileBytes()) +
               ", " + countOf(sums.tensors, "tensor"));
    for (std::size_t i = 0; i < sums.devices.size(); ++i) {
        screen.put(i == 0 ? " on " : ", ");
        screen.put(screen.safe(sums.devices[i].first), inkOfDevice(sums.devices[i].first));
    }
    const auto errors = std::ranges::count_if(checkpoint.issues(),
                                              [](const Issue& issue) { return issue.severity == Severity::Error; });
    if (errors != 0) {
        screen.put("; " + countOf(static_cast<std::uint64_t>(errors), "error"), Ink::Red);
    }
    switch (checkpoint::trustOf(checkpoint).trust) {
    case checkpoint::Trust::Dangerous: screen.put("; DANGEROUS to load", Ink::Red); break;
    case checkpoint::Trust::RunsCode: screen.put("; runs code", Ink::Yellow); break;
    case checkpoint::Trust::DataOnly: break;
    }
    screen.newLine();
}

void printHeader(Screen& screen, const Checkpoint& checkpoint, const CheckpointSummary& summary)
{
    std::vector<std::string> parts{std::string(checkpoint.traits().title.words()), humanBytes(checkpoint.fileBytes()),
                                   countOf(summary.tensors, "tensor")};
    if (summary.parameters != 0) {
        parts.push_back(humanCount(summary.parameters) + (summary.parameters == 1 ? " parameter" : " parameters"));
    }
    if (summary.averagedElements != 0) {
        parts.push_back(humanCount(summary.averagedElements) + " in an averaged copy (EMA)");
    }
    if (summary.optimizerElements != 0) {
        parts.push_back(humanCount(summary.optimizerElements) + " in optimizer state");
    }
    std::vector<std::string> facts;
    for (const checkpoint::Fact& fact : checkpoint.facts()) {
        facts.push_back(screen.safe(fact.name.text()) + ' ' + screen.safe(fact.value.text()));
    }
    screen.line(screen.safe(checkpoint.path()), Ink::Bold);
    screen.list(parts);
    if (!facts.empty()) {
        screen.list(facts, Ink::Dim);
    }
    if (const auto whole = checkpoint::wholeOf(checkpoint.path())) {
        screen.newLine();
        screen.paragraph(screen.safe(whole->words.text()) + ": cairn-cli inspect " + shellFile(whole->path),
                         Ink::Yellow);
    }
    printDevices(screen, summary);
    const DeviceAdvice advice = adviseOnDevices(checkpoint, summary.devices);
    if (!advice.text.empty()) {
        screen.newLine();
        screen.paragraph(screen.safe(advice.text), advice.loadsAnywhere ? Ink::Plain : Ink::Yellow);
    }
}

} // namespace cairn::cli
