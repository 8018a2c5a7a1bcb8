#pragma once

#include <QDockWidget>
#include <QPointer>

class QAction;

namespace cairn::ui {

class HelpView;

/// The help at the side of a window. Its pages are made when they are first wanted.
class HelpDock : public QDockWidget {
    Q_OBJECT

public:
    explicit HelpDock(QWidget* window);

    /// Opens the page about what has the keyboard; closes the help if that has it.
    [[nodiscard]] QAction* helpAction() const { return m_helpAction; }
    void showPage(const QString& id);
    /// The page about a part of the window: what stands nearest around it decides.
    [[nodiscard]] static QString pageAbout(const QWidget* part);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void help();
    [[nodiscard]] bool hasKeyboard() const;
    void makeView();

    QAction* m_helpAction;
    HelpView* m_view = nullptr;
    QPointer<QWidget> m_focusBefore; ///< what had the keyboard before the help
};

} // namespace cairn::ui
