#include "core/checkpoint/tree/unpicklable.h"

#include "core/base/text/text.h"
#include "core/checkpoint/pickles/bytes_value.h"
#include "core/checkpoint/pickles/constructor.h"
#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/python/numpy_value.h"
#include "core/checkpoint/python/python_value.h"
#include "core/checkpoint/tree/unhashable_keys.h"
#include "core/checkpoint/trust/python_modules.h"
#include "core/formats/dtype.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

using Takes = bool (*)(const PickleCall&);

bool isWhole(const PickleGraph& graph, NodeId node)
{
    return graph.is(node, NodeKind::Int) || graph.is(node, NodeKind::BigInt);
}

bool isTruth(const PickleGraph& graph, NodeId node)
{
    return graph.is(node, NodeKind::True) || graph.is(node, NodeKind::False);
}

bool isZero(const PickleGraph& graph, NodeId node)
{
    return graph.is(node, NodeKind::Int) && graph.intValue(node) == 0;
}

/// What has a text as a value has arguments that fit.
bool takesAsValue(const PickleCall& call)
{
    return pythonValue(call.graph(), call.source(), call.node()).has_value();
}

/// What torch, and extensions of it, call devices.
constexpr std::string_view kDevices =
    "cpu cuda hip hpu ideep ipu fpga lazy maia meta mkldnn mlu mps mtia musa npu opencl "
    "opengl ort privateuseone ve vulkan xla xpu";

bool takesDevice(const PickleCall& call)
{
    const std::string_view text = call.text(0).value_or("");
    const std::size_t colon = text.find(':');
    const std::string_view type = text.substr(0, colon);
    const std::string_view index = colon == std::string_view::npos ? "0" : text.substr(colon + 1);
    std::int32_t number = 0;
    const char* const end = index.data() + index.size();
    const auto [at, failure] = std::from_chars(index.data(), end, number);
    const bool isIndex = failure == std::errc() && at == end && std::to_string(number) == index && number >= 0;
    return isListed(kDevices, type) && isIndex && call.count() <= 2 &&
           (call.count() == 1 || (colon == std::string_view::npos && call.integer(1).value_or(-1) >= 0));
}

bool takesBytes(const PickleCall& call)
{
    if (const auto text = call.text(0); text && call.count() == 2) {
        constexpr unsigned char lastOfLatin1 = 0xC3; // begins its letters in UTF-8
        return std::ranges::all_of(*text, [](char c) { return static_cast<unsigned char>(c) <= lastOfLatin1; });
    }
    const bool isText = call.count() == 1 && call.graph().isText(call.argument(0)); // which wants its encoding
    return call.count() == 0 || (!isText && bytesValue(call.graph(), call.source(), call.node(), 0));
}

/// A number, or a text that is one.
bool takesNumber(const PickleCall& call)
{
    const std::string_view type = call.name().name;
    if (call.count() > 1) {
        return false;
    }
    const bool isInteger = type.contains("int") || type.contains("long");
    for (const NodeId argument : call.arguments()) {
        const PickleGraph& graph = call.graph();
        if (graph.is(argument, NodeKind::Float)) {
            if (isInteger && !std::isfinite(graph.floatValue(argument))) {
                return false;
            }
        } else if (const auto text = keptText(graph, argument)) {
            const char* const end = text->data() + text->size();
            std::int64_t whole = 0;
            double number = 0;
            const auto [parsed, failure] =
                isInteger ? std::from_chars(text->data(), end, whole) : std::from_chars(text->data(), end, number);
            if (failure != std::errc() || parsed != end) {
                return false;
            }
        } else if (graph.is(argument, NodeKind::BigInt)) {
            const std::size_t bytes = graph.text(argument).size();
            constexpr std::size_t mostOfFloat = 128;  // 2 to the power of 1024
            constexpr std::size_t mostOfUnsigned = 9; // the last for its sign
            const bool isUnsigned = type.starts_with("uint64") || type.starts_with("ulong");
            if (type != "int" && bytes > (isInteger ? (isUnsigned ? mostOfUnsigned : 0) : mostOfFloat)) {
                return false;
            }
        } else if (!isWhole(graph, argument) && !isTruth(graph, argument)) {
            return false;
        }
    }
    return true;
}

bool takesComplex(const PickleCall& call)
{
    const PickleGraph& graph = call.graph();
    return call.count() <= 2 && std::ranges::all_of(call.arguments(), [&](NodeId part) {
               return isWhole(graph, part) || graph.is(part, NodeKind::Float) || isTruth(graph, part);
           });
}

