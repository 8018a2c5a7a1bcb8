#include "core/devices/python/python_snippet.h"

#include "core/base/text/python_repr.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/second_names.h"
#include "core/checkpoint/trust/weights_only.h"
#include "core/checkpoint/wrapper_names.h"
#include "core/devices/machine/device_string.h"
#include "core/devices/map/state_dict.h"
#include "core/devices/map/training_memory.h"
#include "core/remote/address.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::Loader;
using checkpoint::Verdict;

namespace {

/// weights_only as the file needs it, and what has to stand before it.
struct WeightsOnly {
    std::string value = "True";
    std::string imports;
    std::string comment; ///< why it is not True, or what torch has to be told
    std::string around;  ///< `with ...:`, of one line that follows

    [[nodiscard]] std::string before(const std::string& line) const
    {
        return comment + around + (around.empty() ? "" : "    ") + line;
    }
};

/// Code that names what only holds data, and torch does not know.
WeightsOnly allowing(const std::vector<std::string>& names)
{
    std::set<std::string> modules;
    std::string list;
    bool hasNumpy = false;
    for (const std::string& name : names) {
        modules.insert(name.substr(0, name.rfind('.')));
        hasNumpy = hasNumpy || name.starts_with("numpy.");
        list += "    (" + name + ", " + pythonText(name) + "),\n"; // NumPy 2 has other names than 1 for the same
    }
    if (hasNumpy) {
        modules.insert("numpy");
        list += "    *(type(numpy.dtype(code)) for code in numpy.typecodes[\"All\"]),\n";
    }
    WeightsOnly result;
    for (const std::string& module : modules) {
        result.imports += "import " + module + '\n';
    }
    result.comment = "# What torch does not know of it only holds data, and is allowed by its names, for this file.\n";
    result.around = "with torch.serialization.safe_globals([\n" + list + "]):\n";
    return result;
}

WeightsOnly weightsOnlyFor(const Checkpoint& checkpoint, TorchLine line)
{
    WeightsOnly result;
    const checkpoint::FileVerdict found = checkpoint::weightsOnlyVerdict(checkpoint, fieldOf(line));
    if (found.verdict == Verdict::Dangerous) {
        result.comment = "# The file names " + printable(found.what) +
                         ": torch refuses it with weights_only=True, and runs it without.\n";
    } else if (const auto names = checkpoint::namesToAllow(checkpoint, fieldOf(line));
               !names.empty() && loadsWeightsOnly(line) && checkpoint.traits().loader == Loader::TorchLoad) {
        return allowing(names);
    } else if (found.verdict == Verdict::Blocked) {
        result.value = "False";
        result.comment =
            "# weights_only=True refuses " + printable(found.what) + ": load it so only if you trust the file.\n";
    }
    return result;
}

/// What the code calls that which it loads.
std::string variableFor(const Checkpoint& checkpoint)
{
    const bool isOne = plainStateDict(checkpoint) == 0 || checkpoint.traits().loader == Loader::SafetensorsLoad;
    return isOne ? "state_dict" : "checkpoint";
}

/// Whether two names in a group are of one tensor, as a model has that ties its weights.
bool hasTiedWeights(const Checkpoint& checkpoint, checkpoint::EntryId group)
{
    const auto isInGroup = [&](checkpoint::EntryId id) {
        while (id != 0 && id != group) {
            id = checkpoint.entries()[id].parent;
        }
        return id == group;
    };
    for (checkpoint::StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        std::set<std::pair<std::int64_t, std::vector<std::int64_t>>> known; // places and shapes
        for (const checkpoint::TensorId other : checkpoint.tensorsOf(id)) {
            const checkpoint::Tensor& tensor = checkpoint.tensors()[other];
            if (!isInGroup(tensor.entry)) {
                continue;
            }
            const auto shape = checkpoint.shape(tensor);
            if (!known.emplace(tensor.offset, std::vector<std::int64_t>(shape.begin(), shape.end())).second) {
                return true;
            }
        }
    }
    return false;
}

/// What wrappers put before the names of all tensors in a group: "module." of DistributedDataParallel.
std::string_view wrapperOf(const Checkpoint& checkpoint, checkpoint::EntryId group)
{
    const Entry& row = checkpoint.entries()[group];
    std::optional<std::string_view> common;
    for (const Entry& child : checkpoint.entries().subspan(row.firstChild, row.childCount)) {
        if (child.kind != checkpoint::EntryKind::Tensor) {
            continue;
        }
        const std::string_view wrapper = checkpoint::wrappersBefore(checkpoint.keyView(child));
        common = common.value_or(wrapper);
        common = common->starts_with(wrapper) ? wrapper : wrapper.starts_with(*common) ? *common : std::string_view();
    }
    return common.value_or(std::string_view());
}

/// Where the model goes, and how.
struct ModelPlace {
    const MapArgument& where;
    bool isOnMeta = false;
    bool isSpread = false; ///< over several devices
};

ModelPlace placeOfModel(const MapArgument& where, const SnippetOptions& options)
{
    const bool isMapped = options.isCpuFirst || !where.text.empty() || !where.preparation.empty();
    return {.where = where,
            .isOnMeta = where.choices == std::vector<std::string>{"meta"},
            .isSpread = where.device.empty() && isMapped};
}

/// A state_dict in another dtype, which stays in `owner`. Weights that are tied stay one tensor.
std::string castOf(const Checkpoint& checkpoint, checkpoint::EntryId group, const SnippetOptions& options,
                   const ModelPlace& place, const std::string& owner)
{
    const std::string dtype = "torch." + std::string(formats::dtypeInfo(*options.dtype).name);
    if (options.isCpuFirst && place.isSpread) {
        const std::string above = (group == 0 ? std::string() : checkpoint.entryName(group) + '.') +
                                  std::string(wrapperOf(checkpoint, group));
        return "moved = {}  # what has two names stays one tensor\n"
               "for name, tensor in state_dict.items():\n"
               "    key = tensor.data_ptr(), tensor.shape, tensor.stride(), place(" +
               (above.empty() ? "" : pythonText(above) + " + ") + "name)\n    dtype = " + dtype +
               " if tensor.is_floating_point() else tensor.dtype\n"
               "    state_dict[name] = moved.setdefault(key, tensor.to(key[-1], dtype))\n";
    }
    const std::string cast = "tensor.to(" + dtype + ')';
    if (place.isOnMeta || !hasTiedWeights(checkpoint, group)) { // there all tensors have one address
        return "state_dict = " + owner + "{\n    name: " + cast +
               " if tensor.is_floating_point() else tensor\n    for name, tensor in state_dict.items()\n}\n";
    }
    return "casts = {}  # what has two names stays one tensor\n"
           "for name, tensor in state_dict.items():\n"
           "    if tensor.is_floating_point():\n"
           "        key = tensor.data_ptr(), tensor.shape, tensor.stride()\n"
           "        state_dict[name] = casts.setdefault(key, " +
           cast + ")\n";
}

/// What is done with one state_dict, and, as only its author knows the model, what is done with that as a comment. A
/// model without values, on meta, takes none from another device.
std::string useOfGroup(const Checkpoint& checkpoint, checkpoint::EntryId group, const ModelPlace& place,
                       const SnippetOptions& options)
{
    std::string text;
    std::string owner;
    if (group != 0) {
        const std::string held = "checkpoint[" + pythonText(checkpoint.keyText(checkpoint.entries()[group])) + ']';
        text += "state_dict = " + held + '\n';
        owner = held + " = ";
    }
    if (const std::string_view wrapper = wrapperOf(checkpoint, group); !wrapper.empty()) {
        text += "# Wrappers as DistributedDataParallel and torch.compile put this before all names; a model that is\n"
                "# wrapped so itself wants them as they are.\n"
                "torch.nn.modules.utils.consume_prefix_in_state_dict_if_present(state_dict, \"" +
                std::string(wrapper) + "\")\n";
    }
    text += options.dtype ? castOf(checkpoint, group, options, place, owner) : std::string();
    const bool isOnCpu = place.where.choices == std::vector<std::string>{"cpu"};
    const std::string& device = place.where.device;
    text += "\n# With the model it is for:\n";
    text += place.isOnMeta ? "# model.to(" + device + ")\n" : "";
    // It copies into the parameters that the model has, which keeps what is tied in it, unless it is told to take
    // these.
    const bool keepsOwn = !place.isSpread || options.line == TorchLine::Torch113; // it has no assign
    if (options.dtype && keepsOwn) {
        text += "# model.to(torch." + std::string(formats::dtypeInfo(*options.dtype).name) + ")\n";
    }
    text += !place.isSpread ? "# model.load_state_dict(state_dict)\n"
            : options.line == TorchLine::Torch113
                ? "# model.load_state_dict(state_dict)  # copies: the model keeps its own devices and dtypes\n"
                : "# model.load_state_dict(state_dict, assign=True)  # so that devices and dtypes stay as they are\n";
    text += place.isSpread
                ? "# Its layers are on several devices then: forward() must move what goes from one to the next, as\n"
                  "# accelerate's dispatch_model makes it do.\n"
                : "";
    if (!device.empty() && !isOnCpu && !place.isOnMeta) {
        text += "# model.to(" + device + ")  # and every input: input.to(" + device + ")\n";
    }
    return text;
}

/// What comes after the load. All models that are counted in another dtype get it.
std::string useOf(const Checkpoint& checkpoint, const MapArgument& where, const SnippetOptions& options)
{
    const checkpoint::EntryId first = plainStateDict(checkpoint);
    if (first == checkpoint::kNoId) {
        const std::string device = options.isCpuFirst && !where.device.empty() ? where.device + ", " : "";
        return options.dtype ? "\n# Cast what you take of it, or the model that you make: .to(" + device + "torch." +
                                   std::string(formats::dtypeInfo(*options.dtype).name) + ")\n"
                             : std::string();
    }
    std::string text;
    for (const checkpoint::SecondName& second : checkpoint::secondNames(checkpoint)) {
        text += (text.empty() ? "# One tensor with several names is in the file once.\n" : "") +
                std::string("state_dict[") + pythonText(second.name) + "] = state_dict[" +
                pythonText(checkpoint.keyView(checkpoint.entries()[second.entry])) + "]\n";
    }
    std::vector<checkpoint::EntryId> groups =
        options.dtype ? plannedStateDicts(checkpoint) : std::vector<checkpoint::EntryId>();
    if (groups.empty()) {
        groups.push_back(first);
    }
    const ModelPlace place = placeOfModel(where, options);
    for (const checkpoint::EntryId group : groups) {
        text += (group == groups.front() ? "" : "\n") + useOfGroup(checkpoint, group, place, options);
    }
    return text;
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

/// The shards as a list.
std::string shardsOf(const Checkpoint& checkpoint)
{
    std::string files;
    for (const checkpoint::StorageSource& source : checkpoint.sources()) {
        if (source.isFile) {
            files += (files.empty() ? "" : ", ") + inDoubleQuotes(pythonPathRepr(source.name));
        }
    }
    return '[' + files + ']';
}

std::string shards(const Checkpoint& checkpoint, const std::string& load)
{
    const std::string variable = variableFor(checkpoint);
    return variable + " = {}\nfor shard in " + shardsOf(checkpoint) + ":\n    " + variable + ".update(" + load + ")\n";
}

/// Of a folder that torch does not load as a whole, for the reason in `why`.
std::string oneFileFirst(const Checkpoint& checkpoint, const std::string& why)
{
    const std::string variable = variableFor(checkpoint);
    return "import torch\n\n# " + why + " Make one file of them first:\n#     cairn-cli convert " +
           shellFile(checkpoint.path()) + " -o " + variable + ".pth\n" + variable + " = torch.load(\"" + variable +
           ".pth\", weights_only=True)\n";
}

/// Where in a folder the model is, as keys from the root on: a group that is called so, or else the first one with
/// tensors. Rows are in the order of their depth.
std::vector<std::string> pathOfModel(const Checkpoint& checkpoint)
{
    const auto rows = checkpoint.entries();
    const auto hasTensors = [&](const Entry& row) {
        const auto children = rows.subspan(row.firstChild, row.childCount);
        return row.kind == checkpoint::EntryKind::Group &&
               std::ranges::find(children, checkpoint::EntryKind::Tensor, &Entry::kind) != children.end();
    };
    auto found = std::ranges::find_if(
        rows, [&](const Entry& row) { return checkpoint.keyView(row) == "model" && hasTensors(row); });
    found = found == rows.end() ? std::ranges::find_if(rows, hasTensors) : found;
    std::vector<std::string> path;
    if (found == rows.end()) {
        return path;
    }
    for (const checkpoint::EntryId row : checkpoint.pathTo(static_cast<checkpoint::EntryId>(found - rows.begin()))) {
        path.push_back(checkpoint.keyText(rows[row]));
    }
    return path;
}

/// torch.distributed.checkpoint fills what is there already, so somebody must have the model.
std::string folder(const Checkpoint& checkpoint, const std::string& source)
{
    std::string state = "model.state_dict()";
    std::string loaded = "state_dict";
    const std::vector<std::string> path = pathOfModel(checkpoint);
    for (const std::string& key : path) {
        loaded += '[' + pythonText(key) + ']';
    }
    for (auto key = path.rbegin(); key != path.rend(); ++key) {
        state.insert(0, '{' + pythonText(*key) + ": ");
        state += '}';
    }
    return "import torch.distributed.checkpoint as dcp\n\n"
           "# `model` is yours, and the folder is read right into its tensors, whatever the number of processes.\n"
           "state_dict = " +
           state + "\ndcp.load(state_dict, " + source + ")\nmodel.load_state_dict(" + loaded + ")\n";
}

/// safetensors, which has no map: a device for all, or one tensor after the other to its own.
std::string safetensors(const Checkpoint& checkpoint, const MapLocation& map, const MapArgument& where,
                        const std::string& file)
{
    const bool isSet = checkpoint.traits().isSetOfFiles;
    const bool isOneDevice = where.text.empty() ? where.preparation.empty() : where.text == where.device;
    if (isOneDevice) {
        const std::string load = "from safetensors.torch import load_file\n" + where.preparation + '\n';
        const std::string device = where.text.empty() ? "" : ", device=" + where.text;
        return (where.preparation.empty() ? "" : "import torch\n") +
               (isSet ? load + shards(checkpoint, "load_file(shard" + device + ')')
                      : load + "state_dict = load_file(" + file + device + ")\n");
    }
    const std::string places = deviceMapByName(checkpoint, map);
    return (places.contains("torch.") ? "import torch\n" : "") + std::string("from safetensors import safe_open\n\n") +
           places + "state_dict = {}\nfor shard in " + (isSet ? shardsOf(checkpoint) : '[' + file + ']') +
           ":\n"
           "    for device in sorted(set(device_map.values())):\n"
           "        with safe_open(shard, framework=\"pt\", device=device) as tensors:\n"
           "            for name in tensors.keys():\n"
           "                if place(name) == device:\n"
           "                    state_dict[name] = tensors.get_tensor(name)\n";
}

/// What is done with tensors needs torch itself, which safetensors alone does not.
std::string withTorch(const std::string& code)
{
    const bool isUsed = code.contains("(torch.") || code.contains("\ntorch.");
    return isUsed && !code.contains("import torch\n") ? "import torch\n" + code : code;
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
                   call("model = importer.load_pickle", pythonText(folder) + ", " + pythonText(record), "map_location",
                        argument);
        }
    }
    return "importer = torch.package.PackageImporter(" + file + ")\n";
}

} // namespace

