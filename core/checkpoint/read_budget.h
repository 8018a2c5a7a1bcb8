#pragma once

#include <algorithm>
#include <cstdint>

namespace cairn::checkpoint {

/// What reading one file may still take, whatever its bytes unpack to: a constant, and a stated factor of the bytes on
/// disk. Shared by the readers of all that lies in the file; used by one thread.
class ReadBudget {
public:
    static constexpr std::uint64_t kGraphBase = std::uint64_t{64} << 20;
    static constexpr std::uint64_t kGraphFactor = 12; ///< the most that any pickle of torch needs is 4
    static constexpr std::uint64_t kUnpackedBase = std::uint64_t{32} << 20;
    static constexpr std::uint64_t kUnpackedFactor = 4;
    static constexpr std::uint64_t kRowsBase = std::uint64_t{2} << 20;
    static constexpr std::uint64_t kSmallFile = 10'000'000; ///< below, one in four bytes; above, one in each

    explicit ReadBudget(std::uint64_t fileBytes)
        : m_graphBytes(kGraphBase + kGraphFactor * within(fileBytes)),
          m_unpackedBytes(kUnpackedBase + kUnpackedFactor * within(fileBytes)),
          m_rows(kRowsBase + std::min(fileBytes, kSmallFile) / 4 +
                 (within(fileBytes) > kSmallFile ? within(fileBytes) - kSmallFile : 0))
    {
    }

    /// Memory for decoded pickles that is left.
    [[nodiscard]] std::uint64_t graphBytes() const { return m_graphBytes; }
    void takeGraph(std::uint64_t bytes) { m_graphBytes -= std::min(bytes, m_graphBytes); }
    /// Room for the plain bytes of a compressed record. False if there is none.
    [[nodiscard]] bool takeUnpacked(std::uint64_t bytes)
    {
        const bool fits = bytes <= m_unpackedBytes;
        m_unpackedBytes -= fits ? bytes : 0;
        return fits;
    }
    [[nodiscard]] bool hasRows(std::uint64_t rows) const { return rows <= m_rows; }
    /// Room for that many rows of the tree. False if there is none.
    [[nodiscard]] bool takeRows(std::uint64_t rows)
    {
        const bool fits = rows <= m_rows;
        m_rows -= fits ? rows : 0;
        return fits;
    }

    void giveBackRows(std::uint64_t rows) { m_rows += rows; }

private:
    /// Beyond any file that is read; keeps the products in their 64 bits.
    [[nodiscard]] static std::uint64_t within(std::uint64_t bytes) { return std::min(bytes, std::uint64_t{1} << 48); }

    std::uint64_t m_graphBytes;
    std::uint64_t m_unpackedBytes;
    std::uint64_t m_rows;
};

} // namespace cairn::checkpoint
