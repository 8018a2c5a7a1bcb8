#include "app/cli/values/damage_warning.h"

#include "core/convert/common/changed_records.h"

#include <algorithm>

namespace cairn::cli {

Result<bool> warnOfDamage(Session& session, const checkpoint::Checkpoint& checkpoint,
                          std::vector<checkpoint::StorageId> storages)
{
    std::ranges::sort(storages);
    storages.erase(std::ranges::unique(storages).begin(), storages.end());
    std::erase(storages, checkpoint::kNoId);
    CAIRN_ASSIGN(changed, convert::findChangedRecords(checkpoint, checkpoint, storages, &session.progress));
    for (const Message& warning : convert::changedRecordWarnings(changed)) {
        session.warn(checkpoint.path() + ": " + warning.text());
    }
    return !changed.empty();
}

} // namespace cairn::cli
