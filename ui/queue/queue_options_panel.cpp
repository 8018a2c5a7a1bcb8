#include "ui/queue/queue_options_panel.h"

#include "core/convert/common/copy_name.h"
#include "core/convert/recipe/recipe_file.h"
#include "core/convert/recipe/recipe_route.h"
#include "core/convert/recipe/slim_presets.h"
#include "core/devices/map/map_file.h"
#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/common/queue_prompts.h"
#include "ui/queue/queue_item.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <utility>

namespace cairn::ui {

using convert::Container;
using convert::SlimPreset;

namespace {

/// The places of the choices in the boxes that ask for a file or folder. What was chosen comes behind the others.
constexpr int kDefault = 0;
constexpr int kChoose = 1;
constexpr int kCurrent = 2;

/// A box whose last entry is what a person has chosen, if they have.
void showChosen(QComboBox& box, int fixedItems, const QString& text, const QString& path)
{
    if (box.count() > fixedItems) {
        box.removeItem(fixedItems);
    }
    if (!text.isEmpty()) {
        box.addItem(text);
        box.setItemData(fixedItems, plainTip(path), Qt::ToolTipRole);
    }
    box.setCurrentIndex(text.isEmpty() ? kDefault : fixedItems);
    box.setToolTip(path.toHtmlEscaped());
}

/// Tensors alone are on no device, and neither is what is loaded to wherever it is wanted.
bool hasTags(Container container)
{
    return container != Container::Safetensors && container != Container::Dcp;
}

} // namespace

QueueOptionsPanel::QueueOptionsPanel(QueueOptions options, QueuePrompts& prompts, AskCurrentMap currentMap,
                                     QWidget* parent)
    : QWidget(parent), m_options(std::move(options)), m_prompts(prompts), m_currentMap(std::move(currentMap)),
      m_tags(new QComboBox(this)), m_container(new QComboBox(this)), m_dropOthers(new QCheckBox(this)),
      m_clone(new QCheckBox(this)), m_others(new PlainLabel(this)), m_clearOthers(new QPushButton(this)),
      m_pattern(new QLineEdit(this)), m_example(new PlainLabel(this)), m_place(new QComboBox(this)),
      m_existing(new QComboBox(this)), m_skipUnchanged(new QCheckBox(this)), m_verify(new QCheckBox(this)),
      m_workers(new QSpinBox(this)), m_recipe(new PlainLabel(this)), m_openRecipe(new QPushButton(this)),
      m_saveRecipe(new QPushButton(this)), m_defaults(new QPushButton(this))
{
    setObjectName("queueOptions");
    makeFields();
    layOut();
    show(m_options);
    connectFields();
}

QueueOptionsPanel::~QueueOptionsPanel()
{
    qDeleteAll(findChildren<Job*>()); // while what they report to is still there
}

bool QueueOptionsPanel::isRecipeName(const QString& path)
{
    return path.endsWith(fromUtf8(convert::kRecipeEnding), Qt::CaseInsensitive);
}

void QueueOptionsPanel::setOptions(const QueueOptions& options)
{
    const bool isSameRecipe = options.recipe == m_options.recipe;
    const bool isSameFile = options.recipeFile == m_options.recipeFile;
    m_options = options;
    if (!isSameRecipe && isSameFile) {
        m_options.recipeFile.clear(); // it says something else now
    }
    show(m_options);
    Q_EMIT optionsChanged(m_options);
}

void QueueOptionsPanel::showTags(const QueueOptions& options)
{
    const bool isFile = !options.mapFile().isEmpty();
    const QString text = !options.recipe.map ? QString()
                         : isFile            ? QFileInfo(options.mapSource).fileName()
                                             : options.mapSource;
    showChosen(*m_tags, m_currentMap ? kCurrent + 1 : kCurrent,
               options.recipe.map && text.isEmpty() ? tr("As the recipe says") : text, options.mapFile());
    m_tags->setEnabled(hasTags(options.recipe.container));
}

void QueueOptionsPanel::show(const QueueOptions& options)
{
    m_isShowing = true;
    const convert::Recipe& recipe = options.recipe;
    showTags(options);
    m_container->setCurrentIndex(static_cast<int>(recipe.container));
    m_dropOthers->setChecked(recipe.dropOthers);
    m_dropOthers->setEnabled(!hasTags(recipe.container));
    m_clone->setChecked(recipe.clone);
    m_clone->setEnabled(!hasTags(recipe.container));
    for (std::size_t i = 0; i < m_slim.size(); ++i) {
        m_slim[i]->setChecked(convert::hasPreset(recipe, static_cast<SlimPreset>(i)));
    }
    QStringList others;
    for (const std::string& option : convert::rulesBesidePresets(recipe)) {
        others.append(shown(option));
    }
    m_others->setText(others.isEmpty() ? QString() : tr("And: %1").arg(others.join(u' ')));
    m_others->setVisible(!others.isEmpty());
    m_clearOthers->setVisible(!others.isEmpty());
    if (const QString pattern = fromUtf8(recipe.name); m_pattern->text() != pattern) {
        m_pattern->setText(pattern);
    }
    m_example->setText(
        tr("model.pth becomes %1").arg(QFileInfo(shown(convert::targetFor(recipe, "model.pth"))).fileName()));
    const QString folder = shown(recipe.folder);
    showChosen(*m_place, kChoose + 1, QFileInfo(folder).fileName(), folder);
    m_existing->setCurrentIndex(static_cast<int>(recipe.existing));
    m_skipUnchanged->setChecked(recipe.skipUnchanged);
    m_verify->setChecked(recipe.verify);
    m_workers->setValue(options.workers);
    m_recipe->setText(options.recipeFile.isEmpty() ? QString()
                                                   : tr("As in %1").arg(QFileInfo(options.recipeFile).fileName()));
    m_recipe->setToolTip(options.recipeFile.toHtmlEscaped());
    m_isShowing = false;
}

void QueueOptionsPanel::take()
{
    if (m_isShowing) {
        return;
    }
    QueueOptions options = m_options;
    convert::Recipe& recipe = options.recipe;
    recipe.container = static_cast<Container>(m_container->currentIndex());
    const bool isTensors = !hasTags(recipe.container);
    recipe.dropOthers = isTensors && m_dropOthers->isChecked();
    recipe.clone = isTensors && m_clone->isChecked();
    if (isTensors) {
        recipe.map.reset();
    }
    if (recipe.container == Container::Legacy || recipe.container == Container::Dcp) {
        recipe.shardSize.clear();
    }
    recipe.files = recipe.container == Container::Dcp ? recipe.files : 0;
    recipe.existing = static_cast<convert::ExistingTarget>(m_existing->currentIndex());
    recipe.skipUnchanged = m_skipUnchanged->isChecked();
    recipe.verify = m_verify->isChecked();
    options.workers = m_workers->value();
    if (const auto fine = convert::checkCopyPattern(m_pattern->text().toStdString()); !fine) {
        m_example->setText(inWords(fine.error().what));
        return; // until it is one, the last good one counts
    }
    recipe.name = m_pattern->text().toStdString();
    setOptions(options);
}

void QueueOptionsPanel::takeSlim()
{
    if (m_isShowing) {
        return;
    }
    QueueOptions options = m_options;
    for (std::size_t i = 0; i < m_slim.size(); ++i) {
        const auto preset = static_cast<SlimPreset>(i);
        if (m_slim[i]->isChecked() != convert::hasPreset(options.recipe, preset)) {
            convert::setPreset(options.recipe, preset, m_slim[i]->isChecked());
        }
    }
    setOptions(options);
}

void QueueOptionsPanel::clearOthers()
{
    QueueOptions options = m_options;
    convert::removeRulesBesidePresets(options.recipe);
    setOptions(options);
}

void QueueOptionsPanel::chooseTags(int index)
{
    QueueOptions options = m_options;
    if (index == kDefault) {
        options.recipe.map.reset();
        options.mapSource.clear();
        setOptions(options);
    } else if (index == kChoose) {
        show(m_options);
        m_prompts.askForFiles(this, tr("Choose a device map"),
                              [this](const QStringList& paths) { chooseMapFile(paths.value(0)); });
    } else if (index == kCurrent && m_currentMap) {
        if (const auto current = m_currentMap()) {
            setMap(current->map, tr("The map of %1").arg(current->name));
        } else {
            show(m_options);
            Q_EMIT noticed(tr("No file is open in the window, so there is no map. Open one, and draw its device map."));
        }
    }
}

void QueueOptionsPanel::setMap(const devices::MapLocation& map, const QString& source)
{
    QueueOptions options = m_options;
    options.recipe.map = map;
    options.mapSource = source;
    setOptions(options);
}

void QueueOptionsPanel::chooseMapFile(const QString& path)
{
    startJob(
        this, [file = pathBytes(path)](Progress&) { return devices::readMapFile(file); },
        [this, path](const Result<devices::MapLocation>& map) {
            map ? setMap(*map, QFileInfo(path).absoluteFilePath())
                : Q_EMIT noticed(shown(path.toStdString()) + QStringLiteral(": ") +
                                 errorWords(map.error(), pathBytes(path)));
        });
}

void QueueOptionsPanel::choosePlace(int index)
{
    QueueOptions options = m_options;
    if (index == kDefault) {
        options.recipe.folder.clear();
        setOptions(options);
    } else if (index == kChoose) {
        show(m_options);
        m_prompts.askForFolder(this, tr("Choose a folder for the copies"), [this](const QString& path) {
            QueueOptions chosen = m_options;
            chosen.recipe.folder = pathBytes(path);
            setOptions(chosen);
        });
    }
}

void QueueOptionsPanel::askForRecipe()
{
    m_prompts.askForFiles(this, tr("Open a recipe"), [this](const QStringList& paths) { openRecipe(paths.value(0)); });
}

void QueueOptionsPanel::askForRecipeName()
{
    m_prompts.askForTarget(this, tr("Save the options as a recipe"), QStringLiteral("convert.cairn-recipe.json"),
                           tr("Recipes (*.cairn-recipe.json)"), [this](const QString& path) { saveRecipe(path); });
}

void QueueOptionsPanel::openRecipe(const QString& path)
{
    startJob(
        this, [file = pathBytes(path)](Progress&) { return convert::readRecipe(file); },
        [this, path](const Result<convert::Recipe>& recipe) {
            if (!recipe) {
                Q_EMIT noticed(tr("The recipe was not opened. %1 %2")
                                   .arg(shown(path.toStdString()) + u':', errorWords(recipe.error(), pathBytes(path))));
                return;
            }
            QueueOptions options = m_options;
            options.recipe = *recipe;
            options.mapSource.clear();
            options.recipeFile = QFileInfo(path).absoluteFilePath();
            m_options.recipeFile.clear(); // the same file may say something new
            setOptions(options);
            Q_EMIT noticed(tr("Files are converted as %1 says.").arg(shown(QFileInfo(path).fileName().toStdString())));
        });
}

void QueueOptionsPanel::saveRecipe(const QString& path)
{
    startJob(
        this,
        [file = pathBytes(path), recipe = m_options.recipe](Progress&) { return convert::writeRecipe(file, recipe); },
        [this, path, recipe = m_options.recipe](const Result<void>& written) {
            if (!written) {
                Q_EMIT noticed(tr("The recipe was not saved. %1").arg(errorWords(written.error(), pathBytes(path))));
                return;
            }
            if (m_options.recipe == recipe) {
                QueueOptions options = m_options;
                options.recipeFile = QFileInfo(path).absoluteFilePath();
                setOptions(options);
            }
            Q_EMIT noticed(tr("Saved. On any machine the same is done by: cairn-cli convert --recipe %1 FILE...")
                               .arg(shown(QFileInfo(path).fileName().toStdString())));
        });
}

} // namespace cairn::ui
