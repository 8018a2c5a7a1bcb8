#pragma once

#include "ui/document/group_summary.h"

#include <QWidget>

class QLabel;
class QGridLayout;

namespace cairn::ui {

class Job;
class Treemap;

/// What lies in a group, of the file or of dots in names: totals, how much of it has which dtype and device, and the
/// largest tensors as areas. For a row that is no group it shows the group around it.
class GroupView : public QWidget {
    Q_OBJECT

public:
    explicit GroupView(QWidget* parent = nullptr);
    ~GroupView() override;

    void showDocument(const DocumentPtr& document);
    /// A row of the document; kNoId: none.
    void showRow(const RowTreePtr& tree, NodeId node);
    [[nodiscard]] Treemap* treemap() const { return m_map; }

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

private:
    void showNothing();
    void take(const GroupSummary& summary);
    void addShares(const QString& title, const std::vector<GroupSummary::Share>& shares, bool areDevices);
    void clearShares();

    DocumentPtr m_document;
    RowTreePtr m_tree;
    NodeId m_group = checkpoint::kNoId;
    QLabel* m_title;
    QLabel* m_totals;
    QWidget* m_box = nullptr; ///< of the shares
    QGridLayout* m_shares = nullptr;
    Treemap* m_map;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
