#include "core/checkpoint/trust/given_values.h"

#include "core/base/checked.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/trust/element_type.h"
#include "core/checkpoint/trust/harmless_use.h"
#include "core/checkpoint/trust/quick_pattern.h"

#include <algorithm>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;

bool GivenValues::takes(const HonestCall& form, std::span<const NodeId> arguments, Moment at)
{
    std::size_t taken = 0;
    for (const Given wanted : form.arguments) {
        if (wanted == Given::Texts) {
            return std::ranges::all_of(arguments.subspan(taken), [this](NodeId node) { return m_graph.isText(node); });
        }
        if (wanted == Given::End || (wanted == Given::MayEnd && taken == arguments.size())) {
            break;
        }
        if (wanted == Given::MayEnd) {
            continue;
        }
        if (taken == arguments.size() || !isCheap(wanted, arguments[taken], arguments) ||
            (!is(wanted, arguments[taken], at) && !isForeign(arguments[taken]))) {
            return false;
        }
        ++taken;
    }
    return taken == arguments.size();
}

bool GivenValues::takesState(const HonestCall& form, NodeId call)
{
    constexpr std::size_t flags = 3;      // requires_grad, volatile, hooks
    constexpr std::size_t ofVariable = 5; // torch 0.1: data, gradient, hooks, requires_grad, volatile
    constexpr std::size_t properties = 5; // and since torch 2.15 strides
    bool isFine = form.after != After::Placement || m_graph.state(call) != formats::kNoNode;
    m_graph.forEachChange(call, [&](std::uint32_t index) {
        const formats::PickleGraph::Change& change = m_graph.changes()[index];
        if (change.what != formats::PickleGraph::Change::What::State || !isFine) {
            return;
        }
        const NodeId state = change.state;
        const auto parts = tupleOf(m_graph, state);
        const auto hasFlags = [&](std::size_t hooksAt) {
            return areHooks(parts[hooksAt]) &&
                   std::ranges::all_of(parts.subspan(parts.size() == flags ? 0 : flags),
                                       [&](NodeId part) { return part == parts[hooksAt] || isFlag(part); });
        };
        const auto isVariable = [&] {
            return parts.size() == ofVariable && isTensor(parts[0]) && !isComputed(parts[0]) &&
                   (m_graph.is(parts[1], NodeKind::None) || isTensor(parts[1])) && hasFlags(2);
        };
        const bool isDictionary = m_graph.is(state, NodeKind::Dict) ||
                                  (m_graph.is(state, NodeKind::Call) && m_graph.pairCount(state) != 0) ||
                                  isCallOf(state, "collections.OrderedDict dict");
        switch (form.after) {
        case After::Nothing: isFine = false; break;
        case After::Attributes: isFine = isDictionary || m_graph.is(state, NodeKind::None); break;
        case After::Placement: isFine = isDictionary; break;
        case After::Random: isFine = isRandomState(state, 0); break;
        case After::Fields:
            isFine = isDictionary || (m_graph.is(state, NodeKind::List) && isWhole(state, m_graph.whenChanged(index)));
            if (isFine && !isDictionary) {
                m_graph.forEachElement(state, [&](NodeId part) { isFine = isFine && isLiteral(part); });
            }
            break;
        case After::Properties:
            isFine = areStrides(parts, properties, m_graph.whenChanged(index)) && isTorchName(parts[0]) &&
                     (isTorchName(parts[1]) || isCallOf(parts[1], "torch.serialization._get_layout")) &&
                     isFlag(parts[2]) && m_graph.is(parts[3], NodeKind::Call) &&
                     m_document.className(m_graph.callable(parts[3])).ends_with("MEM_FORMAT_ENCODING") &&
                     isFlag(parts[4]);
            break;
        case After::Mesh:
            isFine = m_graph.is(state, NodeKind::Dict) &&
                     m_meshStates.of(state, [this](NodeId mesh) { return isMeshState(mesh); });
            break;
        case After::Parameter: isFine = (parts.size() == flags && hasFlags(2)) || isVariable(); break;
        case After::Tensor:
            isFine = (parts.size() == 4 && isStorageOf(parts[0], m_graph.callable(call)) &&
                      m_graph.is(parts[1], NodeKind::Int) && isInts(parts[2], m_graph.whenChanged(index)) &&
                      isInts(parts[3], m_graph.whenChanged(index))) ||
                     (parts.size() == flags && hasFlags(2)) || isVariable();
            break;
        case After::Other: break;
        }
    });
    return isFine;
}

