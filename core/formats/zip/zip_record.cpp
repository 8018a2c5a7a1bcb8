#include "core/formats/zip/zip_record.h"

#include "core/base/files/crc32.h"
#include "core/base/files/inflate.h"
#include "core/base/text/text.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_errors.h"
#include "core/formats/zip/zip_layout.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace cairn::formats {

namespace {

std::unexpected<Error> unsupported(const ZipEntry& entry, Message what)
{
    return fail(error(ErrorCode::ZipUnsupported, std::move(what))
                    .at(entry.headerOffset)
                    .because(message("PyTorch cannot read it either"))
                    .fix(message("Unpack the file with a zip program and pack it again without compression")));
}

Result<void> verifyCrc(const ZipEntry& entry, std::string_view name, std::span<const std::byte> plain)
{
    if (entry.crc == 0 || crc32(plain) == entry.crc) {
        return {};
    }
    return fail(error(ErrorCode::ZipCrc, message("the record %1 does not match its checksum", inQuotes(name)))
                    .at(entry.dataOffset)
                    .because(message("Its bytes changed after it was saved"))
                    .fix(message("Compare the file with the original, or copy it again. PyTorch itself never compares "
                                 "checksums and reads such a record as it is")));
}

/// Shared by everybody who reads the record it stands for; any thread.
class InflatedSource final : public ByteSource {
public:
    InflatedSource(SourcePtr archive, const ZipEntry& entry, std::string name, CrcCheck check)
        : m_archive(std::move(archive)), m_entry(entry), m_name(std::move(name)), m_check(check)
    {
    }

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_entry.plainBytes; }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        std::call_once(m_once, [this] { m_plain = readRecord(*m_archive, m_entry, m_name, m_check); });
        if (!m_plain) {
            return std::unexpected(m_plain.error());
        }
        std::ranges::copy_n(m_plain->begin() + static_cast<std::ptrdiff_t>(offset),
                            static_cast<std::ptrdiff_t>(into.size()), into.begin());
        return {};
    }

    SourcePtr m_archive;
    ZipEntry m_entry;
    std::string m_name;
    CrcCheck m_check;
    mutable std::once_flag m_once;
    mutable Result<Bytes> m_plain;
};

} // namespace

Result<void> checkReadable(const ZipEntry& entry, std::string_view name)
{
    constexpr std::uint16_t encrypted = zip::kFlagEncrypted | zip::kFlagStrongEncryption | zip::kFlagMaskedHeader;
    if ((entry.flags & encrypted) != 0) {
        return unsupported(entry, message("the record %1 is encrypted", inQuotes(name)));
    }
    if ((entry.flags & zip::kFlagPatch) != 0) {
        return unsupported(entry, message("the record %1 is a patch to another file", inQuotes(name)));
    }
    if (entry.method != ZipEntry::kStored && entry.method != ZipEntry::kDeflated) {
        return unsupported(entry,
                           message("the record %1 is compressed with method %2, neither stored (0) nor deflated (8)",
                                   inQuotes(name), std::to_string(entry.method)));
    }
    if (entry.method == ZipEntry::kDeflated && entry.plainBytes / kMaxDeflateRatio > entry.storedBytes) {
        return zip::damaged(ErrorCode::ZipInflate,
                            "the record " + inQuotes(name) + " claims to unpack from " +
                                std::to_string(entry.storedBytes) + " to " + std::to_string(entry.plainBytes) +
                                " bytes, more than deflate can do",
                            entry.headerOffset);
    }
    return {};
}

Result<Bytes> readRecord(const ByteSource& archive, const ZipEntry& entry, std::string_view name, CrcCheck check)
{
    if (entry.plainBytes > ZipArchive::kMaxRecordInMemory) {
        return fail(error(ErrorCode::LimitExceeded, message("the record %1 of %2 bytes is too big to be held in memory",
                                                            inQuotes(name), std::to_string(entry.plainBytes)))
                        .at(entry.headerOffset));
    }
    auto plain = entry.method == ZipEntry::kStored
                     ? archive.readBytes(entry.dataOffset, entry.plainBytes)
                     : inflateRaw(archive, entry.dataOffset, entry.storedBytes, entry.plainBytes);
    if (plain && check == CrcCheck::Verify) {
        CAIRN_TRY(verifyCrc(entry, name, *plain));
    }
    return plain;
}

SourcePtr makeInflatedSource(SourcePtr archive, const ZipEntry& entry, std::string name, CrcCheck check)
{
    return std::make_shared<InflatedSource>(std::move(archive), entry, std::move(name), check);
}

} // namespace cairn::formats