bool takesRange(const PickleCall& call)
{
    constexpr std::size_t most = 3;
    return call.count() >= 1 && call.count() <= most &&
           std::ranges::all_of(call.arguments(), [&](NodeId part) { return isWhole(call.graph(), part); }) &&
           (call.count() < most || !isZero(call.graph(), call.argument(2)));
}

/// "-3/4", "3", or whole numbers.
bool takesFraction(const PickleCall& call)
{
    const auto text = call.text(0);
    if (!text) {
        return call.count() <= 2 &&
               std::ranges::all_of(call.arguments(), [&](NodeId part) { return isWhole(call.graph(), part); }) &&
               (call.count() < 2 || !isZero(call.graph(), call.argument(1)));
    }
    const std::string_view above = text->substr(0, text->find('/')).substr(text->starts_with('-') ? 1 : 0);
    const std::string_view below = text->contains('/') ? text->substr(text->find('/') + 1) : "1";
    return call.count() == 1 && !above.empty() && std::ranges::all_of(above, isDigit) &&
           std::ranges::all_of(below, isDigit) && below.find_first_not_of('0') != std::string_view::npos;
}

bool takesFlags(const PickleCall& call)
{
    return call.count() == 0 || (call.count() == 1 && isTruth(call.graph(), call.argument(0)));
}

/// A tensor, and whether it has gradients.
bool takesParameter(const PickleCall& call)
{
    return call.count() < 2 || isTruth(call.graph(), call.argument(1));
}

/// 32 hexadecimal digits, with the words, braces and dashes that Python passes over.
bool takesUuid(const PickleCall& call)
{
    std::string text(call.text(0).value_or(""));
    constexpr std::size_t longest = 100; // that anybody writes
    if (text.size() > longest) {
        return false;
    }
    for (const std::string_view word : {"urn:", "uuid:"}) {
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
            text.erase(at, word.size());
        }
    }
    constexpr std::string_view braces = "{}";
    std::string number = text.substr(std::min(text.find_first_not_of(braces), text.size()));
    number.resize(number.find_last_not_of(braces) + 1);
    std::erase(number, '-');
    constexpr std::size_t digits = 32;
    return call.count() == 0 ||
           (number.size() == digits && number.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos);
}

bool takesDecimal(const PickleCall& call)
{
    const std::string text = inSmallLetters(call.text(0).value_or(""));
    std::string_view number = text;
    number.remove_prefix(number.starts_with('-') || number.starts_with('+') ? 1 : 0);
    if (number.starts_with("nan") || number.starts_with("snan")) { // digits may follow
        number.remove_prefix(number.starts_with('s') ? 4 : 3);
        return std::ranges::all_of(number, isDigit);
    }
    double parsed = 0;
    const char* const end = number.data() + number.size();
    const auto [at, failure] = std::from_chars(number.data(), end, parsed);
    return number == "inf" || number == "infinity" ||
           (!number.starts_with('-') && at == end && failure != std::errc::invalid_argument);
}

bool takesLength(const PickleCall& call)
{
    return call.count() < 2 || call.graph().is(call.argument(1), NodeKind::None) || call.integer(1).value_or(-1) >= 0;
}

bool takesTime(const PickleCall& call)
{
    constexpr std::uint32_t fewest = 9;
    constexpr std::uint32_t most = 11;
    const PickleGraph& graph = call.graph();
    const NodeId parts = call.argument(0);
    const bool isSequence = graph.is(parts, NodeKind::Tuple) || graph.is(parts, NodeKind::List);
    return isSequence && graph.elementCount(parts) >= fewest && graph.elementCount(parts) <= most;
}

/// torch._utils._set_obj_state() takes a dictionary, or one of the object and one of its slots.
bool takesState(const PickleCall& call)
{
    const PickleGraph& graph = call.graph();
    const auto isNone = [&](NodeId node) { return graph.is(node, NodeKind::None); };
    const auto isState = [&](NodeId node) {
        bool hasNames = true; // they become attributes
        if (graph.is(node, NodeKind::Dict)) {
            graph.forEachPair(node, [&](NodeId key, NodeId) { hasNames = hasNames && graph.isText(key); });
        }
        return isNone(node) || (graph.is(node, NodeKind::Dict) && hasNames) || graph.is(node, NodeKind::Call);
    };
    constexpr std::size_t stateAt = 3;
    const NodeId state = call.argument(stateAt);
    const auto halves = tupleOf(graph, state);
    return graph.is(state, NodeKind::Tuple) ? halves.size() == 2 && std::ranges::all_of(halves, isState)
                                            : isState(state);
}

