#include "core/convert/tensors/to_dcp.h"

#include "core/base/files/byte_blocks.h"
#include "core/base/progress.h"
#include "core/base/stable_sort.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pieces/dcp_names.h"
#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/readers/pickled_tree.h"
#include "core/checkpoint/source_mode.h"
#include "core/convert/common/folder_sink.h"
#include "core/convert/common/target.h"
#include "core/convert/common/torch_zip_writer.h"
#include "core/convert/tensors/dcp_items.h"
#include "core/convert/tensors/plain_pickle.h"
#include "core/formats/pickle/pickle_writer.h"
#include "core/formats/pickle/tensor_pickle.h"

#include <algorithm>
#include <filesystem>
#include <queue>
#include <unordered_map>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::PickledTree;
using checkpoint::Tensor;
using formats::PickleOp;
using formats::PickleWriter;
namespace dcp = checkpoint::dcp;

namespace {

bool isDcpFile(std::string_view name)
{
    return name == dcp::kMetadataFile || name.ends_with(dcp::kFileEnding);
}

/// As torch calls the files of the rank of that number.
std::string fileName(std::size_t number)
{
    return "__" + std::to_string(number) + "_0" + std::string(dcp::kFileEnding);
}

/// Where an item lies.
struct Place {
    std::size_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// Writes the metadata of a folder as torch 2.6 and later read it.
class MetadataWriter {
public:
    MetadataWriter(const Checkpoint& source, const DcpPlan& plan, const std::vector<Place>& places)
        : m_source(source), m_plan(plan), m_places(places)
    {
    }

    SourcePtr run()
    {
        object(dcp::kMetadataModule, dcp::kMetadata);
        m_pickle.emptyDict();
        m_pickle.mark();
        m_pickle.text(dcp::kStateDict);
        dict([&](std::size_t i) {
            m_pickle.text(m_plan.items[i].name);
            m_plan.items[i].isTensor ? writeTensor(m_plan.items[i]) : object(dcp::kMetadataModule, dcp::kBytes);
        });
        m_pickle.text(dcp::kPlanner);
        dict([&](std::size_t i) {
            m_pickle.text(m_plan.items[i].name);
            writePath(m_plan.items[i]);
        });
        m_pickle.text(dcp::kPlaces);
        dict([&](std::size_t i) {
            writeIndex(m_plan.items[i]);
            writePlace(m_places[i]);
        });
        m_pickle.text("storage_meta");
        m_pickle.none();
        m_pickle.text("version");
        m_pickle.text("1.0.0");
        m_pickle.setItems();
        m_pickle.build();
        return m_pickle.finish();
    }

private:
    template <typename Write>
    void dict(const Write& write)
    {
        m_pickle.emptyDict();
        formats::PickleBatches batches(m_pickle, PickleOp::SetItems);
        for (std::size_t i = 0; i < m_plan.items.size(); ++i) {
            batches.item();
            write(i);
        }
        batches.close();
    }

    void object(std::string_view module, std::string_view name)
    {
        m_pickle.global(module, name);
        m_pickle.emptyTuple();
        m_pickle.newObject();
    }

    void size(std::span<const std::int64_t> sizes)
    {
        m_pickle.global("torch", "Size");
        formats::writeTuple(m_pickle, sizes);
        m_pickle.tuple(1);
        m_pickle.reduce();
    }

    [[nodiscard]] std::span<const std::int64_t> shapeOf(const DcpItem& item) const
    {
        return m_source.shape(tensorOf(item));
    }
    [[nodiscard]] const Tensor& tensorOf(const DcpItem& item) const
    {
        return m_source.tensors()[m_plan.tensors[item.tensors.front()].tensor];
    }

    void writeTensor(const DcpItem& item)
    {
        const std::vector<std::int64_t> origin(shapeOf(item).size());
        object(dcp::kMetadataModule, dcp::kTensor);
        m_pickle.emptyDict();
        m_pickle.mark();
        m_pickle.text("properties");
        writeProperties(item);
        m_pickle.text("size");
        size(shapeOf(item));
        m_pickle.text("chunks");
        m_pickle.emptyList();
        m_pickle.mark();
        object(dcp::kMetadataModule, dcp::kChunk);
        m_pickle.emptyDict();
        m_pickle.mark();
        m_pickle.text("offsets");
        size(origin);
        m_pickle.text("sizes");
        size(shapeOf(item));
        m_pickle.setItems();
        m_pickle.build();
        m_pickle.appends();
        m_pickle.setItems();
        m_pickle.build();
    }

