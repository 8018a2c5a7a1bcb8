#include "core/runtime/host/host_process.h"

#include "core/base/text/text.h"
#include "core/runtime/host/child_program.h"
#include "core/runtime/host/torch_host.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cairn::runtime {

namespace {

constexpr Phrase kHowToChange =
    phrase("Install it again, or name another with --torch-at, CAIRN_TORCH_AT or in the settings of the window");
constexpr std::uint64_t kMostInAnswer = std::uint64_t{64} << 20;

} // namespace

bool HostProcess::prepare()
{
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return false;
    }
    m_channel = std::make_unique<Channel>(Descriptor(ends[0]), kMostInAnswer);
    m_farEnd = Descriptor(ends[1]);
    m_wordsMemory = Words::make();
    m_words = Words(m_wordsMemory.number());
    constexpr std::uint64_t bytes = kSlots * kSlotBytes;
    m_slotsMemory = Descriptor(::memfd_create("cairn-torch-bytes", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!m_wordsMemory.isOpen() || !m_slotsMemory.isOpen() ||
        ::ftruncate(m_slotsMemory.number(), static_cast<off_t>(bytes)) != 0 ||
        ::fcntl(m_slotsMemory.number(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0) {
        return false;
    }
    void* mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m_slotsMemory.number(), 0);
    m_slots = mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
    return m_slots != nullptr;
}

bool HostProcess::spawn(const TorchInstallation& torch)
{
    m_process = startProgram(
        "/proc/self/exe", {kTorchHostName, torch.name(), torch.library, torch.deviceLibrary},
        std::array{m_wordsMemory.number(), m_wordsMemory.number(), m_farEnd.number(), m_slotsMemory.number()});
    const int failure = errno;
    m_farEnd = Descriptor(); // so that the end of the process is the end of the socket
    errno = failure;
    return m_process != 0;
}

Result<std::unique_ptr<HostProcess>> HostProcess::start(const TorchInstallation& torch,
                                                        const Channel::Patience& patience)
{
    std::unique_ptr<HostProcess> process(new HostProcess);
    if (!process->prepare() || !process->spawn(torch)) {
        const bool isWithoutProc = errno == ENOENT; // which says where this program is
        return fail(
            error(ErrorCode::RuntimeEnded, message("no process can be started for PyTorch: %1", systemReason(errno)))
                .fix(isWithoutProc ? message("Mount /proc here: mount -t proc proc /proc")
                                   : message("Close other programs, and try it again")));
    }
    CAIRN_TRY(process->greet(torch, patience));
    return process;
}

Result<void> HostProcess::greet(const TorchInstallation& torch, const Channel::Patience& patience)
{
    HostMessage answer;
    const Channel::State state = m_channel->receive(answer, patience);
    const Message what = message("%1 cannot be opened", printable(torch.name()));
    if (state == Channel::State::Stopped) {
        return fail(error(ErrorCode::Cancelled, message("cancelled; nothing stays loaded")));
    }
    if (state == Channel::State::Fine && answer.kind == MessageKind::Broken) {
        const std::string words = MessageReader(answer).text();
        const bool isMusl = words.find("musl") != std::string::npos;
        return fail(
            error(ErrorCode::RuntimeBroken, what)
                .in(torch.library)
                .because(
                    isMusl
                        ? message("The loader says: %1. It was built for a system with the C library musl, as Alpine",
                                  printable(words))
                        : message("The loader says: %1", printable(words)))
                .fix(kHowToChange));
    }
    MessageReader body(answer);
    const bool isOurs = state == Channel::State::Fine && answer.kind == MessageKind::Ready &&
                        body.number<std::uint32_t>() == kMessageVersion;
    m_deviceProblem = isOurs ? body.text() : "";
    for (int& count : m_deviceCounts) {
        count = std::clamp(body.number<std::int32_t>(), -1, kMostDevices);
    }
    if (isOurs && body.isWhole()) {
        return {};
    }
    return fail(error(ErrorCode::RuntimeEnded, what)
                    .in(torch.library)
                    .because(fate(state == Channel::State::Fine ? Channel::State::Rubbish : state))
                    .fix(kHowToChange));
}

HostProcess::~HostProcess()
{
    (void)end(false);
    if (m_slots != nullptr) {
        (void)::munmap(m_slots, kSlots * kSlotBytes);
    }
}

std::uint64_t HostProcess::peakBytes() const
{
    constexpr std::string_view name = "VmHWM:";
    constexpr std::uint64_t kibibyte = 1024;
    std::ifstream status("/proc/" + std::to_string(m_process) + "/status");
    for (std::string word; status >> word;) {
        if (word == name) {
            std::uint64_t kilobytes = 0;
            status >> kilobytes;
            return kilobytes * kibibyte;
        }
    }
    return 0;
}

Channel::State HostProcess::ask(const HostMessage& request, HostMessage& answer, const Channel::Patience& patience)
{
    const Channel::State sent = m_channel->send(request, patience);
    return sent == Channel::State::Fine ? m_channel->receive(answer, patience) : sent;
}

bool HostProcess::release()
{
    constexpr std::chrono::seconds limit{10};
    HostMessage answer;
    return ask(HostMessage(MessageKind::Release), answer, {.isStopped = {}, .limit = limit}) == Channel::State::Fine &&
           answer.kind == MessageKind::Done;
}

int HostProcess::end(bool leavesItAMoment)
{
    int status = 0;
    if (m_process == 0) {
        return status;
    }
    if (leavesItAMoment) { // it has closed its socket, and is about to end of whatever that came from
        constexpr int momentMs = 2'000;
        const Descriptor ended(static_cast<int>(::syscall(SYS_pidfd_open, m_process, 0)));
        pollfd waiting{.fd = ended.number(), .events = POLLIN, .revents = 0};
        (void)::poll(&waiting, ended.isOpen() ? 1 : 0, momentMs);
    }
    (void)::kill(m_process, SIGKILL);
    while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
    }
    m_process = 0;
    return status;
}

Message HostProcess::fate(Channel::State state)
{
    const int status = end(state == Channel::State::Closed);
    Message text;
    switch (state) {
    case Channel::State::Closed: text = howItEnded(status); break;
    case Channel::State::Late: text = message("It gave no answer for a long time, and was ended"); break;
    case Channel::State::Stopped: text = message("It was told to stop"); break;
    case Channel::State::Rubbish:
    case Channel::State::Fine: text = message("It answered with rubbish, and was ended"); break;
    }
    const std::string words = plainWords(m_words.all());
    return words.empty() ? text : message("%1. The last that it printed:\n%2", text, printableLines(words));
}

} // namespace cairn::runtime