/// torch.FloatTensor and its like are no classes that others can be of, nor is anything else of torch's main module or
/// of Python. torch's own classes have the state of any tensor.
bool takesTensorClass(const PickleCall& call)
{
    const auto type = pythonName(call.graph(), call.argument(1));
    if (!type) {
        return true;
    }
    const bool isOwn = type->is("torch", "Tensor") || type->is("torch._tensor", "Tensor");
    if (isOwn || type->module == "torch.nn.parameter") {
        return takesState(call);
    }
    return type->module != "torch" && !isPythonModule(type->module) &&
           constructorOf(type->module, type->name) != Constructor::TensorClass;
}

/// Only a class that says what its functions do is without numbers.
bool takesWrapper(const PickleCall& call)
{
    const auto type = pythonName(call.graph(), call.argument(0));
    return !type || (!type->is("torch", "Tensor") && !type->is("torch._tensor", "Tensor") &&
                     !type->is("torch.nn.parameter", "Parameter"));
}

/// The classes of others have states of their own.
bool takesArrayState(const PickleCall& call)
{
    const auto type = pythonName(call.graph(), call.argument(0));
    return call.state() == formats::kNoNode || !type || !type->is("numpy", "ndarray") || isWholeNumpyArray(call);
}

/// The state of random numbers: that of this generator, at a place that a number of C can hold.
bool takesRandomState(const PickleCall& call)
{
    const PickleGraph& graph = call.graph();
    constexpr std::uint32_t mostKeys = 16; // many calls can share one state
    const auto valueOf = [&](NodeId dict, std::string_view key) {
        return graph.is(dict, NodeKind::Dict) && graph.pairCount(dict) <= mostKeys ? graph.lookup(dict, key)
                                                                                   : formats::kNoNode;
    };
    const auto type = keptText(graph, call.argument(0));
    const auto named = keptText(graph, valueOf(call.state(), "bit_generator"));
    const NodeId place = valueOf(valueOf(call.state(), "state"), "pos");
    const bool isOfOther = named && call.name().module != "numpy.random._pickle" && *named != call.name().name;
    const bool isOfAnother = named && type && *named != *type;
    return !isOfOther && !isOfAnother &&
           (place == formats::kNoNode ||
            (graph.is(place, NodeKind::Int) && std::in_range<std::int32_t>(graph.intValue(place))));
}

/// In the files of torch.save the classes of storages are names, and no classes.
bool takesNothing(const PickleCall& /*call*/)
{
    return false;
}

bool isStorageClass(std::string_view name)
{
    return name.starts_with("torch.") && name.ends_with("Storage") && !name.ends_with("typedStorage") &&
           !name.ends_with("TypedStorage");
}

struct CheckedCalls {
    std::string_view names; ///< separated by blanks
    Takes takes;
};

constexpr std::array kChecked = {
    CheckedCalls{"_codecs.encode bytearray bytes", takesBytes},
    CheckedCalls{"int float numpy.complex128 numpy.complex64 numpy.float16 numpy.float32 numpy.float64 numpy.int16 "
                 "numpy.int32 numpy.int64 numpy.int8 numpy.longlong numpy.uint16 numpy.uint32 numpy.uint64 "
                 "numpy.uint8 numpy.ulonglong",
                 takesNumber},
    CheckedCalls{"datetime.date datetime.time datetime.datetime datetime.timedelta datetime.timezone "
                 "torch.serialization._get_layout",
                 takesAsValue},
    CheckedCalls{"complex", takesComplex},
    CheckedCalls{"range", takesRange},
    CheckedCalls{"fractions.Fraction", takesFraction},
    CheckedCalls{"numpy.dtype", isKnownNumpyType},
    CheckedCalls{"collections.deque", takesLength},
    CheckedCalls{"decimal.Decimal", takesDecimal},
    CheckedCalls{"time.struct_time", takesTime},
    CheckedCalls{"numpy.core.multiarray.scalar numpy._core.multiarray.scalar", isWholeNumpyScalar},
    CheckedCalls{"numpy.core.multiarray._reconstruct numpy._core.multiarray._reconstruct", takesArrayState},
    CheckedCalls{"numpy.core.numeric._frombuffer numpy._core.numeric._frombuffer", isWholeNumpyArray},
    CheckedCalls{"numpy.random._pickle.__bit_generator_ctor numpy.random._pickle.__randomstate_ctor "
                 "numpy.random._mt19937.MT19937 numpy.random._pcg64.PCG64 numpy.random._pcg64.PCG64DXSM "
                 "numpy.random._philox.Philox numpy.random._sfc64.SFC64",
                 takesRandomState},
    CheckedCalls{"torch.device", takesDevice},
    CheckedCalls{"torch.nn.parameter.UninitializedBuffer torch.nn.parameter.UninitializedParameter", takesFlags},
    CheckedCalls{"torch.nn.parameter.Buffer torch.nn.parameter.Parameter", takesParameter},
    CheckedCalls{"uuid.UUID", takesUuid},
    CheckedCalls{"torch._utils._rebuild_parameter_with_state", takesState},
    CheckedCalls{"torch._utils._rebuild_wrapper_subclass", takesWrapper},
    CheckedCalls{"torch._tensor._rebuild_from_type torch._tensor._rebuild_from_type_v2", takesTensorClass},
};

