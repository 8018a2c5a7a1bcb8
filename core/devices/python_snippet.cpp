#include "core/devices/python_snippet.h"

#include "core/base/python_repr.h"
#include "core/base/text.h"
#include "core/devices/placement.h"

#include <algorithm>
#include <optional>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::Format;
using checkpoint::GlobalUse;
using checkpoint::Verdict;

namespace {

constexpr std::string_view kNoMapForLoadFile =
    "# load_file takes one device, and the map has several. Write the map into a copy for torch.load instead:\n"
    "#   cairn-cli convert FILE -o COPY.pth --map-file MAP.devicemap.json\n";

Verdict verdictOf(const GlobalUse& global, TorchLine line)
{
    switch (line) {
    case TorchLine::Torch113: return global.torch113;
    case TorchLine::Torch26: return global.torch26;
    case TorchLine::Latest: break;
    }
    return global.latest;
}

/// The unpickler behind weights_only in torch 1.13 knows no floats.
bool hasFloats(const Checkpoint& checkpoint)
{
    return std::ranges::any_of(checkpoint.entries(), [](const Entry& entry) {
        return entry.kind == EntryKind::Value && entry.valueKind == checkpoint::ValueKind::Float;
    });
}

/// weights_only as the file needs it, and a comment that says why it is not True.
struct WeightsOnly {
    std::string value = "True";
    std::string comment;
};

WeightsOnly weightsOnlyFor(const Checkpoint& checkpoint, TorchLine line)
{
    WeightsOnly result;
    if (checkpoint.format() == Format::TorchTar) {
        result.value = "False";
        result.comment = "# The format of torch 0.1 does not load with weights_only=True: only for files you trust.\n";
        return result;
    }
    std::string blocked = line == TorchLine::Torch113 && hasFloats(checkpoint) ? "floats in torch 1.13" : "";
    std::string dangerous;
    for (const GlobalUse& global : checkpoint.globals()) {
        const Verdict verdict = verdictOf(global, line);
        if (verdict == Verdict::Blocked && blocked.empty()) {
            blocked = printable(global.name);
        }
        if (verdict == Verdict::Dangerous && dangerous.empty()) {
            dangerous = printable(global.name);
        }
    }
    if (!dangerous.empty()) {
        result.comment =
            "# The file names " + dangerous + ": torch refuses it with weights_only=True, and runs it without.\n";
    } else if (!blocked.empty()) {
        result.value = "False";
        result.comment = "# weights_only=True refuses " + blocked + ": load it so only if you trust the file.\n";
    }
    return result;
}

/// True for a group of tensors by name, as state_dict() makes it.
bool isStateDict(const Checkpoint& checkpoint, const Entry& group)
{
    const std::string_view type = checkpoint.typeName(group);
    if (group.kind != EntryKind::Group || group.childCount == 0 || (!type.ends_with("OrderedDict") && type != "dict")) {
        return false;
    }
    const auto rows = checkpoint.entries().subspan(group.firstChild, group.childCount);
    return std::ranges::all_of(rows,
                               [](const Entry& row) {
                                   return row.attribute || (row.kind == EntryKind::Tensor &&
                                                            row.keyKind == checkpoint::KeyRef::Kind::Text);
                               }) &&
           std::ranges::any_of(rows, [](const Entry& row) { return !row.attribute; });
}

/// What comes after the load: the model, its state_dict, its device.
std::string useOf(const Checkpoint& checkpoint, const std::string& device)
{
    const std::string move =
        device.empty() ? "" : "model.to(" + device + ")  # and every input: input.to(" + device + ")\n";
    const Entry& root = checkpoint.entries().front();
    const std::string make = "model = TheModelClass(*args, **kwargs)\n";
    if (isStateDict(checkpoint, root)) {
        return make + "model.load_state_dict(checkpoint)\n" + move;
    }
    for (const Entry& row : checkpoint.entries().subspan(root.firstChild, root.childCount)) {
        if (row.keyKind == checkpoint::KeyRef::Kind::Text && !row.attribute && isStateDict(checkpoint, row)) {
            const std::string key = checkpoint.keyText(row);
            std::string text = make;
            text += "model.load_state_dict(checkpoint[" + pythonStringRepr(key, key.size()) + "])\n";
            return text + move;
        }
    }
    return {};
}

/// The one device that all storages go to, as Python; empty if there are several or it is the CPU's memory.
std::string deviceToMoveTo(const Checkpoint& checkpoint, const MapLocation& map)
{
    const Placement placement = placeStorages(checkpoint, map);
    const bool isOne = placement.targets().size() == 1 && placement.targets().front() != "cpu" &&
                       placement.targets().front() != "meta";
    return isOne ? '"' + printable(placement.targets().front()) + '"' : "";
}

std::string call(const std::string& function, const std::string& file, const std::string& argumentName,
                 const std::string& argument, const std::string& more = {})
{
    return function + '(' + file + (argument.empty() ? "" : ", " + argumentName + '=' + argument) + more + ")\n";
}

std::string shards(const Checkpoint& checkpoint, const std::string& load)
{
    std::string files;
    for (const checkpoint::StorageSource& source : checkpoint.sources()) {
        if (source.isFile) {
            files += (files.empty() ? "" : ", ") + pythonStringRepr(source.name, source.name.size());
        }
    }
    return "checkpoint = {}\nfor shard in [" + files + "]:\n    checkpoint.update(" + load + ")\n";
}

std::string package(const Checkpoint& checkpoint, const std::string& file, const std::string& argument)
{
    for (const Entry& row : checkpoint.entries()) {
        const std::string name = checkpoint.keyText(row);
        const std::size_t slash = name.rfind('/');
        if (row.parent == 0 && name.ends_with(".pkl") && slash != std::string::npos) {
            const std::string folder = name.substr(0, slash);
            const std::string record = name.substr(slash + 1);
            return "importer = torch.package.PackageImporter(" + file + ")\n" +
                   call("model = importer.load_pickle",
                        pythonStringRepr(folder, folder.size()) + ", " + pythonStringRepr(record, record.size()),
                        "map_location", argument);
        }
    }
    return "importer = torch.package.PackageImporter(" + file + ")\n";
}

} // namespace

