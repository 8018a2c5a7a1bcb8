#include "core/checkpoint/open.h"

#include "core/base/text.h"
#include "core/checkpoint/pickle_reader.h"
#include "core/checkpoint/safetensors_reader.h"
#include "core/checkpoint/shard_reader.h"
#include "core/checkpoint/torch_tar_reader.h"
#include "core/checkpoint/torch_zip_reader.h"
#include "core/formats/foreign.h"
#include "core/formats/sniff.h"

#include <utility>

namespace cairn::checkpoint {

namespace {

Result<CheckpointPtr> readAs(const formats::FileGuess& guess, const SourcePtr& source, const std::string& path,
                             const Progress* progress, bool allowShards)
{
    using formats::FileKind;
    switch (guess.kind) {
    case FileKind::Zip: return readZip(source, path, progress);
    case FileKind::Safetensors: return readSafetensors(source, path, progress);
    case FileKind::Tar: return readTorchTar(source, path, progress);
    case FileKind::Pickle: return readPickleFile(source, path, progress);
    case FileKind::JsonObject:
        if (allowShards) {
            return readShards(source, path, progress);
        }
        break;
    default: break;
    }
    return fail(formats::explainForeign(guess));
}

/// Whoever maps devices to devices looks at all pairs of them.
Result<void> limitDevices(const Checkpoint& checkpoint)
{
    constexpr std::size_t maxDevices = 500;
    const std::size_t devices = checkpoint.deviceTags().size();
    if (devices <= maxDevices) {
        return {};
    }
    return fail(
        error(ErrorCode::LimitExceeded, "it names " + groupedDigits(devices) + " devices")
            .in(checkpoint.path())
            .because("No machine has so many, and Cairn reads files with " + std::to_string(maxDevices) + " at most")
            .fix("Do not trust this file; ask for one written by torch.save"));
}

} // namespace

Result<CheckpointPtr> openCheckpoint(const std::string& path, const Progress* progress)
{
    CAIRN_ASSIGN(file, FileSource::open(path));
    return openCheckpoint(file, path, progress);
}

Result<CheckpointPtr> openCheckpoint(const SourcePtr& source, const std::string& path, const Progress* progress,
                                     bool allowShards)
{
    auto guess = formats::sniff(*source);
    if (!guess) {
        return fail(std::move(guess).error().in(path));
    }
    auto checkpoint = readAs(*guess, source, path, progress, allowShards);
    if (!checkpoint) {
        return fail(std::move(checkpoint).error().in(path));
    }
    // What cannot be read right now must not pass for something that is not there.
    for (const Issue& issue : (*checkpoint)->issues()) {
        const ErrorClass kind = errorClass(issue.code);
        if (kind == ErrorClass::Io || kind == ErrorClass::Cancelled) {
            return fail(error(issue.code, issue.message).in(path));
        }
    }
    CAIRN_TRY(limitDevices(**checkpoint));
    return checkpoint;
}

} // namespace cairn::checkpoint
