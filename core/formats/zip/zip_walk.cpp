#include "core/formats/zip/zip_walk.h"

#include "core/base/endian.h"
#include "core/base/files/byte_blocks.h"
#include "core/base/platform/find_bytes.h"
#include "core/base/progress.h"
#include "core/formats/zip/zip_entry.h"
#include "core/formats/zip/zip_extra.h"
#include "core/formats/zip/zip_layout.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace cairn::formats {

namespace {

constexpr std::size_t kLongestName = 4096;
constexpr std::size_t kShortDescriptorBytes = 16;
constexpr std::size_t kLongDescriptorBytes = 24;

std::array<std::byte, 4> signatureBytes(std::uint32_t signature)
{
    std::array<std::byte, 4> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>(signature >> (8 * i));
    }
    return bytes;
}

/// The folder of a name, with its slash.
std::string_view folderOf(std::string_view name)
{
    return name.substr(0, name.find('/') + 1);
}

/// Sizes that the fields of a header have no room for: the plain one first.
void readZip64(std::span<const std::byte> extra, std::uint64_t& plain, std::uint64_t& stored)
{
    zip::forEachExtra(extra, zip::kZip64ExtraId, [&](std::span<const std::byte> values) {
        for (std::uint64_t* size : {&plain, &stored}) {
            if (*size == zip::kSaturated32 && values.size() >= sizeof(std::uint64_t)) {
                *size = loadLittle<std::uint64_t>(values.data());
                values = values.subspan(sizeof(std::uint64_t));
            }
        }
    });
}

} // namespace

struct ZipWalker::Header {
    std::string name;
    std::uint64_t dataOffset = 0;
    std::uint64_t storedBytes = 0;
    std::uint64_t plainBytes = 0;
    std::uint32_t crc = 0;
    std::uint16_t method = 0;
    bool hasSizes = false;
};

ZipWalker::ZipWalker(SourcePtr source, std::uint64_t end, Progress* progress)
    : m_source(std::move(source)), m_end(std::min(end, m_source->sizeBytes())), m_progress(progress)
{
}

Result<bool> ZipWalker::isAt(std::uint32_t signature, std::uint64_t offset) const
{
    std::array<std::byte, 4> found{};
    if (offset > m_end || m_end - offset < found.size()) {
        return false;
    }
    CAIRN_TRY(m_source->readAt(offset, found));
    return found == signatureBytes(signature);
}

Result<std::optional<ZipWalker::Header>> ZipWalker::headerAt(std::uint64_t offset) const
{
    CAIRN_ASSIGN(isHeader, isAt(zip::kLocalHeader, offset));
    if (!isHeader || m_end - offset < zip::kLocalHeaderBytes) {
        return std::optional<Header>();
    }
    std::array<std::byte, zip::kLocalHeaderBytes> fixed{};
    CAIRN_TRY(m_source->readAt(offset, fixed));
    const auto flags = loadLittle<std::uint16_t>(fixed.data() + 6);
    const auto method = loadLittle<std::uint16_t>(fixed.data() + 8);
    const std::size_t nameBytes = loadLittle<std::uint16_t>(fixed.data() + 26);
    const std::size_t extraBytes = loadLittle<std::uint16_t>(fixed.data() + 28);
    const std::uint64_t left = m_end - offset - fixed.size();
    if ((method != ZipEntry::kStored && method != ZipEntry::kDeflated) || (flags & zip::kFlagsOfEncryption) != 0 ||
        nameBytes == 0 || nameBytes > kLongestName || nameBytes + extraBytes > left) {
        return std::optional<Header>();
    }
    CAIRN_ASSIGN(rest, m_source->readBytes(offset + fixed.size(), nameBytes + extraBytes));
    Header header;
    header.name.assign(reinterpret_cast<const char*>(rest.data()), nameBytes);
    header.dataOffset = offset + fixed.size() + rest.size();
    header.method = method;
    header.crc = loadLittle<std::uint32_t>(fixed.data() + 14);
    header.storedBytes = loadLittle<std::uint32_t>(fixed.data() + 18);
    header.plainBytes = loadLittle<std::uint32_t>(fixed.data() + 22);
    // Without the flag torch has written an empty record; other writers state the sizes.
    header.hasSizes = (flags & zip::kFlagDescriptor) == 0;
    if (header.hasSizes) {
        readZip64(std::span<const std::byte>(rest).subspan(nameBytes), header.plainBytes, header.storedBytes);
    }
    return header.name.find('\0') == std::string::npos ? std::optional(std::move(header)) : std::optional<Header>();
}

