// The part of TensorReader that understands sparse tensors.

#include "core/base/checked.h"
#include "core/base/endian.h"
#include "core/base/files/byte_source.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/tree/document_set.h"
#include "core/checkpoint/tree/tensor_reader.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cairn::checkpoint {

using formats::NodeKind;

Result<void> TensorReader::sparse(const Rebuild& rebuild, std::uint32_t document, TensorSpec& spec)
{
    const PickleDocument& in = m_documents[document];
    const auto parts = tupleOf(in.graph, rebuild.arguments);
    const auto data = parts.size() >= 2 ? tupleOf(in.graph, parts[1]) : parts;
    if (parts.size() < 2 || data.size() < 3) {
        return fail(ErrorCode::TensorSparse, message("a sparse tensor has no layout, indices, values and size"));
    }
    spec.layout = layoutOf(in, parts[0]);
    // COO: indices, values, size, whether coalesced. Compressed: two kinds of indices, values, size.
    const bool isCoo = spec.layout == Layout::SparseCoo;
    if (!isCoo && data.size() < 4) {
        return fail(ErrorCode::TensorSparse,
                    message("a compressed sparse tensor has no two kinds of indices, values and size"));
    }
    spec.sinceTorch2 = rebuild.constructor == Constructor::RebuildSparse && (!isCoo || data.size() > 3);
    const bool byRow = spec.layout == Layout::SparseCsr || spec.layout == Layout::SparseBsr;
    if (isCoo) {
        spec.coalesced = data.size() > 3 && in.graph.is(data[3], NodeKind::True);
        if (data.size() > 3 && in.graph.kind(data[3]) > NodeKind::True) {
            spec.issues.push_back({ErrorCode::TensorSparse,
                                   Severity::Error,
                                   message("whether a sparse tensor is coalesced is neither True nor False"),
                                   {}});
        }
        spec.parts = {{"indices", {document, data[0]}}, {"values", {document, data[1]}}};
    } else {
        spec.parts = {{byRow ? "crow_indices" : "ccol_indices", {document, data[0]}},
                      {byRow ? "col_indices" : "row_indices", {document, data[1]}},
                      {"values", {document, data[2]}}};
    }
    CAIRN_TRY(likePart(spec.parts.back().value, spec));
    CAIRN_TRY(readIntegers(in, data[isCoo ? 2 : 3], "size", spec.sizes)); // a single number has none
    CAIRN_ASSIGN(indices, readPart(spec.parts[isCoo ? 0 : 1].value));
    CAIRN_ASSIGN(values, readPart(spec.parts.back().value));
    checkSparse(indices, values, spec);
    return {};
}

/// As many indices as values, and indices for as many dimensions as the tensor has; then the indices themselves.
void TensorReader::checkSparse(const TensorSpec& indices, const TensorSpec& values, TensorSpec& spec)
{
    const bool isCoo = spec.layout == Layout::SparseCoo;
    if (indices.sizes.empty() || values.sizes.empty()) {
        spec.issues.push_back({ErrorCode::TensorSparse,
                               Severity::Error,
                               message("the indices or values of a sparse tensor are a single number"),
                               {}});
        return;
    }
    // Batches of compressed tensors come first, in indices and values alike.
    const std::size_t batch = isCoo ? 0 : indices.sizes.size() - 1;
    const bool sameCount = batch < values.sizes.size() && indices.sizes.back() == values.sizes[batch];
    const bool sameDims =
        !isCoo || (indices.sizes.size() == 2 &&
                   static_cast<std::size_t>(indices.sizes[0]) + values.sizes.size() - 1 == spec.sizes.size());
    if (!sameCount || !sameDims) {
        spec.issues.push_back({ErrorCode::TensorSparse,
                               Severity::Error,
                               sameCount
                                   ? message("the indices of a sparse tensor are for another number of dimensions")
                                   : message("a sparse tensor has another number of indices than of values"),
                               {}});
        return;
    }
    checkIndices(indices, values, spec);
}

