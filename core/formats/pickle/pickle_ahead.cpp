// The quick half of PickleDecoder: the few instructions that make up nearly all of every pickle.

#include "core/base/text/text.h"
#include "core/formats/pickle/pickle_machine.h"

#include <algorithm>

namespace cairn::formats {

/// Executes instructions straight from the buffer, as long as they are common, whole in it, and in order. The first
/// that is not is left to run(), which knows all of them and says what is wrong.
void PickleDecoder::runAhead()
{
    std::span<const std::byte> bytes = m_scanner.buffered();
    if (m_frameEnd > m_scanner.position()) { // where an instruction must end
        bytes = bytes.first(std::min<std::uint64_t>(bytes.size(), m_frameEnd - m_scanner.position()));
    }
    if (bytes.size() < PickleScanner::kMaxFixedBytes) {
        return;
    }
    const std::uint64_t start = m_scanner.position();
    const std::byte* const begin = bytes.data();
    const std::byte* const end = begin + bytes.size();
    const std::byte* const last = end - PickleScanner::kMaxFixedBytes; // arguments of fixed size are whole up to here
    const std::byte* at = begin;
    const auto pushWhole = [&](std::size_t head, std::uint64_t length) {
        if (length > PickleScanner::kMaxInlineBytes || length > static_cast<std::uint64_t>(end - at) - head) {
            return false;
        }
        const std::string_view text(reinterpret_cast<const char*>(at + head), static_cast<std::size_t>(length));
        m_invalidText += isValidUtf8(text) ? 0U : 1U;
        m_stack.push_back(addText(NodeKind::String, text));
        at += head + length;
        return true;
    };
    const auto get = [&](std::uint64_t index, std::size_t length) {
        const NodeId node = index < m_memo.size() ? m_memo[static_cast<std::size_t>(index)] : kNoNode;
        if (node == kNoNode) {
            return false;
        }
        m_stack.push_back(node);
        at += length;
        return true;
    };
    const auto put = [&](std::uint64_t index, std::size_t length) {
        // The next free entry, which is what every writer asks for. One that was stored far away before is not new.
        if (index != m_memo.size() || !m_farMemo.empty() || !has(1) ||
            index > start + static_cast<std::uint64_t>(at - begin)) {
            return false;
        }
        m_memo.push_back(m_stack.back());
        ++m_memoCount;
        at += length;
        return true;
    };
    const auto tuple = [&](std::size_t count) {
        if (!has(count)) {
            return false;
        }
        m_stack.push_back(makeTuple(count));
        ++at;
        return true;
    };

    for (bool going = true; going && at <= last;) {
        const std::byte* argument = at + 1;
        switch (static_cast<PickleOp>(*at)) {
        case PickleOp::Mark:
            m_marks.push_back(m_stack.size());
            ++at;
            break;
        case PickleOp::None:
            m_stack.push_back(m_none);
            ++at;
            break;
        case PickleOp::NewTrue:
            m_stack.push_back(m_true);
            ++at;
            break;
        case PickleOp::NewFalse:
            m_stack.push_back(m_false);
            ++at;
            break;
        case PickleOp::BinInt1:
            pushInt(loadLittle<std::uint8_t>(argument));
            at += 2;
            break;
        case PickleOp::BinInt2:
            pushInt(loadLittle<std::uint16_t>(argument));
            at += 3;
            break;
        case PickleOp::BinInt:
            pushInt(loadLittle<std::int32_t>(argument));
            at += 5;
            break;
        case PickleOp::BinUnicode: going = pushWhole(5, loadLittle<std::uint32_t>(argument)); break;
        case PickleOp::ShortBinUnicode:
            m_graph.m_instructions.set(static_cast<std::size_t>(PickleOp::ShortBinUnicode));
            going = pushWhole(2, loadLittle<std::uint8_t>(argument));
            break;
        case PickleOp::BinGet: going = get(loadLittle<std::uint8_t>(argument), 2); break;
        case PickleOp::LongBinGet: going = get(loadLittle<std::uint32_t>(argument), 5); break;
        case PickleOp::BinPut: going = put(loadLittle<std::uint8_t>(argument), 2); break;
        case PickleOp::LongBinPut: going = put(loadLittle<std::uint32_t>(argument), 5); break;
        case PickleOp::Memoize:
            m_graph.m_instructions.set(static_cast<std::size_t>(PickleOp::Memoize));
            going = put(m_memoCount, 1);
            break;
        case PickleOp::EmptyTuple:
            m_stack.push_back(m_emptyTuple);
            ++at;
            break;
        case PickleOp::Tuple1: going = tuple(1); break;
        case PickleOp::Tuple2: going = tuple(2); break;
        case PickleOp::Tuple3: going = tuple(3); break;
        case PickleOp::Tuple:
            going = !m_marks.empty();
            if (going) {
                const std::size_t first = m_marks.back();
                m_marks.pop_back();
                going = tuple(m_stack.size() - first); // never refused: a mark is never above the stack
            }
            break;
        case PickleOp::Reduce:
            going = has(2);
            if (going) {
                const NodeId arguments = m_stack.back();
                m_stack.pop_back();
                m_stack.back() = add(NodeKind::Call, m_stack.back(), arguments);
                ++at;
            }
            break;
        case PickleOp::BinPersId:
            going = has(1);
            if (going) {
                m_stack.back() = add(NodeKind::PersistentId, m_stack.back(), 0);
                ++at;
            }
            break;
        default: going = false; break;
        }
    }
    m_scanner.advance(static_cast<std::size_t>(at - begin));
}

} // namespace cairn::formats
