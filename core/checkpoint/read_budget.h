#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// What reading one file may still take, whatever its bytes unpack to: a constant, and a stated factor of the bytes on
/// disk. Shared by the readers of all that lies in the file; used by one thread.
class ReadBudget {
public:
    static constexpr std::uint64_t kGraphBase = std::uint64_t{64} << 20;
    static constexpr std::uint64_t kGraphFactor = 12;   ///< the most that any pickle of torch needs is 4
    static constexpr std::uint64_t kGraphOfBlob = 2048; ///< what is kept of bytes that hold a checkpoint of their own
    static constexpr std::uint64_t kUnpackedBase = std::uint64_t{32} << 20;
    static constexpr std::uint64_t kUnpackedFactor = 4;
    static constexpr std::uint64_t kRowsBase = std::uint64_t{3} << 19;
    static constexpr std::uint64_t kShownBase = std::uint64_t{32} << 20;
    static constexpr std::uint64_t kShownFactor = 12;       ///< numbers in a list with a long name need 7
    static constexpr std::uint64_t kSmallFile = 10'000'000; ///< below, one in four bytes; above, one in each

    /// For compressed storages, which nobody unpacks to open the file, but torch does to load it. Weights shrink by a
    /// fifth, zeros to a thousandth: the first figure is told, the second called dangerous.
    static constexpr std::uint64_t kInflatedTold = std::uint64_t{64} << 20;
    static constexpr std::uint64_t kInflatedMost = std::uint64_t{1} << 30;
    static constexpr std::uint64_t kInflatedFactor = 32;

    explicit ReadBudget(std::uint64_t fileBytes)
        : m_fileBytes(fileBytes), m_graphBytes(kGraphBase + kGraphFactor * within(fileBytes)),
          m_unpackedBytes(kUnpackedBase + kUnpackedFactor * within(fileBytes)),
          m_rows(kRowsBase + std::min(fileBytes, kSmallFile) / 4 +
                 (within(fileBytes) > kSmallFile ? within(fileBytes) - kSmallFile : 0)),
          m_shownBytes(kShownBase + kShownFactor * within(fileBytes))
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
    /// Counts the plain bytes of one more compressed storage; gives those of all.
    std::uint64_t addInflated(std::uint64_t bytes)
    {
        m_inflatedBytes += std::min(bytes, ~std::uint64_t{0} - m_inflatedBytes);
        return m_inflatedBytes;
    }
    /// What compressed storages of this file may have above `base`, which is one of the two figures.
    [[nodiscard]] std::uint64_t mostInflated(std::uint64_t base) const
    {
        return base + kInflatedFactor * within(m_fileBytes);
    }
    [[nodiscard]] std::uint64_t rows() const { return m_rows; }
    [[nodiscard]] bool hasRows(std::uint64_t rows, std::uint64_t shownBytes = 0) const
    {
        return rows <= m_rows && shownBytes <= m_shownBytes;
    }
    /// Room for that many rows of the tree, whose full names and texts have `shownBytes` together. False if there is
    /// none.
    [[nodiscard]] bool takeRows(std::uint64_t rows, std::uint64_t shownBytes)
    {
        const bool fits = hasRows(rows, shownBytes);
        m_rows -= fits ? rows : 0;
        m_shownBytes -= fits ? shownBytes : 0;
        return fits;
    }

    void giveBackRows(std::uint64_t rows, std::uint64_t shownBytes)
    {
        m_rows += rows;
        m_shownBytes += shownBytes;
    }

private:
    /// Beyond any file that is read; keeps the products in their 64 bits.
    [[nodiscard]] static std::uint64_t within(std::uint64_t bytes) { return std::min(bytes, std::uint64_t{1} << 48); }

    std::uint64_t m_fileBytes;
    std::uint64_t m_inflatedBytes = 0;
    std::uint64_t m_graphBytes;
    std::uint64_t m_unpackedBytes;
    std::uint64_t m_rows;
    std::uint64_t m_shownBytes;
};

/// How many bytes of values the tensors of one file may have together. What its sources hold is free, once; more is had
/// by strides that repeat bytes, or by tensors that lie over each other, and comes from one account: a constant, and a
/// stated factor of the bytes on disk.
class RepeatBudget {
public:
    static constexpr std::uint64_t kBase = std::uint64_t{512} << 20; ///< masks and tables of an otherwise small file
    static constexpr std::uint64_t kFactor = 32;

    RepeatBudget(std::uint64_t fileBytes, std::size_t sources) : m_left(most(fileBytes)), m_readOnce(sources) {}

    [[nodiscard]] static std::uint64_t most(std::uint64_t fileBytes)
    {
        return kBase + kFactor * std::min(fileBytes, std::uint64_t{1} << 48);
    }
    /// Room for the values of one more tensor. False if there is none; those that come later may still fit.
    [[nodiscard]] bool take(std::uint32_t source, std::uint64_t sourceBytes, std::uint64_t valueBytes)
    {
        std::uint64_t& read = m_readOnce[source];
        const std::uint64_t once = std::min(sourceBytes - std::min(read, sourceBytes), valueBytes);
        if (valueBytes - once > m_left) {
            return false;
        }
        read += once;
        m_left -= valueBytes - once;
        return true;
    }

private:
    std::uint64_t m_left;
    std::vector<std::uint64_t> m_readOnce; ///< bytes of each source
};

/// Decodes the pickle that starts at `offset`, within what is left for decoded pickles, and takes it from that.
[[nodiscard]] Result<formats::PickleGraph> decodeWithin(ReadBudget& budget, const SourcePtr& source,
                                                        std::uint64_t offset = 0, const Progress* progress = nullptr);

} // namespace cairn::checkpoint
