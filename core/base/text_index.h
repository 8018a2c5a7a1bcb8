#pragma once

#include "core/base/large_vector.h"
#include "core/base/text/text_hash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cairn {

/// Finds small ids by text with about sixteen bytes an id, where a map of strings would cost a hundred. Holds ids and
/// hashes only: the owner keeps the texts and gives them back through `textOf(id)`. Many threads may read.
template <typename Rule>
class TextIndex {
public:
    static constexpr std::uint32_t kNotFound = 0xFFFFFFFF;

    struct Twins {
        std::uint32_t first;
        std::uint32_t second;
    };

    /// Id whose text equals `text`, or kNotFound.
    template <typename TextOf>
    [[nodiscard]] std::uint32_t find(std::string_view text, const TextOf& textOf) const
    {
        const std::uint64_t slot = m_slots[slotOf(text, Rule::hash(text), textOf)];
        return slot == kFree ? kNotFound : idIn(slot);
    }

    /// The id that has this text already; else `id`, which is in the index from now on.
    template <typename TextOf>
    std::uint32_t findOrInsert(std::uint32_t id, std::string_view text, const TextOf& textOf)
    {
        reserve(m_count + 1);
        const std::uint32_t hash = Rule::hash(text);
        std::uint64_t& slot = m_slots[slotOf(text, hash, textOf)];
        if (slot != kFree) {
            return idIn(slot);
        }
        slot = slotWith(hash, id);
        ++m_count;
        return id;
    }

    void reserve(std::size_t ids)
    {
        if (ids + ids / 2 + 1 > m_slots.size()) {
            grow(std::bit_ceil(2 * ids + 8));
        }
    }

    /// Takes the ids 0 to `count` - 1 into an empty index. Of those with one text the first is found; the others come
    /// back beside it, in the order of their ids.
    template <typename TextOf>
    [[nodiscard]] std::vector<Twins> build(std::uint32_t count, const TextOf& textOf)
    {
        std::vector<Twins> twins;
        reserve(count);
        // The table is bigger than the caches: ask for the places of a whole block of texts, then fill them.
        constexpr std::uint32_t blockSize = 32;
        std::array<std::uint32_t, blockSize> hashes{};
        std::uint32_t end = 0;
        for (std::uint32_t begin = 0; begin < count; begin = end) {
            end = begin + std::min(count - begin, blockSize);
            for (std::uint32_t id = begin; id < end; ++id) {
                hashes[id - begin] = Rule::hash(textOf(id));
                __builtin_prefetch(&m_slots[home(hashes[id - begin])], 1);
            }
            for (std::uint32_t id = begin; id < end; ++id) {
                const std::uint32_t hash = hashes[id - begin];
                std::uint64_t& slot = m_slots[slotOf(textOf(id), hash, textOf)];
                if (slot != kFree) {
                    twins.push_back({.first = idIn(slot), .second = id});
                    continue;
                }
                slot = slotWith(hash, id);
            }
        }
        m_count = count - twins.size();
        return twins;
    }

private:
    /// A slot is the hash and the id + 1: texts are compared only where the hashes are equal.
    static constexpr std::uint64_t kFree = 0;

    [[nodiscard]] std::size_t home(std::uint32_t hash) const { return hash & (m_slots.size() - 1); }
    [[nodiscard]] static std::uint32_t idIn(std::uint64_t slot) { return static_cast<std::uint32_t>(slot) - 1; }
    [[nodiscard]] static std::uint64_t slotWith(std::uint32_t hash, std::uint32_t id)
    {
        return std::uint64_t{hash} << 32 | (std::uint64_t{id} + 1);
    }

    /// The slot of this text, or the free one where it would go. There is always a free one.
    template <typename TextOf>
    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint32_t hash, const TextOf& textOf) const
    {
        std::size_t at = home(hash);
        while (m_slots[at] != kFree && (m_slots[at] >> 32 != hash || !Rule::equal(textOf(idIn(m_slots[at])), text))) {
            at = (at + 1) & (m_slots.size() - 1);
        }
        return at;
    }

    void grow(std::size_t size)
    {
        LargeVector<std::uint64_t> old(size, kFree);
        old.swap(m_slots);
        for (const std::uint64_t slot : old) {
            if (slot != kFree) {
                std::size_t at = home(static_cast<std::uint32_t>(slot >> 32));
                while (m_slots[at] != kFree) {
                    at = (at + 1) & (m_slots.size() - 1);
                }
                m_slots[at] = slot;
            }
        }
    }

    LargeVector<std::uint64_t> m_slots = {kFree}; ///< a power of two
    std::size_t m_count = 0;
};

} // namespace cairn