bool GivenValues::is(Given wanted, NodeId node, Moment at)
{
    switch (wanted) {
    case Given::Anything: return true;
    case Given::Flag: return isFlag(node);
    case Given::Int: return m_graph.is(node, NodeKind::Int);
    case Given::Number: return m_graph.is(node, NodeKind::Int) || m_graph.is(node, NodeKind::Float);
    case Given::Text: return m_graph.isText(node);
    case Given::Literal: return isLiteral(node);
    case Given::Plain: return isPlain(node);
    case Given::Flat: return isFlat(node);
    case Given::Bytes: return isBytes(node);
    case Given::TextOrBytes: return m_graph.isText(node) || isBytes(node);
    case Given::Latin1: {
        const auto codec = keptText(m_graph, node);
        return codec && (*codec == "latin1" || *codec == "latin-1");
    }
    case Given::Ratio: { // an exponent would be a number with as many digits
        const auto text = keptText(m_graph, node);
        constexpr std::size_t mostDigits = 200; // both are divided by what they have in common
        return m_graph.is(node, NodeKind::Int) ||
               (text && text->size() <= mostDigits &&
                std::ranges::all_of(*text, [](char c) { return isDigit(c) || c == '-' || c == '/'; }));
    }
    case Given::Pattern: return m_graph.isText(node) || isBytes(node);
    case Given::Ints: return isInts(node, at);
    case Given::Offsets: return isDense(node) || areNumbers(node, at);
    case Given::List: return m_graph.is(node, NodeKind::List);
    case Given::Items:
        return node != formats::kNoNode && m_graph.kind(node) >= NodeKind::Tuple && m_graph.kind(node) <= NodeKind::Set;
    case Given::Pairs: return isPairs(node, at);
    case Given::Factory: return m_graph.is(node, NodeKind::Global) || m_graph.is(node, NodeKind::None);
    case Given::Class: return isClass(node);
    case Given::Name: return isMemoryFormat(keptText(m_graph, node).value_or(""));
    case Given::Storage: return isStorage(node);
    case Given::Tensor: return isTensor(node) && !isComputed(node);
    case Given::Dense: return isDense(node);
    case Given::Array: return isArray(node) && isNumberCode(elementCodeOfArray(m_graph, node));
    case Given::TorchType: return isTorchName(node);
    case Given::NumberType: return isTorchName(node) && !m_document.className(node).starts_with("torch.q");
    case Given::Layout: return isTorchName(node) || isCallOf(node, "torch.serialization._get_layout");
    case Given::Device: return isDevice(node);
    case Given::Duration: return isCallOf(node, "datetime.timedelta");
    case Given::Zone: return m_graph.is(node, NodeKind::None) || isCallOf(node, "datetime.timezone");
    case Given::Hooks: return areHooks(node);
    case Given::Metadata: return isMetadata(node, at);
    case Given::Quantizer: return isQuantizer(node, at);
    case Given::SparseParts: return areSparseParts(node, at);
    case Given::NestedParts: return areNestedParts(node, at);
    case Given::End:
    case Given::MayEnd:
    case Given::Texts: break;
    }
    return false;
}

bool GivenValues::isForeign(NodeId node) const
{
    const NodeId maker = m_graph.is(node, NodeKind::Call) ? m_document.classBehind(m_graph.callable(node)) : node;
    return m_graph.is(maker, NodeKind::Call) ||
           (m_graph.is(maker, NodeKind::Global) && m_shapes.of(maker) == CallShape::Foreign);
}

bool GivenValues::isLiteral(NodeId node) const
{
    return node != formats::kNoNode && m_graph.kind(node) < NodeKind::Tuple;
}

