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

QStyle::StandardPixmap signOf(Severity severity)
{
    return severity == Severity::Info ? QStyle::SP_MessageBoxInformation : QStyle::SP_MessageBoxWarning;
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
    m_loads = loads;
    tellWhyEmpty();
}

void IssuesPanel::setChecksums(bool areCompared)
{
    m_areCompared = areCompared;
    tellWhyEmpty();
}

void IssuesPanel::tellWhyEmpty()
{
    QStringList lines;
    if (!m_hasChecksums) {
        lines.append(m_isFolder ? tr("No defects in the folder.") : tr("No defects in the file."));
    } else if (m_areCompared) {
        lines.append(tr("No defects in the file, and its checksums are those of its bytes."));
    } else {
        lines.append(tr("No defects in how the file is built. Its checksums are not compared yet: Archive, Check all "
                        "records does that."));
    }
    lines.append(tr("NaN and infinite numbers are listed once their tensor was looked at."));
    if (!m_loads) {
        lines.append(tr("Why it does not load here is said above."));
    }
    m_note->setText(lines.join(u'\n'));
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
    m_notFinite.clear();
    m_damage.clear();
    m_isFolder = document.pieces != nullptr;
    m_hasChecksums = document.checkpoint->archive() != nullptr;
    m_areCompared = false;
    setLoads(true); // until it is known
    for (const LocatedIssue& located : document.issues) {
        if (static_cast<std::size_t>(count()) == kMostIssues) {
            addItem(tr("and %1 more").arg(document.issues.size() - kMostIssues));
            item(count() - 1)->setData(Qt::UserRole, checkpoint::kNoId);
            return;
        }
        addLine(lineOf(located.issue), located.issue.severity, located.entry);
    }
}

void IssuesPanel::addLine(const QString& text, Severity severity, checkpoint::EntryId entry)
{
    auto* item = new QListWidgetItem(text, this);
    item->setData(Qt::UserRole, entry);
    item->setIcon(style()->standardIcon(signOf(severity)));
    item->setData(Qt::AccessibleTextRole, (severity == Severity::Info ? tr("Note: %1") : tr("Warning: %1")).arg(text));
    if (entry != checkpoint::kNoId) {
        item->setToolTip(tr("Click to go to its row"));
    }
}

void IssuesPanel::addDamage(const QString& words, checkpoint::EntryId id)
{
    if (m_damage.insert(words).second) {
        addLine(words, Severity::Error, id);
    }
}

void IssuesPanel::addNotFinite(const Document& document, checkpoint::EntryId id, std::uint64_t nans,
                               std::uint64_t infinities)
{
    if (m_notFinite.insert(id).second) {
        addLine(tr("%1: not all numbers are finite (NaN: %2, infinite: %3)")
                    .arg(shown(document.checkpoint->entryName(id)), countText(nans), countText(infinities)),
                Severity::Warning, id);
    }
}

} // namespace cairn::ui
