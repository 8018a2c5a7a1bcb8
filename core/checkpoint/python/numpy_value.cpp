#include "core/checkpoint/python/numpy_value.h"

#include "core/base/checked.h"
#include "core/checkpoint/python/numpy_dtype.h"
#include "core/checkpoint/python/numpy_element.h"
#include "core/checkpoint/python/numpy_summary.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// An array as its call gives it: where the parts are, none of them looked at.
struct ArrayParts {
    std::string type = "numpy.ndarray";
    NodeId shape = kNoNode;
    NodeId dtype = kNoNode;
    NodeId data = kNoNode;
    bool fortran = false;
    std::vector<std::int64_t> axes; ///< not empty: the data has these axes of the array, in this order
};

/// _reconstruct(class, (0,), b"b"), whose state is ([version,] shape, dtype, is Fortran order, data).
std::optional<ArrayParts> reconstructed(const PickleCall& call)
{
    const auto& graph = call.graph();
    auto state = graph.is(call.state(), NodeKind::Tuple) ? graph.tuple(call.state()) : std::span<const NodeId>{};
    if (state.size() == 5) {
        state = state.subspan(1);
    }
    ArrayParts parts;
    parts.type = className(graph, call.argument(0));
    if (state.size() != 4 || parts.type.empty() || call.hasItems()) {
        return std::nullopt;
    }
    const bool isFlagged = graph.is(state[2], NodeKind::Int) && graph.intValue(state[2]) != 0;
    parts.shape = state[0];
    parts.dtype = state[1];
    parts.fortran = isFlagged || graph.is(state[2], NodeKind::True);
    parts.data = state[3];
    return parts;
}

/// _frombuffer(data, dtype, shape, order[, axes])
std::optional<ArrayParts> fromBuffer(const PickleCall& call)
{
    const auto order = call.text(3);
    if (!order || call.count() > 5 || call.state() != kNoNode || call.hasItems()) {
        return std::nullopt;
    }
    ArrayParts parts;
    parts.data = call.argument(0);
    parts.dtype = call.argument(1);
    parts.shape = call.argument(2);
    parts.fortran = *order == "F";
    if (*order == "K") {
        auto axes = numpyShape(call.graph(), call.argument(4));
        if (!axes) {
            return std::nullopt;
        }
        parts.axes = std::move(*axes);
    }
    return parts;
}

/// Number of elements; nothing when their bytes would not fit a file.
std::optional<std::int64_t> elementCount(const std::vector<std::int64_t>& shape, std::uint32_t elementBytes)
{
    if (std::ranges::find(shape, 0) != shape.end()) {
        return 0;
    }
    std::optional<std::int64_t> bytes = std::max<std::int64_t>(elementBytes, 1);
    for (const std::int64_t size : shape) {
        bytes = bytes ? checkedMultiply(*bytes, size) : std::nullopt;
    }
    return bytes ? std::optional(*bytes / std::max<std::int64_t>(elementBytes, 1)) : std::nullopt;
}

/// Distance in elements between neighbours along each axis, for data in C or Fortran order.
std::vector<std::int64_t> strides(const std::vector<std::int64_t>& shape, bool fortran)
{
    std::vector<std::int64_t> out(shape.size());
    std::int64_t step = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const std::size_t axis = fortran ? i : shape.size() - 1 - i;
        out[axis] = step;
        step *= std::max<std::int64_t>(shape[axis], 1);
    }
    return out;
}

/// `values` in the order of `axes`, which must name each of them once.
std::optional<std::vector<std::int64_t>> permuted(const std::vector<std::int64_t>& values,
                                                  const std::vector<std::int64_t>& axes)
{
    std::vector<std::int64_t> sorted = axes;
    std::ranges::sort(sorted);
    std::vector<std::int64_t> everyAxis(values.size());
    std::iota(everyAxis.begin(), everyAxis.end(), 0);
    if (sorted != everyAxis) {
        return std::nullopt;
    }
    std::vector<std::int64_t> out;
    out.reserve(axes.size());
    for (const std::int64_t axis : axes) {
        out.push_back(values[static_cast<std::size_t>(axis)]);
    }
    return out;
}

/// Whether the data can be that of `count` elements.
bool hasData(const PickleCall& call, const ArrayParts& parts, const NumpyDtype& dtype, std::int64_t count)
{
    const auto& graph = call.graph();
    if (dtype.kind == 'O') {
        return graph.is(parts.data, NodeKind::List) &&
               graph.elementCount(parts.data) == static_cast<std::uint64_t>(count);
    }
    const auto bytes = bytesValue(graph, call.source(), parts.data, 0);
    const std::uint64_t wanted = static_cast<std::uint64_t>(count) * dtype.sizeBytes;
    return bytes && (bytes->exact ? bytes->length == wanted : bytes->length >= wanted);
}

