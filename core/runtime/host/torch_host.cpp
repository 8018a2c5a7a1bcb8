#include "core/runtime/host/torch_host.h"

#include "core/runtime/host/channel.h"
#include "core/runtime/host/host_tensors.h"
#include "core/runtime/host/torch_cuda.h"
#include "core/runtime/host/words.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace cairn::runtime {

using devices::kNoIndex;

namespace {

const Channel::Patience kForEver;

/// Ends with the program, whatever torch is doing meanwhile. The system's own way to ask for that would end this
/// process with the thread that started it.
void endWithTheProgram()
{
    std::thread([] {
        pollfd socket{.fd = kHostSocket, .events = POLLRDHUP, .revents = 0};
        while (::poll(&socket, 1, -1) <= 0) {
        }
        ::_exit(0);
    }).detach();
}

/// What this process inherited and is not to have, and how it is to end.
void settle()
{
    constexpr int firstOfOthers = kHostSlots + 1;
    (void)::syscall(SYS_close_range, firstOfOthers, ~0U, 0);
    (void)std::signal(SIGINT, SIG_IGN); // the program decides
    (void)std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    constexpr rlimit none{.rlim_cur = 0, .rlim_max = 0};
    (void)::setrlimit(RLIMIT_CORE, &none); // its memory need not be kept when it crashes
    // When memory runs out, it goes before the window does.
    if (const Descriptor score(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)); score.isOpen()) {
        constexpr std::string_view first = "800";
        (void)!::write(score.number(), first.data(), first.size());
    }
}

class TorchHost {
public:
    TorchHost(Channel channel, std::byte* slots, std::string version)
        : m_channel(std::move(channel)), m_slots(slots), m_version(std::move(version)), m_words(STDERR_FILENO)
    {
    }

    int run(const std::string& library, const std::string& deviceLibrary)
    {
        auto torch = StableTorch::open(library, deviceLibrary);
        if (!torch) {
            return send(HostMessage(MessageKind::Broken).add(torch.error())) ? 0 : 1;
        }
        m_torch = std::make_unique<StableTorch>(std::move(*torch));
        HostMessage ready(MessageKind::Ready);
        ready.add(kMessageVersion).add(m_torch->deviceProblem());
        for (const char* backend : kHostBackends) {
            ready.add(static_cast<std::int32_t>(m_torch->deviceCount(backend)));
        }
        (void)m_words.take(); // of libraries that greet
        if (!send(ready)) {
            return 1;
        }
        while (serve()) {
        }
        return 0;
    }

private:
    bool serve()
    {
        // What holds no tensors need not stay. The program starts another when it needs one.
        constexpr std::chrono::seconds idle{10};
        const Channel::Patience patience{.isStopped = {}, .limit = m_tensors ? std::chrono::seconds(0) : idle};
        HostMessage request;
        m_file = Descriptor();
        if (m_channel.receive(request, patience, &m_file) != Channel::State::Fine) {
            return false;
        }
        (void)m_words.take();
        MessageReader body(request);
        if (request.kind == MessageKind::Order) {
            return order(body);
        }
        if (request.kind == MessageKind::Release) {
            m_tensors.reset();
            return send(HostMessage(MessageKind::Done));
        }
        if (request.kind == MessageKind::Cuda) {
            HostMessage answer(MessageKind::Done);
            addCudaFacts(answer, askCudaOf(m_torch->deviceLibrary()));
            return send(answer);
        }
        if (!m_tensors) {
            return false;
        }
        switch (request.kind) {
        case MessageKind::Allocate: return allocate(body);
        case MessageKind::Read: return read(body);
        case MessageKind::Fill: return fill(body);
        case MessageKind::Make: return make();
        case MessageKind::Values: return values(body);
        default: return false;
        }
    }

    bool send(const HostMessage& message) { return m_channel.send(message, kForEver) == Channel::State::Fine; }

