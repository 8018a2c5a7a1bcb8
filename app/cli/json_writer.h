#pragma once

#include "core/base/json_writer.h"

namespace cairn::cli {

using cairn::JsonWriter;

/// The number of what app/cli/cairn-cli.schema.json describes. It goes up when a key goes away or changes its meaning.
inline constexpr int kJsonSchema = 1;

/// Begins the object of a document.
inline void beginDocument(JsonWriter& json)
{
    json.beginObject();
    json.key("schema");
    json.number(kJsonSchema);
}

} // namespace cairn::cli
