#include "core/runtime/host/hosted_torch.h"

#include "core/base/text/text.h"
#include "core/runtime/host/hosted_load.h"
#include "core/runtime/host/script_python.h"
#include "core/runtime/host/torch_cuda.h"

#include <algorithm>

namespace cairn::runtime {

namespace {

/// Libraries of several gigabytes from a network drive take their time; one that hangs is not waited for any longer.
constexpr std::chrono::minutes kTimeToOpen{3};

class HostedTensors final : public HeldTensors {
public:
    HostedTensors(const HostedTorch& torch, std::unique_ptr<HostProcess> process,
                  std::vector<HostedLoad::Tensor> tensors, bool isReusable)
        : m_torch(torch), m_process(std::move(process)), m_tensors(std::move(tensors)), m_isReusable(isReusable)
    {
    }

    /// What devices keep for later is theirs again only when the process ends.
    ~HostedTensors() override
    {
        if (m_isReusable && m_process != nullptr && m_process->release()) {
            m_torch.takeBack(std::move(m_process));
        }
    }
    HostedTensors(const HostedTensors&) = delete;
    HostedTensors& operator=(const HostedTensors&) = delete;

    bool describe(std::uint32_t tensor, TensorFacts& facts) override
    {
        if (tensor >= m_tensors.size() || !m_tensors[tensor].isThere) {
            return false;
        }
        const HostedLoad::Tensor& found = m_tensors[tensor];
        facts = TensorFacts();
        facts.dtype = found.dtype.c_str();
        facts.device = found.device.c_str();
        facts.layout = found.layout.c_str();
        facts.sizes = found.sizes.data();
        facts.strides = found.layout == "Strided" ? found.strides.data() : nullptr;
        facts.rank = static_cast<std::uint32_t>(found.sizes.size());
        facts.offset = found.offset;
        facts.storageAddress = found.storage;
        facts.requiresGrad = found.requiresGrad;
        facts.conj = found.conj;
        facts.neg = found.neg;
        facts.coalesced = found.coalesced;
        facts.quantizer = found.quantizer;
        facts.scale = found.scale;
        facts.zeroPoint = found.zeroPoint;
        facts.axis = found.axis;
        return true;
    }

    bool values(std::uint32_t tensor, const Host& host, Sink sink) override
    {
        if (m_process == nullptr) {
            tellFailure(host, FailureKind::Ended, m_fate);
            return false;
        }
        HostMessage answer;
        Channel::State state = m_process->ask(HostMessage(MessageKind::Values).add(tensor), answer, {});
        while (state == Channel::State::Fine && answer.kind == MessageKind::Piece) {
            MessageReader body(answer);
            const auto bytes = body.number<std::uint64_t>();
            if (!body.isWhole() || bytes > kSlotBytes) {
                break;
            }
            (void)sink(host.self, m_process->slot(0), bytes);
            state = m_process->ask(HostMessage(MessageKind::Next), answer, {});
        }
        if (state == Channel::State::Fine && (answer.kind == MessageKind::Done || answer.kind == MessageKind::None)) {
            return answer.kind == MessageKind::Done;
        }
        if (state == Channel::State::Fine && answer.kind == MessageKind::Failed) {
            MessageReader body(answer);
            (void)body.number<std::uint32_t>();
            (void)body.number<std::uint64_t>();
            tellFailure(host, FailureKind::Torch, body.text());
            return false;
        }
        m_fate = m_process->fate(state).text();
        m_process.reset();
        tellFailure(host, FailureKind::Ended, m_fate);
        return false;
    }

