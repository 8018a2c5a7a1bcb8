#pragma once

#include <QList>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace cairn::ui {

/// Where messages stand, one under the other. Only the latest take room from what they are about; a button counts the
/// others and opens them.
class StripStack : public QWidget {
    Q_OBJECT

public:
    explicit StripStack(QWidget* parent = nullptr);
    ~StripStack() override;

    /// It is there while it is not hidden, and goes when it is deleted. One that is shown again is the latest.
    void add(QWidget* strip);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void arrange();

    QVBoxLayout* m_lines;
    QPushButton* m_more;
    QList<QWidget*> m_holders; ///< of a strip each, the latest last: they hide without its knowing
    bool m_isOpen = false;
};

} // namespace cairn::ui
