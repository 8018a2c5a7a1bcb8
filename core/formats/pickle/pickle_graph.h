#pragma once

#include "core/base/files/byte_source.h"
#include "core/base/large_vector.h"
#include "core/formats/pickle/graph_notes.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cairn::formats {

/// What a value in a pickle is. Nothing here was executed: a call is a record of what would be called.
enum class NodeKind : std::uint8_t {
    None,
    False,
    True,
    Int,
    BigInt, ///< two's complement little endian bytes, see text()
    Float,
    String,        ///< UTF-8, possibly with surrogates
    Python2String, ///< bytes of unknown encoding
    Bytes,
    ByteArray,
    Tuple,
    FrozenSet,
    List,
    Dict,
    Set,
    Global,
    Call, ///< REDUCE, NEWOBJ, NEWOBJ_EX, INST, OBJ
    PersistentId,
};

/// Which opcode made a Call node.
enum class CallForm : std::uint8_t { Reduce, New, NewEx, Instance };

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFFFFFF;

struct GlobalName {
    std::string module;
    std::string name;
    std::uint64_t offset = 0; ///< of its first mention
    std::uint32_t mentions = 0;
    [[nodiscard]] std::string qualified() const { return module + "." + name; }
};

/// The decoded pickle as a graph of small nodes in flat arrays (9 bytes a node), so a million tensors
/// are cheap and neither nesting nor cycles need recursion. Built by decodePickle(), then immutable.
/// Node ids index into it; shared and cyclic values are the same id seen again.
class PickleGraph {
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

public:
    [[nodiscard]] NodeId root() const noexcept { return m_root; }
    [[nodiscard]] std::size_t nodeCount() const noexcept { return m_kind.size(); }
    /// Nodes, and places in containers: no honest tree of these values has more rows.
    [[nodiscard]] std::size_t valueCount() const noexcept { return m_kind.size() + m_children.size(); }
    /// What lists, sets and dictionaries got, keys too.
    [[nodiscard]] std::size_t itemCount() const
    {
        std::size_t count = 0;
        for (const Segment& segment : m_segments) {
            count += segment.count;
        }
        return count;
    }
    [[nodiscard]] int protocol() const noexcept { return m_protocol; }
    /// The opcodes that the pickle has, by their bytes. Those that every pickle of torch has may be missing.
    [[nodiscard]] const std::bitset<256>& instructions() const noexcept { return m_instructions; }
    /// Offset just past STOP in the source.
    [[nodiscard]] std::uint64_t endOffset() const noexcept { return m_endOffset; }

    [[nodiscard]] NodeKind kind(NodeId node) const { return m_kind[node]; }
    [[nodiscard]] bool is(NodeId node, NodeKind wanted) const { return node != kNoNode && m_kind[node] == wanted; }

    /// A str of Python 3. PyTorch takes the texts of Python 2, which do not say their encoding, for UTF-8.
    [[nodiscard]] bool isText(NodeId node) const
    {
        return is(node, NodeKind::String) || is(node, NodeKind::Python2String);
    }

    [[nodiscard]] std::int64_t intValue(NodeId node) const { return static_cast<std::int64_t>(bits(node)); } ///< Int
    [[nodiscard]] double floatValue(NodeId node) const { return std::bit_cast<double>(bits(node)); }         ///< Float
    /// Characters of String, Python2String, Bytes, ByteArray, BigInt. Empty when isExternal().
    [[nodiscard]] std::string_view text(NodeId node) const
    {
        return isExternal(node) ? std::string_view{} : std::string_view(m_text.data() + m_a[node], m_b[node]);
    }
    /// True when the payload was too long to keep; it is at payload() in the source.
    [[nodiscard]] bool isExternal(NodeId node) const { return m_b[node] == kNone; }
    struct Range {
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
    };
    /// Length of the characters, and for external ones their place in the source.
    [[nodiscard]] Range payload(NodeId node) const;

    /// Elements of Tuple and FrozenSet.
    [[nodiscard]] std::span<const NodeId> tuple(NodeId node) const
    {
        return std::span(m_children).subspan(m_a[node], m_b[node]);
    }
    [[nodiscard]] const GlobalName& global(NodeId node) const { return m_globals[m_a[node]]; } ///< Global
    [[nodiscard]] std::uint32_t globalIndex(NodeId node) const { return m_a[node]; }
    [[nodiscard]] std::span<const GlobalName> globals() const { return m_globals; }
    [[nodiscard]] NodeId persistentId(NodeId node) const { return m_a[node]; } ///< PersistentId: its tuple

