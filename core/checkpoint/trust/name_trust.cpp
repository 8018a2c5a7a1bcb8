#include "core/checkpoint/trust/name_trust.h"

#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/trust/dangerous_globals.h"
#include "core/checkpoint/trust/harmless_names.h"
#include "core/checkpoint/trust/harmless_use.h"
#include "core/checkpoint/trust/python_modules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace cairn::checkpoint {

namespace {

constexpr Phrase kForeign = phrase("Its module is imported and its code is called");
constexpr Phrase kOfPython = phrase("It comes with Python, and a checkpoint has no need of it");
constexpr Phrase kFunction = phrase("It is a function of a library that a checkpoint has no need of");
constexpr Phrase kAnything = phrase("A name of this form can lead to anything");

/// Names that come with Python or torch and stand in honest files, though not as mere data.
struct Ordinary {
    std::string_view module;
    std::string_view names; ///< separated by blanks; empty: all of the module
};

constexpr auto kOrdinary = std::to_array<Ordinary>({
    {"_operator", "or_"}, // of an enum.Flag with several members, as Python 3.11 saves it
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
    {"numpy", "chararray matrix recarray record"},
    {"numpy.ma.core", "_mareconstruct"},
    {"queue", "Queue SimpleQueue"},
    {"random", "Random"},
    {"signal", "Handlers Signals"},
    {"string", "Template"},
    {"threading", "Event Lock RLock"},
    {"torch.distributed._shard.sharded_tensor", "pre_load_state_dict_hook state_dict_hook"}, // of every LightningModule
    {"torch.distributed._sharded_tensor", "pre_load_state_dict_hook state_dict_hook"},
    {"types", "GenericAlias MappingProxyType NoneType"},
    {"typing", "Any Callable Dict Generic List NamedTuple Optional Tuple TypeVar Union"},
    {"weakref", "WeakKeyDictionary WeakSet WeakValueDictionary"},
    {"zoneinfo", "ZoneInfo"},
});

/// Functions of `torch` that reckon, as models keep them for activations and poolings.
constexpr std::string_view kOperators =
    "abs absolute acos acosh adaptive_avg_pool1d adaptive_max_pool1d add addbmm addcdiv addcmul addmm addmv addr "
    "all amax amin aminmax angle any arange arccos arcsin arctan arctan2 argmax argmin argsort as_tensor asin asinh "
    "atan atan2 atanh avg_pool1d baddbmm batch_norm bernoulli bilinear bincount bitwise_and bitwise_not bitwise_or "
    "bitwise_xor bmm broadcast_to bucketize cat cdist ceil celu channel_shuffle cholesky chunk clamp clamp_max "
    "clamp_min clip clone concat conj conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d cos "
    "cosh cosine_similarity count_nonzero cross cummax cummin cumprod cumsum deg2rad det diag diag_embed diagonal "
    "diff digamma dist div divide dot dropout einsum embedding empty empty_like eq equal erf erfc erfinv exp exp2 "
    "expm1 eye flatten flip floor floor_divide fmax fmin fmod frac full full_like gather ge group_norm gt hardshrink "
    "histc hypot index_select inner instance_norm inverse isclose isfinite isinf isnan layer_norm le lerp lgamma "
    "linspace log log10 log1p log2 log_softmax logaddexp logical_and logical_not logical_or logical_xor logit "
    "logsumexp lt masked_fill masked_select matmul max max_pool1d max_pool2d max_pool3d maximum mean median meshgrid "
    "min minimum mm mode movedim mul multinomial multiply mv nan_to_num nanmean nanmedian nansum narrow ne neg "
    "negative nonzero norm normal numel ones ones_like outer pdist permute pixel_shuffle pixel_unshuffle poisson "
    "polar pow prelu prod qr quantile rad2deg rand rand_like randint randint_like randn randn_like randperm real "
    "reciprocal relu remainder renorm repeat_interleave reshape roll round rrelu rsqrt rsub scatter scatter_add "
    "select selu sgn sigmoid sign sin sinc sinh softmax sort split sqrt square squeeze stack std std_mean stft sub "
    "subtract sum svd swapaxes t take tan tanh tensor tensordot threshold tile topk trace transpose tril triu "
    "true_divide trunc unbind unique unsqueeze var var_mean view_as_complex view_as_real vstack where xlogy zeros "
    "zeros_like";

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
    "torch.utils.data._utils.collate",
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
                            !part.starts_with("___torch_mangle_") &&
                            !part.starts_with("__pyx_unpickle_"); // by which classes of Cython are saved
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

bool isOperator(std::string_view name)
{
    return isListed(kOperators, name.ends_with('_') ? name.substr(0, name.size() - 1) : name); // relu_ is in place
}

/// A function of torch or NumPy that is not one that models keep.
bool isLibraryFunction(std::string_view path, std::string_view module, std::string_view name)
{
    const bool isOfCython = name.starts_with("__pyx_unpickle_");
    if (looksLikeClass(name) || isOfCython || (module == "torch" && isOperator(name))) {
        return false;
    }
    return isIn(path, "numpy") ||
           (isIn(path, "torch") &&
            std::ranges::none_of(kLayerModules, [&](std::string_view known) { return isIn(path, known); }));
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
    // Where the functions of torch are at home in truth: torch.tanh is saved as getattr of this class and "tanh".
    if (constexpr std::string_view home = "_VariableFunctionsClass.";
        module == "torch._C" && name.starts_with(home) && isOperator(name.substr(home.size()))) {
        return trustOfName("torch", name.substr(home.size()));
    }
    std::string path(module);
    path.append(".").append(name);
    const auto cut = path.rfind('.');
    const std::string_view owner = std::string_view(path).substr(0, cut);
    const std::string_view last = std::string_view(path).substr(cut + 1);
    // What is said of a name holds for where it is at home, and none of these is at home in a class.
    const bool hasDots = name.contains('.');
    if (const Phrase why = hasDots ? Phrase{} : whyHarmless(owner, last); !why.empty()) {
        return {Trust::DataOnly, why};
    }
    if (constexpr std::string_view torch = "torch.";
        module == "torch._utils" && name.starts_with(torch) && isMemoryFormat(name.substr(torch.size()))) {
        return {Trust::DataOnly, phrase("It is a constant of torch")}; // as torch names it from protocol 4 on
    }
    if (module == "torch.jit" && !hasDots && name.ends_with("LoweredModule")) {
        return {Trust::RunsCode, kForeign}; // a class in TorchScript, of a module that a backend has; Python has none
    }
    if (const Phrase danger = dangerOf(module, name); !danger.empty()) {
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
