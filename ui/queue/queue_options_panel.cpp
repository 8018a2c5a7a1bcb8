#include "ui/queue/queue_options_panel.h"

#include "core/convert/copy_name.h"
#include "ui/queue/convert_file.h"
#include "ui/queue/queue_prompts.h"
#include "ui/text/display.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <utility>

namespace cairn::ui {

namespace {

/// The places of the choices in the boxes that ask for a file or folder.
constexpr int kDefault = 0;
constexpr int kChoose = 1;
constexpr int kChosen = 2;

/// A box whose last entry is what a person has chosen, if they have.
void showChosen(QComboBox& box, const QString& path)
{
    if (box.count() > kChosen) {
        box.removeItem(kChosen);
    }
    if (!path.isEmpty()) {
        box.addItem(QFileInfo(path).fileName());
        box.setItemData(kChosen, path, Qt::ToolTipRole);
    }
    box.setCurrentIndex(path.isEmpty() ? kDefault : kChosen);
    box.setToolTip(path.toHtmlEscaped());
}

} // namespace

QueueOptionsPanel::QueueOptionsPanel(QueueOptions options, QueuePrompts& prompts, QWidget* parent)
    : QWidget(parent), m_options(std::move(options)), m_prompts(prompts), m_tags(new QComboBox(this)),
      m_container(new QComboBox(this)), m_dropOthers(new QCheckBox(this)), m_pattern(new QLineEdit(this)),
      m_example(new QLabel(this)), m_place(new QComboBox(this)), m_existing(new QComboBox(this)),
      m_verify(new QCheckBox(this)), m_workers(new QSpinBox(this))
{
    setObjectName("queueOptions");
    makeFields();
    addFields();
    show(m_options);
    connectFields();
}

void QueueOptionsPanel::makeFields()
{
    m_tags->setObjectName("optionTags");
    m_tags->addItems({tr("CPU"), tr("As a device map file says…")});
    m_container->setObjectName("optionContainer");
    m_container->addItems({tr("The same as before"), tr("safetensors: the tensors alone")});
    m_dropOthers->setObjectName("optionDropOthers");
    m_dropOthers->setText(tr("Leave out what safetensors cannot hold"));
    m_pattern->setObjectName("optionPattern");
    m_pattern->setToolTip(tr("{stem} stands for the name of the file, {ext} for its extension"));
    m_place->setObjectName("optionPlace");
    m_place->addItems({tr("Beside each file"), tr("All in a folder…")});
    m_existing->setObjectName("optionExisting");
    m_existing->addItems({tr("Number the copy"), tr("Skip the file")});
    m_verify->setObjectName("optionVerify");
    m_verify->setText(tr("Compare each copy with its source before it gets its name"));
    m_workers->setObjectName("optionWorkers");
    m_workers->setRange(1, 16);
}

void QueueOptionsPanel::addFields()
{
    auto* left = new QFormLayout;
    left->addRow(tr("Saved &on"), m_tags);
    left->addRow(tr("&Container"), m_container);
    left->addRow({}, m_dropOthers);
    left->addRow(tr("Files at a &time"), m_workers);
    auto* right = new QFormLayout;
    right->addRow(tr("&Name"), m_pattern);
    right->addRow({}, m_example);
    right->addRow(tr("&Place"), m_place);
    right->addRow(tr("&If it exists"), m_existing);
    right->addRow({}, m_verify);
    auto* across = new QHBoxLayout(this);
    across->setContentsMargins(14, 10, 14, 10);
    across->setSpacing(32);
    across->addLayout(left, 1);
    across->addLayout(right, 1);
}

void QueueOptionsPanel::connectFields()
{
    connect(m_tags, &QComboBox::activated, this, &QueueOptionsPanel::chooseTags);
    connect(m_place, &QComboBox::activated, this, &QueueOptionsPanel::choosePlace);
    connect(m_container, &QComboBox::currentIndexChanged, this, &QueueOptionsPanel::take);
    connect(m_existing, &QComboBox::currentIndexChanged, this, &QueueOptionsPanel::take);
    connect(m_dropOthers, &QCheckBox::toggled, this, &QueueOptionsPanel::take);
    connect(m_verify, &QCheckBox::toggled, this, &QueueOptionsPanel::take);
    connect(m_pattern, &QLineEdit::textEdited, this, &QueueOptionsPanel::take);
    connect(m_workers, &QSpinBox::valueChanged, this, &QueueOptionsPanel::take);
}

void QueueOptionsPanel::setOptions(const QueueOptions& options)
{
    m_options = options;
    show(options);
    Q_EMIT optionsChanged(m_options);
}

void QueueOptionsPanel::show(const QueueOptions& options)
{
    m_isShowing = true;
    const bool isTensors = options.container == QueueOptions::Container::Safetensors;
    showChosen(*m_tags, options.mapFile);
    m_tags->setEnabled(!isTensors); // tensors alone are on no device
    m_container->setCurrentIndex(isTensors ? 1 : 0);
    m_dropOthers->setChecked(options.dropOthers);
    m_dropOthers->setEnabled(isTensors);
    if (m_pattern->text() != options.pattern) {
        m_pattern->setText(options.pattern);
    }
    m_example->setText(tr("model.pth becomes %1").arg(fromUtf8(wantedTarget("model.pth", options)).section(u'/', -1)));
    showChosen(*m_place, options.folder);
    m_existing->setCurrentIndex(options.existing == QueueOptions::Existing::Skip ? 1 : 0);
    m_verify->setChecked(options.verify);
    m_workers->setValue(options.workers);
    m_isShowing = false;
}

void QueueOptionsPanel::take()
{
    if (m_isShowing) {
        return;
    }
    QueueOptions options = m_options;
    options.container =
        m_container->currentIndex() == 1 ? QueueOptions::Container::Safetensors : QueueOptions::Container::Keep;
    options.dropOthers = m_dropOthers->isChecked();
    options.existing = m_existing->currentIndex() == 1 ? QueueOptions::Existing::Skip : QueueOptions::Existing::Number;
    options.verify = m_verify->isChecked();
    options.workers = m_workers->value();
    if (const auto fine = convert::checkCopyPattern(m_pattern->text().toStdString()); !fine) {
        m_example->setText(sentence(shown(fine.error().what)));
        return; // until it is one, the last good one counts
    }
    options.pattern = m_pattern->text();
    setOptions(options);
}

void QueueOptionsPanel::chooseTags(int index)
{
    if (index == kDefault) {
        m_options.mapFile.clear();
        setOptions(m_options);
    } else if (index == kChoose) {
        show(m_options);
        m_prompts.askForFiles(this, tr("Choose a device map"), [this](const QStringList& paths) {
            m_options.mapFile = paths.value(0);
            setOptions(m_options);
        });
    }
}

void QueueOptionsPanel::choosePlace(int index)
{
    if (index == kDefault) {
        m_options.folder.clear();
        setOptions(m_options);
    } else if (index == kChoose) {
        show(m_options);
        m_prompts.askForFolder(this, tr("Choose a folder for the copies"), [this](const QString& path) {
            m_options.folder = path;
            setOptions(m_options);
        });
    }
}

} // namespace cairn::ui
