// What the module shows to the program. No exception leaves a function here.

#include "core/runtime/torch/device_memory.h"
#include "core/runtime/torch/dtype_names.h"
#include "core/runtime/torch/script_loader.h"
#include "core/runtime/torch/storage_loader.h"
#include "core/runtime/torch/tensor_maker.h"
#include "core/runtime/torch/tensor_values.h"

#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/version.h>

#include <memory>

namespace cairn::runtime {

void releaseLoaded(Loaded* loaded)
{
    delete loaded; // NOLINT(cppcoreguidelines-owning-memory): the program holds it by address alone
    releaseDeviceCaches();
}

namespace {

/// LibTorch's warnings (sparse tensors are in beta) are for those who write programs with it.
class Silence final : public c10::WarningHandler {
public:
#if TORCH_VERSION_MAJOR >= 2
    Silence() : m_guard(this) {}
    void process(const c10::Warning& /*warning*/) override {}

private:
    c10::WarningUtils::WarningHandlerGuard m_guard;
#else
    Silence() : m_guard(this) {}
    void process(const c10::SourceLocation& /*location*/, const std::string& /*text*/, const bool /*verbatim*/) override
    {
    }

private:
    c10::Warning::WarningHandlerGuard m_guard;
#endif
};

void tell(const Host& host, const LoadFailed& failure)
{
    Failure told;
    told.kind = failure.kind;
    told.device = failure.device;
    told.storage = failure.storage;
    told.placedBytes = failure.placedBytes;
    told.text = failure.text.c_str();
    host.onFailure(host.self, &told);
}

/// Runs `fill` on an empty Loaded; nothing is left of it when that fails.
template <typename Fill>
Loaded* guarded(const Host& host, const Fill& fill)
{
    std::unique_ptr<Loaded> loaded;
    try {
        const Silence silence;
        const c10::NoGradGuard noGrad;
        loaded = std::make_unique<Loaded>();
        fill(*loaded);
        return loaded.release();
    } catch (...) {
        try {
            tell(host, currentFailure());
        } catch (...) { // not even memory for the text
            Failure told;
            told.kind = FailureKind::Memory;
            host.onFailure(host.self, &told);
        }
    }
    try {
        releaseLoaded(loaded.release());
    } catch (...) { // a device that is lost has nothing to give back
    }
    return nullptr;
}

Loaded* load(const LoadOrder* order)
{
    return guarded(order->host, [&](Loaded& loaded) {
        StorageLoader(*order, loaded).run();
        TensorMaker(*order, loaded).run();
    });
}

Loaded* loadTorchScript(const ScriptOrder* order)
{
    return guarded(order->host, [&](Loaded& loaded) { loadScript(*order, loaded); });
}

void release(Loaded* loaded)
{
    try {
        releaseLoaded(loaded);
    } catch (...) {
    }
}

int deviceCount(const char* backend)
{
    try {
        const c10::DeviceType type = c10::Device(std::string(backend)).type();
        return c10::impl::hasDeviceGuardImpl(type) ? c10::impl::VirtualGuardImpl(type).deviceCount() : -1;
    } catch (...) {
        return -1;
    }
}

void describeStrided(const at::Tensor& tensor, TensorFacts& facts)
{
    facts.strides = tensor.strides().data();
    facts.offset = tensor.storage_offset();
    facts.storageAddress = reinterpret_cast<std::uint64_t>(tensor.storage().unsafeGetStorageImpl());
    facts.conj = tensor.is_conj();
    facts.neg = tensor.is_neg();
    if (!tensor.is_quantized()) {
        return;
    }
    if (tensor.qscheme() == c10::kPerTensorAffine) {
        facts.quantizer = QuantizerKind::PerTensor;
        facts.scale = tensor.q_scale();
        facts.zeroPoint = tensor.q_zero_point();
    } else {
        facts.quantizer = QuantizerKind::PerChannel;
        facts.axis = tensor.q_per_channel_axis();
    }
}

std::string layoutName(const at::Tensor& tensor)
{
    std::ostringstream text;
    text << tensor.layout();
    return text.str();
}

bool describe(Loaded* loaded, std::uint32_t id, TensorFacts* facts)
{
    try {
        if (id >= loaded->tensors.size() || !loaded->tensors[id].defined()) {
            return false;
        }
        const at::Tensor& tensor = loaded->tensors[id];
        loaded->dtype = nameOfScalarType(tensor.scalar_type());
        loaded->device = tensor.device().str();
        loaded->layout = tensor.is_nested() ? "Nested" : layoutName(tensor);
        *facts = TensorFacts();
        facts->dtype = loaded->dtype.c_str();
        facts->device = loaded->device.c_str();
        facts->layout = loaded->layout.c_str();
        facts->requiresGrad = tensor.requires_grad();
        if (!tensor.is_nested()) {
            facts->sizes = tensor.sizes().data();
            facts->rank = static_cast<std::uint32_t>(tensor.dim());
        }
        facts->coalesced = tensor.is_sparse() && tensor.is_coalesced();
        if (tensor.layout() == c10::kStrided && !tensor.is_nested()) {
            describeStrided(tensor, *facts);
        }
        return true;
    } catch (...) {
        return false;
    }
}

bool values(Loaded* loaded, std::uint32_t id, const Host* host,
            bool (*sink)(void* self, const void* bytes, std::uint64_t count))
{
    try {
        if (id >= loaded->tensors.size()) {
            return false;
        }
        return giveValues(loaded->tensors[id].detach(),
                          [&](const void* bytes, std::uint64_t count) { return sink(host->self, bytes, count); });
    } catch (...) {
        tell(*host, currentFailure());
        return false;
    }
}

Interface makeInterface()
{
    Interface made;
    made.torchVersion = TORCH_VERSION;
    made.deviceCount = deviceCount;
    made.load = load;
    made.loadScript = loadTorchScript;
    made.release = release;
    made.describe = describe;
    made.values = values;
    return made;
}

} // namespace

} // namespace cairn::runtime

extern "C" __attribute__((visibility("default"))) const cairn::runtime::Interface cairn_torch_interface =
    cairn::runtime::makeInterface();
