#include "core/checkpoint/readers/tar_tensors.h"

#include "core/base/checked.h"
#include "core/base/endian.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/pickles/device_tag.h"
#include "core/checkpoint/tree/tensor_reader.h"
#include "core/checkpoint/trust/pickle_trust.h"
#include "core/formats/pickle/pickle_decoder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace cairn::checkpoint {

using formats::Dtype;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

/// A member read from front to back: small pickles with plain numbers and the bytes of storages between them.
class TarTensors::Member {
public:
    [[nodiscard]] static Result<Member> open(const SourcePtr& file, const formats::TarMember& member,
                                             const Progress* progress)
    {
        CAIRN_ASSIGN(bytes, SliceSource::make(file, member.offset, member.bytes));
        return Member(bytes, member.offset, progress);
    }

    /// Where the next byte is in the file.
    [[nodiscard]] std::uint64_t fileOffset() const { return m_fileOffset + m_at; }

    /// A pickle of a few plain values, and of a class whose name ends so. Decoded from a short piece: what follows it
    /// may be a large storage.
    [[nodiscard]] Result<PickleGraph> smallPickle(std::string_view classEnding)
    {
        constexpr std::uint64_t longest = 1024;
        CAIRN_TRY(checkStop(m_progress));
        CAIRN_ASSIGN(piece, SliceSource::make(m_bytes, m_at, std::min(longest, left())));
        auto graph = formats::decodePickle(piece);
        if (!graph) {
            Error failure = std::move(graph).error();
            failure.offset = failure.offset.value_or(0) + m_at;
            return fail(std::move(failure));
        }
        CAIRN_TRY(requirePlain(*graph, "a header of a storage or tensor", classEnding));
        m_at += graph->endOffset();
        return graph;
    }

    /// The rest of the member as one pickle.
    [[nodiscard]] Result<PickleGraph> lastPickle()
    {
        CAIRN_ASSIGN(graph, formats::decodePickle(m_bytes, m_at, {}, m_progress));
        CAIRN_TRY(requirePlain(graph, "the list of views"));
        return std::move(graph);
    }

    /// A pickled count of what follows.
    [[nodiscard]] Result<std::uint64_t> count()
    {
        const std::uint64_t begin = m_at;
        CAIRN_ASSIGN(graph, smallPickle({}));
        if (!graph.is(graph.root(), NodeKind::Int) || graph.intValue(graph.root()) < 0) {
            return broken(message("it does not begin with a count"), begin);
        }
        return static_cast<std::uint64_t>(graph.intValue(graph.root()));
    }

    template <typename T>
    [[nodiscard]] Result<T> number()
    {
        std::array<std::byte, sizeof(T)> bytes{};
        CAIRN_TRY(m_bytes->readAt(m_at, bytes));
        m_at += sizeof(T);
        return loadLittle<T>(bytes.data());
    }

    /// Appends `count` numbers of 64 bits.
    [[nodiscard]] Result<void> numbers(std::size_t count, std::vector<std::int64_t>& out)
    {
        CAIRN_ASSIGN(bytes, m_bytes->readBytes(m_at, count * sizeof(std::int64_t)));
        for (std::size_t i = 0; i < count; ++i) {
            out.push_back(loadLittle<std::int64_t>(bytes.data() + i * sizeof(std::int64_t)));
        }
        m_at += bytes.size();
        return {};
    }

    [[nodiscard]] Result<void> skip(std::uint64_t bytes)
    {
        if (bytes > left()) {
            return fail(error(ErrorCode::Truncated, message("a storage needs %1 bytes, but only %2 are left",
                                                            groupedDigits(bytes), groupedDigits(left())))
                            .at(m_at));
        }
        m_at += bytes;
        return {};
    }

    [[nodiscard]] std::unexpected<Error> broken(Message what) const { return broken(std::move(what), m_at); }

private:
    Member(SourcePtr bytes, std::uint64_t fileOffset, const Progress* progress)
        : m_bytes(std::move(bytes)), m_fileOffset(fileOffset), m_progress(progress)
    {
    }

    [[nodiscard]] std::uint64_t left() const { return m_bytes->sizeBytes() - m_at; }
    [[nodiscard]] static std::unexpected<Error> broken(Message what, std::uint64_t offset)
    {
        return fail(error(ErrorCode::TarBroken, std::move(what)).at(offset));
    }

    SourcePtr m_bytes;
    std::uint64_t m_fileOffset;
    const Progress* m_progress;
    std::uint64_t m_at = 0;
};

