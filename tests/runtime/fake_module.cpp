// A LibTorch module without LibTorch: has as many CUDA devices as CAIRN_FAKE_GPUS says, keeps bytes in memory, has no
// room on the device of CAIRN_FAKE_FULL, waits CAIRN_FAKE_WAIT milliseconds after each megabyte, and prints
// CAIRN_FAKE_WORDS as soon as it is opened.

#include "core/runtime/common/runtime.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace cairn::runtime {

struct Loaded {
    std::vector<std::vector<char>> storages;
};

} // namespace cairn::runtime

namespace {

using namespace cairn::runtime;

std::atomic<std::uint64_t> aliveBytes = 0;

std::string setting(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : value;
}

int deviceCount(const char* backend)
{
    const int gpus = std::atoi(setting("CAIRN_FAKE_GPUS").c_str());
    return std::string_view(backend) == "cuda" && gpus > 0 ? gpus : -1;
}

void release(Loaded* loaded)
{
    for (const auto& storage : loaded->storages) {
        aliveBytes -= storage.size();
    }
    delete loaded;
}

bool fails(const Host& host, FailureKind kind, std::uint32_t device, std::uint32_t storage, const char* text)
{
    Failure failure;
    failure.kind = kind;
    failure.device = device;
    failure.storage = storage;
    failure.text = text;
    host.onFailure(host.self, &failure);
    return false;
}

bool fill(const LoadOrder& order, Loaded& loaded, std::uint32_t device, std::uint32_t id)
{
    const Host& host = order.host;
    if (setting("CAIRN_FAKE_FULL") == order.devices[device]) {
        return fails(host, FailureKind::Memory, device, id, "CUDA out of memory, says the test");
    }
    std::vector<char>& bytes = loaded.storages[id];
    bytes.resize(order.storages[id].bytes);
    aliveBytes += bytes.size();
    constexpr std::uint64_t piece = 1'000'000;
    for (std::uint64_t at = 0; at < bytes.size(); at += piece) {
        const std::uint64_t count = std::min<std::uint64_t>(piece, bytes.size() - at);
        if (host.isStopped(host.self)) {
            return fails(host, FailureKind::Stopped, device, id, "");
        }
        if (!host.read(host.self, id, at, bytes.data() + at, count)) {
            return fails(host, FailureKind::Reading, device, id, "");
        }
        host.advance(host.self, count);
        std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(setting("CAIRN_FAKE_WAIT").c_str())));
    }
    return true;
}

Loaded* load(const LoadOrder* order)
{
    auto* loaded = new Loaded;
    loaded->storages.resize(order->storageCount);
    for (std::uint32_t device = 0; device < order->deviceCount; ++device) {
        DeviceReport report;
        report.device = device;
        report.seconds = 0.5;
        for (std::uint32_t id = 0; id < order->storageCount; ++id) {
            if (order->storages[id].device != device) {
                continue;
            }
            if (!fill(*order, *loaded, device, id)) {
                release(loaded);
                return nullptr;
            }
            ++report.storages;
            report.bytes += order->storages[id].bytes;
        }
        report.peakBytes = report.bytes;
        order->host.onDevice(order->host.self, &report);
    }
    return loaded;
}

Loaded* loadScript(const ScriptOrder* order)
{
    fails(order->host, FailureKind::Torch, kNoIndex, kNoIndex,
          "Unknown builtin op: test::op.\n  ret = ops.test.op(x)\n        ~~~~~~~~~~~ <--- HERE\n");
    return nullptr;
}

Interface fakeInterface()
{
    std::fputs(setting("CAIRN_FAKE_WORDS").c_str(), stdout);
    std::fflush(stdout);
    Interface made;
    made.torchVersion = "2.99-test";
    made.deviceCount = deviceCount;
    made.load = load;
    made.loadScript = loadScript;
    made.release = release;
    made.describe = [](Loaded* /*loaded*/, std::uint32_t /*tensor*/, TensorFacts* /*facts*/) { return false; };
    made.values = [](Loaded* /*loaded*/, std::uint32_t /*tensor*/, const Host* /*host*/,
                     bool (* /*sink*/)(void*, const void*, std::uint64_t)) { return false; };
    return made;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const cairn::runtime::Interface cairn_torch_interface =
    fakeInterface();
extern "C" __attribute__((visibility("default"))) std::uint64_t cairn_fake_alive_bytes()
{
    return aliveBytes;
}
