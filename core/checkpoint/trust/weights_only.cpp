#include "core/checkpoint/trust/weights_only.h"

#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/trust.h"
#include "core/checkpoint/trust/name_trust.h"
#include "core/formats/pickle/pickle_listing.h"
#include "core/formats/pickle/pickle_opcodes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace cairn::checkpoint {

using formats::PickleOp;

namespace {

// The lines of PyTorch, as bits.
constexpr std::uint8_t kNone = 0;
constexpr std::uint8_t k113 = 1;
constexpr std::uint8_t k26 = 2;
constexpr std::uint8_t k214 = 4;
constexpr std::uint8_t kLatest = 8;
constexpr std::uint8_t kSince214 = k214 | kLatest;
constexpr std::uint8_t k26To214 = k26 | k214;
constexpr std::uint8_t kSince26 = k26 | kSince214;
constexpr std::uint8_t kAll = k113 | kSince26;

/// Names of one module that the same lines allow by default.
struct Allowed {
    std::uint8_t lines;
    std::string_view module;
    std::string_view names;  ///< separated by blanks
    std::string_view ending; ///< of every name
};

constexpr std::string_view kDenseTypes = "BFloat16 Bool Byte Char Double Float Half Int Long Short";
constexpr std::string_view kSparseTypes = "BFloat16 Byte Char Double Float Half Int Long Short";

// clang-format off
constexpr std::array kAllowed = {
    Allowed{kAll,     "collections", "OrderedDict", ""},
    Allowed{kSince26, "collections", "Counter", ""},
    Allowed{kSince26, "builtins", "set bytearray complex", ""},
    Allowed{kSince26, "_codecs", "encode", ""},
    Allowed{kAll,     "torch", "Size Tensor", ""},
    Allowed{kSince26, "torch", "device", ""},
    Allowed{kAll,     "torch.nn.parameter", "Parameter", ""},
    Allowed{kAll,     "torch.serialization", "_get_layout", ""},
    // Tensor and storage classes
    Allowed{kAll,     "torch", kDenseTypes, "Tensor"},
    Allowed{kAll,     "torch.cuda", kDenseTypes, "Tensor"},
    Allowed{kAll,     "torch.sparse", kSparseTypes, "Tensor"},
    Allowed{kAll,     "torch.cuda.sparse", kSparseTypes, "Tensor"},
    Allowed{kAll,     "torch", kDenseTypes, "Storage"},
    Allowed{kAll,     "torch", "ComplexDouble ComplexFloat QInt8 QInt32 QUInt8 QUInt4x2 QUInt2x4", "Storage"},
    Allowed{kAll,     "torch.cuda", kDenseTypes, "Storage"},
    Allowed{kAll,     "torch.cuda", "ComplexDouble ComplexFloat", "Storage"},
    Allowed{kAll,     "torch.storage", "TypedStorage UntypedStorage", ""},
    // Dtypes and schemes
    Allowed{kAll,     "torch", "complex32 complex64 complex128 float16 float32 float64 int8 int16 int32 int64", ""},
    Allowed{kSince26, "torch", "bool uint8 uint16 uint32 uint64 bfloat16 float8_e4m3fn float8_e4m3fnuz float8_e5m2 "
                               "float8_e5m2fnuz qint8 qint32 quint8 quint4x2 quint2x4 bits8 bits16 bits1x8 bits2x4 bits4x2", ""},
    Allowed{kSince214, "torch", "bcomplex32 float4_e2m1fn_x2 float8_e8m0fnu int1 int2 int3 int4 int5 int6 int7 "
                                "uint1 uint2 uint3 uint4 uint5 uint6 uint7", ""},
    Allowed{kSince26, "torch", "per_tensor_affine per_tensor_symmetric per_channel_affine per_channel_symmetric "
                               "per_channel_affine_float_qparams", ""},
    // Rebuild functions
    Allowed{kAll,     "torch._utils", "_rebuild_tensor _rebuild_tensor_v2 _rebuild_parameter _rebuild_sparse_tensor "
                                      "_rebuild_meta_tensor_no_storage", ""},
    Allowed{k113,     "torch._utils", "_rebuild_sparse_csr_tensor", ""},
    Allowed{kSince26, "torch._utils", "_rebuild_tensor_v3 _rebuild_parameter_with_state _rebuild_qtensor "
                                      "_rebuild_wrapper_subclass _rebuild_device_tensor_from_numpy "
                                      "_rebuild_device_tensor_from_cpu_tensor", ""},
    Allowed{k26To214, "torch._utils", "_rebuild_nested_tensor", ""},
    Allowed{kSince26, "torch._tensor", "_rebuild_from_type_v2", ""},
};

/// Why something is blocked, where there is more to say than that it is not on the list.
struct Reason {
    std::string_view path; ///< and what is below it
    Phrase why;
};

constexpr Phrase kNeedsDistributed =
    phrase("Allowed in PyTorch 2.6 and later once torch.distributed.tensor is imported");
constexpr Phrase kNeedsNested =
    phrase("Allowed in PyTorch 2.6 and later once torch.nested and torch._dynamo are imported");
constexpr Phrase kIsScript = phrase("weights_only=True does not open TorchScript");

constexpr std::array kReasons = {
    Reason{"torch.distributed.tensor.DTensor", kNeedsDistributed},
    Reason{"torch.distributed.tensor._dtensor_spec", kNeedsDistributed},
    Reason{"torch.distributed.tensor.placement_types", kNeedsDistributed},
    Reason{"torch.distributed.device_mesh.DeviceMesh", kNeedsDistributed},
    Reason{"torch.nested._internal.nested_tensor", kNeedsNested},
    Reason{"torch._dynamo.decorators._DimRange", kNeedsNested},
    Reason{"torch.jit._pickle", kIsScript},
    Reason{"__torch__", kIsScript},
    Reason{"torch.storage._load_from_bytes", phrase("It loads a checkpoint that is inside the pickle, without weights_only")},
    Reason{"numpy", phrase("NumPy is not on PyTorch's list; torch.serialization.add_safe_globals can add it")},
};
// clang-format on

bool allows(const Allowed& row, std::string_view module, std::string_view name)
{
    return row.module == module && name.ends_with(row.ending) &&
           isListed(row.names, name.substr(0, name.size() - row.ending.size()));
}

/// Names of torch that came or went between the lines, as far as files are known to have them.
constexpr auto kNotInAll = std::to_array({
    Allowed{kSince26, "torch",
            "uint16 uint32 uint64 uint1 uint2 uint3 uint4 uint5 uint6 uint7 int1 int2 int3 int4 int5 "
            "int6 int7 float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz bits8 bits16 bits1x8 "
            "bits2x4 bits4x2 jagged",
            ""},
    Allowed{kSince214, "torch", "bcomplex32 float4_e2m1fn_x2 float8_e8m0fnu", ""},
    Allowed{kSince214, "torch.distributed._mesh_layout", "_MeshLayout _FlatLayout", ""},
    Allowed{k113, "torch._utils", "_rebuild_sparse_csr_tensor", ""},
    Allowed{kSince26, "torch._utils",
            "_rebuild_tensor_v3 _rebuild_parameter_with_state _rebuild_nested_tensor "
            "_rebuild_device_tensor_from_cpu_tensor",
            ""},
    Allowed{kSince26, "torch.amp.grad_scaler", "GradScaler OptState _MultiDeviceReplicator", ""},
    Allowed{kSince26, "torch.nested._internal.nested_tensor", "NestedTensor _rebuild_njt", ""},
    Allowed{kNone, "torch.cuda", "UntypedStorage _CudaLegacyStorage", ""},
    Allowed{kSince26, "torch._dynamo.decorators", "_DimRange", ""},
    Allowed{kSince26, "torch.distributed._tensor", "DTensor", ""},
    Allowed{kSince26, "torch.distributed._tensor.api", "DTensor", ""},
    Allowed{kSince26, "torch.distributed.device_mesh", "DeviceMesh _MeshEnv", ""},
    Allowed{kSince26, "torch.distributed.tensor", "DTensor", ""},
    Allowed{kSince26, "torch.distributed.tensor._dtensor_spec", "DTensorSpec TensorMeta", ""},
    Allowed{kSince214, "torch.distributed.tensor._dtensor_spec", "ShardOrderEntry", ""},
    Allowed{kSince26, "torch.distributed.tensor.placement_types",
            "Partial Placement Replicate Shard _Partial _StridedShard", ""},
    Allowed{kSince214, "torch.distributed.tensor.placement_types", "_MaskPartial", ""},
    Allowed{kSince26, "torch.distributions.inverse_gamma", "InverseGamma", ""},
    Allowed{kSince26, "torch.distributions.transforms", "PositiveDefiniteTransform", ""},
    Allowed{kSince214, "torch.distributions.generalized_pareto", "GeneralizedPareto", ""},
    Allowed{kSince26, "torch.nn.attention", "SDPBackend", ""},
    Allowed{kSince26, "torch.nn.attention.bias", "CausalBias CausalVariant", ""},
    Allowed{kSince26, "torch.nn.attention.flex_attention", "BlockMask", ""},
    Allowed{kSince26, "torch.nn.modules.normalization", "RMSNorm", ""},
    Allowed{kSince26, "torch.nn.modules.padding", "CircularPad1d CircularPad2d CircularPad3d ZeroPad1d ZeroPad3d", ""},
    Allowed{kSince26, "torch.nn.modules.pooling", "LPPool3d", ""},
    Allowed{kSince214, "torch.nn.modules.linear_cross_entropy_options", "LinearCrossEntropyOptions", ""},
    Allowed{kSince214, "torch.nn.modules.loss", "LinearCrossEntropyLoss", ""},
    Allowed{kSince26, "torch.nn.parameter", "Buffer", ""},
    Allowed{kSince26, "torch.nn.utils.parametrizations", "_WeightNorm", ""},
    Allowed{kSince26, "torch.optim._adafactor", "Adafactor", ""},
    Allowed{kSince214, "torch.optim._muon", "Muon", ""},
    Allowed{kSince26, "torch.optim.lr_scheduler", "LRScheduler", ""},
    Allowed{kSince26, "torch.utils.data.dataset", "StackDataset", ""},
    Allowed{k113, "torch.optim.adam", "_MultiDeviceReplicator", ""},
});

/// What its unpickler knows, in every line; but floats came after 1.13.
constexpr auto kInstructions = std::to_array({
    PickleOp::Global,    PickleOp::NewObj,     PickleOp::Reduce,     PickleOp::Build,          PickleOp::Append,
    PickleOp::Appends,   PickleOp::SetItem,    PickleOp::SetItems,   PickleOp::Mark,           PickleOp::Tuple,
    PickleOp::Tuple1,    PickleOp::Tuple2,     PickleOp::Tuple3,     PickleOp::None,           PickleOp::NewFalse,
    PickleOp::NewTrue,   PickleOp::EmptyTuple, PickleOp::EmptyList,  PickleOp::EmptyDict,      PickleOp::EmptySet,
    PickleOp::BinInt,    PickleOp::BinInt1,    PickleOp::BinInt2,    PickleOp::BinFloat,       PickleOp::BinUnicode,
    PickleOp::BinPersId, PickleOp::BinGet,     PickleOp::LongBinGet, PickleOp::BinPut,         PickleOp::LongBinPut,
    PickleOp::Long1,     PickleOp::Proto,      PickleOp::Stop,       PickleOp::ShortBinString,
});

/// PyTorch compares whole paths, so where a path is cut into module and name makes no difference.
std::uint8_t linesThatAllow(std::string_view path)
{
    const auto dot = path.rfind('.');
    std::uint8_t lines = 0;
    for (const Allowed& row : kAllowed) {
        if (allows(row, path.substr(0, dot), path.substr(dot + 1))) {
            lines |= row.lines;
        }
    }
    return lines;
}

Phrase whyBlocked(std::uint8_t lines, std::string_view path)
{
    switch (lines) {
    case kAll: return {};
    case kSince26: return phrase("PyTorch 1.13 does not allow it");
    case kSince214: return phrase("PyTorch 2.6 and before do not know it");
    case k113: return phrase("PyTorch 2 has it no more");
    case k26To214: return phrase("PyTorch 2.6 to 2.14 allow it, before and after it is not on the list");
    default: break;
    }
    const auto* const reason = std::ranges::find_if(kReasons, [&](const Reason& row) {
        return path.starts_with(row.path) && (path.size() == row.path.size() || path[row.path.size()] == '.');
    });
    return reason != kReasons.end() ? reason->why
                                    : phrase("Not on PyTorch's list; torch.serialization.add_safe_globals can add it");
}

} // namespace

