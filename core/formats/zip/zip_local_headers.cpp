#include "core/formats/zip/zip_local_headers.h"

#include "core/base/endian.h"
#include "core/base/text/text.h"
#include "core/formats/zip/zip_errors.h"
#include "core/formats/zip/zip_layout.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::formats {

namespace {

constexpr std::uint64_t kCloseBytes = 8 * 1024;   // reading over such a gap is cheaper than another call
constexpr std::uint64_t kBatchBytes = 256 * 1024; // one read; more than the largest header
constexpr std::uint64_t kNearBytes = 64 * 1024;   // from either end of a file, which are read in any case

std::uint64_t headEnd(const ZipEntry& entry)
{
    return entry.headerOffset + zip::kLocalHeaderBytes + entry.nameLength;
}

/// Entry numbers by position in the file; empty if they are in that order already, as PyTorch writes them.
std::vector<std::uint32_t> fileOrder(const LargeVector<ZipEntry>& entries)
{
    const auto before = [](const ZipEntry& a, const ZipEntry& b) { return a.headerOffset < b.headerOffset; };
    if (std::ranges::is_sorted(entries, before)) {
        return {};
    }
    std::vector<std::uint32_t> order(entries.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return before(entries[a], entries[b]); });
    return order;
}

/// `header` holds headEnd() bytes. Of all it says, only where the data begins is taken, as by PyTorch. Whether the
/// header bears the same name as the directory comes back.
Result<bool> locate(ZipEntry& entry, std::string_view name, const std::byte* header, std::uint64_t directoryOffset)
{
    if (loadLittle<std::uint32_t>(header) != zip::kLocalHeader) {
        return zip::damaged(ErrorCode::ZipHeaderMismatch,
                            message("the record %1 has no header where the zip's directory says", inQuotes(name)),
                            entry.headerOffset);
    }
    const auto nameBytes = loadLittle<std::uint16_t>(header + 26);
    const bool isSame =
        nameBytes == name.size() && std::memcmp(header + zip::kLocalHeaderBytes, name.data(), name.size()) == 0;
    entry.dataOffset = entry.headerOffset + zip::kLocalHeaderBytes + nameBytes + loadLittle<std::uint16_t>(header + 28);
    if (entry.dataOffset > directoryOffset || entry.storedBytes > directoryOffset - entry.dataOffset) {
        return zip::damaged(ErrorCode::ZipOverlap,
                            message("the record %1 runs into the zip's directory", inQuotes(name)), entry.headerOffset);
    }
    return isSame;
}

/// Whether an archive that begins with the file ends in this piece of it: its end record says where its directory is,
/// which lies in front of the record. That of an archive inside a pickle says something else.
bool endsAnArchive(std::string_view piece, std::uint64_t offset)
{
    constexpr std::string_view signature = "PK\5\6";
    constexpr std::size_t sizeAt = 12;
    constexpr std::size_t offsetAt = 16;
    for (auto at = piece.find(signature); at != std::string_view::npos; at = piece.find(signature, at + 1)) {
        if (piece.size() - at < zip::kEndBytes) {
            break;
        }
        const auto number = [&](std::size_t field) {
            return std::uint64_t{
                loadLittle<std::uint32_t>(reinterpret_cast<const std::byte*>(piece.data()) + at + field)};
        };
        if (number(offsetAt) + number(sizeAt) == offset + at) {
            return true;
        }
    }
    return false;
}

/// A whole archive in front of the records: programs that read a zip from its start take that one. Records alone may
/// stand there, for a change in place leaves the old one where it was.
Result<void> reportHiddenArchive(const ByteSource& source, ZipDirectory& directory, std::uint64_t firstRecord)
{
    constexpr std::uint64_t blockBytes = 256 * 1024;
    for (std::uint64_t at = 0; at < firstRecord; at += blockBytes) {
        const std::uint64_t bytes = std::min<std::uint64_t>(blockBytes + zip::kEndBytes - 1, firstRecord - at);
        CAIRN_ASSIGN(block, source.readBytes(at, bytes));
        if (endsAnArchive({reinterpret_cast<const char*>(block.data()), block.size()}, at)) {
            directory.issues.push_back(zip::ambiguous(
                message("the file begins with another zip. PyTorch does not see it, other programs do")));
            return {};
        }
    }
    return {};
}

} // namespace

