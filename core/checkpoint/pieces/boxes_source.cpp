#include "core/checkpoint/pieces/boxes_source.h"

#include "core/base/stable_sort.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/formats/pickle/tensor_pickle.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cairn::checkpoint {

namespace {

using Sizes = Boxes::Sizes;

constexpr std::size_t kScratchBytes = std::size_t{1} << 20;

std::uint64_t unsignedOf(std::int64_t number)
{
    return static_cast<std::uint64_t>(number);
}

/// One of the loops that copy a box: so many elements, so far from each other in the file and in memory.
struct Loop {
    std::uint64_t count = 1;
    std::uint64_t from = 0;
    std::uint64_t to = 0;
};

/// Copies a box out of a file.
class BoxCopier {
public:
    BoxCopier(const ByteSource& file, std::size_t itemBytes, std::vector<Loop> loops)
        : m_file(file), m_itemBytes(itemBytes), m_loops(std::move(loops))
    {
        stableSort(m_loops, [](const Loop& a, const Loop& b) { return a.from > b.from; });
        join();
    }

    /// `offset`: of the first element in the file; `to`: where it goes.
    [[nodiscard]] Result<void> copy(std::uint64_t offset, std::byte* to) { return copyLoop(0, offset, to); }

private:
    /// Loops that go on where the next one ends are one.
    void join()
    {
        std::vector<Loop> joined;
        for (const Loop& loop : m_loops) {
            if (loop.count == 1) {
                continue;
            }
            if (!joined.empty() && joined.back().from == loop.count * loop.from &&
                joined.back().to == loop.count * loop.to) {
                joined.back() = {.count = joined.back().count * loop.count, .from = loop.from, .to = loop.to};
            } else {
                joined.push_back(loop);
            }
        }
        m_loops = std::move(joined);
    }

    /// Bytes of the file from the first to the last element of what the loops from this one on copy.
    [[nodiscard]] std::uint64_t spanBytes(std::size_t loop, std::uint64_t count) const
    {
        std::uint64_t last = 0;
        for (std::size_t i = loop; i < m_loops.size(); ++i) {
            last += ((i == loop ? count : m_loops[i].count) - 1) * m_loops[i].from;
        }
        return (last + 1) * m_itemBytes;
    }

    [[nodiscard]] std::uint64_t usedBytes(std::size_t loop) const
    {
        std::uint64_t elements = 1;
        for (std::size_t i = loop; i < m_loops.size(); ++i) {
            elements *= m_loops[i].count;
        }
        return elements * m_itemBytes;
    }

    [[nodiscard]] Result<void> copyLoop(std::size_t at, std::uint64_t offset, std::byte* to)
    {
        if (at == m_loops.size()) {
            return m_file.readAt(offset, std::span(to, m_itemBytes));
        }
        const Loop& loop = m_loops[at];
        if (at + 1 == m_loops.size() && loop.from == 1 && loop.to == 1) {
            return m_file.readAt(offset, std::span(to, static_cast<std::size_t>(loop.count) * m_itemBytes));
        }
        // As many rounds at a time as fit into the scratch, unless that would be mostly bytes that nobody wants.
        constexpr std::uint64_t mostWasted = 8;
        const std::uint64_t one = spanBytes(at, 1);
        const std::uint64_t step = loop.from * m_itemBytes;
        const bool isDense = step <= mostWasted * std::max<std::uint64_t>(usedBytes(at + 1), 64);
        if (one > kScratchBytes || (!isDense && at + 1 < m_loops.size())) {
            for (std::uint64_t i = 0; i < loop.count; ++i) {
                CAIRN_TRY(copyLoop(at + 1, offset + i * step, to + i * loop.to * m_itemBytes));
            }
            return {};
        }
        const std::uint64_t most = isDense ? 1 + (kScratchBytes - one) / std::max<std::uint64_t>(step, 1) : 1;
        for (std::uint64_t done = 0; done < loop.count;) {
            const std::uint64_t count = std::min(most, loop.count - done);
            if (m_scratch == nullptr) {
                m_scratch = std::make_unique_for_overwrite<std::byte[]>(kScratchBytes);
            }
            const std::span block(m_scratch.get(), static_cast<std::size_t>(spanBytes(at, count)));
            CAIRN_TRY(m_file.readAt(offset + done * step, block));
            scatter(at, count, block.data(), to + done * loop.to * m_itemBytes);
            done += count;
        }
        return {};
    }

    void scatter(std::size_t at, std::uint64_t count, const std::byte* from, std::byte* to) const
    {
        if (at == m_loops.size()) {
            std::memcpy(to, from, m_itemBytes);
            return;
        }
        const Loop& loop = m_loops[at];
        if (at + 1 == m_loops.size() && loop.from == 1 && loop.to == 1) {
            std::memcpy(to, from, static_cast<std::size_t>(count) * m_itemBytes);
            return;
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            scatter(at + 1, at + 1 < m_loops.size() ? m_loops[at + 1].count : 1, from + i * loop.from * m_itemBytes,
                    to + i * loop.to * m_itemBytes);
        }
    }

