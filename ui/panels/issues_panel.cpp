#include "ui/panels/issues_panel.h"

#include "ui/panels/empty_note.h"
#include "ui/text/display.h"

namespace cairn::ui {

namespace {

constexpr std::size_t kMostIssues = 10'000;

QString lineOf(const Issue& issue)
{
    const QString sign = issue.severity == Severity::Info ? QStringLiteral("ⓘ ") : QStringLiteral("⚠ ");
    return sign + (issue.path.empty() ? QString() : shown(issue.path) + QStringLiteral(": ")) + shown(issue.message);
}

} // namespace

IssuesPanel::IssuesPanel(QWidget* parent) : QListWidget(parent)
{
    setObjectName("issues");
    setAccessibleName(tr("Issues"));
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    new EmptyNote(this, tr("No issues: nothing about this file is odd."));
    const auto go = [this](QListWidgetItem* item) {
        if (const uint id = item->data(Qt::UserRole).toUInt(); id != checkpoint::kNoId) {
            Q_EMIT entryWanted(id);
        }
    };
    connect(this, &QListWidget::itemClicked, this, go);
    connect(this, &QListWidget::itemActivated, this, go);
}

void IssuesPanel::showDocument(const Document& document)
{
    clear();
    for (const LocatedIssue& located : document.issues) {
        if (static_cast<std::size_t>(count()) == kMostIssues) {
            addItem(tr("and %1 more").arg(document.issues.size() - kMostIssues));
            item(count() - 1)->setData(Qt::UserRole, checkpoint::kNoId);
            return;
        }
        auto* item = new QListWidgetItem(lineOf(located.issue), this);
        item->setData(Qt::UserRole, located.entry);
    }
}

} // namespace cairn::ui
