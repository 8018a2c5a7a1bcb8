#pragma once

#include <QTreeView>

namespace cairn::ui {

/// The list of the queue: the column with what became of each file takes the room that the others leave, and never
/// less than can be read.
class QueueTable : public QTreeView {
    Q_OBJECT

public:
    QueueTable(QAbstractItemModel* rows, QWidget* parent);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitOthers();
    void fitState();

    bool m_isFitting = false;
    bool m_isChosen = false; ///< a person has given columns their widths
};

} // namespace cairn::ui
