#pragma once

#include "core/base/large_vector.h"
#include "core/base/text_index.h"
#include "core/formats/pickle/pickle_decoder.h"
#include "core/formats/pickle/pickle_scanner.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn::formats {

/// The pickle machine with every construction replaced by a record of it. Lives for one decodePickle().
class PickleDecoder {
public:
    PickleDecoder(const SourcePtr& source, std::uint64_t offset, const PickleLimits& limits, const Progress* progress,
                  PickleTrace* trace)
        : m_scanner(source, offset), m_limits(limits), m_progress(progress), m_trace(trace)
    {
        m_smallInts.fill(kNoNode);
        m_none = add(NodeKind::None, 0, 0);
        m_false = add(NodeKind::False, 0, 0);
        m_true = add(NodeKind::True, 0, 0);
        m_emptyTuple = add(NodeKind::Tuple, 0, 0);
        // A tensor takes about nine nodes and a hundred bytes of pickle. Room that is not used costs no memory.
        constexpr std::uint64_t maxReserve = 1U << 25;
        const auto expected = static_cast<std::size_t>(std::min(source->sizeBytes() / 11, maxReserve));
        m_graph.m_kind.reserve(expected);
        m_graph.m_a.reserve(expected);
        m_graph.m_b.reserve(expected);
        m_graph.m_children.reserve(expected * 2);
        m_graph.m_text.reserve(expected);
        m_memo.reserve(expected);
    }

    [[nodiscard]] Result<PickleGraph> run();

private:
    using Graph = PickleGraph;
    static constexpr std::uint32_t kNone = Graph::kNone;

    void runAhead();
    [[nodiscard]] std::uint64_t memoryBytes() const;

    // The instruction groups; each is one case of execute().
    [[nodiscard]] Result<void> execute(const PickleInstruction& instruction);
    [[nodiscard]] Result<void> pushInteger(std::string_view line);
    [[nodiscard]] Result<void> pushText(NodeKind kind, const PickleInstruction& instruction);
    [[nodiscard]] Result<void> pushParsed(NodeKind kind, Result<std::string> parsed);
    [[nodiscard]] Result<void> pushLong(const PickleInstruction& instruction);
    [[nodiscard]] Result<void> pushTuple(std::size_t count);
    [[nodiscard]] Result<void> pushFromMark(NodeKind kind);
    [[nodiscard]] Result<void> pushGlobal(std::string_view module, std::string_view name);
    [[nodiscard]] Result<void> stackGlobal();
    [[nodiscard]] Result<void> call(CallForm form, std::size_t operands);
    [[nodiscard]] Result<void> instance(bool classOnStack, const PickleInstruction& instruction);
    [[nodiscard]] Result<void> build();
    [[nodiscard]] Result<void> addItems(NodeKind container, std::size_t first);
    [[nodiscard]] Result<void> addItemsFromMark(NodeKind container);
    [[nodiscard]] Result<void> persistentId();
    void traceTuple(std::size_t first);
    void traceText(NodeId node, bool literal);
    [[nodiscard]] Result<void> memoGet(std::uint64_t index);
    [[nodiscard]] Result<void> memoPut(std::uint64_t index);
    [[nodiscard]] Result<void> pop();
    [[nodiscard]] Result<void> stop();

    NodeId add(NodeKind kind, std::uint32_t a, std::uint32_t b)
    {
        const auto id = static_cast<NodeId>(m_graph.m_kind.size());
        m_graph.m_kind.push_back(kind);
        m_graph.m_a.push_back(a);
        m_graph.m_b.push_back(b);
        return id;
    }
    void push(NodeId node)
    {
        m_stack.push_back(node);
        if (m_trace != nullptr) [[unlikely]] {
            m_pushedAt.resize(m_stack.size());
            m_pushedAt.back() = m_offset;
        }
    }
    void pushInt(std::int64_t value);
    /// Takes the uppermost values off the stack, which are there.
    NodeId makeTuple(std::size_t count)
    {
        const auto first = static_cast<std::uint32_t>(m_graph.m_children.size());
        const auto from = m_stack.end() - static_cast<std::ptrdiff_t>(count);
        for (auto child = from; child != m_stack.end(); ++child) { // two or three: insert() has more to set up
            m_graph.m_children.push_back(*child);
        }
        m_stack.erase(from, m_stack.end());
        return add(NodeKind::Tuple, first, static_cast<std::uint32_t>(count));
    }
    NodeId addBits(NodeKind kind, std::uint64_t bits)
    {
        return add(kind, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32));
    }
    [[nodiscard]] NodeId addText(NodeKind kind, std::string_view text);
    /// Stack slots above the innermost mark.
    [[nodiscard]] std::size_t available() const { return m_stack.size() - (m_marks.empty() ? 0 : m_marks.back()); }
    [[nodiscard]] bool has(std::size_t count) const { return available() >= count; }
    [[nodiscard]] std::unexpected<Error> underflow(std::size_t count) const;
    [[nodiscard]] Result<std::size_t> popMark();
    [[nodiscard]] Graph::CallExtra& extraOf(NodeId callNode);
    [[nodiscard]] bool continues(const Graph::Segment& last, std::size_t begin) const;
    bool appendRun(Graph::Items& items, std::size_t first);
    void addChange(NodeId target, Graph::Change change);
    void addToCall(NodeId target, bool isPairs, std::size_t first);
    /// Takes what lies on the stack from `first` on away.
    void dropFrom(std::size_t first);
    void findEffects();
    void warn(ErrorCode code, Message what);
    [[nodiscard]] std::unexpected<Error> broken(ErrorCode code, Message what) const
    {
        return fail(error(code, std::move(what)).at(m_offset));
    }
    /// Python's unpickler in C forgets what is left of a frame where an instruction needs more, and reads on behind it.
    [[nodiscard]] std::unexpected<Error> oddFrame(Message what) const
    {
        return fail(error(ErrorCode::PickleTruncated, std::move(what))
                        .at(m_offset)
                        .because(message("No pickler writes that, and programs differ in where they read on"))
                        .fix(message("Do not trust this file")));
    }

    PickleScanner m_scanner;
    PickleLimits m_limits;
    const Progress* m_progress;
    PickleTrace* m_trace;                                   ///< null unless a rewriter asks
    std::vector<std::uint64_t> m_pushedAt;                  ///< by stack slot, when tracing
    std::unordered_map<NodeId, std::uint64_t> m_tagOffsets; ///< where tuples got what may be a tag, when tracing
    Graph m_graph;
    std::vector<NodeId> m_stack;
    std::vector<std::size_t> m_marks;
    LargeVector<NodeId> m_memo;
    /// Indexes that no honest writer reaches at this point. Not hashed: a file can choose what collides.
    std::map<std::uint64_t, NodeId> m_farMemo;
    std::uint64_t m_memoCount = 0;
    std::vector<std::string> m_globalKeys; ///< both names of each global
    TextIndex<ExactText> m_globalIndex;
    std::array<NodeId, 256> m_smallInts{};
    NodeId m_none, m_false, m_true, m_emptyTuple;
    std::uint64_t m_offset = 0; ///< of the instruction being executed
    std::uint64_t m_invalidText = 0;
    bool m_dropsValues = false;   ///< something that may hold a call was taken off the stack, and nothing got it
    std::uint64_t m_frameEnd = 0; ///< of the last frame
    bool m_sawProtocol = false;
};

} // namespace cairn::formats
