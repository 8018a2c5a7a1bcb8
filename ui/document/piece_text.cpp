#include "ui/document/piece_text.h"

#include "core/rows/held_by.h"
#include "ui/text/core_words.h"

namespace cairn::ui {

QString pieceStateText(checkpoint::PieceState state, const Error* failure)
{
    const QString name = inWordsAlone(rows::pieceStateName(state, failure));
    return state == checkpoint::PieceState::Whole ? name : QStringLiteral("⚠ %1").arg(name);
}

QString rankText(const checkpoint::PieceList::File& file)
{
    return file.rank ? QString::number(*file.rank) : QStringLiteral("–");
}

} // namespace cairn::ui
