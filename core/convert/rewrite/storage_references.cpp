#include "core/convert/rewrite/storage_references.h"

#include "core/base/text/text.h"
#include "core/checkpoint/pickles/tensor_arguments.h"

#include <map>
#include <string>

namespace cairn::convert {

using checkpoint::Constructor;
using checkpoint::Storage;
using checkpoint::StorageUse;
using checkpoint::TensorSpec;
using checkpoint::tupleOf;
using formats::Dtype;
using formats::dtypeInfo;
using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;

namespace {

class ReferenceEditor {
public:
    ReferenceEditor(const PlannedStorages& planned, formats::GraphEdit& edit)
        : m_planned(planned), m_tree(planned.tree), m_graph(planned.tree.graph()), m_edit(edit), m_make(edit.make())
    {
    }

    [[nodiscard]] Result<void> run();

private:
    [[nodiscard]] const NewStorage& newStorage(checkpoint::StorageId id) const
    {
        return m_planned.plan.storages[m_planned.newIds[id]];
    }
    [[nodiscard]] Result<void> editReference(const StorageUses::Reference& reference);
    [[nodiscard]] Result<void> refusePartOfStorage(NodeId node, const NewStorage& storage) const;
    [[nodiscard]] bool fits(NodeId node, const NewStorage& storage) const;
    [[nodiscard]] NodeId persistentId(const NewStorage& storage, NodeId oldClass);
    void editView(const StorageView& view);
    void editSavedTensor(const StorageView& view);
    [[nodiscard]] NodeId tupleOfNumbers(const std::vector<std::int64_t>& numbers);
    [[nodiscard]] NodeId noHooks();
    /// Of a view in its new storage, in elements.
    [[nodiscard]] std::int64_t offsetOf(const StorageView& view) const;

