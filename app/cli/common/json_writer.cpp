#include "app/cli/common/json_writer.h"

#include "core/base/text/text.h"

#include <cstdint>
#include <string_view>

namespace cairn::cli {

namespace {

std::string base64(std::string_view bytes)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t begin = 0; begin < bytes.size(); begin += 3) {
        const std::string_view three = bytes.substr(begin, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            bits = bits << 8U | (i < three.size() ? static_cast<unsigned char>(three[i]) : 0U);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            text += i <= three.size() ? digits[bits >> (18U - 6U * i) & 63U] : '=';
        }
    }
    return text;
}

} // namespace

void beginDocument(JsonWriter& json, const std::string& file)
{
    beginDocument(json);
    json.key("file");
    json.string(file);
    if (!isValidUtf8(file)) {
        json.key("file_base64");
        json.string(base64(file));
    }
}

void writeIssues(JsonWriter& json, std::span<const Issue> issues)
{
    json.key("issues");
    json.beginArray();
    for (const Issue& issue : issues) {
        json.beginObject();
        json.key("code");
        json.string(errorCodeText(issue.code));
        json.key("severity");
        json.string(severityText(issue.severity));
        json.key("message");
        json.string(issue.message.text());
        json.key("path");
        json.string(issue.path);
        json.endObject();
    }
    json.endArray();
}

void writeErrorMember(JsonWriter& json, const Error& error)
{
    const auto text = [&](std::string_view key, std::string_view value) {
        json.key(key);
        json.string(value);
    };
    json.key("error");
    json.beginObject();
    text("code", errorCodeText(error.code));
    text("message", error.what.text());
    text("where", error.where);
    json.key("offset");
    if (error.offset) {
        json.number(*error.offset);
    } else {
        json.null();
    }
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
