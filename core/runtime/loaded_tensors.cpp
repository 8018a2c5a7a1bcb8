#include "core/runtime/loaded_tensors.h"

#include "core/runtime/common/torch_text.h"
#include "core/runtime/load_host.h"

#include <string>

namespace cairn::runtime {

namespace {

struct ValueCall {
    const LoadedTensors::Sink& sink;
    std::string failure;
    std::optional<FailureKind> kind;
};

} // namespace

std::optional<TensorFacts> LoadedTensors::describe(std::uint32_t tensor) const
{
    TensorFacts facts;
    return m_held->describe(tensor, facts) ? std::optional(facts) : std::nullopt;
}

Result<bool> LoadedTensors::values(std::uint32_t tensor, const Sink& sink) const
{
    ValueCall call{.sink = sink, .failure = {}, .kind = {}};
    Host host;
    host.self = &call;
    host.onFailure = [](void* self, const Failure* failure) {
        auto& told = *static_cast<ValueCall*>(self);
        told.kind = failure->kind;
        told.failure = failure->text;
    };
    const auto give = [](void* self, const void* bytes, std::uint64_t count) {
        static_cast<ValueCall*>(self)->sink({static_cast<const std::byte*>(bytes), static_cast<std::size_t>(count)});
        return true;
    };
    const bool hasValues = m_held->values(tensor, host, give);
    if (call.kind == FailureKind::Ended) {
        return fail(processEnded(call.failure));
    }
    if (call.kind) {
        return fail(error(ErrorCode::RuntimeTorch, message("LibTorch cannot give the values"))
                        .because(torchSays(call.failure)));
    }
    return hasValues;
}

} // namespace cairn::runtime
