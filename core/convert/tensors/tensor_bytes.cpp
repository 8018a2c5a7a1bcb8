#include "core/convert/tensors/tensor_bytes.h"

#include "core/base/files/byte_blocks.h"
#include "core/base/files/crc32.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/convert/common/cast_loops.h"
#include "core/convert/common/target.h"
#include "core/convert/scales/find_scales.h"
#include "core/convert/scales/make_scales.h"

#include <algorithm>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using formats::Dtype;

namespace {

/// The file that a storage's bytes lie in as they are, if they do.
const FileSource* fileOf(const Checkpoint& source, const checkpoint::Storage& storage)
{
    const checkpoint::StorageSource& from = source.sources()[storage.source];
    return from.isFile ? dynamic_cast<const FileSource*>(from.bytes.get()) : nullptr;
}

/// Whether what is read of a tensor is a whole storage as it is, and reading that once more takes long.
bool isStorageFarAway(const Checkpoint& source, const checkpoint::Tensor& tensor, const values::ValueLayout& layout)
{
    if (tensor.storage == checkpoint::kNoId) {
        return false;
    }
    const checkpoint::Storage& storage = source.storages()[tensor.storage];
    return layout.isContiguous() && layout.swapBytes == 1 && layout.begin == 0 && layout.bytes() == storage.bytes &&
           storage.source != checkpoint::kNoId && source.sources()[storage.source].bytes->isFarAway();
}

/// Hands the blocks of a tensor to `take`, which says whether to go on. True if it has seen them all.
template <typename Take>
Result<bool> forEachBlock(TensorBytes& bytes, Progress* progress, const Take& take)
{
    while (true) {
        CAIRN_TRY(checkStop(progress));
        CAIRN_ASSIGN(block, bytes.next());
        if (block.empty()) {
            return true;
        }
        CAIRN_ASSIGN(resume, take(block));
        if (!resume) {
            return false;
        }
        addDone(progress, block.size());
    }
}

} // namespace

TensorBytes::TensorBytes(const Checkpoint& source, values::ValueLayout layout, Dtype from, Dtype to)
    : m_reader(source, std::move(layout)), m_from(from), m_to(to)
{
}

Result<TensorBytes> TensorBytes::open(const Checkpoint& source, const NamedTensor& named)
{
    const checkpoint::Tensor& tensor = source.tensors()[named.tensor];
    CAIRN_ASSIGN(layout, values::valueLayout(source, tensor));
    if (named.isMade()) {
        TensorBytes made(source, std::move(layout), named.dtype, named.dtype);
        CAIRN_ASSIGN(bytes, madeBytes(source, named));
        made.m_made = std::move(bytes);
        return made;
    }
    const bool isSummedUp = isStorageFarAway(source, tensor, layout);
    TensorBytes bytes(source, std::move(layout), tensor.dtype, named.dtype);
    if (named.becomesCodes()) {
        CAIRN_ASSIGN(writer, codeWriter(source, named));
        bytes.m_writer.emplace(std::move(writer));
    } else if (named.scaling != nullptr) {
        CAIRN_ASSIGN(scales, readScales(source, named.scaling->scales));
        bytes.m_codes.emplace(*named.scaling, std::move(scales), source.tensors()[named.scaling->scales].dtype,
                              tensor.dtype, named.dtype);
    }
    bytes.m_storageCrc = isSummedUp ? std::optional<std::uint32_t>(0) : std::nullopt;
    return bytes;
}

/// Reads all of a tensor once.
Result<CodeWriter> TensorBytes::codeWriter(const Checkpoint& source, const NamedTensor& named)
{
    const checkpoint::Tensor& tensor = source.tensors()[named.tensor];
    CAIRN_ASSIGN(layout, values::valueLayout(source, tensor));
    values::ValueReader reader(source, std::move(layout));
    CodeWriter writer(*named.scaling, tensor.dtype);
    while (true) {
        CAIRN_ASSIGN(block, reader.next());
        if (block.empty()) {
            break;
        }
        writer.look(block);
    }
    if (!writer.findScales()) {
        const std::string name = source.entryName(tensor.entry);
        const std::string dtype(formats::dtypeInfo(tensor.dtype).name);
        return fail(error(ErrorCode::Unsupported, message("tensor %1 cannot have scales", inQuotes(name)))
                        .because(message("A number of it is infinite or not a number"))
                        .fix(message("Keep its dtype with a rule in front of the others: --cast %1",
                                     inQuotes(dtype + "=" + dtype + ":" + name))));
    }
    return writer;
}

