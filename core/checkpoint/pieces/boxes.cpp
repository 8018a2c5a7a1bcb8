#include "core/checkpoint/pieces/boxes.h"

#include "core/base/checked.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"

#include <algorithm>
#include <set>
#include <vector>

namespace cairn::checkpoint {

namespace {

using Sizes = Boxes::Sizes;

bool overlap(std::int64_t beginA, std::int64_t sizeA, std::int64_t beginB, std::int64_t sizeB)
{
    return beginA < beginB + sizeB && beginB < beginA + sizeA;
}

bool isEmpty(Sizes size)
{
    return std::ranges::find(size, 0) != size.end();
}

} // namespace

std::string boxText(Sizes origin, Sizes size)
{
    std::string text = "[";
    for (std::size_t i = 0; i < origin.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(origin[i]) + ":" +
                std::to_string(checkedAdd(origin[i], size[i]).value_or(origin[i]));
    }
    return text + "]";
}

void Boxes::reserve(std::size_t pieces)
{
    constexpr std::size_t usualNumbers = 4;
    m_pieces.reserve(pieces);
    m_pool.reserve(pieces * usualNumbers);
}

std::uint32_t Boxes::keep(Sizes numbers)
{
    const auto at = static_cast<std::uint32_t>(m_pool.size());
    m_pool.append(numbers);
    return at;
}

void Boxes::beginTensor(formats::Dtype dtype, Sizes shape, std::string_view name)
{
    Tensor tensor;
    tensor.begin = m_bytes;
    tensor.shape = keep(shape);
    tensor.firstPiece = static_cast<std::uint32_t>(m_pieces.size());
    tensor.name = static_cast<std::uint32_t>(m_names.size());
    tensor.rank = static_cast<std::uint8_t>(shape.size());
    tensor.dtype = dtype;
    m_names.append(name.substr(0, name.find('\0'))).push_back('\0');
    m_tensors.push_back(tensor);
}

void Boxes::addPiece(Piece piece, Sizes origin, Sizes size, Sizes strides)
{
    piece.box = keep(origin);
    (void)keep(size);
    piece.strides = strides.empty() ? kRowMajor : keep(strides);
    m_pieces.push_back(piece);
    ++m_tensors.back().pieces;
}

Result<void> Boxes::finishTensor()
{
    Tensor& tensor = m_tensors.back();
    sortPieces(tensor);
    CAIRN_ASSIGN(bytes, bytesOf(tensor));
    CAIRN_TRY(checkInside(tensor));
    CAIRN_TRY(checkOverlaps(tensor));
    CAIRN_TRY(checkCover(tensor));
    tensor.bytes = bytes;
    m_bytes += bytes;
    return {};
}

void Boxes::sortPieces(const Tensor& tensor)
{
    const auto own = std::span(m_pieces).subspan(tensor.firstPiece, tensor.pieces);
    std::ranges::sort(own, [&](const Piece& a, const Piece& b) {
        return std::ranges::lexicographical_compare(origin(tensor, a), origin(tensor, b));
    });
}

Result<std::uint64_t> Boxes::bytesOf(const Tensor& tensor) const
{
    constexpr std::uint64_t most = std::uint64_t{1} << 60; // no disk has them, and sums of a few fit into 64 bits
    const auto elements = productOf(shape(tensor));
    const auto bytes = elements ? storageBytesFor(*elements, tensor.dtype) : std::nullopt;
    if (!bytes || *bytes > most || m_bytes > most) {
        return fail(ErrorCode::TensorHuge, message("the shape has more elements than a tensor can have"));
    }
    return *bytes;
}

Result<void> Boxes::checkInside(const Tensor& tensor) const
{
    const Sizes whole = shape(tensor);
    for (const Piece& piece : piecesOf(tensor)) {
        const Sizes at = origin(tensor, piece);
        const Sizes part = size(tensor, piece);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            if (at[i] < 0 || part[i] < 0 || at[i] > whole[i] || part[i] > whole[i] - at[i]) {
                return fail(ErrorCode::PieceBounds, message("a piece lies outside of it: %1", boxText(at, part)));
            }
        }
    }
    return {};
}

/// Sweeps along the dimension that most pieces begin at different places of: there, few of them meet.
Result<void> Boxes::checkOverlaps(const Tensor& tensor) const
{
    if (tensor.pieces < 2) {
        return {};
    }
    const auto own = piecesOf(tensor);
    std::size_t axis = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < tensor.rank; ++i) {
        std::vector<std::int64_t> begins;
        begins.reserve(own.size());
        for (const Piece& piece : own) {
            begins.push_back(origin(tensor, piece)[i]);
        }
        std::ranges::sort(begins);
        const auto rest = std::ranges::unique(begins);
        const std::size_t different = begins.size() - rest.size();
        axis = different > most ? i : axis;
        most = std::max(most, different);
    }
    std::vector<const Piece*> order;
    order.reserve(own.size());
    for (const Piece& piece : own) {
        if (!isEmpty(size(tensor, piece))) {
            order.push_back(&piece);
        }
    }
    const auto begin = [&](const Piece* piece) { return tensor.rank == 0 ? 0 : origin(tensor, *piece)[axis]; };
    const auto end = [&](const Piece* piece) {
        return tensor.rank == 0 ? 1 : begin(piece) + size(tensor, *piece)[axis];
    };
    std::ranges::sort(order, {}, begin);
    constexpr std::size_t mostCompared = 100'000'000;
    std::size_t compared = 0;
    std::vector<const Piece*> open;
    for (const Piece* piece : order) {
        std::erase_if(open, [&](const Piece* other) { return end(other) <= begin(piece); });
        compared += open.size();
        if (compared > mostCompared) {
            return fail(ErrorCode::LimitExceeded, message("it is cut into too many pieces beside each other"));
        }
        for (const Piece* other : open) {
            bool meet = true;
            for (std::size_t i = 0; i < tensor.rank && meet; ++i) {
                meet = overlap(origin(tensor, *piece)[i], size(tensor, *piece)[i], origin(tensor, *other)[i],
                               size(tensor, *other)[i]);
            }
            if (meet) {
                return fail(ErrorCode::PieceOverlap, message("two pieces lie over each other: %1 and %2",
                                                             boxText(origin(tensor, *other), size(tensor, *other)),
                                                             boxText(origin(tensor, *piece), size(tensor, *piece))));
            }
        }
        open.push_back(piece);
    }
    return {};
}

/// Pieces that lie inside and not over each other cover the tensor if they have as many elements.
Result<void> Boxes::checkCover(const Tensor& tensor) const
{
    const std::uint64_t wanted = productOf(shape(tensor)).value_or(0);
    std::uint64_t found = 0;
    for (const Piece& piece : piecesOf(tensor)) {
        found += productOf(size(tensor, piece)).value_or(0);
    }
    if (found != wanted) {
        return fail(ErrorCode::PieceGap,
                    message("there are pieces for %1 of its %2 elements", groupedDigits(found), groupedDigits(wanted)));
    }
    return {};
}

} // namespace cairn::checkpoint
