#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::formats {

/// A range of some source that goes into a text in front of its byte `at`.
struct Splice {
    std::size_t at = 0;
    SourcePtr source;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// A text in memory with long stretches of other sources between its bytes: a new pickle whose large payloads stay
/// where they are until they are read.
class SplicedSource final : public ByteSource {
public:
    /// Splices must be sorted by `at` and lie inside their sources.
    SplicedSource(std::string text, std::vector<Splice> splices);

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_sizeBytes; }

private:
    /// A stretch of the result.
    struct Piece {
        std::uint64_t begin = 0; ///< in the result
        std::uint64_t bytes = 0;
        const ByteSource* source = nullptr; ///< null: the text
        std::uint64_t offset = 0;           ///< in either
    };

    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override;

    std::string m_text;
    std::vector<Splice> m_splices;
    std::vector<Piece> m_pieces;
    std::uint64_t m_sizeBytes = 0;
};

} // namespace cairn::formats
