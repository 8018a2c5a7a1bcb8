#include "core/checkpoint/python/numpy_dtype.h"

#include "core/base/checked.h"
#include "core/checkpoint/pickles/bytes_value.h"
#include "core/checkpoint/pickles/pickle_call.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

bool isSizeOfKind(char kind, std::uint32_t size)
{
    constexpr auto among = [](std::uint32_t wanted, std::initializer_list<std::uint32_t> sizes) {
        return std::ranges::find(sizes, wanted) != sizes.end();
    };
    switch (kind) {
    case 'b': return size == 1;
    case 'i':
    case 'u': return among(size, {1, 2, 4, 8});
    case 'f': return among(size, {2, 4, 8, 12, 16});
    case 'c': return among(size, {8, 16, 24, 32});
    case 'M':
    case 'm': return size == 8;
    case 'O':
    case 'S':
    case 'U':
    case 'V': return true;
    default: return false;
    }
}

/// "f4" to kind and size.
std::optional<NumpyDtype> parseCode(std::string_view code)
{
    if (code.empty()) {
        return std::nullopt;
    }
    NumpyDtype dtype;
    dtype.kind = code.front() == 'a' ? 'S' : code.front();
    std::uint32_t count = dtype.kind == 'O' ? 8 : 0;
    const char* const end = code.data() + code.size();
    if (code.size() > 1) {
        const auto [stop, failure] = std::from_chars(code.data() + 1, end, count);
        if (failure != std::errc{} || stop != end) {
            return std::nullopt;
        }
    }
    const auto size = checkedMultiply<std::uint32_t>(count, dtype.kind == 'U' ? 4 : 1);
    if (!size || *size > 0x7FFFFFFF || !isSizeOfKind(dtype.kind, *size)) {
        return std::nullopt;
    }
    dtype.sizeBytes = *size;
    return dtype;
}

/// The fields of one structure.
struct Structure {
    std::shared_ptr<const std::vector<NumpyField>> fields; ///< null: it is broken, or too much
    std::int64_t endBytes = 0;                             ///< of the field that ends last
    int before = 0;                                        ///< how many dtypes had been parsed
    int dtypes = 0;                                        ///< of all fields
};

/// Many types can be made of the same fields, and many values of the same type.
struct StructureNotes {
    using Key = std::tuple<NodeId, NodeId, int>;
    std::map<Key, Structure> known; ///< by the nodes of names and fields, and the depth of nesting
    std::size_t kept = 0;           ///< dtypes in them
    std::size_t parsed = 0;         ///< dtypes in all that were looked at
};

/// Parses one dtype with its fields. A dtype can use another many times over, so all of them together are counted.
class DtypeParser {
public:
    DtypeParser(const PickleGraph& graph, const SourcePtr& source) : m_graph(graph), m_source(source) {}

    [[nodiscard]] std::optional<NumpyDtype> parse(NodeId node, int depth = 0);

private:
    static constexpr int kMaxDepth = 4;
    static constexpr int kMaxDtypes = 256;
    static constexpr std::size_t kMaxFields = 64;

    [[nodiscard]] std::optional<NumpyDtype> head(const PickleCall& call, std::span<const NodeId> state) const;
    [[nodiscard]] bool readUnit(NumpyDtype& dtype, NodeId metadata) const;
    [[nodiscard]] bool readSubArray(NumpyDtype& dtype, NodeId subArray, int depth);
    [[nodiscard]] bool readFields(NumpyDtype& dtype, NodeId names, NodeId fields, int depth);
    [[nodiscard]] Structure structure(NodeId names, NodeId fields, int depth);
    [[nodiscard]] Structure parseStructure(NodeId names, NodeId fields, int depth);

    const PickleGraph& m_graph;
    const SourcePtr& m_source;
    std::unique_lock<std::mutex> m_lock; ///< from the first structure on
    int m_parsed = 0;
};

