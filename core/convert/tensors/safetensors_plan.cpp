#include "core/convert/tensors/safetensors_plan.h"

#include "core/base/text/text.h"
#include "core/formats/safetensors/safetensors_writer.h"

#include <algorithm>
#include <string_view>

namespace cairn::convert {

using checkpoint::Checkpoint;

namespace {

constexpr std::string_view kFormatKey = "format";

/// The order of the safetensors library; see safetensorsPlace().
void sortTensors(std::vector<NamedTensor>& tensors)
{
    std::ranges::sort(tensors, [&](const NamedTensor& a, const NamedTensor& b) {
        const auto placeA = formats::safetensorsPlace(a.dtype);
        const auto placeB = formats::safetensorsPlace(b.dtype);
        return placeA != placeB ? placeA > placeB : a.name < b.name;
    });
}

/// Separates tensors from second names, which go into the metadata as safetensors.torch does it.
Result<void> takeTensors(const TensorSet& set, SafetensorsPlan& plan)
{
    for (const NamedTensor& named : set.tensors) {
        if (named.sameAs == NamedTensor::kItself) {
            plan.tensors.push_back(named);
            continue;
        }
        const auto taken = std::ranges::find(plan.metadata, named.name, &std::pair<std::string, std::string>::first);
        if (taken != plan.metadata.end()) {
            return fail(error(ErrorCode::Unsupported,
                              message("the metadata would need %1 both for itself and for a tensor's second name",
                                      inQuotes(named.name)))
                            .fix(message("Write each tensor with a copy of its own: --clone")));
        }
        plan.aliases.emplace_back(named.name, set.tensors[named.sameAs].name);
    }
    return {};
}

Result<void> writeHead(const Checkpoint& source, SafetensorsPlan& plan)
{
    formats::SafetensorsHeaderWriter writer;
    for (const auto& [key, value] : plan.metadata) {
        writer.addMetadata(key, value);
    }
    for (const auto& [alias, kept] : plan.aliases) {
        writer.addMetadata(alias, kept);
    }
    for (const NamedTensor& named : plan.tensors) {
        writer.addTensor(named.name, named.dtype, writtenShape(source, named), writtenBytes(source, named));
    }
    plan.dataBytes = writer.dataBytes();
    CAIRN_ASSIGN(head, writer.finish());
    plan.head = std::move(head);
    return {};
}

} // namespace

Result<SafetensorsPlan> planSafetensors(const Checkpoint& source, const TensorSet& set)
{
    SafetensorsPlan plan;
    plan.metadata = set.metadata;
    const auto format = std::ranges::find(plan.metadata, kFormatKey, &std::pair<std::string, std::string>::first);
    if (format == plan.metadata.end()) {
        plan.metadata.emplace(plan.metadata.begin(), kFormatKey, "pt");
    } else {
        std::rotate(plan.metadata.begin(), format, format + 1);
    }
    CAIRN_TRY(takeTensors(set, plan));
    sortTensors(plan.tensors);
    CAIRN_TRY(writeHead(source, plan));
    return plan;
}

} // namespace cairn::convert
