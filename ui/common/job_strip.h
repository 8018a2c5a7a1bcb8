#pragma once

#include <QFrame>
#include <QTimer>

#include <functional>

class QLabel;
class QProgressBar;
class QToolButton;

namespace cairn::ui {

class Job;

/// For a job that runs beside the window's other work: what, how far, a way to stop it; then its result, until it is
/// dismissed. What went well, or was stopped as somebody wished, goes by itself once it could be read for a while, but
/// not from under the pointer. Deletes itself then.
class JobStrip : public QFrame {
    Q_OBJECT

public:
    JobStrip(QString title, QWidget* parent = nullptr);

    /// Whether there is no result yet.
    [[nodiscard]] bool isWorking() const { return m_job != nullptr; }
    /// The job must live until showResult() is called.
    void follow(Job* job);
    void showResult(const QString& text, bool isGood);
    /// What it was tried for did not come about. `chooseAgain`: asks for another place, if that may help.
    void showFailed(const QString& text, const std::function<void()>& chooseAgain = {});
    /// A new attempt at the same thing takes the place of one that failed: see StripStack.
    void setKind(const QString& kind) { m_kind = kind; }
    [[nodiscard]] bool isOldAttempt(const QString& kind) const { return m_hasFailed && m_kind == kind; }
    [[nodiscard]] const QString& kind() const { return m_kind; }
    /// The same for a file that was written, with what one does with it next. It can be opened from here if somebody
    /// listens to openRequested(). `isGood` false: there is something to be careful of.
    void showSaved(const QString& text, const QString& path, bool isGood = true);

Q_SIGNALS:
    void openRequested(const QString& path);

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void poll();
    void startFading();
    QToolButton* addButton(const char* name, const QString& text);

    QString m_title;
    QString m_kind; ///< empty: it is the only one of its kind
    bool m_hasFailed = false;
    QLabel* m_text;
    QProgressBar* m_bar;
    QToolButton* m_button;
    QTimer m_timer;
    QTimer* m_fading;
    bool m_fades = false; ///< when it was long enough there to be read
    Job* m_job = nullptr;
};

} // namespace cairn::ui
