#include "core/devices/machine/gpu_models.h"

#include "core/base/text/byte_size.h"
#include "core/base/text/near_name.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cairn::devices {

namespace {

/// A driver takes some of the memory for itself, and error correction some more on cards without HBM: so less is given
/// here than is printed on the box, and what fits by these numbers fits.
struct ModelRow {
    std::string_view name;
    std::uint32_t megabytes; ///< decimal
};

constexpr std::array kModels = {
    ModelRow{"B200", 180'000},     ModelRow{"H200", 141'000},     ModelRow{"GH200", 96'000},
    ModelRow{"H100", 80'000},      ModelRow{"H800", 80'000},      ModelRow{"H20", 96'000},
    ModelRow{"A100-80GB", 80'000}, ModelRow{"A100-40GB", 40'000}, ModelRow{"A800", 80'000},
    ModelRow{"V100-32GB", 32'000}, ModelRow{"V100-16GB", 16'000}, ModelRow{"P100", 16'000},
    ModelRow{"L40S", 47'000},      ModelRow{"L40", 47'000},       ModelRow{"L4", 23'000},
    ModelRow{"A40", 47'000},       ModelRow{"A30", 24'000},       ModelRow{"A10G", 23'000},
    ModelRow{"A10", 23'000},       ModelRow{"T4", 15'000},        ModelRow{"RTX 6000 Ada", 48'000},
    ModelRow{"RTX A6000", 48'000}, ModelRow{"RTX A5000", 24'000}, ModelRow{"RTX A4000", 16'000},
    ModelRow{"RTX 5090", 32'000},  ModelRow{"RTX 5080", 16'000},  ModelRow{"RTX 4090", 24'000},
    ModelRow{"RTX 4080", 16'000},  ModelRow{"RTX 4070", 12'000},  ModelRow{"RTX 3090", 24'000},
    ModelRow{"RTX 3080", 10'000},  ModelRow{"RTX 3060", 12'000},  ModelRow{"RTX 2080 Ti", 11'000},
    ModelRow{"MI300X", 192'000},   ModelRow{"MI250X", 64'000},    ModelRow{"MI210", 64'000},
};

/// Small letters and digits alone, without the names of makers and families.
std::string lettersOf(std::string_view text)
{
    constexpr std::array<std::string_view, 8> families = {"nvidia", "geforce",  "tesla", "quadro",
                                                          "amd",    "instinct", "rtx",   "gtx"};
    std::string folded = inSmallLetters(text);
    std::erase_if(folded, [](char c) { return c == ' ' || c == '-' || c == '_'; });
    for (bool isShorter = true; isShorter;) {
        isShorter = false;
        for (const std::string_view family : families) {
            if (folded.starts_with(family)) {
                folded.erase(0, family.size());
                isShorter = true;
            }
        }
    }
    return folded;
}

GpuModel modelOf(const ModelRow& row)
{
    constexpr std::uint64_t megabyte = 1'000'000;
    return {.name = std::string(row.name), .bytes = row.megabytes * megabyte};
}

} // namespace

Result<std::optional<GpuModel>> gpuModelNamed(std::string_view text)
{
    const std::string wanted = lettersOf(text);
    std::vector<const ModelRow*> sizes; // of what is sold with several
    for (const ModelRow& row : kModels) {
        const std::string name = lettersOf(row.name);
        if (name == wanted) {
            return modelOf(row);
        }
        const std::size_t dash = row.name.find('-');
        if (dash != std::string_view::npos && lettersOf(row.name.substr(0, dash)) == wanted) {
            sizes.push_back(&row);
        }
        // "H100 80GB" says what is known, and "H100 94GB" something else.
        const std::string_view rest = wanted.starts_with(name) ? std::string_view(wanted).substr(name.size()) : "";
        const auto said = rest.starts_with('0') ? std::nullopt : parseByteSize(rest);
        if (said && said->hasUnit) {
            GpuModel model = modelOf(row);
            const long double ratio = said->bytes / static_cast<long double>(model.bytes);
            constexpr long double near = 0.1L;
            if (ratio < 1 - near || ratio > 1 + near) {
                model = {.name = std::string(text), .bytes = static_cast<std::uint64_t>(said->bytes)};
            }
            return model;
        }
    }
    if (sizes.size() > 1) {
        return fail(error(ErrorCode::Usage, message("%1 is sold with different memory", inQuotes(text)))
                        .fix(message("Write %1 or %2", sizes[0]->name, sizes[1]->name)));
    }
    return std::nullopt;
}

Message nearestGpuHint(std::string_view text)
{
    std::vector<std::string> names;
    names.reserve(kModels.size());
    for (const ModelRow& row : kModels) {
        names.emplace_back(row.name);
    }
    return nearestHint(text, names);
}

} // namespace cairn::devices
