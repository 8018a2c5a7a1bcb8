#include "core/rows/row_matcher.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace cairn::rows {

using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::KeyRef;
using checkpoint::kNoId;
using checkpoint::Tensor;

namespace {

using Kind = RowQuery::Kind;

constexpr auto kFolded = [] {
    std::array<char, 256> table{};
    for (std::size_t c = 0; c < table.size(); ++c) {
        table[c] = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    return table;
}();

char folded(char c)
{
    return kFolded[static_cast<unsigned char>(c)];
}

/// `wanted` is folded and not empty.
bool contains(std::string_view text, std::string_view wanted)
{
    if (wanted.empty() || text.size() < wanted.size()) {
        return wanted.empty();
    }
    const char first = wanted.front();
    const char* const last = text.data() + (text.size() - wanted.size());
    for (const char* at = text.data(); at <= last; ++at) {
        if (folded(*at) != first) {
            continue;
        }
        std::size_t length = 1;
        while (length < wanted.size() && folded(at[length]) == wanted[length]) {
            ++length;
        }
        if (length == wanted.size()) {
            return true;
        }
    }
    return false;
}

bool compares(double value, RowQuery::Compare compare, double with)
{
    switch (compare) {
    case RowQuery::Compare::Less: return value < with;
    case RowQuery::Compare::LessOrEqual: return value <= with;
    case RowQuery::Compare::Greater: return value > with;
    case RowQuery::Compare::GreaterOrEqual: return value >= with;
    case RowQuery::Compare::Equal: break;
    }
    return value == with;
}

/// "cuda" is any index of it; "cuda:*" too; "cuda:1" is that one.
bool isDevice(const std::string& wanted, std::string_view tag)
{
    return tag == wanted || globMatches(wanted, tag) ||
           (tag.starts_with(wanted) && tag.size() > wanted.size() && tag[wanted.size()] == ':');
}

} // namespace

RowMatcher::RowMatcher(const checkpoint::Checkpoint& checkpoint, const RowQuery& query)
    : m_checkpoint(checkpoint), m_library(query.library)
{
    for (const RowQuery::Term& term : query.terms) {
        if (term.isOfNames()) {
            addNameTerm(term);
            continue;
        }
        if (term.kind == Kind::Held && !m_pieces) {
            m_pieces.emplace(checkpoint);
        }
        m_conditions.push_back({.term = &term, .shape = Glob(term.text), .files = filesOf(term)});
    }
}

void RowMatcher::addNameTerm(const RowQuery::Term& term)
{
    NameTerm name{.term = &term,
                  .isOfWholeNames = term.kind != Kind::Text || term.text.find('.') != std::string::npos,
                  .glob = {},
                  .regex = {},
                  .anyRegex = {},
                  .devices = std::vector<bool>(m_checkpoint.deviceTags().size()),
                  .dtypes = {}};
    if (term.kind == Kind::Glob) {
        name.glob.emplace(term.text);
    }
    if (term.kind == Kind::Regex) {
        name.regex = NameRegex::make(term.text);
        if (m_library != nullptr) {
            name.anyRegex = m_library->finder(term.text);
        }
    }
    if (term.kind == Kind::Text) {
        for (std::size_t i = 0; i < name.devices.size(); ++i) {
            name.devices[i] = contains(m_checkpoint.deviceTags()[i], term.text);
        }
        for (std::size_t i = 0; i < formats::allDtypes().size(); ++i) {
            name.dtypes[i] = contains(formats::allDtypes()[i].name, term.text);
        }
    }
    m_needsWholeNames = m_needsWholeNames || name.isOfWholeNames;
    m_names.push_back(std::move(name));
}

std::vector<bool> RowMatcher::filesOf(const RowQuery::Term& term) const
{
    std::vector<bool> files;
    if (term.kind == Kind::Held) {
        const Glob glob(term.text);
        for (const checkpoint::PieceList::File& file : m_pieces->files()) {
            const std::string_view alone = file.name.substr(file.name.rfind('/') + 1);
            files.push_back((file.rank && std::to_string(*file.rank) == term.text) || glob.matches(file.name) ||
                            glob.matches(alone));
        }
    }
    return files;
}

bool RowMatcher::isHeld(const Condition& condition, const Tensor& tensor) const
{
    if (condition.term->text == kHeldMissing) {
        return !m_pieces->isWhole(tensor);
    }
    const checkpoint::PieceList::Range own = m_pieces->piecesOf(tensor);
    for (std::size_t piece = own.first; piece < own.first + own.count; ++piece) {
        if (const std::uint32_t file = m_pieces->fileOf(piece); file != kNoId && condition.files[file]) {
            return true;
        }
    }
    return false;
}

std::uint32_t RowMatcher::nameBits(EntryId id)
{
    const Entry& entry = m_checkpoint.entries()[id];
    if (entry.keyKind == KeyRef::Kind::None) {
        return 0;
    }
    if (m_needsWholeNames) {
        setWholeName(id);
    }
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (matchesName(m_names[i], entry) || matchesRest(m_names[i], entry)) {
            bits |= 1U << i;
        }
    }
    return bits;
}

