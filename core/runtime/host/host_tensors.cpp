#include "core/runtime/host/host_tensors.h"

#include "core/devices/machine/device_string.h"
#include "core/runtime/host/element_places.h"
#include "core/runtime/host/operator_call.h"
#include "core/runtime/host/special_tensors.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace cairn::runtime {

using devices::kNoIndex;
using devices::QuantizerKind;
using devices::StorageOrder;
using devices::TensorShape;

namespace {

constexpr std::int64_t kOne = 1;

bool isQuantised(const std::string& dtype)
{
    return dtype.starts_with('q');
}

/// The dtype of the numbers that a quantised tensor has in memory: "int8" of "qint8".
std::string numbersOf(const std::string& dtype)
{
    return dtype.substr(1);
}

} // namespace

HostTensors::HostTensors(const StableTorch& torch, std::string version, std::vector<std::string> devices,
                         std::vector<StorageOrder> storages, std::vector<Order> orders)
    : m_torch(torch), m_cuda(CudaFunctions::of(torch.deviceLibrary())), m_version(std::move(version)),
      m_storageOrders(std::move(storages)), m_orders(std::move(orders)), m_byte(torch.dtype("uint8").value_or(0)),
      m_cpu(torch.deviceType("cpu").value_or(0)), m_storages(m_storageOrders.size()), m_memory(m_storageOrders.size()),
      m_tensors(m_orders.size())
{
    for (std::string& name : devices) {
        const std::string backend(devices::backendOf(name));
        m_devices.push_back({.name = std::move(name), .type = torch.deviceType(backend), .index = 0});
        m_devices.back().index = static_cast<std::int32_t>(devices::indexOf(m_devices.back().name).value_or(0));
    }
}

HostTensors::~HostTensors()
{
    for (const auto* handles : {&m_tensors, &m_storages}) {
        for (Handle handle : *handles) {
            if (handle != nullptr) {
                (void)m_torch.remove(handle);
            }
        }
    }
}

std::uint32_t HostTensors::allocate(std::uint32_t device, std::uint64_t& placedBytes)
{
    const Device& target = m_devices[device];
    for (std::uint32_t id = 0; id < m_storageOrders.size(); ++id) {
        const StorageOrder& order = m_storageOrders[id];
        if (order.device != device) {
            continue;
        }
        const auto bytes = static_cast<std::int64_t>(order.bytes);
        Handle& made = m_storages[id];
        std::int64_t there = 0;
        if (!target.type || bytes < 0 ||
            m_torch.emptyStrided(1, &bytes, &kOne, m_byte, *target.type, target.index, &made) != 0 ||
            m_torch.storageBytes(made, &there) != 0 || there < bytes) {
            return id;
        }
        void* memory = nullptr;
        if (*target.type == m_cpu && bytes != 0) {
            if (m_torch.dataAddress(made, &memory) != 0 || memory == nullptr) {
                return id;
            }
            m_memory[id] = static_cast<std::byte*>(memory);
        }
        placedBytes += target.name == "meta" ? 0 : order.bytes;
    }
    return kNoIndex;
}

bool HostTensors::fill(const Range& range, std::byte* from)
{
    if (range.storage >= m_storages.size() || m_storages[range.storage] == nullptr) {
        return false;
    }
    const std::uint64_t size = m_storageOrders[range.storage].bytes;
    if (range.offset > size || range.bytes > size - range.offset) {
        return false;
    }
    if (range.bytes == 0) {
        return true;
    }
    if (std::byte* memory = m_memory[range.storage]; memory != nullptr) {
        std::memcpy(memory + range.offset, from, static_cast<std::size_t>(range.bytes));
        return true;
    }
    const auto count = static_cast<std::int64_t>(range.bytes);
    Handle source = nullptr;
    Handle target = nullptr;
    const bool isDone = m_torch.fromBlob(from, 1, &count, &kOne, 0, m_byte, m_cpu, 0, &source) == 0 &&
                        m_torch.viewOfStorage(m_storages[range.storage], static_cast<std::int64_t>(range.offset),
                                              m_byte, 1, &count, &kOne, &target) == 0 &&
                        m_torch.copy(target, source, 0) == 0;
    for (Handle made : {source, target}) {
        if (made != nullptr) {
            (void)m_torch.remove(made);
        }
    }
    return isDone;
}

