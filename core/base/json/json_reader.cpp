#include "core/base/json/json_reader.h"

#include "core/base/text/text.h"

#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace cairn {

namespace {

using Json = nlohmann::json;

Error malformed(Message what, std::uint64_t offset)
{
    return error(ErrorCode::Json, std::move(what)).at(offset);
}

/// The library's message without its own prefix, and without the text it quotes, which may be long.
std::string reason(std::string_view message)
{
    constexpr std::size_t longest = 160;
    if (const auto place = message.find("column "); place != std::string_view::npos) {
        const auto colon = message.find(": ", place);
        message.remove_prefix(colon == std::string_view::npos ? 0 : colon + 2);
    }
    message = message.substr(0, message.find("; last read"));
    return printable(message.substr(0, longest));
}

/// Hands the parser's callbacks on as events. Lives for one readJson().
class Adapter {
public:
    explicit Adapter(JsonHandler& handler) : m_handler(&handler) {}

    [[nodiscard]] std::optional<Error> takeFailure() { return std::move(m_failure); }

    // The names below are the library's.
    // NOLINTBEGIN(readability-identifier-naming, readability-convert-member-functions-to-static)
    bool null() { return pass({JsonToken::Null, 0, {}}); }
    bool boolean(bool value) { return pass({JsonToken::Bool, value ? 1U : 0U, {}}); }
    bool number_integer(Json::number_integer_t value)
    {
        return pass({JsonToken::Negative, static_cast<std::uint64_t>(value), {}});
    }
    bool number_unsigned(Json::number_unsigned_t value) { return pass({JsonToken::Unsigned, value, {}}); }
    bool number_float(Json::number_float_t /*value*/, const std::string& spelling)
    {
        return pass({JsonToken::Float, 0, spelling});
    }
    bool string(const std::string& value) { return pass({JsonToken::Text, 0, value}); }
    bool binary(const Json::binary_t& /*value*/) { return false; } // JSON text has none
    bool start_object(std::size_t /*count*/) { return enter(JsonToken::ObjectBegin); }
    bool key(const std::string& value) { return pass({JsonToken::Key, 0, value}); }
    bool end_object() { return leave(JsonToken::ObjectEnd); }
    bool start_array(std::size_t /*count*/) { return enter(JsonToken::ArrayBegin); }
    bool end_array() { return leave(JsonToken::ArrayEnd); }
    bool parse_error(std::size_t position, const std::string& /*token*/, const std::exception& exception)
    {
        m_failure = malformed(message("the JSON text is malformed: %1", reason(exception.what())), position);
        return false;
    }
    // NOLINTEND(readability-identifier-naming, readability-convert-member-functions-to-static)

private:
    bool pass(const JsonEvent& event)
    {
        auto taken = m_handler->onJson(event);
        if (!taken) {
            m_failure = std::move(taken).error();
        }
        return !m_failure;
    }
    bool enter(JsonToken token)
    {
        if (++m_depth > kMaxJsonDepth) {
            m_failure = error(ErrorCode::Json,
                              message("the JSON text is nested deeper than %1 levels", std::to_string(kMaxJsonDepth)));
            return false;
        }
        return pass({token, 0, {}});
    }
    bool leave(JsonToken token)
    {
        --m_depth;
        return pass({token, 0, {}});
    }

    JsonHandler* m_handler;
    std::optional<Error> m_failure;
    std::size_t m_depth = 0;
};

} // namespace

Result<void> readJson(std::string_view text, JsonHandler& handler)
{
    // The library takes a NUL for the end of the text and would not see what follows.
    if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
        return fail(malformed(message("the JSON text is malformed: there is a NUL byte in it"), nul));
    }
    Adapter adapter(handler);
    try {
        if (Json::sax_parse(text.begin(), text.end(), &adapter)) {
            return {};
        }
    } catch (const std::exception& exception) {
        return fail(error(ErrorCode::Json, message("the JSON text cannot be read: %1", reason(exception.what()))));
    }
    auto failure = adapter.takeFailure();
    return fail(failure ? std::move(*failure) : error(ErrorCode::Json, message("the JSON text cannot be read")));
}

} // namespace cairn
