#include "core/checkpoint/pickles/storage_table.h"

#include "core/base/checked.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/pickles/device_tag.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cairn::checkpoint {

using formats::Dtype;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

bool isText(const PickleGraph& graph, NodeId node)
{
    return (graph.isText(node) || graph.is(node, NodeKind::Bytes)) && !graph.isExternal(node);
}

/// A count of elements: torch takes True for 1, but nobody writes that.
std::optional<std::uint64_t> count(const PickleGraph& graph, NodeId node)
{
    if (!graph.is(node, NodeKind::Int) || graph.intValue(node) < 0) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(graph.intValue(node));
}

} // namespace

std::optional<Dtype> PersistentIdReader::storageClass(const PickleGraph& graph, NodeId node)
{
    if (!graph.is(node, NodeKind::Global)) {
        return std::nullopt;
    }
    if (graph.globalIndex(node) != m_class) {
        // torch looks at the name alone: torch.FloatStorage, torch.cuda.FloatStorage and os.FloatStorage are one to it.
        m_dtype = formats::dtypeByStorageClass(graph.global(node).name);
        m_class = graph.globalIndex(node);
    }
    return m_dtype;
}

Result<PersistentStorage> PersistentIdReader::read(const PickleGraph& graph, NodeId pid)
{
    const auto bad = [](ErrorCode code, Message what) {
        return fail(code, message("a storage reference %1", std::move(what)));
    };
    if (!graph.is(pid, NodeKind::Tuple)) {
        return bad(ErrorCode::PersistentId, message("is not a tuple"));
    }
    const std::span<const NodeId> parts = graph.tuple(pid);
    const bool isStorage = !parts.empty() && isText(graph, parts[0]) && graph.text(parts[0]) == "storage";
    if (!isStorage || (parts.size() != 5 && parts.size() != 6)) {
        return bad(ErrorCode::PersistentId,
                   isStorage
                       ? message("has %1 parts instead of 5 or 6", std::to_string(parts.size()))
                       : message("has %1 parts and does not begin with \"storage\"", std::to_string(parts.size())));
    }
    PersistentStorage storage;
    const auto dtype = storageClass(graph, parts[1]);
    if (!dtype) {
        return bad(ErrorCode::StorageClass,
                   graph.is(parts[1], NodeKind::Global)
                       ? message("names %1, which is no storage class", inQuotes(graph.globalText(parts[1])))
                       : message("names something, which is no storage class"));
    }
    storage.dtype = *dtype;
    if (graph.is(parts[2], NodeKind::Int)) {
        m_keyDigits = std::to_string(graph.intValue(parts[2]));
        storage.key = m_keyDigits;
        storage.hasNumberKey = true;
    } else if (isText(graph, parts[2])) {
        storage.key = graph.text(parts[2]);
    } else {
        return bad(ErrorCode::StorageKey, message("has a key that is not a string"));
    }
    if (storage.key.find('\0') != std::string_view::npos) {
        return bad(ErrorCode::StorageKey, message("has a key with a NUL character: %1", inQuotes(storage.key)));
    }
    if (isText(graph, parts[3])) {
        storage.device = graph.text(parts[3]);
    } else {
        return bad(ErrorCode::DeviceTag, message("has a device tag that is not a string"));
    }
    const auto numel = count(graph, parts[4]);
    if (!numel || !storageBytesFor(*numel, *dtype)) {
        return bad(ErrorCode::StorageNumel, message("has a size that is not a number of elements"));
    }
    storage.numel = *numel;
    if (parts.size() == 6 && graph.is(parts[5], NodeKind::Tuple)) { // legacy: (view key, offset, view size)
        const std::span<const NodeId> view = graph.tuple(parts[5]);
        const auto offset = view.size() == 3 ? count(graph, view[1]) : std::nullopt;
        const auto size = view.size() == 3 ? count(graph, view[2]) : std::nullopt;
        if (!offset || !size || !checkedAdd(*offset, *size)) { // one that ends too late shows at its tensors
            return bad(ErrorCode::PersistentId, message("describes a view that lies outside its storage"));
        }
        if (graph.is(view[0], NodeKind::Int)) {
            m_viewDigits = std::to_string(graph.intValue(view[0]));
            storage.viewKey = m_viewDigits;
        } else if (isText(graph, view[0])) {
            storage.viewKey = graph.text(view[0]);
        } else {
            return bad(ErrorCode::StorageKey, message("describes a view with a key that is not a string"));
        }
        storage.isView = true;
        storage.viewOffset = *offset;
        storage.viewNumel = *size;
    }
    return storage;
}

