#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace cairn::ui {

/// Where messages stand, one under the other. Only the latest take room from what they are about; a button counts the
/// others and opens them. One that is about a file waits until that is in front, and goes with it.
class StripStack : public QWidget {
    Q_OBJECT

public:
    explicit StripStack(QWidget* parent = nullptr);
    ~StripStack() override;

    /// It is there while it is not hidden, and goes when it is deleted. One that is shown again is the latest. `about`:
    /// what must be in front for it to be seen, for as long as that exists; null: it is about the window. An earlier
    /// attempt at the same thing goes, if it failed.
    void add(QWidget* strip, QObject* about = nullptr);
    void setFront(QObject* front);
    /// What is about this goes away, but for work that goes on: that is about the window from now on.
    void forget(const QObject* about);
    /// Whether there is a message about it that nobody can see now.
    [[nodiscard]] bool isWaiting(const QObject* about) const;

Q_SIGNALS:
    /// Another message waits, or none does any more.
    void waitingChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Place {
        QWidget* holder = nullptr;      ///< of a strip, which it hides without the strip's knowing
        const QObject* about = nullptr; ///< null also once that is gone
    };

    [[nodiscard]] static QWidget* stripIn(const Place& place);
    void arrange();

    QVBoxLayout* m_lines;
    QPushButton* m_more;
    QList<Place> m_places; ///< the latest last
    QPointer<QObject> m_front;
    bool m_isOpen = false;
};

} // namespace cairn::ui
