#pragma once

#include "ui/document/document.h"

#include <QListWidget>

#include <set>

namespace cairn::ui {

class EmptyNote;

/// What is odd about the open file, one line each; a click or Enter goes to the row it is about.
class IssuesPanel : public QListWidget {
    Q_OBJECT

public:
    explicit IssuesPanel(QWidget* parent = nullptr);

    void showDocument(const Document& document);
    /// What was found when the numbers of a tensor were read; once for each.
    void addNotFinite(const Document& document, checkpoint::EntryId id, std::uint64_t nans, std::uint64_t infinities);
    [[nodiscard]] std::size_t notFiniteCount() const { return m_notFinite.size(); }
    /// Whether the file loads here: a list with nothing in it must not read as if it did.
    void setLoads(bool loads);

Q_SIGNALS:
    void entryRequested(checkpoint::EntryId id);

private:
    void addLine(const QString& text, Severity severity, checkpoint::EntryId entry);
    void showWhereItLeads(const QListWidgetItem* item);

    EmptyNote* m_note;
    std::set<checkpoint::EntryId> m_notFinite; ///< tensors that are told of
    bool m_isFolder = false;
};

} // namespace cairn::ui
