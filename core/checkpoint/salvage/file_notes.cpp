#include "core/checkpoint/salvage/file_notes.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/formats/sniff/foreign.h"
#include "core/formats/sniff/other_readings.h"
#include "core/formats/sniff/sniff.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace cairn::checkpoint {

std::vector<Message> downloadNotes(const std::string& path)
{
    struct Unfinished {
        std::string_view ending;
        std::string_view program;
    };
    constexpr std::array endings = {
        Unfinished{".incomplete", "huggingface_hub"}, Unfinished{".crdownload", "Chrome"},
        Unfinished{".part", "Firefox, or yt-dlp"},    Unfinished{".partial", "rsync, or Edge"},
        Unfinished{".opdownload", "Opera"},           Unfinished{".download", "Safari"},
    };
    std::vector<Message> notes;
    const auto* const found =
        std::ranges::find_if(endings, [&](const Unfinished& one) { return path.ends_with(one.ending); });
    if (found != endings.end()) {
        notes.push_back(message("its name ends in %1: %2 calls a download so that has not finished", found->ending,
                                found->program));
    }
    std::error_code failure;
    if (const std::string control = path + ".aria2"; std::filesystem::exists(control, failure)) {
        notes.push_back(message("beside it is %1: aria2 has not finished this download, and fetches its parts in any "
                                "order, so zeros can stand anywhere in it; run aria2c again to go on",
                                inQuotes(control.substr(control.rfind('/') + 1))));
    }
    return notes;
}

Message zerosNote(const ByteSource& source, std::uint64_t written)
{
    return message("the last %1 of it are zeros, as where room was set aside for a download that stopped; what lies "
                   "there is taken for lost, since nothing tells it from numbers that are zero",
                   countOf(source.sizeBytes() - written, "byte"));
}

std::vector<Message> sizeNotes(const ByteSource& source, std::uint64_t end, std::uint64_t written)
{
    std::vector<Message> notes;
    if (source.sizeBytes() < end) {
        notes.push_back(
            message("it is cut off: it has %1 of %2 bytes", groupedDigits(source.sizeBytes()), groupedDigits(end)));
    }
    constexpr std::uint64_t worthTelling = 64; // where the end is lost anyway; numbers can end in a few
    constexpr std::uint64_t ofEndRecord = 4;   // that a zip ends in, if it is cut in that record
    const std::uint64_t there = std::min(source.sizeBytes(), end);
    if (written + ofEndRecord < there && (notes.empty() || there - written >= worthTelling)) {
        notes.push_back(zerosNote(source, written));
    }
    return notes;
}

Result<void> addJoined(const SourcePtr& source, std::uint64_t end, std::vector<Message>& notes)
{
    if (end >= source->sizeBytes()) {
        return {};
    }
    const std::uint64_t bytes = source->sizeBytes() - end;
    CAIRN_ASSIGN(rest, SliceSource::make(source, end, bytes));
    CAIRN_ASSIGN(guess, formats::sniff(*rest));
    const bool isFile = guess.kind <= formats::FileKind::Pickle;
    notes.push_back(isFile ? message("two files were joined: at byte %1 another one begins, %2 of %3; `tail -c +%4` "
                                     "gives it",
                                     std::to_string(end), formats::readingName(guess.kind), countOf(bytes, "byte"),
                                     std::to_string(end + 1))
                           : message("%1 follow its end, and are left out", countOf(bytes, "byte")));
    return {};
}

Result<std::optional<std::uint64_t>> shiftedFrom(const ByteSource& source, std::uint64_t begin, std::uint64_t missing,
                                                 const Progress* progress)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    // Among random bytes one pair of 65536 is a carriage return with its line feed.
    constexpr std::uint64_t few = 8;
    constexpr std::uint64_t bytesOfEach = 16384;
    const std::uint64_t size = source.sizeBytes();
    if (missing == 0 || begin >= size || missing > few + (size - begin) / bytesOfEach) {
        return std::nullopt;
    }
    std::optional<std::uint64_t> first;
    std::uint64_t alone = 0;
    std::uint64_t pairs = 0;
    std::byte before{};
    for (std::uint64_t at = begin; at < size; at += step) {
        CAIRN_TRY(checkStop(progress));
        CAIRN_ASSIGN(block, source.readBytes(at, std::min(step, size - at)));
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (block[i] == std::byte('\n')) {
                first = first.value_or(at + i);
                ++(before == std::byte('\r') ? pairs : alone);
            }
            before = block[i];
        }
    }
    constexpr std::uint64_t mostPairs = 16; // in so many of those taken away there were two carriage returns
    return alone >= missing && pairs <= missing / mostPairs ? first : std::nullopt;
}

Message shiftedNote(std::uint64_t from, std::uint64_t missing)
{
    return message(
        "or a transfer in text mode has taken the carriage returns before %1 away: then all that lies behind "
        "byte %2 is shifted. Nothing tells, so what lies there is called changed. Get the file again, in "
        "binary mode",
        countOf(missing, "line feed"), groupedDigits(from));
}

Result<void> refuseTextMode(const ByteSource& source, const Progress* progress)
{
    constexpr std::uint64_t few = 8;
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    std::uint64_t count = 0;
    std::byte before{};
    for (std::uint64_t at = 0; at < source.sizeBytes(); at += step) {
        CAIRN_TRY(checkStop(progress));
        CAIRN_ASSIGN(block, source.readBytes(at, std::min(step, source.sizeBytes() - at)));
        for (const std::byte byte : block) {
            if (byte == std::byte('\n')) {
                if (before != std::byte('\r')) {
                    return {}; // in nearly all files one of the first
                }
                ++count;
            }
            before = byte;
        }
    }
    if (count <= few) {
        return {};
    }
    return fail(
        error(ErrorCode::Unsupported, message("each of its %1 has a carriage return before it, as a transfer in "
                                              "text mode writes them",
                                              countOf(count, "line feed")))
            .because(message("So nothing behind the first of them is in its place"))
            .fix(message("`perl -pe 's/\\r\\n/\\n/' FILE > OUT` takes them away again; then look at OUT")));
}

} // namespace cairn::checkpoint