    // Call nodes: (callable, arguments) until they get a state, items or keywords; then they move to m_calls.
    /// A call of no more than a function and its arguments: without keywords, and nothing was done to what it gave.
    [[nodiscard]] bool isBare(NodeId call) const { return !isRich(call); }
    [[nodiscard]] NodeId callable(NodeId node) const { return isRich(node) ? m_calls[m_a[node]].callable : m_a[node]; }
    [[nodiscard]] NodeId arguments(NodeId node) const
    {
        return isRich(node) ? m_calls[m_a[node]].arguments : m_b[node];
    }
    /// NEWOBJ_EX, else kNoNode
    [[nodiscard]] NodeId keywords(NodeId node) const { return isRich(node) ? m_calls[m_a[node]].keywords : kNoNode; }
    [[nodiscard]] CallForm callForm(NodeId node) const
    {
        return isRich(node) ? m_calls[m_a[node]].form : CallForm::Reduce;
    }
    /// Argument of BUILD; kNoNode without one. Several BUILDs: the last, see forEachChange().
    [[nodiscard]] NodeId state(NodeId node) const { return isRich(node) ? m_calls[m_a[node]].state : kNoNode; }

    /// A place in the order in which the pickle does things. Between the making of two nodes, objects are changed and
    /// containers filled.
    struct Moment {
        NodeId node = 0;        ///< the nodes before this one were made earlier, the others later
        std::uint64_t step = 0; ///< odd: the change number step / 2; even: when so many changes had been made
        [[nodiscard]] auto operator<=>(const Moment&) const = default;
    };
    [[nodiscard]] static Moment whenMade(NodeId node) { return {node, std::numeric_limits<std::uint64_t>::max()}; }
    [[nodiscard]] Moment whenChanged(std::uint32_t index) const
    {
        return {m_changes[index].at, std::uint64_t{index} * 2 + 1};
    }

    /// When an object was changed for the last time; the beginning if never.
    [[nodiscard]] Moment whenLastChanged(NodeId node) const
    {
        const bool isChanged = m_kind[node] == NodeKind::Call && isRich(node) && m_calls[m_a[node]].lastChange != kNone;
        return isChanged ? whenChanged(m_calls[m_a[node]].lastChange) : Moment();
    }

    /// What an object got after it was made: by APPENDS or ADDITEMS, SETITEMS, or BUILD.
    struct Change {
        enum class What : std::uint8_t { Elements, Pairs, State };
        NodeId target = kNoNode;
        NodeId state = kNoNode; ///< argument of BUILD
        NodeId at = kNoNode;    ///< see Moment
        std::uint32_t run = kNone;
        std::uint32_t next = kNone;
        What what = What::State;
    };
    /// All changes of Call nodes, in the order in which they are made.
    [[nodiscard]] std::span<const Change> changes() const { return m_changes; }
    /// Elements, or keys and values by turns, of a change that is no State.
    [[nodiscard]] std::span<const NodeId> items(const Change& change) const { return run(m_segments[change.run]); }
    /// Calls `visit(index into changes())` for each change of a node, in order.
    template <typename Visit>
    void forEachChange(NodeId node, Visit&& visit) const;
    /// Calls `visit(std::span<const NodeId>, Moment)` for each time that a List, Dict or Set was filled.
    template <typename Visit>
    void forEachFilling(NodeId node, Visit&& visit) const;
    /// When the last of that was; the beginning if never.
    [[nodiscard]] Moment whenFilled(NodeId node) const;

    /// The calls whose results are no part of the value, in the order in which they are made: what they do to their
    /// arguments, or to anything else, is why they are there.
    [[nodiscard]] std::span<const NodeId> effects() const { return m_effects; }
    /// Calls `visit(NodeId)` for everything that a node holds: parts, contents, states, what is called.
    template <typename Visit>
    void forEachChild(NodeId node, Visit&& visit) const;
    /// The same without what a call calls.
    template <typename Visit>
    void forEachPart(NodeId node, Visit&& visit) const;
    /// False only if `is(NodeId)` is so for no part of any node, nor for the root: quicker than to visit them all.
    template <typename Is>
    [[nodiscard]] bool mayHold(Is&& is) const;
    /// By node: whether it can be reached from those.
    [[nodiscard]] std::vector<bool> reachedFrom(std::span<const NodeId> nodes) const;

