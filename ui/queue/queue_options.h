#pragma once

#include "core/convert/recipe/recipe.h"

#include <QString>

class QSettings;

namespace cairn::ui {

/// How copies are to be made. Plain value.
struct QueueOptions {
    convert::Recipe recipe;
    QString mapSource;  ///< where the map of the recipe is from: a file, or words
    QString recipeFile; ///< that says the same; empty: none does
    int workers = 2;    ///< files at a time

    bool operator==(const QueueOptions&) const = default;

    /// The file with the map, if it is from one.
    [[nodiscard]] QString mapFile() const;
};

/// Those that the settings remember: none that makes less of a file.
[[nodiscard]] QueueOptions savedOptions(QSettings& settings);
void saveOptions(QSettings& settings, const QueueOptions& options);

} // namespace cairn::ui
