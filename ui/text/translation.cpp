#include "ui/text/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>

namespace cairn::ui {

namespace {

constexpr auto kLanguageKey = "language";

} // namespace

QList<Language> allLanguages()
{
    return {{.code = {}, .name = QCoreApplication::translate("Languages", "As the desktop")},
            {.code = QStringLiteral("en"), .name = QStringLiteral("English")},
            {.code = QStringLiteral("zh_CN"), .name = QStringLiteral("简体中文")}};
}

QString savedLanguage(const QSettings& settings)
{
    return settings.value(kLanguageKey).toString();
}

void saveLanguage(QSettings& settings, const QString& code)
{
    settings.setValue(kLanguageKey, code);
}

void installLanguage(const QString& code)
{
    static QTranslator ours;
    static QTranslator qts;
    QCoreApplication::removeTranslator(&ours);
    QCoreApplication::removeTranslator(&qts);
    const QLocale locale = code.isEmpty() ? QLocale::system() : QLocale(code);
    const QString folder = QStringLiteral(":/i18n");
    if (!ours.load(locale, QStringLiteral("cairn"), QStringLiteral("_"), folder)) {
        (void)ours.load(QStringLiteral("cairn_en"), folder);
    } else if (qts.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                        QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(&qts);
    }
    QCoreApplication::installTranslator(&ours);
}

} // namespace cairn::ui
