#include "core/formats/pickle/pickle_decoder.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/formats/pickle/pickle_machine.h"
#include "core/formats/pickle/pickle_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>
#include <utility>

namespace cairn::formats {

Result<PickleGraph> decodePickle(const SourcePtr& source, std::uint64_t offset, const PickleLimits& limits,
                                 const Progress* progress, PickleTrace* trace)
{
    return PickleDecoder(source, offset, limits, progress, trace).run();
}

Result<PickleGraph> PickleDecoder::run()
{
    PickleInstruction instruction;
    constexpr std::uint64_t checkEvery = 64 * 1024; // bytes: no instruction is shorter, and none adds more than it has
    for (std::uint64_t nextCheck = m_scanner.position();;) {
        if (m_scanner.position() >= nextCheck) {
            nextCheck = m_scanner.position() + checkEvery;
            CAIRN_TRY(checkStop(m_progress));
            constexpr std::uint64_t atOnce = 8 * (checkEvery + ByteWindow::kDefaultCapacity);
            const bool full = m_graph.nodeCount() > m_limits.maxNodes || m_graph.m_children.size() > kNone - atOnce ||
                              m_graph.m_text.size() > kNone - atOnce;
            if (full) {
                return broken(ErrorCode::LimitExceeded,
                              message("the pickle holds more values than Cairn can keep track of"));
            }
            if (memoryBytes() > m_limits.maxBytes) {
                return broken(ErrorCode::LimitExceeded,
                              message("the pickle needs far more memory than a file of this size could have values"));
            }
        }
        if (m_trace == nullptr) {
            runAhead();
        }
        CAIRN_TRY(m_scanner.next(instruction));
        m_offset = instruction.offset;
        if (m_offset < m_frameEnd && (m_scanner.position() > m_frameEnd || instruction.op == PickleOp::Frame)) {
            return oddFrame(message("an instruction of the pickle reaches over the end of its frame"));
        }
        m_graph.m_instructions.set(static_cast<std::size_t>(instruction.op));
        if (instruction.op == PickleOp::Stop) {
            CAIRN_TRY(stop());
            return std::move(m_graph);
        }
        CAIRN_TRY(execute(instruction));
    }
}

std::uint64_t PickleDecoder::memoryBytes() const
{
    constexpr std::uint64_t perFarMemo = 64; // a node of the map, as it is allocated
    return m_graph.memoryBytes() + (m_stack.size() + m_memo.size()) * sizeof(NodeId) +
           m_marks.size() * sizeof(m_marks[0]) + m_farMemo.size() * perFarMemo;
}

Result<void> PickleDecoder::execute(const PickleInstruction& in)
{
    switch (in.op) {
    case PickleOp::Mark: m_marks.push_back(m_stack.size()); return {};
    case PickleOp::Pop: return pop();
    case PickleOp::PopMark: {
        CAIRN_ASSIGN(first, popMark());
        dropFrom(first);
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
        [[fallthrough]];
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
            return broken(ErrorCode::PickleMemo, message("a memo index is not a plain number"));
        }
        const auto number = static_cast<std::uint64_t>(*small);
        return in.op == PickleOp::Get ? memoGet(number) : memoPut(number);
    }

    case PickleOp::Proto:
        if (in.number > 5) {
            return fail(
                error(ErrorCode::PickleOpcode, message("pickle protocol %1 is not known", std::to_string(in.number)))
                    .at(m_offset)
                    .because(message("Python has protocols 0 to 5")));
        }
        m_graph.m_oddities.changesProtocol |= m_sawProtocol;
        m_sawProtocol = true;
        m_graph.m_protocol = static_cast<int>(in.number);
        return {};
    case PickleOp::Frame:
        if (in.number > m_scanner.source()->sizeBytes() - m_scanner.position()) {
            return broken(ErrorCode::PickleTruncated,
                          message("a frame of the pickle reaches past the end of the data"));
        }
        m_frameEnd = m_scanner.position() + in.number;
        if (m_trace != nullptr) {
            m_trace->frames.push_back(m_offset);
        }
        return {};

    case PickleOp::PersId:
        return fail(
            error(ErrorCode::PickleExtension, message("the storage references are written as text (pickle protocol 0)"))
                .at(m_offset)
                .because(message("torch cannot load such a file either"))
                .fix(message("Save it again with the default protocol")));
    case PickleOp::Ext1:
    case PickleOp::Ext2:
    case PickleOp::Ext4:
        return fail(error(ErrorCode::PickleExtension, message("the pickle uses a copyreg extension code"))
                        .at(m_offset)
                        .because(message("What such a code means is known only to the program that wrote the file")));
    case PickleOp::NextBuffer:
    case PickleOp::ReadOnlyBuffer:
        return fail(error(ErrorCode::PickleExtension, message("the pickle refers to out-of-band buffers"))
                        .at(m_offset)
                        .because(message("Their bytes are not in this file")));
    case PickleOp::Stop: break; // handled by run()
    }
    return fail(ErrorCode::Internal, message("unhandled pickle instruction"));
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
                      message("an integer of %1 bytes is too long", std::to_string(in.payloadBytes)));
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
    m_graph.m_text.append(text);
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
        traceText(m_stack.back(), true);
        return {};
    }
    if (kind == NodeKind::String && !isValidUtf8(in.text)) {
        ++m_invalidText;
    }
    push(addText(kind, in.text));
    traceText(m_stack.back(), true);
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

