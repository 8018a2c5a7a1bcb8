#include "core/values/statistics.h"

#include "core/values/float_sums.h"
#include "core/values/number_scan.h"

#include <algorithm>
#include <cmath>

namespace cairn::values {

using checkpoint::Checkpoint;
using checkpoint::Tensor;
using checkpoint::TensorId;
using formats::Dtype;

namespace {

template <typename T>
void takeEnds(std::span<const std::byte> bytes, bool isFirst, Number& low, Number& high)
{
    T smallest = isFirst ? load<T>(bytes.data(), 0) : std::get<T>(low);
    T largest = isFirst ? smallest : std::get<T>(high);
    for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
        const T number = load<T>(bytes.data(), i);
        smallest = std::min(smallest, number);
        largest = std::max(largest, number);
    }
    low = smallest;
    high = largest;
}

/// Gathers the statistics of a piece of a tensor.
class Gatherer final : public NumberVisitor {
public:
    Gatherer(const Checkpoint& checkpoint, const Tensor& tensor)
        : m_dtype(tensor.neg ? Dtype::Unknown : tensor.dtype) // the bytes are not the numbers
    {
        const checkpoint::TensorExtra* extra = checkpoint.extra(tensor);
        m_sumFloats = extra != nullptr && extra->quantizer ? nullptr : floatSums(m_dtype);
    }

    bool takeBytes(std::span<const std::byte> bytes) override
    {
        if (m_sumFloats == nullptr) {
            return false;
        }
        add(m_sumFloats(bytes.data()), kBlock, bytes);
        return true;
    }

    void take(const NumberBlock& numbers, std::size_t count, std::span<const std::byte> bytes) override
    {
        add(sumUp(numbers), count, bytes);
    }

    [[nodiscard]] const Statistics& statistics() const { return m_statistics; }

private:
    void add(const BlockSums& sums, std::size_t count, std::span<const std::byte> bytes)
    {
        if (sums.moments.count != 0) {
            takeEndsOf(sums, bytes);
        }
        m_statistics.zeros += sums.zeros;
        m_statistics.nans += sums.specials.nans - (kBlock - count); // the rest of a block is NaN
        m_statistics.positiveInfinities += sums.specials.positiveInfinities;
        m_statistics.negativeInfinities += sums.specials.negativeInfinities;
        m_statistics.elements += count;
        m_statistics.moments.merge(sums.moments);
    }

    void takeEndsOf(const BlockSums& sums, std::span<const std::byte> bytes)
    {
        const bool isFirst = m_statistics.finite() == 0;
        if (m_dtype == Dtype::Int64) {
            takeEnds<std::int64_t>(bytes, isFirst, m_statistics.low, m_statistics.high);
        } else if (m_dtype == Dtype::UInt64) {
            takeEnds<std::uint64_t>(bytes, isFirst, m_statistics.low, m_statistics.high);
        } else {
            m_statistics.low = isFirst ? sums.low : std::min(std::get<double>(m_statistics.low), sums.low);
            m_statistics.high = isFirst ? sums.high : std::max(std::get<double>(m_statistics.high), sums.high);
        }
    }

    Dtype m_dtype;
    FloatSums m_sumFloats = nullptr; ///< for numbers that need not be made doubles first
    Statistics m_statistics;
};

void merge(Statistics& all, const Statistics& more)
{
    if (more.finite() != 0) {
        const bool isFirst = all.finite() == 0;
        all.low = isFirst ? more.low : std::min(all.low, more.low); // of one type, so they compare as numbers
        all.high = isFirst ? more.high : std::max(all.high, more.high);
    }
    all.elements += more.elements;
    all.zeros += more.zeros;
    all.nans += more.nans;
    all.positiveInfinities += more.positiveInfinities;
    all.negativeInfinities += more.negativeInfinities;
    all.moments.merge(more.moments);
}

} // namespace

double toDouble(const Number& number)
{
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

Result<Statistics> computeStatistics(const Checkpoint& checkpoint, TensorId id, Progress* progress)
{
    const Tensor& tensor = checkpoint.tensors()[id];
    CAIRN_ASSIGN(gatherers, scanWith(checkpoint, tensor, Gatherer(checkpoint, tensor), progress));
    Statistics statistics;
    for (const Gatherer& gatherer : gatherers) {
        merge(statistics, gatherer.statistics());
    }
    statistics.ofAbsoluteValues = isComplex(tensor.dtype);
    return statistics;
}

Result<Statistics> computeStorageStatistics(const Checkpoint& checkpoint, checkpoint::StorageId id, Progress* progress)
{
    Tensor asTensor;
    asTensor.dtype = checkpoint.storages()[id].dtype;
    Gatherer gatherer(checkpoint, asTensor);
    CAIRN_TRY(scanStorage(checkpoint, id, gatherer, progress));
    Statistics statistics = gatherer.statistics();
    statistics.ofAbsoluteValues = isComplex(asTensor.dtype);
    return statistics;
}

} // namespace cairn::values