std::vector<std::string> HostTensors::make(const std::function<std::string()>& lastWords)
{
    std::vector<std::string> problems(m_orders.size());
    for (const bool withParts : {false, true}) {
        for (std::uint32_t id = 0; id < m_orders.size(); ++id) {
            if ((m_orders[id].order.parts[0] != kNoIndex) == withParts) {
                problems[id] = makeOne(id);
                problems[id] = problems[id] == kTorchSays ? lastWords() : std::move(problems[id]);
            }
        }
    }
    return problems;
}

std::string HostTensors::hasNothingFor(const std::string& what) const
{
    return "the C interface of " + m_version + " has nothing for " + what;
}

std::string HostTensors::makeOne(std::uint32_t id)
{
    Order& order = m_orders[id];
    if (!order.problem.empty()) {
        return order.problem;
    }
    Handle made = nullptr;
    std::string why;
    switch (order.order.shape) {
    case TensorShape::Strided:
        why = order.order.quantizer == QuantizerKind::None ? view(order, made) : quantised(order, made);
        break;
    case TensorShape::Meta: why = onMeta(order, made); break;
    case TensorShape::Copy: why = copyOf(order, made); break;
    default: why = ofParts(order, made); break;
    }
    why = why.empty() ? setFlags(order, made) : std::move(why);
    if (!why.empty() && made != nullptr) {
        (void)m_torch.remove(made);
        made = nullptr;
    }
    m_tensors[id] = made;
    return why;
}

std::string HostTensors::setFlags(Order& order, Handle& made)
{
    if (order.order.conj && !apply("aten::_conj", made)) {
        return hasNothingFor("tensors that are conjugated when they are read");
    }
    if (order.order.neg && !apply("aten::_neg_view", made)) {
        return hasNothingFor("tensors that are negated when they are read");
    }
    order.order.requiresGrad = order.order.requiresGrad && apply("aten::requires_grad_", made);
    return {};
}

bool HostTensors::apply(const char* name, Handle& tensor) const
{
    // An operator without a second argument leaves that alone.
    const Handle made = OperatorCall(m_torch).tensor(tensor).number(1).runForTensor(name);
    if (made == nullptr) {
        return false;
    }
    (void)m_torch.remove(tensor);
    tensor = made;
    return true;
}

HostTensors::Dtype HostTensors::dtype(const std::string& name)
{
    const auto known = m_dtypes.find(name);
    if (known != m_dtypes.end()) {
        return known->second;
    }
    Dtype found;
    Handle made = nullptr;
    if (const auto code = m_torch.dtype(name); code && isQuantised(name)) {
        found = {.code = *code, .bytes = dtype(numbersOf(name)).bytes};
    } else if (code && m_torch.emptyStrided(1, &kOne, &kOne, *code, m_cpu, 0, &made) == 0) {
        found.code = *code;
        found.bytes = m_torch.storageBytes(made, &found.bytes) == 0 ? found.bytes : 0;
        (void)m_torch.remove(made);
    }
    return m_dtypes.emplace(name, found).first->second;
}

std::string HostTensors::view(const Order& order, Handle& made)
{
    const std::uint32_t id = order.order.storage;
    if (id >= m_storages.size() || m_storages[id] == nullptr) {
        return "its storage could not be made";
    }
    const Dtype type = dtype(order.dtype);
    if (type.bytes == 0) {
        return "the C interface of " + m_version + " has no dtype " + order.dtype;
    }
    // torch looks at none of this where it makes a view in this way.
    const auto count = elementsIn(order.sizes);
    std::int64_t offsetBytes = 0;
    const auto end = endOf(order.order.offset, order.sizes, order.strides, type.bytes);
    if (!count || (*count != 0 && (!end || static_cast<std::uint64_t>(*end) > m_storageOrders[id].bytes)) ||
        order.order.offset < 0 ||
        std::ranges::any_of(
            order.strides, [](std::int64_t stride) { return stride < 0; }) ||
        __builtin_mul_overflow(order.order.offset, type.bytes, &offsetBytes)) {
        return "it reaches outside its storage";
    }
    if (m_torch.viewOfStorage(m_storages[id], offsetBytes, type.code, static_cast<std::int64_t>(order.sizes.size()),
                              order.sizes.data(), order.strides.data(), &made) != 0) {
        return kTorchSays;
    }
    void* address = nullptr;
    if (m_memory[id] != nullptr && *count != 0 &&
        (m_torch.dataAddress(made, &address) != 0 || address != m_memory[id] + offsetBytes)) {
        return "torch put it over another storage";
    }
    return {};
}

