#pragma once

#include "core/base/files/write_place.h"
#include "core/runtime/host/message.h"

#include <chrono>
#include <functional>

namespace cairn::runtime {

/// One end of a socket for messages. One thread at a time.
class Channel {
public:
    enum class State {
        Fine,
        Closed,  ///< the other side is gone
        Stopped, ///< isStopped() said so
        Late,    ///< nothing happened within the limit
        Rubbish, ///< this is no message
    };
    /// How long to wait for the other side.
    struct Patience {
        std::function<bool()> isStopped;    ///< asked all the time; empty: never
        std::chrono::milliseconds limit{0}; ///< 0: none
    };

    /// A message whose body is larger than `mostBytes` is none.
    Channel(Descriptor socket, std::uint64_t mostBytes) : m_socket(std::move(socket)), m_mostBytes(mostBytes) {}

    /// `descriptor` goes with it, if it is one.
    [[nodiscard]] State send(const HostMessage& message, const Patience& patience, int descriptor = -1);
    /// Puts a descriptor that came with it into `with`; without that, the system closes it.
    [[nodiscard]] State receive(HostMessage& message, const Patience& patience, Descriptor* with = nullptr);

private:
    [[nodiscard]] State wait(short events, const Patience& patience) const;
    [[nodiscard]] State write(const std::byte* bytes, std::size_t count, const Patience& patience, int descriptor);
    [[nodiscard]] State read(std::byte* into, std::size_t count, const Patience& patience, Descriptor* with);

    Descriptor m_socket;
    std::uint64_t m_mostBytes;
};

} // namespace cairn::runtime
