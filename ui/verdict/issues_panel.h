#pragma once

#include "ui/document/examination.h"

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
    /// What was found when all of it was looked at, by rule, and what else was noticed when it was opened.
    void showExamination(const Examination& examination);
    [[nodiscard]] bool isExamined() const { return m_isExamined; }
    /// How many things it lists.
    [[nodiscard]] std::size_t found() const { return m_found; }
    /// A list with nothing in it must not say more than was looked at, nor read as if the file loaded here.
    void setLoads(bool loads);
    void setChecksums(bool areCompared);

Q_SIGNALS:
    void entryRequested(checkpoint::EntryId id);
    /// There are more of them, or others.
    void counted();

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] static QString spoken(Severity severity, const QString& text);
    void tellWhyEmpty();
    void colourHelp();
    void clearAll();
    void addIssues(const std::vector<LocatedIssue>& issues);
    void addRule(const Examination& examination, std::size_t begin, std::size_t end);
    QListWidgetItem* addHeading(const QString& text);
    QListWidgetItem* addLine(const QString& text, checkpoint::EntryId entry);
    void addIssue(const QString& text, Severity severity, checkpoint::EntryId entry);
    void showWhereItLeads(const QListWidgetItem* item);

    EmptyNote* m_note;
    std::set<checkpoint::EntryId> m_notFinite; ///< tensors that are told of
    std::set<QString> m_damage;
    std::size_t m_found = 0;
    bool m_isExamined = false;
    bool m_isFolder = false;
    bool m_loads = true;
    bool m_hasChecksums = false;
    bool m_areCompared = false;
};

} // namespace cairn::ui
