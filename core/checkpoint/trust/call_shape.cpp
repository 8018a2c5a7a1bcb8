#include "core/checkpoint/trust/call_shape.h"

#include "core/base/checked.h"
#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/python3_name.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/trust/element_type.h"
#include "core/checkpoint/trust/given_values.h"
#include "core/checkpoint/trust/weights_only.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

namespace cairn::checkpoint {

using formats::CallForm;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr Phrase kOddCall = phrase("No honest file calls it so, and called so it can be made to do anything");

struct Shaped {
    std::string_view module;
    std::string_view names; ///< separated by blanks
    CallShape shape;
};

constexpr std::string_view kNumbersAndTexts = "bool bytearray bytes complex float int str";

/// All others that have an HonestCall are called as it says.
constexpr std::array kShaped = {
    Shaped{"builtins", "dict frozenset list range set", CallShape::Container},
    Shaped{"builtins", "slice tuple", CallShape::Flat},
    Shaped{"time", "struct_time", CallShape::Flat},
    Shaped{"collections", "Counter OrderedDict UserDict UserList UserString defaultdict deque", CallShape::Container},
    Shaped{"torch", "Size", CallShape::Container},
    Shaped{"numpy", "dtype", CallShape::Dtype},
    Shaped{"numpy", "ndarray", CallShape::Ndarray},
    Shaped{"numpy.core.multiarray", "_reconstruct", CallShape::Reconstruct},
    Shaped{"numpy._core.multiarray", "_reconstruct", CallShape::Reconstruct},
    Shaped{"numpy.core.multiarray", "scalar", CallShape::Scalar},
    Shaped{"numpy._core.multiarray", "scalar", CallShape::Scalar},
    Shaped{"numpy.core.numeric", "_frombuffer", CallShape::FromBuffer},
    Shaped{"numpy._core.numeric", "_frombuffer", CallShape::FromBuffer},
    Shaped{"numpy.random._pickle", "__bit_generator_ctor __generator_ctor __randomstate_ctor", CallShape::RandomMaker},
    Shaped{"torch._tensor", "_rebuild_from_type _rebuild_from_type_v2", CallShape::FromType},
    Shaped{"torch.tensor", "_rebuild_from_type _rebuild_from_type_v2", CallShape::FromType},
    Shaped{"torch.nn.parameter", "Buffer Parameter UninitializedBuffer UninitializedParameter", CallShape::TensorClass},
    Shaped{"torch.autograd.variable", "Variable", CallShape::TensorClass},
    Shaped{"uuid", "UUID", CallShape::Identifier},
    Shaped{"_codecs", "encode", CallShape::Function},
    Shaped{"torch.storage", "_load_from_bytes", CallShape::PassesOn}, // a class or an array, maybe
    Shaped{"torch", "Generator", CallShape::Generator},
    Shaped{"torch._C", "Generator", CallShape::Generator},
    Shaped{"copyreg", "__newobj_ex__ __newobj__", CallShape::NewObject},
    Shaped{"copyreg", "_reconstructor", CallShape::OldObject},
    Shaped{"torch.jit._pickle",
           "build_boollist build_doublelist build_intlist build_tensor_from_id build_tensorlist restore_type_tag",
           CallShape::PassesOn},
    Shaped{"torch.distributed.device_mesh", "DeviceMesh", CallShape::OnlyAllocated},
};

/// Modules whose tensors and storages are made by C++ code that takes addresses for some of its keywords.
constexpr std::string_view kTensorModules = "torch torch._C torch._tensor torch.tensor torch.storage torch.sparse "
                                            "torch.cuda torch.cuda.sparse";
constexpr HonestCall kBareTensor = {.arguments = {}, .after = After::Tensor, .made = Made::MayBeBare};
constexpr HonestCall kBareStorage = {.arguments = {}, .after = After::Nothing, .made = Made::MayBeBare};

/// Null if it is none.
const HonestCall* bareFormOf(std::string_view module, std::string_view name)
{
    constexpr std::size_t longest = 64; // of those that torch has; findings repeat the name
    if (name.size() > longest || !isListed(kTensorModules, module)) {
        return nullptr;
    }
    if (name.ends_with("Tensor") || name.ends_with("TensorBase")) {
        return &kBareTensor;
    }
    return name.ends_with("Storage") || name.ends_with("StorageBase") ? &kBareStorage : nullptr;
}

/// One call and what it is given.
class Call {
public:
    Call(const PickleDocument& document, const CallShapes& shapes, GivenValues& given, NodeId node)
        : m_document(document), m_graph(document.graph), m_shapes(shapes), m_given(given), m_node(node),
          m_arguments(tupleOf(m_graph, m_graph.arguments(node))),
          m_callable(m_document.classBehind(m_graph.callable(node)))
    {
    }

