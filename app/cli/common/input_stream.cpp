#include "app/cli/common/input_stream.h"

#include "app/cli/common/temporary_folder.h"
#include "core/base/files/kept_pipe.h"
#include "core/base/platform/file.h"
#include "core/base/platform/path_text.h"
#include "core/base/platform/terminal.h"
#include "core/base/progress.h"
#include "core/base/text/near_name.h"
#include "core/base/text/shell_word.h"
#include "core/base/text/text.h"
#include "core/checkpoint/readers/open.h"
#include "core/remote/address.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace cairn::cli {

namespace {

/// The descriptor that a name means.
std::optional<int> descriptorOf(std::string_view name)
{
    if (name == "-" || name == "/dev/stdin") {
        return platform::kStandardInput;
    }
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        int number = -1;
        const char* end = name.data() + name.size();
        const bool fits = name.starts_with(folder);
        if (fits && std::from_chars(name.data() + folder.size(), end, number).ptr == end && number >= 0) {
            return number;
        }
    }
    return std::nullopt;
}

/// A file without a name.
Result<Descriptor> makeNameless(const std::string& folder)
{
    Descriptor file = platform::makeNameless(folder);
    if (!file.isOpen()) {
        return fail(error(ErrorCode::WriteFailed, message("cannot make a temporary file: %1", systemReason(errno)))
                        .in(folder)
                        .fix(message("Set TMPDIR to a folder that can be written to")));
    }
    platform::setMode(file.number(), 0666); // nobody can come to it, and copies have the rights of their source
    return file;
}

Result<void> writeAll(int descriptor, std::string_view bytes, const std::string& folder)
{
    while (!bytes.empty()) {
        const std::ptrdiff_t count = platform::write(descriptor, bytes.data(), bytes.size());
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            return fail(error(errno == ENOSPC ? ErrorCode::DiskFull : ErrorCode::WriteFailed,
                              message("cannot put away what comes through the pipe: %1", systemReason(errno)))
                            .in(folder)
                            .fix(message("Set TMPDIR to a folder with more room")));
        }
    }
    return {};
}

/// Reads a pipe to its end. Whoever writes into it may take their time, and a stop must not wait for them.
Result<Descriptor> putAway(int descriptor, const Progress& progress)
{
    constexpr std::chrono::milliseconds patience{100};
    const std::string folder = temporaryPlace();
    CAIRN_ASSIGN(file, makeNameless(folder));
    std::string block(std::size_t{1} << 20, '\0');
    while (true) {
        CAIRN_TRY(checkStop(progress));
        if (!platform::waitForInput(descriptor, patience)) {
            continue;
        }
        const std::ptrdiff_t count = platform::read(descriptor, block.data(), block.size());
        if (count == 0) {
            return std::move(file);
        }
        if (count > 0) {
            CAIRN_TRY(
                writeAll(file.number(), std::string_view(block).substr(0, static_cast<std::size_t>(count)), folder));
        } else if (errno != EAGAIN) {
            return fail(ErrorCode::ReadFailed, message("reading failed: %1", systemReason(errno)));
        }
    }
}

/// Lets a descriptor be one of a file that can be read anywhere.
Result<void> makeFile(int descriptor, const Progress& progress)
{
    const auto status = platform::statusOf(descriptor);
    if (!status) {
        return fail(ErrorCode::FileNotFound, message("cannot open it: %1", systemReason(errno)));
    }
    if (status->kind == platform::FileKind::Regular) { // as with < FILE
        return {};
    }
    if (status->kind == platform::FileKind::Device) {
        const Phrase what =
            platform::isTerminal(descriptor) ? phrase("this is a terminal") : phrase("this is a device");
        return fail(error(ErrorCode::Usage, message("%1, and no checkpoint comes from it", what))
                        .fix(message("Name a file, or send one through a pipe")));
    }
    if (status->kind != platform::FileKind::Pipe && status->kind != platform::FileKind::Socket) {
        return {}; // opening it says what it is
    }
    CAIRN_ASSIGN(file, putAway(descriptor, progress));
    if (!platform::replaceDescriptor(descriptor, file.number())) {
        return fail(ErrorCode::ReadFailed, message("cannot keep what was read: %1", systemReason(errno)));
    }
    return {};
}

bool isNamedPipe(const std::string& path)
{
    const auto status = platform::statusOf(path, platform::Links::Follow);
    return status && status->kind == platform::FileKind::Pipe;
}

