#include "core/checkpoint/python/torch_value.h"

#include "core/base/text/text.h"
#include "core/formats/dtype.h"

#include <algorithm>
#include <array>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;

namespace {

constexpr std::array<std::string_view, 5> kQuantisationSchemes = {
    "per_tensor_affine",
    "per_tensor_symmetric",
    "per_channel_affine",
    "per_channel_symmetric",
    "per_channel_affine_float_qparams",
};
constexpr std::array<std::string_view, 8> kLayouts = {
    "strided", "sparse_coo", "sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc", "_mkldnn", "jagged",
};
constexpr std::array<std::string_view, 4> kMemoryFormats = {
    "contiguous_format",
    "channels_last",
    "channels_last_3d",
    "preserve_format",
};

} // namespace

std::optional<PythonValue> torchConstant(std::string_view name)
{
    std::string text = "torch." + std::string(name);
    const auto dtype = formats::dtypeByName(name);
    if (dtype && *dtype != formats::Dtype::Unknown) {
        return PythonValue{"torch.dtype", std::move(text)};
    }
    if (std::ranges::count(kQuantisationSchemes, name) != 0) {
        return PythonValue{"torch.qscheme", std::move(text)};
    }
    if (std::ranges::count(kLayouts, name) != 0) {
        return PythonValue{"torch.layout", std::move(text)};
    }
    if (std::ranges::count(kMemoryFormats, name) != 0) {
        return PythonValue{"torch.memory_format", std::move(text)};
    }
    return std::nullopt;
}

std::optional<PythonValue> readTorchSize(const PickleCall& call)
{
    const auto& graph = call.graph();
    const NodeId sizes = call.argument(0);
    if (call.count() > 1 ||
        (call.count() == 1 && !graph.is(sizes, NodeKind::Tuple) && !graph.is(sizes, NodeKind::List))) {
        return std::nullopt;
    }
    constexpr std::size_t maxShown = 64; // no tensor has more dimensions
    std::string text;
    std::size_t shown = 0;
    bool areSizes = true;
    const auto append = [&](NodeId size) {
        areSizes = areSizes && shown < maxShown && graph.is(size, NodeKind::Int);
        if (areSizes) {
            text.append(shown++ == 0 ? "" : ", ").append(std::to_string(graph.intValue(size)));
        }
        return areSizes;
    };
    if (call.count() == 1) {
        graph.forEachElement(sizes, append);
    }
    return areSizes ? std::optional(PythonValue{"torch.Size", "torch.Size([" + text + "])"}) : std::nullopt;
}

std::optional<PythonValue> readTorchDevice(const PickleCall& call)
{
    const auto type = call.text(0);
    if (!type || call.count() > 2) {
        return std::nullopt;
    }
    std::string text = printable(*type);
    if (call.count() == 2) {
        const auto index = call.integer(1);
        if (!index) {
            return std::nullopt;
        }
        text.append(":").append(std::to_string(*index));
    }
    return PythonValue{"torch.device", std::move(text)};
}

std::optional<PythonValue> readTorchLayout(const PickleCall& call)
{
    auto name = call.text(0);
    if (call.count() != 1 || !name || !name->starts_with("torch.")) {
        return std::nullopt;
    }
    auto constant = torchConstant(name->substr(6));
    return constant && constant->type == "torch.layout" ? constant : std::nullopt;
}

} // namespace cairn::checkpoint
