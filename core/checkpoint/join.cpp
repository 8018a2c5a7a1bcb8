#include "core/checkpoint/join.h"

#include <utility>
#include <vector>

namespace cairn::checkpoint {

namespace {

/// Copies one part; knows how its small ids map to those of the whole.
class PartCopier {
public:
    PartCopier(CheckpointBuilder& builder, const JoinPart& part, bool keepFiles)
        : m_builder(builder), m_from(*part.checkpoint), m_name(part.name), m_keepFiles(keepFiles),
          m_newIds(part.checkpoint->entries().size(), 0)
    {
    }

    void copyStorages()
    {
        std::vector<std::uint32_t> sources;
        for (StorageSource source : m_from.sources()) {
            source.isFile = source.isFile && m_keepFiles;
            sources.push_back(m_builder.addSource(std::move(source)));
        }
        m_firstStorage = static_cast<StorageId>(m_builder.current().storages().size());
        for (Storage storage : m_from.storages()) {
            storage.source = storage.source == kNoId ? kNoId : sources[storage.source];
            storage.device = m_builder.device(m_from.deviceTag(storage.device));
            const std::string key = m_name + ":" + std::string(m_from.storageKey(storage));
            (void)m_builder.addStorage(storage, key);
        }
    }

    /// Rows [begin, end) of the part. The children of part row `r` become the rows from `r + childShift` on.
    void copyRows(EntryId begin, EntryId end, std::uint32_t childShift)
    {
        for (EntryId id = begin; id < end; ++id) {
            Entry entry = m_from.entries()[id];
            entry.parent = entry.parent == kNoId ? 0 : m_newIds[entry.parent];
            entry.firstChild += childShift;
            m_newIds[id] = copyRow(id, entry);
        }
    }

    void copyRest()
    {
        for (const GlobalUse& global : m_from.globals()) {
            m_builder.addGlobal(global);
        }
        for (Issue issue : m_from.issues()) {
            issue.path = issue.path.empty() ? m_name : m_name + ": " + issue.path;
            m_builder.addIssue(std::move(issue));
        }
    }

private:
    EntryId copyRow(EntryId id, Entry entry)
    {
        const Entry& original = m_from.entries()[id];
        entry.type = m_builder.type(m_from.typeName(original));
        if (original.keyKind == KeyRef::Kind::Text || original.keyKind == KeyRef::Kind::Other) {
            m_builder.setKey(entry, m_from.keyText(original), original.keyKind);
        }
        const EntryId newId = static_cast<EntryId>(m_builder.entryCount());
        switch (entry.kind) {
        case EntryKind::Tensor: entry.payload = copyTensor(m_from.tensors()[original.payload], newId); break;
        case EntryKind::Storage: entry.payload = m_firstStorage + original.payload; break;
        case EntryKind::Reference:
            entry.payload = original.payload == kNoId ? kNoId : m_newIds[original.payload];
            break;
        case EntryKind::Value:
            if (entry.valueKind >= ValueKind::Text) {
                entry.payload = m_builder.text(m_from.valueText(original));
            }
            break;
        case EntryKind::Group: break;
        }
        return m_builder.addEntry(entry);
    }

    TensorId copyTensor(Tensor tensor, EntryId entry)
    {
        const auto shape = m_from.shape(tensor);
        const auto stride = m_from.stride(tensor);
        if (const TensorExtra* extra = m_from.extra(tensor)) {
            tensor.extra = m_builder.addExtra(*extra);
        }
        tensor.entry = entry;
        tensor.device = m_builder.device(m_from.deviceTag(tensor.device));
        if (tensor.storage != kNoId) {
            tensor.storage += m_firstStorage;
        }
        return m_builder.addTensor(tensor, shape, stride);
    }

    CheckpointBuilder& m_builder;
    const Checkpoint& m_from;
    const std::string& m_name;
    bool m_keepFiles;
    StorageId m_firstStorage = 0;
    std::vector<EntryId> m_newIds; ///< by row of the part; 0, the root of the whole, for a root that is left out
};

} // namespace

void joinCheckpoints(CheckpointBuilder& builder, std::string_view rootType, std::span<const JoinPart> parts,
                     JoinLayout layout)
{
    Entry root;
    root.type = builder.type(rootType);
    root.firstChild = 1;
    (void)builder.addEntry(root);

    const bool flat = layout == JoinLayout::OneTree;
    std::vector<PartCopier> copiers;
    copiers.reserve(parts.size());
    for (const JoinPart& part : parts) {
        copiers.emplace_back(builder, part, flat);
        copiers.back().copyStorages();
    }
    // First the rows right under the root, all parts in a row; then what is below them, part by part.
    const auto topRows = [&](const Checkpoint& part) { return flat ? part.entries()[0].childCount : 1U; };
    std::uint32_t topCount = 0;
    for (const JoinPart& part : parts) {
        topCount += topRows(*part.checkpoint);
    }
    builder.entry(0).childCount = topCount;

    const EntryId firstTop = flat ? 1U : 0U; // of a part's rows, the first that goes under the root
    EntryId below = 1 + topCount;            // where the rows below the top of the next part will begin
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Checkpoint& from = *parts[i].checkpoint;
        const EntryId endTop = firstTop + topRows(from);
        const EntryId row = static_cast<EntryId>(builder.entryCount());
        copiers[i].copyRows(firstTop, endTop, below - endTop);
        if (!flat) {
            builder.setKey(builder.entry(row), parts[i].name);
        }
        below += static_cast<EntryId>(from.entries().size()) - endTop;
    }
    EntryId base = 1 + topCount;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Checkpoint& from = *parts[i].checkpoint;
        const EntryId endTop = firstTop + topRows(from);
        const auto end = static_cast<EntryId>(from.entries().size());
        copiers[i].copyRows(endTop, end, base - endTop);
        copiers[i].copyRest();
        base += end - endTop;
    }
}

} // namespace cairn::checkpoint
