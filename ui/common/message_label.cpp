#include "ui/common/message_label.h"

#include "ui/common/plain_label.h"

#include <QLabel>

namespace cairn::ui {

QLabel* makeMessageLabel(const char* name)
{
    auto* label = new PlainLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setMargin(24);
    return label;
}

} // namespace cairn::ui
