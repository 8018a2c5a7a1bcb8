#include "core/convert/rewrite/storage_walk.h"

#include "core/base/checked.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/pickles/tensor_arguments.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace cairn::convert {

using checkpoint::Constructor;
using checkpoint::PickledTree;
using checkpoint::StorageId;
using checkpoint::StorageUse;
using checkpoint::TensorSpec;
using checkpoint::tupleOf;
using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr bool looksIntoStorage(Constructor constructor)
{
    return constructor == Constructor::RebuildTensor || constructor == Constructor::RebuildTensorV2 ||
           constructor == Constructor::RebuildTensorV3 || constructor == Constructor::RebuildQTensor;
}

class Walker {
public:
    Walker(const PickledTree& tree, const formats::GraphEdit& edit)
        : m_tree(tree), m_graph(tree.graph()), m_edit(edit), m_seen(edit.nodeCount())
    {
        m_uses.bare.resize(tree.rows().storages().size());
    }

    [[nodiscard]] Result<StorageUses> run();

private:
    [[nodiscard]] Result<bool> visit(NodeId node);
    [[nodiscard]] Result<void> addView(NodeId at, NodeId call, Constructor rebuild);
    [[nodiscard]] Result<void> addSavedTensor(NodeId node, const TensorSpec& spec);
    [[nodiscard]] Result<void> place(StorageView view, std::uint64_t base, std::int64_t offset,
                                     const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides);
    [[nodiscard]] const StorageUse* storageAt(NodeId node) const
    {
        return node < m_graph.nodeCount() ? m_tree.storage(node) : nullptr;
    }

    const PickledTree& m_tree;
    const PickleGraph& m_graph;
    const formats::GraphEdit& m_edit;
    std::vector<bool> m_seen;
    StorageUses m_uses;
};

Result<StorageUses> Walker::run()
{
    std::vector<NodeId> open;
    std::vector<NodeId> children;
    for (const NodeId root : m_edit.roots() | std::views::reverse) { // the value itself first
        if (const StorageUse* storage = storageAt(root)) {
            m_uses.bare[storage->storage] = true;
        }
        if (!m_seen[root]) {
            m_seen[root] = true;
            open.push_back(root);
        }
    }
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        CAIRN_ASSIGN(goesOn, visit(node));
        if (!goesOn) {
            continue;
        }
        children.clear();
        m_edit.forEachChild(node, [&](NodeId child) { children.push_back(child); });
        const bool isView = m_uses.viewAt.contains(node);
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (const StorageUse* storage = storageAt(children[i]); storage != nullptr && (!isView || i != 0)) {
                m_uses.bare[storage->storage] = true;
            }
        }
        for (auto child = children.rbegin(); child != children.rend(); ++child) {
            if (!m_seen[*child]) {
                m_seen[*child] = true;
                open.push_back(*child);
            }
        }
    }
    return std::move(m_uses);
}

/// True if what the node holds is to be visited too.
Result<bool> Walker::visit(NodeId node)
{
    if (node >= m_graph.nodeCount()) {
        return true;
    }
    if (const StorageUse* storage = storageAt(node)) {
        m_uses.references.push_back({node, storage->storage});
        return false;
    }
    if (m_graph.is(node, NodeKind::PersistentId)) {
        if (const TensorSpec* spec = m_tree.savedTensor(node)) {
            CAIRN_TRY(addSavedTensor(node, *spec));
            return false;
        }
        if (m_tree.document().classBehind(node) != node) {
            m_uses.classesWithCode.push_back(node);
            return false;
        }
        return fail(error(ErrorCode::Unsupported,
                          message("the pickle refers to something that is neither a storage nor a class"))
                        .because(message("It cannot be written into another file")));
    }
    if (!m_graph.is(node, NodeKind::Call)) {
        return true;
    }
    const Constructor constructor = m_tree.document().constructor(m_graph.callable(node));
    if (looksIntoStorage(constructor)) {
        CAIRN_TRY(addView(m_graph.arguments(node), node, constructor));
    } else if (constructor == Constructor::TensorClass && tupleOf(m_graph, m_graph.state(node)).size() == 4) {
        CAIRN_TRY(addView(m_graph.state(node), kNoNode, constructor));
    } else if (constructor == Constructor::RebuildFromType || constructor == Constructor::RebuildFromTypeV2) {
        const auto parts = tupleOf(m_graph, m_graph.arguments(node));
        const Constructor inner = parts.size() < 3 ? Constructor::Other : m_tree.document().constructor(parts[0]);
        if (looksIntoStorage(inner)) {
            CAIRN_TRY(addView(parts[2], kNoNode, inner));
        }
    }
    return true;
}

