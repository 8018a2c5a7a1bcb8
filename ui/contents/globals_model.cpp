#include "ui/contents/globals_model.h"

#include "core/base/stable_sort.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QGuiApplication>

#include <algorithm>
#include <numeric>
#include <optional>

namespace cairn::ui {

using checkpoint::GlobalUse;
using checkpoint::Verdict;

namespace {

std::optional<Verdict> verdictIn(const GlobalUse& use, int column)
{
    switch (column) {
    case GlobalsModel::Torch113: return use.torch113;
    case GlobalsModel::Torch26: return use.torch26;
    case GlobalsModel::Latest: return use.latest;
    default: return std::nullopt;
    }
}

QColor colorOf(Verdict verdict)
{
    const QPalette palette = QGuiApplication::palette();
    switch (verdict) {
    case Verdict::Allowed: return goodText(palette);
    case Verdict::Blocked: return cautionText(palette);
    case Verdict::Dangerous: break;
    }
    return badText(palette);
}

} // namespace

void GlobalsModel::setDocument(DocumentPtr document)
{
    beginResetModel();
    m_document = std::move(document);
    m_order.clear();
    if (m_document) {
        const auto globals = m_document->checkpoint->globals();
        m_order.resize(globals.size());
        std::iota(m_order.begin(), m_order.end(), 0U);
        stableSort(m_order,
                   [globals](std::uint32_t a, std::uint32_t b) { return globals[a].latest > globals[b].latest; });
    }
    endResetModel();
}

int GlobalsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int GlobalsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString GlobalsModel::text(const GlobalUse& use, int column)
{
    if (const auto verdict = verdictIn(use, column)) {
        switch (*verdict) {
        case Verdict::Allowed: return tr("✓ allowed");
        case Verdict::Blocked: return tr("✗ refused");
        case Verdict::Dangerous: return tr("✗ dangerous");
        }
    }
    switch (column) {
    case Name: return shown(use.name);
    case Mentions: return countText(use.mentions);
    default: return inWordsAlone(use.why);
    }
}

QVariant GlobalsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_document) {
        return {};
    }
    const GlobalUse& use = m_document->checkpoint->globals()[m_order[static_cast<std::size_t>(index.row())]];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return leftToRight(text(use, column));
    case Qt::ToolTipRole: return column == Name || column == Why ? text(use, column).toHtmlEscaped() : QVariant();
    case Qt::ForegroundRole: {
        const auto verdict = verdictIn(use, column);
        return verdict ? QVariant(colorOf(*verdict)) : QVariant();
    }
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignVCenter | (column == Mentions ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

QVariant GlobalsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::ToolTipRole && section == Mentions) {
        return tr("How often the pickle writes the name; one mention may be called many times");
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Name");
    case Torch113: return tr("torch 1.13");
    case Torch26: return tr("torch 2.6");
    case Latest: return tr("torch 2.15");
    case Mentions: return tr("Mentions");
    case Why: return tr("Why");
    default: return {};
    }
}

} // namespace cairn::ui
