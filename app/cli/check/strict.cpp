#include "app/cli/check/strict.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace cairn::cli {

using gate::Finding;
using gate::GateReport;
using gate::Looked;

namespace {

Ink inkOf(const Finding& finding)
{
    return !finding.shuts() ? Ink::Dim : finding.level() == Severity::Error ? Ink::Red : Ink::Yellow;
}

/// The findings of one rule, which are alike.
void printRule(Screen& screen, std::span<const Finding> findings)
{
    constexpr std::size_t most = 4;
    const gate::RuleInfo& info = gate::ruleInfo(findings.front().rule);
    const auto allowed = static_cast<std::size_t>(std::ranges::count(findings, true, &Finding::isAllowed));
    const auto worst = std::ranges::find_if(findings, [](const Finding& finding) { return finding.shuts(); });
    std::string head =
        std::string(gate::levelName(info.level)) + " " + std::string(info.id) + ": " + info.meaning.words();
    head += findings.size() > 1 ? " (" + groupedDigits(findings.size()) + ")" : "";
    head += allowed == 0                 ? ""
            : allowed == findings.size() ? ", allowed"
                                         : ", " + groupedDigits(allowed) + " of them allowed";
    screen.newLine();
    screen.paragraph(head, inkOf(worst == findings.end() ? findings.front() : *worst));
    for (const Finding& finding : findings.first(std::min(findings.size(), most))) {
        screen.spaces(2);
        const std::string name = finding.name.empty() ? "" : shortened(screen.safe(finding.name)) + ": ";
        screen.paragraph(name + screen.safe(finding.words.text()), Ink::Plain, 2);
    }
    if (findings.size() > most) {
        screen.line("  and " + groupedDigits(findings.size() - most) + " more; --json has all", Ink::Dim);
    }
}

void writeLooked(JsonWriter& json, const Looked& looked)
{
    json.key("looked_at");
    json.beginObject();
    json.key("tensors").number(looked.tensors);
    json.key("arrays").number(looked.arrays);
    json.key("value_bytes").number(looked.valueBytes);
    json.key("numbers").number(looked.numbers);
    json.key("records").number(looked.records);
    json.key("record_bytes").number(looked.recordBytes);
    json.key("hub_files").number(looked.hubFiles);
    json.endObject();
    json.key("not_looked_at");
    json.beginObject();
    json.key("records_without_checksum").number(looked.recordsWithoutChecksum);
    json.key("files_without_checksums").number(looked.filesWithoutChecksums);
    json.key("not_decoded").number(looked.notDecoded);
    json.key("unnamed_records").number(looked.unnamedRecords);
    json.key("date_arrays").number(looked.dateArrays);
    json.key("bytes_values").number(looked.bytesValues);
    json.key("unreached_bytes").number(looked.unreachedBytes);
    json.endObject();
}

} // namespace

void printStrict(Screen& screen, const StrictReport& report)
{
    const std::span<const Finding> findings = report.gate.findings;
    for (std::size_t begin = 0; begin < findings.size();) {
        std::size_t end = begin + 1;
        while (end < findings.size() && findings[end].rule == findings[begin].rule) {
            ++end;
        }
        printRule(screen, findings.subspan(begin, end - begin));
        begin = end;
    }
    const std::string text = "Strict: " + gate::summaryText(report.gate).text() + '.';
    screen.newLine();
    screen.paragraph(screen.safe(text), report.gate.isOpen() ? Ink::Green : Ink::Red);
}

void writeStrict(JsonWriter& json, const StrictReport& report)
{
    json.beginObject();
    json.key("passes").boolean(report.gate.isOpen());
    json.key("findings");
    json.beginArray();
    for (const Finding& finding : report.gate.findings) {
        json.beginObject();
        json.key("rule").string(gate::ruleInfo(finding.rule).id);
        json.key("level").string(gate::levelName(finding.level()));
        json.key("name");
        finding.name.empty() ? json.null() : json.string(finding.name);
        json.key("is_tensor").boolean(finding.isTensor);
        json.key("message").string(finding.words.text());
        json.key("allowed").boolean(finding.isAllowed);
        json.endObject();
    }
    json.endArray();
    writeLooked(json, report.gate.looked);
    json.texts("unused_allow", report.unusedAllowances);
    json.endObject();
}

} // namespace cairn::cli
