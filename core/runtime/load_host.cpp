#include "core/runtime/load_host.h"

#include "core/base/platform/machine.h"
#include "core/base/text/text.h"
#include "core/runtime/common/torch_text.h"

#include <algorithm>
#include <utility>

namespace cairn::runtime {

using devices::DeviceInventory;
using devices::LoadPlan;

namespace {

/// What helps where `device` is full.
Message adviceForFull(const std::string& device, const DeviceInventory& machine, bool isLimited)
{
    const bool hasOthers = std::ranges::any_of(machine.backends, [&](const devices::Backend& backend) {
        return std::ranges::any_of(backend.devices, [&](const devices::Device& other) { return other.tag != device; });
    });
    if (isLimited) { // a file that is mapped takes addresses, too
        return message("Nothing stays loaded. Raise the limit (ulimit -v in the shell that starts Cairn), or write a "
                       "smaller copy: keep only what is needed, or cast to bfloat16");
    }
    if (hasOthers || device != "cpu") {
        return message("Nothing stays loaded. Map some of it to another device (--map on the command line), or close "
                       "what uses the memory");
    }
    return message("Nothing stays loaded. Close what uses the memory, write a smaller copy (keep only what is needed, "
                   "or cast to bfloat16), or in Python load it with mmap=True");
}

} // namespace

Error noSpace(const LoadPlan& plan, std::uint32_t storage, const std::string& device, std::uint64_t placedBytes,
              const DeviceInventory& machine)
{
    const std::uint64_t bytes = plan.storages()[storage].bytes;
    const std::string placed = humanBytes(placedBytes);
    Message why = message("%1 of this file were there already", placed);
    if (const devices::Device* found = machine.find(device); found != nullptr && found->totalBytes != 0) {
        why = message("%1 of %2 are free, and %3 of this file were there already", humanBytes(found->freeBytes),
                      humanBytes(found->totalBytes), placed);
    }
    const auto limit = device == "cpu" ? platform::memoryLimit() : std::nullopt;
    if (limit) {
        why = inARow(why, message("This process may take no more than %1 of addresses in all, LibTorch among "
                                  "them (ulimit -v)",
                                  humanBytes(*limit)));
    }
    return error(ErrorCode::RuntimeMemory,
                 message("%1 has no room for %2, which has %3", device, plan.storageName(storage), humanBytes(bytes)))
        .because(std::move(why))
        .fix(adviceForFull(device, machine, limit.has_value()));
}

Error processEnded(const std::string& how)
{
    return error(ErrorCode::RuntimeEnded, message("the process that PyTorch runs in is no more; nothing stays loaded"))
        .because(verbatim(printableLines(how)))
        .fix(message("Try it again, or name another PyTorch with --torch-at, CAIRN_TORCH_AT or in the settings of the "
                     "window. Cairn shows and converts the file without loading it"));
}

LoadHost::LoadHost(const LoadPlan& plan, Read read, Progress& progress)
    : m_plan(plan), m_read(std::move(read)), m_progress(progress)
{
}

Host LoadHost::callbacks()
{
    Host host;
    host.self = this;
    host.read = [](void* self, std::uint32_t storage, std::uint64_t offset, void* into, std::uint64_t bytes) {
        const std::span range(static_cast<std::byte*>(into), static_cast<std::size_t>(bytes));
        return static_cast<LoadHost*>(self)->read(storage, offset, range);
    };
    host.fileOf = [](void* self, std::uint32_t storage, int* descriptor, std::uint64_t* offset) {
        const auto range = static_cast<LoadHost*>(self)->m_plan.fileRange(storage);
        *descriptor = range ? range->descriptor : -1;
        *offset = range ? range->offset : 0;
        return range.has_value();
    };
    host.isStopped = [](void* self) { return static_cast<LoadHost*>(self)->m_progress.stopRequested(); };
    host.advance = [](void* self, std::uint64_t bytes) { static_cast<LoadHost*>(self)->m_progress.add(bytes); };
    host.onDevice = [](void* self, const DeviceReport* report) {
        auto& own = *static_cast<LoadHost*>(self);
        own.m_devices.push_back({.device = own.m_plan.devices()[report->device],
                                 .storages = report->storages,
                                 .bytes = report->bytes,
                                 .peakBytes = report->peakBytes,
                                 .seconds = report->seconds});
    };
    host.onProblem = [](void* self, std::uint32_t tensor, const char* text) {
        static_cast<LoadHost*>(self)->m_problems.push_back({.tensor = tensor, .reason = text});
    };
    host.onNote = [](void* self, const char* text) { static_cast<LoadHost*>(self)->m_notes.emplace_back(text); };
    host.onFailure = [](void* self, const Failure* failure) { static_cast<LoadHost*>(self)->onFailure(*failure); };
    return host;
}

bool LoadHost::read(std::uint32_t storage, std::uint64_t offset, std::span<std::byte> into)
{
    auto done = m_read(storage, offset, into);
    if (done) {
        return true;
    }
    const std::lock_guard lock(m_mutex);
    m_readError = m_readError ? std::move(m_readError) : std::move(done).error();
    return false;
}

void LoadHost::onFailure(const Failure& failure)
{
    switch (failure.kind) {
    case FailureKind::Stopped:
        m_failure = error(ErrorCode::Cancelled, message("cancelled; nothing stays loaded"));
        break;
    case FailureKind::Reading:
        m_failure = m_readError.value_or(error(ErrorCode::ReadFailed, message("reading failed")));
        break;
    case FailureKind::Memory: m_failure = noMemory(failure); break;
    case FailureKind::Ended: m_failure = processEnded(failure.text); break;
    case FailureKind::Torch: {
        const bool hasDevice = failure.device < m_plan.devices().size();
        m_failure = error(ErrorCode::RuntimeTorch,
                          hasDevice ? message("LibTorch cannot load to %1", m_plan.devices()[failure.device])
                                    : message("LibTorch cannot load this"))
                        .because(torchSays(failure.text))
                        .fix(adviceFor(failure.text));
        break;
    }
    }
}

Error LoadHost::noMemory(const Failure& failure) const
{
    const bool isKnown = failure.storage < m_plan.storages().size() && failure.device < m_plan.devices().size();
    Error told = isKnown ? noSpace(m_plan, failure.storage, m_plan.devices()[failure.device], failure.placedBytes,
                                   devices::thisMachine())
                         : error(ErrorCode::RuntimeMemory, message("there is not enough memory; nothing stays loaded"));
    told.why = inARow(told.why, torchSays(failure.text));
    return told;
}

Error LoadHost::failure()
{
    return m_failure ? std::move(*m_failure)
                     : error(ErrorCode::Internal, message("the LibTorch module gave no reason"));
}

} // namespace cairn::runtime