    /// What torch has printed about the call that failed, or keeps of it.
    std::string lastWords()
    {
        std::string words = plainWords(m_words.take());
        if (const char* kept = words.empty() && m_torch->lastProblem != nullptr ? m_torch->lastProblem() : nullptr;
            kept != nullptr) {
            words = plainWords(kept);
        }
        return words.empty() ? "it gave no reason" : words;
    }

    bool order(MessageReader& body)
    {
        m_tensors.reset();
        std::vector<std::string> devices;
        std::vector<devices::StorageOrder> storages;
        std::vector<HostTensors::Order> tensors;
        for (auto count = body.number<std::uint32_t>(); count > 0 && body.isFine(); --count) {
            devices.push_back(body.text());
        }
        for (auto count = body.number<std::uint32_t>(); count > 0 && body.isFine(); --count) {
            storages.push_back({.bytes = body.number<std::uint64_t>(), .device = body.number<std::uint32_t>()});
        }
        for (auto count = body.number<std::uint32_t>(); count > 0 && body.isFine(); --count) {
            tensors.push_back(tensorOrder(body));
        }
        if (!body.isWhole()) {
            return false;
        }
        m_tensors = std::make_unique<HostTensors>(*m_torch, m_version, std::move(devices), std::move(storages),
                                                  std::move(tensors));
        return send(HostMessage(MessageKind::Done));
    }

    static HostTensors::Order tensorOrder(MessageReader& body)
    {
        HostTensors::Order read;
        read.dtype = body.text();
        read.problem = body.text();
        read.order.offset = body.number<std::int64_t>();
        read.order.storage = body.number<std::uint32_t>();
        read.order.shape = static_cast<devices::TensorShape>(body.number<std::uint8_t>());
        read.order.quantizer = static_cast<devices::QuantizerKind>(body.number<std::uint8_t>());
        read.order.conj = body.truth();
        read.order.neg = body.truth();
        read.order.requiresGrad = body.truth();
        read.order.coalesced = body.truth();
        for (std::uint32_t& part : read.order.parts) {
            part = body.number<std::uint32_t>();
        }
        read.order.scale = body.number<double>();
        read.order.zeroPoint = body.number<std::int64_t>();
        read.order.axis = body.number<std::int64_t>();
        read.order.rank = body.number<std::uint32_t>();
        read.sizes = body.numbers(read.order.rank);
        read.strides = body.numbers(read.order.rank);
        return read;
    }

    bool allocate(MessageReader& body)
    {
        const auto device = body.number<std::uint32_t>();
        if (!body.isWhole() || device >= m_tensors->deviceCount()) {
            return false;
        }
        std::uint64_t placed = 0;
        const std::uint32_t failed = m_tensors->allocate(device, placed);
        if (failed == kNoIndex) {
            return send(HostMessage(MessageKind::Done));
        }
        return send(HostMessage(MessageKind::Failed).add(failed).add(placed).add(lastWords()));
    }

    bool read(MessageReader& body)
    {
        const auto threads = body.number<std::uint32_t>();
        std::vector<HostTensors::FilePlace> places;
        for (auto count = body.number<std::uint32_t>(); count > 0 && body.isFine(); --count) {
            places.push_back({.storage = body.number<std::uint32_t>(), .offset = body.number<std::uint64_t>()});
        }
        if (!body.isWhole() || !m_file.isOpen()) {
            return false;
        }
        bool isHeard = true;
        const bool isRead = m_tensors->readFile(m_file.number(), places, threads, [&](std::uint64_t bytes) {
            isHeard = isHeard && send(HostMessage(MessageKind::Piece).add(bytes));
        });
        return isHeard && send(HostMessage(isRead ? MessageKind::Done : MessageKind::None));
    }

    bool fill(MessageReader& body)
    {
        const auto slot = body.number<std::uint32_t>();
        auto count = body.number<std::uint32_t>();
        std::uint64_t at = 0; // in the slot
        while (count-- > 0 && body.isFine() && slot < kSlots) {
            const auto place = body.number<std::uint64_t>();
            const HostTensors::Range range{.storage = body.number<std::uint32_t>(),
                                           .offset = body.number<std::uint64_t>(),
                                           .bytes = body.number<std::uint64_t>()};
            if (!body.isFine() || place < at || place > kSlotBytes || range.bytes > kSlotBytes - place) {
                return false;
            }
            at = place + range.bytes;
            if (!m_tensors->fill(range, m_slots + slot * kSlotBytes + place)) {
                return send(HostMessage(MessageKind::Failed).add(range.storage).add(std::uint64_t{0}).add(lastWords()));
            }
        }
        return body.isWhole() && send(HostMessage(MessageKind::Done));
    }

