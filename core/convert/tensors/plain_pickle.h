#pragma once

#include "core/base/files/byte_source.h"
#include "core/base/text/message.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/readers/pickled_tree.h"
#include "core/convert/tensors/tensor_set.h"

#include <cstddef>
#include <expected>
#include <unordered_map>
#include <vector>

namespace cairn::convert {

/// Tensors of a checkpoint by the nodes of their rows: those that a value may hold.
using TensorNodes = std::unordered_map<formats::NodeId, NamedTensor>;

/// A value that was taken out of a checkpoint: a pickle of its own, whose storages have the keys 0, 1, ...
struct PlainPickle {
    SourcePtr pickle;
    std::vector<formats::NodeId> tensors; ///< by their keys
};

/// Writes the value of a row as a pickle of its own: numbers, texts, containers, and objects of classes that are known
/// to run nothing of the file's choosing. Tensors in it become row-major ones. What was one object stays one, so equal
/// values give equal bytes. Says what in it cannot be written.
[[nodiscard]] std::expected<PlainPickle, Message> plainPickle(const checkpoint::PickledTree& tree,
                                                              formats::NodeId value,
                                                              const checkpoint::Checkpoint& source,
                                                              const TensorNodes& tensors);

/// The same for one tensor.
[[nodiscard]] SourcePtr tensorPickle(const checkpoint::Checkpoint& source, const NamedTensor& named);

} // namespace cairn::convert