    [[nodiscard]] std::optional<TrustFinding> strange() const
    {
        if (!m_graph.is(m_graph.arguments(m_node), NodeKind::Tuple)) {
            return dangerous(phrase("Its arguments are made by the file, and become known only when it is called"));
        }
        const CallShape shape = m_shapes.of(m_callable);
        if (shape == CallShape::Foreign) {
            return std::nullopt;
        }
        const HonestCall* const form = m_shapes.formOf(m_callable);
        if (form == nullptr || hasKeywords() || !isMadeAsUsual(*form) || !m_given.takesState(*form, m_node)) {
            return dangerous(kOddCall);
        }
        if (shape == CallShape::OnlyAllocated && m_graph.callForm(m_node) != CallForm::New) {
            return TrustFinding{Trust::RunsCode, name(), phrase("It looks for other processes")};
        }
        if (isByForm(shape)) {
            return fails(!m_given.takes(*form, m_arguments, PickleGraph::whenMade(m_node)));
        }
        switch (shape) {
        case CallShape::Reconstruct: return fails(hasItems() || !savesArray());
        case CallShape::Dtype: return dtypeFinding();
        case CallShape::Ndarray: return dangerous(phrase("Called like this, it reads any bytes as Python objects"));
        case CallShape::Scalar:
            // For the type of objects it gives the object itself, which the pickle could then change behind a name.
            return fails(isChanged() || m_arguments.size() != 2 || codeOf(m_arguments[0]).starts_with('O') ||
                         !isFinishedType(m_arguments[0], PickleGraph::whenMade(m_node)));
        case CallShape::FromBuffer: return fails(isChanged() || !isBuffer());
        case CallShape::FromType:
            if (m_arguments.size() >= 3 && isMadeClass(m_arguments[1])) {
                return madeClassFinding();
            }
            return fails(!rebuildsType());
        case CallShape::BareTensor: return fails(!m_arguments.empty() || hasItems());
        case CallShape::NewObject: return fails(!isPlainNew());
        case CallShape::RandomMaker:
            return fails(m_arguments.size() > 2 ||
                         !std::ranges::all_of(m_arguments, [this](NodeId argument) { return isOfRandom(argument); }));
        case CallShape::OldObject:
            if (m_arguments.size() == 3 && isMadeClass(m_arguments[0])) {
                return madeClassFinding();
            }
            return fails(m_arguments.size() != 3 || m_shapes.of(m_arguments[0]) == CallShape::Flat ||
                         !isPlainBase(m_arguments[1], m_arguments[2]) || !isBaseOf(m_arguments[0], m_arguments[1]) ||
                         !isMadeWith(m_arguments[0], {}));
        case CallShape::Identifier:
            return fails(!m_given.takes(*form, m_arguments, PickleGraph::whenMade(m_node)) || hasOddState());
        case CallShape::Generator: return fails(m_graph.callForm(m_node) != CallForm::Reduce || !hasGeneratorState());
        default: return dangerous(kOddCall);
        }
    }

private:
    [[nodiscard]] Message name() const
    {
        const std::string_view known = m_document.className(m_callable);
        return known.empty() ? message("a function that the file makes") : verbatim(known);
    }
    [[nodiscard]] TrustFinding dangerous(Phrase why) const { return {Trust::Dangerous, name(), why}; }
    [[nodiscard]] std::optional<TrustFinding> fails(bool isOdd) const
    {
        if (!isOdd) {
            return std::nullopt;
        }
        if (const auto given = tensorArguments(); !given.empty() && m_given.isComputed(given[0])) {
            return TrustFinding{Trust::RunsCode, name(),
                                phrase("It is given a tensor whose class computes as it is read")};
        }
        return dangerous(kOddCall);
    }
    /// Those of the function that puts a tensor together.
    [[nodiscard]] std::span<const NodeId> tensorArguments() const
    {
        constexpr std::size_t argumentsAt = 2;
        const bool isHandedOn = m_shapes.of(m_callable) == CallShape::FromType && m_arguments.size() > argumentsAt;
        return isHandedOn ? tupleOf(m_graph, m_arguments[argumentsAt]) : m_arguments;
    }
    /// Not a class by its name.
    [[nodiscard]] bool isMadeClass(NodeId type) const
    {
        return !m_graph.is(m_document.classBehind(type), NodeKind::Global);
    }
    [[nodiscard]] static TrustFinding madeClassFinding()
    {
        return {Trust::RunsCode, phrase("a class that the file makes"), kMadeClass};
    }
    /// Filled like a list or a dictionary, though it makes neither.
    [[nodiscard]] bool hasItems() const { return m_graph.elementCount(m_node) != 0 || m_graph.pairCount(m_node) != 0; }
    [[nodiscard]] bool isChanged() const { return hasItems() || m_graph.state(m_node) != formats::kNoNode; }
    [[nodiscard]] bool hasKeywords() const
    {
        const NodeId keywords = m_graph.keywords(m_node);
        return keywords != formats::kNoNode && !isEmptyDict(keywords);
    }
    /// INST and OBJ call a class only if they have something to give it; else they make an object without __init__.
    [[nodiscard]] bool isMadeAsUsual(const HonestCall& form) const
    {
        return form.made == Made::MayBeBare || m_graph.callForm(m_node) == CallForm::Reduce ||
               (m_graph.callForm(m_node) == CallForm::Instance && !m_arguments.empty());
    }
    [[nodiscard]] bool isEmptyDict(NodeId node) const
    {
        return m_graph.is(node, NodeKind::Dict) && m_graph.pairCount(node) == 0;
    }

