#include "app/cli/inspect/device_advice.h"

#include "core/checkpoint/pickles/device_tag.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/trust.h"
#include "core/checkpoint/trust/weights_only.h"
#include "core/devices/machine/torch_restore.h"
#include "core/devices/map/tensor_parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <ranges>
#include <vector>

namespace cairn::cli {

namespace {

using checkpoint::FormatTraits;
using checkpoint::Loader;
using checkpoint::PickleForm;

/// Tags that torch resolves on every machine.
bool isEverywhere(std::string_view tag)
{
    return devices::problemWithoutDevices(tag) == devices::Restored::Problem::None;
}

/// Tags that torch resolves on none: "cpu:0" is one. (An extension may add "npu".)
bool isNowhere(std::string_view tag)
{
    return !checkpoint::deviceTagProblem(tag).empty();
}

/// "cuda:0", "cuda:0 and cuda:1", "cuda:0, cuda:1, cuda:2 and 6 more"
std::string listed(const std::vector<std::string>& tags)
{
    constexpr std::size_t most = 4;
    return listOf(tags, tags.size() <= most ? most : most - 1).text();
}

std::string needing(Loader loader, const std::string& tags, bool several)
{
    const std::string devices = several ? " needs those devices" : " needs that device";
    const std::string saved = "Saved on " + tags + ": ";
    std::string torchLoad = saved + "torch.load without map_location" + devices +
                            ". torch.load(file, map_location=\"cpu\") loads it on any machine.";
    const std::string copy = " A copy by `cairn-cli convert` needs none.";
    switch (loader) {
    case Loader::TorchLoad: return torchLoad + copy;
    case Loader::TorchJitLoad:
        return saved + "torch.jit.load without map_location" + devices +
               ". torch.jit.load(file, map_location=\"cpu\") loads it on any machine.";
    case Loader::PackageImporter:
        return saved + "importing it" + devices + " unless load_pickle gets a map_location." + copy;
    case Loader::PickleLoad: return saved + "pickle.load" + devices + ", and it takes no map_location." + copy;
    default: break;
    }
    return torchLoad;
}

} // namespace

Ink inkOfDevice(std::string_view tag)
{
    if (tag == "cpu" || tag == "meta") {
        return Ink::Plain;
    }
    if (!tag.starts_with("cuda")) {
        return Ink::Blue;
    }
    constexpr std::array kInks = {Ink::Green, Ink::Magenta, Ink::Cyan, Ink::Yellow};
    std::size_t index = 0;
    const std::size_t colon = tag.find(':');
    if (colon != std::string_view::npos) {
        std::from_chars(tag.data() + colon + 1, tag.data() + tag.size(), index);
    }
    return kInks[index % kInks.size()];
}

DeviceAdvice adviseOnDevices(const checkpoint::Checkpoint& checkpoint,
                             std::span<const std::pair<std::string, checkpoint::Usage>> devices)
{
    DeviceAdvice advice = adviseOnDevices(checkpoint.traits(), devices);
    const PickleForm form = checkpoint.traits().pickle;
    const bool isStream = form == PickleForm::Stream || form == PickleForm::TarMember;
    if (isStream && !advice.loadsAnywhere) {
        if (const auto moved = devices::movedTensors(checkpoint); !moved.empty()) {
            advice.text = "Saved on " + moved.begin()->first +
                          ", where torch.load needs the device whatever the map_location: it moves tensors without a "
                          "storage in zips alone. A copy by `cairn-cli convert` needs none.";
        }
    }
    if (const auto refusal = checkpoint::plainLoadRefusal(checkpoint); refusal && !devices.empty()) {
        std::vector<std::string> all;
        std::ranges::copy(std::views::keys(devices), std::back_inserter(all));
        advice = {.loadsAnywhere = false,
                  .text =
                      "Saved on " + listed(all) + ". torch.load does not load it whole: " + refusal->what.text() + '.'};
    }
    const bool isDangerous = checkpoint::trustOf(checkpoint).trust == checkpoint::Trust::Dangerous;
    const bool isRefused = checkpoint.traits().loader == Loader::TorchLoad &&
                           checkpoint::weightsOnlyVerdict(checkpoint, &checkpoint::GlobalUse::latest).verdict !=
                               checkpoint::Verdict::Allowed;
    constexpr std::string_view call = "map_location=\"cpu\")";
    if (const std::size_t found = advice.text.find(call); isRefused && !isDangerous && found != std::string::npos) {
        advice.text.insert(found + call.size() - 1, ", weights_only=False");
    }
    const bool isPromise = advice.loadsAnywhere && checkpoint.traits().loader != Loader::SafetensorsLoad;
    if (isPromise && !devices.empty()) {
        if (isDangerous || isRefused) {
            std::vector<std::string> all;
            std::ranges::copy(std::views::keys(devices), std::back_inserter(all));
            const std::string how = isDangerous ? "is dangerous to load" : "loads with weights_only=False alone";
            advice = {.loadsAnywhere = false,
                      .text = "Saved on " + listed(all) + ", which every machine has. It " + how + ", as told below."};
        }
    }
    return advice;
}

DeviceAdvice adviseOnDevices(const FormatTraits& traits,
                             std::span<const std::pair<std::string, checkpoint::Usage>> devices)
{
    if (traits.loader == Loader::SafetensorsLoad) {
        return {.loadsAnywhere = true, .text = "safetensors keeps no devices: it loads on any machine."};
    }
    std::vector<std::string> all;
    std::vector<std::string> special;
    for (const auto& [tag, usage] : devices) {
        all.push_back(tag);
        const bool isOfScript =
            traits.loader == Loader::TorchJitLoad && tag.starts_with("cpu:"); // which is read otherwise
        if (!isEverywhere(tag) && !isOfScript) {
            special.push_back(tag);
        }
    }
    if (all.empty()) {
        return {};
    }
    if (special.empty()) {
        return {.loadsAnywhere = true, .text = "Saved on " + listed(all) + ": loads on any machine."};
    }
    if (std::vector<std::string> nowhere;
        std::ranges::copy_if(special, std::back_inserter(nowhere), isNowhere), !nowhere.empty()) {
        return {.loadsAnywhere = false,
                .text = "Saved on " + listed(nowhere) +
                        ", which torch takes for no device: it loads on no machine without a map_location such as "
                        "\"cpu\"."};
    }
    return {.loadsAnywhere = false, .text = needing(traits.loader, listed(special), special.size() > 1)};
}

} // namespace cairn::cli
