#pragma once

#include "ui/document/row_tree.h"

#include <QScrollArea>

class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace cairn::ui {

class BreakableLabel;
class PiecesPicture;
class TensorGlance;

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

Q_SIGNALS:
    /// The large views of what is small here.
    void histogramRequested();
    void valuesRequested();
    /// As TensorGlance tells it.
    void notFiniteFound(const DocumentPtr& document, checkpoint::EntryId id, std::uint64_t nans,
                        std::uint64_t infinities);

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
    QLabel* m_piecesTitle;
    PiecesPicture* m_pieces;
    TensorGlance* m_glance;
    QPushButton* m_copyName;
    QPushButton* m_copyPython;
    QPushButton* m_copyJson;
    QLabel* m_copy; ///< before these three
};

} // namespace cairn::ui
