#pragma once

#include "core/base/files/file_sink.h"
#include "core/formats/zip/zip_record_bytes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::formats {

/// Writes a zip exactly as torch's own writer lays it out: each record's data on a multiple of the alignment, sizes and
/// checksum in a descriptor behind the data, zip64 end records always. A torch file copied record by record comes out
/// byte for byte the same. Records are announced, then written to the sink by the caller, then closed.
class ZipWriter {
public:
    static constexpr std::uint32_t kTorchAlignment = 64;

    /// The zip begins where the sink is now: behind what it has already, such as another zip.
    explicit ZipWriter(FileSink& sink, std::uint32_t alignment = kTorchAlignment)
        : m_sink(sink), m_begin(sink.position()), m_alignment(alignment)
    {
    }

    using Record = ZipRecordHead;

    /// Whether data that is copied from `copiedFrom` in a file can get the same place in its block of the disk.
    [[nodiscard]] static bool keepsPlace(std::uint64_t copiedFrom, std::uint32_t alignment);

    /// Writes the local header; the sink then takes exactly `storedBytes` of data. Data that is copied from a file, at
    /// `copiedFrom`, gets the same place in its block of the disk if it can, so that file systems which share blocks
    /// do.
    [[nodiscard]] Result<void> begin(const Record& record, std::optional<std::uint64_t> copiedFrom = {});
    [[nodiscard]] Result<void> end(std::uint32_t crc);
    /// Directory and end records.
    [[nodiscard]] Result<void> finish();

private:
    struct Written {
        std::string name;
        std::uint64_t headerOffset = 0;
        std::uint64_t storedBytes = 0;
        std::uint64_t plainBytes = 0;
        std::uint32_t crc = 0;
        std::uint16_t method = 0;

        [[nodiscard]] ZipRecordHead head() const { return {name, storedBytes, plainBytes, method}; }
    };

    [[nodiscard]] std::uint64_t position() const noexcept { return m_sink.position() - m_begin; }

    FileSink& m_sink;
    std::uint64_t m_begin;
    std::uint32_t m_alignment;
    std::vector<Written> m_records;
};

} // namespace cairn::formats
