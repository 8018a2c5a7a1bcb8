#pragma once

#include "app/cli/common/output.h"
#include "core/base/error.h"
#include "core/base/json/json_writer.h"

#include <span>
#include <string>

namespace cairn::cli {

using cairn::JsonWriter;

/// The number of what app/cli/cairn-cli.schema.json describes. It goes up when a key goes away or changes its meaning.
inline constexpr int kJsonSchema = 1;

/// Begins the object of a document.
inline void beginDocument(JsonWriter& json)
{
    json.beginObject();
    json.key("schema").number(kJsonSchema);
}

/// The same of a document about one file. A name that is no UTF-8 stands there as its bytes too, or no program could
/// open the file by what it read.
void beginDocument(JsonWriter& json, const std::string& file);

/// "issues": [...], inside an object.
void writeIssues(JsonWriter& json, std::span<const Issue> issues);

/// "error": {...}, inside an object.
void writeErrorMember(JsonWriter& json, const Error& error);
/// The document of a command line that cannot be done.
void writeErrorJson(Output& output, const Error& error);
/// The document of a file that did not open.
void writeErrorJson(Output& output, const std::string& file, const Error& error);

} // namespace cairn::cli
