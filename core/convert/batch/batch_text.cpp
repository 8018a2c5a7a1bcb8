#include "core/convert/batch/batch_text.h"

#include "core/base/text/base64.h"
#include "core/base/text/text.h"

#include <algorithm>

namespace cairn::convert {

void writePath(JsonWriter& json, const std::string& key, const std::string& path)
{
    const bool isText = isValidUtf8(path);
    json.key(isText ? key : key + "_base64").string(isText ? path : base64(path));
}

Result<std::string> readPath(const JsonDocument& document, JsonValue object, const std::string& key)
{
    CAIRN_ASSIGN(text, document.text(object, key));
    if (text.empty()) {
        CAIRN_ASSIGN(coded, document.text(object, key + "_base64"));
        text = fromBase64(coded).value_or(std::string());
    }
    if (text.empty() || text.contains('\0')) {
        return fail(document.wrong(object, message("the field %1 must be a path", inQuotes(key))));
    }
    return text;
}

bool staysBelow(std::string_view path)
{
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view part = path.substr(0, end);
        if (part.empty() || part == "." || part == "..") {
            return false;
        }
        if (end == path.size()) {
            return true;
        }
        path.remove_prefix(end + 1);
    }
    return false;
}

} // namespace cairn::convert