    [[nodiscard]] std::string_view codeOf(NodeId type) const { return elementCode(m_graph, type); }

    /// The pickle calls `dtype("O8", False, True)` and gives it a state with flags. Flags that do not belong to the
    /// type make NumPy read any bytes as addresses of objects.
    [[nodiscard]] std::optional<TrustFinding> dtypeFinding() const
    {
        constexpr std::size_t most = 3; // a code and two flags
        const auto flags = m_arguments.subspan(std::min<std::size_t>(1, m_arguments.size()));
        if (hasItems() || hasKeywords() || m_arguments.size() > most ||
            !std::ranges::all_of(flags, [this](NodeId flag) { return m_given.isFlag(flag); })) {
            return dangerous(kOddCall);
        }
        const std::string_view code = codeOf(m_node);
        const auto state = tupleOf(m_graph, m_graph.state(m_node));
        const bool isReduced = !code.empty() && m_graph.callForm(m_node) == CallForm::Reduce && hasPossibleLength(code);
        if (isReduced && (m_graph.state(m_node) == formats::kNoNode || hasItsOwnFlags(code, state))) {
            return std::nullopt;
        }
        // A type made of others is honest more often than not, but nobody can tell by its flags.
        const bool isMade = isReduced && code.front() == 'V' && isMadeOfTypes(state);
        return TrustFinding{isMade ? Trust::RunsCode : Trust::Dangerous, verbatim("numpy.dtype"), kForgedType};
    }

    [[nodiscard]] bool isMadeOfTypes(std::span<const NodeId> state) const
    {
        constexpr std::size_t subarrayAt = 2;
        constexpr std::size_t namesAt = 3;
        return state.size() > namesAt &&
               (m_graph.is(state[subarrayAt], NodeKind::Tuple) || m_graph.is(state[namesAt], NodeKind::Tuple));
    }

