#include "ui/window/settings_dialog.h"

#include "ui/common/quiet_label.h"
#include "ui/queue/drop_overlay.h"
#include "ui/text/theme.h"
#include "ui/text/translation.h"
#include "ui/window/open_tabs.h"
#include "ui/window/torch_box.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QSettings>

#include <algorithm>
#include <array>

namespace cairn::ui {

SettingsDialog::SettingsDialog(QSettings& settings, Prompts& prompts, QWidget* parent)
    : QDialog(parent), m_settings(settings)
{
    setObjectName("settingsDialog");
    setWindowTitle(tr("Settings"));
    auto* note = new QuietLabel(tr("The language changes at the next start."), this);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(18, 16, 18, 12);
    form->setSpacing(10);
    form->addRow(tr("&Language"), makeLanguages());
    form->addRow(QString(), note);
    form->addRow(tr("&Colours"), makeThemes());
    form->addRow(tr("Names"), makeLevels());
    form->addRow(tr("At the start"), makeTabs());
    form->addRow(tr("Dropped &files"), makeDrops());
    form->addRow(tr("&PyTorch for Load"), new TorchBox(settings, prompts, this));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this); // made last: the tab key goes in that order
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    form->addRow(buttons);
}

QWidget* SettingsDialog::makeLanguages()
{
    auto* box = new QComboBox(this);
    box->setObjectName("settingsLanguage");
    for (const Language& language : allLanguages()) {
        box->addItem(language.name, language.code);
    }
    box->setCurrentIndex(std::max(box->findData(savedLanguage(m_settings)), 0));
    connect(box, &QComboBox::activated, this, [this, box] { saveLanguage(m_settings, box->currentData().toString()); });
    return box;
}

QWidget* SettingsDialog::makeThemes()
{
    auto* box = new QComboBox(this);
    box->setObjectName("settingsTheme");
    box->addItem(tr("As the desktop"), static_cast<int>(Theme::System));
    box->addItem(tr("Light"), static_cast<int>(Theme::Light));
    box->addItem(tr("Dark"), static_cast<int>(Theme::Dark));
    box->setCurrentIndex(box->findData(static_cast<int>(savedTheme(m_settings))));
    connect(box, &QComboBox::activated, this, [this, box] {
        const auto theme = static_cast<Theme>(box->currentData().toInt());
        saveTheme(m_settings, theme);
        applyTheme(theme);
        Q_EMIT themeChanged();
    });
    return box;
}

QWidget* SettingsDialog::makeDrops()
{
    auto* box = new QComboBox(this);
    box->setObjectName("settingsDrops");
    const std::array<std::optional<DropAction>, 3> wishes = {std::nullopt, DropAction::Open, DropAction::Convert};
    box->addItems({tr("Choose by where they are dropped"), tr("Open"), tr("Convert to CPU")});
    box->setCurrentIndex(static_cast<int>(std::ranges::find(wishes, savedDropAction(m_settings)) - wishes.begin()));
    connect(box, &QComboBox::activated, this,
            [this, wishes](int index) { saveDropAction(m_settings, wishes[static_cast<std::size_t>(index)]); });
    return box;
}

QWidget* SettingsDialog::makeTabs()
{
    auto* box = new QCheckBox(tr("&Open the files of last time"), this);
    box->setObjectName("settingsTabs");
    box->setChecked(OpenTabs(m_settings).areWanted());
    connect(box, &QCheckBox::toggled, this, [this](bool areWanted) { OpenTabs(m_settings).setWanted(areWanted); });
    return box;
}

QWidget* SettingsDialog::makeLevels()
{
    auto* box = new QCheckBox(tr("&Dots make levels"), this);
    box->setObjectName("settingsLevels");
    box->setChecked(m_settings.value("levels", true).toBool());
    connect(box, &QCheckBox::toggled, this, [this](bool levels) {
        m_settings.setValue("levels", levels);
        Q_EMIT levelsChanged(levels);
    });
    return box;
}

} // namespace cairn::ui