    const ByteSource& m_file;
    std::size_t m_itemBytes;
    std::vector<Loop> m_loops; ///< the one with the longest way in the file first
    std::unique_ptr<std::byte[]> m_scratch;
};

/// Turns the sign of numbers of the dtype: of both parts of complex ones, or of the imaginary one alone.
void turnSigns(std::span<std::byte> element, formats::Dtype dtype, bool imaginaryOnly)
{
    using formats::Dtype;
    const bool isComplex = dtype == Dtype::Complex32 || dtype == Dtype::Complex64 || dtype == Dtype::Complex128;
    const std::size_t part = isComplex ? element.size() / 2 : element.size();
    for (std::size_t end = isComplex && imaginaryOnly ? 2 * part : part; end <= element.size(); end += part) {
        element[end - 1] ^= std::byte{0x80}; // the sign of a float is its last bit here
    }
}

/// The same for all elements of a box in memory.
void turnSigns(std::byte* to, std::span<const Loop> loops, std::size_t item, formats::Dtype dtype, bool imaginaryOnly)
{
    if (loops.empty()) {
        turnSigns(std::span(to, item), dtype, imaginaryOnly);
        return;
    }
    for (std::uint64_t i = 0; i < loops.front().count; ++i) {
        turnSigns(to + i * loops.front().to * item, loops.subspan(1), item, dtype, imaginaryOnly);
    }
}

/// The first dimension that a box beginning at this element can have more than one index of: all further ones are
/// whole in it.
std::size_t boxDimension(Sizes shape, std::uint64_t first, std::uint64_t end, std::uint64_t& inner)
{
    std::size_t dimension = shape.size() - 1;
    inner = 1;
    while (dimension > 0) {
        const std::uint64_t next = inner * unsignedOf(shape[dimension]);
        if (first % next != 0 || end - first < next) {
            break;
        }
        inner = next;
        --dimension;
    }
    return dimension;
}

} // namespace

struct BoxesSource::Part {
    const Boxes::Tensor& tensor;
    std::vector<std::int64_t> begin;
    std::vector<std::int64_t> end;
    std::byte* to; ///< where the element at `begin` goes; others go where row-major order has them
    std::vector<std::int64_t> strides;
};

BoxesSource::BoxesSource(std::shared_ptr<const Boxes> boxes, std::shared_ptr<const FileSet> files, PieceOpener opener)
    : m_boxes(std::move(boxes)), m_files(std::move(files)), m_opener(std::move(opener))
{
}

Result<PlacedPiece> BoxesSource::place(const Boxes::Tensor& tensor, std::uint32_t piece) const
{
    const Boxes::Piece& wanted = m_boxes->pieces()[piece];
    if (wanted.form == Boxes::Form::Plain) {
        const Sizes strides = m_boxes->strides(tensor, wanted);
        return PlacedPiece{wanted.offset, strides.empty() ? formats::rowMajorStrides(m_boxes->size(tensor, wanted))
                                                          : std::vector<std::int64_t>(strides.begin(), strides.end())};
    }
    {
        const std::scoped_lock lock(m_mutex);
        if (const auto known = m_placed.find(piece); known != m_placed.end()) {
            return known->second;
        }
    }
    CAIRN_ASSIGN(placed, m_opener(*m_boxes, tensor, wanted));
    const std::scoped_lock lock(m_mutex);
    return m_placed.emplace(piece, std::move(placed)).first->second;
}

Result<void> BoxesSource::doRead(std::uint64_t offset, std::span<std::byte> into) const
{
    const auto tensors = m_boxes->tensors();
    while (!into.empty()) {
        // The last that begins here or before: those without bytes come before the one that has some.
        const auto next = std::ranges::upper_bound(tensors, offset, {}, &Boxes::Tensor::begin);
        const Boxes::Tensor& tensor = *std::prev(next);
        const std::uint64_t within = offset - tensor.begin;
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), tensor.bytes - within));
        CAIRN_TRY(readRange(tensor, within, into.first(count)));
        offset += count;
        into = into.subspan(count);
    }
    return {};
}

