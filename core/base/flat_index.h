#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace cairn {

/// Finds small ids by text with four to eight bytes an id, where a map of strings would cost fifty.
/// Holds ids only: the owner keeps the texts and gives them back through `textOf(id)`.
class FlatIndex {
public:
    static constexpr std::uint32_t kNotFound = 0xFFFFFFFF;

    /// Id whose text equals `text`, or kNotFound.
    template <typename TextOf>
    [[nodiscard]] std::uint32_t find(std::string_view text, TextOf&& textOf) const
    {
        if (m_slots.empty()) {
            return kNotFound;
        }
        for (std::size_t slot = hash(text) & mask();; slot = (slot + 1) & mask()) {
            const std::uint32_t id = m_slots[slot];
            if (id == kNotFound || textOf(id) == text) {
                return id;
            }
        }
    }

    /// Adds an id whose text is not in the index yet.
    template <typename TextOf>
    void insert(std::uint32_t id, TextOf&& textOf)
    {
        if ((m_count + 1) * 4 > m_slots.size() * 3) {
            grow(m_count + 1, textOf);
        }
        place(id, textOf(id));
        ++m_count;
    }

    template <typename TextOf>
    void reserve(std::size_t ids, TextOf&& textOf)
    {
        if (ids * 4 > m_slots.size() * 3) {
            grow(ids, textOf);
        }
    }

private:
    [[nodiscard]] static std::size_t hash(std::string_view text) { return std::hash<std::string_view>{}(text); }
    [[nodiscard]] std::size_t mask() const { return m_slots.size() - 1; }

    void place(std::uint32_t id, std::string_view text)
    {
        std::size_t slot = hash(text) & mask();
        while (m_slots[slot] != kNotFound) {
            slot = (slot + 1) & mask();
        }
        m_slots[slot] = id;
    }

    template <typename TextOf>
    void grow(std::size_t ids, TextOf&& textOf)
    {
        std::vector<std::uint32_t> old(std::bit_ceil(ids * 2 + 8), kNotFound);
        old.swap(m_slots);
        for (const std::uint32_t id : old) {
            if (id != kNotFound) {
                place(id, textOf(id));
            }
        }
    }

    std::vector<std::uint32_t> m_slots; ///< size is a power of two
    std::size_t m_count = 0;
};

} // namespace cairn
