#pragma once

#include <QDialog>

class QSettings;

namespace cairn::ui {

class Prompts;

/// The few things that a person may want otherwise. What changes at once is told; the rest waits for the next start.
class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    SettingsDialog(QSettings& settings, Prompts& prompts, QWidget* parent = nullptr);

Q_SIGNALS:
    void levelsChanged(bool levels);
    void themeChanged();

private:
    [[nodiscard]] QWidget* makeLanguages();
    [[nodiscard]] QWidget* makeThemes();
    [[nodiscard]] QWidget* makeTabs();
    [[nodiscard]] QWidget* makeLevels();
    [[nodiscard]] QWidget* makeDrops();

    QSettings& m_settings;
};

} // namespace cairn::ui