std::optional<NumpyDtype> DtypeParser::parse(NodeId node, int depth)
{
    const auto call = PickleCall::at(m_graph, m_source, node);
    if (!call || !call->name().is("numpy", "dtype") || depth > kMaxDepth || ++m_parsed > kMaxDtypes) {
        return std::nullopt;
    }
    // (version, byte order, sub-array, names, fields, size, alignment, flags[, metadata])
    constexpr std::size_t stateSize = 8;
    std::span<const NodeId> state;
    if (m_graph.is(call->state(), NodeKind::Tuple)) {
        state = m_graph.tuple(call->state());
    }
    if (call->state() != kNoNode && state.size() < stateSize) {
        return std::nullopt;
    }
    auto dtype = head(*call, state);
    if (!dtype || state.empty()) {
        return dtype;
    }
    const auto order = keptText(m_graph, state[1]);
    if (!order) {
        return std::nullopt;
    }
    dtype->bigEndian = *order == ">";
    const bool hasUnit = (dtype->kind == 'M' || dtype->kind == 'm') && state.size() > stateSize;
    const bool fits = (!hasUnit || readUnit(*dtype, state[stateSize])) && readSubArray(*dtype, state[2], depth) &&
                      readFields(*dtype, state[3], state[4], depth);
    return fits ? dtype : std::nullopt;
}

std::optional<NumpyDtype> DtypeParser::head(const PickleCall& call, std::span<const NodeId> state) const
{
    if (const auto text = call.text(0)) {
        return parseCode(*text);
    }
    // A structure whose elements are records names their class instead.
    const bool isClass = m_graph.is(call.argument(0), NodeKind::Global) && state.size() > 5;
    const std::int64_t size = isClass && m_graph.is(state[5], NodeKind::Int) ? m_graph.intValue(state[5]) : -1;
    return size < 0 ? std::nullopt : parseCode("V" + std::to_string(size));
}

bool DtypeParser::readUnit(NumpyDtype& dtype, NodeId metadata) const
{
    const auto pair = m_graph.is(metadata, NodeKind::Tuple) ? m_graph.tuple(metadata) : std::span<const NodeId>{};
    const bool hasParts =
        pair.size() == 2 && m_graph.is(pair[1], NodeKind::Tuple) && m_graph.tuple(pair[1]).size() >= 2;
    if (!hasParts) {
        return false;
    }
    const auto parts = m_graph.tuple(pair[1]);
    constexpr std::size_t longestUnit = 16;
    const auto asText = keptText(m_graph, parts[0]);
    const auto asBytes = bytesValue(m_graph, m_source, parts[0], longestUnit);
    const std::string unit = asText ? std::string(*asText) : asBytes ? asBytes->head : std::string();
    constexpr std::array<std::string_view, 14> units = {"Y",  "M",  "W",  "D",  "h",  "m",  "s",
                                                        "ms", "us", "ns", "ps", "fs", "as", "generic"};
    const bool isKnown = std::ranges::find(units, unit) != units.end() && m_graph.is(parts[1], NodeKind::Int);
    if (isKnown && unit != "generic") {
        dtype.unit = unit;
        dtype.unitCount = m_graph.intValue(parts[1]);
    }
    return isKnown;
}

bool DtypeParser::readSubArray(NumpyDtype& dtype, NodeId subArray, int depth)
{
    if (m_graph.is(subArray, NodeKind::None)) {
        return true;
    }
    const auto pair = m_graph.is(subArray, NodeKind::Tuple) ? m_graph.tuple(subArray) : std::span<const NodeId>{};
    auto base = pair.size() == 2 ? parse(pair[0], depth + 1) : std::nullopt;
    auto shape = pair.size() == 2 ? numpyShape(m_graph, pair[1]) : std::nullopt;
    std::int64_t bytes = base ? base->sizeBytes : 0;
    for (const std::int64_t size : shape.value_or(std::vector<std::int64_t>{})) {
        bytes = checkedMultiply(bytes, size).value_or(-1);
    }
    if (!base || !shape || bytes != dtype.sizeBytes) {
        return false;
    }
    dtype.base.push_back(std::move(*base));
    dtype.subShape = std::move(*shape);
    return true;
}