    /// dtype, layout, requires_grad, the encoding of the memory format (0: contiguous), pin_memory
    void writeProperties(const DcpItem& item)
    {
        object(dcp::kMetadataModule, dcp::kProperties);
        m_pickle.mark();
        m_pickle.global("torch", formats::dtypeInfo(m_plan.tensors[item.tensors.front()].dtype).name);
        m_pickle.global("torch.serialization", "_get_layout");
        m_pickle.text("torch.strided");
        m_pickle.tuple(1);
        m_pickle.reduce();
        m_pickle.boolean(tensorOf(item).requiresGrad);
        m_pickle.global(dcp::kMetadataModule, dcp::kMemoryFormat);
        m_pickle.integer(0);
        m_pickle.tuple(1);
        m_pickle.reduce();
        m_pickle.boolean(false);
        m_pickle.tuple(5);
        m_pickle.build();
    }

    void writePath(const DcpItem& item)
    {
        if (item.path.size() > 3) {
            m_pickle.mark();
        }
        for (const auto& step : item.path) {
            step.index ? m_pickle.integer(*step.index) : m_pickle.text(step.key);
        }
        m_pickle.tuple(item.path.size());
    }

    void writeIndex(const DcpItem& item)
    {
        object(dcp::kMetadataModule, dcp::kIndex);
        m_pickle.emptyDict();
        m_pickle.mark();
        m_pickle.text("fqn");
        m_pickle.text(item.name);
        if (item.isTensor) {
            m_pickle.text("offset");
            size(std::vector<std::int64_t>(shapeOf(item).size()));
            m_pickle.text("index");
            m_pickle.integer(0);
        }
        m_pickle.setItems();
        m_pickle.build();
    }

    void writePlace(const Place& place)
    {
        object(dcp::kStorageModule, dcp::kPlace);
        m_pickle.emptyDict();
        m_pickle.mark();
        m_pickle.text("relative_path");
        m_pickle.text(fileName(place.file));
        m_pickle.text("offset");
        m_pickle.integer(static_cast<std::int64_t>(place.offset));
        m_pickle.text("length");
        m_pickle.integer(static_cast<std::int64_t>(place.bytes));
        m_pickle.setItems();
        m_pickle.build();
    }

    const Checkpoint& m_source;
    const DcpPlan& m_plan;
    const std::vector<Place>& m_places;
    PickleWriter m_pickle;
};

/// Writes an item as the file of torch.save that it is.
Result<void> writeItem(const Checkpoint& source, const DcpPlan& plan, const DcpItem& item, FileSink& sink,
                       Overflows& overflows, Progress* progress)
{
    TorchZipWriter zip(sink);
    const SourcePtr pickle = item.isTensor ? tensorPickle(source, plan.tensors[item.tensors.front()]) : item.pickle;
    CAIRN_TRY(zip.begin(*pickle, false));
    for (std::size_t i = 0; i < item.tensors.size(); ++i) {
        const NamedTensor& named = plan.tensors[item.tensors[i]];
        CAIRN_TRY(zip.beginStorage(std::to_string(i), writtenBytes(source, named)));
        CAIRN_ASSIGN(copied, copyTensor(source, named, sink, Checksum::Crc32, progress));
        if (copied.overflows != 0) {
            overflows.emplace_back(named.name, copied.overflows);
        }
        CAIRN_TRY(zip.endStorage(copied.crc));
    }
    return zip.finish();
}

/// Finds rows of a written folder by their paths.
class RowFinder {
public:
    explicit RowFinder(const Checkpoint& copy) : m_copy(copy) {}

    [[nodiscard]] std::optional<EntryId> find(const DcpItem& item)
    {
        EntryId row = 0;
        for (const auto& step : item.path) {
            const auto& below = keysOf(row);
            const auto child = below.find(step.key);
            if (child == below.end()) {
                return std::nullopt;
            }
            row = child->second;
        }
        return row;
    }

private:
    const std::unordered_map<std::string, EntryId>& keysOf(EntryId row)
    {
        const auto [known, isNew] = m_keys.try_emplace(row);
        if (isNew) {
            const Entry& entry = m_copy.entries()[row];
            for (EntryId id = entry.firstChild; id < entry.firstChild + entry.childCount; ++id) {
                known->second.emplace(m_copy.keyText(m_copy.entries()[id]), id);
            }
        }
        return known->second;
    }

    const Checkpoint& m_copy;
    std::unordered_map<EntryId, std::unordered_map<std::string, EntryId>> m_keys;
};

/// Compares one written folder with its plan.
class DcpComparison {
public:
    DcpComparison(const Checkpoint& source, const DcpPlan& plan, const Checkpoint& copy, const PickledTree& tree,
                  Progress* progress)
        : m_source(source), m_plan(plan), m_copy(copy), m_tree(tree), m_finder(copy), m_progress(progress)
    {
    }

