#pragma once

#include <cstddef>
#include <vector>

namespace cairn {

/// Memory for arrays that may have tens of megabytes: from a certain size on in large pages, where the system has them.
/// Touching a small page for the first time costs as much as decoding ten values.
[[nodiscard]] void* allocateLarge(std::size_t bytes);
void freeLarge(void* memory, std::size_t bytes) noexcept;

template <typename T>
struct LargeAllocator {
    using value_type = T; // NOLINT(readability-identifier-naming): the name std looks for

    LargeAllocator() = default;
    template <typename Other>
    LargeAllocator(
        const LargeAllocator<Other>& /*other*/) noexcept // NOLINT(google-explicit-constructor): as std has it
    {
    }

    [[nodiscard]] T* allocate(std::size_t count) { return static_cast<T*>(allocateLarge(count * sizeof(T))); }
    void deallocate(T* memory, std::size_t count) noexcept { freeLarge(memory, count * sizeof(T)); }
    template <typename Other>
    [[nodiscard]] bool operator==(const LargeAllocator<Other>& /*other*/) const noexcept
    {
        return true;
    }
};

/// A std::vector for arrays with a place for each tensor of a checkpoint.
template <typename T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

} // namespace cairn
