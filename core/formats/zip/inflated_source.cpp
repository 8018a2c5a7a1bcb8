#include "core/formats/zip/inflated_source.h"

#include "core/base/files/crc32.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace cairn::formats {

namespace {

/// Shared by everybody who reads the record it stands for; any thread.
class InflatedSource final : public ByteSource {
public:
    InflatedSource(SourcePtr archive, const ZipEntry& entry, std::string name, CrcCheck check,
                   std::shared_ptr<InflatedChunks> chunks)
        : m_archive(std::move(archive)), m_entry(entry), m_name(std::move(name)), m_check(check),
          m_chunks(std::move(chunks))
    {
    }

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_entry.plainBytes; }

private:
    static constexpr std::uint64_t kChunk = InflatedChunk::kBytes;
    /// There is a place to go on from for each so many chunks.
    static constexpr std::uint64_t kEvery = 4;

    using ChunkPtr = std::shared_ptr<const InflatedChunk>;

    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_state) {
            m_state = m_check == CrcCheck::Verify ? verify() : Result<void>();
        }
        if (!*m_state) {
            return *m_state;
        }
        while (!into.empty()) {
            CAIRN_ASSIGN(unpacked, chunk(offset / kChunk));
            const auto from = static_cast<std::size_t>(offset % kChunk);
            const std::size_t count = std::min(into.size(), unpacked->bytes.size() - from);
            std::ranges::copy_n(unpacked->bytes.begin() + static_cast<std::ptrdiff_t>(from),
                                static_cast<std::ptrdiff_t>(count), into.begin());
            into = into.subspan(count);
            offset += count;
        }
        return {};
    }

    [[nodiscard]] Result<Inflater> start() const
    {
        return Inflater::start(*m_archive, m_entry.dataOffset, m_entry.storedBytes, m_entry.plainBytes);
    }

    [[nodiscard]] bool isLast(std::uint64_t chunk) const { return (chunk + 1) * kChunk >= m_entry.plainBytes; }

    /// Goes through all of it once: nothing is given out of a record that does not match its checksum.
    [[nodiscard]] Result<void> verify() const
    {
        CAIRN_ASSIGN(inflater, start());
        std::uint32_t crc = 0;
        CAIRN_TRY(unpack(std::move(inflater), 0, (m_entry.plainBytes - 1) / kChunk, &crc));
        return compareChecksum(m_entry, m_name, crc);
    }

    [[nodiscard]] Result<ChunkPtr> chunk(std::uint64_t wanted) const
    {
        if (ChunkPtr found = m_chunks->find(m_entry, wanted)) {
            return found;
        }
        if (const ChunkPtr before = wanted == 0 ? nullptr : m_chunks->find(m_entry, wanted - 1)) {
            CAIRN_ASSIGN(inflater, before->after->copy());
            return unpack(std::move(inflater), wanted, wanted, nullptr);
        }
        const std::uint64_t place = std::min<std::uint64_t>(wanted / kEvery, m_places.size());
        CAIRN_ASSIGN(inflater, place == 0 ? start() : m_places[place - 1].copy());
        return unpack(std::move(inflater), place * kEvery, wanted, nullptr);
    }

    /// Unpacks some chunks in their order, and gives the last of them. Takes them into a checksum, if there is one.
    [[nodiscard]] Result<ChunkPtr> unpack(Inflater inflater, std::uint64_t next, std::uint64_t last,
                                          std::uint32_t* crc) const
    {
        for (;; ++next) {
            auto unpacked = std::make_shared<InflatedChunk>();
            unpacked->bytes.resize(static_cast<std::size_t>(std::min(kChunk, m_entry.plainBytes - next * kChunk)));
            CAIRN_TRY(inflater.next(unpacked->bytes));
            if (crc != nullptr) {
                *crc = crc32(unpacked->bytes, *crc);
            }
            if (isLast(next)) {
                CAIRN_TRY(inflater.finish());
            } else {
                CAIRN_ASSIGN(after, inflater.copy());
                unpacked->after = std::move(after);
                if (next + 1 == (m_places.size() + 1) * kEvery) {
                    CAIRN_ASSIGN(later, inflater.copy());
                    m_places.push_back(std::move(later));
                }
            }
            m_chunks->keep(m_entry, next, unpacked);
            if (next == last) {
                return unpacked;
            }
        }
    }

    SourcePtr m_archive;
    ZipEntry m_entry;
    std::string m_name;
    CrcCheck m_check;
    std::shared_ptr<InflatedChunks> m_chunks;
    mutable std::mutex m_mutex;
    mutable std::optional<Result<void>> m_state; ///< whether it may be read, once that is known
    mutable std::vector<Inflater> m_places;      ///< before the chunks kEvery, 2 * kEvery, ...
};

} // namespace

std::shared_ptr<const InflatedChunk> InflatedChunks::find(const ZipEntry& record, std::uint64_t chunk)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = std::ranges::find_if(m_kept, [&](const Kept& kept) {
        return kept.offset == record.dataOffset && kept.plainBytes == record.plainBytes && kept.chunk == chunk;
    });
    if (found == m_kept.end()) {
        return nullptr;
    }
    m_kept.splice(m_kept.begin(), m_kept, found);
    return m_kept.front().unpacked;
}

void InflatedChunks::keep(const ZipEntry& record, std::uint64_t chunk, std::shared_ptr<const InflatedChunk> unpacked)
{
    // Each thread may read a record of its own, and goes on where it was.
    static const std::uint64_t threads = std::clamp(std::thread::hardware_concurrency(), 4U, 16U);
    const std::uint64_t mostBytes = 2 * threads * InflatedChunk::kBytes;
    constexpr std::size_t most = 1024; // all of them are looked through
    const std::scoped_lock lock(m_mutex);
    m_bytes += unpacked->bytes.size();
    m_kept.push_front({.offset = record.dataOffset,
                       .plainBytes = record.plainBytes,
                       .chunk = chunk,
                       .unpacked = std::move(unpacked)});
    while (m_kept.size() > most || m_bytes > mostBytes) {
        m_bytes -= m_kept.back().unpacked->bytes.size();
        m_kept.pop_back();
    }
}

SourcePtr makeInflatedSource(SourcePtr archive, const ZipEntry& entry, std::string name, CrcCheck check,
                             std::shared_ptr<InflatedChunks> chunks)
{
    return std::make_shared<InflatedSource>(std::move(archive), entry, std::move(name), check, std::move(chunks));
}

} // namespace cairn::formats