    Result<Difference> run()
    {
        for (const DcpItem& item : m_plan.items) {
            const auto row = m_finder.find(item);
            if (!row) {
                return Difference(message("%1 is not in its place", inQuotes(item.name)));
            }
            CAIRN_ASSIGN(difference, item.isTensor ? compareTensor(item, *row) : compareValue(item, *row));
            if (difference) {
                return difference;
            }
        }
        return Difference();
    }

private:
    Result<Difference> compareTensor(const DcpItem& item, EntryId row)
    {
        const NamedTensor& named = m_plan.tensors[item.tensors.front()];
        const Tensor& tensor = m_source.tensors()[named.tensor];
        const Entry& entry = m_copy.entries()[row];
        const Message name = message("tensor %1", inQuotes(item.name));
        if (entry.kind != EntryKind::Tensor) {
            return Difference(message("%1 is not in its place", name));
        }
        const Tensor& written = m_copy.tensors()[entry.payload];
        const bool canTrain = !formats::dtypeInfo(named.dtype).storageClass.empty(); // a reader has no others
        if (!hasForm(named, written) || written.requiresGrad != (canTrain && tensor.requiresGrad)) {
            return Difference(message("%1 has another dtype, shape or stride", name));
        }
        return compareNumbers(named, written, name);
    }

    /// Equal values give equal pickles.
    Result<Difference> compareValue(const DcpItem& item, EntryId row)
    {
        TensorNodes nodes;
        std::unordered_map<formats::NodeId, const Tensor*> tensors;
        forEachRowIn(m_copy, row, [&](EntryId id) {
            const Entry& entry = m_copy.entries()[id];
            if (entry.kind == EntryKind::Tensor) {
                const auto tensor = static_cast<checkpoint::TensorId>(entry.payload);
                nodes.emplace(m_tree.node(id),
                              NamedTensor{.name = {}, .tensor = tensor, .dtype = m_copy.tensors()[tensor].dtype});
                tensors.emplace(m_tree.node(id), &m_copy.tensors()[tensor]);
            }
        });
        const Message name = message("the value %1", inQuotes(item.name));
        const auto written = plainPickle(m_tree, m_tree.node(row), m_copy, nodes);
        if (!written || written->tensors.size() != item.tensors.size()) {
            return Difference(message("%1 is not the same", name));
        }
        CAIRN_ASSIGN(same, haveSameBytes(*item.pickle, *written->pickle));
        if (!same) {
            return Difference(message("%1 is not the same", name));
        }
        for (std::size_t i = 0; i < item.tensors.size(); ++i) {
            CAIRN_ASSIGN(difference,
                         compareNumbers(m_plan.tensors[item.tensors[i]], *tensors.at(written->tensors[i]), name));
            if (difference) {
                return difference;
            }
        }
        return Difference();
    }

    [[nodiscard]] bool hasForm(const NamedTensor& named, const Tensor& written) const
    {
        const auto shape = m_source.shape(m_source.tensors()[named.tensor]);
        return written.dtype == named.dtype && written.offset == 0 &&
               std::ranges::equal(m_copy.shape(written), shape) &&
               std::ranges::equal(m_copy.stride(written), formats::rowMajorStrides(shape));
    }

    Result<Difference> compareNumbers(const NamedTensor& named, const Tensor& written, const Message& name)
    {
        const std::uint64_t bytes = writtenBytes(m_source, named);
        if (bytes == 0) {
            return Difference();
        }
        const checkpoint::Storage& storage = m_copy.storages()[written.storage];
        if (storage.source == checkpoint::kNoId || storage.bytes != bytes) {
            return Difference(message("%1 has no numbers, or another count of them", name));
        }
        CAIRN_ASSIGN(
            same, hasSameValues(m_source, named, *m_copy.sources()[storage.source].bytes, storage.offset, m_progress));
        return same ? Difference() : Difference(message("the numbers of %1 are not the same", name));
    }

    static Result<bool> haveSameBytes(const ByteSource& planned, const ByteSource& written)
    {
        if (planned.sizeBytes() != written.sizeBytes()) {
            return false;
        }
        std::uint64_t offset = 0;
        bool same = true;
        Bytes other;
        const auto compare = [&](std::span<const std::byte> block) -> Result<void> {
            other.resize(block.size());
            CAIRN_TRY(written.readAt(offset, other));
            same = same && std::ranges::equal(block, other);
            offset += block.size();
            return {};
        };
        CAIRN_TRY(forEachBlock(planned, compare));
        return same;
    }

