#include "ui/document/held_by.h"

#include "ui/text/display.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <set>

namespace cairn::ui {

using checkpoint::kNoId;
using checkpoint::PieceList;
using checkpoint::Tensor;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(cairn::ui::HeldBy)
};

constexpr std::size_t kMostPieces = 4096; // this is asked whenever a row is painted

/// The tensor that a row of a folder is; null: it is none.
const Tensor* tensorOf(const Document& document, const RowTree& tree, NodeId id)
{
    const checkpoint::Entry& entry = document.checkpoint->entries()[tree[id].entry];
    const bool isTensor = !tree.isLevel(id) && entry.kind == checkpoint::EntryKind::Tensor;
    return isTensor && document.pieces ? &document.checkpoint->tensors()[entry.payload] : nullptr;
}

/// The files that hold the first pieces of a tensor: all but of very many.
std::set<std::uint32_t> filesOf(const PieceList& pieces, PieceList::Range own)
{
    std::set<std::uint32_t> files;
    for (std::size_t i = own.first; i < own.first + std::min(own.count, kMostPieces); ++i) {
        if (const std::uint32_t file = pieces.fileOf(i); file != kNoId) {
            files.insert(file);
        }
    }
    return files;
}

/// "0–3, 6"
QString runsOf(const std::set<std::uint32_t>& numbers)
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

} // namespace

std::uint64_t pieceCount(const Document& document, const RowTree& tree, NodeId id)
{
    const Tensor* tensor = tensorOf(document, tree, id);
    return tensor != nullptr ? document.pieces->piecesOf(*tensor).count : tree.piecesIn(id).pieces;
}

QString heldByText(const Document& document, const Tensor& tensor, const QString& separator)
{
    constexpr qsizetype kMostNames = 6;
    const PieceList::Range own = document.pieces->piecesOf(tensor);
    std::set<std::uint32_t> ranks;
    QStringList names;
    for (const std::uint32_t file : filesOf(*document.pieces, own)) {
        const PieceList::File& holder = document.pieces->files()[file];
        if (holder.rank) {
            ranks.insert(*holder.rank);
        } else if (names.size() < kMostNames) {
            names.append(shown(holder.name));
        }
    }
    if (!ranks.empty()) {
        names.prepend((ranks.size() == 1 ? Words::tr("rank %1") : Words::tr("ranks %1")).arg(runsOf(ranks)));
    }
    const QString text = names.join(separator);
    return own.count <= kMostPieces ? text : Words::tr("%1 and others").arg(text);
}

QString heldByText(const Document& document, const RowTree& tree, NodeId id)
{
    if (const Tensor* tensor = tensorOf(document, tree, id)) {
        return heldByText(document, *tensor, QStringLiteral(", "));
    }
    const std::uint64_t holders = tree.piecesIn(id).holders;
    return holders == 0                   ? QString()
           : document.pieces->haveRanks() ? grouped(Words::tr("%n rank(s)", nullptr, pluralOf(holders)), holders)
                                          : grouped(Words::tr("%n file(s)", nullptr, pluralOf(holders)), holders);
}

std::uint64_t heldByOrder(const Document& document, const RowTree& tree, NodeId id)
{
    const Tensor* tensor = tensorOf(document, tree, id);
    if (tensor == nullptr) {
        return tree.piecesIn(id).holders;
    }
    const std::set<std::uint32_t> files = filesOf(*document.pieces, document.pieces->piecesOf(*tensor));
    const auto holderOf = [&](std::uint32_t file) { return document.pieces->files()[file].rank.value_or(file); };
    const auto first = std::ranges::min_element(files, {}, holderOf);
    return first == files.end() ? 0 : std::uint64_t{holderOf(*first)} << 32 | files.size();
}

} // namespace cairn::ui
