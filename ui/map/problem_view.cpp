#include "ui/map/problem_view.h"

#include "ui/map/map_scene.h"
#include "ui/map/map_verdict.h"
#include "ui/text/display.h"

#include <algorithm>

namespace cairn::ui {

using devices::LoadProblem;

namespace {

QString html(const std::string& text)
{
    return shown(text).toHtmlEscaped();
}

QString paragraph(const QString& title, const QString& escaped)
{
    return escaped.isEmpty() ? QString() : QStringLiteral("<p><b>%1</b> %2</p>").arg(title.toHtmlEscaped(), escaped);
}

} // namespace

ProblemView::ProblemView(QWidget* parent) : QTextBrowser(parent)
{
    setObjectName("problemView");
    setAccessibleName(tr("Problems"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (url.path() == QStringLiteral("join")) {
            Q_EMIT joinWanted();
            return;
        }
        const std::size_t index = url.path().toUInt();
        if (index < m_fixes.size()) {
            const devices::MapFix fix = m_fixes[index];
            Q_EMIT fixWanted(fix);
        }
    });
}

void ProblemView::showNothing()
{
    m_fixes.clear();
    clear();
}

void ProblemView::showProblems(const DocumentPtr& document, const MapAnalysis& analysis,
                               const std::vector<LoadProblem>& problems)
{
    m_fixes.clear();
    QString text;
    for (const LoadProblem& problem : problems) {
        text += problemHtml(problem);
    }
    text += conflictsHtml(*document, analysis.verdict.placement);
    if (text.isEmpty()) {
        text =
            QStringLiteral("<p>%1</p><p>%2</p>")
                .arg(tr("Nothing stands in the way.").toHtmlEscaped(), devicesText(analysis.verdict).toHtmlEscaped());
    }
    setHtml(text);
}

QString ProblemView::problemHtml(const LoadProblem& problem)
{
    QString text =
        QStringLiteral("<h4>%1 %2</h4>")
            .arg(problem.severity == Severity::Error ? QStringLiteral("✗") : QStringLiteral("⚠"), html(problem.what));
    text += QStringLiteral("<p>%1</p>")
                .arg(tr("%1, %2").arg(storagesText(problem.storages.size()), bytesText(problem.bytes)));
    if (!problem.torchError.empty()) {
        text += QStringLiteral("<p><b>%1</b></p><p><code>%2</code></p>")
                    .arg(tr("PyTorch would say").toHtmlEscaped(), html(problem.torchError));
    }
    text += paragraph(tr("Because"), html(problem.cause));
    text += paragraph(tr("What to do"), html(problem.advice));
    QStringList links;
    for (const devices::MapFix& fix : problem.fixes) {
        const auto known = std::ranges::find(m_fixes, fix.map, &devices::MapFix::map);
        const auto index = known - m_fixes.begin();
        if (known == m_fixes.end()) {
            m_fixes.push_back(fix);
        }
        links.append(QStringLiteral("<li><a href=\"fix:%1\">%2</a></li>").arg(index).arg(html(fix.text)));
    }
    if (!links.isEmpty()) {
        text += QStringLiteral("<p><b>%1</b></p><ul>%2</ul>")
                    .arg(tr("Maps that load").toHtmlEscaped(), links.join(QString()));
    }
    return text;
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
        rows += QStringLiteral("<li>%1</li>").arg(tr("and %1 more").arg(placement.conflicts().size() - kMostShown));
    }
    return QStringLiteral("<p><b>%1</b></p><ul>%2</ul><p><a href=\"fix:join\">%3</a></p>")
        .arg(tr("Tensors that share memory, sent to two devices").toHtmlEscaped(), rows,
             tr("Map the whole storages: each goes where its first tensor goes").toHtmlEscaped());
}

} // namespace cairn::ui
