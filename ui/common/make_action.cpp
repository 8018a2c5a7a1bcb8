#include "ui/common/make_action.h"

#include "ui/text/plain_tip.h"

#include <QAction>
#include <QRegularExpression>
#include <QWidget>

namespace cairn::ui {

QAction* makeAction(QWidget* owner, const char* name, const QString& text, const QKeySequence& shortcut,
                    const QString& tip)
{
    auto* action = new QAction(text, owner);
    action->setIconText(withoutMnemonic(text));
    action->setObjectName(name);
    action->setShortcut(shortcut);
    action->setStatusTip(tip);
    action->setToolTip(plainTip(
        shortcut.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, shortcut.toString(QKeySequence::NativeText))));
    owner->addAction(action);
    return action;
}

QString withoutMnemonic(const QString& text)
{
    static const QRegularExpression kMnemonic(QStringLiteral("\\s*\\(&.\\)|&")); // other languages add it in brackets
    return QString(text).remove(kMnemonic);
}

} // namespace cairn::ui
