#pragma once

#include "ui/document/document.h"
#include "ui/document/entry_mime.h"
#include "ui/tree/projection.h"

#include <QAbstractItemModel>
#include <QFont>

#include <utility>

namespace cairn::ui {

/// The tree of a checkpoint, straight over the rows of a projection: an index holds the number of its node and nothing
/// is copied. GUI thread only.
class CheckpointModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Role {
        DevicesRole = Qt::UserRole, ///< texts of chips
        SharesRole,                 ///< a QList of DeviceShare, of groups on several devices
        LostRole,                   ///< how many tensors in this row are not all there, as words; of a name
        AlikeRole,                  ///< how many groups that hold the same are in this one, as words
        ShareRole,                  ///< of the bytes of the file, from 0 to 1
        FullNameRole,               ///< as it may be shown
        OwnNameRole,                ///< its end
    };

    explicit CheckpointModel(QObject* parent = nullptr);

    /// What numbers and shapes are written in.
    [[nodiscard]] const QFont& numberFont() const { return m_numberFont; }

    /// Null with an empty projection: nothing is shown.
    void show(DocumentPtr document, Projection projection);
    /// Another map over the same rows.
    void setTargets(RowTargetsPtr targets);
    [[nodiscard]] const DocumentPtr& document() const { return m_document; }
    [[nodiscard]] const Projection& projection() const { return m_projection; }

    /// kNoId for levels, which are no entries.
    [[nodiscard]] checkpoint::EntryId entryAt(const QModelIndex& index) const;
    /// Invalid for rows that the filter hides.
    [[nodiscard]] QModelIndex indexOf(checkpoint::EntryId id) const;
    /// The number of a row, kNoId for an invalid index.
    [[nodiscard]] static NodeId nodeAt(const QModelIndex& index);
    [[nodiscard]] QModelIndex indexOfNode(NodeId id) const;
    /// The rows as they are dragged, saved and sent, and what lies at and below them: a row in another one once.
    [[nodiscard]] std::pair<EntryRows, rows::EntrySum> rowsAt(const QModelIndexList& indexes) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    using QObject::parent;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;

private:
    /// The children that are there: where they begin among the rows, and how many.
    struct Children {
        std::size_t first = 0;
        std::size_t count = 0;
    };

    [[nodiscard]] Children childrenOf(const QModelIndex& parent) const;
    [[nodiscard]] std::size_t rowNumber(NodeId id) const;
    [[nodiscard]] bool showsRoot() const;
    [[nodiscard]] QString text(NodeId id, RowColumn column) const;
    [[nodiscard]] std::uint64_t elementsOf(NodeId id) const;
    [[nodiscard]] QString exactText(NodeId id, RowColumn column) const;
    [[nodiscard]] QString accessibleText(NodeId id, RowColumn column) const;
    [[nodiscard]] QString tip(NodeId id, RowColumn column) const;
    [[nodiscard]] QStringList chips(NodeId id, RowColumn column) const;
    [[nodiscard]] QString devicesTip(NodeId id, RowColumn column) const;
    [[nodiscard]] QString alikeText(NodeId id) const;
    [[nodiscard]] QString lostText(NodeId id) const;
    [[nodiscard]] double shareOf(NodeId id) const;
    [[nodiscard]] QVariant font(NodeId id, RowColumn column) const;

    DocumentPtr m_document;
    Projection m_projection;
    // Views ask about the rows of one group a million times in a row, and with a filter each answer is a search.
    mutable NodeId m_lastGroup = checkpoint::kNoId;
    mutable Children m_lastChildren;
    mutable NodeId m_lastParent = checkpoint::kNoId;
    mutable QModelIndex m_lastParentIndex;
    QFont m_numberFont;
    QFont m_groupFont;
};

} // namespace cairn::ui
