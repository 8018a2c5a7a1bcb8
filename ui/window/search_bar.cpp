#include "ui/window/search_bar.h"

#include "ui/common/make_action.h"
#include "ui/common/plain_label.h"
#include "ui/tree/search_box.h"
#include "ui/window/document_view.h"
#include "ui/window/view_tabs.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace cairn::ui {

SearchBar::SearchBar(QWidget* parent)
    : QWidget(parent), m_box(new SearchBox(this)), m_hits(new PlainLabel(this)),
      m_find(makeAction(parent, "findAction", tr("&Search"), QKeySequence::Find, tr("Go to the search box"))),
      m_next(makeAction(parent, "nextHitAction", tr("Next &hit"), QKeySequence(Qt::Key_F3),
                        tr("Go to the next row that the search has found"))),
      m_previous(makeAction(parent, "previousHitAction", tr("Previous h&it"), QKeySequence(Qt::SHIFT | Qt::Key_F3),
                            tr("Go to the row before that the search has found")))
{
    setObjectName("searchBar");
    m_hits->setObjectName("hits");
    m_hits->setContentsMargins(8, 0, 4, 0);
    m_hits->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_box->setMinimumWidth(150);
    m_box->setMaximumWidth(380);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_hits);
    for (const auto& [action, arrow] : {std::pair(m_previous, Qt::UpArrow), std::pair(m_next, Qt::DownArrow)}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setArrowType(arrow);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        layout->addWidget(button);
        m_buttons.append(button);
    }
    layout->addWidget(m_box, 1);
    connect(m_find, &QAction::triggered, m_box, [this] {
        m_box->setFocus(Qt::ShortcutFocusReason);
        m_box->selectAll();
    });
    connect(m_next, &QAction::triggered, this, [this] { m_view->stepHit(1); });
    connect(m_previous, &QAction::triggered, this, [this] { m_view->stepHit(-1); });
    connect(m_box, &SearchBox::finished, this, &SearchBar::goBack);
    connect(m_box, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (m_view) {
            m_view->search(text);
        }
    });
    follow(nullptr);
}

void SearchBar::follow(DocumentView* view)
{
    if (m_view) {
        disconnect(m_view, nullptr, this, nullptr);
    }
    const bool isOpen = view != nullptr && view->document();
    m_view = isOpen ? view : nullptr;
    if (m_view) {
        connect(view, &DocumentView::searched, this, &SearchBar::showSummary);
    }
    m_box->showDocument(isOpen ? view->document() : nullptr);
    m_box->setEnabled(isOpen);
    m_find->setEnabled(isOpen);
    showSummary();
}

void SearchBar::setText(const QString& text)
{
    m_box->setText(text);
}

QString SearchBar::text() const
{
    return m_box->text();
}

void SearchBar::showSummary()
{
    const QString text = m_view ? m_view->searchText() : QString();
    if (m_box->text() != text) { // it ended by itself, or another file is in front
        const QSignalBlocker quiet(m_box);
        m_box->setText(text);
    }
    m_hits->setText(m_view ? m_view->searchSummary() : QString());
    const bool canStep = m_view && m_view->canStepHit();
    for (QAction* action : {m_next, m_previous}) {
        action->setEnabled(canStep);
    }
    for (QToolButton* button : m_buttons) {
        button->setVisible(canStep);
    }
}

void SearchBar::goBack()
{
    if (m_view) {
        m_view->pages()->focusPage();
    }
}

} // namespace cairn::ui
