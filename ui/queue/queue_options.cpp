#include "ui/queue/queue_options.h"

#include "core/convert/recipe/recipe_file.h"
#include "ui/text/display.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr int kMostWorkers = 16;

} // namespace

QString QueueOptions::mapFile() const
{
    return recipe.map && QFileInfo(mapSource).isAbsolute() ? mapSource : QString();
}

QueueOptions savedOptions(QSettings& settings)
{
    QueueOptions options;
    settings.beginGroup(QStringLiteral("queue"));
    if (auto recipe = convert::parseRecipe(settings.value("recipe").toString().toStdString())) {
        options.recipe = std::move(*recipe);
        options.mapSource = settings.value("mapSource").toString();
        options.recipeFile = settings.value("recipeFile").toString();
    }
    options.workers = std::clamp(settings.value("workers", options.workers).toInt(), 1, kMostWorkers);
    settings.endGroup();
    return options;
}

void saveOptions(QSettings& settings, const QueueOptions& options)
{
    settings.beginGroup(QStringLiteral("queue"));
    settings.setValue("recipe", fromUtf8(convert::recipeText(options.recipe)));
    settings.setValue("mapSource", options.mapSource);
    settings.setValue("recipeFile", options.recipeFile);
    settings.setValue("workers", options.workers);
    settings.endGroup();
}

} // namespace cairn::ui