bool GivenValues::isFlag(NodeId node) const
{
    return m_graph.is(node, NodeKind::True) || m_graph.is(node, NodeKind::False) || m_graph.is(node, NodeKind::None) ||
           m_graph.is(node, NodeKind::Int);
}

bool GivenValues::isPlain(NodeId node) const
{
    if (!m_graph.is(node, NodeKind::Tuple)) {
        return isLiteral(node) || isBytes(node);
    }
    constexpr std::size_t longestUnit = 4; // of NumPy: name, number, denominator, event
    const auto unit = m_graph.tuple(node);
    return unit.size() <= longestUnit && std::ranges::all_of(unit, [this](NodeId part) { return isLiteral(part); });
}

bool GivenValues::isFlat(NodeId node) const
{
    constexpr std::size_t most = 16; // the fields of a time are eleven
    bool isFlat = isPlain(node);
    if (m_graph.is(node, NodeKind::Tuple)) {
        const auto parts = m_graph.tuple(node);
        isFlat = parts.size() <= most && std::ranges::all_of(parts, [this](NodeId part) {
                     return !m_graph.is(part, NodeKind::Tuple) && isPlain(part);
                 });
    } else if (m_graph.is(node, NodeKind::Dict)) {
        isFlat = m_graph.pairCount(node) <= most;
        m_graph.forEachPair(node, [&](NodeId key, NodeId value) {
            isFlat = isFlat && isPlain(key) && isPlain(value) && !m_graph.is(value, NodeKind::Tuple);
            return isFlat;
        });
    }
    return isFlat;
}

bool GivenValues::isBytes(NodeId node) const
{
    if (m_graph.is(node, NodeKind::Call) && m_document.className(m_graph.callable(node)) == "_codecs.encode") {
        const auto parts = tupleOf(m_graph, m_graph.arguments(node));
        return !parts.empty() && m_graph.is(parts[0], NodeKind::String);
    }
    return m_graph.is(node, NodeKind::Bytes) || m_graph.is(node, NodeKind::ByteArray) ||
           m_graph.is(node, NodeKind::Python2String);
}

/// The text, or the bytes, also where they are told as a text and its codec. None if it is none of these.
NodeId GivenValues::charactersOf(NodeId node) const
{
    if (m_graph.is(node, NodeKind::Call) && isBytes(node)) {
        return tupleOf(m_graph, m_graph.arguments(node))[0];
    }
    return m_graph.isText(node) || isBytes(node) ? node : formats::kNoNode;
}

bool GivenValues::isInts(NodeId node, Moment at) const
{
    constexpr std::size_t mostDims = 64; // torch goes through no more; many calls can share them
    if (m_graph.is(node, NodeKind::Call)) {
        const auto arguments = tupleOf(m_graph, m_graph.arguments(node));
        return arguments.size() == 1 && m_document.className(m_graph.callable(node)) == "torch.Size" &&
               !m_graph.is(arguments[0], NodeKind::Call) && isInts(arguments[0], at);
    }
    const auto isInt = [this](NodeId part) { return m_graph.is(part, NodeKind::Int); };
    if (m_graph.is(node, NodeKind::Tuple)) {
        const auto parts = m_graph.tuple(node);
        return parts.size() <= mostDims && std::ranges::all_of(parts, isInt);
    }
    if (!m_graph.is(node, NodeKind::List) || m_graph.elementCount(node) > mostDims || !isWhole(node, at)) {
        return false;
    }
    bool areInts = true;
    m_graph.forEachElement(node, [&](NodeId part) { return areInts = areInts && isInt(part); });
    return areInts;
}

bool GivenValues::isWhole(NodeId container, Moment at) const
{
    const bool isEmpty = m_graph.elementCount(container) == 0 && m_graph.pairCount(container) == 0;
    return isEmpty || m_graph.whenFilled(container) < at;
}

/// Tars have tensors of their own behind such references.
bool GivenValues::isStorage(NodeId node) const
{
    return m_graph.is(node, NodeKind::PersistentId) || isCallOf(node, "torch.storage._load_from_bytes");
}