// --- stack and memo -----------------------------------------------------------------------------

std::unexpected<Error> PickleDecoder::underflow(std::size_t count) const
{
    return broken(ErrorCode::PickleStack, message("an instruction needs %1 values, but only %2 are on the stack",
                                                  std::to_string(count), std::to_string(available())));
}

Result<std::size_t> PickleDecoder::popMark()
{
    if (m_marks.empty()) {
        return broken(ErrorCode::PickleStack, message("an instruction needs a mark, but there is none on the stack"));
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
    dropFrom(m_stack.size() - 1);
    return {};
}

void PickleDecoder::dropFrom(std::size_t first)
{
    for (std::size_t i = first; i < m_stack.size(); ++i) {
        const NodeKind kind = m_graph.m_kind[m_stack[i]];
        m_dropsValues = m_dropsValues || (kind >= NodeKind::Tuple && kind != NodeKind::Global);
    }
    m_stack.resize(first);
}

/// Each call is run, whoever gets what it gives.
void PickleDecoder::findEffects()
{
    const std::vector<bool> held = m_graph.reachedFrom(std::span(&m_graph.m_root, 1));
    for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
        if (m_graph.m_kind[node] == NodeKind::Call && !held[node]) {
            m_graph.m_effects.push_back(node);
        }
    }
}

Result<void> PickleDecoder::memoGet(std::uint64_t index)
{
    NodeId node = index < m_memo.size() ? m_memo[static_cast<std::size_t>(index)] : kNoNode;
    if (node == kNoNode) {
        const auto far = m_farMemo.find(index);
        if (far == m_farMemo.end()) {
            return broken(ErrorCode::PickleMemo,
                          message("memo entry %1 is used, but was never stored", std::to_string(index)));
        }
        node = far->second;
    }
    push(node);
    traceText(node, false);
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
        m_graph.m_oddities.hasFarMemo = true;
        m_memoCount += m_farMemo.insert_or_assign(index, node).second ? 1U : 0U;
        return {};
    }
    const auto slot = static_cast<std::size_t>(index);
    if (!m_farMemo.empty() && m_farMemo.erase(index) != 0) { // it is no longer far, and counted already
        --m_memoCount;
    }
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
    m_stack.pop_back();
    const std::size_t left = m_stack.size();
    dropFrom(0);
    if (m_dropsValues) {
        findEffects();
    }
    m_graph.m_endOffset = m_scanner.position();
    if (m_frameEnd > m_graph.m_endOffset) {
        return oddFrame(message("the pickle stops before its frame does"));
    }
    if (left != 0) {
        warn(ErrorCode::PickleLeftOver, message("%1 values are left over when the pickle stops", std::to_string(left)));
    }
    if (m_invalidText != 0) {
        m_offset = 0;
        warn(ErrorCode::PickleText,
             message("%1 strings are not valid UTF-8; their bytes are kept", std::to_string(m_invalidText)));
    }
    return {};
}

void PickleDecoder::traceText(NodeId node, bool literal)
{
    if (m_trace == nullptr) [[likely]] {
        return;
    }
    const NodeKind kind = m_graph.m_kind[node];
    bool wanted = kind == NodeKind::Bytes || kind == NodeKind::ByteArray;
    if (kind == NodeKind::String || kind == NodeKind::Python2String) {
        // A tag is short and does not begin with a digit, as storage keys do; bytes that hold a pickle begin with its
        // PROTO opcode.
        constexpr std::size_t maxTag = 32;
        const std::string_view text = m_graph.text(node);
        const bool isTag =
            !text.empty() && text.size() <= maxTag && text[0] >= 'a' && text[0] <= 'z' && text != "storage";
        wanted = m_trace->everyText || m_graph.isExternal(node) || isTag || text.starts_with("\xC2\x80") ||
                 text.starts_with('\x80');
    }
    if (wanted) {
        m_trace->texts.push_back({node, m_offset, literal});
    }
}

void PickleDecoder::warn(ErrorCode code, Message what)
{
    constexpr std::size_t enough = 100;
    if (m_graph.m_issues.size() < enough) {
        m_graph.m_issues.push_back(
            {code, Severity::Warning, message("%1 (byte %2)", std::move(what), std::to_string(m_offset)), {}});
    }
}

} // namespace cairn::formats
