#include "ui/queue/queue_options_panel.h"
#include "ui/text/plain_tip.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <array>
#include <span>

namespace cairn::ui {

void QueueOptionsPanel::makeFields()
{
    m_tags->setObjectName("optionTags");
    m_tags->addItems({tr("CPU"), tr("As a device map file says…")});
    if (m_currentMap) {
        m_tags->addItem(tr("As the device map in the window says"));
    }
    m_container->setObjectName("optionContainer");
    m_container->addItems({tr("The same as before"), tr("Today's zip of torch.save"),
                           tr("The stream before torch 1.6, for old readers"), tr("safetensors: the tensors alone"),
                           tr("A folder of torch.distributed.checkpoint")});
    m_dropOthers->setObjectName("optionDropOthers");
    m_dropOthers->setText(tr("Leave out what this container cannot hold"));
    m_clone->setObjectName("optionClone");
    m_clone->setText(tr("Give each tensor that shares memory a copy of its own"));
    makeSlim();
    m_pattern->setObjectName("optionPattern");
    m_pattern->setToolTip(tr("{stem} stands for the name of the file, {ext} for its extension"));
    m_place->setObjectName("optionPlace");
    m_place->addItems({tr("Beside each file"), tr("All in a folder…")});
    m_existing->setObjectName("optionExisting");
    m_existing->addItems({tr("Ask, once for all"), tr("Number the copy"), tr("Skip the file")});
    m_skipUnchanged->setObjectName("optionSkipUnchanged");
    m_skipUnchanged->setText(tr("Skip files whose copy would be the same, as those on the CPU"));
    m_verify->setObjectName("optionVerify");
    m_verify->setText(tr("Compare each copy with its source before it gets its name"));
    m_workers->setObjectName("optionWorkers");
    m_workers->setRange(1, 16);
    m_recipe->setObjectName("optionRecipe");
    m_recipe->setTextFormat(Qt::PlainText);
    m_openRecipe->setObjectName("openRecipe");
    m_openRecipe->setText(tr("Open a &recipe…"));
    m_openRecipe->setToolTip(tr("Take these options from a *.cairn-recipe.json file; or drop one on the queue"));
    m_saveRecipe->setObjectName("saveRecipe");
    m_saveRecipe->setText(tr("&Save as recipe…"));
    m_saveRecipe->setToolTip(
        tr("Write these options to a file that cairn-cli convert --recipe repeats on any machine"));
    m_defaults->setObjectName("defaultOptions");
    m_defaults->setText(tr("&Defaults"));
    m_defaults->setToolTip(tr("Set all options back to what they were at the first start"));
}

void QueueOptionsPanel::makeSlim()
{
    constexpr std::array<const char*, 3> names = {"slimOptimizer", "slimAveraged", "slimBfloat16"};
    const std::array<QString, 3> texts = {tr("Without the state of the optimizer"),
                                          tr("The averaged weights (EMA) as the model, alone"),
                                          tr("float32 as bfloat16: half the size")};
    const std::array<QString, 3> tips = {
        tr("Leaves out what an optimizer keeps, by any name"),
        tr("Puts the averaged weights (EMA) in the place of those that they follow, and leaves out the state of the "
           "optimizer"),
        tr("Rounds to nearest even, as PyTorch does; numbers that are too large are told before")};
    for (std::size_t i = 0; i < m_slim.size(); ++i) {
        m_slim[i] = new QCheckBox(texts[i], this);
        m_slim[i]->setObjectName(names[i]);
        m_slim[i]->setToolTip(plainTip(tips[i]));
    }
    m_others->setObjectName("optionOthers");
    m_others->setTextFormat(Qt::PlainText);
    m_clearOthers->setObjectName("clearOthers");
    m_clearOthers->setText(tr("Without these"));
}

namespace {

/// One beside the other; the space between the two is not that between their rows.
QFormLayout* makeForm()
{
    auto* form = new QFormLayout;
    form->setVerticalSpacing(8);
    form->setHorizontalSpacing(12);
    return form;
}

} // namespace

QLayout* QueueOptionsPanel::makeWhat()
{
    QFormLayout* form = makeForm();
    form->addRow(tr("De&vices"), m_tags);
    form->addRow(tr("&Container"), m_container);
    form->addRow({}, m_dropOthers);
    form->addRow({}, m_clone);
    form->addRow(tr("Slimmer"), m_slim[0]);
    form->addRow({}, m_slim[1]);
    form->addRow({}, m_slim[2]);
    auto* others = new QHBoxLayout;
    others->setSpacing(8);
    others->addWidget(m_others, 1);
    others->addWidget(m_clearOthers);
    form->addRow({}, others);
    return form;
}

QLayout* QueueOptionsPanel::makeWhere()
{
    QFormLayout* form = makeForm();
    form->addRow(tr("&Name"), m_pattern);
    form->addRow({}, m_example);
    form->addRow(tr("&Place"), m_place);
    form->addRow(tr("&If it exists"), m_existing);
    form->addRow({}, m_skipUnchanged);
    form->addRow({}, m_verify);
    form->addRow(tr("Files at a &time"), m_workers);
    return form;
}

QLayout* QueueOptionsPanel::makeRecipeLine()
{
    auto* line = new QHBoxLayout;
    line->addWidget(m_recipe, 1);
    line->addWidget(m_defaults);
    line->addWidget(m_openRecipe);
    line->addWidget(m_saveRecipe);
    return line;
}

void QueueOptionsPanel::layOut()
{
    m_across = new QHBoxLayout;
    m_across->addLayout(makeWhat(), 1);
    m_across->addLayout(makeWhere(), 1);
    setNarrow(false);
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(14, 10, 14, 10);
    lines->setSpacing(10);
    lines->addLayout(m_across);
    lines->addLayout(makeRecipeLine());
    const std::array<QWidget*, 6> slim = {m_dropOthers, m_clone, m_slim[0], m_slim[1], m_slim[2], m_clearOthers};
    const std::array<QWidget*, 4> recipe = {m_workers, m_defaults, m_openRecipe, m_saveRecipe};
    for (const std::span<QWidget* const> row : {std::span<QWidget* const>(slim), std::span<QWidget* const>(recipe)}) {
        for (std::size_t i = 1; i < row.size(); ++i) {
            setTabOrder(row[i - 1], row[i]); // as one reads, and not as they were made
        }
    }
}

void QueueOptionsPanel::setNarrow(bool isNarrow)
{
    m_across->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_across->setSpacing(isNarrow ? 8 : 32);
}

void QueueOptionsPanel::connectFields()
{
    connect(m_tags, &QComboBox::activated, this, &QueueOptionsPanel::chooseTags);
    connect(m_place, &QComboBox::activated, this, &QueueOptionsPanel::choosePlace);
    connect(m_container, &QComboBox::currentIndexChanged, this, &QueueOptionsPanel::take);
    connect(m_existing, &QComboBox::currentIndexChanged, this, &QueueOptionsPanel::take);
    for (QCheckBox* box : {m_dropOthers, m_clone, m_skipUnchanged, m_verify}) {
        connect(box, &QCheckBox::toggled, this, &QueueOptionsPanel::take);
    }
    for (QCheckBox* box : m_slim) {
        connect(box, &QCheckBox::toggled, this, &QueueOptionsPanel::takeSlim);
    }
    connect(m_clearOthers, &QPushButton::clicked, this, &QueueOptionsPanel::clearOthers);
    connect(m_pattern, &QLineEdit::textEdited, this, &QueueOptionsPanel::take);
    connect(m_workers, &QSpinBox::valueChanged, this, &QueueOptionsPanel::take);
    connect(m_openRecipe, &QPushButton::clicked, this, &QueueOptionsPanel::askForRecipe);
    connect(m_saveRecipe, &QPushButton::clicked, this, &QueueOptionsPanel::askForRecipeName);
    connect(m_defaults, &QPushButton::clicked, this, [this] { setOptions({}); });
}

} // namespace cairn::ui
