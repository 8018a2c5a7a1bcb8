#pragma once

#include "ui/state/load_verdict.h"

#include <QFrame>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace cairn::ui {

/// The line that says whether the file loads on this machine, why not, and offers what helps. Coloured by the answer.
class VerdictBar : public QFrame {
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void showWaiting();
    void showVerdict(const LoadVerdict& verdict);

Q_SIGNALS:
    void cpuCopyWanted();
    /// A copy with the map that the file has now.
    void mappedCopyWanted();
    /// A map that makes the file load, or none again.
    void mapWanted(const devices::MapLocation& map);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QPushButton* addButton(const char* name, const QString& text, const QString& tip);
    [[nodiscard]] static QString buttonText(const devices::MapFix& fix);
    void clearFixes();
    void offerFixes();

    QLabel* m_text;
    QLabel* m_whole;
    QBoxLayout* m_line = nullptr; ///< text and buttons
    QHBoxLayout* m_buttons;
    QHBoxLayout* m_fixes;
    QPushButton* m_why;
    QPushButton* m_unmap;
    QPushButton* m_copy;
    QPushButton* m_mappedCopy;
    LoadVerdict m_verdict;
    bool m_known = false;
};

} // namespace cairn::ui
