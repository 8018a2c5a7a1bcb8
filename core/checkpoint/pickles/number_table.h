#pragma once

#include "core/base/large_vector.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cairn::checkpoint {

/// Ids by small numbers, without hashing: torch calls storages 0, 1, 2, ... and asks for them in that order.
class NumberTable {
public:
    static constexpr std::uint32_t kNotFound = 0xFFFFFFFF;

    /// The number that a key writes in the one way torch does; nothing for any other key.
    [[nodiscard]] static std::optional<std::uint32_t> numberIn(std::string_view key)
    {
        constexpr std::size_t maxDigits = 9;
        if (key.empty() || key.size() > maxDigits || (key[0] == '0' && key.size() > 1)) {
            return std::nullopt;
        }
        std::uint32_t number = 0;
        for (const char c : key) {
            if (c < '0' || c > '9') {
                return std::nullopt;
            }
            number = number * 10 + static_cast<std::uint32_t>(c - '0');
        }
        return number;
    }

    [[nodiscard]] std::uint32_t find(std::uint32_t number) const
    {
        return number < m_ids.size() ? m_ids[number] : kNotFound;
    }

    /// False for a number so large that the table would be mostly empty. `expected` is how many ids there may be.
    [[nodiscard]] bool insert(std::uint32_t number, std::uint32_t id, std::size_t expected)
    {
        constexpr std::size_t alwaysFine = 1024;
        if (number > 2 * expected + alwaysFine) {
            return false;
        }
        if (number >= m_ids.size()) {
            m_ids.resize(std::max<std::size_t>(std::size_t{number} + 1, m_ids.size() * 2), kNotFound);
        }
        m_ids[number] = id;
        return true;
    }

private:
    LargeVector<std::uint32_t> m_ids;
};

} // namespace cairn::checkpoint
