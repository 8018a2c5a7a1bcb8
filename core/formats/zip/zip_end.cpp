#include "core/formats/zip/zip_end.h"

#include "core/base/endian.h"
#include "core/formats/zip/zip_errors.h"
#include "core/formats/zip/zip_layout.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <string>
#include <string_view>

namespace cairn::formats {

namespace {

constexpr std::uint64_t kMaxTrailingBytes = 64 * 1024;

struct EndRecord {
    std::uint64_t offset = 0;
    std::uint64_t trailingBytes = 0;
    std::uint64_t commentBytes = 0;
    std::uint32_t directoryOffset = 0;
    std::uint32_t directoryBytes = 0;
    std::uint16_t entryCount = 0;
    bool hidesAnother = false; ///< it lies in the comment of another end record
};

struct Zip64End {
    std::uint64_t offset = 0;
    std::uint64_t unclaimedBytes = 0; ///< between this record and its locator
    std::uint64_t directoryOffset = 0;
    std::uint64_t directoryBytes = 0;
    std::uint64_t entryCount = 0;
    bool differs = false; ///< from the short end record
};

/// PyTorch numbers its only disk 0; some writers say 1.
bool onlyDisk(std::uint32_t number)
{
    return number <= 1;
}

/// No name, number or comment ends in so many zeros.
constexpr std::size_t kFewestZeros = 64;

std::size_t zerosAtEnd(std::span<const std::byte> bytes)
{
    const auto last =
        std::ranges::find_if(bytes | std::views::reverse, [](std::byte one) { return one != std::byte(0); });
    return static_cast<std::size_t>(last - (bytes | std::views::reverse).begin());
}

Result<EndRecord> findEndRecord(const ByteSource& source)
{
    const std::uint64_t size = source.sizeBytes();
    const std::uint64_t tailBytes = std::min(size, kMaxTrailingBytes + zip::kEndBytes);
    const std::uint64_t tailOffset = size - tailBytes;
    CAIRN_ASSIGN(tail, source.readBytes(tailOffset, tailBytes));

    constexpr std::string_view signature("PK\5\6");
    const std::string_view text(reinterpret_cast<const char*>(tail.data()), tail.size());
    const auto commentBytes = [&](std::size_t at) { return loadLittle<std::uint16_t>(tail.data() + at + 20); };
    std::optional<std::size_t> last;
    std::optional<std::size_t> firstFitting; // its comment ends where the file ends
    for (std::size_t at = text.find(signature); at != text.npos; at = text.find(signature, at + 1)) {
        if (tail.size() - at < zip::kEndBytes) {
            break;
        }
        last = at;
        if (!firstFitting && at + zip::kEndBytes + commentBytes(at) == tail.size()) {
            firstFitting = at;
        }
    }
    if (const std::size_t zeros = zerosAtEnd(tail); !last && zeros >= kFewestZeros) {
        Error unwritten =
            error(ErrorCode::ZipBroken, message("the zip ends in zeros, where its table of contents should be"))
                .because(message("Space was set aside for it, but its bytes were never written: a download or copy "
                                 "that did not finish"))
                .fix(message("Download or copy the file again and compare its size with the original"));
        if (zeros != tail.size()) { // where they begin is not known otherwise
            unwritten.offset = size - zeros;
        }
        return fail(std::move(unwritten));
    }
    if (!last) {
        return zip::damaged(
            ErrorCode::ZipBroken,
            message("the zip has no end record, where its table of contents would be found: it was probably cut short"),
            size);
    }
    if (*last + zip::kEndBytes + commentBytes(*last) > tail.size()) {
        return zip::damaged(ErrorCode::Truncated, message("the comment of the zip reaches past the end of the file"),
                            tailOffset + *last);
    }

    const std::byte* record = tail.data() + *last;
    const auto entriesHere = loadLittle<std::uint16_t>(record + 8);
    EndRecord end;
    end.hidesAnother = firstFitting && *firstFitting != *last;
    end.offset = tailOffset + *last;
    end.commentBytes = commentBytes(*last);
    end.trailingBytes = tail.size() - (*last + zip::kEndBytes + commentBytes(*last));
    end.entryCount = loadLittle<std::uint16_t>(record + 10);
    end.directoryBytes = loadLittle<std::uint32_t>(record + 12);
    end.directoryOffset = loadLittle<std::uint32_t>(record + 16);
    for (const std::size_t field : {4U, 6U}) {
        const auto disk = loadLittle<std::uint16_t>(record + field);
        if (!onlyDisk(disk) && disk != zip::kSaturated16) {
            return zip::splitArchive(end.offset);
        }
    }
    if (entriesHere != end.entryCount) {
        return zip::splitArchive(end.offset);
    }
    return end;
}

/// Nothing when the archive has no zip64 records.
Result<std::optional<Zip64End>> findZip64End(const ByteSource& source, const EndRecord& end)
{
    if (end.offset < zip::kZip64LocatorBytes) {
        return std::optional<Zip64End>();
    }
    const std::uint64_t locatorOffset = end.offset - zip::kZip64LocatorBytes;
    std::array<std::byte, zip::kZip64LocatorBytes> locator{};
    CAIRN_TRY(source.readAt(locatorOffset, locator));
    if (loadLittle<std::uint32_t>(locator.data()) != zip::kZip64Locator) {
        return std::optional<Zip64End>();
    }
    if (!onlyDisk(loadLittle<std::uint32_t>(locator.data() + 4)) ||
        !onlyDisk(loadLittle<std::uint32_t>(locator.data() + 16))) {
        return zip::splitArchive(locatorOffset);
    }

    Zip64End zip64;
    zip64.offset = loadLittle<std::uint64_t>(locator.data() + 8);
    if (locatorOffset < zip::kZip64EndBytes || zip64.offset > locatorOffset - zip::kZip64EndBytes) {
        return zip::damaged(ErrorCode::ZipDirectory,
                            message("the zip64 end record is said to be at byte %1, where it has no room",
                                    std::to_string(zip64.offset)),
                            locatorOffset);
    }
    std::array<std::byte, zip::kZip64EndBytes> record{};
    CAIRN_TRY(source.readAt(zip64.offset, record));
    if (loadLittle<std::uint32_t>(record.data()) != zip::kZip64End) {
        CAIRN_TRY(source.readAt(locatorOffset - record.size(), record));
        const bool moved = loadLittle<std::uint32_t>(record.data()) == zip::kZip64End;
        return zip::damaged(ErrorCode::ZipDirectory,
                            moved ? message("something was put in front of this zip, perhaps another one: all its "
                                            "offsets are %1 bytes too small",
                                            std::to_string(locatorOffset - record.size() - zip64.offset))
                                  : message("there is no zip64 end record where its locator points"),
                            zip64.offset);
    }
    // The size does not count itself and the signature before it.
    const auto recordBytes = loadLittle<std::uint64_t>(record.data() + 4);
    const std::uint64_t room = locatorOffset - zip64.offset - 12;
    if (recordBytes < zip::kZip64EndBytes - 12 || recordBytes > room) {
        return zip::damaged(ErrorCode::ZipDirectory,
                            message("the zip64 end record has the impossible size %1", std::to_string(recordBytes)),
                            zip64.offset);
    }
    zip64.unclaimedBytes = room - recordBytes;
    if (!onlyDisk(loadLittle<std::uint32_t>(record.data() + 16)) ||
        !onlyDisk(loadLittle<std::uint32_t>(record.data() + 20)) ||
        loadLittle<std::uint64_t>(record.data() + 24) != loadLittle<std::uint64_t>(record.data() + 32)) {
        return zip::splitArchive(zip64.offset);
    }
    zip64.entryCount = loadLittle<std::uint64_t>(record.data() + 32);
    zip64.directoryBytes = loadLittle<std::uint64_t>(record.data() + 40);
    zip64.directoryOffset = loadLittle<std::uint64_t>(record.data() + 48);

    // Some readers believe the short record, some the long one: they must tell the same.
    const bool agree = (end.entryCount == zip::kSaturated16 || end.entryCount == zip64.entryCount) &&
                       (end.directoryBytes == zip::kSaturated32 || end.directoryBytes == zip64.directoryBytes) &&
                       (end.directoryOffset == zip::kSaturated32 || end.directoryOffset == zip64.directoryOffset);
    zip64.differs = !agree;
    return std::optional(zip64);
}

/// Whether the directory of a zip could begin there.
Result<bool> isDirectory(const ByteSource& source, std::uint64_t offset)
{
    std::array<std::byte, sizeof(std::uint32_t)> signature{};
    if (source.sizeBytes() < signature.size() || offset > source.sizeBytes() - signature.size()) {
        return false;
    }
    CAIRN_TRY(source.readAt(offset, signature));
    return loadLittle<std::uint32_t>(signature.data()) == zip::kDirectoryEntry;
}

Issue strayBytes(Message message)
{
    return Issue{
        .code = ErrorCode::ZipTrailingBytes, .severity = Severity::Warning, .message = std::move(message), .path = {}};
}

} // namespace

Result<ZipEnd> findZipEnd(const ByteSource& source)
{
    CAIRN_ASSIGN(record, findEndRecord(source));
    CAIRN_ASSIGN(zip64, findZip64End(source, record));

    ZipEnd end;
    std::uint64_t recordsOffset = record.offset;
    std::uint64_t unclaimedBytes = 0;
    if (zip64) {
        end.directoryOffset = zip64->directoryOffset;
        end.directoryBytes = zip64->directoryBytes;
        end.entryCount = zip64->entryCount;
        recordsOffset = zip64->offset;
        unclaimedBytes = zip64->unclaimedBytes;
    } else {
        end.directoryOffset = record.directoryOffset;
        end.directoryBytes = record.directoryBytes;
        if (record.entryCount != zip::kSaturated16) {
            end.entryCount = record.entryCount;
        }
    }
    if (end.directoryBytes > recordsOffset || end.directoryOffset > recordsOffset - end.directoryBytes) {
        return zip::damaged(ErrorCode::ZipDirectory,
                            message("the directory of the zip (%1 bytes at byte %2) reaches past its end record",
                                    std::to_string(end.directoryBytes), std::to_string(end.directoryOffset)),
                            record.offset);
    }
    if (end.directoryBytes >= zip::kSaturated32) {
        return fail(error(ErrorCode::LimitExceeded, message("the directory of the zip takes 4 GiB or more"))
                        .at(end.directoryOffset));
    }
    if (end.entryCount && *end.entryCount > end.directoryBytes / zip::kDirectoryEntryBytes) {
        return zip::damaged(ErrorCode::ZipDirectory,
                            message("the zip counts %1 records, but its directory has only %2 bytes",
                                    std::to_string(*end.entryCount), std::to_string(end.directoryBytes)),
                            record.offset);
    }

    end.commentBytes = record.commentBytes;
    if (record.hidesAnother) {
        end.issues.push_back(zip::ambiguous(
            message("the zip has two end records, one inside the comment of the other. PyTorch takes the last")));
    }
    if (zip64 && zip64->differs) {
        end.issues.push_back(zip::ambiguous(
            message("the two end records of the zip describe different directories. PyTorch takes the long one")));
    }
    unclaimedBytes += recordsOffset - (end.directoryOffset + end.directoryBytes);
    if (unclaimedBytes > 0) {
        CAIRN_ASSIGN(another, isDirectory(source, recordsOffset - end.directoryBytes));
        if (another) {
            end.issues.push_back(zip::ambiguous(message("the zip has two directories. PyTorch takes the one where the "
                                                        "end record says, other programs the one in front of it")));
        }
        end.issues.push_back(
            strayBytes(message("%1 bytes between the directory of the zip and its end record belong to nothing",
                               std::to_string(unclaimedBytes))));
    }
    if (record.trailingBytes > 0) {
        end.issues.push_back(
            strayBytes(message("%1 bytes follow the end of the zip. PyTorch does not mind them, other programs may",
                               std::to_string(record.trailingBytes))));
    }
    return end;
}

Result<std::optional<TorchDirectory>> directoryForTorch(const ByteSource& source)
{
    const std::uint64_t size = source.sizeBytes();
    const std::uint64_t tailBytes = std::min(size, kMaxTrailingBytes + zip::kEndBytes);
    CAIRN_ASSIGN(tail, source.readBytes(size - tailBytes, tailBytes));
    const std::string_view text(reinterpret_cast<const char*>(tail.data()), tail.size());
    std::size_t at = text.rfind("PK\5\6");
    while (at != text.npos && tail.size() - at < zip::kEndBytes) {
        at = at == 0 ? text.npos : text.rfind("PK\5\6", at - 1);
    }
    if (at == text.npos) {
        return std::optional<TorchDirectory>();
    }
    const std::byte* end = tail.data() + at;
    TorchDirectory directory{.offset = loadLittle<std::uint32_t>(end + 16),
                             .bytes = loadLittle<std::uint32_t>(end + 12),
                             .entryCount = loadLittle<std::uint16_t>(end + 10)};
    const std::uint64_t endOffset = size - tailBytes + at;
    std::array<std::byte, zip::kZip64EndBytes> record{};
    if (endOffset >= zip::kZip64LocatorBytes + record.size()) {
        std::array<std::byte, zip::kZip64LocatorBytes> locator{};
        CAIRN_TRY(source.readAt(endOffset - locator.size(), locator));
        const auto zip64 = loadLittle<std::uint64_t>(locator.data() + 8);
        if (loadLittle<std::uint32_t>(locator.data()) == zip::kZip64Locator && zip64 <= size - record.size()) {
            CAIRN_TRY(source.readAt(zip64, record));
            if (loadLittle<std::uint32_t>(record.data()) == zip::kZip64End) { // else it goes by the short record
                directory = {.offset = loadLittle<std::uint64_t>(record.data() + 48),
                             .bytes = loadLittle<std::uint64_t>(record.data() + 40),
                             .entryCount = loadLittle<std::uint64_t>(record.data() + 32)};
            }
        }
    }
    CAIRN_ASSIGN(isEntry, isDirectory(source, directory.offset));
    return isEntry ? std::optional(directory) : std::nullopt;
}

} // namespace cairn::formats
