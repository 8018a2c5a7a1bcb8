#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace cairn::ui {

class Job;

/// How far a view's work is, and a way to stop it. Shows itself only when the work takes long enough to be wondered at.
class WorkLine : public QWidget {
    Q_OBJECT

public:
    explicit WorkLine(QWidget* parent = nullptr);

    /// The job must live until end() is called, or another job is followed.
    void follow(const QString& title, Job* job);
    void end();

private:
    void poll();

    QLabel* m_text;
    QProgressBar* m_bar;
    QToolButton* m_stop;
    QTimer m_timer;
    Job* m_job = nullptr;
    QString m_title;
};

} // namespace cairn::ui