Result<Bytes> TensorBytes::madeBytes(const Checkpoint& source, const NamedTensor& named)
{
    if (named.scaling->part == Scaling::Part::Marker) {
        const auto text = std::as_bytes(std::span(markerText()));
        return Bytes(text.begin(), text.end());
    }
    CAIRN_ASSIGN(writer, codeWriter(source, named));
    const auto scales = std::as_bytes(std::span(writer.scales()));
    if (named.dtype == Dtype::Float32) {
        return Bytes(scales.begin(), scales.end());
    }
    Bytes bytes(writer.scales().size() * (formats::dtypeInfo(named.dtype).bits / 8U));
    castElements(Dtype::Float32, named.dtype, scales, bytes);
    return bytes;
}

Result<std::span<const std::byte>> TensorBytes::next()
{
    if (m_made) {
        return std::exchange(m_isMadeGiven, true) ? std::span<const std::byte>() : std::span<const std::byte>(*m_made);
    }
    CAIRN_ASSIGN(block, m_reader.next());
    if (m_storageCrc) {
        m_storageCrc = crc32(block, *m_storageCrc);
    }
    if (m_from == m_to || block.empty()) {
        return block;
    }
    const std::size_t count = block.size() / (formats::dtypeInfo(m_from).bits / 8U);
    m_cast.resize(count * (formats::dtypeInfo(m_to).bits / 8U));
    if (m_writer) {
        m_writer->convert(block, m_cast);
        return std::span<const std::byte>(m_cast);
    }
    m_overflows += m_codes ? m_codes->convert(block, m_cast) : castElements(m_from, m_to, block, m_cast);
    return std::span<const std::byte>(m_cast);
}

Result<Overflows> findOverflows(const Checkpoint& source, std::span<const NamedTensor> tensors, Progress* progress)
{
    Overflows overflows;
    for (const NamedTensor& named : tensors) {
        if (named.isMade() || named.dtype == source.tensors()[named.tensor].dtype ||
            named.sameAs != NamedTensor::kItself) {
            continue;
        }
        CAIRN_ASSIGN(bytes, TensorBytes::open(source, named));
        CAIRN_TRY(forEachBlock(bytes, progress, [](std::span<const std::byte>) -> Result<bool> { return true; }));
        if (bytes.overflows() != 0) {
            overflows.emplace_back(named.name, bytes.overflows());
        }
    }
    return overflows;
}

Result<TensorCopied> copyTensor(const Checkpoint& source, const NamedTensor& named, FileSink& sink, Checksum checksum,
                                Progress* progress)
{
    const checkpoint::Tensor& tensor = source.tensors()[named.tensor];
    CAIRN_ASSIGN(layout, values::valueLayout(source, tensor));
    TensorCopied copied;
    if (layout.elements == 0) {
        return copied;
    }
    if (checksum == Checksum::None && named.scaling == nullptr && named.dtype == tensor.dtype &&
        layout.isContiguous() && layout.swapBytes == 1) {
        const checkpoint::Storage& storage = source.storages()[tensor.storage];
        if (const FileSource* file = fileOf(source, storage)) {
            CAIRN_TRY(copyRange(sink, *file, storage.offset + layout.begin, layout.bytes(), progress));
            return copied;
        }
    }
    CAIRN_ASSIGN(bytes, TensorBytes::open(source, named));
    const auto done = forEachBlock(bytes, progress, [&](std::span<const std::byte> block) -> Result<bool> {
        if (checksum == Checksum::Crc32) {
            copied.crc = crc32(block, copied.crc);
        }
        CAIRN_TRY(sink.write(block));
        return true;
    });
    if (!done) {
        return fail(Error(done.error()));
    }
    copied.overflows = bytes.overflows();
    copied.storageCrc = bytes.storageCrc();
    return copied;
}

Result<bool> hasSameValues(const Checkpoint& source, const NamedTensor& named, const ByteSource& file,
                           std::uint64_t offset, Progress* progress)
{
    CAIRN_ASSIGN(bytes, TensorBytes::open(source, named));
    Bytes written;
    return forEachBlock(bytes, progress, [&](std::span<const std::byte> block) -> Result<bool> {
        written.resize(block.size());
        CAIRN_TRY(file.readAt(offset, written));
        offset += block.size();
        return areSameBytes(block, written);
    });
}

} // namespace cairn::convert
