#include "ui/verdict/issues_panel.h"

#include "ui/common/empty_note.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QEvent>
#include <QStyle>

namespace cairn::ui {

namespace {

constexpr std::size_t kMostIssues = 10'000;

constexpr std::size_t kMostOfRule = 1'000;
constexpr int kSignSize = 16;
constexpr int kHelpRole = Qt::UserRole + 1;

QString lineOf(const std::string& name, const Message& words)
{
    return (name.empty() ? QString() : shown(name) + QStringLiteral(": ")) + inWordsAlone(words);
}

QStyle::StandardPixmap signOf(Severity severity)
{
    switch (severity) {
    case Severity::Info: return QStyle::SP_MessageBoxInformation;
    case Severity::Warning: return QStyle::SP_MessageBoxWarning;
    case Severity::Error: break;
    }
    return QStyle::SP_MessageBoxCritical;
}

/// As wide as a sign, so that lines without one stand under those with one.
QIcon noSign()
{
    QPixmap nothing(kSignSize, kSignSize);
    nothing.fill(Qt::transparent);
    return nothing;
}

} // namespace

QString IssuesPanel::spoken(Severity severity, const QString& text)
{
    switch (severity) {
    case Severity::Info: return tr("Note: %1").arg(text);
    case Severity::Warning: return tr("Warning: %1").arg(text);
    case Severity::Error: break;
    }
    return tr("Error: %1").arg(text);
}

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
    setIconSize(QSize(kSignSize, kSignSize));
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
    if (m_isExamined) {
        m_note->setText(tr("Nothing wrong was found. What was looked at is said below."));
        return;
    }
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

void IssuesPanel::clearAll()
{
    clear();
    m_notFinite.clear();
    m_damage.clear();
    m_found = 0;
}

void IssuesPanel::showDocument(const Document& document)
{
    clearAll();
    m_isExamined = false;
    m_isFolder = document.pieces != nullptr;
    m_hasChecksums = document.checkpoint->archive() != nullptr;
    m_areCompared = false;
    tellWhyEmpty();
    addIssues(document.issues);
    Q_EMIT counted();
}

void IssuesPanel::addIssues(const std::vector<LocatedIssue>& issues)
{
    m_found += issues.size();
    for (std::size_t i = 0; i < issues.size(); ++i) {
        if (i == kMostIssues) {
            addLine(tr("and %1 more").arg(countText(issues.size() - kMostIssues)), checkpoint::kNoId);
            return;
        }
        addIssue(lineOf(issues[i].issue.path, issues[i].issue.message), issues[i].issue.severity, issues[i].entry);
    }
}

void IssuesPanel::showExamination(const Examination& examination)
{
    clearAll();
    m_isExamined = true;
    tellWhyEmpty();
    const std::vector<gate::Finding>& findings = examination.report.findings;
    m_found = findings.size();
    for (std::size_t begin = 0; begin < findings.size();) {
        std::size_t end = begin + 1;
        while (end < findings.size() && findings[end].rule == findings[begin].rule) {
            ++end;
        }
        addRule(examination, begin, end);
        begin = end;
    }
    colourHelp();
    if (!examination.others.empty()) {
        addHeading(tr("Noticed when it was opened"));
        addIssues(examination.others);
    }
    Q_EMIT counted();
}

/// The findings of one rule, under what that looks for.
void IssuesPanel::addRule(const Examination& examination, std::size_t begin, std::size_t end)
{
    const gate::RuleInfo& rule = gate::ruleInfo(examination.report.findings[begin].rule);
    const QString meaning = inWordsAlone(rule.meaning);
    const QString head = end - begin == 1 ? meaning : tr("%1 (%2)").arg(meaning, countText(end - begin));
    QListWidgetItem* heading = addHeading(head + QStringLiteral(" · ") + shown(rule.id));
    heading->setIcon(style()->standardIcon(signOf(rule.level)));
    heading->setData(Qt::AccessibleTextRole, spoken(rule.level, heading->text()));
    QListWidgetItem* help = addLine(inWords(rule.help), checkpoint::kNoId);
    help->setIcon(noSign());
    help->setData(kHelpRole, true);
    for (std::size_t i = begin; i < end; ++i) {
        if (i - begin == kMostOfRule) {
            addLine(tr("and %1 more").arg(countText(end - i)), checkpoint::kNoId)->setIcon(noSign());
            break;
        }
        const gate::Finding& finding = examination.report.findings[i];
        QListWidgetItem* line = addLine(lineOf(finding.name, finding.words), examination.rows[i]);
        line->setIcon(noSign());
        line->setData(Qt::AccessibleTextRole, spoken(rule.level, line->text()));
    }
}

/// What a rule means is less important than what it has found.
void IssuesPanel::colourHelp()
{
    for (int row = 0; row < count(); ++row) {
        if (item(row)->data(kHelpRole).toBool()) {
            item(row)->setForeground(quietText(palette()));
        }
    }
}

void IssuesPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        colourHelp();
    }
    QListWidget::changeEvent(event);
}

QListWidgetItem* IssuesPanel::addLine(const QString& text, checkpoint::EntryId entry)
{
    auto* item = new QListWidgetItem(text, this);
    item->setData(Qt::UserRole, entry);
    if (entry != checkpoint::kNoId) {
        item->setToolTip(tr("Click to go to its row"));
    }
    return item;
}

QListWidgetItem* IssuesPanel::addHeading(const QString& text)
{
    QListWidgetItem* item = addLine(text, checkpoint::kNoId);
    QFont bold = font();
    bold.setBold(true);
    item->setFont(bold);
    return item;
}

void IssuesPanel::addIssue(const QString& text, Severity severity, checkpoint::EntryId entry)
{
    QListWidgetItem* item = addLine(text, entry);
    item->setIcon(style()->standardIcon(signOf(severity)));
    item->setData(Qt::AccessibleTextRole, spoken(severity, text));
}

void IssuesPanel::addDamage(const QString& words, checkpoint::EntryId id)
{
    if (!m_isExamined && m_damage.insert(words).second) { // an examination has told of it
        addIssue(words, Severity::Error, id);
        ++m_found;
        Q_EMIT counted();
    }
}

void IssuesPanel::addNotFinite(const Document& document, checkpoint::EntryId id, std::uint64_t nans,
                               std::uint64_t infinities)
{
    if (!m_isExamined && m_notFinite.insert(id).second) {
        addIssue(tr("%1: not all numbers are finite (NaN: %2, infinite: %3)")
                     .arg(shown(document.checkpoint->entryName(id)), countText(nans), countText(infinities)),
                 Severity::Warning, id);
        ++m_found;
        Q_EMIT counted();
    }
}

} // namespace cairn::ui
