#include "ui/queue/queue_options.h"

#include "core/convert/recipe/recipe_file.h"
#include "ui/text/display.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr int kMostWorkers = 16;

/// What suits whatever is converted later: how copies are packed, named and placed. What takes something from a file,
/// or sends it elsewhere than to the cpu, is chosen anew each time; it would be done to files that nobody meant.
convert::Recipe rememberedOf(convert::Recipe recipe)
{
    convert::Recipe kept;
    kept.container = recipe.container;
    kept.shardSize = std::move(recipe.shardSize);
    kept.files = recipe.files;
    kept.name = std::move(recipe.name);
    kept.folder = std::move(recipe.folder);
    kept.existing = recipe.existing;
    kept.skipUnchanged = recipe.skipUnchanged;
    kept.verify = recipe.verify;
    return kept;
}

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
        options.recipe = rememberedOf(std::move(*recipe));
    }
    options.workers = std::clamp(settings.value("workers", options.workers).toInt(), 1, kMostWorkers);
    settings.endGroup();
    return options;
}

void saveOptions(QSettings& settings, const QueueOptions& options)
{
    settings.beginGroup(QStringLiteral("queue"));
    settings.setValue("recipe", fromUtf8(convert::recipeText(options.recipe)));
    settings.setValue("workers", options.workers);
    settings.endGroup();
}

} // namespace cairn::ui
