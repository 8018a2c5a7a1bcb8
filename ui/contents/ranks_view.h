#pragma once

#include "ui/contents/ranks_model.h"
#include "ui/document/document.h"

#include <QWidget>

class QTreeView;

namespace cairn::ui {

class TonedLabel;

/// The files of a folder, mostly one a rank: what each holds of the tensors, and which are missing or cut off.
class RanksView : public QWidget {
    Q_OBJECT

public:
    explicit RanksView(QWidget* parent = nullptr);

    void showDocument(const DocumentPtr& document);
    [[nodiscard]] RanksModel* model() const { return m_model; }

Q_SIGNALS:
    /// `file` shall be opened alone.
    void fileRequested(const QString& file);

private:
    void sumUp(const checkpoint::PieceList& pieces);

    DocumentPtr m_document;
    RanksModel* m_model;
    TonedLabel* m_summary;
    QTreeView* m_list;
};

} // namespace cairn::ui
