#pragma once

#include "ui/document/document.h"

#include <QListWidget>

namespace cairn::ui {

class EmptyNote;

/// What is odd about the open file, one line each; a click or Enter goes to the row it is about.
class IssuesPanel : public QListWidget {
    Q_OBJECT

public:
    explicit IssuesPanel(QWidget* parent = nullptr);

    void showDocument(const Document& document);
    /// Whether the file loads here: a list with nothing in it must not read as if it did.
    void setLoads(bool loads);

Q_SIGNALS:
    void entryRequested(checkpoint::EntryId id);

private:
    void showWhereItLeads(const QListWidgetItem* item);

    EmptyNote* m_note;
    bool m_isFolder = false;
};

} // namespace cairn::ui
