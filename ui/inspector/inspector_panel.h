#pragma once

#include "ui/document/row_tree.h"

#include <QScrollArea>

class QFormLayout;
class QPlainTextEdit;
class QPushButton;

namespace cairn::ui {

class BreakableLabel;

/// All facts of the selected row, to read and to copy.
class InspectorPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit InspectorPanel(QWidget* parent = nullptr);

    /// Null or kNoId: nothing is selected.
    void showRow(const DocumentPtr& document, const RowTreePtr& tree, NodeId node);
    void copyName() const;
    void copyPython() const;
    void copyJson() const;

private:
    void clear();
    void addDevices();
    void addFacts();
    void showValue();

    DocumentPtr m_document;
    RowTreePtr m_tree;
    NodeId m_node = checkpoint::kNoId;
    checkpoint::EntryId m_entry = checkpoint::kNoId; ///< kNoId for a level
    BreakableLabel* m_title;
    QFormLayout* m_form;
    QPlainTextEdit* m_value;
    QPushButton* m_copyName;
    QPushButton* m_copyPython;
    QPushButton* m_copyJson;
};

} // namespace cairn::ui
