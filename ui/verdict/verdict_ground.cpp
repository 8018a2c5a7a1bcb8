#include "ui/verdict/verdict_ground.h"

#include <QPainter>

namespace cairn::ui {

namespace {

QColor accentOf(Answer answer, const QPalette& palette)
{
    switch (answer) {
    case Answer::Waiting: break;
    case Answer::Loads: return {0x2e, 0xa0, 0x5b};
    case Answer::Caution: return {0xe0, 0x9a, 0x1a};
    case Answer::Fails: return {0xd0, 0x45, 0x38};
    case Answer::Harmful: return {0x9b, 0x1b, 0x20};
    }
    return palette.color(QPalette::Mid);
}

} // namespace

void paintAnswer(QPainter& painter, const QRect& area, const QPalette& palette, Answer answer)
{
    const QColor accent = accentOf(answer, palette);
    // A tint is enough for what can be mended. What does harm must not look like that.
    const bool isFull = answer == Answer::Harmful;
    painter.fillRect(area, isFull ? accent : blend(palette.color(QPalette::Base), accent, 0.15));
    painter.fillRect(QRect(area.left(), area.top(), 4, area.height()), accent);
}

Tone answerTone(Answer answer)
{
    return answer == Answer::Harmful ? [](const QPalette& /*palette*/) { return QColor(Qt::white); }
                                     : [](const QPalette& palette) { return palette.color(QPalette::Text); };
}

} // namespace cairn::ui
