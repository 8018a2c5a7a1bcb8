#include "ui/verdict/problem_page.h"

#include "ui/verdict/problem_html.h"

#include <QAbstractTextDocumentLayout>
#include <QScrollBar>

#include <algorithm>

namespace cairn::ui {

ProblemPage::ProblemPage(QWidget* parent) : QTextBrowser(parent)
{
    setObjectName("problemView");
    setAccessibleName(tr("Problems"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        bool isNumber = false;
        const std::size_t index = url.path().toUInt(&isNumber);
        if (!isNumber) {
            Q_EMIT linkRequested(url.path());
        } else if (index < m_fixes.size()) {
            const devices::MapFix fix = m_fixes[index];
            Q_EMIT fixRequested(fix);
        }
    });
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &QWidget::updateGeometry);
}

void ProblemPage::showNothing()
{
    m_fixes.clear();
    clear();
}

void ProblemPage::showProblems(const std::vector<devices::LoadProblem>& problems, const QString& more)
{
    m_fixes.clear();
    QString text;
    for (const devices::LoadProblem& problem : problems) {
        text += problemHtml(problem, m_fixes);
    }
    setHtml(text + more);
    verticalScrollBar()->setValue(0);
}

/// A text scrolls to its cursor when it is first shown, as long as it has no height yet.
void ProblemPage::showEvent(QShowEvent* event)
{
    QTextBrowser::showEvent(event);
    verticalScrollBar()->setValue(0);
}

QSize ProblemPage::sizeHint() const
{
    const int lines = 12 * fontMetrics().lineSpacing();
    return {QTextBrowser::sizeHint().width(), std::min(static_cast<int>(document()->size().height()) + 2, lines)};
}

QSize ProblemPage::minimumSizeHint() const
{
    return {0, std::min(sizeHint().height(), 4 * fontMetrics().lineSpacing())};
}

} // namespace cairn::ui
