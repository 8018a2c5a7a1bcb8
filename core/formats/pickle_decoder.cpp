#include "core/formats/pickle_decoder.h"

#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/formats/pickle_scanner.h"
#include "core/formats/pickle_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>
#include <utility>

namespace cairn::formats {

/// The pickle machine with every construction replaced by a record of it. Lives for one decodePickle().
class PickleDecoder {
public:
    PickleDecoder(const SourcePtr& source, std::uint64_t offset, const PickleLimits& limits, const Progress* progress)
        : m_scanner(source, offset), m_limits(limits), m_progress(progress)
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
    void push(NodeId node) { m_stack.push_back(node); }
    void pushInt(std::int64_t value);
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
    void appendRun(Graph::Items& items, std::size_t first);
    void warn(ErrorCode code, std::string message);
    [[nodiscard]] std::unexpected<Error> broken(ErrorCode code, std::string what) const
    {
        return fail(error(code, std::move(what)).at(m_offset));
    }

    PickleScanner m_scanner;
    PickleLimits m_limits;
    const Progress* m_progress;
    Graph m_graph;
    std::vector<NodeId> m_stack;
    std::vector<std::size_t> m_marks;
    std::vector<NodeId> m_memo;
    std::unordered_map<std::uint64_t, NodeId> m_farMemo; ///< indexes no honest writer reaches at this point
    std::uint64_t m_memoCount = 0;
    std::unordered_map<std::string, std::uint32_t> m_globalIndex;
    std::array<NodeId, 256> m_smallInts{};
    NodeId m_none, m_false, m_true, m_emptyTuple;
    std::uint64_t m_offset = 0; ///< of the instruction being executed
    std::uint64_t m_invalidText = 0;
};

Result<PickleGraph> decodePickle(const SourcePtr& source, std::uint64_t offset, const PickleLimits& limits,
                                 const Progress* progress)
{
    return PickleDecoder(source, offset, limits, progress).run();
}

Result<PickleGraph> PickleDecoder::run()
{
    PickleInstruction instruction;
    constexpr std::uint32_t checkEvery = 1U << 16;
    for (std::uint32_t countdown = checkEvery;; --countdown) {
        if (countdown == 0) {
            countdown = checkEvery;
            if (m_progress != nullptr && m_progress->stopRequested()) {
                return fail(ErrorCode::Cancelled, "cancelled");
            }
            const bool full =
                m_graph.nodeCount() > m_limits.maxNodes || m_graph.m_children.size() > kNone - checkEvery * 4ULL ||
                m_graph.m_text.size() > kNone - std::uint64_t{checkEvery} * PickleScanner::kMaxInlineBytes / 64;
            if (full) {
                return broken(ErrorCode::LimitExceeded, "the pickle holds more values than Cairn can keep track of");
            }
        }
        CAIRN_TRY(m_scanner.next(instruction));
        m_offset = instruction.offset;
        if (instruction.op == PickleOp::Stop) {
            CAIRN_TRY(stop());
            return std::move(m_graph);
        }
        CAIRN_TRY(execute(instruction));
    }
}

Result<void> PickleDecoder::execute(const PickleInstruction& in)
{
    switch (in.op) {
    case PickleOp::Mark: m_marks.push_back(m_stack.size()); return {};
    case PickleOp::Pop: return pop();
    case PickleOp::PopMark: {
        CAIRN_ASSIGN(first, popMark());
        m_stack.resize(first);
        return {};
    }
    case PickleOp::Dup:
        if (!has(1)) [[unlikely]] {
            return underflow(1);
        }
        push(m_stack.back());
        return {};

    case PickleOp::None: push(m_none); return {};
    case PickleOp::NewTrue: push(m_true); return {};
    case PickleOp::NewFalse: push(m_false); return {};
    case PickleOp::BinInt:
    case PickleOp::BinInt1:
    case PickleOp::BinInt2: pushInt(static_cast<std::int64_t>(in.number)); return {};
    case PickleOp::Int:
        if (in.text == "00" || in.text == "01") {
            push(in.text == "01" ? m_true : m_false);
            return {};
        }
        return pushInteger(in.text);
    case PickleOp::Long: return pushInteger(in.text);
    case PickleOp::Long1:
    case PickleOp::Long4: return pushLong(in);
    case PickleOp::BinFloat: push(addBits(NodeKind::Float, std::bit_cast<std::uint64_t>(in.real))); return {};
    case PickleOp::Float: {
        auto value = parsePickleFloat(in.text);
        if (!value) {
            return fail(std::move(value).error().at(m_offset));
        }
        push(addBits(NodeKind::Float, std::bit_cast<std::uint64_t>(*value)));
        return {};
    }

    case PickleOp::BinUnicode:
    case PickleOp::ShortBinUnicode:
    case PickleOp::BinUnicode8: return pushText(NodeKind::String, in);
    case PickleOp::BinString:
    case PickleOp::ShortBinString: return pushText(NodeKind::Python2String, in);
    case PickleOp::BinBytes:
    case PickleOp::ShortBinBytes:
    case PickleOp::BinBytes8: return pushText(NodeKind::Bytes, in);
    case PickleOp::ByteArray8: return pushText(NodeKind::ByteArray, in);
    case PickleOp::String: return pushParsed(NodeKind::Python2String, parsePickleString(in.text));
    case PickleOp::Unicode: return pushParsed(NodeKind::String, parsePickleUnicode(in.text));

    case PickleOp::EmptyTuple: push(m_emptyTuple); return {};
    case PickleOp::Tuple1: return pushTuple(1);
    case PickleOp::Tuple2: return pushTuple(2);
    case PickleOp::Tuple3: return pushTuple(3);
    case PickleOp::Tuple: return pushFromMark(NodeKind::Tuple);
    case PickleOp::FrozenSet: return pushFromMark(NodeKind::FrozenSet);
    case PickleOp::EmptyList: push(add(NodeKind::List, kNone, 0)); return {};
    case PickleOp::EmptyDict: push(add(NodeKind::Dict, kNone, 0)); return {};
    case PickleOp::EmptySet: push(add(NodeKind::Set, kNone, 0)); return {};
    case PickleOp::List: return pushFromMark(NodeKind::List);
    case PickleOp::Dict: return pushFromMark(NodeKind::Dict);

    case PickleOp::Append:
        if (!has(2)) [[unlikely]] {
            return underflow(2);
        }
        return addItems(NodeKind::List, m_stack.size() - 1);
    case PickleOp::Appends: return addItemsFromMark(NodeKind::List);
    case PickleOp::AddItems: return addItemsFromMark(NodeKind::Set);
    case PickleOp::SetItem:
        if (!has(3)) [[unlikely]] {
            return underflow(3);
        }
        return addItems(NodeKind::Dict, m_stack.size() - 2);
    case PickleOp::SetItems: return addItemsFromMark(NodeKind::Dict);

    case PickleOp::Global: return pushGlobal(in.text, in.name);
    case PickleOp::StackGlobal: return stackGlobal();
    case PickleOp::Reduce: return call(CallForm::Reduce, 2);
    case PickleOp::NewObj: return call(CallForm::New, 2);
    case PickleOp::NewObjEx: return call(CallForm::NewEx, 3);
    case PickleOp::Inst: return instance(false, in);
    case PickleOp::Obj: return instance(true, in);
    case PickleOp::Build: return build();
    case PickleOp::BinPersId: return persistentId();

    case PickleOp::BinGet:
    case PickleOp::LongBinGet: return memoGet(in.number);
    case PickleOp::BinPut:
    case PickleOp::LongBinPut: return memoPut(in.number);
    case PickleOp::Memoize: return memoPut(m_memoCount);
    case PickleOp::Get:
    case PickleOp::Put: {
        auto index = parsePickleInteger(in.text);
        const std::int64_t* small = index ? std::get_if<std::int64_t>(&*index) : nullptr;
        if (small == nullptr || *small < 0) {
            return broken(ErrorCode::PickleMemo, "a memo index is not a plain number");
        }
        const auto number = static_cast<std::uint64_t>(*small);
        return in.op == PickleOp::Get ? memoGet(number) : memoPut(number);
    }

    case PickleOp::Proto:
        if (in.number > 5) {
            return fail(error(ErrorCode::PickleOpcode, "pickle protocol " + std::to_string(in.number) + " is not known")
                            .at(m_offset)
                            .because("Python has protocols 0 to 5"));
        }
        m_graph.m_protocol = static_cast<int>(in.number);
        return {};
    case PickleOp::Frame:
        if (in.number > m_scanner.source()->sizeBytes() - m_scanner.position()) {
            return broken(ErrorCode::PickleTruncated, "a frame of the pickle reaches past the end of the data");
        }
        return {};

    case PickleOp::PersId:
        return fail(error(ErrorCode::PickleExtension, "the storage references are written as text (pickle protocol 0)")
                        .at(m_offset)
                        .because("torch cannot load such a file either")
                        .fix("Save it again with the default protocol"));
    case PickleOp::Ext1:
    case PickleOp::Ext2:
    case PickleOp::Ext4:
        return fail(error(ErrorCode::PickleExtension, "the pickle uses a copyreg extension code")
                        .at(m_offset)
                        .because("What such a code means is known only to the program that wrote the file"));
    case PickleOp::NextBuffer:
    case PickleOp::ReadOnlyBuffer:
        return fail(error(ErrorCode::PickleExtension, "the pickle refers to out-of-band buffers")
                        .at(m_offset)
                        .because("Their bytes are not in this file"));
    case PickleOp::Stop: break; // handled by run()
    }
    return fail(ErrorCode::Internal, "unhandled pickle instruction");
}

// --- values -------------------------------------------------------------------------------------

void PickleDecoder::pushInt(std::int64_t value)
{
    const bool small = value >= 0 && value < static_cast<std::int64_t>(m_smallInts.size());
    if (!small) {
        push(addBits(NodeKind::Int, static_cast<std::uint64_t>(value)));
        return;
    }
    NodeId& shared = m_smallInts[static_cast<std::size_t>(value)];
    if (shared == kNoNode) {
        shared = addBits(NodeKind::Int, static_cast<std::uint64_t>(value));
    }
    push(shared);
}

Result<void> PickleDecoder::pushInteger(std::string_view line)
{
    auto value = parsePickleInteger(line);
    if (!value) {
        return fail(std::move(value).error().at(m_offset));
    }
    if (const auto* small = std::get_if<std::int64_t>(&*value)) {
        pushInt(*small);
    } else {
        push(addText(NodeKind::BigInt, std::get<std::string>(*value)));
    }
    return {};
}

Result<void> PickleDecoder::pushLong(const PickleInstruction& in)
{
    if (in.external) {
        return broken(ErrorCode::PickleNumber,
                      "an integer of " + std::to_string(in.payloadBytes) + " bytes is too long");
    }
    if (in.text.size() > sizeof(std::int64_t)) {
        push(addText(NodeKind::BigInt, in.text));
        return {};
    }
    const bool negative = !in.text.empty() && (static_cast<unsigned char>(in.text.back()) & 0x80) != 0;
    std::uint64_t bits = negative ? ~std::uint64_t{0} : 0;
    for (std::size_t i = in.text.size(); i-- > 0;) {
        bits = (bits << 8) | static_cast<unsigned char>(in.text[i]);
    }
    pushInt(static_cast<std::int64_t>(bits));
    return {};
}

NodeId PickleDecoder::addText(NodeKind kind, std::string_view text)
{
    const auto offset = static_cast<std::uint32_t>(m_graph.m_text.size());
    m_graph.m_text.insert(m_graph.m_text.end(), text.begin(), text.end());
    return add(kind, offset, static_cast<std::uint32_t>(text.size()));
}

Result<void> PickleDecoder::pushText(NodeKind kind, const PickleInstruction& in)
{
    // Raw bytes are tensor or array data that few readers want: their place is enough.
    constexpr std::uint64_t maxInlineBytes = 256;
    const bool isRaw = kind == NodeKind::Bytes || kind == NodeKind::ByteArray;
    if (in.external || (isRaw && in.payloadBytes > maxInlineBytes)) {
        const auto index = static_cast<std::uint32_t>(m_graph.m_externals.size());
        m_graph.m_externals.push_back({in.payloadOffset, in.payloadBytes});
        push(add(kind, index, kNone));
        return {};
    }
    if (kind == NodeKind::String && !isValidUtf8(in.text)) {
        ++m_invalidText;
    }
    push(addText(kind, in.text));
    return {};
}

Result<void> PickleDecoder::pushParsed(NodeKind kind, Result<std::string> parsed)
{
    if (!parsed) {
        return fail(std::move(parsed).error().at(m_offset));
    }
    push(addText(kind, *parsed));
    return {};
}

// --- containers ---------------------------------------------------------------------------------

Result<void> PickleDecoder::pushTuple(std::size_t count)
{
    if (!has(count)) [[unlikely]] {
        return underflow(count);
    }
    const auto first = static_cast<std::uint32_t>(m_graph.m_children.size());
    m_graph.m_children.insert(m_graph.m_children.end(), m_stack.end() - static_cast<std::ptrdiff_t>(count),
                              m_stack.end());
    m_stack.resize(m_stack.size() - count);
    push(add(NodeKind::Tuple, first, static_cast<std::uint32_t>(count)));
    return {};
}

Result<void> PickleDecoder::pushFromMark(NodeKind kind)
{
    CAIRN_ASSIGN(first, popMark());
    const std::size_t count = m_stack.size() - first;
    if (kind == NodeKind::Tuple || kind == NodeKind::FrozenSet) {
        CAIRN_TRY(pushTuple(count));
        m_graph.m_kind[m_stack.back()] = kind;
        return {};
    }
    // LIST and DICT: a container with what lies above the mark already in it.
    m_stack.insert(m_stack.begin() + static_cast<std::ptrdiff_t>(first), add(kind, kNone, 0));
    return addItems(kind, first + 1);
}

void PickleDecoder::appendRun(Graph::Items& items, std::size_t first)
{
    const auto count = static_cast<std::uint32_t>(m_stack.size() - first);
    const auto begin = static_cast<std::uint32_t>(m_graph.m_children.size());
    m_graph.m_children.insert(m_graph.m_children.end(), m_stack.begin() + static_cast<std::ptrdiff_t>(first),
                              m_stack.end());
    items.count += count;
    if (items.last != kNone) {
        Graph::Segment& last = m_graph.m_segments[items.last];
        if (last.begin + last.count == begin) { // nothing came between: one run goes on
            last.count += count;
            return;
        }
        last.next = static_cast<std::uint32_t>(m_graph.m_segments.size());
    }
    const auto index = static_cast<std::uint32_t>(m_graph.m_segments.size());
    m_graph.m_segments.push_back({begin, count, kNone});
    items.last = index;
    if (items.first == kNone) {
        items.first = index;
    }
}

Result<void> PickleDecoder::addItems(NodeKind container, std::size_t first)
{
    const NodeId target = m_stack[first - 1];
    const NodeKind kind = m_graph.m_kind[target];
    if (container == NodeKind::Dict && (m_stack.size() - first) % 2 != 0) {
        return broken(ErrorCode::PickleStack, "a dictionary gets a key without a value");
    }
    if (kind == NodeKind::Call) {
        if (m_stack.size() > first) {
            Graph::CallExtra& extra = extraOf(target);
            appendRun(container == NodeKind::Dict ? extra.pairs : extra.elements, first);
        }
    } else if (kind == container) {
        if (m_stack.size() > first) {
            if (m_graph.m_a[target] == kNone) {
                m_graph.m_a[target] = static_cast<std::uint32_t>(m_graph.m_items.size());
                m_graph.m_items.emplace_back();
            }
            appendRun(m_graph.m_items[m_graph.m_a[target]], first);
        }
    } else {
        return broken(ErrorCode::PickleStack, container == NodeKind::Dict
                                                  ? "pairs are set on a value that is not a dictionary"
                                                  : "items are added to a value that cannot hold them");
    }
    m_stack.resize(first);
    return {};
}

Result<void> PickleDecoder::addItemsFromMark(NodeKind container)
{
    CAIRN_ASSIGN(first, popMark());
    if (first == 0 || (!m_marks.empty() && m_marks.back() == first)) {
        return broken(ErrorCode::PickleStack, "items are added, but there is nothing to add them to");
    }
    return addItems(container, first);
}

// --- globals, calls, storages -------------------------------------------------------------------

Result<void> PickleDecoder::pushGlobal(std::string_view module, std::string_view name)
{
    std::string key(module);
    key += '\n';
    key += name;
    const auto [known, isNew] =
        m_globalIndex.try_emplace(std::move(key), static_cast<std::uint32_t>(m_graph.m_globals.size()));
    if (isNew) {
        m_graph.m_globals.push_back({std::string(module), std::string(name), m_offset, 0});
    }
    ++m_graph.m_globals[known->second].mentions;
    push(add(NodeKind::Global, known->second, 0));
    return {};
}

Result<void> PickleDecoder::stackGlobal()
{
    if (!has(2)) [[unlikely]] {
        return underflow(2);
    }
    const NodeId name = m_stack.back();
    const NodeId module = m_stack[m_stack.size() - 2];
    if (!m_graph.is(name, NodeKind::String) || !m_graph.is(module, NodeKind::String) || m_graph.isExternal(name) ||
        m_graph.isExternal(module)) {
        return broken(ErrorCode::PickleStack, "the name of a class or function is not a string");
    }
    m_stack.resize(m_stack.size() - 2);
    return pushGlobal(m_graph.text(module), m_graph.text(name));
}

Result<void> PickleDecoder::call(CallForm form, std::size_t operands)
{
    if (!has(operands)) [[unlikely]] {
        return underflow(operands);
    }
    const std::size_t first = m_stack.size() - operands;
    const NodeId node = add(NodeKind::Call, m_stack[first], m_stack[first + 1]);
    if (form != CallForm::Reduce) {
        Graph::CallExtra& extra = extraOf(node);
        extra.form = form;
        extra.keywords = form == CallForm::NewEx ? m_stack[first + 2] : kNoNode;
    }
    m_stack.resize(first);
    push(node);
    return {};
}

Result<void> PickleDecoder::instance(bool classOnStack, const PickleInstruction& in)
{
    CAIRN_ASSIGN(mark, popMark());
    std::size_t first = mark;
    NodeId type = kNoNode;
    if (classOnStack) {
        if (m_stack.size() == first) {
            return broken(ErrorCode::PickleStack, "an object is made, but its class is missing");
        }
        type = m_stack[first++];
    } else {
        CAIRN_TRY(pushGlobal(in.text, in.name));
        type = m_stack.back();
        m_stack.pop_back();
    }
    CAIRN_TRY(pushTuple(m_stack.size() - first));
    const NodeId arguments = m_stack.back();
    m_stack.resize(mark);
    const NodeId node = add(NodeKind::Call, type, arguments);
    extraOf(node).form = CallForm::Instance;
    push(node);
    return {};
}

PickleGraph::CallExtra& PickleDecoder::extraOf(NodeId callNode)
{
    if (m_graph.m_b[callNode] != kNone) {
        Graph::CallExtra extra;
        extra.callable = m_graph.m_a[callNode];
        extra.arguments = m_graph.m_b[callNode];
        m_graph.m_a[callNode] = static_cast<std::uint32_t>(m_graph.m_calls.size());
        m_graph.m_b[callNode] = kNone;
        m_graph.m_calls.push_back(extra);
    }
    return m_graph.m_calls[m_graph.m_a[callNode]];
}

Result<void> PickleDecoder::build()
{
    if (!has(2)) [[unlikely]] {
        return underflow(2);
    }
    const NodeId state = m_stack.back();
    m_stack.pop_back();
    const NodeId target = m_stack.back();
    if (m_graph.m_kind[target] == NodeKind::Call) {
        extraOf(target).state = state;
    } else {
        warn(ErrorCode::PickleStack, "a state was given to a value that can have none; it is left out");
    }
    return {};
}

Result<void> PickleDecoder::persistentId()
{
    if (!has(1)) [[unlikely]] {
        return underflow(1);
    }
    m_stack.back() = add(NodeKind::PersistentId, m_stack.back(), 0);
    return {};
}

// --- stack and memo -----------------------------------------------------------------------------

std::unexpected<Error> PickleDecoder::underflow(std::size_t count) const
{
    return broken(ErrorCode::PickleStack, "an instruction needs " + std::to_string(count) + " values, but only " +
                                              std::to_string(available()) + " are on the stack");
}

Result<std::size_t> PickleDecoder::popMark()
{
    if (m_marks.empty()) {
        return broken(ErrorCode::PickleStack, "an instruction needs a mark, but there is none on the stack");
    }
    const std::size_t first = m_marks.back();
    m_marks.pop_back();
    return first;
}

Result<void> PickleDecoder::pop()
{
    if (!m_marks.empty() && m_marks.back() == m_stack.size()) {
        m_marks.pop_back();
        return {};
    }
    if (!has(1)) [[unlikely]] {
        return underflow(1);
    }
    m_stack.pop_back();
    return {};
}

Result<void> PickleDecoder::memoGet(std::uint64_t index)
{
    NodeId node = index < m_memo.size() ? m_memo[static_cast<std::size_t>(index)] : kNoNode;
    if (node == kNoNode) {
        const auto far = m_farMemo.find(index);
        if (far == m_farMemo.end()) {
            return broken(ErrorCode::PickleMemo,
                          "memo entry " + std::to_string(index) + " is used, but was never stored");
        }
        node = far->second;
    }
    push(node);
    return {};
}

Result<void> PickleDecoder::memoPut(std::uint64_t index)
{
    if (!has(1)) [[unlikely]] {
        return underflow(1);
    }
    const NodeId node = m_stack.back();
    // Each stored entry takes at least one byte of pickle, so an index beyond the bytes read so far is a trick:
    // it goes to a map instead of a table of that size.
    if (index > m_scanner.position()) {
        m_memoCount += m_farMemo.insert_or_assign(index, node).second ? 1U : 0U;
        return {};
    }
    const auto slot = static_cast<std::size_t>(index);
    if (slot == m_memo.size()) { // what every writer does
        m_memo.push_back(node);
        ++m_memoCount;
        return {};
    }
    if (slot > m_memo.size()) {
        m_memo.resize(slot + 1, kNoNode);
    }
    m_memoCount += m_memo[slot] == kNoNode ? 1U : 0U;
    m_memo[slot] = node;
    return {};
}

Result<void> PickleDecoder::stop()
{
    if (!has(1)) [[unlikely]] {
        return underflow(1);
    }
    m_graph.m_root = m_stack.back();
    m_graph.m_endOffset = m_scanner.position();
    if (m_stack.size() > 1) {
        warn(ErrorCode::PickleLeftOver,
             std::to_string(m_stack.size() - 1) + " values are left over when the pickle stops");
    }
    if (m_invalidText != 0) {
        m_offset = 0;
        warn(ErrorCode::PickleText,
             std::to_string(m_invalidText) + " strings are not valid UTF-8; their bytes are kept");
    }
    return {};
}

void PickleDecoder::warn(ErrorCode code, std::string message)
{
    constexpr std::size_t enough = 100;
    if (m_graph.m_issues.size() < enough) {
        m_graph.m_issues.push_back(
            {code, Severity::Warning, std::move(message) + " (byte " + std::to_string(m_offset) + ")", {}});
    }
}

} // namespace cairn::formats
