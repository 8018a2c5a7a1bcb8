#include "ui/compare/comparison_model.h"

#include "core/values/element_text.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <algorithm>

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

void ComparisonModel::setResult(ComparisonResultPtr result)
{
    beginResetModel();
    m_result = std::move(result);
    endResetModel();
}

void ComparisonModel::setOnlyChanged(bool onlyChanged)
{
    beginResetModel();
    m_onlyChanged = onlyChanged;
    endResetModel();
}

std::uint32_t ComparisonModel::rowAt(const QModelIndex& index)
{
    return index.isValid() ? static_cast<std::uint32_t>(index.internalId()) : 0;
}

std::size_t ComparisonModel::placeOf(std::uint32_t row) const
{
    return m_onlyChanged
               ? static_cast<std::size_t>(std::ranges::lower_bound(m_result->changed, row) - m_result->changed.begin())
               : row;
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
        return 1;
    }
    const RowPair& pair = m_result->comparison.rows[rowAt(parent)];
    return pair.childCount == 0
               ? 0
               : static_cast<int>(placeOf(pair.firstChild + pair.childCount) - placeOf(pair.firstChild));
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
    const std::size_t place =
        placeOf(m_result->comparison.rows[rowAt(parent)].firstChild) + static_cast<std::size_t>(row);
    return createIndex(row, column, m_onlyChanged ? quintptr{m_result->changed[place]} : quintptr{place});
}

QModelIndex ComparisonModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || !m_result) {
        return {};
    }
    const std::uint32_t above = m_result->comparison.rows[rowAt(index)].parent;
    if (above == 0 && showsRoot()) {
        return createIndex(0, 0, quintptr{0});
    }
    if (above == 0 || above == kNoId) {
        return {};
    }
    const RowPair& outer = m_result->comparison.rows[m_result->comparison.rows[above].parent];
    return createIndex(static_cast<int>(placeOf(above) - placeOf(outer.firstChild)), 0, quintptr{above});
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
