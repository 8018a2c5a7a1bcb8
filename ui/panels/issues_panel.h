#pragma once

#include "ui/state/document.h"

#include <QListWidget>

namespace cairn::ui {

/// What is odd about the open file, one line each; a click or Enter goes to the row it is about.
class IssuesPanel : public QListWidget {
    Q_OBJECT

public:
    explicit IssuesPanel(QWidget* parent = nullptr);

    void showDocument(const Document& document);

Q_SIGNALS:
    void entryWanted(checkpoint::EntryId id);
};

} // namespace cairn::ui
