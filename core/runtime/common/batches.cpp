#include "core/runtime/common/batches.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace cairn::runtime {

std::uint64_t Batch::bytes() const
{
    std::uint64_t sum = 0;
    for (const Piece* piece = begin; piece != end; ++piece) {
        sum += piece->bytes;
    }
    return sum;
}

Batches::Batches(const LoadOrder& order, std::uint32_t device, FillPace pace)
    : m_pace{pace.batchBytes, std::min(order.threads, pace.threads)}
{
    std::uint64_t room = 0; // left in the last batch
    for (std::uint32_t id = 0; id < order.storageCount; ++id) {
        const StorageOrder& storage = order.storages[id];
        if (storage.device != device) {
            continue;
        }
        for (std::uint64_t offset = 0; offset < storage.bytes;) {
            const std::uint64_t left = storage.bytes - offset;
            if (room < std::min(left, m_pace.batchBytes)) {
                m_begins.push_back(m_pieces.size());
                room = m_pace.batchBytes;
            }
            const std::uint64_t bytes = std::min(left, room);
            m_pieces.push_back({id, offset, bytes});
            room -= std::min(room, alignedBytes(bytes));
            m_bytes += alignedBytes(bytes);
            offset += bytes;
        }
    }
}

std::optional<Batch> Batches::next()
{
    const std::size_t index = m_hasFailed ? m_begins.size() : m_next++;
    if (index >= m_begins.size()) {
        return std::nullopt;
    }
    const std::size_t end = index + 1 < m_begins.size() ? m_begins[index + 1] : m_pieces.size();
    return Batch{m_pieces.data() + m_begins[index], m_pieces.data() + end};
}

void Batches::run(const std::function<void()>& work)
{
    if (count() == 0) {
        return;
    }
    std::mutex mutex;
    std::exception_ptr failure;
    const auto guarded = [&] {
        try {
            work();
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex);
            m_hasFailed = true;
            failure = failure ? failure : std::current_exception();
        }
    };
    std::vector<std::thread> others;
    const auto wanted = static_cast<unsigned>(std::min<std::size_t>(m_pace.threads, count()));
    try {
        others.reserve(wanted);
        while (others.size() + 1 < wanted) {
            others.emplace_back(guarded);
        }
    } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): no memory or no threads; fewer do it too
    }
    guarded();
    for (std::thread& other : others) {
        other.join();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

void FillProgress::add(std::uint64_t bytes)
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    m_filled += bytes;
    if (m_filled > m_told) {
        m_host.advance(m_host.self, m_filled - m_told);
        m_told = m_filled;
    }
}

} // namespace cairn::runtime
