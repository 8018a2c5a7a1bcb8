#include "core/runtime/host/channel.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

namespace cairn::runtime {

namespace {

struct Head {
    std::uint32_t kind = 0;
    std::uint32_t mark = 0;
    std::uint64_t bytes = 0;
};
/// What begins otherwise was written by somebody else.
constexpr std::uint32_t kMark = 0x4E524943;

/// What of a message is no text of it: one descriptor.
union Control {
    cmsghdr head;
    std::array<std::byte, CMSG_SPACE(sizeof(int))> bytes;
};

/// A message of the socket: these bytes, and room for a descriptor, where there is a control.
msghdr headFor(iovec& range, Control* control)
{
    msghdr head{};
    head.msg_iov = &range;
    head.msg_iovlen = 1;
    if (control != nullptr) {
        head.msg_control = control;
        head.msg_controllen = sizeof *control;
    }
    return head;
}

ssize_t sendWith(int socket, iovec range, int descriptor)
{
    Control control{};
    msghdr head = headFor(range, descriptor < 0 ? nullptr : &control);
    if (cmsghdr* part = CMSG_FIRSTHDR(&head); part != nullptr) {
        part->cmsg_level = SOL_SOCKET;
        part->cmsg_type = SCM_RIGHTS;
        part->cmsg_len = CMSG_LEN(sizeof descriptor);
        std::memcpy(CMSG_DATA(part), &descriptor, sizeof descriptor);
    }
    return ::sendmsg(socket, &head, MSG_DONTWAIT | MSG_NOSIGNAL);
}

ssize_t receiveWith(int socket, iovec range, Descriptor* with)
{
    Control control{};
    msghdr head = headFor(range, with == nullptr ? nullptr : &control);
    const ssize_t got = ::recvmsg(socket, &head, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (const cmsghdr* part = got > 0 && with != nullptr ? CMSG_FIRSTHDR(&head) : nullptr;
        part != nullptr && part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS) {
        int descriptor = -1;
        std::memcpy(&descriptor, CMSG_DATA(part), sizeof descriptor);
        *with = Descriptor(descriptor);
    }
    return got;
}

bool mayGoOn(int failure)
{
    return failure == EAGAIN || failure == EWOULDBLOCK || failure == EINTR;
}

} // namespace

Channel::State Channel::wait(short events, const Patience& patience) const
{
    constexpr std::chrono::milliseconds lookEvery{50};
    const auto begin = std::chrono::steady_clock::now();
    pollfd socket{.fd = m_socket.number(), .events = events, .revents = 0};
    while (true) {
        const auto waited =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
        if (patience.isStopped && patience.isStopped()) {
            return State::Stopped;
        }
        if (patience.limit.count() != 0 && waited >= patience.limit) {
            return State::Late;
        }
        auto step = patience.isStopped ? lookEvery : std::chrono::milliseconds(-1);
        if (patience.limit.count() != 0) {
            const auto left = patience.limit - waited;
            step = step.count() < 0 ? left : std::min(step, left);
        }
        const int ready = ::poll(&socket, 1, static_cast<int>(step.count()));
        if (ready > 0) {
            return State::Fine; // or closed, which reading and writing tell
        }
        if (ready < 0 && errno != EINTR) {
            return State::Closed;
        }
    }
}

Channel::State Channel::write(const std::byte* bytes, std::size_t count, const Patience& patience, int descriptor)
{
    for (std::size_t done = 0; done < count;) {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): nothing is written there
        const iovec range{.iov_base = const_cast<std::byte*>(bytes + done), .iov_len = count - done};
        const ssize_t wrote = sendWith(m_socket.number(), range, done == 0 ? descriptor : -1);
        if (wrote > 0) {
            done += static_cast<std::size_t>(wrote);
        } else if (!mayGoOn(errno)) {
            return State::Closed;
        } else if (const State state = wait(POLLOUT, patience); state != State::Fine) {
            return state;
        }
    }
    return State::Fine;
}

Channel::State Channel::read(std::byte* into, std::size_t count, const Patience& patience, Descriptor* with)
{
    for (std::size_t done = 0; done < count;) {
        const iovec range{.iov_base = into + done, .iov_len = count - done};
        const ssize_t got = receiveWith(m_socket.number(), range, with);
        if (got > 0) {
            done += static_cast<std::size_t>(got);
        } else if (got == 0 || !mayGoOn(errno)) {
            return State::Closed;
        } else if (const State state = wait(POLLIN, patience); state != State::Fine) {
            return state;
        }
    }
    return State::Fine;
}

Channel::State Channel::send(const HostMessage& message, const Patience& patience, int descriptor)
{
    const Head head{.kind = static_cast<std::uint32_t>(message.kind), .mark = kMark, .bytes = message.body.size()};
    const State begun = write(reinterpret_cast<const std::byte*>(&head), sizeof head, patience, descriptor);
    return begun == State::Fine ? write(message.body.data(), message.body.size(), patience, -1) : begun;
}

Channel::State Channel::receive(HostMessage& message, const Patience& patience, Descriptor* with)
{
    Head head;
    if (const State begun = read(reinterpret_cast<std::byte*>(&head), sizeof head, patience, with);
        begun != State::Fine) {
        return begun;
    }
    if (head.mark != kMark || head.kind > static_cast<std::uint32_t>(MessageKind::Piece) || head.bytes > m_mostBytes) {
        return State::Rubbish;
    }
    message.kind = static_cast<MessageKind>(head.kind);
    message.body.clear();
    // Room for what has come, not for what was announced.
    constexpr std::uint64_t atOnce = std::uint64_t{1} << 20;
    while (message.body.size() < head.bytes) {
        const std::size_t begin = message.body.size();
        const auto count = static_cast<std::size_t>(std::min(atOnce, head.bytes - begin));
        message.body.resize(begin + count);
        if (const State state = read(message.body.data() + begin, count, patience, nullptr); state != State::Fine) {
            return state;
        }
    }
    return State::Fine;
}

} // namespace cairn::runtime
