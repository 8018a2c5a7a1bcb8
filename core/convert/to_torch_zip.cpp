#include "core/convert/to_torch_zip.h"

#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/checkpoint/open.h"
#include "core/convert/torch_zip_writer.h"
#include "core/formats/pickle_writer.h"

#include <algorithm>
#include <span>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::Tensor;
using formats::DtypeInfo;
using formats::PickleWriter;

namespace {

using Difference = std::optional<std::string>;

std::string storageKey(std::size_t index)
{
    return std::to_string(index);
}

/// Numbers of the storages: those of the tensors that are nobody else's second name, in their order.
std::vector<std::size_t> storageNumbers(const std::vector<NamedTensor>& tensors)
{
    std::vector<std::size_t> numbers(tensors.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        numbers[i] = tensors[i].sameAs == NamedTensor::kItself ? next++ : numbers[tensors[i].sameAs];
    }
    return numbers;
}

void writeTuple(PickleWriter& pickle, std::span<const std::int64_t> numbers)
{
    if (numbers.empty()) {
        pickle.emptyTuple();
        return;
    }
    if (numbers.size() > 3) {
        pickle.mark();
    }
    for (const std::int64_t number : numbers) {
        pickle.integer(number);
    }
    pickle.tuple(numbers.size());
}

std::vector<std::int64_t> rowMajor(std::span<const std::int64_t> sizes)
{
    std::vector<std::int64_t> strides(sizes.size());
    std::int64_t stride = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        strides[i] = stride;
        stride *= std::max<std::int64_t>(sizes[i], 1); // fits: a size of a tensor that was found to have its bytes
    }
    return strides;
}

void writeTensor(PickleWriter& pickle, const Checkpoint& source, const NamedTensor& named, const std::string& key,
                 std::string_view tag)
{
    const Tensor& tensor = source.tensors()[named.tensor];
    const DtypeInfo& dtype = formats::dtypeInfo(named.dtype);
    const bool isTyped = !dtype.storageClass.empty();
    const std::uint64_t bytes = writtenBytes(source, named);
    pickle.global("torch._utils", isTyped ? "_rebuild_tensor_v2" : "_rebuild_tensor_v3");
    pickle.mark();
    if (isTyped) {
        pickle.storage("torch", dtype.storageClass, key, tag, bytes / dtype.storageBytes);
    } else {
        pickle.storage("torch.storage", "UntypedStorage", key, tag, bytes);
    }
    pickle.integer(0);
    writeTuple(pickle, source.shape(tensor));
    writeTuple(pickle, rowMajor(source.shape(tensor)));
    pickle.boolean(tensor.requiresGrad);
    pickle.emptyOrderedDict(); // of hooks
    if (!isTyped) {
        pickle.global("torch", dtype.name);
    }
    pickle.tuple(isTyped ? 6 : 7);
    pickle.reduce();
}

bool isSameTensor(const Checkpoint& source, const NamedTensor& named, const Checkpoint& copy, const Tensor& written)
{
    const Tensor& tensor = source.tensors()[named.tensor];
    return written.dtype == named.dtype && written.offset == 0 && written.requiresGrad == tensor.requiresGrad &&
           std::ranges::equal(copy.shape(written), source.shape(tensor)) &&
           std::ranges::equal(copy.stride(written), rowMajor(source.shape(tensor)));
}

/// A written storage: a range of the file.
Result<bool> hasValues(const Checkpoint& source, const NamedTensor& named, const Checkpoint& copy,
                       const Tensor& written, Progress* progress)
{
    const checkpoint::Storage& storage = copy.storages()[written.storage];
    if (storage.source == checkpoint::kNoId || storage.bytes != writtenBytes(source, named)) {
        return false;
    }
    return hasSameValues(source, named, *copy.sources()[storage.source].bytes, storage.offset, progress);
}

} // namespace

std::uint64_t TorchZipPlan::fileBytes() const noexcept
{
    return TorchZipWriter::mostBytes(tensors.size(), dataBytes + pickle->sizeBytes());
}

