#include "core/devices/map/model_memory.h"

#include "core/base/text/text.h"
#include "core/devices/map/training_memory.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace cairn::devices {

namespace {

constexpr std::uint64_t kGigabyte = 1'000'000'000;
constexpr std::uint64_t kGpuGigabytes[] = {2, 4, 6, 8, 10, 11, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 141, 192, 288};

/// Of all that the plan is about, on one device.
std::optional<std::uint64_t> bytesFor(const checkpoint::Checkpoint& checkpoint, const TrainingPlan& plan)
{
    const auto estimate = estimateTraining(checkpoint, plan, MapLocation::everythingTo("cpu"), DeviceInventory());
    if (!estimate) {
        return std::nullopt;
    }
    std::uint64_t bytes = 0;
    for (const TrainingUse& use : estimate->devices) {
        bytes += use.together();
    }
    return bytes;
}

/// "44.8 MB", or "44.8 MB (in bfloat16 22.4 MB)".
Message bytesText(std::uint64_t asSaved, const std::optional<std::uint64_t>& half)
{
    return half ? message("%1 (in bfloat16 %2)", humanBytes(asSaved), humanBytes(*half))
                : verbatim(humanBytes(asSaved));
}

Message gpuText(std::uint64_t bytes)
{
    const auto gpu = smallestGpu(bytes);
    return gpu ? message("a GPU of %1 GB has room", std::to_string(*gpu / kGigabyte))
               : message("no single GPU has room");
}

} // namespace

std::optional<std::uint64_t> smallestGpu(std::uint64_t bytes)
{
    const auto* found =
        std::ranges::find_if(kGpuGigabytes, [&](std::uint64_t size) { return bytes <= size * kGigabyte; });
    return found == std::end(kGpuGigabytes) ? std::nullopt : std::optional(*found * kGigabyte);
}

std::vector<ModelMemory> memoryOfModel(const checkpoint::Checkpoint& checkpoint)
{
    std::vector<ModelMemory> found;
    for (const std::optional<formats::Dtype> dtype :
         {std::optional<formats::Dtype>(), std::optional(formats::Dtype::BFloat16)}) {
        TrainingPlan plan{.optimizer = {}, .dtype = dtype, .stateDtype = {}};
        const std::optional<std::uint64_t> weights = bytesFor(checkpoint, plan);
        if (!weights || *weights == 0 || (!found.empty() && *weights >= found.front().weights)) {
            break;
        }
        plan.optimizer = "adamw";
        found.push_back({.dtype = dtype, .weights = *weights, .training = bytesFor(checkpoint, plan)});
    }
    return found;
}

std::vector<Message> memoryTexts(const std::vector<ModelMemory>& memory)
{
    std::vector<Message> texts;
    if (memory.empty()) {
        return texts;
    }
    const ModelMemory& asSaved = memory.front();
    const ModelMemory* half = memory.size() > 1 ? &memory[1] : nullptr;
    texts.push_back(message("Memory for the weights: %1; %2",
                            bytesText(asSaved.weights, half == nullptr ? std::nullopt : std::optional(half->weights)),
                            gpuText(asSaved.weights)));
    if (asSaved.training) {
        texts.push_back(message("To train it with AdamW: %1, without what the batch takes; %2",
                                bytesText(*asSaved.training, half == nullptr ? std::nullopt : half->training),
                                gpuText(*asSaved.training)));
    }
    return texts;
}

Message trainingText(const checkpoint::Checkpoint& checkpoint, const MapLocation& map, const DeviceInventory& machine)
{
    const auto estimate =
        estimateTraining(checkpoint, {.optimizer = "adamw", .dtype = {}, .stateDtype = {}}, map, machine);
    const auto cannotTrain = [](const TrainingUse& use) { return !use.isThere || use.device == "meta"; };
    if (!estimate || std::ranges::any_of(estimate->devices, cannotTrain)) {
        return {};
    }
    std::vector<std::string> uses;
    std::vector<std::string> full;
    for (const TrainingUse& use : estimate->devices) {
        uses.push_back(use.device + ' ' + humanBytes(use.together()));
        if (!use.fits()) {
            full.push_back(use.device + ' ' + humanBytes(use.freeBytes.value_or(0)));
        }
    }
    constexpr std::size_t most = 6;
    return full.empty()
               ? message("To train it with AdamW: %1, without what the batch takes", listOf(uses, most))
               : message("To train it with AdamW: %1, and free is only: %2", listOf(uses, most), listOf(full, most));
}

} // namespace cairn::devices
