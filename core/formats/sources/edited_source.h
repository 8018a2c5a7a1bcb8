#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::formats {

/// Replace `removedBytes` bytes at `offset` by `inserted`.
struct ByteEdit {
    std::uint64_t offset = 0;
    std::uint64_t removedBytes = 0;
    std::string inserted;
};

/// A source with a few places changed. What lies between them is read from the original, so a file of any size can be
/// "edited" without a copy of it.
class EditedSource final : public ByteSource {
public:
    /// Edits must be sorted by offset, inside the source, and must not overlap.
    EditedSource(SourcePtr original, std::vector<ByteEdit> edits);

    /// A stretch of the result: either bytes of the original or inserted ones.
    struct Piece {
        std::uint64_t begin = 0; ///< in the result
        std::uint64_t bytes = 0;
        std::uint64_t original = 0; ///< offset in the original, unless `edit` says otherwise
        const std::string* inserted = nullptr;
    };
    [[nodiscard]] const std::vector<Piece>& pieces() const noexcept { return m_pieces; }
    [[nodiscard]] const SourcePtr& original() const noexcept { return m_original; }
    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_sizeBytes; }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override;

    SourcePtr m_original;
    std::vector<ByteEdit> m_edits;
    std::vector<Piece> m_pieces;
    std::uint64_t m_sizeBytes = 0;
};

} // namespace cairn::formats
