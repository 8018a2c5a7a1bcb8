#pragma once

#include "ui/document/machine.h"
#include "ui/tree/checkpoint_model.h"

#include <QStringList>
#include <QTreeView>

#include <unordered_set>

namespace cairn::ui {

class EmptyNote;
class Job;
class NameDelegate;

/// The tree of an open file. Lays it out, searches it and follows a map on worker threads; keeps what is open and
/// selected meanwhile.
class TreePage : public QTreeView {
    Q_OBJECT

public:
    explicit TreePage(QWidget* parent = nullptr);
    ~TreePage() override;

    /// `tree` is of this document. The groups of these whole names are open at first; without any it opens a page full.
    void showDocument(const DocumentPtr& document, const RowTreePtr& tree, const QStringList& openGroups);
    void search(const QString& text);
    /// Makes the next hit the current row; -1: the one before.
    void stepHit(int by);
    void setLevels(bool levels);
    void setFileOrder();
    void setMap(const devices::MapLocation& map, const InventoryPtr& machine);
    /// Makes the row of an entry the current one, if the search leaves it.
    void select(checkpoint::EntryId id);
    /// The same; ends the search if that hides the row. To none for kNoId.
    void goTo(checkpoint::EntryId id);
    /// Takes widths, places and hidden columns from what columnState() gave.
    void setColumnState(const QByteArray& state);
    void resetColumns();
    /// All rows that are open, group by group: one by one a million takes long.
    void selectAll() override;

    /// What search() was asked for last.
    [[nodiscard]] const QString& searchText() const { return m_searchText; }
    /// How that went, in words; empty without a search.
    [[nodiscard]] const QString& searchSummary() const { return m_searchSummary; }
    [[nodiscard]] bool hasHits() const;
    /// What is wrong with the search; empty while nothing is.
    [[nodiscard]] const QString& searchMistake() const { return m_searchMistake; }
    [[nodiscard]] const RowOptions& options() const { return m_wish.options; }
    [[nodiscard]] checkpoint::EntryId currentEntry() const;
    /// What the selected rows come to, a row in another one once.
    [[nodiscard]] rows::EntrySum selectedSum() const;
    [[nodiscard]] CheckpointModel* checkpointModel() const { return m_model; }
    /// Whole names of the groups that are open, outer ones first, at most some hundred.
    [[nodiscard]] QStringList openGroups() const;
    [[nodiscard]] QByteArray columnState() const;
    /// It shows what it was asked for.
    [[nodiscard]] bool isSettled() const { return m_job == nullptr; }
    /// What a drag of these rows carries, in words: "stem · 6 tensors · 3.3 kB".
    [[nodiscard]] QString dragText(const QModelIndexList& rows) const;

Q_SIGNALS:
    void currentRowChanged();
    void selectionMoved();
    void searched();
    /// The search ended by itself.
    void searchEnded();
    /// Nothing was found, and a person wants to see everything again.
    void searchUnwanted();
    void columnsChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void startDrag(Qt::DropActions actions) override;
    [[nodiscard]] QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                                       const QEvent* event) const override;

private:
    [[nodiscard]] int firstRowWithTensors() const;
    [[nodiscard]] bool isBesideTensors(const QModelIndex& group) const;
    void setUpHeader();
    /// Whether there is anything in a column: a map, or something unusual.
    [[nodiscard]] bool isUsed(int column) const;
    [[nodiscard]] bool isOnCpuAlone() const;
    void showUsedColumns();
    [[nodiscard]] int widthOf(int column) const;
    void fitColumns();
    void fitName();
    void showColumnMenu(const QPoint& position);
    void takeOrder(int column, Qt::SortOrder order);
    void showOrder();
    void update();
    void take(const Projection& projection, const ProjectionRequest& wish);
    [[nodiscard]] static QString unknownKeyText(const RowQuery& query);
    [[nodiscard]] static QString noteText(const Projection& projection);
    void tell(const QString& summary, const QString& mistake);
    void openAgain();
    void openNamed(const QStringList& names);
    /// The way to every hit, as far as a few thousand rows go.
    void openHits(const RowFilter& filter);
    /// Opens groups from the top, level by level, as long as everything still fits on a page or two: of neighbours all
    /// or none.
    void openSome();

    CheckpointModel* m_model;
    EmptyNote* m_note = nullptr; ///< what an empty tree says
    NameDelegate* m_names;
    ProjectionRequest m_wish;
    ProjectionRequest m_shownRequest;
    QString m_searchText;
    QString m_searchSummary;
    QString m_searchMistake;
    std::unordered_set<std::uint64_t> m_open; ///< keys of rows, while no search is on
    std::uint64_t m_currentKey = 0;           ///< of the row that was the current one last
    quint32 m_unwanted = 0;                   ///< columns that a person hides, a bit each
    bool m_fitsName = true;                   ///< nobody has changed the columns
    bool m_isFitting = false;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
