#pragma once

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/python/python_value.h"

#include <optional>

namespace cairn::checkpoint {

// The small objects of torch: sizes, devices, and the constants that are attributes of its module.

[[nodiscard]] std::optional<PythonValue> readTorchSize(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readTorchDevice(const PickleCall& call);
[[nodiscard]] std::optional<PythonValue> readTorchLayout(const PickleCall& call);
/// A dtype, quantisation scheme, layout or memory format by its name in module torch.
[[nodiscard]] std::optional<PythonValue> torchConstant(std::string_view name);

} // namespace cairn::checkpoint
