#pragma once

#include "core/base/files/inflate.h"
#include "core/formats/zip/zip_entry.h"
#include "core/formats/zip/zip_record.h"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace cairn::formats {

/// A stretch of the plain bytes of a deflated record, and what unpacks those behind it.
struct InflatedChunk {
    static constexpr std::uint64_t kBytes = std::uint64_t{4} << 20;

    Bytes bytes;
    std::optional<Inflater> after; ///< none behind the last one
};

/// The chunks of all records of an archive that were read last, so that memory stays bounded however many there are and
/// however large. Any thread.
class InflatedChunks {
public:
    /// Null if it is not there any more.
    [[nodiscard]] std::shared_ptr<const InflatedChunk> find(const ZipEntry& record, std::uint64_t chunk);
    void keep(const ZipEntry& record, std::uint64_t chunk, std::shared_ptr<const InflatedChunk> unpacked);

private:
    struct Kept {
        std::uint64_t offset; ///< of the record's data
        std::uint64_t plainBytes;
        std::uint64_t chunk;
        std::shared_ptr<const InflatedChunk> unpacked;
    };

    std::mutex m_mutex;
    std::list<Kept> m_kept; ///< the last one first
    std::uint64_t m_bytes = 0;
};

/// The plain bytes of a deflated record that passed checkReadable(), unpacked as they are read. Before the first read
/// all of them are compared with the checksum, unless `check` says otherwise.
[[nodiscard]] SourcePtr makeInflatedSource(SourcePtr archive, const ZipEntry& entry, std::string name, CrcCheck check,
                                           std::shared_ptr<InflatedChunks> chunks);

} // namespace cairn::formats
