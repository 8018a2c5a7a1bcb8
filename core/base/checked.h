#pragma once

#include <concepts>
#include <optional>

namespace cairn {

/// Arithmetic on numbers that come out of files: nothing when the true result does not fit.
template <std::integral T>
[[nodiscard]] constexpr std::optional<T> checkedAdd(T a, T b)
{
    T result{};
    return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional<T>(result);
}

template <std::integral T>
[[nodiscard]] constexpr std::optional<T> checkedMultiply(T a, T b)
{
    T result{};
    return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional<T>(result);
}

} // namespace cairn
