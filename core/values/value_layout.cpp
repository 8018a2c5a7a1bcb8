#include "core/values/value_layout.h"

#include "core/base/checked.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/read_budget.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Tensor;
using formats::Dtype;

namespace {

/// The sizes and strides are not negative and the sizes not 0.
std::vector<ValueLayout::Axis> fewestAxes(std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides)
{
    std::vector<ValueLayout::Axis> axes;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] == 1) {
            continue;
        }
        const ValueLayout::Axis axis{static_cast<std::uint64_t>(sizes[i]), static_cast<std::uint64_t>(strides[i])};
        if (!axes.empty() && checkedMultiply(axis.size, axis.stride) == axes.back().stride) {
            axes.back() = {axes.back().size * axis.size, axis.stride};
        } else {
            axes.push_back(axis);
        }
    }
    return axes;
}

std::uint32_t swapUnit(Dtype dtype, std::uint32_t elementBytes)
{
    const bool isComplex = formats::dtypeInfo(dtype).name.find("complex") != std::string_view::npos;
    return isComplex ? elementBytes / 2 : elementBytes; // two numbers each
}

std::unexpected<Error> outside()
{
    return fail(ErrorCode::TensorBounds, message("it reaches outside its storage"));
}

} // namespace

Result<ValueLayout> layoutForParts(const Checkpoint& checkpoint, const Tensor& tensor)
{
    const auto sizes = checkpoint.shape(tensor);
    const auto strides = checkpoint.stride(tensor);
    const auto elements = checkpoint::productOf(sizes);
    const auto bytes = elements ? checkpoint::bytesFor(*elements, tensor.dtype) : std::nullopt;
    if (!bytes) {
        return fail(ErrorCode::TensorHuge,
                    message("its shape has a negative size or more elements than a tensor can have"));
    }
    ValueLayout layout;
    layout.storage = tensor.storage;
    layout.elements = *elements;
    const formats::DtypeInfo& dtype = formats::dtypeInfo(tensor.dtype);
    layout.elementBytes = std::max<std::uint32_t>(dtype.bits / 8, 1);
    if (*elements == 0) {
        return layout;
    }
    const checkpoint::Storage& storage = checkpoint.storages()[tensor.storage];
    const auto extent = checkpoint::extentOf(sizes, strides);
    if (!extent || tensor.offset < 0) {
        return outside();
    }
    const auto last = checkedAdd(*extent, static_cast<std::uint64_t>(tensor.offset));
    const auto end = last ? checkpoint::bytesFor(*last, tensor.dtype) : std::nullopt;
    if (!end || *end > storage.bytes) {
        return outside();
    }
    layout.axes = fewestAxes(sizes, strides);
    layout.end = *end;
    if (dtype.bits % 8 != 0) { // several elements share a byte
        if (tensor.offset != 0 || !layout.isContiguous()) {
            return fail(ErrorCode::Unsupported, message("its elements are parts of bytes and not in order"));
        }
        layout.elements = *bytes;
        layout.axes = {{*bytes, 1}};
        return layout;
    }
    layout.begin = static_cast<std::uint64_t>(tensor.offset) * layout.elementBytes;
    if (storage.byteOrder == checkpoint::ByteOrder::Big) {
        const bool isUntyped = storage.dtype == formats::Dtype::Unknown;
        if (!isUntyped && formats::dtypeInfo(storage.dtype).storageBytes != layout.elementBytes) {
            return fail(ErrorCode::Unsupported, message("torch swaps the bytes of its numbers by the size of those of "
                                                        "its storage, which is another"));
        }
        layout.swapBytes = swapUnit(tensor.dtype, layout.elementBytes);
    }
    return layout;
}

Result<ValueLayout> layoutOfStorage(const Checkpoint& checkpoint, checkpoint::StorageId id)
{
    const checkpoint::Storage& storage = checkpoint.storages()[id];
    ValueLayout layout;
    layout.storage = id;
    layout.elementBytes = std::max<std::uint32_t>(formats::dtypeInfo(storage.dtype).bits / 8, 1);
    layout.elements = storage.bytes / layout.elementBytes;
    layout.end = layout.elements * layout.elementBytes;
    if (layout.end != storage.bytes) {
        return fail(ErrorCode::RecordSize, message("its bytes are no whole number of elements"));
    }
    if (layout.elements != 0) {
        layout.axes = {{layout.elements, 1}};
    }
    if (storage.byteOrder == checkpoint::ByteOrder::Big) {
        layout.swapBytes = swapUnit(storage.dtype, layout.elementBytes);
    }
    return layout;
}

Result<ValueLayout> valueLayout(const Checkpoint& checkpoint, const Tensor& tensor)
{
    CAIRN_ASSIGN(layout, layoutForParts(checkpoint, tensor));
    if (tensor.repeatsTooMuch) {
        const std::uint64_t most = checkpoint::RepeatBudget::most(checkpoint.fileBytes());
        return fail(error(ErrorCode::TensorHuge,
                          message("it makes %1 of values out of %2 of the file, and the tensors of this file may "
                                  "repeat %3 together",
                                  humanBytes(layout.bytes()), humanBytes(layout.end - layout.begin), humanBytes(most)))
                        .because(message("A small file could keep every program busy that reads all its values"))
                        .fix(message("Read a part of it, or load the file with PyTorch and save a clone() of what you "
                                     "need")));
    }
    return layout;
}

} // namespace cairn::values
