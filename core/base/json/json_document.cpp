#include "core/base/json/json_document.h"

#include "core/base/text/text.h"

#include <algorithm>

namespace cairn {

namespace {

/// Where the value begins that has `place` others before it. The text is known to be JSON.
std::size_t offsetOfValue(std::string_view text, std::uint32_t place)
{
    constexpr std::string_view blanks = " \t\r\n";
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    while (at < text.size()) {
        const char c = text[at];
        std::size_t end = at + 1;
        bool isValue = c == '{' || c == '[';
        if (c == '"') {
            while (text[end] != '"') {
                end += text[end] == '\\' ? 2U : 1U;
            }
            ++end;
            const std::size_t next = text.find_first_not_of(blanks, end);
            isValue = next == std::string_view::npos || text[next] != ':';
        } else if (!isValue && blanks.find(c) == std::string_view::npos && c != '}' && c != ']' && c != ',' &&
                   c != ':') {
            isValue = true; // a number or a word
            end = std::min(text.find_first_of(",]} \t\r\n", at), text.size());
        }
        if (isValue && place-- == 0) {
            return at;
        }
        at = end;
    }
    return text.size();
}

std::string lineOf(std::string_view text, std::size_t offset)
{
    return "line " + std::to_string(1 + std::ranges::count(text.substr(0, offset), '\n'));
}

} // namespace

Result<JsonDocument> JsonDocument::parse(std::string text)
{
    JsonDocument document;
    document.m_text = std::move(text);
    auto tree = JsonTree::parse(document.m_text);
    if (!tree) {
        Error failure = std::move(tree).error();
        if (failure.offset) {
            const auto offset = static_cast<std::size_t>(*failure.offset);
            failure.offset.reset();
            return fail(std::move(failure).in(lineOf(document.m_text, std::min(offset, document.m_text.size()))));
        }
        return fail(std::move(failure));
    }
    document.m_tree = std::move(*tree);
    return document;
}

Error JsonDocument::wrong(JsonValue value, Message what) const
{
    return error(ErrorCode::Json, std::move(what)).in(lineOf(m_text, offsetOfValue(m_text, value.place())));
}

Result<void> JsonDocument::expectFields(JsonValue value, std::initializer_list<std::string_view> names) const
{
    if (!value.isObject()) {
        return fail(wrong(value, message("there must be an object here, in braces")));
    }
    std::vector<std::string_view> seen;
    for (const JsonValue member : value) {
        if (std::ranges::find(names, member.key()) == names.end()) {
            std::string known;
            for (const std::string_view name : names) {
                known += (known.empty() ? "" : ", ") + std::string(name);
            }
            return fail(wrong(member, message("there is no field %1", inQuotes(member.key())))
                            .fix(message("The fields here are: %1", known)));
        }
        if (std::ranges::find(seen, member.key()) != seen.end()) {
            return fail(wrong(member, message("the field %1 is there twice", inQuotes(member.key()))));
        }
        seen.push_back(member.key());
    }
    return {};
}

Result<std::string> JsonDocument::text(JsonValue object, std::string_view name) const
{
    const auto value = object.find(name);
    if (!value) {
        return std::string();
    }
    if (!value->isText()) {
        return fail(wrong(*value, message("the field %1 must be a string", inQuotes(name))));
    }
    return std::string(value->text());
}

Result<std::uint64_t> JsonDocument::number(JsonValue object, std::string_view name, std::uint64_t otherwise) const
{
    const auto value = object.find(name);
    if (!value) {
        return otherwise;
    }
    const auto whole = value->integer();
    if (!whole || *whole < 0) {
        return fail(wrong(*value, message("the field %1 must be a whole number", inQuotes(name))));
    }
    return static_cast<std::uint64_t>(*whole);
}

Result<std::vector<std::string>> JsonDocument::texts(JsonValue object, std::string_view name) const
{
    std::vector<std::string> list;
    const auto value = object.find(name);
    if (!value) {
        return list;
    }
    const Message what = message("the field %1 must be an array of strings", inQuotes(name));
    if (!value->isArray()) {
        return fail(wrong(*value, what));
    }
    for (const JsonValue item : *value) {
        if (!item.isText()) {
            return fail(wrong(item, what));
        }
        list.emplace_back(item.text());
    }
    return list;
}

Result<bool> JsonDocument::flag(JsonValue object, std::string_view name, bool otherwise) const
{
    const auto value = object.find(name);
    if (!value) {
        return otherwise;
    }
    const auto found = value->boolean();
    if (!found) {
        return fail(wrong(*value, message("the field %1 must be true or false", inQuotes(name))));
    }
    return *found;
}

Result<void> JsonDocument::expectFormat(JsonValue object, std::string_view format, std::uint64_t newest) const
{
    if (!object.isObject()) {
        return fail(wrong(object, message("there must be an object here, in braces")));
    }
    CAIRN_ASSIGN(found, text(object, "format"));
    if (found != format) {
        return fail(wrong(object.find("format").value_or(object),
                          message("the field \"format\" must be %1", inQuotes(format))));
    }
    CAIRN_ASSIGN(version, number(object, "version", 0));
    if (version == 0 || version > newest) {
        return fail(wrong(
            object.find("version").value_or(object),
            newest > 1
                ? message("the field \"version\" must be at most %1, as this Cairn knows it", std::to_string(newest))
                : message("the field \"version\" must be %1, as this Cairn knows it", std::to_string(newest))));
    }
    return {};
}

} // namespace cairn
