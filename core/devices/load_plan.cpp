#include "core/devices/load_plan.h"

#include "core/base/checked.h"
#include "core/base/files/byte_source.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/devices/machine/device_string.h"
#include "core/devices/map/tensor_parts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::kNoId;
using checkpoint::Layout;
using checkpoint::Storage;
using checkpoint::Tensor;
using formats::Dtype;

namespace {

using PartNames = std::array<std::string_view, 4>;

struct LayoutShape {
    Layout layout{};
    TensorShape shape{};
    PartNames parts;
};
constexpr std::array<LayoutShape, 6> kShapes = {{
    {Layout::SparseCoo, TensorShape::SparseCoo, {"indices", "values"}},
    {Layout::SparseCsr, TensorShape::SparseCsr, {"crow_indices", "col_indices", "values"}},
    {Layout::SparseCsc, TensorShape::SparseCsc, {"ccol_indices", "row_indices", "values"}},
    {Layout::SparseBsr, TensorShape::SparseBsr, {"crow_indices", "col_indices", "values"}},
    {Layout::SparseBsc, TensorShape::SparseBsc, {"ccol_indices", "row_indices", "values"}},
    {Layout::Nested, TensorShape::Nested, {"buffer", "sizes", "strides", "offsets"}},
}};
constexpr PartNames kChannelParts = {"scales", "zero_points"};

/// What a change of byte order turns round: a number, and of a complex one each half.
std::uint8_t numberBytes(Dtype dtype)
{
    const formats::DtypeInfo& info = formats::dtypeInfo(dtype);
    const bool isComplex = info.name.find("complex") != std::string_view::npos;
    return static_cast<std::uint8_t>(isComplex ? info.storageBytes / 2 : info.storageBytes);
}

void turnRound(std::span<std::byte> bytes, std::size_t unit)
{
    for (std::size_t at = 0; at + unit <= bytes.size(); at += unit) {
        std::ranges::reverse(bytes.subspan(at, unit));
    }
}

bool holdsBytes(const Storage& storage)
{
    return storage.source != kNoId || storage.bytes == 0;
}

} // namespace

std::string canonicalDevice(std::string_view tag)
{
    const DeviceString device = parseDeviceString(tag);
    if (device.problem != DeviceString::Problem::None) {
        return std::string(tag);
    }
    if (device.backend == "cpu" || device.backend == "meta") {
        return std::string(device.backend);
    }
    return device.index ? std::string(tag) : std::string(tag) + ":0";
}

LoadPlan::LoadPlan(checkpoint::CheckpointPtr checkpoint, const Placement& placement)
    : m_checkpoint(std::move(checkpoint))
{
    addStorages(placement);
    addTensors();
}

std::uint32_t LoadPlan::deviceIndex(const std::string& device)
{
    const auto known = std::ranges::find(m_devices, device);
    const auto index = static_cast<std::uint32_t>(known - m_devices.begin());
    if (known == m_devices.end()) {
        m_devices.push_back(device);
    }
    return index;
}

void LoadPlan::addStorages(const Placement& placement)
{
    const std::size_t count = m_checkpoint->storages().size();
    m_storages.reserve(count);
    m_swapBytes.reserve(count);
    std::vector<std::uint32_t> ofTarget(placement.targets().size(), kNoIndex);
    for (checkpoint::StorageId id = 0; id < count; ++id) {
        const Storage& storage = m_checkpoint->storages()[id];
        std::uint32_t& device = ofTarget[placement.targetId(id)];
        if (device == kNoIndex) {
            device = deviceIndex(canonicalDevice(placement.target(id)));
        }
        const bool isMeta = m_devices[device] == "meta";
        m_storages.push_back({.bytes = holdsBytes(storage) || isMeta ? storage.bytes : 0, .device = device});
        m_bytes += isMeta ? 0 : m_storages.back().bytes;

        const auto tensors = m_checkpoint->tensorsOf(id);
        const bool isUntyped = storage.dtype == Dtype::Unknown && !tensors.empty();
        const Dtype dtype = isUntyped ? m_checkpoint->tensors()[tensors.front()].dtype : storage.dtype;
        const bool isForeign = storage.byteOrder == checkpoint::ByteOrder::Big;
        m_swapBytes.push_back(isForeign ? numberBytes(dtype) : std::uint8_t{1});
    }
}

void LoadPlan::addTensors()
{
    m_tensors.resize(m_checkpoint->tensors().size());
    for (std::size_t id = 0; id < m_tensors.size(); ++id) {
        const Tensor& tensor = m_checkpoint->tensors()[id];
        TensorOrder& order = m_tensors[id];
        order.dtype = formats::dtypeInfo(tensor.dtype).name.data(); // a literal
        order.sizes = m_checkpoint->shape(tensor).data();
        order.strides = m_checkpoint->stride(tensor).data();
        order.offset = tensor.offset;
        order.rank = tensor.rank;
        order.requiresGrad = tensor.requiresGrad;
        order.conj = tensor.conj;
        order.neg = tensor.neg;
        order.coalesced = tensor.coalesced;
        if (tensor.storage != kNoId) {
            addView(order, tensor);
        } else {
            addParts(order, tensor);
        }
    }
}

