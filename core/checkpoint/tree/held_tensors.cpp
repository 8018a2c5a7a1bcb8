#include "core/checkpoint/tree/held_tensors.h"

#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/tree/tensor_reader.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// How a value hangs on a row.
enum class Held : std::uint8_t { Key, Function, Value, Unpickling };

std::string_view words(Held held)
{
    switch (held) {
    case Held::Key: return "held by a key";
    case Held::Function: return "held by a function";
    case Held::Value: return "held by a value";
    case Held::Unpickling: return "used in unpickling";
    }
    return {};
}

/// Goes wherever values lead from the rows, and then through the values that nothing leads to.
class HeldFinder {
public:
    HeldFinder(DocumentSet& documents, const Checkpoint& checkpoint, std::span<const NodeRef> refs)
        : m_documents(documents), m_checkpoint(checkpoint), m_tensors(documents), m_refs(refs)
    {
    }

    std::vector<HeldTensor> find()
    {
        const Entry& root = m_checkpoint.entries()[0];
        for (EntryId row = root.firstChild; row < root.firstChild + root.childCount; ++row) {
            if (isHeld(m_checkpoint, m_checkpoint.entries()[row])) { // found before
                m_taken.insert(m_checkpoint.keyText(m_checkpoint.entries()[row]));
            }
        }
        if (isAllInRows()) {
            return {};
        }
        for (const NodeRef& ref : m_refs) {
            if (ref.valid()) {
                (void)mark(m_visited, ref);
            }
        }
        // What tensors are made of is held by nothing else, so they come first.
        for (const bool tensors : {true, false}) {
            for (EntryId row = 0; row < m_refs.size(); ++row) {
                const EntryKind kind = m_checkpoint.entries()[row].kind;
                const bool isTensor = kind == EntryKind::Tensor || kind == EntryKind::Storage;
                // A value can have many rows; the first says where it is.
                if (m_refs[row].valid() && tensors == isTensor && mark(m_begun, m_refs[row])) {
                    m_row = row;
                    if (tensors) {
                        leaveAttributes(m_refs[row]);
                    }
                    push({.ref = m_refs[row], .isRow = true, .reports = !tensors});
                    resume();
                }
            }
        }
        m_row = kNoId;
        for (std::uint32_t document = 0; document < m_documents.size(); ++document) {
            findUsed(document);
        }
        return std::move(m_found);
    }

private:
    struct Step {
        NodeRef ref;
        Held held = Held::Value;
        bool isRow = false;  ///< how what it leads to is held is not known yet
        bool reports = true; ///< not inside of a tensor
    };

