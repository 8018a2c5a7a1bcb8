#include "ui/help/help_pages.h"

#include "ui/help/shortcut_tables.h"

#include <QCoreApplication>
#include <QFile>

namespace cairn::ui {

namespace {

constexpr const char* kPages[] = {"start", "views", "search", "map", "map-location", "safety", "copies", "shortcuts"};

QString helpFile(const char* id)
{
    const QString folder = QCoreApplication::translate("HelpPages", "en", "the folder of help pages in this language");
    QFile file(QStringLiteral(":/help/%1/%2.md").arg(folder, QLatin1StringView(id)));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

QList<HelpPage> helpPages(const QWidget& window)
{
    QList<HelpPage> pages;
    for (const char* id : kPages) {
        const QString text = helpFile(id);
        pages.append({.id = QLatin1StringView(id), .title = text.section(u'\n', 0, 0).mid(2), .markdown = text});
    }
    pages.last().markdown += shortcutTables(window);
    return pages;
}

} // namespace cairn::ui
