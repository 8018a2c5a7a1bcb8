#include "core/runtime/host/hosted_load.h"

#include "core/devices/machine/device_string.h"
#include "core/runtime/common/batches.h"

#include <array>
#include <chrono>
#include <cstring>
#include <map>
#include <string_view>

namespace cairn::runtime {

static_assert(kMemoryPace.batchBytes <= kSlotBytes);

namespace {

bool saysNoMemory(std::string_view words)
{
    constexpr std::array<std::string_view, 4> signs{"out of memory", "OutOfMemory", "can't allocate memory",
                                                    "bad_alloc"};
    for (const std::string_view sign : signs) {
        if (words.find(sign) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

void addTensor(HostMessage& message, const TensorOrder& tensor)
{
    message.add(tensor.dtype)
        .add(tensor.problem == nullptr ? "" : tensor.problem)
        .add(tensor.offset)
        .add(tensor.storage)
        .add(static_cast<std::uint8_t>(tensor.shape))
        .add(static_cast<std::uint8_t>(tensor.quantizer))
        .add(static_cast<std::uint8_t>(tensor.conj))
        .add(static_cast<std::uint8_t>(tensor.neg))
        .add(static_cast<std::uint8_t>(tensor.requiresGrad))
        .add(static_cast<std::uint8_t>(tensor.coalesced));
    for (const std::uint32_t part : tensor.parts) {
        message.add(part);
    }
    message.add(tensor.scale)
        .add(tensor.zeroPoint)
        .add(tensor.axis)
        .add(tensor.rank)
        .add(tensor.sizes, tensor.rank)
        .add(tensor.strides, tensor.rank);
}

} // namespace

HostedLoad::HostedLoad(HostProcess& process, const LoadOrder& order)
    : m_process(process), m_order(order), m_left(order.storages, order.storages + order.storageCount)
{
    m_patience.isStopped = [host = order.host] { return host.isStopped(host.self); };
}

std::optional<std::vector<HostedLoad::Tensor>> HostedLoad::run()
{
    bool isFine = sendOrder();
    for (std::uint32_t device = 0; isFine && device < m_order.deviceCount; ++device) {
        isFine = loadDevice(device);
    }
    return isFine && make() ? std::optional(std::move(m_made)) : std::nullopt;
}

bool HostedLoad::sendOrder()
{
    HostMessage message(MessageKind::Order);
    message.add(m_order.deviceCount);
    for (std::uint32_t i = 0; i < m_order.deviceCount; ++i) {
        message.add(m_order.devices[i]);
    }
    message.add(m_order.storageCount);
    for (std::uint32_t i = 0; i < m_order.storageCount; ++i) {
        message.add(m_order.storages[i].bytes).add(m_order.storages[i].device);
    }
    message.add(m_order.tensorCount);
    for (std::uint32_t i = 0; i < m_order.tensorCount; ++i) {
        addTensor(message, m_order.tensors[i]);
    }
    return askFor(message, kNoIndex);
}

bool HostedLoad::loadDevice(std::uint32_t device)
{
    const auto begin = std::chrono::steady_clock::now();
    const bool isMeta = std::string_view(m_order.devices[device]) == "meta";
    DeviceReport report;
    report.device = device;
    FillProgress progress(m_order.host);
    if (!askFor(HostMessage(MessageKind::Allocate).add(device), device) ||
        (!isMeta && (!readFiles(device, progress) || !fill(device, progress)))) {
        return false;
    }
    for (std::uint32_t id = 0; id < m_order.storageCount; ++id) {
        if (m_order.storages[id].device == device) {
            ++report.storages;
            report.bytes += isMeta ? 0 : m_order.storages[id].bytes;
        }
    }
    report.peakBytes = report.bytes;
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    m_order.host.onDevice(m_order.host.self, &report);
    return true;
}

/// What lies in files as it is to be in memory or on a GPU goes there without a stop in between.
bool HostedLoad::readFiles(std::uint32_t device, FillProgress& progress)
{
    const std::string_view backend = devices::backendOf(m_order.devices[device]);
    if ((backend != "cpu" && backend != "cuda") || m_order.host.fileOf == nullptr) {
        return true;
    }
    struct Place {
        std::uint32_t storage = 0;
        std::uint64_t offset = 0;
    };
    std::map<int, std::vector<Place>> places; // by their file
    for (std::uint32_t id = 0; id < m_order.storageCount; ++id) {
        int file = -1;
        Place place{.storage = id};
        if (m_left[id].device == device && m_left[id].bytes != 0 &&
            m_order.host.fileOf(m_order.host.self, id, &file, &place.offset)) {
            places[file].push_back(place);
        }
    }
    for (const auto& [file, there] : places) {
        HostMessage message(MessageKind::Read);
        message.add(m_order.threads).add(static_cast<std::uint32_t>(there.size()));
        for (const Place& place : there) {
            message.add(place.storage).add(place.offset);
        }
        const std::uint64_t before = progress.filled();
        HostMessage answer;
        Channel::State state = m_process.send(message, m_patience, file);
        state = state == Channel::State::Fine ? m_process.receive(answer, m_patience) : state;
        while (state == Channel::State::Fine && answer.kind == MessageKind::Piece) {
            progress.add(MessageReader(answer).number<std::uint64_t>());
            state = m_process.receive(answer, m_patience);
        }
        if (state != Channel::State::Fine) {
            return failed(state);
        }
        if (answer.kind == MessageKind::None) {
            progress.goBackTo(before);
            continue; // reading it here tells why
        }
        if (answer.kind != MessageKind::Done) {
            return refused(answer, device);
        }
        for (const Place& place : there) {
            m_left[place.storage].device = kNoIndex;
        }
    }
    return true;
}

bool HostedLoad::fill(std::uint32_t device, FillProgress& progress)
{
    LoadOrder left = m_order;
    left.storages = m_left.data();
    Batches batches(left, device, kMemoryPace);
    std::deque<std::uint64_t> underWay; // bytes of the slots that the process has
    std::uint32_t next = 0;
    while (const auto batch = batches.next()) {
        if (m_patience.isStopped()) {
            return failed(Channel::State::Stopped);
        }
        if (underWay.size() == kSlots && !takeAnswer(underWay, device, progress)) {
            return false;
        }
        std::byte* slot = m_process.slot(next);
        HostMessage message(MessageKind::Fill);
        message.add(next).add(static_cast<std::uint32_t>(batch->end - batch->begin));
        std::uint64_t at = 0;
        std::uint64_t bytes = 0;
        for (const Piece* piece = batch->begin; piece != batch->end; ++piece) {
            if (!m_order.host.read(m_order.host.self, piece->storage, piece->offset, slot + at, piece->bytes)) {
                return failed(FailureKind::Reading, "", device, piece->storage);
            }
            message.add(at).add(piece->storage).add(piece->offset).add(piece->bytes);
            at += alignedBytes(piece->bytes);
            bytes += piece->bytes;
        }
        if (const Channel::State sent = m_process.send(message, m_patience); sent != Channel::State::Fine) {
            return failed(sent);
        }
        underWay.push_back(bytes);
        next = (next + 1) % kSlots;
    }
    while (!underWay.empty()) {
        if (!takeAnswer(underWay, device, progress)) {
            return false;
        }
    }
    return true;
}

bool HostedLoad::takeAnswer(std::deque<std::uint64_t>& underWay, std::uint32_t device, FillProgress& progress)
{
    HostMessage answer;
    if (const Channel::State state = m_process.receive(answer, m_patience); state != Channel::State::Fine) {
        return failed(state);
    }
    if (answer.kind != MessageKind::Done) {
        return refused(answer, device);
    }
    progress.add(underWay.front());
    underWay.pop_front();
    return true;
}

bool HostedLoad::make()
{
    HostMessage answer;
    Channel::State state = m_process.ask(HostMessage(MessageKind::Make), answer, m_patience);
    while (state == Channel::State::Fine && answer.kind == MessageKind::Made && takeMade(answer)) {
        state = m_process.receive(answer, m_patience);
    }
    if (state != Channel::State::Fine) {
        return failed(state);
    }
    return (answer.kind == MessageKind::Done && m_made.size() == m_order.tensorCount) ||
           failed(Channel::State::Rubbish);
}

bool HostedLoad::takeMade(const HostMessage& made)
{
    MessageReader body(made);
    while (body.isFine() && !body.isWhole() && m_made.size() < m_order.tensorCount) {
        Tensor tensor;
        tensor.isThere = body.truth();
        if (!tensor.isThere) {
            const std::string why = body.text();
            m_order.host.onProblem(m_order.host.self, static_cast<std::uint32_t>(m_made.size()), why.c_str());
        } else {
            tensor.dtype = body.text();
            tensor.device = body.text();
            tensor.layout = body.text();
            tensor.offset = body.number<std::int64_t>();
            tensor.storage = body.number<std::uint64_t>();
            tensor.sizes = body.numbers(body.number<std::uint32_t>());
            tensor.strides = body.numbers(body.number<std::uint32_t>());
            tensor.requiresGrad = body.truth();
            tensor.conj = body.truth();
            tensor.neg = body.truth();
            tensor.coalesced = body.truth();
            const auto quantizer = body.number<std::uint8_t>();
            tensor.quantizer = quantizer > static_cast<std::uint8_t>(QuantizerKind::PerChannel)
                                   ? QuantizerKind::None
                                   : static_cast<QuantizerKind>(quantizer);
            tensor.scale = body.number<double>();
            tensor.zeroPoint = body.number<std::int64_t>();
            tensor.axis = body.number<std::int64_t>();
            if (tensor.layout == "Strided" && tensor.strides.size() != tensor.sizes.size()) {
                return false;
            }
        }
        m_made.push_back(std::move(tensor));
    }
    return body.isWhole();
}

bool HostedLoad::askFor(const HostMessage& request, std::uint32_t device)
{
    HostMessage answer;
    if (const Channel::State state = m_process.ask(request, answer, m_patience); state != Channel::State::Fine) {
        return failed(state);
    }
    return answer.kind == MessageKind::Done || refused(answer, device);
}

bool HostedLoad::failed(Channel::State state)
{
    const std::string fate = m_process.fate(state).text();
    return state == Channel::State::Stopped ? failed(FailureKind::Stopped, "") : failed(FailureKind::Ended, fate);
}

bool HostedLoad::refused(const HostMessage& answer, std::uint32_t device)
{
    MessageReader body(answer);
    const auto storage = body.number<std::uint32_t>();
    const auto placed = body.number<std::uint64_t>();
    const std::string words = body.text();
    if (answer.kind != MessageKind::Failed || !body.isWhole() || device == kNoIndex) {
        return failed(Channel::State::Rubbish);
    }
    // torch's allocator for memory refuses for no other reason.
    const bool isMemory = std::string_view(m_order.devices[device]) == "cpu" || saysNoMemory(words);
    return failed(isMemory ? FailureKind::Memory : FailureKind::Torch, words, device, storage, placed);
}

bool HostedLoad::failed(FailureKind kind, const std::string& text, std::uint32_t device, std::uint32_t storage,
                        std::uint64_t placedBytes) const
{
    Failure failure;
    failure.kind = kind;
    failure.device = device;
    failure.storage = storage;
    failure.placedBytes = placedBytes;
    failure.text = text.c_str();
    m_order.host.onFailure(m_order.host.self, &failure);
    return false;
}

} // namespace cairn::runtime
