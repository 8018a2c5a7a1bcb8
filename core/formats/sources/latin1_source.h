#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace cairn::formats {

/// Whether Python means that codec by this name, of those that picklers write.
[[nodiscard]] constexpr bool isLatin1(std::string_view codec)
{
    return codec == "latin1" || codec == "latin-1" || codec == "iso-8859-1";
}

/// The bytes behind `_codecs.encode(text, "latin1")`, as pickle protocol 2 writes a bytes object: each byte is one
/// character stored as UTF-8. Decodes on demand, so a blob of gigabytes never has to be in memory.
class Latin1Source final : public ByteSource {
public:
    /// Scans [offset, offset + encodedBytes) of `parent` once; PickleCodec if a character is no byte.
    [[nodiscard]] static Result<SourcePtr> make(SourcePtr parent, std::uint64_t offset, std::uint64_t encodedBytes);

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_sizeBytes; }
    /// Where in the parent the character for a byte begins; the end for sizeBytes().
    [[nodiscard]] Result<std::uint64_t> place(std::uint64_t offset) const;

private:
    Latin1Source(SourcePtr parent, std::uint64_t end);
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override;

    SourcePtr m_parent;
    std::uint64_t m_end;
    std::uint64_t m_sizeBytes = 0;
    std::vector<std::uint64_t> m_marks; ///< place in the parent of every kMarkEvery-th byte
};

} // namespace cairn::formats
