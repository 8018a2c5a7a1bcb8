#pragma once

#include <QStringList>

class QSettings;

namespace cairn::ui {

/// Which groups of the files that were open last were open themselves. Kept in the settings, which must outlive it.
class OpenGroups {
public:
    explicit OpenGroups(QSettings& settings) : m_settings(settings) {}

    /// Whole names; none: the file is not known.
    [[nodiscard]] QStringList of(const QString& path) const;
    void remember(const QString& path, const QStringList& names);

private:
    QSettings& m_settings;
};

} // namespace cairn::ui
