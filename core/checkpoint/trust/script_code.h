#pragma once

#include <string_view>

namespace cairn::checkpoint {

/// Whether TorchScript may open or write files when it runs, as far as its source tells. It reaches functions of torch
/// through the names `torch` and `ops` alone, which generated code has in calls only, as `torch.add(`: what is written
/// in another way than torch writes it may hide one.
[[nodiscard]] bool mayTouchFiles(std::string_view code);

} // namespace cairn::checkpoint