/// One that a tensor of this class takes for its own: torch.HalfTensor and torch.HalfStorage, but for torch.Tensor,
/// which is of floats.
bool GivenValues::isStorageOf(NodeId node, NodeId tensorClass) const
{
    constexpr std::string_view ofTensor = "Tensor";
    constexpr std::string_view ofStorage = "Storage";
    const auto parts = m_graph.is(node, NodeKind::PersistentId) ? tupleOf(m_graph, m_graph.persistentId(node))
                                                                : std::span<const NodeId>();
    if (parts.size() < 2) {
        return isStorage(node);
    }
    const std::string_view tensor = m_document.className(tensorClass);
    const std::string_view storage = lastName(m_document.className(parts[1]));
    if (tensor.contains("sparse") || !tensor.ends_with(ofTensor) || !storage.ends_with(ofStorage)) {
        return false;
    }
    const std::string_view kind = lastName(tensor).substr(0, lastName(tensor).size() - ofTensor.size());
    return storage.substr(0, storage.size() - ofStorage.size()) == (kind.empty() ? "Float" : kind);
}

bool GivenValues::isTensor(NodeId node) const
{
    if (!m_graph.is(node, NodeKind::Call)) {
        return m_document.tensors != nullptr && m_graph.is(node, NodeKind::PersistentId);
    }
    const NodeId maker = m_document.classBehind(m_graph.callable(node));
    const CallShape shape = m_shapes.of(maker);
    return shape == CallShape::FromType || shape == CallShape::BareTensor || shape == CallShape::TensorClass ||
           isRebuilder(m_document.className(maker));
}

bool GivenValues::isComputed(NodeId node) const
{
    constexpr std::size_t classAt = 1;
    if (!m_graph.is(node, NodeKind::Call)) {
        return false;
    }
    const auto arguments = tupleOf(m_graph, m_graph.arguments(node));
    if (m_shapes.of(m_document.classBehind(m_graph.callable(node))) == CallShape::FromType) {
        return arguments.size() > classAt && isListed("torch.distributed.tensor.DTensor "
                                                      "torch.nested._internal.nested_tensor.NestedTensor",
                                                      m_document.className(arguments[classAt]));
    }
    return isCallOf(node, "torch._utils._rebuild_wrapper_subclass torch.nested._internal.nested_tensor._rebuild_njt");
}

bool GivenValues::isArray(NodeId node) const
{
    return m_graph.is(node, NodeKind::Call) && (m_shapes.of(m_graph.callable(node)) == CallShape::Reconstruct ||
                                                m_shapes.of(m_graph.callable(node)) == CallShape::FromBuffer);
}

bool GivenValues::isDense(NodeId node) const
{
    constexpr std::string_view makers = "torch._utils._rebuild_tensor torch._utils._rebuild_tensor_v2 "
                                        "torch._utils._rebuild_tensor_v3 torch._utils._rebuild_qtensor";
    if (!m_graph.is(node, NodeKind::Call) ||
        m_shapes.of(m_document.classBehind(m_graph.callable(node))) != CallShape::FromType) {
        return isCallOf(node, makers) && fitsStorage(tupleOf(m_graph, m_graph.arguments(node)));
    }
    const auto arguments = tupleOf(m_graph, m_graph.arguments(node)); // one that has attributes
    return arguments.size() > 2 && isListed(makers, m_document.className(arguments[0])) &&
           m_document.className(arguments[1]) == "torch.Tensor" && fitsStorage(tupleOf(m_graph, arguments[2]));
}

