#include "core/runtime/host/script_python.h"

#include "core/base/files/write_place.h"
#include "core/runtime/common/confinement.h"
#include "core/runtime/host/child_program.h"
#include "core/runtime/host/message.h"
#include "core/runtime/host/script_reader.h"
#include "core/runtime/host/words.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cairn::runtime {

namespace {

/// Memory that has the name of a file.
Descriptor memory(const char* name)
{
    return Descriptor(::memfd_create(name, MFD_CLOEXEC));
}

/// What the process wrote, and how it lies there is in script_reader.cpp.
class ScriptAnswer {
public:
    explicit ScriptAnswer(int descriptor)
    {
        struct stat status{};
        if (::fstat(descriptor, &status) == 0 && status.st_size > 0) {
            m_bytes = static_cast<std::size_t>(status.st_size);
            void* mapped = ::mmap(nullptr, m_bytes, PROT_READ, MAP_SHARED, descriptor, 0);
            m_begin = mapped == MAP_FAILED ? nullptr : static_cast<const std::byte*>(mapped);
        }
    }
    ~ScriptAnswer()
    {
        if (m_begin != nullptr) {
            (void)::munmap(const_cast<std::byte*>(m_begin), m_bytes); // NOLINT(cppcoreguidelines-pro-type-const-cast)
        }
    }
    ScriptAnswer(const ScriptAnswer&) = delete;
    ScriptAnswer& operator=(const ScriptAnswer&) = delete;

    /// Nothing for a range that is not there.
    [[nodiscard]] std::span<const std::byte> range(std::uint64_t begin, std::uint64_t count) const
    {
        const bool isThere = m_begin != nullptr && begin <= m_bytes && count <= m_bytes - begin;
        return isThere ? std::span(m_begin + begin, static_cast<std::size_t>(count)) : std::span<const std::byte>();
    }
    [[nodiscard]] HostMessage message(std::uint64_t begin, std::uint64_t count) const
    {
        HostMessage copied;
        const auto bytes = range(begin, count);
        copied.body.assign(bytes.begin(), bytes.end());
        return copied;
    }

private:
    const std::byte* m_begin = nullptr;
    std::size_t m_bytes = 0;
};

struct ScriptTensor {
    bool isThere = false;
    std::string dtype;
    std::string device;
    std::string layout;
    std::vector<std::int64_t> sizes;
    bool hasStrides = false;
    std::vector<std::int64_t> strides;
    std::int64_t offset = 0;
    std::uint64_t storage = 0;
    bool requiresGrad = false;
    bool conj = false;
    bool neg = false;
    std::uint64_t valuesBegin = 0;
    std::uint64_t valuesBytes = 0;
};

ScriptTensor readTensor(MessageReader& facts)
{
    ScriptTensor read;
    read.isThere = facts.truth();
    if (!read.isThere) {
        return read;
    }
    read.dtype = facts.text();
    read.device = facts.text();
    read.layout = facts.text();
    const auto rank = facts.number<std::uint32_t>();
    read.sizes = facts.numbers(rank);
    read.hasStrides = facts.truth();
    read.strides = facts.numbers(read.hasStrides ? rank : 0);
    read.offset = facts.number<std::int64_t>();
    read.storage = facts.number<std::uint64_t>();
    read.requiresGrad = facts.truth();
    read.conj = facts.truth();
    read.neg = facts.truth();
    read.valuesBegin = facts.number<std::uint64_t>();
    read.valuesBytes = facts.number<std::uint64_t>();
    return read;
}

class ScriptTensors final : public HeldTensors {
public:
    ScriptTensors(std::unique_ptr<ScriptAnswer> answer, std::vector<ScriptTensor> tensors, std::uint64_t peakBytes)
        : m_answer(std::move(answer)), m_tensors(std::move(tensors)), m_peakBytes(peakBytes)
    {
    }

    bool describe(std::uint32_t tensor, TensorFacts& facts) override
    {
        if (tensor >= m_tensors.size() || !m_tensors[tensor].isThere) {
            return false;
        }
        const ScriptTensor& found = m_tensors[tensor];
        facts = TensorFacts();
        facts.dtype = found.dtype.c_str();
        facts.device = found.device.c_str();
        facts.layout = found.layout.c_str();
        facts.sizes = found.sizes.data();
        facts.strides = found.hasStrides ? found.strides.data() : nullptr;
        facts.rank = static_cast<std::uint32_t>(found.sizes.size());
        facts.offset = found.offset;
        facts.storageAddress = found.storage;
        facts.requiresGrad = found.requiresGrad;
        facts.conj = found.conj;
        facts.neg = found.neg;
        return true;
    }