    const Checkpoint& m_source;
    const DcpPlan& m_plan;
    const Checkpoint& m_copy;
    const PickledTree& m_tree;
    RowFinder m_finder;
    Progress* m_progress;
};

} // namespace

std::size_t DcpPlan::values() const noexcept
{
    return static_cast<std::size_t>(std::ranges::count(items, false, &DcpItem::isTensor));
}

std::uint64_t DcpPlan::fileBytes() const noexcept
{
    constexpr std::uint64_t perItem = 3072; // its pickle, and what the metadata says of it
    std::uint64_t bytes = perItem * items.size() + perItem;
    for (const DcpItem& item : items) {
        bytes += TorchZipWriter::mostBytes(item.tensors.size(), 0);
        bytes += 3 * item.name.size(); // in the metadata
    }
    return bytes + dataBytes + valueBytes;
}

DcpPlan planDcp(const Checkpoint& source, const TensorSet& set, std::size_t files)
{
    DcpPlan plan{.tensors = set.tensors, .items = set.items, .files = {}};
    plan.files.resize(std::max<std::size_t>(1, std::min(files, plan.items.size())));
    std::vector<std::uint64_t> sizes(plan.items.size());
    std::vector<std::size_t> order(plan.items.size());
    for (std::size_t i = 0; i < plan.items.size(); ++i) {
        const DcpItem& item = plan.items[i];
        const std::uint64_t pickled = item.pickle == nullptr ? 0 : item.pickle->sizeBytes();
        plan.valueBytes += pickled;
        sizes[i] = pickled;
        for (const std::size_t tensor : item.tensors) {
            sizes[i] += writtenBytes(source, plan.tensors[tensor]);
        }
        plan.dataBytes += sizes[i] - pickled;
        order[i] = i;
    }
    // The largest first, each into the file that has the least.
    stableSort(order, [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    using Load = std::pair<std::uint64_t, std::size_t>;
    std::priority_queue<Load, std::vector<Load>, std::greater<>> least;
    for (std::size_t file = 0; file < plan.files.size(); ++file) {
        least.emplace(0, file);
    }
    for (const std::size_t item : order) {
        auto [bytes, file] = least.top();
        least.pop();
        plan.files[file].push_back(item);
        least.emplace(bytes + sizes[item] + 1, file);
    }
    for (std::vector<std::size_t>& file : plan.files) {
        std::ranges::sort(file, {}, [&](std::size_t item) { return std::pair(plan.items[item].isTensor, item); });
    }
    return plan;
}

Result<void> checkDcpTarget(const Checkpoint& source, const std::string& target, FileSink::Existing existing)
{
    namespace fs = std::filesystem;
    CAIRN_TRY(refuseOwnSource(source, target));
    std::error_code failure;
    for (fs::directory_iterator file(target, failure), end; !failure && file != end; file.increment(failure)) {
        CAIRN_TRY(refuseOwnSource(source, file->path().string()));
    }
    return FolderSink::check(target, existing, isDcpFile);
}

Result<std::unique_ptr<FolderSink>> createDcp(const Checkpoint& source, const std::string& target,
                                              FileSink::Existing existing)
{
    CAIRN_TRY(checkDcpTarget(source, target, existing));
    return FolderSink::create(target, existing, isDcpFile, dcp::kMetadataFile, checkpoint::modeOfSource(source));
}

Result<std::uint64_t> writeDcp(const Checkpoint& source, const DcpPlan& plan, FolderSink& folder, Overflows& overflows,
                               Progress* progress)
{
    std::vector<Place> places(plan.items.size());
    std::uint64_t bytes = 0;
    for (std::size_t number = 0; number < plan.files.size(); ++number) {
        CAIRN_ASSIGN(sink, folder.addFile(fileName(number)));
        for (const std::size_t item : plan.files[number]) {
            const std::uint64_t offset = sink->position();
            if (auto written = writeItem(source, plan, plan.items[item], *sink, overflows, progress); !written) {
                return fail(std::move(written).error().in(inQuotes(plan.items[item].name)));
            }
            places[item] = {number, offset, sink->position() - offset};
        }
        bytes += sink->position();
        CAIRN_TRY(sink->commit());
    }
    const SourcePtr metadata = MetadataWriter(source, plan, places).run();
    CAIRN_TRY(writeSource(folder.last(), *metadata));
    CAIRN_TRY(folder.finish());
    return bytes + metadata->sizeBytes();
}

Result<Difference> firstDifference(const Checkpoint& source, const DcpPlan& plan, const std::string& path,
                                   Progress* progress)
{
    CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(path, progress));
    for (const Issue& issue : copy->issues()) {
        if (issue.severity == Severity::Error) {
            return Difference(message("it does not open as a whole: %1", issue.message));
        }
    }
    CAIRN_ASSIGN(tree, PickledTree::read(*copy, progress));
    if (tree->rows().entries().size() != copy->entries().size()) {
        return Difference(message("it changed while it was looked at"));
    }
    return DcpComparison(source, plan, *copy, *tree, progress).run();
}

} // namespace cairn::convert
