#pragma once

#include <QStringList>

class QSettings;

namespace cairn::ui {

/// The files that were open last, the latest first. Kept in the settings, which must outlive it.
class RecentFiles {
public:
    explicit RecentFiles(QSettings& settings) : m_settings(settings) {}

    [[nodiscard]] QStringList paths() const;
    void add(const QString& path);
    void clear();

private:
    QSettings& m_settings;
};

} // namespace cairn::ui