Takes checkOf(const PickleDocument& document, std::uint32_t global)
{
    const std::string_view name = document.globalName(global);
    if (document.locator != nullptr && isStorageClass(name)) {
        return takesNothing;
    }
    const auto* const checked =
        std::ranges::find_if(kChecked, [&](const CheckedCalls& calls) { return isListed(calls.names, name); });
    return checked == kChecked.end() ? nullptr : checked->takes;
}

/// Files can have NumPy's scalars by the million, and most are like the one before: of the same type, which is one
/// node, and with as many bytes.
class ScalarsAlike {
public:
    explicit ScalarsAlike(const PickleGraph& graph) : m_graph(graph) {}

    [[nodiscard]] bool isLikeLast(NodeId call) const
    {
        const auto arguments = tupleOf(m_graph, m_graph.arguments(call));
        return arguments.size() == 2 && arguments[0] == m_type && bytesOf(arguments[1]) == m_bytes;
    }
    /// One that NumPy takes.
    void remember(NodeId call)
    {
        const auto arguments = tupleOf(m_graph, m_graph.arguments(call));
        if (arguments.size() == 2 && bytesOf(arguments[1])) {
            m_type = arguments[0];
            m_bytes = bytesOf(arguments[1]);
        }
    }

private:
    /// How many bytes they are, or the letters of Latin-1 that stand for bytes in protocol 2.
    [[nodiscard]] std::optional<std::uint64_t> bytesOf(NodeId value) const
    {
        if (m_graph.is(value, NodeKind::Bytes)) {
            return m_graph.payload(value).bytes;
        }
        const auto arguments =
            m_graph.is(value, NodeKind::Call) ? tupleOf(m_graph, m_graph.arguments(value)) : std::span<const NodeId>();
        const auto text = arguments.size() == 2 ? keptText(m_graph, arguments[0]) : std::nullopt;
        const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
        return text ? std::optional(static_cast<std::uint64_t>(std::ranges::count_if(*text, begins))) : std::nullopt;
    }

    const PickleGraph& m_graph;
    NodeId m_type = formats::kNoNode;
    std::optional<std::uint64_t> m_bytes;
};

bool isStorageReference(const PickleGraph& graph, NodeId pid)
{
    const auto parts = tupleOf(graph, pid);
    return !parts.empty() && graph.isText(parts[0]) && keptText(graph, parts[0]) == "storage";
}

/// What a reference to a storage has in the place of its class, if torch knows no such class. `areStorages`: whether it
/// does, by global.
std::optional<std::string> namesNoStorageClass(const PickleGraph& graph, NodeId pid,
                                               const std::vector<bool>& areStorages)
{
    const auto parts = tupleOf(graph, pid);
    const bool isOther = parts.size() > 1 && graph.is(parts[1], NodeKind::Global) &&
                         !areStorages[graph.globalIndex(parts[1])] && isStorageReference(graph, pid);
    return isOther ? std::optional(graph.globalText(parts[1])) : std::nullopt;
}

/// What looking at a call takes, in letters: many calls can share what they are given.
class Effort {
public:
    explicit Effort(const PickleDocument& document)
        : m_graph(document.graph), m_left(document.source->sizeBytes() * kEach + kLeast)
    {
    }