void LoadPlan::setProblem(TensorOrder& order, std::string text)
{
    order.shape = TensorShape::None;
    order.problem = m_problems.emplace_back(std::move(text)).c_str();
}

void LoadPlan::addView(TensorOrder& order, const Tensor& tensor)
{
    order.shape = TensorShape::Strided;
    order.storage = tensor.storage;
    const Storage& storage = m_checkpoint->storages()[tensor.storage];
    const auto sizes = m_checkpoint->shape(tensor);
    const auto extent = checkpoint::extentOf(sizes, m_checkpoint->stride(tensor));
    const auto last =
        extent && tensor.offset >= 0 ? checkedAdd(*extent, static_cast<std::uint64_t>(tensor.offset)) : std::nullopt;
    const auto end = last ? checkpoint::bytesFor(*last, tensor.dtype) : std::nullopt;
    if (!checkpoint::productOf(sizes) || !end || (*extent != 0 && *end > storage.bytes)) {
        setProblem(order, "it reaches outside its storage of " + humanBytes(storage.bytes));
        return;
    }
    if (m_storages[tensor.storage].bytes != storage.bytes) {
        setProblem(order, "the file holds no bytes for its storage");
        return;
    }
    const checkpoint::TensorExtra* extra = m_checkpoint->extra(tensor);
    if (extra == nullptr || !extra->quantizer) {
        return;
    }
    const checkpoint::Quantizer& quantizer = *extra->quantizer;
    order.quantizer = quantizer.perChannel ? QuantizerKind::PerChannel : QuantizerKind::PerTensor;
    order.scale = quantizer.scale;
    order.zeroPoint = quantizer.zeroPoint;
    order.axis = quantizer.axis;
    for (std::size_t i = 0; quantizer.perChannel && i < 2; ++i) {
        order.parts[i] = partOf(*m_checkpoint, tensor.entry, kChannelParts.at(i));
        if (order.parts[i] == kNoIndex) {
            setProblem(order, "its " + std::string(kChannelParts.at(i)) + " are no tensor");
        }
    }
}

void LoadPlan::addParts(TensorOrder& order, const Tensor& tensor)
{
    const auto known = std::ranges::find(kShapes, tensor.layout, &LayoutShape::layout);
    if (known != kShapes.end()) {
        order.shape = known->shape;
        for (std::size_t i = 0; i < known->parts.size() && !known->parts.at(i).empty(); ++i) {
            order.parts[i] = partOf(*m_checkpoint, tensor.entry, known->parts.at(i));
            if (order.parts[i] == kNoIndex) {
                setProblem(order, "its " + std::string(known->parts.at(i)) + " are no tensor");
                return;
            }
        }
        return;
    }
    const std::string device(m_checkpoint->deviceTag(tensor.device));
    order.parts[0] = partOf(*m_checkpoint, tensor.entry, "cpu_tensor");
    if (order.parts[0] != kNoIndex) {
        order.shape = TensorShape::Copy;
        return;
    }
    const checkpoint::TensorExtra* extra = m_checkpoint->extra(tensor);
    const bool isWrapper = extra != nullptr && !extra->subclass.empty();
    if (device == "meta" && !isWrapper && m_checkpoint->stride(tensor).size() == tensor.rank) {
        order.shape = TensorShape::Meta;
        return;
    }
    setProblem(order, isWrapper ? "it is a " + printable(extra->subclass) + ", a class of Python that LibTorch lacks"
                                : "LibTorch has no tensor of this kind");
}

Result<void> LoadPlan::read(std::uint32_t storage, std::uint64_t offset, std::span<std::byte> into) const
{
    CAIRN_TRY(m_checkpoint->readStorage(storage, offset, into));
    if (m_swapBytes[storage] > 1) {
        turnRound(into, m_swapBytes[storage]);
    }
    return {};
}

std::optional<LoadPlan::FileRange> LoadPlan::fileRange(std::uint32_t storage) const
{
    const Storage& found = m_checkpoint->storages()[storage];
    if (found.source == kNoId || m_swapBytes[storage] > 1) {
        return std::nullopt;
    }
    const auto* file = dynamic_cast<const FileSource*>(m_checkpoint->sources()[found.source].bytes.get());
    return file == nullptr ? std::nullopt : std::optional(FileRange{file->descriptor(), found.offset});
}

Message LoadPlan::storageName(std::uint32_t storage) const
{
    const std::string key = inQuotes(m_checkpoint->storageKey(m_checkpoint->storages()[storage]));
    const auto tensors = m_checkpoint->tensorsOf(storage);
    return tensors.empty() ? message("storage %1", key)
                           : message("storage %1 of %2", key, inQuotes(tensorName(tensors.front())));
}

std::string LoadPlan::tensorName(std::uint32_t tensor) const
{
    return m_checkpoint->entryName(m_checkpoint->tensors()[tensor].entry);
}

} // namespace cairn::devices