namespace {

/// The first instruction that unpickling with weights_only=True does not know.
std::optional<PickleOp> unknownInstruction(const Checkpoint& checkpoint, Verdict GlobalUse::* line)
{
    for (std::size_t opcode = 0; opcode < checkpoint.instructions().size(); ++opcode) {
        const auto op = static_cast<PickleOp>(opcode);
        const bool isKnown = std::ranges::find(kInstructions, op) != kInstructions.end() &&
                             (op != PickleOp::BinFloat || line != &GlobalUse::torch113);
        if (checkpoint.instructions().test(opcode) && !isKnown) {
            return op;
        }
    }
    return std::nullopt;
}

} // namespace

FileVerdict weightsOnlyVerdict(const Checkpoint& checkpoint, Verdict GlobalUse::* line)
{
    const auto verdictOn = [&](Verdict verdict) -> std::optional<FileVerdict> {
        const auto global = std::ranges::find(checkpoint.globals(), verdict, line);
        return global == checkpoint.globals().end() ? std::nullopt
                                                    : std::optional<FileVerdict>({verdict, global->name, true, ""});
    };
    const auto refusing = [](PickleOp op) -> FileVerdict {
        const std::string name = formats::pythonOpName(op);
        return {Verdict::Blocked, "the pickle instruction " + name, false, name};
    };
    if (const auto dangerous = verdictOn(Verdict::Dangerous)) {
        return *dangerous;
    }
    // It stops at the first thing that it does not know. Protocol 4 begins with this, before any name.
    if (checkpoint.instructions().test(static_cast<std::size_t>(PickleOp::Frame))) {
        return refusing(PickleOp::Frame);
    }
    if (const auto blocked = verdictOn(Verdict::Blocked)) {
        return *blocked;
    }
    if (checkpoint.traits().pickle == PickleForm::TarMember) {
        return {Verdict::Blocked, "the format of torch 0.1", false, ""};
    }
    const auto unknown = unknownInstruction(checkpoint, line);
    return unknown ? refusing(*unknown) : FileVerdict();
}