/// Whether a tensor has no more elements than its storage, or few: what copies an expanded one, or goes through it,
/// takes any time and memory. The parts are a storage, an offset and a size.
bool GivenValues::fitsStorage(std::span<const NodeId> parts, std::uint64_t few) const
{
    constexpr std::size_t sizeAt = 2;
    constexpr std::size_t countAt = 4; // kind, class, key, tag, count
    if (parts.size() <= sizeAt) {
        return false;
    }
    std::uint64_t room = few;
    if (m_graph.is(parts[0], NodeKind::PersistentId)) {
        const auto storage = tupleOf(m_graph, m_graph.persistentId(parts[0]));
        if (storage.size() > countAt && m_graph.is(storage[countAt], NodeKind::Int) &&
            m_graph.intValue(storage[countAt]) > 0) {
            room = std::max(room, static_cast<std::uint64_t>(m_graph.intValue(storage[countAt])));
        }
    } else if (const auto blob = isStorage(parts[0]) ? tupleOf(m_graph, m_graph.arguments(parts[0])) : parts.first(0);
               !blob.empty() && charactersOf(blob[0]) != formats::kNoNode) {
        room = std::max(room, m_graph.payload(charactersOf(blob[0])).bytes);
    }
    NodeId size = parts[sizeAt];
    if (m_graph.is(size, NodeKind::Call)) { // torch.Size((2, 3))
        const auto inner = tupleOf(m_graph, m_graph.arguments(size));
        size = inner.empty() ? size : inner[0];
    }
    std::optional<std::uint64_t> count = 1;
    const auto times = [&](NodeId dimension) {
        const bool isSize = m_graph.is(dimension, NodeKind::Int) && m_graph.intValue(dimension) >= 0;
        count = isSize && count ? checkedMultiply(*count, static_cast<std::uint64_t>(m_graph.intValue(dimension)))
                                : std::nullopt;
        return count.has_value();
    };
    m_graph.forEachElement(size, times);
    return count && *count <= room;
}

bool GivenValues::isCallOf(NodeId node, std::string_view names) const
{
    if (!m_graph.is(node, NodeKind::Call)) {
        return false;
    }
    const std::string_view name = m_document.className(m_graph.callable(node));
    return !name.empty() && isListed(names, name);
}

bool GivenValues::isClass(NodeId node) const
{
    return m_graph.is(m_document.classBehind(node), NodeKind::Global);
}

/// The name of a device, or a torch.device. A torch without Vulkan crashes when a tensor is to go there.
bool GivenValues::isDevice(Node node) const
{
    const auto arguments =
        isCallOf(node, "torch.device") ? tupleOf(m_graph, m_graph.arguments(node)) : std::span(&node, 1);
    const auto name = arguments.empty() ? std::nullopt : keptText(m_graph, arguments[0]);
    return name && name->substr(0, name->find(':')) != "vulkan";
}

/// A constant of torch: types, layouts, schemes. Never called, so no other name is more than that.
bool GivenValues::isTorchName(NodeId node) const
{
    return m_graph.is(node, NodeKind::Global) && m_shapes.of(node) == CallShape::NeverCalled;
}

bool GivenValues::isPairs(NodeId node, Moment at)
{
    if (m_graph.is(node, NodeKind::Dict)) {
        return true;
    }
    if (!m_graph.is(node, NodeKind::List) && !m_graph.is(node, NodeKind::Tuple)) {
        return false;
    }
    return isWhole(node, at) && m_pairs.of(node, [&](NodeId list) {
        constexpr std::size_t pair = 2;
        bool arePairs = true;
        m_graph.forEachElement(list, [&](NodeId item) {
            const bool isList = m_graph.is(item, NodeKind::List) && m_graph.elementCount(item) == pair;
            return arePairs = arePairs && (isList || tupleOf(m_graph, item).size() == pair);
        });
        return arePairs;
    });
}

/// None, or a dictionary of functions by their names. There are none in nearly all files.
bool GivenValues::areHooks(NodeId node) const
{
    constexpr std::uint32_t most = 100; // many calls can share them
    if (m_graph.is(node, NodeKind::None)) {
        return true;
    }
    const bool isOrdered = m_graph.is(node, NodeKind::Call) &&
                           m_document.className(m_graph.callable(node)) == "collections.OrderedDict" &&
                           tupleOf(m_graph, m_graph.arguments(node)).empty() && m_graph.state(node) == formats::kNoNode;
    if ((!isOrdered && !m_graph.is(node, NodeKind::Dict)) || m_graph.pairCount(node) > most) {
        return false;
    }
    bool areFunctions = true;
    m_graph.forEachPair(node, [&](NodeId key, NodeId hook) {
        areFunctions = m_graph.is(key, NodeKind::Int) && m_graph.is(hook, NodeKind::Global);
        return areFunctions;
    });
    return areFunctions;
}

