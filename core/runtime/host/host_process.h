#pragma once

#include "core/base/error.h"
#include "core/runtime/common/torch_installation.h"
#include "core/runtime/host/channel.h"
#include "core/runtime/host/words.h"

#include <array>
#include <memory>
#include <string>
#include <sys/types.h>

namespace cairn::runtime {

/// A process that holds a PyTorch (see torch_host.h), as the program sees it. It is ended when this is gone, whatever
/// it is doing.
class HostProcess {
public:
    /// Starts this program once more, which opens the libraries there. `patience`: for that alone.
    [[nodiscard]] static Result<std::unique_ptr<HostProcess>> start(const TorchInstallation& torch,
                                                                    const Channel::Patience& patience);
    ~HostProcess();
    HostProcess(const HostProcess&) = delete;
    HostProcess& operator=(const HostProcess&) = delete;

    /// In the order of kHostBackends; -1: torch was built without it.
    [[nodiscard]] const std::array<int, kHostBackends.size()>& deviceCounts() const { return m_deviceCounts; }
    [[nodiscard]] const std::string& deviceProblem() const { return m_deviceProblem; }
    /// The most memory that it has had, its libraries too.
    [[nodiscard]] std::uint64_t peakBytes() const;
    [[nodiscard]] std::byte* slot(std::uint32_t index) const { return m_slots + index * kSlotBytes; }

    /// Lets go of all tensors. False if it does not answer as it should.
    [[nodiscard]] bool release();
    [[nodiscard]] Channel::State send(const HostMessage& request, const Channel::Patience& patience,
                                      int descriptor = -1)
    {
        return m_channel->send(request, patience, descriptor);
    }
    [[nodiscard]] Channel::State receive(HostMessage& answer, const Channel::Patience& patience)
    {
        return m_channel->receive(answer, patience);
    }
    [[nodiscard]] Channel::State ask(const HostMessage& request, HostMessage& answer,
                                     const Channel::Patience& patience);

    /// Ends it, and says what became of it: of a state that is not fine.
    [[nodiscard]] Message fate(Channel::State state);

private:
    HostProcess() : m_words(-1) {}
    [[nodiscard]] bool prepare();
    [[nodiscard]] bool spawn(const TorchInstallation& torch);
    [[nodiscard]] Result<void> greet(const TorchInstallation& torch, const Channel::Patience& patience);
    /// Waits until it has ended; how, as waitpid() says.
    int end(bool leavesItAMoment);

    pid_t m_process = 0; ///< 0: there is none to wait for
    Descriptor m_wordsMemory;
    Words m_words;
    Descriptor m_slotsMemory;
    std::byte* m_slots = nullptr;
    Descriptor m_farEnd; ///< of the socket; the process's
    std::unique_ptr<Channel> m_channel;
    std::array<int, kHostBackends.size()> m_deviceCounts{};
    std::string m_deviceProblem;
};

} // namespace cairn::runtime