std::vector<std::string> namesToAllow(const Checkpoint& checkpoint, Verdict GlobalUse::* line)
{
    constexpr std::size_t most = 20;
    const bool isUnknown = checkpoint.traits().pickle == PickleForm::TarMember || unknownInstruction(checkpoint, line);
    std::vector<std::string> names;
    if (line == &GlobalUse::torch113 || isUnknown || trustOf(checkpoint).trust != Trust::DataOnly) {
        return names;
    }
    for (const GlobalUse& global : checkpoint.globals()) {
        if (global.name == "torch.storage._load_from_bytes") {
            return {}; // it loads what it is given with weights_only=False
        }
        if (global.*line == Verdict::Blocked) {
            names.push_back(global.name);
        }
    }
    return names.size() > most ? std::vector<std::string>() : names;
}

bool hasName(Verdict GlobalUse::* line, std::string_view path)
{
    const std::uint8_t bit = line == &GlobalUse::torch113   ? k113
                             : line == &GlobalUse::torch26  ? k26
                             : line == &GlobalUse::torch214 ? k214
                                                            : kLatest;
    if (bit == k113 && path == "torch._C.Generator") { // it is there, and cannot be unpickled
        return false;
    }
    return std::ranges::all_of(kNotInAll, [&](const Allowed& row) {
        const auto dot = path.rfind('.');
        return (row.lines & bit) != 0 || !allows(row, path.substr(0, dot), path.substr(dot + 1));
    });
}