    /// Whether all tensors and storages are rows, or the storages of rows: so it is in most files, and quickly seen.
    [[nodiscard]] bool isAllInRows()
    {
        Marks known(m_documents.size());
        for (std::uint32_t document = 0; document < known.size(); ++document) {
            known[document].resize(m_documents[document].graph.nodeCount());
        }
        for (const NodeRef& ref : m_refs) {
            if (!ref.valid()) {
                continue;
            }
            std::vector<bool>& marks = known[ref.document];
            marks[ref.node] = true;
            if (isPlain(ref)) {
                const PickleGraph& graph = m_documents[ref.document].graph;
                const auto arguments = tupleOf(graph, graph.arguments(ref.node));
                if (!arguments.empty()) {
                    marks[arguments[0]] = true;
                }
            }
        }
        for (std::uint32_t document = 0; document < known.size(); ++document) {
            const PickleDocument& pickle = m_documents[document];
            const auto count = static_cast<NodeId>(pickle.graph.nodeCount());
            for (NodeId node = 0; node < count; ++node) {
                const NodeKind kind = pickle.graph.kind(node);
                const bool mayMake = kind == NodeKind::Call || kind == NodeKind::PersistentId; // few of all nodes
                if (mayMake && !known[document][node] && isMaker(pickle, node)) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Values come after what they are made of, so of those that nothing leads to the outermost are the last.
    void findUsed(std::uint32_t document)
    {
        const auto first = static_cast<std::ptrdiff_t>(m_found.size());
        for (auto node = static_cast<NodeId>(m_documents[document].graph.nodeCount()); node-- > 0;) {
            const PickleGraph& graph = m_documents[document].graph;
            if (graph.is(node, NodeKind::Call) || graph.is(node, NodeKind::PersistentId)) {
                m_open.push_back({.ref = {document, node}, .held = Held::Unpickling});
                resume();
            }
        }
        std::reverse(m_found.begin() + first, m_found.end());
    }

    /// What a tensor has beside what it is made of has rows of its own, and may hold more.
    void leaveAttributes(NodeRef tensor)
    {
        if (isPlain(tensor)) {
            return;
        }
        const auto read = m_tensors.read(tensor, m_spec);
        if (read && *read && m_spec.attributes.valid()) {
            (void)mark(m_visited, m_spec.attributes);
        }
    }

    /// Most tensors have nothing beside: no need to read them again.
    [[nodiscard]] bool isPlain(NodeRef tensor) const
    {
        const PickleDocument& document = m_documents[tensor.document];
        return document.graph.is(tensor.node, NodeKind::Call) &&
               document.constructor(document.graph.callable(tensor.node)) == Constructor::RebuildTensorV2 &&
               document.graph.state(tensor.node) == kNoNode;
    }

    void resume()
    {
        while (!m_open.empty()) {
            Step step = m_open.back();
            m_open.pop_back();
            if (!mark(m_visited, step.ref)) {
                continue;
            }
            if (step.reports && makesTensorOrStorage(step.ref)) {
                m_found.push_back({step.ref, nameOf(step.held)});
                step.reports = false;
            }
            push(step);
        }
    }

    using Marks = std::vector<std::vector<bool>>; ///< by document and node

    /// False if it was marked before.
    bool mark(Marks& all, NodeRef ref)
    {
        while (all.size() <= ref.document) { // blobs are added as they are found
            all.emplace_back(m_documents[static_cast<std::uint32_t>(all.size())].graph.nodeCount());
        }
        std::vector<bool>& marks = all[ref.document];
        const bool isNew = !marks[ref.node];
        marks[ref.node] = true;
        return isNew;
    }

    /// What could be a tensor or a storage.
    [[nodiscard]] static bool isMaker(const PickleDocument& document, NodeId node)
    {
        if (!document.graph.is(node, NodeKind::Call)) {
            return document.graph.is(node, NodeKind::PersistentId);
        }
        const Constructor constructor = document.constructor(document.graph.callable(node));
        return makesTensor(constructor) || constructor == Constructor::LoadFromBytes;
    }

    bool makesTensorOrStorage(NodeRef ref)
    {
        if (!isMaker(m_documents[ref.document], ref.node)) {
            return false;
        }
        const auto read = m_tensors.read(ref, m_spec);
        if (!read || *read) {
            return read.has_value();
        }
        const auto resolved = m_documents.resolve(ref);
        std::vector<Issue> told; // those of rows are told by the rows
        return resolved && m_documents.isStorage(*resolved) && m_documents.storage(*resolved, told);
    }

    /// Numbers, texts and names lead nowhere, and most values are such.
    [[nodiscard]] static bool leadsOn(NodeKind kind) { return kind >= NodeKind::Tuple && kind != NodeKind::Global; }

    /// What a value leads to.
    void push(const Step& from)
    {
        const PickleGraph& graph = m_documents[from.ref.document].graph;
        const auto add = [&](NodeId node, Held held) {
            if (node != kNoNode && leadsOn(graph.kind(node))) {
                m_open.push_back(
                    {.ref = {from.ref.document, node}, .held = from.isRow ? held : from.held, .reports = from.reports});
            }
        };
        if (graph.is(from.ref.node, NodeKind::PersistentId)) {
            add(graph.persistentId(from.ref.node), Held::Value);
            return;
        }
        if (graph.is(from.ref.node, NodeKind::Call)) {
            add(graph.callable(from.ref.node), Held::Function);
            add(graph.arguments(from.ref.node), Held::Value);
            add(graph.keywords(from.ref.node), Held::Value);
            add(graph.state(from.ref.node), Held::Value);
        }
        graph.forEachElement(from.ref.node, [&](NodeId element) { add(element, Held::Value); });
        graph.forEachPair(from.ref.node, [&](NodeId key, NodeId value) {
            add(key, Held::Key);
            add(value, Held::Value);
        });
    }

    /// No two have one name.
    std::string nameOf(Held held)
    {
        std::string name(words(held));
        if (const std::string row = m_row == kNoId ? std::string() : m_checkpoint.entryName(m_row); !row.empty()) {
            name += " of " + row;
        }
        std::string whole;
        do {
            const std::size_t count = ++m_names[name];
            whole = count == 1 ? name : name + " (" + std::to_string(count) + ")";
        } while (m_taken.contains(whole));
        return whole;
    }

    DocumentSet& m_documents;
    const Checkpoint& m_checkpoint;
    TensorReader m_tensors;
    TensorSpec m_spec;
    std::span<const NodeRef> m_refs;
    Marks m_visited;
    Marks m_begun; ///< values of rows, whose parts were looked at
    std::vector<Step> m_open;
    std::vector<HeldTensor> m_found;
    std::unordered_map<std::string, std::size_t> m_names;
    std::unordered_set<std::string> m_taken;
    EntryId m_row = kNoId; ///< where the values hang that are looked at
};

} // namespace

bool isHeld(const Checkpoint& checkpoint, const Entry& entry)
{
    constexpr std::array all = {Held::Key, Held::Function, Held::Value, Held::Unpickling};
    return entry.parent == 0 && entry.attribute &&
           std::ranges::any_of(all, [&](Held held) { return checkpoint.keyView(entry).starts_with(words(held)); });
}

std::vector<HeldTensor> heldTensors(DocumentSet& documents, const Checkpoint& checkpoint, std::span<const NodeRef> refs)
{
    return HeldFinder(documents, checkpoint, refs).find();
}

} // namespace cairn::checkpoint
