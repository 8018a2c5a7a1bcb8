#include "core/base/files/file_sink.h"

#include "core/base/platform/path_text.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace cairn {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryMiddle = ".cairn-";
constexpr std::string_view kTemporarySuffix = ".part";
constexpr Phrase kOtherName = phrase("Choose another name, or replace it with --force");

/// Long names are cut: with what is added they must not be longer than a file system allows.
std::string cutName(const std::string& target)
{
    constexpr std::size_t maxBytes = 200;
    return target.substr(0, maxBytes);
}

constexpr std::size_t kLetters = 12;
constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz012345";

/// Nobody can guess it and be there first.
std::string randomLetters()
{
    std::array<unsigned char, kLetters> bytes{};
    platform::fillRandom(bytes.data(), bytes.size());
    std::string text;
    text.reserve(bytes.size());
    for (const unsigned char byte : bytes) {
        text += kAlphabet[byte % kAlphabet.size()];
    }
    return text;
}

/// Who may do what with the file, which nobody runs as somebody else.
platform::FileMode modeFor(const WritePlace& place, std::optional<platform::FileMode> mostMode)
{
    if (place.status) {
        return place.status->mode & mostMode.value_or(platform::kAnyMode);
    }
    return mostMode.value_or(0666) & platform::kAnyMode & ~platform::maskOfNewFiles();
}

/// Where the file will be, or why there can be none of that name.
Result<WritePlace> placeFor(const std::string& path, FileSink::Existing existing)
{
    const auto named = platform::statusOf(path, platform::Links::Keep);
    const bool isLink = named && named->kind == platform::FileKind::Link;
    if (existing == FileSink::Existing::Refuse && isLink) {
        return fail(error(ErrorCode::TargetExists, message("the target exists already")).in(path).fix(kOtherName));
    }
    CAIRN_ASSIGN(place, findWritePlace(path));
    if (place.status && place.status->kind != platform::FileKind::Regular) {
        return fail(error(ErrorCode::NotARegularFile, place.status->kind == platform::FileKind::Folder
                                                          ? message("the target is a folder")
                                                          : message("the target is not a regular file"))
                        .in(path)
                        .fix(message("Name a file to write")));
    }
    if (existing == FileSink::Existing::Refuse && (place.status || place.isLinked)) {
        return fail(error(ErrorCode::TargetExists, message("the target exists already")).in(path).fix(kOtherName));
    }
    return std::move(place);
}

std::string folderOf(const std::string& path)
{
    const fs::path folder = fs::path(path).parent_path();
    return folder.empty() ? "." : platform::pathText(folder);
}

std::unexpected<Error> cannotWriteIn(const std::string& folder, int reason)
{
    return fail(error(ErrorCode::WriteFailed, message("cannot write in this folder: %1", systemReason(reason)))
                    .in(folder)
                    .fix(message("Choose a folder that exists and that you may write to")));
}

/// Only files of the user's own: what others call so is theirs. How many bytes they were.
std::uint64_t removeLeftoversIn(const Descriptor& folder, const std::function<bool(std::string_view target)>& isWanted)
{
    std::uint64_t removed = 0;
    platform::forEachName(folder, [&](const std::string& name) {
        const auto target = FileSink::targetOf(name);
        if (!target || !isWanted(*target)) {
            return;
        }
        const Descriptor left = platform::openIn(folder, name, platform::Open::Change);
        const auto status = left.isOpen() ? platform::statusOf(left.number()) : std::nullopt;
        if (status && status->kind == platform::FileKind::Regular && status->owner == platform::ownUser() &&
            platform::lock(left.number(), platform::Lock::OrLeave)) {
            removed += platform::removeIn(folder, name) ? status->sizeBytes : 0;
        }
    });
    return removed;
}

} // namespace

FileSink::FileSink(std::string target, WritePlace place, Existing existing)
    : m_target(std::move(target)), m_place(std::move(place)), m_existing(existing)
{
    if (existing == Existing::ReplaceSource && m_place.status) {
        m_replaced = FileStamp::of(*m_place.status);
    }
}

FileSink::~FileSink()
{
    if (!m_temporary.empty() && isOurs(m_temporary)) {
        (void)platform::removeIn(m_place.folder, m_temporary);
    }
}

Result<void> FileSink::check(const std::string& path, Existing existing)
{
    CAIRN_ASSIGN(place, placeFor(path, existing));
    return platform::mayWriteIn(place.folder) ? Result<void>() : cannotWriteIn(folderOf(path), errno);
}

