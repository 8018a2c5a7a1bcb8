#include "ui/queue/options_text.h"

#include "core/convert/recipe/recipe_route.h"
#include "core/convert/recipe/slim_presets.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

namespace cairn::ui {

namespace {

using convert::Container;
using convert::ExistingTarget;
using convert::Recipe;
using convert::SlimPreset;

/// The context of these texts for translators.
class OptionsWords {
    Q_DECLARE_TR_FUNCTIONS(OptionsWords)
};

QString mapName(const QueueOptions& options)
{
    const QString file = options.mapFile();
    const QString name = file.isEmpty() ? options.mapSource : QFileInfo(file).fileName();
    return name.isEmpty() ? OptionsWords::tr("the recipe") : shown(name.toStdString());
}

QStringList containerWords(const Recipe& recipe)
{
    switch (recipe.container) {
    case Container::Keep: break;
    case Container::Zip: return {OptionsWords::tr("to the zip of torch.save")};
    case Container::Legacy: return {OptionsWords::tr("to the stream before torch 1.6")};
    case Container::Dcp: return {OptionsWords::tr("to a folder of torch.distributed.checkpoint")};
    case Container::Safetensors:
        return {recipe.dropOthers ? OptionsWords::tr("to safetensors, whatever that leaves out")
                                  : OptionsWords::tr("to safetensors")};
    }
    return {};
}

/// What the copies have that their sources do not, or lack.
QStringList contentWords(const Recipe& recipe)
{
    QStringList parts;
    if (convert::hasPreset(recipe, SlimPreset::BFloat16)) {
        parts.append(OptionsWords::tr("float32 → bfloat16"));
    }
    if (convert::hasPreset(recipe, SlimPreset::DropOptimizer)) {
        parts.append(OptionsWords::tr("without the optimizer"));
    }
    if (convert::hasPreset(recipe, SlimPreset::AveragedAsModel)) {
        parts.append(OptionsWords::tr("averaged weights alone"));
    }
    if (recipe.clone) {
        parts.append(OptionsWords::tr("a copy for each tensor that shares memory"));
    }
    for (const std::string& rule : convert::rulesBesidePresets(recipe)) {
        parts.append(shown(rule));
    }
    return parts;
}

QStringList placeWords(const Recipe& recipe)
{
    const Recipe usual;
    QStringList parts;
    if (recipe.name != usual.name) {
        parts.append(OptionsWords::tr("named %1").arg(shown(recipe.name)));
    }
    if (!recipe.folder.empty()) {
        parts.append(OptionsWords::tr("into the folder %1").arg(shown(recipe.folder)));
    }
    if (recipe.existing == ExistingTarget::Refuse) {
        parts.append(OptionsWords::tr("asks about copies that exist"));
    } else if (recipe.existing == ExistingTarget::Skip) {
        parts.append(OptionsWords::tr("skips copies that exist"));
    }
    if (!recipe.skipUnchanged) {
        parts.append(OptionsWords::tr("also what would stay the same"));
    }
    if (!recipe.verify) {
        parts.append(OptionsWords::tr("copies are not compared"));
    }
    return parts;
}

QString bold(const std::string& path)
{
    return QStringLiteral("<b>%1</b>").arg(QFileInfo(shown(path)).fileName().toHtmlEscaped());
}

} // namespace

QString optionsSummary(const QueueOptions& options)
{
    QStringList parts = containerWords(options.recipe);
    if (options.recipe.map) {
        parts.append(OptionsWords::tr("devices as in %1").arg(mapName(options)));
    }
    parts += contentWords(options.recipe) + placeWords(options.recipe);
    QString text = parts.join(QStringLiteral(", "));
    return text.isEmpty() ? text : text.front().toUpper() + text.sliced(1);
}

QString optionsPromise(const QueueOptions& options)
{
    const Recipe& recipe = options.recipe;
    const QString name = bold("model.pth");
    const QString copy = bold(convert::targetFor(recipe, "model.pth"));
    const QString where = recipe.folder.empty() ? OptionsWords::tr("beside it")
                                                : OptionsWords::tr("in %1").arg(shown(recipe.folder).toHtmlEscaped());
    QString text = recipe.container == Container::Safetensors
                       ? OptionsWords::tr("Each checkpoint gets a safetensors file %1 with its tensors: %2 becomes %3.")
                   : recipe.map
                       ? OptionsWords::tr("Each checkpoint gets a copy %1 on the devices of a map: %2 becomes %3.")
                       : OptionsWords::tr("Each checkpoint gets a copy %1 that loads without a GPU: %2 becomes %3.");
    text = text.arg(where, name, copy) + u' ';
    text += recipe.verify ? OptionsWords::tr("The copy is compared with its source before it gets its name.")
                          : OptionsWords::tr("The copy is not compared with its source.");
    text += u' ' + OptionsWords::tr("Nothing is ever written over.");
    const bool isPlain = recipe.container == Container::Keep && !recipe.map && !recipe.selects();
    QString second = OptionsWords::tr("Folders are searched, and checkpoints are known by their content.");
    if (recipe.skipUnchanged) {
        second += u' ' + (isPlain ? OptionsWords::tr("What is on the CPU already stays as it is.")
                                  : OptionsWords::tr("What would come out the same is left alone."));
    }
    return QStringLiteral("<p>%1</p><p>%2</p>").arg(text, second);
}

} // namespace cairn::ui
