#include "ui/document/document.h"

#include "core/base/stable_sort.h"
#include "core/checkpoint/readers/open.h"
#include "core/devices/machine/device_order.h"
#include "core/rows/row_text.h"

#include <string_view>
#include <unordered_map>

namespace cairn::ui {

namespace {

std::vector<LocatedIssue> locateIssues(const checkpoint::Checkpoint& checkpoint, const Progress& progress)
{
    std::vector<LocatedIssue> located;
    std::unordered_map<std::string_view, checkpoint::EntryId> rows;
    for (const Issue& issue : checkpoint.issues()) {
        located.push_back({issue, checkpoint::kNoId});
        if (!issue.path.empty()) {
            rows.emplace(issue.path, checkpoint::kNoId);
        }
    }
    for (checkpoint::EntryId id = 1; !rows.empty() && id < checkpoint.entries().size(); ++id) {
        if (progress.stopRequested()) {
            break;
        }
        if (const auto found = rows.find(checkpoint.entryName(id));
            found != rows.end() && found->second == checkpoint::kNoId) {
            found->second = id;
        }
    }
    for (LocatedIssue& issue : located) {
        if (const auto found = rows.find(issue.issue.path); found != rows.end()) {
            issue.entry = found->second;
        }
    }
    return located;
}

} // namespace

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
