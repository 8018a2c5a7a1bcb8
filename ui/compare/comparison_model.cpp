#include "ui/compare/comparison_model.h"

#include "core/values/element_text.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <utility>

namespace cairn::ui {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using values::RowPair;
using Kind = values::Difference;

namespace {

QString comparisonText(const char* text)
{
    return QCoreApplication::translate("ComparisonModel", text);
}

QString sideText(const Checkpoint& checkpoint, EntryId id)
{
    if (id == kNoId) {
        return {};
    }
    const checkpoint::Entry& entry = checkpoint.entries()[id];
    if (entry.kind == EntryKind::Tensor) {
        const checkpoint::Tensor& tensor = checkpoint.tensors()[entry.payload];
        QStringList sizes;
        for (const std::int64_t size : checkpoint.shape(tensor)) {
            sizes.append(QString::number(size));
        }
        return QStringList{fromUtf8(formats::dtypeInfo(tensor.dtype).name),
                           sizes.isEmpty() ? comparisonText(QT_TRANSLATE_NOOP("ComparisonModel", "scalar"))
                                           : sizes.join(QStringLiteral(" × ")),
                           shown(checkpoint.deviceTag(tensor.device))}
            .join(QStringLiteral(" · "));
    }
    if (entry.kind == EntryKind::Value) {
        return shown(checkpoint.valueRepr(entry));
    }
    const std::string_view type = checkpoint.typeName(entry);
    return shown(type.substr(type.rfind('.') + 1));
}

QColor colorOf(values::Differences differences)
{
    if (differences.has(Kind::Missing)) {
        return badText(QGuiApplication::palette());
    }
    if (differences.has(Kind::Unexpected)) {
        return goodText(QGuiApplication::palette());
    }
    return cautionText(QGuiApplication::palette());
}

} // namespace

QString differenceText(values::Differences differences)
{
    QStringList words;
    const auto add = [&](Kind kind, const QString& word) {
        if (differences.has(kind)) {
            words.append(word);
        }
    };
    add(Kind::Missing, comparisonText(QT_TRANSLATE_NOOP("ComparisonModel", "only here")));
    add(Kind::Unexpected, comparisonText(QT_TRANSLATE_NOOP("ComparisonModel", "only there")));
    add(Kind::Type, comparisonText(QT_TRANSLATE_NOOP("ComparisonModel", "type")));
    add(Kind::Shape, comparisonText(QT_TRANSLATE_NOOP("ComparisonModel", "shape")));
    add(Kind::Dtype, comparisonText(QT_TRANSLATE_NOOP("ComparisonModel", "dtype")));
    add(Kind::Device, comparisonText(QT_TRANSLATE_NOOP("ComparisonModel", "device")));
    add(Kind::Value, comparisonText(QT_TRANSLATE_NOOP("ComparisonModel", "value")));
    add(Kind::Numbers, comparisonText(QT_TRANSLATE_NOOP("ComparisonModel", "numbers")));
    return words.join(QStringLiteral(", "));
}

void ComparisonModel::setResult(ComparisonResultPtr result, ComparedRowsPtr rows)
{
    beginResetModel();
    m_result = std::move(result);
    m_rows = std::move(rows);
    endResetModel();
}

void ComparisonModel::setRows(ComparedRowsPtr rows)
{
    setResult(m_result, std::move(rows));
}

std::uint32_t ComparisonModel::rowAt(const QModelIndex& index)
{
    return index.isValid() ? static_cast<std::uint32_t>(index.internalId()) : 0;
}

QModelIndex ComparisonModel::indexOf(std::uint32_t row) const
{
    if (!m_result || row >= m_result->comparison.rows.size() || !m_rows->has(row) || (row == 0 && !showsRoot())) {
        return {};
    }
    return createIndex(static_cast<int>(m_rows->placeOf(row)), 0, quintptr{row});
}

values::ComparedOrder ComparisonModel::orderOf(int column)
{
    switch (column) {
    case Name: return values::ComparedOrder::Name;
    case Difference: return values::ComparedOrder::Weight;
    case Differing: return values::ComparedOrder::Differing;
    case Largest: return values::ComparedOrder::Largest;
    case Relative: return values::ComparedOrder::Relative;
    case First: return values::ComparedOrder::First;
    case Second: return values::ComparedOrder::Second;
    default: return values::ComparedOrder::File;
    }
}

EntryId ComparisonModel::entryAt(const QModelIndex& index) const
{
    return index.isValid() && m_result ? m_result->comparison.rows[rowAt(index)].a : kNoId;
}

const RowPair* ComparisonModel::pairAt(const QModelIndex& index) const
{
    return index.isValid() && m_result ? &m_result->comparison.rows[rowAt(index)] : nullptr;
}

bool ComparisonModel::showsRoot() const
{
    return m_result && !m_result->comparison.rows.empty() && !m_result->comparison.rows[0].own.isEmpty();
}

int ComparisonModel::rowCount(const QModelIndex& parent) const
{
    if (!m_result || m_result->comparison.rows.empty() || parent.column() > 0) {
        return 0;
    }
    if (!parent.isValid() && showsRoot()) {
        return m_rows->has(0) ? 1 : 0;
    }
    return static_cast<int>(m_rows->childrenOf(rowAt(parent)).size());
}

int ComparisonModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

QModelIndex ComparisonModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount) {
        return {};
    }
    if (!parent.isValid() && showsRoot()) {
        return createIndex(row, column, quintptr{0});
    }
    return createIndex(row, column, quintptr{m_rows->childrenOf(rowAt(parent))[static_cast<std::size_t>(row)]});
}

