#include "core/checkpoint/readers/numpy_reader.h"

#include "core/base/checked.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/readers/join.h"
#include "core/checkpoint/readers/pickle_reader.h"
#include "core/checkpoint/readers/zip_pickles.h"
#include "core/formats/numpy/npy.h"
#include "core/formats/sources/spliced_source.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::NpyHeader;
using formats::ZipArchive;
using formats::ZipEntry;

namespace {

constexpr std::string_view kNpyEnding = ".npy";

/// The pickle behind the header of an array of objects.
Result<CheckpointPtr> readObjects(const SourcePtr& source, const std::string& path, const NpyHeader& header,
                                  const std::shared_ptr<ReadBudget>& budget, const Progress* progress)
{
    CAIRN_ASSIGN(pickle, SliceSource::make(source, header.dataOffset, source->sizeBytes() - header.dataOffset));
    CAIRN_ASSIGN(objects, readPickleIn(pickle, path, budget, progress));
    CheckpointBuilder builder(objects);
    builder.setFormat(Format::NumpyArray);
    return builder.finish();
}

/// A row that says what the array is, for those of which torch has no numbers.
void addDescription(CheckpointBuilder& builder, const NpyHeader& header)
{
    std::string shape = "(";
    for (std::size_t i = 0; i < header.shape.size(); ++i) {
        shape += (i == 0 ? "" : ", ") + std::to_string(header.shape[i]);
    }
    shape += header.shape.size() == 1 ? ",)" : ")";
    Entry row;
    row.type = builder.type("numpy.ndarray");
    row.kind = EntryKind::Value;
    row.valueKind = ValueKind::Literal;
    row.payload = builder.text("array of " + header.descr + " with the shape " + shape);
    builder.setPickledArray(builder.addEntry(row), {});
    builder.addIssue(ErrorCode::Unsupported, Severity::Warning,
                     message("its elements are %1, which no tensor can hold", inQuotes(header.descr)));
}

Result<void> addArray(CheckpointBuilder& builder, const NpyHeader& header, const SourcePtr& source,
                      const std::string& path)
{
    std::vector<std::int64_t> sizes = header.shape;
    const bool isEmpty = std::erase(sizes, 0) != 0; // NumPy minds how large it would be without its zeros
    const auto elements = productOf(sizes);
    const auto whole = elements ? checkedMultiply<std::uint64_t>(*elements, header.itemBytes) : std::nullopt;
    const std::uint64_t bytes = isEmpty ? 0 : whole.value_or(0);
    if (!whole || *whole > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        return fail(ErrorCode::TensorHuge, message("the shape has more elements than a tensor can have"));
    }
    const std::uint64_t there = source->sizeBytes() - header.dataOffset;
    if (bytes > there) {
        return fail(error(ErrorCode::Truncated, message("the array needs %1 bytes, but only %2 are left in the file",
                                                        std::to_string(bytes), std::to_string(there)))
                        .at(header.dataOffset)
                        .fix(message("The file is incomplete: compare its size with the original and copy it again")));
    }
    if (bytes < there) {
        builder.addIssue(ErrorCode::PickleLeftOver, Severity::Info,
                         message("%1 follow the array", countOf(there - bytes, "byte")));
    }
    std::vector<std::int64_t> strides;
    rowMajorStrides(header.shape, strides);
    if (header.isFortranOrder) { // as of the axes in the other order
        std::vector<std::int64_t> backwards(header.shape.rbegin(), header.shape.rend());
        rowMajorStrides(backwards, strides);
        std::ranges::reverse(strides);
    }
    const std::uint32_t file = builder.addSource({source, path, true});
    Storage storage;
    storage.bytes = bytes;
    storage.offset = header.dataOffset;
    storage.source = file;
    storage.device = builder.device("cpu");
    storage.dtype = *header.dtype;
    storage.byteOrder = header.isBigEndian ? ByteOrder::Big : ByteOrder::Little;
    Entry row;
    row.type = builder.type("numpy.ndarray");
    row.kind = EntryKind::Tensor;
    const EntryId id = builder.addEntry(row);
    Tensor tensor;
    tensor.entry = id;
    tensor.storage = builder.addStorage(storage, "array");
    tensor.device = storage.device;
    tensor.dtype = storage.dtype;
    builder.entry(id).payload = builder.addTensor(tensor, header.shape, strides);
    return {};
}

/// `budget`: of the archive that it lies in; null for a file of its own.
Result<CheckpointPtr> readArray(const NpyHeader& header, const SourcePtr& source, const std::string& path,
                                const std::shared_ptr<ReadBudget>& budget, const Progress* progress)
{
    if (header.hasObjects) {
        return readObjects(source, path, header, budget, progress);
    }
    CheckpointBuilder builder(path, Format::NumpyArray, source->heldBytes(), budget);
    constexpr std::uint64_t mostByDefault = 10'000; // max_header_size of numpy.load
    if (header.headerBytes > mostByDefault) {
        builder.addFact(message("header of the array"), verbatim(countOf(header.headerBytes, "byte")),
                        FactKey::LongHeader);
    }
    if (header.dtype) {
        CAIRN_TRY(addArray(builder, header, source, path));
    } else {
        addDescription(builder, header);
    }
    return builder.finish();
}

/// Of each archive once: numpy.load stops at the first such array that is asked for.
void addFactsOf(const Checkpoint& array, CheckpointBuilder& builder)
{
    for (const FactKey key : {FactKey::Protocol, FactKey::LongHeader}) {
        const Fact* fact = array.fact(key);
        if (fact != nullptr && builder.current().fact(key) == nullptr) {
            builder.addFact(fact->name, fact->value, key);
        }
    }
}

} // namespace

