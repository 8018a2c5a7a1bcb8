#include "core/formats/pickle/pickle_writer.h"

#include "core/base/text/text.h"

#include <bit>
#include <utility>

namespace cairn::formats {

namespace {

constexpr std::size_t kShort = 0xFF;
constexpr std::uint64_t kLong = 0xFFFFFFFF;

/// The instructions for one kind of literal, by the bytes its length takes.
struct Family {
    PickleOp one, four, eight;
};

constexpr Family familyOf(PickleOp op)
{
    switch (op) {
    case PickleOp::ShortBinString:
        return {PickleOp::ShortBinString, PickleOp::BinString, PickleOp::BinString}; // none for 4 GiB
    case PickleOp::ShortBinBytes: return {PickleOp::ShortBinBytes, PickleOp::BinBytes, PickleOp::BinBytes8};
    case PickleOp::ByteArray8: return {PickleOp::ByteArray8, PickleOp::ByteArray8, PickleOp::ByteArray8};
    // The short form of unicode is of protocol 4, which weights_only does not read.
    default: return {PickleOp::BinUnicode, PickleOp::BinUnicode, PickleOp::BinUnicode8};
    }
}

constexpr std::size_t lengthBytes(PickleOp op)
{
    switch (pickleOpInfo(static_cast<std::byte>(op)).argument) {
    case PickleArgument::Bytes1: return 1;
    case PickleArgument::Bytes8: return 8;
    default: return 4;
    }
}

} // namespace

PickleWriter::PickleWriter(int protocol)
{
    op(PickleOp::Proto);
    little(static_cast<std::uint64_t>(protocol), 1);
}

void PickleWriter::little(std::uint64_t value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i) {
        m_bytes.push_back(static_cast<char>(static_cast<unsigned char>(value)));
        value >>= 8;
    }
}

void PickleWriter::integer(std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    if (bits <= 0xFF) {
        op(PickleOp::BinInt1);
        little(bits, 1);
    } else if (bits <= 0xFFFF) {
        op(PickleOp::BinInt2);
        little(bits, 2);
    } else if (value == static_cast<std::int32_t>(value)) {
        op(PickleOp::BinInt);
        little(bits, 4);
    } else {
        std::size_t bytes = 5; // as few as keep the sign
        while (bytes < 8 && (value >> (8 * bytes - 1)) != 0 && (value >> (8 * bytes - 1)) != -1) {
            ++bytes;
        }
        op(PickleOp::Long1);
        little(bytes, 1);
        little(bits, bytes);
    }
}

void PickleWriter::bigInteger(std::string_view bytes)
{
    const bool isShort = bytes.size() <= kShort;
    op(isShort ? PickleOp::Long1 : PickleOp::Long4);
    little(bytes.size(), isShort ? 1 : 4);
    m_bytes += bytes;
}

void PickleWriter::real(double value)
{
    op(PickleOp::BinFloat);
    little(std::byteswap(std::bit_cast<std::uint64_t>(value)), 8); // big-endian
}

void PickleWriter::text(std::string_view utf8)
{
    if (const auto known = m_texts.find(std::string(utf8)); known != m_texts.end()) {
        get(known->second);
        return;
    }
    string(utf8);
    m_texts.emplace(utf8, put());
}

void PickleWriter::global(std::string_view module, std::string_view name)
{
    std::string key(module);
    key += '\n';
    key += name;
    if (const auto known = m_globals.find(key); known != m_globals.end()) {
        get(known->second);
        return;
    }
    if (key.find('\n') == module.size() && name.find('\n') == std::string_view::npos) {
        op(PickleOp::Global);
        m_bytes += key;
        m_bytes += '\n';
    } else { // a line cannot hold it
        string(module);
        string(name);
        op(PickleOp::StackGlobal);
    }
    m_globals.emplace(std::move(key), put());
}

void PickleWriter::tuple(std::size_t count)
{
    constexpr PickleOp ops[] = {PickleOp::EmptyTuple, PickleOp::Tuple1, PickleOp::Tuple2, PickleOp::Tuple3};
    op(count < std::size(ops) ? ops[count] : PickleOp::Tuple);
}

void PickleWriter::emptyOrderedDict()
{
    global("collections", "OrderedDict");
    emptyTuple();
    reduce();
}

void PickleWriter::storage(std::string_view module, std::string_view storageClass, std::string_view key,
                           std::string_view tag, std::uint64_t numel)
{
    mark();
    text("storage");
    global(module, storageClass);
    string(key);
    text(tag);
    integer(static_cast<std::int64_t>(numel));
    op(PickleOp::Tuple);
    persistentId();
}

PickleWriter::MemoIndex PickleWriter::put()
{
    const MemoIndex index = m_nextMemo++;
    const bool isShort = index <= kShort;
    op(isShort ? PickleOp::BinPut : PickleOp::LongBinPut);
    little(index, isShort ? 1 : 4);
    return index;
}

void PickleWriter::get(MemoIndex index)
{
    const bool isShort = index <= kShort;
    op(isShort ? PickleOp::BinGet : PickleOp::LongBinGet);
    little(index, isShort ? 1 : 4);
}

void PickleWriter::literalHead(PickleOp family, std::uint64_t bytes)
{
    const Family ops = familyOf(family);
    const PickleOp chosen = bytes <= kShort ? ops.one : bytes <= kLong ? ops.four : ops.eight;
    op(chosen);
    little(bytes, lengthBytes(chosen));
}

void PickleWriter::literal(PickleOp family, std::string_view content)
{
    literalHead(family, content.size());
    m_bytes += content;
}

void PickleWriter::literal(PickleOp family, const SourcePtr& source, std::uint64_t offset, std::uint64_t bytes)
{
    literalHead(family, bytes);
    m_splices.push_back({m_bytes.size(), source, offset, bytes});
    m_splicedBytes += bytes;
}

std::shared_ptr<const SplicedSource> PickleWriter::finish()
{
    op(PickleOp::Stop);
    m_splicedBytes = 0;
    return std::make_shared<SplicedSource>(std::exchange(m_bytes, {}), std::exchange(m_splices, {}));
}

void PickleBatches::item()
{
    if (m_items == PickleWriter::kBatch) {
        close();
    }
    if (m_items++ == 0) {
        m_writer.mark();
    }
}

void PickleBatches::close()
{
    if (m_items != 0) {
        m_writer.op(m_close);
        m_items = 0;
    }
}

} // namespace cairn::formats
