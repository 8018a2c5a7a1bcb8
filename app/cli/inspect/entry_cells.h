#pragma once

#include "app/cli/common/table.h"
#include "core/checkpoint/checkpoint.h"

#include <string>

namespace cairn::cli {

/// "64×3×7×7"; "scalar" for a tensor without dimensions.
[[nodiscard]] std::string shapeText(const Screen& screen, const checkpoint::Checkpoint& checkpoint,
                                    const checkpoint::Tensor& tensor);
/// What is unusual about a tensor: "sparse coo", "shared", "conj", its subclass, its quantiser. Mostly empty.
[[nodiscard]] std::string tensorNote(const Screen& screen, const checkpoint::Checkpoint& checkpoint,
                                     const checkpoint::Tensor& tensor);
/// "OrderedDict" of "collections.OrderedDict".
[[nodiscard]] std::string_view shortTypeName(const checkpoint::Checkpoint& checkpoint, const checkpoint::Entry& entry);
/// The value of a row without tensor data: a number, a text, where a reference leads, a bare storage.
[[nodiscard]] std::string valueText(const Screen& screen, const checkpoint::Checkpoint& checkpoint,
                                    const checkpoint::Entry& entry);

} // namespace cairn::cli
