#include "ui/window/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace cairn::ui {

namespace {

constexpr qsizetype kMostFiles = 10;
const auto kKey = QStringLiteral("recentFiles");

} // namespace

QStringList RecentFiles::paths() const
{
    return m_settings.value(kKey).toStringList();
}

void RecentFiles::add(const QString& path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    QStringList all = paths();
    all.removeAll(whole);
    all.prepend(whole);
    m_settings.setValue(kKey, QStringList(all.first(std::min(all.size(), kMostFiles))));
}

void RecentFiles::clear()
{
    m_settings.remove(kKey);
}

} // namespace cairn::ui
