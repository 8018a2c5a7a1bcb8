#include "ui/help/help_view.h"

#include "ui/common/empty_note.h"
#include "ui/help/help_look.h"
#include "ui/text/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

HelpView::HelpView(const QList<HelpPage>& pages, QWidget* parent)
    : QWidget(parent), m_pages(pages), m_index(pages), m_search(new QLineEdit(this)), m_list(new QListWidget(this)),
      m_text(new QTextBrowser(this))
{
    setObjectName("helpView");
    m_search->setObjectName("helpSearch");
    m_search->setAccessibleName(tr("Search the help"));
    m_search->setPlaceholderText(tr("Search the help"));
    m_search->setClearButtonEnabled(true);
    m_list->setObjectName("helpList");
    m_list->setAccessibleName(tr("Pages of the help"));
    m_list->setFrameShape(QFrame::NoFrame);
    auto* note = new EmptyNote(m_list, tr("No page of the help has all of these words."));
    note->setObjectName("helpNote");
    m_text->setObjectName("helpText");
    m_text->setAccessibleName(tr("Page of the help"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    m_list->setSpacing(1);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* line = new QVBoxLayout;
    line->setContentsMargins(8, 8, 8, 8);
    line->addWidget(m_search);
    layout->addLayout(line);
    layout->addWidget(m_list);
    layout->addWidget(m_text, 1);
    setMinimumWidth(240);
    connect(m_search, &QLineEdit::textChanged, this, &HelpView::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { m_text->setFocus(Qt::OtherFocusReason); });
    auto* down = new QShortcut(Qt::Key_Down, m_search, nullptr, nullptr, Qt::WidgetShortcut);
    connect(down, &QShortcut::activated, this, [this] { m_list->setFocus(Qt::OtherFocusReason); });
    connect(m_list, &QListWidget::currentRowChanged, this, &HelpView::showChosen);
    connect(m_list, &QListWidget::itemActivated, this, [this] { m_text->setFocus(Qt::OtherFocusReason); });
    connect(m_text, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& url) { showPage(url.path().section(u'.', 0, 0)); });
    fillList();
}

QString HelpView::currentPage() const
{
    return m_shown < 0 ? QString() : m_pages[m_shown].id;
}

void HelpView::showPage(const QString& id)
{
    const auto page = std::ranges::find(m_pages, id, &HelpPage::id);
    if (page != m_pages.end()) {
        m_search->clear();
        m_list->setCurrentRow(static_cast<int>(page - m_pages.begin()));
        m_text->setFocus(Qt::OtherFocusReason);
    }
}

void HelpView::search(const QString& text)
{
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    m_hits = m_words.isEmpty() ? std::vector<HelpHit>() : m_index.find(m_words);
    fillList();
}

void HelpView::fillList()
{
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    if (m_words.isEmpty()) {
        for (const HelpPage& page : m_pages) {
            m_list->addItem(page.title);
        }
        m_list->setCurrentRow(static_cast<int>(std::max<qsizetype>(m_shown, 0)));
    } else {
        for (const HelpHit& hit : m_hits) {
            const QString& title = m_pages[hit.page].title;
            m_list->addItem(hit.heading.isEmpty() ? title : tr("%1 › %2").arg(title, hit.heading));
        }
        m_list->setCurrentRow(0);
    }
    fitList();
    showChosen();
}

/// As high as its lines are, as long as most of the room is left to the page.
void HelpView::fitList()
{
    const int line = m_list->sizeHintForRow(0);
    const int lines = std::max(m_list->count(), 3) * (line + 2 * m_list->spacing());
    m_list->setFixedHeight(std::min(lines + 2 * m_list->spacing(), height() / 3));
}

void HelpView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitList();
}

void HelpView::showChosen()
{
    const int row = m_list->currentRow();
    if (m_words.isEmpty()) {
        showContent(row);
        mark(-1);
    } else if (row >= 0) {
        const HelpHit& hit = m_hits[static_cast<std::size_t>(row)];
        showContent(hit.page);
        mark(hit.position);
    } else {
        mark(-1);
    }
}

void HelpView::showContent(qsizetype page)
{
    if (page >= 0 && page != m_shown) {
        m_shown = page;
        m_text->setMarkdown(m_pages[page].markdown);
        dressHelp(*m_text->document(), palette());
    }
}

/// Marks what is searched for, and scrolls to the first mark at or after `from`; to the top if that is negative.
void HelpView::mark(int from)
{
    QList<QTextEdit::ExtraSelection> marks;
    int first = -1;
    for (const QString& word : std::as_const(m_words)) {
        for (QTextCursor found = m_text->document()->find(word); !found.isNull();
             found = m_text->document()->find(word, found)) {
            QTextEdit::ExtraSelection mark;
            mark.cursor = found;
            mark.format.setBackground(markColor(palette()));
            mark.format.setForeground(palette().text());
            marks.append(mark);
            const int at = found.selectionStart();
            if (at >= from && (first < 0 || at < first)) {
                first = at;
            }
        }
    }
    m_text->setExtraSelections(marks);
    QTextCursor cursor(m_text->document());
    cursor.setPosition(std::max(first, 0));
    m_text->setTextCursor(cursor);
    QScrollBar* bar = m_text->verticalScrollBar();
    const int above = 3 * fontMetrics().lineSpacing(); // the heading, most often
    bar->setValue(from < 0 || first < 0 ? 0 : bar->value() + m_text->cursorRect().top() - above);
}

void HelpView::stepHit(int by)
{
    const int count = m_list->count();
    if (count != 0) {
        m_list->setCurrentRow((m_list->currentRow() + by + count) % count);
    }
}

/// A text scrolls to its cursor when it is first shown, as long as it has no height yet.
void HelpView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_words.isEmpty()) {
        m_text->verticalScrollBar()->setValue(0);
    }
}

/// Keys of the help come before those of the window that it stands in.
bool HelpView::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (key.matches(QKeySequence::Find) || key.matches(QKeySequence::FindNext) ||
            key.matches(QKeySequence::FindPrevious)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::PaletteChange && m_shown >= 0) {
        m_text->setMarkdown(m_pages[m_shown].markdown);
        dressHelp(*m_text->document(), palette());
        showChosen();
    }
    return QWidget::event(event);
}

void HelpView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find)) {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    } else if (event->matches(QKeySequence::FindNext)) {
        stepHit(1);
    } else if (event->matches(QKeySequence::FindPrevious)) {
        stepHit(-1);
    } else if (event->key() == Qt::Key_Escape) {
        if (m_search->text().isEmpty()) {
            Q_EMIT closeRequested();
        }
        m_search->clear();
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace cairn::ui