Result<void> Walker::addView(NodeId at, NodeId call, Constructor rebuild)
{
    const auto parts = tupleOf(m_graph, at);
    constexpr std::size_t least = 4;
    const StorageUse* use = parts.size() < least ? nullptr : storageAt(parts[0]);
    if (use == nullptr || !m_graph.is(parts[1], NodeKind::Int) || m_uses.viewAt.contains(at)) {
        return {};
    }
    StorageView view{.at = at, .call = call, .rebuild = rebuild, .storage = use->storage, .dtype = use->dtype};
    constexpr std::size_t gradAt = 4;
    view.requiresGrad =
        rebuild == Constructor::RebuildTensorV2 && parts.size() > gradAt && m_graph.is(parts[gradAt], NodeKind::True);
    const std::uint64_t base = use->viewOffset * formats::dtypeInfo(use->dtype).storageBytes;
    if (constexpr std::size_t dtypeAt = 6; rebuild == Constructor::RebuildTensorV3 && parts.size() > dtypeAt) {
        std::string_view name = m_tree.document().className(parts[dtypeAt]);
        name.remove_prefix(name.starts_with("torch.") ? 6 : 0);
        view.dtype = formats::dtypeByName(name).value_or(formats::Dtype::Unknown);
    }
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    CAIRN_TRY(checkpoint::readIntegers(m_tree.document(), parts[2], "size", sizes));
    CAIRN_TRY(checkpoint::readIntegers(m_tree.document(), parts[3], "stride", strides));
    return place(view, base, m_graph.intValue(parts[1]), sizes, strides);
}

Result<void> Walker::addSavedTensor(NodeId node, const TensorSpec& spec)
{
    const StorageView view{.at = node, .call = node, .storage = spec.storage, .dtype = spec.dtype};
    m_uses.references.push_back({kNoNode, spec.storage});
    return place(view, 0, spec.offset, spec.sizes, spec.strides);
}

Result<void> Walker::place(StorageView view, std::uint64_t base, std::int64_t offset,
                           const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides)
{
    const auto& info = formats::dtypeInfo(view.dtype);
    constexpr std::uint16_t wholeByte = 8;
    if (info.bits < wholeByte || view.dtype == formats::Dtype::Unknown) {
        m_uses.bare[view.storage] = true; // where its elements are is not for us to say
    }
    view.itemBytes = info.storageBytes;
    const auto elements = checkpoint::extentOf(sizes, strides);
    const auto bytes = elements && offset >= 0 ? checkedMultiply(*elements, view.itemBytes) : std::nullopt;
    const auto skipped = checkedMultiply(static_cast<std::uint64_t>(std::max<std::int64_t>(offset, 0)), view.itemBytes);
    const auto begin = skipped ? checkedAdd(base, *skipped) : std::nullopt;
    const auto end = begin && bytes ? checkedAdd(*begin, *bytes) : std::nullopt;
    const std::uint64_t size = m_tree.rows().storages()[view.storage].bytes;
    if (!end || (*bytes != 0 && *end > size)) {
        if (!m_uses.bare[view.storage] || !end) {
            return fail(ErrorCode::TensorBounds, message("a tensor reaches beyond the end of its storage"));
        }
    }
    view.begin = *begin;
    view.end = *end;
    m_uses.viewAt.emplace(view.at, m_uses.views.size());
    m_uses.views.push_back(view);
    return {};
}

} // namespace

Result<StorageUses> walkStorages(const PickledTree& tree, const formats::GraphEdit& edit)
{
    return Walker(tree, edit).run();
}

NodeId viewOf(const PickledTree& tree, NodeId node)
{
    const PickleGraph& graph = tree.graph();
    constexpr int maxLayers = 32;
    for (int layer = 0; layer < maxLayers && node != kNoNode; ++layer) {
        if (tree.savedTensor(node) != nullptr) {
            return node;
        }
        if (!graph.is(node, NodeKind::Call)) {
            return kNoNode;
        }
        const auto parts = tupleOf(graph, graph.arguments(node));
        const auto state = tupleOf(graph, graph.state(node));
        const auto part = [](std::span<const NodeId> of, std::size_t i) { return of.size() > i ? of[i] : kNoNode; };
        const Constructor constructor = tree.document().constructor(graph.callable(node));
        switch (constructor) {
        case Constructor::RebuildFromType:
        case Constructor::RebuildFromTypeV2: return part(parts, 2);
        case Constructor::TensorClass: return graph.state(node);
        case Constructor::ParameterClass:
        case Constructor::VariableClass:
            node = parts.empty() || graph.is(parts[0], NodeKind::None) ? part(state, 0) : parts[0];
            break;
        case Constructor::RebuildParameter:
        case Constructor::RebuildParameterWithState:
        case Constructor::TypeTag: node = part(parts, 0); break;
        default: return looksIntoStorage(constructor) ? graph.arguments(node) : kNoNode;
        }
    }
    return kNoNode;
}

} // namespace cairn::convert
