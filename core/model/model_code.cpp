#include "core/model/model_code.h"

#include "core/base/text/python_repr.h"
#include "core/checkpoint/load_state_dict.h"
#include "core/checkpoint/trust/weights_only.h"

#include <algorithm>

namespace cairn::model {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;

namespace {

constexpr std::int64_t kUsualClasses = 1000; ///< for a model without its head

std::string quoted(std::string_view text)
{
    constexpr std::size_t mostBytes = 4096;
    return inDoubleQuotes(pythonStringRepr(text, mostBytes));
}

/// The keys that lead to a group, as Python takes them out of what was loaded; nothing where one is no key of a dict.
std::optional<std::string> placeCode(const Checkpoint& checkpoint, EntryId group)
{
    std::string code;
    for (const EntryId id : checkpoint.pathTo(group)) {
        const Entry& entry = checkpoint.entries()[id];
        const bool isIndex = checkpoint.isIntegerKey(entry);
        if ((entry.keyKind != checkpoint::KeyRef::Kind::Text && !isIndex) || entry.attribute) {
            return std::nullopt;
        }
        code += '[' + (isIndex ? checkpoint.keyText(entry) : quoted(checkpoint.keyView(entry))) + ']';
    }
    return code;
}

/// The code that makes a model may begin with what it imports, and ends with an expression.
std::pair<std::string, std::string_view> importsAndModel(std::string_view code)
{
    const std::size_t end = code.rfind("; ");
    return end == std::string_view::npos ? std::pair("import " + std::string(code.substr(0, code.find('.'))), code)
                                         : std::pair(std::string(code.substr(0, end)), code.substr(end + 2));
}

} // namespace

std::string makingCode(const KnownModel& model, const Fit& fit)
{
    std::string code(importsAndModel(model.code).second);
    const auto put = [&code](std::string_view variable, std::int64_t value) {
        const std::string place = '{' + std::string(variable) + '}';
        for (std::size_t at = code.find(place); at != std::string::npos; at = code.find(place)) {
            code.replace(at, place.size(), std::to_string(value));
        }
    };
    for (const auto& [variable, value] : fit.variables) {
        put(variable, value);
    }
    put("classes", kUsualClasses);
    constexpr std::int64_t channels = 3;
    put("channels", channels);
    return code;
}

std::optional<StateCode> stateCode(const Checkpoint& checkpoint, EntryId group)
{
    const checkpoint::FormatTraits& traits = checkpoint.traits();
    const bool isSafetensors = traits.kind == formats::FileKind::Safetensors && !traits.isSetOfFiles;
    const bool isTaken = traits.loader == checkpoint::Loader::TorchLoad &&
                         checkpoint::weightsOnlyVerdict(checkpoint, &checkpoint::GlobalUse::latest).verdict ==
                             checkpoint::Verdict::Allowed;
    // Of an object that is no dict the state is not to be had by keys.
    const bool isDict = isSafetensors || checkpoint::isDictionary(checkpoint, checkpoint.entries()[group]);
    const auto place = placeCode(checkpoint, group);
    if (!(isSafetensors || isTaken) || !isDict || !place) {
        return std::nullopt;
    }
    const std::string path = inDoubleQuotes(pythonPathRepr(checkpoint.path()));
    if (isSafetensors) {
        return StateCode{.imports = "from safetensors.torch import load_file\n", .state = "load_file(" + path + ")"};
    }
    // The model gets a copy of each weight: of a large file the other one need not be in memory as a whole.
    constexpr std::uint64_t large = 1'000'000'000;
    const bool isMapped = checkpoint.archive() != nullptr && checkpoint.fileBytes() >= large;
    return StateCode{.imports = {},
                     .state = "torch.load(" + path + ", map_location=\"cpu\", weights_only=True" +
                              (isMapped ? ", mmap=True)" : ")") + *place};
}

Message whyNoStateCode(const Checkpoint& checkpoint, EntryId group)
{
    if (stateCode(checkpoint, group)) {
        return {};
    }
    const checkpoint::FormatTraits& traits = checkpoint.traits();
    if (traits.loader != checkpoint::Loader::TorchLoad || traits.isSetOfFiles) {
        return message("No Python is given: torch.load does not take this format.");
    }
    return checkpoint::isDictionary(checkpoint, checkpoint.entries()[group])
               ? message("No Python is given: torch.load takes it with weights_only=False alone, which runs what is in "
                         "the file.")
               : message("No Python is given: the model is saved as an object, and torch.load makes that with "
                         "weights_only=False alone, which runs what is in the file.");
}

std::string importingCode(const KnownModel& model)
{
    return importsAndModel(model.code).first;
}

std::string loadingCode(const ModelWeights& weights, const Recognition& recognition)
{
    const auto loading = stateCode(*weights.checkpoint, weights.group);
    if (recognition.kind != Recognition::Kind::Fits || !loading) {
        return {};
    }
    const KnownModel& model = recognition.models.front();
    std::string code = "import torch\n" + importingCode(model) + '\n' + loading->imports;
    code += "\nmodel = " + makingCode(model, recognition.fit) + "\n";
    code += "state = " + loading->state + "\n";
    const std::string prefix = weights.prefix + recognition.prefix;
    if (!prefix.empty()) {
        code += "state = {key.removeprefix(" + quoted(prefix) + "): value for key, value in state.items()";
        code += recognition.outside == 0 ? "}\n" : " if key.startswith(" + quoted(prefix) + ")}\n";
    }
    const bool isStrict = !recognition.fit.isWithoutHead && recognition.fit.ignored.empty();
    return code + "model.load_state_dict(state" + (isStrict ? "" : ", strict=False") + ")\n";
}

} // namespace cairn::model
