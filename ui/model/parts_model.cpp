#include "ui/model/parts_model.h"

#include "core/model/model_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/text/theme.h"

#include <QGuiApplication>

#include <algorithm>
#include <utility>

namespace cairn::ui {

using model::Part;

// The internal id of a row is its place in the list of rows.

PartsModel::PartsModel(QObject* parent) : QAbstractItemModel(parent)
{
    m_boldFont.setBold(true);
}

void PartsModel::setLook(ModelLookPtr look)
{
    beginResetModel();
    m_look = std::move(look);
    endResetModel();
}

checkpoint::EntryId PartsModel::entryAt(const QModelIndex& index) const
{
    return index.isValid() && m_look ? rowAt(index).part->entry : checkpoint::kNoId;
}

QModelIndex PartsModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount) {
        return {};
    }
    const PartRow& above = parent.isValid() ? rowAt(parent) : m_look->rows.front();
    return createIndex(row, column, quintptr{above.firstChild} + static_cast<quintptr>(row));
}

QModelIndex PartsModel::parent(const QModelIndex& index) const
{
    const std::uint32_t above = index.isValid() && m_look ? rowAt(index).parent : 0;
    if (above == 0) {
        return {};
    }
    const PartRow& row = m_look->rows[above];
    return createIndex(static_cast<int>(above - m_look->rows[row.parent].firstChild), 0, quintptr{above});
}

int PartsModel::rowCount(const QModelIndex& parent) const
{
    if (!m_look || parent.column() > 0) {
        return 0;
    }
    return static_cast<int>((parent.isValid() ? rowAt(parent) : m_look->rows.front()).childCount);
}

int PartsModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

double PartsModel::shareOf(const Part& part) const
{
    const std::uint64_t whole = std::max(m_look->identity.outline.model.parameters, part.parameters);
    return whole == 0 ? 0 : static_cast<double>(part.parameters) / static_cast<double>(whole);
}

QString PartsModel::text(const Part& part, int column) const
{
    switch (column) {
    case Name: return shown(model::partName(part));
    case What: return inWordsAlone(model::layerText(part.layer));
    case Parameters:
        return part.parameters == 0 && part.buffers != 0 ? inWordsAlone(model::kBufferText)
                                                         : shortCountText(part.parameters);
    case Bytes: return bytesText(part.bytes);
    case Share: {
        constexpr double percent = 100;
        constexpr double least = 0.05; // of a percent: what is less would be called none
        const double share = shareOf(part) * percent;
        return part.parameters == 0 ? QString()
               : share < least      ? QStringLiteral("< 0.1 %")
                                    : QStringLiteral("%1 %").arg(share, 0, 'f', 1);
    }
    default: return {};
    }
}

QVariant PartsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_look) {
        return {};
    }
    const Part& part = *rowAt(index).part;
    const bool isNumber = index.column() >= Parameters;
    switch (role) {
    case Qt::DisplayRole: return leftToRight(text(part, index.column()));
    case Qt::ToolTipRole:
        return plainTip(text(part, index.column()) + u'\n' + tr("Double-click or Enter: show it in the tree"));
    case Qt::TextAlignmentRole: return static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole: return index.column() == Name && !part.parts.empty() ? QVariant(m_boldFont) : QVariant();
    case Qt::ForegroundRole:
        return isNumber && part.parameters == 0 && index.column() == Parameters
                   ? QVariant(quietText(QGuiApplication::palette()))
                   : QVariant();
    case ShareRole: return shareOf(part);
    default: return {};
    }
}

QVariant PartsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Parameters || section == Bytes;
        return static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Part");
    case What: return tr("What it is");
    case Parameters: return tr("Parameters");
    case Bytes: return tr("Bytes");
    case Share: return tr("Share of the parameters");
    default: return {};
    }
}

} // namespace cairn::ui
