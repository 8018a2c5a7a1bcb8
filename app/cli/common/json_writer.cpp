#include "app/cli/common/json_writer.h"

#include "core/base/text/base64.h"
#include "core/base/text/text.h"

namespace cairn::cli {

void beginDocument(JsonWriter& json, const std::string& file)
{
    beginDocument(json);
    json.key("file").string(file);
    if (!isValidUtf8(file)) {
        json.key("file_base64").string(base64(file));
    }
}

void writeIssues(JsonWriter& json, std::span<const Issue> issues)
{
    json.key("issues");
    json.beginArray();
    for (const Issue& issue : issues) {
        json.beginObject();
        json.key("code").string(errorCodeText(issue.code));
        json.key("severity").string(severityText(issue.severity));
        json.key("message").string(issue.message.text());
        json.key("path").string(issue.path);
        json.endObject();
    }
    json.endArray();
}

void writeErrorMember(JsonWriter& json, const Error& error)
{
    const auto text = [&](std::string_view key, std::string_view value) { json.key(key).string(value); };
    json.key("error");
    json.beginObject();
    text("code", errorCodeText(error.code));
    text("message", error.what.text());
    text("where", error.where);
    json.key("offset").numberOrNull(error.offset);
    text("why", error.why.text());
    text("advice", error.advice.text());
    json.endObject();
}

namespace {

void endErrorJson(Output& output, JsonWriter& json, const Error& error)
{
    writeErrorMember(json, error);
    json.endObject();
    output.write("\n");
    output.drain();
}

} // namespace

void writeErrorJson(Output& output, const Error& error)
{
    JsonWriter json(output.buffer());
    beginDocument(json);
    endErrorJson(output, json, error);
}

void writeErrorJson(Output& output, const std::string& file, const Error& error)
{
    JsonWriter json(output.buffer());
    beginDocument(json, file);
    endErrorJson(output, json, error);
}

} // namespace cairn::cli
