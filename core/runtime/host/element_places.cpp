#include "core/runtime/host/element_places.h"

#include <algorithm>
#include <numeric>

namespace cairn::runtime {

std::optional<std::int64_t> elementsIn(Numbers sizes)
{
    std::int64_t count = 1;
    for (const std::int64_t size : sizes) {
        if (size < 0 || __builtin_mul_overflow(count, size, &count)) {
            return std::nullopt;
        }
    }
    return count;
}

std::optional<std::int64_t> endOf(std::int64_t offset, Numbers sizes, Numbers strides, std::int64_t elementBytes)
{
    std::int64_t end = offset;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::int64_t reach = 0;
        if (strides[i] < 0 || __builtin_mul_overflow(sizes[i] - 1, strides[i], &reach) ||
            __builtin_add_overflow(end, reach, &end)) {
            return std::nullopt;
        }
    }
    if (offset < 0 || __builtin_add_overflow(end, std::int64_t{1}, &end) ||
        __builtin_mul_overflow(end, elementBytes, &end)) {
        return std::nullopt;
    }
    return end;
}

std::vector<std::int64_t> rowMajorStrides(Numbers sizes)
{
    std::vector<std::int64_t> strides(sizes.size());
    std::int64_t next = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        strides[i] = next;
        next *= std::max<std::int64_t>(sizes[i], 1);
    }
    return strides;
}

bool isDense(Numbers sizes, Numbers strides)
{
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return strides[i]; });
    std::int64_t next = 1;
    for (const std::size_t i : order) {
        if (sizes[i] != 1 && strides[i] != next) {
            return false;
        }
        next *= sizes[i];
    }
    return true;
}

} // namespace cairn::runtime
