#include "core/checkpoint/checkpoint.h"

#include "core/base/checked.h"
#include "core/base/text/python_repr.h"
#include "core/checkpoint/extent.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

namespace cairn::checkpoint {

namespace {

constexpr std::array<std::string_view, 8> kLayoutNames = {"strided",    "sparse_coo", "sparse_csr", "sparse_csc",
                                                          "sparse_bsr", "sparse_bsc", "nested",     "other"};

/// Adds to the row of `name`, keeping rows in order of first appearance.
class UsageTable {
public:
    Usage& row(std::string_view name)
    {
        const auto [place, isNew] = m_index.try_emplace(std::string(name), m_rows.size());
        if (isNew) {
            m_rows.emplace_back(std::string(name), Usage{});
        }
        return m_rows[place->second].second;
    }
    std::vector<std::pair<std::string, Usage>> take() { return std::move(m_rows); }

private:
    std::map<std::string, std::size_t, std::less<>> m_index;
    std::vector<std::pair<std::string, Usage>> m_rows;
};

} // namespace

std::string_view layoutName(Layout layout)
{
    return kLayoutNames.at(static_cast<std::size_t>(layout));
}

std::string_view tensorKindName(TensorKind kind)
{
    switch (kind) {
    case TensorKind::Parameter: return "parameter";
    case TensorKind::Buffer: return "buffer";
    case TensorKind::Plain: break;
    }
    return "tensor";
}

std::string_view trustName(Trust trust)
{
    switch (trust) {
    case Trust::DataOnly: return "data only";
    case Trust::RunsCode: return "runs code";
    case Trust::Dangerous: break;
    }
    return "dangerous";
}

std::string_view verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Allowed: return "allowed";
    case Verdict::Dangerous: return "dangerous";
    case Verdict::Blocked: break;
    }
    return "blocked";
}

// --- names and values ---------------------------------------------------------------------------

const Fact* Checkpoint::fact(FactKey key) const
{
    const auto found = std::ranges::find(m_facts, key, &Fact::key);
    return found == m_facts.end() ? nullptr : &*found;
}

const Issue* Checkpoint::damage() const
{
    const auto found = std::ranges::find_if(m_issues, isDamage);
    return found == m_issues.end() ? nullptr : &*found;
}

std::string Checkpoint::keyText(const Entry& entry) const
{
    switch (entry.keyKind) {
    case KeyRef::Kind::None: return {};
    case KeyRef::Kind::Index: return std::to_string(entry.keyOffset);
    case KeyRef::Kind::Text:
    case KeyRef::Kind::Other: break;
    }
    return std::string(keyView(entry));
}

std::string_view Checkpoint::keyView(const Entry& entry) const
{
    const bool isText = entry.keyKind == KeyRef::Kind::Text || entry.keyKind == KeyRef::Kind::Other;
    return isText ? std::string_view(m_text.data() + entry.keyOffset, entry.keyLength) : std::string_view{};
}

bool Checkpoint::isIntegerKey(const Entry& entry) const
{
    std::string_view digits = entry.keyKind == KeyRef::Kind::Other ? keyView(entry) : std::string_view{};
    digits.remove_prefix(digits.starts_with('-') ? 1 : 0);
    return entry.keyKind == KeyRef::Kind::Index ||
           (!digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos);
}

std::string_view Checkpoint::storageKey(const Storage& storage) const
{
    return {m_text.data() + storage.keyOffset, storage.keyLength};
}

std::string_view Checkpoint::valueText(const Entry& entry) const
{
    const bool isText = entry.kind == EntryKind::Value && entry.valueKind >= ValueKind::Text;
    return isText ? std::string_view(m_text.data() + (entry.payload >> 32), entry.payload & 0xFFFFFFFF)
                  : std::string_view{};
}

std::string Checkpoint::valueRepr(const Entry& entry, std::size_t limit) const
{
    const auto shortened = [limit](std::string text) {
        if (text.size() > limit) {
            text.resize(limit);
            while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) {
                text.pop_back(); // do not cut a character in two
            }
            text += "...";
        }
        return text;
    };
    switch (entry.valueKind) {
    case ValueKind::None: return "None";
    case ValueKind::Bool: return entry.payload != 0 ? "True" : "False";
    case ValueKind::Int: return std::to_string(static_cast<std::int64_t>(entry.payload));
    case ValueKind::Float: return pythonFloat(std::bit_cast<double>(entry.payload));
    case ValueKind::Text: return pythonStringRepr(valueText(entry), limit);
    case ValueKind::Bytes:
    case ValueKind::Literal: return shortened(std::string(valueText(entry)));
    }
    return {};
}

const FullValue* Checkpoint::fullValue(EntryId entry) const
{
    const auto found = m_fullValues.find(entry);
    return found != m_fullValues.end() ? found->second.get() : nullptr;
}

const FullValue* Checkpoint::fullKey(EntryId entry) const
{
    const auto found = m_fullKeys.find(entry);
    return found != m_fullKeys.end() ? found->second.get() : nullptr;
}

std::vector<EntryId> Checkpoint::pathTo(EntryId entry) const
{
    std::vector<EntryId> path;
    for (EntryId id = entry; id != kNoId && m_entries[id].parent != kNoId; id = m_entries[id].parent) {
        path.push_back(id);
    }
    std::ranges::reverse(path);
    return path;
}

std::string Checkpoint::entryName(EntryId entry) const
{
    std::string name;
    for (const EntryId id : pathTo(entry)) {
        if (!name.empty()) {
            name += '.';
        }
        name += keyText(m_entries[id]);
    }
    return name;
}

// --- tensors ------------------------------------------------------------------------------------

std::span<const std::int64_t> Checkpoint::shape(const Tensor& tensor) const
{
    return std::span(m_dims).subspan(tensor.dims, tensor.rank);
}

