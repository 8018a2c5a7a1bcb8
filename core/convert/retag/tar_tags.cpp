#include "core/convert/retag/tar_tags.h"

#include "core/base/text/text.h"
#include "core/convert/retag/text_edit.h"
#include "core/formats/pickle/pickle_decoder.h"
#include "core/formats/sources/edited_source.h"
#include "core/formats/tar_archive.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Storage;
using formats::ByteEdit;
using formats::EditedSource;
using formats::NodeKind;
using formats::PickleTrace;
using formats::TarMember;

namespace {

constexpr std::uint64_t kTarBlock = 512;

std::unexpected<Error> cannotChange(Message what)
{
    return fail(error(ErrorCode::Unsupported, message("the tags of this tar cannot be changed"))
                    .because(std::move(what))
                    .fix(message("Write it as torch does today, with --to pth")));
}

/// The tag in the pickled (key, tag, class) that ends where the number of elements and the bytes follow.
Result<void> editStorage(const SourcePtr& file, const Storage& storage, std::uint64_t begin, std::string_view tag,
                         std::string_view wanted, TagEdits& result)
{
    constexpr std::uint64_t countBytes = 8;
    if (storage.offset < begin + countBytes) {
        return cannotChange(message("A storage is not where its member has it"));
    }
    CAIRN_ASSIGN(piece, SliceSource::make(file, begin, storage.offset - countBytes - begin));
    PickleTrace trace;
    CAIRN_ASSIGN(graph, formats::decodePickle(piece, 0, {}, nullptr, &trace));
    const bool isTuple = graph.is(graph.root(), NodeKind::Tuple) && graph.tuple(graph.root()).size() == 3;
    const formats::NodeId node = isTuple ? graph.tuple(graph.root())[1] : formats::kNoNode;
    const auto uses = std::ranges::count(trace.texts, node, &PickleTrace::Text::node);
    const auto use = std::ranges::find(trace.texts, node, &PickleTrace::Text::node);
    if (uses != 1 || !use->literal || graph.text(node) != tag) {
        return cannotChange(message("A tag in it is written in an unusual way"));
    }
    CAIRN_ASSIGN(edit, replaceText(piece, use->offset, graph.kind(node), wanted));
    edit.offset += begin;
    result.edits.push_back(std::move(edit));
    ++result.changed;
    return {};
}

/// Storages follow each other, behind a pickled count of them.
Result<void> editStorages(const SourcePtr& file, const TarMember& member, const Checkpoint& source,
                          const StorageTargets& targets, TagEdits& result)
{
    CAIRN_ASSIGN(count, formats::decodePickle(file, member.offset));
    std::uint64_t begin = count.endOffset();
    for (checkpoint::StorageId id = 0; id < source.storages().size(); ++id) {
        const Storage& storage = source.storages()[id];
        const std::string_view tag = source.deviceTag(storage.device);
        ++result.references;
        if (targets.target(id) != tag) {
            CAIRN_TRY(editStorage(file, storage, begin, tag, targets.target(id), result));
        }
        begin = storage.offset + storage.bytes;
    }
    return {};
}

std::string octal(std::uint64_t number, std::size_t digits)
{
    std::string text(digits, '0');
    for (std::size_t i = digits; i-- > 0; number >>= 3U) {
        text[i] = static_cast<char>('0' + (number & 7U));
    }
    return text;
}

/// Gives a member its new size: in the header, whose checksum follows, and in the zeros up to the next block.
Result<void> resize(const SourcePtr& file, const TarMember& member, std::uint64_t newBytes,
                    std::vector<ByteEdit>& edits)
{
    constexpr std::size_t sizeAt = 124;
    constexpr std::size_t sizeDigits = 11;
    constexpr std::size_t sumAt = 148;
    constexpr std::size_t sumBytes = 8;
    constexpr std::size_t sumDigits = 6;
    const std::uint64_t headerAt = member.offset - kTarBlock;
    CAIRN_ASSIGN(header, file->readBytes(headerAt, kTarBlock));
    std::string text(reinterpret_cast<const char*>(header.data()), header.size());
    const bool isPlain = text.compare(sizeAt, sizeDigits, octal(member.bytes, sizeDigits)) == 0;
    if (!isPlain || (newBytes >> (3 * sizeDigits)) != 0) {
        return cannotChange(message("Its header has no plain size")); // of 8 GB and more
    }
    text.replace(sizeAt, sizeDigits, octal(newBytes, sizeDigits));
    text.replace(sumAt, sumBytes, sumBytes, ' ');
    std::uint64_t sum = 0;
    for (const char c : text) {
        sum += static_cast<unsigned char>(c);
    }
    edits.push_back({headerAt + sizeAt, sizeDigits, octal(newBytes, sizeDigits)});
    edits.push_back({headerAt + sumAt, sumDigits, octal(sum, sumDigits)});
    const auto padding = [](std::uint64_t bytes) { return (kTarBlock - bytes % kTarBlock) % kTarBlock; };
    edits.push_back({member.offset + member.bytes, padding(member.bytes),
                     std::string(static_cast<std::size_t>(padding(newBytes)), '\0')});
    return {};
}

std::uint64_t sizeAfter(const TarMember& member, const std::vector<ByteEdit>& edits)
{
    std::uint64_t bytes = member.bytes;
    for (const ByteEdit& edit : edits) {
        const bool isInside = edit.offset - member.offset < member.bytes;
        bytes += isInside ? edit.inserted.size() - edit.removedBytes : 0;
    }
    return bytes;
}

} // namespace

Result<TagEdits> planTarTagEdits(const SourcePtr& file, const Checkpoint& source, const StorageTargets& targets,
                                 DeviceObjects objects, const Progress* progress)
{
    CAIRN_ASSIGN(tar, formats::TarArchive::open(*file));
    const TarMember* const pickle = tar.find("pickle");
    const TarMember* const storages = tar.find("storages");
    if (pickle == nullptr || storages == nullptr) {
        return fail(ErrorCode::FileChanged, message("the file changed after it was opened"));
    }
    CAIRN_ASSIGN(object, SliceSource::make(file, pickle->offset, pickle->bytes));
    CAIRN_ASSIGN(result, planTagEdits(object, 0, {targets.tagsOf(""), progress, objects}));
    for (ByteEdit& edit : result.edits) {
        edit.offset += pickle->offset;
    }
    CAIRN_TRY(editStorages(file, *storages, source, targets, result));
    std::vector<ByteEdit> headers;
    std::vector<std::pair<const TarMember*, std::uint64_t>> sizes;
    for (const TarMember* member : {pickle, storages}) {
        sizes.emplace_back(member, sizeAfter(*member, result.edits));
        if (sizes.back().second != member->bytes) {
            CAIRN_TRY(resize(file, *member, sizes.back().second, headers));
        }
    }
    std::ranges::move(headers, std::back_inserter(result.edits));
    std::ranges::sort(result.edits, {}, &ByteEdit::offset);

    CAIRN_ASSIGN(edited, formats::TarArchive::open(EditedSource(file, result.edits)));
    for (const auto& [member, bytes] : sizes) {
        const TarMember* const now = edited.find(member->name);
        if (now == nullptr || now->bytes != bytes) {
            return cannotChange(message("The size of its member %1 is in a second place too", inQuotes(member->name)));
        }
    }
    return std::move(result);
}

} // namespace cairn::convert
