#include "ui/document/held_by.h"

#include "ui/text/display.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn::ui {

using checkpoint::kNoId;
using checkpoint::PieceList;
using checkpoint::Tensor;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(cairn::ui::HeldBy)
};

constexpr std::size_t kPiecesInFacts = 4096; // of a tensor that somebody looks at
constexpr std::size_t kPiecesInCell = 256;   // which is painted again and again

/// The tensor that a row of a folder is; null: it is none.
const Tensor* tensorOf(const Document& document, const RowTree& tree, NodeId id)
{
    const checkpoint::Entry& entry = document.checkpoint->entries()[tree[id].entry];
    const bool isTensor = !tree.isLevel(id) && entry.kind == checkpoint::EntryKind::Tensor;
    return isTensor && document.pieces ? &document.checkpoint->tensors()[entry.payload] : nullptr;
}

enum class Held : std::uint8_t { Anyhow, There, Missing };

/// Who holds the first pieces of a tensor, in the order of holders; or of those whose file is there, or is not.
std::vector<std::uint32_t> holdersOf(const PieceList& pieces, PieceList::Range own, std::size_t most,
                                     Held held = Held::Anyhow)
{
    std::vector<std::uint32_t> holders;
    for (std::size_t i = own.first; i < own.first + std::min(own.count, most); ++i) {
        const std::uint32_t holder = pieces.holderOf(i);
        if (holder == kNoId || (!holders.empty() && holders.back() == holder)) {
            continue;
        }
        const bool isMissing = held != Held::Anyhow && pieces[i].state == checkpoint::PieceState::FileMissing;
        if (held == Held::Anyhow || isMissing == (held == Held::Missing)) {
            holders.push_back(holder);
        }
    }
    std::ranges::sort(holders);
    holders.erase(std::ranges::unique(holders).begin(), holders.end());
    return holders;
}

/// "0–3, 6"
QString runsOf(const std::vector<std::uint32_t>& numbers)
{
    QStringList runs;
    for (auto number = numbers.begin(); number != numbers.end();) {
        const std::uint32_t first = *number;
        std::uint32_t last = first;
        for (++number; number != numbers.end() && *number == last + 1; ++number) {
            last = *number;
        }
        runs.append(first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last));
    }
    return runs.join(QStringLiteral(", "));
}

QString holdersText(const PieceList& pieces, const std::vector<std::uint32_t>& holders, bool areAll,
                    const QString& separator)
{
    constexpr qsizetype mostNames = 6;
    std::vector<std::uint32_t> ranks;
    QStringList names;
    for (const std::uint32_t number : holders) {
        const PieceList::Holder& holder = pieces.holders()[number];
        if (holder.rank) {
            ranks.push_back(*holder.rank);
        } else if (names.size() < mostNames) {
            names.append(shown(holder.name));
        } else {
            areAll = false;
        }
    }
    if (!ranks.empty()) {
        names.prepend((ranks.size() == 1 ? Words::tr("rank %1") : Words::tr("ranks %1")).arg(runsOf(ranks)));
    }
    const QString text = names.join(separator);
    return areAll || text.isEmpty() ? text : Words::tr("%1 and others").arg(text);
}

QString heldByText(const Document& document, const Tensor& tensor, std::size_t most, const QString& separator)
{
    const PieceList& pieces = *document.pieces;
    const PieceList::Range own = pieces.piecesOf(tensor);
    const bool isIncomplete = ui::isIncomplete(document, tensor);
    const auto there = holdersOf(pieces, own, most, isIncomplete ? Held::There : Held::Anyhow);
    const bool areAll = own.count <= most || there.size() == pieces.holders().size();
    QStringList parts; // what is missing first, as a cell may be narrow
    if (const auto missing = holdersOf(pieces, own, most, Held::Missing); isIncomplete && !missing.empty()) {
        parts.append(Words::tr("⚠ %1 missing").arg(holdersText(pieces, missing, own.count <= most, separator)));
    }
    parts.append(holdersText(pieces, there, areAll, separator));
    parts.removeAll(QString());
    return parts.join(separator);
}

} // namespace

bool isIncomplete(const Document& document, const Tensor& tensor)
{
    const checkpoint::Checkpoint& folder = *document.checkpoint;
    if (!document.pieces || tensor.storage == kNoId || folder.logicalBytes(tensor) == 0) {
        return false;
    }
    if (folder.storages()[tensor.storage].source == kNoId) {
        return true;
    }
    const PieceList::Range own = document.pieces->piecesOf(tensor);
    return own.count == 1 && (*document.pieces)[own.first].state != checkpoint::PieceState::Whole;
}

std::uint64_t incompleteIn(const Document& document, const RowTree& tree, NodeId id)
{
    const Tensor* tensor = tensorOf(document, tree, id);
    return tensor != nullptr && isIncomplete(document, *tensor) ? 1 : tree.piecesIn(id).incomplete;
}

std::uint64_t pieceCount(const Document& document, const RowTree& tree, NodeId id)
{
    const Tensor* tensor = tensorOf(document, tree, id);
    return tensor != nullptr ? document.pieces->piecesOf(*tensor).count : tree.piecesIn(id).pieces;
}

QString heldByText(const Document& document, const Tensor& tensor)
{
    return heldByText(document, tensor, kPiecesInFacts, QStringLiteral("\n"));
}

QString heldByText(const Document& document, const RowTree& tree, NodeId id)
{
    if (const Tensor* tensor = tensorOf(document, tree, id)) {
        return heldByText(document, *tensor, kPiecesInCell, QStringLiteral(", "));
    }
    const GroupPieces pieces = tree.piecesIn(id);
    QStringList parts;
    if (pieces.ranks != 0) {
        parts.append(grouped(Words::tr("%n rank(s)", nullptr, pluralOf(pieces.ranks)), pieces.ranks));
    }
    if (pieces.files != 0) {
        parts.append(grouped(Words::tr("%n file(s)", nullptr, pluralOf(pieces.files)), pieces.files));
    }
    return parts.join(QStringLiteral(", "));
}

std::uint64_t heldByOrder(const Document& document, const RowTree& tree, NodeId id)
{
    std::uint64_t first = tree.piecesIn(id).first;
    std::uint64_t count = tree.piecesIn(id).ranks + std::uint64_t{tree.piecesIn(id).files};
    if (const Tensor* tensor = tensorOf(document, tree, id)) {
        const auto holders = holdersOf(*document.pieces, document.pieces->piecesOf(*tensor), kPiecesInFacts);
        first = holders.empty() ? 0 : holders.front();
        count = holders.size();
    }
    constexpr std::uint64_t nobody = ~std::uint64_t{0};
    return count == 0 ? nobody : first << 32 | count;
}

} // namespace cairn::ui
