#include "core/formats/safetensors/safetensors.h"

#include "core/base/checked.h"
#include "core/base/endian.h"
#include "core/base/text/duplicate_name.h"
#include "core/base/text/text.h"
#include "core/formats/safetensors/safetensors_parser.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

namespace cairn::formats {

namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr Phrase kGetAgain = phrase("Compare the file's size with the original and download or copy it again");
constexpr Phrase kSaveAgain = phrase("Save it again with the safetensors library");

std::string tensorPlace(const SafetensorsHeader& header, const SafetensorsTensor& tensor)
{
    return "tensor " + inQuotes(header.name(tensor));
}

/// The JSON text. Its length is believed only as far as the file reaches.
Result<Bytes> readHeaderText(const ByteSource& source)
{
    const std::uint64_t size = source.sizeBytes();
    if (size < kLengthBytes) {
        return fail(
            error(ErrorCode::SafetensorsHeader,
                  message("the file has %1, not even the 8 that say how long its header is", countOf(size, "byte")))
                .fix(kGetAgain));
    }
    std::array<std::byte, kLengthBytes> lengthBytes{};
    CAIRN_TRY(source.readAt(0, lengthBytes));
    const auto length = loadLittle<std::uint64_t>(lengthBytes.data());
    if (length > SafetensorsHeader::kMaxHeaderBytes) {
        return fail(error(ErrorCode::SafetensorsHeader, message("the header claims %1 bytes", groupedDigits(length)))
                        .at(0)
                        .because(message("No header may be longer than %1 bytes",
                                         groupedDigits(SafetensorsHeader::kMaxHeaderBytes)))
                        .fix(kSaveAgain));
    }
    if (length > size - kLengthBytes) {
        return fail(
            error(ErrorCode::SafetensorsHeader, message("the header claims %1 bytes, but only %2 follow",
                                                        groupedDigits(length), groupedDigits(size - kLengthBytes)))
                .at(0)
                .because(message("The file is cut off"))
                .fix(kGetAgain));
    }
    return source.readBytes(kLengthBytes, length);
}

/// Bytes that the shape and dtype need; nothing if they overflow or are no whole number.
std::optional<std::uint64_t> neededBytes(const SafetensorsHeader& header, const SafetensorsTensor& tensor)
{
    // Multiplied in order, so a later 0 does not excuse an overflow: the safetensors library refuses that as well.
    std::optional<std::uint64_t> bits = 1;
    for (const std::int64_t size : header.shape(tensor)) {
        bits = checkedMultiply(*bits, static_cast<std::uint64_t>(size));
        if (!bits) {
            return std::nullopt;
        }
    }
    // The file counts single values of F4, torch pairs.
    const std::uint64_t valueBits = tensor.dtype == Dtype::Float4E2M1FnX2 ? 4 : dtypeInfo(tensor.dtype).bits;
    bits = checkedMultiply(*bits, valueBits);
    return bits && *bits % 8 == 0 ? std::optional(*bits / 8) : std::nullopt;
}

Result<void> checkSize(const SafetensorsHeader& header, const SafetensorsTensor& tensor)
{
    const auto needed = neededBytes(header, tensor);
    const auto bad = [&](Message what) {
        return fail(
            error(ErrorCode::SafetensorsOffsets, std::move(what)).in(tensorPlace(header, tensor)).fix(kSaveAgain));
    };
    if (!needed) {
        return bad(message("its shape and dtype give a size that is no whole number of bytes, or is past 2^64 bits"));
    }
    if (tensor.end < tensor.begin) {
        return bad(message("it ends at byte %1 of the data, before its beginning at byte %2",
                           std::to_string(tensor.end), std::to_string(tensor.begin)));
    }
    if (tensor.end - tensor.begin != *needed) {
        return bad(message("its shape and dtype need %1, but its data_offsets hold %2", countOf(*needed, "byte"),
                           groupedDigits(tensor.end - tensor.begin)));
    }
    return {};
}

/// Tensors in the order of their bytes must follow each other exactly, from the first byte of the data to the last.
Result<void> checkLayout(const SafetensorsHeader& header, std::uint64_t dataBytes)
{
    const auto rangeOf = [&](std::uint32_t tensor) {
        return std::pair(header.tensors[tensor].begin, header.tensors[tensor].end);
    };
    std::vector<std::uint32_t> order(header.tensors.size());
    std::iota(order.begin(), order.end(), 0U);
    if (!std::ranges::is_sorted(order, {}, rangeOf)) {
        std::ranges::sort(order, {}, rangeOf);
    }
    std::uint64_t reached = 0;
    for (const std::uint32_t id : order) {
        const SafetensorsTensor& tensor = header.tensors[id];
        CAIRN_TRY(checkSize(header, tensor));
        if (tensor.begin != reached) {
            const bool isHole = tensor.begin > reached;
            const std::uint64_t bytes = isHole ? tensor.begin - reached : reached - tensor.begin;
            return fail(error(ErrorCode::SafetensorsOffsets,
                              message("it begins at byte %1 of the data, but the tensors before it end at byte %2",
                                      std::to_string(tensor.begin), std::to_string(reached)))
                            .in(tensorPlace(header, tensor))
                            .because(isHole ? message("%1 would belong to no tensor, which the format forbids",
                                                      countOf(bytes, "byte"))
                                            : message("%1 would belong to two tensors, which the format forbids",
                                                      countOf(bytes, "byte")))
                            .fix(kSaveAgain));
        }
        reached = tensor.end;
    }
    if (reached > dataBytes) {
        return fail(
            error(ErrorCode::SafetensorsOffsets, message("the tensors need %1 bytes of data, but only %2 are there",
                                                         groupedDigits(reached), groupedDigits(dataBytes)))
                .because(message("The file is cut off"))
                .fix(kGetAgain));
    }
    if (reached < dataBytes) {
        return fail(error(ErrorCode::SafetensorsOffsets,
                          message("%1 after the last tensor belong to nothing", countOf(dataBytes - reached, "byte")))
                        .at(header.dataOffset + reached)
                        .because(message("The format forbids bytes that no tensor has"))
                        .fix(kSaveAgain));
    }
    return {};
}

void noteOddities(SafetensorsHeader& header)
{
    for (const DtypeInfo& info : allDtypes()) {
        if (info.safetensors.empty() || !info.sinceTorch.empty()) {
            continue;
        }
        const auto dtype = dtypeBySafetensorsName(info.safetensors);
        const auto count = std::ranges::count(header.tensors, dtype, &SafetensorsTensor::dtype);
        if (count != 0) {
            header.issues.push_back({ErrorCode::Unsupported,
                                     Severity::Warning,
                                     message("%1 of dtype %2, which no PyTorch has",
                                             countOf(static_cast<std::uint64_t>(count), "tensor"), info.safetensors),
                                     {}});
        }
    }
    const auto keyOf = [&](std::uint32_t entry) { return std::string_view(header.metadata[entry].first); };
    if (const auto twin = findDuplicateName(header.metadata.size(), keyOf)) {
        header.issues.push_back(
            {ErrorCode::SafetensorsDuplicate,
             Severity::Warning,
             message("the metadata has the key %1 more than once; the safetensors library keeps the last",
                     inQuotes(keyOf(*twin))),
             {}});
    }
}

} // namespace

