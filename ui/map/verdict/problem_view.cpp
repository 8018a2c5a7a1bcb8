#include "ui/map/verdict/problem_view.h"

#include "ui/map/verdict/map_verdict.h"
#include "ui/text/display.h"
#include "ui/verdict/problem_html.h"

#include <algorithm>

namespace cairn::ui {

using devices::LoadProblem;

ProblemView::ProblemView(QWidget* parent) : ProblemPage(parent)
{
    connect(this, &ProblemPage::linkRequested, this, &ProblemView::joinRequested);
}

void ProblemView::showAnalysis(const DocumentPtr& document, const MapAnalysis& analysis,
                               const std::vector<LoadProblem>& problems)
{
    QString more = conflictsHtml(*document, analysis.verdict.placement);
    if (problems.empty() && more.isEmpty()) {
        more = QStringLiteral("<p>%1</p><p>%2</p><p>%3</p>")
                   .arg(tr("Nothing stands in the way.").toHtmlEscaped(), devicesText(analysis.verdict).toHtmlEscaped(),
                        metaText(analysis.verdict).toHtmlEscaped());
    }
    showProblems(problems, more);
}

QString ProblemView::conflictsHtml(const Document& document, const devices::Placement& placement)
{
    if (placement.conflicts().empty()) {
        return {};
    }
    constexpr std::size_t kMostShown = 100;
    const checkpoint::Checkpoint& checkpoint = *document.checkpoint;
    QString rows;
    for (std::size_t i = 0; i < std::min(placement.conflicts().size(), kMostShown); ++i) {
        const devices::MapConflict& conflict = placement.conflicts()[i];
        rows += QStringLiteral("<li>%1 → %2<br>%3 → %4</li>")
                    .arg(html(checkpoint.entryName(conflict.first)), html(conflict.firstTarget),
                         html(checkpoint.entryName(conflict.second)), html(conflict.secondTarget));
    }
    if (placement.conflicts().size() > kMostShown) {
        rows += QStringLiteral("<li>%1</li>")
                    .arg(tr("and %1 more").arg(countText(placement.conflicts().size() - kMostShown)));
    }
    return QStringLiteral("<p><b>%1</b></p><ul>%2</ul><p><a href=\"fix:join\">%3</a></p>")
        .arg(tr("Tensors that share memory, sent to two devices").toHtmlEscaped(), rows,
             tr("Map the whole storages: each goes where its first tensor goes").toHtmlEscaped());
}

} // namespace cairn::ui
