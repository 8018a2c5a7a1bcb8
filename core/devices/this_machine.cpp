#include "core/base/platform/machine.h"
#include "core/base/text/text.h"
#include "core/devices/cuda/cuda_runtime.h"
#include "core/devices/machine/inventory.h"

#include <cstdlib>
#include <string>

namespace cairn::devices {

CudaFacts askCuda()
{
    CudaFacts facts;
    askCudaRuntime(facts);
    if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES"); visible != nullptr) {
        facts.visibleDevices = visible;
    }
    facts.hasDriverModule = platform::hasNvidiaDriver();
    facts.pciGpus = platform::countNvidiaCards();
    return facts;
}

DeviceInventory thisMachine()
{
    DeviceInventory machine;
    machine.machine = kThisMachine;
    machine.cpu.tag = "cpu";
    machine.cpu.name = printable(platform::processorName());
    const platform::Memory memory = platform::memoryHere();
    machine.cpu.totalBytes = memory.totalBytes;
    machine.cpu.freeBytes = memory.freeBytes;
    machine.cores = platform::usableCores();
    machine.backends = backendsNotServed();
    machine.backends.insert(machine.backends.begin(), explainCuda(askCuda()));
    return machine;
}

} // namespace cairn::devices
