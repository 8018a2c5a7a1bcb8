#pragma once

#include "core/base/text/message.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

/// What kind of answer a failure is. Commands turn it into their exit code.
/// Verdict: the input is sound, but what was asked for cannot be done with it here.
enum class ErrorClass { Usage, BadInput, Io, Cancelled, Verdict, Internal };

// One line per code: enumerator, the stable text that JSON output and tests use, its class.
// clang-format off
#define CAIRN_ERROR_CODES(X)                                        \
    X(Usage,                "usage",                    Usage)      \
    X(UnmetRequest,         "usage.unmet-request",      Usage)      \
    X(Cancelled,            "cancelled",                Cancelled)  \
    X(Internal,             "internal",                 Internal)   \
    X(FileNotFound,         "io.not-found",             Io)         \
    X(FileNotReadable,      "io.not-readable",          Io)         \
    X(NotARegularFile,      "io.not-a-file",            Io)         \
    X(ReadFailed,           "io.read-failed",           Io)         \
    X(FileChanged,          "io.file-changed",          Io)         \
    X(WriteFailed,          "io.write-failed",          Io)         \
    X(DiskFull,             "io.disk-full",             Io)         \
    X(TargetExists,         "io.target-exists",         Io)         \
    X(Truncated,            "input.truncated",          BadInput)   \
    X(LimitExceeded,        "input.limit-exceeded",     BadInput)   \
    X(NotACheckpoint,       "input.not-a-checkpoint",   BadInput)   \
    X(Unsupported,          "input.unsupported",        BadInput)   \
    X(Ambiguous,            "input.ambiguous",          BadInput)   \
    X(ZipBroken,            "zip.broken",               BadInput)   \
    X(ZipDirectory,         "zip.directory",            BadInput)   \
    X(ZipUnsupported,       "zip.unsupported",          BadInput)   \
    X(ZipOverlap,           "zip.overlap",              BadInput)   \
    X(ZipHeaderMismatch,    "zip.header-mismatch",      BadInput)   \
    X(ZipBadName,           "zip.bad-name",             BadInput)   \
    X(ZipCrc,               "zip.crc",                  BadInput)   \
    X(ZipInflate,           "zip.inflate",              BadInput)   \
    X(ZipTrailingBytes,     "zip.trailing-bytes",       BadInput)   \
    X(ZipForeignRecord,     "zip.foreign-record",       BadInput)   \
    X(ZipVersion,           "zip.version",              BadInput)   \
    X(ZipByteorder,         "zip.byteorder",            BadInput)   \
    X(ZipAlignment,         "zip.alignment",            BadInput)   \
    X(ZipIdentity,          "zip.identity",             BadInput)   \
    X(RecordMissing,        "record.missing",           BadInput)   \
    X(RecordSize,           "record.size",              BadInput)   \
    X(PickleTruncated,      "pickle.truncated",         BadInput)   \
    X(PickleOpcode,         "pickle.opcode",            BadInput)   \
    X(PickleStack,          "pickle.stack",             BadInput)   \
    X(PickleMemo,           "pickle.memo",              BadInput)   \
    X(PickleNumber,         "pickle.number",            BadInput)   \
    X(PickleText,           "pickle.text",              BadInput)   \
    X(PickleExtension,      "pickle.extension",         BadInput)   \
    X(PickleLeftOver,       "pickle.left-over",         BadInput)   \
    X(PickleDuplicateKey,   "pickle.duplicate-key",     BadInput)   \
    X(PickleCall,           "pickle.call",              BadInput)   \
    X(PickleCodec,          "pickle.codec",             BadInput)   \
    X(PersistentId,         "storage.persistent-id",    BadInput)   \
    X(StorageClass,         "storage.class",            BadInput)   \
    X(StorageKey,           "storage.key",              BadInput)   \
    X(StorageConflict,      "storage.conflict",         BadInput)   \
    X(StorageNumel,         "storage.numel",            BadInput)   \
    X(DeviceTag,            "storage.device-tag",       BadInput)   \
    X(TensorArguments,      "tensor.arguments",         BadInput)   \
    X(TensorBounds,         "tensor.bounds",            BadInput)   \
    X(TensorHuge,           "tensor.huge",              BadInput)   \
    X(TensorSparse,         "tensor.sparse",            BadInput)   \
    X(TensorQuantizer,      "tensor.quantizer",         BadInput)   \
    X(TensorGradFlag,       "tensor.requires-grad",     BadInput)   \
    X(TreeTooDeep,          "tree.too-deep",            BadInput)   \
    X(TreeShared,           "tree.shared",              BadInput)   \
    X(TreeCycle,            "tree.cycle",               BadInput)   \
    X(DangerousGlobal,      "globals.dangerous",        BadInput)   \
    X(LegacyHeader,         "legacy.header",            BadInput)   \
    X(LegacyStorage,        "legacy.storage",           BadInput)   \
    X(TarBroken,            "tar.broken",               BadInput)   \
    X(ScriptModel,          "torchscript.model",        BadInput)   \
    X(SafetensorsHeader,    "safetensors.header",       BadInput)   \
    X(SafetensorsOffsets,   "safetensors.offsets",      BadInput)   \
    X(SafetensorsDuplicate, "safetensors.duplicate",    BadInput)   \
    X(Json,                 "json.syntax",              BadInput)   \
    X(ShardIndex,           "shards.index",             BadInput)   \
    X(ShardMissing,         "shards.missing",           BadInput)   \
    X(ShardBroken,          "shards.broken",            BadInput)   \
    X(ShardTensor,          "shards.tensor",            BadInput)   \
    X(PieceBounds,          "pieces.outside",           BadInput)   \
    X(PieceOverlap,         "pieces.overlap",           BadInput)   \
    X(PieceGap,             "pieces.gap",               BadInput)   \
    X(PieceBroken,          "pieces.broken",            BadInput)   \
    X(PiecePacked,          "pieces.packed",            BadInput)   \
    X(DangerousFile,        "file.dangerous",           Verdict)    \
    X(RuntimeMissing,       "runtime.missing",          Io)         \
    X(RuntimeBroken,        "runtime.broken",           Io)         \
    X(RuntimeVersion,       "runtime.version",          Io)         \
    X(RuntimeDevice,        "runtime.device",           Verdict)    \
    X(RuntimeMemory,        "runtime.memory",           Verdict)    \
    X(RuntimeTorch,         "runtime.torch",            Verdict)    \
    X(RuntimeEnded,         "runtime.ended",            Verdict)
