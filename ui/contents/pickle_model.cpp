#include "ui/contents/pickle_model.h"

#include "ui/text/display.h"

#include <QFontDatabase>

namespace cairn::ui {

PickleModel::PickleModel(QObject* parent)
    : QAbstractTableModel(parent), m_font(QFontDatabase::systemFont(QFontDatabase::FixedFont)), m_steps(64)
{
}

void PickleModel::setListing(PickleListingPtr listing)
{
    beginResetModel();
    m_listing = std::move(listing);
    m_first = 0;
    m_steps.clear();
    endResetModel();
}

void PickleModel::setFirst(std::uint64_t instruction)
{
    beginResetModel();
    m_first = m_listing ? std::min(instruction, m_listing->count()) : 0;
    endResetModel();
}

int PickleModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_listing ? 0 : static_cast<int>(std::min(m_listing->count() - m_first, kMostRows));
}

int PickleModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const formats::PickleLine* PickleModel::lineAt(std::uint64_t instruction) const
{
    const std::uint64_t step = instruction / formats::PickleListing::kStep;
    Lines* lines = m_steps.object(step);
    if (lines == nullptr) {
        auto read = m_listing->lines(step);
        lines = new Lines(read ? std::move(*read) : Lines());
        m_steps.insert(step, lines);
    }
    const auto number = static_cast<std::size_t>(instruction % formats::PickleListing::kStep);
    return number < lines->size() ? &(*lines)[number] : nullptr;
}

QVariant PickleModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_listing) {
        return {};
    }
    if (role == Qt::FontRole) {
        return m_font;
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (index.column() <= Offset ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const std::uint64_t instruction = m_first + static_cast<std::uint64_t>(index.row());
    const formats::PickleLine* line = lineAt(instruction);
    if (line == nullptr) {
        return QStringLiteral("?"); // the file changed
    }
    switch (index.column()) {
    case Number: return QString::number(instruction);
    case Offset: return QStringLiteral("0x%1").arg(line->offset, 0, 16);
    case Operation: return fromUtf8(line->name);
    default: return shown(line->argument);
    }
}

QVariant PickleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (section <= Offset ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Number: return tr("Number");
    case Offset: return tr("At");
    case Operation: return tr("Instruction");
    case Argument: return tr("Argument");
    default: return {};
    }
}

} // namespace cairn::ui
