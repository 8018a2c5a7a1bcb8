#pragma once

#include "ui/document/load_verdict.h"
#include "ui/text/theme.h"

#include <QRect>

class QPainter;

namespace cairn::ui {

/// Fills what is behind the words of a verdict in the colour of its answer, the same wherever it is told.
void paintAnswer(QPainter& painter, const QRect& area, const QPalette& palette, Answer answer);
/// For words on that.
[[nodiscard]] Tone answerTone(Answer answer);

} // namespace cairn::ui
