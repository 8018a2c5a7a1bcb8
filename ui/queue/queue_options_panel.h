#pragma once

#include "ui/queue/queue_options.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace cairn::ui {

class QueuePrompts;

/// How copies are to be made, all in one place. Every change counts at once, for files that have not begun. GUI thread.
class QueueOptionsPanel : public QWidget {
    Q_OBJECT

public:
    QueueOptionsPanel(QueueOptions options, QueuePrompts& prompts, QWidget* parent = nullptr);

    [[nodiscard]] const QueueOptions& options() const noexcept { return m_options; }
    void setOptions(const QueueOptions& options);

Q_SIGNALS:
    void optionsChanged(const QueueOptions& options);

private:
    void makeFields();
    void addFields();
    void connectFields();
    void show(const QueueOptions& options);
    void take();
    void choosePlace(int index);
    void chooseTags(int index);

    QueueOptions m_options;
    QueuePrompts& m_prompts;
    QComboBox* m_tags;
    QComboBox* m_container;
    QCheckBox* m_dropOthers;
    QLineEdit* m_pattern;
    QLabel* m_example;
    QComboBox* m_place;
    QComboBox* m_existing;
    QCheckBox* m_verify;
    QSpinBox* m_workers;
    bool m_isShowing = false;
};

} // namespace cairn::ui