    /// False where it is more than any honest file needs.
    [[nodiscard]] bool spend(const PickleCall& call)
    {
        constexpr std::size_t mostArguments = 16; // torch has functions of eight
        std::uint64_t letters = 1;
        for (const auto parts : {call.arguments(), tupleOf(m_graph, call.state())}) {
            if (parts.size() > mostArguments) {
                return false;
            }
            for (const NodeId part : parts) {
                letters += lettersOf(part);
            }
        }
        const bool fits = letters <= m_left;
        m_left -= fits ? letters : 0;
        return fits;
    }

private:
    /// Of a text, and of one that stands for bytes; the pairs of a dictionary.
    [[nodiscard]] std::uint64_t lettersOf(NodeId node) const
    {
        if (m_graph.is(node, NodeKind::Tuple)) {
            std::uint64_t pairs = 1;
            for (const NodeId part : m_graph.tuple(node)) {
                pairs += m_graph.is(part, NodeKind::Dict) ? m_graph.pairCount(part) : 0;
            }
            return pairs;
        }
        if (m_graph.is(node, NodeKind::Dict)) {
            return 1 + m_graph.pairCount(node);
        }
        if (m_graph.is(node, NodeKind::Call)) {
            const auto arguments = tupleOf(m_graph, m_graph.arguments(node));
            return arguments.empty() ? 1 : 1 + keptText(m_graph, arguments[0]).value_or("").size();
        }
        return 1 + keptText(m_graph, node).value_or("").size();
    }

    static constexpr std::uint64_t kEach = 16;
    static constexpr std::uint64_t kLeast = 1U << 16;

    const PickleGraph& m_graph;
    std::uint64_t m_left;
};

/// A class that is no module, with its source as modules have it. Where that differs from the source that Python has,
/// torch asks the class for a member of modules.
bool hasSourceOfOtherClass(const PickleDocument& document, std::span<const NameTrust> trusts, NodeId node)
{
    const PickleGraph& graph = document.graph;
    const NodeId held = document.classBehind(node);
    if (held == node || !graph.is(held, NodeKind::Global) || trusts[graph.globalIndex(held)].trust != Trust::DataOnly ||
        document.className(held).starts_with("torch.nn.modules.")) {
        return false;
    }
    constexpr std::size_t textsOfSource = 2; // the name of its file, and what is in it
    const auto parts = graph.tuple(graph.persistentId(node));
    return parts.size() > textsOfSource &&
           std::ranges::all_of(parts.last(textsOfSource), [&](NodeId part) { return graph.isText(part); });
}

} // namespace

std::optional<Message> whyUnpicklable(const PickleDocument& document, std::span<const NameTrust> trusts)
{
    const PickleGraph& graph = document.graph;
    std::vector<Takes> takes; // by global
    std::vector<bool> areStorages;
    for (std::uint32_t global = 0; global < graph.globals().size(); ++global) {
        takes.push_back(trusts[global].trust == Trust::DataOnly ? checkOf(document, global) : nullptr);
        areStorages.push_back(formats::dtypeByStorageClass(graph.globals()[global].name).has_value());
    }
    ScalarsAlike scalars(graph);
    Effort effort(document);
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        if (hasSourceOfOtherClass(document, trusts, node)) {
            return message("the class %1 has its source with it, and is no module", document.className(node));
        }
        if (graph.is(node, NodeKind::PersistentId) && document.locator != nullptr) {
            if (!graph.is(graph.persistentId(node), NodeKind::Tuple)) {
                return message("a reference to a storage is no tuple");
            }
            const auto parts = static_cast<std::uint32_t>(document.locator->partsOfId());
            if (const auto count = graph.elementCount(graph.persistentId(node));
                !document.isProgram && count > parts && isStorageReference(graph, graph.persistentId(node))) {
                return message("a reference to a storage has %1 parts instead of %2", std::to_string(count),
                               std::to_string(parts));
            }
            if (const auto name = namesNoStorageClass(graph, graph.persistentId(node), areStorages)) {
                return message("a reference to a storage names %1, which is no storage class", inQuotes(*name));
            }
        }
        const NodeId callable = graph.is(node, NodeKind::Call) ? graph.callable(node) : formats::kNoNode;
        const Takes look = graph.is(callable, NodeKind::Global) ? takes[graph.globalIndex(callable)] : nullptr;
        const bool isScalar = look == &isWholeNumpyScalar;
        if (look == nullptr || (isScalar && scalars.isLikeLast(node))) {
            continue;
        }
        const auto call = PickleCall::at(graph, document.source, node);
        if (call && !effort.spend(*call)) {
            return message("%1 is called with more than any program gives it", graph.global(callable).qualified());
        }
        if (call && !look(*call)) {
            return message("%1 is called with what it does not take", graph.global(callable).qualified());
        }
        if (isScalar) {
            scalars.remember(node);
        }
    }
    if (const auto type = unhashableKey(document)) {
        return message("a value of the class %1, which has no hash, is a key or a member of a set", *type);
    }
    return std::nullopt;
}

} // namespace cairn::checkpoint
