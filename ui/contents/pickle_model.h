#pragma once

#include "core/formats/pickle/pickle_listing.h"

#include <QAbstractTableModel>
#include <QCache>
#include <QFont>

#include <memory>

namespace cairn::ui {

using PickleListingPtr = std::shared_ptr<const formats::PickleListing>;

/// The instructions of a pickle as a table, disassembled as far as they are looked at: a few hundred at a time, which
/// takes microseconds. Shows kMostRows at a time, from where it is told. GUI thread only.
class PickleModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, Offset, Operation, Argument, ColumnCount };
    static constexpr std::uint64_t kMostRows = 100'000;

    explicit PickleModel(QObject* parent = nullptr);

    void setListing(PickleListingPtr listing);
    [[nodiscard]] const PickleListingPtr& listing() const { return m_listing; }
    void setFirst(std::uint64_t instruction);
    [[nodiscard]] std::uint64_t first() const { return m_first; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    using Lines = std::vector<formats::PickleLine>;

    [[nodiscard]] const formats::PickleLine* lineAt(std::uint64_t instruction) const;

    PickleListingPtr m_listing;
    std::uint64_t m_first = 0;
    QFont m_font;
    mutable QCache<std::uint64_t, Lines> m_steps;
};

} // namespace cairn::ui
