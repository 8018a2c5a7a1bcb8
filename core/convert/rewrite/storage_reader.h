#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/rewrite/storage_plan.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// The bytes of a storage as they will be written, block by block: cut and cast. One thread; what it is made of must
/// live on.
class StorageReader {
public:
    StorageReader(const checkpoint::Checkpoint& rows, const NewStorage& storage, Progress* progress);

    /// The next bytes, good until the next call; none after the last.
    [[nodiscard]] Result<std::span<const std::byte>> next();
    /// Finite numbers so far that were too large for their new dtype.
    [[nodiscard]] std::uint64_t overflows() const noexcept { return m_overflows; }

private:
    const checkpoint::Checkpoint& m_rows;
    const NewStorage& m_storage;
    Progress* m_progress;
    std::uint64_t m_done = 0;
    std::uint64_t m_overflows = 0;
    Bytes m_block;
    Bytes m_cast;
};

} // namespace cairn::convert