std::string HostTensors::partsOf(const Order& order, std::vector<Handle>& parts) const
{
    for (const std::uint32_t id : order.order.parts) {
        if (id == kNoIndex) {
            break;
        }
        if (id >= m_tensors.size() || m_tensors[id] == nullptr) {
            return "one of the tensors it is made of could not be made";
        }
        parts.push_back(m_tensors[id]);
    }
    return {};
}

std::string HostTensors::quantised(const Order& order, Handle& made)
{
    if (!m_torch.hasLists() || !isQuantised(order.dtype) || dtype(order.dtype).bytes == 0) {
        return hasNothingFor("quantised tensors of dtype " + order.dtype);
    }
    Order numbers = order; // at the same place
    numbers.dtype = numbersOf(order.dtype);
    Handle there = nullptr;
    if (std::string why = view(numbers, there); !why.empty()) {
        return why;
    }
    (void)m_torch.remove(there);
    const Device& device = m_devices[m_storageOrders[order.order.storage].device];
    if (device.name == "meta") {
        return hasNothingFor("quantised tensors on meta");
    }
    std::vector<Handle> parts;
    if (std::string why = partsOf(order, parts); !why.empty()) {
        return why;
    }
    made = makeQuantised(m_torch,
                         {.order = order.order,
                          .plain = dtype(numbers.dtype).code,
                          .deviceType = device.type.value_or(m_cpu),
                          .deviceIndex = device.index,
                          .sizes = order.sizes,
                          .strides = order.strides,
                          .parts = parts},
                         m_storages[order.order.storage]);
    return made == nullptr ? kTorchSays : "";
}

std::string HostTensors::ofParts(const Order& order, Handle& made)
{
    const bool isNested = order.order.shape == TensorShape::Nested;
    const std::size_t wanted = isNested ? 4 : order.order.shape == TensorShape::SparseCoo ? 2 : 3;
    if (isNested ? !m_torch.hasOperators() : !m_torch.hasLists()) {
        return hasNothingFor(isNested ? "nested tensors" : "sparse tensors");
    }
    std::vector<Handle> parts;
    if (std::string why = partsOf(order, parts); !why.empty() || parts.size() < wanted) {
        return why.empty() ? "it lacks parts" : why;
    }
    made = isNested ? makeNested(m_torch, parts) : makeSparse(m_torch, order.order, order.sizes, parts);
    return made == nullptr ? kTorchSays : "";
}

std::string HostTensors::onMeta(const Order& order, Handle& made)
{
    const Dtype type = dtype(order.dtype);
    const auto meta = m_torch.deviceType("meta");
    if (type.bytes == 0 || !meta) {
        return "the C interface of " + m_version + " has no " + (meta ? "dtype " + order.dtype : "device meta");
    }
    const bool isMade = elementsIn(order.sizes) &&
                        m_torch.emptyStrided(static_cast<std::int64_t>(order.sizes.size()), order.sizes.data(),
                                             order.strides.data(), type.code, *meta, 0, &made) == 0;
    return isMade ? "" : kTorchSays;
}