    bool make()
    {
        const std::vector<std::string> problems = m_tensors->make([this] { return lastWords(); });
        constexpr std::size_t enough = std::size_t{256} << 10; // for one message
        HostMessage made(MessageKind::Made);
        for (std::uint32_t id = 0; id < problems.size(); ++id) {
            HostTensors::Facts facts;
            const bool isThere = problems[id].empty() && m_tensors->describe(id, facts);
            made.add(static_cast<std::uint8_t>(isThere));
            if (isThere) {
                addFacts(made, facts);
            } else {
                made.add(problems[id].empty() ? lastWords() : problems[id]);
            }
            if (made.body.size() >= enough) {
                if (!send(made)) {
                    return false;
                }
                made.body.clear();
            }
        }
        return send(made) && send(HostMessage(MessageKind::Done));
    }

    static void addFacts(HostMessage& made, const HostTensors::Facts& facts)
    {
        made.add(facts.dtype).add(facts.device).add(facts.layout).add(facts.offset).add(facts.storage);
        for (const auto* numbers : {&facts.sizes, &facts.strides}) {
            const auto count = static_cast<std::uint32_t>(numbers->size());
            made.add(count).add(numbers->data(), count);
        }
        for (const bool flag : {facts.requiresGrad, facts.conj, facts.neg, facts.coalesced}) {
            made.add(static_cast<std::uint8_t>(flag));
        }
        made.add(static_cast<std::uint8_t>(facts.quantizer)).add(facts.scale).add(facts.zeroPoint).add(facts.axis);
    }

    bool values(MessageReader& body)
    {
        const std::span<std::byte> slot(m_slots, kSlotBytes);
        bool isFine = true;
        const auto given = m_tensors->values(body.number<std::uint32_t>(), slot, [&](std::uint64_t bytes) {
            HostMessage next;
            isFine = send(HostMessage(MessageKind::Piece).add(bytes)) &&
                     m_channel.receive(next, kForEver) == Channel::State::Fine && next.kind == MessageKind::Next;
            return isFine;
        });
        if (!isFine) {
            return false;
        }
        switch (given) {
        case HostTensors::Given::All: return send(HostMessage(MessageKind::Done));
        case HostTensors::Given::None: return send(HostMessage(MessageKind::None));
        case HostTensors::Given::Failed: break;
        }
        return send(HostMessage(MessageKind::Failed).add(kNoIndex).add(std::uint64_t{0}).add(lastWords()));
    }

    Channel m_channel;
    Descriptor m_file; ///< that came with the last request
    std::byte* m_slots;
    std::string m_version;
    Words m_words;
    std::unique_ptr<StableTorch> m_torch;
    std::unique_ptr<HostTensors> m_tensors;
};

} // namespace

std::optional<int> runAsTorchHost(int argc, char** argv)
{
    constexpr int wanted = 4;
    if (argc != wanted || std::string_view(argv[0]) != kTorchHostName) {
        return std::nullopt;
    }
    settle();
    void* slots = ::mmap(nullptr, kSlots * kSlotBytes, PROT_READ | PROT_WRITE, MAP_SHARED, kHostSlots, 0);
    if (slots == MAP_FAILED) {
        return 1;
    }
    endWithTheProgram();
    constexpr std::uint64_t mostBytes = std::uint64_t{1} << 32;
    TorchHost host(Channel(Descriptor(kHostSocket), mostBytes), static_cast<std::byte*>(slots), argv[1]);
    const int status = host.run(argv[2], argv[3]);
    ::_exit(status); // libraries of strangers need not clean up
}

} // namespace cairn::runtime
