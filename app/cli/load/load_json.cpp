#include "app/cli/common/json_writer.h"
#include "app/cli/load/load_views.h"
#include "core/checkpoint/path_keys.h"
#include "core/checkpoint/trust.h"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace cairn::cli {

using runtime::QuantizerKind;
using runtime::TensorFacts;

namespace {

void writeKeys(JsonWriter& json, const checkpoint::Checkpoint& checkpoint, std::uint32_t tensor)
{
    json.key("path");
    json.beginArray();
    for (const checkpoint::EntryId id : checkpoint.pathTo(checkpoint.tensors()[tensor].entry)) {
        json.raw(checkpoint::jsonKey(checkpoint, checkpoint.entries()[id]));
    }
    json.endArray();
}

void writeNumbers(JsonWriter& json, std::string_view key, const std::int64_t* numbers, std::uint32_t count)
{
    if (numbers == nullptr && count != 0) {
        json.key(key).null();
        return;
    }
    json.numbers(key, std::span(numbers, count));
}

void writeQuantizer(JsonWriter& json, const TensorFacts& facts)
{
    if (facts.quantizer == QuantizerKind::None) {
        return;
    }
    json.key("quantizer");
    json.beginObject();
    if (facts.quantizer == QuantizerKind::PerTensor) {
        json.key("scale").number(facts.scale);
        json.key("zero_point").number(facts.zeroPoint);
    } else {
        json.key("axis").number(facts.axis);
    }
    json.endObject();
}

void writeFacts(JsonWriter& json, const TensorFacts& facts, std::size_t group)
{
    json.key("device").string(facts.device);
    json.key("dtype").string(facts.dtype);
    json.key("layout").string(facts.layout);
    writeNumbers(json, "shape", facts.sizes, facts.rank);
    writeNumbers(json, "stride", facts.strides, facts.rank);
    json.key("offset").number(facts.offset);
    json.key("storage");
    facts.storageAddress == 0 ? json.null() : json.number(group);
    json.key("requires_grad").boolean(facts.requiresGrad);
    json.key("conj").boolean(facts.conj);
    json.key("neg").boolean(facts.neg);
    json.key("coalesced").boolean(facts.coalesced);
    writeQuantizer(json, facts);
}

/// Each tensor as LibTorch describes it; storages are numbered as they come.
void writeTensors(JsonWriter& json, const LoadReport& report)
{
    const checkpoint::Checkpoint& checkpoint = report.plan.checkpoint();
    std::unordered_map<std::uint64_t, std::size_t> groups;
    auto checked = report.check->tensors.begin();
    json.key("tensors");
    json.beginArray();
    for (std::uint32_t id = 0; id < checkpoint.tensors().size(); ++id) {
        const auto facts = report.outcome.tensors.describe(id);
        if (!facts) {
            continue;
        }
        json.beginObject();
        writeKeys(json, checkpoint, id);
        json.key("part").boolean(checkpoint.tensors()[id].part);
        json.key("saved_on").string(checkpoint.deviceTag(checkpoint.tensors()[id].device));
        writeFacts(json, *facts, groups.try_emplace(facts->storageAddress, groups.size()).first->second);
        checked = std::find_if(checked, report.check->tensors.end(),
                               [id](const ValueCheck::Tensor& tensor) { return tensor.tensor >= id; });
        json.key("crc32");
        const bool hasCrc = checked != report.check->tensors.end() && checked->tensor == id && checked->crc;
        hasCrc ? json.number(*checked->crc) : json.null();
        json.endObject();
    }
    json.endArray();
}

void writeCheck(JsonWriter& json, const LoadReport& report)
{
    json.key("check");
    json.beginObject();
    json.key("tensors").number(report.check->checked);
    json.key("bytes").number(report.check->bytes);
    for (const bool isDifferent : {true, false}) {
        json.key(isDifferent ? "different" : "not_checked");
        json.beginArray();
        for (const ValueCheck::Tensor& tensor : report.check->tensors) {
            const std::string& text = isDifferent ? tensor.difference : tensor.notChecked;
            if (!text.empty()) {
                json.beginObject();
                json.key("entry").string(report.plan.tensorName(tensor.tensor));
                json.key("why").string(text);
                json.endObject();
            }
        }
        json.endArray();
    }
    json.endObject();
}

void writeDevices(JsonWriter& json, const std::vector<runtime::DeviceLoad>& devices)
{
    json.key("devices");
    json.beginArray();
    for (const runtime::DeviceLoad& device : devices) {
        json.beginObject();
        json.key("device").string(device.device);
        json.key("storages").number(device.storages);
        json.key("bytes").number(device.bytes);
        json.key("seconds").number(device.seconds);
        json.key("peak_bytes").number(device.peakBytes);
        json.endObject();
    }
    json.endArray();
}

} // namespace

void writeLoadJson(Output& output, const LoadReport& report)
{
    JsonWriter json(output.buffer());
    beginDocument(json, report.plan.checkpoint().path());
    json.key("loaded").boolean(true);
    writeTrust(json, checkpoint::trustOf(report.plan.checkpoint()));
    json.key("torch").string(report.torchVersion);
    json.key("torch_at").string(report.torchPlace);
    json.key("script").boolean(report.isScript);
    json.key("bytes").number(report.outcome.bytes);
    json.key("seconds").number(report.outcome.seconds);
    json.key("peak_memory_bytes").number(report.peakMemoryBytes);
    writeDevices(json, report.outcome.devices);
    json.key("beyond_torch");
    json.beginArray();
    for (const devices::LoadProblem& problem : report.beyondTorch) {
        json.string(devices::problemCodeText(problem.code));
    }
    json.endArray();
    json.texts("warnings", report.mapWarnings);
    json.texts("notes", report.outcome.notes);
    json.key("not_loaded");
    json.beginArray();
    for (const runtime::NotLoaded& one : report.outcome.notLoaded) {
        json.beginObject();
        json.key("entry").string(report.plan.tensorName(one.tensor));
        writeKeys(json, report.plan.checkpoint(), one.tensor);
        json.key("why").string(one.reason);
        json.endObject();
    }
    json.endArray();
    if (report.check) {
        writeCheck(json, report);
        writeTensors(json, report);
    }
    json.endObject();
    output.write("\n");
}

} // namespace cairn::cli
