#include "core/devices/machine/machine_text.h"

#include "core/base/text/byte_size.h"
#include "core/base/text/text.h"
#include "core/base/text/trimmed.h"
#include "core/devices/machine/gpu_models.h"
#include "core/devices/machine/text_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>

namespace cairn::devices {

namespace {

/// "24 GB", "1.5TB", "80g", "16 GiB"
std::optional<std::uint64_t> memorySize(std::string_view text)
{
    constexpr long double most = 1e18L;
    const auto size = parseByteSize(text);
    if (!size || !size->hasUnit || size->bytes <= 0 || size->bytes > most) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(std::round(size->bytes));
}

std::unexpected<Error> notAMachine(std::string_view text, std::string_view gpu = {})
{
    return fail(
        error(ErrorCode::Usage, message("%1 describes no machine%2", inQuotes(text), nearestGpuHint(gpu)))
            .fix(message("Write \"cpu\", \"1 x 24 GB\", \"2 x H100\" or \"8 x 80 GB, cpu 512 GB\" for a machine with "
                         "that, or the path of a file that `cairn-cli devices --json` wrote there, or \"this\" for the "
                         "machine that Cairn runs on")));
}

/// A part of a description that is about GPUs: "2 x 24 GB", "RTX 4090", "8×H100".
struct GpuWords {
    std::string_view count; ///< empty: one
    std::string_view what;
};

GpuWords gpuWords(std::string_view part)
{
    constexpr std::string_view sign = "×"; // as Cairn itself writes it
    const std::size_t end = std::min(part.find_first_not_of("0123456789 "), part.size());
    const std::string_view rest = part.substr(end);
    const std::size_t times = rest.starts_with(sign)                           ? sign.size()
                              : rest.starts_with('x') || rest.starts_with('X') ? 1
                                                                               : 0;
    return end == 0 || times == 0
               ? GpuWords{.count = {}, .what = part}
               : GpuWords{.count = trimmed(part.substr(0, end)), .what = trimmed(rest.substr(times))};
}

} // namespace

Result<DeviceInventory> describeMachine(std::string_view text)
{
    DeviceInventory machine;
    machine.described = printable(text);
    machine.machine = machine.name().text();
    machine.cpu.tag = "cpu";
    Backend cuda;
    cuda.name = "cuda";
    constexpr std::size_t mostDevices = 128;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t comma = std::min(rest.find_first_of(",+"), rest.size());
        const std::string_view part = trimmed(rest.substr(0, comma));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        if (part == "cpu" || part == "cpu only" || part == "CPU" || part == "CPU only") {
            continue;
        }
        if (constexpr std::string_view cpu = "cpu"; part.starts_with(cpu)) {
            const auto size = memorySize(trimmed(part.substr(cpu.size())));
            if (!size) {
                return notAMachine(text);
            }
            machine.cpu.totalBytes = machine.cpu.freeBytes = *size;
            continue;
        }
        const GpuWords words = gpuWords(part);
        std::size_t count = 1;
        if (!words.count.empty()) {
            const auto [end, failure] =
                std::from_chars(words.count.data(), words.count.data() + words.count.size(), count);
            if (failure != std::errc{} || end != words.count.data() + words.count.size()) {
                return notAMachine(text);
            }
        }
        GpuModel model;
        if (const auto size = memorySize(words.what)) {
            model = {.name = humanBytes(*size) + " GPU", .bytes = *size};
        } else {
            CAIRN_ASSIGN(known, gpuModelNamed(words.what));
            if (const auto bare = parseByteSize(words.what); !known && bare && !bare->hasUnit) {
                return fail(error(ErrorCode::Usage, message("%1 says a number without a unit", inQuotes(text)))
                                .fix(message("Write the memory of each GPU, as in \"2 x 24 GB\"")));
            }
            if (!known) {
                return notAMachine(text, words.what);
            }
            model = std::move(*known);
        }
        if (count == 0 || cuda.devices.size() + count > mostDevices) {
            return notAMachine(text);
        }
        for (; count > 0; --count) {
            Device device;
            device.tag = "cuda:" + std::to_string(cuda.devices.size());
            device.name = model.name;
            device.totalBytes = device.freeBytes = model.bytes;
            cuda.devices.push_back(std::move(device));
        }
    }
    if (trimmed(text).empty()) {
        return notAMachine(text);
    }
    cuda.state = cuda.devices.empty() ? BackendState::NotThere : BackendState::Ready;
    cuda.reason = cuda.devices.empty() ? message("%1 has no GPU", machine.name()) : Message();
    machine.backends.push_back(std::move(cuda));
    std::ranges::move(backendsNotServed(), std::back_inserter(machine.backends));
    return machine;
}

Result<DeviceInventory> findMachine(const std::string& text)
{
    std::error_code failure;
    const bool isPath = text.find('/') != std::string::npos || text.ends_with(".json");
    if (!isPath && !std::filesystem::is_regular_file(text, failure)) {
        return describeMachine(text);
    }
    CAIRN_ASSIGN(content, readTextFile(text));
    auto machine = parseMachineFile(std::move(content));
    if (!machine) {
        return fail(std::move(machine).error().in(text));
    }
    return machine;
}

} // namespace cairn::devices
