#include "ui/values/slice_model.h"

#include "ui/common/job.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace cairn::ui {

namespace {

constexpr std::uint64_t kTileRows = 128;
constexpr std::uint64_t kTileColumns = 64;
constexpr int kMostTiles = 64;
constexpr std::size_t kMostWanted = 16; // a person who scrolls on does not wait for what was passed

} // namespace

SliceModel::SliceModel(QObject* parent)
    : QAbstractTableModel(parent), m_font(QFontDatabase::systemFont(QFontDatabase::FixedFont)), m_tiles(kMostTiles)
{
    connect(this, &SliceModel::asked, this, &SliceModel::readWanted, Qt::QueuedConnection);
}

SliceModel::~SliceModel() = default;

void SliceModel::setSlice(checkpoint::CheckpointPtr checkpoint, checkpoint::TensorId tensor,
                          const values::SlicePlace& place)
{
    beginResetModel();
    forget();
    m_checkpoint = std::move(checkpoint);
    m_tensor = tensor;
    m_place = place;
    m_firstRow = 0;
    endResetModel();
}

void SliceModel::clear()
{
    setSlice(nullptr, checkpoint::kNoId, {});
}

/// What is on its way is of no use any more.
void SliceModel::forget()
{
    if (m_job != nullptr) {
        std::exchange(m_job, nullptr)->abandon();
    }
    m_tiles.clear();
    m_wanted.clear();
    m_error.clear();
}

void SliceModel::setFormat(values::NumberFormat format)
{
    m_format = format;
    if (rowCount() != 0 && columnCount() != 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

void SliceModel::setFirstRow(std::uint64_t row)
{
    beginResetModel();
    m_firstRow = std::min(row, m_place.rows);
    endResetModel();
}

int SliceModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid() || !m_checkpoint || m_place.columns == 0) {
        return 0;
    }
    return static_cast<int>(std::min(m_place.rows - m_firstRow, kMostRows));
}

int SliceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_checkpoint ? 0 : static_cast<int>(std::min(m_place.columns, kMostRows));
}

const values::TensorSlice* SliceModel::tileOf(std::uint64_t row, std::uint64_t column) const
{
    const TileId id{row / kTileRows, column / kTileColumns};
    if (const Tile* tile = m_tiles.object(id)) {
        return tile->get();
    }
    if (m_error.isEmpty()) {
        if (std::ranges::find(m_wanted, id) == m_wanted.end()) {
            m_wanted.push_back(id);
        }
        if (m_wanted.size() > kMostWanted) {
            m_wanted.erase(m_wanted.begin());
        }
        if (!m_asked) { // not at once: a view asks for many cells in a row
            m_asked = true;
            Q_EMIT asked();
        }
    }
    return nullptr;
}

values::SlicePlace SliceModel::placeOf(int row, int column, int rows, int columns) const
{
    return m_place.part(m_firstRow + static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column),
                        static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns));
}

void SliceModel::readWanted()
{
    m_asked = false;
    if (m_job != nullptr || m_wanted.empty()) {
        return;
    }
    const TileId id = m_wanted.back();
    const values::SlicePlace place =
        m_place.part(id.first * kTileRows, id.second * kTileColumns, kTileRows, kTileColumns);
    m_job = startJob(
        this,
        [checkpoint = m_checkpoint, tensor = m_tensor, place](Progress&) {
            return values::readSlice(*checkpoint, tensor, place);
        },
        [this, id](Result<values::TensorSlice>&& slice) {
            m_job = nullptr;
            if (slice) {
                take(id, std::make_shared<values::TensorSlice>(*std::move(slice)), {});
            } else {
                take(id, nullptr, inWordsAlone(slice.error().what));
            }
        });
}

void SliceModel::take(TileId id, Tile tile, const QString& error)
{
    std::erase(m_wanted, id);
    m_error = error;
    if (!tile) {
        m_wanted.clear();
        Q_EMIT read();
        return;
    }
    const std::uint64_t top = id.first * kTileRows;
    const std::uint64_t left = id.second * kTileColumns;
    const std::uint64_t bottom = std::min(top + tile->rows, m_firstRow + static_cast<std::uint64_t>(rowCount()));
    const std::uint64_t right = std::min(left + tile->columns, static_cast<std::uint64_t>(columnCount()));
    m_tiles.insert(id, new Tile(std::move(tile)));
    if (bottom > m_firstRow && bottom > top && right > left) {
        const std::uint64_t first = std::max(top, m_firstRow) - m_firstRow;
        Q_EMIT dataChanged(index(static_cast<int>(first), static_cast<int>(left)),
                           index(static_cast<int>(bottom - m_firstRow - 1), static_cast<int>(right - 1)));
    }
    Q_EMIT read();
    readWanted();
}

QVariant SliceModel::colourOf(double number, int role)
{
    if (number != 0 && std::isfinite(number)) {
        return {};
    }
    const QPalette palette = QGuiApplication::palette();
    if (role == Qt::ForegroundRole) {
        return number == 0 ? QVariant(quietText(palette)) : QVariant();
    }
    if (number == 0) {
        return {};
    }
    const QColor mark = std::isnan(number) ? QColor(0xd8, 0x3a, 0x3a) : QColor(0xe0, 0x8a, 0x1e);
    return blend(palette.color(QPalette::Base), mark, 0.35);
}

QVariant SliceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_checkpoint) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::FontRole) {
        return m_font;
    }
    if (role != Qt::DisplayRole && role != Qt::ForegroundRole && role != Qt::BackgroundRole) {
        return {};
    }
    const std::uint64_t row = m_firstRow + static_cast<std::uint64_t>(index.row());
    const auto column = static_cast<std::uint64_t>(index.column());
    const values::TensorSlice* tile = tileOf(row, column);
    if (tile == nullptr) {
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("…")) : QVariant();
    }
    const std::uint64_t inRow = row % kTileRows;
    const std::uint64_t inColumn = column % kTileColumns;
    return role == Qt::DisplayRole ? QVariant(fromUtf8(tile->text(inRow, inColumn, m_format)))
                                   : colourOf(tile->number(inRow, inColumn), role);
}

QVariant SliceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || section < 0) {
        return {};
    }
    const std::uint64_t first = orientation == Qt::Vertical ? m_firstRow : 0;
    return QString::number(first + static_cast<std::uint64_t>(section));
}

} // namespace cairn::ui
