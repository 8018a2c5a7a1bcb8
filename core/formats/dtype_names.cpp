#include "core/formats/dtype_names.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn::formats {

namespace {

constexpr auto kShortNames = std::to_array<std::pair<std::string_view, Dtype>>({
    {"fp64", Dtype::Float64},
    {"fp32", Dtype::Float32},
    {"fp16", Dtype::Float16},
    {"bf16", Dtype::BFloat16},
    {"fp8_e4m3", Dtype::Float8E4M3Fn},
    {"fp8_e4m3fn", Dtype::Float8E4M3Fn},
    {"fp8_e5m2", Dtype::Float8E5M2},
    {"e4m3", Dtype::Float8E4M3Fn},
    {"e5m2", Dtype::Float8E5M2},
    // As safetensors and Rust write them.
    {"f64", Dtype::Float64},
    {"f32", Dtype::Float32},
    {"f16", Dtype::Float16},
    {"f8_e4m3", Dtype::Float8E4M3Fn},
    {"f8_e5m2", Dtype::Float8E5M2},
    {"i64", Dtype::Int64},
    {"i32", Dtype::Int32},
    {"i16", Dtype::Int16},
    {"i8", Dtype::Int8},
    {"u8", Dtype::UInt8},
});

} // namespace

std::optional<Dtype> dtypeNamed(std::string_view name)
{
    if (name.starts_with("torch.")) {
        name.remove_prefix(std::string_view("torch.").size());
    }
    const std::string small = inSmallLetters(name);
    const auto* const known = std::ranges::find(kShortNames, small, &std::pair<std::string_view, Dtype>::first);
    return known != kShortNames.end() ? std::optional(known->second) : dtypeByName(small);
}

std::span<const std::pair<std::string_view, Dtype>> shortDtypeNames()
{
    return kShortNames;
}

} // namespace cairn::formats
