#pragma once

#include "ui/salvage/salvage_model.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;
class QTreeView;

namespace cairn::ui {

class Job;
class Prompts;

/// What is left of a file that did not open, and a button that writes it to a new file.
class SalvagePage : public QWidget {
    Q_OBJECT

public:
    explicit SalvagePage(Prompts& prompts, QWidget* parent = nullptr);

    void showSalvage(const QString& path, SalvagePtr salvage);

Q_SIGNALS:
    /// Back to what was said of the file.
    void leaveRequested();
    /// A file that was written shall be opened.
    void fileRequested(const QString& path);
    /// Writing has ended, well or not.
    void saved();

private:
    void askForTarget();
    void updateSave();
    void write(const QString& target);
    [[nodiscard]] QString summary() const;

    Prompts& m_prompts;
    QString m_path;
    SalvagePtr m_salvage;
    SalvageModel* m_model;
    Job* m_writing = nullptr;
    QString m_written; ///< the file that was written last
    QLabel* m_title;
    QLabel* m_notes;
    QLabel* m_summary;
    QTreeView* m_list;
    QCheckBox* m_fill;
    QPushButton* m_save;
    QPushButton* m_open;
    QPushButton* m_leave;
    QLabel* m_result;
};

} // namespace cairn::ui
