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
    /// That of a narrow one, whatever it is now: a wide window could not be made small otherwise.
    [[nodiscard]] QSize minimumSizeHint() const override;

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
    int showChipFacts(qsizetype facts);
    int fitChips(int room);
    void fitFacts(int room);
    void arrange();
    void keepHeight();

    QString m_wholeName;
    QLabel* m_name;
    QLabel* m_facts;
    TonedLabel* m_safe;
    QToolButton* m_globals;
    QToolButton* m_issues;
    QStringList m_allFacts;
    QBoxLayout* m_notes; ///< what is safe and what is not
    QWidget* m_chipBox;
    QHBoxLayout* m_chips;
    QBoxLayout* m_lines = nullptr;
    QBoxLayout* m_first = nullptr;  ///< name, and the chips where it is not the only line
    QBoxLayout* m_second = nullptr; ///< facts and notes
    VerdictBar* m_verdict;
};

} // namespace cairn::ui
