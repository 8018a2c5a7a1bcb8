#include "core/runtime/host/host_tensors.h"

#include "core/devices/device_string.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>

namespace cairn::runtime {

using devices::kNoIndex;
using devices::StorageOrder;
using devices::TensorShape;

namespace {

using Numbers = std::span<const std::int64_t>;

constexpr std::int64_t kOne = 1;

/// Nothing where it is no number of elements.
std::optional<std::int64_t> elementsIn(Numbers sizes)
{
    std::int64_t count = 1;
    for (const std::int64_t size : sizes) {
        if (size < 0 || __builtin_mul_overflow(count, size, &count)) {
            return std::nullopt;
        }
    }
    return count;
}

/// Bytes from the begin of a storage to the end of the last element; nothing where that is no number.
std::optional<std::int64_t> endOf(std::int64_t offset, Numbers sizes, Numbers strides, std::int64_t elementBytes)
{
    std::int64_t end = offset;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::int64_t reach = 0;
        if (strides[i] < 0 || __builtin_mul_overflow(sizes[i] - 1, strides[i], &reach) ||
            __builtin_add_overflow(end, reach, &end)) {
            return std::nullopt;
        }
    }
    if (offset < 0 || __builtin_add_overflow(end, kOne, &end) || __builtin_mul_overflow(end, elementBytes, &end)) {
        return std::nullopt;
    }
    return end;
}

std::vector<std::int64_t> rowMajorStrides(Numbers sizes)
{
    std::vector<std::int64_t> strides(sizes.size());
    std::int64_t next = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        strides[i] = next;
        next *= std::max<std::int64_t>(sizes[i], 1);
    }
    return strides;
}

/// Every element has a place of its own, and there are no others: such strides stay when torch copies a tensor.
bool isDense(Numbers sizes, Numbers strides)
{
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return strides[i]; });
    std::int64_t next = 1;
    for (const std::size_t i : order) {
        if (sizes[i] != 1 && strides[i] != next) {
            return false;
        }
        next *= sizes[i];
    }
    return true;
}

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

HostTensors::HostTensors(const StableTorch& torch, std::string version, std::vector<std::string> devices,
                         std::vector<StorageOrder> storages, std::vector<Order> orders)
    : m_torch(torch), m_version(std::move(version)), m_storageOrders(std::move(storages)), m_orders(std::move(orders)),
      m_byte(torch.dtype("uint8").value_or(0)), m_cpu(torch.deviceType("cpu").value_or(0)),
      m_storages(m_storageOrders.size()), m_memory(m_storageOrders.size()), m_tensors(m_orders.size())
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
    if (order.order.quantizer != devices::QuantizerKind::None) {
        return hasNothingFor("quantised tensors");
    }
    Handle made = nullptr;
    std::string why;
    switch (order.order.shape) {
    case TensorShape::Strided: why = view(order, made); break;
    case TensorShape::Meta: why = onMeta(order, made); break;
    case TensorShape::Copy: why = copyOf(order, made); break;
    case TensorShape::Nested: return hasNothingFor("nested tensors");
    default: return hasNothingFor("sparse tensors");
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
    if (order.order.conj && !m_torch.apply("aten::_conj", made, false)) {
        return hasNothingFor("tensors that are conjugated when they are read");
    }
    if (order.order.neg && !m_torch.apply("aten::_neg_view", made, false)) {
        return hasNothingFor("tensors that are negated when they are read");
    }
    order.order.requiresGrad = order.order.requiresGrad && m_torch.apply("aten::requires_grad_", made, true);
    return {};
}

HostTensors::Dtype HostTensors::dtype(const std::string& name)
{
    const auto known = m_dtypes.find(name);
    if (known != m_dtypes.end()) {
        return known->second;
    }
    Dtype found;
    Handle made = nullptr;
    if (const auto code = m_torch.dtype(name);
        code && m_torch.emptyStrided(1, &kOne, &kOne, *code, m_cpu, 0, &made) == 0) {
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
    std::int64_t rank = 0;
    std::int64_t* sizes = nullptr;
    std::int64_t* strides = nullptr;
    std::int32_t type = 0;
    std::int32_t index = 0;
    std::int32_t dtype = 0;
    if (handle == nullptr || m_torch.rank(handle, &rank) != 0 || m_torch.sizes(handle, &sizes) != 0 ||
        m_torch.strides(handle, &strides) != 0 || m_torch.offset(handle, &facts.offset) != 0 ||
        m_torch.deviceTypeOf(handle, &type) != 0 || m_torch.deviceIndexOf(handle, &index) != 0 ||
        m_torch.dtypeOf(handle, &dtype) != 0) {
        return false;
    }
    facts.sizes.assign(sizes, sizes + rank);
    facts.strides.assign(strides, strides + rank);
    const auto known = std::ranges::find(m_dtypes, dtype, [](const auto& entry) { return entry.second.code; });
    facts.dtype = known == m_dtypes.end() ? "unknown" : known->first;
    const auto device = std::ranges::find_if(
        m_devices, [&](const Device& one) { return one.type == type && (index < 0 || one.index == index); });
    const bool isMeta = type == m_torch.deviceType("meta"); // of tensors that never had a storage, too
    facts.device = isMeta ? "meta" : device == m_devices.end() ? "unknown" : device->name;
    const std::uint32_t storage = m_orders[tensor].order.storage;
    facts.storage = storage == kNoIndex ? 0 : reinterpret_cast<std::uint64_t>(m_storages[storage]);
    facts.requiresGrad = m_orders[tensor].order.requiresGrad;
    facts.conj = m_orders[tensor].order.conj;
    facts.neg = m_orders[tensor].order.neg;
    return true;
}

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
    if (!describe(tensor, facts) || facts.device == "meta") {
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
