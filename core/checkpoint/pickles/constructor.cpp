#include "core/checkpoint/pickles/constructor.h"

#include <algorithm>
#include <array>

namespace cairn::checkpoint {

namespace {

struct Row {
    std::string_view module;
    std::string_view name;
    Constructor constructor;
};

using enum Constructor;

constexpr std::array kRows = {
    Row{"torch._utils", "_rebuild_tensor", RebuildTensor},
    Row{"torch._utils", "_rebuild_tensor_v2", RebuildTensorV2},
    Row{"torch._utils", "_rebuild_tensor_v3", RebuildTensorV3},
    Row{"torch._utils", "_rebuild_qtensor", RebuildQTensor},
    Row{"torch._utils", "_rebuild_parameter", RebuildParameter},
    Row{"torch._utils", "_rebuild_parameter_with_state", RebuildParameterWithState},
    Row{"torch._utils", "_rebuild_sparse_tensor", RebuildSparse},
    Row{"torch._utils", "_rebuild_sparse_csr_tensor", RebuildSparseCsr},
    Row{"torch._utils", "_rebuild_meta_tensor_no_storage", RebuildMeta},
    Row{"torch._utils", "_rebuild_device_tensor_from_cpu_tensor", RebuildFromCpu},
    Row{"torch._utils", "_rebuild_device_tensor_from_numpy", RebuildFromNumpy},
    Row{"torch._utils", "_rebuild_xla_tensor", RebuildFromNumpy},
    Row{"torch._utils", "_rebuild_wrapper_subclass", RebuildWrapper},
    Row{"torch._utils", "_rebuild_nested_tensor", RebuildNested},
    Row{"torch._tensor", "_rebuild_from_type", RebuildFromType},
    Row{"torch.tensor", "_rebuild_from_type", RebuildFromType},
    Row{"torch._tensor", "_rebuild_from_type_v2", RebuildFromTypeV2},
    Row{"torch.nn.parameter", "Parameter", ParameterClass},
    Row{"torch.nn.parameter", "Buffer", ParameterClass},
    Row{"torch.autograd.variable", "Variable", VariableClass},
    Row{"torch._tensor", "Tensor", TensorClass},
    Row{"torch.tensor", "Tensor", TensorClass},
    Row{"torch.jit._pickle", "build_tensor_from_id", TensorFromId},
    Row{"__main__", "TensorID", TensorFromId},
    Row{"torch.storage", "_load_from_bytes", LoadFromBytes},
    Row{"collections", "OrderedDict", DictLike},
    Row{"builtins", "dict", DictLike},
    Row{"collections", "defaultdict", DefaultDict},
    Row{"collections", "Counter", Counter},
    Row{"collections", "deque", ListLike},
    Row{"builtins", "list", ListLike},
    Row{"builtins", "tuple", ListLike},
    Row{"builtins", "set", SetLike},
    Row{"builtins", "frozenset", SetLike},
    Row{"torch.jit._pickle", "build_intlist", TypedList},
    Row{"torch.jit._pickle", "build_doublelist", TypedList},
    Row{"torch.jit._pickle", "build_boollist", TypedList},
    Row{"torch.jit._pickle", "build_tensorlist", TypedList},
    Row{"torch.jit._pickle", "restore_type_tag", TypeTag},
    Row{"copyreg", "_reconstructor", Reconstructor},
};

/// torch.FloatTensor, torch.cuda.HalfTensor, torch.sparse.FloatTensor, torch.Tensor
bool isTensorClass(std::string_view module, std::string_view name)
{
    const bool inTorch =
        module == "torch" || module == "torch.cuda" || module == "torch.sparse" || module == "torch.cuda.sparse";
    return inTorch && name.ends_with("Tensor");
}

} // namespace

Constructor constructorOf(std::string_view module, std::string_view name)
{
    const auto* const row =
        std::ranges::find_if(kRows, [&](const Row& known) { return known.name == name && known.module == module; });
    if (row != kRows.end()) {
        return row->constructor;
    }
    return isTensorClass(module, name) ? TensorClass : Other;
}

} // namespace cairn::checkpoint
