#include "core/devices/python_snippet.h"

#include "core/base/python_repr.h"
#include "core/base/text.h"
#include "core/checkpoint/weights_only.h"
#include "core/devices/device_string.h"

#include <algorithm>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::Format;
using checkpoint::Verdict;

namespace {

constexpr std::string_view kNoMapForLoadFile =
    "# load_file takes one device, and the map has several. Write the map into a copy for torch.load instead:\n"
    "#   cairn-cli convert FILE -o COPY.pth --map-file MAP.devicemap.json\n";

/// weights_only as the file needs it, and a comment that says why it is not True.
struct WeightsOnly {
    std::string value = "True";
    std::string comment;
};

WeightsOnly weightsOnlyFor(const Checkpoint& checkpoint, TorchLine line)
{
    WeightsOnly result;
    const checkpoint::FileVerdict found = checkpoint::weightsOnlyVerdict(checkpoint, fieldOf(line));
    if (found.verdict == Verdict::Dangerous) {
        result.comment = "# The file names " + printable(found.what) +
                         ": torch refuses it with weights_only=True, and runs it without.\n";
    } else if (found.verdict == Verdict::Blocked) {
        result.value = "False";
        result.comment =
            "# weights_only=True refuses " + printable(found.what) + ": load it so only if you trust the file.\n";
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

/// What comes after the load: the model, its state_dict, its device. The CPU is where models are made; one of a device
/// without values takes none from another.
std::string useOf(const Checkpoint& checkpoint, const MapArgument& where)
{
    const bool isOnCpu = where.choices == std::vector<std::string>{"cpu"};
    const bool isOnMeta = where.choices == std::vector<std::string>{"meta"};
    const std::string& device = where.device;
    const std::string move = device.empty() || isOnCpu || isOnMeta
                                 ? ""
                                 : "model.to(" + device + ")  # and every input: input.to(" + device + ")\n";
    const Entry& root = checkpoint.entries().front();
    const std::string make =
        "model = TheModelClass(*args, **kwargs)" + (isOnMeta ? ".to(" + device + ")" : std::string()) + '\n';
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

/// An expression that chooses is written once, under a name.
void nameDevice(MapArgument& argument)
{
    if (argument.choices.size() > 1 && argument.text == argument.device) {
        argument.preparation = "\ndevice = " + argument.device + '\n';
        argument.text = argument.device = "device";
    }
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
            files += (files.empty() ? "" : ", ") + pythonPathRepr(source.name);
        }
    }
    return "checkpoint = {}\nfor shard in [" + files + "]:\n    checkpoint.update(" + load + ")\n";
}

/// A literal of C++. Escapes are octal, which end after three digits whatever follows. Two question marks in a row
/// could begin another way to write a backslash.
std::string cppString(std::string_view text)
{
    std::string out = "\"";
    while (!text.empty()) {
        const Utf8Char next = decodeUtf8(text);
        const std::string_view bytes = text.substr(0, next.length);
        if (bytes == "\"" || bytes == "\\" || bytes == "?") {
            out.append("\\").append(bytes);
        } else if (next.valid && printable(bytes) == bytes) {
            out.append(bytes);
        } else {
            for (const char byte : bytes) {
                const auto value = static_cast<unsigned char>(byte);
                out += {'\\', char('0' + value / 64), char('0' + value / 8 % 8), char('0' + value % 8)};
            }
        }
        text.remove_prefix(next.length);
    }
    return out + '"';
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
    MapArgument where = mapLocationArgument(checkpoint, map);
    nameDevice(where);
    const std::string& argument = where.text;
    const std::string& preparation = where.preparation;
    const std::string file = pythonPathRepr(checkpoint.path());
    const WeightsOnly weightsOnly = weightsOnlyFor(checkpoint, line);
    const std::string more = ", weights_only=" + weightsOnly.value;
    const bool hasTensorFiles = std::ranges::any_of(checkpoint.sources(), [](const checkpoint::StorageSource& source) {
        return source.isFile && source.name.ends_with(".safetensors");
    });
    const bool isOneDevice = argument.empty() ? preparation.empty() : argument == where.device;
    const std::string oneDevice = isOneDevice ? argument : "";
    const std::string named = isOneDevice ? preparation : "";
    const std::string loadFile = std::string(named.empty() ? "" : "import torch\n") +
                                 "from safetensors.torch import load_file\n" + named +
                                 (isOneDevice ? (named.empty() ? "\n" : "") : '\n' + std::string(kNoMapForLoadFile));
    switch (checkpoint.format()) {
    case Format::TorchZip:
    case Format::TorchLegacy:
    case Format::TorchTar:
        return "import torch\n" + preparation + (preparation.empty() ? "\n" : "") + weightsOnly.comment +
               "checkpoint = " + call("torch.load", file, "map_location", argument, more) + useOf(checkpoint, where);
    case Format::TorchScript:
        return "import torch\n" + named + (named.empty() ? "\n" : "") +
               call("model = torch.jit.load", file, "map_location", oneDevice);
    case Format::TorchPackage:
        return "import torch.package\n" + preparation + "\n" + package(checkpoint, file, argument);
    case Format::Safetensors:
        return loadFile + call("checkpoint = load_file", file, "device", oneDevice) + useOf(checkpoint, where);
    case Format::Sharded:
        if (hasTensorFiles) {
            return loadFile +
                   shards(checkpoint, "load_file(shard" + (oneDevice.empty() ? "" : ", device=" + oneDevice) + ')') +
                   useOf(checkpoint, where);
        }
        return "import torch\n" + preparation + "\n" + weightsOnly.comment +
               shards(checkpoint,
                      "torch.load(shard" + (argument.empty() ? "" : ", map_location=" + argument) + more + ')') +
               useOf(checkpoint, where);
    case Format::Pickle:
        return "import pickle\n\n# pickle.load takes no map_location; `cairn-cli convert` writes a copy with other "
               "tags.\n"
               "with open(" +
               file +
               ", \"rb\") as stream:\n    checkpoint = pickle.load(stream)  # runs what the file names: only if you "
               "trust it\n";
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
    const MapArgument where = mapLocationArgument(checkpoint, map);
    // What can be asked for in C++ is CUDA; of others the last is taken, which is everywhere.
    std::string device;
    for (std::size_t i = 0; i < where.choices.size() && !where.text.empty(); ++i) {
        const std::string& choice = where.choices[i];
        const bool isLast = i + 1 == where.choices.size();
        if (!isLast && (backendOf(choice) != "cuda" || !isPlainDevice(choice))) {
            continue;
        }
        if (!isLast) {
            device += "torch::cuda::device_count() > " + std::to_string(indexOf(choice).value_or(0)) + " ? ";
        }
        device += "torch::Device(" + cppString(choice) + (isLast ? ")" : ") : ");
    }
    return "#include <torch/script.h>\n" +
           std::string(device.contains("torch::cuda") ? "#include <torch/cuda.h>\n" : "") +
           "\ntorch::jit::Module model = torch::jit::load(" + cppString(checkpoint.path()) +
           (device.empty() ? "" : ", " + device) + ");\n";
}

} // namespace cairn::devices
