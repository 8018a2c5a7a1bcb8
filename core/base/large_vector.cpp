#include "core/base/large_vector.h"

#include "core/base/platform/machine.h"

#include <new>

namespace cairn {

namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr std::size_t kLargeFrom = kLargePage / 2; // half of a large page may be wasted, not more

} // namespace

void* allocateLarge(std::size_t bytes)
{
    if (bytes < kLargeFrom) {
        return ::operator new(bytes);
    }
    const std::size_t whole = (bytes + kLargePage - 1) / kLargePage * kLargePage;
    void* memory = ::operator new(whole, std::align_val_t{kLargePage});
    platform::adviseLargePages(memory, whole);
    return memory;
}

void freeLarge(void* memory, std::size_t bytes) noexcept
{
    if (bytes < kLargeFrom) {
        ::operator delete(memory);
    } else {
        ::operator delete(memory, std::align_val_t{kLargePage});
    }
}

} // namespace cairn
