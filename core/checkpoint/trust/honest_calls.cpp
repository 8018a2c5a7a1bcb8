#include "core/checkpoint/trust/honest_calls.h"

#include "core/checkpoint/pickles/word_list.h"

#include <algorithm>

namespace cairn::checkpoint {

namespace {

struct Known {
    std::string_view module;
    std::string_view names; ///< separated by blanks
    HonestCall form;
};

} // namespace

const HonestCall* honestCallOf(std::string_view module, std::string_view name)
{
    using enum Given;
    using enum Made;
    // What Python 2 and 3, NumPy since 1.7 and torch since 0.1 write, and nothing else.
    static constexpr std::array known = {
        Known{"torch._utils", "_rebuild_tensor", {{Storage, Int, Ints, Ints}}},
        Known{"torch._utils", "_rebuild_tensor_v2", {{Storage, Int, Ints, Ints, Flag, Hooks, MayEnd, Metadata}}},
        Known{"torch._utils",
              "_rebuild_tensor_v3",
              {{Storage, Int, Ints, Ints, Flag, Hooks, TorchType, MayEnd, Metadata}}},
        Known{"torch._utils", "_rebuild_qtensor", {{Storage, Int, Ints, Ints, Quantizer, Flag, Hooks}}},
        Known{"torch._utils", "_rebuild_parameter", {{Tensor, Flag, Hooks}}},
        Known{"torch._utils", "_rebuild_parameter_with_state", {{Tensor, Flag, Hooks, Anything}}},
        Known{"torch._utils", "_rebuild_sparse_tensor _rebuild_sparse_csr_tensor", {{Layout, SparseParts}}},
        Known{"torch._utils", "_rebuild_nested_tensor", {{Dense, Dense, Dense, Offsets}}},
        Known{"torch._utils", "_rebuild_meta_tensor_no_storage", {{TorchType, Ints, Ints, Flag}}},
        Known{"torch._utils", "_rebuild_wrapper_subclass", {{Class, TorchType, Ints, Ints, Int, Layout, Device, Flag}}},
        Known{"torch._utils",
              "_rebuild_device_tensor_from_numpy _rebuild_xla_tensor _rebuild_mlc_tensor",
              {{Array, NumberType, Device, Flag}}},
        Known{"torch._utils", "_rebuild_device_tensor_from_cpu_tensor", {{Dense, NumberType, Device, Flag}}},
        Known{"torch._tensor",
              "_rebuild_from_type _rebuild_from_type_v2",
              {{Anything, Class, Anything, Anything}, After::Other}},
        Known{"torch.tensor",
              "_rebuild_from_type _rebuild_from_type_v2",
              {{Anything, Class, Anything, Anything}, After::Other}},
        Known{"torch.nested._internal.nested_tensor", "_rebuild_njt", {{NestedParts}}},
        Known{"torch.nn.parameter", "Buffer Parameter", {{MayEnd, Tensor, MayEnd, Flag}, After::Parameter, MayBeBare}},
        Known{"torch.nn.parameter", "UninitializedBuffer UninitializedParameter", {{Flag}}},
        Known{"torch.autograd.variable",
              "Variable",
              {{MayEnd, Tensor, MayEnd, Flag, MayEnd, Flag}, After::Parameter, MayBeBare}},
        Known{"torch.storage", "_load_from_bytes", {{Bytes}}},
        Known{"torch.serialization", "_get_layout", {{Text}}},
        Known{"torch", "Size", {{Ints}}},
        Known{"torch", "device", {{Text, MayEnd, Int}}},
        Known{"torch", "finfo iinfo", {{NumberType}}},
        Known{"torch", "Generator", {{Device}, After::Other}},
        Known{"torch._C", "Generator", {{Device}, After::Other}},
        Known{"torch.jit._pickle", "build_boollist build_doublelist build_intlist build_tensorlist", {{List}}},
        Known{"torch.jit._pickle", "build_tensor_from_id", {{Int}}},
        Known{"torch.jit._pickle", "restore_type_tag", {{Anything, Text}}},
        Known{"torch._dynamo.decorators", "_DimRange", {{}, After::Fields, MayBeBare}},
        Known{"torch.distributed.tensor._dtensor_spec", "DTensorSpec", {{}, After::Attributes, MayBeBare}},
        Known{"torch.distributed.tensor._dtensor_spec", "ShardOrderEntry", {{Int, Ints}, After::Nothing, MayBeBare}},
        Known{"torch.distributed.tensor._dtensor_spec",
              "TensorMeta",
              {{Ints, Ints, TorchType}, After::Nothing, MayBeBare}},
        Known{"torch.distributed.tensor.placement_types",
              "Partial Shard _StridedShard",
              {{}, After::Placement, MayBeBare}},
        Known{"torch.distributed.tensor.placement_types", "Replicate", {{}, After::Attributes, MayBeBare}},
        Known{"torch.distributed.device_mesh", "DeviceMesh", {{}, After::Mesh, MayBeBare}},
        Known{"torch.distributed._mesh_layout", "_FlatLayout _MeshLayout", {{}, After::Attributes, MayBeBare}},
        Known{"torch.distributed.remote_device", "_remote_device", {{}, After::Attributes, MayBeBare}},
        Known{"torch.distributed.checkpoint.metadata",
              "BytesStorageMetadata ChunkStorageMetadata Metadata MetadataIndex StorageMeta TensorStorageMetadata",
              {{}, After::Attributes, MayBeBare}},
        Known{"torch.distributed.checkpoint.metadata", "TensorProperties", {{}, After::Properties, MayBeBare}},
        Known{"torch.distributed.checkpoint.metadata", "_MEM_FORMAT_ENCODING", {{Int}}},
        Known{"torch.distributed.checkpoint.filesystem",
              "_StorageInfo _StoragePrefix",
              {{}, After::Attributes, MayBeBare}},
        Known{
            "torch.distributed._shard.sharded_tensor.metadata", "TensorProperties", {{}, After::Properties, MayBeBare}},
        Known{"torch.distributed._shard.sharded_tensor.metadata", "MEM_FORMAT_ENCODING", {{Int}}},
        Known{"deepspeed.runtime.zero.config", "ZeroStageEnum", {{Int}}},
        Known{"deepspeed.utils.tensor_fragment", "fragment_address", {{}, After::Attributes, MayBeBare}},
        Known{"deepspeed.runtime.fp16.loss_scaler",
              "DynamicLossScaler LossScaler LossScalerBase",
              {{}, After::Attributes, MayBeBare}},
        Known{"builtins", "bool float int str", {{MayEnd, Literal}}},
        Known{"builtins", "bytearray bytes", {{MayEnd, TextOrBytes, MayEnd, Latin1}}},
        Known{"builtins", "complex", {{MayEnd, Number, MayEnd, Number}}},
        Known{"builtins", "dict", {{MayEnd, Pairs}}},
        Known{"builtins", "frozenset list set", {{MayEnd, Items}}},
        Known{"builtins", "range", {{Int, MayEnd, Int, MayEnd, Int}}},
        Known{"builtins", "slice", {{Flat, MayEnd, Flat, MayEnd, Flat}}},
        Known{"builtins", "tuple", {{MayEnd, Flat}}},
        Known{"builtins", "object", {{}, After::Nothing, MayBeBare}},
        Known{"builtins", "getattr", {{Anything, Name}}}, // where it is known to be used for memory formats
        Known{"_codecs", "encode", {{Text, Latin1}}},
        Known{"argparse", "Namespace", {{}, After::Attributes, MayBeBare}},
        Known{"types", "SimpleNamespace", {{}, After::Attributes, MayBeBare}},
        Known{"collections", "OrderedDict", {{MayEnd, Pairs}, After::Attributes}},
        Known{"collections", "Counter", {{MayEnd, Pairs}, After::Attributes}},
        Known{"collections", "defaultdict", {{MayEnd, Factory, MayEnd, Pairs}, After::Attributes}},
        Known{"collections", "deque", {{MayEnd, Items, MayEnd, Literal}}},
        Known{"collections", "UserDict UserList", {{}, After::Attributes, MayBeBare}},
        Known{"collections", "UserString", {{MayEnd, Text}, After::Attributes, MayBeBare}},
        Known{"copyreg", "__newobj__ __newobj_ex__ _reconstructor", {{}, After::Other}},
        Known{"datetime", "date", {{TextOrBytes}}},
        Known{"datetime", "datetime time", {{TextOrBytes, MayEnd, Zone}}},
        Known{"datetime", "timedelta", {{Int, Int, Int}}},
        Known{"datetime", "timezone", {{Duration, MayEnd, Text}}},
        Known{"time", "struct_time", {{Flat, MayEnd, Flat}}},
        Known{"decimal", "Decimal", {{Text}}},
        Known{"fractions", "Fraction", {{Ratio, MayEnd, Ratio}}},
        Known{"uuid", "UUID", {{MayEnd, Text}, After::Other, MayBeBare}},
        Known{"uuid", "SafeUUID", {{Flag}}},
        Known{"pathlib", "Path PosixPath PurePath PurePosixPath PureWindowsPath WindowsPath", {{Texts}}},
        Known{"pathlib._local", "Path PosixPath PurePath PurePosixPath PureWindowsPath WindowsPath", {{Texts}}},
        Known{"re", "_compile", {{Pattern, Int}}},
        Known{"numpy",
              "bool_ complex128 complex64 float16 float32 float64 int16 int32 int64 int8 longlong uint16 uint32 uint64 "
              "uint8 ulonglong",
              {{MayEnd, Literal}}},
        Known{"numpy", "datetime64 timedelta64", {{MayEnd, Plain, MayEnd, Plain}}},
        Known{"numpy", "bytes_ str_", {{MayEnd, TextOrBytes}}},
        Known{"numpy", "dtype ndarray", {{}, After::Other}},
        Known{"numpy.core.multiarray", "_reconstruct scalar", {{}, After::Other}},
        Known{"numpy._core.multiarray", "_reconstruct scalar", {{}, After::Other}},
        Known{"numpy.core.numeric", "_frombuffer", {{}, After::Other}},
        Known{"numpy._core.numeric", "_frombuffer", {{}, After::Other}},
        Known{"numpy.random._pickle", "__bit_generator_ctor __generator_ctor __randomstate_ctor", {{}, After::Random}},
        Known{"numpy.random._mt19937", "MT19937", {{}, After::Random}},
        Known{"numpy.random._pcg64", "PCG64 PCG64DXSM", {{}, After::Random}},
        Known{"numpy.random._philox", "Philox", {{}, After::Random}},
        Known{"numpy.random._sfc64", "SFC64", {{}, After::Random}},
    };
    const auto* const row = std::ranges::find_if(
        known, [&](const Known& candidate) { return candidate.module == module && isListed(candidate.names, name); });
    return row == known.end() ? nullptr : &row->form;
}

} // namespace cairn::checkpoint
