#pragma once

#include "ui/state/load_verdict.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace cairn::ui {

/// The line that says whether the file loads on this machine, and what helps. Coloured by the answer.
class VerdictBar : public QFrame {
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void showWaiting();
    void showVerdict(const LoadVerdict& verdict);

Q_SIGNALS:
    void cpuCopyWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_text;
    QPushButton* m_why;
    QPushButton* m_copy;
    LoadVerdict m_verdict;
    bool m_known = false;
};

} // namespace cairn::ui
