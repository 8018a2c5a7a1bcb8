#include "core/formats/zip/zip_late_headers.h"

#include "core/base/endian.h"
#include "core/base/text/text.h"
#include "core/formats/zip/zip_errors.h"
#include "core/formats/zip/zip_layout.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <utility>

namespace cairn::formats {

namespace {

class LateHeaders final : public ByteSource {
public:
    LateHeaders(SourcePtr source, std::vector<UnreadHeader> records)
        : m_source(std::move(source)), m_records(std::move(records)), m_isRead(m_records.size())
    {
    }

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_source->sizeBytes(); }
    [[nodiscard]] const ByteSource& origin() const noexcept override { return m_source->origin(); }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        auto record = std::ranges::upper_bound(m_records, offset, {}, &UnreadHeader::dataEnd);
        for (; record != m_records.end() && record->dataOffset < offset + into.size(); ++record) {
            CAIRN_TRY(lookAt(static_cast<std::size_t>(record - m_records.begin())));
        }
        return m_source->readAt(offset, into);
    }

    [[nodiscard]] Result<void> lookAt(std::size_t number) const
    {
        {
            const std::scoped_lock lock(m_mutex);
            if (m_isRead[number]) {
                return {};
            }
        }
        const UnreadHeader& record = m_records[number];
        CAIRN_ASSIGN(header, m_source->readBytes(record.headerOffset, zip::kLocalHeaderBytes + record.name.size()));
        const auto nameBytes = loadLittle<std::uint16_t>(header.data() + 26);
        const std::uint64_t data =
            record.headerOffset + zip::kLocalHeaderBytes + nameBytes + loadLittle<std::uint16_t>(header.data() + 28);
        if (loadLittle<std::uint32_t>(header.data()) != zip::kLocalHeader || data != record.dataOffset ||
            nameBytes != record.name.size() ||
            std::memcmp(header.data() + zip::kLocalHeaderBytes, record.name.data(), record.name.size()) != 0) {
            return zip::damaged(ErrorCode::ZipHeaderMismatch,
                                message("the header of the record %1 does not say what the zip's directory says",
                                        inQuotes(record.name)),
                                record.headerOffset);
        }
        const std::scoped_lock lock(m_mutex);
        m_isRead[number] = true;
        return {};
    }

    SourcePtr m_source;
    std::vector<UnreadHeader> m_records;
    mutable std::mutex m_mutex;
    mutable std::vector<bool> m_isRead;
};

} // namespace

std::optional<std::uint64_t> expectedDataOffset(const ZipEntry& entry, std::uint64_t end)
{
    constexpr std::uint64_t alignment = 64;    // of PyTorch
    constexpr std::uint64_t mostPadding = 128; // with all that a header of it can have besides
    const std::uint64_t earliest = entry.headerOffset + zip::kLocalHeaderBytes + entry.nameLength;
    // A descriptor behind the data has sizes of 4 or of 8 bytes.
    const bool hasDescriptor = (entry.flags & zip::kFlagDescriptor) != 0;
    for (const std::uint64_t behind :
         {std::uint64_t{hasDescriptor ? 16U : 0U}, std::uint64_t{hasDescriptor ? 24U : 0U}}) {
        if (end < earliest || end - earliest < behind || end - earliest - behind < entry.storedBytes) {
            continue;
        }
        const std::uint64_t data = end - behind - entry.storedBytes;
        const bool isAligned = data % alignment == 0 && data - earliest <= mostPadding;
        if (isAligned || data == earliest) {
            return data;
        }
    }
    return std::nullopt;
}

SourcePtr checkHeadersLate(SourcePtr source, std::vector<UnreadHeader> records)
{
    return std::make_shared<LateHeaders>(std::move(source), std::move(records));
}

} // namespace cairn::formats
