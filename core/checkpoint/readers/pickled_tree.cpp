#include "core/checkpoint/readers/pickled_tree.h"

#include "core/base/text/text.h"
#include "core/checkpoint/pieces/assembly.h"
#include "core/checkpoint/readers/tar_tensors.h"
#include "core/checkpoint/readers/zip_locator.h"
#include "core/checkpoint/tree/torch_legacy_reader.h"
#include "core/checkpoint/tree/tree_reader.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <utility>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// The file that a checkpoint was read from. Of a damaged one it is what was made of it.
Result<SourcePtr> fileOf(const Checkpoint& checkpoint)
{
    if (const StorageSource* own = checkpoint.ownSource()) {
        return own->bytes;
    }
    CAIRN_ASSIGN(source, FileSource::open(checkpoint.path()));
    if (source->sizeBytes() != checkpoint.fileBytes()) {
        return fail(error(ErrorCode::FileChanged, message("the file changed after it was opened")));
    }
    return SourcePtr(std::move(source));
}

} // namespace

Result<std::unique_ptr<PickledTree>> PickledTree::read(const Checkpoint& checkpoint, const Progress* progress)
{
    std::unique_ptr<PickledTree> tree(new PickledTree);
    tree->m_builder =
        std::make_unique<CheckpointBuilder>(checkpoint.path(), checkpoint.format(), checkpoint.fileBytes());
    tree->m_documents = std::make_unique<DocumentSet>(*tree->m_builder, progress);
    CAIRN_ASSIGN(document, tree->open(checkpoint, progress));
    const NodeId root = document->graph.root();
    const std::uint32_t id = tree->m_documents->add(std::move(document));
    TreeReader reader(*tree->m_builder, *tree->m_documents);
    CAIRN_TRY(reader.read({id, root}));
    tree->m_refs = reader.takeRefs();
    tree->collectReferences();
    tree->m_rows = tree->m_builder->finish();
    return tree;
}

Result<std::unique_ptr<PickleDocument>> PickledTree::open(const Checkpoint& checkpoint, const Progress* progress)
{
    const std::string& path = checkpoint.path();
    if (checkpoint.traits().pickle == PickleForm::ZipRecord && checkpoint.archive() != nullptr) {
        const formats::ZipArchive& archive = *checkpoint.archive();
        const formats::ZipEntry* data = archive.findRecord("data.pkl");
        CAIRN_ASSIGN(source, archive.recordSource(*data));
        CAIRN_ASSIGN(graph, decodeWithin(*m_builder->budget(), source, 0, progress));
        const auto& storages = checkpoint.storages();
        const auto isBig = [](const Storage& storage) { return storage.byteOrder == ByteOrder::Big; };
        const ByteOrder order = std::ranges::any_of(storages, isBig) ? ByteOrder::Big : ByteOrder::Little;
        auto document = std::make_unique<PickleDocument>(std::move(graph), source, "data.pkl");
        const std::uint32_t file = m_builder->addSource({archive.source(), path, true});
        document->locator = std::make_unique<ZipLocator>(*m_builder, archive, file, ZipStorageFolder{"data/"}, order);
        document->storages = std::make_unique<StorageTable>(*m_builder, *document->locator, "");
        return document;
    }
    if (checkpoint.assembly() != nullptr) {
        return openAssembly(*checkpoint.assembly(), *m_builder, progress);
    }
    CAIRN_ASSIGN(source, fileOf(checkpoint));
    switch (checkpoint.traits().pickle) {
    case PickleForm::Stream:
        return readLegacyDocument(*m_builder, {.bytes = source, .name = path, .isFile = true}, "", progress);
    case PickleForm::TarMember: return openTar(source, path, progress);
    case PickleForm::WholeFile: {
        CAIRN_ASSIGN(graph, decodeWithin(*m_builder->budget(), source, 0, progress));
        return std::make_unique<PickleDocument>(std::move(graph), source, "the pickle");
    }
    default: break;
    }
    return fail(error(ErrorCode::Unsupported,
                      message("the values of a file of the format %1 cannot be written anew", checkpoint.traits().name))
                    .because(message("They are not in one pickle"))
                    .fix(checkpoint.traits().rewriteAdvice));
}

Result<std::unique_ptr<PickleDocument>> PickledTree::openTar(const SourcePtr& source, const std::string& path,
                                                             const Progress* progress)
{
    CAIRN_ASSIGN(tar, formats::TarArchive::open(*source));
    const formats::TarMember* const storages = tar.find("storages");
    const formats::TarMember* const tensors = tar.find("tensors");
    const formats::TarMember* const pickle = tar.find("pickle");
    if (storages == nullptr || tensors == nullptr || pickle == nullptr) {
        return fail(ErrorCode::FileChanged, message("the file changed after it was opened"));
    }
    auto saved = std::make_unique<TarTensors>(*m_builder);
    CAIRN_TRY(saved->load(source, m_builder->addSource({source, path, true}), *storages, *tensors, progress));
    CAIRN_ASSIGN(bytes, SliceSource::make(source, pickle->offset, pickle->bytes));
    CAIRN_ASSIGN(graph, decodeWithin(*m_builder->budget(), bytes, 0, progress));
    auto document = std::make_unique<PickleDocument>(std::move(graph), bytes, "pickle");
    document->tensors = std::move(saved);
    return document;
}

void PickledTree::collectReferences()
{
    const PickleGraph& decoded = graph();
    std::vector<Issue> told; // those of rows are told by the rows
    for (NodeId node = 0; node < decoded.nodeCount(); ++node) {
        const bool isCall = decoded.is(node, NodeKind::Call) &&
                            document().constructor(decoded.callable(node)) == Constructor::LoadFromBytes;
        if (!isCall && !decoded.is(node, NodeKind::PersistentId)) {
            continue;
        }
        if (!isCall && document().tensors) {
            TensorSpec spec;
            if (document().tensors->read(decoded, decoded.persistentId(node), spec)) {
                m_tensors.emplace(node, std::move(spec));
                continue;
            }
        }
        const auto resolved = m_documents->resolve({0, node});
        if (!resolved || resolved->document != 0 || resolved->node != node || !m_documents->isStorage(*resolved)) {
            continue;
        }
        if (const auto use = m_documents->storage(*resolved, told)) {
            m_storages.emplace(node, *use);
        }
    }
}

NodeId PickledTree::node(EntryId row) const
{
    return m_refs[row].document == 0 ? m_refs[row].node : formats::kNoNode;
}

const StorageUse* PickledTree::storage(NodeId node) const
{
    const auto found = m_storages.find(node);
    return found == m_storages.end() ? nullptr : &found->second;
}

const TensorSpec* PickledTree::savedTensor(NodeId node) const
{
    const auto found = m_tensors.find(node);
    return found == m_tensors.end() ? nullptr : &found->second;
}

} // namespace cairn::checkpoint
