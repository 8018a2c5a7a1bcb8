#include "core/convert/retag/device_objects.h"

#include "core/checkpoint/pickles/constructor.h"
#include "core/formats/pickle/pickle_scanner.h"

#include <charconv>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cairn::convert {

using formats::ByteEdit;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;
using formats::PickleOp;
using formats::PickleTrace;

namespace {

/// "cuda:3" in its two parts.
struct Device {
    std::string type;
    std::optional<std::uint8_t> index;
};

std::optional<Device> parseDevice(std::string_view text)
{
    const std::size_t colon = text.find(':');
    Device device{.type = std::string(text.substr(0, colon)), .index = {}};
    if (colon != std::string_view::npos) {
        const std::string_view digits = text.substr(colon + 1);
        std::uint8_t index = 0;
        const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), index);
        if (end.ec != std::errc() || end.ptr != digits.data() + digits.size()) {
            return std::nullopt;
        }
        device.index = index;
    }
    return device;
}

bool isMemo(PickleOp op)
{
    return op == PickleOp::Put || op == PickleOp::BinPut || op == PickleOp::LongBinPut || op == PickleOp::Memoize;
}

bool pushesInt(PickleOp op)
{
    return op == PickleOp::BinInt || op == PickleOp::BinInt1 || op == PickleOp::BinInt2 || op == PickleOp::Int ||
           op == PickleOp::Long1;
}

/// What stands between the type and the call: an index, if there is one, and what makes the tuple. Nothing if it is
/// written in another way than picklers do.
Result<std::optional<ByteEdit>> editIndex(const SourcePtr& source, std::uint64_t typeOffset, bool hasIndex,
                                          std::optional<std::uint8_t> index)
{
    using Edit = std::optional<ByteEdit>;
    formats::PickleScanner scanner(source, typeOffset);
    formats::PickleInstruction instruction;
    CAIRN_TRY(scanner.next(instruction));
    do {
        CAIRN_TRY(scanner.next(instruction));
    } while (isMemo(instruction.op));
    const std::uint64_t begin = instruction.offset;
    if (hasIndex) {
        if (!pushesInt(instruction.op)) {
            return Edit();
        }
        CAIRN_TRY(scanner.next(instruction));
    }
    const bool isMarked = instruction.op == PickleOp::Tuple;
    if (!isMarked && instruction.op != (hasIndex ? PickleOp::Tuple2 : PickleOp::Tuple1)) {
        return Edit();
    }
    std::string bytes;
    if (index) {
        bytes = {static_cast<char>(PickleOp::BinInt1), static_cast<char>(*index)};
    }
    bytes += static_cast<char>(isMarked ? PickleOp::Tuple : index ? PickleOp::Tuple2 : PickleOp::Tuple1);
    return Edit(ByteEdit{begin, scanner.position() - begin, std::move(bytes)});
}

/// "cuda:3", as the call spells it; nothing if it makes no device.
std::optional<std::string> spelled(const PickleGraph& graph, std::span<const NodeId> arguments)
{
    std::string text(graph.text(arguments[0]));
    if (arguments.size() == 2) {
        if (!graph.is(arguments[1], NodeKind::Int)) {
            return std::nullopt;
        }
        text += ":" + std::to_string(graph.intValue(arguments[1]));
    }
    return text;
}

/// What the keys of dictionaries are made of. Two keys that became one device would be an entry less.
std::unordered_set<NodeId> nodesOfKeys(const PickleGraph& graph)
{
    std::vector<NodeId> open;
    const auto add = [&](NodeId node) {
        if (graph.is(node, NodeKind::Call) || graph.is(node, NodeKind::Tuple) || graph.is(node, NodeKind::FrozenSet)) {
            open.push_back(node);
        }
    };
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        graph.forEachPair(node, [&](NodeId key, NodeId) { add(key); });
    }
    std::unordered_set<NodeId> seen;
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        if (seen.insert(node).second) {
            graph.forEachElement(node, add);
            add(graph.is(node, NodeKind::Call) ? graph.arguments(node) : formats::kNoNode);
        }
    }
    return seen;
}

checkpoint::Constructor constructorIn(const PickleGraph& graph, NodeId callable)
{
    return graph.is(callable, NodeKind::Global)
               ? checkpoint::constructorOf(graph.global(callable).module, graph.global(callable).name)
               : checkpoint::Constructor::Other;
}

std::span<const NodeId> argumentsIn(const PickleGraph& graph, NodeId tuple)
{
    return graph.is(tuple, NodeKind::Tuple) ? graph.tuple(tuple) : std::span<const NodeId>{};
}

} // namespace

std::unordered_set<NodeId> devicesOfTensors(const PickleGraph& graph)
{
    using checkpoint::Constructor;
    std::unordered_set<NodeId> devices;
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        if (!graph.is(node, NodeKind::Call)) {
            continue;
        }
        Constructor made = constructorIn(graph, graph.callable(node));
        std::span<const NodeId> arguments = argumentsIn(graph, graph.arguments(node));
        const bool isOfType = made == Constructor::RebuildFromType || made == Constructor::RebuildFromTypeV2;
        if (isOfType && arguments.size() > 2) { // (function, class, its arguments, ...)
            made = constructorIn(graph, arguments[0]);
            arguments = argumentsIn(graph, arguments[2]);
        }
        const bool isMoved = made == Constructor::RebuildFromCpu || made == Constructor::RebuildFromNumpy;
        const std::size_t place = made == Constructor::RebuildWrapper ? 6 : 2;
        if ((isMoved || made == Constructor::RebuildWrapper) && place < arguments.size()) {
            devices.insert(arguments[place]);
        }
    }
    return devices;
}

Result<void> editDeviceObjects(const SourcePtr& source, const PickleGraph& graph, const PickleTrace& trace,
                               const TagOf& tagOf, DeviceObjects objects,
                               std::unordered_map<std::uint64_t, std::string>& wantedAt, TagEdits& result)
{
    if (trace.devices.empty()) {
        return {};
    }
    const std::unordered_set<NodeId> keys = nodesOfKeys(graph);
    const std::unordered_set<NodeId> tags = devicesOfTensors(graph);
    for (const PickleTrace::Device& made : trace.devices) {
        const bool isTag = tags.contains(made.node);
        if (!isTag && (objects == DeviceObjects::Keep || keys.contains(made.node))) {
            continue;
        }
        const auto arguments = graph.tuple(graph.arguments(made.node));
        const auto old = spelled(graph, arguments);
        if (!old) {
            continue;
        }
        const std::string wanted = tagOf({}, *old);
        const auto device = parseDevice(wanted);
        if (isTag) {
            ++result.calls[*old];
            result.changed += wanted != *old ? 1U : 0U;
        }
        if (wanted == *old || !device) {
            if (isTag) { // no ordinary text, although it stays
                wantedAt.emplace(made.typeOffset, std::string(graph.text(arguments[0])));
            }
            continue;
        }
        CAIRN_ASSIGN(edit, editIndex(source, made.typeOffset, arguments.size() == 2, device->index));
        if (!edit && isTag) {
            return fail(
                error(ErrorCode::Unsupported,
                      message("the device of a tensor without a storage is written in a way that Cairn cannot change"))
                    .because(message("It comes from instructions that no pickler uses for it"))
                    .fix(message("Save the object again with PyTorch")));
        }
        if (edit) {
            wantedAt.insert_or_assign(made.typeOffset, device->type);
            result.edits.push_back(std::move(*edit));
            if (!isTag) {
                ++result.devices[*old + " -> " + wanted];
            }
        }
    }
    return {};
}

} // namespace cairn::convert
