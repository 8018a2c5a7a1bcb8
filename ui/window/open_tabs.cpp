#include "ui/window/open_tabs.h"

#include <QFileInfo>
#include <QSettings>

namespace cairn::ui {

namespace {

constexpr char kWantedKey[] = "openTabsAgain";
constexpr char kPathsKey[] = "openTabs";

} // namespace

bool OpenTabs::areWanted() const
{
    return m_settings.value(kWantedKey).toBool();
}

void OpenTabs::setWanted(bool areWanted)
{
    m_settings.setValue(kWantedKey, areWanted);
}

QStringList OpenTabs::paths() const
{
    QStringList paths;
    if (areWanted()) {
        for (const QString& path : m_settings.value(kPathsKey).toStringList()) {
            if (QFileInfo::exists(path)) {
                paths.append(path);
            }
        }
    }
    return paths;
}

void OpenTabs::remember(const QStringList& paths, const QString& front)
{
    m_settings.setValue(kPathsKey, front.isEmpty() ? paths : paths + QStringList(front));
}

} // namespace cairn::ui