    /// What no pickler writes, and what can make a value something else than it looks like.
    struct Oddities {
        bool straysState = false;     ///< a BUILD of what is no call: a class, a function
        bool changesProtocol = false; ///< PROTO again, after the beginning
        bool addsAsToSet = false;     ///< ADDITEMS to what a call made
        bool hasFarMemo = false;      ///< numbers of memo entries beyond what can have been stored
    };
    [[nodiscard]] const Oddities& oddities() const { return m_oddities; }

    /// Calls `visit(NodeId)` for each element of a Tuple, FrozenSet, List or Set, or appended to a Call.
    /// A visitor that returns bool ends the visits by false.
    template <typename Visit>
    void forEachElement(NodeId node, Visit&& visit) const;
    /// Calls `visit(NodeId key, NodeId value)` for each pair of a Dict or Call, in order, duplicates included.
    /// Ends by false like forEachElement().
    template <typename Visit>
    void forEachPair(NodeId node, Visit&& visit) const;
    [[nodiscard]] std::uint32_t elementCount(NodeId node) const;
    [[nodiscard]] std::uint32_t pairCount(NodeId node) const;

    /// The value of `key` in a Dict (or a Call's pairs); the last one wins. kNoNode if absent. Linear.
    [[nodiscard]] NodeId lookup(NodeId dict, std::string_view key) const;

    /// "collections.OrderedDict" for a Global, empty for anything else.
    [[nodiscard]] std::string globalText(NodeId node) const;
    /// True when node is a Global of this name (after the Python 2 renames).
    [[nodiscard]] bool isGlobal(NodeId node, std::string_view module, std::string_view name) const;

    [[nodiscard]] std::span<const Issue> issues() const { return m_issues; }
    /// The memory it takes, about.
    [[nodiscard]] std::uint64_t memoryBytes() const;
    /// What is remembered of it; no part of its value.
    [[nodiscard]] GraphNotes& notes() const { return *m_notes; }

private:
    friend class PickleDecoder;
    friend class PickleGraphMaker;

    /// Items of one container arrive in batches; each batch is a run in m_children.
    struct Segment {
        std::uint32_t begin;
        std::uint32_t count;
        std::uint32_t next;
        NodeId at;                   ///< see Moment
        std::uint32_t changesBefore; ///< of what is added to a Call, with that change
        [[nodiscard]] Moment when() const { return {at, std::uint64_t{changesBefore} * 2}; }
    };
    struct Items {
        std::uint32_t first = kNone;
        std::uint32_t last = kNone;
        std::uint32_t count = 0; ///< child slots: elements, or twice the pairs
    };
    /// A Call that got more than its arguments.
    struct CallExtra {
        NodeId callable = kNoNode;
        NodeId arguments = kNoNode;
        NodeId keywords = kNoNode;
        NodeId state = kNoNode;
        Items elements;
        Items pairs;
        std::uint32_t firstChange = kNone;
        std::uint32_t lastChange = kNone;
        CallForm form = CallForm::Reduce;
    };
    struct External {
        std::uint64_t offset;
        std::uint64_t bytes;
    };

    [[nodiscard]] std::uint64_t bits(NodeId node) const { return (std::uint64_t{m_b[node]} << 32) | m_a[node]; }
    [[nodiscard]] bool isRich(NodeId call) const { return m_b[call] == kNone; }
    [[nodiscard]] const Items* elements(NodeId node) const;
    [[nodiscard]] const Items* pairs(NodeId node) const;
    [[nodiscard]] std::span<const NodeId> run(const Segment& segment) const
    {
        return std::span(m_children).subspan(segment.begin, segment.count);
    }
    /// `visit` returns false to end.
    template <typename Visit>
    void forEachRun(const Items& items, Visit&& visit) const;
    /// True unless the visitor says by false that it has seen enough.
    template <typename Visit, typename... Nodes>
    [[nodiscard]] static bool resume(Visit& visit, Nodes... nodes);

    // Node i is (m_kind[i], m_a[i], m_b[i]); what a and b mean depends on the kind:
    //   Int, Float: the 64 bits; String...: offset and length in m_text, or index into m_externals and kNone;
    //   Tuple, FrozenSet: first child and count; List, Dict, Set: index into m_items (kNone while empty);
    //   Global: index into m_globals; PersistentId: node; Call: callable and arguments, or index into m_calls and
    //   kNone.
    LargeVector<NodeKind> m_kind;
    LargeVector<std::uint32_t> m_a;
    LargeVector<std::uint32_t> m_b;
    LargeVector<NodeId> m_children;
    LargeVector<Segment> m_segments;
    LargeVector<Items> m_items;
    LargeVector<CallExtra> m_calls;
    LargeVector<Change> m_changes;
    std::vector<NodeId> m_effects;
    std::vector<External> m_externals;
    LargeVector<char> m_text;
    std::vector<GlobalName> m_globals;
    Oddities m_oddities;
    std::vector<Issue> m_issues;
    std::uint64_t m_endOffset = 0;
    NodeId m_root = kNoNode;
    int m_protocol = 0;
    std::bitset<256> m_instructions;
    std::shared_ptr<GraphNotes> m_notes = std::make_shared<GraphNotes>();
};

