#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace cairn::ui {

/// A line above the page that asks something and can wait for the answer: the file changed, it is gone. Hidden until it
/// has something to say.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// `action` empty: there is only something to read and to dismiss. `refusal`: what the other button says, if it
    /// is more than not now. `mayWait`: a third one leaves the question open.
    void ask(const QString& text, const QString& action, const QString& refusal = {}, bool mayWait = false);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void accepted();
    void refused();
    void postponed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_text;
    QPushButton* m_accept;
    QPushButton* m_dismiss;
    QPushButton* m_later;
};

} // namespace cairn::ui
