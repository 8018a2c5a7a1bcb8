#include "ui/verdict/issues_panel.h"

#include "ui/common/empty_note.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QStyle>

namespace cairn::ui {

namespace {

constexpr std::size_t kMostIssues = 10'000;

QString lineOf(const Issue& issue)
{
    return (issue.path.empty() ? QString() : shown(issue.path) + QStringLiteral(": ")) + inWordsAlone(issue.message);
}

QStyle::StandardPixmap signOf(const Issue& issue)
{
    return issue.severity == Severity::Info ? QStyle::SP_MessageBoxInformation : QStyle::SP_MessageBoxWarning;
}

} // namespace

IssuesPanel::IssuesPanel(QWidget* parent) : QListWidget(parent)
{
    setObjectName("issues");
    setAccessibleName(tr("Issues"));
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setUniformItemSizes(false);
    setResizeMode(Adjust); // lines wrap anew
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setIconSize(QSize(16, 16));
    setSpacing(1);
    m_note = new EmptyNote(this, {});
    setLoads(true);
    connect(this, &QListWidget::itemEntered, this, &IssuesPanel::showWhereItLeads);
    connect(this, &QListWidget::viewportEntered, this, [this] { viewport()->unsetCursor(); });
    const auto go = [this](QListWidgetItem* item) {
        if (const uint id = item->data(Qt::UserRole).toUInt(); id != checkpoint::kNoId) {
            Q_EMIT entryRequested(id);
        }
    };
    connect(this, &QListWidget::itemClicked, this, go);
    connect(this, &QListWidget::itemActivated, this, go);
}

void IssuesPanel::setLoads(bool loads)
{
    const QString text = m_isFolder ? tr("No defects in the folder.") : tr("No defects in the file.");
    m_note->setText(loads ? text : text + u'\n' + tr("Why it does not load here is said above."));
}

void IssuesPanel::showWhereItLeads(const QListWidgetItem* item)
{
    if (item->data(Qt::UserRole).toUInt() == checkpoint::kNoId) {
        viewport()->unsetCursor();
    } else {
        viewport()->setCursor(Qt::PointingHandCursor);
    }
}

void IssuesPanel::showDocument(const Document& document)
{
    clear();
    m_isFolder = document.pieces != nullptr;
    setLoads(true); // until it is known
    for (const LocatedIssue& located : document.issues) {
        if (static_cast<std::size_t>(count()) == kMostIssues) {
            addItem(tr("and %1 more").arg(document.issues.size() - kMostIssues));
            item(count() - 1)->setData(Qt::UserRole, checkpoint::kNoId);
            return;
        }
        auto* item = new QListWidgetItem(lineOf(located.issue), this);
        item->setData(Qt::UserRole, located.entry);
        item->setIcon(style()->standardIcon(signOf(located.issue)));
        item->setData(
            Qt::AccessibleTextRole,
            (located.issue.severity == Severity::Info ? tr("Note: %1") : tr("Warning: %1")).arg(item->text()));
        if (located.entry != checkpoint::kNoId) {
            item->setToolTip(tr("Click to go to its row"));
        }
    }
}

} // namespace cairn::ui
