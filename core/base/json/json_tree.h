#pragma once

#include "core/base/json/json_reader.h"

#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace cairn {

class JsonTree;

/// A value inside a JsonTree, which must outlive it. Cheap to copy. Iterating gives the items of an array or the
/// members of an object, in the order of the text.
class JsonValue {
public:
    class Iterator;

    [[nodiscard]] bool isObject() const { return token() == JsonToken::ObjectBegin; }
    [[nodiscard]] bool isArray() const { return token() == JsonToken::ArrayBegin; }
    [[nodiscard]] bool isText() const { return token() == JsonToken::Text; }
    [[nodiscard]] bool isNull() const { return token() == JsonToken::Null; }
    [[nodiscard]] JsonToken token() const;

    /// The name of this member of an object; empty in an array.
    [[nodiscard]] std::string_view key() const;
    /// The text of a Text; empty for others.
    [[nodiscard]] std::string_view text() const;
    [[nodiscard]] std::optional<bool> boolean() const;
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    /// Text as it is, numbers and words as they are spelled; nothing for arrays and objects.
    [[nodiscard]] std::optional<std::string> scalarText() const;

    /// How many values of the document begin before this one.
    [[nodiscard]] std::uint32_t place() const { return m_node; }
    /// The first member of that name.
    [[nodiscard]] std::optional<JsonValue> find(std::string_view name) const;
    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;

private:
    friend class JsonTree;
    JsonValue(const JsonTree* tree, std::uint32_t node) : m_tree(tree), m_node(node) {}

    const JsonTree* m_tree;
    std::uint32_t m_node;
};

/// A JSON text as flat nodes in document order, for documents that are looked around in rather than streamed.
class JsonTree {
public:
    [[nodiscard]] static Result<JsonTree> parse(std::string_view text);

    [[nodiscard]] JsonValue root() const { return {this, 0}; }

private:
    friend class JsonValue;
    friend class JsonTreeBuilder;

    struct Node {
        std::uint64_t number = 0;
        std::uint32_t end = 0; ///< the node after this one and all that is in it
        std::uint32_t key = 0; ///< in the text pool
        std::uint32_t keyLength = 0;
        std::uint32_t text = 0;
        std::uint32_t textLength = 0;
        JsonToken token = JsonToken::Null;
    };

    std::vector<Node> m_nodes;
    std::string m_text;
};

class JsonValue::Iterator {
public:
    using difference_type = std::ptrdiff_t; // NOLINT(readability-identifier-naming): the standard's name
    using value_type = JsonValue;           // NOLINT(readability-identifier-naming)

    Iterator() : m_value(nullptr, 0) {}
    explicit Iterator(JsonValue value) : m_value(value) {}

    JsonValue operator*() const { return m_value; }
    Iterator& operator++();
    Iterator operator++(int);
    bool operator==(const Iterator& other) const { return m_value.m_node == other.m_value.m_node; }

private:
    JsonValue m_value;
};

} // namespace cairn
