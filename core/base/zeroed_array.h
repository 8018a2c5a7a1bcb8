#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace cairn {

/// An array of zeros of which only the parts that are used take memory: places for all nodes of a pickle, where few are
/// asked for.
template <typename T>
class ZeroedArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    ZeroedArray() = default;
    // What calloc gives is untouched, and no container asks for that.
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc)
    explicit ZeroedArray(std::size_t count) : m_items(static_cast<T*>(std::calloc(count + 1, sizeof(T))))
    {
        if (m_items == nullptr) {
            throw std::bad_alloc();
        }
    }

    [[nodiscard]] explicit operator bool() const { return m_items != nullptr; }
    [[nodiscard]] T& operator[](std::size_t i) { return m_items.get()[i]; }

private:
    struct Free {
        void operator()(T* items) const { std::free(items); } // NOLINT(cppcoreguidelines-no-malloc): calloc's
    };
    std::unique_ptr<T, Free> m_items;
};

} // namespace cairn
