#include "core/base/json/json_tree.h"

#include <limits>

namespace cairn {

/// Collects the events of one text.
class JsonTreeBuilder final : public JsonHandler {
public:
    explicit JsonTreeBuilder(JsonTree& tree) : m_tree(&tree) {}

    Result<void> onJson(const JsonEvent& event) override
    {
        switch (event.token) {
        case JsonToken::Key: m_keyLength = keep(event.text, m_key); return {};
        case JsonToken::ObjectEnd:
        case JsonToken::ArrayEnd:
            m_tree->m_nodes[m_open.back()].end = nextNode();
            m_open.pop_back();
            return {};
        default: break;
        }
        JsonTree::Node node{.number = event.number,
                            .end = nextNode() + 1,
                            .key = m_key,
                            .keyLength = m_keyLength,
                            .token = event.token};
        node.textLength = keep(event.text, node.text);
        m_keyLength = 0;
        if (event.token == JsonToken::ObjectBegin || event.token == JsonToken::ArrayBegin) {
            m_open.push_back(nextNode());
        }
        m_tree->m_nodes.push_back(node);
        return {};
    }

private:
    [[nodiscard]] std::uint32_t nextNode() const { return static_cast<std::uint32_t>(m_tree->m_nodes.size()); }

    std::uint32_t keep(std::string_view text, std::uint32_t& offset)
    {
        offset = static_cast<std::uint32_t>(m_tree->m_text.size());
        m_tree->m_text += text;
        return static_cast<std::uint32_t>(text.size());
    }

    JsonTree* m_tree;
    std::vector<std::uint32_t> m_open;
    std::uint32_t m_key = 0;
    std::uint32_t m_keyLength = 0;
};

Result<JsonTree> JsonTree::parse(std::string_view text)
{
    // Every node and every character kept has at least one character of its own in the text.
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
        return fail(ErrorCode::LimitExceeded,
                    message("the JSON text has %1 bytes, which is too much", std::to_string(text.size())));
    }
    JsonTree tree;
    JsonTreeBuilder builder(tree);
    CAIRN_TRY(readJson(text, builder));
    return tree;
}

JsonToken JsonValue::token() const
{
    return m_tree->m_nodes[m_node].token;
}

std::string_view JsonValue::key() const
{
    const JsonTree::Node& node = m_tree->m_nodes[m_node];
    return std::string_view(m_tree->m_text).substr(node.key, node.keyLength);
}

std::string_view JsonValue::text() const
{
    const JsonTree::Node& node = m_tree->m_nodes[m_node];
    return isText() ? std::string_view(m_tree->m_text).substr(node.text, node.textLength) : std::string_view{};
}

std::optional<bool> JsonValue::boolean() const
{
    return token() == JsonToken::Bool ? std::optional(m_tree->m_nodes[m_node].number != 0) : std::nullopt;
}

std::optional<std::int64_t> JsonValue::integer() const
{
    const std::uint64_t number = m_tree->m_nodes[m_node].number;
    const bool isWhole =
        token() == JsonToken::Negative ||
        (token() == JsonToken::Unsigned && number <= std::uint64_t(std::numeric_limits<std::int64_t>::max()));
    return isWhole ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
}

std::optional<std::string> JsonValue::scalarText() const
{
    const JsonTree::Node& node = m_tree->m_nodes[m_node];
    switch (node.token) {
    case JsonToken::Null: return "null";
    case JsonToken::Bool: return node.number != 0 ? "true" : "false";
    case JsonToken::Unsigned: return std::to_string(node.number);
    case JsonToken::Negative: return std::to_string(static_cast<std::int64_t>(node.number));
    case JsonToken::Float:
    case JsonToken::Text: return m_tree->m_text.substr(node.text, node.textLength);
    default: return std::nullopt;
    }
}

std::optional<JsonValue> JsonValue::find(std::string_view name) const
{
    if (isObject()) {
        for (const JsonValue member : *this) {
            if (member.key() == name) {
                return member;
            }
        }
    }
    return std::nullopt;
}

JsonValue::Iterator JsonValue::begin() const
{
    // A scalar's end is the very next node, so it iterates over nothing.
    return Iterator(JsonValue(m_tree, m_node + 1));
}

JsonValue::Iterator JsonValue::end() const
{
    return Iterator(JsonValue(m_tree, m_tree->m_nodes[m_node].end));
}

JsonValue::Iterator& JsonValue::Iterator::operator++()
{
    m_value.m_node = m_value.m_tree->m_nodes[m_value.m_node].end;
    return *this;
}

JsonValue::Iterator JsonValue::Iterator::operator++(int)
{
    Iterator before = *this;
    ++*this;
    return before;
}

} // namespace cairn
