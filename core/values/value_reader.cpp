#include "core/values/value_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cairn::values {

namespace {

/// Elements at a stride from memory to memory; the size of one is known to the compiler.
template <std::size_t Size>
void scatterRun(const std::byte* from, std::byte* to, const Odometer::Axis& run)
{
    if (run.sourceStride == 1 && run.outStride == 1) {
        std::memcpy(to, from, static_cast<std::size_t>(run.size) * Size);
        return;
    }
    for (std::uint64_t i = 0; i < run.size; ++i) {
        std::memcpy(to + i * run.outStride * Size, from + i * run.sourceStride * Size, Size);
    }
}

void scatterRun(const std::byte* from, std::byte* to, const Odometer::Axis& run, std::uint32_t elementBytes)
{
    switch (elementBytes) {
    case 1: return scatterRun<1>(from, to, run);
    case 2: return scatterRun<2>(from, to, run);
    case 4: return scatterRun<4>(from, to, run);
    case 8: return scatterRun<8>(from, to, run);
    default: return scatterRun<16>(from, to, run);
    }
}

void turnRound(std::span<std::byte> bytes, std::uint32_t unit)
{
    for (std::size_t i = 0; unit > 1 && i + unit <= bytes.size(); i += unit) {
        std::ranges::reverse(bytes.subspan(i, unit));
    }
}

/// How much of the axes one read of the source takes in: all of those from `whole` on, and `indices` of the one before.
struct Window {
    std::size_t whole = 0;
    std::uint64_t indices = 1;
    std::uint64_t extent = 1; ///< elements from the first to the last of the whole axes
};

Window windowFor(std::span<const Odometer::Axis> axes, std::uint64_t elementBytes)
{
    constexpr std::uint64_t smallBytes = 64 * 1024; // reading so much costs hardly more than reading one element
    constexpr std::uint64_t mostWaste = 8;
    const std::uint64_t capacity = ValueReader::kBufferBytes / elementBytes;
    const std::uint64_t small = smallBytes / elementBytes;
    const auto fits = [&](std::uint64_t extent, std::uint64_t wanted) {
        return extent <= capacity && (extent <= small || extent / mostWaste <= wanted);
    };
    Window window{axes.size(), 1, 1};
    std::uint64_t wanted = 1;
    while (window.whole > 0) {
        const Odometer::Axis& axis = axes[window.whole - 1];
        const std::uint64_t extent = window.extent + (axis.size - 1) * axis.sourceStride;
        const std::uint64_t more = axis.sourceStride == 0 ? wanted : wanted * axis.size;
        if (!fits(extent, more)) {
            const std::uint64_t limit = axis.sourceStride / mostWaste <= wanted ? capacity : small;
            window.indices = limit < window.extent ? 1 : (limit - window.extent) / axis.sourceStride + 1;
            break;
        }
        window.extent = extent;
        wanted = more;
        --window.whole;
    }
    return window;
}

} // namespace

void Odometer::start(std::span<const Axis> axes)
{
    m_axes = axes;
    m_index.assign(axes.size(), 0);
    m_source = 0;
    m_out = 0;
}

bool Odometer::advance()
{
    for (std::size_t i = m_axes.size(); i-- > 0;) {
        const Axis& axis = m_axes[i];
        if (++m_index[i] < axis.size) {
            m_source += axis.sourceStride;
            m_out += axis.outStride;
            return true;
        }
        m_index[i] = 0;
        m_source -= (axis.size - 1) * axis.sourceStride;
        m_out -= (axis.size - 1) * axis.outStride;
    }
    return false;
}

ValueReader::ValueReader(const checkpoint::Checkpoint& checkpoint, ValueLayout layout)
    : m_checkpoint(checkpoint), m_layout(std::move(layout)), m_atEnd(m_layout.elements == 0)
{
    auto& axes = m_layout.axes;
    if (axes.empty()) {
        axes.push_back({1, 1});
    }
    const std::uint64_t capacity = (m_layout.isContiguous() ? kRunBytes : kBufferBytes) / m_layout.elementBytes;
    m_split = axes.size() - 1;
    while (m_split > 0 && axes[m_split].size <= capacity / m_perIndex) {
        m_perIndex *= axes[m_split].size;
        --m_split;
    }
    m_perBlock = std::min(axes[m_split].size, capacity / m_perIndex);
    for (std::size_t i = 0; i < m_split; ++i) {
        m_outer.push_back({axes[i].size, axes[i].stride, 0});
    }
    m_place.start(m_outer);
    if (!m_atEnd) {
        m_block.resize(static_cast<std::size_t>(m_perBlock * m_perIndex * m_layout.elementBytes));
    }
}

