#include "ui/document/held_by.h"

#include "core/rows/held_by.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QStringList>

#include <cstddef>
#include <cstdint>

namespace cairn::ui {

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

QString heldByText(const PieceList& pieces, const Tensor& tensor, std::size_t most, const QString& separator)
{
    const rows::HeldBy heldBy = rows::heldBy(pieces, tensor, most);
    QStringList parts; // what is missing first, as a cell may be narrow
    for (const Message& missing : heldBy.missing) {
        parts.append(Words::tr("⚠ %1 missing").arg(inWordsAlone(missing)));
    }
    for (const Message& there : heldBy.there) {
        parts.append(inWordsAlone(there));
    }
    return parts.join(separator);
}

} // namespace

std::uint64_t incompleteIn(const Document& document, const RowTree& tree, NodeId id)
{
    const Tensor* tensor = tensorOf(document, tree, id);
    return tensor != nullptr && !document.pieces->isWhole(*tensor) ? 1 : tree.piecesIn(id).incomplete;
}

std::uint64_t pieceCount(const Document& document, const RowTree& tree, NodeId id)
{
    const Tensor* tensor = tensorOf(document, tree, id);
    return tensor != nullptr ? document.pieces->piecesOf(*tensor).count : tree.piecesIn(id).pieces;
}

QString heldByText(const Document& document, const Tensor& tensor)
{
    return heldByText(*document.pieces, tensor, kPiecesInFacts, QStringLiteral("\n"));
}

QString heldByText(const Document& document, const RowTree& tree, NodeId id)
{
    if (const Tensor* tensor = tensorOf(document, tree, id)) {
        return heldByText(*document.pieces, *tensor, kPiecesInCell, QStringLiteral(", "));
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
        const auto holders = rows::holdersOf(*document.pieces, *tensor, kPiecesInFacts);
        first = holders.empty() ? 0 : holders.front();
        count = holders.size();
    }
    constexpr std::uint64_t nobody = ~std::uint64_t{0};
    return count == 0 ? nobody : first << 32 | count;
}

} // namespace cairn::ui
