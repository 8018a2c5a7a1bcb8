#pragma once

#include "core/checkpoint/pickles/pickle_document.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace cairn::checkpoint {

/// Finds what Python asks for its hash while it makes the values of a pickle: keys of dictionaries and members of sets.
/// A view: the document outlives it.
class KeyWalk {
    using NodeId = formats::NodeId;
    using NodeKind = formats::NodeKind;

public:
    explicit KeyWalk(const PickleDocument& document);

    /// Many calls can be given one list. It is asked for all of them, which `Once` does not follow: then the walk never
    /// takes longer than the pickle is.
    enum class SharedArguments : std::uint8_t { Once, EachTime };

    /// Calls `visit(NodeId holder, NodeId key)`, for one holder after the other.
    template <typename Visit>
    void forEachKey(SharedArguments shared, Visit&& visit) const;

    /// Whether a call makes a dictionary or a set of Python's own. Of classes of others it is not known whether the
    /// pairs that they are filled with become keys of anything.
    [[nodiscard]] bool isOfPython(NodeId call) const { return takenBy(call) != Takes::Nothing; }

private:
    /// What a class takes the hash of when it is called.
    enum class Takes : std::uint8_t {
        Nothing,
        Elements,   ///< set([...]), and Counter([...])
        FirstParts, ///< dict([(key, value), ...])
        AsGiven,    ///< a function that makes an object of the class that it is given
    };

    [[nodiscard]] Takes takenBy(NodeId call) const;
    [[nodiscard]] std::span<const NodeId> argumentsOf(NodeId call) const;
    template <typename Visit>
    void forEachKeyOf(NodeId argument, Takes takes, Visit&& visit) const;

    const PickleDocument& m_document;
    const formats::PickleGraph& m_graph;
    std::vector<Takes> m_takes; ///< by global
};

template <typename Visit>
void KeyWalk::forEachKey(SharedArguments shared, Visit&& visit) const
{
    std::array<std::vector<bool>, 2> isSeenAs; // what gives its elements, and what gives the first parts of them
    if (shared == SharedArguments::Once) {
        isSeenAs.fill(std::vector<bool>(m_graph.nodeCount()));
    }
    for (NodeId holder = 0; holder < m_graph.nodeCount(); ++holder) {
        const NodeKind kind = m_graph.kind(holder);
        if (kind < NodeKind::FrozenSet) { // plain values, which most are, and tuples
            continue;
        }
        const auto take = [&](NodeId key) { visit(holder, key); };
        m_graph.forEachPair(holder, [&](NodeId key, NodeId) { take(key); });
        const Takes takes = kind == NodeKind::Call ? takenBy(holder) : Takes::Nothing;
        if (kind == NodeKind::Set || kind == NodeKind::FrozenSet || takes != Takes::Nothing) {
            m_graph.forEachElement(holder, take);
        }
        if (takes == Takes::Nothing) {
            continue;
        }
        std::vector<bool>& isSeen = isSeenAs[takes == Takes::FirstParts ? 1 : 0];
        for (const NodeId argument : argumentsOf(holder)) {
            if (isSeen.empty() || !isSeen[argument]) {
                forEachKeyOf(argument, takes, take);
            }
            if (!isSeen.empty()) {
                isSeen[argument] = true;
            }
        }
    }
}

template <typename Visit>
void KeyWalk::forEachKeyOf(NodeId argument, Takes takes, Visit&& visit) const
{
    m_graph.forEachPair(argument, [&](NodeId key, NodeId) { visit(key); });
    m_graph.forEachElement(argument, [&](NodeId element) {
        if (takes == Takes::Elements) {
            visit(element);
            return;
        }
        m_graph.forEachElement(element, [&](NodeId part) {
            visit(part);
            return false; // the value
        });
    });
}

} // namespace cairn::checkpoint