Result<std::unique_ptr<FileSink>> FileSink::create(const std::string& path, Existing existing,
                                                   std::optional<platform::FileMode> mostMode)
{
    CAIRN_ASSIGN(place, placeFor(path, existing));
    return createAt(std::move(place), path, existing, mostMode);
}

Result<std::unique_ptr<FileSink>> FileSink::createIn(const Descriptor& folder, const std::string& name,
                                                     std::string shownPath, platform::FileMode mostMode)
{
    return createAt({.folder = platform::duplicate(folder.number()), .name = name, .status = std::nullopt},
                    std::move(shownPath), Existing::Refuse, mostMode);
}

Result<std::unique_ptr<FileSink>> FileSink::createAt(WritePlace place, std::string target, Existing existing,
                                                     std::optional<platform::FileMode> mostMode)
{
    const platform::FileMode mode = modeFor(place, mostMode);
    const std::string name = cutName(place.name);
    removeLeftoversIn(place.folder, [&](std::string_view left) { return left == name; });
    std::unique_ptr<FileSink> sink(new FileSink(std::move(target), std::move(place), existing));
    CAIRN_TRY(sink->makeTemporary());
    platform::setMode(sink->m_file.number(), mode);
    return sink;
}

std::string FileSink::temporaryName(const std::string& target)
{
    return "." + cutName(target) + std::string(kTemporaryMiddle) + randomLetters() + std::string(kTemporarySuffix);
}

std::optional<std::string_view> FileSink::targetOf(std::string_view temporary)
{
    const std::size_t added = kTemporaryMiddle.size() + kLetters + kTemporarySuffix.size();
    if (!temporary.starts_with('.') || temporary.size() <= 1 + added) {
        return std::nullopt;
    }
    const std::string_view end = temporary.substr(temporary.size() - added);
    const std::string_view letters = end.substr(kTemporaryMiddle.size(), kLetters);
    if (!end.starts_with(kTemporaryMiddle) || !end.ends_with(kTemporarySuffix) ||
        letters.find_first_not_of(kAlphabet) != std::string_view::npos) {
        return std::nullopt;
    }
    return temporary.substr(1, temporary.size() - 1 - added);
}

bool FileSink::isTemporaryName(std::string_view name, const std::string& target)
{
    return targetOf(name) == cutName(target);
}

Result<void> FileSink::makeTemporary()
{
    constexpr int mostTries = 1000;
    int reason = EEXIST;
    for (int i = 0; i < mostTries; ++i) {
        std::string name = temporaryName(m_place.name);
        Descriptor file = platform::openIn(m_place.folder, name, platform::Open::MakeNew);
        if (!file.isOpen() && errno == EEXIST) {
            continue;
        }
        if (!file.isOpen()) {
            reason = errno;
            break;
        }
        (void)platform::lock(file.number(), platform::Lock::Wait); // marks it as in use; see removeLeftovers
        m_file = std::move(file);
        if (isOurs(name)) { // another run that was cleaning up may have been quicker
            m_temporary = std::move(name);
            return {};
        }
    }
    return cannotWriteIn(folderOf(m_target), reason);
}

bool FileSink::isOurs(const std::string& name) const
{
    const auto there = platform::statusIn(m_place.folder, name);
    const auto ours = platform::statusOf(m_file.number());
    return there && ours && there->isSameFile(*ours);
}

std::string FileSink::temporaryPath() const
{
    return platform::pathOfOpen(m_file.number(), folderOf(m_target), m_temporary);
}

/// A file that another run is still writing is locked by it, and stays.
void FileSink::removeLeftovers(const std::string& folder, const std::function<bool(std::string_view target)>& isWanted)
{
    if (const auto opened = openWriteFolder(folder)) {
        removeLeftoversIn(*opened, isWanted);
    }
}

std::uint64_t FileSink::removeLeftoversOf(const std::string& path)
{
    const auto place = findWritePlace(path);
    const std::string name = place ? cutName(place->name) : std::string();
    return place ? removeLeftoversIn(place->folder, [&](std::string_view left) { return left == name; }) : 0;
}

std::unexpected<Error> FileSink::writeFailed(int reason) const
{
    const bool full = platform::isDiskFull(reason);
    return fail(
        error(full ? ErrorCode::DiskFull : ErrorCode::WriteFailed,
              full ? message("the disk is full after %1", humanBytes(m_position))
                   : message("writing failed: %1", platform::isTooLarge(reason) ? kFileTooLarge : systemReason(reason)))
            .in(m_target)
            .fix(full ? message("Free some space or choose another disk; nothing was left behind")
                      : message("Nothing was left behind")));
}

