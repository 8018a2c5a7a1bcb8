#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cairn::formats {

/// Hash of a name that does not see the case of ASCII letters. Keyed anew in every process, so that no file can be
/// made whose names all collide.
[[nodiscard]] std::uint32_t foldedHash(std::string_view name);
[[nodiscard]] bool equalFolded(std::string_view a, std::string_view b);

/// Finds numbered names regardless of ASCII case, in one open-addressing table. The names stay with the owner, who
/// passes a function from number to name. Filled once, then read by any thread.
class FoldedNameIndex {
public:
    struct Twins {
        std::uint32_t first;
        std::uint32_t second;
    };

    /// Takes in the names 0 to `count` - 1. Two of them that are equal are given back, and the index is of no use.
    template <typename NameOf>
    [[nodiscard]] std::optional<Twins> build(std::uint32_t count, const NameOf& nameOf)
    {
        m_slots.assign(std::bit_ceil(std::size_t{count} + count / 2 + 1), kFree);
        // The table is bigger than the caches: ask for the places of a whole block of names, then fill them.
        constexpr std::uint32_t blockSize = 32;
        std::array<std::uint32_t, blockSize> hashes{};
        std::uint32_t end = 0;
        for (std::uint32_t begin = 0; begin < count; begin = end) {
            end = begin + std::min(count - begin, blockSize);
            for (std::uint32_t id = begin; id < end; ++id) {
                hashes[id - begin] = foldedHash(nameOf(id));
                __builtin_prefetch(&m_slots[home(hashes[id - begin])], 1);
            }
            for (std::uint32_t id = begin; id < end; ++id) {
                const std::uint32_t hash = hashes[id - begin];
                std::uint64_t& slot = m_slots[slotOf(nameOf(id), hash, nameOf)];
                if (slot != kFree) {
                    return Twins{.first = idIn(slot), .second = id};
                }
                slot = std::uint64_t{hash} << 32 | (std::uint64_t{id} + 1);
            }
        }
        return std::nullopt;
    }

    template <typename NameOf>
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name, const NameOf& nameOf) const
    {
        const std::uint64_t slot = m_slots[slotOf(name, foldedHash(name), nameOf)];
        return slot == kFree ? std::nullopt : std::optional(idIn(slot));
    }

private:
    /// A slot is the hash and the number + 1: names are compared only where the hashes are equal.
    static constexpr std::uint64_t kFree = 0;

    [[nodiscard]] std::size_t home(std::uint32_t hash) const { return hash & (m_slots.size() - 1); }
    [[nodiscard]] static std::uint32_t idIn(std::uint64_t slot) { return static_cast<std::uint32_t>(slot) - 1; }

    /// The slot of this name, or the free one where it would go. There is always a free one.
    template <typename NameOf>
    [[nodiscard]] std::size_t slotOf(std::string_view name, std::uint32_t hash, const NameOf& nameOf) const
    {
        std::size_t at = home(hash);
        while (m_slots[at] != kFree && (m_slots[at] >> 32 != hash || !equalFolded(nameOf(idIn(m_slots[at])), name))) {
            at = (at + 1) & (m_slots.size() - 1);
        }
        return at;
    }

    std::vector<std::uint64_t> m_slots = {kFree}; ///< a power of two
};

} // namespace cairn::formats
