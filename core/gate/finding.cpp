#include "core/gate/finding.h"

#include "core/base/text/text.h"

#include <algorithm>

namespace cairn::gate {

bool GateReport::isOpen() const
{
    return std::ranges::none_of(findings, &Finding::shuts);
}

Message lookedText(const Looked& looked)
{
    Message text = message("the values of %1 (%2)", countOf(looked.tensors, "tensor"), humanBytes(looked.valueBytes));
    if (looked.arrays != 0) {
        text = message("the values of %1 and %2 of NumPy (%3)", countOf(looked.tensors, "tensor"),
                       countOf(looked.arrays, "array"), humanBytes(looked.valueBytes));
    }
    if (looked.numbers != 0) {
        text = message("%1, %2 beside them", text, countOf(looked.numbers, "number"));
    }
    if (looked.records != 0) {
        text = message("%1, and %2 compared with their checksums (%3)", text, countOf(looked.records, "record"),
                       humanBytes(looked.recordBytes));
    }
    if (looked.hubFiles != 0) {
        text =
            message("%1, and %2 compared with the sum that the Hub has of it", text, countOf(looked.hubFiles, "file"));
    }
    return text;
}

std::vector<Message> notLookedTexts(const Looked& looked)
{
    std::vector<Message> texts;
    if (looked.filesWithoutChecksums != 0 && looked.hubFiles < looked.filesWithoutChecksums) {
        texts.push_back(message("%1 without checksums: changed values would not show",
                                countOf(looked.filesWithoutChecksums - looked.hubFiles, "file")));
    }
    if (looked.recordsWithoutChecksum != 0) {
        texts.push_back(message("%1 without a checksum: changed values would not show",
                                countOf(looked.recordsWithoutChecksum, "record")));
    }
    if (looked.notDecoded != 0) {
        texts.push_back(message("the numbers of %1, of a kind that is not read", countOf(looked.notDecoded, "tensor")));
    }
    if (looked.bytesValues != 0) {
        texts.push_back(message("what is in %1", countOf(looked.bytesValues, "value of bytes", "values of bytes")));
    }
    if (looked.unnamedRecords != 0) {
        texts.push_back(message("%1 in which no tensor lies", countOf(looked.unnamedRecords, "record")));
    }
    if (looked.unreachedBytes != 0) {
        texts.push_back(message("%1 of storages that no tensor reaches", humanBytes(looked.unreachedBytes)));
    }
    return texts;
}

} // namespace cairn::gate
