#include "app/cli/check/check_views.h"
#include "app/cli/common/json_writer.h"
#include "core/devices/map/map_file.h"

namespace cairn::cli {

using devices::DeviceUse;
using devices::LoadPath;
using devices::LoadProblem;

namespace {

void member(JsonWriter& json, std::string_view key, std::string_view text)
{
    json.key(key);
    text.empty() ? json.null() : json.string(text);
}

void writeUses(JsonWriter& json, std::string_view key, const std::vector<DeviceUse>& uses)
{
    json.key(key);
    json.beginArray();
    for (const DeviceUse& use : uses) {
        json.beginObject();
        member(json, "device", use.device);
        json.key("there").boolean(use.isThere);
        json.key("storages").number(use.storages);
        json.key("bytes").number(use.bytes);
        json.key("peak_bytes").number(use.peakBytes);
        json.key("free_bytes").numberOrNull(use.freeBytes);
        json.key("total_bytes").numberOrNull(use.totalBytes);
        json.endObject();
    }
    json.endArray();
}

/// A map as it stands in a file, on one line.
void writeMap(JsonWriter& json, const devices::MapLocation& map)
{
    std::string text = devices::mapFileText(map);
    std::erase(text, '\n'); // between values only: those in strings are escaped
    json.key("map").raw(text);
}

void writeProblem(JsonWriter& json, const CheckReport& report, const LoadProblem& problem)
{
    json.beginObject();
    member(json, "code", devices::problemCodeText(problem.code));
    member(json, "severity", severityText(problem.severity));
    member(json, "what", problem.what.text());
    json.texts("targets", problem.targets);
    json.key("storages");
    json.beginArray();
    for (const checkpoint::StorageId id : problem.storages) {
        json.string(report.checkpoint.storageKey(report.checkpoint.storages()[id]));
    }
    json.endArray();
    json.key("bytes").number(problem.bytes);
    constexpr std::size_t kMostEntries = 100;
    json.texts("entries", exampleEntries(report.checkpoint, problem, kMostEntries));
    member(json, "torch_error", problem.torchError);
    member(json, "cause", problem.cause.text());
    member(json, "advice", adviceFor(problem));
    json.key("fixes");
    json.beginArray();
    for (const devices::MapFix& fix : problem.fixes) {
        json.beginObject();
        member(json, "text", fix.text.text());
        member(json, "options", fixOptions(fix));
        writeMap(json, fix.map);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writePath(JsonWriter& json, const LoadPath& path)
{
    json.beginObject();
    member(json, "python", path.python);
    json.texts("steps", path.steps);
    json.key("works").boolean(path.works);
    member(json, "failure", path.failure);
    json.key("transferred_bytes").number(path.transferredBytes);
    writeUses(json, "peaks", path.peaks);
    json.endObject();
}

void writeTraining(JsonWriter& json, const CheckReport& report)
{
    json.key("training");
    if (!report.training || !report.plan) {
        json.null();
        return;
    }
    const auto dtype = [&json](std::string_view key, const std::optional<formats::Dtype>& name) {
        member(json, key, name ? formats::dtypeInfo(*name).name : std::string_view());
    };
    json.beginObject();
    member(json, "optimizer", report.plan->optimizer);
    dtype("dtype", report.plan->dtype);
    dtype("state_dtype", report.plan->stateDtype);
    json.key("fits").boolean(report.training->fits);
    json.key("devices");
    json.beginArray();
    for (const devices::TrainingUse& use : report.training->devices) {
        json.beginObject();
        member(json, "device", use.device);
        json.key("there").boolean(use.isThere);
        for (const auto& [key, bytes] :
             {std::pair("weights_bytes", use.weights), std::pair("gradients_bytes", use.gradients),
              std::pair("optimizer_bytes", use.optimizer), std::pair("bytes", use.together())}) {
            json.key(key).number(bytes);
        }
        json.key("free_bytes").numberOrNull(use.freeBytes);
        json.endObject();
    }
    json.endArray();
    json.key("in_file");
    json.beginArray();
    for (const devices::HeldBytes& held : report.training->inFile) {
        json.beginObject();
        json.key("name").string(held.name);
        member(json, "state", held.state);
        json.key("tensors").number(held.tensors);
        json.key("bytes").number(held.bytes);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

} // namespace

void writeCheckJson(Output& output, const CheckReport& report)
{
    JsonWriter json(output.buffer());
    beginDocument(json, report.checkpoint.path());
    member(json, "machine", report.machine.machine);
    member(json, "torch", torchLineName(report.line));
    json.key("loads").boolean(report.preflight.loads);
    writeMap(json, report.map);
    writeUses(json, "devices", report.preflight.devices);
    json.key("problems");
    json.beginArray();
    for (const LoadProblem& problem : report.preflight.problems) {
        writeProblem(json, report, problem);
    }
    json.endArray();
    json.key("paths");
    json.beginArray();
    for (const LoadPath& path : report.paths) {
        writePath(json, path);
    }
    json.endArray();
    json.texts("warnings", report.mapWarnings);
    member(json, "python", report.python);
    member(json, "fix", report.fix);
    member(json, "fix_python", report.fixPython);
    member(json, "cpp", report.cpp);
    const std::string counted = report.training ? countedText(*report.training) : std::string();
    member(json, "note", report.note + (report.note.empty() || counted.empty() ? "" : " ") + counted);
    member(json, "written_map", report.writtenMap);
    json.key("met").boolean(!report.isUnmet);
    writeTraining(json, report);
    json.key("strict");
    report.strict ? writeStrict(json, *report.strict) : json.null();
    json.endObject();
    output.write("\n");
}

} // namespace cairn::cli