/// A type that has others in it, or that no call of numpy.dtype makes, as that of the texts of NumPy 2.
bool isOfOtherTypes(const PickleGraph& graph, NodeId type)
{
    constexpr std::size_t subarrayAt = 2;
    constexpr std::size_t fieldsAt = 4;
    const auto name = graph.is(type, NodeKind::Call) ? pythonName(graph, graph.callable(type)) : std::nullopt;
    if (!name || !name->is("numpy", "dtype")) {
        return graph.is(type, NodeKind::Call);
    }
    const NodeId state = graph.state(type);
    const auto parts = graph.is(state, NodeKind::Tuple) ? graph.tuple(state) : std::span<const NodeId>();
    return parts.size() > fieldsAt && std::ranges::any_of(parts.subspan(subarrayAt, fieldsAt + 1 - subarrayAt),
                                                          [&](NodeId part) { return !graph.is(part, NodeKind::None); });
}

std::optional<ArrayParts> partsOf(const PickleCall& call)
{
    return call.name().is("numpy.core.multiarray", "_reconstruct") ? reconstructed(call)
           : call.name().is("numpy.core.numeric", "_frombuffer")   ? fromBuffer(call)
                                                                   : std::nullopt;
}

} // namespace

bool isKnownNumpyType(const PickleCall& call)
{
    return isOfOtherTypes(call.graph(), call.node()) || numpyDtype(call.graph(), call.source(), call.node());
}

bool isWholeNumpyArray(const PickleCall& call)
{
    const auto parts = partsOf(call);
    if (parts && isOfOtherTypes(call.graph(), parts->dtype)) {
        return true;
    }
    const auto dtype = parts ? numpyDtype(call.graph(), call.source(), parts->dtype) : std::nullopt;
    const auto shape = parts ? numpyShape(call.graph(), parts->shape) : std::nullopt;
    const auto count = dtype && shape ? elementCount(*shape, dtype->sizeBytes) : std::nullopt;
    return count && hasData(call, *parts, *dtype, *count) && (parts->axes.empty() || permuted(*shape, parts->axes));
}

bool isWholeNumpyScalar(const PickleCall& call)
{
    if (isOfOtherTypes(call.graph(), call.argument(0))) {
        return true;
    }
    const auto dtype = numpyDtype(call.graph(), call.source(), call.argument(0));
    const auto bytes = dtype ? bytesValue(call.graph(), call.source(), call.argument(1), 0) : std::nullopt;
    return bytes && (bytes->exact ? bytes->length == dtype->sizeBytes : bytes->length >= dtype->sizeBytes);
}

std::optional<NumpyArray> numpyArray(const PickleGraph& graph, const SourcePtr& source, NodeId node)
{
    const auto call = PickleCall::at(graph, source, node);
    if (!call) {
        return std::nullopt;
    }
    const auto parts = partsOf(*call);
    auto dtype = parts ? numpyDtype(graph, source, parts->dtype) : std::nullopt;
    auto shape = parts ? numpyShape(graph, parts->shape) : std::nullopt;
    const auto count = dtype && shape ? elementCount(*shape, dtype->sizeBytes) : std::nullopt;
    if (!count || !hasData(*call, *parts, *dtype, *count)) {
        return std::nullopt;
    }
    std::vector<std::int64_t> steps =
        *count == 0 ? std::vector<std::int64_t>(shape->size()) : strides(*shape, parts->fortran);
    if (!parts->axes.empty()) {
        auto turnedShape = permuted(*shape, parts->axes);
        auto turnedSteps = permuted(steps, parts->axes);
        if (!turnedShape || !turnedSteps) {
            return std::nullopt;
        }
        shape = std::move(turnedShape);
        steps = std::move(*turnedSteps);
    }
    NumpyArray array;
    array.type = parts->type;
    array.dtype = dtype->name();
    array.summary = numpySummary(graph, source, parts->data, *dtype, *shape, steps);
    array.mayHoldNumbers = *count != 0 && !std::string_view("SUMm").contains(dtype->kind);
    if (std::string_view("biufc").contains(dtype->kind) && dtype->base.empty() && parts->axes.empty()) {
        array.code = std::string(dtype->sizeBytes == 1 ? "|"
                                 : dtype->bigEndian    ? ">"
                                                       : "<") +
                     dtype->kind + std::to_string(dtype->sizeBytes);
    }
    array.shape = std::move(*shape);
    array.fortran = parts->fortran;
    array.data = parts->data;
    return array;
}

std::optional<PythonValue> readNumpyDtype(const PickleCall& call)
{
    const auto dtype = numpyDtype(call.graph(), call.source(), call.node());
    return dtype ? std::optional(PythonValue{"numpy.dtype", dtype->name()}) : std::nullopt;
}

std::optional<PythonValue> readNumpyScalar(const PickleCall& call)
{
    constexpr std::size_t maxBytes = 64 * 1024;
    constexpr std::size_t maxCharacters = 200;
    const auto dtype = call.count() == 2 ? numpyDtype(call.graph(), call.source(), call.argument(0)) : std::nullopt;
    if (!dtype || dtype->kind == 'O') {
        return std::nullopt;
    }
    const auto bytes = bytesValue(call.graph(), call.source(), call.argument(1), maxBytes);
    if (!bytes || !bytes->complete || bytes->length != dtype->sizeBytes) {
        return std::nullopt;
    }
    PythonValue value{dtype->scalarType(), {}};
    appendNumpyElement(value.text, *dtype, bytes->head, maxCharacters);
    return value;
}

} // namespace cairn::checkpoint
