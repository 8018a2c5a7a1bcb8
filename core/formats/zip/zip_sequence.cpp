#include "core/formats/zip/zip_sequence.h"

#include "core/base/endian.h"
#include "core/formats/zip/zip_layout.h"

#include <algorithm>
#include <array>

namespace cairn::formats {

Result<bool> startsZip(const ByteSource& source, std::uint64_t offset)
{
    std::array<std::byte, sizeof(zip::kLocalHeader)> head{};
    CAIRN_TRY(source.readAt(offset, head));
    return loadLittle<std::uint32_t>(head.data()) == zip::kLocalHeader;
}

Result<std::vector<SourcePtr>> splitZipSequence(const SourcePtr& source)
{
    // Backwards: torch always writes a zip64 locator, whose offset counts from the start of its own zip.
    constexpr std::uint64_t tailBytes = zip::kZip64EndBytes + zip::kZip64LocatorBytes + zip::kEndBytes;
    std::vector<SourcePtr> zips;
    std::uint64_t end = source->sizeBytes();
    while (end >= tailBytes) {
        std::array<std::byte, tailBytes> tail{};
        CAIRN_TRY(source->readAt(end - tailBytes, tail));
        const std::byte* locator = tail.data() + zip::kZip64EndBytes;
        const std::byte* last = locator + zip::kZip64LocatorBytes;
        const bool isTorchEnd = loadLittle<std::uint32_t>(tail.data()) == zip::kZip64End &&
                                loadLittle<std::uint32_t>(locator) == zip::kZip64Locator &&
                                loadLittle<std::uint32_t>(last) == zip::kEnd;
        const auto endOffset = loadLittle<std::uint64_t>(locator + 8);
        if (!isTorchEnd || endOffset > end - tailBytes) {
            return std::vector<SourcePtr>{};
        }
        const std::uint64_t begin = end - tailBytes - endOffset;
        CAIRN_ASSIGN(slice, SliceSource::make(source, begin, end - begin));
        zips.push_back(slice);
        end = begin;
    }
    if (end != 0) {
        return std::vector<SourcePtr>{};
    }
    std::ranges::reverse(zips);
    return zips;
}

} // namespace cairn::formats
