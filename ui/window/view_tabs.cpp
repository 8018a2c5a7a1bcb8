#include "ui/window/view_tabs.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QEvent>
#include <QStyle>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn::ui {

ViewTabs::ViewTabs(QWidget* parent) : QTabWidget(parent)
{
    setDocumentMode(true);
    connect(this, &QTabWidget::currentChanged, this, [this] { refresh(); });
}

void ViewTabs::add(const char* name, const QString& title, std::function<QWidget*(QWidget*, Place&)> make)
{
    auto* page = new QWidget(this);
    page->setObjectName(name);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    Place place;
    place.page = page;
    place.make = std::move(make);
    m_places.push_back(std::move(place));
    addTab(page, title);
}

QWidget* ViewTabs::page(const QString& name) const
{
    return findChild<QWidget*>(name);
}

/// All titles are to be seen: where there is little room for them, they stand closer.
void ViewTabs::fitTabs()
{
    constexpr char tight[] = "isTight"; // the style sheet asks for it, and takes that much from both sides of a title
    constexpr int saved = 2 * 7;
    const bool wasTight = tabBar()->property(tight).toBool();
    int seen = 0;
    for (int tab = 0; tab < count(); ++tab) {
        seen += isTabVisible(tab) ? 1 : 0;
    }
    const int wanted = tabBar()->sizeHint().width() + (wasTight ? saved * seen : 0);
    if (const bool isTight = wanted > width(); isTight != wasTight) {
        tabBar()->setProperty(tight, isTight);
        tabBar()->style()->unpolish(tabBar());
        tabBar()->style()->polish(tabBar());
        QEvent change(QEvent::StyleChange); // it measures its titles again
        QCoreApplication::sendEvent(tabBar(), &change);
    }
}

void ViewTabs::resizeEvent(QResizeEvent* event)
{
    fitTabs();
    QTabWidget::resizeEvent(event);
}

bool ViewTabs::event(QEvent* event)
{
    const bool isTaken = QTabWidget::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show) { // fonts and styles come late
        fitTabs();
    }
    return isTaken;
}

void ViewTabs::showDocument(const DocumentPtr& document)
{
    if (document == m_document) {
        return;
    }
    m_document = document;
    m_tree = nullptr;
    m_node = checkpoint::kNoId;
    for (Place& place : m_places) {
        if (place.view != nullptr && place.document && place.document != document) {
            place.document = nullptr;
            place.entry = checkpoint::kNoId;
            place.tree = nullptr;
            place.node = checkpoint::kNoId;
            place.showDocument(nullptr); // what is closed must not be kept alive by a page that nobody sees
        }
    }
    refresh();
}

void ViewTabs::showRow(const RowTreePtr& tree, NodeId node)
{
    m_tree = tree;
    m_node = node;
    refresh();
}

void ViewTabs::focusPage()
{
    const auto takesKeys = [](const QWidget* widget) {
        return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0;
    };
    QList<QWidget*> candidates{currentWidget()};
    for (QAbstractItemView* table : currentWidget()->findChildren<QAbstractItemView*>()) {
        candidates.append(table);
    }
    candidates.append(currentWidget()->findChildren<QWidget*>());
    candidates.append(tabBar());
    const auto wanted = std::ranges::find_if(candidates, takesKeys);
    (wanted == candidates.end() ? this : *wanted)->setFocus(Qt::ShortcutFocusReason);
}

void ViewTabs::refresh()
{
    for (Place& place : m_places) {
        if (place.page == currentWidget()) {
            refresh(place);
        }
    }
}

void ViewTabs::refresh(Place& place) const
{
    if (place.view == nullptr) {
        if (!m_document) {
            return;
        }
        place.view = place.make(place.page, place);
        place.page->layout()->addWidget(place.view);
        place.view->show(); // at once: it may be about to get the keyboard
    }
    if (place.document != m_document) {
        place.document = m_document;
        place.entry = checkpoint::kNoId;
        place.tree = nullptr;
        place.node = checkpoint::kNoId;
        place.showDocument(m_document);
    }
    const bool isEntry = m_node != checkpoint::kNoId && !m_tree->isLevel(m_node);
    const checkpoint::EntryId entry = isEntry ? (*m_tree)[m_node].entry : checkpoint::kNoId;
    if (place.showEntry && place.entry != entry) {
        place.entry = entry;
        place.showEntry(entry);
    }
    if (place.showRow && (place.node != m_node || place.tree != m_tree)) {
        place.tree = m_tree;
        place.node = m_node;
        place.showRow(m_tree, m_node);
    }
}

} // namespace cairn::ui
