#pragma once

#include "ui/document/row_tree.h"

#include <QTabWidget>

#include <functional>
#include <vector>

namespace cairn::ui {

/// Tabs with views of a document, or of a row of it. A view comes into being when it is first looked at, and is told of
/// documents and rows only while it is.
class ViewTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit ViewTabs(QWidget* parent = nullptr);

    /// Adds a tab for a view that `make(parent)` makes. It has showDocument(), and may have showEntry() or
    /// showRow(), and the signal entryActivated().
    template <typename Make>
    void addView(const char* name, const QString& title, Make make)
    {
        add(name, title, [this, make](QWidget* parent, Place& place) {
            auto* view = make(parent);
            [[maybe_unused]] ViewTabs* const tabs = this; // a view may have nothing to say to them
            using View = std::remove_pointer_t<decltype(view)>;
            place.showDocument = [view](const DocumentPtr& document) { view->showDocument(document); };
            if constexpr (requires { view->showEntry(checkpoint::EntryId()); }) {
                place.showEntry = [view](checkpoint::EntryId id) { view->showEntry(id); };
            } else if constexpr (requires { view->showRow(RowTreePtr(), NodeId()); }) {
                place.showRow = [view](const RowTreePtr& tree, NodeId node) { view->showRow(tree, node); };
            }
            if constexpr (requires { &View::entryActivated; }) {
                connect(view, &View::entryActivated, tabs, &ViewTabs::entryActivated);
            }
            return view;
        });
    }

    /// Null: none.
    void showDocument(const DocumentPtr& document);
    /// A row of the document; kNoId: none. Views of entries are not told of levels, which are none.
    void showRow(const RowTreePtr& tree, NodeId node);
    /// Gives the keyboard to the table of the page that is seen, else to the first thing in it that takes keys.
    void focusPage();
    /// A text that wraps in a page would make the least height of all that page's own; lists can do with less.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }
    /// The page of a view by its name, null if there is none.
    [[nodiscard]] QWidget* page(const QString& name) const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

private:
    /// A tab and, once it was looked at, its view.
    struct Place {
        QWidget* page = nullptr;
        std::function<QWidget*(QWidget* parent, Place& place)> make;
        QWidget* view = nullptr;
        std::function<void(const DocumentPtr&)> showDocument;
        std::function<void(checkpoint::EntryId)> showEntry;
        std::function<void(const RowTreePtr&, NodeId)> showRow;
        DocumentPtr document;
        checkpoint::EntryId entry = checkpoint::kNoId;
        RowTreePtr tree;
        NodeId node = checkpoint::kNoId;
    };

    void add(const char* name, const QString& title, std::function<QWidget*(QWidget* parent, Place& place)> make);
    void fitTabs();
    void refresh();
    void refresh(Place& place) const;

    std::vector<Place> m_places;
    DocumentPtr m_document;
    RowTreePtr m_tree;
    NodeId m_node = checkpoint::kNoId;
};

} // namespace cairn::ui