std::string pythonSnippet(const Checkpoint& checkpoint, const MapLocation& map, const SnippetOptions& options)
{
    MapArgument where = mapLocationArgument(checkpoint, map);
    const bool isCpuFirst = options.isCpuFirst && !where.device.empty(); // and the model goes to its device at the end
    if (!isCpuFirst) {
        nameDevice(where);
    }
    const MapArgument reading = isCpuFirst ? mapLocationArgument(checkpoint, MapLocation::everythingTo("cpu")) : where;
    const std::string& argument = reading.text;
    const std::string& preparation = reading.preparation;
    const std::string& path = checkpoint.path(); // of what lies elsewhere, the name that it has once it is here
    const std::string file =
        inDoubleQuotes(pythonPathRepr(remote::isAddress(path) ? std::string(remote::fileNameOf(path)) : path));
    const WeightsOnly weightsOnly = weightsOnlyFor(checkpoint, options.line);
    const std::string encoding = checkpoint.hasOtherEncoding() ? ", encoding=\"latin1\"" : "";
    const std::string more = ", weights_only=" + weightsOnly.value + (options.mapped ? ", mmap=True" : "") + encoding;
    const bool hasTensorFiles = std::ranges::any_of(checkpoint.sources(), [](const checkpoint::StorageSource& source) {
        return source.isFile && source.name.ends_with(".safetensors");
    });
    const bool isOneDevice = argument.empty() ? preparation.empty() : argument == reading.device;
    const std::string oneDevice = isOneDevice ? argument : "";
    const std::string named = isOneDevice ? preparation : "";
    switch (checkpoint.traits().loader) {
    case Loader::TorchLoad:
        if (options.isCpuFirst && where.device.empty()) {
            return weightsOnly.imports + "import torch\n\n" + deviceMapByName(checkpoint, map) +
                   weightsOnly.before(variableFor(checkpoint) + " = " +
                                      call("torch.load", file, "map_location", "\"cpu\"", more)) +
                   useOf(checkpoint, where, options);
        }
        return weightsOnly.imports + "import torch\n" + preparation + (preparation.empty() ? "\n" : "") +
               weightsOnly.before(variableFor(checkpoint) + " = " +
                                  call("torch.load", file, "map_location", argument, more)) +
               useOf(checkpoint, where, options);
    case Loader::TorchJitLoad:
        return "import torch\n" + named + (named.empty() ? "\n" : "") +
               call("model = torch.jit.load", file, "map_location", oneDevice);
    case Loader::PackageImporter:
        return "import torch.package\n" + preparation + "\n" + package(checkpoint, file, argument);
    case Loader::SafetensorsLoad:
        return withTorch(safetensors(checkpoint, map, reading, file) + useOf(checkpoint, where, options));
    case Loader::OneByOne:
        if (hasTensorFiles) {
            return withTorch(safetensors(checkpoint, map, reading, file) + useOf(checkpoint, where, options));
        }
        return "import torch\n" + preparation + "\n" + weightsOnly.comment +
               shards(checkpoint,
                      "torch.load(shard" + (argument.empty() ? "" : ", map_location=" + argument) + more + ')') +
               useOf(checkpoint, where, options);
    case Loader::PickleLoad:
        return "import pickle\n\n# pickle.load takes no map_location; `cairn-cli convert` writes a copy with other "
               "tags.\n"
               "with open(" +
               file + ", \"rb\") as stream:\n    checkpoint = pickle.load(stream" + encoding +
               ")  # runs what the file names: only if you "
               "trust it\n";
    case Loader::ExportLoad: return "import torch\n\nprogram = torch.export.load(" + file + ")\n";
    case Loader::DistributedLoad:
        return plainLoadRefusal(checkpoint)
                   ? oneFileFirst(checkpoint, "torch does not read its files as one checkpoint.")
                   : folder(checkpoint, "checkpoint_id=" + file);
    case Loader::HuggingFaceLoad:
        return folder(checkpoint, "storage_reader=dcp.HuggingFaceStorageReader(" + file + ")");
    case Loader::Library: {
        std::string code(checkpoint.traits().python);
        constexpr std::string_view name = "FILE";
        return code.replace(code.find(name), name.size(), file);
    }
    case Loader::None: return oneFileFirst(checkpoint, "No function of torch puts the files of the ranks together.");
    case Loader::OfItsFolder: break;
    }
    return "# One shard of torch.distributed.checkpoint: torch.distributed.checkpoint.load reads the folder it is "
           "in.\n";
}

std::string cppSnippet(const Checkpoint& checkpoint, const MapLocation& map)
{
    if (checkpoint.traits().loader != Loader::TorchJitLoad) {
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
