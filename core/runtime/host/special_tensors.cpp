#include "core/runtime/host/special_tensors.h"

#include "core/runtime/host/operator_call.h"

#include <array>
#include <bit>
#include <vector>

namespace cairn::runtime {

using devices::QuantizerKind;
using devices::TensorOrder;
using devices::TensorShape;

namespace {

using Handle = StableTorch::Handle;

struct Layout {
    TensorShape shape;
    const char* inC;  ///< aoti_torch_layout_...
    const char* name; ///< as torch prints it
};
constexpr auto kLayouts = std::to_array<Layout>({
    {TensorShape::SparseCoo, "sparse_coo", "Sparse"},
    {TensorShape::SparseCsr, "sparse_csr", "SparseCsr"},
    {TensorShape::SparseCsc, "sparse_csc", "SparseCsc"},
    {TensorShape::SparseBsr, "sparse_bsr", "SparseBsr"},
    {TensorShape::SparseBsc, "sparse_bsc", "SparseBsc"},
});

/// A tensor of few numbers, in memory whatever device it is on. The same handle, if it is there already.
Handle inMemory(const StableTorch& torch, Handle tensor)
{
    std::int32_t type = 0;
    std::int32_t dtype = 0;
    std::int64_t rank = 0;
    std::int64_t* sizes = nullptr;
    std::int64_t* strides = nullptr;
    const auto cpu = torch.deviceType("cpu");
    if (!cpu || torch.deviceTypeOf(tensor, &type) != 0 || type == *cpu || torch.dtypeOf(tensor, &dtype) != 0 ||
        torch.rank(tensor, &rank) != 0 || torch.sizes(tensor, &sizes) != 0 || torch.strides(tensor, &strides) != 0) {
        return tensor;
    }
    Handle copy = nullptr;
    const bool isMade =
        torch.emptyStrided(rank, sizes, strides, dtype, *cpu, 0, &copy) == 0 && torch.copy(copy, tensor, 0) == 0;
    return isMade ? copy : tensor;
}

} // namespace

Handle makeSparse(const StableTorch& torch, const TensorOrder& order, std::span<const std::int64_t> sizes,
                  std::span<const Handle> parts)
{
    OperatorCall call(torch);
    if (order.shape == TensorShape::SparseCoo) {
        call.tensor(parts[0]).tensor(parts[1]).list(sizes).none().none().none().none();
        order.coalesced ? call.given(1) : call.none();
        return call.runForTensor("aten::sparse_coo_tensor", "indices_size");
    }
    std::int32_t dtype = 0; // without it torch takes the one of the process
    if (torch.dtypeOf(parts[2], &dtype) != 0) {
        return nullptr;
    }
    std::optional<std::int32_t> code;
    for (const Layout& layout : kLayouts) {
        code = layout.shape == order.shape ? torch.layout(layout.inC) : code;
    }
    call.tensor(parts[0])
        .tensor(parts[1])
        .tensor(parts[2])
        .list(sizes)
        .given(dtype)
        .given(code.value_or(0))
        .none()
        .none();
    return call.runForTensor("aten::sparse_compressed_tensor", "comp_plain_value_size");
}

Handle makeNested(const StableTorch& torch, std::span<const Handle> parts)
{
    OperatorCall call(torch);
    call.tensor(parts[0]);
    std::vector<Handle> copies;
    for (const Handle part : parts.subspan(1)) { // torch reads sizes there, though a map may send them elsewhere
        const Handle local = inMemory(torch, part);
        call.tensor(local);
        if (local != part) {
            copies.push_back(local);
        }
    }
    const Handle made = call.runForTensor("aten::_nested_view_from_buffer");
    for (const Handle copy : copies) {
        (void)torch.remove(copy);
    }
    return made;
}

Handle makeQuantised(const StableTorch& torch, const QuantisedOrder& quantised, Handle storage)
{
    // The quantiser comes with a tensor without elements, which then is put over the storage.
    const TensorOrder& order = quantised.order;
    const bool isPerChannel = order.quantizer == QuantizerKind::PerChannel;
    std::vector<std::int64_t> sizes(isPerChannel ? quantised.sizes.size() : 1, 0);
    const std::vector<std::int64_t> strides(sizes.size(), 1);
    if (isPerChannel) {
        std::int64_t* channels = nullptr;
        std::int64_t rank = 0;
        if (order.axis < 0 || static_cast<std::uint64_t>(order.axis) >= sizes.size() ||
            torch.rank(quantised.parts[0], &rank) != 0 || rank != 1 ||
            torch.sizes(quantised.parts[0], &channels) != 0) {
            return nullptr;
        }
        sizes[static_cast<std::size_t>(order.axis)] = channels[0];
    }
    Handle empty = nullptr;
    if (torch.emptyStrided(static_cast<std::int64_t>(sizes.size()), sizes.data(), strides.data(), quantised.plain,
                           quantised.deviceType, quantised.deviceIndex, &empty) != 0) {
        return nullptr;
    }
    OperatorCall quantise(torch);
    quantise.tensor(empty);
    (void)torch.remove(empty);
    Handle made = isPerChannel ? quantise.tensor(quantised.parts[0])
                                     .tensor(quantised.parts[1])
                                     .number(order.axis)
                                     .runForTensor("aten::_make_per_channel_quantized_tensor")
                               : quantise.real(order.scale)
                                     .number(order.zeroPoint)
                                     .runForTensor("aten::_make_per_tensor_quantized_tensor");
    if (made == nullptr) {
        return nullptr;
    }
    OperatorCall put(torch);
    put.tensor(made).tensor(storage).number(order.offset).list(quantised.sizes).list(quantised.strides);
    (void)torch.remove(made);
    return put.runForTensor("aten::set_", "source_Tensor_storage_offset");
}

std::optional<QuantiserFacts> quantiserOf(const StableTorch& torch, Handle tensor, QuantizerKind kind)
{
    QuantiserFacts facts;
    if (kind == QuantizerKind::PerChannel) {
        const auto axis = OperatorCall(torch).tensor(tensor).run("aten::q_per_channel_axis");
        facts.axis = static_cast<std::int64_t>(axis.value_or(0));
        return axis ? std::optional(facts) : std::nullopt;
    }
    const auto scale = OperatorCall(torch).tensor(tensor).run("aten::q_scale");
    const auto zeroPoint = OperatorCall(torch).tensor(tensor).run("aten::q_zero_point");
    facts.scale = std::bit_cast<double>(scale.value_or(0));
    facts.zeroPoint = static_cast<std::int64_t>(zeroPoint.value_or(0));
    return scale && zeroPoint ? std::optional(facts) : std::nullopt;
}

std::string layoutOf(const StableTorch& torch, Handle tensor)
{
    std::int32_t code = 0;
    if (torch.layoutOf == nullptr || torch.layoutOf(tensor, &code) != 0) {
        return {};
    }
    for (const Layout& layout : kLayouts) {
        if (torch.layout(layout.inC) == code) {
            return layout.name;
        }
    }
    return {};
}

bool isCoalesced(const StableTorch& torch, Handle tensor)
{
    constexpr std::uint64_t truth = 0xFF; // of the bits, those that a truth value has
    return (OperatorCall(torch).tensor(tensor).run("aten::is_coalesced").value_or(0) & truth) != 0;
}

} // namespace cairn::runtime
