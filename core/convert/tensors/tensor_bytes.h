#pragma once

#include "core/base/files/file_sink.h"
#include "core/convert/scales/scaled_values.h"
#include "core/convert/tensors/tensor_set.h"
#include "core/values/value_reader.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cairn::convert {

/// The values of a tensor as they will be written, block by block: in row-major order, little endian, cast if that is
/// asked for, by their scales where they have some. Memory is a few megabytes. One thread; the checkpoint must live on.
class TensorBytes {
public:
    TensorBytes(TensorBytes&&) = default;
    [[nodiscard]] static Result<TensorBytes> open(const checkpoint::Checkpoint& source, const NamedTensor& named);

    /// The next bytes, good until the next call; none after the last.
    [[nodiscard]] Result<std::span<const std::byte>> next();
    /// The checksum of the bytes so far as they were read, where those are a whole storage and are far away.
    [[nodiscard]] const std::optional<std::uint32_t>& storageCrc() const noexcept { return m_storageCrc; }
    /// Finite numbers so far that were too large for their new dtype.
    [[nodiscard]] std::uint64_t overflows() const noexcept { return m_overflows; }

private:
    TensorBytes(const checkpoint::Checkpoint& source, values::ValueLayout layout, formats::Dtype from,
                formats::Dtype to);
    [[nodiscard]] static Result<CodeWriter> codeWriter(const checkpoint::Checkpoint& source, const NamedTensor& named);
    [[nodiscard]] static Result<Bytes> madeBytes(const checkpoint::Checkpoint& source, const NamedTensor& named);

    values::ValueReader m_reader;
    formats::Dtype m_from;
    formats::Dtype m_to;
    std::optional<CodeReader> m_codes;  ///< of codes that have scales
    std::optional<CodeWriter> m_writer; ///< of numbers that become codes
    std::optional<Bytes> m_made;        ///< all there is of a tensor that the source has not
    bool m_isMadeGiven = false;
    Bytes m_cast;
    std::optional<std::uint32_t> m_storageCrc;
    std::uint64_t m_overflows = 0;
};

/// What writing the tensors would find too large. Reads those that will be cast.
[[nodiscard]] Result<Overflows> findOverflows(const checkpoint::Checkpoint& source,
                                              std::span<const NamedTensor> tensors, Progress* progress);

/// What copyTensor() found on the way.
struct TensorCopied {
    std::uint32_t crc = 0;                   ///< of the bytes, if it was asked for
    std::optional<std::uint32_t> storageCrc; ///< see TensorBytes
    std::uint64_t overflows = 0;
};

enum class Checksum : std::uint8_t { None, Crc32 };

/// Appends the values of a tensor to a file. Values that lie there in order already are copied inside the kernel,
/// unless they have to be looked at.
[[nodiscard]] Result<TensorCopied> copyTensor(const checkpoint::Checkpoint& source, const NamedTensor& named,
                                              FileSink& sink, Checksum checksum, Progress* progress);

/// Whether bytes at a place are what copyTensor() would write.
[[nodiscard]] Result<bool> hasSameValues(const checkpoint::Checkpoint& source, const NamedTensor& named,
                                         const ByteSource& file, std::uint64_t offset, Progress* progress);

} // namespace cairn::convert
