#pragma once

#include <QPointer>
#include <QWidget>

class QAction;
class QLabel;
class QToolButton;

namespace cairn::ui {

class DocumentView;
class SearchBox;

/// The search of the file in front: where it is typed, how it went, and the ways to the next hit and to the one before.
class SearchBar : public QWidget {
    Q_OBJECT

public:
    explicit SearchBar(QWidget* parent = nullptr);

    /// Shows and takes the search of this file. Null: there is none.
    void follow(DocumentView* view);
    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    /// To the search box, to the next hit, to the one before.
    [[nodiscard]] QList<QAction*> actions() const { return {m_find, m_next, m_previous}; }

private:
    void showSummary();
    void goBack();

    QPointer<DocumentView> m_view;
    SearchBox* m_box;
    QLabel* m_hits;
    QAction* m_find;
    QAction* m_next;
    QAction* m_previous;
    QList<QToolButton*> m_buttons;
};

} // namespace cairn::ui