    bool values(std::uint32_t tensor, const Host& host, Sink sink) override
    {
        if (tensor >= m_tensors.size() || m_tensors[tensor].valuesBytes == 0) {
            return false;
        }
        const auto bytes = m_answer->range(m_tensors[tensor].valuesBegin, m_tensors[tensor].valuesBytes);
        return !bytes.empty() && sink(host.self, bytes.data(), bytes.size());
    }

    [[nodiscard]] std::uint64_t peakElsewhere() const override { return m_peakBytes; }

private:
    std::unique_ptr<ScriptAnswer> m_answer;
    std::vector<ScriptTensor> m_tensors;
    std::uint64_t m_peakBytes;
};

/// Waits for the end of the process, which comes at once when somebody wants it. How it ended; nothing if it was that.
std::optional<int> waitFor(pid_t process, const Host& host)
{
    const Descriptor ended(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
    int status = 0;
    while (::waitpid(process, &status, WNOHANG) != process) {
        if (host.isStopped(host.self)) {
            (void)::kill(process, SIGKILL);
            (void)::waitpid(process, &status, 0);
            return std::nullopt;
        }
        constexpr int momentMs = 50;
        pollfd waiting{.fd = ended.number(), .events = POLLIN, .revents = 0};
        (void)::poll(&waiting, ended.isOpen() ? 1 : 0, momentMs);
    }
    return status;
}

} // namespace

void tellFailure(const Host& host, FailureKind kind, const std::string& text)
{
    Failure failure;
    failure.kind = kind;
    failure.text = text.c_str();
    host.onFailure(host.self, &failure);
}

std::string pythonOf(const TorchInstallation& torch)
{
    std::error_code failure;
    for (const char* name : {"bin/python3", "bin/python"}) {
        const std::filesystem::path python = std::filesystem::path(torch.place) / name;
        if (std::filesystem::is_regular_file(python, failure)) {
            return python.string();
        }
    }
    return {};
}

std::unique_ptr<HeldTensors> loadScriptInPython(const TorchInstallation& torch, const ScriptOrder& order)
{
    HostMessage question;
    question.add(confinementFilter()).add(order.mayBeUnconfined ? "1" : "0");
    question.add(order.device == nullptr ? "" : order.device);
    for (std::uint32_t id = 0; id < order.tensorCount; ++id) {
        question.add(order.names[id]);
    }
    const Descriptor asked = memory("cairn-script-question");
    const Descriptor answered = memory("cairn-script-answer");
    const Descriptor printed = Words::make();
    const std::string python = pythonOf(torch);
    const auto size = static_cast<ssize_t>(question.body.size());
    const bool isReady = asked.isOpen() && answered.isOpen() && printed.isOpen() &&
                         ::write(asked.number(), question.body.data(), question.body.size()) == size;
    const pid_t process = !isReady ? 0
                                   : startProgram(python.c_str(), {python, "-I", "-B", "-c", kScriptReader},
                                                  std::array{printed.number(), printed.number(), order.archive,
                                                             answered.number(), asked.number()});
    if (process == 0) {
        tellFailure(order.host, FailureKind::Ended, python + " cannot be started: " + std::strerror(errno)); // NOLINT
        return nullptr;
    }
    const auto status = waitFor(process, order.host);
    if (!status) {
        tellFailure(order.host, FailureKind::Stopped, "");
        return nullptr;
    }
    auto answer = std::make_unique<ScriptAnswer>(answered.number());
    constexpr std::uint64_t headBytes = 3 * sizeof(std::uint64_t);
    const HostMessage head = answer->message(0, headBytes);
    MessageReader heading(head);
    const auto factsBegin = heading.number<std::uint64_t>();
    const auto factsBytes = heading.number<std::uint64_t>();
    const auto peakBytes = heading.number<std::uint64_t>();
    const HostMessage body = answer->message(factsBegin, factsBytes);
    MessageReader facts(body);
    const auto outcome = facts.number<std::uint8_t>();
    if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0 || !facts.isFine()) {
        const std::string words = plainWords(Words(printed.number()).all());
        tellFailure(order.host, FailureKind::Ended, howItEnded(*status).text() + (words.empty() ? "" : ". " + words));
        return nullptr;
    }
    if (outcome != 0) {
        tellFailure(order.host, FailureKind::Torch,
                    outcome == 1 ? facts.text() : "this system cannot keep the code from writing: see --unconfined");
        return nullptr;
    }
    std::vector<ScriptTensor> tensors;
    for (std::uint32_t id = 0; id < order.tensorCount && facts.isFine(); ++id) {
        tensors.push_back(readTensor(facts));
    }
    if (!facts.isWhole()) {
        tellFailure(order.host, FailureKind::Ended, "It answered with rubbish");
        return nullptr;
    }
    return std::make_unique<ScriptTensors>(std::move(answer), std::move(tensors), peakBytes);
}

} // namespace cairn::runtime
