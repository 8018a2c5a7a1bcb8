#include "ui/tree/row_order.h"

#include "core/base/stable_sort.h"
#include "core/base/text/natural_order.h"
#include "ui/document/entry_text.h"

#include <algorithm>
#include <bit>

namespace cairn::ui {

using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::KeyRef;
using checkpoint::kNoId;

namespace {

/// Sets by their first member, then by the others: bit 0 is the most important one.
std::uint64_t reversed(std::uint64_t set)
{
    std::uint64_t result = 0;
    for (; set != 0; set &= set - 1) {
        result |= std::uint64_t{1} << (63 - std::countr_zero(set));
    }
    return ~result;
}

} // namespace

RowOrder::RowOrder(const Document& document, std::span<const UnplacedRow> rows, std::span<const EntrySum> sums,
                   const RowOptions& options)
    : m_checkpoint(*document.checkpoint), m_rows(rows), m_sums(sums), m_options(options)
{
    if (m_options.order == RowColumn::Shape || m_options.order == RowColumn::Notes) {
        m_texts.reserve(rows.size());
        for (const UnplacedRow& row : rows) {
            m_texts.push_back(m_options.order == RowColumn::Shape ? valueOf(row) : noteOf(document, row));
        }
    } else if (m_options.order && m_options.order != RowColumn::Name) {
        m_numbers.reserve(rows.size());
        for (std::size_t place = 0; place < rows.size(); ++place) {
            m_numbers.push_back(numberOf(place));
        }
    }
}

void RowOrder::sort(std::span<std::uint32_t> places) const
{
    if (m_options.order) {
        stableSort(places, [this](std::uint32_t a, std::uint32_t b) {
            return m_options.descending ? isLess(b, a) : isLess(a, b);
        });
    }
}

bool RowOrder::isLess(std::uint32_t a, std::uint32_t b) const
{
    switch (*m_options.order) {
    case RowColumn::Name: return hasSmallerName(m_rows[a], m_rows[b]);
    case RowColumn::Shape: {
        const auto shapes = compareShapes(m_rows[a], m_rows[b]);
        return shapes != 0 ? shapes < 0 : hasSmallerText(a, b);
    }
    case RowColumn::Notes: return hasSmallerText(a, b);
    default: return m_numbers[a] < m_numbers[b];
    }
}

std::string_view RowOrder::nameOf(const UnplacedRow& row) const
{
    const std::string_view key = m_checkpoint.keyView(m_checkpoint.entries()[row.entry]);
    return row.isLevel ? key.substr(row.nameStart, row.nameEnd - row.nameStart)
                       : key.substr(std::min<std::size_t>(row.nameStart, key.size()));
}

bool RowOrder::hasSmallerName(const UnplacedRow& a, const UnplacedRow& b) const
{
    const Entry& first = m_checkpoint.entries()[a.entry];
    const Entry& second = m_checkpoint.entries()[b.entry];
    if (first.keyKind == KeyRef::Kind::Index && second.keyKind == KeyRef::Kind::Index) {
        return first.keyOffset < second.keyOffset;
    }
    if (first.keyKind != second.keyKind) {
        return first.keyKind > second.keyKind; // numbers before names
    }
    return compareNaturally(nameOf(a), nameOf(b)) < 0;
}

std::strong_ordering RowOrder::compareShapes(const UnplacedRow& a, const UnplacedRow& b) const
{
    const auto shapeOf = [this](const UnplacedRow& row) {
        const Entry& entry = m_checkpoint.entries()[row.entry];
        return row.isLevel || entry.kind != EntryKind::Tensor
                   ? std::span<const std::int64_t>{}
                   : m_checkpoint.shape(m_checkpoint.tensors()[entry.payload]);
    };
    const auto first = shapeOf(a);
    const auto second = shapeOf(b);
    return first.size() != second.size()
               ? first.size() <=> second.size()
               : std::lexicographical_compare_three_way(first.begin(), first.end(), second.begin(), second.end());
}

bool RowOrder::hasSmallerText(std::uint32_t a, std::uint32_t b) const
{
    return compareNaturally(m_texts[a], m_texts[b]) < 0;
}

std::uint64_t RowOrder::numberOf(std::size_t place) const
{
    const EntrySum& sum = m_sums[place];
    const UnplacedRow& row = m_rows[place];
    switch (*m_options.order) {
    case RowColumn::SavedOn:
    case RowColumn::MapsTo: return reversed(sum.devices);
    case RowColumn::Dtype: return reversed(sum.dtypes);
    case RowColumn::Parameters: return sum.elements;
    case RowColumn::Bytes: return sum.bytes;
    default: break;
    }
    const Entry& entry = m_checkpoint.entries()[row.entry];
    if (row.isLevel) {
        return kNoId;
    }
    if (entry.kind == EntryKind::Storage) {
        return entry.payload;
    }
    return entry.kind == EntryKind::Tensor ? m_checkpoint.tensors()[entry.payload].storage : kNoId;
}

std::string RowOrder::valueOf(const UnplacedRow& row) const
{
    constexpr std::size_t kEnough = 64;
    const Entry& entry = m_checkpoint.entries()[row.entry];
    return row.isLevel || entry.kind != EntryKind::Value ? std::string() : m_checkpoint.valueRepr(entry, kEnough);
}

std::string RowOrder::noteOf(const Document& document, const UnplacedRow& row)
{
    return row.isLevel ? std::string() : noteText(document, row.entry).toStdString();
}

} // namespace cairn::ui
