#pragma once

#include "ui/queue/current_map.h"
#include "ui/queue/queue_options.h"

#include <QWidget>

#include <array>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace cairn::ui {

class Job;
class QueuePrompts;

/// How copies are to be made, all in one place. Every change counts at once, for files that have not begun. Reads and
/// writes recipe files. GUI thread.
class QueueOptionsPanel : public QWidget {
    Q_OBJECT

public:
    QueueOptionsPanel(QueueOptions options, QueuePrompts& prompts, AskCurrentMap currentMap, QWidget* parent = nullptr);
    ~QueueOptionsPanel() override;

    [[nodiscard]] const QueueOptions& options() const noexcept { return m_options; }
    void setOptions(const QueueOptions& options);
    /// Takes the options from a *.cairn-recipe.json file.
    void openRecipe(const QString& path);
    void saveRecipe(const QString& path);
    /// One half below the other instead of beside it.
    void setNarrow(bool isNarrow);
    /// True for the name of a recipe.
    [[nodiscard]] static bool isRecipeName(const QString& path);

Q_SIGNALS:
    void optionsChanged(const QueueOptions& options);
    /// What became of a file that was to be read or written.
    void noticed(const QString& words);

private:
    // In queue_options_layout.cpp.
    void makeFields();
    void makeSlim();
    void layOut();
    [[nodiscard]] QLayout* makeWhat();
    [[nodiscard]] QLayout* makeWhere();
    [[nodiscard]] QLayout* makeRecipeLine();
    void connectFields();

    void show(const QueueOptions& options);
    void showTags(const QueueOptions& options);
    void take();
    void takeSlim();
    void choosePlace(int index);
    void chooseTags(int index);
    void chooseMapFile(const QString& path);
    void setMap(const devices::MapLocation& map, const QString& source);
    void clearOthers();
    void askForRecipe();
    void askForRecipeName();

    QueueOptions m_options;
    QueuePrompts& m_prompts;
    AskCurrentMap m_currentMap;
    QBoxLayout* m_across = nullptr;
    QComboBox* m_tags;
    QComboBox* m_container;
    QCheckBox* m_dropOthers;
    QCheckBox* m_clone;
    std::array<QCheckBox*, 3> m_slim{}; ///< by SlimPreset
    QLabel* m_others;
    QPushButton* m_clearOthers;
    QLineEdit* m_pattern;
    QLabel* m_example;
    QComboBox* m_place;
    QComboBox* m_existing;
    QCheckBox* m_skipUnchanged;
    QCheckBox* m_verify;
    QSpinBox* m_workers;
    QLabel* m_recipe;
    QPushButton* m_openRecipe;
    QPushButton* m_saveRecipe;
    QPushButton* m_defaults;
    bool m_isShowing = false;
};

} // namespace cairn::ui