Result<SafetensorsHeader> readSafetensorsHeader(const ByteSource& source)
{
    CAIRN_ASSIGN(bytes, readHeaderText(source));
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("\xEF\xBB\xBF")) {
        return fail(error(ErrorCode::SafetensorsHeader, message("the header begins with a byte order mark"))
                        .at(kLengthBytes)
                        .fix(kSaveAgain));
    }
    SafetensorsHeader header;
    header.dataOffset = kLengthBytes + bytes.size();
    SafetensorsParser parser(header);
    if (auto parsed = readJson(text, parser); !parsed) {
        Error failure = std::move(parsed).error();
        if (failure.code == ErrorCode::Json) {
            failure.code = ErrorCode::SafetensorsHeader;
            failure.offset = failure.offset ? std::optional(*failure.offset + kLengthBytes) : std::nullopt;
        }
        return fail(std::move(failure).in("header").fix(kSaveAgain));
    }
    const auto nameOf = [&](std::uint32_t tensor) { return header.name(header.tensors[tensor]); };
    if (const auto twin = findDuplicateName(header.tensors.size(), nameOf)) {
        return fail(error(ErrorCode::SafetensorsDuplicate, message("the header has two tensors of this name"))
                        .in(tensorPlace(header, header.tensors[*twin]))
                        .because(message("Only one of them could be loaded, and programs differ in which"))
                        .fix(kSaveAgain));
    }
    return header;
}

Result<SafetensorsHeader> readSafetensors(const ByteSource& source)
{
    CAIRN_ASSIGN(header, readSafetensorsHeader(source));
    CAIRN_TRY(checkLayout(header, source.sizeBytes() - header.dataOffset));
    noteOddities(header);
    return std::move(header);
}

bool toTorchShape(Dtype dtype, std::span<std::int64_t> shape)
{
    if (dtype != Dtype::Float4E2M1FnX2) {
        return true;
    }
    if (shape.empty() || shape.back() % 2 != 0) {
        return false;
    }
    shape.back() /= 2;
    return true;
}

} // namespace cairn::formats
