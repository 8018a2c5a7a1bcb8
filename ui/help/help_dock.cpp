#include "ui/help/help_dock.h"

#include "ui/common/make_action.h"
#include "ui/help/help_view.h"

#include <QAction>
#include <QApplication>
#include <QHideEvent>

#include <algorithm>
#include <utility>

namespace cairn::ui {

namespace {

constexpr std::pair<const char*, const char*> kTopics[] = {
    {"mapDock", "map"},           {"search", "search"},       {"globalsPage", "safety"}, {"header", "start"},
    {"codePane", "map-location"}, {"inspectorDock", "views"}, {"pages", "views"},
};

} // namespace

HelpDock::HelpDock(QWidget* window)
    : QDockWidget(tr("Help"), window),
      m_helpAction(makeAction(window, "helpAction", tr("&Help"), QKeySequence::HelpContents,
                              tr("Read about the part of the window that is used")))
{
    setObjectName("helpDock");
    connect(m_helpAction, &QAction::triggered, this, &HelpDock::help);
}

QString HelpDock::pageAbout(const QWidget* part)
{
    for (; part != nullptr; part = part->parentWidget()) {
        const auto* topic =
            std::ranges::find_if(kTopics, [&](const auto& each) { return part->objectName() == each.first; });
        if (topic != std::end(kTopics)) {
            return topic->second;
        }
    }
    return QStringLiteral("start");
}

bool HelpDock::hasKeyboard() const
{
    return isVisible() && isAncestorOf(QApplication::focusWidget());
}

void HelpDock::help()
{
    if (hasKeyboard()) {
        hide();
    } else {
        showPage(pageAbout(QApplication::focusWidget()));
    }
}

void HelpDock::showPage(const QString& id)
{
    if (!hasKeyboard()) {
        m_focusBefore = QApplication::focusWidget();
    }
    show();
    raise();
    makeView();
    m_view->showPage(id);
}

void HelpDock::makeView()
{
    if (m_view == nullptr) {
        m_view = new HelpView(helpPages(*window()), this);
        connect(m_view, &HelpView::closeRequested, this, &QDockWidget::hide);
        setWidget(m_view);
    }
}

/// Also when the window comes back as it was left.
void HelpDock::showEvent(QShowEvent* event)
{
    makeView();
    QDockWidget::showEvent(event);
}

void HelpDock::hideEvent(QHideEvent* event)
{
    QDockWidget::hideEvent(event);
    if (!event->spontaneous() && isAncestorOf(QApplication::focusWidget()) && m_focusBefore) {
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    }
}

} // namespace cairn::ui
