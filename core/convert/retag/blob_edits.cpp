#include "core/convert/retag/blob_edits.h"

#include "core/base/text/text.h"
#include "core/checkpoint/tree/document_set.h"
#include "core/checkpoint/tree/torch_legacy_reader.h"
#include "core/formats/pickle/pickle_scanner.h"
#include "core/formats/sources/latin1_source.h"

#include <unordered_set>
#include <utility>

namespace cairn::convert {

using formats::ByteEdit;
using formats::Latin1Source;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;
using formats::PickleOp;
using formats::PickleTrace;

namespace {

struct Blob {
    NodeId node = formats::kNoNode;
    bool encoded = false; ///< a string that stands for bytes
};

/// Arguments of the `_load_from_bytes` calls.
std::vector<Blob> findBlobs(const PickleGraph& graph)
{
    std::vector<Blob> blobs;
    const auto argument = [&](NodeId call, std::size_t index, std::size_t count) {
        const NodeId arguments = graph.arguments(call);
        const bool has = graph.is(arguments, NodeKind::Tuple) && graph.tuple(arguments).size() == count;
        return has ? graph.tuple(arguments)[index] : formats::kNoNode;
    };
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        if (!graph.is(node, NodeKind::Call) ||
            !graph.isGlobal(graph.callable(node), "torch.storage", "_load_from_bytes")) {
            continue;
        }
        NodeId bytes = argument(node, 0, 1);
        if (graph.is(bytes, NodeKind::Bytes) || graph.is(bytes, NodeKind::ByteArray) ||
            graph.is(bytes, NodeKind::Python2String)) {
            blobs.push_back({bytes, false});
        } else if (graph.is(bytes, NodeKind::Call) && graph.isGlobal(graph.callable(bytes), "_codecs", "encode")) {
            const NodeId codec = argument(bytes, 1, 2);
            bytes = argument(bytes, 0, 2);
            if (graph.is(bytes, NodeKind::String) && graph.is(codec, NodeKind::String) &&
                formats::isLatin1(graph.text(codec))) {
                blobs.push_back({bytes, true});
            }
        }
    }
    return blobs;
}

/// The instruction of the same kind whose length has four bytes, for one whose length has one.
PickleOp wider(PickleOp op)
{
    switch (op) {
    case PickleOp::ShortBinBytes: return PickleOp::BinBytes;
    case PickleOp::ShortBinString: return PickleOp::BinString;
    case PickleOp::ShortBinUnicode: return PickleOp::BinUnicode;
    default: return op;
    }
}

/// Opcode and length in front of a literal's payload, for a payload that grew or shrank by `delta`.
Result<ByteEdit> editHead(const formats::PickleInstruction& literal, std::uint64_t delta)
{
    const std::uint64_t oldLengthBytes = literal.payloadOffset - literal.offset - 1;
    std::uint64_t length = literal.payloadBytes + delta;
    PickleOp op = literal.op;
    std::uint64_t lengthBytes = oldLengthBytes;
    if (lengthBytes == 1 && length > 0xFF) {
        op = wider(op);
        lengthBytes = 4;
    }
    if (lengthBytes < 8 && (length >> (lengthBytes * 8)) != 0) {
        return fail(
            error(ErrorCode::Unsupported, message("nested storage data would grow over what its length field can hold"))
                .at(literal.offset));
    }
    std::string bytes(1, static_cast<char>(op));
    for (std::uint64_t i = 0; i < lengthBytes; ++i) {
        bytes.push_back(static_cast<char>(static_cast<unsigned char>(length)));
        length >>= 8;
    }
    return ByteEdit{literal.offset, oldLengthBytes + 1, std::move(bytes)};
}

std::string latin1ToUtf8(std::string_view bytes)
{
    std::string text;
    for (const char byte : bytes) {
        appendUtf8(text, static_cast<unsigned char>(byte));
    }
    return text;
}

/// Tags are changed only in what Cairn reads as a whole, or a copy could not be compared with its source.
Result<void> requireReadable(const SourcePtr& bytes, const TagRequest& request)
{
    CAIRN_TRY(checkpoint::limitNesting(request.depth + 1));
    checkpoint::CheckpointBuilder unused({}, checkpoint::Format::TorchLegacy, bytes->sizeBytes());
    CAIRN_TRY(
        checkpoint::readLegacyDocument(unused, {.bytes = bytes, .name = {}, .isFile = false}, {}, request.progress));
    return {};
}

/// Edits inside the payload of one literal, in offsets of the outer source.
Result<std::vector<ByteEdit>> payloadEdits(const SourcePtr& source, const formats::PickleInstruction& literal,
                                           bool encoded, const TagRequest& request, TagEdits& result)
{
    SourcePtr bytes;
    if (encoded) {
        CAIRN_ASSIGN(decoded, Latin1Source::make(source, literal.payloadOffset, literal.payloadBytes));
        bytes = decoded;
    } else {
        CAIRN_ASSIGN(slice, SliceSource::make(source, literal.payloadOffset, literal.payloadBytes));
        bytes = slice;
    }
    std::array<std::byte, 2> beginning{};
    if (bytes->sizeBytes() >= beginning.size()) {
        CAIRN_TRY(bytes->readAt(0, beginning));
    }
    if (beginning == std::array{std::byte{'P'}, std::byte{'K'}}) {
        return fail(
            error(ErrorCode::Unsupported, message("it is a zip, whose tags Cairn does not change inside a pickle"))
                .fix(message("Load the file with PyTorch on a machine with its devices, and save it again")));
    }
    CAIRN_TRY(requireReadable(bytes, request));
    const TagOf innerTagOf = [&](std::string_view key, std::string_view tag) {
        const bool isInner = key.empty() || key.starts_with(kBlobKey);
        return request.tagOf(isInner ? std::string(key) : std::string(kBlobKey).append(key), tag);
    };
    CAIRN_ASSIGN(inner, planLegacyTagEdits(bytes, {innerTagOf, request.progress, request.objects, request.depth + 1}));
    result.references += inner.references;
    result.changed += inner.changed;
    for (const auto& [text, count] : inner.lookalikes) {
        result.lookalikes[text] += count;
    }
    for (const auto& [change, count] : inner.devices) {
        result.devices[change] += count;
    }
    for (const auto& [tag, count] : inner.calls) {
        result.calls[tag] += count;
    }
    std::vector<ByteEdit> edits;
    for (ByteEdit& edit : inner.edits) {
        if (!encoded) {
            edits.push_back({literal.payloadOffset + edit.offset, edit.removedBytes, std::move(edit.inserted)});
            continue;
        }
        const auto& text = static_cast<const Latin1Source&>(*bytes);
        CAIRN_ASSIGN(begin, text.place(edit.offset));
        CAIRN_ASSIGN(end, text.place(edit.offset + edit.removedBytes));
        edits.push_back({begin, end - begin, latin1ToUtf8(edit.inserted)});
    }
    return edits;
}

} // namespace

