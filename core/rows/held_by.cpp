#include "core/rows/held_by.h"

#include <algorithm>

namespace cairn::rows {

using checkpoint::kNoId;
using checkpoint::PieceList;
using checkpoint::PieceState;

namespace {

enum class Held : std::uint8_t { Anyhow, There, Missing };

/// Of the first pieces, or of those whose file is there, or is not.
std::vector<std::uint32_t> holdersOf(const PieceList& pieces, PieceList::Range own, std::size_t most, Held held)
{
    std::vector<std::uint32_t> holders;
    for (std::size_t i = own.first; i < own.first + std::min(own.count, most); ++i) {
        const std::uint32_t holder = pieces.holderOf(i);
        if (holder == kNoId || (!holders.empty() && holders.back() == holder)) {
            continue;
        }
        const bool isMissing = held != Held::Anyhow && pieces[i].state == PieceState::FileMissing;
        if (held == Held::Anyhow || isMissing == (held == Held::Missing)) {
            holders.push_back(holder);
        }
    }
    std::ranges::sort(holders);
    holders.erase(std::ranges::unique(holders).begin(), holders.end());
    return holders;
}

/// "0-3, 6"
std::string runsOf(const std::vector<std::uint32_t>& numbers)
{
    std::string runs;
    for (auto number = numbers.begin(); number != numbers.end();) {
        const std::uint32_t first = *number;
        std::uint32_t last = first;
        for (++number; number != numbers.end() && *number == last + 1; ++number) {
            last = *number;
        }
        runs += runs.empty() ? "" : ", ";
        runs += std::to_string(first);
        runs += first == last ? std::string() : '-' + std::to_string(last);
    }
    return runs;
}

std::vector<Message> wordsOf(const PieceList& pieces, const std::vector<std::uint32_t>& holders, bool areAll)
{
    constexpr std::size_t mostNames = 6;
    std::vector<std::uint32_t> ranks;
    std::vector<Message> words;
    for (const std::uint32_t number : holders) {
        const PieceList::Holder& holder = pieces.holders()[number];
        if (holder.rank) {
            ranks.push_back(*holder.rank);
        } else if (words.size() < mostNames) {
            words.push_back(verbatim(holder.name));
        } else {
            areAll = false;
        }
    }
    if (!ranks.empty()) {
        const std::string runs = runsOf(ranks);
        words.insert(words.begin(), ranks.size() == 1 ? message("rank %1", runs) : message("ranks %1", runs));
    }
    if (!areAll && !words.empty()) {
        words.emplace_back(phrase("and others"));
    }
    return words;
}

} // namespace

std::vector<std::uint32_t> holdersOf(const PieceList& pieces, const checkpoint::Tensor& tensor, std::size_t most)
{
    return holdersOf(pieces, pieces.piecesOf(tensor), most, Held::Anyhow);
}

HeldBy heldBy(const PieceList& pieces, const checkpoint::Tensor& tensor, std::size_t most)
{
    const PieceList::Range own = pieces.piecesOf(tensor);
    const bool isWhole = pieces.isWhole(tensor);
    const auto there = holdersOf(pieces, own, most, isWhole ? Held::Anyhow : Held::There);
    const auto missing = isWhole ? std::vector<std::uint32_t>() : holdersOf(pieces, own, most, Held::Missing);
    return {.missing = wordsOf(pieces, missing, own.count <= most),
            .there = wordsOf(pieces, there, own.count <= most || there.size() == pieces.holders().size())};
}

Phrase pieceStateName(PieceState state, const Error* failure)
{
    switch (state) {
    case PieceState::Whole: return phrase("whole");
    case PieceState::NoFile: return phrase("in no file");
    case PieceState::FileMissing: return phrase("file missing");
    case PieceState::FileUnreadable: return phrase("file unreadable");
    case PieceState::CutOff: return phrase("file cut off");
    case PieceState::Unplaced: break;
    }
    switch (failure == nullptr ? ErrorCode::PieceBroken : failure->code) {
    case ErrorCode::PieceGap: return phrase("tensor with a gap");
    case ErrorCode::PieceOverlap: return phrase("pieces overlap");
    case ErrorCode::PieceBounds: return phrase("piece outside of the tensor");
    default: return phrase("there, its tensor not whole");
    }
}

} // namespace cairn::rows
