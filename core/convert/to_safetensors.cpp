#include "core/convert/to_safetensors.h"

#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/convert/target.h"
#include "core/convert/value_reader.h"
#include "core/formats/safetensors.h"

#include <algorithm>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Tensor;
using formats::SafetensorsHeader;
using formats::SafetensorsTensor;

namespace {

using Difference = std::optional<std::string>;

bool wantsStop(const Progress* progress)
{
    return progress != nullptr && progress->stopRequested();
}

/// The file that a storage's bytes lie in as they are, if they do.
const FileSource* fileOf(const Checkpoint& source, const checkpoint::Storage& storage)
{
    const checkpoint::StorageSource& from = source.sources()[storage.source];
    return from.isFile ? dynamic_cast<const FileSource*>(from.bytes.get()) : nullptr;
}

Result<void> writeTensor(const Checkpoint& source, const Tensor& tensor, FileSink& sink, Progress* progress)
{
    CAIRN_ASSIGN(layout, valueLayout(source, tensor));
    if (layout.elements == 0) {
        return {};
    }
    const checkpoint::Storage& storage = source.storages()[tensor.storage];
    if (layout.isContiguous() && layout.swapBytes == 1) {
        if (const FileSource* file = fileOf(source, storage)) {
            return copyRange(sink, *file, storage.offset + layout.begin, layout.bytes(), progress);
        }
    }
    ValueReader reader(source, std::move(layout));
    while (true) {
        if (wantsStop(progress)) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        CAIRN_ASSIGN(block, reader.next());
        if (block.empty()) {
            return {};
        }
        CAIRN_TRY(sink.write(block));
        if (progress != nullptr) {
            progress->add(block.size());
        }
    }
}

Result<bool> hasSameValues(const Checkpoint& source, const Tensor& tensor, const ByteSource& file, std::uint64_t offset,
                           Progress* progress)
{
    CAIRN_ASSIGN(layout, valueLayout(source, tensor));
    ValueReader reader(source, std::move(layout));
    Bytes written;
    while (true) {
        if (wantsStop(progress)) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        CAIRN_ASSIGN(block, reader.next());
        if (block.empty()) {
            return true;
        }
        written.resize(block.size());
        CAIRN_TRY(file.readAt(offset, written));
        if (!std::ranges::equal(block, written)) {
            return false;
        }
        offset += block.size();
        if (progress != nullptr) {
            progress->add(block.size());
        }
    }
}

Difference compareHeader(const Checkpoint& source, const SafetensorsPlan& plan, SafetensorsHeader& header)
{
    std::vector<std::pair<std::string, std::string>> metadata = plan.metadata;
    metadata.insert(metadata.end(), plan.aliases.begin(), plan.aliases.end());
    if (header.metadata != metadata) {
        return "its metadata is not what was planned";
    }
    if (header.tensors.size() != plan.tensors.size()) {
        return "it has " + countOf(header.tensors.size(), "tensor") + " instead of " +
               groupedDigits(plan.tensors.size());
    }
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        const SafetensorsTensor& written = header.tensors[i];
        const Tensor& tensor = source.tensors()[plan.tensors[i].tensor];
        const auto sizes = header.shape(written);
        std::vector<std::int64_t> shape(sizes.begin(), sizes.end());
        if (header.name(written) != plan.tensors[i].name || written.dtype != tensor.dtype ||
            !formats::toTorchShape(written.dtype, shape) || !std::ranges::equal(shape, source.shape(tensor))) {
            return "tensor " + quoted(plan.tensors[i].name) + " has another name, dtype or shape";
        }
    }
    return std::nullopt;
}

} // namespace

Result<void> writeSafetensors(const Checkpoint& source, const SafetensorsPlan& plan, const std::string& target,
                              FileSink::Existing existing, Progress* progress, const FileCheck& check)
{
    CAIRN_TRY(refuseOwnSource(source, target));
    CAIRN_TRY(requireRoom(target, plan.fileBytes()));
    if (progress != nullptr) {
        progress->beginStage("writing", plan.dataBytes);
    }
    CAIRN_ASSIGN(sink, FileSink::create(target, existing));
    CAIRN_TRY(sink->write(plan.head));
    for (const NamedTensor& named : plan.tensors) {
        if (wantsStop(progress)) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        if (auto written = writeTensor(source, source.tensors()[named.tensor], *sink, progress); !written) {
            return fail(std::move(written).error().in("tensor " + quoted(named.name)));
        }
    }
    if (sink->position() != plan.fileBytes()) {
        return fail(error(ErrorCode::Internal, "the file got " + groupedDigits(sink->position()) +
                                                   " bytes instead of " + groupedDigits(plan.fileBytes()))
                        .in(target));
    }
    return finishTarget(*sink, check, progress);
}

Result<Difference> firstDifference(const Checkpoint& source, const SafetensorsPlan& plan, const std::string& target,
                                   Progress* progress)
{
    CAIRN_ASSIGN(file, FileSource::open(target));
    CAIRN_ASSIGN(header, formats::readSafetensors(*file));
    if (auto difference = compareHeader(source, plan, header)) {
        return difference;
    }
    if (progress != nullptr) {
        progress->beginStage("comparing", plan.dataBytes);
    }
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        CAIRN_ASSIGN(same, hasSameValues(source, source.tensors()[plan.tensors[i].tensor], *file,
                                         header.dataOffset + header.tensors[i].begin, progress));
        if (!same) {
            return Difference("the values of tensor " + quoted(plan.tensors[i].name) + " are not the same");
        }
    }
    return Difference();
}

} // namespace cairn::convert
