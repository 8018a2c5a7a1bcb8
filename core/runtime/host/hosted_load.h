#pragma once

#include "core/runtime/common/batches.h"
#include "core/runtime/host/hosted_torch.h"

#include <deque>
#include <optional>

namespace cairn::runtime {

/// One load through a process that holds a PyTorch: what the program asks it, one after the other.
class HostedLoad {
public:
    HostedLoad(HostProcess& process, const LoadOrder& order);

    /// What every tensor became, as the process told it; nothing after onFailure, and the process is of no use then.
    struct Tensor {
        bool isThere = false;
        bool requiresGrad = false;
        bool conj = false;
        bool neg = false;
        bool coalesced = false;
        QuantizerKind quantizer = QuantizerKind::None;
        std::string dtype;
        std::string device;
        std::string layout;
        std::int64_t offset = 0;
        std::uint64_t storage = 0;
        std::vector<std::int64_t> sizes;
        std::vector<std::int64_t> strides; ///< none of layouts that have none
        double scale = 0;
        std::int64_t zeroPoint = 0;
        std::int64_t axis = 0;
    };
    [[nodiscard]] std::optional<std::vector<Tensor>> run();

private:
    [[nodiscard]] bool sendOrder();
    [[nodiscard]] bool loadDevice(std::uint32_t device);
    [[nodiscard]] bool readFiles(std::uint32_t device, FillProgress& progress);
    [[nodiscard]] bool fill(std::uint32_t device, FillProgress& progress);
    [[nodiscard]] bool takeAnswer(std::deque<std::uint64_t>& underWay, std::uint32_t device, FillProgress& progress);
    [[nodiscard]] bool make();
    [[nodiscard]] bool takeMade(const HostMessage& made);
    /// Asks, and waits for Done.
    [[nodiscard]] bool askFor(const HostMessage& request, std::uint32_t device);
    bool failed(Channel::State state);
    bool refused(const HostMessage& answer, std::uint32_t device);
    [[nodiscard]] bool failed(FailureKind kind, const std::string& text, std::uint32_t device = kNoIndex,
                              std::uint32_t storage = kNoIndex, std::uint64_t placedBytes = 0) const;

    HostProcess& m_process;
    const LoadOrder& m_order;
    Channel::Patience m_patience;
    std::vector<StorageOrder> m_left; ///< those that are filled go to no device any more
    std::vector<Tensor> m_made;
};

} // namespace cairn::runtime