Result<std::vector<UnreadHeader>> locateZipData(const ByteSource& source, ZipDirectory& directory,
                                                std::uint64_t directoryOffset)
{
    const std::size_t count = directory.entries.size();
    const std::vector<std::uint32_t> order = fileOrder(directory.entries);
    const auto entryAt = [&](std::size_t i) -> ZipEntry& { return directory.entries[order.empty() ? i : order[i]]; };

    Bytes buffer;
    std::uint64_t previousEnd = 0;
    std::size_t otherNames = 0;
    std::string_view example;
    std::vector<UnreadHeader> unread;
    const auto expect = [&](std::size_t i) {
        ZipEntry& entry = entryAt(i);
        const std::uint64_t next = i + 1 < count ? entryAt(i + 1).headerOffset : directoryOffset;
        const bool isNear = entry.headerOffset < kNearBytes || directoryOffset - entry.headerOffset < kNearBytes;
        const auto data = isNear || !source.isFarAway() ? std::nullopt : expectedDataOffset(entry, next);
        if (data) {
            entry.dataOffset = *data;
            unread.push_back({.name = std::string(directory.name(entry)),
                              .headerOffset = entry.headerOffset,
                              .dataOffset = *data,
                              .dataEnd = *data + entry.storedBytes});
            previousEnd = unread.back().dataEnd;
        }
        return data.has_value();
    };
    for (std::size_t first = 0; first < count;) {
        if (entryAt(first).headerOffset >= previousEnd && expect(first)) {
            ++first;
            continue;
        }
        const std::uint64_t begin = entryAt(first).headerOffset;
        std::uint64_t end = headEnd(entryAt(first));
        std::size_t next = first + 1;
        for (; next < count; ++next) {
            const ZipEntry& entry = entryAt(next);
            if (entry.headerOffset < end || entry.headerOffset - end > kCloseBytes ||
                headEnd(entry) - begin > kBatchBytes) {
                break; // an overlap shows when this entry leads the next batch
            }
            end = headEnd(entry);
        }
        const auto bytes = static_cast<std::size_t>(end - begin);
        if (buffer.size() < bytes) {
            buffer.resize(bytes);
        }
        CAIRN_TRY(source.readAt(begin, std::span(buffer).first(bytes)));

        for (; first < next; ++first) {
            ZipEntry& entry = entryAt(first);
            const std::string_view name = directory.name(entry);
            CAIRN_ASSIGN(isSame, locate(entry, name, buffer.data() + (entry.headerOffset - begin), directoryOffset));
            if (!isSame && otherNames++ == 0) {
                example = name;
            }
            if (entry.headerOffset < previousEnd) {
                const std::string_view other = directory.name(entryAt(first - 1));
                return zip::damaged(
                    ErrorCode::ZipOverlap,
                    message("the records %1 and %2 share bytes of the file", inQuotes(other), inQuotes(name)),
                    entry.headerOffset);
            }
            previousEnd = entry.dataOffset + entry.storedBytes;
        }
    }
    if (otherNames > 0) {
        directory.hasOtherNames = true;
        Message others = message("the record %1 bears another name in its own header", inQuotes(example));
        if (otherNames > 1) {
            others = message("%1, and %2 more do", others, groupedDigits(otherNames - 1));
        }
        directory.issues.push_back(zip::ambiguous(
            message("%1. PyTorch goes by the directory, other programs by the headers", others), std::string(example)));
    }
    if (!unread.empty()) {
        directory.issues.push_back(
            {.code = ErrorCode::ZipHeaderMismatch,
             .severity = Severity::Info,
             .message = message("the headers of %1 are read when the record is", countOf(unread.size(), "record")),
             .path = {}});
    }
    CAIRN_TRY(reportHiddenArchive(source, directory, count == 0 ? directoryOffset : entryAt(0).headerOffset));
    return unread;
}

} // namespace cairn::formats
