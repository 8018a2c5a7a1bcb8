// What is in the tensors of HostTensors.

#include "core/runtime/host/element_places.h"
#include "core/runtime/host/host_tensors.h"

#include <algorithm>
#include <array>

namespace cairn::runtime {

using devices::TensorShape;

namespace {

/// A dtype of as many bytes, which torch copies as they are.
const char* plainDtype(std::int64_t elementBytes)
{
    constexpr std::array<const char*, 5> names{"uint8", "int16", "int32", "int64", "complex128"};
    std::size_t index = 0;
    while (index + 1 < names.size() && (std::int64_t{1} << index) < elementBytes) {
        ++index;
    }
    return names.at(index);
}

} // namespace

bool HostTensors::copyOut(const Part& part, std::int64_t elementBytes, std::span<std::byte> into) const
{
    const auto plain = m_torch.dtype(plainDtype(elementBytes));
    const auto rank = static_cast<std::int64_t>(part.sizes.size());
    const std::vector<std::int64_t> strides = rowMajorStrides(part.sizes);
    Handle source = nullptr;
    Handle target = nullptr;
    const bool isDone =
        plain &&
        m_torch.fromBlob(into.data(), rank, part.sizes.data(), strides.data(), 0, *plain, m_cpu, 0, &target) == 0 &&
        m_torch.viewOfStorage(part.storage, part.offset * elementBytes, *plain, rank, part.sizes.data(),
                              part.strides.data(), &source) == 0 &&
        m_torch.copy(target, source, 0) == 0;
    for (Handle made : {source, target}) {
        if (made != nullptr) {
            (void)m_torch.remove(made);
        }
    }
    return isDone;
}

HostTensors::Given HostTensors::values(std::uint32_t tensor, std::span<std::byte> buffer,
                                       const std::function<bool(std::uint64_t bytes)>& sink) const
{
    Facts facts;
    if (!describe(tensor, facts) || facts.device == "meta" || facts.layout != "Strided") {
        return Given::None;
    }
    const auto known = m_dtypes.find(facts.dtype);
    const auto count = elementsIn(facts.sizes);
    if (known == m_dtypes.end() || !count) {
        return Given::Failed;
    }
    if (*count == 0) {
        return Given::All;
    }
    const std::int64_t bytes = known->second.bytes;
    const auto room = static_cast<std::int64_t>(buffer.size()) / bytes;
    // The last dimensions that fit together; the one before is cut; those before that are gone through.
    std::size_t cut = facts.sizes.size();
    std::int64_t inner = 1;
    while (cut > 0 && facts.sizes[cut - 1] <= room / inner) {
        inner *= facts.sizes[--cut];
    }
    const Numbers sizes(facts.sizes);
    const Numbers strides(facts.strides);
    const bool hasOwnStorage = m_orders[tensor].order.shape == TensorShape::Copy;
    Part part{.storage = hasOwnStorage ? m_tensors[tensor] : m_storages[m_orders[tensor].order.storage],
              .offset = facts.offset,
              .sizes = sizes.subspan(cut),
              .strides = strides.subspan(cut)};
    const auto give = [&](std::int64_t elements) {
        const auto piece = buffer.first(static_cast<std::size_t>(elements * bytes));
        return copyOut(part, bytes, piece) && sink(piece.size());
    };
    if (cut == 0) {
        return give(inner) ? Given::All : Given::Failed;
    }
    const std::size_t axis = cut - 1;
    std::vector<std::int64_t> cutSizes(sizes.begin() + static_cast<std::ptrdiff_t>(axis), sizes.end());
    part.strides = strides.subspan(axis);
    std::vector<std::int64_t> index(axis, 0); // of the dimensions before
    while (true) {
        std::int64_t begin = facts.offset;
        for (std::size_t i = 0; i < axis; ++i) {
            begin += index[i] * strides[i];
        }
        for (std::int64_t row = 0; row < sizes[axis]; row += cutSizes.front()) {
            cutSizes.front() = std::min(room / inner, sizes[axis] - row);
            part.sizes = cutSizes;
            part.offset = begin + row * strides[axis];
            if (!give(cutSizes.front() * inner)) {
                return Given::Failed;
            }
        }
        std::size_t i = axis;
        while (i > 0 && ++index[i - 1] == sizes[i - 1]) {
            index[--i] = 0;
        }
        if (i == 0) {
            return Given::All;
        }
    }
}

} // namespace cairn::runtime