std::span<const std::int64_t> Checkpoint::stride(const Tensor& tensor) const
{
    return std::span(m_dims).subspan(tensor.dims + tensor.rank, tensor.rank);
}

std::uint64_t Checkpoint::elementCount(const Tensor& tensor) const
{
    return productOf(shape(tensor)).value_or(0);
}

std::uint64_t Checkpoint::logicalBytes(const Tensor& tensor) const
{
    return bytesFor(elementCount(tensor), tensor.dtype).value_or(0);
}

bool Checkpoint::holdsPieces() const
{
    return std::ranges::any_of(m_extras, [](const TensorExtra& extra) { return extra.pieceOrigin.has_value(); });
}

const TensorExtra* Checkpoint::extra(const Tensor& tensor) const
{
    return tensor.extra == kNoId ? nullptr : &m_extras[tensor.extra];
}

// --- storages -----------------------------------------------------------------------------------

std::span<const TensorId> Checkpoint::tensorsOf(StorageId storage) const
{
    const std::uint32_t begin = m_sharingStart[storage];
    return std::span(m_sharing).subspan(begin, m_sharingStart[storage + 1] - begin);
}

std::uint64_t Checkpoint::usedBytes(StorageId storage) const
{
    struct Range {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    const std::uint64_t size = m_storages[storage].bytes;
    const auto rangeOf = [&](TensorId id) {
        const Tensor& tensor = m_tensors[id];
        const auto extent = extentOf(shape(tensor), stride(tensor));
        const auto begin = bytesFor(static_cast<std::uint64_t>(std::max<std::int64_t>(tensor.offset, 0)), tensor.dtype);
        const auto length = extent ? bytesFor(*extent, tensor.dtype) : std::nullopt;
        const bool isInside = begin && length && *begin < size;
        return isInside ? Range{*begin, *begin + std::min(*length, size - *begin)} : Range();
    };
    const std::span<const TensorId> tensors = tensorsOf(storage);
    if (tensors.size() == 1) { // as most are
        const Range only = rangeOf(tensors.front());
        return only.end - only.begin;
    }
    std::vector<Range> ranges(tensors.size());
    std::ranges::transform(tensors, ranges.begin(), rangeOf);
    std::ranges::sort(ranges, {}, &Range::begin);
    std::uint64_t used = 0;
    std::uint64_t covered = 0;
    for (const Range& range : ranges) {
        const std::uint64_t begin = std::max(range.begin, covered);
        if (range.end > begin) {
            used += range.end - begin;
            covered = range.end;
        }
    }
    return used;
}

bool Checkpoint::liesInBlob(const Storage& storage) const
{
    if (storage.source == kNoId) {
        return false;
    }
    const StorageSource& source = m_sources[storage.source];
    const std::string_view key = storageKey(storage);
    return !source.isFile && key.size() > source.name.size() && key.starts_with(source.name) &&
           key[source.name.size()] == '/';
}

const StorageSource* Checkpoint::ownSource() const
{
    const auto own = std::ranges::find_if(
        m_sources, [this](const StorageSource& source) { return source.isFile && source.name == m_path; });
    return own == m_sources.end() ? nullptr : &*own;
}

std::optional<std::uint64_t> Checkpoint::fileOffset(StorageId storage) const
{
    const Storage& what = m_storages[storage];
    if (what.source == kNoId || !m_sources[what.source].isFile) {
        return std::nullopt;
    }
    return what.offset;
}

Result<void> Checkpoint::readStorage(StorageId storage, std::uint64_t offset, std::span<std::byte> into) const
{
    const Storage& what = m_storages[storage];
    if (what.source == kNoId) {
        return fail(error(ErrorCode::RecordMissing, message("the file holds no bytes for this storage"))
                        .in("storage " + std::string(storageKey(what))));
    }
    if (offset > what.bytes || into.size() > what.bytes - offset) {
        return fail(error(ErrorCode::Truncated, message("a range reaches past the end of the storage"))
                        .in("storage " + std::string(storageKey(what))));
    }
    const StorageSource& source = m_sources[what.source];
    if (auto read = source.bytes->readAt(what.offset + offset, into); !read) {
        return fail(std::move(read).error().in(source.name));
    }
    if (const auto* file = dynamic_cast<const FileSource*>(source.bytes.get());
        file != nullptr && !file->isAsOpened()) {
        return fail(error(ErrorCode::FileChanged, message("the file changed after it was opened"))
                        .in(source.name)
                        .fix(message("Open it again when whatever writes it is done")));
    }
    return {};
}

// --- summaries ----------------------------------------------------------------------------------

std::vector<std::pair<std::string, Usage>> Checkpoint::usageByDevice() const
{
    std::vector<Usage> usage(m_devices.size());
    for (const Storage& storage : m_storages) {
        Usage& row = usage[storage.device];
        ++row.storages;
        row.bytes += storage.bytes;
    }
    for (const Tensor& tensor : m_tensors) {
        usage[tensor.device].tensors += tensor.part ? 0U : 1U;
    }
    std::vector<std::pair<std::string, Usage>> rows;
    for (std::size_t i = 0; i < usage.size(); ++i) {
        if (usage[i].storages != 0 || usage[i].tensors != 0) {
            rows.emplace_back(m_devices[i], usage[i]);
        }
    }
    return rows;
}

std::vector<std::pair<std::string, Usage>> Checkpoint::usageByDtype() const
{
    UsageTable table;
    for (const Tensor& tensor : m_tensors) {
        if (!tensor.part) {
            Usage& row = table.row(formats::dtypeInfo(tensor.dtype).name);
            ++row.tensors;
            row.bytes += logicalBytes(tensor);
        }
    }
    return table.take();
}

} // namespace cairn::checkpoint
