#include "ui/document/examination.h"

#include "core/gate/gate.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace cairn::ui {

namespace {

std::vector<LocatedIssue> issuesBeside(const gate::GateReport& report, const std::vector<LocatedIssue>& issues)
{
    std::set<std::pair<std::string_view, std::string_view>> told;
    for (const gate::Finding& finding : report.findings) {
        told.emplace(finding.name, finding.words.text());
    }
    std::vector<LocatedIssue> others;
    std::ranges::copy_if(issues, std::back_inserter(others), [&](const LocatedIssue& located) {
        const Issue& issue = located.issue;
        // Names of code, and records, are told of one by one.
        return issue.code != ErrorCode::DangerousGlobal && issue.code != ErrorCode::ZipCrc &&
               !told.contains({issue.path, issue.message.text()}) && !told.contains({{}, withPlace(issue).text()});
    });
    return others;
}

} // namespace

Result<Examination> examineDocument(const Document& document, Progress& progress)
{
    CAIRN_ASSIGN(report, gate::examine(*document.checkpoint, &progress));
    std::vector<std::string_view> names;
    std::ranges::transform(report.findings, std::back_inserter(names), &gate::Finding::name);
    const auto rows = rowsNamed(*document.checkpoint, names, progress);
    CAIRN_TRY(checkStop(&progress));
    Examination examination;
    for (const gate::Finding& finding : report.findings) {
        const auto found = rows.find(finding.name);
        examination.rows.push_back(found == rows.end() ? checkpoint::kNoId : found->second);
    }
    examination.others = issuesBeside(report, document.issues);
    examination.report = std::move(report);
    return examination;
}

} // namespace cairn::ui
