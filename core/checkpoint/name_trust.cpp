#include "core/checkpoint/name_trust.h"

#include "core/checkpoint/dangerous_globals.h"
#include "core/checkpoint/harmless_names.h"
#include "core/checkpoint/harmless_use.h"
#include "core/checkpoint/python_modules.h"
#include "core/checkpoint/word_list.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace cairn::checkpoint {

namespace {

constexpr std::string_view kForeign = "Its module is imported and its code is called";
constexpr std::string_view kOfPython = "It comes with Python, and a checkpoint has no need of it";
constexpr std::string_view kFunction = "It is a function of a library that a checkpoint has no need of";
constexpr std::string_view kAnything = "A name of this form can lead to anything";

/// Names that come with Python and stand in honest files, though not as mere data.
struct Ordinary {
    std::string_view module;
    std::string_view names; ///< separated by blanks; empty: all of the module
};

constexpr auto kOrdinary = std::to_array<Ordinary>({
    {"abc", "ABC ABCMeta"},
    {"argparse", "ArgumentParser HelpFormatter RawTextHelpFormatter RawDescriptionHelpFormatter "
                 "ArgumentDefaultsHelpFormatter _StoreAction _StoreTrueAction _StoreFalseAction _StoreConstAction "
                 "_AppendAction _CountAction _HelpAction _VersionAction _ArgumentGroup _MutuallyExclusiveGroup"},
    {"builtins", "type property staticmethod classmethod super"},
    {"collections", "namedtuple ChainMap"},
    {"distutils.version", "LooseVersion StrictVersion"},
    {"enum", "Enum IntEnum StrEnum Flag IntFlag EnumMeta EnumType"},
    {"functools", "cached_property"},
    {"inspect", "Signature Parameter _ParameterKind _empty"},
    {"io", "BytesIO StringIO"},
    {"_io", "BytesIO StringIO"},
    {"itertools", "chain count cycle islice repeat"},
    {"logging", "Formatter Logger Manager NullHandler PercentStyle PlaceHolder RootLogger StreamHandler getLogger"},
    {"math", ""},
    {"queue", "Queue SimpleQueue"},
    {"random", "Random"},
    {"signal", "Handlers Signals"},
    {"string", "Template"},
    {"threading", "Event Lock RLock"},
    {"types", "GenericAlias MappingProxyType NoneType"},
    {"typing", "Any Callable Dict Generic List NamedTuple Optional Tuple TypeVar Union"},
    {"weakref", "WeakKeyDictionary WeakSet WeakValueDictionary"},
    {"zoneinfo", "ZoneInfo"},
});

/// Modules of torch and NumPy whose functions are kept in whole models: as activations, initialisers, layers.
constexpr auto kLayerModules = std::to_array<std::string_view>({
    "torch.nn.backends",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.nn.modules",
    "torch.nn.quantized",
    "torch.nn.utils",
    "torch._C._nn",
    "torch._VF",
    "torch.ao.nn",
    "torch.distributions",
    "torch.fft",
    "torch.functional",
    "torch.linalg",
    "torch.masked",
    "torch.optim",
    "torch.return_types",
    "torch.special",
    "torch.utils._pytree",
});

bool isIn(std::string_view path, std::string_view module)
{
    return path.starts_with(module) && (path.size() == module.size() || path[module.size()] == '.');
}

bool isPlainCharacter(char c)
{
    return c == '_' || c == '.' || std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}

/// Calls `visit` with each part between dots; true if it is for one of them.
template <typename Test>
bool anyPart(std::string_view path, Test&& test)
{
    while (true) {
        const auto dot = path.find('.');
        if (test(path.substr(0, dot))) {
            return true;
        }
        if (dot == std::string_view::npos) {
            return false;
        }
        path = path.substr(dot + 1);
    }
}

/// Not a path of names, or one with a name that Python keeps for itself: __class__, __globals__, __reduce_ex__.
bool isStrange(std::string_view path)
{
    return !std::ranges::all_of(path, isPlainCharacter) || anyPart(path, [](std::string_view part) {
        const bool isKept = part.starts_with("__") && part != "__main__" && part != "__torch__" &&
                            !part.starts_with("___torch_mangle_");
        return part.empty() || isKept;
    });
}

bool looksLikeClass(std::string_view name)
{
    const auto first = name.find_first_not_of('_');
    return first != std::string_view::npos && std::islower(static_cast<unsigned char>(name[first])) == 0;
}

bool isOrdinary(std::string_view module, std::string_view name)
{
    const bool isException =
        module == "builtins" && (name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Warning"));
    return isException || std::ranges::any_of(kOrdinary, [&](const Ordinary& row) {
               return row.module == module && (row.names.empty() || isListed(row.names, name));
           });
}

/// A function of torch or NumPy that is not one that models keep: those of `torch` itself are.
bool isLibraryFunction(std::string_view path, std::string_view module, std::string_view name)
{
    if (isIn(path, "numpy")) {
        return !looksLikeClass(name);
    }
    return isIn(path, "torch") && !looksLikeClass(name) && module != "torch" &&
           std::ranges::none_of(kLayerModules, [&](std::string_view known) { return isIn(path, known); });
}

/// Names with dots go on from what a name gives. Classes inside classes are fine; what begins with a small letter is a
/// module that another one has imported, or a function of a class.
bool leavesItsModule(std::string_view name)
{
    const auto last = name.rfind('.');
    return last != std::string_view::npos &&
           anyPart(name.substr(0, last), [](std::string_view part) { return !looksLikeClass(part); });
}

} // namespace

NameTrust trustOfName(std::string_view module, std::string_view name)
{
    std::string path(module);
    path.append(".").append(name);
    const auto cut = path.rfind('.');
    const std::string_view owner = std::string_view(path).substr(0, cut);
    const std::string_view last = std::string_view(path).substr(cut + 1);
    // What is said of a name holds for where it is at home, and none of these is at home in a class.
    const bool hasDots = name.contains('.');
    if (const std::string_view why = hasDots ? std::string_view{} : whyHarmless(owner, last); !why.empty()) {
        return {Trust::DataOnly, why};
    }
    if (constexpr std::string_view torch = "torch.";
        module == "torch._utils" && name.starts_with(torch) && isMemoryFormat(name.substr(torch.size()))) {
        return {Trust::DataOnly, "It is a constant of torch"}; // as torch names it from protocol 4 on
    }
    if (const std::string_view danger = dangerOf(module, name); !danger.empty()) {
        return {Trust::Dangerous, danger};
    }
    if (isStrange(path) || leavesItsModule(name)) {
        return {Trust::Dangerous, kAnything};
    }
    if (isOrdinary(owner, last)) {
        return {Trust::RunsCode, kForeign};
    }
    if (isPythonModule(module)) {
        return {Trust::Dangerous, kOfPython};
    }
    return isLibraryFunction(path, owner, last) ? NameTrust{Trust::Dangerous, kFunction}
                                                : NameTrust{Trust::RunsCode, kForeign};
}

} // namespace cairn::checkpoint
