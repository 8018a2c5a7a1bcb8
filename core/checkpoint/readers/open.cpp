#include "core/checkpoint/readers/open.h"

#include "core/base/text/text.h"
#include "core/checkpoint/checkpoint_builder.h"
#include "core/formats/pickle/pickle_probe.h"
#include "core/formats/sniff/foreign.h"
#include "core/formats/sniff/other_readings.h"
#include "core/formats/sniff/sniff.h"

#include <utility>

namespace cairn::checkpoint {

namespace {

Result<CheckpointPtr> readAs(const formats::FileGuess& guess, const SourcePtr& source, const std::string& path,
                             const Progress* progress, bool allowShards)
{
    const FormatTraits* reader = readerOf(guess.kind);
    if (reader == nullptr || (reader->isSetOfFiles && !allowShards)) {
        return fail(formats::explainForeign(guess));
    }
    return reader->read(source, path, progress);
}

/// What no reader is for may be a stream of pickles to torch.load, which takes everything else for one: what it would
/// run is to be seen.
Result<CheckpointPtr> readForeign(const formats::FileGuess& guess, const SourcePtr& source, const std::string& path,
                                  const Progress* progress)
{
    Error foreign = formats::explainForeign(guess);
    if (!formats::mayCall(source)) {
        return fail(std::move(foreign));
    }
    auto checkpoint = readAs({.kind = formats::FileKind::Pickle, .detail = {}}, source, path, progress, false);
    return checkpoint ? std::move(checkpoint)
                      : fail(std::move(foreign).because(
                            message("But torch.load takes it for a stream of pickles, and may run what is in it")));
}

/// What is said of a file that could be `others` as well as `kind`.
Message severalReadings(formats::FileKind kind, const std::vector<formats::FileKind>& others)
{
    Message readings = formats::readingName(kind);
    for (const formats::FileKind other : others) {
        readings = message("%1 and %2", readings, formats::readingName(other));
    }
    return message("different programs would read different things: the file is %1", readings);
}

/// The checkpoint with the names of all that the file could be, and what is wrong with it.
CheckpointPtr withOtherReadings(CheckpointPtr checkpoint, Message message, const std::vector<formats::FileKind>& others,
                                const SourcePtr& source, const Progress* progress)
{
    CheckpointBuilder builder(std::move(checkpoint));
    for (const formats::FileKind kind : others) {
        const auto other = readAs({.kind = kind, .detail = {}}, source, builder.current().path(), progress, false);
        for (std::size_t i = 0; other && i < (*other)->globals().size(); ++i) {
            builder.addGlobal((*other)->globals()[i]);
        }
        for (std::size_t i = 0; other && i < (*other)->trustFindings().size(); ++i) {
            builder.addTrustFinding((*other)->trustFindings()[i]);
        }
    }
    builder.addIssue(ErrorCode::Ambiguous, Severity::Error, std::move(message));
    return builder.finish();
}

} // namespace

Result<void> limitDevices(const Checkpoint& checkpoint)
{
    constexpr std::size_t maxDevices = 500;
    const std::size_t devices = checkpoint.deviceTags().size();
    if (devices <= maxDevices) {
        return {};
    }
    return fail(error(ErrorCode::LimitExceeded, message("it names %1 devices", groupedDigits(devices)))
                    .in(checkpoint.path())
                    .because(message("No machine has so many, and Cairn reads files with %1 at most",
                                     std::to_string(maxDevices)))
                    .fix(message("Do not trust this file; ask for one written by torch.save")));
}

Result<CheckpointPtr> openCheckpoint(const SourcePtr& source, const std::string& path, const Progress* progress,
                                     bool allowShards)
{
    auto guess = formats::sniff(*source);
    if (!guess) {
        return fail(std::move(guess).error().in(path));
    }
    auto checkpoint = readerOf(guess->kind) == nullptr ? readForeign(*guess, source, path, progress)
                                                       : readAs(*guess, source, path, progress, allowShards);
    if (!checkpoint) {
        return fail(std::move(checkpoint).error().in(path));
    }
    const auto others = formats::otherReadings(source, guess->kind);
    if (!others) {
        return fail(Error(others.error()).in(path));
    }
    if (!others->empty()) {
        checkpoint =
            withOtherReadings(std::move(*checkpoint), severalReadings(guess->kind, *others), *others, source, progress);
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
