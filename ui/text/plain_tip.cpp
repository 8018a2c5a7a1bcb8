#include "ui/text/plain_tip.h"

#include <QTextDocument>

namespace cairn::ui {

QString plainTip(const QString& text)
{
    if (!Qt::mightBeRichText(text)) {
        return text;
    }
    return QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
}

} // namespace cairn::ui