Result<TorchZipPlan> planTorchZip(const Checkpoint& source, const TensorSet& set, const devices::Placement& placement)
{
    TorchZipPlan plan;
    plan.tensors = set.tensors;
    const auto numbers = storageNumbers(plan.tensors);
    PickleWriter pickle;
    pickle.emptyOrderedDict();
    formats::PickleBatches batches(pickle, formats::PickleOp::SetItems);
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        const NamedTensor& named = plan.tensors[i];
        const DtypeInfo& dtype = formats::dtypeInfo(named.dtype);
        if (dtype.storageClass.empty() && dtype.sinceTorch.empty()) {
            return fail(error(ErrorCode::Unsupported, "tensor " + inQuotes(named.name) + " has the dtype " +
                                                          std::string(dtype.name) + ", which no PyTorch has")
                            .fix("Leave it out with --drop"));
        }
        if (dtype.storageClass.empty() && source.tensors()[named.tensor].requiresGrad) {
            return fail(error(ErrorCode::Unsupported, "tensor " + inQuotes(named.name) + " would be of the dtype " +
                                                          std::string(dtype.name) + " and require grad")
                            .because("PyTorch could not load it: torch.load fails to make such a tensor")
                            .fix("Write --to safetensors, or another dtype"));
        }
        batches.item();
        pickle.text(named.name);
        plan.tags.emplace_back(placement.target(source.tensors()[named.tensor].storage));
        writeTensor(pickle, source, named, storageKey(numbers[i]), plan.tags.back());
        plan.dataBytes += named.sameAs == NamedTensor::kItself ? writtenBytes(source, named) : 0;
    }
    batches.close();
    plan.pickle = pickle.finish();
    return plan;
}

Result<void> writeTorchZip(const Checkpoint& source, const TorchZipPlan& plan, FileSink& sink, Overflows& overflows,
                           Progress* progress)
{
    TorchZipWriter zip(sink);
    CAIRN_TRY(zip.begin(*plan.pickle, false));
    std::size_t number = 0;
    for (const NamedTensor& named : plan.tensors) {
        if (named.sameAs != NamedTensor::kItself) {
            continue;
        }
        CAIRN_TRY(zip.beginStorage(storageKey(number++), writtenBytes(source, named)));
        auto copied = copyTensor(source, named, sink, Checksum::Crc32, progress);
        if (!copied) {
            return fail(std::move(copied).error().in("tensor " + inQuotes(named.name)));
        }
        if (copied->overflows != 0) {
            overflows.emplace_back(named.name, copied->overflows);
        }
        CAIRN_TRY(zip.endStorage(copied->crc));
    }
    return zip.finish();
}

Result<Difference> firstDifference(const Checkpoint& source, const TorchZipPlan& plan, const std::string& path,
                                   Progress* progress)
{
    CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(path, progress));
    const Entry& root = copy->entries()[0];
    if (root.childCount != plan.tensors.size()) {
        return Difference("it has " + countOf(root.childCount, "tensor") + " instead of " +
                          groupedDigits(plan.tensors.size()));
    }
    std::vector<checkpoint::StorageId> storages;
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        const NamedTensor& named = plan.tensors[i];
        const Entry& entry = copy->entries()[root.firstChild + i];
        if (entry.kind != checkpoint::EntryKind::Tensor || copy->keyText(entry) != named.name) {
            return Difference("tensor " + inQuotes(named.name) + " is not in its place");
        }
        const Tensor& written = copy->tensors()[entry.payload];
        storages.push_back(written.storage);
        if (!isSameTensor(source, named, *copy, written)) {
            return Difference("tensor " + inQuotes(named.name) + " has another dtype, shape or stride");
        }
        if (copy->deviceTag(copy->storages()[written.storage].device) != plan.tags[i]) {
            return Difference("tensor " + inQuotes(named.name) + " has another tag");
        }
        if (named.sameAs != NamedTensor::kItself) {
            if (written.storage != storages[named.sameAs]) {
                return Difference("tensor " + inQuotes(named.name) + " does not share its storage");
            }
            continue;
        }
        CAIRN_ASSIGN(same, hasValues(source, named, *copy, written, progress));
        if (!same) {
            return Difference("the values of tensor " + inQuotes(named.name) + " are not the same");
        }
    }
    return Difference();
}

} // namespace cairn::convert
