#include "core/formats/zip/zip_writer.h"

namespace cairn::formats {

bool ZipWriter::keepsPlace(std::uint64_t copiedFrom, std::uint32_t alignment)
{
    return copiedFrom % alignment == 0 && FileSink::kBlockBytes % alignment == 0;
}

Result<void> ZipWriter::begin(const Record& record, std::optional<std::uint64_t> copiedFrom)
{
    const std::uint64_t offset = position();
    std::uint32_t alignment = m_alignment;
    std::uint32_t behind = 0;
    if (copiedFrom && m_begin == 0 && keepsPlace(*copiedFrom, m_alignment)) {
        alignment = FileSink::kBlockBytes;
        behind = static_cast<std::uint32_t>(*copiedFrom % alignment);
    }
    CAIRN_ASSIGN(header, zipLocalHeader(record, offset, alignment, behind));
    m_records.push_back({std::string(record.name), offset, record.storedBytes, record.plainBytes, 0, record.method});
    return m_sink.write(header);
}

Result<void> ZipWriter::end(std::uint32_t crc)
{
    m_records.back().crc = crc;
    return m_sink.write(zipDescriptor(m_records.back().head(), m_records.back().headerOffset, crc));
}

Result<void> ZipWriter::finish()
{
    const std::uint64_t directoryOffset = position();
    constexpr std::size_t blockBytes = 256 * 1024;
    std::string block;
    for (const Written& record : m_records) {
        block += zipDirectoryEntry(record.head(), record.headerOffset, record.crc);
        if (block.size() >= blockBytes) {
            CAIRN_TRY(m_sink.write(block));
            block.clear();
        }
    }
    CAIRN_TRY(m_sink.write(block));
    const std::uint64_t end = position();
    return m_sink.write(zipEndRecords(m_records.size(), directoryOffset, end - directoryOffset, end));
}

} // namespace cairn::formats
