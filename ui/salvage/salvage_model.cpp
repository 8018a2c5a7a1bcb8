#include "ui/salvage/salvage_model.h"

#include "core/base/stable_sort.h"
#include "core/convert/salvage/salvage_folder.h"
#include "core/rows/row_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QGuiApplication>

#include <numeric>

namespace cairn::ui {

using checkpoint::SalvagedTensor;
using checkpoint::TensorState;

namespace {

QColor colorOf(TensorState state)
{
    const QPalette palette = QGuiApplication::palette();
    switch (state) {
    case TensorState::Whole:
    case TensorState::Complete: return goodText(palette);
    case TensorState::Partial: return cautionText(palette);
    case TensorState::Changed:
    case TensorState::Missing: break;
    }
    return badText(palette);
}

} // namespace

Result<SalvagePtr> findSalvage(const std::string& path, Progress& progress)
{
    CAIRN_ASSIGN(found, convert::salvageFileOrFolder(path, &progress));
    return std::make_shared<const checkpoint::Salvage>(std::move(found));
}

void SalvageModel::setSalvage(SalvagePtr salvage)
{
    beginResetModel();
    m_salvage = std::move(salvage);
    m_order.clear();
    if (m_salvage) {
        const auto& tensors = m_salvage->tensors;
        m_order.resize(tensors.size());
        std::iota(m_order.begin(), m_order.end(), 0U);
        stableSort(m_order, [&tensors](std::uint32_t a, std::uint32_t b) {
            return !tensors[a].isSaved() && tensors[b].isSaved();
        });
    }
    endResetModel();
}

int SalvageModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int SalvageModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString SalvageModel::stateText(TensorState state)
{
    switch (state) {
    case TensorState::Whole: return tr("whole");
    case TensorState::Complete: return tr("complete");
    case TensorState::Changed: return tr("changed");
    case TensorState::Partial: return tr("partial");
    case TensorState::Missing: return tr("missing");
    }
    return {};
}

QString SalvageModel::stateTip(TensorState state)
{
    switch (state) {
    case TensorState::Whole: return tr("Every byte has the checksum that was saved with it");
    case TensorState::Complete:
        return tr("Every byte is there. There is no checksum to compare them with, so a changed number would not show");
    case TensorState::Changed:
        return tr("Every byte is there, but they, or what describes them, are not what was saved");
    case TensorState::Partial: return tr("Some of its rows are there");
    case TensorState::Missing: return tr("Nothing of it is there");
    }
    return {};
}

QString SalvageModel::text(const SalvagedTensor& tensor, int column) const
{
    const checkpoint::Checkpoint& source = *m_salvage->checkpoint;
    const checkpoint::Tensor& described = source.tensors()[tensor.tensor];
    switch (column) {
    case Name: return leftToRight(shown(source.entryName(described.entry)));
    case State: return stateText(tensor.state);
    case Left: return inWordsAlone(checkpoint::rowsLeftText(tensor));
    default:
        return leftToRight(fromUtf8(formats::dtypeInfo(described.dtype).name) + u' ' +
                           fromUtf8(rows::shapeText(source, described, "×")));
    }
}

QVariant SalvageModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_salvage) {
        return {};
    }
    const SalvagedTensor& tensor = m_salvage->tensors[m_order[static_cast<std::size_t>(index.row())]];
    switch (role) {
    case Qt::DisplayRole: return text(tensor, index.column());
    case Qt::ToolTipRole:
        return index.column() == State ? stateTip(tensor.state) : text(tensor, index.column()).toHtmlEscaped();
    case Qt::ForegroundRole: return index.column() == State ? QVariant(colorOf(tensor.state)) : QVariant();
    default: return {};
    }
}

QVariant SalvageModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Tensor");
    case State: return tr("Is");
    case Left: return tr("Left");
    case Shape: return tr("Shape");
    default: return {};
    }
}

} // namespace cairn::ui
