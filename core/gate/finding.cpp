#include "core/gate/finding.h"

#include "core/base/text/text.h"

#include <algorithm>

namespace cairn::gate {

namespace {

/// "1 tensor", "2 tensors", in words that have translations.
Message counted(std::uint64_t count, const Message& one, const Message& many)
{
    return count == 1 ? one : many;
}

Message tensors(std::uint64_t count)
{
    return counted(count, phrase("1 tensor"), message("%1 tensors", groupedDigits(count)));
}

Message records(std::uint64_t count)
{
    return counted(count, phrase("1 record"), message("%1 records", groupedDigits(count)));
}

Message files(std::uint64_t count)
{
    return counted(count, phrase("1 file"), message("%1 files", groupedDigits(count)));
}

/// One behind the other.
Message joined(const Message& first, const Message& second)
{
    return first.empty() ? second : message("%1, %2", first, second);
}

} // namespace

bool GateReport::isOpen() const
{
    return std::ranges::none_of(findings, [](const Finding& finding) { return finding.shuts(); });
}

Message lookedText(const Looked& looked)
{
    Message text = message("the values of %1 (%2)", tensors(looked.tensors), humanBytes(looked.valueBytes));
    if (looked.arrays != 0) {
        text = message("the values of %1 and %2 of NumPy (%3)", tensors(looked.tensors),
                       counted(looked.arrays, phrase("1 array"), message("%1 arrays", groupedDigits(looked.arrays))),
                       humanBytes(looked.valueBytes));
    }
    if (looked.numbers != 0) {
        text =
            message("%1, %2 beside them", text,
                    counted(looked.numbers, phrase("1 number"), message("%1 numbers", groupedDigits(looked.numbers))));
    }
    if (looked.records != 0) {
        text = message("%1, and %2 compared with their checksums (%3)", text, records(looked.records),
                       humanBytes(looked.recordBytes));
    }
    if (looked.hubFiles != 0) {
        text = message("%1, and %2 compared with the sum that the Hub has of it", text, files(looked.hubFiles));
    }
    return text;
}

std::vector<Message> notLookedTexts(const Looked& looked)
{
    std::vector<Message> texts;
    if (looked.filesWithoutChecksums != 0 && looked.hubFiles < looked.filesWithoutChecksums) {
        texts.push_back(message("%1 without checksums: changed values would not show",
                                files(looked.filesWithoutChecksums - looked.hubFiles)));
    }
    if (looked.recordsWithoutChecksum != 0) {
        texts.push_back(
            message("%1 without a checksum: changed values would not show", records(looked.recordsWithoutChecksum)));
    }
    if (looked.notDecoded != 0) {
        texts.push_back(message("the numbers of %1, of a kind that is not read", tensors(looked.notDecoded)));
    }
    if (looked.dateArrays != 0) {
        texts.push_back(counted(looked.dateArrays, phrase("1 array of dates or times"),
                                message("%1 arrays of dates or times", groupedDigits(looked.dateArrays))));
    }
    if (looked.bytesValues != 0) {
        texts.push_back(
            message("what is in %1", counted(looked.bytesValues, phrase("1 value of bytes"),
                                             message("%1 values of bytes", groupedDigits(looked.bytesValues)))));
    }
    if (looked.unnamedRecords != 0) {
        texts.push_back(message("%1 in which no tensor lies", records(looked.unnamedRecords)));
    }
    if (looked.unreachedBytes != 0) {
        texts.push_back(message("%1 of storages that no tensor reaches", humanBytes(looked.unreachedBytes)));
    }
    return texts;
}

Message verdictText(const GateReport& report)
{
    const auto number = [&](const auto& isOne) {
        return static_cast<std::uint64_t>(std::ranges::count_if(report.findings, isOne));
    };
    Message text;
    if (const auto errors = number([](const Finding& finding) { return finding.shuts(Severity::Error); })) {
        text = counted(errors, phrase("1 error"), message("%1 errors", groupedDigits(errors)));
    }
    if (const auto warnings = number([](const Finding& finding) { return finding.shuts(Severity::Warning); })) {
        text = joined(text, counted(warnings, phrase("1 warning"), message("%1 warnings", groupedDigits(warnings))));
    }
    if (text.empty()) {
        text = phrase("nothing wrong was found");
    }
    if (const auto allowed = number(&Finding::isAllowed)) {
        text = joined(text, counted(allowed, phrase("1 allowed finding"),
                                    message("%1 allowed findings", groupedDigits(allowed))));
    }
    if (const auto notes =
            number([](const Finding& finding) { return !finding.isAllowed && finding.level() == Severity::Info; })) {
        text = joined(text, counted(notes, phrase("1 note"), message("%1 notes", groupedDigits(notes))));
    }
    return text;
}

Message summaryText(const GateReport& report)
{
    Message others;
    for (const Message& other : notLookedTexts(report.looked)) {
        others = others.empty() ? other : message("%1; %2", others, other);
    }
    const Message looked = message("looked at %1: %2", lookedText(report.looked), verdictText(report));
    return others.empty() ? looked : message("%1. Not looked at: %2", looked, others);
}

} // namespace cairn::gate
