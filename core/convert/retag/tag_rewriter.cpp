#include "core/convert/retag/tag_rewriter.h"

#include "core/base/endian.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pickles/constructor.h"
#include "core/checkpoint/pickles/storage_table.h"
#include "core/convert/retag/blob_edits.h"
#include "core/convert/retag/device_objects.h"
#include "core/convert/retag/text_edit.h"
#include "core/formats/pickle/pickle_decoder.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::convert {

using formats::ByteEdit;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;
using formats::PickleTrace;

namespace {

using Texts = std::vector<PickleTrace::Text>;

bool readsLikeDevice(std::string_view text)
{
    constexpr std::array backends = {std::string_view("cuda"), std::string_view("mps"), std::string_view("xpu"),
                                     std::string_view("hpu"),  std::string_view("npu"), std::string_view("xla"),
                                     std::string_view("mtia")};
    const std::string_view name = text.substr(0, text.find(':'));
    return std::ranges::find(backends, name) != backends.end();
}

/// Edits for the uses of one string: those that are tags and want another text, and those that are not.
Result<void> editUses(const SourcePtr& source, const PickleGraph& graph, std::span<const PickleTrace::Text> uses,
                      const std::unordered_map<std::uint64_t, std::string>& wantedAt,
                      const std::unordered_set<std::uint64_t>& ofObjects, TagEdits& result)
{
    const NodeKind kind = graph.kind(uses.front().node);
    const std::string_view text = graph.text(uses.front().node);
    const auto wanted = [&](const PickleTrace::Text& use) -> std::string_view {
        const auto tag = wantedAt.find(use.offset);
        return tag == wantedAt.end() ? text : std::string_view(tag->second);
    };
    const auto literal = std::ranges::find_if(uses, &PickleTrace::Text::literal);
    // What the memo will hold: the text at the literal's own place. Uses that want another one stop using the memo.
    const std::string_view kept = literal == uses.end() ? text : wanted(*literal);
    for (const PickleTrace::Text& use : uses) {
        const bool changes = use.literal ? kept != text : wanted(use) != kept;
        if (changes) {
            CAIRN_ASSIGN(edit, replaceText(source, use.offset, kind, wanted(use)));
            result.edits.push_back(std::move(edit));
        }
        if (!wantedAt.contains(use.offset) && !ofObjects.contains(use.offset) && readsLikeDevice(text)) {
            ++result.lookalikes[std::string(text)];
        }
    }
    return {};
}

/// FRAME counts the bytes up to its end; what was inserted and removed in between changes the count.
Result<void> editFrames(const SourcePtr& source, const std::vector<std::uint64_t>& frames, std::vector<ByteEdit>& edits)
{
    constexpr std::uint64_t headBytes = 9;
    std::vector<ByteEdit> lengths;
    for (const std::uint64_t frame : frames) {
        std::array<std::byte, headBytes> head{};
        CAIRN_TRY(source->readAt(frame, head));
        const auto length = loadLittle<std::uint64_t>(head.data() + 1);
        const std::uint64_t begin = frame + headBytes;
        std::uint64_t newLength = length;
        for (auto edit = std::ranges::lower_bound(edits, begin, {}, &ByteEdit::offset);
             edit != edits.end() && edit->offset - begin < length; ++edit) {
            newLength += edit->inserted.size() - edit->removedBytes;
        }
        if (newLength != length) {
            std::string bytes;
            appendLittle(bytes, newLength, sizeof(newLength));
            lengths.push_back({frame + 1, headBytes - 1, std::move(bytes)});
        }
    }
    edits.insert(edits.end(), std::make_move_iterator(lengths.begin()), std::make_move_iterator(lengths.end()));
    std::ranges::sort(edits, {}, &ByteEdit::offset);
    return {};
}

/// Calls that move a tensor to the device in their third argument, as torch writes tensors of backends without
/// storages.
bool movesTensor(const PickleGraph& graph, NodeId call)
{
    const NodeId callable = graph.callable(call);
    if (!graph.is(callable, NodeKind::Global)) {
        return false;
    }
    const checkpoint::Constructor made =
        checkpoint::constructorOf(graph.global(callable).module, graph.global(callable).name);
    return made == checkpoint::Constructor::RebuildFromCpu || made == checkpoint::Constructor::RebuildFromNumpy;
}

/// Which instructions push tags, and what they should push.
std::unordered_map<std::uint64_t, std::string> findTags(const PickleGraph& graph, const PickleTrace& trace,
                                                        const TagOf& tagOf, TagEdits& result)
{
    std::unordered_map<std::uint64_t, std::string> wantedAt;
    const auto want = [&](std::uint64_t offset, std::string_view key, std::string_view old) {
        std::string tag = tagOf(key, old);
        result.changed += tag == old ? 0U : 1U;
        wantedAt.insert_or_assign(offset, std::move(tag));
    };
    checkpoint::PersistentIdReader reader;
    for (const PickleTrace::StorageReference& reference : trace.references) {
        if (const auto storage = reader.read(graph, reference.tuple)) {
            ++result.references;
            want(reference.tagOffset, storage->key, storage->device);
        }
    }
    for (const PickleTrace::Call& call : trace.calls) {
        if (movesTensor(graph, call.node)) {
            const std::string_view tag = graph.text(graph.tuple(graph.arguments(call.node))[2]);
            ++result.calls[std::string(tag)];
            want(call.thirdOffset, {}, tag);
        }
    }
    return wantedAt;
}

/// The device of a tensor without a storage can be a text among the arguments of another call, as torch writes those
/// with attributes of their own. It is not traced, so it has to be one that stays.
Result<void> refuseHiddenTags(const PickleGraph& graph, const PickleTrace& trace, const TagOf& tagOf)
{
    std::unordered_set<formats::NodeId> traced;
    for (const PickleTrace::Call& call : trace.calls) {
        if (movesTensor(graph, call.node)) {
            traced.insert(graph.tuple(graph.arguments(call.node))[2]);
        }
    }
    for (const formats::NodeId device : devicesOfTensors(graph)) {
        if (graph.isText(device) && !traced.contains(device) && tagOf({}, graph.text(device)) != graph.text(device)) {
            return fail(error(ErrorCode::Unsupported,
                              message("a tensor without a storage is on %1, which Cairn cannot change where it stands",
                                      inQuotes(graph.text(device))))
                            .because(message("It is among the arguments of a call that makes a subclass or gives the "
                                             "tensor attributes"))
                            .fix(message("Save the object again with PyTorch, with its tensors on the CPU")));
        }
    }
    return {};
}

/// Nothing if a tag, or bytes that hold storages, were not among what was traced.
Result<std::optional<TagEdits>> tryTagEdits(const SourcePtr& source, std::uint64_t offset, const TagRequest& request,
                                            bool everyText)
{
    PickleTrace trace;
    trace.everyText = everyText;
    CAIRN_ASSIGN(graph, formats::decodePickle(source, offset, {}, request.progress, &trace));
    TagEdits result;

    std::unordered_map<std::uint64_t, std::string> wantedAt = findTags(graph, trace, request.tagOf, result);
    CAIRN_TRY(refuseHiddenTags(graph, trace, request.tagOf));
    CAIRN_TRY(editDeviceObjects(source, graph, trace, request.tagOf, request.objects, wantedAt, result));

    std::unordered_set<std::uint64_t> ofObjects; // what a torch.device is made of is no string of its own
    for (const PickleTrace::Device& made : trace.devices) {
        ofObjects.insert(made.typeOffset);
    }

    // Uses of one string together, each group in stream order.
    std::ranges::sort(trace.texts, {}, [](const PickleTrace::Text& use) { return std::pair(use.node, use.offset); });
    std::size_t seenTags = 0;
    for (std::size_t begin = 0; begin < trace.texts.size();) {
        std::size_t end = begin;
        while (end < trace.texts.size() && trace.texts[end].node == trace.texts[begin].node) {
            seenTags += wantedAt.contains(trace.texts[end].offset) ? 1U : 0U;
            ++end;
        }
        const auto uses = std::span(trace.texts).subspan(begin, end - begin);
        if (!graph.isExternal(uses.front().node)) {
            CAIRN_TRY(editUses(source, graph, uses, wantedAt, ofObjects, result));
        }
        begin = end;
    }
    if (seenTags != wantedAt.size()) {
        return std::nullopt;
    }
    CAIRN_ASSIGN(wereTraced, editBlobs(source, graph, trace, request, result));
    if (!wereTraced) {
        return std::nullopt;
    }
    std::ranges::sort(result.edits, {}, &ByteEdit::offset);
    CAIRN_TRY(editFrames(source, trace.frames, result.edits));
    return result;
}

} // namespace

Result<TagEdits> planTagEdits(const SourcePtr& source, std::uint64_t offset, const TagRequest& request)
{
    for (const bool everyText : {false, true}) { // hardly ever does a tag look like none
        CAIRN_ASSIGN(result, tryTagEdits(source, offset, request, everyText));
        if (result) {
            return std::move(*result);
        }
    }
    return fail(
        error(ErrorCode::Unsupported,
              message("a device tag, or storage data inside the pickle, is written in a way that Cairn cannot change"))
            .because(message("It comes from an instruction that no pickler since protocol 0 uses for it"))
            .fix(message("Save the object again with a newer pickle protocol")));
}

Result<TagEdits> planLegacyTagEdits(const SourcePtr& source, const TagRequest& request)
{
    std::uint64_t object = 0;
    constexpr int pickledBefore = 3; // magic number, protocol version, system info
    for (int i = 0; i < pickledBefore; ++i) {
        CAIRN_ASSIGN(header, formats::decodePickle(source, object));
        object = header.endOffset();
    }
    return planTagEdits(source, object, request);
}

} // namespace cairn::convert
