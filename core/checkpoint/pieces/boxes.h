#pragma once

#include "core/base/error.h"
#include "core/base/large_vector.h"
#include "core/formats/dtype.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// Tensors that were cut into boxes, and where each of these lies. Flat arrays: a million pieces are ordinary.
/// Immutable once they are filled.
class Boxes {
public:
    using Sizes = std::span<const std::int64_t>;

    /// How the elements of a piece lie in its file.
    enum class Form : std::uint8_t {
        Plain,  ///< one after the other, from `offset` on
        Stored, ///< in a file that begins at `offset`: the one tensor of torch.save, or one of safetensors
    };

    struct Piece {
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;   ///< of what was stored
        std::uint32_t box = 0;     ///< in the pool: the origin, then the size
        std::uint32_t strides = 0; ///< in the pool, of Plain; kRowMajor: as the size says
        std::uint32_t file = 0;
        Form form = Form::Plain;
    };
    static constexpr std::uint32_t kRowMajor = 0xFFFFFFFF;

    struct Tensor {
        std::uint64_t begin = 0; ///< of its bytes among those of all tensors
        std::uint64_t bytes = 0;
        std::uint32_t shape = 0; ///< in the pool
        std::uint32_t firstPiece = 0;
        std::uint32_t pieces = 0;
        std::uint32_t name = 0; ///< of the piece in a safetensors file; see nameOf()
        std::uint8_t rank = 0;
        formats::Dtype dtype = formats::Dtype::Unknown;
    };

    [[nodiscard]] std::span<const Tensor> tensors() const noexcept { return m_tensors; }
    [[nodiscard]] std::span<const Piece> pieces() const noexcept { return m_pieces; }
    [[nodiscard]] std::span<const Piece> piecesOf(const Tensor& tensor) const
    {
        return std::span(m_pieces).subspan(tensor.firstPiece, tensor.pieces);
    }
    [[nodiscard]] Sizes shape(const Tensor& tensor) const { return pool(tensor.shape, tensor.rank); }
    [[nodiscard]] Sizes origin(const Tensor& tensor, const Piece& piece) const { return pool(piece.box, tensor.rank); }
    [[nodiscard]] Sizes size(const Tensor& tensor, const Piece& piece) const
    {
        return pool(piece.box + tensor.rank, tensor.rank);
    }
    /// Empty for row-major ones.
    [[nodiscard]] Sizes strides(const Tensor& tensor, const Piece& piece) const
    {
        return piece.strides == kRowMajor ? Sizes() : pool(piece.strides, tensor.rank);
    }
    [[nodiscard]] std::string_view nameOf(const Tensor& tensor) const
    {
        return std::string_view(m_names).substr(tensor.name, m_names.find('\0', tensor.name) - tensor.name);
    }
    /// Of all tensors together.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes; }

    // Filling
    void reserve(std::size_t pieces);
    /// The tensor that the next pieces belong to.
    void beginTensor(formats::Dtype dtype, Sizes shape, std::string_view name);
    /// `origin` and `size` have the rank of the tensor, and so has `strides`, if it has any.
    void addPiece(Piece piece, Sizes origin, Sizes size, Sizes strides = {});
    /// Says what is wrong with the tensor that was begun, so that its values cannot be told: a piece outside of it, two
    /// over each other, a gap. Then it takes no place among the bytes. Nothing if it is whole.
    [[nodiscard]] Result<void> finishTensor();

private:
    [[nodiscard]] Sizes pool(std::uint32_t begin, std::size_t count) const
    {
        return std::span(m_pool).subspan(begin, count);
    }
    [[nodiscard]] std::uint32_t keep(Sizes numbers);
    [[nodiscard]] Result<std::uint64_t> bytesOf(const Tensor& tensor) const;
    [[nodiscard]] Result<void> checkInside(const Tensor& tensor) const;
    [[nodiscard]] Result<void> checkOverlaps(const Tensor& tensor) const;
    [[nodiscard]] Result<void> checkCover(const Tensor& tensor) const;
    void sortPieces(const Tensor& tensor);

    LargeVector<Tensor> m_tensors;
    LargeVector<Piece> m_pieces;
    LargeVector<std::int64_t> m_pool;
    std::string m_names;
    std::uint64_t m_bytes = 0;
};

/// "[0:4, 0:5]", as Python writes slices.
[[nodiscard]] std::string boxText(Boxes::Sizes origin, Boxes::Sizes size);

} // namespace cairn::checkpoint
