#include "core/formats/zip_local_headers.h"

#include "core/base/endian.h"
#include "core/base/text.h"
#include "core/formats/zip_errors.h"
#include "core/formats/zip_layout.h"

#include <algorithm>
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

/// `header` holds headEnd() bytes. Of all it says, only the length of its extra field is taken.
Result<void> locate(ZipEntry& entry, std::string_view name, const std::byte* header, std::uint64_t directoryOffset)
{
    if (loadLittle<std::uint32_t>(header) != zip::kLocalHeader) {
        return zip::damaged(ErrorCode::ZipHeaderMismatch,
                            "the record " + quoted(name) + " has no header where the zip's directory says",
                            entry.headerOffset);
    }
    if (loadLittle<std::uint16_t>(header + 26) != name.size() ||
        std::memcmp(header + zip::kLocalHeaderBytes, name.data(), name.size()) != 0) {
        return zip::damaged(ErrorCode::ZipHeaderMismatch,
                            "the record " + quoted(name) + " bears another name in its own header", entry.headerOffset);
    }
    entry.dataOffset = headEnd(entry) + loadLittle<std::uint16_t>(header + 28);
    if (entry.dataOffset > directoryOffset || entry.storedBytes > directoryOffset - entry.dataOffset) {
        return zip::damaged(ErrorCode::ZipOverlap, "the record " + quoted(name) + " runs into the zip's directory",
                            entry.headerOffset);
    }
    return {};
}

} // namespace

Result<void> locateZipData(const ByteSource& source, ZipDirectory& directory, std::uint64_t directoryOffset)
{
    const std::size_t count = directory.entries.size();
    const std::vector<std::uint32_t> order = fileOrder(directory.entries);
    const auto entryAt = [&](std::size_t i) -> ZipEntry& { return directory.entries[order.empty() ? i : order[i]]; };

    Bytes buffer;
    std::uint64_t previousEnd = 0;
    for (std::size_t first = 0; first < count;) {
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
            CAIRN_TRY(locate(entry, name, buffer.data() + (entry.headerOffset - begin), directoryOffset));
            if (entry.headerOffset < previousEnd) {
                const std::string_view other = directory.name(entryAt(first - 1));
                return zip::damaged(ErrorCode::ZipOverlap,
                                    "the records " + quoted(other) + " and " + quoted(name) +
                                        " share bytes of the file",
                                    entry.headerOffset);
            }
            previousEnd = entry.dataOffset + entry.storedBytes;
        }
    }
    return {};
}

} // namespace cairn::formats
