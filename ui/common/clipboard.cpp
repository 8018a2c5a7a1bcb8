#include "ui/common/clipboard.h"

#include "ui/text/plain_tip.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QToolTip>
#include <QWidget>

namespace cairn::ui {

void copyText(const QWidget& button, const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
    QToolTip::showText(button.mapToGlobal(button.rect().bottomLeft()),
                       plainTip(QCoreApplication::translate("Clipboard", "Copied")));
}

} // namespace cairn::ui