    const PlannedStorages& m_planned;
    const checkpoint::PickledTree& m_tree;
    const formats::PickleGraph& m_graph;
    formats::GraphEdit& m_edit;
    formats::PickleGraphMaker& m_make;
    std::map<std::int64_t, NodeId> m_savedTensors; ///< by their number in a tar
};

Result<void> ReferenceEditor::run()
{
    for (const NodeId node : m_planned.uses.classesWithCode) {
        m_edit.replace(node, m_tree.document().classBehind(node));
    }
    for (const StorageUses::Reference& reference : m_planned.uses.references) {
        if (reference.node != kNoNode) {
            CAIRN_TRY(editReference(reference));
        }
    }
    for (const StorageView& view : m_planned.uses.views) {
        if (m_tree.savedTensor(view.at) != nullptr) {
            editSavedTensor(view);
        } else {
            editView(view);
        }
    }
    return {};
}

Result<void> ReferenceEditor::editReference(const StorageUses::Reference& reference)
{
    const NewStorage& storage = newStorage(reference.storage);
    if (m_planned.uses.bare[reference.storage]) {
        CAIRN_TRY(refusePartOfStorage(reference.node, storage));
    }
    if (fits(reference.node, storage)) {
        return {};
    }
    const bool hasTuple = m_graph.is(reference.node, NodeKind::PersistentId);
    const auto parts = hasTuple ? tupleOf(m_graph, m_graph.persistentId(reference.node)) : std::span<const NodeId>();
    m_edit.replace(reference.node, persistentId(storage, parts.size() > 1 ? parts[1] : kNoNode));
    return {};
}

/// A storage object that is part of another one: the new containers know storages only as a whole.
Result<void> ReferenceEditor::refusePartOfStorage(NodeId node, const NewStorage& storage) const
{
    const auto parts = m_graph.is(node, NodeKind::PersistentId) ? tupleOf(m_graph, m_graph.persistentId(node))
                                                                : std::span<const NodeId>();
    constexpr std::size_t viewAt = 5;
    const auto view = parts.size() > viewAt ? tupleOf(m_graph, parts[viewAt]) : std::span<const NodeId>();
    if (view.size() != 3 || !m_graph.is(view[1], NodeKind::Int) || !m_graph.is(view[2], NodeKind::Int) ||
        (m_graph.intValue(view[1]) == 0 && m_graph.intValue(view[2]) == static_cast<std::int64_t>(storage.numel()))) {
        return {};
    }
    return fail(error(ErrorCode::Unsupported,
                      message("the file holds a storage that is a part of storage %1",
                              inQuotes(m_tree.rows().storageKey(m_tree.rows().storages()[storage.source]))))
                    .because(message("Only the old stream can say so; a tensor in its place could be written")));
}

/// Whether a persistent id of a zip can stay as it is.
bool ReferenceEditor::fits(NodeId node, const NewStorage& storage) const
{
    if (m_planned.container != PickleContainer::Zip || !m_graph.is(node, NodeKind::PersistentId)) {
        return false;
    }
    const auto parts = tupleOf(m_graph, m_graph.persistentId(node));
    constexpr std::size_t zipParts = 5;
    return parts.size() == zipParts && !storage.isCast() && m_graph.is(parts[2], NodeKind::String) &&
           m_graph.text(parts[2]) == storage.key && m_graph.is(parts[3], NodeKind::String) &&
           m_graph.is(parts[4], NodeKind::Int) &&
           m_graph.intValue(parts[4]) == static_cast<std::int64_t>(storage.numel());
}

NodeId ReferenceEditor::persistentId(const NewStorage& storage, NodeId oldClass)
{
    const bool isUntyped = storage.dtype == Dtype::Unknown;
    const bool keepsClass =
        oldClass != kNoNode && storage.dtype == storage.from && m_graph.is(oldClass, NodeKind::Global);
    const NodeId type =
        keepsClass ? oldClass
                   : m_make.global(isUntyped ? "torch.storage" : "torch", dtypeInfo(storage.dtype).storageClass);
    const Storage& old = m_tree.rows().storages()[storage.source];
    const NodeId parts[] = {m_make.text("storage"),
                            type,
                            m_make.text(storage.key),
                            m_make.text(m_tree.rows().deviceTag(old.device)),
                            m_make.integer(static_cast<std::int64_t>(storage.numel())),
                            m_make.none()}; // no view
    const std::size_t count = m_planned.container == PickleContainer::Legacy ? 6 : 5;
    return m_make.persistentId(m_make.tuple(std::span(parts).first(count)));
}

std::int64_t ReferenceEditor::offsetOf(const StorageView& view) const
{
    const std::uint64_t begin = newStorage(view.storage).begin;
    // One without elements may begin anywhere.
    return view.begin < begin ? 0 : static_cast<std::int64_t>((view.begin - begin) / view.itemBytes);
}

void ReferenceEditor::editView(const StorageView& view)
{
    const NewStorage& storage = newStorage(view.storage);
    const auto old = m_graph.tuple(view.at);
    const std::int64_t offset = offsetOf(view);
    const bool becomesV3 = storage.isCast() && storage.dtype == Dtype::Unknown;
    if (m_graph.intValue(old[1]) == offset && !becomesV3) {
        return;
    }
    std::vector<NodeId> parts(old.begin(), old.end());
    parts[1] = m_make.integer(offset);
    if (becomesV3) {
        constexpr std::size_t dtypeAt = 6;
        if (parts.size() < dtypeAt) { // _rebuild_tensor knows no more than offset, size and stride
            parts.resize(4);
            parts.insert(parts.end(), {m_make.boolean(false), noHooks()});
        }
        parts.insert(parts.begin() + dtypeAt, m_make.global("torch", dtypeInfo(storage.castTo).name));
    }
    m_edit.replace(view.at, m_make.tuple(parts));
    if (becomesV3) {
        m_edit.replace(
            view.call,
            m_make.callInstead(m_graph, view.call, {.callable = m_make.global("torch._utils", "_rebuild_tensor_v3")}));
    }
}

NodeId ReferenceEditor::tupleOfNumbers(const std::vector<std::int64_t>& numbers)
{
    std::vector<NodeId> nodes;
    nodes.reserve(numbers.size());
    for (const std::int64_t number : numbers) {
        nodes.push_back(m_make.integer(number));
    }
    return m_make.tuple(nodes);
}

NodeId ReferenceEditor::noHooks()
{
    return m_make.call({.callable = m_make.global("collections", "OrderedDict"), .arguments = m_make.tuple({})});
}

/// A tensor that a tar keeps beside its pickle; all references to its number are one object.
void ReferenceEditor::editSavedTensor(const StorageView& view)
{
    const TensorSpec& spec = *m_tree.savedTensor(view.at);
    const NodeId number = m_graph.persistentId(view.at);
    const auto known =
        m_graph.is(number, NodeKind::Int) ? m_savedTensors.find(m_graph.intValue(number)) : m_savedTensors.end();
    if (known != m_savedTensors.end()) {
        m_edit.replace(view.at, known->second);
        return;
    }
    const NewStorage& storage = newStorage(view.storage);
    std::vector<NodeId> parts = {persistentId(storage, kNoNode), m_make.integer(offsetOf(view)),
                                 tupleOfNumbers(spec.sizes),     tupleOfNumbers(spec.strides),
                                 m_make.boolean(false),          noHooks()};
    const bool isUntyped = storage.dtype == Dtype::Unknown;
    if (isUntyped) {
        parts.push_back(m_make.global("torch", dtypeInfo(storage.isCast() ? storage.castTo : spec.dtype).name));
    }
    const NodeId call =
        m_make.call({.callable = m_make.global("torch._utils", isUntyped ? "_rebuild_tensor_v3" : "_rebuild_tensor_v2"),
                     .arguments = m_make.tuple(parts)});
    m_edit.replace(view.at, call);
    if (m_graph.is(number, NodeKind::Int)) {
        m_savedTensors.emplace(m_graph.intValue(number), call);
    }
}

} // namespace

Result<void> editReferences(const PlannedStorages& planned, formats::GraphEdit& edit)
{
    return ReferenceEditor(planned, edit).run();
}

} // namespace cairn::convert