/// Lets FileSource find what comes through a pipe by its name.
Result<void> keepNamedPipe(const std::string& path, const Progress& progress)
{
    if (const Descriptor kept = openKeptPipe(path); kept.isOpen()) {
        return {}; // a command may name it twice
    }
    // Only once: whoever writes would find nobody to read at the end of the first. Without waiting for the other end:
    // that can take any time, and putAway() can be stopped.
    const Descriptor pipe = platform::open(path, platform::Open::Read);
    if (!pipe.isOpen()) {
        return {}; // opening it as a checkpoint says why not
    }
    CAIRN_ASSIGN(file, putAway(pipe.number(), progress));
    keepPipe(path, std::move(file));
    return {};
}

/// Where the file is damaged, and something in it may be whole.
bool mayLeaveSomething(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Truncated:
    case ErrorCode::ZipBroken:
    case ErrorCode::ZipDirectory:
    case ErrorCode::ZipHeaderMismatch:
    case ErrorCode::ZipInflate:
    case ErrorCode::PickleTruncated:
    case ErrorCode::LegacyStorage:
    case ErrorCode::SafetensorsOffsets: return true;
    default: return false;
    }
}

Error placed(Error failure, const std::string& path)
{
    return failure.where.empty() ? std::move(failure).in(path) : std::move(failure);
}

} // namespace

bool isStream(const std::string& name)
{
    return descriptorOf(name).has_value() || isNamedPipe(name);
}

Result<void> checkReadOnce(const std::string& name, std::span<const std::string> others, std::string_view readers)
{
    const auto descriptor = descriptorOf(name);
    const auto isThis = [&](const std::string& other) { // a pipe can have several names
        return descriptor ? descriptorOf(other) == descriptor : other == name || platform::areOneFile(other, name);
    };
    const bool isTwice = isStream(name) && std::ranges::any_of(others, isThis);
    if (!isTwice) {
        return {};
    }
    const std::string stream =
        descriptor == platform::kStandardInput ? "there is one standard input" : inQuotes(name) + " can be read once";
    return fail(error(ErrorCode::Usage, message("%1, and two to read from it: %2", stream, std::string(readers)))
                    .fix(message("Name a file in place of one of them")));
}

std::string inputPath(const std::string& name)
{
    return name == "-" ? "/dev/stdin" : platform::pathText(name);
}

Error withNearestName(Error failure, const std::string& path)
{
    constexpr std::size_t most = 10'000; // a folder may have any number
    const std::filesystem::path file(path);
    // Endings that are the same would make any two short names near.
    std::vector<std::string> sameEnding;
    std::vector<std::string> others;
    std::error_code ignored;
    for (std::filesystem::directory_iterator next(file.has_parent_path() ? file.parent_path() : ".", ignored), end;
         !ignored && next != end && sameEnding.size() + others.size() < most; next.increment(ignored)) {
        const std::filesystem::path& there = next->path();
        if (there.filename() == file.filename()) {
            failure.why = message("It is a link to something that is not there");
            failure.advice = {};
            return failure;
        }
        there.extension() == file.extension() ? sameEnding.push_back(there.stem().string())
                                              : others.push_back(there.filename().string());
    }
    std::ranges::sort(sameEnding); // folders have no order
    std::ranges::sort(others);
    const auto nearest = nearestName(file.stem().string(), sameEnding);
    const Message hint =
        nearest ? meantHint(*nearest + file.extension().string()) : nearestHint(file.filename().string(), others);
    failure.what = message("%1%2", failure.what, hint);
    return failure;
}

Result<void> keepStream(const std::string& path, const Progress& progress)
{
    const auto descriptor = descriptorOf(path);
    auto kept = descriptor          ? makeFile(*descriptor, progress)
                : isNamedPipe(path) ? keepNamedPipe(path, progress)
                                    : Result<void>();
    return kept ? std::move(kept) : fail(placed(std::move(kept).error(), path));
}

Result<checkpoint::CheckpointPtr> openInput(const std::string& name, const Progress& progress)
{
    const std::string path = inputPath(name);
    CAIRN_TRY(keepStream(path, progress));
    auto opened = checkpoint::openCheckpoint(path, &progress);
    if (opened || remote::isAddress(path)) {
        return opened;
    }
    Error failure = std::move(opened).error();
    if (failure.code == ErrorCode::FileNotFound) {
        return fail(withNearestName(std::move(failure), path));
    }
    if (mayLeaveSomething(failure.code) && !isStream(name)) {
        failure.advice = message("%1. What is left of it is shown by `cairn-cli salvage %2`", std::move(failure.advice),
                                 shellFile(path));
    }
    return fail(std::move(failure));
}

} // namespace cairn::cli
