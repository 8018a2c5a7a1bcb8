#pragma once

#include "core/runtime/common/batches.h"
#include "core/runtime/common/cuda_functions.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace cairn::runtime {

using ReadPiece = std::function<bool(const Piece&, std::byte*)>; ///< brings the bytes of a piece to an address
using PlaceOf = std::function<std::byte*(const Piece&)>;         ///< the address of a piece where it shall be

/// Brings batches to a GPU through two page-locked buffers: one is filled while the other is on its way. One for each
/// thread.
class GpuCopier {
public:
    GpuCopier(const CudaFunctions& cuda, int device, std::uint64_t bufferBytes);
    ~GpuCopier();
    GpuCopier(const GpuCopier&) = delete;
    GpuCopier& operator=(const GpuCopier&) = delete;

    /// False: nothing can be copied by this one.
    [[nodiscard]] bool isReady() const noexcept { return m_buffers != nullptr; }
    /// False if `read` says so, or if the GPU says no.
    [[nodiscard]] bool copy(const Batch& batch, const ReadPiece& read, const PlaceOf& placeOf);
    /// Waits until everything has arrived. False if the GPU says no.
    [[nodiscard]] bool finish();

private:
    using Stream = void*;

    void makeBuffers(std::uint64_t bufferBytes);
    [[nodiscard]] bool succeeds(int code) const;

    const CudaFunctions& m_cuda;
    CudaFunctions::Function<void*, const void*, std::size_t, int, Stream> m_copy; ///< found once for all pieces
    CudaFunctions::Function<Stream> m_wait;
    void* m_memory = nullptr;
    std::size_t m_memoryBytes = 0;
    std::byte* m_buffers = nullptr; ///< inside of m_memory; page-locked
    std::size_t m_bufferBytes = 0;
    std::array<Stream, 2> m_streams{}; ///< one for each buffer, so waiting for one waits for no other
    std::size_t m_next = 0;
};

/// Brings all batches to a GPU, on the threads of their order. `onBatch` may be called by several at once, and what it
/// throws ends them. False if not all of them are there.
[[nodiscard]] bool copyToGpu(Batches& batches, const CudaFunctions& cuda, int device, const ReadPiece& read,
                             const PlaceOf& placeOf, const std::function<void(const Batch&)>& onBatch);

} // namespace cairn::runtime