std::string HostTensors::copyOf(const Order& order, Handle& made)
{
    const std::uint32_t part = order.order.parts[0];
    Facts facts;
    if (part >= m_tensors.size() || m_tensors[part] == nullptr || !describe(part, facts)) {
        return "the tensor it is a copy of could not be made";
    }
    if (facts.layout != "Strided") {
        return hasNothingFor("copies of tensors that are sparse or nested");
    }
    const Dtype type = dtype(order.dtype);
    if (type.bytes == 0) {
        return "the C interface of " + m_version + " has no dtype " + order.dtype;
    }
    const auto device = std::ranges::find(m_devices, facts.device, &Device::name);
    if (device == m_devices.end()) {
        return "it is on a device that is not in the map";
    }
    const std::vector<std::int64_t> strides =
        isDense(facts.sizes, facts.strides) ? facts.strides : rowMajorStrides(facts.sizes);
    const bool isMade = m_torch.emptyStrided(static_cast<std::int64_t>(facts.sizes.size()), facts.sizes.data(),
                                             strides.data(), type.code, *device->type, device->index, &made) == 0 &&
                        m_torch.copy(made, m_tensors[part], 0) == 0;
    return isMade ? "" : kTorchSays;
}

bool HostTensors::describe(std::uint32_t tensor, Facts& facts) const
{
    Handle handle = tensor < m_tensors.size() ? m_tensors[tensor] : nullptr;
    std::int32_t type = 0;
    std::int32_t index = 0;
    std::int32_t dtype = 0;
    if (handle == nullptr || m_torch.deviceTypeOf(handle, &type) != 0 || m_torch.deviceIndexOf(handle, &index) != 0 ||
        m_torch.dtypeOf(handle, &dtype) != 0) {
        return false;
    }
    const auto known = std::ranges::find_if(
        m_dtypes, [&](const auto& entry) { return entry.second.bytes != 0 && entry.second.code == dtype; });
    facts.dtype = known == m_dtypes.end() ? "unknown" : known->first;
    const auto device = std::ranges::find_if(
        m_devices, [&](const Device& one) { return one.type == type && (index < 0 || one.index == index); });
    const bool isMeta = type == m_torch.deviceType("meta"); // of tensors that never had a storage, too
    facts.device = isMeta ? "meta" : device == m_devices.end() ? "unknown" : device->name;
    const devices::TensorOrder& order = m_orders[tensor].order;
    facts.requiresGrad = order.requiresGrad;
    facts.conj = order.conj;
    facts.neg = order.neg;
    switch (order.shape) {
    case TensorShape::Strided:
    case TensorShape::Meta:
    case TensorShape::Copy: return describePlaces(handle, facts) && describeStorage(tensor, facts);
    case TensorShape::Nested: facts.layout = "Nested"; return true;
    default: break;
    }
    facts.layout = layoutOf(m_torch, handle);
    facts.coalesced = order.shape == TensorShape::SparseCoo && isCoalesced(m_torch, handle);
    return !facts.layout.empty() && describeSizes(handle, facts);
}

bool HostTensors::describeSizes(Handle handle, Facts& facts) const
{
    std::int64_t rank = 0;
    std::int64_t* sizes = nullptr;
    if (m_torch.rank(handle, &rank) != 0 || m_torch.sizes(handle, &sizes) != 0) {
        return false;
    }
    facts.sizes.assign(sizes, sizes + rank);
    return true;
}

bool HostTensors::describePlaces(Handle handle, Facts& facts) const
{
    std::int64_t* strides = nullptr;
    if (!describeSizes(handle, facts) || m_torch.strides(handle, &strides) != 0 ||
        m_torch.offset(handle, &facts.offset) != 0) {
        return false;
    }
    facts.layout = "Strided";
    facts.strides.assign(strides, strides + facts.sizes.size());
    return true;
}

bool HostTensors::describeStorage(std::uint32_t tensor, Facts& facts) const
{
    const devices::TensorOrder& order = m_orders[tensor].order;
    facts.storage = order.storage == kNoIndex ? 0 : reinterpret_cast<std::uint64_t>(m_storages[order.storage]);
    if (order.quantizer == QuantizerKind::None) {
        return true;
    }
    const auto quantiser = quantiserOf(m_torch, m_tensors[tensor], order.quantizer);
    facts.quantizer = order.quantizer;
    facts.scale = quantiser ? quantiser->scale : 0;
    facts.zeroPoint = quantiser ? quantiser->zeroPoint : 0;
    facts.axis = quantiser ? quantiser->axis : 0;
    return quantiser.has_value();
}

} // namespace cairn::runtime