QModelIndex ComparisonModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || !m_result) {
        return {};
    }
    const std::uint32_t above = m_result->comparison.rows[rowAt(index)].parent;
    return above == kNoId ? QModelIndex() : indexOf(above);
}

QString ComparisonModel::numbersText(std::uint32_t row, int column) const
{
    const values::NumberRow* numbers = values::findRow(m_result->numbers, row);
    if (numbers == nullptr || (numbers->error.empty() && !values::isDifferent(numbers->difference))) {
        return {};
    }
    if (!numbers->error.empty()) {
        return column == Largest ? shown(numbers->error) : QString();
    }
    const auto number = [](double value) { return fromUtf8(values::numberText(value, values::NumberFormat::Short)); };
    const values::ValueDifference& found = numbers->difference;
    if (column == Differing && found.different == 0) {
        return tr("other bits in %1 of %2").arg(countText(found.otherBytes), countText(found.elements));
    }
    if (column == Differing) {
        const QString text = tr("%1 of %2").arg(countText(found.different), countText(found.elements));
        return found.notFinite == 0 ? text
                                    : text + tr(", %1 NaN or infinite on one side").arg(countText(found.notFinite));
    }
    if (found.notFinite != 0) { // there is no distance to infinity
        return tr("NaN or infinite");
    }
    return number(column == Largest ? found.largest : found.largestRelative);
}

QString ComparisonModel::text(std::uint32_t row, int column) const
{
    const values::Comparison& comparison = m_result->comparison;
    const RowPair& pair = comparison.rows[row];
    switch (column) {
    case Name: {
        if (row == 0) {
            return tr("(the whole file)");
        }
        const Checkpoint& checkpoint = pair.a != kNoId ? *comparison.a : *comparison.b;
        return shown(checkpoint.keyText(checkpoint.entries()[pair.a != kNoId ? pair.a : pair.b]));
    }
    case Difference: return differenceText(pair.own);
    case First: return sideText(*comparison.a, pair.a);
    case Second: return sideText(*comparison.b, pair.b);
    default: return numbersText(row, column);
    }
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_result) {
        return {};
    }
    const std::uint32_t row = rowAt(index);
    switch (role) {
    case Qt::DisplayRole: return leftToRight(text(row, index.column()));
    case Qt::ToolTipRole: return text(row, index.column()).toHtmlEscaped();
    case Qt::ForegroundRole: {
        if (index.column() == Largest || index.column() == Relative) {
            const values::NumberRow* numbers = values::findRow(m_result->numbers, row);
            const bool isFinite = numbers == nullptr || numbers->difference.notFinite == 0;
            return isFinite ? QVariant() : QVariant(badText(QGuiApplication::palette()));
        }
        const values::Differences own = m_result->comparison.rows[row].own;
        return index.column() == Difference && !own.isEmpty() ? QVariant(colorOf(own)) : QVariant();
    }
    default: return {};
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::InitialSortOrderRole) { // what differs most is looked for
        const bool isNumber = section == Differing || section == Largest || section == Relative;
        return QVariant::fromValue(isNumber ? Qt::DescendingOrder : Qt::AscendingOrder);
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Name");
    case Difference: return tr("Difference");
    case First: return tr("This file");
    case Second: return tr("Other file");
    case Largest: return tr("Largest difference");
    case Relative: return tr("Relative");
    case Differing: return tr("Numbers that differ");
    default: return {};
    }
}

} // namespace cairn::ui
