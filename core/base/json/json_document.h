#pragma once

#include "core/base/json/json_tree.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

/// A JSON file that a person may have written: whatever is wrong with it is told with its line. Fields are asked for by
/// name; those that nobody expects are refused, and so are repeated ones. JsonValues of it must not outlive it.
class JsonDocument {
public:
    [[nodiscard]] static Result<JsonDocument> parse(std::string text);

    [[nodiscard]] JsonValue root() const { return m_tree.root(); }

    /// An error about a value: its line, and what is wrong.
    [[nodiscard]] Error wrong(JsonValue value, Message what) const;

    /// Fine if `value` is an object whose fields are all among `names`.
    [[nodiscard]] Result<void> expectFields(JsonValue value, std::initializer_list<std::string_view> names) const;
    /// The text of a field; empty without the field.
    [[nodiscard]] Result<std::string> text(JsonValue object, std::string_view name) const;
    /// The whole number of a field that must not be negative.
    [[nodiscard]] Result<std::uint64_t> number(JsonValue object, std::string_view name, std::uint64_t otherwise) const;
    /// The true or false of a field.
    [[nodiscard]] Result<bool> flag(JsonValue object, std::string_view name, bool otherwise) const;
    [[nodiscard]] Result<std::vector<std::string>> texts(JsonValue object, std::string_view name) const;
    /// The format and version fields, with which the object of every such file begins, or one of a file inside another.
    [[nodiscard]] Result<void> expectFormat(JsonValue object, std::string_view format, std::uint64_t newest) const;

private:
    std::string m_text;
    JsonTree m_tree;
};

} // namespace cairn
