#pragma once

#include "core/devices/map/map_location.h"

#include <QString>

#include <optional>

class QSettings;

namespace cairn::ui {

/// The maps that were last made for files, in the settings. Keeps so many; the oldest go first.
class SavedMaps {
public:
    explicit SavedMaps(QSettings& settings) : m_settings(settings) {}

    /// A map that says nothing is forgotten.
    void remember(const QString& path, const devices::MapLocation& map);
    [[nodiscard]] std::optional<devices::MapLocation> recall(const QString& path) const;

private:
    QSettings& m_settings;
};

} // namespace cairn::ui
