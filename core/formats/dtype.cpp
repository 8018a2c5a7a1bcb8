#include "core/formats/dtype.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::formats {

namespace {

constexpr std::array kDtypes = {
#define X(name, torchName, bits, bytes, storage, safetensors, since)                                                   \
    DtypeInfo{torchName, bits, bytes, storage, safetensors, since},
    CAIRN_DTYPES(X)
#undef X
};

constexpr std::array kAliases = {
    std::pair{std::string_view("double"), Dtype::Float64},   std::pair{std::string_view("float"), Dtype::Float32},
    std::pair{std::string_view("half"), Dtype::Float16},     std::pair{std::string_view("long"), Dtype::Int64},
    std::pair{std::string_view("int"), Dtype::Int32},        std::pair{std::string_view("short"), Dtype::Int16},
    std::pair{std::string_view("cfloat"), Dtype::Complex64}, std::pair{std::string_view("cdouble"), Dtype::Complex128},
    std::pair{std::string_view("chalf"), Dtype::Complex32},
};

std::optional<Dtype> find(std::string_view DtypeInfo::* member, std::string_view wanted)
{
    if (wanted.empty()) {
        return std::nullopt;
    }
    const auto* const row = std::ranges::find(kDtypes, wanted, member);
    if (row == kDtypes.end()) {
        return std::nullopt;
    }
    return static_cast<Dtype>(row - kDtypes.begin());
}

} // namespace

const DtypeInfo& dtypeInfo(Dtype dtype)
{
    return kDtypes.at(static_cast<std::size_t>(dtype));
}

std::span<const DtypeInfo> allDtypes()
{
    return kDtypes;
}

std::optional<Dtype> dtypeByName(std::string_view torchName)
{
    const auto* const alias = std::ranges::find(kAliases, torchName, &std::pair<std::string_view, Dtype>::first);
    if (alias != kAliases.end()) {
        return alias->second;
    }
    const auto dtype = find(&DtypeInfo::name, torchName);
    return dtype == Dtype::Unknown ? std::nullopt : dtype;
}

std::optional<Dtype> dtypeByStorageClass(std::string_view className)
{
    return find(&DtypeInfo::storageClass, className);
}

std::optional<Dtype> dtypeBySafetensorsName(std::string_view name)
{
    return find(&DtypeInfo::safetensors, name);
}

} // namespace cairn::formats