    [[nodiscard]] std::uint64_t peakElsewhere() const override
    {
        return m_process == nullptr ? 0 : m_process->peakBytes();
    }

private:
    const HostedTorch& m_torch;
    std::unique_ptr<HostProcess> m_process; ///< none once it has failed
    std::vector<HostedLoad::Tensor> m_tensors;
    bool m_isReusable;
    std::string m_fate;
};

/// What the C interface cannot set, and nobody is to miss without knowing.
void noteWhatIsLacking(const LoadOrder& order, const std::vector<HostedLoad::Tensor>& tensors, const std::string& name)
{
    std::uint64_t count = 0;
    for (std::size_t id = 0; id < tensors.size(); ++id) {
        count += tensors[id].isThere && order.tensors[id].requiresGrad && !tensors[id].requiresGrad ? 1U : 0U;
    }
    if (count != 0) {
        const std::string text = countOf(count, "tensor is", "tensors are") +
                                 " loaded without requires_grad: the C interface of " + name + " cannot set it";
        order.host.onNote(order.host.self, text.c_str());
    }
}

} // namespace

Result<std::unique_ptr<Module>> HostedTorch::open(const TorchInstallation& torch,
                                                  const std::function<bool()>& isStopped)
{
    CAIRN_ASSIGN(process, HostProcess::start(torch, {.isStopped = isStopped, .limit = kTimeToOpen}));
    return std::unique_ptr<Module>(new HostedTorch(torch, std::move(process)));
}

HostedTorch::HostedTorch(const TorchInstallation& torch, std::unique_ptr<HostProcess> process)
    : Module(torch.place, torch.version, torch.name() + " in " + torch.place), m_torch(torch),
      m_deviceCounts(process->deviceCounts()), m_deviceProblem(process->deviceProblem()), m_waiting(std::move(process))
{
}

int HostedTorch::deviceCount(const std::string& backend) const
{
    const auto known = std::ranges::find(kHostBackends, backend);
    return known == kHostBackends.end() ? -1
                                        : m_deviceCounts.at(static_cast<std::size_t>(known - kHostBackends.begin()));
}

std::optional<devices::CudaFacts> HostedTorch::askCuda() const
{
    auto asked = process({});
    if (!asked) {
        return std::nullopt;
    }
    HostMessage answer;
    const Channel::State state =
        (*asked)->ask(HostMessage(MessageKind::Cuda), answer, {.isStopped = {}, .limit = kTimeToOpen});
    MessageReader body(answer);
    devices::CudaFacts facts = readCudaFacts(body);
    if (state != Channel::State::Fine || answer.kind != MessageKind::Done || !body.isWhole()) {
        return std::nullopt;
    }
    facts.runtimeOf = m_torch.name();
    if (facts.devices.empty()) { // else memory of the devices is the process's until it ends
        takeBack(std::move(*asked));
    }
    return facts;
}

Result<std::unique_ptr<HostProcess>> HostedTorch::process(const std::function<bool()>& isStopped) const
{
    std::unique_ptr<HostProcess> waiting;
    {
        const std::lock_guard lock(m_mutex);
        waiting = std::move(m_waiting);
    }
    if (waiting != nullptr && waiting->release()) { // it holds nothing; but it answers
        return waiting;
    }
    return HostProcess::start(m_torch, {.isStopped = isStopped, .limit = kTimeToOpen});
}

void HostedTorch::takeBack(std::unique_ptr<HostProcess> process) const
{
    const std::lock_guard lock(m_mutex);
    m_waiting = std::move(process);
}

std::unique_ptr<HeldTensors> HostedTorch::load(const LoadOrder& order) const
{
    auto started = process([host = order.host] { return host.isStopped(host.self); });
    if (!started) {
        const bool isStopped = started.error().code == ErrorCode::Cancelled;
        tellFailure(order.host, isStopped ? FailureKind::Stopped : FailureKind::Ended, started.error().paragraph());
        return nullptr;
    }
    std::unique_ptr<HostProcess> held = std::move(*started);
    auto made = HostedLoad(*held, order).run();
    if (!made) {
        return nullptr;
    }
    noteWhatIsLacking(order, *made, m_torch.name());
    const auto isMemory = [](const std::string_view device) { return device == "cpu" || device == "meta"; };
    const bool isReusable = std::all_of(order.devices, order.devices + order.deviceCount, isMemory);
    return std::make_unique<HostedTensors>(*this, std::move(held), std::move(*made), isReusable);
}

std::unique_ptr<HeldTensors> HostedTorch::loadScript(const ScriptOrder& order) const
{
    return loadScriptInPython(m_torch, order);
}

} // namespace cairn::runtime
