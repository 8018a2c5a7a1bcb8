#include "ui/window/view_tabs.h"

#include <QVBoxLayout>

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

void ViewTabs::showDocument(const DocumentPtr& document)
{
    if (document == m_document) {
        return;
    }
    m_document = document;
    m_entry = checkpoint::kNoId;
    for (Place& place : m_places) {
        if (place.view != nullptr && place.document && place.document != document) {
            place.document = nullptr;
            place.entry = checkpoint::kNoId;
            place.showDocument(nullptr); // what is closed must not be kept alive by a page that nobody sees
        }
    }
    refresh();
}

void ViewTabs::showEntry(checkpoint::EntryId id)
{
    m_entry = id;
    refresh();
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
    }
    if (place.document != m_document) {
        place.document = m_document;
        place.entry = checkpoint::kNoId;
        place.showDocument(m_document);
    }
    if (place.showEntry && place.entry != m_entry) {
        place.entry = m_entry;
        place.showEntry(m_entry);
    }
}

} // namespace cairn::ui
