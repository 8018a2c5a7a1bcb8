#pragma once

#include <QList>
#include <QString>

class QWidget;

namespace cairn::ui {

/// A page of the help: words of the program alone, never of a file that somebody opened.
struct HelpPage {
    QString id; ///< what links call it, and the name of its file among the resources
    QString title;
    QString markdown;
};

/// Every page, in the order of reading and in the language of the window. The last has the shortcuts of `window`.
[[nodiscard]] QList<HelpPage> helpPages(const QWidget& window);

} // namespace cairn::ui