/// Elements at the ends may be wanted in part.
Result<void> BoxesSource::readRange(const Boxes::Tensor& tensor, std::uint64_t offset, std::span<std::byte> into) const
{
    const std::size_t item = formats::dtypeInfo(tensor.dtype).storageBytes;
    const auto partly = [&](std::uint64_t element, std::size_t skip, std::span<std::byte> out) -> Result<void> {
        Bytes whole(item);
        CAIRN_TRY(readElements(tensor, element, whole));
        std::memcpy(out.data(), whole.data() + skip, out.size());
        return {};
    };
    if (const auto skip = static_cast<std::size_t>(offset % item); skip != 0) {
        const std::size_t count = std::min(item - skip, into.size());
        CAIRN_TRY(partly(offset / item, skip, into.first(count)));
        offset += count;
        into = into.subspan(count);
    }
    const std::size_t rest = into.size() % item;
    if (into.size() > rest) {
        CAIRN_TRY(readElements(tensor, offset / item, into.first(into.size() - rest)));
    }
    return rest == 0 ? Result<void>() : partly((offset + into.size()) / item, 0, into.last(rest));
}

Result<void> BoxesSource::readElements(const Boxes::Tensor& tensor, std::uint64_t first,
                                       std::span<std::byte> into) const
{
    const Sizes shape = m_boxes->shape(tensor);
    const std::size_t item = formats::dtypeInfo(tensor.dtype).storageBytes;
    const std::uint64_t end = first + into.size() / item;
    std::byte* to = into.data();
    const std::vector<std::int64_t> strides = formats::rowMajorStrides(shape);
    while (first < end) {
        std::uint64_t inner = 1;
        const std::size_t dimension = shape.empty() ? 0 : boxDimension(shape, first, end, inner);
        Part part{.tensor = tensor, .begin = {}, .end = {}, .to = to, .strides = strides};
        std::uint64_t count = 1;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            const std::uint64_t at = first / unsignedOf(strides[i]) % unsignedOf(shape[i]);
            std::uint64_t many = i < dimension ? 1 : unsignedOf(shape[i]);
            if (i == dimension) {
                many = std::min(unsignedOf(shape[i]) - at, (end - first) / inner);
                count = many * inner;
            }
            part.begin.push_back(static_cast<std::int64_t>(at));
            part.end.push_back(static_cast<std::int64_t>(at + many));
        }
        CAIRN_TRY(readPart(part));
        first += count;
        to += count * item;
    }
    return {};
}

Result<void> BoxesSource::readPart(const Part& part) const
{
    const Boxes::Tensor& tensor = part.tensor;
    const std::size_t rank = part.begin.size();
    const std::size_t item = formats::dtypeInfo(tensor.dtype).storageBytes;
    std::uint64_t wanted = 1;
    for (std::size_t i = 0; i < rank; ++i) {
        wanted *= unsignedOf(part.end[i] - part.begin[i]);
    }
    const auto pieces = m_boxes->piecesOf(tensor);
    for (std::size_t index = 0; index < pieces.size() && wanted != 0; ++index) {
        const Boxes::Piece& piece = pieces[index];
        const Sizes origin = m_boxes->origin(tensor, piece);
        const Sizes size = m_boxes->size(tensor, piece);
        if (rank != 0 && origin[0] >= part.end[0]) {
            break; // they are sorted by where they begin
        }
        std::vector<Loop> loops(rank);
        bool meets = true;
        for (std::size_t i = 0; i < rank && meets; ++i) {
            const std::int64_t begin = std::max(origin[i], part.begin[i]);
            const std::int64_t end = std::min(origin[i] + size[i], part.end[i]);
            meets = begin < end;
            loops[i].count = meets ? unsignedOf(end - begin) : 0;
        }
        if (!meets) {
            continue;
        }
        auto placed = place(tensor, tensor.firstPiece + static_cast<std::uint32_t>(index));
        if (!placed) {
            return fail(std::move(placed).error());
        }
        std::uint64_t from = 0;
        std::uint64_t to = 0;
        std::uint64_t count = 1;
        for (std::size_t i = 0; i < rank; ++i) {
            const std::int64_t begin = std::max(origin[i], part.begin[i]);
            loops[i].from = unsignedOf(placed->strides[i]);
            loops[i].to = unsignedOf(part.strides[i]);
            from += unsignedOf(begin - origin[i]) * loops[i].from;
            to += unsignedOf(begin - part.begin[i]) * loops[i].to;
            count *= loops[i].count;
        }
        CAIRN_ASSIGN(file, m_files->open(piece.file));
        const auto copied = BoxCopier(*file, item, loops).copy(placed->offset + from * item, part.to + to * item);
        if (!copied) {
            return fail(Error(copied.error()).in(m_files->files()[piece.file].path));
        }
        if (placed->conj) {
            turnSigns(part.to + to * item, loops, item, tensor.dtype, true);
        }
        if (placed->neg) {
            turnSigns(part.to + to * item, loops, item, tensor.dtype, false);
        }
        wanted -= std::min(wanted, count);
    }
    if (wanted != 0) {
        return fail(ErrorCode::PieceGap, message("no piece holds %1 of the elements of %2", groupedDigits(wanted),
                                                 boxText(part.begin, part.end)));
    }
    return {};
}

} // namespace cairn::checkpoint
