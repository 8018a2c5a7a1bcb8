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
    /// What was found when the bytes of the file were compared with its checksums; once for each.
    void addDamage(const QString& words, checkpoint::EntryId id);
    /// How many were added so.
    [[nodiscard]] std::size_t foundLater() const { return m_notFinite.size() + m_damage.size(); }
    /// A list with nothing in it must not say more than was looked at, nor read as if the file loaded here.
    void setLoads(bool loads);
    void setChecksums(bool areCompared);

Q_SIGNALS:
    void entryRequested(checkpoint::EntryId id);

private:
    void tellWhyEmpty();
    void addLine(const QString& text, Severity severity, checkpoint::EntryId entry);
    void showWhereItLeads(const QListWidgetItem* item);

    EmptyNote* m_note;
    std::set<checkpoint::EntryId> m_notFinite; ///< tensors that are told of
    std::set<QString> m_damage;
    bool m_isFolder = false;
    bool m_loads = true;
    bool m_hasChecksums = false;
    bool m_areCompared = false;
};

} // namespace cairn::ui
