#include "core/base/checked.h"
#include "core/base/endian.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/read_budget.h"
#include "core/checkpoint/salvage/file_notes.h"
#include "core/checkpoint/salvage/mended_file.h"
#include "core/checkpoint/salvage/mended_source.h"
#include "core/checkpoint/salvage/named_storages.h"
#include "core/checkpoint/tree/torch_legacy_reader.h"

#include <algorithm>
#include <array>
#include <optional>

namespace cairn::checkpoint {

namespace {

constexpr std::uint64_t kCountBytes = sizeof(std::int64_t);

std::string elementCountText(std::uint64_t elements)
{
    std::string text;
    appendLittle(text, elements, kCountBytes);
    return text;
}

/// The count that stands before a storage; nothing if it is cut off.
Result<std::optional<std::uint64_t>> countAt(const ByteSource& source, std::uint64_t offset, std::uint64_t held)
{
    if (offset > held || held - offset < kCountBytes) {
        return std::optional<std::uint64_t>();
    }
    std::array<std::byte, kCountBytes> bytes{};
    CAIRN_TRY(source.readAt(offset, bytes));
    return std::optional(loadLittle<std::uint64_t>(bytes.data()));
}

/// A storage of the stream, as the object says it is.
struct StreamedStorage {
    std::uint64_t elements = 0;
    std::uint64_t data = 0; ///< where its bytes are, in the file
    std::uint64_t bytes = 0;
    bool isOdd = false;    ///< the count before it is another
    bool isProven = false; ///< the count before it is this one, so it begins in its place
};

} // namespace

Result<MendedFile> mendStream(const SourcePtr& source, Progress* progress)
{
    ReadBudget budget(source->sizeBytes());
    auto decoded = decodeLegacyPickles(budget, source, progress);
    if (!decoded) {
        const bool isStream = decoded.error().code != ErrorCode::LegacyHeader || decoded.error().offset != 0;
        return isStream ? fail(std::move(decoded).error().because(
                              message("It ends or is damaged before its storages begin, so no tensor is left")))
                        : fail(std::move(decoded).error());
    }
    const NamedStorages known(decoded->object);
    CAIRN_ASSIGN(written, endWithoutZeros(*source, progress));
    const std::uint64_t begin = decoded->keys.endOffset();
    const std::uint64_t held = std::max(written, begin);

    std::vector<StreamedStorage> places;
    std::uint64_t at = begin;
    for (const std::string& key : legacyKeys(decoded->keys)) {
        const auto storage = known.find(key);
        if (!storage) {
            return fail(error(ErrorCode::LegacyStorage,
                              message("the list of storages names %1, which no tensor uses", inQuotes(key)))
                            .because(message("Its element size is unknown, so what follows cannot be found")));
        }
        CAIRN_ASSIGN(count, countAt(*source, at, held));
        places.push_back({storage->elements, at + kCountBytes, storage->bytes, count && *count != storage->elements,
                          count && *count == storage->elements});
        const auto next = checkedAdd(at + kCountBytes, storage->bytes);
        if (!next || *next > kMostMendedBytes) {
            return fail(ErrorCode::LegacyStorage, message("its storages reach further than any file"));
        }
        at = *next;
    }

    // Behind the last count that is in its place nothing tells whether bytes are.
    const auto last = std::find_if(places.rbegin(), places.rend(), [](const auto& place) { return place.isProven; });
    const std::uint64_t missing = at - std::min(at, source->sizeBytes());
    CAIRN_ASSIGN(shifted, shiftedFrom(*source, last == places.rend() ? begin : last->data, missing, progress));
    const std::uint64_t doubtful = shifted.value_or(at);

    MendedFile mended;
    MendedSourceBuilder whole(source);
    whole.addFile(0, begin);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const StreamedStorage& place = places[i];
        whole.addText(elementCountText(place.elements));
        const std::uint64_t there = place.data >= held ? 0 : std::min(place.bytes, held - place.data);
        const std::uint64_t first = whole.size();
        whole.addFile(std::min(place.data, held), there);
        whole.addZeros(place.bytes - there);
        // Where the count behind a storage is another one, bytes may be missing in it, or be too many.
        const bool isChanged = place.isOdd || (i + 1 < places.size() && places[i + 1].isOdd);
        const std::uint64_t sound = isChanged ? 0 : std::min(there, doubtful - std::min(doubtful, place.data));
        mended.states.add(first, first + sound, ByteState::Present);
        mended.states.add(first + sound, first + there, ByteState::Changed);
        mended.states.add(first + there, first + place.bytes, ByteState::Lost);
    }
    mended.source = whole.build();
    mended.notes = sizeNotes(*source, at, written);
    if (shifted) {
        mended.notes.push_back(shiftedNote(*shifted, missing));
    }
    CAIRN_TRY(addJoined(source, at, mended.notes));
    return mended;
}

} // namespace cairn::checkpoint