/// Children of one row are neighbours: most of the name stays.
void RowMatcher::setWholeName(EntryId id)
{
    const Entry& entry = m_checkpoint.entries()[id];
    if (entry.parent != m_parent) {
        m_parent = entry.parent;
        m_name.clear();
        if (m_parent != kNoId) {
            appendFolded(m_name, m_checkpoint.entryName(m_parent));
        }
        m_name += m_name.empty() ? "" : ".";
        m_parentLength = m_name.size();
    }
    m_name.resize(m_parentLength);
    if (entry.keyKind == KeyRef::Kind::Index) {
        m_name += std::to_string(entry.keyOffset);
        return;
    }
    appendFolded(m_name, m_checkpoint.keyView(entry));
}

bool RowMatcher::matchesRegex(NameTerm& name) const
{
    const auto known = name.regex ? name.regex->isIn(m_name) : std::nullopt;
    return known ? *known : name.anyRegex && name.anyRegex(m_name);
}

bool RowMatcher::matchesName(NameTerm& name, const Entry& entry) const
{
    const RowQuery::Term& term = *name.term;
    switch (term.kind) {
    case Kind::Glob: return name.glob->matches(m_name);
    case Kind::Regex: return matchesRegex(name);
    default: break;
    }
    if (term.text.empty() || name.isOfWholeNames) {
        return m_name.find(term.text) != std::string::npos; // both are folded
    }
    return entry.keyKind == KeyRef::Kind::Index ? contains(m_checkpoint.keyText(entry), term.text)
                                                : contains(m_checkpoint.keyView(entry), term.text);
}

bool RowMatcher::matchesRest(const NameTerm& name, const Entry& entry) const
{
    if (name.term->kind != Kind::Text) {
        return false;
    }
    switch (entry.kind) {
    case EntryKind::Tensor: {
        const Tensor& tensor = m_checkpoint.tensors()[entry.payload];
        return name.devices[tensor.device] || name.dtypes[static_cast<std::size_t>(tensor.dtype)];
    }
    case EntryKind::Storage: return name.devices[m_checkpoint.storages()[entry.payload].device];
    case EntryKind::Value:
        return contains(m_checkpoint.valueText(entry), name.term->text) ||
               contains(m_checkpoint.typeName(entry), name.term->text);
    case EntryKind::Group:
    case EntryKind::Reference: break;
    }
    return false;
}

bool RowMatcher::meetsConditions(EntryId id) const
{
    const Entry& entry = m_checkpoint.entries()[id];
    return std::ranges::all_of(m_conditions, [&](const Condition& condition) { return meets(condition, entry); });
}

bool RowMatcher::meets(const Condition& condition, const Entry& entry) const
{
    const RowQuery::Term& term = *condition.term;
    if (term.kind == Kind::Is) {
        return isWhat(term.what, entry);
    }
    if (entry.kind == EntryKind::Storage) {
        const checkpoint::Storage& storage = m_checkpoint.storages()[entry.payload];
        return (term.kind == Kind::Device && isDevice(term.text, m_checkpoint.deviceTag(storage.device))) ||
               (term.kind == Kind::Dtype && storage.dtype == term.dtype) ||
               (term.kind == Kind::Size && compares(static_cast<double>(storage.bytes), term.compare, term.number));
    }
    if (entry.kind != EntryKind::Tensor) {
        return false;
    }
    const Tensor& tensor = m_checkpoint.tensors()[entry.payload];
    switch (term.kind) {
    case Kind::Dtype: return tensor.dtype == term.dtype;
    case Kind::Device: return isDevice(term.text, m_checkpoint.deviceTag(tensor.device));
    case Kind::Shape: return meetsShape(condition.shape, tensor);
    case Kind::Size: return compares(static_cast<double>(m_checkpoint.logicalBytes(tensor)), term.compare, term.number);
    case Kind::Params:
        return compares(static_cast<double>(m_checkpoint.elementCount(tensor)), term.compare, term.number);
    case Kind::Shared:
        return (tensor.storage != kNoId && m_checkpoint.tensorsOf(tensor.storage).size() > 1) == term.yes;
    case Kind::Held: return isHeld(condition, tensor);
    default: return false;
    }
}

bool RowMatcher::meetsShape(const Glob& wanted, const Tensor& tensor) const
{
    constexpr std::size_t most = 24; // of a size and the sign before it
    std::string text;
    for (const std::int64_t size : m_checkpoint.shape(tensor)) {
        std::array<char, most> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), size).ptr;
        text += text.empty() ? "" : "x";
        text.append(digits.data(), end);
    }
    return wanted.matches(text.empty() ? "scalar" : text);
}

bool RowMatcher::isWhat(RowQuery::What what, const Entry& entry) const
{
    switch (what) {
    case RowQuery::What::Value: return entry.kind == EntryKind::Value;
    case RowQuery::What::Group: return entry.kind == EntryKind::Group;
    case RowQuery::What::Storage: return entry.kind == EntryKind::Storage;
    default: break;
    }
    if (entry.kind != EntryKind::Tensor) {
        return false;
    }
    const Tensor& tensor = m_checkpoint.tensors()[entry.payload];
    const checkpoint::TensorExtra* extra = m_checkpoint.extra(tensor);
    switch (what) {
    case RowQuery::What::Parameter: return tensor.kind == checkpoint::TensorKind::Parameter;
    case RowQuery::What::Buffer: return tensor.kind == checkpoint::TensorKind::Buffer;
    case RowQuery::What::Sparse: return tensor.layout != checkpoint::Layout::Strided;
    case RowQuery::What::Quantized: return extra != nullptr && extra->quantizer.has_value();
    case RowQuery::What::Meta: return m_checkpoint.deviceTag(tensor.device) == "meta";
    default: return !tensor.part;
    }
}

} // namespace cairn::rows
