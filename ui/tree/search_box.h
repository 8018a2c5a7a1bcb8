#pragma once

#include "ui/tree/search_words.h"

#include <QLineEdit>

class QCompleter;
class QStringListModel;

namespace cairn::ui {

class Job;

/// Where a search is typed. Offers what the word at the cursor may become: conditions, and what the open file has.
class SearchBox : public QLineEdit {
    Q_OBJECT

public:
    explicit SearchBox(QWidget* parent = nullptr);
    ~SearchBox() override;

    /// Null: none.
    void showDocument(const DocumentPtr& document);
    [[nodiscard]] QCompleter* offers() const { return m_offers; }

Q_SIGNALS:
    /// Nothing more is to be typed: the keyboard goes to what was found.
    void finished();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// From where to where the word at the cursor goes.
    [[nodiscard]] std::pair<int, int> wordRange() const;
    void offer();
    void take(const QString& word);

    SearchWords m_words;
    DocumentPtr m_document;
    Job* m_job = nullptr;
    QStringListModel* m_list;
    QCompleter* m_offers;
};

} // namespace cairn::ui
