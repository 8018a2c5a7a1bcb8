#pragma once

#include "core/devices/map/load_order.h"
#include "core/runtime/host/stable_torch.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace cairn::runtime {

// Tensors that are no plain view of a storage, by operators of torch. Where one gives nothing, torch has printed why.

/// `parts`: as TensorOrder says for its shape; all are there. Wants StableTorch::hasLists().
[[nodiscard]] StableTorch::Handle makeSparse(const StableTorch& torch, const devices::TensorOrder& order,
                                             std::span<const std::int64_t> sizes,
                                             std::span<const StableTorch::Handle> parts);

/// Wants StableTorch::hasOperators().
[[nodiscard]] StableTorch::Handle makeNested(const StableTorch& torch, std::span<const StableTorch::Handle> parts);

/// Over the storage of another tensor of bytes. `plain`: the dtype of its numbers as they lie there; `parts`: scales
/// and zero points, where each channel has its own. Wants StableTorch::hasLists().
struct QuantisedOrder {
    const devices::TensorOrder& order;
    std::int32_t plain = 0;
    std::int32_t deviceType = 0;
    std::int32_t deviceIndex = 0;
    std::span<const std::int64_t> sizes;
    std::span<const std::int64_t> strides;
    std::span<const StableTorch::Handle> parts;
};
[[nodiscard]] StableTorch::Handle makeQuantised(const StableTorch& torch, const QuantisedOrder& quantised,
                                                StableTorch::Handle storage);

/// What torch says of how a tensor is quantised.
struct QuantiserFacts {
    double scale = 0;
    std::int64_t zeroPoint = 0;
    std::int64_t axis = 0;
};
[[nodiscard]] std::optional<QuantiserFacts> quantiserOf(const StableTorch& torch, StableTorch::Handle tensor,
                                                        devices::QuantizerKind kind);

/// As torch calls it: "Sparse", "SparseCsr". Empty if it does not say.
[[nodiscard]] std::string layoutOf(const StableTorch& torch, StableTorch::Handle tensor);
[[nodiscard]] bool isCoalesced(const StableTorch& torch, StableTorch::Handle tensor);

} // namespace cairn::runtime
