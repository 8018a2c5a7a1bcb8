#include "ui/window/recent_files.h"

#include "core/remote/address.h"

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
    const std::string name = path.toStdString();
    if (remote::withoutSecrets(name) != name) {
        return; // a signature in it, or a password, is not for keeping
    }
    const QString whole = remote::isAddress(name) ? path : QFileInfo(path).absoluteFilePath();
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
