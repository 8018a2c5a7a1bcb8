#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// What wraps models, and adds a name in front: DistributedDataParallel, torch.compile, FSDP.
[[nodiscard]] bool isWrapperName(std::string_view module);

/// A name without the modules that only wrap others: "layer.weight" of "module.layer.weight".
[[nodiscard]] std::string nameWithoutWrappers(std::string_view name);

/// What such modules put before a name, as "_orig_mod.module." where one wraps the other.
[[nodiscard]] std::string_view wrappersBefore(std::string_view name);

} // namespace cairn::checkpoint
