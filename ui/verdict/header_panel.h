#pragma once

#include "ui/document/document.h"

#include <QWidget>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace cairn::ui {

class TonedLabel;

class VerdictBar;

/// What the open file is: its name and devices, its numbers and what is odd about them, whether it loads.
class HeaderPanel : public QWidget {
    Q_OBJECT

public:
    explicit HeaderPanel(QWidget* parent = nullptr);

    void showDocument(const Document& document);
    [[nodiscard]] VerdictBar* verdictBar() const { return m_verdict; }

Q_SIGNALS:
    void deviceClicked(const QString& device);
    void issuesClicked();
    void globalsClicked();

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QToolButton* addNote(const char* name, const QString& tip);
    void showChips(const Document& document);
    void showTrust(const checkpoint::Checkpoint& checkpoint);
    void showGlobals(const Document& document);
    int fitChips();
    void arrange();
    void keepHeight();

    QLabel* m_name;
    QLabel* m_facts;
    TonedLabel* m_safe;
    QToolButton* m_globals;
    QToolButton* m_issues;
    QHBoxLayout* m_notes;
    QHBoxLayout* m_chips;
    QBoxLayout* m_first = nullptr;  ///< name and chips
    QBoxLayout* m_second = nullptr; ///< facts and notes
    QBoxLayout* m_third = nullptr;  ///< what is safe and what is not
    VerdictBar* m_verdict;
};

} // namespace cairn::ui