/// Flags of all elements by their names: {"conj": True}.
bool GivenValues::isMetadata(NodeId node, Moment at) const
{
    constexpr std::uint32_t most = 16;
    if (m_graph.is(node, NodeKind::None)) {
        return true;
    }
    bool isPlain = m_graph.is(node, NodeKind::Dict) && m_graph.pairCount(node) <= most && isWhole(node, at);
    m_graph.forEachPair(node, [&](NodeId key, NodeId value) {
        const auto name = keptText(m_graph, key);
        const bool isTruth = m_graph.is(value, NodeKind::True) || m_graph.is(value, NodeKind::False);
        const bool isOfDevices = m_graph.is(value, NodeKind::Int) || m_graph.isText(value); // of those of others
        isPlain =
            isPlain && m_graph.isText(key) && name && (isTruth || (isOfDevices && *name != "conj" && *name != "neg"));
        return isPlain;
    });
    return isPlain;
}

/// As early torch wrote what became a tensor later.
bool GivenValues::areNumbers(NodeId node, Moment at)
{
    return m_graph.is(node, NodeKind::List) && isWhole(node, at) && m_numbers.of(node, [&](NodeId list) {
        bool all = true;
        m_graph.forEachElement(list, [&](NodeId item) { return all = all && is(Given::Number, item, at); });
        return all;
    });
}

bool GivenValues::isQuantizer(NodeId node, Moment at)
{
    const auto parts = tupleOf(m_graph, node);
    if (parts.size() < 3 || !isTorchName(parts[0])) {
        return false;
    }
    if (parts.size() == 3) {
        return is(Given::Number, parts[1], at) && m_graph.is(parts[2], NodeKind::Int);
    }
    return parts.size() == 4 &&
           std::ranges::all_of(parts.subspan(1, 2),
                               [&](NodeId part) { return isDense(part) || areNumbers(part, at); }) &&
           m_graph.is(parts[3], NodeKind::Int);
}

bool GivenValues::areSparseParts(NodeId node, Moment at)
{
    constexpr std::size_t fewest = 3;
    constexpr std::size_t most = 4;
    const auto parts = tupleOf(m_graph, node);
    return parts.size() >= fewest && parts.size() <= most && std::ranges::all_of(parts, [&](NodeId part) {
               return isDense(part) || isInts(part, at) || isFlag(part) || isForeign(part);
           });
}

bool GivenValues::areNestedParts(NodeId node, Moment at)
{
    bool areFine = isWhole(node, at) && m_nestedParts.of(node, [this](NodeId parts) { return hasNestedParts(parts); });
    if (areFine) {
        m_graph.forEachPair(node, [&](NodeId, NodeId value) {
            return areFine = areFine && (!m_graph.is(value, NodeKind::Dict) || isWhole(value, at));
        });
    }
    return areFine;
}

bool GivenValues::hasNestedParts(NodeId node) const
{
    constexpr std::string_view known =
        "_max_seqlen _metadata_cache _min_seqlen _ragged_idx lengths offsets requires_grad values";
    constexpr std::uint32_t most = 8; // as there are words
    bool areFine = m_graph.is(node, NodeKind::Dict) && m_graph.pairCount(node) <= most;
    m_graph.forEachPair(node, [&](NodeId key, NodeId value) {
        if (!areFine) {
            return false;
        }
        bool isPart = isDense(value) || isFlag(value);
        if (m_graph.is(value, NodeKind::Dict) && m_graph.pairCount(value) <= most) {
            isPart = true;
            m_graph.forEachPair(value, [&](NodeId inner, NodeId kept) {
                isPart = isPart && m_graph.isText(inner) && (isDense(kept) || isFlag(kept));
            });
        }
        return areFine = isPart && isListed(known, keptText(m_graph, key).value_or("-"));
    });
    return areFine;
}

