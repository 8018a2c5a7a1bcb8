#pragma once

#include <cstdint>
#include <string_view>

namespace cairn {

// Hashes that are keyed anew in every process, so that no file can be made whose names all collide.

/// How TextIndex compares: character by character.
struct ExactText {
    [[nodiscard]] static std::uint32_t hash(std::string_view text);
    [[nodiscard]] static bool equal(std::string_view a, std::string_view b) { return a == b; }
};

/// How TextIndex compares without seeing the case of ASCII letters, as PyTorch's zip reader does.
struct FoldedText {
    [[nodiscard]] static std::uint32_t hash(std::string_view text);
    [[nodiscard]] static bool equal(std::string_view a, std::string_view b);
};

} // namespace cairn