Result<std::optional<ZipWalker::Descriptor>> ZipWalker::descriptorAt(std::uint64_t offset,
                                                                     std::uint64_t dataBytes) const
{
    CAIRN_ASSIGN(isDescriptor, isAt(zip::kDescriptor, offset));
    if (!isDescriptor || m_end - offset < kShortDescriptorBytes) {
        return std::optional<Descriptor>();
    }
    std::array<std::byte, kLongDescriptorBytes> bytes{};
    const std::size_t count = m_end - offset < kLongDescriptorBytes ? kShortDescriptorBytes : kLongDescriptorBytes;
    CAIRN_TRY(m_source->readAt(offset, std::span(bytes).first(count)));
    const auto crc = loadLittle<std::uint32_t>(bytes.data() + 4);
    if (count == kLongDescriptorBytes && loadLittle<std::uint64_t>(bytes.data() + 8) == dataBytes) {
        return Descriptor{loadLittle<std::uint64_t>(bytes.data() + 16), crc, kLongDescriptorBytes};
    }
    if (loadLittle<std::uint32_t>(bytes.data() + 8) == dataBytes) {
        return Descriptor{loadLittle<std::uint32_t>(bytes.data() + 12), crc, kShortDescriptorBytes};
    }
    return std::optional<Descriptor>();
}

template <typename Fits>
Result<std::optional<std::uint64_t>> ZipWalker::find(std::uint32_t signature, std::uint64_t from,
                                                     const Fits& fits) const
{
    constexpr std::uint64_t blockBytes = std::uint64_t{1} << 20;
    const auto wanted = signatureBytes(signature);
    while (from < m_end && m_end - from >= wanted.size()) {
        CAIRN_TRY(checkStop(m_progress));
        CAIRN_ASSIGN(block, m_source->readBytes(from, std::min(blockBytes, m_end - from)));
        const std::byte* place = block.data();
        const std::byte* const end = block.data() + block.size();
        while (true) {
            place = platform::findBytes(std::span(place, end), std::as_bytes(std::span(wanted)));
            if (place == nullptr) {
                break;
            }
            const std::uint64_t at = from + static_cast<std::uint64_t>(place - block.data());
            CAIRN_ASSIGN(isIt, fits(at));
            if (isIt) {
                return std::optional(at);
            }
            ++place;
        }
        from += block.size() - (wanted.size() - 1); // one may begin in this block and end in the next
    }
    return std::optional<std::uint64_t>();
}

/// Numbers of a tensor can look like a header; those of the same archive have its folder in their names.
Result<std::optional<std::uint64_t>> ZipWalker::findHeader(std::uint64_t from) const
{
    return find(zip::kLocalHeader, from, [this](std::uint64_t at) -> Result<bool> {
        CAIRN_ASSIGN(header, headerAt(at));
        return header && (m_folder.empty() || folderOf(header->name) == m_folder);
    });
}

Result<bool> ZipWalker::mayEndAt(std::uint64_t dataEnd) const
{
    if (m_end - dataEnd < kLongDescriptorBytes + zip::kLocalHeaderBytes) {
        return true;
    }
    for (const std::uint64_t descriptor : {std::uint64_t{12}, std::uint64_t{kShortDescriptorBytes}, std::uint64_t{20},
                                           std::uint64_t{kLongDescriptorBytes}}) {
        for (const std::uint32_t behind : {zip::kLocalHeader, zip::kDirectoryEntry}) {
            CAIRN_ASSIGN(isBehind, isAt(behind, dataEnd + descriptor));
            if (isBehind) {
                return true;
            }
        }
    }
    return false;
}

Result<bool> ZipWalker::isCutOffAt(std::uint64_t offset) const
{
    const std::uint64_t left = m_end - offset;
    std::array<std::byte, zip::kLocalHeaderBytes> bytes{};
    const auto head = std::span(bytes).first(static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size())));
    CAIRN_TRY(m_source->readAt(offset, head));
    const auto begins = [&](std::uint32_t signature) {
        const auto wanted = signatureBytes(signature);
        const std::size_t count = std::min(head.size(), wanted.size());
        return areSameBytes(head.first(count), std::span(wanted).first(count));
    };
    if (begins(zip::kDescriptor)) {
        return left < kLongDescriptorBytes;
    }
    const std::uint64_t headerBytes = zip::kLocalHeaderBytes + loadLittle<std::uint16_t>(bytes.data() + 26) +
                                      loadLittle<std::uint16_t>(bytes.data() + 28);
    return begins(zip::kLocalHeader) && (left < zip::kLocalHeaderBytes || left < headerBytes);
}