/// Numbers, texts, bytes, arrays, and dictionaries of them: NumPy asks each for a number, or copies it.
bool GivenValues::isRandomState(NodeId state, std::size_t depth)
{
    return depth < kRandomLevels &&
           m_randomStates[depth].of(state, [this, depth](NodeId node) { return hasRandomState(node, depth); });
}

bool GivenValues::hasRandomState(NodeId state, std::size_t depth)
{
    constexpr std::uint32_t mostFields = 32;
    const auto isFine = [&](NodeId value) {
        return isLiteral(value) || isBytes(value) || isForeign(value) || isArray(value) ||
               isRandomState(value, depth + 1);
    };
    bool areFine = true;
    if (m_graph.is(state, NodeKind::Tuple)) { // the state, and what it was seeded with; or the old one of MT19937
        const auto parts = m_graph.tuple(state);
        return parts.size() <= mostFields && std::ranges::all_of(parts, isFine);
    }
    if (!m_graph.is(state, NodeKind::Dict) || m_graph.pairCount(state) > mostFields) {
        return false;
    }
    m_graph.forEachPair(
        state, [&](NodeId key, NodeId value) { return areFine = areFine && m_graph.isText(key) && isFine(value); });
    return areFine;
}

bool GivenValues::isDTensorState(NodeId state, Moment at) const
{
    constexpr std::uint32_t most = 16;
    const auto parts = tupleOf(m_graph, state); // the attributes of a dictionary, and those of slots
    bool isFine = parts.size() == 2;
    bool hasTensor = false;
    for (const NodeId part : parts) {
        isFine = isFine && (m_graph.is(part, NodeKind::None) ||
                            (m_graph.is(part, NodeKind::Dict) && isWhole(part, at) && m_graph.pairCount(part) <= most));
        m_graph.forEachPair(part, [&](NodeId key, NodeId value) {
            const std::string_view name = keptText(m_graph, key).value_or("");
            if (name == "_local_tensor") {
                hasTensor = true;
                isFine = isFine && isTensor(value) && !isComputed(value);
            } else if (name == "_spec") {
                isFine = isFine && isCallOf(value, "torch.distributed.tensor._dtensor_spec.DTensorSpec");
            }
            return isFine;
        });
    }
    return isFine && hasTensor;
}

/// Whether a call that gets this takes no more time and memory than the file accounts for. torch sets up quantised
/// tensors in their full size before it gives them their storage.
bool GivenValues::isCheap(Given wanted, NodeId node, std::span<const NodeId> arguments) const
{
    constexpr std::uint64_t few = std::uint64_t{1} << 26;
    return wanted == Given::Quantizer ? fitsStorage(arguments, few)
                                      : wanted != Given::Pattern || isQuickPattern(node, arguments);
}

bool GivenValues::isQuickPattern(NodeId pattern, std::span<const NodeId> arguments) const
{
    if (isForeign(pattern)) {
        return true; // the file is judged by the name of that
    }
    const NodeId kept = charactersOf(pattern);
    return kept != formats::kNoNode && !m_graph.isExternal(kept) && arguments.size() == 2 &&
           m_graph.is(arguments[1], NodeKind::Int) &&
           checkpoint::isQuickPattern(m_graph.text(kept), m_graph.intValue(arguments[1]));
}

/// What its function for states goes through are names.
bool GivenValues::isMeshState(NodeId state) const
{
    bool isFine = true;
    m_graph.forEachPair(state, [&](NodeId key, NodeId value) {
        if (keptText(m_graph, key).value_or("") == "_dim_group_names") {
            const bool isList = m_graph.is(value, NodeKind::List) || m_graph.is(value, NodeKind::Tuple);
            isFine = isFine && isList && m_graph.elementCount(value) <= 64;
            if (isFine) {
                m_graph.forEachElement(value, [&](NodeId name) { isFine = isFine && m_graph.isText(name); });
            }
        }
    });
    return isFine;
}

} // namespace cairn::checkpoint