std::string pythonSnippet(const Checkpoint& checkpoint, const MapLocation& map, TorchLine line)
{
    std::string preparation;
    const std::string argument = mapLocationArgument(checkpoint, map, preparation);
    const std::string file = pythonStringRepr(checkpoint.path(), checkpoint.path().size());
    const WeightsOnly weightsOnly = weightsOnlyFor(checkpoint, line);
    const std::string more = ", weights_only=" + weightsOnly.value;
    const std::string device = deviceToMoveTo(checkpoint, map);
    const bool hasTensorFiles = std::ranges::any_of(checkpoint.sources(), [](const checkpoint::StorageSource& source) {
        return source.isFile && source.name.ends_with(".safetensors");
    });
    const bool isOneDevice = preparation.empty() && !argument.starts_with('{');
    const std::string oneDevice = isOneDevice ? argument : "";
    const std::string loadFile =
        "from safetensors.torch import load_file\n\n" + std::string(isOneDevice ? "" : kNoMapForLoadFile);
    switch (checkpoint.format()) {
    case Format::TorchZip:
    case Format::TorchLegacy:
    case Format::TorchTar:
        return "import torch\n" + preparation + (preparation.empty() ? "\n" : "") + weightsOnly.comment +
               "checkpoint = " + call("torch.load", file, "map_location", argument, more) + useOf(checkpoint, device);
    case Format::TorchScript:
        return "import torch\n\n" + call("model = torch.jit.load", file, "map_location", oneDevice);
    case Format::TorchPackage:
        return "import torch.package\n" + preparation + "\n" + package(checkpoint, file, argument);
    case Format::Safetensors:
        return loadFile + call("checkpoint = load_file", file, "device", oneDevice) + useOf(checkpoint, device);
    case Format::Sharded:
        if (hasTensorFiles) {
            return loadFile +
                   shards(checkpoint, "load_file(shard" + (oneDevice.empty() ? "" : ", device=" + oneDevice) + ')') +
                   useOf(checkpoint, device);
        }
        return "import torch\n" + preparation + "\n" + weightsOnly.comment +
               shards(checkpoint,
                      "torch.load(shard" + (argument.empty() ? "" : ", map_location=" + argument) + more + ')') +
               useOf(checkpoint, device);
    case Format::Pickle:
        return "import pickle\n\n# pickle.load takes no map_location; `cairn-cli convert` writes a copy with other "
               "tags.\n"
               "with open(" +
               file + ", \"rb\") as stream:\n    checkpoint = pickle.load(stream)\n";
    case Format::Pt2Archive: return "import torch\n\nprogram = torch.export.load(" + file + ")\n";
    case Format::DistributedShard: break;
    }
    return "# One shard of torch.distributed.checkpoint: torch.distributed.checkpoint.load reads the folder it is "
           "in.\n";
}

std::string cppSnippet(const Checkpoint& checkpoint, const MapLocation& map)
{
    if (checkpoint.format() != Format::TorchScript) {
        return {};
    }
    std::string preparation;
    const std::string argument = mapLocationArgument(checkpoint, map, preparation);
    const bool isOne = argument.starts_with('"') && argument.find(' ') == std::string::npos;
    std::string path;
    for (const char c : checkpoint.path()) {
        path += c == '"' || c == '\\' ? "\\" : "";
        path += c;
    }
    return "#include <torch/script.h>\n\ntorch::jit::Module model = torch::jit::load(\"" + printable(path) + '"' +
           (isOne ? ", torch::Device(" + argument + ')' : "") + ");\n";
}

} // namespace cairn::devices
