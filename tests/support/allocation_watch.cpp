#include "tests/support/allocation_watch.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace {

std::atomic<std::size_t> g_largest{0};
std::atomic<std::size_t> g_live{0};
std::atomic<std::size_t> g_peak{0};

void raise(std::atomic<std::size_t>& most, std::size_t value)
{
    std::size_t seen = most.load(std::memory_order_relaxed);
    while (seen < value && !most.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
}

} // namespace

void* operator new(std::size_t bytes)
{
    void* const block = std::malloc(std::max<std::size_t>(bytes, 1));
    if (block == nullptr) {
        throw std::bad_alloc();
    }
    raise(g_largest, bytes);
    const std::size_t size = ::malloc_usable_size(block);
    raise(g_peak, g_live.fetch_add(size, std::memory_order_relaxed) + size);
    return block;
}

void operator delete(void* block) noexcept
{
    if (block != nullptr) {
        g_live.fetch_sub(::malloc_usable_size(block), std::memory_order_relaxed);
        std::free(block);
    }
}

void operator delete(void* block, std::size_t) noexcept
{
    operator delete(block);
}

namespace cairn::test {

AllocationWatch::AllocationWatch() : m_startBytes(g_live)
{
    g_largest = 0;
    g_peak = m_startBytes;
}

std::size_t AllocationWatch::largestBytes() const
{
    return g_largest;
}

std::size_t AllocationWatch::peakBytes() const
{
    return g_peak - m_startBytes;
}

} // namespace cairn::test
