#include "core/formats/zip/zip_directory_reader.h"

#include "core/base/endian.h"
#include "core/base/text/text.h"
#include "core/formats/zip/zip_errors.h"
#include "core/formats/zip/zip_extra.h"
#include "core/formats/zip/zip_layout.h"

#include <string>
#include <utility>

namespace cairn::formats {

namespace {

/// The first extra block with this id; nothing if there is none.
std::optional<std::span<const std::byte>> findExtra(std::span<const std::byte> extra, std::uint16_t wanted)
{
    std::optional<std::span<const std::byte>> found;
    zip::forEachExtra(extra, wanted, [&](std::span<const std::byte> block) { found = found.value_or(block); });
    return found;
}

/// A name without the folder around all records, which may be spelled as its writer likes; whole if there is none.
std::string_view withoutTopFolder(std::string_view name)
{
    const std::size_t slash = name.find('/');
    return slash == std::string_view::npos || slash == 0 ? name : name.substr(slash);
}

} // namespace

ZipDirectoryReader::ZipDirectoryReader(const SourcePtr& source, ZipEnd end)
    : m_end(std::move(end)), m_directoryEnd(m_end.directoryOffset + m_end.directoryBytes),
      m_window(source, m_end.directoryOffset)
{
}

std::unexpected<Error> ZipDirectoryReader::damaged(Message what) const
{
    return zip::damaged(ErrorCode::ZipDirectory, std::move(what), m_entryOffset);
}

Result<ZipDirectory> ZipDirectoryReader::read()
{
    if (m_end.entryCount) { // fits in the directory, findZipEnd() saw to it
        const std::uint64_t fixedBytes = *m_end.entryCount * zip::kDirectoryEntryBytes;
        m_directory.entries.reserve(static_cast<std::size_t>(*m_end.entryCount));
        m_directory.names.reserve(static_cast<std::size_t>(m_end.directoryBytes - fixedBytes));
    }
    const auto more = [&] {
        return m_end.entryCount ? m_directory.entries.size() < *m_end.entryCount : m_window.position() < m_directoryEnd;
    };
    while (more()) {
        CAIRN_TRY(readEntry());
    }
    m_entryOffset = m_window.position();
    if (m_entryOffset != m_directoryEnd) {
        return damaged(message("the zip counts %1 records, but its directory goes on after them",
                               std::to_string(m_directory.entries.size())));
    }
    m_directory.entries.shrink_to_fit();
    m_directory.names.shrink_to_fit();
    indexNames();
    return std::move(m_directory);
}

Result<void> ZipDirectoryReader::readEntry()
{
    m_entryOffset = m_window.position();
    const std::uint64_t room = m_directoryEnd - m_entryOffset;
    if (room < zip::kDirectoryEntryBytes) {
        return damaged(message("the directory of the zip ends in the middle of an entry"));
    }
    CAIRN_ASSIGN(head, m_window.peek(zip::kDirectoryEntryBytes));
    if (loadLittle<std::uint32_t>(head.data()) != zip::kDirectoryEntry) {
        return damaged(
            message("entry %1 of the zip's directory is not an entry", std::to_string(m_directory.entries.size())));
    }
    const std::size_t nameBytes = loadLittle<std::uint16_t>(head.data() + 28);
    const std::size_t extraBytes = loadLittle<std::uint16_t>(head.data() + 30);
    const std::size_t commentBytes = loadLittle<std::uint16_t>(head.data() + 32);
    const std::size_t entryBytes = zip::kDirectoryEntryBytes + nameBytes + extraBytes + commentBytes;
    if (room < entryBytes) {
        return damaged(message("an entry reaches past the end of the zip's directory"));
    }
    CAIRN_ASSIGN(bytes, m_window.peek(entryBytes));

    const std::byte* fixed = bytes.data();
    const std::string_view name(reinterpret_cast<const char*>(fixed + zip::kDirectoryEntryBytes), nameBytes);
    ZipEntry entry;
    entry.flags = loadLittle<std::uint16_t>(fixed + 8);
    entry.method = loadLittle<std::uint16_t>(fixed + 10);
    entry.crc = loadLittle<std::uint32_t>(fixed + 16);
    entry.storedBytes = loadLittle<std::uint32_t>(fixed + 20);
    entry.plainBytes = loadLittle<std::uint32_t>(fixed + 24);
    entry.headerOffset = loadLittle<std::uint32_t>(fixed + 42);
    entry.nameOffset = static_cast<std::uint32_t>(m_directory.names.size());
    entry.nameLength = static_cast<std::uint16_t>(nameBytes);
    const auto extra = bytes.subspan(zip::kDirectoryEntryBytes + nameBytes, extraBytes);
    CAIRN_TRY(readZip64(entry, extra, fixed));
    compareUnicodeName(name, extra);
    CAIRN_TRY(check(entry, name, loadLittle<std::uint32_t>(fixed + 38)));

    m_directory.entries.push_back(entry);
    m_directory.names.append(name);
    m_window.advance(entryBytes);
    return {};
}

/// The fields that were too small for their value, in the order in which the zip64 block holds them.
Result<void> ZipDirectoryReader::readZip64(ZipEntry& entry, std::span<const std::byte> extra, const std::byte* fixed)
{
    std::uint32_t disk = loadLittle<std::uint16_t>(fixed + 34);
    const bool wideDisk = disk == zip::kSaturated16;
    std::size_t needed = wideDisk ? 4 : 0;
    for (const std::uint64_t value : {entry.plainBytes, entry.storedBytes, entry.headerOffset}) {
        needed += value == zip::kSaturated32 ? 8 : 0;
    }
    if (needed > 0) {
        const auto block = findExtra(extra, zip::kZip64ExtraId);
        if (!block || block->size() < needed) {
            return damaged(message("an entry of the zip's directory lacks its zip64 sizes"));
        }
        const std::byte* at = block->data();
        for (std::uint64_t* value : {&entry.plainBytes, &entry.storedBytes, &entry.headerOffset}) {
            if (*value == zip::kSaturated32) {
                *value = loadLittle<std::uint64_t>(at);
                at += 8;
            }
        }
        if (wideDisk) {
            disk = loadLittle<std::uint32_t>(at);
        }
    }
    if (disk > 1) {
        return zip::splitArchive(m_entryOffset);
    }
    return {};
}

Result<void> ZipDirectoryReader::check(const ZipEntry& entry, std::string_view name, std::uint32_t attributes) const
{
    if (name.empty() || name.find('\0') != name.npos) {
        return fail(error(ErrorCode::ZipBadName, name.empty()
                                                     ? message("a record of the zip has no name")
                                                     : message("the record name %1 holds a NUL", inQuotes(name)))
                        .at(m_entryOffset)
                        .because(message("PyTorch could never find it, or would take it for another record")));
    }
    const std::uint64_t headBytes = zip::kLocalHeaderBytes + name.size();
    const std::uint64_t limit = m_end.directoryOffset;
    if (entry.headerOffset > limit || headBytes > limit - entry.headerOffset ||
        entry.storedBytes > limit - entry.headerOffset - headBytes) {
        return damaged(
            message("the record %1 (%2 bytes, header at byte %3) does not fit before the zip's directory at byte %4",
                    inQuotes(name), std::to_string(entry.storedBytes), std::to_string(entry.headerOffset),
                    std::to_string(limit)));
    }
    const bool encrypted = (entry.flags & zip::kFlagEncrypted) != 0; // adds bytes of its own
    if (entry.method == ZipEntry::kStored && !encrypted && entry.storedBytes != entry.plainBytes) {
        return damaged(message("the record %1 is stored as it is, but has two sizes: %2 and %3", inQuotes(name),
                               std::to_string(entry.storedBytes), std::to_string(entry.plainBytes)));
    }
    const bool folder = name.ends_with('/') || (attributes & zip::kDosFolder) != 0;
    if (folder && entry.plainBytes != 0) {
        return damaged(message("the record %1 is marked as a folder, but holds %2 bytes", inQuotes(name),
                               std::to_string(entry.plainBytes)));
    }
    return {};
}

/// Python's zipfile since 3.13 takes the name in such a block, and torch.export.load goes by it; PyTorch's own reader
/// does not know it.
void ZipDirectoryReader::compareUnicodeName(std::string_view name, std::span<const std::byte> extra)
{
    constexpr std::size_t beforeName = 5; // version and checksum
    zip::forEachExtra(extra, zip::kUnicodeNameExtraId, [&](std::span<const std::byte> block) {
        if (block.size() <= beforeName || !m_directory.issues.empty()) {
            return;
        }
        const std::string_view other(reinterpret_cast<const char*>(block.data()) + beforeName,
                                     block.size() - beforeName);
        if (withoutTopFolder(other) != withoutTopFolder(name)) {
            m_directory.issues.push_back(zip::ambiguous(
                message("the record %1 has a second name in Unicode, %2, which Python takes and PyTorch does not",
                        inQuotes(name), inQuotes(other)),
                std::string(name)));
        }
    });
}

void ZipDirectoryReader::indexNames()
{
    const auto nameOf = m_directory.nameById();
    m_directory.twins = m_directory.index.build(static_cast<std::uint32_t>(m_directory.entries.size()), nameOf);
    if (m_directory.twins.empty()) {
        return;
    }
    const auto [firstId, secondId] = m_directory.twins.front();
    const std::string_view first = nameOf(firstId);
    const std::string_view second = nameOf(secondId);
    Message twice = first == second ? message("the zip has the record %1 twice", inQuotes(first))
                                    : message("the zip has the record %1 twice, the other time as %2", inQuotes(first),
                                              inQuotes(second));
    if (m_directory.twins.size() != 1) {
        twice = message("%1, and more records like that", twice);
    }
    m_directory.issues.push_back(zip::ambiguous(message("%1. PyTorch does not tell upper from lower case in record "
                                                        "names, and which of the two it reads is an accident",
                                                        twice),
                                                std::string(first)));
}

} // namespace cairn::formats