void TensorReader::checkIndices(const TensorSpec& indices, const TensorSpec& values, TensorSpec& spec)
{
    SparseIndices found{.layout = spec.layout,
                        .sizes = spec.sizes,
                        .valueSizes = values.sizes,
                        .coalesced = spec.coalesced,
                        .compressed = {},
                        .plain = {}};
    auto plain = wholeNumbers(indices);
    auto compressed = std::optional(WholeNumbers());
    if (spec.layout != Layout::SparseCoo) {
        const auto begins = readPart(spec.parts[0].value);
        compressed = begins ? wholeNumbers(*begins) : std::nullopt;
    }
    if (!plain || !compressed) {
        spec.issues.push_back({ErrorCode::TensorSparse,
                               Severity::Warning,
                               message("the indices of a sparse tensor were not looked at; torch does before it takes "
                                       "them"),
                               {}});
        return;
    }
    found.plain = std::move(*plain);
    found.compressed = std::move(*compressed);
    if (auto problem = problemOf(found)) {
        if (problem->readsMemory) {
            addReadsMemory(phrase("a sparse tensor with odd indices"));
        }
        spec.issues.push_back({ErrorCode::TensorSparse, Severity::Error, std::move(problem->what), {}});
    }
}

std::optional<WholeNumbers> TensorReader::wholeNumbers(const TensorSpec& part)
{
    const Checkpoint& built = m_documents.builder().current();
    const bool isLong = part.dtype == formats::Dtype::Int64;
    if ((!isLong && part.dtype != formats::Dtype::Int32) || part.layout != Layout::Strided || part.storage == kNoId) {
        return std::nullopt;
    }
    std::uint64_t count = 1;
    std::uint64_t span = 1; // from the first number to the last
    for (std::size_t i = 0; i < part.sizes.size(); ++i) {
        const std::int64_t size = part.sizes[i];
        if (size < 0 || part.strides[i] < 0) {
            return std::nullopt;
        }
        const auto product = checkedMultiply(count, static_cast<std::uint64_t>(size));
        const auto reach = checkedMultiply(static_cast<std::uint64_t>(std::max<std::int64_t>(size - 1, 0)),
                                           static_cast<std::uint64_t>(part.strides[i]));
        const auto sum = reach ? checkedAdd(span, *reach) : std::nullopt;
        if (!product || !sum) {
            return std::nullopt;
        }
        count = *product;
        span = *sum;
    }
    WholeNumbers numbers{.sizes = part.sizes, .values = {}};
    if (count == 0) {
        return numbers;
    }
    const Storage& storage = built.storages()[part.storage];
    const std::uint64_t width = isLong ? sizeof(std::int64_t) : sizeof(std::int32_t);
    const auto end = checkedAdd(static_cast<std::uint64_t>(part.offset), span);
    if (storage.source == kNoId || part.offset < 0 || !end || *end > storage.bytes / width) {
        return std::nullopt;
    }
    const ByteSource& source = *built.sources()[storage.source].bytes;
    m_indicesLeft = std::min(m_indicesLeft, source.isFarAway() ? kMostFarAway : kMostIndices);
    if (std::max(count, span) > m_indicesLeft) {
        return std::nullopt;
    }
    m_indicesLeft -= std::max(count, span);
    const auto bytes = source.readBytes(storage.offset + static_cast<std::uint64_t>(part.offset) * width, span * width);
    if (!bytes) {
        return std::nullopt;
    }
    const auto numberAt = [&](std::uint64_t at) -> std::int64_t {
        const std::byte* const place = bytes->data() + at * width;
        const bool isBig = storage.byteOrder == ByteOrder::Big;
        if (isLong) {
            const auto number = loadLittle<std::int64_t>(place);
            return isBig ? std::byteswap(number) : number;
        }
        const auto number = loadLittle<std::int32_t>(place);
        return isBig ? std::byteswap(number) : number;
    };
    numbers.values.reserve(count);
    std::vector<std::int64_t> index(part.sizes.size());
    for (std::uint64_t done = 0; done < count; ++done) {
        std::uint64_t at = 0;
        for (std::size_t i = 0; i < index.size(); ++i) {
            at += static_cast<std::uint64_t>(index[i] * part.strides[i]);
        }
        numbers.values.push_back(numberAt(at));
        for (std::size_t i = index.size(); i > 0; --i) { // the last dimension first
            std::int64_t& place = index[i - 1];
            ++place;
            if (place < part.sizes[i - 1]) {
                break;
            }
            place = 0;
        }
    }
    return numbers;
}

} // namespace cairn::checkpoint
