#include "core/checkpoint/readers/join.h"

#include <algorithm>
#include <optional>
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

    /// Appends a row of the part, whose children will begin at `firstChild`.
    void copyRow(EntryId id, EntryId firstChild)
    {
        const Entry& original = m_from.entries()[id];
        Entry entry = original;
        entry.parent = original.parent == kNoId ? 0 : m_newIds[original.parent];
        entry.firstChild = firstChild;
        entry.type = typeId(original);
        if (original.keyKind == KeyRef::Kind::Text || original.keyKind == KeyRef::Kind::Other) {
            m_builder.setKey(entry, m_from.keyText(original), original.keyKind);
        }
        const auto newId = static_cast<EntryId>(m_builder.entryCount());
        m_newIds[id] = newId;
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
        m_builder.copyFull(m_builder.addEntry(entry), m_from, id);
    }

    void copyRest()
    {
        m_builder.addJudgement(m_from);
        for (Issue issue : m_from.issues()) {
            issue.path = issue.path.empty() ? m_name : m_name + ": " + issue.path;
            m_builder.addIssue(std::move(issue));
        }
    }

private:
    std::uint16_t typeId(const Entry& row)
    {
        if (row.type >= m_types.size()) {
            m_types.resize(row.type + std::size_t{1});
        }
        std::optional<std::uint16_t>& known = m_types[row.type];
        if (!known) {
            known = m_builder.type(m_from.typeName(row));
        }
        return *known;
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
    std::vector<std::optional<std::uint16_t>> m_types;
    std::vector<EntryId> m_newIds; ///< by row of the part; 0, the root of the whole, for rows that are left out
};

/// A row of one of the parts.
struct PartRow {
    std::uint32_t part = 0;
    EntryId id = 0;
};

/// True if two rows and all below them are the same values. Tensors never are.
bool isSame(const Checkpoint& a, EntryId rowOfA, const Checkpoint& b, EntryId rowOfB)
{
    std::vector<std::pair<EntryId, EntryId>> waiting{{rowOfA, rowOfB}};
    while (!waiting.empty()) {
        const auto [idA, idB] = waiting.back();
        waiting.pop_back();
        const Entry& left = a.entries()[idA];
        const Entry& right = b.entries()[idB];
        const bool isValue = left.kind == EntryKind::Value;
        const bool same = left.kind == right.kind && (isValue || left.kind == EntryKind::Group) &&
                          a.typeName(left) == b.typeName(right) && a.keyText(left) == b.keyText(right) &&
                          left.childCount == right.childCount && left.valueKind == right.valueKind &&
                          (!isValue || (left.valueKind >= ValueKind::Text ? a.valueText(left) == b.valueText(right)
                                                                          : left.payload == right.payload));
        if (!same) {
            return false;
        }
        for (std::uint32_t i = 0; i < left.childCount; ++i) {
            waiting.emplace_back(left.firstChild + i, right.firstChild + i);
        }
    }
    return true;
}

/// The rows that go right under the new root. What all parts say of themselves in the same words, as shards do in
/// their metadata, is there once.
std::vector<PartRow> topRows(std::span<const JoinPart> parts, JoinLayout layout)
{
    constexpr std::size_t mostCompared = 64; // metadata has one row or two
    std::vector<PartRow> rows;
    std::vector<PartRow> attributes;
    for (std::uint32_t part = 0; part < parts.size(); ++part) {
        const Checkpoint& from = *parts[part].checkpoint;
        if (layout == JoinLayout::OneGroupEach) {
            rows.push_back({part, 0});
            continue;
        }
        const Entry& root = from.entries()[0];
        for (EntryId id = root.firstChild; id < root.firstChild + root.childCount; ++id) {
            if (from.entries()[id].attribute) {
                const bool isKnown = std::ranges::any_of(attributes, [&](const PartRow& other) {
                    return isSame(*parts[other.part].checkpoint, other.id, from, id);
                });
                if (isKnown) {
                    continue;
                }
                if (attributes.size() < mostCompared) {
                    attributes.push_back({part, id});
                }
            }
            rows.push_back({part, id});
        }
    }
    return rows;
}

} // namespace

void joinCheckpoints(CheckpointBuilder& builder, std::string_view rootType, std::span<const JoinPart> parts,
                     JoinLayout layout)
{
    std::vector<PartCopier> copiers;
    copiers.reserve(parts.size());
    for (const JoinPart& part : parts) {
        copiers.emplace_back(builder, part, layout == JoinLayout::OneTree);
        copiers.back().copyStorages();
    }
    std::vector<PartRow> rows = topRows(parts, layout); // in the order of the new rows, which begin at 1
    Entry root;
    root.type = builder.type(rootType);
    root.firstChild = 1;
    root.childCount = static_cast<std::uint32_t>(rows.size());
    (void)builder.addEntry(root);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto [part, id] = rows[i];
        const Entry& row = parts[part].checkpoint->entries()[id];
        copiers[part].copyRow(id, static_cast<EntryId>(rows.size() + 1));
        for (std::uint32_t child = 0; child < row.childCount; ++child) {
            rows.push_back({part, row.firstChild + child});
        }
    }
    for (EntryId id = 1; layout == JoinLayout::OneGroupEach && id <= parts.size(); ++id) {
        builder.setKey(builder.entry(id), parts[id - 1].name);
    }
    for (PartCopier& copier : copiers) {
        copier.copyRest();
    }
}

} // namespace cairn::checkpoint