StorageTable::StorageTable(CheckpointBuilder& builder, StorageLocator& locator, std::string prefix)
    : m_builder(builder), m_locator(locator), m_prefix(std::move(prefix))
{
}

std::string_view StorageTable::keyOf(StorageId slot) const
{
    const Checkpoint& built = m_builder.current();
    return built.storageKey(built.storages()[m_ids[slot]]).substr(m_prefix.size());
}

Result<StorageUse> StorageTable::resolve(const PickleGraph& graph, NodeId pid, std::vector<Issue>& issues)
{
    CAIRN_ASSIGN(wanted, m_reader.read(graph, pid));
    const std::uint32_t slot = slotOf(wanted.key);
    if (slot == m_ids.size()) {
        Claim claim{.numel = wanted.numel, .dtype = wanted.dtype, .hasNumberKey = wanted.hasNumberKey};
        m_ids.push_back(add(wanted, claim, issues));
        m_claims.push_back(claim);
    } else {
        compare(slot, wanted, issues);
        if (wanted.dtype == Dtype::Unknown) {
            m_builder.storage(m_ids[slot]).dtype = Dtype::Unknown; // bytes, whatever came first
        }
    }
    if (isSeparate(slot, wanted)) {
        return StorageUse{m_ids[slot], wanted.dtype, wanted.viewOffset};
    }
    // What comes after an untyped reference has bytes for elements, whatever class it names.
    const Dtype first = m_claims[slot].dtype;
    return StorageUse{m_ids[slot], wanted.dtype == Dtype::Unknown ? first : asBytes(first), wanted.viewOffset};
}

std::uint32_t StorageTable::slotOf(std::string_view key)
{
    const auto next = static_cast<std::uint32_t>(m_ids.size());
    const auto textOf = [this](std::uint32_t slot) { return keyOf(slot); };
    const auto number = NumberTable::numberIn(key);
    if (!number) {
        return m_byKey.findOrInsert(next, key, textOf);
    }
    if (const std::uint32_t slot = m_byNumber.find(*number); slot != NumberTable::kNotFound) {
        return slot;
    }
    // It may have been too large a number when it came first.
    if (const std::uint32_t slot = m_byKey.find(key, textOf); slot != TextIndex<ExactText>::kNotFound) {
        return slot;
    }
    return m_byNumber.insert(*number, next, m_ids.size()) ? next : m_byKey.findOrInsert(next, key, textOf);
}

bool StorageTable::isSeparate(std::uint32_t slot, const PersistentStorage& wanted) const
{
    return m_claims[slot].numel == 0 && wanted.numel == 0 && !m_claims[slot].hasBytes;
}