Result<bool> editBlobs(const SourcePtr& source, const PickleGraph& graph, const PickleTrace& trace,
                       const TagRequest& request, TagEdits& result)
{
    const std::vector<Blob> blobs = findBlobs(graph);
    if (blobs.empty()) {
        return true;
    }
    std::unordered_map<NodeId, std::uint64_t> literalAt;
    for (const PickleTrace::Text& text : trace.texts) {
        if (text.literal) {
            literalAt.emplace(text.node, text.offset);
        }
    }
    std::unordered_set<NodeId> done; // one bytes object can be used twice
    for (const Blob& blob : blobs) {
        const auto at = literalAt.find(blob.node);
        if (!done.insert(blob.node).second) {
            continue;
        }
        if (at == literalAt.end()) {
            return false;
        }
        formats::PickleScanner scanner(source, at->second);
        formats::PickleInstruction literal;
        CAIRN_TRY(scanner.next(literal));
        auto edits = payloadEdits(source, literal, blob.encoded, request, result);
        if (!edits) {
            return request.depth != 0 ? fail(std::move(edits).error())
                                      : fail(std::move(edits).error().in("storage data inside the pickle"));
        }
        if (edits->empty()) {
            continue;
        }
        std::uint64_t delta = 0; // modulo 2^64: may be "negative"
        for (const ByteEdit& edit : *edits) {
            delta += edit.inserted.size() - edit.removedBytes;
        }
        if (delta != 0) {
            CAIRN_ASSIGN(head, editHead(literal, delta));
            result.edits.push_back(std::move(head));
        }
        result.edits.insert(result.edits.end(), std::make_move_iterator(edits->begin()),
                            std::make_move_iterator(edits->end()));
    }
    return true;
}

} // namespace cairn::convert
