#include "core/values/value_difference.h"

#include "core/base/progress.h"
#include "core/values/number_decoder.h"
#include "core/values/number_scan.h"
#include "core/values/value_reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Tensor;
using formats::Dtype;

namespace {

/// The numbers of a tensor one after the other, as far as the other side wants them.
class NumberStream {
public:
    [[nodiscard]] static Result<NumberStream> open(const Checkpoint& checkpoint, const Tensor& tensor)
    {
        CAIRN_TRY(checkHasValues(checkpoint, tensor));
        CAIRN_ASSIGN(layout, valueLayout(checkpoint, tensor));
        CAIRN_ASSIGN(decoder, NumberDecoder::makeParts(checkpoint, tensor));
        return NumberStream(checkpoint, layout, decoder);
    }

    [[nodiscard]] const NumberDecoder& decoder() const { return m_decoder; }
    /// Whole numbers that are there without reading.
    [[nodiscard]] std::uint64_t ready() const { return m_decoder.elementsIn(m_bytes.size()); }
    [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }

    [[nodiscard]] Result<void> fill()
    {
        if (m_bytes.empty()) {
            CAIRN_ASSIGN(bytes, m_reader->next());
            m_bytes = bytes;
        }
        return {};
    }
    void decode(std::size_t count, NumberBlock& out) const { m_decoder.decode(m_bytes, count, m_position, out); }
    void advance(std::uint64_t count)
    {
        m_bytes = m_bytes.subspan(std::min(static_cast<std::size_t>(m_decoder.bytesOf(count)), m_bytes.size()));
        m_position += count;
    }

private:
    NumberStream(const Checkpoint& checkpoint, const ValueLayout& layout, NumberDecoder decoder)
        : m_reader(std::make_unique<ValueReader>(checkpoint, layout)), m_decoder(std::move(decoder))
    {
    }

    std::unique_ptr<ValueReader> m_reader;
    NumberDecoder m_decoder;
    std::span<const std::byte> m_bytes;
    std::uint64_t m_position = 0;
};

/// Counts a pair of numbers that are not the same, and finite.
void countPair(double distance, double sizeOfFirst, double sizeOfSecond, Tolerance tolerance, ValueDifference& out)
{
    if (distance <= tolerance.absolute + tolerance.relative * sizeOfSecond) {
        ++out.tolerated;
    } else {
        ++out.different;
    }
    out.largest = std::max(out.largest, distance);
    out.largestRelative = std::max(out.largestRelative, distance / std::max(sizeOfFirst, sizeOfSecond));
    out.squares += distance * distance;
}

/// Numbers that fit no double but are compared exactly.
template <typename T>
void compareWhole(std::span<const std::byte> a, std::span<const std::byte> b, std::size_t count, Tolerance tolerance,
                  ValueDifference& out)
{
    for (std::size_t i = 0; i < count; ++i) {
        const T x = load<T>(a.data(), i);
        const T y = load<T>(b.data(), i);
        if (x != y) {
            const auto larger = static_cast<std::uint64_t>(std::max(x, y));
            const auto distance = static_cast<double>(larger - static_cast<std::uint64_t>(std::min(x, y)));
            countPair(distance, std::abs(static_cast<double>(x)), std::abs(static_cast<double>(y)), tolerance, out);
        }
    }
}

void compareNumbers(const NumberBlock& a, const NumberBlock& b, std::size_t count, Tolerance tolerance,
                    ValueDifference& out)
{
    for (std::size_t i = 0; i < count; ++i) {
        const double x = a[i];
        const double y = b[i];
        if (x == y || (std::isnan(x) && std::isnan(y))) {
            continue;
        }
        if (!std::isfinite(x) || !std::isfinite(y)) {
            ++out.different;
            ++out.notFinite;
            continue;
        }
        countPair(std::abs(x - y), std::abs(x), std::abs(y), tolerance, out);
    }
}

std::optional<Dtype> wholeNumbers(const Tensor& a, const Tensor& b)
{
    const bool same = a.dtype == b.dtype && !a.neg && !b.neg;
    return same && (a.dtype == Dtype::Int64 || a.dtype == Dtype::UInt64) ? std::optional(a.dtype) : std::nullopt;
}

/// What equal bytes, or unequal ones, mean for two tensors.
enum class BytesMean : std::uint8_t {
    Nothing, ///< they write their numbers in different ways
    OneWay,  ///< they write them alike, but scales make other numbers of them
    Numbers, ///< equal bytes are equal numbers
};

std::uint64_t countOtherBytes(std::span<const std::byte> x, std::span<const std::byte> y, std::size_t size)
{
    std::uint64_t count = 0;
    for (std::size_t at = 0; at + size <= x.size(); at += size) {
        count += static_cast<std::uint64_t>(std::memcmp(x.data() + at, y.data() + at, size) != 0);
    }
    return count;
}

/// Compares as many numbers as both streams have ready.
void compareReady(NumberStream& x, NumberStream& y, std::uint64_t ready, BytesMean meaning, std::optional<Dtype> whole,
                  Tolerance tolerance, ValueDifference& out)
{
    NumberBlock a;
    NumberBlock b;
    for (std::uint64_t done = 0; done < ready;) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, ready - done));
        const auto bytes = static_cast<std::size_t>(x.decoder().bytesOf(count));
        // Numbers that are written in different ways have different numbers of bytes, too.
        const bool sameBytes =
            meaning != BytesMean::Nothing && std::memcmp(x.bytes().data(), y.bytes().data(), bytes) == 0;
        if (meaning != BytesMean::Nothing && !sameBytes && !tolerance.isGiven) {
            out.otherBytes += countOtherBytes(x.bytes().first(bytes), y.bytes().first(bytes),
                                              static_cast<std::size_t>(x.decoder().bytesOf(1)));
        }
        if (meaning != BytesMean::Numbers || !sameBytes) {
            if (whole == Dtype::Int64) {
                compareWhole<std::int64_t>(x.bytes(), y.bytes(), count, tolerance, out);
            } else if (whole == Dtype::UInt64) {
                compareWhole<std::uint64_t>(x.bytes(), y.bytes(), count, tolerance, out);
            } else {
                x.decode(count, a);
                y.decode(count, b);
                compareNumbers(a, b, count, tolerance, out);
            }
        }
        x.advance(count);
        y.advance(count);
        done += count;
    }
}

} // namespace

