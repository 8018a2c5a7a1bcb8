#pragma once

#include "core/formats/zip/record_check.h"
#include "ui/document/document.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QHash>

namespace cairn::ui {

/// The records of the zip that a checkpoint came in. GUI thread only.
class ArchiveModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Size, Packed, Offset, Crc, State, ColumnCount };

    explicit ArchiveModel(QObject* parent = nullptr);

    void setDocument(DocumentPtr document);
    /// By record, in the order of the archive.
    void setStates(std::vector<formats::RecordState> states);
    [[nodiscard]] formats::RecordState stateOf(int row) const;
    /// Of the first record that is not what it should be; -1: there is none.
    [[nodiscard]] int firstBadRow() const;
    /// A record that is not what it should be, and what was found; the first tensor in it, or kNoId.
    struct BadRecord {
        QString words;
        checkpoint::EntryId entry = checkpoint::kNoId;
    };
    [[nodiscard]] std::vector<BadRecord> badRecords() const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const formats::ZipArchive* archive() const;
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString stateText(int row) const;
    /// The tensors whose numbers are in records that are not what they should be.
    void findBadTensors();

    DocumentPtr m_document;
    int m_rows = 0;
    std::vector<formats::RecordState> m_states;
    struct BadTensors {
        QString names;
        checkpoint::EntryId first = checkpoint::kNoId;
    };
    QHash<int, BadTensors> m_badTensors; ///< by row
    QFont m_numberFont;
};

} // namespace cairn::ui
