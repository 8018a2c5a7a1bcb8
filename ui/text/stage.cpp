#include "ui/text/stage.h"

#include <QCoreApplication>

#include <array>

namespace cairn::ui {

QString stageText(const char* stage)
{
    [[maybe_unused]] static constexpr std::array kStages = {
        QT_TRANSLATE_NOOP("Stage", "checking"),   QT_TRANSLATE_NOOP("Stage", "comparing"),
        QT_TRANSLATE_NOOP("Stage", "converting"), QT_TRANSLATE_NOOP("Stage", "loading"),
        QT_TRANSLATE_NOOP("Stage", "looking"),    QT_TRANSLATE_NOOP("Stage", "opening"),
        QT_TRANSLATE_NOOP("Stage", "reading"),    QT_TRANSLATE_NOOP("Stage", "searching"),
        QT_TRANSLATE_NOOP("Stage", "syncing"),    QT_TRANSLATE_NOOP("Stage", "writing"),
    };
    return *stage == '\0' ? QString() : QCoreApplication::translate("Stage", stage);
}

} // namespace cairn::ui
