#pragma once

#include "core/checkpoint/pickles/remembered.h"
#include "core/checkpoint/trust/call_shape.h"

namespace cairn::checkpoint {

/// Whether calls of a pickle are given what picklers give them. What is made by code that is not known to be harmless
/// is taken everywhere: the file is judged by the name of that.
class GivenValues {
public:
    GivenValues(const PickleDocument& document, const CallShapes& shapes)
        : m_document(document), m_graph(document.graph), m_shapes(shapes), m_texts(m_graph.nodeCount()),
          m_pairs(m_graph.nodeCount()), m_numbers(m_graph.nodeCount()), m_nestedParts(m_graph.nodeCount()),
          m_meshStates(m_graph.nodeCount()), m_randomStates(kRandomLevels, Remembered(m_graph.nodeCount()))
    {
    }

    /// Whether a form takes the arguments of a call. `at` says when they are used: what grows later is not taken.
    [[nodiscard]] bool takes(const HonestCall& form, std::span<const formats::NodeId> arguments,
                             formats::PickleGraph::Moment at);
    /// The same of what the call got by BUILD; the attributes themselves are looked at elsewhere.
    [[nodiscard]] bool takesState(const HonestCall& form, formats::NodeId call);

    /// A number, a text, or for dates a unit: ("D", 1).
    [[nodiscard]] bool isPlain(formats::NodeId node) const;
    /// The same, or a few of them.
    [[nodiscard]] bool isFlat(formats::NodeId node) const;
    /// Bytes that stand in the pickle, as all protocols write them.
    [[nodiscard]] bool isBytes(formats::NodeId node) const;
    /// What can give a tensor. Some of those that files can describe reach beyond their memory as soon as they are
    /// used.
    [[nodiscard]] bool isTensor(formats::NodeId node) const;
    [[nodiscard]] bool isInts(formats::NodeId node, formats::PickleGraph::Moment at) const;
    /// Whether there are so many parts, or strides behind them.
    [[nodiscard]] bool areStrides(std::span<const formats::NodeId> parts, std::size_t before,
                                  formats::PickleGraph::Moment at)
    {
        return parts.size() == before ||
               (parts.size() == before + 1 &&
                (m_graph.is(parts[before], formats::NodeKind::None) || isInts(parts[before], at)));
    }
    /// A tensor of a class of torch in Python, which computes with its attributes as soon as anything is done with it:
    /// DTensor, NestedTensor.
    [[nodiscard]] bool isComputed(formats::NodeId node) const;
    /// True, False, None, or a number for one of them.
    [[nodiscard]] bool isFlag(formats::NodeId node) const;
    /// What a DTensor keeps: torch reads it in C++, and takes it for what it should be.
    [[nodiscard]] bool isDTensorState(formats::NodeId state, formats::PickleGraph::Moment at) const;

private:
    static constexpr std::size_t kRandomLevels = 4;

    using Node = formats::NodeId;
    using Moment = formats::PickleGraph::Moment;

    [[nodiscard]] bool is(Given wanted, Node node, Moment at);
    [[nodiscard]] bool isForeign(Node node) const;
    [[nodiscard]] bool isLiteral(Node node) const;
    [[nodiscard]] Node charactersOf(Node node) const;
    [[nodiscard]] bool isCheap(Given wanted, Node node, std::span<const Node> arguments) const;
    [[nodiscard]] bool isQuickPattern(Node pattern, std::span<const Node> arguments) const;
    [[nodiscard]] bool isStorage(Node node) const;
    [[nodiscard]] bool isStorageOf(Node node, Node tensorClass) const;
    [[nodiscard]] bool isArray(Node node) const;
    [[nodiscard]] bool isDense(Node node) const;
    [[nodiscard]] bool isCallOf(Node node, std::string_view names) const;
    [[nodiscard]] bool isClass(Node node) const;
    [[nodiscard]] bool isTorchName(Node node) const;
    [[nodiscard]] bool isDevice(Node node) const;
    [[nodiscard]] bool isPairs(Node node, Moment at);
    [[nodiscard]] bool areHooks(Node node) const;
    [[nodiscard]] bool isMetadata(Node node, Moment at) const;
    [[nodiscard]] bool areNumbers(Node node, Moment at);
    [[nodiscard]] bool isQuantizer(Node node, Moment at);
    [[nodiscard]] bool areSparseParts(Node node, Moment at);
    [[nodiscard]] bool areNestedParts(Node node, Moment at);
    [[nodiscard]] bool hasNestedParts(Node node) const;
    [[nodiscard]] bool isWhole(Node container, Moment at) const;
    [[nodiscard]] bool isMeshState(Node state) const;
    [[nodiscard]] bool isRandomState(Node state, std::size_t depth);
    [[nodiscard]] bool hasRandomState(Node state, std::size_t depth);
    [[nodiscard]] bool fitsStorage(std::span<const Node> parts, std::uint64_t few = 65'536) const;

    const PickleDocument& m_document;
    const formats::PickleGraph& m_graph;
    const CallShapes& m_shapes;
    Remembered m_texts; ///< arguments that are Texts; many calls can share them
    Remembered m_pairs;
    Remembered m_numbers; ///< lists of nothing but numbers
    Remembered m_nestedParts;
    Remembered m_meshStates;
    std::vector<Remembered> m_randomStates; ///< by how deep they are
};

} // namespace cairn::checkpoint
