#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cairn::model {

// Hashes of names and shapes, as resources/models/model_database.py makes them. What they find is compared in full.

[[nodiscard]] constexpr std::uint64_t mixedBits(std::uint64_t value)
{
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
    return value ^ (value >> 31U);
}

[[nodiscard]] constexpr std::uint64_t nameHash(std::string_view name)
{
    std::uint64_t text = 0xCBF29CE484222325U;
    for (const char c : name) {
        text = (text ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    }
    return text;
}

[[nodiscard]] constexpr std::uint64_t shapeHash(std::span<const std::int64_t> shape)
{
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
    std::uint64_t value = shape.size() + 1;
    for (const std::int64_t size : shape) {
        value = mixedBits(value * golden + static_cast<std::uint64_t>(size));
    }
    return value;
}

/// Of a module or tensor with a name in a module; that of the model itself is 0.
[[nodiscard]] constexpr std::uint64_t pathHash(std::uint64_t parent, std::uint64_t nameHash)
{
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
    return mixedBits(parent * golden + nameHash);
}

[[nodiscard]] constexpr std::uint64_t tensorHash(std::uint64_t path, std::uint64_t shapeHash)
{
    return mixedBits(path + shapeHash);
}

/// Tensors that versions of one library do not all keep, that it makes again, or that count: whether they are there
/// says nothing.
[[nodiscard]] constexpr bool isOptionalTensor(std::string_view name)
{
    constexpr std::string_view names[] = {"num_batches_tracked",     "position_ids", "n_averaged",
                                          "relative_position_index", // NOLINT
                                          "relative_coords_table",   "inv_freq",     "masked_bias", "attn_mask"};
    for (const std::string_view one : names) {
        if (name == one) {
            return true;
        }
    }
    return false;
}

} // namespace cairn::model
