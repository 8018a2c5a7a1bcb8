#pragma once

#include "core/base/files/inflate.h"
#include "core/formats/zip/zip_entry.h"
#include "core/formats/zip/zip_record.h"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace cairn::formats {

/// A stretch of the plain bytes of a deflated record, and what unpacks those behind it.
struct InflatedChunk {
    static constexpr std::uint64_t kBytes = std::uint64_t{4} << 20;

    Bytes bytes;
    Inflater after;
};

/// The chunks of all records of an archive that were read last, so that memory stays bounded however many there are and
/// however large. Any thread.
class InflatedChunks {
public:
    /// Null if it is not there any more.
    [[nodiscard]] std::shared_ptr<const InflatedChunk> find(std::uint64_t record, std::uint64_t chunk);
    void keep(std::uint64_t record, std::uint64_t chunk, std::shared_ptr<const InflatedChunk> unpacked);

private:
    struct Kept {
        std::uint64_t record; ///< where its data begins
        std::uint64_t chunk;
        std::shared_ptr<const InflatedChunk> unpacked;
    };

    std::mutex m_mutex;
    std::list<Kept> m_kept; ///< the last one first
    std::uint64_t m_bytes = 0;
};

/// The plain bytes of a deflated record that passed checkReadable(), unpacked as they are read. What does not match the
/// checksum is an error as soon as the last byte was unpacked.
[[nodiscard]] SourcePtr makeInflatedSource(SourcePtr archive, const ZipEntry& entry, std::string name, CrcCheck check,
                                           std::shared_ptr<InflatedChunks> chunks);

} // namespace cairn::formats
