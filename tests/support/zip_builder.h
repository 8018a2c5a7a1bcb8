#pragma once

#include "core/base/files/crc32.h"
#include "core/formats/zip/zip_layout.h"
#include "tests/support/deflate.h"
#include "tests/support/little.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::test {

/// One record to write. What is set in the optional members is written instead of the truth.
struct ZipRecord {
    std::string name;
    std::string data;
    bool deflated = false;
    bool zip64 = false; ///< sizes and offset in a zip64 block although they are small

    std::optional<std::string> packed; ///< the bytes in the file
    std::optional<std::uint32_t> crc;
    std::optional<std::uint64_t> storedBytes;
    std::optional<std::uint64_t> plainBytes;
    std::optional<std::uint64_t> headerOffset;
    std::optional<std::uint16_t> method;
    std::uint16_t flags = 0;
    std::uint32_t attributes = 0;
    std::uint16_t disk = 0;
    std::string directoryExtra; ///< after the zip64 block, if there is one
    std::string comment;

    std::optional<std::string> localName;
    std::optional<std::uint32_t> localSignature;
    std::optional<std::uint16_t> localExtraBytes;
    std::optional<std::uint32_t> localSize; ///< both sizes of the local header
};

/// A finished archive and where its parts are, for tests that damage it further.
struct BuiltZip {
    std::string bytes;
    std::vector<std::uint64_t> headerOffsets;
    std::uint64_t directoryOffset = 0;
    std::uint64_t zip64EndOffset = 0;
    std::uint64_t endOffset = 0;
};

/// Writes zips byte by byte, right ones and wrong ones.
class ZipBuilder {
public:
    bool torchLayout = false;        ///< as PyTorch does: data on multiples of 64, descriptors, empty local sizes
    bool zip64End = false;           ///< PyTorch always writes these records
    std::vector<std::size_t> listed; ///< record numbers in directory order; all of them if empty
    std::string gapBeforeDirectory;
    std::string gapBeforeEnd; ///< between the directory and the end records
    std::string gapBeforeLocator;
    std::string comment;
    std::string trailing;

    // Written into the end record, and into the zip64 one where that has such a field, instead of the truth.
    std::optional<std::uint16_t> disk;
    std::optional<std::uint16_t> count;
    std::optional<std::uint16_t> countHere;
    std::optional<std::uint32_t> directoryBytes;
    std::optional<std::uint32_t> directoryOffset;
    std::optional<std::uint16_t> commentBytes;
    std::optional<std::uint64_t> count64;
    std::optional<std::uint64_t> directoryBytes64;
    std::optional<std::uint64_t> directoryOffset64;
    std::optional<std::uint64_t> zip64EndBytes;
    std::optional<std::uint64_t> zip64EndOffset;
    std::optional<std::uint32_t> locatorDisk;

    /// The reference is good as long as the builder.
    ZipRecord& add(std::string name, std::string data = {})
    {
        ZipRecord& record = m_records.emplace_back();
        record.name = std::move(name);
        record.data = std::move(data);
        return record;
    }
    ZipRecord& addDeflated(std::string name, std::string data)
    {
        ZipRecord& record = add(std::move(name), std::move(data));
        record.deflated = true;
        return record;
    }

    [[nodiscard]] ZipRecord& record(std::size_t number) { return m_records[number]; }

    [[nodiscard]] BuiltZip build() const
    {
        BuiltZip zip;
        std::vector<std::string> entries;
        for (const ZipRecord& record : m_records) {
            zip.headerOffsets.push_back(zip.bytes.size());
            entries.push_back(writeRecord(zip.bytes, record));
        }
        zip.bytes += gapBeforeDirectory;
        zip.directoryOffset = zip.bytes.size();
        if (listed.empty()) {
            for (const std::string& entry : entries) {
                zip.bytes += entry;
            }
        }
        for (const std::size_t number : listed) {
            zip.bytes += entries[number];
        }
        writeEnd(zip);
        return zip;
    }

    static void put(std::string& out, std::uint64_t value, int bytes) { out += little(value, bytes); }

private:
    [[nodiscard]] static std::string extraBlock(std::uint16_t id, const std::string& data)
    {
        std::string block;
        put(block, id, 2);
        put(block, data.size(), 2);
        return block + data;
    }

