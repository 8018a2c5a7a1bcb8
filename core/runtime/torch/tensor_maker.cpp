#include "core/runtime/torch/tensor_maker.h"

#include "core/runtime/torch/dtype_names.h"

#include <ATen/quantized/Quantizer.h>
#include <torch/version.h>

namespace cairn::runtime {

namespace {

c10::IntArrayRef sizesOf(const TensorOrder& order)
{
    return {order.sizes, order.rank};
}

c10::IntArrayRef stridesOf(const TensorOrder& order)
{
    return {order.strides, order.rank};
}

bool hasParts(const TensorOrder& order)
{
    return order.parts[0] != kNoIndex;
}

/// Of sparse tensors that are stored by rows or columns.
c10::Layout layoutOf(TensorShape shape)
{
    switch (shape) {
    case TensorShape::SparseCsc: return c10::kSparseCsc;
    case TensorShape::SparseBsr: return c10::kSparseBsr;
    case TensorShape::SparseBsc: return c10::kSparseBsc;
    default: return c10::kSparseCsr;
    }
}

} // namespace

void TensorMaker::run()
{
    m_loaded.tensors.resize(m_order.tensorCount);
    for (const bool withParts : {false, true}) {
        for (std::uint32_t id = 0; id < m_order.tensorCount; ++id) {
            if (hasParts(m_order.tensors[id]) == withParts) {
                make(id);
            }
        }
    }
}

void TensorMaker::make(std::uint32_t id)
{
    constexpr std::uint32_t between = 1024; // tensors from one look at the stop flag to the next
    if (id % between == 0) {
        m_host.checkStop();
    }
    const TensorOrder& order = m_order.tensors[id];
    if (order.problem != nullptr) {
        m_host.problem(id, order.problem);
        return;
    }
    try {
        at::Tensor tensor = tensorFor(order);
        if (order.conj) {
            tensor._set_conj(true);
        }
        if (order.neg) {
            tensor._set_neg(true);
        }
        if (order.requiresGrad) {
            tensor.set_requires_grad(true);
        }
        m_loaded.tensors[id] = std::move(tensor);
    } catch (const LoadFailed&) {
        throw;
    } catch (...) {
        m_host.problem(id, currentExceptionText());
    }
}

at::Tensor TensorMaker::tensorFor(const TensorOrder& order) const
{
    switch (order.shape) {
    case TensorShape::Strided: return view(order);
    case TensorShape::Meta:
        return at::empty_strided(sizesOf(order), stridesOf(order),
                                 at::TensorOptions().dtype(dtypeOf(order)).device(c10::kMeta));
    case TensorShape::Nested: return nested(order);
    case TensorShape::Copy: return part(order, 0).detach().to(dtypeOf(order), /*non_blocking=*/false, /*copy=*/true);
    default: return sparse(order);
    }
}

at::Tensor TensorMaker::view(const TensorOrder& order) const
{
    const c10::Storage& storage = m_loaded.storages[order.storage];
    const auto options = at::TensorOptions().dtype(dtypeOf(order)).device(storage.device());
    at::Tensor tensor = emptyFor(order, options);
    tensor.set_(storage, order.offset, sizesOf(order), stridesOf(order));
    return tensor;
}

at::Tensor TensorMaker::emptyFor(const TensorOrder& order, const at::TensorOptions& options) const
{
    const auto dtype = c10::typeMetaToScalarType(options.dtype());
    switch (order.quantizer) {
    case QuantizerKind::PerTensor:
        return at::new_qtensor({0}, options, at::make_per_tensor_affine_quantizer(order.scale, order.zeroPoint, dtype));
    case QuantizerKind::PerChannel:
        return at::new_qtensor(
            {0}, options, at::make_per_channel_affine_quantizer(part(order, 0), part(order, 1), order.axis, dtype));
    case QuantizerKind::None: break;
    }
    return at::empty({0}, options);
}

at::Tensor TensorMaker::sparse(const TensorOrder& order) const
{
    const at::Tensor& first = part(order, 0);
    const at::Tensor& second = part(order, 1);
    if (order.shape == TensorShape::SparseCoo) {
        at::Tensor tensor = at::sparse_coo_tensor(first, second, sizesOf(order), second.options().layout(c10::kSparse));
        return order.coalesced ? tensor._coalesced_(true) : tensor;
    }
    const at::Tensor& values = part(order, 2);
    return at::sparse_compressed_tensor(first, second, values, sizesOf(order),
                                        values.options().layout(layoutOf(order.shape)));
}

at::Tensor TensorMaker::nested(const TensorOrder& order) const
{
    const at::Tensor& buffer = part(order, 0);
#if TORCH_VERSION_MAJOR >= 2
    const auto inMemory = [&](std::size_t index) { // where torch reads sizes, though a map may send them elsewhere
        const at::Tensor& numbers = part(order, index);
        return numbers.is_cuda() ? numbers.cpu() : numbers;
    };
    return at::_nested_view_from_buffer(buffer, inMemory(1), inMemory(2), inMemory(3));
#else
    const at::Tensor offsets = part(order, 3).cpu().contiguous();
    const auto count = static_cast<std::size_t>(offsets.numel());
    return at::_nested_view_from_buffer(buffer, part(order, 1), part(order, 2),
                                        {offsets.data_ptr<std::int64_t>(), count});
#endif
}

const at::Tensor& TensorMaker::part(const TensorOrder& order, std::size_t index) const
{
    const std::uint32_t id = order.parts[index];
    TORCH_CHECK(id != kNoIndex && m_loaded.tensors[id].defined(), "one of the tensors it is made of could not be made");
    return m_loaded.tensors[id];
}

c10::ScalarType TensorMaker::dtypeOf(const TensorOrder& order) const
{
    if (order.dtype != m_dtypeName) { // the same dtype is the same address
        const auto dtype = scalarTypeByName(order.dtype);
        TORCH_CHECK(dtype, "this LibTorch, ", TORCH_VERSION, ", has no dtype ", order.dtype);
        m_dtypeName = order.dtype;
        m_dtype = *dtype;
    }
    return m_dtype;
}

} // namespace cairn::runtime
