#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QProgressBar;
class QToolButton;

namespace cairn::ui {

class Job;

/// For a job that runs beside the window's other work: what, how far, a way to stop it; then its result, until it is
/// dismissed. What went well, or was stopped as somebody wished, goes by itself after a while. Deletes itself then.
class JobStrip : public QFrame {
    Q_OBJECT

public:
    JobStrip(QString title, QWidget* parent = nullptr);

    /// The job must live until showResult() is called.
    void follow(Job* job);
    void showResult(const QString& text, bool isGood);

private:
    void poll();

    QString m_title;
    QLabel* m_text;
    QProgressBar* m_bar;
    QToolButton* m_button;
    QTimer m_timer;
    QTimer* m_fading;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