Result<std::span<const std::byte>> ValueReader::next()
{
    if (m_atEnd) {
        return std::span<const std::byte>{};
    }
    const ValueLayout::Axis& split = m_layout.axes[m_split];
    const std::uint64_t count = std::min(m_perBlock, split.size - m_position);
    const std::uint64_t base = m_place.source() + m_position * split.stride;

    m_axes.assign(1, {count, split.stride, m_perIndex});
    std::uint64_t outStride = m_perIndex;
    for (std::size_t i = m_split + 1; i < m_layout.axes.size(); ++i) {
        outStride /= m_layout.axes[i].size;
        m_axes.push_back({m_layout.axes[i].size, m_layout.axes[i].stride, outStride});
    }
    std::ranges::sort(m_axes, std::ranges::greater(), &Odometer::Axis::sourceStride);

    const auto out = std::span(m_block).first(static_cast<std::size_t>(count * m_perIndex * m_layout.elementBytes));
    CAIRN_TRY(gather(base, out));
    turnRound(out, m_layout.swapBytes);

    m_position += count;
    if (m_position == split.size) {
        m_position = 0;
        m_atEnd = !m_place.advance();
    }
    return std::span<const std::byte>(out);
}

Result<void> ValueReader::read(std::uint64_t element, std::span<std::byte> into) const
{
    return m_checkpoint.readStorage(m_layout.storage, m_layout.begin + element * m_layout.elementBytes, into);
}

Result<void> ValueReader::gather(std::uint64_t base, std::span<std::byte> out)
{
    if (m_axes.size() == 1 && m_axes[0].sourceStride == 1) {
        return read(base, out);
    }
    const std::uint64_t elementBytes = m_layout.elementBytes;
    const Window window = windowFor(m_axes, elementBytes);
    // The axis that is taken in pieces, as it is between windows and, first of the axes, inside one.
    std::vector<Odometer::Axis> outside(m_axes.begin(), m_axes.begin() + static_cast<std::ptrdiff_t>(window.whole));
    std::vector<Odometer::Axis> inside(m_axes.begin() + static_cast<std::ptrdiff_t>(window.whole), m_axes.end());
    std::uint64_t pieceSize = 1;
    Odometer::Axis piece{1, 0, 0};
    if (!outside.empty()) {
        piece = outside.back();
        pieceSize = piece.size;
        outside.back() = {(piece.size + window.indices - 1) / window.indices, piece.sourceStride * window.indices,
                          piece.outStride * window.indices};
    }
    inside.insert(inside.begin(), piece);
    const Odometer::Axis run = inside.back(); // the smallest stride: done in a loop of its own
    const bool runIsPiece = inside.size() == 1;
    inside.pop_back();

    m_windows.start(outside);
    do {
        std::uint64_t indices = 1;
        if (!outside.empty()) {
            indices = std::min(window.indices, pieceSize - m_windows.index(outside.size() - 1) * window.indices);
        }
        const std::uint64_t elements = window.extent + (indices - 1) * piece.sourceStride;
        const auto bytes = static_cast<std::size_t>(elements * elementBytes);
        if (m_window.size() < bytes) {
            m_window.resize(bytes);
        }
        CAIRN_TRY(read(base + m_windows.source(), std::span(m_window).first(bytes)));
        Odometer::Axis thisRun = run;
        if (runIsPiece) {
            thisRun.size = indices;
        } else {
            inside.front().size = indices;
        }
        m_inWindow.start(inside);
        do {
            scatterRun(m_window.data() + m_inWindow.source() * elementBytes,
                       out.data() + (m_windows.out() + m_inWindow.out()) * elementBytes, thisRun,
                       m_layout.elementBytes);
        } while (m_inWindow.advance());
    } while (m_windows.advance());
    return {};
}

} // namespace cairn::values