/// The disk begins to write while more is read, so that the sync at the end does not have to do it all.
void FileSink::advance(std::uint64_t written)
{
    constexpr std::uint64_t step = std::uint64_t{8} << 20;
    m_position += written;
    if (m_position - m_begun >= step) {
        platform::beginWriting(m_file.number(), m_begun, m_position - m_begun);
        m_begun = m_position;
    }
}

Result<void> FileSink::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const std::ptrdiff_t count = platform::write(m_file.number(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return writeFailed(errno);
        }
        advance(static_cast<std::uint64_t>(count));
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> FileSink::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text)));
}

Result<void> FileSink::copyFrom(const FileSource& file, std::uint64_t offset, std::uint64_t bytes)
{
    while (bytes > 0) {
        std::uint64_t step = std::uint64_t{256} << 20;
        if (offset % kBlockBytes != 0 && offset % kBlockBytes == m_position % kBlockBytes) {
            step = kBlockBytes - offset % kBlockBytes; // from there on whole blocks can be shared
        }
        const std::ptrdiff_t count = platform::copyRange(file.descriptor(), offset, m_file.number(),
                                                         static_cast<std::size_t>(std::min(bytes, step)));
        if (count < 0 && platform::isDiskFull(errno)) {
            return writeFailed(errno);
        }
        if (count <= 0) { // not possible between these files, or the source became shorter: reading tells which
            return copyThroughMemory(file, offset, bytes);
        }
        offset += static_cast<std::uint64_t>(count);
        bytes -= static_cast<std::uint64_t>(count);
        m_position += static_cast<std::uint64_t>(count);
        m_begun = m_position; // here the kernel knows better when to begin: measured, an early start only slows it
    }
    return {};
}

Result<void> FileSink::copyThroughMemory(const FileSource& file, std::uint64_t offset, std::uint64_t bytes)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    Bytes block(static_cast<std::size_t>(std::min(bytes, step)));
    while (bytes > 0) {
        const auto part =
            std::span(block).first(static_cast<std::size_t>(std::min<std::uint64_t>(bytes, block.size())));
        CAIRN_TRY(file.readAt(offset, part));
        CAIRN_TRY(write(part));
        offset += part.size();
        bytes -= part.size();
    }
    return {};
}

Result<void> FileSink::sync()
{
    return platform::sync(m_file.number()) ? Result<void>{} : writeFailed(errno);
}

/// Gives the file its name. Without Replace it fails with EEXIST if the target appeared in the meantime.
bool FileSink::takeName() const
{
    return platform::renameIn(m_place.folder, m_file, m_temporary, m_place.name, m_existing != Existing::Refuse);
}

bool FileSink::mayReplace() const
{
    const auto there = m_replaced ? platform::statusIn(m_place.folder, m_place.name) : std::nullopt;
    return !m_replaced || (there && FileStamp::of(*there) == *m_replaced);
}

std::unexpected<Error> FileSink::spoiled() const
{
    return fail(error(ErrorCode::FileChanged, message("somebody else took the file away while it was being written"))
                    .in(m_target)
                    .fix(message("Write to a folder that nobody else can write to")));
}

Result<void> FileSink::commit()
{
    CAIRN_TRY(sync());
    if (!isOurs(m_temporary)) {
        return spoiled();
    }
    if (!mayReplace()) {
        return fail(error(ErrorCode::FileChanged,
                          message("its name leads to another file, or one that somebody wrote to since"))
                        .in(m_target)
                        .because(message("What is there now was not read, and stays as it is"))
                        .fix(message("Look at it, and convert it again")));
    }
    if (!takeName()) {
        return errno != EEXIST
                   ? writeFailed(errno)
                   : fail(error(ErrorCode::TargetExists, message("the target appeared while it was being written"))
                              .in(m_target)
                              .fix(kOtherName));
    }
    m_temporary.clear();
    const auto there = platform::statusIn(m_place.folder, m_place.name);
    const bool isOfOtherRun = there && there->kind == platform::FileKind::Regular &&
                              there->owner == platform::ownUser(); // which replaced this one in the meantime
    if (!isOurs(m_place.name) && !isOfOtherRun) {
        return spoiled();
    }
    platform::syncFolder(m_place.folder);
    return {};
}

Result<void> FileSink::removeOlder()
{
    if (!platform::removeIn(m_place.folder, m_place.name) && errno != ENOENT) {
        return writeFailed(errno);
    }
    platform::syncFolder(m_place.folder);
    return {};
}

void FileSink::remove()
{
    if (m_temporary.empty() && isOurs(m_place.name)) {
        (void)platform::removeIn(m_place.folder, m_place.name);
    }
}

} // namespace cairn