Result<ValueDifference> compareValues(const Checkpoint& a, checkpoint::TensorId tensorA, const Checkpoint& b,
                                      checkpoint::TensorId tensorB, Progress* progress, Tolerance tolerance)
{
    const Tensor& first = a.tensors()[tensorA];
    const Tensor& second = b.tensors()[tensorB];
    if (!std::ranges::equal(a.shape(first), b.shape(second))) {
        return fail(ErrorCode::Usage, message("the tensors have different shapes"));
    }
    if (isComplex(first.dtype) != isComplex(second.dtype)) {
        return fail(ErrorCode::Unsupported, message("one of them is complex, the other is not"));
    }
    ValueDifference difference;
    difference.elements = a.elementCount(first);
    if (difference.elements == 0) {
        return difference;
    }
    CAIRN_ASSIGN(x, NumberStream::open(a, first));
    CAIRN_ASSIGN(y, NumberStream::open(b, second));
    const bool writtenAlike = first.dtype == second.dtype && first.conj == second.conj && first.neg == second.neg;
    const bool isQuantized = x.decoder().isQuantized() || y.decoder().isQuantized();
    const BytesMean meaning = !writtenAlike ? BytesMean::Nothing : isQuantized ? BytesMean::OneWay : BytesMean::Numbers;
    std::uint64_t left = difference.elements * (isComplex(first.dtype) ? 2 : 1);
    while (left != 0) {
        CAIRN_TRY(checkStop(progress));
        CAIRN_TRY(x.fill());
        CAIRN_TRY(y.fill());
        const std::uint64_t ready = std::min({x.ready(), y.ready(), left});
        compareReady(x, y, ready, meaning, wholeNumbers(first, second), tolerance, difference);
        left -= ready;
        addDone(progress, x.decoder().bytesOf(ready));
    }
    return difference;
}

Result<ValueDifference> compareStorageBytes(const Checkpoint& a, checkpoint::StorageId storageA, const Checkpoint& b,
                                            checkpoint::StorageId storageB, Progress* progress)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    ValueDifference difference;
    difference.elements = a.storages()[storageA].bytes;
    if (a.storages()[storageA].source == checkpoint::kNoId && b.storages()[storageB].source == checkpoint::kNoId) {
        return fail(ErrorCode::RecordMissing, message("neither file holds its bytes"));
    }
    Bytes first(static_cast<std::size_t>(std::min(difference.elements, step)));
    Bytes second(first.size());
    for (std::uint64_t done = 0; done < difference.elements;) {
        CAIRN_TRY(checkStop(progress));
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(first.size(), difference.elements - done));
        const auto x = std::span(first).first(count);
        const auto y = std::span(second).first(count);
        CAIRN_TRY(a.readStorage(storageA, done, x));
        CAIRN_TRY(b.readStorage(storageB, done, y));
        if (std::memcmp(x.data(), y.data(), count) != 0) {
            difference.otherBytes += countOtherBytes(x, y, 1);
        }
        done += count;
        addDone(progress, count);
    }
    return difference;
}

} // namespace cairn::values
