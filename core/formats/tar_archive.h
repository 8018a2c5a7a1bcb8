#pragma once

#include "core/base/files/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::formats {

struct TarMember {
    std::string name;
    std::uint64_t offset = 0; ///< of its bytes, in the file
    std::uint64_t bytes = 0;
};

/// Whether bytes begin with the header of a tar, by the sum that Python's tarfile asks for.
[[nodiscard]] bool isTarHeader(std::span<const std::byte> head);

/// The regular files of a tar (ustar, GNU or PAX), found by hopping from header to header; their bytes are not read.
/// Plain value.
class TarArchive {
public:
    /// The tars of torch have four members, so more headers than this are never looked at.
    static constexpr int kMaxHeaders = 256;

    [[nodiscard]] static Result<TarArchive> open(const ByteSource& source);

    [[nodiscard]] const std::vector<TarMember>& members() const noexcept { return m_members; }
    /// The last one of that name, as tar programs understand repeated names.
    [[nodiscard]] const TarMember* find(std::string_view name) const;
    /// What other programs may understand in another way than this reader: links, foreign headers, too many of them;
    /// empty if there is none.
    [[nodiscard]] const std::string& oddity() const noexcept { return m_oddity; }
    /// Whether several members would be unpacked to that name. Python takes the last that has it to the letter.
    [[nodiscard]] bool isRepeated(std::string_view name) const;
    /// False if the file ends without the block of zeros that closes a tar: something may have been cut off.
    [[nodiscard]] bool hasEnd() const noexcept { return m_hasEnd; }

private:
    std::vector<TarMember> m_members;
    std::string m_oddity;
    bool m_hasEnd = false;
};

} // namespace cairn::formats
