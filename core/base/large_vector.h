#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace cairn {

/// Memory for arrays that may have tens of megabytes: from a certain size on in large pages, where the system has them.
/// Touching a small page for the first time costs as much as decoding ten values.
[[nodiscard]] void* allocateLarge(std::size_t bytes);
void freeLarge(void* memory, std::size_t bytes) noexcept;

/// As std::vector, for arrays of plain values with a place for each tensor of a checkpoint. A std::vector that does not
/// take its memory from std::allocator copies, moves and destroys each element by itself, which took a tenth of the
/// time that it takes to open a file of many tensors.
template <typename T>
class LargeVector {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    // NOLINTBEGIN(readability-identifier-naming): the names that std looks for
    using value_type = T;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    using iterator = T*;
    using const_iterator = const T*;
    // NOLINTEND(readability-identifier-naming)

    LargeVector() noexcept = default;
    explicit LargeVector(std::size_t count) { resize(count); }
    LargeVector(std::size_t count, const T& value) { resize(count, value); }
    LargeVector(std::initializer_list<T> values) { append(values); }
    LargeVector(const LargeVector& other) { append(other); }
    LargeVector(LargeVector&& other) noexcept { swap(other); }
    LargeVector& operator=(const LargeVector& other)
    {
        if (this != &other) {
            m_size = 0;
            append(other);
        }
        return *this;
    }
    LargeVector& operator=(LargeVector&& other) noexcept
    {
        LargeVector(std::move(other)).swap(*this);
        return *this;
    }
    ~LargeVector()
    {
        if (m_data != nullptr) {
            freeLarge(m_data, m_capacity * sizeof(T));
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] std::size_t capacity() const noexcept { return m_capacity; }
    [[nodiscard]] bool empty() const noexcept { return m_size == 0; }
    [[nodiscard]] T* data() noexcept { return m_data; }
    [[nodiscard]] const T* data() const noexcept { return m_data; }
    [[nodiscard]] T* begin() noexcept { return m_data; }
    [[nodiscard]] const T* begin() const noexcept { return m_data; }
    [[nodiscard]] T* end() noexcept { return m_data + m_size; }
    [[nodiscard]] const T* end() const noexcept { return m_data + m_size; }
    [[nodiscard]] T& operator[](std::size_t index) noexcept { return m_data[index]; }
    [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return m_data[index]; }
    [[nodiscard]] T& front() noexcept { return *m_data; }
    [[nodiscard]] const T& front() const noexcept { return *m_data; }
    [[nodiscard]] T& back() noexcept { return m_data[m_size - 1]; }
    [[nodiscard]] const T& back() const noexcept { return m_data[m_size - 1]; }

    void reserve(std::size_t count)
    {
        if (count > m_capacity) {
            moveTo(count);
        }
    }
    void resize(std::size_t count, const T& value = T())
    {
        const T kept = value; // which may be one of ours
        if (count > m_capacity) {
            moveTo(grown(count));
        }
        if (count > m_size) {
            std::fill(m_data + m_size, m_data + count, kept);
        }
        m_size = count;
    }
    void shrink_to_fit() // NOLINT(readability-identifier-naming)
    {
        if (m_size < m_capacity) {
            LargeVector(*this).swap(*this);
        }
    }
    void clear() noexcept { m_size = 0; }

    void push_back(const T& value) // NOLINT(readability-identifier-naming)
    {
        const T kept = value;
        if (m_size == m_capacity) {
            moveTo(grown(m_size + 1));
        }
        m_data[m_size++] = kept;
    }
    template <typename... Arguments>
    T& emplace_back(Arguments&&... arguments) // NOLINT(readability-identifier-naming)
    {
        push_back(T{std::forward<Arguments>(arguments)...});
        return back();
    }
    void pop_back() noexcept { --m_size; } // NOLINT(readability-identifier-naming)

    /// Values from elsewhere, behind those that are there.
    void append(std::span<const T> values)
    {
        if (values.size() > m_capacity - m_size) {
            moveTo(grown(m_size + values.size()));
        }
        if (!values.empty()) {
            std::memcpy(m_data + m_size, values.data(), values.size_bytes());
            m_size += values.size();
        }
    }

    void swap(LargeVector& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
        std::swap(m_capacity, other.m_capacity);
    }

    [[nodiscard]] bool operator==(const LargeVector& other) const { return std::ranges::equal(*this, other); }

private:
    [[nodiscard]] std::size_t grown(std::size_t atLeast) const
    {
        if (atLeast > std::numeric_limits<std::size_t>::max() / sizeof(T) / 2) {
            throw std::bad_alloc();
        }
        return std::max(atLeast, m_capacity * 2);
    }
    void moveTo(std::size_t capacity)
    {
        T* const data = static_cast<T*>(allocateLarge(capacity * sizeof(T)));
        if (m_size != 0) {
            std::memcpy(static_cast<void*>(data), m_data, m_size * sizeof(T));
        }
        if (m_data != nullptr) {
            freeLarge(m_data, m_capacity * sizeof(T));
        }
        m_data = data;
        m_capacity = capacity;
    }

    T* m_data = nullptr;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

} // namespace cairn
