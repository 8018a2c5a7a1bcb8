#include "core/convert/rewrite/storage_reader.h"

#include "core/base/progress.h"
#include "core/convert/common/cast_loops.h"

#include <algorithm>

namespace cairn::convert {

StorageReader::StorageReader(const checkpoint::Checkpoint& rows, const NewStorage& storage, Progress* progress)
    : m_rows(rows), m_storage(storage), m_progress(progress)
{
    constexpr std::uint64_t blockBytes = std::uint64_t{1} << 20;
    m_block.resize(static_cast<std::size_t>(std::min(storage.sourceBytes, blockBytes)));
    if (storage.isCast()) {
        m_cast.resize(m_block.size() / formats::dtypeInfo(storage.from).storageBytes *
                      formats::dtypeInfo(storage.castTo).storageBytes);
    }
}

Result<std::span<const std::byte>> StorageReader::next()
{
    CAIRN_TRY(checkStop(m_progress));
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(m_block.size(), m_storage.sourceBytes - m_done));
    const auto block = std::span(m_block).first(count);
    if (count == 0) {
        return std::span<const std::byte>();
    }
    CAIRN_TRY(m_rows.readStorage(m_storage.source, m_storage.begin + m_done, block));
    m_done += count;
    addDone(m_progress, count);
    if (!m_storage.isCast()) {
        return std::span<const std::byte>(block);
    }
    const auto cast = std::span(m_cast).first(count / formats::dtypeInfo(m_storage.from).storageBytes *
                                              formats::dtypeInfo(m_storage.castTo).storageBytes);
    m_overflows += castElements(m_storage.from, m_storage.castTo, block, cast);
    return std::span<const std::byte>(cast);
}

} // namespace cairn::convert
