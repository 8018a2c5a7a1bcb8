#pragma once

#include "core/values/value_layout.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cairn::values {

/// Goes through all positions of some axes, the last axis fastest, and knows where each is in the source and in the
/// output.
class Odometer {
public:
    struct Axis {
        std::uint64_t size = 0;
        std::uint64_t sourceStride = 0;
        std::uint64_t outStride = 0;
    };

    /// The axes stay the caller's. No axis: one position.
    void start(std::span<const Axis> axes);
    [[nodiscard]] bool advance();
    [[nodiscard]] std::uint64_t source() const noexcept { return m_source; }
    [[nodiscard]] std::uint64_t out() const noexcept { return m_out; }
    [[nodiscard]] std::uint64_t index(std::size_t axis) const { return m_index[axis]; }

private:
    std::span<const Axis> m_axes;
    std::vector<std::uint64_t> m_index;
    std::uint64_t m_source = 0;
    std::uint64_t m_out = 0;
};

/// Reads the values of a strided tensor in row-major order and little endian, block by block: what safetensors stores.
/// Memory is two buffers of kBufferBytes at most. Reads of the source go in its own order and in large pieces where
/// values lie close enough, so that a transposed matrix is no million reads. One thread; the checkpoint must live on.
class ValueReader {
public:
    static constexpr std::size_t kBufferBytes = std::size_t{4} << 20;
    /// Of values that lie in order: what a processor still has at hand when it has read it.
    static constexpr std::size_t kRunBytes = std::size_t{256} << 10;

    ValueReader(const checkpoint::Checkpoint& checkpoint, ValueLayout layout);

    /// The next bytes, good until the next call; none after the last.
    [[nodiscard]] Result<std::span<const std::byte>> next();

private:
    [[nodiscard]] Result<void> gather(std::uint64_t base, std::span<std::byte> out);
    [[nodiscard]] Result<void> read(std::uint64_t element, std::span<std::byte> into) const;

    const checkpoint::Checkpoint& m_checkpoint;
    ValueLayout m_layout;
    std::vector<Odometer::Axis> m_outer; ///< axes before the one that is cut into blocks
    std::size_t m_split = 0;             ///< that axis
    std::uint64_t m_perIndex = 1;        ///< elements of one index of it
    std::uint64_t m_perBlock = 1;        ///< indices of it in one block
    std::uint64_t m_position = 0;        ///< index of it where the next block begins
    Odometer m_place;                    ///< in m_outer
    bool m_atEnd = false;

    std::vector<Odometer::Axis> m_axes; ///< of a block, the source's largest stride first
    Odometer m_windows;
    Odometer m_inWindow;
    Bytes m_block;
    Bytes m_window;
};

} // namespace cairn::values
