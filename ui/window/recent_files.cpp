#include "ui/window/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace cairn::ui {

namespace {

constexpr qsizetype kMostRecentFiles = 10;
const auto kRecentFilesKey = QStringLiteral("recentFiles");

} // namespace

QStringList RecentFiles::paths() const
{
    return m_settings.value(kRecentFilesKey).toStringList();
}

void RecentFiles::add(const QString& path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    QStringList all = paths();
    all.removeAll(whole);
    all.prepend(whole);
    m_settings.setValue(kRecentFilesKey, QStringList(all.first(std::min(all.size(), kMostRecentFiles))));
}

void RecentFiles::clear()
{
    m_settings.remove(kRecentFilesKey);
}

} // namespace cairn::ui
