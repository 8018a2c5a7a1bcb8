#include "core/runtime/common/gpu_copier.h"

#include <atomic>
#include <sys/mman.h>

namespace cairn::runtime {

GpuCopier::GpuCopier(const CudaFunctions& cuda, int device, std::uint64_t bufferBytes)
    : m_cuda(cuda), m_copy(cuda.function<void*, const void*, std::size_t, int, Stream>("MemcpyAsync")),
      m_wait(cuda.function<Stream>("StreamSynchronize"))
{
    constexpr unsigned besideOthers = 1; // does not wait for what torch does
    // Memory that torch gives out anew may still be in use by what it has begun before.
    if (m_copy == nullptr || m_wait == nullptr || !succeeds(m_cuda.call("SetDevice", device)) ||
        !succeeds(m_cuda.call("DeviceSynchronize"))) {
        return;
    }
    for (Stream& stream : m_streams) {
        if (!succeeds(m_cuda.call("StreamCreateWithFlags", &stream, besideOthers))) {
            return;
        }
    }
    makeBuffers(bufferBytes);
}

/// In huge pages, where the system has them: they are locked five times as fast, and read into faster.
void GpuCopier::makeBuffers(std::uint64_t bufferBytes)
{
    constexpr std::size_t hugePage = std::size_t{2} << 20;
    constexpr unsigned usual = 0;
    m_bufferBytes = static_cast<std::size_t>(bufferBytes);
    const std::size_t wanted = (m_streams.size() * m_bufferBytes + hugePage - 1) / hugePage * hugePage;
    m_memoryBytes = wanted + hugePage;
    m_memory = ::mmap(nullptr, m_memoryBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (m_memory == MAP_FAILED) {
        m_memory = nullptr;
        return;
    }
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(m_memory) % hugePage;
    std::byte* begin = static_cast<std::byte*>(m_memory) + (beyond == 0 ? 0 : hugePage - beyond);
    (void)::madvise(begin, wanted, MADV_HUGEPAGE);
    (void)::madvise(begin, wanted, MADV_DONTFORK); // a page that is copied for a child is not the one the GPU reads
#ifdef MADV_POPULATE_WRITE
    (void)::madvise(begin, wanted, MADV_POPULATE_WRITE); // here, as CUDA would do that for one thread after the other
#endif
    if (succeeds(m_cuda.call("HostRegister", static_cast<void*>(begin), wanted, usual))) {
        m_buffers = begin;
    }
}

GpuCopier::~GpuCopier()
{
    for (Stream stream : m_streams) {
        if (stream != nullptr) { // nothing may go while it is being copied; what was on its way to a lost GPU is lost
            (void)succeeds(m_wait(stream));
            (void)succeeds(m_cuda.call("StreamDestroy", stream));
        }
    }
    if (m_buffers != nullptr) {
        (void)succeeds(m_cuda.call("HostUnregister", static_cast<void*>(m_buffers)));
    }
    if (m_memory != nullptr) {
        (void)::munmap(m_memory, m_memoryBytes);
    }
}

bool GpuCopier::copy(const Batch& batch, const ReadPiece& read, const PlaceOf& placeOf)
{
    constexpr int hostToDevice = 1;
    Stream stream = m_streams[m_next];
    if (!isReady() || !succeeds(m_wait(stream))) {
        return false;
    }
    std::byte* next = m_buffers + m_next * m_bufferBytes;
    m_next = (m_next + 1) % m_streams.size();
    for (const Piece* piece = batch.begin; piece != batch.end; ++piece) {
        if (!read(*piece, next) ||
            !succeeds(m_copy(placeOf(*piece), next, static_cast<std::size_t>(piece->bytes), hostToDevice, stream))) {
            return false;
        }
        next += alignedBytes(piece->bytes);
    }
    return true;
}

bool GpuCopier::finish()
{
    bool isFine = true;
    for (Stream stream : m_streams) {
        isFine = (stream == nullptr || succeeds(m_wait(stream))) && isFine;
    }
    return isFine;
}

/// Forgets the error, so that torch does not take it for its own.
bool GpuCopier::succeeds(int code) const
{
    if (code != 0) {
        (void)m_cuda.call("GetLastError");
    }
    return code == 0;
}

bool copyToGpu(Batches& batches, const CudaFunctions& cuda, int device, const ReadPiece& read, const PlaceOf& placeOf,
               const std::function<void(const Batch&)>& onBatch)
{
    std::atomic<bool> isFine = true;
    batches.run([&] {
        GpuCopier copier(cuda, device, batches.room());
        while (copier.isReady() && isFine) { // if it is not, others may be
            const auto batch = batches.next();
            if (!batch) {
                break;
            }
            if (!copier.copy(*batch, read, placeOf)) {
                isFine = false;
                break;
            }
            onBatch(*batch);
        }
        if (!copier.finish()) {
            isFine = false;
        }
    });
    return isFine && !batches.next();
}

} // namespace cairn::runtime