Result<WalkedRecord> ZipWalker::recordOf(std::uint64_t offset, const Header& header, const SizeOf& sizeOf)
{
    WalkedRecord record{.name = header.name.substr(folderOf(header.name).size()),
                        .headerOffset = offset,
                        .dataOffset = header.dataOffset,
                        .storedBytes = header.storedBytes,
                        .plainBytes = header.plainBytes,
                        .crc = header.crc,
                        .method = header.method,
                        .isCut = false};
    const std::uint64_t left = m_end - header.dataOffset;
    if (header.hasSizes) {
        record.isCut = record.storedBytes > left;
        record.storedBytes = std::min(record.storedBytes, left);
        m_at = header.dataOffset + record.storedBytes;
        return record;
    }
    record.crc = 0;
    std::optional<std::uint64_t> size = header.method == ZipEntry::kStored ? sizeOf(record.name) : std::nullopt;
    if (!size) {
        CAIRN_ASSIGN(end, find(zip::kDescriptor, header.dataOffset, [&](std::uint64_t at) -> Result<bool> {
                         CAIRN_ASSIGN(descriptor, descriptorAt(at, at - header.dataOffset));
                         return descriptor.has_value();
                     }));
        if (!end) { // up to the next record, or to where the bytes end
            CAIRN_ASSIGN(next, findHeader(header.dataOffset));
            record.isCut = true;
            record.isOdd = next.has_value();
            record.storedBytes = next.value_or(m_end) - header.dataOffset;
            record.plainBytes = record.storedBytes;
            m_at = header.dataOffset + record.storedBytes;
            return record;
        }
        size = *end - header.dataOffset;
    }
    record.isCut = *size > left;
    record.storedBytes = std::min(*size, left);
    record.plainBytes = record.storedBytes;
    m_at = header.dataOffset + record.storedBytes;
    if (!record.isCut) {
        CAIRN_ASSIGN(descriptor, descriptorAt(m_at, *size));
        if (descriptor) {
            record.crc = descriptor->crc;
            record.plainBytes = descriptor->plainBytes;
            m_at += descriptor->bytes;
        } else {
            CAIRN_ASSIGN(mayEnd, mayEndAt(m_at));
            record.isOdd = !mayEnd;
        }
    }
    return record;
}

Result<std::optional<WalkedRecord>> ZipWalker::next(const SizeOf& sizeOf)
{
    if (m_hasDirectory || m_at >= m_end) {
        return std::optional<WalkedRecord>();
    }
    std::uint64_t offset = m_at;
    CAIRN_ASSIGN(header, headerAt(offset));
    if (!header) {
        for (const std::uint32_t behind : {zip::kDirectoryEntry, zip::kZip64End, zip::kEnd}) {
            CAIRN_ASSIGN(isBehind, isAt(behind, m_at));
            m_hasDirectory = m_hasDirectory || isBehind;
        }
        if (m_hasDirectory) {
            return std::optional<WalkedRecord>();
        }
        CAIRN_ASSIGN(found, findHeader(m_at));
        CAIRN_ASSIGN(isCutOff, found ? Result<bool>(false) : isCutOffAt(m_at));
        m_hasSkipped = m_hasSkipped || !isCutOff;
        if (!found) {
            m_at = m_end;
            return std::optional<WalkedRecord>();
        }
        offset = *found;
        CAIRN_ASSIGN(next, headerAt(offset));
        header = std::move(next);
    }
    if (m_folder.empty()) {
        m_folder = folderOf(header->name);
    }
    CAIRN_ASSIGN(record, recordOf(offset, *header, sizeOf));
    return std::optional(std::move(record));
}

Result<std::optional<WalkedRecord>> ZipWalker::at(std::uint64_t headerOffset, const SizeOf& sizeOf)
{
    CAIRN_ASSIGN(header, headerAt(headerOffset));
    if (!header) {
        return std::optional<WalkedRecord>();
    }
    CAIRN_ASSIGN(record, recordOf(headerOffset, *header, sizeOf));
    return std::optional(std::move(record));
}

Result<std::optional<std::uint64_t>> ZipWalker::endOfArchive() const
{
    return m_hasDirectory ? endBehind(m_at) : std::optional<std::uint64_t>();
}

Result<std::optional<std::uint64_t>> ZipWalker::endBehind(std::uint64_t directoryEnd) const
{
    CAIRN_ASSIGN(end, find(zip::kEnd, directoryEnd,
                           [this](std::uint64_t at) -> Result<bool> { return m_end - at >= zip::kEndBytes; }));
    if (!end) {
        return std::optional<std::uint64_t>();
    }
    std::array<std::byte, zip::kEndBytes> record{};
    CAIRN_TRY(m_source->readAt(*end, record));
    const std::uint64_t comment = loadLittle<std::uint16_t>(record.data() + 20);
    return std::optional(std::min(m_end, *end + record.size() + comment));
}

} // namespace cairn::formats