bool DtypeParser::readFields(NumpyDtype& dtype, NodeId names, NodeId fields, int depth)
{
    if (m_graph.is(names, NodeKind::None)) {
        return true;
    }
    if (!m_graph.is(names, NodeKind::Tuple) || !m_graph.is(fields, NodeKind::Dict)) {
        return false;
    }
    dtype.fieldCount = m_graph.tuple(names).size();
    const std::size_t pairs = m_graph.pairCount(fields);
    if (dtype.fieldCount > kMaxFields || pairs > 2 * kMaxFields) { // a title is a second key of its field
        return true;
    }
    const Structure made = structure(names, fields, depth);
    dtype.fields = made.fields == nullptr || made.fields->empty() ? nullptr : made.fields;
    return made.fields != nullptr && made.endBytes <= std::int64_t{dtype.sizeBytes};
}

/// Looked through once, as long as there is room to remember it. What is too much to look through again and again is
/// shown as any other object.
Structure DtypeParser::structure(NodeId names, NodeId fields, int depth)
{
    constexpr std::size_t mostKept = 1U << 16;
    constexpr std::size_t mostParsed = 2'000'000; // beside one for each node: honest types are nodes of their own
    if (!m_lock) {
        m_lock = m_graph.notes().lock();
    }
    auto& notes = m_graph.notes().of<StructureNotes>();
    const StructureNotes::Key key{names, fields, depth};
    const auto known = notes.known.find(key);
    // One that went over a limit may fit where less was parsed before it.
    if (known != notes.known.end() && (known->second.fields != nullptr || known->second.before <= m_parsed)) {
        m_parsed += known->second.dtypes;
        return m_parsed <= kMaxDtypes ? known->second : Structure{};
    }
    if (notes.parsed > mostParsed + m_graph.nodeCount()) {
        return {};
    }
    const int before = m_parsed;
    Structure made = parseStructure(names, fields, depth);
    made.before = before;
    made.dtypes = m_parsed - before;
    notes.parsed += static_cast<std::size_t>(made.dtypes) + 1;
    if (notes.kept <= mostKept) {
        notes.kept += static_cast<std::size_t>(made.dtypes) + 1;
        notes.known.insert_or_assign(key, made);
    }
    return made;
}

Structure DtypeParser::parseStructure(NodeId names, NodeId fields, int depth)
{
    std::vector<NumpyField> parsed;
    Structure made;
    for (const NodeId node : m_graph.tuple(names)) {
        const auto name = keptText(m_graph, node);
        const NodeId entry = name ? m_graph.lookup(fields, *name) : kNoNode;
        const auto parts = m_graph.is(entry, NodeKind::Tuple) ? m_graph.tuple(entry) : std::span<const NodeId>{};
        if (parts.size() < 2 || !m_graph.is(parts[1], NodeKind::Int)) {
            return {};
        }
        auto part = parse(parts[0], depth + 1);
        const std::int64_t offset = m_graph.intValue(parts[1]);
        constexpr std::int64_t largest = 0x7FFFFFFF; // of any dtype
        if (!part || offset < 0 || offset > largest) {
            return {};
        }
        made.endBytes = std::max(made.endBytes, offset + part->sizeBytes);
        parsed.push_back({std::string(*name), static_cast<std::uint32_t>(offset), std::move(*part)});
    }
    made.fields = std::make_shared<const std::vector<NumpyField>>(std::move(parsed));
    return made;
}

} // namespace

std::optional<NumpyDtype> numpyDtype(const PickleGraph& graph, const SourcePtr& source, NodeId node)
{
    return DtypeParser(graph, source).parse(node);
}

std::optional<std::vector<std::int64_t>> numpyShape(const PickleGraph& graph, NodeId node)
{
    constexpr std::size_t maxRank = 64;
    std::vector<std::int64_t> shape;
    const NodeId alone[] = {node};
    const auto sizes = graph.is(node, NodeKind::Tuple) ? graph.tuple(node) : std::span<const NodeId>(alone);
    if (sizes.size() > maxRank) {
        return std::nullopt;
    }
    for (const NodeId size : sizes) {
        if (!graph.is(size, NodeKind::Int) || graph.intValue(size) < 0) {
            return std::nullopt;
        }
        shape.push_back(graph.intValue(size));
    }
    return shape;
}

} // namespace cairn::checkpoint
