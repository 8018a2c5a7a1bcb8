#pragma once

#include "ui/help/help_search.h"

#include <QWidget>

#include <vector>

class QLineEdit;
class QListWidget;
class QTextBrowser;
class QTextDocument;

namespace cairn::ui {

class EmptyNote;

/// The help: its pages, or what a search finds in them, and below the page that is read. Works by keyboard alone.
class HelpView : public QWidget {
    Q_OBJECT

public:
    explicit HelpView(const QList<HelpPage>& pages, QWidget* parent = nullptr);

    /// Ends the search, and gives the keyboard to the page.
    void showPage(const QString& id);
    [[nodiscard]] QString currentPage() const;

Q_SIGNALS:
    void closeRequested();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void search(const QString& text);
    void fillList();
    void fitList();
    void showChosen();
    void showContent(qsizetype page);
    void mark(int from);
    void stepHit(int by);

    QList<HelpPage> m_pages;
    HelpSearch m_index;
    QStringList m_words; ///< that are searched for
    std::vector<HelpHit> m_hits;
    qsizetype m_shown = -1; ///< the page that is read
    QLineEdit* m_search;
    QListWidget* m_list; ///< pages, or hits
    QTextBrowser* m_text;
};

} // namespace cairn::ui
