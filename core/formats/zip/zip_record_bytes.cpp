#include "core/formats/zip/zip_record_bytes.h"

#include "core/base/endian.h"
#include "core/formats/zip/zip_layout.h"

#include <algorithm>
#include <concepts>
#include <limits>

namespace cairn::formats {

namespace {

constexpr std::uint16_t kFlagUtf8 = 1U << 11;
constexpr std::uint16_t kPaddingId = 0x4246; // "FB"

template <std::unsigned_integral T>
void put(std::string& out, T value)
{
    appendLittle(out, value, sizeof(T));
}

bool saturates(std::uint64_t value)
{
    return value >= zip::kSaturated32;
}

std::uint32_t field32(std::uint64_t value)
{
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, zip::kSaturated32));
}

/// What torch's writer says: 2.0 for deflate, nothing for the rest.
std::uint16_t versionNeeded(std::uint16_t method)
{
    return method == ZipEntry::kDeflated ? 20 : 0;
}

std::uint16_t flagsFor(std::uint64_t storedBytes)
{
    return storedBytes == 0 ? kFlagUtf8 : static_cast<std::uint16_t>(kFlagUtf8 | zip::kFlagDescriptor);
}

} // namespace

Result<std::string> zipLocalHeader(const ZipRecordHead& record, std::uint64_t offset, std::uint32_t alignment,
                                   std::uint32_t behind)
{
    const bool bigSize = saturates(record.plainBytes) || saturates(record.storedBytes);
    const bool bigOffset = saturates(offset);
    std::string extra;
    if (bigSize || bigOffset) {
        put(extra, zip::kZip64ExtraId);
        put(extra, static_cast<std::uint16_t>((bigSize ? 16 : 0) + (bigOffset ? 8 : 0)));
        if (bigSize) {
            put(extra, record.plainBytes);
            put(extra, std::uint64_t{0}); // torch does not know the stored size yet
        }
        if (bigOffset) {
            put(extra, offset);
        }
    }
    constexpr std::uint64_t paddingHead = 4;
    const std::uint64_t unpadded = offset + zip::kLocalHeaderBytes + record.name.size() + extra.size() + paddingHead;
    const std::uint64_t padding = (alignment + behind - unpadded % alignment) % alignment;
    if (record.name.size() > std::numeric_limits<std::uint16_t>::max() ||
        extra.size() + paddingHead + padding > std::numeric_limits<std::uint16_t>::max()) {
        return fail(ErrorCode::Unsupported, message("the header of a record would not fit into a zip"));
    }
    put(extra, kPaddingId);
    put(extra, static_cast<std::uint16_t>(padding));
    extra.append(padding, 'Z');

    std::string header;
    put(header, zip::kLocalHeader);
    put(header, versionNeeded(record.method));
    put(header, flagsFor(record.storedBytes));
    put(header, record.method);
    put(header, std::uint32_t{0}); // time and date
    put(header, std::uint32_t{0}); // checksum and sizes follow the data
    put(header, std::uint32_t{0});
    put(header, std::uint32_t{0});
    put(header, static_cast<std::uint16_t>(record.name.size()));
    put(header, static_cast<std::uint16_t>(extra.size()));
    header += record.name;
    header += extra;
    return header;
}

std::string zipDescriptor(const ZipRecordHead& record, std::uint64_t offset, std::uint32_t crc)
{
    if (record.storedBytes == 0) {
        return {};
    }
    const bool wide = saturates(record.plainBytes) || saturates(record.storedBytes) || saturates(offset);
    std::string descriptor;
    put(descriptor, zip::kDescriptor);
    put(descriptor, crc);
    if (wide) {
        put(descriptor, record.storedBytes);
        put(descriptor, record.plainBytes);
    } else {
        put(descriptor, static_cast<std::uint32_t>(record.storedBytes));
        put(descriptor, static_cast<std::uint32_t>(record.plainBytes));
    }
    return descriptor;
}

std::string zipDirectoryEntry(const ZipRecordHead& record, std::uint64_t offset, std::uint32_t crc)
{
    std::string entry;
    std::string extra;
    for (const std::uint64_t value : {record.plainBytes, record.storedBytes, offset}) {
        if (saturates(value)) {
            put(extra, value);
        }
    }
    put(entry, zip::kDirectoryEntry);
    put(entry, std::uint16_t{0}); // made by
    put(entry, versionNeeded(record.method));
    put(entry, flagsFor(record.storedBytes));
    put(entry, record.method);
    put(entry, std::uint32_t{0}); // time and date
    put(entry, crc);
    put(entry, field32(record.storedBytes));
    put(entry, field32(record.plainBytes));
    put(entry, static_cast<std::uint16_t>(record.name.size()));
    put(entry, static_cast<std::uint16_t>(extra.empty() ? 0 : extra.size() + 4));
    put(entry, std::uint16_t{0}); // comment
    put(entry, std::uint16_t{0}); // disk
    put(entry, std::uint16_t{0}); // attributes
    put(entry, std::uint32_t{0});
    put(entry, field32(offset));
    entry += record.name;
    if (!extra.empty()) {
        put(entry, zip::kZip64ExtraId);
        put(entry, static_cast<std::uint16_t>(extra.size()));
        entry += extra;
    }
    return entry;
}

std::string zipEndRecords(std::uint64_t count, std::uint64_t directoryOffset, std::uint64_t directoryBytes,
                          std::uint64_t endOffset)
{
    const auto count16 = static_cast<std::uint16_t>(std::min<std::uint64_t>(count, zip::kSaturated16));
    std::string end;
    put(end, zip::kZip64End);
    put(end, static_cast<std::uint64_t>(zip::kZip64EndBytes - 12));
    put(end, std::uint16_t{0x031E}); // made by, as torch says
    put(end, std::uint16_t{0x002D}); // needed
    put(end, std::uint32_t{0});      // disks
    put(end, std::uint32_t{0});
    put(end, count);
    put(end, count);
    put(end, directoryBytes);
    put(end, directoryOffset);
    put(end, zip::kZip64Locator);
    put(end, std::uint32_t{0});
    put(end, endOffset);
    put(end, std::uint32_t{1});
    put(end, zip::kEnd);
    put(end, std::uint32_t{0}); // disks
    put(end, count16);
    put(end, count16);
    put(end, field32(directoryBytes));
    put(end, field32(directoryOffset));
    put(end, std::uint16_t{0}); // comment
    return end;
}

} // namespace cairn::formats
