#include "ui/document/document.h"

#include "core/base/stable_sort.h"
#include "core/checkpoint/readers/open.h"
#include "core/devices/machine/device_order.h"
#include "core/rows/row_text.h"

#include <unordered_set>

namespace cairn::ui {

namespace {

std::vector<LocatedIssue> locateIssues(const checkpoint::Checkpoint& checkpoint, const Progress& progress)
{
    std::vector<std::string_view> names;
    for (const Issue& issue : checkpoint.issues()) {
        names.push_back(issue.path);
    }
    const auto rows = rowsNamed(checkpoint, names, progress);
    std::vector<LocatedIssue> located;
    for (const Issue& issue : checkpoint.issues()) {
        const auto found = rows.find(issue.path);
        located.push_back({issue, found == rows.end() ? checkpoint::kNoId : found->second});
    }
    return located;
}

} // namespace

std::unordered_map<std::string_view, checkpoint::EntryId> rowsNamed(const checkpoint::Checkpoint& checkpoint,
                                                                    const std::vector<std::string_view>& names,
                                                                    const Progress& progress)
{
    const std::unordered_set<std::string_view> wanted(names.begin(), names.end());
    const bool isNothing = wanted.empty() || (wanted.size() == 1 && wanted.contains({}));
    std::unordered_map<std::string_view, checkpoint::EntryId> rows;
    for (checkpoint::EntryId id = 1; !isNothing && id < checkpoint.entries().size(); ++id) {
        if (progress.stopRequested()) {
            break;
        }
        if (const auto found = wanted.find(checkpoint.entryName(id)); found != wanted.end() && !found->empty()) {
            rows.emplace(*found, id);
        }
    }
    return rows;
}

Result<DocumentPtr> openDocument(const std::string& path, Progress& progress)
{
    CAIRN_ASSIGN(checkpoint, checkpoint::openCheckpoint(path, &progress));
    auto document = std::make_shared<Document>();
    document->checkpoint = checkpoint;
    document->sums = rows::EntrySums(*checkpoint);
    document->parameters = checkpoint::countParameters(*checkpoint);
    document->devices = checkpoint->usageByDevice();
    stableSort(document->devices, [](const auto& a, const auto& b) { return devices::deviceLess(a.first, b.first); });
    document->issues = locateIssues(*checkpoint, progress);
    document->hasNotes = rows::hasNotes(*checkpoint);
    if (checkpoint->assembly() != nullptr) {
        document->pieces = std::make_shared<const checkpoint::PieceList>(checkpoint);
    }
    if (progress.stopRequested()) {
        return fail(ErrorCode::Cancelled, message("opening was cancelled"));
    }
    return document;
}

} // namespace cairn::ui
