#pragma once

#include "core/base/byte_source.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::formats {

struct TarMember {
    std::string name;
    std::uint64_t offset = 0; ///< of its bytes, in the file
    std::uint64_t bytes = 0;
};

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
    /// False if the file ends without the block of zeros that closes a tar: something may have been cut off.
    [[nodiscard]] bool hasEnd() const noexcept { return m_hasEnd; }

private:
    std::vector<TarMember> m_members;
    bool m_hasEnd = false;
};

} // namespace cairn::formats