template <typename Visit, typename... Nodes>
bool PickleGraph::resume(Visit& visit, Nodes... nodes)
{
    if constexpr (std::is_same_v<std::invoke_result_t<Visit&, Nodes...>, bool>) {
        return visit(nodes...);
    } else {
        visit(nodes...);
        return true;
    }
}

template <typename Visit>
void PickleGraph::forEachRun(const Items& items, Visit&& visit) const
{
    for (std::uint32_t segment = items.first; segment != kNone; segment = m_segments[segment].next) {
        if (!visit(run(m_segments[segment]))) {
            return;
        }
    }
}

template <typename Visit>
void PickleGraph::forEachElement(NodeId node, Visit&& visit) const
{
    const auto visitRun = [&](std::span<const NodeId> run) {
        for (const NodeId child : run) {
            if (!resume(visit, child)) {
                return false;
            }
        }
        return true;
    };
    if (m_kind[node] == NodeKind::Tuple || m_kind[node] == NodeKind::FrozenSet) {
        visitRun(tuple(node));
    } else if (const Items* items = elements(node)) {
        forEachRun(*items, visitRun);
    }
}

template <typename Visit>
void PickleGraph::forEachPair(NodeId node, Visit&& visit) const
{
    if (const Items* items = pairs(node)) {
        forEachRun(*items, [&](std::span<const NodeId> run) {
            for (std::size_t i = 0; i + 1 < run.size(); i += 2) {
                if (!resume(visit, run[i], run[i + 1])) {
                    return false;
                }
            }
            return true;
        });
    }
}

template <typename Visit>
void PickleGraph::forEachChange(NodeId node, Visit&& visit) const
{
    if (m_kind[node] == NodeKind::Call && isRich(node)) {
        for (std::uint32_t i = m_calls[m_a[node]].firstChange; i != kNone; i = m_changes[i].next) {
            visit(i);
        }
    }
}

template <typename Visit>
void PickleGraph::forEachFilling(NodeId node, Visit&& visit) const
{
    for (const Items* items : {elements(node), pairs(node)}) {
        for (std::uint32_t i = items == nullptr ? kNone : items->first; i != kNone; i = m_segments[i].next) {
            visit(run(m_segments[i]), m_segments[i].when());
        }
    }
}

template <typename Visit>
void PickleGraph::forEachPart(NodeId node, Visit&& visit) const
{
    const auto take = [&](NodeId child) {
        if (child != kNoNode) {
            visit(child);
        }
    };
    if (m_kind[node] == NodeKind::PersistentId) {
        take(persistentId(node));
        return;
    }
    const bool isCall = m_kind[node] == NodeKind::Call;
    if (isCall) {
        take(arguments(node));
        take(keywords(node));
    }
    forEachElement(node, take);
    forEachPair(node, [&](NodeId key, NodeId value) {
        take(key);
        take(value);
    });
    if (isCall) {
        forEachChange(node, [&](std::uint32_t change) { take(m_changes[change].state); });
    }
}

template <typename Is>
bool PickleGraph::mayHold(Is&& is) const
{
    const auto isOne = [&](NodeId node) { return node != kNoNode && is(node); };
    if (isOne(m_root) || std::ranges::any_of(m_children, isOne) ||
        std::ranges::any_of(m_changes, isOne, &Change::state)) {
        return true;
    }
    for (NodeId node = 0; node < nodeCount(); ++node) {
        if (m_kind[node] == NodeKind::Call && (isOne(arguments(node)) || isOne(keywords(node)))) {
            return true;
        }
        if (m_kind[node] == NodeKind::PersistentId && isOne(persistentId(node))) {
            return true;
        }
    }
    return false;
}

template <typename Visit>
void PickleGraph::forEachChild(NodeId node, Visit&& visit) const
{
    if (m_kind[node] == NodeKind::Call) {
        visit(callable(node));
    }
    forEachPart(node, visit);
}

} // namespace cairn::formats
