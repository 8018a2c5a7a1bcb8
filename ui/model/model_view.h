#pragma once

#include "core/convert/recipe/recipe.h"
#include "ui/document/document.h"
#include "ui/model/parts_model.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QScrollArea;
class QTreeView;

namespace cairn::ui {

class CodeText;
class FitPanel;
class Job;
class Prompts;
class TonedLabel;

/// Which model is in a checkpoint, its layers and blocks, the models that take it, and the Python that loads it:
/// `cairn-cli inspect --model` and `cairn-cli fit`.
class ModelView : public QWidget {
    Q_OBJECT

public:
    explicit ModelView(Prompts& prompts, QWidget* parent = nullptr);
    ~ModelView() override;

    void showDocument(const DocumentPtr& document);
    [[nodiscard]] PartsModel* model() const { return m_model; }

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);
    void renamedCopyRequested(const convert::Recipe& recipe, const QString& pattern);

private:
    void makeTree();
    [[nodiscard]] QWidget* makeCode();
    void take(const ModelLookPtr& look);
    void sayWhich(const ModelLook& look);
    void openParts(const ModelLook& look);
    void showCode(const QString& python);

    DocumentPtr m_document;
    PartsModel* m_model;
    QLabel* m_empty;     ///< in place of a model
    QScrollArea* m_page; ///< in windows that are too low for all of it
    TonedLabel* m_title;
    TonedLabel* m_facts;
    QLabel* m_differences;
    TonedLabel* m_issues;
    QTreeView* m_tree;
    FitPanel* m_fit;
    QWidget* m_code = nullptr;
    CodeText* m_python;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
