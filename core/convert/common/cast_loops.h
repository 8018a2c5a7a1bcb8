#pragma once

#include "core/formats/dtype.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace cairn::convert {

/// Whether numbers of one dtype can be turned into another: float64, float32, float16 and bfloat16 among each other,
/// and any of them into float8_e4m3fn and float8_e5m2 and back.
[[nodiscard]] bool canCast(formats::Dtype from, formats::Dtype to);

/// Converts numbers, little endian in and out, exactly as PyTorch's portable code does: through float32, rounding to
/// nearest with ties to even. A NaN becomes 0x7FC0 in bfloat16, the quiet NaN of its sign in float16, 0x7F and its sign
/// in float8, and keeps the head of its payload between float32 and float64. (PyTorch's vector code writes other NaNs,
/// which differ between versions and processors; its numbers are the same everywhere.) What is too large becomes
/// infinite; float8_e4m3fn has no infinity and takes its largest number, as PyTorch does since 2.14.
///
/// `out` has room for as many elements as `in` holds. Returns how many finite numbers were too large. canCast() must be
/// true.
std::uint64_t castElements(formats::Dtype from, formats::Dtype to, std::span<const std::byte> in,
                           std::span<std::byte> out);

} // namespace cairn::convert