    /// "S10", "U": a length that is a number of bytes for NumPy, which takes what follows the letter unseen.
    [[nodiscard]] static bool hasPossibleLength(std::string_view code)
    {
        return !isSized(code) || code.size() == 1 || bytesIn(code).has_value();
    }
    [[nodiscard]] static bool isSized(std::string_view code)
    {
        return code.front() == 'U' || code.front() == 'S' || code.front() == 'V' || code.front() == 'a';
    }
    /// The bytes of one text.
    [[nodiscard]] static std::optional<std::int64_t> bytesIn(std::string_view code)
    {
        constexpr std::int64_t bytesOfLetter = 4; // NumPy keeps text as UTF-32
        std::int64_t length = 0;
        const char* const end = code.data() + code.size();
        const auto [parsed, failure] = std::from_chars(code.data() + 1, end, length);
        const std::int64_t most = std::numeric_limits<int>::max() / (code.front() == 'U' ? bytesOfLetter : 1);
        if (failure != std::errc() || parsed != end || length < 0 || length >= most) {
            return std::nullopt;
        }
        return code.front() == 'U' ? length * bytesOfLetter : length;
    }

    /// NumPy believes the state: a type of another size reads beyond its values.
    [[nodiscard]] bool hasItsOwnSize(std::string_view code, std::span<const NodeId> state) const
    {
        constexpr std::size_t sizeAt = 5;
        constexpr std::size_t alignmentAt = 6;
        constexpr std::int64_t asUsual = -1;
        constexpr std::int64_t bytesOfLetter = 4; // NumPy keeps text as UTF-32
        if (!m_graph.is(state[sizeAt], NodeKind::Int) || !m_graph.is(state[alignmentAt], NodeKind::Int)) {
            return false;
        }
        const std::int64_t size = m_graph.intValue(state[sizeAt]);
        const std::int64_t alignment = m_graph.intValue(state[alignmentAt]);
        if (!isSized(code)) {
            return size == asUsual && alignment == asUsual;
        }
        return size == bytesIn(code) && alignment == (code.front() == 'U' ? bytesOfLetter : 1);
    }

    [[nodiscard]] bool hasItsOwnFlags(std::string_view code, std::span<const NodeId> state) const
    {
        constexpr std::int64_t objectFlags = 63;    // what NumPy has for "O"
        constexpr std::int64_t valueFlags = 8 | 16; // and may have for values: to be cleared first, to need Python
        constexpr std::size_t flagsAt = 7;
        // version, byte order, subarray, names, fields, size, alignment, flags, and for dates their unit
        const bool isDate = code.front() == 'M' || code.front() == 'm';
        const bool isUsualSize = state.size() == (isDate ? flagsAt + 2 : flagsAt + 1);
        if (!isUsualSize || !m_graph.is(state[0], NodeKind::Int) ||
            !(m_graph.isText(state[1]) || m_given.isBytes(state[1])) ||
            !std::ranges::all_of(state.subspan(2, 3), [&](NodeId part) { return m_graph.is(part, NodeKind::None); }) ||
            !m_graph.is(state[flagsAt], NodeKind::Int) || !hasItsOwnSize(code, state)) {
            return false;
        }
        const std::int64_t flags = m_graph.intValue(state[flagsAt]);
        return code.front() == 'O' ? flags == objectFlags : (flags & ~valueFlags) == 0;
    }

