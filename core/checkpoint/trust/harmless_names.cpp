#include "core/checkpoint/trust/harmless_names.h"

#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/trust/weights_only.h"

#include <algorithm>
#include <array>

namespace cairn::checkpoint {

namespace {

struct Harmless {
    std::string_view module;
    std::string_view names; ///< separated by blanks
    Phrase why;
};

constexpr Phrase kContainer = phrase("It makes a container of what it is given");
constexpr Phrase kNumber = phrase("It makes a number or a text");
constexpr Phrase kRecord = phrase("It keeps what it is given as attributes");
constexpr Phrase kTime = phrase("It makes a date or a time");
constexpr Phrase kPath = phrase("It makes the name of a file and opens none");
constexpr Phrase kRebuild = phrase("It puts a tensor together");
constexpr Phrase kObject = phrase("It makes an empty object of a class, which is judged itself");
constexpr Phrase kArray = phrase("It makes a NumPy array, number or type of them");
constexpr Phrase kRandom = phrase("It makes a generator of random numbers");
constexpr Phrase kPieces = phrase("It describes the pieces of a checkpoint in a folder");

// What belongs here: called as picklers call it, which honest_calls.cpp has, it at most uses other names of this list.
// Called otherwise it is dangerous. Whoever calls its arguments (map, partial), looks names up (getattr), imports,
// opens or evaluates does not belong here.
// clang-format off
constexpr std::array kHarmless = {
    Harmless{"builtins", "bool bytearray bytes complex float int str", kNumber},
    Harmless{"builtins", "dict frozenset list range set slice tuple", kContainer},
    Harmless{"builtins", "object", kObject},
    Harmless{"builtins", "Ellipsis NotImplemented", phrase("It is a constant")},
    Harmless{"_codecs", "encode", phrase("It turns text into bytes by a codec of Python")},
    Harmless{"argparse", "Namespace", kRecord},
    Harmless{"types", "SimpleNamespace", kRecord},
    Harmless{"collections", "Counter OrderedDict UserDict UserList UserString defaultdict deque", kContainer},
    Harmless{"copyreg", "_reconstructor __newobj__ __newobj_ex__", kObject},
    Harmless{"datetime", "date datetime time timedelta timezone", kTime},
    Harmless{"time", "struct_time", kTime},
    Harmless{"decimal", "Decimal", kNumber},
    Harmless{"fractions", "Fraction", kNumber},
    Harmless{"uuid", "SafeUUID UUID", kNumber},
    Harmless{"pathlib", "Path PosixPath PurePath PurePosixPath PureWindowsPath WindowsPath", kPath},
    Harmless{"pathlib._local", "Path PosixPath PurePath PurePosixPath PureWindowsPath WindowsPath", kPath},
    Harmless{"re", "_compile", phrase("It prepares a pattern for searching text")},
    // NumPy, whose core has two names. What is done with `dtype` and `ndarray` is looked at one by one: see pickle_trust.h
    Harmless{"numpy", "bool_ bytes_ complex128 complex64 datetime64 dtype float16 float32 float64 int16 int32 int64 int8 "
                      "longlong ndarray str_ timedelta64 uint16 uint32 uint64 uint8 ulonglong", kArray},
    Harmless{"numpy.core.multiarray", "_reconstruct scalar", kArray},
    Harmless{"numpy._core.multiarray", "_reconstruct scalar", kArray},
    Harmless{"numpy.core.numeric", "_frombuffer", kArray},
    Harmless{"numpy._core.numeric", "_frombuffer", kArray},
    Harmless{"numpy.random._pickle", "__bit_generator_ctor __generator_ctor __randomstate_ctor", kRandom},
    Harmless{"numpy.random._mt19937", "MT19937", kRandom},
    Harmless{"numpy.random._pcg64", "PCG64 PCG64DXSM", kRandom},
    Harmless{"numpy.random._philox", "Philox", kRandom},
    Harmless{"numpy.random._sfc64", "SFC64", kRandom},
    // torch, besides what weights_only=True takes
    Harmless{"torch._utils", "_rebuild_sparse_csr_tensor _rebuild_xla_tensor _rebuild_mlc_tensor", kRebuild},
    Harmless{"torch._tensor", "_rebuild_from_type", kRebuild},
    Harmless{"torch.storage", "_load_from_bytes", phrase("What it loads is judged too")},
    Harmless{"torch.tensor", "_rebuild_from_type _rebuild_from_type_v2", kRebuild},
    Harmless{"torch.nn.parameter", "Buffer Parameter UninitializedBuffer UninitializedParameter", kRebuild},
    Harmless{"torch.autograd.variable", "Variable", kRebuild},
    Harmless{"torch._C", "_TensorBase TensorBase", kRebuild},
    Harmless{"torch.jit._pickle", "build_boollist build_doublelist build_intlist build_tensor_from_id build_tensorlist "
                                  "restore_type_tag", phrase("It gives back what it is given")},
    Harmless{"torch", "Generator", kRandom},
    Harmless{"torch._C", "Generator", kRandom},
    Harmless{"torch", "finfo iinfo memory_format contiguous_format preserve_format channels_last channels_last_3d "
                      "strided sparse_coo sparse_csr sparse_csc sparse_bsr sparse_bsc layout dtype", phrase("It is a constant of torch")},
    // what weights_only=True takes once a part of torch is imported
    Harmless{"torch.nested._internal.nested_tensor", "NestedTensor _rebuild_njt", kRebuild},
    Harmless{"torch._dynamo.decorators", "_DimRange", kRecord},
    Harmless{"torch.distributed.tensor", "DTensor", kRebuild},
    Harmless{"torch.distributed.tensor._dtensor_spec", "DTensorSpec ShardOrderEntry TensorMeta", kPieces},
    Harmless{"torch.distributed.tensor.placement_types", "Partial Replicate Shard _StridedShard", kPieces},
    Harmless{"torch.distributed.device_mesh", "DeviceMesh", kPieces},
    Harmless{"torch.distributed._mesh_layout", "_FlatLayout _MeshLayout", kPieces},
    Harmless{"torch.distributed.remote_device", "_remote_device", kPieces},
    // .metadata of checkpoints that are folders
    Harmless{"torch.distributed.checkpoint.metadata",
             "BytesStorageMetadata ChunkStorageMetadata Metadata MetadataIndex StorageMeta TensorProperties "
             "TensorStorageMetadata _MEM_FORMAT_ENCODING", kPieces},
    Harmless{"torch.distributed.checkpoint.filesystem", "_StorageInfo _StoragePrefix", kPieces},
    Harmless{"torch.distributed._shard.sharded_tensor.metadata", "TensorProperties MEM_FORMAT_ENCODING", kPieces},
    // files of DeepSpeed
    Harmless{"deepspeed.runtime.zero.config", "ZeroStageEnum", kNumber},
    Harmless{"deepspeed.utils.tensor_fragment", "fragment_address", kRecord},
    Harmless{"deepspeed.runtime.fp16.loss_scaler", "DynamicLossScaler LossScaler LossScalerBase", kRecord},
};
// clang-format on

} // namespace

Phrase whyHarmless(std::string_view module, std::string_view name)
{
    const auto* const row = std::ranges::find_if(
        kHarmless, [&](const Harmless& known) { return known.module == module && isListed(known.names, name); });
    if (row != kHarmless.end()) {
        return row->why;
    }
    return isOnAnyWeightsOnlyList(module, name) ? phrase("weights_only=True takes it") : Phrase{};
}

} // namespace cairn::checkpoint
