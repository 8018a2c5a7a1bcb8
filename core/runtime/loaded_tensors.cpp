#include "core/runtime/loaded_tensors.h"

#include "core/runtime/torch_words.h"

#include <string>

namespace cairn::runtime {

namespace {

struct ValueCall {
    const LoadedTensors::Sink& sink;
    std::string failure;
    bool hasFailed = false;
};

} // namespace

std::optional<TensorFacts> LoadedTensors::describe(std::uint32_t tensor) const
{
    TensorFacts facts;
    return m_module->interface().describe(m_loaded.get(), tensor, &facts) ? std::optional(facts) : std::nullopt;
}

Result<bool> LoadedTensors::values(std::uint32_t tensor, const Sink& sink) const
{
    ValueCall call{.sink = sink, .failure = {}};
    Host host;
    host.self = &call;
    host.onFailure = [](void* self, const Failure* failure) {
        auto& told = *static_cast<ValueCall*>(self);
        told.hasFailed = true;
        told.failure = failure->text;
    };
    const auto give = [](void* self, const void* bytes, std::uint64_t count) {
        static_cast<ValueCall*>(self)->sink({static_cast<const std::byte*>(bytes), static_cast<std::size_t>(count)});
        return true;
    };
    const bool hasValues = m_module->interface().values(m_loaded.get(), tensor, &host, give);
    if (call.hasFailed) {
        return fail(error(ErrorCode::RuntimeTorch, "LibTorch cannot give the values").because(torchSays(call.failure)));
    }
    return hasValues;
}

} // namespace cairn::runtime
