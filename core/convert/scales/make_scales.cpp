#include "core/convert/scales/make_scales.h"

#include <memory>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Tensor;
using checkpoint::TensorId;
using formats::Dtype;

namespace {

constexpr std::uint64_t kBlockSize = 128;

ScalingPtr partOf(Scaling scaling, Scaling::Part what, std::vector<std::int64_t> shape)
{
    scaling.part = what;
    scaling.shape = std::move(shape);
    return std::make_shared<const Scaling>(std::move(scaling));
}

} // namespace

bool canHaveScales(const Checkpoint& source, TensorId tensor, std::string_view name)
{
    const Tensor& numbers = source.tensors()[tensor];
    const bool isNumbers =
        numbers.dtype == Dtype::Float32 || numbers.dtype == Dtype::Float16 || numbers.dtype == Dtype::BFloat16;
    const bool isMatrix = source.shape(numbers).size() == 2 && source.elementCount(numbers) != 0;
    return isNumbers && isMatrix && (name == "weight" || name.ends_with(".weight"));
}

std::vector<MadeTensor> makeScales(const Checkpoint& source, TensorId tensor, const std::string& name,
                                   ScaleConvention convention)
{
    const Tensor& numbers = source.tensors()[tensor];
    Scaling scaling;
    scaling.convention = convention;
    ScaleGrid& grid = scaling.grid;
    grid.rows = static_cast<std::uint64_t>(source.shape(numbers)[0]);
    grid.columns = static_cast<std::uint64_t>(source.shape(numbers)[1]);
    std::string scales = name + "_scale";
    Dtype dtype = Dtype::Float32;
    switch (convention) {
    case ScaleConvention::DeepSeek:
        grid.blockRows = grid.blockColumns = kBlockSize;
        scales += "_inv";
        break;
    case ScaleConvention::CompressedTensors:
        grid.blockColumns = grid.columns;
        dtype = numbers.dtype;
        break;
    case ScaleConvention::ComfyUi:
        grid.blockRows = grid.rows;
        grid.blockColumns = grid.columns;
        break;
    }
    std::vector<std::int64_t> shape = {static_cast<std::int64_t>(grid.gridRows()),
                                       static_cast<std::int64_t>(grid.gridColumns())};
    if (convention == ScaleConvention::ComfyUi) {
        shape.clear(); // one number
    }
    std::vector<MadeTensor> made;
    made.push_back({name, Dtype::Float8E4M3Fn, partOf(scaling, Scaling::Part::Codes, {})});
    made.push_back({std::move(scales), dtype, partOf(scaling, Scaling::Part::Scales, std::move(shape))});
    if (convention == ScaleConvention::ComfyUi) {
        made.push_back({name.substr(0, name.rfind('.') + 1) + "comfy_quant", Dtype::UInt8,
                        partOf(scaling, Scaling::Part::Marker, {static_cast<std::int64_t>(markerText().size())})});
    }
    return made;
}

std::string_view markerText()
{
    return R"({"format": "float8_e4m3fn"})";
}

std::string_view configEntry(ScaleConvention convention)
{
    switch (convention) {
    case ScaleConvention::DeepSeek:
        return R"("quantization_config": {"quant_method": "fp8", "fmt": "e4m3", "activation_scheme": "dynamic", )"
               R"("weight_block_size": [128, 128]})";
    case ScaleConvention::CompressedTensors:
        return R"("quantization_config": {"quant_method": "compressed-tensors", "format": "float-quantized", )"
               R"("quantization_status": "compressed", )"
               R"("config_groups": {"group_0": {"targets": ["Linear"], "weights": {"num_bits": 8, "type": "float", )"
               R"("strategy": "channel", "symmetric": true, "dynamic": false}, "input_activations": {"num_bits": 8, )"
               R"("type": "float", "strategy": "token", "symmetric": true, "dynamic": true}}}, "ignore": ["lm_head"]})";
    case ScaleConvention::ComfyUi: break;
    }
    return {};
}

} // namespace cairn::convert
