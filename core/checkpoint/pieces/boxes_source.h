#pragma once

#include "core/base/files/byte_source.h"
#include "core/checkpoint/pieces/boxes.h"
#include "core/checkpoint/pieces/file_set.h"

#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace cairn::checkpoint {

/// Where the elements of a piece lie.
struct PlacedPiece {
    std::uint64_t offset = 0;          ///< of the first one, in its file
    std::vector<std::int64_t> strides; ///< in elements
    bool conj = false;                 ///< each stands for its conjugate
    bool neg = false;                  ///< each stands for its negative
};

/// Finds the elements of a piece that was saved as a file of its own. PieceBroken if it is not what was said of it.
using PieceOpener = std::function<Result<PlacedPiece>(const Boxes&, const Boxes::Tensor&, const Boxes::Piece&)>;

/// The bytes of all tensors one after the other, each as if it had never been cut: row-major. Read from the pieces in
/// long runs; what is between them and the reader is never more than a megabyte.
class BoxesSource final : public ByteSource {
public:
    /// Plain pieces need no `opener`.
    BoxesSource(std::shared_ptr<const Boxes> boxes, std::shared_ptr<const FileSet> files, PieceOpener opener = {});

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_boxes->bytes(); }
    [[nodiscard]] const Boxes& boxes() const noexcept { return *m_boxes; }
    [[nodiscard]] const FileSet& files() const noexcept { return *m_files; }
    /// Found once.
    [[nodiscard]] Result<PlacedPiece> place(const Boxes::Tensor& tensor, std::uint32_t piece) const;

private:
    /// A box of a tensor, and where its elements go.
    struct Part;

    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override;
    [[nodiscard]] Result<void> readRange(const Boxes::Tensor& tensor, std::uint64_t offset,
                                         std::span<std::byte> into) const;
    [[nodiscard]] Result<void> readElements(const Boxes::Tensor& tensor, std::uint64_t first,
                                            std::span<std::byte> into) const;
    [[nodiscard]] Result<void> readPart(const Part& part) const;

    std::shared_ptr<const Boxes> m_boxes;
    std::shared_ptr<const FileSet> m_files;
    PieceOpener m_opener;
    mutable std::mutex m_mutex;
    mutable std::unordered_map<std::uint32_t, PlacedPiece> m_placed; ///< those that had to be opened for it
};

} // namespace cairn::checkpoint