// clang-format on

enum class ErrorCode : std::uint8_t {
#define X(name, text, kind) name,
    CAIRN_ERROR_CODES(X)
#undef X
};

[[nodiscard]] std::string_view errorCodeText(ErrorCode code);
[[nodiscard]] ErrorClass errorClass(ErrorCode code);

/// A failure in words a person can act on: what is wrong, where, why it matters, what to do.
/// Only `code` and `what` are always there. Plain value; built where the failure is found and
/// completed (`in`, `fix`) by callers that know more about the place.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    Message what;
    std::string where; ///< file, record, entry: outermost first, joined by ", "
    Message why;
    Message advice;
    std::optional<std::uint64_t> offset; ///< byte offset inside `where`

    [[nodiscard]] Error&& at(std::uint64_t byteOffset) &&;
    /// Adds an outer place in front of `where`, unless that is the place already.
    [[nodiscard]] Error&& in(std::string_view place) &&;
    [[nodiscard]] Error&& because(Message reason) &&;
    /// Sets the advice unless an inner level already gave a better one.
    [[nodiscard]] Error&& fix(Message whatToDo) &&;

    /// One paragraph: what, where, why, what to do. Only `why` may have several lines, and then keeps them.
    [[nodiscard]] Message inFull() const;
    [[nodiscard]] std::string paragraph() const { return inFull().text(); }
};

template <typename T>
using Result = std::expected<T, Error>;

[[nodiscard]] inline Error error(ErrorCode code, Message what)
{
    return Error{.code = code, .what = std::move(what), .where = {}, .why = {}, .advice = {}, .offset = {}};
}

[[nodiscard]] inline std::unexpected<Error> fail(ErrorCode code, Message what)
{
    return std::unexpected(error(code, std::move(what)));
}

[[nodiscard]] inline std::unexpected<Error> fail(Error&& failure)
{
    return std::unexpected(std::move(failure));
}

enum class Severity : std::uint8_t { Info, Warning, Error };

[[nodiscard]] std::string_view severityText(Severity severity);

/// Something a person should know about a checkpoint that opened all the same.
struct Issue {
    ErrorCode code = ErrorCode::Internal;
    Severity severity = Severity::Warning;
    Message message;
    std::string path; ///< entry or record it is about; empty: the whole file

    bool operator==(const Issue&) const = default;
};

/// Whether an issue says that a file is damaged.
[[nodiscard]] bool isDamage(const Issue& issue);

/// What an issue says, behind the place that it speaks of.
[[nodiscard]] Message withPlace(const Issue& issue);

} // namespace cairn

/// Leaves the current function with the error of a Result expression, or goes on.
#define CAIRN_TRY(expression)                                                                                          \
    do {                                                                                                               \
        if (auto cairnResult = (expression); !cairnResult) {                                                           \
            return std::unexpected(std::move(cairnResult).error());                                                    \
        }                                                                                                              \
    } while (false)

/// Declares `name` as the value of a Result expression, or leaves with its error.
#define CAIRN_ASSIGN(name, expression)                                                                                 \
    auto name##Result = (expression);                                                                                  \
    if (!name##Result) {                                                                                               \
        return std::unexpected(std::move(name##Result).error());                                                       \
    }                                                                                                                  \
    auto& name = *name##Result
