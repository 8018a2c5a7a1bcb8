#pragma once

#include <QList>
#include <QString>

class QSettings;

namespace cairn::ui {

/// A language of the window: its code ("zh_CN"; empty: that of the desktop) and its own name.
struct Language {
    QString code;
    QString name;
};

[[nodiscard]] QList<Language> allLanguages();
[[nodiscard]] QString savedLanguage(const QSettings& settings);
void saveLanguage(QSettings& settings, const QString& code);

/// From now on the application speaks it; texts that are shown already stay as they are. In a language that there is no
/// translation to it is English, whose plurals are a translation too.
void installLanguage(const QString& code);

} // namespace cairn::ui