    /// A call of dtype, which is looked at itself.
    [[nodiscard]] bool isPlainType(NodeId node) const
    {
        return m_graph.is(node, NodeKind::Call) && m_shapes.of(m_graph.callable(node)) == CallShape::Dtype;
    }
    /// Or one of objects. What is made of other types may be one, too, and the file is judged by that.
    [[nodiscard]] bool isObjectType(NodeId type) const
    {
        const std::string_view code = codeOf(type);
        const auto state = tupleOf(m_graph, m_graph.state(type));
        const bool isOfBytes =
            !code.empty() && code.front() == 'V' &&
            (m_graph.state(type) == formats::kNoNode || isMadeOfTypes(state) || hasItsOwnFlags(code, state));
        return code.empty() || code.front() == 'O' || (code.front() == 'V' && !isOfBytes);
    }
    /// A type with its state before what is made of it: a size that grows later would reach beyond the bytes.
    [[nodiscard]] bool isFinishedType(NodeId node, PickleGraph::Moment then) const
    {
        return isPlainType(node) && m_graph.whenLastChanged(node) < then;
    }
    /// An empty array, and a state that makes it what was saved. The classes of others have states of their own.
    [[nodiscard]] bool savesArray() const
    {
        const NodeId state = m_graph.state(m_node);
        const bool isArray =
            !m_arguments.empty() && m_shapes.of(m_document.classBehind(m_arguments[0])) == CallShape::Ndarray;
        if (!isArray) {
            return !m_arguments.empty() && m_shapes.of(m_document.classBehind(m_arguments[0])) == CallShape::Foreign;
        }
        constexpr std::size_t typeNameAt = 2; // of bytes, of which there are none
        if (m_arguments.size() != typeNameAt + 1 || !isLetterB(m_arguments[typeNameAt]) ||
            !isEmptySize(m_arguments[1])) {
            return false;
        }
        if (state == formats::kNoNode) {
            return true;
        }
        constexpr std::size_t shapeAt = 1; // after a version; then type, order and data follow
        constexpr std::size_t typeAt = 2;
        constexpr std::size_t dataAt = 4;
        const auto parts = tupleOf(m_graph, state);
        const PickleGraph::Moment then = m_graph.whenLastChanged(m_node);
        constexpr std::size_t orderAt = 3;
        return parts.size() == dataAt + 1 && m_graph.is(parts[0], NodeKind::Int) && m_given.isFlag(parts[orderAt]) &&
               elementsOf(parts[shapeAt]) && isFinishedType(parts[typeAt], then) &&
               (!codeOf(parts[typeAt]).starts_with('O') ||
                isWholeList(parts[dataAt], elementsOf(parts[shapeAt]), then));
    }
    /// Bytes, their type, a size, and the order of its dimensions.
    [[nodiscard]] bool isBuffer() const
    {
        constexpr std::size_t count = 4;
        const PickleGraph::Moment made = PickleGraph::whenMade(m_node);
        return m_arguments.size() == count && m_given.isBytes(m_arguments[0]) && !isObjectType(m_arguments[1]) &&
               isFinishedType(m_arguments[1], made) && m_given.isInts(m_arguments[2], made) &&
               isListed("A C F K", keptText(m_graph, m_arguments[3]).value_or("-"));
    }
    [[nodiscard]] bool isLetterB(NodeId node) const
    {
        if (m_graph.is(node, NodeKind::Call) && m_given.isBytes(node)) {
            node = tupleOf(m_graph, m_graph.arguments(node))[0];
        }
        return (m_graph.isText(node) || m_given.isBytes(node)) && m_graph.text(node) == "b";
    }
    [[nodiscard]] bool isEmptySize(NodeId shape) const
    {
        const auto dims = tupleOf(m_graph, shape);
        return dims.size() == 1 && m_graph.is(dims[0], NodeKind::Int) && m_graph.intValue(dims[0]) == 0;
    }
    /// A list of so many objects, now and later: NumPy reads as many without asking how long it is.
    [[nodiscard]] bool isWholeList(NodeId node, std::optional<std::uint64_t> count, PickleGraph::Moment then) const
    {
        return count && m_graph.is(node, NodeKind::List) && m_graph.elementCount(node) == *count &&
               m_graph.whenFilled(node) < then;
    }
    /// Of an array of that shape. Nothing if no array has it.
    [[nodiscard]] std::optional<std::uint64_t> elementsOf(NodeId shape) const
    {
        constexpr std::size_t mostDims = 64; // of NumPy 2
        const auto dims = tupleOf(m_graph, shape);
        if (!m_graph.is(shape, NodeKind::Tuple) || dims.size() > mostDims) {
            return std::nullopt;
        }
        std::uint64_t count = 1;
        for (const NodeId dim : dims) {
            if (!m_graph.is(dim, NodeKind::Int) || m_graph.intValue(dim) < 0) {
                return std::nullopt;
            }
            const auto product = checkedMultiply(count, static_cast<std::uint64_t>(m_graph.intValue(dim)));
            if (!product) {
                return std::nullopt;
            }
            count = *product;
        }
        return count;
    }
    /// A function of torch that puts tensors together, with what it is given.
    [[nodiscard]] bool rebuildsType() const
    {
        constexpr std::size_t count = 4; // function, class, its arguments, state
        if (m_arguments.size() != count || !m_graph.is(m_arguments[2], NodeKind::Tuple)) {
            return false;
        }
        const NodeId function = m_document.classBehind(m_arguments[0]);
        const std::string_view known = m_document.className(function);
        if (m_document.className(m_arguments[1]).ends_with("Storage")) {
            return false;
        }
        if (m_document.className(m_arguments[1]) == "torch.distributed.tensor.DTensor" &&
            (lastName(known) != "_rebuild_wrapper_subclass" ||
             !m_given.isDTensorState(m_arguments[3], PickleGraph::whenMade(m_node)))) {
            return false;
        }
        const CallShape shape = m_shapes.of(function);
        const HonestCall* const form = m_shapes.formOf(function);
        return isRebuilder(known) &&
               lastName(known) != "_rebuild_parameter_with_state" && // which has a state of its own
               (shape == CallShape::Foreign ||
                (shape == CallShape::Function && form != nullptr &&
                 m_given.takes(*form, m_graph.tuple(m_arguments[2]), PickleGraph::whenMade(m_node))));
    }
    /// A class to make an object of, and what to make it with: no keywords, and nothing at all for a tensor.
    [[nodiscard]] bool isPlainNew() const
    {
        const NodeId made = m_arguments.empty() ? m_node : m_document.classBehind(m_arguments[0]);
        if (!m_graph.is(made, NodeKind::Global)) {
            return false;
        }
        if (m_document.className(m_callable).ends_with("_ex__")) {
            return m_arguments.size() == 3 && m_graph.is(m_arguments[1], NodeKind::Tuple) &&
                   isEmptyDict(m_arguments[2]) && isMadeWith(made, m_graph.tuple(m_arguments[1]));
        }
        return isMadeWith(made, m_arguments.subspan(1));
    }
    /// An object of a class, by `__new__`, and the state that the call got.
    [[nodiscard]] bool isMadeWith(NodeId type, std::span<const NodeId> given) const
    {
        const NodeId made = m_document.classBehind(type);
        const CallShape shape = m_shapes.of(made);
        if (shape == CallShape::Foreign) {
            return true;
        }
        const HonestCall* const form = m_shapes.formOf(made);
        if (form == nullptr || form->made != Made::MayBeBare || !m_given.takesState(*form, m_node) ||
            (shape == CallShape::Identifier && hasOddState())) {
            return false;
        }
        const bool isMadeEmpty = shape == CallShape::BareTensor || shape == CallShape::Identifier ||
                                 m_shapes.of(m_callable) == CallShape::OldObject;
        return isMadeEmpty ? given.empty()
                           : isByForm(shape) && m_given.takes(*form, given, PickleGraph::whenMade(m_node));
    }
    /// What a class can be made of, for which the old protocols make an object of it with that value: their __init__ is
    /// called. Numbers and texts would ask any object for what it is as a number or a text.
    [[nodiscard]] bool isPlainBase(NodeId base, NodeId value) const
    {
        const std::string_view known = m_document.className(base);
        if (known == "object") {
            return m_graph.is(value, NodeKind::None);
        }
        if (known == "dict") {
            return m_graph.is(value, NodeKind::Dict);
        }
        const bool isItems = m_graph.is(value, NodeKind::List) || m_graph.is(value, NodeKind::Tuple) ||
                             m_graph.is(value, NodeKind::Set) || m_graph.is(value, NodeKind::FrozenSet) || isSet(value);
        return !known.empty() && ((isListed("frozenset list set tuple", known) && isItems) ||
                                  (isListed(kNumbersAndTexts, known) && m_given.isPlain(value)));
    }
    /// Classes that are known are made of nothing, or of a dictionary; what a tuple holds would go by their own form.
    [[nodiscard]] bool isBaseOf(NodeId type, NodeId base) const
    {
        return m_shapes.of(m_document.classBehind(type)) == CallShape::Foreign || m_document.className(base) != "tuple";
    }
    /// As the old protocols write one: set([...])
    [[nodiscard]] bool isSet(NodeId value) const
    {
        return m_graph.is(value, NodeKind::Call) &&
               isListed("frozenset set", m_document.className(m_graph.callable(value)));
    }
    /// A UUID keeps its number, and whether it is safe.
    [[nodiscard]] bool hasOddState() const
    {
        if (!isChanged()) {
            return false;
        }
        constexpr std::size_t most = 2;
        const NodeId state = m_graph.state(m_node);
        bool isOdd = hasItems() || !m_graph.is(state, NodeKind::Dict) || m_graph.pairCount(state) > most;
        if (!isOdd) {
            m_graph.forEachPair(state, [&](NodeId key, NodeId value) {
                const bool isNumber = m_graph.is(value, NodeKind::Int) || m_graph.is(value, NodeKind::BigInt);
                isOdd = isOdd || !m_graph.isText(key) || !isNumber;
            });
        }
        return isOdd;
    }
    /// (seed, offset, tensor), which torch takes for that unasked; or none.
    [[nodiscard]] bool hasGeneratorState() const
    {
        constexpr std::size_t tensorAt = 2;
        const NodeId state = m_graph.state(m_node);
        const auto parts = tupleOf(m_graph, state);
        return state == formats::kNoNode ||
               (parts.size() == tensorAt + 1 && m_graph.is(parts[tensorAt], NodeKind::Call) &&
                m_document.className(m_graph.callable(parts[tensorAt])).starts_with("torch._utils._rebuild_tensor"));
    }
    [[nodiscard]] bool isOfRandom(NodeId argument) const
    {
        const NodeId maker = m_graph.is(argument, NodeKind::Call) ? m_graph.callable(argument) : argument;
        return m_graph.isText(argument) || m_document.className(maker).starts_with("numpy.random.");
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    const CallShapes& m_shapes;
    GivenValues& m_given;
    NodeId m_node;
    std::span<const NodeId> m_arguments;
    NodeId m_callable;
};

CallShape callShapeOf(std::string_view module, std::string_view name)
{
    const auto* const row = std::ranges::find_if(
        kShaped, [&](const Shaped& known) { return known.module == module && isListed(known.names, name); });
    if (row != kShaped.end()) {
        return row->shape;
    }
    return module.starts_with("torch.") && name.starts_with("_rebuild_") ? CallShape::Function : CallShape::ByForm;
}

} // namespace

CallShapes::CallShapes(const PickleGraph& graph, std::span<const NameTrust> trusts) : m_graph(&graph)
{
    m_shapes.reserve(graph.globals().size());
    m_forms.reserve(graph.globals().size());
    for (std::size_t global = 0; global < graph.globals().size(); ++global) {
        CallShape shape = CallShape::Foreign;
        const HonestCall* form = nullptr;
        if (trusts[global].trust == Trust::DataOnly) {
            const auto [module, name] = python3Name(graph.globals()[global], graph.protocol());
            form = honestCallOf(module, name);
            shape = form != nullptr ? callShapeOf(module, name) : CallShape::NeverCalled;
            if (form == nullptr) {
                form = bareFormOf(module, name);
                shape = form != nullptr ? CallShape::BareTensor : CallShape::NeverCalled;
            }
        }
        m_shapes.push_back(shape);
        m_forms.push_back(form);
    }
}

std::optional<TrustFinding> strangeCall(const PickleDocument& document, const CallShapes& shapes, GivenValues& given,
                                        NodeId call)
{
    return Call(document, shapes, given, call).strange();
}

} // namespace cairn::checkpoint
