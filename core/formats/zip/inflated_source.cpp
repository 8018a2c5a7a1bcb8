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

    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        const std::scoped_lock lock(m_mutex);
        if (m_entry.plainBytes == 0) {
            CAIRN_ASSIGN(inflater, start());
            return inflater.finish();
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

    [[nodiscard]] Result<std::shared_ptr<const InflatedChunk>> chunk(std::uint64_t wanted) const
    {
        if (m_failure) {
            return std::unexpected(*m_failure);
        }
        auto found = findOrUnpack(wanted);
        if (!found) {
            m_failure = found.error();
        }
        return found;
    }

    [[nodiscard]] Result<std::shared_ptr<const InflatedChunk>> findOrUnpack(std::uint64_t wanted) const
    {
        if (auto found = m_chunks->find(m_entry.dataOffset, wanted)) {
            CAIRN_TRY(compare(wanted, found->bytes));
            return found;
        }
        return unpackTo(wanted);
    }

    /// Unpacks from the nearest place before it.
    [[nodiscard]] Result<std::shared_ptr<const InflatedChunk>> unpackTo(std::uint64_t wanted) const
    {
        if (m_places.empty()) {
            CAIRN_ASSIGN(first, start());
            m_places.push_back(std::move(first));
        }
        const std::uint64_t place = std::min<std::uint64_t>(wanted / kEvery, m_places.size() - 1);
        std::uint64_t next = place * kEvery;
        const Inflater* from = &m_places[place];
        const auto before = wanted == 0 ? nullptr : m_chunks->find(m_entry.dataOffset, wanted - 1);
        if (before) {
            from = &before->after;
            next = wanted;
        }
        CAIRN_ASSIGN(inflater, from->copy());
        for (;; ++next) {
            Bytes bytes(static_cast<std::size_t>(std::min(kChunk, m_entry.plainBytes - next * kChunk)));
            CAIRN_TRY(inflater.next(bytes));
            if (isLast(next)) {
                CAIRN_TRY(inflater.finish());
            }
            CAIRN_TRY(compare(next, bytes));
            if (!isLast(next) && (next + 1) % kEvery == 0 && (next + 1) / kEvery == m_places.size()) {
                CAIRN_ASSIGN(later, inflater.copy());
                m_places.push_back(std::move(later));
            }
            CAIRN_ASSIGN(after, inflater.copy());
            auto unpacked = std::make_shared<const InflatedChunk>(std::move(bytes), std::move(after));
            m_chunks->keep(m_entry.dataOffset, next, unpacked);
            if (next == wanted) {
                return unpacked;
            }
        }
    }

    [[nodiscard]] bool isLast(std::uint64_t chunk) const { return (chunk + 1) * kChunk >= m_entry.plainBytes; }

    /// Takes the chunks into the checksum in their order.
    [[nodiscard]] Result<void> compare(std::uint64_t chunk, std::span<const std::byte> bytes) const
    {
        if (chunk != m_compared || m_check == CrcCheck::Skip) {
            return {};
        }
        ++m_compared;
        m_crc = crc32(bytes, m_crc);
        return isLast(chunk) ? compareChecksum(m_entry, m_name, m_crc) : Result<void>();
    }

    SourcePtr m_archive;
    ZipEntry m_entry;
    std::string m_name;
    CrcCheck m_check;
    std::shared_ptr<InflatedChunks> m_chunks;
    mutable std::mutex m_mutex;
    mutable std::vector<Inflater> m_places;
    mutable std::uint64_t m_compared = 0; ///< how many chunks the checksum is of
    mutable std::uint32_t m_crc = 0;
    mutable std::optional<Error> m_failure;
};

} // namespace

std::shared_ptr<const InflatedChunk> InflatedChunks::find(std::uint64_t record, std::uint64_t chunk)
{
    const std::scoped_lock lock(m_mutex);
    const auto found =
        std::ranges::find_if(m_kept, [&](const Kept& kept) { return kept.record == record && kept.chunk == chunk; });
    if (found == m_kept.end()) {
        return nullptr;
    }
    m_kept.splice(m_kept.begin(), m_kept, found);
    return m_kept.front().unpacked;
}

void InflatedChunks::keep(std::uint64_t record, std::uint64_t chunk, std::shared_ptr<const InflatedChunk> unpacked)
{
    // Each thread may read a record of its own, and goes on where it was.
    static const std::uint64_t threads = std::clamp(std::thread::hardware_concurrency(), 4U, 16U);
    const std::uint64_t mostBytes = 2 * threads * InflatedChunk::kBytes;
    constexpr std::size_t most = 1024; // all of them are looked through
    const std::scoped_lock lock(m_mutex);
    m_bytes += unpacked->bytes.size();
    m_kept.push_front({.record = record, .chunk = chunk, .unpacked = std::move(unpacked)});
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
