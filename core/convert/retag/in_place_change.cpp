#include "core/convert/retag/in_place_change.h"

#include "core/base/endian.h"
#include "core/base/files/crc32.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_end.h"
#include "core/formats/zip/zip_layout.h"
#include "core/formats/zip/zip_record_bytes.h"

#include <array>
#include <string_view>
#include <utility>

namespace cairn::convert {

using formats::ZipArchive;
using formats::ZipEnd;
using formats::ZipEntry;

namespace zip = formats::zip;

namespace {

constexpr std::uint64_t kBridgeBytes = zip::kZip64EndBytes + zip::kZip64LocatorBytes + zip::kEndBytes;

/// The bytes of the directory's entries, one after the other, as they are in the file.
class DirectoryWalk {
public:
    explicit DirectoryWalk(Bytes bytes) : m_bytes(std::move(bytes)) {}

    [[nodiscard]] Result<std::string_view> next()
    {
        const std::byte* entry = m_bytes.data() + m_position;
        const std::size_t room = m_bytes.size() - m_position;
        std::size_t size = zip::kDirectoryEntryBytes;
        if (room >= size) {
            for (const std::size_t field : {28U, 30U, 32U}) { // name, extra blocks, comment
                size += loadLittle<std::uint16_t>(entry + field);
            }
        }
        if (room < size) {
            return fail(ErrorCode::FileChanged, message("the directory of the zip changed while it was being read"));
        }
        m_position += size;
        return std::string_view(reinterpret_cast<const char*>(entry), size);
    }

private:
    Bytes m_bytes;
    std::size_t m_position = 0;
};

/// Collects what is added, and knows where in the file it will be.
class Addition {
public:
    explicit Addition(std::uint64_t begin) : m_position(begin) {}

    [[nodiscard]] std::uint64_t position() const noexcept { return m_position; }
    [[nodiscard]] std::vector<InPlaceChange::Part> take() { return std::move(m_parts); }

    void add(std::string bytes, std::shared_ptr<const ByteSource> source = nullptr)
    {
        m_position += bytes.size() + (source == nullptr ? 0 : source->sizeBytes());
        m_parts.push_back({std::move(bytes), std::move(source)});
    }

private:
    std::uint64_t m_position;
    std::vector<InPlaceChange::Part> m_parts;
};

/// Where the end records that begin at `offset` end, comment included; 0 if there are none.
std::uint64_t endOfRecords(const ByteSource& file, std::uint64_t offset)
{
    std::array<std::byte, zip::kEndBytes> record{};
    if (!file.readAt(offset, record)) {
        return 0;
    }
    if (loadLittle<std::uint32_t>(record.data()) == zip::kZip64End) {
        offset += zip::kZip64EndBytes + zip::kZip64LocatorBytes;
        if (!file.readAt(offset, record)) {
            return 0;
        }
    }
    return loadLittle<std::uint32_t>(record.data()) != zip::kEnd
               ? 0
               : offset + zip::kEndBytes + loadLittle<std::uint16_t>(record.data() + 20);
}

bool endsIn(const ByteSource& file, std::string_view expected)
{
    if (file.sizeBytes() < expected.size()) {
        return false;
    }
    const auto found = file.readBytes(file.sizeBytes() - expected.size(), expected.size());
    return found && std::string_view(reinterpret_cast<const char*>(found->data()), found->size()) == expected;
}

} // namespace

Result<InPlaceChange> makeInPlaceChange(const ZipArchive& archive, const RetagPlan& plan)
{
    const SourcePtr& file = plan.file.bytes();
    CAIRN_ASSIGN(end, formats::findZipEnd(*file));
    CAIRN_ASSIGN(brokenEnd, endBeforeBrokenChange(file));
    CAIRN_ASSIGN(oldDirectory, file->readBytes(end.directoryOffset, end.directoryBytes));

    InPlaceChange change;
    change.oldEnd = brokenEnd.value_or(file->sizeBytes());
    Addition addition(change.oldEnd);
    DirectoryWalk walk(std::move(oldDirectory));
    std::string directory;
    for (std::size_t i = 0; i < archive.entries().size(); ++i) {
        CAIRN_ASSIGN(asItWas, walk.next());
        const auto edited = plan.records.find(i);
        if (edited == plan.records.end()) {
            directory += asItWas;
            continue;
        }
        const auto& bytes = edited->second;
        const formats::ZipRecordHead head{.name = archive.name(archive.entries()[i]),
                                          .storedBytes = bytes->sizeBytes(),
                                          .plainBytes = bytes->sizeBytes()};
        const std::uint64_t at = addition.position();
        CAIRN_ASSIGN(header, formats::zipLocalHeader(head, at, alignmentOf(archive)));
        CAIRN_ASSIGN(crc, crc32Of(*bytes));
        addition.add(std::move(header), bytes);
        addition.add(formats::zipDescriptor(head, at, crc));
        directory += formats::zipDirectoryEntry(head, at, crc);
    }
    const std::uint64_t count = archive.entries().size();
    const std::uint64_t directoryOffset = addition.position();
    const std::uint64_t directoryBytes = directory.size();
    addition.add(std::move(directory));
    addition.add(formats::zipEndRecords(count, directoryOffset, directoryBytes, addition.position()));
    change.newEnd = addition.position();
    change.added = addition.take();
    change.bridge = formats::zipEndRecords(count, end.directoryOffset, end.directoryBytes, change.newEnd);
    return change;
}

Result<std::optional<std::uint64_t>> endBeforeBrokenChange(const SourcePtr& file)
{
    using Found = std::optional<std::uint64_t>;
    CAIRN_ASSIGN(end, formats::findZipEnd(*file));
    const std::uint64_t directoryEnd = end.directoryOffset + end.directoryBytes;
    if (!end.entryCount || file->sizeBytes() < directoryEnd + kBridgeBytes ||
        !endsIn(*file, formats::zipEndRecords(*end.entryCount, end.directoryOffset, end.directoryBytes,
                                              file->sizeBytes() - kBridgeBytes))) {
        return Found();
    }
    const std::uint64_t oldEnd = endOfRecords(*file, directoryEnd);
    if (oldEnd == 0 || oldEnd > file->sizeBytes() - kBridgeBytes) {
        return Found();
    }
    CAIRN_ASSIGN(before, SliceSource::make(file, 0, oldEnd));
    const auto old = formats::findZipEnd(*before);
    const bool isSame = old && old->issues.empty() && old->directoryOffset == end.directoryOffset &&
                        old->directoryBytes == end.directoryBytes && old->entryCount == end.entryCount;
    return isSame ? Found(oldEnd) : Found();
}

} // namespace cairn::convert
