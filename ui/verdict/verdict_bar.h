#pragma once

#include "ui/document/load_verdict.h"

#include <QFrame>
#include <QList>
#include <QPointer>

class QBoxLayout;
class QHBoxLayout;
class QPushButton;

namespace cairn::ui {

class FlowLayout;
class MachineBox;
class ProblemPage;
class TonedLabel;

/// The line that says whether the file loads on the machine that is chosen in it, why not, and offers what helps.
/// Coloured by the answer.
class VerdictBar : public QFrame {
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void showWaiting();
    void showVerdict(const LoadVerdict& verdict);
    [[nodiscard]] MachineBox* machineBox() const { return m_machine; }
    /// Whether the machine can be chosen in another place, too: a narrow bar leaves that to it.
    void setChoosesElsewhere(bool choosesElsewhere);
    /// That of a narrow bar, whatever it is now: a wide window could not be made small otherwise.
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void oneFileRequested();
    void salvageRequested();
    /// A copy of nothing but the tensors, which can do no harm.
    void tensorsCopyRequested();
    void cpuCopyRequested();
    void bfloat16CopyRequested();
    /// A copy with the map that the file has now.
    void mappedCopyRequested();
    /// Whether the file is to be judged for somebody who trusts it.
    void trustChosen(bool isTrusted);
    /// A map that makes the file load, or none again.
    void mapRequested(const devices::MapLocation& map);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QPushButton* addButton(const char* name, const QString& text, const QString& tip);
    [[nodiscard]] static QString buttonText(const devices::MapFix& fix);
    void clearFixes();
    void offerFixes();
    void setAnswer(Answer answer);
    void setColours();
    /// Lays the parts out for the width there is.
    void arrange();
    [[nodiscard]] QFont boldFont() const;
    void sayVerdict(int width);
    void showButtons(int room);
    void fillMenu();

    MachineBox* m_machine;
    TonedLabel* m_text;
    ProblemPage* m_whole;
    QBoxLayout* m_line = nullptr; ///< text and buttons, and in a narrow bar the machine above them
    QHBoxLayout* m_words;         ///< the machine, unless the bar is narrow, and the text
    FlowLayout* m_buttons;
    QList<QPushButton*> m_fixes; ///< among them
    QPushButton* m_why;
    QPushButton* m_trust;
    QPushButton* m_unmap;
    QPushButton* m_python;
    QPushButton* m_oneFile;
    QPushButton* m_tensors;
    QPushButton* m_salvage;
    QPushButton* m_copy;
    QPushButton* m_mappedCopy;
    QPushButton* m_bfloat16;
    QPushButton* m_more = nullptr;
    QList<QPushButton*> m_offered; ///< what helps with this file, the most important first
    QList<QPushButton*> m_folded;  ///< of them, those in the menu
    QPointer<QWidget> m_window;    ///< whose height is followed
    LoadVerdict m_verdict;
    bool m_choosesElsewhere = false;
};

} // namespace cairn::ui
