#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <string>
#include <unordered_map>

namespace cairn::test {

/// A decoded pickle as one line of text: what is in it and what is the same object, but not how it was written.
/// A container that is met again is "#" and its number. For small pickles: it recurses.
class PickleOutline {
public:
    explicit PickleOutline(const formats::PickleGraph& graph) : PickleOutline(graph, graph.root()) {}
    PickleOutline(const formats::PickleGraph& graph, formats::NodeId value) : m_graph(graph) { add(value); }

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    using NodeId = formats::NodeId;
    using Kind = formats::NodeKind;

    void add(NodeId node)
    {
        switch (m_graph.kind(node)) {
        case Kind::None: m_text += "None"; return;
        case Kind::True: m_text += "True"; return;
        case Kind::False: m_text += "False"; return;
        case Kind::Int: m_text += std::to_string(m_graph.intValue(node)); return;
        case Kind::Float: m_text += std::to_string(m_graph.floatValue(node)); return;
        case Kind::BigInt: literal("L", node); return;
        case Kind::String: literal("", node); return;
        case Kind::Python2String: literal("s", node); return;
        case Kind::Bytes: literal("b", node); return;
        case Kind::ByteArray: literal("ba", node); return;
        case Kind::Global: m_text += m_graph.globalText(node); return;
        default: break;
        }
        const auto [known, isNew] = m_numbers.emplace(node, m_numbers.size());
        if (!isNew) {
            m_text += "#" + std::to_string(known->second);
            return;
        }
        if (m_graph.is(node, Kind::PersistentId)) {
            m_text += "@";
            add(m_graph.persistentId(node));
            return;
        }
        if (m_graph.is(node, Kind::Call)) {
            add(m_graph.callable(node));
            add(m_graph.arguments(node));
        }
        m_text += "[";
        m_graph.forEachElement(node, [this](NodeId child) {
            add(child);
            m_text += ",";
        });
        m_graph.forEachPair(node, [this](NodeId key, NodeId value) {
            add(key);
            m_text += ":";
            add(value);
            m_text += ",";
        });
        m_text += "]";
        if (m_graph.is(node, Kind::Call) && m_graph.state(node) != formats::kNoNode) {
            m_text += "<-";
            add(m_graph.state(node));
        }
    }

    void literal(const char* prefix, NodeId node)
    {
        m_text.append(prefix).append("'").append(m_graph.text(node)).append("'");
        if (m_graph.isExternal(node)) {
            m_text += "(" + std::to_string(m_graph.payload(node).bytes) + " bytes)";
        }
    }

    const formats::PickleGraph& m_graph;
    std::string m_text;
    std::unordered_map<NodeId, std::size_t> m_numbers;
};

} // namespace cairn::test
