#include "core/checkpoint/python/numpy_summary.h"

#include "core/checkpoint/pickles/bytes_value.h"
#include "core/checkpoint/python/numpy_element.h"
#include "core/checkpoint/python/scalar_repr.h"

#include <algorithm>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::PickleGraph;

namespace {

constexpr std::size_t kCharacters = 80;
constexpr std::size_t kHeadBytes = 4096;
constexpr std::size_t kHeadObjects = 64;

/// The beginning of an array's data; elements come by their place in it.
class ElementHead {
public:
    ElementHead(const PickleGraph& graph, const SourcePtr& source, NodeId data, const NumpyDtype& dtype)
        : m_graph(graph), m_source(source), m_dtype(dtype)
    {
        if (dtype.kind != 'O') {
            const auto bytes = bytesValue(graph, source, data, kHeadBytes);
            m_bytes = bytes ? bytes->head : std::string();
            return;
        }
        graph.forEachElement(data, [&](NodeId element) {
            m_objects.push_back(element);
            return m_objects.size() < kHeadObjects;
        });
    }

    /// False when the element is beyond the head.
    [[nodiscard]] bool append(std::string& out, std::uint64_t place) const
    {
        if (m_dtype.kind == 'O') {
            if (place >= m_objects.size()) {
                return false;
            }
            out += scalarRepr(m_graph, m_source, m_objects[place], kCharacters).value_or("...");
            return true;
        }
        const std::size_t size = m_dtype.sizeBytes;
        if (size > m_bytes.size() || place > (m_bytes.size() - size) / std::max<std::size_t>(size, 1)) {
            return false;
        }
        appendNumpyElement(out, m_dtype, std::string_view(m_bytes).substr(place * size, size), kCharacters);
        return true;
    }

private:
    const PickleGraph& m_graph;
    const SourcePtr& m_source;
    const NumpyDtype& m_dtype;
    std::string m_bytes;
    std::vector<NodeId> m_objects;
};

} // namespace

std::string numpySummary(const PickleGraph& graph, const SourcePtr& source, NodeId data, const NumpyDtype& dtype,
                         const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& steps)
{
    if (std::ranges::find(shape, 0) != shape.end()) {
        return "[]";
    }
    const ElementHead head(graph, source, data, dtype);
    const std::size_t rank = shape.size();
    std::vector<std::int64_t> index(rank, 0);
    std::string out(rank, '[');
    std::size_t open = rank;
    for (;;) {
        std::uint64_t place = 0;
        for (std::size_t axis = 0; axis < rank; ++axis) {
            place += static_cast<std::uint64_t>(index[axis] * steps[axis]);
        }
        if (out.size() >= kCharacters + rank || !head.append(out, place)) {
            return out.append("...").append(open, ']');
        }
        // Count up like an odometer; every axis that overflows closes a list.
        while (open > 0 && ++index[open - 1] == shape[open - 1]) {
            index[--open] = 0;
            out += ']';
        }
        if (open == 0) {
            return out;
        }
        out += ", ";
        if (out.size() >= kCharacters + rank) {
            return out.append("...").append(open, ']');
        }
        out.append(rank - open, '[');
        open = rank;
    }
}

} // namespace cairn::checkpoint