GlobalUse globalUse(std::string name, std::uint32_t mentions, const GlobalVerdict& verdict, Trust trust)
{
    return {.name = std::move(name),
            .mentions = mentions,
            .torch113 = verdict.torch113,
            .torch26 = verdict.torch26,
            .torch214 = verdict.torch214,
            .latest = verdict.latest,
            .why = verdict.why,
            .trust = trust};
}

bool isOnAnyWeightsOnlyList(std::string_view module, std::string_view name)
{
    return std::ranges::any_of(kAllowed, [&](const Allowed& row) { return allows(row, module, name); });
}

GlobalVerdict weightsOnlyVerdict(std::string_view module, std::string_view name)
{
    const std::string path = std::string(module) + '.' + std::string(name);
    const std::uint8_t lines = linesThatAllow(path);
    if (const NameTrust trust = trustOfName(module, name); trust.trust == Trust::Dangerous && lines == 0) {
        return {Verdict::Dangerous, Verdict::Dangerous, Verdict::Dangerous, Verdict::Dangerous, trust.why};
    }
    const auto verdict = [&](std::uint8_t line) { return (lines & line) != 0 ? Verdict::Allowed : Verdict::Blocked; };
    return {verdict(k113), verdict(k26), verdict(k214), verdict(kLatest), whyBlocked(lines, path)};
}

} // namespace cairn::checkpoint
