#include "core/convert/retag/storage_targets.h"

#include "core/base/text/text.h"
#include "core/convert/retag/blob_edits.h"

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Storage;
using checkpoint::StorageId;

namespace {

/// The key that the rewriter will ask with: as the checkpoint has it, but for storages inside blobs, whose place the
/// rewriter does not know.
std::string rewriterKey(const Checkpoint& source, const Storage& storage)
{
    const std::string_view key = source.storageKey(storage);
    if (storage.source != checkpoint::kNoId) {
        const checkpoint::StorageSource& from = source.sources()[storage.source];
        if (!from.isFile && key.starts_with(from.name) && key.substr(from.name.size()).starts_with('/')) {
            return std::string(kBlobKey).append(key.substr(from.name.size() + 1));
        }
    }
    return std::string(key);
}

} // namespace

Result<StorageTargets> StorageTargets::resolve(const Checkpoint& source, const devices::MapLocation& map)
{
    CAIRN_ASSIGN(placement, devices::placeWithoutConflict(source, map));
    StorageTargets targets(map, std::move(placement));
    if (!map.looksAtTagsOnly()) {
        CAIRN_TRY(targets.index(source));
    }
    return targets;
}

Result<void> StorageTargets::index(const Checkpoint& source)
{
    for (StorageId id = 0; id < source.storages().size(); ++id) {
        const auto [known, isNew] = m_byKey.emplace(rewriterKey(source, source.storages()[id]), id);
        if (!isNew && target(known->second) != target(id)) {
            return fail(error(ErrorCode::Unsupported,
                              message("the map sends two storages to different devices that have the same key %1",
                                      inQuotes(known->first)))
                            .in(source.path())
                            .because(message("Tags inside nested storage data are told apart by their keys alone"))
                            .fix(message("Use a rule that does not tell them apart")));
        }
    }
    return {};
}

TagOf StorageTargets::tagsOf(std::string prefix) const
{
    return [this, prefix = std::move(prefix)](std::string_view key, std::string_view tag) {
        const bool isBlob = key.starts_with(kBlobKey);
        const auto storage = m_byKey.empty() || key.empty()
                                 ? m_byKey.end()
                                 : m_byKey.find(isBlob ? std::string(key) : prefix + std::string(key));
        return std::string(storage == m_byKey.end() ? target(tag) : target(storage->second));
    };
}

} // namespace cairn::convert
