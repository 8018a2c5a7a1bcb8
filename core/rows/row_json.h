#pragma once

#include "core/base/json/json_writer.h"
#include "core/checkpoint/checkpoint.h"

namespace cairn::rows {

/// What is known of a tensor but its name, as members of an object: from "dtype" to "kind", and what sets it apart from
/// a plain dense one. See app/cli/cairn-cli.schema.json.
void writeTensorMembers(JsonWriter& json, const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor);

/// What is known of a storage, from "key" to "used_bytes", see there.
void writeStorageMembers(JsonWriter& json, const checkpoint::Checkpoint& checkpoint, checkpoint::StorageId id);

} // namespace cairn::rows