namespace {

/// The parts of a pickled tuple; none if the pickle is something else.
std::span<const NodeId> tupleParts(const PickleGraph& graph, NodeId node, std::size_t count)
{
    const bool fits = graph.is(node, NodeKind::Tuple) && graph.tuple(node).size() == count;
    return fits ? graph.tuple(node) : std::span<const NodeId>{};
}

/// Keys are numbers; the pickle has them as text.
std::optional<std::int64_t> keyOf(const PickleGraph& graph, NodeId node)
{
    if (graph.is(node, NodeKind::Int)) {
        return graph.intValue(node);
    }
    const std::string_view text = graph.isText(node) ? graph.text(node) : std::string_view{};
    std::int64_t key = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), key);
    const bool isNumber = failure == std::errc{} && end == text.data() + text.size();
    return isNumber ? std::optional(key) : std::nullopt;
}

/// "FloatStorage" and "FloatTensor" are both of float32.
std::optional<Dtype> dtypeOfClass(const PickleGraph& graph, NodeId node, std::string_view ending)
{
    if (!graph.is(node, NodeKind::Global) || !graph.global(node).name.ends_with(ending)) {
        return std::nullopt;
    }
    std::string name = graph.global(node).name;
    name.resize(name.size() - ending.size());
    return formats::dtypeByStorageClass(name + "Storage");
}

} // namespace

Result<void> TarTensors::load(const SourcePtr& file, std::uint32_t sourceId, const formats::TarMember& storages,
                              const formats::TarMember& tensors, const Progress* progress)
{
    CAIRN_ASSIGN(storagesMember, Member::open(file, storages, progress));
    if (auto done = readStorages(storagesMember, sourceId); !done) {
        return fail(std::move(done).error().in("member \"storages\""));
    }
    CAIRN_ASSIGN(tensorsMember, Member::open(file, tensors, progress));
    if (auto done = readTensors(tensorsMember); !done) {
        return fail(std::move(done).error().in("member \"tensors\""));
    }
    return {};
}

Result<void> TarTensors::readStorages(Member& member, std::uint32_t sourceId)
{
    CAIRN_ASSIGN(count, member.count());
    for (std::uint64_t i = 0; i < count; ++i) {
        CAIRN_TRY(readStorage(member, sourceId));
    }
    return readViews(member);
}

/// A pickled (key, location, class), the number of elements, the bytes.
Result<void> TarTensors::readStorage(Member& member, std::uint32_t sourceId)
{
    CAIRN_ASSIGN(graph, member.smallPickle("Storage"));
    const auto parts = tupleParts(graph, graph.root(), 3);
    const auto dtype = parts.empty() ? std::nullopt : dtypeOfClass(graph, parts[2], "Storage");
    const auto number = parts.empty() ? std::nullopt : keyOf(graph, parts[0]);
    if (!dtype || !number || !graph.isText(parts[1])) {
        return member.broken(message("a storage is not described by a number, a device tag and a storage class"));
    }
    CAIRN_ASSIGN(numel, member.number<std::int64_t>());
    const auto bytes = numel < 0 ? std::nullopt : storageBytesFor(static_cast<std::uint64_t>(numel), *dtype);
    if (!bytes) {
        return member.broken(message("a storage claims %1 elements", std::to_string(numel)));
    }
    const std::string key = std::to_string(*number);
    const std::string_view tag = graph.text(parts[1]);
    Storage storage;
    storage.bytes = *bytes;
    storage.offset = member.fileOffset();
    storage.source = sourceId;
    storage.device = m_builder.device(tag);
    storage.dtype = *dtype;
    CAIRN_TRY(member.skip(*bytes));
    if (Message problem = deviceTagProblem(tag); !problem.empty()) {
        m_builder.addIssue({ErrorCode::DeviceTag, Severity::Warning, std::move(problem), "storage " + key});
    }
    const StorageUse use{m_builder.addStorage(storage, key), *dtype, 0};
    m_storages[*number] = {use, static_cast<std::uint64_t>(numel)};
    return {};
}