Result<CheckpointPtr> readNpy(const SourcePtr& source, const std::string& path, const Progress* progress)
{
    CAIRN_ASSIGN(header, formats::readNpyHeader(*source));
    return readArray(header, source, path, nullptr, progress);
}

Result<CheckpointPtr> openPickledArray(const Checkpoint& checkpoint, const PickledArray& array,
                                       const Progress* progress)
{
    if (array.bytes == nullptr) {
        return fail(ErrorCode::Unsupported, message("what is in an array of objects or fields is not looked at"));
    }
    auto file = std::make_shared<formats::SplicedSource>(
        array.header,
        std::vector<formats::Splice>{
            {.at = array.header.size(), .source = array.bytes, .offset = 0, .bytes = array.bytes->sizeBytes()}});
    return readNpy(file, checkpoint.path(), progress);
}

bool isNpz(const ZipArchive& archive)
{
    return !archive.entries().empty() && std::ranges::all_of(archive.entries(), [&](const ZipEntry& entry) {
        return archive.name(entry).ends_with(kNpyEnding);
    });
}

Result<CheckpointPtr> readNpz(const std::shared_ptr<const ZipArchive>& archive, const std::string& path,
                              const Progress* progress, const std::shared_ptr<ReadBudget>& budget)
{
    CheckpointBuilder builder(path, Format::NumpyArchive, archive->source()->heldBytes(), budget);
    builder.setArchive(archive);
    for (const Issue& issue : archive->issues()) {
        builder.addIssue(issue);
    }
    std::vector<JoinPart> parts;
    for (const ZipEntry& entry : archive->entries()) {
        const std::string name(archive->name(entry));
        // What is unpacked to read its header.
        const std::uint64_t unpacked = std::min(entry.plainBytes, formats::InflatedChunk::kBytes);
        if (entry.method != ZipArchive::kStored && !builder.budget()->takeUnpacked(unpacked)) {
            return fail(tooMuchUnpacked(name, entry));
        }
        CAIRN_ASSIGN(unchecked, archive->recordSource(entry, formats::CrcCheck::Skip));
        CAIRN_ASSIGN(record, archive->recordSource(entry));
        const auto header = formats::readNpyHeader(*unchecked); // so that the rest is not unpacked for it
        // All of a pickle is decoded, which stays in memory.
        if (header && header->hasObjects && entry.method != ZipArchive::kStored &&
            !builder.budget()->takeUnpacked(entry.plainBytes - unpacked)) {
            return fail(tooMuchUnpacked(name, entry));
        }
        auto array =
            header ? readArray(*header, record, name, builder.budget(), progress) : fail(Error(header.error()));
        if (!array) {
            if (array.error().code == ErrorCode::Cancelled) {
                return fail(std::move(array).error());
            }
            builder.addUnread(array.error(), name);
            continue;
        }
        addFactsOf(**array, builder);
        std::string key = name.substr(0, name.size() - kNpyEnding.size());
        if (archive->find(key) != nullptr) {
            builder.addIssue(
                {ErrorCode::Ambiguous, Severity::Error,
                 message("two arrays are %1 to NumPy: the record of this name, and the array", inQuotes(key)), name});
        }
        const bool isCounted = header->hasObjects; // by the reader of pickles
        if (!isCounted && !builder.budget()->takeRows((*array)->entries().size(), key.size())) {
            return fail(ErrorCode::LimitExceeded, message("it has more rows than a file of its size may have"));
        }
        parts.push_back({.checkpoint = std::move(*array), .name = std::move(key)});
    }
    joinCheckpoints(builder, "numpy.lib.npyio.NpzFile", parts, JoinLayout::OneGroupEach);
    return builder.finish();
}

} // namespace cairn::checkpoint
