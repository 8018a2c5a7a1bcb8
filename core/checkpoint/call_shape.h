#pragma once

#include "core/checkpoint/name_trust.h"
#include "core/checkpoint/pickle_document.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cairn::checkpoint {

/// Names that are harmless in the way honest files call them, and in no other.
enum class CallShape : std::uint8_t {
    Any,
    Dtype,        ///< dtype("f4", False, True), and a state with flags
    Ndarray,      ///< never called
    Reconstruct,  ///< _reconstruct(ndarray, (0,), b"b"), and a state
    Scalar,       ///< scalar(dtype, b"...")
    FromBuffer,   ///< _frombuffer(b"...", dtype, (2,), "C")
    FromType,     ///< _rebuild_from_type_v2(_rebuild_..., class, (...), state)
    BareTensor,   ///< torch.FloatStorage, torch.Tensor: made empty, and given a state
    NewObject,    ///< copyreg.__newobj_ex__(class, (...), {})
    RandomMaker,  ///< __generator_ctor("PCG64", __bit_generator_ctor)
    PassesOn,     ///< torch.jit._pickle.restore_type_tag(value, "..."): what it gives is what it was given
    OnlyAllocated ///< DeviceMesh: its __init__ talks to other processes
};

[[nodiscard]] CallShape callShapeOf(std::string_view module, std::string_view name);

/// What is wrong with a call of something of that shape. `shapes`: by global of the pickle.
[[nodiscard]] std::optional<TrustFinding> strangeCall(const PickleDocument& document, std::span<const CallShape> shapes,
                                                      formats::NodeId call);

} // namespace cairn::checkpoint
