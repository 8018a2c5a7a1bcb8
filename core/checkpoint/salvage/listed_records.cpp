#include "core/checkpoint/salvage/listed_records.h"

#include "core/base/files/crc32.h"
#include "core/base/progress.h"
#include "core/formats/zip/zip_directory_reader.h"
#include "core/formats/zip/zip_end.h"
#include "core/formats/zip/zip_layout.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace cairn::checkpoint {

using formats::WalkedRecord;
using formats::ZipEntry;

namespace {

/// How often each byte of the file may be read for checksums: entries of the directory can lie over each other.
constexpr std::uint64_t kMostReads = 8;

/// What can lie between a record and the next: nothing, or its checksum and sizes.
constexpr std::array<std::uint64_t, 3> kDescriptorBytes = {16, 24, 0};

void tell(WalkedRecord& record, const ZipEntry& entry, std::uint64_t dataOffset)
{
    record.dataOffset = dataOffset;
    record.storedBytes = entry.storedBytes;
    record.plainBytes = entry.plainBytes;
    record.crc = entry.crc;
    record.method = entry.method;
    record.isCut = false;
}

} // namespace

ListedRecords::ListedRecords(SourcePtr source, std::uint64_t end, Progress* progress)
    : m_source(std::move(source)), m_progress(progress), m_left(kMostReads * m_source->sizeBytes())
{
    auto found = formats::findZipEnd(*m_source);
    m_endOfRecords = found ? std::min(end, found->directoryOffset) : end;
    auto directory = found ? formats::ZipDirectoryReader(m_source, std::move(*found)).read()
                           : Result<formats::ZipDirectory>(fail(std::move(found).error()));
    if (!directory) {
        return;
    }
    m_directory = std::move(*directory);
    for (std::size_t i = 0; i < m_directory.entries.size(); ++i) {
        m_headers.push_back(m_directory.entries[i].headerOffset);
        m_notFound.emplace(m_headers.back(), i);
    }
    std::ranges::sort(m_headers);
    m_areTwins.resize(m_directory.entries.size());
    for (const auto& [first, second] : m_directory.twins) {
        m_areTwins[first] = m_areTwins[second] = true;
    }
}

std::string_view ListedRecords::nameOf(const ZipEntry& entry) const
{
    const std::string_view name = m_directory.name(entry);
    return name.substr(name.find('/') + 1);
}

std::uint64_t ListedRecords::endBehind(const ZipEntry& entry) const
{
    const auto next = std::ranges::upper_bound(m_headers, entry.headerOffset);
    return next == m_headers.end() ? m_endOfRecords : std::min(m_endOfRecords, *next);
}

Result<bool> ListedRecords::hasChecksum(std::uint64_t offset, std::uint64_t bytes, std::uint32_t crc)
{
    const std::uint64_t size = m_source->sizeBytes();
    if (crc == 0 || offset > size || bytes > size - offset || bytes > m_left) {
        return false;
    }
    m_left -= bytes;
    CAIRN_ASSIGN(range, SliceSource::make(m_source, offset, bytes));
    CAIRN_ASSIGN(found, crc32Of(*range, [&](std::span<const std::byte>) { return checkStop(m_progress); }));
    return found == crc;
}

Result<std::optional<std::uint64_t>> ListedRecords::provenPlace(const ZipEntry& entry, std::uint64_t own)
{
    std::vector<std::uint64_t> places;
    const std::uint64_t end = endBehind(entry);
    for (const std::uint64_t descriptor : kDescriptorBytes) {
        if (entry.storedBytes <= end && descriptor <= end - entry.storedBytes) {
            places.push_back(end - entry.storedBytes - descriptor);
        }
    }
    places.push_back(own);
    for (const std::uint64_t place : places) {
        if (entry.method != ZipEntry::kStored || place < entry.headerOffset + formats::zip::kLocalHeaderBytes) {
            continue;
        }
        CAIRN_ASSIGN(isProven, hasChecksum(place, entry.storedBytes, entry.crc));
        if (isProven) {
            return std::optional(place);
        }
    }
    return std::optional<std::uint64_t>();
}

std::optional<std::size_t> ListedRecords::take(const WalkedRecord& record)
{
    const auto [begin, end] = m_notFound.equal_range(record.headerOffset);
    auto place = std::find_if(
        begin, end, [&](const auto& listed) { return nameOf(m_directory.entries[listed.second]) == record.name; });
    if (place == end && std::distance(begin, end) == 1) {
        place = begin;
    }
    if (place == end) {
        return std::nullopt;
    }
    const std::size_t index = place->second;
    m_notFound.erase(place);
    return index;
}

Result<bool> ListedRecords::complete(WalkedRecord& record, const IsMeant& isMeant)
{
    const auto index = take(record);
    CAIRN_ASSIGN(isListed, index ? tellRight(record, *index, isMeant) : Result<bool>(false));
    m_found.insert(record.dataOffset);
    return isListed;
}

Result<bool> ListedRecords::tellRight(WalkedRecord& record, std::size_t index, const IsMeant& isMeant)
{
    const ZipEntry& entry = m_directory.entries[index];
    const std::string_view name = nameOf(entry);
    if (name != record.name) {
        if (isMeant(name) && !m_areTwins[index]) { // a damaged name can be one that another record has
            record.name = name;
        } else if (!isMeant(record.name)) {
            return false; // nothing tells which of them is right
        }
    }
    const std::uint64_t end = endBehind(entry);
    const bool fits = record.dataOffset <= end && entry.storedBytes <= end - record.dataOffset;
    const bool isExact = fits && std::ranges::find(kDescriptorBytes, end - record.dataOffset - entry.storedBytes) !=
                                     kDescriptorBytes.end();
    const bool isSame = record.crc == entry.crc && record.storedBytes == entry.storedBytes;
    if (isExact && isSame && record.method == entry.method) {
        tell(record, entry, record.dataOffset);
        return true;
    }
    CAIRN_ASSIGN(proven, provenPlace(entry, record.dataOffset));
    if (proven) {
        tell(record, entry, *proven);
        return true;
    }
    const bool isStored = record.method == ZipEntry::kStored && !record.isCut;
    CAIRN_ASSIGN(isRightItself,
                 isStored ? hasChecksum(record.dataOffset, record.storedBytes, record.crc) : Result<bool>(false));
    if (!isRightItself) {
        if (!fits || record.method != entry.method) {
            return false;
        }
        tell(record, entry, record.dataOffset);
    }
    return true;
}

Result<std::vector<WalkedRecord>> ListedRecords::others()
{
    std::vector<WalkedRecord> found;
    for (const auto& [header, index] : m_notFound) {
        const ZipEntry& entry = m_directory.entries[index];
        CAIRN_ASSIGN(place, provenPlace(entry, header + formats::zip::kLocalHeaderBytes + entry.nameLength));
        if (place && !m_found.contains(*place)) {
            tell(found.emplace_back(WalkedRecord{.name = std::string(nameOf(entry)), .headerOffset = header}), entry,
                 *place);
        }
    }
    m_notFound.clear();
    return found;
}

} // namespace cairn::checkpoint
