#include "core/checkpoint/pickles/bytes_value.h"

#include "core/base/text/python_repr.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pickles/pickle_call.h"
#include "core/formats/sources/latin1_source.h"

#include <algorithm>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// What is behind the calls: a node with a payload, and how its bytes are written there.
struct Payload {
    NodeId node = formats::kNoNode; ///< kNoNode: no bytes at all
    bool isLatin1 = false;          ///< each byte is one character of a string
};

bool isLatin1Name(const std::optional<std::string_view>& codec)
{
    return codec && formats::isLatin1(*codec);
}

bool isBytes(NodeKind kind)
{
    return kind == NodeKind::Bytes || kind == NodeKind::ByteArray || kind == NodeKind::Python2String;
}

std::optional<Payload> payloadOf(const PickleGraph& graph, const SourcePtr& source, NodeId node)
{
    constexpr int maxWrapping = 3; // bytearray(bytes(...)) and one spare
    for (int level = 0; level < maxWrapping && node != formats::kNoNode; ++level) {
        if (isBytes(graph.kind(node))) {
            return Payload{node, false};
        }
        const auto call = PickleCall::at(graph, source, node);
        if (!call || call->state() != formats::kNoNode || call->hasItems()) {
            return std::nullopt;
        }
        const bool isArray = call->name().is("builtins", "bytearray");
        const bool isConstructor = isArray || call->name().is("builtins", "bytes");
        if (isConstructor && call->count() == 0) {
            return Payload{};
        }
        const bool isEncode = call->name().is("_codecs", "encode");
        if ((isEncode || isArray) && graph.isText(call->argument(0)) && isLatin1Name(call->text(1))) {
            return Payload{call->argument(0), true};
        }
        if (!isConstructor || call->count() != 1) {
            return std::nullopt;
        }
        node = call->argument(0);
    }
    return std::nullopt;
}

/// Reads a string and undoes Latin-1 in UTF-8, where a byte from 0x80 up is a pair C2 or C3, 80..BF.
class Latin1Decoder {
public:
    explicit Latin1Decoder(std::size_t limit) : m_limit(limit) {}

    /// False for characters that are no byte.
    [[nodiscard]] bool feed(std::string_view utf8)
    {
        for (const char c : utf8) {
            const auto byte = static_cast<unsigned char>(c);
            const bool continues = (byte & 0xC0) == 0x80;
            if (continues != (m_lead != 0) || (byte >= 0xC0 && byte != 0xC2 && byte != 0xC3)) {
                return false;
            }
            if (byte >= 0xC0) {
                m_lead = byte;
                continue;
            }
            if (m_head.size() == m_limit) {
                return true;
            }
            m_head += static_cast<char>(m_lead == 0xC3 ? byte + 0x40 : byte);
            m_lead = 0;
        }
        return true;
    }
    [[nodiscard]] bool isFull() const { return m_head.size() == m_limit; }
    [[nodiscard]] bool isWhole() const { return m_lead == 0; }
    [[nodiscard]] std::string take() { return std::move(m_head); }

private:
    std::size_t m_limit;
    std::string m_head;
    unsigned char m_lead = 0;
};

std::uint64_t countCharacters(std::string_view utf8)
{
    return static_cast<std::uint64_t>(
        std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::optional<std::string> read(const SourcePtr& source, std::uint64_t offset, std::uint64_t count)
{
    const auto bytes = source->readBytes(offset, count);
    if (!bytes) {
        return std::nullopt;
    }
    std::string text(bytes->size(), '\0');
    std::ranges::transform(*bytes, text.begin(), [](std::byte byte) { return static_cast<char>(byte); });
    return text;
}

std::optional<BytesValue> decodeLatin1(const PickleGraph& graph, const SourcePtr& source, NodeId node,
                                       std::size_t limit)
{
    const PickleGraph::Range range = graph.payload(node);
    Latin1Decoder decoder(limit);
    BytesValue value;
    if (!graph.isExternal(node)) {
        const std::string_view text = graph.text(node);
        value.length = countCharacters(text);
        if (!decoder.feed(text)) {
            return std::nullopt;
        }
    } else {
        constexpr std::uint64_t maxChunk = 1024 * 1024;
        const std::uint64_t chunk = limit < maxChunk / 2 ? std::uint64_t{limit} * 2 + 1 : maxChunk;
        std::uint64_t done = 0;
        while (done < range.bytes && !decoder.isFull()) {
            const auto text = read(source, range.offset + done, std::min(chunk, range.bytes - done));
            if (!text || !decoder.feed(*text)) {
                return std::nullopt;
            }
            value.length += countCharacters(*text);
            done += text->size();
        }
        value.exact = done == range.bytes;
        value.length += range.bytes - done;
    }
    if (!decoder.isFull() && !decoder.isWhole()) {
        return std::nullopt;
    }
    value.head = decoder.take();
    value.complete = value.exact && value.head.size() == value.length;
    return value;
}

} // namespace

std::optional<std::string> payloadHead(const PickleGraph& graph, const SourcePtr& source, NodeId node,
                                       std::uint64_t limit)
{
    const PickleGraph::Range range = graph.payload(node);
    const std::uint64_t count = std::min(limit, range.bytes);
    return graph.isExternal(node) ? read(source, range.offset, count) : std::string(graph.text(node).substr(0, count));
}

std::optional<BytesValue> bytesValue(const PickleGraph& graph, const SourcePtr& source, NodeId node, std::size_t limit)
{
    const auto payload = payloadOf(graph, source, node);
    if (!payload) {
        return std::nullopt;
    }
    if (payload->node == formats::kNoNode) {
        return BytesValue{.head = {}, .length = 0, .complete = true};
    }
    if (payload->isLatin1) {
        return decodeLatin1(graph, source, payload->node, limit);
    }
    auto head = payloadHead(graph, source, payload->node, limit);
    if (!head) {
        return std::nullopt;
    }
    const std::uint64_t length = graph.payload(payload->node).bytes;
    const bool complete = head->size() == length;
    return BytesValue{.head = std::move(*head), .length = length, .complete = complete};
}

std::string bytesRepr(std::string_view head, std::uint64_t length)
{
    std::string out = pythonBytesRepr(head);
    return length > head.size() ? out.append("... (").append(countOf(length, "byte")).append(")") : out;
}

} // namespace cairn::checkpoint
