#include "core/checkpoint/extent.h"

#include "core/base/checked.h"

#include <limits>

namespace cairn::checkpoint {

std::optional<std::uint64_t> productOf(std::span<const std::int64_t> sizes)
{
    std::uint64_t product = 1;
    for (const std::int64_t size : sizes) {
        const auto next = size < 0 ? std::nullopt : checkedMultiply(product, static_cast<std::uint64_t>(size));
        if (!next) {
            return std::nullopt;
        }
        product = *next;
    }
    return product;
}

std::optional<std::uint64_t> extentOf(std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides)
{
    std::uint64_t extent = 1;
    bool isEmpty = false;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] < 0 || strides[i] < 0) {
            return std::nullopt;
        }
        if (sizes[i] == 0) {
            isEmpty = true;
            continue;
        }
        const auto reach =
            checkedMultiply(static_cast<std::uint64_t>(sizes[i] - 1), static_cast<std::uint64_t>(strides[i]));
        const auto sum = reach ? checkedAdd(extent, *reach) : std::nullopt;
        if (!sum) {
            return isEmpty ? std::optional<std::uint64_t>(0) : std::nullopt;
        }
        extent = *sum;
    }
    return isEmpty ? 0 : extent;
}

void rowMajorStrides(std::span<const std::int64_t> sizes, std::vector<std::int64_t>& strides)
{
    strides.resize(sizes.size());
    std::int64_t stride = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        strides[i] = stride;
        // Only an empty tensor can be too large here, and its strides lead nowhere.
        stride = checkedMultiply(stride, std::max<std::int64_t>(sizes[i], 1))
                     .value_or(std::numeric_limits<std::int64_t>::max());
    }
}

std::optional<std::uint64_t> bytesFor(std::uint64_t elements, formats::Dtype dtype)
{
    const auto bits = checkedMultiply(elements, std::uint64_t{formats::dtypeInfo(dtype).bits});
    if (!bits) {
        return std::nullopt;
    }
    return *bits / 8 + (*bits % 8 != 0 ? 1 : 0);
}

std::optional<std::uint64_t> storageBytesFor(std::uint64_t elements, formats::Dtype dtype)
{
    const auto bytes = checkedMultiply(elements, std::uint64_t{formats::dtypeInfo(dtype).storageBytes});
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max(); // what torch counts bytes in
    return bytes && *bytes <= most ? bytes : std::nullopt;
}

} // namespace cairn::checkpoint