/// torch takes what the first reference to a storage says, and never looks at the others.
void StorageTable::compare(std::uint32_t slot, const PersistentStorage& wanted, std::vector<Issue>& issues) const
{
    const Claim& first = m_claims[slot];
    if (storageBytesFor(first.numel, first.dtype) != storageBytesFor(wanted.numel, wanted.dtype)) {
        // Which of them is the first for torch is not known here: it goes by the order of the pickle.
        m_builder.addTrustFinding({Trust::Dangerous, phrase("a storage of two sizes"), kReadsMemory});
    }
    if (first.hasNumberKey != wanted.hasNumberKey) { // two keys of a dict, one name of a record
        m_builder.addTrustFinding({Trust::Dangerous, phrase("one record as two storages"),
                                   phrase("torch reads it into memory once for each way of writing its key")});
        m_builder.setAmbiguous();
    }
    if ((asBytes(first.dtype) != asBytes(wanted.dtype) || first.numel != wanted.numel) && !isSeparate(slot, wanted)) {
        m_builder.setAmbiguous(); // the first is that of the pickle, and here that of the rows
        issues.push_back(
            {ErrorCode::StorageConflict,
             Severity::Error,
             message("storage %1 is described in two ways: %2 elements of %3, then %4 of %5; torch would silently take "
                     "the first",
                     inQuotes(wanted.key), std::to_string(first.numel), formats::dtypeInfo(first.dtype).name,
                     std::to_string(wanted.numel), formats::dtypeInfo(wanted.dtype).name),
             {}});
    }
    const Checkpoint& built = m_builder.current();
    if (const auto tag = built.deviceTag(built.storages()[m_ids[slot]].device); tag != wanted.device) {
        issues.push_back({ErrorCode::StorageConflict,
                          Severity::Error,
                          message("storage %1 is on two devices: %2, then %3; torch would silently take the first",
                                  inQuotes(wanted.key), inQuotes(tag), inQuotes(wanted.device)),
                          {}});
    }
}

StorageId StorageTable::add(const PersistentStorage& wanted, Claim& claim, std::vector<Issue>& issues)
{
    Storage storage;
    storage.dtype = wanted.dtype;
    storage.bytes = storageBytesFor(wanted.numel, wanted.dtype).value_or(0);
    storage.device = m_builder.device(wanted.device);
    storage.byteOrder = m_locator.byteOrder();
    if (wanted.dtype == Dtype::Unknown && wanted.numel != 0 && storage.byteOrder == ByteOrder::Big) {
        issues.push_back(
            {ErrorCode::StorageConflict,
             Severity::Warning,
             message("storage %1 has no type, and its numbers are big-endian: they are shown as the machine "
                     "that saved them has them, but torch.load on another one does not swap their bytes",
                     inQuotes(wanted.key)),
             {}});
    }
    if (const Message problem = deviceTagProblem(wanted.device); !problem.empty()) {
        issues.push_back({ErrorCode::DeviceTag, Severity::Warning, problem, {}});
    }
    auto place = m_locator.locate(wanted.key);
    if (!place) {
        // torch's C++ reader does not miss the record of an empty storage either.
        if (storage.bytes != 0) {
            if (place.error().code == ErrorCode::LegacyStorage) {
                m_builder.addTrustFinding({Trust::Dangerous, phrase("a storage without bytes"),
                                           phrase("torch makes room for as many as the file claims, and leaves in "
                                                  "them what was in memory")});
            }
            issues.push_back({place.error().code, Severity::Error, place.error().what, {}});
        }
    } else {
        claim.hasBytes = place->bytes != 0;
        storage.source = place->source;
        storage.offset = place->offset;
        if (place->bytes != storage.bytes) {
            const bool tooShort = place->bytes < storage.bytes;
            if (tooShort) {
                m_builder.addTrustFinding(
                    {Trust::Dangerous, phrase("a storage that is larger than its bytes"), kReadsMemory});
            }
            issues.push_back(
                {ErrorCode::RecordSize,
                 tooShort ? Severity::Error : Severity::Warning,
                 tooShort
                     ? message("storage %1 should have %2 bytes, the file holds %3; torch before 2.14 would read "
                               "beyond them",
                               inQuotes(wanted.key), std::to_string(storage.bytes), std::to_string(place->bytes))
                     : message("storage %1 should have %2 bytes, the file holds %3; torch 2.14 refuses such a file",
                               inQuotes(wanted.key), std::to_string(storage.bytes), std::to_string(place->bytes)),
                 {}});
            storage.bytes = std::min(storage.bytes, place->bytes);
        }
    }
    return m_builder.addStorage(storage,
                                m_prefix.empty() ? wanted.key : std::string_view(m_prefix + std::string(wanted.key)));
}

} // namespace cairn::checkpoint
