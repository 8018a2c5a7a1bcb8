#pragma once

#include "core/convert/recipe/recipe.h"
#include "core/model/fit_code.h"
#include "core/model/fit_text.h"
#include "ui/document/document.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace cairn::ui {

class Job;
class Prompts;

/// Whether load_state_dict of a model takes the file, and a copy with names that it takes: `cairn-cli fit`.
class FitPanel : public QWidget {
    Q_OBJECT

public:
    explicit FitPanel(Prompts& prompts, QWidget* parent = nullptr);
    ~FitPanel() override;

    /// With the name of a model to begin with, if there is a likely one.
    void showDocument(const DocumentPtr& document, const QString& name);
    /// A model that is known, or a file of a model or its keys.
    void askAbout(const QString& name);

Q_SIGNALS:
    /// The Python that loads the file into the model.
    void answered(const QString& python);
    void renamedCopyRequested(const convert::Recipe& recipe, const QString& pattern);

private:
    struct Answer;

    [[nodiscard]] static Answer answerFor(const checkpoint::Checkpoint& checkpoint, const std::string& name,
                                          const Progress& progress);
    void fillNames();
    void take(const Answer& answer);
    void clearLines();
    QLabel* addLine(model::FitTone tone, const QString& text);

    Prompts& m_prompts;
    DocumentPtr m_document;
    QComboBox* m_name;
    QVBoxLayout* m_lines;
    QPushButton* m_save;
    model::RenamedCopy m_copy;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
