#include "core/checkpoint/tree/unhashable_keys.h"

#include "core/checkpoint/pickles/key_walk.h"
#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/trust/object_state.h"

#include <algorithm>
#include <vector>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// Besides dictionaries. They can change, or compare what is in them.
constexpr std::string_view kWithoutHash = "argparse.Namespace bytearray collections.UserDict collections.UserList "
                                          "collections.deque list set types.SimpleNamespace";

class UnhashableKeys {
public:
    explicit UnhashableKeys(const PickleDocument& document) : m_document(document), m_graph(document.graph)
    {
        for (std::uint32_t global = 0; global < m_graph.globals().size(); ++global) {
            const std::string_view name = m_document.globalName(global);
            m_areWithoutHash.push_back(isListed(kDictionaries, name) || isListed(kWithoutHash, name));
        }
    }

    [[nodiscard]] std::optional<std::string> first()
    {
        collectKeys();
        if (m_keys.empty()) {
            return std::nullopt; // as in nearly all files
        }
        m_hasNone.resize(m_graph.nodeCount());
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) { // what a tuple holds comes before it
            m_hasNone[node] = hasNone(node);
        }
        const auto found = std::ranges::find_if(m_keys, [this](NodeId key) { return m_hasNone[key]; });
        return found == m_keys.end() ? std::nullopt : std::optional(nameOfPart(*found));
    }

private:
    [[nodiscard]] bool hasNone(NodeId node) const
    {
        switch (m_graph.kind(node)) {
        case NodeKind::Tuple:
            return std::ranges::any_of(m_graph.tuple(node), [this](NodeId part) { return m_hasNone[part]; });
        case NodeKind::List:
        case NodeKind::Dict:
        case NodeKind::Set:
        case NodeKind::ByteArray: return true;
        case NodeKind::Call: {
            const NodeId callable = m_document.classBehind(m_graph.callable(node));
            return m_graph.is(callable, NodeKind::Global) && m_areWithoutHash[m_graph.globalIndex(callable)];
        }
        default: return false;
        }
    }
    void collectKeys()
    {
        const KeyWalk walk(m_document);
        walk.forEachKey(KeyWalk::SharedArguments::Once, [&](NodeId holder, NodeId key) {
            const bool isSpecial = m_graph.kind(key) >= NodeKind::Tuple || m_graph.is(key, NodeKind::ByteArray);
            if (isSpecial && (!m_graph.is(holder, NodeKind::Call) || walk.isOfPython(holder))) {
                m_keys.push_back(key);
            }
        });
    }
    /// Of what in a tuple has no hash.
    [[nodiscard]] std::string nameOfPart(NodeId node) const
    {
        while (m_graph.is(node, NodeKind::Tuple)) {
            node = *std::ranges::find_if(m_graph.tuple(node), [this](NodeId part) { return m_hasNone[part]; });
        }
        switch (m_graph.kind(node)) {
        case NodeKind::List: return "list";
        case NodeKind::Dict: return "dict";
        case NodeKind::Set: return "set";
        case NodeKind::ByteArray: return "bytearray";
        default: break;
        }
        return std::string(m_document.className(m_document.classBehind(m_graph.callable(node))));
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    std::vector<NodeId> m_keys;         ///< that are no plain values
    std::vector<bool> m_hasNone;        ///< by node: no hash
    std::vector<bool> m_areWithoutHash; ///< by global
};

} // namespace

std::optional<std::string> unhashableKey(const PickleDocument& document)
{
    return UnhashableKeys(document).first();
}

} // namespace cairn::checkpoint
