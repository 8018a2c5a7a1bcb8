#include "core/checkpoint/folders/file_rows.h"

#include <charconv>

namespace cairn::checkpoint {

namespace {

/// Those of "torch.Size([7, 3])", which is one value to a reader.
std::optional<std::vector<std::int64_t>> sizeNumbers(std::string_view text)
{
    constexpr std::string_view before = "torch.Size([";
    constexpr std::string_view after = "])";
    if (!text.starts_with(before) || !text.ends_with(after)) {
        return std::nullopt;
    }
    text = text.substr(before.size(), text.size() - before.size() - after.size());
    std::vector<std::int64_t> numbers;
    while (!text.empty()) {
        std::int64_t number = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
        if (read.ec != std::errc()) {
            return std::nullopt;
        }
        text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
        numbers.push_back(number);
        text.remove_prefix(text.starts_with(", ") ? 2 : text.size());
    }
    return numbers;
}

} // namespace

EntryId FileRows::follow(EntryId id) const
{
    const Entry& row = m_file.entries()[id];
    const bool isElsewhere = row.kind == EntryKind::Reference && row.payload != kNoId;
    return isElsewhere ? static_cast<EntryId>(row.payload) : id;
}

EntryId FileRows::child(EntryId id, std::string_view key) const
{
    if (id == kNoId) {
        return kNoId;
    }
    const Entry& row = m_file.entries()[id];
    for (EntryId child = row.firstChild; child < row.firstChild + row.childCount; ++child) {
        if (m_file.keyText(m_file.entries()[child]) == key) {
            return follow(child);
        }
    }
    return kNoId;
}

EntryId FileRows::at(EntryId id, std::initializer_list<std::string_view> keys) const
{
    for (const std::string_view key : keys) {
        id = child(id, key);
    }
    return id;
}

std::vector<EntryId> FileRows::children(EntryId id) const
{
    std::vector<EntryId> all;
    if (id == kNoId) {
        return all;
    }
    const Entry& row = m_file.entries()[id];
    for (EntryId child = row.firstChild; child < row.firstChild + row.childCount; ++child) {
        all.push_back(follow(child));
    }
    return all;
}

std::vector<FileRows::Pair> FileRows::pairs(EntryId id) const
{
    std::vector<Pair> all;
    if (id == kNoId) {
        return all;
    }
    const Entry& row = m_file.entries()[id];
    for (EntryId child = row.firstChild; child < row.firstChild + row.childCount; ++child) {
        all.push_back({m_file.keyText(m_file.entries()[child]), follow(child)});
    }
    return all;
}

std::optional<std::int64_t> FileRows::integer(EntryId id) const
{
    const bool isOne = id != kNoId && m_file.entries()[id].kind == EntryKind::Value &&
                       m_file.entries()[id].valueKind == ValueKind::Int;
    return isOne ? std::optional(static_cast<std::int64_t>(m_file.entries()[id].payload)) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> FileRows::integers(EntryId id) const
{
    if (id == kNoId) {
        return std::nullopt;
    }
    if (m_file.entries()[id].kind != EntryKind::Group) {
        return sizeNumbers(m_file.typeName(m_file.entries()[id]) == "torch.Size"
                               ? m_file.valueText(m_file.entries()[id])
                               : std::string_view());
    }
    std::vector<std::int64_t> numbers;
    for (const EntryId child : children(id)) {
        const auto number = integer(child);
        if (!number) {
            return std::nullopt;
        }
        numbers.push_back(*number);
    }
    return numbers;
}

std::string_view FileRows::text(EntryId id) const
{
    const bool isOne = id != kNoId && m_file.entries()[id].kind == EntryKind::Value &&
                       m_file.entries()[id].valueKind == ValueKind::Text;
    return isOne ? m_file.valueText(m_file.entries()[id]) : std::string_view();
}

const Tensor* FileRows::tensor(EntryId id) const
{
    const bool isOne = id != kNoId && m_file.entries()[id].kind == EntryKind::Tensor;
    return isOne ? &m_file.tensors()[m_file.entries()[id].payload] : nullptr;
}

std::string_view FileRows::className(EntryId id) const
{
    const std::string_view type = m_file.typeName(m_file.entries()[id]);
    return type.substr(type.rfind('.') + 1);
}

} // namespace cairn::checkpoint
