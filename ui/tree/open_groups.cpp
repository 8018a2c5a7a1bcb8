#include "ui/tree/open_groups.h"

#include <QSettings>

namespace cairn::ui {

namespace {

constexpr qsizetype kMostFiles = 20;
const auto kOpenGroupsKey = QStringLiteral("openGroups");

} // namespace

QStringList OpenGroups::of(const QString& path) const
{
    for (const QVariant& file : m_settings.value(kOpenGroupsKey).toList()) {
        if (const QStringList lines = file.toStringList(); !lines.isEmpty() && lines.front() == path) {
            return lines.mid(1);
        }
    }
    return {};
}

void OpenGroups::remember(const QString& path, const QStringList& names)
{
    QVariantList files = m_settings.value(kOpenGroupsKey).toList();
    files.removeIf([&](const QVariant& file) { return file.toStringList().value(0) == path; });
    files.prepend(QStringList{path} + names);
    m_settings.setValue(kOpenGroupsKey, QVariantList(files.first(std::min(files.size(), kMostFiles))));
}

} // namespace cairn::ui
