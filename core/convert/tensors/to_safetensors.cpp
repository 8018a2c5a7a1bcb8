#include "core/convert/tensors/to_safetensors.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/formats/safetensors/safetensors.h"

#include <algorithm>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Tensor;
using formats::SafetensorsHeader;
using formats::SafetensorsTensor;

namespace {

Difference compareHeader(const Checkpoint& source, const SafetensorsPlan& plan, SafetensorsHeader& header)
{
    std::vector<std::pair<std::string, std::string>> metadata = plan.metadata;
    metadata.insert(metadata.end(), plan.aliases.begin(), plan.aliases.end());
    if (header.metadata != metadata) {
        return message("its metadata is not what was planned");
    }
    if (header.tensors.size() != plan.tensors.size()) {
        return message("it has %1 instead of %2", countOf(header.tensors.size(), "tensor"),
                       groupedDigits(plan.tensors.size()));
    }
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        const SafetensorsTensor& written = header.tensors[i];
        const auto sizes = header.shape(written);
        std::vector<std::int64_t> shape(sizes.begin(), sizes.end());
        if (header.name(written) != plan.tensors[i].name || written.dtype != plan.tensors[i].dtype ||
            !formats::toTorchShape(written.dtype, shape) ||
            !std::ranges::equal(shape, writtenShape(source, plan.tensors[i]))) {
            return message("tensor %1 has another name, dtype or shape", inQuotes(plan.tensors[i].name));
        }
    }
    return std::nullopt;
}

} // namespace

Result<void> writeSafetensors(const Checkpoint& source, const SafetensorsPlan& plan, FileSink& sink,
                              Overflows& overflows, StorageSums& sums, Progress* progress)
{
    CAIRN_TRY(sink.write(plan.head));
    for (const NamedTensor& named : plan.tensors) {
        auto copied = copyTensor(source, named, sink, Checksum::None, progress);
        if (!copied) {
            return fail(std::move(copied).error().in("tensor " + inQuotes(named.name)));
        }
        if (copied->storageCrc) {
            sums.emplace(source.tensors()[named.tensor].storage, *copied->storageCrc);
        }
        if (copied->overflows != 0) {
            overflows.emplace_back(named.name, copied->overflows);
        }
    }
    if (sink.position() != plan.fileBytes()) {
        return fail(ErrorCode::Internal, message("the file got %1 bytes instead of %2", groupedDigits(sink.position()),
                                                 groupedDigits(plan.fileBytes())));
    }
    return {};
}

Result<Difference> firstDifference(const Checkpoint& source, const SafetensorsPlan& plan, const std::string& target,
                                   Progress* progress)
{
    CAIRN_ASSIGN(file, FileSource::open(target));
    CAIRN_ASSIGN(header, formats::readSafetensors(*file));
    if (auto difference = compareHeader(source, plan, header)) {
        return difference;
    }
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        CAIRN_ASSIGN(
            same, hasSameValues(source, plan.tensors[i], *file, header.dataOffset + header.tensors[i].begin, progress));
        if (!same) {
            return Difference(message("the values of tensor %1 are not the same", inQuotes(plan.tensors[i].name)));
        }
    }
    return Difference();
}

} // namespace cairn::convert