/// A pickled list of (key, key of the storage it looks into, first element, number of elements).
Result<void> TarTensors::readViews(Member& member)
{
    CAIRN_ASSIGN(graph, member.lastPickle());
    bool good = graph.is(graph.root(), NodeKind::List) || graph.is(graph.root(), NodeKind::Tuple);
    if (good) {
        graph.forEachElement(graph.root(), [&](NodeId view) {
            const auto parts = tupleParts(graph, view, 4);
            good = !parts.empty() && graph.is(parts[2], NodeKind::Int) && graph.is(parts[3], NodeKind::Int);
            const auto key = good ? keyOf(graph, parts[0]) : std::nullopt;
            const auto rootKey = key ? keyOf(graph, parts[1]) : std::nullopt;
            const auto root = rootKey ? m_storages.find(*rootKey) : m_storages.end();
            good = root != m_storages.end() && graph.intValue(parts[2]) >= 0 && graph.intValue(parts[3]) >= 0;
            if (good) {
                const auto offset = static_cast<std::uint64_t>(graph.intValue(parts[2]));
                const auto numel = static_cast<std::uint64_t>(graph.intValue(parts[3]));
                SavedStorage saved = root->second;
                good = offset <= saved.numel && numel <= saved.numel - offset;
                saved.use.viewOffset += offset;
                saved.numel = numel;
                m_storages[*key] = saved;
            }
            return good;
        });
    }
    if (!good) {
        return member.broken(message("its list of views has one that lies in no storage"));
    }
    return {};
}

Result<void> TarTensors::readTensors(Member& member)
{
    CAIRN_ASSIGN(count, member.count());
    for (std::uint64_t i = 0; i < count; ++i) {
        CAIRN_TRY(readTensor(member));
    }
    return {};
}

/// A pickled (key, storage key, class), then rank, sizes, strides and offset.
Result<void> TarTensors::readTensor(Member& member)
{
    CAIRN_ASSIGN(graph, member.smallPickle("Tensor"));
    const auto parts = tupleParts(graph, graph.root(), 3);
    const auto dtype = parts.empty() ? std::nullopt : dtypeOfClass(graph, parts[2], "Tensor");
    const auto key = parts.empty() ? std::nullopt : keyOf(graph, parts[0]);
    if (!dtype || !key) {
        return member.broken(
            message("a tensor is not described by its number, that of its storage and a tensor class"));
    }
    SavedTensor tensor;
    tensor.dtype = *dtype;
    std::uint64_t viewOffset = 0;
    if (!graph.is(parts[1], NodeKind::None)) { // None: a tensor that never had elements
        const auto use = storage(graph, parts[1]);
        if (!use) {
            return member.broken(message("a tensor lies in a storage that is not in the file"));
        }
        tensor.storage = use->storage;
        tensor.dtype = use->dtype; // as torch has it
        viewOffset = use->viewOffset;
    }
    CAIRN_ASSIGN(rank, member.number<std::int32_t>());
    CAIRN_ASSIGN(unused, member.number<std::int32_t>()); // the rank was once written with 64 bits
    (void)unused;
    constexpr std::int32_t maxRank = 255;
    if (rank < 0 || rank > maxRank) {
        return member.broken(message("a tensor claims %1 dimensions", std::to_string(rank)));
    }
    tensor.rank = static_cast<std::uint8_t>(rank);
    tensor.dims = m_dims.size();
    CAIRN_TRY(member.numbers(std::size_t{tensor.rank} * 2, m_dims));
    CAIRN_ASSIGN(offset, member.number<std::int64_t>());
    const auto total = checkedAdd(offset, static_cast<std::int64_t>(viewOffset));
    if (!total) {
        return member.broken(message("a tensor claims to begin at element %1", std::to_string(offset)));
    }
    tensor.offset = *total;
    m_tensors[*key] = tensor;
    return {};
}

bool TarTensors::read(const PickleGraph& graph, NodeId pid, TensorSpec& spec)
{
    const auto key = keyOf(graph, pid);
    const auto found = key ? m_tensors.find(*key) : m_tensors.end();
    if (found == m_tensors.end()) {
        return false;
    }
    const SavedTensor& tensor = found->second;
    const auto dims = std::span(m_dims).subspan(tensor.dims, std::size_t{tensor.rank} * 2);
    spec.storage = tensor.storage;
    spec.dtype = tensor.dtype;
    spec.offset = tensor.offset;
    spec.sizes.assign(dims.begin(), dims.begin() + tensor.rank);
    spec.strides.assign(dims.begin() + tensor.rank, dims.end());
    if (tensor.storage == kNoId) {
        spec.device = "cpu";
    }
    return true;
}

std::optional<StorageUse> TarTensors::storage(const PickleGraph& graph, NodeId pid)
{
    const auto key = keyOf(graph, pid);
    const auto found = key ? m_storages.find(*key) : m_storages.end();
    return found == m_storages.end() ? std::nullopt : std::optional(found->second.use);
}

} // namespace cairn::checkpoint