    /// Appends the local header and the data; gives the directory entry.
    [[nodiscard]] std::string writeRecord(std::string& out, const ZipRecord& record) const
    {
        const std::uint64_t offset = out.size();
        const std::string packed = record.packed     ? *record.packed
                                   : record.deflated ? deflateRaw(record.data)
                                                     : record.data;
        const std::uint32_t crc = record.crc.value_or(crc32(std::as_bytes(std::span(record.data))));
        const std::uint64_t storedBytes = record.storedBytes.value_or(packed.size());
        const std::uint64_t plainBytes = record.plainBytes.value_or(record.data.size());
        const std::uint16_t method = record.method.value_or(record.deflated ? 8 : 0);
        const bool descriptor = torchLayout && !record.data.empty();
        const auto flags = static_cast<std::uint16_t>(record.flags | (torchLayout ? 0x0800 : 0) | (descriptor ? 8 : 0));
        const std::string localName = record.localName.value_or(record.name);

        std::string localExtra;
        if (torchLayout) {
            const std::size_t base = offset + formats::zip::kLocalHeaderBytes + localName.size() + 4;
            localExtra = extraBlock(0x4246, std::string((64 - base % 64) % 64, 'Z'));
        }
        put(out, record.localSignature.value_or(formats::zip::kLocalHeader), 4);
        put(out, 20, 2);
        put(out, flags, 2);
        put(out, method, 2);
        put(out, 0, 4); // time and date
        put(out, descriptor ? 0 : crc, 4);
        put(out, record.localSize.value_or(descriptor ? 0 : static_cast<std::uint32_t>(storedBytes)), 4);
        put(out, record.localSize.value_or(descriptor ? 0 : static_cast<std::uint32_t>(plainBytes)), 4);
        put(out, localName.size(), 2);
        put(out, record.localExtraBytes.value_or(static_cast<std::uint16_t>(localExtra.size())), 2);
        out += localName + localExtra + packed;
        if (descriptor) {
            put(out, 0x08074B50, 4);
            put(out, crc, 4);
            put(out, storedBytes, 4);
            put(out, plainBytes, 4);
        }

        const auto narrow = [&](std::uint64_t value) { return record.zip64 ? formats::zip::kSaturated32 : value; };
        const std::uint64_t headerOffset = record.headerOffset.value_or(offset);
        std::string zip64;
        if (record.zip64) {
            put(zip64, plainBytes, 8);
            put(zip64, storedBytes, 8);
            put(zip64, headerOffset, 8);
            zip64 = extraBlock(formats::zip::kZip64ExtraId, zip64);
        }
        const std::string extra = zip64 + record.directoryExtra;
        std::string entry;
        put(entry, formats::zip::kDirectoryEntry, 4);
        put(entry, 20, 2);
        put(entry, 20, 2);
        put(entry, flags, 2);
        put(entry, method, 2);
        put(entry, 0, 4);
        put(entry, crc, 4);
        put(entry, narrow(storedBytes), 4);
        put(entry, narrow(plainBytes), 4);
        put(entry, record.name.size(), 2);
        put(entry, extra.size(), 2);
        put(entry, record.comment.size(), 2);
        put(entry, record.disk, 2);
        put(entry, 0, 2);
        put(entry, record.attributes, 4);
        put(entry, narrow(headerOffset), 4);
        return entry + record.name + extra + record.comment;
    }

    void writeEnd(BuiltZip& zip) const
    {
        std::string& out = zip.bytes;
        const std::uint64_t size = out.size() - zip.directoryOffset;
        const std::uint64_t entries = listed.empty() ? m_records.size() : listed.size();
        out += gapBeforeEnd;
        if (zip64End) {
            zip.zip64EndOffset = out.size();
            put(out, formats::zip::kZip64End, 4);
            put(out, zip64EndBytes.value_or(44), 8);
            put(out, 0x031E, 2);
            put(out, 45, 2);
            put(out, disk.value_or(0), 4);
            put(out, disk.value_or(0), 4);
            put(out, count64.value_or(entries), 8);
            put(out, count64.value_or(entries), 8);
            put(out, directoryBytes64.value_or(size), 8);
            put(out, directoryOffset64.value_or(zip.directoryOffset), 8);
            out += gapBeforeLocator;
            put(out, formats::zip::kZip64Locator, 4);
            put(out, locatorDisk.value_or(0), 4);
            put(out, zip64EndOffset.value_or(zip.zip64EndOffset), 8);
            put(out, 1, 4);
        }
        zip.endOffset = out.size();
        const auto shortCount = static_cast<std::uint16_t>(std::min<std::uint64_t>(entries, 0xFFFF));
        put(out, formats::zip::kEnd, 4);
        put(out, disk.value_or(0), 2);
        put(out, disk.value_or(0), 2);
        put(out, countHere.value_or(count.value_or(shortCount)), 2);
        put(out, count.value_or(shortCount), 2);
        put(out, directoryBytes.value_or(static_cast<std::uint32_t>(size)), 4);
        put(out, directoryOffset.value_or(static_cast<std::uint32_t>(zip.directoryOffset)), 4);
        put(out, commentBytes.value_or(static_cast<std::uint16_t>(comment.size())), 2);
        out += comment + trailing;
    }

    std::deque<ZipRecord> m_records;
};

} // namespace cairn::test
