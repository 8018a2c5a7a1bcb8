#pragma once

#include "ui/document/document.h"
#include "ui/model/parts_model.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeView;

namespace cairn::ui {

class CodeText;
class Job;
class TonedLabel;

/// Which model is in a checkpoint, its layers and blocks, and the Python that loads it: `cairn-cli inspect --model`.
class ModelView : public QWidget {
    Q_OBJECT

public:
    explicit ModelView(QWidget* parent = nullptr);
    ~ModelView() override;

    void showDocument(const DocumentPtr& document);
    [[nodiscard]] PartsModel* model() const { return m_model; }

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

private:
    void makeTree();
    [[nodiscard]] QWidget* makeCode();
    void take(const ModelLookPtr& look);
    void sayWhich(const ModelLook& look);
    void openParts(const ModelLook& look);
    void showCode(const ModelLook& look);

    DocumentPtr m_document;
    PartsModel* m_model;
    QLabel* m_empty; ///< in place of a model
    QWidget* m_page;
    TonedLabel* m_title;
    TonedLabel* m_facts;
    QLabel* m_differences;
    TonedLabel* m_issues;
    QTreeView* m_tree;
    QWidget* m_code = nullptr;
    CodeText* m_python;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
