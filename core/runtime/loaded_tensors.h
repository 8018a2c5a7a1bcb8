#pragma once

#include "core/base/error.h"
#include "core/runtime/common/module.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace cairn::runtime {

/// The tensors of a checkpoint in LibTorch's hands, by their ids in the checkpoint. Their memory is free when this is
/// gone. One thread at a time.
class LoadedTensors {
public:
    explicit LoadedTensors(std::unique_ptr<HeldTensors> held) : m_held(std::move(held)) {}

    /// Nothing for a tensor that could not be made. Addresses in it hold until the next call.
    [[nodiscard]] std::optional<TensorFacts> describe(std::uint32_t tensor) const;

    using Sink = std::function<void(std::span<const std::byte>)>;
    /// The elements as they are stored, in row-major order and in pieces. False if it has none of its own: meta,
    /// sparse.
    [[nodiscard]] Result<bool> values(std::uint32_t tensor, const Sink& sink) const;
    /// The most memory that the process had that they are in, if it is not this one.
    [[nodiscard]] std::uint64_t peakElsewhere() const { return m_held->peakElsewhere(); }

private:
    std::unique_ptr<HeldTensors> m_held;
};

} // namespace cairn::runtime
